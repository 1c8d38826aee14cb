"""The independent checker notices planted faults."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from ircpoker.lobby import next_hand
from ircpoker.tournaments import moving, paying
from ircpoker.tournaments.rules import seating
from ircpoker.tournaments.rules.seating import TableSeats
from ircpoker.tournaments.state import TournamentState
from tests.tournaments.checker import BrokenRuleError, Checker, Snapshot
from tests.tournaments.test_large import run

Patch = Callable[[pytest.MonkeyPatch], None]
WORDS = "buy-in 100 pays top 40 % seats 6 stack 1000 10/20@3h 20/40@3h 40/80@3h 80/160@3h"


def best_seat(patch: pytest.MonkeyPatch) -> None:
    """Players are moved to the best seat."""
    patch.setattr(
        seating,
        "worst_seat",
        lambda table: [seat for seat in table.after(table.big_blind or 0) if seat not in table.players][-1],
    )


def wrong_player(patch: pytest.MonkeyPatch) -> None:
    """Another player than the next big blind is moved."""

    def after_next(table: TableSeats) -> int:
        last = table.seats - 1 if table.big_blind is None else table.big_blind
        return [seat for seat in table.after(last) if seat in table.players][1]

    patch.setattr(seating, "next_big_blind", after_next)


def nobody_moves(patch: pytest.MonkeyPatch) -> None:
    """Tables are not balanced."""
    patch.setattr(seating, "next_move", lambda _tables, _order: None)
    patch.setattr(seating, "halted", lambda _tables: set())


def other_order(patch: pytest.MonkeyPatch) -> None:
    """The last table of the order is broken first."""
    before = seating.next_to_break

    def last(tables: Sequence[TableSeats], order: Sequence[int]) -> int | None:
        return before(tables, tuple(reversed(order)))

    patch.setattr(seating, "next_to_break", last)


def two_levels(patch: pytest.MonkeyPatch) -> None:
    """A level is skipped."""
    stakes = TournamentState.stakes

    def later(state: TournamentState) -> Any:
        return stakes(replace(state, level=2 * state.level))

    patch.setattr(TournamentState, "stakes", later)


def no_hand_for_hand(patch: pytest.MonkeyPatch) -> None:
    """Tables do not wait for each other on the bubble."""
    patch.setattr(seating, "is_bubble", lambda *_: False)


def wrong_places(patch: pytest.MonkeyPatch) -> None:
    """Fewer chips at the start of the hand place higher."""
    before = seating.order_out
    patch.setattr(
        seating, "order_out", lambda groups: before([[(entry, -chips) for entry, chips in group] for group in groups])
    )


def lost_chips(patch: pytest.MonkeyPatch) -> None:
    """A player who is moved loses a chip on the way."""
    before = moving.move

    def lossy(draft: Any, step: Any, why: str) -> None:
        before(draft, step, why)
        draft.tables[step.target].state.seats[step.seat].stack -= 1

    patch.setattr(moving, "move", lossy)


def wrong_share(patch: pytest.MonkeyPatch) -> None:
    """The winner's prize goes to the second place."""
    before = paying.shared_prizes
    patch.setattr(paying, "shared_prizes", lambda prizes, groups: before([*prizes[1::-1], *prizes[2:]], groups))


def not_dealt(patch: pytest.MonkeyPatch) -> None:
    """The player with the most chips is not dealt in."""
    before = next_hand.dealt_in

    def fewer(state: Any, robots: Any) -> list[Any]:
        found = before(state, robots)
        rich = max(found, key=lambda number: state.seats[number].stack)
        return [number for number in found if number != rich] if len(found) > 3 else found

    patch.setattr(next_hand, "dealt_in", fewer)


FAULTS: list[Patch] = [
    best_seat,
    wrong_player,
    nobody_moves,
    other_order,
    two_levels,
    no_hand_for_hand,
    wrong_places,
    lost_chips,
    wrong_share,
    not_dealt,
]


@pytest.mark.deep
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_planted_fault_is_noticed(fault: Patch, monkeypatch: pytest.MonkeyPatch) -> None:
    fault(monkeypatch)
    for seed in range(1, 13):
        try:
            arena, checker, _tournament = run(3, 21, WORDS, seed)
        except AssertionError:
            return
        if checker.failed:
            return
        arena.close()
    pytest.fail(f"nobody notices: {fault.__doc__}")


@pytest.mark.parametrize(("seat", "is_right"), [(2, True), (3, False)])
def test_a_deal_may_begin_in_the_change_that_moves_somebody(seat: int, is_right: bool) -> None:
    sizes, players = (10, 20, 0), {number: (number + 1, 300) for number in range(4)}
    fewer = {0: (5, 300), 1: (6, 300)}
    before = {
        0: Snapshot(players, (0, 1, 3), "", sizes, (), "1"),
        1: Snapshot(fewer, (0, 1, 0), "", sizes, (), "2"),
    }
    checker = Checker(4, 300, [sizes], order=(0, 1), entries=6, tables=before)
    left = {number: own for number, own in players.items() if number != 2}
    after = {
        0: Snapshot(left, (0, 1, 3), "", sizes, (), "1"),
        1: Snapshot({**fewer, seat: players[2]}, (1, seat, 0), "3", sizes, (6, 3, 5), "2"),
    }
    if is_right:
        checker.see(after, 1.0)
        assert (checker.moves, checker.deals) == (1, 1)
    else:
        with pytest.raises(BrokenRuleError, match="moved is to the worst seat"):
            checker.see(after, 1.0)
