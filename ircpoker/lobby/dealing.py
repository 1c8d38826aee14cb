"""The course of a deal around its decisions: shuffle, cards to their owners, and the end."""

from __future__ import annotations

import json
import logging
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from ircpoker.errors import LedgerError, PokerError, ProofError
from ircpoker.hands import best_hand
from ircpoker.ledger import HOUSE, CommitShuffle, RecordResult, RevealShuffle, transfer
from ircpoker.lobby import proving, seating
from ircpoker.lobby.archive import DealRecord
from ircpoker.lobby.news import NETWORK_LOST, CalledOff, DealEnded, Departure, Outcome, OwnCards, Rebought, Resumed
from ircpoker.lobby.state import Hand
from ircpoker.lobby.table import Play
from ircpoker.lobby.timers import Timer
from ircpoker.proofs import freeze, mark_called_off, seed_of, use
from ircpoker.robots import LearningRobot, failing
from ircpoker.shuffle import PendingShuffle, make_secret
from ircpoker.table import Deal, first_positions, make_setup, make_view, next_positions
from ircpoker.table.events import PotWon, StreetBegan

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ircpoker.ledger import Change, Posting, Shuffle
    from ircpoker.lobby.table import Table
    from ircpoker.shuffle import Proof

RECEIPT_SECONDS = 120.0
"""For cards to arrive. A transport tells earlier what became of them; if it never does, the table must go on."""

_logger = logging.getLogger(__name__)


def begin(table: Table) -> None:
    """Begin the next deal: freeze the seeds, shuffle, store, and give everybody their cards."""
    state = table.state
    ready = seating.ready_seats(table)
    if not seating.can_deal(table, ready):
        seating.plan_next(table)
        return
    seating.note_idle(table, ready)
    before = state.positions
    positions = first_positions(ready, min(ready)) if before is None else next_positions(before, ready)
    stacks = {number: seat.stack for number, seat in state.seats.items()}
    setup = make_setup(state.game, state.stakes, positions, stacks)
    seats = positions.players
    people = [state.seats[number].player for number in seats]
    seeds = tuple([seed_of(table.house.ledger, player) if player else "" for player in people])
    proof = _freeze_next(table, seeds)
    deal = Deal(setup, proof.deck)
    hand = Hand(proof.deal_id, setup, seats, seeds, deal.actions)
    for number in seats:
        if state.seats[number].robot:
            _meet(table, number, seats)
    state.positions, state.hand, state.next_deal = positions, hand, ""
    play = table.play = Play(hand, deal, proof)
    table.waits = False
    _deliver_all(table, play)
    table.store(use(proof))


def _freeze_next(table: Table, seeds: Sequence[str]) -> Proof:
    """Return the deck of the next deal; a stored secret that cannot be read is replaced by a new one."""
    try:
        return freeze(_next_shuffle(table), seeds)
    except ProofError:
        _logger.exception("%s: the deck that was committed to is lost, another one takes its place", table)
        table.state.next_deal = ""
        return freeze(_next_shuffle(table), seeds)


def _next_shuffle(table: Table) -> Shuffle:
    """Return the shuffle that is committed to for the next deal.

    Raises:
        LedgerError: it cannot be read back.
    """
    ledger = table.house.ledger
    shuffle = ledger.shuffle(table.state.next_deal) if table.state.next_deal else None
    if shuffle is None or shuffle.proof is not None:
        ledger.save(commit_next(table))
        shuffle = ledger.shuffle(table.state.next_deal)
    if shuffle is None:
        raise LedgerError(f"the shuffle of deal {table.state.next_deal} is not there")
    return shuffle


def commit_next(table: Table) -> CommitShuffle:
    """Give the next deal its number, and return the change that commits to its shuffle."""
    deal_id = str(table.house.ledger.new_deal_number())
    table.state.next_deal = deal_id
    pending = PendingShuffle(deal_id, make_secret(table.house.entropy))
    player = table.state.place.player
    where = "" if player else str(table.state.place)
    return CommitShuffle(deal_id, table.state.kind, pending.commitment, pending.secret.hex(), player, where)


def _deliver_all(table: Table, play: Play) -> None:
    """Give everybody still in the deal their cards; among robots it goes on at once."""
    for seat in range(len(play.hand.seats)):
        if table.seat_of(seat).person and play.deal.in_hand[seat]:
            deliver(table, play, seat)
    if not play.undelivered:
        table.after(Timer.CARDS, 0)


