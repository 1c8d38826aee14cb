"""The Swedish robot's rules: every row of their table, and the boundaries of each condition."""

import pytest

from ircpoker.robots.swede.opponents import Act
from ircpoker.robots.swede.rules import SwedeSituation, Threat, choose, rule_a, rule_b, rule_c

OPENINGS = [
    # best, remaining, players, left, least opening → stake (None: not asked), choice
    (0.85, 200, 5, 4, 10, 93, Act.OPEN),
    (0.85, 200, 2, 1, 10, 245, Act.ALL_IN),
    (0.60, 190, 2, 1, 10, 86, Act.OPEN),
    (0.90, 90, 3, 2, 10, 63, Act.OPEN),
    (0.95, 900, 2, 1, 10, 514, Act.OPEN),
    (0.35, 200, 3, 3, 10, 6, Act.CHECK),
    (0.25, 200, 3, 1, 10, 3, Act.CHECK),
    (0.70, 8, 3, 1, 10, None, Act.ALL_IN),
    (0.60, 8, 3, 1, 10, None, Act.CHECK),
    # .3 is the minimum strength to open with, and the stake must reach the least opening.
    (0.299, 900, 2, 1, 1, 16, Act.CHECK),
    (0.3, 900, 2, 1, 1, 16, Act.OPEN),
    (0.37, 200, 3, 1, 10, 10, Act.OPEN),
    (0.36, 200, 3, 1, 10, 9, Act.CHECK),
]


@pytest.mark.parametrize(("best", "remaining", "players", "left", "need", "stake", "act"), OPENINGS)
def test_open_or_check(*, best, remaining, players, left, need, stake, act):
    choice = choose(SwedeSituation(best, remaining, 10, players, left, to_raise=need))
    assert (choice.act, choice.stake, choice.rule) == (act, stake, "open")


def test_nobody_left_to_bet_against_is_a_check():
    assert choose(SwedeSituation(0.95, 200, 10, 3, 1)).act is Act.CHECK


ANSWERS = [
    # rule, has drawn, (best, remaining, current, players, left, to call, to raise), threat → stake, choice
    ("A", True, (0.80, 60, 40, 3, 1, 80, 160), Threat(Act.RAISE, drew=3), None, Act.ALL_IN),
    ("A", True, (0.80, 60, 40, 3, 1, 80, 160), Threat(Act.RAISE, drew=2), None, Act.ALL_IN),
    ("A", True, (0.70, 60, 40, 3, 1, 80, 160), Threat(Act.RAISE, drew=2), None, Act.FOLD),
    ("A", True, (0.95, 60, 40, 3, 1, 80, 160), Threat(Act.RAISE, drew=0), None, Act.ALL_IN),
    ("A", True, (0.70, 20, 40, 3, 1, 80, 160), Threat(Act.RAISE, drew=1), None, Act.ALL_IN),
    ("A", False, (0.60, 60, 40, 3, 1, 80, 160), Threat(Act.RAISE, play_mode=0.65), None, Act.ALL_IN),
    ("A", False, (0.60, 60, 40, 3, 1, 80, 160), Threat(Act.RAISE, play_mode=0.55), None, Act.FOLD),
    ("B", False, (0.60, 50, 30, 3, 1, 40, 80), Threat(Act.OPEN, 0.75), 45, Act.CALL),
    ("B", False, (0.35, 50, 30, 2, 1, 40, 80), Threat(Act.OPEN, 0.75), 26, Act.FOLD),
    ("B", False, (0.60, 90, 30, 4, 3, 80, 160), Threat(Act.RAISE, 1.10), 52, Act.CALL),
    ("B", False, (0.60, 90, 30, 4, 3, 80, 160), Threat(Act.RAISE, 0.90), 43, Act.FOLD),
    ("B", False, (0.60, 50, 30, 3, 1, 40, None), Threat(Act.ALL_IN, play_mode=0.72), None, Act.CALL),
    ("B", False, (0.60, 50, 30, 3, 1, 40, None), Threat(Act.ALL_IN, play_mode=0.65), None, Act.FOLD),
    ("B", False, (0.95, 150, 30, 3, 1, 140, 280), Threat(Act.RAISE, 0.50), 95, Act.CALL),
    ("C", False, (0.80, 200, 10, 3, 2, 30, 60), Threat(Act.OPEN, 0.75), 83, Act.RAISE),
    ("C", False, (0.60, 200, 10, 3, 2, 30, 60), Threat(Act.OPEN, 0.75), 46, Act.CALL),
    ("C", False, (0.40, 200, 10, 3, 2, 30, 60), Threat(Act.OPEN, 0.75), 20, Act.FOLD),
    ("C", False, (0.66, 200, 60, 3, 2, 50, 100), Threat(Act.RAISE, 0.80), 105, Act.RAISE),
    ("C", False, (0.42, 200, 60, 3, 2, 50, 100), Threat(Act.RAISE, 0.80), 67, Act.CALL),
    ("C", False, (0.90, 150, 20, 2, 1, 40, 80), Threat(Act.RAISE, 1.2), 432, Act.CALL),
    ("C", False, (0.90, 150, 90, 2, 1, 40, 80), Threat(Act.RAISE, 1.2), 432, Act.ALL_IN),
    ("C", False, (0.50, 200, 60, 3, 2, 100, 150), Threat(Act.ALL_IN, play_mode=0.65), None, Act.CALL),
    ("C", False, (0.50, 200, 60, 3, 2, 100, 150), Threat(Act.ALL_IN, play_mode=0.50), None, Act.FOLD),
]


