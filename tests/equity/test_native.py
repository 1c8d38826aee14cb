"""The native kernel counts what the Python path counts: showdowns, ranges, draws."""

import random

import pytest

from ircpoker.cards import CARDS
from ircpoker.draws import CLASSES, ValueFunction, discards, holds
from ircpoker.equity import exact, range_counts
from ircpoker.hands.kernel import KERNEL
from tests import tiers
from tests.programs import want_of

pytestmark = pytest.mark.skipif(KERNEL is None, reason=want_of("cc", "the native kernel is not in use here"))


@pytest.fixture
def without_kernel(monkeypatch):
    def call(module, function, *arguments, **options):
        with monkeypatch.context() as patch:
            patch.setattr(module, "KERNEL", None)
            return function(*arguments, **options)

    return call


@pytest.mark.parametrize("omaha", [False, True])
@pytest.mark.parametrize("known", range(6))
def test_showdowns(without_kernel, omaha, known):
    rng = random.Random(tiers.seed(10 * known + omaha))
    for _ in range(tiers.count(150, 4)):
        hands = rng.randint(2, 6 if omaha else 10)
        held = rng.choice((4, 5, 6)) if omaha else 2
        cards = rng.sample(range(52), hands * held + known + 3)
        hole = [cards[held * hand : held * (hand + 1)] for hand in range(hands)]
        spot = hole, cards[hands * held :][:known], cards[-3:]
        counts = exact.showdown_counts(*spot, omaha=omaha)
        assert counts == without_kernel(exact, exact.showdown_counts, *spot, omaha=omaha), spot


@pytest.mark.parametrize("known", [4, 5, pytest.param(3, marks=pytest.mark.slow)])
def test_ranges(without_kernel, known):
    rng = random.Random(tiers.seed(known))
    for _ in range(tiers.count(25, 2)):
        share = rng.random()
        ranges = [[rng.randint(1, 10_000) if rng.random() < share else 0 for _ in range(1326)] for _ in range(2)]
        cards = rng.sample(range(52), known + 2)
        spot = *ranges, cards[:known], cards[known:]
        counts = range_counts.range_vs_range(*spot)
        assert counts == without_kernel(range_counts, range_counts.range_vs_range, *spot)


def test_draws(without_kernel):
    rng = random.Random(tiers.seed(1))
    for dead in (0, 1, 2, 10, 42):
        cards = rng.sample(CARDS, 5 + dead)
        spot = cards[:5], CLASSES, cards[5:]
        assert discards(*spot) == without_kernel(holds, discards, *spot)


def test_values_too_large_for_the_kernel_are_summed_in_python():
    large = ValueFunction("class", tuple(class_ << 40 for class_ in CLASSES.by_class), lower_is_better=True)
    hand = "Ah Ad Kc 7s 2h"
    for hold, plain in zip(discards(hand, large), discards(hand), strict=True):
        assert (hold.mask, hold.total) == (plain.mask, plain.total << 40)


SPOILED = {
    "showdown_counts": [
        ((), (), (), False), ([(0, 1)] * 11, (), (), False), ([(0, 52)], (), (), False), ([(0,)], (), (), True),
        ([(0, 1)], (2,) * 6, (), False), (None, (), (), False), ([(0, 1), (2, 3.5)], (), (), False),
    ],
    "range_vs_range": [
        ([1] * 1325, [1] * 1326, (0, 1, 2), ()), ([1] * 1326, [10_001] * 1326, (0, 1, 2), ()),
        ([1] * 1326, [-1] * 1326, (0, 1, 2), ()), ([1] * 1326, [1] * 1326, (0, 1), ()), ([None], [], (), ()),
    ],
    "deck_sums": [((), ()), ([0] * 7463, [8192] * 4), ([0] * 7463, [1] * 3), ([1 << 37] * 7463, [1] * 4)],
    "draw_totals": [((0, 1, 2, 3), b""), ((0, 1, 2, 3, 4), bytes(8)), ((0, 1, 2, 3, 4), bytearray(330_688))],
}  # fmt: skip


@pytest.mark.parametrize(("name", "arguments"), [(name, spot) for name, spots in SPOILED.items() for spot in spots])
def test_impossible_input_is_an_error(name, arguments):
    with pytest.raises((ValueError, TypeError)):
        getattr(KERNEL, name)(*arguments)


def test_duplicate_cards_do_no_harm():
    rng = random.Random(tiers.seed(2))
    for _ in range(tiers.count(5_000, 300)):
        omaha = rng.random() < 0.5
        hole = [rng.choices(range(52), k=4 if omaha else 2) for _ in range(rng.randint(1, 10))]
        board = rng.choices(range(4) if omaha else range(52), k=rng.randint(0, 5))
        assert len(KERNEL.showdown_counts(hole, board, rng.choices(range(52), k=rng.randint(0, 52)), omaha)) == len(
            hole
        )
