"""No input of a stranger stops a loop for long, on any surface; `python -m benchmarks.dearest` has the milliseconds."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

from tests import tiers
from tests.attacks.dearest import INPUTS, SURFACES, Door, cold

MOST = 30
"""So many times as long as `_reference`, on any machine; 8 ms are about 12 times, twice that on a busy machine."""
TRIES = 20
"""The shortest time counts, as others use the machine, too."""


def _reference() -> float:
    begun = time.thread_time()
    sum(number * number % 7 for number in range(16_000))
    return time.thread_time() - begun


@pytest.mark.slow(20)
@pytest.mark.no_cover
@pytest.mark.parametrize("surface", SURFACES)
def test_no_input_stops_the_loop_for_long(surface: str, tmp_path: Path) -> None:
    door, inputs = SURFACES[surface]
    asked = inputs()
    assert len(asked) == INPUTS
    with door(tmp_path) as ask:
        for each in Random(tiers.seed(1)).sample(asked, tiers.count(INPUTS, 40)):
            assert any(_takes(ask, each) <= MOST for _ in range(TRIES)), str(each)[:200]


def _takes(ask: Door, each: object) -> float:
    cold()
    least = min(_reference(), _reference())
    return ask(each) / least


@pytest.mark.slow
@pytest.mark.no_cover
def test_it_would_notice_an_input_that_is_dear() -> None:
    """A loop that is kept for as long as sixty references."""

    def ask(_: object) -> float:
        begun = time.thread_time()
        for _each in range(60):
            _reference()
        return time.thread_time() - begun

    assert all(_takes(ask, "x") > MOST for _ in range(5))
