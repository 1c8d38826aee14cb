"""The bot on a hostile and tired server: it always comes back, and never too fast."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import Counter
from random import Random

import pytest

from ircpoker.config import BotSettings, LimitSettings, NetworkSettings, Secret
from ircpoker.transports.irc import IrcClient, UnaskedLines
from tests import tiers
from tests.servers.bots import EchoRouter
from tests.transports.irc.hostile import PASSWORD, Ending, HostileServer, most_within, network, read_endings
from tests.transports.virtual import pass_time, run_virtually

ENDINGS = read_endings()
MOST_A_MINUTE = 7
SESSIONS = tiers.count(1000)


def make_client(port: int, rng: Random, games: UnaskedLines | None = None) -> IrcClient:
    settings = NetworkSettings(**network(port), password=Secret(PASSWORD))
    return IrcClient(settings, BotSettings(), LimitSettings(), EchoRouter(), games=games, rng=rng)


def warnings_of(records: list[logging.LogRecord]) -> Counter[str]:
    """Return how often each cause was warned of, whatever numbers it has."""
    return Counter(
        re.sub(r"\d+", "0", record.getMessage().rpartition("; ")[0] or record.getMessage())
        for record in records
        if record.levelno >= logging.WARNING
    )


async def suffer(ending: Ending, rng: Random) -> None:
    """Let a bot meet an ending at a random moment, and check that it comes back."""
    server = HostileServer()
    task = asyncio.create_task(make_client(server.port, rng).run())
    if rng.random() < 0.8:
        assert await server.wait_well(30)
        await pass_time(rng.choice([0.0, rng.uniform(0, 5), rng.uniform(0, 300)]))
    else:  # In the middle of the login, or before it.
        await pass_time(rng.uniform(0, 0.01))
    server.begin(ending)
    await pass_time(rng.choice([rng.uniform(0, 30), rng.uniform(30, 600), rng.uniform(600, 4000)]))
    server.relent()
    assert await server.wait_well(ending.patience), ending.name
    await pass_time(130)
    assert server.is_well, f"{ending.name}: it does not stay"
    assert most_within(server.visits, 60) <= MOST_A_MINUTE
    assert most_within(server.joins, 60) <= MOST_A_MINUTE
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest.mark.parametrize("ending", ENDINGS, ids=[ending.name for ending in ENDINGS])
def test_it_comes_back(ending: Ending, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    for number in tiers.seeds(1000, 1):
        caplog.clear()
        run_virtually(suffer(ending, Random(f"{ending.name}{number}")))
        # A session takes up to an hour and a half.
        assert all(count <= 2 for count in warnings_of(caplog.records).values()), caplog.messages


def test_there_are_forty_endings() -> None:
    assert len(ENDINGS) == len({ending.name for ending in ENDINGS}) >= 40
    assert all(ending.source for ending in ENDINGS)
