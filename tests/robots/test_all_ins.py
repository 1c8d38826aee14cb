"""A robot calls an all-in as often whether it comes from a stack like its own, a larger one or a smaller one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from ircpoker.robots import Robot, load_robots, make_robot
from ircpoker.table import PlayerView
from tests import tiers
from tests.robots.all_ins import OTHERS, OWN, STREETS, all_in_turn, calls, own_seat

ROBOTS = load_robots()
NAMES = ("regular", "tight", "loose", "wild", "nolimit-easy", "nolimit-medium", "nolimit", "ring", "manual")
SEATS = {"holdem": (2, 3, 6), "draw": (2, 3, 5)}
"""Five play draw at most."""
MOST = 0.03
"""The most by which two shares may differ."""


def cells() -> Iterator[tuple[str, str, int]]:
    """Yield each robot with a game and a number of seats that it plays."""
    for name in NAMES:
        for game, counts in SEATS.items():
            for seats in counts:
                if seats in ROBOTS[name].games.get(game, ()):
                    yield name, game, seats


def robot_of(name: str) -> Robot:
    """Return a new robot; `hard` plays by its blueprint."""
    robot = make_robot(ROBOTS[name])
    if name == "nolimit":
        robot.set_clock(0)  # type: ignore[attr-defined]  # only this one has a clock
    return robot


def turns(game: str, street: str, stacks: tuple[int, int], seats: int, *, is_called: bool) -> partial[PlayerView]:
    """Return what deals a turn: the stacks are the robot's and everybody else's."""
    own = own_seat(game, seats)
    each = tuple(stacks[seat != own] for seat in range(seats))
    caller = (0 if own else 1) if is_called and seats > 2 else None
    return partial(all_in_turn, game, street, each, caller=caller)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "game", "seats"), list(cells()))
def test_an_all_in_is_called_as_often_from_any_stack(
    name: str, game: str, seats: int, record_property: Callable[[str, object], None]
) -> None:
    decisions = tiers.count(4000)
    for street in STREETS[game]:
        for is_called in (False, True)[: 1 + (seats > 2)]:
            shares = [
                calls(robot_of(name), turns(game, street, stacks, seats, is_called=is_called), decisions)
                for stacks in ((OWN, OWN), (OWN, OTHERS), (OTHERS, OWN))
            ]
            record_property(f"{street}{', called before' if is_called else ''}", shares)
            assert max(shares) - min(shares) < MOST, (street, is_called, shares)
            assert 0 < max(shares) < 0.75, (street, is_called, shares)


@pytest.mark.parametrize("name", ["regular", "tight", "loose", "wild"])
@pytest.mark.parametrize("seats", [2, 6])
def test_nobody_calls_with_everything_when_covered(name: str, seats: int) -> None:
    """As the test above, with few hands."""
    shares = [
        calls(robot_of(name), turns("holdem", "preflop", stacks, seats, is_called=False), 40)
        for stacks in ((OWN, OWN), (OWN, OTHERS))
    ]
    assert shares[0] == shares[1] < 0.75
