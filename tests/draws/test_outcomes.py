"""The ten lines of a pay table."""

from collections import Counter

import pytest

from ircpoker.draws import Outcome, by_class, outcome_of, outcomes_by_class
from ircpoker.hands import VALUES, evaluate


@pytest.mark.parametrize(
    ("hand", "outcome"),
    [
        ("Ah Kh Qh Jh Th", "royal_flush"),
        ("5h 4h 3h 2h Ah", "straight_flush"),
        ("2h 2d 2c 2s 3h", "four_of_a_kind"),
        ("2h 2d 2c 3s 3h", "full_house"),
        ("7h 5h 4h 3h 2h", "flush"),
        ("5h 4h 3h 2h Ad", "straight"),
        ("2h 2d 2c 4s 3h", "three_of_a_kind"),
        ("3h 3d 2c 2s 4h", "two_pair"),
        ("Ah Ad Kc Qs Jh", "jacks_or_better"),
        ("Jh Jd 2c 3s 4h", "jacks_or_better"),
        ("Th Td Ac Ks Qh", "nothing"),
        ("2h 2d 3c 4s 5h", "nothing"),
        ("Ah Kd Qc Js 9h", "nothing"),
        ("7h 5d 4c 3s 2h", "nothing"),
    ],
)
def test_outcome(hand, outcome):
    assert outcome_of(evaluate(hand)) is Outcome(outcome)


def test_every_class_has_its_outcome():
    assert len(outcomes_by_class()) == 7463
    for class_ in range(1, 7463):
        assert outcomes_by_class()[class_] is outcome_of(VALUES[class_])


def test_classes_per_outcome():
    counts = Counter(outcomes_by_class()[1:])
    # Pairs: 220 sets of kickers for each of four and of nine ranks.
    expected = (1, 9, 156, 156, 1277, 10, 858, 858, 880, 1980 + 1277)
    assert [counts[outcome] for outcome in Outcome] == list(expected)


def test_amounts_by_class():
    amounts = by_class({Outcome.ROYAL_FLUSH: 800, Outcome.JACKS_OR_BETTER: 1})
    assert (amounts[1], amounts[2], amounts[3326], amounts[4205], amounts[4206], len(amounts)) == (
        800,
        0,
        1,
        1,
        0,
        7463,
    )