@pytest.mark.parametrize(("rule", "has_drawn", "numbers", "threat", "stake", "act"), ANSWERS)
def test_answers(rule, has_drawn, numbers, threat, stake, act):
    choice = choose(SwedeSituation(*numbers, threat=threat, has_drawn=has_drawn))
    assert (choice.rule, choice.stake, choice.act) == (rule, stake, act)


@pytest.mark.parametrize(
    ("has_drawn", "best", "remaining", "drew", "play_mode", "act"),
    [
        (True, 0.9, 60, 0, 1.0, Act.FOLD),
        (True, 0.901, 60, 0, 0.0, Act.ALL_IN),
        (True, 0.5, 60, 3, 0.0, Act.ALL_IN),
        (True, 0.499, 60, 5, 1.0, Act.FOLD),
        (True, 0.75, 60, 2, 0.0, Act.ALL_IN),
        (True, 0.749, 60, 2, 1.0, Act.FOLD),
        (True, 0.8, 60, 1, 1.0, Act.FOLD),
        # A stake of up to half the pot is not given up; before the draw, of less than half.
        (True, 0.1, 20, 0, 0.0, Act.ALL_IN),
        (True, 0.1, 21, 0, 0.0, Act.FOLD),
        (False, 0.1, 20, 0, 0.0, Act.FOLD),
        (False, 0.1, 19, 0, 0.0, Act.ALL_IN),
        (False, 0.401, 60, 0, 0.601, Act.ALL_IN),
        (False, 0.4, 60, 0, 1.0, Act.FOLD),
        (False, 0.89, 60, 0, 0.6, Act.FOLD),
        (False, 0.901, 60, 0, 0.0, Act.ALL_IN),
    ],
)
def test_boundaries_of_a(has_drawn, best, remaining, drew, play_mode, act):
    threat = Threat(Act.RAISE, play_mode=play_mode, drew=drew)
    now = SwedeSituation(best, remaining, 40, 3, 1, 80, None, has_drawn=has_drawn)
    assert rule_a(now, threat).act is act


