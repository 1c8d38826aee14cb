"""The manual's robot: legal actions in its words, fixed limit, commitment, larger tables."""

import random

import pytest

from ircpoker.cards import CARDS
from ircpoker.robots.manual import VARIABLES, ManualRobot, decide
from ircpoker.robots.robot import plays
from ircpoker.table.actions import CALL, CHECK, FOLD, Bet, RaiseTo
from ircpoker.table.deal import Deal
from ircpoker.table.view import make_view
from tests.robots.turns import BIG_BLIND, BUTTON, holdem_turn, play
from tests.table.play import deck_of, holdem

FLOP = "Kc 7s 2d"
RIVER = "Kc 7s 2d Jh 4c"
TO_RIVER = "call, check, check, check, check, check"


@pytest.mark.parametrize(
    ("seat", "hole", "actions", "board", "stacks", "action", "words"),
    [
        # A raise that is not offered is a call: the opponent is all-in.
        (BIG_BLIND, "Jc Jd", "to 6", "", (200, 6), CALL, "call"),
        # With no more than the call left a raise is a call, all-in.
        (BIG_BLIND, "Jc Jd", "to 60", "", (50, 200), CALL, "call"),
        # The minimum raise is more than the stack: all-in.
        (BIG_BLIND, "Jc Jd", "to 40", "", (50, 200), RaiseTo(50), "go all-in"),
        # A bet that would be more than the stack is all-in.
        (BIG_BLIND, "7h 2h", "to 20, call", FLOP, (50, 200), Bet(30), "go all-in"),
        (BUTTON, "8h 8d", "call, check, check", FLOP, (200, 200), Bet(4), "bet the pot"),
        (BIG_BLIND, "8h 8d", "call, check", FLOP, (200, 200), Bet(2), "bet half the pot"),
        # A fold of nothing is a check.
        (BIG_BLIND, "3c 2d", "call", "", (200, 200), CHECK, "check"),
    ],
)
def test_always_legal(*, seat, hole, actions, board, stacks, action, words):
    view = holdem_turn(seat, hole, actions, board, *stacks)
    decision = decide(view)
    assert decision.action == action
    assert f", so {words} (" in decision.why
    assert view.legal.allows(decision.action)


def test_a_size_below_the_least_is_lifted_to_it():
    setup = holdem((200, 200), small_bet=10)
    deal = play(Deal(setup, deck_of("8h 8d", "Ac Qc", board=FLOP)), "call, check")
    decision = decide(make_view(deal, BIG_BLIND))
    assert decision.action == Bet(10)
    assert decision.why == "a pair or better, so bet the minimum (dfb[1])"


def test_pot_limit_cuts_an_all_in_to_the_pot():
    view = holdem_turn(BUTTON, "Kc Td", stack=10, game="pot_limit")
    assert decide(view).action == RaiseTo(6)
    assert "so raise the pot (" in decide(view).why


@pytest.mark.parametrize(
    ("seat", "hole", "actions", "board", "stack", "action", "reason"),
    [
        (BUTTON, "Tc 9d", "", "", 200, RaiseTo(4), "nine-eight high or better, so raise (pfr[1])"),
        # Not committed to anything with few chips, and a big raise is not big.
        (BUTTON, "Tc 9d", "", "", 8, RaiseTo(4), "nine-eight high or better, so raise (pfr[1])"),
        (BUTTON, "Kc Qd", "to 4, to 6", "", 200, CALL, "king-queen high or better, so call (pf[2])"),
        (BIG_BLIND, "9c 9d", "to 4", "", 200, CALL, "a pair of sixes or better, so call (dpf[1])"),
        (BIG_BLIND, "Jc Jd", "to 4", "", 200, RaiseTo(6), "a pair of jacks or better, so raise (dpfr[2])"),
        (BIG_BLIND, "7h 2h", "call, check", FLOP, 200, Bet(2), "a pair or better, so bet (dfb[1])"),
        (BUTTON, "Kh 9d", "call, check, check", FLOP, 200, Bet(2), "ace-seven high or better, so bet (fb[1])"),
        (BUTTON, "Kh 7d", "call, check, bet 2", FLOP, 200, RaiseTo(4), "two pair or better, so raise (fr[1])"),
        (BUTTON, "Ah 2d", f"{TO_RIVER}, bet 4", "9d 8s 7h 6c 5d", 200, CALL, "only what the board makes"),
        # The cap is reached: a raise is not offered.
        (BIG_BLIND, "7h 7d", "call, check, bet 2, to 4, to 6, to 8", FLOP, 200, CALL, "a pair of eights or better"),
    ],
)  # fmt: skip
def test_fixed_limit(*, seat, hole, actions, board, stack, action, reason):
    view = holdem_turn(seat, hole, actions, board, stack, game="limit")
    decision = decide(view)
    assert decision.action == action
    assert decision.why.startswith(reason)


