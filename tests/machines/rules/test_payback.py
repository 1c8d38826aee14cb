"""The data and the text of an exact return; the counting itself is in tests/counts/test_payback.py."""

from fractions import Fraction

import pytest

from ircpoker.draws import Outcome
from ircpoker.errors import ConfigError
from ircpoker.machines.rules import (
    SLOT_PAYS,
    VIDEO_POKER_PAYS,
    Machine,
    check_return,
    make_pay_table,
    payback,
    payback_phrase,
)


def test_json():
    data = payback(SLOT_PAYS).to_data()
    assert data.keys() == {"game", "return", "hit_rate", "table"}
    assert data["game"] == "slot"
    assert data["return"] == 307981 / 324870
    assert data["hit_rate"] == 8935 / 43316
    assert [row["hand"] for row in data["table"]] == [outcome.value for outcome in Outcome]
    assert data["table"][0] == {"hand": "royal_flush", "pays": 5000, "probability": 4 / 2598960}
    assert sum(row["probability"] for row in data["table"]) == pytest.approx(1)


def test_json_of_video_poker():
    data = payback(VIDEO_POKER_PAYS).to_data()
    assert data["game"] == "videopoker"
    assert round(data["return"], 10) == 0.9954390437
    assert data["table"][-1]["hand"] == "nothing"
    assert data["table"][-1]["probability"] == pytest.approx(0.54543467, abs=1e-8)


def test_text():
    assert str(payback_phrase(payback(VIDEO_POKER_PAYS))) == (
        "returns 99.544 % (1653526326983/1661102543100), hit rate 45.457 % (377539813471/830551271550)"
    )


def slot(**pays):
    return payback(make_pay_table(Machine.SLOT, pays))


def test_a_losing_table_is_refused():
    with pytest.raises(ConfigError) as caught:
        check_return(slot(nothing=1, jacks_or_better=2))
    assert str(caught.value) == "[slot] the pay table returns 105.377 % (2685/2548): expected at most 100 %"
    assert caught.value.section == "slot"


def test_the_limit_is_exact():
    # 2,598,960 hands: all paid once return exactly what was staked, and one royal flush more is too much.
    everything = dict.fromkeys((outcome.value for outcome in Outcome), 1)
    assert slot(**everything).return_to_player == 1
    check_return(slot(**everything))
    with pytest.raises(ConfigError, match=r"returns 100\.000 % \(649741/649740\)"):
        check_return(slot(**everything | {"royal_flush": 2}))
    check_return(slot(**everything | {"royal_flush": 0}))


def test_nothing_pays_nothing():
    assert (slot().return_to_player, slot().hit_rate) == (Fraction(0), Fraction(0))
    assert slot(flush=1).hit_rate == Fraction(5108, 2598960)