def deliver(table: Table, play: Play, seat: int, drawn: int | None = None) -> None:
    """Give a person their cards; the deal goes on when they have arrived."""
    play.undelivered.add(seat)
    table.after(Timer.CARDS_LOST, RECEIPT_SECONDS)
    nick = table.nick(seat)

    def received(reason: str) -> None:
        if table.play is not play or seat not in play.undelivered:
            return
        if reason == NETWORK_LOST:
            table.calls.pause()
            return
        play.undelivered.discard(seat)
        if reason and play.hand.actions:
            # Bets stand: or whoever is losing would take theirs back by leaving. The clock plays for them.
            seating.go_away(table, play.hand.seats[seat])
        elif reason:
            play.unreachable.add(seat)
            play.refused = play.refused or f"{nick} could not be given cards ({reason})"
        if reason or not play.undelivered:
            table.after(Timer.CARDS, 0)

    view = make_view(play.deal, seat)
    person = table.seat_of(seat).person
    table.tell(OwnCards(play.hand.deal_id, view, table.seat_facts(), drawn), person, received)


def cards_lost(table: Table) -> None:
    """Give up waiting for somebody's cards to arrive."""
    play = table.play
    if play is None or not play.undelivered:
        return
    if play.hand.actions:
        for seat in play.undelivered:
            seating.go_away(table, play.hand.seats[seat])
        play.undelivered.clear()
        table.after(Timer.CARDS, 0)
        return
    names = ", ".join([table.nick(seat) for seat in sorted(play.undelivered)])
    play.unreachable |= play.undelivered
    call_off(table, f"nobody knows whether {names} got the cards")


def call_off(table: Table, reason: str) -> None:
    """End the deal with all bets returned, and say why."""
    play, state = table.play, table.state
    if play is None:
        return
    changes: list[Change] = [*mark_called_off(table.house.ledger, play.hand.deal_id, reason)]
    for seat in play.unreachable:
        # Or the next deal would fail in the same way.
        table.seat_of(seat).sits_out = True
        table.unreached.add(play.hand.seats[seat])
    state.hand = None
    leavers = {number: _farewell(table, number) for number in play.hand.seats if state.seats[number].leaves}
    called_off = CalledOff(play.hand.deal_id, reason)
    if len(leavers) < len(state.people):
        commit = commit_next(table)
        changes.append(commit)
        called_off = replace(called_off, next_deal=commit.deal_id, commitment=commit.commitment)
    table.tell(called_off)
    _end(table, play, leavers, changes)


def finish(table: Table) -> None:
    """Settle a deal that is over: stacks, results, shuffle, and whoever leaves; all in one transaction."""
    play, state = table.play, table.state
    if play is None:
        return
    events = play.deal.events[play.told :]
    street = any(isinstance(event, StreetBegan) and event.board for event in events)
    outcomes = _outcomes(table, play)
    ended = DealEnded(play.hand.deal_id, table.public_view(), table.deeds(), outcomes, "", "", False, street)
    record = _record(table, play, outcomes)
    changes, moves, leavers = _new_stacks(table, play, outcomes)
    state.last_deal, state.last_reasons, state.hand = play.hand.deal_id, play.hand.reasons, None
    if len(leavers) < len(state.people):
        commit = commit_next(table)
        ended = replace(ended, next_deal=commit.deal_id, commitment=commit.commitment)
        changes.append(commit)
    table.tell(replace(ended, has_reasons=bool(play.hand.reasons)))
    for seat, number in enumerate(play.hand.seats):
        robot = state.seats[number]
        if ended.next_deal and robot.robot and not play.deal.stacks[seat]:
            table.tell(Rebought(table.sitter(number), robot.stack))
    _end(table, play, leavers, changes, moves, record)


def _new_stacks(
    table: Table, play: Play, outcomes: tuple[Outcome, ...]
) -> tuple[list[Change], tuple[Posting, ...], dict[int, Departure]]:
    """Give everybody their chips; return results to store, chips that robots bring anew, and who has to go."""
    changes: list[Change] = []
    moves: list[Posting] = []
    leavers: dict[int, Departure] = {}
    for seat, number in enumerate(play.hand.seats):
        sitting = table.state.seats[number]
        sitting.stack = play.deal.stacks[seat]
        if sitting.purse:
            won = outcomes[seat].won
            changes.append(RecordResult(sitting.purse, table.state.kind, won - outcomes[seat].net, won))
            if sitting.leaves or not sitting.stack:
                leavers[number] = _farewell(table, number)
            continue
        _learn(table, play, seat)
        if not sitting.stack:
            moves += transfer(HOUSE, table.account, sitting.brought)
            sitting.stack = sitting.brought
    return changes, tuple(moves), leavers


def _farewell(table: Table, number: int) -> Departure:
    """Return why a person leaves after a deal."""
    if not table.state.seats[number].leaves:
        return Departure.BROKE
    return Departure.GONE if number in table.away else Departure.ASKED


