"""Any input to any native function: an answer or one of its errors, never a crash."""

import random
import threading
from array import array
from itertools import chain
from pathlib import Path
from zlib import adler32

import pytest

from ircpoker.cards import CARDS
from ircpoker.errors import CardCountError, DuplicateCardError, InvalidCardError
from ircpoker.hands.kernel import KERNEL
from ircpoker.hands.tables import ARRAYS
from tests import tiers
from tests.programs import want_of

pytestmark = pytest.mark.skipif(KERNEL is None, reason=want_of("cc", "the native kernel is not in use here"))

CALLS = 1_000_000


class Odd:
    """Claims to be a number and a sequence, and is neither."""

    def __index__(self):
        raise KeyError("no number after all")

    def __iter__(self):
        yield 1
        raise KeyError("no sequence after all")


def buffers(rng):
    """Yield buffers of every kind: read-only, with gaps, backwards, in two dimensions, of other types, released."""
    content = rng.randbytes(rng.choice((0, 1, 5, 7, 9, 35, 63, 64, 70, 630, 5000)))
    cards = bytes(chain.from_iterable(rng.sample(range(52), 9) for _ in range(rng.randint(0, 200))))
    for buffer in (content, cards, bytes(code % 52 for code in content)):
        released = memoryview(buffer)
        released.release()
        yield from (buffer, bytearray(buffer), memoryview(buffer)[::2], memoryview(buffer)[::-1], released)
        yield memoryview(bytearray(buffer))[rng.randint(0, 9) :]
        if len(buffer) and not len(buffer) % 7:
            yield memoryview(buffer).cast("B", (len(buffer) // 7, 7))
        yield array("q", buffer[: len(buffer) // 8 * 8])
        yield array("d", buffer[: len(buffer) // 8 * 8])


def values(rng):
    """Return one of each kind of thing that may be passed."""
    size = rng.choice((0, 2, 4, 5, 6, 7, 9, 52, 53, 1326, 7463))
    cards = rng.choices(CARDS, k=size)
    codes = rng.choices(range(-1, 54) if rng.random() < 0.3 else range(52), k=size)
    hands = [rng.sample(range(52), rng.choice((2, 4, 5, 6))) for _ in range(rng.randint(0, 11))]
    text = " ".join(map(str, cards[:60]))
    numbers = (0, 1, 2, 4, 5, 6, 7, 9, 52, -1, 255, 2**31, 2**63, -(2**63), 10**30, 1.5, True, None)
    return [
        *buffers(rng), *rng.choices(numbers, k=12), cards, tuple(cards), set(cards), codes, tuple(codes), hands,
        text, text.upper(), text[:-1], text + "é", "\udcff" * size, Odd(), [Odd()], [Odd()] * size, iter(cards),
        {}, object(), CARDS, (1,) * 1326, [1] * 1326, (1,) * 7463, (8191,) * 4, bytes(330_688), [[0, 1], [2, 3]], (),
    ]  # fmt: skip


FUNCTIONS = [name for name in dir(KERNEL) if not name.startswith("__") and callable(getattr(KERNEL, name))]
WEIGHTS = [1, 0, 3] * 442
RIGHT = {
    "NamedValue": [978],
    "best_five": [CARDS[3:12]],
    "bind_cards": [CARDS],
    "class_counts": [5],
    "deck_sums": [range(7463), (8191, 8191, 8190, 8191)],
    "draw_totals": [(0, 1, 2, 3, 51), bytes(330_688)],
    "evaluate": [CARDS[3:10]],
    "evaluate_many": [bytes(range(49)), 7],
    "evaluate_omaha": [CARDS[:4], CARDS[4:9]],
    "evaluate_omaha_many": [bytes(range(45)), 4, 5],
    "evaluate_unchecked": [CARDS[3:10]],
    "hole_strengths": [bytes((0, 1)), bytes((4, 5, 6, 7))],
    "range_vs_range": [WEIGHTS, WEIGHTS, (0, 1, 2, 3, 4), ()],
    "set_up": [b"", len, len, len, len, len],
    "showdown_counts": [[(0, 1), (2, 3)], (4, 5, 6), (7,), False],
    "use_vectors": [2],
}


# Errors of the interpreter: wrong kinds and counts of arguments, released buffers, large numbers, those of `Odd`, and
# (NotImplementedError) views of two dimensions where items are asked for.
OF_ARGUMENTS = (TypeError, ValueError, KeyError)
OF_NUMBERS = (*OF_ARGUMENTS, OverflowError)
OF_BUFFERS = (*OF_NUMBERS, BufferError)
OF_SEQUENCES = (*OF_ARGUMENTS, NotImplementedError)
ERRORS = {
    "NamedValue": (*OF_NUMBERS, AttributeError),  # it has no category: HandValue has
    "best_five": (TypeError,),
    "bind_cards": (TypeError, ValueError),
    "class_counts": OF_NUMBERS,
    "deck_sums": OF_SEQUENCES,
    "draw_totals": OF_SEQUENCES,
    "evaluate": (*OF_SEQUENCES, InvalidCardError, CardCountError, DuplicateCardError),
    "evaluate_many": OF_BUFFERS,
    "evaluate_omaha": (TypeError,),
    "evaluate_omaha_many": OF_BUFFERS,
    "evaluate_unchecked": (*OF_SEQUENCES, AttributeError),  # only cards have keys
    "hole_strengths": OF_BUFFERS,
    "range_vs_range": OF_SEQUENCES,
    "set_up": (TypeError, ValueError, RuntimeError, BufferError),
    "showdown_counts": OF_SEQUENCES,
    "use_vectors": OF_NUMBERS,
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_any_input(name):
    function = getattr(KERNEL, name)
    rng = random.Random(tiers.seed(FUNCTIONS.index(name)))
    answers = 0
    for call in range(tiers.count(-(-CALLS // len(FUNCTIONS)), 300)):
        if not call % 50:
            pool = values(rng)
        arguments = list(RIGHT[name])
        for index in range(len(arguments)):
            if rng.random() < 0.4:
                arguments[index] = rng.choice(pool)
        if rng.random() < 0.02:
            arguments = rng.choices(pool, k=rng.randint(0, 6))
        try:
            answer = function(*arguments)
            answers += 1
            if name == "NamedValue":
                _ = answer.name, answer.class_
        except ERRORS[name] as error:
            # A missing key is `Odd`'s, or that of a hand that cannot be, asked for unchecked.
            assert type(error) is not KeyError or "after all" in str(error) or name == "evaluate_unchecked"
    KERNEL.use_vectors(2)
    assert answers or name in {"set_up", "bind_cards"}  # they are done once


@pytest.mark.parametrize(("name", "sizes"), [("evaluate_many", [7]), ("evaluate_omaha_many", [4, 5])])
def test_rows_that_another_thread_changes(name, sizes):
    def evaluate(rows, answers):
        answers.append(getattr(KERNEL, name)(rows, *sizes))

    row = bytes(range(sum(sizes)))
    for _ in range(tiers.count(100, 5)):
        rows, answers = bytearray(row * 200_000), []
        thread = threading.Thread(target=evaluate, args=(rows, answers))
        thread.start()
        for start in range(0, len(rows), 4096):
            rows[start : start + 4] = b"\xff\xff\xff\xff"
        thread.join()
        (answer,) = answers
        # A row as it was or is at some time: the answer has an existing class, or is the number of a bad row.
        assert answer in range(200_000) if isinstance(answer, int) else max(answer) <= 7462


@pytest.mark.parametrize("number", [0, -1, 7463, 10**6, 10**30, -(2**63), 2**63 - 1])
def test_an_impossible_value_has_no_name_and_no_class(number):
    with pytest.raises((ValueError, OverflowError, KeyError)):
        _ = KERNEL.NamedValue(number).name
    with pytest.raises((ValueError, OverflowError)):
        _ = KERNEL.NamedValue(number).class_


def test_the_kernel_before_it_is_set_up():
    import importlib.util

    spec = importlib.util.spec_from_file_location("ircpoker.hands._kernel", KERNEL.__file__)
    fresh = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(fresh)
    assert fresh is not KERNEL
    for name, arguments in {
        "evaluate": [CARDS[:7]], "evaluate_unchecked": [CARDS[:7]], "best_five": [CARDS[:7]], "class_counts": [5],
        "evaluate_omaha": [CARDS[:4], CARDS[4:9]], "evaluate_omaha_many": [bytes(9), 4, 5], "use_vectors": [0],
        "evaluate_many": [bytes(7), 7], "showdown_counts": [[(0, 1)], (), (), False], "deck_sums": [(), ()],
        "range_vs_range": [[1] * 1326, [1] * 1326, (0, 1, 2), ()],
    }.items():  # fmt: skip
        with pytest.raises(RuntimeError, match="not set up"):
            getattr(fresh, name)(*arguments)
    with pytest.raises(RuntimeError, match="not set up"):
        fresh.evaluate("Ah Kh Qh Jh Th")
    with pytest.raises(ValueError, match="damaged"):
        fresh.set_up(bytes(400), *[None] * 5)
    with pytest.raises(ValueError, match="after set_up"):
        fresh.bind_cards(CARDS)


def set_checksums(content):
    """Write the checksums of the arrays as if they had been made like this."""
    lengths = memoryview(content[: 4 * len(ARRAYS)]).cast("I")
    end = 8 * len(ARRAYS)
    for index, (typecode, length) in enumerate(zip(ARRAYS.values(), lengths, strict=True)):
        start, end = end, end + array(typecode).itemsize * length
        at = 4 * (len(ARRAYS) + index)
        content[at : at + 4] = adler32(content[start:end]).to_bytes(4, "little")


def test_wrong_tables_with_the_right_checksum_are_refused_or_harmless():
    import importlib.util

    from ircpoker.hands.kernel import TABLES_FILE

    content = Path(TABLES_FILE).read_bytes()
    rng = random.Random(tiers.seed(5))
    spec = importlib.util.spec_from_file_location("ircpoker.hands._kernel", KERNEL.__file__)
    for _ in range(tiers.count(200, 5)):
        spoiled = bytearray(content)
        for _ in range(3):
            spoiled[rng.randrange(len(content) if rng.random() < 0.5 else 60)] = rng.randrange(256)
        set_checksums(spoiled)
        fresh = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(fresh)
        try:
            fresh.set_up(bytes(spoiled[: rng.choice((None, None, -1, 41))]), *[len] * 5)
        except ValueError:
            continue
        rows = bytes(chain.from_iterable(rng.sample(range(52), 7) for _ in range(200)))
        fresh.evaluate_many(rows, 7)
        fresh.class_counts(5)
