"""Many hands at once: the same values, and the same errors."""

import mmap
import random
import sys
from array import array
from itertools import combinations

import numpy as np
import pytest

from ircpoker.cards import CARDS
from ircpoker.errors import CardCountError, DuplicateCardError, InvalidCardError
from ircpoker.hands import evaluate, evaluate_many, many
from ircpoker.hands.bulk import ROWS_AT_ONCE
from ircpoker.hands.kernel import KERNEL


@pytest.mark.parametrize("n", [5, 6, 7, 8, 9, 10, 13, 20, 35, 52])
def test_rows_have_the_values_of_single_hands(n):
    rng = random.Random(n)
    rows = [rng.sample(range(52), n) for _ in range(2000)]
    expected = [evaluate([CARDS[code] for code in row]).class_ for row in rows]
    cards = np.array(rows, np.uint8)
    classes = evaluate_many(cards, n)
    assert classes.shape == (2000,)
    assert classes.tolist() == expected
    assert evaluate_many(cards.tobytes(), n).tolist() == expected
    assert evaluate_many(memoryview(cards), n).tolist() == expected
    assert evaluate_many(np.array(rows), n).tolist() == expected
    assert evaluate_many(np.asfortranarray(cards), n).tolist() == expected


def test_more_rows_than_one_block():
    rows = np.array([[50, 46, 42, 38, 34], [0, 7, 10, 13, 23]], np.uint8)
    many = np.tile(rows, (ROWS_AT_ONCE, 1))
    assert (evaluate_many(many, 5).reshape(-1, 2) == [1, evaluate([CARDS[code] for code in rows[1]]).class_]).all()


def test_no_rows():
    assert evaluate_many(b"", 7).shape == (0,)


def test_bad_rows_are_errors():
    with pytest.raises(CardCountError, match="expected 5 to 52"):
        evaluate_many(bytes(8), 4)
    with pytest.raises(CardCountError, match="a multiple of 5"):
        evaluate_many(bytes([0, 1, 2, 3]), 5)
    with pytest.raises(InvalidCardError, match="52"):
        evaluate_many(bytes([0, 1, 2, 3, 52]), 5)
    with pytest.raises(InvalidCardError, match="-1"):
        evaluate_many(np.array([0, 1, 2, 3, -1]), 5)
    with pytest.raises(DuplicateCardError, match="2d"):
        evaluate_many(bytes([0, 1, 2, 3, 4, 0, 1, 2, 3, 1]), 5)


def test_buffers_of_any_layout():
    strided = memoryview(bytes(code for card in [50, 46, 42, 38, 34] for code in (card, 51)))[::2]
    assert evaluate_many(strided, 5).tolist() == [1]
    with pytest.raises(CardCountError, match="rows of 5"):
        evaluate_many(np.arange(10, dtype=np.uint8).reshape(1, 10), 5)
    for spoiled in ("abcde", [[0, 1, 2, 3, 4]], np.zeros((1, 5)), memoryview(bytes(8)).cast("d"), None):
        with pytest.raises(TypeError, match="expected uint8 card codes"):
            evaluate_many(spoiled, 5)
    with pytest.raises(ValueError, match="released"):
        strided.release() or evaluate_many(strided, 5)


def test_the_answer_is_an_array_like_the_buffer():
    codes = array("B", [50, 46, 42, 38, 34])
    for cards in (codes, bytes(codes), bytearray(codes), memoryview(codes), array("q", codes), mmapped(codes)):
        classes = evaluate_many(cards, 5)
        assert (type(classes), classes.format, classes.tolist()) == (memoryview, "H", [1])
    classes = evaluate_many(np.array([codes]), 5)
    assert (type(classes), classes.dtype, classes.tolist()) == (np.ndarray, np.uint16, [1])


def mmapped(codes):
    memory = mmap.mmap(-1, len(codes))
    memory.write(bytes(codes))
    return memory


@pytest.fixture(params=[0, 1, 2], ids=["plain", "avx2", "avx512"])
def instructions(request):
    """The plain instructions, then better ones as far as the processor has them."""
    if KERNEL is not None:
        KERNEL.use_vectors(request.param)
    yield request.param
    if KERNEL is not None:
        KERNEL.use_vectors(2)


@pytest.mark.usefixtures("instructions")
@pytest.mark.parametrize("n", [5, 6, 7])
@pytest.mark.parametrize("bad", [52, 63, 64, 127, 128, 255])
def test_a_bad_row_is_found_anywhere(n, bad):
    rows = np.array([random.Random(number).sample(range(52), n) for number in range(70)], np.uint8)
    for row in range(70):
        for index, code in ((row % n, bad), (row % n, rows[row, (row + 1) % n])):
            spoiled = rows.copy()
            spoiled[row, index] = code
            error, text = (InvalidCardError, str(bad)) if code == bad else (DuplicateCardError, str(CARDS[code]))
            with pytest.raises(error, match=f"{text}"):
                evaluate_many(spoiled, n)


@pytest.mark.usefixtures("instructions")
@pytest.mark.parametrize("n", [5, 6, 7])
def test_duplicates_are_found_anywhere_in_a_row(n):
    for first, second in combinations(range(n), 2):
        for code in range(52):
            row = [(code + 1 + index) % 52 for index in range(n)]
            row[first] = row[second] = code
            with pytest.raises(DuplicateCardError, match=str(CARDS[code])):
                evaluate_many(bytes(row), n)


@pytest.mark.usefixtures("instructions")
@pytest.mark.parametrize("n", [5, 6, 7])
@pytest.mark.parametrize("count", [1, 2, 15, 16, 17, 700, 1023, 1024, 1025, 1026, 2049])
def test_any_number_of_rows(n, count):
    rng = random.Random(count)
    rows = [rng.sample(range(52), n) for _ in range(count)]
    expected = [evaluate([CARDS[code] for code in row]).class_ for row in rows]
    assert evaluate_many(bytes(code for row in rows for code in row), n).tolist() == expected
    for row in {0, count // 2, count - 1}:
        spoiled = np.array(rows, np.uint8)
        spoiled[row, n - 1] = spoiled[row, 0]
        with pytest.raises(DuplicateCardError, match=str(CARDS[spoiled[row, 0]])):
            evaluate_many(spoiled, n)


def test_without_numpy_each_row_is_evaluated_by_itself(monkeypatch):
    rows = bytes(code for number in range(50) for code in random.Random(number).sample(range(52), 7))
    expected = evaluate_many(rows, 7).tolist()
    monkeypatch.setattr(many, "KERNEL", None)
    monkeypatch.setitem(sys.modules, "ircpoker.hands.bulk", None)  # as if NumPy could not be imported
    assert evaluate_many(rows, 7).tolist() == expected
    for spoiled, error in ((rows[:-1] + b"\x34", InvalidCardError), (rows[:-1] + rows[-2:-1], DuplicateCardError)):
        with pytest.raises(error):
            evaluate_many(spoiled, 7)
