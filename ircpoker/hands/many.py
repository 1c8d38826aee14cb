"""Values of many hands at once: a buffer of card codes in, an array of classes out.

The native kernel does the work if it was built, else NumPy (`ircpoker.hands.bulk`), else a loop in Python. Callers do
not need NumPy.
"""

from __future__ import annotations

import sys
from array import array
from typing import TYPE_CHECKING, Any, overload

from ircpoker.cards import CARDS, MOST_CARDS, format_count
from ircpoker.errors import CardCountError, DuplicateCardError, InvalidCardError
from ircpoker.hands.kernel import KERNEL

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray
    from typing_extensions import Buffer

FEWEST_CARDS = 5


@overload
def evaluate_many(cards: NDArray[Any], n: int) -> NDArray[np.uint16]: ...
@overload
def evaluate_many(cards: Buffer, n: int) -> memoryview[int]: ...
def evaluate_many(cards: NDArray[Any] | Buffer, n: int) -> NDArray[np.uint16] | memoryview[int]:
    """Return the class of the best five-card hand of each row.

    Args:
        cards: card codes, 0 to 51 = 4 · rank + suit with deuce 0 and the suits c d h s, in a buffer of whole numbers
            (uint8 is fastest) with the shape (rows, n), or flat with rows · n entries.
        n: the number of cards in a row, 5 to 52.

    Returns:
        The classes of the rows as uint16, 1 (best) to 7462, like `HandValue.class_`: a NumPy array if `cards` is one,
        else a memoryview.

    Raises:
        CardCountError: `n` is out of range, or the buffer does not hold whole rows.
        InvalidCardError: a number that is not a card code.
        DuplicateCardError: a row holds a card twice.
        TypeError: the argument is not a buffer, or not one of whole numbers.

    Examples:
        >>> evaluate_many(bytes([50, 46, 42, 38, 34, 0, 1]), 7).tolist()
        [1]
    """
    if not FEWEST_CARDS <= n <= MOST_CARDS:
        raise CardCountError(n, format_count(FEWEST_CARDS, MOST_CARDS))
    codes = codes_of(cards, n)
    classes = KERNEL.evaluate_many(codes, n) if KERNEL is not None else _evaluate_rows(codes, n)
    return answer_like(cards, classes, codes, n)


def codes_of(cards: NDArray[Any] | Buffer, width: int) -> memoryview[int]:
    """Return the card codes of a buffer as bytes.

    Args:
        cards: as for `evaluate_many`.
        width: the number of cards in a row.

    Raises:
        CardCountError: the buffer does not hold whole rows.
        InvalidCardError: a number that is not a card code.
        TypeError: the argument is not a buffer, or not one of whole numbers.
    """
    try:
        view: memoryview[int] = memoryview(cards)  # type: ignore[arg-type]  # NumPy's stubs hide it below Python 3.12
    except TypeError:
        raise TypeError(f"{type(cards).__name__} is not a buffer: expected uint8 card codes") from None
    if view.format not in _WHOLE_NUMBERS:
        raise TypeError(f"a buffer of {view.format!r}: expected uint8 card codes")
    shape = view.shape or ()
    if len(shape) > 1 and shape[-1] != width:
        raise CardCountError(shape[-1], f"rows of {width}")
    count = view.nbytes // view.itemsize
    if count % width:
        raise CardCountError(count, f"a multiple of {width}")
    if view.itemsize > 1 or view.format == "b":
        return _narrowed(view)
    # An empty view cannot be cast.
    return view.cast("B") if view.c_contiguous and count else memoryview(view.tobytes())


_WHOLE_NUMBERS = frozenset("bBhHiIlLqQ")


def _narrowed(view: memoryview[int]) -> memoryview[int]:
    """Return larger numbers as bytes.

    Raises:
        InvalidCardError: a number that is not a card code.
    """
    numbers = array(view.format, view.tobytes())
    for extreme in (min(numbers, default=0), max(numbers, default=0)):
        if not 0 <= extreme < MOST_CARDS:
            raise InvalidCardError(int(extreme))
    return memoryview(bytes(numbers.tolist()))


def answer_like(
    cards: object, classes: memoryview[int] | int, codes: Sequence[int], width: int
) -> NDArray[np.uint16] | memoryview[int]:
    """Return the classes as an array of the same type as `cards`.

    Args:
        cards: the caller's buffer.
        classes: the classes, or the number of the first row that is not a hand.
        codes: the card codes, for the error.
        width: the number of cards in a row.

    Raises:
        InvalidCardError: a number that is not a card code.
        DuplicateCardError: a row holds a card twice.
    """
    if isinstance(classes, int):
        row = list(codes[classes * width : (classes + 1) * width])
        if max(row) >= MOST_CARDS:
            raise InvalidCardError(int(max(row)))
        raise DuplicateCardError(str(CARDS[next(code for code in row if row.count(code) > 1)]))
    numpy = sys.modules.get("numpy")  # a caller with a NumPy array has imported it
    return numpy.asarray(classes) if numpy is not None and isinstance(cards, numpy.ndarray) else classes


def _evaluate_rows(codes: memoryview[int], n: int) -> memoryview[int] | int:
    """Return the same as the kernel: the classes, or the number of the first row that is not a hand."""
    try:
        from ircpoker.hands.bulk import evaluate_rows  # NumPy would cost every start 60 ms
    except ImportError:
        return _one_by_one(codes, n)
    return evaluate_rows(codes, n)


def _one_by_one(codes: memoryview[int], n: int) -> memoryview[int] | int:
    from ircpoker.hands.evaluator import evaluate  # not needed with the kernel

    classes = array("H")
    for row in range(len(codes) // n):
        try:
            classes.append(evaluate([CARDS[code] for code in codes[row * n : (row + 1) * n]]).class_)
        except (DuplicateCardError, IndexError):
            return row
    return memoryview(classes)
