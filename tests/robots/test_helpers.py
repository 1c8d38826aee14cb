"""Robots' questions about a view: position, pot odds, class and kind of the hand."""

from dataclasses import replace

import pytest

from ircpoker.cards import parse_cards
from ircpoker.robots.helpers import hand_class, hand_kind, position, pot_odds
from ircpoker.table import GAMES, Setup
from ircpoker.table.button import position_names
from tests.robots.turns import BIG_BLIND, BUTTON, holdem_turn


@pytest.mark.parametrize(
    ("blinds", "names"),
    [
        ((2, 1), "BB BTN"),
        ((1, 2, 0), "SB BB BTN"),
        ((1, 2, 0, 0), "SB BB UTG BTN"),
        ((1, 2, 0, 0, 0), "SB BB UTG CO BTN"),
        ((1, 2, 0, 0, 0, 0, 0, 0, 0), "SB BB UTG UTG+1 UTG+2 LJ HJ CO BTN"),
        ((1, 2, 0, 0, 0, 0, 0, 0, 0, 0), "SB BB UTG UTG+1 UTG+2 UTG+3 LJ HJ CO BTN"),
        ((2, 0, 0), "BB UTG BTN"),
        ((0, 2, 0), "SB BB BTN"),
        ((2, 2, 0), "SB BB BTN"),
        ((1, 2, -2, 0), "SB BB UTG BTN"),
        ((), "UTG CO BTN"),
    ],
)
def test_positions(blinds, names):
    setup = Setup(GAMES["holdem"], (100,) * (len(blinds) or 3), 2, blinds=blinds)
    assert " ".join(position_names(setup)) == names


def test_one_view():
    view = holdem_turn(BUTTON, "Tc 9d")
    assert (position(view), hand_kind(view), hand_class(view)) == ("BTN", "T9o", None)
    # One chip to call: 1 of 4.
    assert pot_odds(view) == 0.25
    flop = holdem_turn(BIG_BLIND, "Kc 8c", "call, check", "Kh 7s 2d")
    assert (position(flop), hand_kind(flop), pot_odds(flop)) == ("BB", "K8s", 0)
    assert 3326 <= hand_class(flop) < 6186


def test_in_omaha_two_hole_cards_count():
    view = holdem_turn(BIG_BLIND, "Kc 8c", "call, check", "Qh Jh Th")
    setup = replace(view.setup, game=GAMES["omaha"])
    assert hand_class(view._replace(setup=setup, hole_cards=parse_cards("Ah Kh 2c 3d"))) == 1


def test_the_public_has_no_position():
    public = holdem_turn(BUTTON, "Tc 9d")._replace(seat=None)
    with pytest.raises(ValueError, match="the public has no position"):
        position(public)
