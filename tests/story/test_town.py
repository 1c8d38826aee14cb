"""A town in virtual time: whatever goes on beside a table, its lines come in their order, are true, and are told."""

from __future__ import annotations

import re
from itertools import cycle

import pytest

from ircpoker.lobby import Place
from ircpoker.people import Person
from ircpoker.telling.referee import LATEST_RESULT
from ircpoker.tournaments.requests import parse_tournament
from tests import tiers
from tests.story.crowd import Visitor
from tests.story.scene import Plan, Scene

SCENES = {
    "one table": Plan(1),
    "two tables": Plan(2),
    "four tables": Plan(4),
    "eight tables": Plan(8),
    "a tournament": Plan(0, entrants=40),
    "machines": Plan(1, pullers=20),
    "all together": Plan(6, entrants=40, pullers=20),
    "a channel": Plan(2, together=2),
}


def judge(plan: Plan, seed: int, minutes: float) -> Scene:
    """Play a scene, and return it if no line broke a rule."""
    with Scene(plan, seed) as scene:
        scene.run(minutes)
        now = scene.loop.time()
    assert not scene.rules.faults, dict(scene.rules.examples)
    assert not scene.rules.late(now, LATEST_RESULT)
    assert not scene.town.services.activity.story_faults
    return scene


@pytest.mark.slow(1)
def test_two_tables_beside_people_at_machines() -> None:
    seen = judge(Plan(2, pullers=5), 1, 4).rules.seen
    assert seen["end"] > 2
    assert seen["turn"] > 20
    assert seen["result"] > 10


@pytest.mark.slow(1)
def test_one_table_whose_players_read_their_turns_in_private_too() -> None:
    seen = judge(Plan(1), 1, 4).rules.seen
    assert seen["end"] > 2
    assert seen["own turn"] > 20


@pytest.mark.slow(1)
def test_two_tables_of_a_channel() -> None:
    assert judge(SCENES["a channel"], 1, 4).rules.seen["opening"] == 2


@pytest.mark.slow(1)
def test_whoever_wants_it_reads_each_turn_in_private() -> None:
    with Scene(Plan(2), 1) as scene:
        for table in range(2):
            for number in range(4):
                scene.town.say(f"t{table}p{number}", "set turns full")
        scene.run(4)
    assert not scene.rules.faults, dict(scene.rules.examples)
    assert scene.rules.seen["own turn"] >= 0.75 * scene.rules.seen["turn"]


@pytest.mark.slow(1)
@pytest.mark.few(1)
@pytest.mark.parametrize("robots", [(), ("regular", "loose")])
def test_four_attentive_people_play_150_deals_an_hour(robots: tuple[str, ...]) -> None:
    with Scene(Plan(1, attentive=True, robots=robots), 1) as scene:
        scene.rules.is_hurried = True
        scene.run(10)
        assert scene.rules.seen["end"] >= 25
    assert not scene.rules.faults, dict(scene.rules.examples)


@pytest.mark.slow(20)
def test_a_tournament_beside_a_table() -> None:
    seen = judge(Plan(1, entrants=12), 2, 20).rules.seen
    assert seen["out of a tournament"] > 3
    assert seen["standing"]


@pytest.mark.slow(12)
@pytest.mark.parametrize(("seed", "name"), [*enumerate(list(SCENES)[1:6], 1)])
def test_the_first_minutes_of_the_town(name: str, seed: int) -> None:
    judge(SCENES[name], seed, 4)


@pytest.mark.deep
@pytest.mark.parametrize(("seed", "name"), [*zip(tiers.seeds(100), cycle(SCENES), strict=False)])
def test_the_whole_town(name: str, seed: int) -> None:
    judge(SCENES[name], seed, 30)


@pytest.mark.slow(6)
def test_forty_who_register_at_once_are_named_in_fewer_lines() -> None:
    with Scene(Plan(1), 1) as scene:
        town, channel = scene.town, scene.channels[-1]
        tournaments = town.services.tables.tournaments
        now = town.services.clock.now()
        plan = parse_tournament("open in 1 h turbo", ["holdem"], tournaments.settings, now)
        tournament = tournaments.create(Place.of_channel("net", channel), plan, Person("net", "boss", "boss"))
        for number in range(40):
            visitor = Visitor(town, f"m{number}", channel, 1)
            town.loop.call_later(30 + number / 2, town.say, visitor.nick, "!tournament register open", channel)
        scene.run(4)
    assert not scene.rules.faults, dict(scene.rules.examples)
    assert len(tournament.state.entries) == 40
    lines = [line for line in scene.log if f" {channel}: " in line and re.search(r"\bm-?\d", line) and " <" not in line]
    for number in range(40):
        assert any(re.search(rf"\bm-?{number}\b", line.replace("-", "")) for line in lines), number
    assert len(lines) < 40
