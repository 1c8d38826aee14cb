"""Front-ends and bots that are killed at random moments: nothing is lost, and all who are left come back."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.servers.company import Company, passive
from tests.servers.front_ends import Robot, Spectator, feed_bot, rebuy, robot_at, snapshot_of
from tests.servers.ngircd import Ngircd
from tests.servers.tables import chips_at_tables
from tests.tiers import count, seed

PARTS = count(4)
"""Each has a share of all kills, so that they can be run one by one."""
KILLS = count(200) // PARTS


def acts_again(robot: Robot, times: int = 1) -> Callable[[], bool]:
    """Return a function that says whether a robot has acted since."""
    acted = robot.lines.count("acted")
    return lambda: robot.lines.count("acted") >= acted + times


def passes(seconds: float) -> Callable[[], bool]:
    """Return a function that says whether a time is over."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


@pytest.mark.slow(30)
@pytest.mark.parametrize("part", range(PARTS))
def test_a_robot_that_is_killed_is_timed_out_like_a_person(
    ngircd: Ngircd, folder: Path, channel: str, part: int
) -> None:
    """Nobody else notices, and it goes on when it is back."""
    rng = random.Random(seed(200 + part))
    with (
        feed_bot(folder, ngircd.port, channel, seconds_to_act=2, reminder=0, grace=600) as bot,
        Company(ngircd.port, channel, "alice", "bob", strategy=passive) as company,
    ):
        company.sit_down()
        with robot_at(bot, channel) as robot:
            for number in range(KILLS):
                company.until(acts_again(robot), 90)
                company.until(passes(rng.uniform(0, 0.3)))
                robot.kill()
                if number % 10 == 0:
                    company.play(2)
                robot.start()
                rebuy(company)
            company.until(acts_again(robot, 2), 90)
            # Late on a busy machine: refused.
            assert {line for line in robot.lines if "that turn has passed" not in line} <= {"acted", "late"}
            snapshot = asyncio.run(snapshot_of(bot, channel))
            assert sorted(seat["name"] for seat in snapshot["seats"]) == ["alice", "bob", "robo"]
        assert not company.called_off
        assert "Traceback" not in bot.log


@pytest.mark.slow(30)
@pytest.mark.parametrize("part", range(PARTS))
def test_a_bot_that_is_killed_is_found_again(ngircd: Ngircd, folder: Path, channel: str, part: int) -> None:
    """Front-ends come back by themselves, and what they have is what a new one gets."""
    rng = random.Random(seed(300 + part))
    with (
        feed_bot(folder, ngircd.port, channel) as bot,
        Company(ngircd.port, channel, "alice", "bob", strategy=passive) as company,
    ):
        company.sit_down()
        with robot_at(bot, channel) as robot:
            company.until(acts_again(robot), 90)
            spectator = Spectator(folder / "feed" / "web.sock", channel)
            for _ in range(KILLS):
                company.until(acts_again(robot), 90)
                company.until(passes(rng.uniform(0, 0.3)))
                bot.kill()
                seen = spectator.snapshots
                bot.start()
                company.watcher.wait_for_bot()
                rebuy(company)
                company.until(lambda seen=seen: spectator.snapshots > seen, 90)
                company.until(lambda: spectator.chips == chips_at_tables(bot), 90)
            company.until(acts_again(robot, 4), 90)
            # What it answered to the bot before is refused by the one after.
            assert {line for line in robot.lines if "that turn has passed" not in line} <= {"acted", "late"}
            assert sorted(seat["name"] for seat in spectator.table["seats"]) == ["alice", "bob", "robo"]
            spectator.stop()
        assert "Traceback" not in bot.log
