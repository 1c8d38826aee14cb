"""The counts of an opponent, and the figures computed from them."""

import json
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircpoker.errors import SavedGameError
from ircpoker.robots.opponents import MOST_OPPONENTS
from ircpoker.robots.swede import SwedeRobot
from ircpoker.robots.swede.opponents import Act, Record, acts_of, count_acts, read_record
from ircpoker.table.view import make_view
from tests.robots.turns import draw_deal, play, stand_pat
from tests.table.play import random_deal

COUNTS = st.integers(0, 1000)


@pytest.mark.parametrize(
    ("opens", "checks", "deals", "value"),
    [
        (1, 3, 1, 0.5625),
        (1, 3, 2, 0.625),
        (1, 3, 4, 0.75),
        (3, 1, 1, 0.6875),
        (3, 1, 10, 1.25),
        (0, 4, 10, 0.5),
        (4, 0, 10, 1.5),
        (2, 2, 3, 0.875),
        (0, 0, 10, 1.0),
    ],
)
def test_boldness(opens, checks, deals, value):
    assert Record(deals, open=opens, check=checks).open_check == value
    assert Record(deals, raises=opens, call=checks).raise_call == value


def test_play_mode():
    cautious = {"fold": 2, "check": 1, "call": 4, "open": 2, "raises": 1}
    bold = {"call": 1, "open": 3, "raises": 4, "all_in": 2}
    assert Record(4, **cautious).play_mode == pytest.approx(0.42, abs=1e-15)
    assert Record(1, **cautious).play_mode == pytest.approx(0.105, abs=1e-15)
    assert Record(2, **bold).play_mode == pytest.approx(0.375, abs=1e-15)
    assert Record(9, **bold).play_mode == pytest.approx(0.75, abs=1e-15)
    assert Record(9).play_mode == 0


@given(st.builds(Record, *[COUNTS] * 7))
def test_ranges(record):
    assert 0 <= record.play_mode <= 1
    assert 0.5 <= record.open_check <= 1.5
    assert 0.5 <= record.raise_call <= 1.5


def test_the_last_chip_is_always_an_all_in():
    deal = draw_deal("2c 2d 5h 7s 9c", "3c 3d 6h 8s Tc", "4c 4d Kh Qs Jc", "Ac Ad Kd Qd Jd", stacks=(60, 40, 500, 500))
    play(deal, "check, bet 30, to 100, fold, call")
    assert list(acts_of(make_view(deal, None)))[:5] == [
        (0, Act.CHECK),
        (1, Act.ALL_IN),
        (2, Act.RAISE),
        (3, Act.FOLD),
        (0, Act.ALL_IN),
    ]


def test_counts_of_a_seat():
    deal = draw_deal("2c 2d 5h 7s 9c", "3c 3d 6h 8s Tc", stacks=(500, 500))
    stand_pat(play(deal, "check, bet 10, to 20, to 40, call"))
    play(deal, "check, check")
    assert count_acts(make_view(deal, 0), 0) == {Act.CHECK: 2, Act.RAISE: 1, Act.CALL: 1}
    assert count_acts(make_view(deal, 0), 1) == {Act.OPEN: 1, Act.RAISE: 1, Act.CHECK: 1}


@pytest.mark.slow(1)
def test_returned_chips_undo_an_all_in():
    rng = random.Random(5)
    for _ in range(200):
        deal = random_deal(rng, ("draw", "limit_draw", "holdem"))
        acts = list(acts_of(make_view(deal, None)))
        all_ins = Counter(seat for seat, act in acts if act is Act.ALL_IN)
        # A player who is all-in has nothing more to decide.
        assert all(count == 1 for count in all_ins.values())


def test_a_record_survives_json():
    record = Record().plus(Counter({Act.OPEN: 2})).plus(Counter({Act.ALL_IN: 1}))
    assert record == Record(2, open=2, all_in=1)
    assert read_record(json.loads(json.dumps(record))) == record


@pytest.mark.parametrize(
    "counts", [None, 3, "1234567", [1, 2, 3], [1, 2, 3, 4, 5, 6, "7"], [1, 2, 3, 4, 5, 6, -7], [True] * 7]
)
def test_a_bad_memory_is_refused(counts):
    with pytest.raises(SavedGameError, match="memory"):
        SwedeRobot().recall({"alice": counts})


def test_a_memory_does_not_grow_without_end():
    robot = SwedeRobot()
    view = make_view(random_deal(random.Random(1), ("draw",)), None)
    for number in range(MOST_OPPONENTS + 10):
        robot.meet([str(number), "regular"])
        robot.learn(view)
    memory = robot.memory()
    assert len(memory) == MOST_OPPONENTS
    assert "0" not in memory
    assert memory["regular"][0] == MOST_OPPONENTS + 10
