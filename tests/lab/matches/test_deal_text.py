"""Deals of a match in words."""

from ircpoker.cards import CARDS
from ircpoker.lab.matches.deal_text import distinct, format_deal
from ircpoker.records.played import PlayedHand
from ircpoker.table import Deal, RaiseTo
from ircpoker.table.actions import CALL, CHECK, Bet
from tests.table.play import act_all, deck_of, holdem

TOLD = """\
deal 1
  seats     SB ann 50 (As Ac) posts 1, BB bob 50 (Ks Kc) posts 2, BTN eve 20 (Qs Qc)
  preflop   eve raises to 20, ann calls 19, bob calls 18
  flop      [3h 4c 8d], ann checks, bob bets 10, ann calls 10
  turn      [9s], ann checks, bob checks
  river     [Jd], ann checks, bob checks, ann shows As Ac, bob shows Ks Kc, eve shows Qs Qc, ann wins 20 (side pot 1), \
ann wins 60
  result    ann +50, bob -30, eve -20
"""


def test_side_pots():
    deal = Deal(holdem((50, 50, 20)), deck_of("As Ac", "Ks Kc", "Qs Qc", board="3h 4c 8d 9s Jd"))
    act_all(deal, RaiseTo(20), CALL, CALL, CHECK, Bet(10), CALL, CHECK, CHECK, CHECK, CHECK)
    assert format_deal("deal 1", PlayedHand(deal, ("ann", "bob", "eve"), known=frozenset(CARDS))) == TOLD


def test_equal_names():
    assert distinct(["caller", "random", "caller"]) == ["caller 1", "random", "caller 2"]