@pytest.mark.parametrize(
    ("best", "remaining", "current", "players", "to_call", "threat", "act"),
    [
        # stake = 200 · best · factor, or 400 for two
        (0.401, 150, 30, 3, 40, Threat(Act.OPEN, 0.5), Act.CALL),
        (0.401, 150, 30, 3, 41, Threat(Act.OPEN, 0.5), Act.FOLD),
        (0.4, 150, 30, 3, 40, Threat(Act.OPEN, 0.5), Act.FOLD),
        (0.301, 150, 30, 2, 60, Threat(Act.OPEN, 0.5), Act.CALL),
        (0.3, 150, 30, 2, 60, Threat(Act.OPEN, 0.5), Act.FOLD),
        (0.401, 150, 30, 3, 140, Threat(Act.OPEN, 0.5, play_mode=0.601), Act.CALL),
        (0.4, 150, 30, 3, 140, Threat(Act.OPEN, 0.5, play_mode=1.0), Act.FOLD),
        (0.6, 150, 30, 3, 140, Threat(Act.RAISE, 1.001), Act.CALL),
        (0.599, 150, 30, 3, 140, Threat(Act.RAISE, 1.1), Act.FOLD),
        (0.6, 150, 30, 3, 140, Threat(Act.RAISE, 1.0), Act.FOLD),
        # All-in.
        (0.551, 150, 30, 3, 40, Threat(Act.ALL_IN, play_mode=0.701), Act.CALL),
        (0.55, 150, 30, 3, 40, Threat(Act.ALL_IN, play_mode=1.0), Act.FOLD),
        (0.89, 150, 30, 3, 40, Threat(Act.ALL_IN, play_mode=0.7), Act.FOLD),
        (0.901, 150, 30, 3, 40, Threat(Act.ALL_IN, play_mode=0.0), Act.CALL),
    ],
)
def test_boundaries_of_b(*, best, remaining, current, players, to_call, threat, act):
    now = SwedeSituation(best, remaining, current, players, 1, to_call, None)
    assert rule_b(now, threat).act is act


@pytest.mark.parametrize(
    ("best", "remaining", "current", "players", "to_call", "to_raise", "threat", "act"),
    [
        # a raise: stake = 200 · best · factor, or 400 for two
        (0.451, 199, 60, 3, 45, 90, Threat(Act.RAISE, 1.0), Act.RAISE),
        (0.451, 199, 60, 3, 45, 91, Threat(Act.RAISE, 1.0), Act.CALL),
        (0.45, 199, 60, 3, 45, 90, Threat(Act.RAISE, 1.0), Act.CALL),
        (0.301, 199, 60, 2, 45, 90, Threat(Act.RAISE, 1.0), Act.RAISE),
        (0.3, 199, 60, 2, 45, 90, Threat(Act.RAISE, 1.0), Act.FOLD),
        (0.401, 199, 60, 3, 80, 160, Threat(Act.RAISE, 1.0), Act.CALL),
        (0.401, 199, 60, 3, 81, 160, Threat(Act.RAISE, 1.0), Act.FOLD),
        (0.4, 199, 60, 3, 80, 160, Threat(Act.RAISE, 1.0), Act.FOLD),
        (0.701, 199, 60, 3, 190, 199, Threat(Act.RAISE, 0.5), Act.CALL),
        (0.7, 199, 60, 3, 190, 199, Threat(Act.RAISE, 0.5), Act.FOLD),
        # worth more than there is
        (0.9, 180, 90, 2, 40, 80, Threat(Act.RAISE, 1.0), Act.ALL_IN),
        (0.9, 181, 90, 2, 40, 80, Threat(Act.RAISE, 1.0), Act.CALL),
        # an all-in
        (0.401, 199, 60, 3, 40, 80, Threat(Act.ALL_IN, play_mode=0.601), Act.CALL),
        (0.4, 199, 60, 3, 40, 80, Threat(Act.ALL_IN, play_mode=1.0), Act.FOLD),
        (0.9, 199, 60, 3, 40, 80, Threat(Act.ALL_IN, play_mode=0.6), Act.FOLD),
        (0.901, 199, 60, 3, 40, 80, Threat(Act.ALL_IN, play_mode=0.0), Act.CALL),
    ],
)
def test_boundaries_of_c(*, best, remaining, current, players, to_call, to_raise, threat, act):
    now = SwedeSituation(best, remaining, current, players, 1, to_call, to_raise)
    assert rule_c(now, threat).act is act


def test_an_open_and_a_raise_count_differently():
    now = SwedeSituation(0.8, 200, 10, 3, 2, 30, 60)
    assert rule_c(now, Threat(Act.OPEN, 1.0)).stake == int(200 * 0.8667 * 0.8 * 0.8)
    assert rule_c(now, Threat(Act.RAISE, 1.0)).stake == 160


def test_no_bet_no_answer():
    # The game has no blinds: without an opponent there is nothing to judge.
    assert choose(SwedeSituation(0.95, 200, 10, 3, 1, 20, 40)).act is Act.FOLD
