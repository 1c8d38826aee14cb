"""The referee finds each fault in what the bot says, and none in what is right."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from ircpoker.runtime.activity import Activity
from ircpoker.telling.facts import STALE_AFTER, Fact, Telling
from ircpoker.telling.referee import LATEST_RESULT, LONGEST_SILENCE, RULES_KEPT, Referee
from ircpoker.telling.rules import Role


def fact(role: Role, place: str = "#a", number: int = 0, still: Callable[[], bool] | None = None) -> Fact:
    telling = Telling(table="1", role=role, still=still)
    return Fact(place=place, thread="1", telling=telling, text=role.name, is_public=place[0] == "#", number=number)


DEAL = (Role.SEAL, Role.CARDS, Role.POSITIONS, Role.TURN, Role.RESULT, Role.OUT, Role.SEAL)


def deal() -> list[Fact]:
    return [fact(role, "ann" if role is Role.CARDS else "#a", number) for number, role in enumerate(DEAL, 1)]


def awaited(place: str) -> Fact:
    """Return the end of a tournament that follows from a deal which is not told yet."""
    end = fact(Role.STANDING)
    end.follows = (fact(Role.RESULT, place),)
    return end


def long(facts: Sequence[Fact]) -> list[Fact]:
    facts[0].text = "x" * 401
    return list(facts)


def read(*lines: Sequence[Fact], now: float = 0.0) -> Activity:
    activity = Activity()
    referee = Referee("net", {"#a"}, {"#a", "#b"}, activity)
    for line in lines:
        referee.read(line, now)
    return activity


def test_two_right_deals_have_no_fault() -> None:
    lines = [[each] for each in (*deal(), *deal()[1:])]
    for number, (each,) in enumerate(lines, 1):
        each.number = number
    assert not read(*lines).story_faults
    assert not read(deal()).story_faults


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        ("seal", [fact(Role.RESULT), fact(Role.CARDS, "ann")]),
        ("seal", [fact(Role.RESULT), fact(Role.POSITIONS)]),
        ("order", [fact(Role.TURN, number=2), fact(Role.TURN, number=1)]),
        ("untrue", [fact(Role.TURN, still=lambda: False)]),
        ("spoiler", [awaited("#b")]),
        ("length", long([fact(Role.TURN), fact(Role.TURN)])),
        ("card", [fact(Role.CARDS)]),
    ],
)
def test_each_fault_is_counted(rule: str, line: list[Fact]) -> None:
    assert read(line).story_faults == {rule: 1}


def test_late_lines_are_counted() -> None:
    assert read([fact(Role.TURN)], now=LONGEST_SILENCE + STALE_AFTER + 1).story_faults == {"silence": 1}
    stake = fact(Role.STAKE, "ann")
    assert not read([stake], now=LATEST_RESULT - 1).story_faults
    assert read([stake], now=LATEST_RESULT + 1).story_faults == {"stake": 1}


def test_lines_that_cannot_go_hold_up_nothing() -> None:
    assert not read([awaited("#lost")]).story_faults
    activity = Activity()
    referee = Referee("net", set(), {"#a"}, activity)
    referee.read([fact(Role.RESULT)], 0.0)
    referee.give_up(fact(Role.SEAL))
    referee.read([fact(Role.POSITIONS)], 0.0)
    assert not activity.story_faults


def test_lines_are_counted_by_places_of_the_configuration() -> None:
    counts = read(*[[fact(Role.TURN, place)] for place in ("#a", "#b", "#a", "ann")]).lines_to_people
    assert counts == {("net", "#a"): 2, ("net", "others"): 1, ("net", "private"): 1}


def test_every_rule_has_a_fault_here() -> None:
    assert set(RULES_KEPT) == {"seal", "order", "untrue", "spoiler", "length", "card", "silence", "stake"}
