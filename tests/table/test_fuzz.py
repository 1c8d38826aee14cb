"""Random play of every game, short stacks, free folds and mucks included, watched at every step."""

import random

import pytest

from tests import tiers
from tests.table.play import random_deal


@pytest.mark.slow(1)
@pytest.mark.no_cover  # the same lines, very often
def test_random_deals() -> None:
    rng = random.Random(2024)
    for _ in range(500):
        random_deal(rng)


@pytest.mark.slow(1)
@pytest.mark.few(1, 5)
@pytest.mark.parametrize("seed", range(10))
def test_a_hundred_thousand_random_deals(seed: int) -> None:
    rng = random.Random(tiers.seed(1_000 + seed))
    for _ in range(tiers.count(10_000)):
        random_deal(rng)
