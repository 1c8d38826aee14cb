"""The native kernel: the values of the Python functions, and no way to crash it."""

import importlib
import random
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, combinations
from pathlib import Path
from unittest import mock

import pytest

from ircpoker.cards import CARDS
from ircpoker.errors import CardCountError, DuplicateCardError, InvalidCardError
from ircpoker.hands import best_hand, evaluator, kernel, values
from tests import tiers
from tests.programs import want_of

if kernel.KERNEL is None:
    pytest.skip(want_of("cc", "the native kernel is not in use here"), allow_module_level=True)
KERNEL = kernel.KERNEL
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("count", range(5, 53))
def test_every_number_of_cards_has_the_value_of_the_python_path(count):
    rng = random.Random(tiers.seed(count))
    for _ in range(tiers.count(2000, 50)):
        cards = rng.sample(CARDS, count)
        value = evaluator.evaluate(cards)
        text = " ".join(map(str, cards))
        assert KERNEL.evaluate(cards) is KERNEL.evaluate(tuple(cards)) is value
        assert KERNEL.evaluate_unchecked(cards) is KERNEL.evaluate_unchecked(tuple(cards)) is value
        assert KERNEL.evaluate(text) is KERNEL.evaluate(text.lower()) is value


def test_impossible_hands_through_the_unchecked_door_stay_inside_the_tables():
    rng = random.Random(tiers.seed(1))
    hands = [[card] * count for card in CARDS for count in (5, 6, 7, 8, 52)]
    hands += [rng.choices(CARDS, k=rng.choice((5, 6, 7, 9))) for _ in range(tiers.count(100_000, 2_000))]
    for cards in hands:
        try:
            assert 1 <= KERNEL.evaluate_unchecked(cards).class_ <= 7462
        except KeyError as error:
            assert error.args == (values.NO_HAND_CLASS,)  # fewer than five different cards


SPOILED = [
    None, 5, b"AhKhQhJhTh", "", " ", "Ah Kh Qh Jh T", "Ah Kh Qh Jh Th ", "Ah-Kh-Qh-Jh-Th", "Ah Kh Qh Jh Thé",
    "Ah\0Kh\0Qh\0Jh\0Th", "\udcff" * 14, "A" * 14, ["Ah"] * 5, [None] * 7, [*CARDS[:6], None], [*CARDS[:6], 7.5],
    {*CARDS[:7]}, iter(CARDS[:7]), [[]] * 7, CARDS[:4], (*CARDS, CARDS[0]), [CARDS[0], *CARDS[:6]], object(),
]  # fmt: skip


@pytest.mark.parametrize("spoiled", SPOILED, ids=map(str, range(len(SPOILED))))
def test_other_input_goes_to_the_python_function(spoiled):
    assert outcome_of(KERNEL.evaluate, spoiled) == outcome_of(evaluator.evaluate, spoiled)


def outcome_of(function, cards):
    try:
        return function(cards)
    except (TypeError, InvalidCardError, CardCountError, DuplicateCardError) as error:
        return type(error), str(error)


class Cards(list):
    """Not exactly a list."""


ODD = [*CARDS, *range(-1, 54), "Ah", "10♠", "Zz", "", None, 7.5, True, [], b"Ah"]


def any_cards(rng):
    """Return up to 65 things, most of them cards; equal cards come often: their masks can add up to different ones."""
    pool = rng.sample(CARDS, rng.randint(1, 52)) if rng.random() < 0.8 else rng.sample(ODD, rng.randint(1, 9))
    count = rng.randint(0, 60)
    cards = rng.choice((rng.choices(pool, k=count), rng.sample(CARDS, min(count, 52)), pool[:1] * count))
    return rng.choice((list, tuple, Cards))(cards + list(CARDS[: rng.choice((0, 0, 5))]))


def test_any_sequence_has_the_outcome_of_the_python_path():
    rng = random.Random(tiers.seed(3))
    for _ in range(tiers.count(100_000, 1_000)):
        cards = any_cards(rng)
        for given in (cards, " ".join(map(str, cards))):
            assert outcome_of(KERNEL.evaluate, given) == outcome_of(evaluator.evaluate, given)
            best = outcome_of(best_hand, given)
            with mock.patch("ircpoker.hands.best.KERNEL", None):
                assert best == outcome_of(best_hand, given)


