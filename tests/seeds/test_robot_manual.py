"""Poker Site Manual: what it says of the robot, and the values of its strategy variables as printed."""

import re

from ircpoker.robots.manual import VARIABLES, decide
from ircpoker.robots.manual.rows import ROWS
from tests.robots.turns import BIG_BLIND, BUTTON, holdem_turn

PRINTED = """
  $pf[1]=11716000000;
  $pf[2]=12322000000;
  $pf[3]=12420000000;
 $pfr[1]=11918000000;
 $pfr[2]=12019000000;
 $pfr[3]=10000000000;
 $pfr[4]=12320000000;

  $fc[1]=20000000000;
  $fc[2]=22000000000;
  $fb[1]=12417000000;
  $fb[2]=20000000000;
  $fr[1]=30000000000;
  $fr[2]=10000000000;

  $tc[1]=30000000000;
  $tc[2]=40000000000;
  $tb[1]=20000000000;
  $tb[2]=30000000000;
  $tr[1]=40000000000;
  $tr[2]=10000000000;

  $rc[1]=40000000000;
  $rc[2]=50000000000;
  $rb[1]=30000000000;
  $rb[2]=40000000000;
  $rr[1]=40000000000;
  $rr[2]=10000000000;

 $dpf[1]=21600000000;
 $dpf[2]=22000000000;
$dpfr[1]=12119000000;
$dpfr[2]=22100000000;
$dpfr[3]=10000000000;
$dpfr[4]=10000000000;
$dpfr[5]=22000000000;

  $df[1]=21800000000;
  $df[2]=22400000000;
 $dfb[1]=20000000000;
 $dfb[2]=31700000000;
 $dfb[3]=10000000000;
 $dfb[4]=10000000000;
 $dfr[1]=22400000000;
 $dfr[2]=22400000000;

  $dt[1]=30000000000;
  $dt[2]=40000000000;
 $dtb[1]=20000000000;
 $dtb[2]=40000000000;
 $dtb[3]=10000000000;
 $dtb[4]=10000000000;
 $dtr[1]=30000000000;
 $dtr[2]=40000000000;

  $dr[1]=40000000000;
  $dr[2]=50000000000;
 $drb[1]=22000000000;
 $drb[2]=40000000000;
 $drb[3]=10000000000;
 $drb[4]=10000000000;
 $drr[1]=30000000000;
 $drr[2]=40000000000;
"""
PLAYER_DEALS = """
before the flop: $dpf[1] $dpf[2] $dpfr[1] $dpfr[2] $dpfr[3] $dpfr[4] $dpfr[5];
on the flop: $df[1] $df[2] $dfb[1] $dfb[2] $dfb[3] $dfb[4] $dfr[1] $dfr[2];
on the turn: $dt[1] $dt[2] $dtb[1] $dtb[2] $dtb[3] $dtb[4] $dtr[1] $dtr[2];
on the river: $dr[1] $dr[2] $drb[1] $drb[2] $drb[3] $drb[4] $drr[1] $drr[2]
"""
BOT_DEALS = """
before the flop: $pf[1] $pf[2] $pf[3] $pfr[1] $pfr[2] $pfr[3] $pfr[4];
on the flop: $fc[1] $fc[2] $fb[1] $fb[2] $fr[1] $fr[2];
on the turn: $tc[1] $tc[2] $tb[1] $tb[2] $tr[1] $tr[2];
on the river: $rc[1] $rc[2] $rb[1] $rb[2] $rr[1] $rr[2]
"""


def names(text):
    return re.findall(r"\$(\w+\[\d\])", text)


def test_they_are_set_as_follows():
    """They are set as follows: $pf[1]=11716000000; …"""
    values = {f"{group}[{index}]": value for group, row in VARIABLES.items() for index, value in enumerate(row, 1)}
    assert values == {name: int(value) for name, value in re.findall(r"\$(\w+\[\d\])=(\d+);", PRINTED)}


def test_the_variables_the_robot_uses():
    """These are the strategy variables the robot uses to determine when to fold, call bet, or raise and how much:
    when player deals: …; and when bot deals: ….
    """
    used = {1: set(), 2: set()}  # by who deals: the bot, the player
    for number, row in ROWS.items():
        tests = [(test.group, test.indexes) for test in row.tests]
        if row.commit:
            tests.append((row.commit.group, (row.commit.slot,)))
        dealer = 1 if number in {1, 2, 6, 7, 8} else 2
        for letter in "ftr":
            used[dealer] |= {f"{group.format(letter)}[{index}]" for group, indexes in tests for index in indexes}
    assert used[1] == set(names(BOT_DEALS))
    assert used[2] == set(names(PLAYER_DEALS))


def test_they_vary_with_the_board():
    """Those strategy variables vary depending on the information returned by the draw function."""
    plain = decide(holdem_turn(BUTTON, "Ah 7d", "to 4, call, bet 4", "Kc 7s 2d"))
    paired = decide(holdem_turn(BUTTON, "Ah 4d", "to 4, call, bet 4", "9h 9c 4s"))
    assert plain.why == "a pair or better, so call (fc[1])"
    assert paired.why == "two pair or better, so call (fc[1], lifted by the board)"


def test_fold_call_bet_or_raise_and_how_much():
    """… to determine when to fold, call bet, or raise and how much."""
    turns = [
        (BUTTON, "7c 5d", ""),
        (BUTTON, "7c 6d", ""),
        (BUTTON, "9c 8d", ""),
        (BUTTON, "Tc 9d", ""),
        (BIG_BLIND, "Jc 8d", "call"),
    ]
    assert [str(decide(holdem_turn(*turn)).action) for turn in turns] == ["fold", "call", "raise 4", "raise 6", "check"]
