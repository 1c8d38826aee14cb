"""The situations in which the robot decides, and its tests in each: the rows of docs/robot-rules.md, as data."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from ircpoker.robots.features import has_wagered
from ircpoker.table.games import Street
from ircpoker.table.view import PlayerView


class Advice(Enum):
    """The advice of a test that holds."""

    FOLD = "fold"
    CALL = "call"
    HALF = "half"
    POT = "pot"
    ALL_IN = "all-in"


class Test(NamedTuple):
    """Slots of one group that must hold for an advice.

    Attributes:
        advice: the action if they hold.
        group: a group of strategy variables; `{}` stands for the street's letter.
        indexes: the indices of the slots, from 1, all of which must hold. A call has two, of which one must hold: the
            first against a normal bet, the second against a big one.
    """

    advice: Advice
    group: str
    indexes: tuple[int, ...]


class Commit(NamedTuple):
    """The slot that decides on going all-in where the raise would cost half the stack or more.

    Attributes:
        group: the group of strategy variables.
        slot: the slot's index.
        size: the size of that raise.
        pot_slot: the index of the slot that makes that raise the pot instead; 0 for none.
    """

    group: str
    slot: int
    size: Advice
    pot_slot: int = 0


class Row(NamedTuple):
    """The tests in one situation, in order; if none holds, the robot folds, or checks if that is free.

    Attributes:
        tests: the first one that holds decides.
        commit: replaces the raises where they cost too much to fold later.
        raise_needs_call: a raise is made only with a hand that may call, too.
    """

    tests: tuple[Test, ...]
    commit: Commit | None = None
    raise_needs_call: bool = False


ROWS: Mapping[int, Row] = MappingProxyType(
    {
        # The robot deals.
        1: Row(
            (Test(Advice.POT, "pfr", (1, 2, 3)), Test(Advice.HALF, "pfr", (1, 3)), Test(Advice.CALL, "pf", (1, 1))),
            commit=Commit("pfr", 4, Advice.HALF, pot_slot=2),
        ),
        2: Row((Test(Advice.CALL, "pf", (2, 3)),)),
        # The player deals.
        3: Row((Test(Advice.HALF, "dpfr", (1, 3)),), commit=Commit("dpfr", 5, Advice.HALF)),
        4: Row(
            (Test(Advice.POT, "dpfr", (2, 4)), Test(Advice.CALL, "dpf", (1, 2))),
            commit=Commit("dpfr", 5, Advice.POT),
        ),
        5: Row((Test(Advice.CALL, "dpf", (1, 2)),)),
        # From the flop on: the robot deals.
        6: Row((Test(Advice.POT, "{}b", (1, 2)), Test(Advice.HALF, "{}b", (1,)))),
        7: Row(
            (Test(Advice.POT, "{}r", (1, 2)), Test(Advice.HALF, "{}r", (1,)), Test(Advice.CALL, "{}c", (1, 2))),
            raise_needs_call=True,
        ),
        8: Row((Test(Advice.CALL, "{}c", (1, 2)),)),
        # The player deals.
        9: Row((Test(Advice.POT, "d{}b", (1, 2, 3, 4)), Test(Advice.HALF, "d{}b", (1, 3)))),
        10: Row((Test(Advice.POT, "d{}r", (1, 2)), Test(Advice.HALF, "d{}r", (1,)), Test(Advice.CALL, "d{}", (1, 2)))),
        11: Row((Test(Advice.CALL, "d{}", (1, 2)),)),
    }
)
BETTING_ROWS = frozenset({6, 9})
"""The situations in which nobody has bet on the flop or later."""
STREET_LETTERS: Mapping[Street, str] = MappingProxyType(
    {Street.PREFLOP: "p", Street.FLOP: "f", Street.TURN: "t", Street.RIVER: "r"}
)


def find_row(view: PlayerView) -> int:
    """Return the number of the row for a turn to bet.

    Args:
        view: the view of a hold'em deal with any number of seats. "The player" of the document is the one who bet or
            raised last; the robot deals if nobody still in acts after it, and before the flop unless it is the big
            blind.

    Returns:
        1 to 11.
    """
    is_preflop, seat = view.street is Street.PREFLOP, -1 if view.seat is None else view.seat
    deals = not (_is_big_blind(view) if is_preflop else any(view.in_hand[seat + 1 :]))
    wagers = 0 if view.aggressor is None else 2 if has_wagered(view) else 1
    return row_number(wagers, is_preflop=is_preflop, deals=deals)


def row_number(wagers: int, *, is_preflop: bool, deals: bool) -> int:
    """Return the number of a row.

    Args:
        wagers: 0 if nobody has bet or raised, 2 if the robot has, else 1.
        is_preflop: whether there is no board.
        deals: whether the robot deals.
    """
    if is_preflop and deals:
        return 1 + (wagers > 0)
    return (3 if is_preflop else 6 if deals else 9) + wagers


def _is_big_blind(view: PlayerView) -> bool:
    blinds = view.setup.blinds
    if not blinds:
        return False
    highest = max(blinds)
    return view.seat == max(seat for seat, blind in enumerate(blinds) if blind == highest)
