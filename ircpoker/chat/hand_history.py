"""`!history`, `!replay` and `!export`: finished deals from the ledger, with the cards that a person may see."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from ircpoker.chat.commands import Example, command
from ircpoker.chat.message import Reply
from ircpoker.chat.segments import joined, packed, spaced
from ircpoker.chat.table_answers import DUEL
from ircpoker.chat.table_text import action_phrase, game_words, posts_phrase, seat_row, street_parts
from ircpoker.config.web import WEB
from ircpoker.errors import WAYS_TO_A_TABLE, NotAllowedError, UsageError, quote
from ircpoker.hands.short_names import showdown_names
from ircpoker.lobby import Place
from ircpoker.lobby.events import ActionSummary, Sitter
from ircpoker.lobby.hand_record import replay_hand
from ircpoker.table import GAMES, TableSeat, deal_seats, seen_by
from ircpoker.table.events import BetReturned, CardsDrawn, HandShown, HoleCardsDealt, PlayerActed, StreetBegan
from ircpoker.table.positions import posting_names
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ircpoker.cards import Card
    from ircpoker.chat.message import Message
    from ircpoker.chat.segments import Segments
    from ircpoker.chat.table_adapter import TableAdapter
    from ircpoker.ledger import HandRow, PlayedHand
    from ircpoker.lobby.hand_record import ReplayedHand
    from ircpoker.table import DealSeat
    from ircpoker.table.events import Event

MOST_DEALS = 20
USUAL_DEALS = 5
_LONGEST_NUMBER = 18


class HistoryCommands:
    """The commands."""

    def __init__(self, tables: TableAdapter) -> None:
        self._tables = tables

    @command(
        "history",
        examples=(
            Example("", "#1 no-limit hold'em: -5, caller wins 10, you folded | 3d 7h", (DUEL, "fold")),
            Example("", "you have not finished a deal yet: …"),
        ),
    )
    def history(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!history [n]`, in private, because it shows own cards.

        Yields:
            The person's own last deals, the newest first: a few of them one per line, with cards; many of them packed
            together, because a network does not let the bot send so many lines at once.

        Raises:
            NotAllowedError: the person has played no deal.
        """
        most = _read_deals(arguments) if arguments else USUAL_DEALS
        player = self._tables.speaker(message).person.id
        services = self._tables.services
        unshown = self._tables.lobby.unshown_deals()
        hands = [hand for hand in services.ledger.last_hands(player, most) if hand.deal_id not in unshown]
        if not hands:
            raise NotAllowedError(Phrase("errors.no_history", ways=WAYS_TO_A_TABLE))
        if len(hands) > USUAL_DEALS:
            lines = [services.words.text(_hand_phrase(hand)) for hand in hands]
            for line in packed(lines, " | ", message.limits.line_bytes):
                yield Reply((line,), private=True)
            return
        for hand in hands:
            yield Reply(tuple(joined([[_hand_phrase(hand)], *self._cards(hand), *self._link(hand)])), private=True)

    def _link(self, hand: PlayedHand) -> list[Segments]:
        """Return the link to a hand on the page; nothing without a page."""
        link = self._tables.services.settings.section(WEB).hand_link(hand.deal_id)
        return [[link]] if link else []

    def _cards(self, hand: PlayedHand) -> Iterator[Segments]:
        """Yield a player's own cards in a hand, and its board."""
        replayed = replay_hand(self._tables.services.ledger, hand)
        if replayed is not None and replayed.own is not None:
            yield spaced(replayed.deal.hole_cards[replayed.own])
            yield spaced(replayed.deal.board)

    @command(
        "replay",
        examples=(
            Example("1", "#1 no-limit hold'em | 5/10 | BB caller 200, SB you 200", (DUEL, "fold"), "private"),
            Example("99", "there is no deal '99' that you may see: …"),
        ),
    )
    def replay(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!replay [n]`, in private.

        Yields:
            A deal street by street: one that the person played, without a number the last one, or one of the channel
            where they ask.

        Raises:
            UsageError: the deal does not exist, or the person may not see it.
            NotAllowedError: it was played before whole deals were stored.
        """
        speaker = self._tables.speaker(message)
        place, player = speaker.place, speaker.person.id
        ledger = self._tables.services.ledger
        number = arguments.removeprefix("#")
        if not number:
            last = ledger.last_hands(player, 1)
            if not last:
                raise NotAllowedError(Phrase("errors.no_history", ways=WAYS_TO_A_TABLE))
            number = last[0].deal_id
        is_number = number.isascii() and number.isdigit() and len(number) <= _LONGEST_NUMBER
        hand = ledger.hand(str(int(number)), player) if is_number else None
        shuffle = ledger.shuffle(hand.deal_id) if hand else None
        is_here = shuffle is not None and bool(shuffle.place) and Place.parse(shuffle.place).is_beside(place)
        if hand is None or (hand.own is None and not is_here):
            raise UsageError(Phrase("errors.no_such_hand", token=quote(arguments)))
        if hand.deal_id in self._tables.lobby.unshown_deals():
            raise NotAllowedError(Phrase("errors.still_shown", deal=hand.deal_id))
        replayed = replay_hand(ledger, hand)
        if replayed is None:
            raise NotAllowedError(Phrase("errors.no_replay", deal=hand.deal_id))
        for line in _Telling(hand, replayed).lines():
            yield Reply(tuple(line), private=True)
        for link in self._link(hand):
            yield Reply(tuple(link), private=True)

    @command(
        "export",
        examples=(Example("", "Who runs this bot can write your deals as files …", (DUEL, "fold"), "private"),),
    )
    def export(self, message: Message, _arguments: str) -> Reply:
        """Answer `!export`, in private: only the operator has the files.

        Raises:
            NotAllowedError: the person has played no deal.
        """
        player = self._tables.speaker(message).person
        if not self._tables.services.ledger.last_hands(player.id, 1):
            raise NotAllowedError(Phrase("errors.no_history", ways=WAYS_TO_A_TABLE))
        return Reply((Phrase("history.export", who=shlex.quote(str(player.id))),), private=True)


def _read_deals(text: str) -> int:
    """Return the number of deals to show.

    Raises:
        UsageError: it is not a number, or too large.
    """
    if text.isascii() and text.isdigit() and len(text) <= 9 and 1 <= int(text) <= MOST_DEALS:
        return int(text)
    raise UsageError(Phrase("errors.deals", token=quote(text), most=MOST_DEALS))


def _game_title(hand: PlayedHand) -> str:
    # The row may belong to a game that is no longer played here.
    return game_words(GAMES[hand.game]) if hand.game in GAMES else quote(hand.game)


def _hand_phrase(hand: PlayedHand) -> Phrase:
    """Return a hand of the person who asks, as one line without cards."""
    own, winners = hand.own, [row for row in hand.rows if row.won]
    if own is None:
        raise ValueError(f"not a hand of theirs: {hand.deal_id}")
    if winners:
        best = own if own.won else max(winners, key=lambda row: row.won)
        won = Phrase(f"history.wins.{'you' if own.won else 'other'}", who=_name(hand, best), chips=best.won)
        ends = Phrase("history.with", won=won, hand=best.shown) if best.shown else won
    else:
        # With a dead small blind all fold, and the big blind gets the uncalled chips back.
        ends = Phrase("table.nobody_wins")
    return Phrase(
        "history.folded_deal" if own.has_folded else "history.deal",
        deal=hand.deal_id,
        game=_game_title(hand),
        net=own.net,
        ends=ends,
    )


def _name(hand: PlayedHand, row: HandRow) -> Phrase | str:
    """Return the name of a seat; a robot is marked where a person at the table has its nick."""
    people = {other.nick.casefold() for other in hand.rows if not other.robot}
    return Phrase("names.robot", who=row.nick) if row.robot and row.nick.casefold() in people else row.nick


class _Telling:
    """Words a finished deal for one reader: the seats, each street, and the result."""

    def __init__(self, hand: PlayedHand, replayed: ReplayedHand) -> None:
        self._hand = hand
        self._deal, self._rows, self._own = replayed.deal, replayed.rows, replayed.own
        game, board = self._deal.setup.game, self._deal.board
        shown = {event.seat: event.cards for event in self._deal.events if isinstance(event, HandShown)}
        names = showdown_names([game.hand_value(cards, board) for cards in shown.values()])
        self._hands = dict(zip(shown, names, strict=True))

    def lines(self) -> Iterator[Segments]:
        """Yield the lines."""
        yield self._seats()
        held = [] if self._own is None else [Phrase("history.held", cards=spaced(self._dealt(self._own)))]
        street: Segments = [*held]
        acts: list[Segments] = []
        board: tuple[Card, ...] = ()
        for event in self._deal.events:
            public = seen_by(event, self._own)
            if isinstance(public, StreetBegan):
                if acts or public.board:
                    yield joined([street, joined(acts, ", ")])
                    street, acts = street_parts(public.street, board, public.board) if public.board else [], []
                board += public.board
            elif act := self._act(public):
                acts.append(act)
        yield joined([street, joined(acts, ", ")])
        results = [
            Phrase("history.result", who=self._who(seat), net=row.net)
            for seat, row in zip(deal_seats(len(self._rows)), self._rows, strict=True)
        ]
        yield joined([[result] for result in results], ", ")

    def _seats(self) -> Segments:
        setup = self._deal.setup
        names = posting_names(setup)
        who = map(self._who, deal_seats(len(names)))
        title = Phrase("history.title", deal=self._hand.deal_id, game=_game_title(self._hand))
        return joined([[title], posts_phrase(setup), seat_row(zip(names, who, setup.stacks, strict=True))])

    def _dealt(self, seat: DealSeat) -> tuple[Card, ...]:
        """Return the cards that a seat was dealt, before any draw."""
        dealt = (event for event in self._deal.events if isinstance(event, HoleCardsDealt) and event.seat == seat)
        return tuple([card for event in dealt for card in event.cards or ()])

    def _who(self, seat: DealSeat) -> Phrase | str:
        return Phrase("names.reader") if seat == self._own else _name(self._hand, self._rows[seat])

    def _act(self, event: Event) -> Segments:
        """Return an action, a shown hand or a returned bet in words; empty for events that need none."""
        if not isinstance(event, PlayerActed | CardsDrawn | BetReturned | HandShown):
            return []
        form, who = "you" if event.seat == self._own else "other", self._who(event.seat)
        match event:
            case BetReturned(amount=amount):
                return [Phrase(f"history.back.{form}", who=who, chips=amount)]
            case HandShown(cards=cards):
                return [Phrase(f"table.shows.{form}", who=who, cards=spaced(cards), hand=self._hands[event.seat])]
        row = self._rows[event.seat]
        done = action_phrase(ActionSummary(Sitter(TableSeat(row.seat), row.nick, row.nick), event), form, who)
        if isinstance(event, CardsDrawn) and event.drawn:
            return [Phrase("history.drawn", done=done, cards=spaced(event.drawn))]
        return [done]