@pytest.mark.parametrize("card", CARDS[-4:], ids=str)
@pytest.mark.parametrize("others", [0, 5])
def test_equal_cards_are_found_however_many(card, others):
    """Sixteen aces of spades add up to 2 to the power of 64: only then do masks hide equal cards from a sum."""
    for equal in range(5, 53 - others):
        cards = [card] * equal + list(CARDS[:others])
        for given in (cards, tuple(cards), " ".join(map(str, cards))):
            with pytest.raises(DuplicateCardError):
                KERNEL.evaluate(given)
            assert KERNEL.best_five(given) is None
        assert KERNEL.evaluate_many(bytes([*range(len(cards)), *map(int, cards)]), len(cards)) == 1


def test_the_class_of_a_value_is_read_in_c():
    assert "class_" not in vars(values.HandValue)
    for class_, value in ((class_, values.VALUES[class_]) for class_ in range(1, values.NO_HAND_CLASS)):
        assert value.class_ == class_ == values.NO_HAND_CLASS - int(value)
        assert type(value.class_) is int
    with pytest.raises(AttributeError):
        value.class_ = 1
    with pytest.raises(OverflowError):
        _ = values.HandValue(10**30).class_


def test_the_kernel_is_set_up_once():
    with pytest.raises(RuntimeError, match="already"):
        KERNEL.set_up(b"", *[None] * 5)
    with pytest.raises(ValueError, match="once"):
        KERNEL.bind_cards((*CARDS,))
    assert KERNEL.bind_cards(CARDS) is None


@pytest.mark.parametrize("most", [0, 1])
def test_vector_and_plain_instructions_agree(most):
    if KERNEL.use_vectors(2) <= most:
        pytest.skip("this processor has none of them")
    rng = random.Random(tiers.seed(most))
    hands = [rng.sample(range(52), 9) for _ in range(tiers.count(200_000, 5_003))]
    rows = {count: bytes(code for hand in hands for code in hand[:count]) for count in (5, 6, 7, 9)}
    works = [
        *(lambda count=count: KERNEL.evaluate_many(rows[count], count).tolist() for count in (5, 6, 7)),
        lambda: KERNEL.evaluate_omaha_many(rows[9], 4, 5).tolist(),
        lambda: KERNEL.evaluate_omaha_many(rows[9], 6, 3).tolist(),
    ]
    best = [work() for work in works]
    try:
        KERNEL.use_vectors(most)
        assert [work() for work in works] == best
    finally:
        KERNEL.use_vectors(2)


IN_ANOTHER_INTERPRETER = """
from ircpoker.hands import evaluate, kernel
assert kernel.KERNEL is not None, "there is no kernel"
assert evaluate("Ah Kh Qh Jh Td 2c 2d").name == "Straight, Ace High"
"""


def test_other_interpreters_have_own_kernels():
    for _ in range(3):
        run_in_another_interpreter(IN_ANOTHER_INTERPRETER)
    assert KERNEL.evaluate("Ah Kh Qh Jh Td 2c 2d").name == "Straight, Ace High"


def test_an_error_in_another_interpreter_is_seen():
    with pytest.raises(Exception, match="as it should"):  # the class differs between versions of Python
        run_in_another_interpreter("raise ValueError('as it should')")


def run_in_another_interpreter(code):
    """Run code in a new interpreter, from Python 3.13 on with a lock of its own; raise what went wrong there."""
    if sys.version_info >= (3, 14):
        from concurrent import interpreters

        other = interpreters.create()
        try:
            other.exec(code)
        finally:
            other.close()
        return
    interpreters = importlib.import_module("_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters")
    other = interpreters.create()
    try:
        wrong = interpreters.run_string(other, code)  # before Python 3.13 this raises
    finally:
        interpreters.destroy(other)
    if wrong is not None:
        raise RuntimeError(wrong.formatted)


