"""The table of examples of the manual's robot: situation, answer, the variable that decided. Blinds 1/2."""

import pytest

from ircpoker.robots.features import owed
from ircpoker.robots.manual import decide
from ircpoker.robots.manual.rows import find_row
from ircpoker.table.actions import parse_action
from tests.robots.turns import BIG_BLIND, BUTTON, holdem_turn

# Row | hole cards | board | actions so far | pot, to call, stack left | answer, and below it the reason.
EXAMPLES = """\
 1 | 9c 8d |  |  | 3, 1, 199 | raise 4
    nine-eight high or better, so raise half the pot (pfr[1])
 1 | Tc 9d |  |  | 3, 1, 199 | raise 6
    ten-nine high or better, so raise the pot (pfr[2])
 1 | 7c 6d |  |  | 3, 1, 199 | call
    seven-six high or better, so call (pf[1])
 1 | 7c 5d |  |  | 3, 1, 199 | fold
    less than seven-six high, so fold (pf[1])
 1 | Kc Td |  |  | 3, 1, 7 | raise 8
    king-ten high or better, so go all-in (pfr[4])
 1 | Qc Jd |  |  | 3, 1, 7 | call
    seven-six high or better, so call (pf[1])
 2 | Kc Qd |  | to 6, to 12 | 18, 6, 194 | call
    king-queen high or better, so call (pf[2])
 2 | Kc Qd |  | to 6, to 18 | 24, 12, 194 | fold
    less than ace-ten high, so fold (pf[3])
 3 | Jc 9d |  | call | 4, 0, 198 | raise 4
    jack-nine high or better, so raise half the pot (dpfr[1])
 3 | Jc 8d |  | call | 4, 0, 198 | check
    less than jack-nine high, so check (dpfr[1])
 4 | 6c 6d |  | to 4 | 6, 2, 198 | call
    a pair of sixes or better, so call (dpf[1])
 4 | Ac Kd |  | to 4 | 6, 2, 198 | fold
    less than a pair of sixes, so fold (dpf[1])
 4 | 9c 9d |  | to 6 | 8, 4, 198 | fold
    less than a pair of tens, so fold (dpf[2])
 4 | Tc Td |  | to 6 | 8, 4, 198 | call
    a pair of tens or better, so call (dpf[2])
 4 | Jc Jd |  | to 6 | 8, 4, 198 | raise 18
    a pair of jacks or better, so raise the pot (dpfr[2])
 4 | Tc Td |  | to 6 | 8, 4, 20 | raise 22
    a pair of tens or better, so go all-in (dpfr[5])
 9 | 8h 8d | Kc 7s 2d | to 4, call | 8, 0, 190 | bet 4
    a pair or better, so bet half the pot (dfb[1])
 9 | 7h 2h | Kc 7s 2d | to 4, call | 8, 0, 190 | bet 8
    two pair, sevens up, or better, so bet the pot (dfb[2])
 9 | Ah Qh | Kc 7s 2d | to 4, call | 8, 0, 190 | check
    less than a pair, so check (dfb[1])
11 | 8h 8d | Kc 7s 2d | to 4, call, bet 4, to 12 | 24, 8, 186 | call
    a pair of eights or better, so call (df[1])
11 | 8h 8d | Kc 7s 2d | to 4, call, bet 4, to 13 | 25, 9, 186 | fold
    less than a pair of aces, so fold (df[2])
 6 | Ah 9d | Kc 7s 2d | to 4, call, check | 8, 0, 190 | bet 4
    ace-seven high or better, so bet half the pot (fb[1])
 6 | Kh 9d | Kc 7s 2d | to 4, call, check | 8, 0, 190 | bet 8
    a pair or better, so bet the pot (fb[2])
 7 | Qh 7d | Kc 7s 2d | to 4, call, bet 4 | 12, 4, 190 | call
    a pair or better, so call (fc[1])
 7 | Kh 7d | Kc 7s 2d | to 4, call, bet 4 | 12, 4, 190 | raise 20
    two pair or better, so raise the pot (fr[1])
 7 | 7h 7d | Kc 7s 2d Jh 4c | to 20, call, check, check, check, check, bet 20 | 60, 20, 150 | raise 100
    three of a kind or better, so raise the pot (rr[1])
 7 | 7h 7d | Kc 7s 2d Jh 4c | to 20, call, check, check, check, check, bet 40 | 80, 40, 150 | fold
    less than a straight, so fold (rc[2])
 7 | Ah Kd | 9h 9c 4s | to 4, call, bet 4 | 12, 4, 190 | fold
    only what the board makes, so fold
 7 | Ah 4d | 9h 9c 4s | to 4, call, bet 4 | 12, 4, 190 | call
    two pair or better, so call (fc[1], lifted by the board)
 7 | Ah 2d | 9d 8s 7h 6c 5d | to 20, call, check, check, check, check, bet 20 | 60, 20, 150 | call
    only what the board makes, so call
 7 | Ah 2d | 9d 8s 7h 6c 5d | to 20, call, check, check, check, check, bet 40 | 80, 40, 150 | fold
    only what the board makes, so fold
 7 | 7h 7d | Ks 7s 2s Js | to 20, call, check, check, bet 20 | 60, 20, 150 | fold
    less than a straight, so fold (tc[1], lifted by the board)
""".splitlines()
ROBOT_DEALS = {1, 2, 6, 7, 8}


@pytest.mark.parametrize(("example", "reason"), list(zip(EXAMPLES[::2], EXAMPLES[1::2], strict=True)))
def test_the_answer_and_the_variable_that_decided(example, reason):
    row, hole, board, actions, chips, answer = [field.strip() for field in example.split("|")]
    pot, call, left = map(int, chips.split(", "))
    seat = BUTTON if int(row) in ROBOT_DEALS else BIG_BLIND
    paid = 1000 - holdem_turn(seat, hole, actions, board, stack=1000).stacks[seat]
    view = holdem_turn(seat, hole, actions, board, stack=left + paid)
    assert (find_row(view), view.pot, owed(view), view.stacks[seat]) == (int(row), pot, call, left)
    decision = decide(view)
    assert decision.action == parse_action(answer)
    assert decision.why == reason.strip()
