"""What the commands of all tables answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.chat.message import Name, Reply
from ircpoker.chat.parts import chips, joined, packed, published
from ircpoker.chat.table_text import board_parts, game_words, own_cards, stakes_words
from ircpoker.errors import WAYS_TO_A_TABLE, InvalidAmountError, NoTableError, NotAllowedError, UsageError, quote
from ircpoker.ledger import parse_chips
from ircpoker.lobby import RequestedAction, Verb, parse_table_request
from ircpoker.lobby.amounts import parse_amount
from ircpoker.lobby.requests import how_much
from ircpoker.robots import gives_reasons
from ircpoker.table import GAMES, make_view

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
        self._prefix = tables.router.prefix

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
        yield Reply((f"Heads-up {_facts(opened)}, {chips(opened.chips)} each. {self._ways(opened.robot)}",))
        yield self._first_deck(opened)

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
        at = self._prefix
        sits = f" sits down with {chips(opened.chips)}; {at}sit joins, {at}addbot seats a robot, {at}leave leaves."
        yield Reply((f"A table of {_facts(opened)}: ", Name(message.sender.nick), sits))
        yield self._first_deck(opened)

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
            yield Reply(("You leave as soon as the deal is over.",), private=True)

    def add_robot(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!addbot robot`.

        Yields:
            Which robot sits where now.

        Raises:
            UsageError: not one name.
        """
        if len(arguments.split()) != 1:
            raise UsageError(f"which robot? Expected one of {', '.join(self._tables.robots)}")
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
        return (Reply((f"Queued: {requested}. {self._turn(message)}",), private=True),)

    def cards(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!cards`.

        Yields:
            The person's own cards, to that person alone.
        """
        check_nothing(arguments)
        hand, seat = self._tables.own_hand(message)
        view = make_view(hand.deal, seat)
        yield Reply(
            tuple(joined([[f"Deal {hand.deal_id}: you hold ", *own_cards(view)], board_parts(view)])), private=True
        )

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
        facts = f"{game_words(state.game)}, {stakes_words(state.stakes)}: "
        yield Reply((facts, *joined([_seat_parts(table, number) for number in sorted(state.seats)], ", ")))
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
            raise NotAllowedError("no deal is finished here yet")
        reasons = table.state.last_reasons
        if not reasons:
            raise NotAllowedError("no robot had anything to decide in the last finished deal here")
        deal = f"Deal {table.state.last_deal}, "
        told = {reason.nick for reason in reasons if reason.why}
        for reason in reasons:
            if reason.nick in told:
                why = reason.why or "it gives no reason"
                yield Reply((deal, Name(reason.nick), f": {reason.action} | {why}"))
        for nick in dict.fromkeys(reason.nick for reason in reasons if reason.nick not in told):
            yield Reply((deal, Name(nick), " gives no reasons"))

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
            raise NotAllowedError("you have finished no deal yet", *WAYS_TO_A_TABLE)
        lines = list(map(_hand_words, hands))
        for line in lines if len(lines) <= USUAL_DEALS else packed(lines, " | ", message.limits.line_bytes):
            yield Reply((line,))

    def _turn(self, message: Message) -> str:
        """Return whose turn it is, in words; cards may still be on their way."""
        hand, _ = self._tables.own_hand(message)
        actor = hand.actor if hand.turn else None
        if actor is None:
            return "The cards are on their way."
        return f"It is {self._tables.lobby.seat(*self._tables.who(message))[0].seats.sitter(actor).name}'s turn."

    def _amounts(self, message: Message) -> range:
        """Return to how many chips somebody may bet or raise now; before their turn, what they have."""
        hand, seat = self._tables.own_hand(message)
        legal = hand.turn
        amounts = (legal.bet or legal.raise_to) if legal is not None and legal.seat == seat else None
        return amounts or range(1, hand.deal.bets[seat] + hand.deal.stacks[seat] + 1)

    def _ways(self, robot: str) -> str:
        why = f", {self._prefix}why tells the robot's reasons after a deal"
        return f"{self._prefix}leave ends it{why if gives_reasons(self._tables.robots[robot]) else ''}."

    def _first_deck(self, opened: Opened) -> Reply:
        begins, at = published(opened.commitment), self._prefix
        return Reply((f"Deal {opened.deal_id} is committed to {begins}: {at}seed and {at}proof tell what that is.",))


def _facts(opened: Opened) -> str:
    against = f" against {opened.robot}" if opened.robot else ""
    return f"{game_words(GAMES[opened.game])}{against}, {stakes_words(opened.stakes)}"


def seated_reply(seated: Seated) -> Reply:
    """Return who sits where now."""
    if seated.is_back:
        words = f" is dealt in again, with {chips(seated.chips)}."
    else:
        words = f" sits down in seat {seated.seat} with {chips(seated.chips)}"
        words += ", and is dealt in after this deal." if seated.waits else "."
    return Reply((Name(seated.nick), words))


def _seat_parts(table: Table, number: int) -> Parts:
    seat = table.seats[number]
    notes = [
        note
        for note, holds in (
            ("sits out", seat.sits_out or number in table.state.idle),
            ("leaves", seat.leaves),
            ("away", seat.is_away),
            ("robot", bool(seat.robot) and table.seats.sitter(number).name != seat.robot),
        )
        if holds
    ]
    behind = f" ({', '.join(notes)})" if notes else ""
    return [Name(seat.nick), f" {table.chips(number)}{behind}"]


def _deal_parts(table: Table) -> Parts:
    hand = table.hand
    if hand is None:
        return ["No deal is in progress."]
    view = make_view(hand.deal, None)
    turn: Parts = [Name(table.seats.sitter(hand.actor).name), " to act"] if hand.actor is not None else []
    return joined([[f"Deal {hand.deal_id}"], board_parts(view), [f"pot {view.pot}"], turn])


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
        raise UsageError(f"{quote(arguments)} is too much: expected nothing behind it")


def _hand_words(hand: PlayedHand) -> str:
    own, winners = hand.own, [row for row in hand.rows if row.won]
    if winners:
        best = own if own.won else max(winners, key=lambda row: row.won)
        who = "you win" if own.won else f"{best.nick} wins"
        words = f"{who} {best.won}{f' with {best.shown}' if best.shown else ''}"
    else:
        # Behind a dead small blind all fold, and the big blind gets back what nobody has called.
        words = "nobody wins a chip"
    # The row may be of a game that is not played here any more.
    game = game_words(GAMES[hand.game]) if hand.game in GAMES else quote(hand.game)
    return f"Deal {hand.deal_id}, {game}: {own.net:+}, {words}{', you folded' if own.has_folded else ''}"


def _read_deals(text: str) -> int:
    """Return how many deals somebody wants to see.

    Raises:
        UsageError: no number, or too many.
    """
    if text.isascii() and text.isdigit() and len(text) <= 9 and 1 <= int(text) <= MOST_DEALS:
        return int(text)
    raise UsageError(f"{quote(text)} is no number of deals: expected 1 to {MOST_DEALS}")
