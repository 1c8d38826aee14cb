"""What a history records of its outcome is compared with the rules; odd chips and rake are kept as recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from ircpoker.errors import HistoryError
from ircpoker.records.phh import read_deal, replay_history
from ircpoker.records.phh.script import PHH_BET_CAP
from ircpoker.records.played import PlayedHand
from ircpoker.records.statistics.deals import count_deal, seats_of_hand
from ircpoker.table.setup import BET_CAP

CASES = Path(__file__).parents[2] / "data" / "cases"
SPLIT = """\
variant = "NT"
antes = [0, 0, 1]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [50, 60, 70]
actions = ["d dh p1 AsKs", "d dh p2 AcKc", "d dh p3 7h2d", "p3 f", "p1 cc", "p2 cc", "d db 2c3d4h", "p1 cc", "p2 cc",
  "d db 5s", "p1 cc", "p2 cc", "d db 6s", "p1 cc", "p2 cc", "p1 sm AsKs", "p2 sm AcKc"]
"""
"""A pot of 5 that two hands share; by our rules the first of them has the odd chip: 51 60 69."""


def replay(more: str = "", text: str = SPLIT) -> PlayedHand:
    return replay_history(read_deal(text + more))


def error_of(more: str, text: str = SPLIT) -> str:
    with pytest.raises(HistoryError) as caught:
        replay(more, text)
    return str(caught.value)


def test_without_a_record_the_rules_decide() -> None:
    assert (replay().finishing_stacks, replay().winnings) == ((51, 60, 69), (3, 2, 0))


@pytest.mark.parametrize(
    ("more", "winnings"),
    [
        ("finishing_stacks = [51, 60, 69]", (3, 2, 0)),
        ("finishing_stacks = [50, 61, 69]", (2, 3, 0)),
        ("winnings = [2, 3, 0]", (2, 3, 0)),
        ("winnings = [2, 2, 0]", (2, 2, 0)),
        ("winnings = [2, 2, 0]\nfinishing_stacks = [50, 60, 69]", (2, 2, 0)),
        ("finishing_stacks = [50.5, 60.5, 69]", (250, 250, 0)),
        ("finishing_stacks = [50.66666666666667, 60.33333333333333, 69.0]", (3, 2, 0)),
    ],
)
def test_odd_chips_and_rake_are_those_of_the_file(more: str, winnings: tuple[int, ...]) -> None:
    assert replay(more).winnings == winnings


def test_stacks_are_shown_in_plain_digits() -> None:
    text = SPLIT.replace("[50, 60, 70]", "[50.000000001, 60, 70]")
    assert replay(text=text).stack_texts == ("50.500000001", "60.5", "69")
    assert replay(text=SPLIT.replace("[50, 60, 70]", "[50, 60, 1.000000001]")).stack_texts[2] == "0.000000001"


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ("finishing_stacks = [51, 60, 79]", "finishing_stacks: p3 has 79: expected 69 by the rules"),
        ("finishing_stacks = [49, 62, 69]", "finishing_stacks: p1 has 49: expected 51 by the rules"),
        ("finishing_stacks = [52, 60, 69]", "finishing_stacks: the amounts are 1 too high"),
        ("finishing_stacks = [50, 60, 69]", "finishing_stacks: the amounts are 1 too low"),
        ("finishing_stacks = [51, 60]", "finishing_stacks: 2 amounts for 3 players"),
        ("finishing_stacks = [51, -60, 69]", "finishing_stacks: expected a list of amounts of chips"),
        ("finishing_stacks = [51, inf, 69]", "finishing_stacks: expected a list of amounts of chips"),
        ("finishing_stacks = [51, nan, 69]", "finishing_stacks: expected a list of amounts of chips"),
        ("finishing_stacks = [51, true, 69]", "finishing_stacks: expected a list of amounts of chips"),
        (f"finishing_stacks = [51, {'9' * 4000}, 69]", "finishing_stacks: expected a list of amounts of chips"),
        ("finishing_stacks = [50.5, 60.75, 69]", "finishing_stacks: p2 has 60.75: expected 60.5 by the rules"),
        ("finishing_stacks = [50.6, 60.4, 69]", "finishing_stacks: p1 has 50.6: expected 50.5 by the rules"),
        ("winnings = [3, 2, 1]", "winnings: p3 has 1: expected 0 by the rules"),
        ("winnings = [0, 2, 0]", "winnings: p1 has 0: expected 3 by the rules"),
        ("winnings = [4, 2, 0]", "winnings: the amounts are 1 too high"),
        ("winnings = [2, 2, 0]\nfinishing_stacks = [51, 60, 69]", "p1 has 51: expected 50 by its winnings"),
    ],
)  # fmt: skip
def test_a_contradiction_is_refused(more: str, reason: str) -> None:
    assert reason in error_of(more)


def test_an_unknown_stack_may_end_as_an_unknown_one() -> None:
    text = SPLIT.replace("[50, 60, 70]", "[50, inf, 70]")
    for stack, winnings in ((51, (3, 2, 0)), (50, (2, 2, 0))):  # the odd chip is anybody's
        assert replay(f"finishing_stacks = [{stack}, inf, 69]", text).winnings == winnings
    assert "p1 has 53: expected 51" in error_of("finishing_stacks = [53, inf, 69]", text)
    assert "p3 has 70: expected 69" in error_of("finishing_stacks = [51, inf, 70]", text)


def test_statistics_have_the_odd_chips_of_the_file() -> None:
    for more, nets in (("", [1, 0, -1]), ("winnings = [2, 3, 0]", [0, 1, -1]), ("winnings = [2, 2, 0]", [0, 0, -1]),
                       ("finishing_stacks = [50, 61, 69]", [0, 1, -1])):  # fmt: skip
        played = replay(more)
        seats = list(seats_of_hand(played))
        assert [seat.net for seat in seats] == nets


LIMIT = """\
variant = "FT"
antes = [0, 0, 0, 0]
blinds_or_straddles = [5, 10, 0, 0]
small_bet = 10
big_bet = 20
starting_stacks = [500, 500, 500, 500]
actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "d dh p4 ????", {actions}]
"""
RAISES = '"p3 cbr 20", "p4 cbr 30", "p1 cbr 40", '


@pytest.mark.parametrize(
    ("answer", "cap", "chance"),
    [
        ('"p2 f", "p3 f", "p4 f"', BET_CAP, False),
        ('"p2 cbr 50", "p3 f", "p4 f", "p1 f"', PHH_BET_CAP, True),
        ('"p2 cc", "p3 f", "p4 f", "d db 2c3d4h", "p1 cbr 10", "p2 f"', BET_CAP, False),
    ],
)
def test_a_cap_above_ours_counts_only_in_files_that_show_it(answer: str, cap: int, chance: bool) -> None:
    deal = replay(text=LIMIT.format(actions=RAISES + answer)).deal
    assert deal.setup.bet_cap == cap
    assert [("pfr_opp" in count.names) for count in count_deal(deal)] == [True, chance, True, True]


def test_no_house_has_more_than_five_bets() -> None:
    assert "is not legal" in error_of("", LIMIT.format(actions=RAISES + '"p2 cbr 50", "p3 cbr 60"'))
    assert (BET_CAP, PHH_BET_CAP) == (4, 5)


def test_the_part_of_a_raise_that_nobody_can_match_comes_back() -> None:
    played = replay(text=(CASES / "uncallable-raise.phh").read_text())
    assert played.finishing_stacks == (900, 50, 210)
    assert played.uncallable == (400, 0, 0)
    text = (CASES / "uncallable-raise.phh").read_text()
    assert "'p1 cbr 1100' is not legal" in error_of("", text.replace("cbr 500", "cbr 1100"))  # more than it has
    assert "'p1 cbr 100' is not legal" in error_of("", text.replace("cbr 500", "cbr 100"))  # that is a call
    bob = text.replace("[1000, 60, 100]", "[1000, 160, 100]")  # bob could match a part of it
    assert replay(text=bob).uncallable == (0, 0, 0)
