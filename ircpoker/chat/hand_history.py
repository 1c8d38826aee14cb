"""`!history`, `!replay` and `!export`: finished deals from the ledger, with the cards that a person may see.

Finished hands of the ledger, for those who may see them: the one way to them for commands and for the feed.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection, Iterator, Sequence

from msgspec.structs import replace

from ircpoker.cards import Card
from ircpoker.chat.commands import Example, command
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.seen import shows
from ircpoker.chat.segments import packed
from ircpoker.chat.table_adapter import TableAdapter, TableCommands
from ircpoker.chat.table_answers import DUEL
from ircpoker.chat.table_text import posts_phrase, seat_row
from ircpoker.config.web import WEB
from ircpoker.errors import WAYS_TO_A_TABLE, NotAllowedError, UsageError, quote
from ircpoker.feed.data import FinishedDeal
from ircpoker.ledger import EndedDeal, HandRow, Ledger, PlayerId, StoredHand
from ircpoker.lobby import Place
from ircpoker.records.deal_data import deal_data
from ircpoker.records.deal_words import Segments, act_phrase, joined, spaced, street_parts
from ircpoker.records.ledger_hands import LedgerHand, played_hand
from ircpoker.records.visiting import CardChange, HandVisitor
from ircpoker.table import GAMES, DealSeat
from ircpoker.table.button import posting_names
from ircpoker.table.events import CardsDrawn, PlayerActed
from ircpoker.words import Phrase
from ircpoker.words.catalogue import Catalogue
from ircpoker.words.plain_text import parse_deal_number

MOST_DEALS = 20
USUAL_DEALS = 5


class HistoryCommands(TableCommands):
    """The commands."""

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
            yield Reply(
                tuple(joined([[_hand_phrase(hand)], *self._cards(hand), *self._link(hand.deal_id)])), private=True
            )

    def _link(self, deal_id: str) -> list[Segments]:
        """Return the link to a hand on the page; nothing without a page."""
        link = self._tables.services.settings.section(WEB).link("hand", deal_id)
        return [[link]] if link else []

    def _cards(self, hand: StoredHand) -> Iterator[Segments]:
        """Yield a player's own cards in a hand, and its board."""
        seen = played_hand(hand)
        if seen is not None and seen.own is not None:
            yield spaced(seen.hand.deal.hole_cards[seen.own])
            yield spaced(seen.hand.deal.board)

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
        seen = seen_hand(self._tables, message, arguments)
        for line in _HandLines(seen).lines():
            yield Reply(tuple(line), private=True)
        for link in self._link(seen.ended.deal_id):
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
        _last_deal(self._tables.services.ledger, player.id)
        return Reply((Phrase("history.export", who=shlex.quote(str(player.id))),), private=True)


def seen_hand(tables: TableAdapter, message: Message, number: str) -> LedgerHand:
    """Return a finished deal that somebody may see: without a number the last one that they played.

    Raises:
        UsageError: the deal does not exist, or the person may not see it.
        NotAllowedError: it was played before whole deals were stored, or the person has played none.
    """
    speaker, ledger = tables.speaker(message), tables.services.ledger
    return find_hand(
        ledger,
        number if number.removeprefix("#") else _last_deal(ledger, speaker.person.id),
        speaker.person.id,
        unshown=tables.lobby.unshown_deals(),
        sees_table=lambda ended: shows(tables, message, ended),
    )


def _last_deal(ledger: Ledger, player: PlayerId) -> str:
    """Return the number of the last deal that somebody played.

    Raises:
        NotAllowedError: they have played none.
    """
    for hand in ledger.last_hands(player, 1):
        return hand.deal_id
    raise NotAllowedError(Phrase("errors.no_history", ways=WAYS_TO_A_TABLE))


def _read_deals(text: str) -> int:
    """Return the number of deals to show.

    Raises:
        UsageError: it is not a number, or too large.
    """
    if text.isascii() and text.isdigit() and len(text) <= 9 and 1 <= int(text) <= MOST_DEALS:
        return int(text)
    raise UsageError(Phrase("errors.deals", token=quote(text), most=MOST_DEALS))


def _hand_phrase(hand: StoredHand) -> Phrase:
    """Return a hand of the person who asks, as one line without cards."""
    own, winners = hand.own, [row for row in hand.rows if row.won]
    if own is None:
        raise ValueError(f"not a hand of theirs: {hand.deal_id}")
    if winners:
        best = own if own.won else max(winners, key=lambda row: row.won)
        won = Phrase(f"history.wins.{'you' if own.won else 'other'}", who=_name(hand.rows, best), chips=best.won)
        ends = Phrase("history.with", won=won, hand=best.shown) if best.shown else won
    else:
        # With a dead small blind all fold, and the big blind gets the uncalled chips back.
        ends = Phrase("table.nobody_wins")
    return Phrase(
        "history.folded_deal" if own.has_folded else "history.deal",
        deal=hand.deal_id,
        # The row may belong to a game that is no longer played here.
        game=GAMES[hand.game].full_title if hand.game in GAMES else quote(hand.game),
        net=own.net,
        ends=ends,
    )


def _name(rows: Sequence[HandRow], row: HandRow) -> Phrase | str:
    """Return the name of a seat; a robot is marked where a person at the table has its nick."""
    people = {other.nick.casefold() for other in rows if not other.robot}
    return Phrase("names.robot", who=row.nick) if row.robot and row.nick.casefold() in people else row.nick