def test_the_royal_flush_on_the_board_calls_whatever_it_costs():
    board = "As Ks Qs Js Ts"
    view = holdem_turn(BUTTON, "3c 2d", f"{TO_RIVER}, bet 198", board)
    assert decide(view).action == CALL
    assert decide(holdem_turn(BUTTON, "3c 2d", f"{TO_RIVER}, check", board)).action == CHECK


def test_a_raise_needs_a_hand_that_may_call():
    # Trips: rr[1] would raise a big bet, and rc[2] may not even call it.
    actions = f"{TO_RIVER}, bet 4"
    assert decide(holdem_turn(BUTTON, "7h 7d", actions, RIVER)).action == FOLD
    lower = {**VARIABLES, "rc": (40000000000, 40000000000)}
    assert isinstance(decide(holdem_turn(BUTTON, "7h 7d", actions, RIVER), lower).action, RaiseTo)


def test_with_the_documents_values_row_10_never_raises():
    """Every hand good enough to raise after a check would have bet instead."""
    for street in "ftr":
        assert VARIABLES[f"d{street}r"][0] >= VARIABLES[f"d{street}b"][0]
        assert VARIABLES[f"d{street}b"][2] == 10000000000


def test_a_floor_lifts_the_first_slot_of_a_raise():
    # Two pair on a paired board: enough to call, trips are wanted to raise.
    decision = decide(holdem_turn(BUTTON, "Kh 4d", "to 4, call, bet 4", "9h 9c 4s"))
    assert decision.why == "two pair or better, so call (fc[1], lifted by the board)"
    decision = decide(holdem_turn(BUTTON, "9d 4d", "to 4, call, bet 4", "9h 9c 4s"))
    assert decision.why == "three of a kind or better, so raise the pot (fr[1], lifted by the board)"
    # Bets have no floors.
    decision = decide(holdem_turn(BUTTON, "Kh 4d", "to 4, call, check", "9h 9c 4s"))
    assert decision.why == "a pair or better, so bet the pot (fb[2])"


def test_it_plays_heads_up_holdem_and_can_decide_at_any_table():
    assert [game for game in ("holdem", "pot_limit", "limit", "draw") if plays(ManualRobot, game, 2)] == [
        "holdem",
        "pot_limit",
        "limit",
    ]
    assert not plays(ManualRobot, "holdem", 3)
    deal = play(Deal(holdem((200,) * 4), deck_of("2c 2d", "Jc Jd", "3c 3d", "4c 4d")), "to 4, call, fold")
    decision = ManualRobot().decide(make_view(deal, 1), random.Random(1))
    # The small blind's chip is in the pot, too.
    assert (decision.action, decision.why[-10:]) == (RaiseTo(17), " (dpfr[2])")


def test_it_acts_only_on_its_turn_to_bet():
    with pytest.raises(ValueError, match="turn"):
        decide(make_view(Deal(holdem((200, 200)), CARDS), BIG_BLIND))
