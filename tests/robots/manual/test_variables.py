"""The strategy variables: their texts, and both sides of each threshold."""

import pytest

from ircpoker.robots.manual import VARIABLES, decide
from ircpoker.robots.manual.variables import NO_CONDITION, describe
from ircpoker.systems.manual import evaluate
from tests.robots.turns import BIG_BLIND, BUTTON, holdem_turn

HIGH = 92400000000


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (11716000000, "seven-six high"),
        (12420000000, "ace-ten high"),
        (12400000000, "ace high"),
        (20000000000, "a pair"),
        (21600000000, "a pair of sixes"),
        (22000000000, "a pair of tens"),
        (30000000000, "two pair"),
        (31700000000, "two pair, sevens up,"),
        (40000000000, "three of a kind"),
        (42200000000, "three queens"),
        (50000000000, "a straight"),
        (51500000000, "a straight, five high,"),
        (60000000000, "a flush"),
        (70000000000, "a full house"),
        (81400000000, "four fours"),
        (90000000000, "a straight flush"),
        (NO_CONDITION, "any hand"),
    ],
)
def test_texts(number, words):
    assert describe(number) == words


def test_every_value_of_the_document_has_its_own_text():
    values = {value for group in VARIABLES.values() for value in group}
    assert len({describe(value) for value in values}) == len(values)


HOLE = "Qh Td"
BOARDS = {"p": "", "f": "Kc 7s 2d", "t": "Kc 7s 2d Jh", "r": "Kc 7s 2d Jh 4c"}
TO_STREET = {"f": "", "t": ", check, check", "r": ", check, check, check, check"}
BEFORE_FLOP = [
    # slot, seat, actions, stack, slots that fail, action from the slot on, action below it
    ("pf[1]", BUTTON, "", 200, ["pfr[1]"], "call", "fold"),
    ("pf[2]", BUTTON, "to 6, to 12", 200, [], "call", "fold"),
    ("pf[3]", BUTTON, "to 6, to 13", 200, [], "call", "fold"),
    ("pf[3]", BUTTON, "call, to 8", 200, [], "call", "fold"),
    ("pfr[1]", BUTTON, "", 200, ["pfr[2]"], "raise half the pot", "call"),
    ("pfr[2]", BUTTON, "", 200, [], "raise the pot", "raise half the pot"),
    ("pfr[3]", BUTTON, "", 200, [], "raise the pot", "call"),
    ("pfr[4]", BUTTON, "", 10, [], "go all-in", "call"),
    ("dpf[1]", BIG_BLIND, "to 4", 200, ["dpfr[2]"], "call", "fold"),
    ("dpf[1]", BIG_BLIND, "call, to 4, to 8", 200, [], "call", "fold"),
    ("dpf[2]", BIG_BLIND, "to 6", 200, ["dpfr[2]"], "call", "fold"),
    ("dpf[2]", BIG_BLIND, "call, to 4, to 9", 200, [], "call", "fold"),
    ("dpfr[1]", BIG_BLIND, "call", 200, [], "raise half the pot", "check"),
    ("dpfr[2]", BIG_BLIND, "to 4", 200, [], "raise the pot", "call"),
    ("dpfr[3]", BIG_BLIND, "call", 200, [], "raise half the pot", "check"),
    ("dpfr[4]", BIG_BLIND, "to 4", 200, [], "raise the pot", "call"),
    ("dpfr[5]", BIG_BLIND, "call", 6, [], "go all-in", "check"),
    ("dpfr[5]", BIG_BLIND, "to 4", 22, [], "go all-in", "call"),
]
LATER = [
    # the same for each street: {} is its letter, of the actions those of the street
    ("{}c[1]", BUTTON, "bet 4", ["{}r[1]"], "call", "fold"),
    ("{}c[1]", BUTTON, "check, bet 4, to 12", [], "call", "fold"),
    ("{}c[2]", BUTTON, "bet 5", ["{}r[1]"], "call", "fold"),
    ("{}c[2]", BUTTON, "check, bet 4, to 13", [], "call", "fold"),
    ("{}c[1]", BUTTON, "bet 4", [], "raise the pot", "fold"),
    ("{}b[1]", BUTTON, "check", ["{}b[2]"], "bet half the pot", "check"),
    ("{}b[2]", BUTTON, "check", [], "bet the pot", "bet half the pot"),
    ("{}r[1]", BUTTON, "bet 4", ["{}r[2]"], "raise half the pot", "call"),
    ("{}r[2]", BUTTON, "bet 4", [], "raise the pot", "raise half the pot"),
    ("d{}[1]", BIG_BLIND, "check, bet 4", ["d{}r[1]"], "call", "fold"),
    ("d{}[1]", BIG_BLIND, "bet 4, to 12", [], "call", "fold"),
    ("d{}[2]", BIG_BLIND, "check, bet 5", ["d{}r[1]"], "call", "fold"),
    ("d{}[2]", BIG_BLIND, "bet 4, to 13", [], "call", "fold"),
    ("d{}b[1]", BIG_BLIND, "", ["d{}b[2]"], "bet half the pot", "check"),
    ("d{}b[2]", BIG_BLIND, "", [], "bet the pot", "bet half the pot"),
    ("d{}b[3]", BIG_BLIND, "", ["d{}b[2]"], "bet half the pot", "check"),
    ("d{}b[4]", BIG_BLIND, "", [], "bet the pot", "bet half the pot"),
    ("d{}r[1]", BIG_BLIND, "check, bet 4", ["d{}r[2]"], "raise half the pot", "call"),
    ("d{}r[2]", BIG_BLIND, "check, bet 4", [], "raise the pot", "raise half the pot"),
]
CASES = [("p", *case) for case in BEFORE_FLOP] + [
    (
        letter,
        slot.format(letter),
        seat,
        f"to 4, call{TO_STREET[letter]}, {actions}",
        200,
        [name.format(letter) for name in failing],
        held,
        failed,
    )
    for letter in "ftr"
    for slot, seat, actions, failing, held, failed in LATER
]


def set_slot(variables, slot, value):
    group, index = slot.rstrip("]").split("[")
    values = list(variables[group])
    values[int(index) - 1] = value
    return {**variables, group: tuple(values)}


@pytest.mark.parametrize(("street", "slot", "seat", "actions", "stack", "failing", "yes", "no"), CASES)
def test_from_both_sides_of_the_threshold(*, street, slot, seat, actions, stack, failing, yes, no):
    board = BOARDS[street]
    view = holdem_turn(seat, HOLE, actions, board, stack)
    number = evaluate(f"{HOLE} {board}")
    variables = {group: (NO_CONDITION,) * len(values) for group, values in VARIABLES.items()}
    for name in failing:
        variables = set_slot(variables, name, HIGH)
    held = decide(view, set_slot(variables, slot, number))
    failed = decide(view, set_slot(variables, slot, number + 1))
    assert [decision.why.rpartition("so ")[2].rpartition(" (")[0] for decision in (held, failed)] == [yes, no]
    if not (slot == "fc[1]" and yes.startswith("raise")):
        assert slot in held.why or slot in failed.why


def test_the_cases_are_all_the_variables():
    slots = {f"{group}[{index}]" for group, values in VARIABLES.items() for index in range(1, len(values) + 1)}
    assert {case[1] for case in CASES} == slots
    assert len(slots) == 56
