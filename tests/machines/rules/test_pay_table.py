"""Pay tables from a configuration."""

import pytest

from ircpoker.draws import Outcome, discards
from ircpoker.errors import ConfigError
from ircpoker.machines.rules import MOST_PAID, SLOT_PAYS, VIDEO_POKER_PAYS, Machine, make_pay_table, payout_values


def test_a_table_from_names():
    shipped = {outcome.value: pays for outcome, pays in zip(Outcome, SLOT_PAYS.pays, strict=True)}
    assert make_pay_table(Machine.SLOT, shipped) == SLOT_PAYS
    assert SLOT_PAYS.pay(Outcome.ROYAL_FLUSH) == 5000
    assert (VIDEO_POKER_PAYS.pay(Outcome.FULL_HOUSE), VIDEO_POKER_PAYS.pay(Outcome.FLUSH)) == (9, 6)


def test_outcomes_without_a_payout_pay_nothing():
    assert make_pay_table(Machine.SLOT, {"straight": MOST_PAID}).pays == (0, 0, 0, 0, 0, MOST_PAID, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("pays", "key", "words"),
    [
        ({"pair": 2}, "pair", "expected one of royal_flush, straight_flush, "),
        ({"FLUSH": 2}, "FLUSH", "expected one of"),
        ({"a\r\nQUIT": 2}, "a\r\nQUIT", "expected one of"),
        ({"flush": -1}, "flush", "expected 0 to 1000000 stakes"),
        ({"flush": MOST_PAID + 1}, "flush", "expected 0 to 1000000 stakes"),
    ],
)
def test_impossible_payouts_are_refused(pays, key, words):
    with pytest.raises(ConfigError, match=words) as caught:
        make_pay_table(Machine.VIDEO_POKER, pays)
    assert (caught.value.section, caught.value.key) == ("videopoker", key)
    assert str(caught.value).startswith("[videopoker] ")
    assert str(caught.value).isprintable()


def test_values_for_the_draw_follow_the_table():
    generous = make_pay_table(Machine.VIDEO_POKER, {"royal_flush": 1000, "jacks_or_better": 1})
    hand = "Ah Kh Qh Jh Jc"
    assert len(discards(hand, payout_values(generous))[0].cards) == 4
    assert payout_values(generous) is payout_values(generous)
    stingy = make_pay_table(Machine.VIDEO_POKER, {"royal_flush": 1, "jacks_or_better": 1})
    assert len(discards(hand, payout_values(stingy))[0].cards) == 5
