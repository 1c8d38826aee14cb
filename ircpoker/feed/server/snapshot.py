"""A table as data: the fields of a snapshot, for everybody, and `you` for the person in a seat.

Everything comes from the state of the lobby, and during an all-in from what is shown of it. Times are kept as the
moments at which something is due, so that two states can be compared; `at` turns them into the seconds left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from ircpoker.chat.segments import published
from ircpoker.chat.table_text import hand_phrases
from ircpoker.feed import table_parts as parts
from ircpoker.feed.messages import CHANGING, TableSnapshot
from ircpoker.feed.server.seats import DealEnd, seats_after, seats_now
from ircpoker.lobby import Table
from ircpoker.lobby.deadlines import seconds_to_act
from ircpoker.lobby.hand import HandInProgress
from ircpoker.lobby.seats import seat_label
from ircpoker.lobby.settings import stakes_text
from ircpoker.lobby.state import TableState, UnshownEnd
from ircpoker.lobby.views import unshown_end
from ircpoker.table import LegalActions, TableSeat, make_view
from ircpoker.tournaments.clocks import due_at, seconds_left
from ircpoker.tournaments.tournament import Tournament
from ircpoker.tournaments.view import table_facts
from ircpoker.words.catalogue import Catalogue

T = TypeVar("T", bound=parts.Turn | parts.NextDeal | parts.You | parts.TableTournament)


class Timed(NamedTuple, Generic[T]):
    """A part of a table with the seconds until something is due.

    Attributes:
        value: the part, with the seconds shown if no clock runs.
        due: when it is due, in seconds of the scheduler; None if no clock runs.
    """

    value: T
    due: float | None = None

    def at(self, now: float) -> T:
        """Return the part at a time of the scheduler."""
        return self.value if self.due is None else replace(self.value, seconds=round(max(0.0, self.due - now), 3))


class TableFacts(NamedTuple):
    """A table at one moment, for everybody who may watch it.

    Attributes:
        table: the table; clocks that run have no seconds.
        due: when they are due, in seconds of the scheduler, by the fields of the table.
    """

    table: TableSnapshot
    due: Mapping[str, float]

    def at(self, now: float, **other: object) -> TableSnapshot:
        """Return the table at a time of the scheduler, with other values in some fields."""
        return replace(self.table, **self._seconds(self.due, now), **other)

    def changes(self, names: Iterable[str], now: float) -> dict[str, object]:
        """Return some fields at a time of the scheduler."""
        found = {name: getattr(self.table, name) for name in names}
        return found | self._seconds(found.keys() & self.due.keys(), now)

    def _seconds(self, names: Iterable[str], now: float) -> dict[str, object]:
        return {name: Timed(getattr(self.table, name), self.due[name]).at(now) for name in names}

    def changed_since(self, before: TableFacts) -> tuple[str, ...]:
        """Return the fields that have other values than before."""
        now, then, moved = self.table, before.table, dict(self.due.items() ^ before.due.items())
        return tuple([name for name in CHANGING if name in moved or getattr(now, name) != getattr(then, name)])


def turn_text(hand: HandInProgress) -> str:
    """Return the turn as programs name it: `19:7`."""
    deal_id, actions = hand.turn_id
    return f"{deal_id}:{actions}"


class Remembered(NamedTuple):
    """What a table does not know itself.

    Attributes:
        number: its number in its channel; 0 where it has none.
        ended: the end of its last deal.
        log: the last words of its events.
        seal: returns the commitment to the shuffle of a deal.
        untold: how many streets of an all-in are still to be told.
    """

    number: int
    ended: DealEnd
    log: tuple[str, ...]
    seal: Callable[[str], str]
    untold: int = 0


def public_facts(table: Table, words: Catalogue, remembered: Remembered) -> TableFacts:
    """Return what everybody may see of a table who may watch it.

    Args:
        table: the table.
        words: the catalogue of its readers.
        remembered: what it does not know itself.
    """
    state, unshown, place = table.state, unshown_end(table, remembered.untold), table.place
    ended = remembered.ended.seen_at(table) if unshown is None else None
    deal = _deal(table, unshown, remembered.seal)
    tournament, turn, following = _tournament(table), _turn(table, deal.hand), _next(state, deal, remembered.seal)
    snapshot = TableSnapshot(
        table.id,
        0,
        place.channel or "private",
        place.network,
        remembered.number,
        state.game_name,
        state.game.betting.value,
        f"{state.game.full_title} {stakes_text(state.stakes)}",
        parts.Stakes(state.stakes.small_blind, state.stakes.big_blind, state.stakes.ante),
        state.game.most_seats,
        state.policy.takes_newcomers and len(state.seats) < state.game.most_seats,
        state.policy.value,
        seats=seats_now(table, words, unshown) if ended is None else seats_after(table, words, ended, remembered.ended),
        deal=deal.id,
        street=deal.street,
        board=deal.board if ended is None else ended.board,
        pot=deal.pot,
        pots=deal.pots,
        sealed=deal.sealed,
        last=remembered.ended.paid,
        you=None,
        log=remembered.log,
        tournament=tournament and tournament.value,
        turn=turn and turn.value,
        next=following and following.value,
        is_public=state.is_public,
    )
    due = {"tournament": tournament and tournament.due, "turn": turn and turn.due, "next": following and following.due}
    return TableFacts(snapshot, {name: at for name, at in due.items() if at is not None})


class _ShownDeal(NamedTuple):
    """The deal that a table shows; `hand` is it while it is played, None while its end is shown."""

    hand: HandInProgress | None = None
    id: str = ""
    street: parts.Street = ""
    board: parts.Cards = ()
    pot: int = 0
    pots: tuple[int, ...] = ()
    sealed: str = ""


def _deal(table: Table, unshown: UnshownEnd | None, seal: Callable[[str], str]) -> _ShownDeal:
    """Return the deal in play, or an all-in whose streets are shown one by one."""
    hand = table.state.hand
    if unshown is not None:
        board, pots, sealed = unshown.boards[-1], tuple(unshown.pots), seal(unshown.deal_id)
        street: parts.Street = table.state.game.street_with(len(board)).value
        return _ShownDeal(None, unshown.deal_id, street, parts.card_texts(board), unshown.pot, pots, sealed)
    if hand is None:
        return _ShownDeal()
    deal, pots = hand.deal, tuple([pot.amount for pot in hand.deal.pots])
    sealed = published(hand.proof.commitment)
    return _ShownDeal(hand, hand.deal_id, deal.street.value, parts.card_texts(deal.board), deal.pot, pots, sealed)


def _tournament(table: Table) -> Timed[parts.TableTournament] | None:
    """Return how the tournament of a table stands; None at any other table."""
    found = next((part for part in table.changed_with if isinstance(part, Tournament)), None)
    if found is None:
        return None
    due = due_at(found.state)
    stands = seconds_left(found.state, table.now) if due is None else None
    return Timed(table_facts(table, found, stands), due)


def _next(state: TableState, deal: _ShownDeal, seal: Callable[[str], str]) -> Timed[parts.NextDeal] | None:
    """Return the deal that comes next; None while one is in play."""
    if deal.id or not state.next_deal:
        return None
    return Timed(parts.NextDeal(state.next_deal, seal(state.next_deal), None), state.next_hand_at)


def _turn(table: Table, hand: HandInProgress | None) -> Timed[parts.Turn] | None:
    """Return whose turn it is; None while cards are on their way."""
    if hand is None or hand.turn is None or hand.actor is None:
        return None
    clock, state, seat = hand.clock, table.state, seat_label(hand.actor)
    if state.seats[hand.actor].robot or not state.has_clocks:
        return Timed(parts.Turn(seat, turn_text(hand), None, None))
    seconds = seconds_to_act(hand, table.settings)
    started_at = clock.started_at if clock is not None and hand.is_announced else None
    turn = parts.Turn(seat, turn_text(hand), seconds, seconds)
    return Timed(turn) if started_at is None else Timed(turn, started_at + seconds)


# One's own seat


def own_facts(
    table: Table, number: TableSeat, words: Catalogue, ended: DealEnd, unshown: UnshownEnd | None
) -> Timed[parts.You]:
    """Return `you` for the person in a seat: their cards, until the next deal, and on their turn what they may do."""
    state, hand = table.state, table.state.hand
    you = parts.You(seat_label(number), (), "", "", 0, None, None)
    if unshown is not None:
        cards = unshown.hands.get(number, ())
        named = state.game.name_of(cards, unshown.boards[-1]) if cards else ""
        return Timed(replace(you, cards=parts.card_texts(cards), hand=named))
    over = state.showable
    if ended.seen_at(table) is not None and over is not None:
        own = next((own for own in over.dealt if own.number == number), None)
        if own is not None and own.player == state.seats[number].player:
            return Timed(replace(you, cards=parts.card_texts(own.cards), hand=over.game.name_of(own.cards, over.board)))
    seat = hand.seat_of(number) if hand is not None else None
    if hand is None or seat is None or not hand.is_in(number):
        return Timed(you)
    view = make_view(hand.deal, seat)
    you = replace(you, cards=parts.card_texts(view.hole_cards), hand=words.text(hand_phrases(view)))
    turn, legal = _turn(table, hand), hand.turn
    if legal is None or turn is None or hand.actor != number:
        return Timed(you)
    at_turn = {"turn": turn.value.id, "to_win": view.to_win, "legal": legal_facts(legal), "seconds": turn.value.seconds}
    return Timed(replace(you, **at_turn), turn.due)


def legal_facts(legal: LegalActions) -> parts.LegalActions:
    """Return legal actions with their amounts."""
    most = legal.discard[-1] if legal.discard else 0
    bet, raise_to = _span(legal.bet), _span(legal.raise_to)
    return parts.LegalActions(legal.can_fold, legal.can_check, legal.call, bet, raise_to, most)


def _span(amounts: range) -> parts.Span | None:
    return (amounts[0], amounts[-1]) if amounts else None