def _end(
    table: Table,
    play: Play,
    leavers: dict[int, Departure],
    changes: list[Change],
    moves: tuple[Posting, ...] = (),
    record: DealRecord | None = None,
) -> None:
    """Store that a deal is over, keep its history, and go on to the next."""
    deal_id = play.hand.deal_id
    # Nobody else's cards can be seen from it, or there is no next time at this table to show it.
    is_shown = _is_against_robots(table, play) or len(leavers) == len(table.state.people)
    if is_shown:
        changes.append(RevealShuffle(deal_id))
    table.calls.cancel(Timer.ACT, Timer.REMIND, Timer.ROBOT, Timer.CARDS, Timer.CARDS_LOST)
    table.once_stored(lambda: _archive(table, play, record, is_shown=is_shown))
    seating.settle(table, leavers, *changes, moves=moves)
    table.play = None
    if not is_shown:
        proving.prove_later(table, deal_id)
    if not table.is_over:
        seating.plan_next(table)


def _archive(table: Table, play: Play, record: DealRecord | None, *, is_shown: bool) -> None:
    """Keep the history of a deal that is over, and its proof if that may be shown."""
    archive = table.house.archive
    try:
        if record is not None:
            archive.keep(record)
        if is_shown and record is not None:
            archive.prove(table.state.place, play.proof)
        elif is_shown:
            # It was called off, and its proof says so.
            proving.archive_proofs(table, [play.hand.deal_id])
    except Exception:
        # The deal is over for everybody, and the next one waits for no history.
        _logger.exception("%s: deal %s is not kept", table, play.hand.deal_id)


def resume(table: Table) -> None:
    """Go on after the network or the ledger was away, or the bot was started again: with the cards once more."""
    seating.plan_grace(table)
    proving.plan_proofs(table)
    play = table.play
    table.tell(Resumed(play.hand.deal_id if play else ""))
    if play is None:
        table.flush()
        seating.plan_next(table)
        return
    # Nobody acts, and no clock runs, before the cards are there.
    table.calls.cancel(Timer.ACT, Timer.REMIND, Timer.ROBOT)
    play.begun, play.told, play.refused = False, len(play.deal.events), ""
    play.unreachable.clear()
    _deliver_all(table, play)
    table.flush()


def _is_against_robots(table: Table, play: Play) -> bool:
    """Return whether nobody's cards but those of one person can be seen from the shuffle."""
    return sum(table.seat_of(seat).player is not None for seat in range(len(play.hand.seats))) <= 1


def _outcomes(table: Table, play: Play) -> tuple[Outcome, ...]:
    deal = play.deal
    won = [0] * len(play.hand.seats)
    for event in deal.events:
        if isinstance(event, PotWon):
            won[event.seat] += event.amount
    found = []
    for seat, stack in enumerate(deal.setup.stacks):
        cards = deal.hole_cards[seat] if deal.shown[seat] else ()
        name = best_hand(cards + deal.board).name if cards and len(cards + deal.board) >= 5 else ""
        found.append(Outcome(table.sitter(play.hand.seats[seat]), won[seat], deal.stacks[seat] - stack, cards, name))
    return tuple(found)


def _record(table: Table, play: Play, outcomes: tuple[Outcome, ...]) -> DealRecord:
    people = [table.seat_of(seat).player for seat in range(len(play.hand.seats))]
    return DealRecord(
        place=table.state.place,
        game=table.state.game_name,
        deal=play.deal,
        deal_id=play.hand.deal_id,
        players=tuple(people),
        outcomes=outcomes,
    )


def _meet(table: Table, number: int, seats: tuple[int, ...]) -> None:
    """Let a robot that learns know whom it plays with."""
    with _its_own_failure(table, number):
        robot = table.robot(number)
        if isinstance(robot, LearningRobot):
            robot.meet([table.state.seats[other].known_as for other in seats])


def _learn(table: Table, play: Play, seat: int) -> None:
    """Let a robot that learns take the finished deal in, and keep what it remembers."""
    number = play.hand.seats[seat]
    with _its_own_failure(table, number):
        robot = table.robot(number)
        if isinstance(robot, LearningRobot):
            robot.learn(make_view(play.deal, seat))
            # Here it is seen whether JSON can hold it, not when the table is stored.
            table.state.seats[number].memory = json.loads(json.dumps(robot.memory()))


@contextmanager
def _its_own_failure(table: Table, number: int) -> Iterator[None]:
    """Let the table go on when a robot fails; the owner is told."""
    try:
        with failing(table.state.seats[number].robot):
            yield
    except PokerError:
        _logger.exception("%s: a robot failed", table)
