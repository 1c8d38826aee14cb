"""A town in virtual time: whatever goes on beside a table, its lines come in their order, are true, and are told."""

from __future__ import annotations

import pytest

from tests import tiers
from tests.story.scene import Plan, Scene

SCENES = {
    "one table": Plan(1),
    "two tables": Plan(2),
    "four tables": Plan(4),
    "eight tables": Plan(8),
    "a tournament": Plan(0, entrants=40),
    "machines": Plan(1, pullers=20),
    "all together": Plan(6, entrants=40, pullers=20),
}
LATEST = 180.0
"""Seconds after which the result of a stake is told, even in the largest crowd."""


def judge(plan: Plan, seed: int, minutes: float) -> Scene:
    """Play a scene, and return it if no line broke a rule."""
    with Scene(plan, seed) as scene:
        scene.run(minutes)
        now = scene.loop.time()
    assert not scene.rules.faults, dict(scene.rules.examples)
    assert not scene.rules.late(now, LATEST)
    return scene


def test_two_tables_beside_people_at_machines() -> None:
    seen = judge(Plan(2, pullers=5), 1, 4).rules.seen
    assert seen["end"] > 2
    assert seen["own turn"] > 20
    assert seen["result"] > 10


@pytest.mark.slow(seconds=20)
def test_a_tournament_beside_a_table() -> None:
    seen = judge(Plan(1, entrants=12), 2, 20).rules.seen
    assert seen["out of a tournament"] > 3
    assert seen["standing"]


@pytest.mark.deep
@pytest.mark.parametrize("seed", [*tiers.seeds(100)])
@pytest.mark.parametrize("plan", list(SCENES.values()), ids=list(SCENES))
def test_the_whole_town(plan: Plan, seed: int) -> None:
    judge(plan, seed, 30)