AT_ONCE = """
import sys, threading
from ircpoker.hands import evaluate
assert "ircpoker.cards" not in sys.modules
sys.setswitchinterval(1e-6)
rows, omaha = bytes(range(49)), bytes(range(45)) * 1_000
together, answers = threading.Barrier(8), []
def work():
    together.wait()
    try:
        evaluate([None] * 7)
    except TypeError as error:  # the cards had to be known for it, and their module read
        from ircpoker.hands import evaluate_many, evaluate_omaha_many
        answers.append((str(error), evaluate_many(rows, 7).tolist(), evaluate_omaha_many(omaha, 4).tolist()))
threads = [threading.Thread(target=work) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert len(answers) == 8 and all(answer == answers[0] for answer in answers), len(answers)
"""


def test_threads_may_ask_for_the_first_values_at_once():
    for _ in range(tiers.count(50, 3)):
        done = subprocess.run([sys.executable, "-c", AT_ONCE], capture_output=True, text=True, check=False, cwd=ROOT)
        assert done.returncode == 0, done.stderr


def test_a_list_may_change_while_other_threads_read_it():
    cards = list(CARDS[:7])
    done = threading.Event()

    def spoil():
        while not done.is_set():
            cards.extend(CARDS[7:20])
            del cards[7:]

    def work():
        try:
            for _ in range(tiers.count(100_000, 5_000)):
                try:
                    assert KERNEL.evaluate(cards).class_
                except (CardCountError, ValueError):  # they change before the Python function counts or reads them
                    continue
        finally:
            done.set()

    with ThreadPoolExecutor(4) as threads:
        spoiler = threads.submit(spoil)
        assert [*threads.map(lambda _: work(), range(3))] == [None] * 3
        assert spoiler.result() is None


def test_a_buffer_may_change_while_other_threads_read_it():
    rows = bytearray(bytes(range(49)) * 5_000)
    done = threading.Event()

    def spoil():
        rng = random.Random(1)
        while not done.is_set():
            rows[rng.randrange(len(rows))] = rng.randrange(256)

    def work():
        try:
            return [KERNEL.evaluate_many(rows, 7) for _ in range(tiers.count(500, 20))]
        finally:
            done.set()

    with ThreadPoolExecutor(4) as threads:
        spoiler = threads.submit(spoil)
        for answer in chain.from_iterable(threads.map(lambda _: work(), range(3))):
            # The classes, or the number of a row that was bad at that moment.
            assert 0 <= answer < 35_000 if isinstance(answer, int) else len(answer) == 35_000
        assert spoiler.result() is None


@pytest.mark.parametrize("cards", [range(52), [*range(1, 52, 4), 0, 2, 3, 50]])
def test_the_strength_of_hole_cards_is_that_of_all_opponents(cards):
    """Twice those they beat plus those they tie; cards of one suit bring flushes of every sort."""
    rng = random.Random(tiers.seed(1))
    for _ in range(tiers.count(30, 2)):
        hole, board = (spot := rng.sample(cards, 7))[:2], spot[2:]
        live = [code for code in range(52) if code not in spot]
        own = evaluate_codes(hole + board)
        others = [evaluate_codes([*pair, *board]) for pair in combinations(live, 2)]
        strength = sum((own > other) + (own >= other) for other in others)
        assert KERNEL.hole_strengths(bytes(hole), bytes(board)) == (strength, strength**2)
        rivers = [KERNEL.hole_strengths(bytes(hole), bytes([*board[:4], river])) for river in [*live, board[4]]]
        assert KERNEL.hole_strengths(bytes(hole), bytes(board[:4])) == tuple(map(sum, zip(*rivers, strict=True)))


def evaluate_codes(codes):
    return evaluator.evaluate_unchecked([CARDS[code] for code in codes])


@pytest.mark.parametrize(
    ("hole", "board"),
    [([0, 1], [2, 3, 4]), ([0], [2, 3, 4, 5]), ([0, 1], [1, 2, 3, 4]), ([0, 52], [2, 3, 4, 5]), ([0, 1], [2] * 5)],
)
def test_the_kernel_refuses_impossible_hands_on_a_board(hole, board):
    with pytest.raises(ValueError, match="two cards and of four or five on the board, all different"):
        KERNEL.hole_strengths(bytes(hole), bytes(board))
