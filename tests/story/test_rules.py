"""The machine of rules sees each fault, and none in what is right."""

from __future__ import annotations

import pytest

from tests.servers.company import Heard
from tests.story.rules import RuleMachine, read_turns

RIGHT = (
    (0, "#a", "A table of no-limit hold'em, blinds 5/10: a-nn sits down with 1000 chips; !sit joins."),
    (1, "#a", "b-en sits down in seat 2 with 1000 chips."),
    (2, "#a", "The deck of hand #1 is sealed: 42e6"),
    (7, "ann", "[#a] #1 you hold Ah Kd"),
    (8, "ben", "[#a] #1 you hold 2h 2d"),
    (9, "#a", "#1 5/10 | SB a-nn 1000, BB b-en 1000 | ann: 5 to call (45 s)"),
    (10, "ann", "[#a] Ah Kd | 15 in the pot | your turn: !call, !fold"),
    (12, "#a", "a-nn calls 5 | FLOP Ts 7d Kh | pot 20 | ben: check or bet (45 s)"),
    (20, "#a", "b-en checks, a-nn checks | TURN Ts 7d Kh [6s] | pot 20 | ben: check or bet (45 s)"),
    (
        30,
        "#a",
        "b-en folds | #1 a-nn wins 20 (+10): b-en folds | b-en is out of chips and leaves. | #2 in 5 s, sealed 633f",
    ),
    (35, "ann", "[#a] #2 you hold 3h Kd"),
)


def read(*lines: tuple[float, str, str], tournament: tuple[str, ...] = ()) -> RuleMachine:
    rules = RuleMachine(tournament)
    rules.people = {"ann", "ben"}
    for now, target, text in lines:
        rules.read(now, Heard(target, text, ""))
    return rules


def test_a_right_evening_has_no_fault() -> None:
    rules = read(*RIGHT)
    assert not rules.faults, dict(rules.examples)
    assert {"seal", "cards", "begin", "turn", "own turn", "street", "action", "end", "out", "opening"} <= set(
        rules.seen
    )


@pytest.mark.parametrize(
    ("rule", "at", "line"),
    [
        ("seal", 3, (7, "ann", "[#a] #3 you hold Ah Kd")),
        ("order", 9, (20, "#a", "#2 in 5 s, sealed 633f")),
        ("board", 9, (20, "#a", "TURN Ts 7d Kc [6s] | pot 20 | ben: check or bet (45 s)")),
        ("actor", 6, (10, "#a", "b-en calls 5")),
        ("untrue", 11, (31, "#a", "[2] b-en folds | ben: check or bet (45 s)")),
        ("late turn", 8, (13, "ann", "[#a] Ah Kd | your turn: !check")),
        ("out", 10, (31, "#a", "a-nn is out of chips and leaves.")),
        ("spoiler", 6, (10, "#b", "Tournament 1 is over: ann wins.")),
        ("seconds", 10, (39, "ann", "[#a] #2 you hold 3h Kd")),
        ("stake", 0, (1, "ann", "Kh 2s Qs 8c 2c | Pair of Twos | +5 | 1005 chips")),
        ("opening", 0, (1, "#a", "b-en sits down in seat 2 with 1000 chips.")),
        ("length", 0, (1, "#a", "x" * 401)),
        ("highlight", 6, (10, "#a", "ann calls 5 | ben: check or bet (45 s)")),
        ("card", 6, (10, "#a", "a-nn has Ah Kd")),
        ("silence", 6, (130, "#a", "a-nn calls 5")),
    ],
)
def test_each_fault_is_seen(rule: str, at: int, line: tuple[float, str, str]) -> None:
    before, tournament = RIGHT[:at], ("#a", "#b") if rule == "spoiler" else ()
    assert not read(*before, tournament=tournament).faults
    assert set(read(*before, line, tournament=tournament).faults) >= {rule}


def test_a_result_that_does_not_agree_with_the_chips_is_seen() -> None:
    rules = RuleMachine()
    for chips in (100, 99):
        rules.staked(0.0, "ann", 5)
        rules.read(1.0, Heard("ann", f"Kh 2s Qs 8c 3c | King High | -5 | {chips} chips", ""))
    assert rules.faults == {"stake": 1}


def test_turns_of_several_tables_in_one_line() -> None:
    text = "[1] ben: 10 to call (45 s) | [2] pot 20 | carol: check or bet (45 s)"
    assert list(read_turns(Heard("#a", text, ""))) == [("ben", "10 to call"), ("carol", "check or bet")]