class _HandLines(HandVisitor):
    """Words a finished deal for one reader: the seats, each street, and the result."""

    AS_PLAYED = True

    def __init__(self, seen: LedgerHand) -> None:
        super().__init__(seen.hand, seen.reader)
        self._rows, self._own = seen.rows, seen.own
        game, shown = self.hand.game, [seat for seat in self.hand.by_deal if self.hand.deal.shown[seat]]
        hands = [self.hand.deal.hole_cards[seat] for seat in shown]
        self._hands = dict(zip(shown, game.showdown_names(hands, self.hand.deal.board), strict=True))
        self._lines: list[Segments] = [self._seats(seen.ended.deal_id)]
        self._street: Segments = []
        self._acts: list[Segments] = []

    def lines(self) -> list[Segments]:
        """Return the lines."""
        self.visit()
        self._end_street()
        results = [
            Phrase("history.result", who=self._who(seat), net=row.net)
            for seat, row in zip(self.hand.by_deal, self._rows, strict=True)
        ]
        return [*self._lines, joined([[result] for result in results], ", ")]

    def _seats(self, deal_id: str) -> Segments:
        setup = self.hand.deal.setup
        row = zip(posting_names(setup), map(self._who, self.hand.by_deal), setup.stacks, strict=True)
        title = Phrase("history.title", deal=deal_id, game=self.hand.game.full_title)
        return joined([[title], posts_phrase(setup), seat_row(row)])

    def _who(self, seat: DealSeat) -> Phrase | str:
        return Phrase("names.reader") if seat == self._own else _name(self._rows, self._rows[seat])

    def _form(self, seat: DealSeat) -> str:
        return "you" if seat == self._own else "other"

    def _end_street(self) -> None:
        self._lines.append(joined([self._street, joined(self._acts, ", ")]))
        self._street, self._acts = [], []

    def dealt(self, seat: DealSeat, count: int, cards: tuple[Card, ...] | None) -> None:
        """Tell one's own cards."""
        del count
        if seat == self._own:
            self._street = [Phrase("history.held", cards=spaced(cards or ()))]

    def began(self, before: tuple[Card, ...], new: tuple[Card, ...]) -> None:
        """Begin another line, unless nothing was done on the street before."""
        if self._acts or new:
            self._end_street()
        if new:
            self._street = street_parts(self.street, before, new)

    def acted(self, event: PlayerActed) -> None:
        """Tell an action."""
        self._acts.append([act_phrase(event, self._form(event.seat), self._who(event.seat))])

    def drawn(self, event: CardsDrawn, cards: CardChange | None) -> None:
        """Tell a draw, with one's own new cards."""
        done = act_phrase(event, self._form(event.seat), self._who(event.seat))
        if cards and cards[1]:
            done = Phrase("history.drawn", done=done, cards=spaced(cards[1]))
        self._acts.append([done])

    def returned(self, seat: DealSeat, amount: int) -> None:
        """Tell an uncalled bet."""
        self._acts.append([Phrase(f"history.back.{self._form(seat)}", who=self._who(seat), chips=amount)])

    def shown(self, seat: DealSeat, cards: tuple[Card, ...]) -> None:
        """Tell a hand that is shown."""
        values = {"who": self._who(seat), "cards": spaced(cards), "hand": self._hands[seat]}
        self._acts.append([Phrase(f"table.shows.{self._form(seat)}", **values)])


def find_hand(
    ledger: Ledger,
    asked: str,
    player: PlayerId | None,
    *,
    unshown: Collection[str],
    sees_table: Callable[[EndedDeal], bool],
) -> LedgerHand:
    """Return a finished hand for somebody who may see it.

    Args:
        ledger: the ledger.
        asked: the number of the deal, from anybody.
        player: who asks; None for a spectator.
        unshown: the deals whose all-ins are still being shown.
        sees_table: whether somebody who did not play a hand may see what was shown at its table.

    Raises:
        UsageError: there is no such hand, or they may not see it.
        NotAllowedError: its end is not shown yet, or it was played before whole deals were stored.
    """
    number = parse_deal_number(asked)
    stored = ledger.hand(number, player) if number else None
    if stored is None or not (stored.own is not None or (stored.ended.place and sees_table(stored.ended))):
        raise UsageError(Phrase("errors.no_such_hand", token=quote(asked)))
    if stored.deal_id in unshown:
        raise NotAllowedError(Phrase("errors.still_shown", deal=stored.deal_id))
    seen = played_hand(stored)
    if seen is None:
        raise NotAllowedError(Phrase("errors.no_replay", deal=stored.deal_id))
    return seen


def finished_deal(seen: LedgerHand, words: Catalogue | None = None) -> FinishedDeal:
    """Return a finished deal as the feed answers it (docs/feed-data.md), with its proof if that is due.

    Args:
        seen: the hand.
        words: the catalogue of the reader; None for English.
    """
    ended = seen.ended
    place, proof = Place.parse(ended.place), seen.proof
    shown = proof if ended.is_revealed else None
    return replace(
        deal_data(seen.hand, seen.reader, words, commitment=proof.commitment, proof=shown),
        network=place.network,
        place=place.channel or "private",
        number=place.number if place.number > 1 else 0,
    )
