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
    pfr[1] 11918000000: nine-eight high or better, so raise half the pot
 1 | Tc 9d |  |  | 3, 1, 199 | raise 6
    pfr[2] 12019000000: ten-nine high or better, so raise the pot
 1 | 7c 6d |  |  | 3, 1, 199 | call
    pf[1] 11716000000: seven-six high or better, so call
 1 | 7c 5d |  |  | 3, 1, 199 | fold
    pf[1] 11716000000: less than seven-six high, so fold
 1 | Kc Td |  |  | 3, 1, 7 | raise 8
    pfr[4] 12320000000: king-ten high or better, so go all-in
 1 | Qc Jd |  |  | 3, 1, 7 | call
    pf[1] 11716000000: seven-six high or better, so call
 2 | Kc Qd |  | to 6, to 12 | 18, 6, 194 | call
    pf[2] 12322000000: king-queen high or better, so call
 2 | Kc Qd |  | to 6, to 18 | 24, 12, 194 | fold
    pf[3] 12420000000: less than ace-ten high, so fold
 3 | Jc 9d |  | call | 4, 0, 198 | raise 4
    dpfr[1] 12119000000: jack-nine high or better, so raise half the pot
 3 | Jc 8d |  | call | 4, 0, 198 | check
    dpfr[1] 12119000000: less than jack-nine high, so check
 4 | 6c 6d |  | to 4 | 6, 2, 198 | call
    dpf[1] 21600000000: a pair of sixes or better, so call
 4 | Ac Kd |  | to 4 | 6, 2, 198 | fold
    dpf[1] 21600000000: less than a pair of sixes, so fold
 4 | 9c 9d |  | to 6 | 8, 4, 198 | fold
    dpf[2] 22000000000: less than a pair of tens, so fold
 4 | Tc Td |  | to 6 | 8, 4, 198 | call
    dpf[2] 22000000000: a pair of tens or better, so call
 4 | Jc Jd |  | to 6 | 8, 4, 198 | raise 18
    dpfr[2] 22100000000: a pair of jacks or better, so raise the pot
 4 | Tc Td |  | to 6 | 8, 4, 20 | raise 22
    dpfr[5] 22000000000: a pair of tens or better, so go all-in
 9 | 8h 8d | Kc 7s 2d | to 4, call | 8, 0, 190 | bet 4
    dfb[1] 20000000000: a pair or better, so bet half the pot
 9 | 7h 2h | Kc 7s 2d | to 4, call | 8, 0, 190 | bet 8
    dfb[2] 31700000000: two pair, sevens up, or better, so bet the pot
 9 | Ah Qh | Kc 7s 2d | to 4, call | 8, 0, 190 | check
    dfb[1] 20000000000: less than a pair, so check
11 | 8h 8d | Kc 7s 2d | to 4, call, bet 4, to 12 | 24, 8, 186 | call
    df[1] 21800000000: a pair of eights or better, so call
11 | 8h 8d | Kc 7s 2d | to 4, call, bet 4, to 13 | 25, 9, 186 | fold
    df[2] 22400000000: less than a pair of aces, so fold
 6 | Ah 9d | Kc 7s 2d | to 4, call, check | 8, 0, 190 | bet 4
    fb[1] 12417000000: ace-seven high or better, so bet half the pot
 6 | Kh 9d | Kc 7s 2d | to 4, call, check | 8, 0, 190 | bet 8
    fb[2] 20000000000: a pair or better, so bet the pot
 7 | Qh 7d | Kc 7s 2d | to 4, call, bet 4 | 12, 4, 190 | call
    fc[1] 20000000000: a pair or better, so call
 7 | Kh 7d | Kc 7s 2d | to 4, call, bet 4 | 12, 4, 190 | raise 20
    fr[1] 30000000000: two pair or better, so raise the pot
 7 | 7h 7d | Kc 7s 2d Jh 4c | to 20, call, check, check, check, check, bet 20 | 60, 20, 150 | raise 100
    rr[1] 40000000000: three of a kind or better, so raise the pot
 7 | 7h 7d | Kc 7s 2d Jh 4c | to 20, call, check, check, check, check, bet 40 | 80, 40, 150 | fold
    rc[2] 50000000000: less than a straight, so fold
 7 | Ah Kd | 9h 9c 4s | to 4, call, bet 4 | 12, 4, 190 | fold
    board: only what the board makes, so fold
 7 | Ah 4d | 9h 9c 4s | to 4, call, bet 4 | 12, 4, 190 | call
    fc[1] 20000000000, on this board 30000000000: two pair or better, so call
 7 | Ah 2d | 9d 8s 7h 6c 5d | to 20, call, check, check, check, check, bet 20 | 60, 20, 150 | call
    board: only what the board makes, so call
 7 | Ah 2d | 9d 8s 7h 6c 5d | to 20, call, check, check, check, check, bet 40 | 80, 40, 150 | fold
    board: only what the board makes, so fold
 7 | 7h 7d | Ks 7s 2s Js | to 20, call, check, check, bet 20 | 60, 20, 150 | fold
    tc[1] 30000000000, on this board 50000000000: less than a straight, so fold
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
