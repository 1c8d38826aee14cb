"""What the commands of all tables answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.chat.message import Name, Reply
from ircpoker.chat.parts import chips, joined, packed, published
from ircpoker.chat.table_text import board_parts, game_words, own_cards, stakes_phrase
from ircpoker.errors import WAYS_TO_A_TABLE, InvalidAmountError, NoTableError, NotAllowedError, UsageError, quote
from ircpoker.ledger import parse_chips
from ircpoker.lobby import RequestedAction, Verb, parse_table_request
from ircpoker.lobby.amounts import parse_amount
from ircpoker.lobby.requests import how_much
from ircpoker.robots import gives_reasons
from ircpoker.table import GAMES, make_view
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ircpoker.chat.commands import Handler
    from ircpoker.chat.message import Message
    from ircpoker.chat.parts import Parts
    from ircpoker.chat.table_games import TableGames
    from ircpoker.ledger import PlayedHand
    from ircpoker.lobby import Opened, Seated, Table

WAGERS = frozenset({Verb.BET, Verb.RAISE})
MOST_DEALS = 20
USUAL_DEALS = 5


class TableAnswers:
    """Answers the commands; each method is a command's handler, or makes one."""

    def __init__(self, tables: TableGames) -> None:
        self._tables = tables

    def play(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!play [robot] [game] [buy-in]`.

        Args:
            message: who wants to play where.
            arguments: robot, game and chips in any order.

        Yields:
            What is played for, and how it goes on.
        """
        request = parse_table_request(arguments, self._tables.robots, self._tables.games, takes_robot=True)
        opened = self._tables.lobby.open(*self._tables.who(message), request)
        gives = gives_reasons(self._tables.robots[opened.robot])
        how = Phrase("table.duel_ways_with_why" if gives else "table.duel_ways")
        yield Reply((Phrase("table.duel", facts=_facts(opened), chips=chips(opened.chips), how=how),))
        yield _first_deck(opened)

    def open(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!open [game] [buy-in]`.

        Args:
            message: who opens a table where.
            arguments: game and chips in any order.

        Yields:
            What is played for, and how others sit down.
        """
        request = parse_table_request(arguments, self._tables.robots, self._tables.games, takes_robot=False)
        opened = self._tables.lobby.open(*self._tables.who(message), request)
        who = Name(message.sender.nick)
        yield Reply((Phrase("table.opened", facts=_facts(opened), who=who, chips=chips(opened.chips)),))
        yield _first_deck(opened)

    def sit(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!sit [buy-in]`.

        Yields:
            Who sits where now.
        """
        place, player = self._tables.who(message)
        buy_in = read_chips(arguments, lambda: self._tables.lobby.buy_ins(place)) if arguments else None
        yield seated_reply(self._tables.lobby.sit(place, player, buy_in))

    def leave(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!leave`.

        Yields:
            That it will be after the deal; if it is at once, that is news for everybody.
        """
        check_nothing(arguments)
        if not self._tables.lobby.leave(*self._tables.who(message)):
            yield Reply((Phrase("table.leaves_later"),), private=True)

    def add_robot(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!addbot robot`.

        Yields:
            Which robot sits where now.

        Raises:
            UsageError: not one name.
        """
        if len(arguments.split()) != 1:
            raise UsageError(Phrase("errors.which_robot", known=", ".join(self._tables.robots)))
        yield seated_reply(self._tables.lobby.add_robot(*self._tables.who(message), arguments))

    def act(self, verb: Verb) -> Handler:
        """Return what answers an action; only bets and raises take an amount."""

        def handler(message: Message, arguments: str) -> Iterable[Reply]:
            if verb not in WAGERS:
                check_nothing(arguments if (verb, arguments.lower()) != (Verb.ALL_IN, "in") else "")
                return self.do(message, RequestedAction(verb))
            amount = parse_amount(arguments)
            if arguments and amount is None:
                raise how_much(self._amounts(message))
            return self.do(message, RequestedAction(verb, amount))

        return handler

    def do(self, message: Message, requested: RequestedAction) -> Iterable[Reply]:
        """Let somebody act.

        Args:
            message: who acts where.
            requested: what they say.

        Returns:
            That it is not their turn yet; if it is, how it goes on is news for everybody.
        """
        if self._tables.lobby.act(*self._tables.who(message), requested):
            return ()
        return (Reply((Phrase("table.queued", action=str(requested), turn=self._turn(message)),), private=True),)

    def cards(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!cards`.

        Yields:
            The person's own cards, to that person alone.
        """
        check_nothing(arguments)
        hand, seat = self._tables.own_hand(message)
        view = make_view(hand.deal, seat)
        dealt = Phrase("table.dealt", deal=hand.deal_id, where="", cards=own_cards(view))
        yield Reply(tuple(joined([[dealt], board_parts(view)])), private=True)

    def table(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!table`.

        Yields:
            Who sits there with how many chips, and how the deal stands.

        Raises:
            NoTableError: there is none.
        """
        check_nothing(arguments)
        table = self._tables.lobby.find(*self._tables.who(message))
        if table is None:
            raise NoTableError
        state = table.state
        seats = joined([[_seat(table, number)] for number in sorted(state.seats)], ", ")
        yield Reply(
            (Phrase("table.shown", game=game_words(state.game), stakes=stakes_phrase(state.stakes), seats=seats),)
        )
        yield Reply(tuple(_deal_parts(table)))

    def why(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!why`.

        Yields:
            Each decision of the robots in the last finished deal, with its reason; then who gives none.

        Raises:
            NotAllowedError: no deal is finished, or no robot had a decision in it.
        """
        check_nothing(arguments)
        table = self._tables.lobby.find(*self._tables.who(message))
        if table is None or not table.state.last_deal:
            raise NotAllowedError(Phrase("errors.no_deal_finished"))
        reasons = table.state.last_reasons
        if not reasons:
            raise NotAllowedError(Phrase("errors.no_robot_decided"))
        deal = table.state.last_deal
        with_reasons = {reason.nick for reason in reasons if reason.why}
        for reason in reasons:
            if reason.nick in with_reasons:
                why = reason.why or Phrase("table.no_reason")
                yield Reply((Phrase("table.reason", deal=deal, who=Name(reason.nick), action=reason.action, why=why),))
        for nick in dict.fromkeys(reason.nick for reason in reasons if reason.nick not in with_reasons):
            yield Reply((Phrase("table.no_reasons", deal=deal, who=Name(nick)),))

    def history(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!history [n]`.

        Yields:
            The person's own last deals, the newest first: a few one a line, many together, as a network lets nobody
            have a line for each of them at once.

        Raises:
            NotAllowedError: there is none.
        """
        most = _read_deals(arguments) if arguments else USUAL_DEALS
        _, player = self._tables.who(message)
        hands = self._tables.router.services.ledger.last_hands(player.id, most)
        if not hands:
            raise NotAllowedError(Phrase("errors.no_history", ways=WAYS_TO_A_TABLE))
        lines = [self._tables.router.services.words.text(_hand_phrase(hand)) for hand in hands]
        for line in lines if len(lines) <= USUAL_DEALS else packed(lines, " | ", message.limits.line_bytes):
            yield Reply((line,))

    def _turn(self, message: Message) -> Phrase:
        """Return whose turn it is, in words; cards may still be on their way."""
        hand, _ = self._tables.own_hand(message)
        actor = hand.actor if hand.turn else None
        if actor is None:
            return Phrase("table.cards_coming")
        table, _ = self._tables.lobby.seat(*self._tables.who(message))
        return Phrase("table.turn_of", who=table.seats.sitter(actor).name)

    def _amounts(self, message: Message) -> range:
        """Return to how many chips somebody may bet or raise now; before their turn, what they have."""
        hand, seat = self._tables.own_hand(message)
        legal = hand.turn
        amounts = (legal.bet or legal.raise_to) if legal is not None and legal.seat == seat else None
        return amounts or range(1, hand.deal.bets[seat] + hand.deal.stacks[seat] + 1)


def _first_deck(opened: Opened) -> Reply:
    return Reply((Phrase("table.first_deck", deal=opened.deal_id, sealed=published(opened.commitment)),))


def _facts(opened: Opened) -> Phrase:
    game, stakes = game_words(GAMES[opened.game]), stakes_phrase(opened.stakes)
    if opened.robot:
        return Phrase("table.facts_against", game=game, robot=opened.robot, stakes=stakes)
    return Phrase("table.facts", game=game, stakes=stakes)


def seated_reply(seated: Seated) -> Reply:
    """Return who sits where now."""
    who, taken = Name(seated.nick), chips(seated.chips)
    if seated.is_back:
        return Reply((Phrase("table.sits_again", who=who, chips=taken),))
    return Reply(
        (Phrase("table.sits_later" if seated.waits else "table.sits", who=who, seat=seated.seat, chips=taken),)
    )


def _seat(table: Table, number: int) -> Phrase:
    seat = table.seats[number]
    notes: list[Parts] = [
        [Phrase(f"table.{note}")]
        for note, holds in (
            ("note_sits_out", seat.sits_out or number in table.state.idle),
            ("note_leaves", seat.leaves),
            ("note_away", seat.is_away),
            ("note_robot", bool(seat.robot) and table.seats.sitter(number).name != seat.robot),
        )
        if holds
    ]
    shown = Phrase("table.seat", who=Name(seat.nick), stack=table.chips(number))
    return Phrase("table.noted_seat", seat=shown, notes=joined(notes, ", ")) if notes else shown


def _deal_parts(table: Table) -> Parts:
    hand = table.hand
    if hand is None:
        return [Phrase("table.no_deal")]
    view = make_view(hand.deal, None)
    actor = [] if hand.actor is None else [Phrase("table.to_act", who=Name(table.seats.sitter(hand.actor).name))]
    pot = Phrase("table.only_pot", pot=view.pot)
    return joined([[Phrase("table.number", deal=hand.deal_id)], board_parts(view), [pot], [*actor]])


def read_chips(text: str, allowed: Callable[[], range]) -> int:
    """Return a number of chips, 0 among them; of a text that is none the error names those that are allowed here."""
    try:
        return parse_chips(text, least=0)
    except InvalidAmountError:
        amounts = allowed()
        raise InvalidAmountError(text, amounts[0], amounts[-1]) from None


def check_nothing(arguments: str) -> None:
    """Raise UsageError where something stands behind a command that takes nothing."""
    if arguments:
        raise UsageError(Phrase("errors.too_much", token=quote(arguments)))


def _hand_phrase(hand: PlayedHand) -> Phrase:
    own, winners = hand.own, [row for row in hand.rows if row.won]
    if winners:
        best = own if own.won else max(winners, key=lambda row: row.won)
        won = Phrase(f"history.wins.{'you' if own.won else 'other'}", who=best.nick, chips=best.won)
        ends = Phrase("history.with", won=won, hand=best.shown) if best.shown else won
    else:
        # Behind a dead small blind all fold, and the big blind gets back what nobody has called.
        ends = Phrase("table.nobody_wins")
    # The row may be of a game that is not played here any more.
    game = game_words(GAMES[hand.game]) if hand.game in GAMES else quote(hand.game)
    return Phrase(
        "history.folded_deal" if own.has_folded else "history.deal",
        deal=hand.deal_id,
        game=game,
        net=own.net,
        ends=ends,
    )


def _read_deals(text: str) -> int:
    """Return how many deals somebody wants to see.

    Raises:
        UsageError: no number, or too many.
    """
    if text.isascii() and text.isdigit() and len(text) <= 9 and 1 <= int(text) <= MOST_DEALS:
        return int(text)
    raise UsageError(Phrase("errors.deals", token=quote(text), most=MOST_DEALS))
