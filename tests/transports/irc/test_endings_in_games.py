"""A server that ends and refuses things in the middle of deals and tournaments: they go on, and chips are exact."""

from __future__ import annotations

import asyncio
import gc
import logging
from random import Random

import pytest

from tests import tiers
from tests.transports.irc.hostile import CHANNEL, most_within, read_endings
from tests.transports.irc.live_hall import TABLE, TOURNAMENT, Evening
from tests.transports.irc.test_endings import MOST_A_MINUTE, warnings_of
from tests.transports.virtual import pass_time, run_virtually

ENDINGS = read_endings()


async def play_through(rng: Random, opening: tuple[str, str], caplog: pytest.LogCaptureFixture) -> None:
    ending = rng.choice(ENDINGS)
    async with Evening(rng, opening) as evening:
        assert await evening.server.wait_well(30)
        await evening.play(rng.uniform(5, 60))
        evening.server.begin(ending)
        await evening.play(rng.choice([rng.uniform(0, 30), rng.uniform(30, 300)]))
        evening.server.relent()
        assert await evening.server.wait_well(ending.patience), ending.name
        before = evening.deals
        await evening.play(120)
        assert evening.deals > before, f"{ending.name}: no deal goes on"
        # A server that freezes has taken lines that nobody ever reads: those of the deal in progress.
        assert len(evening.untold()) <= (ending.name == "server freezes"), ending.name
        assert most_within(evening.server.visits, 60) <= MOST_A_MINUTE
        assert most_within(evening.server.joins, 60) <= MOST_A_MINUTE
    assert all(count <= 2 for count in warnings_of(caplog.records).values()), caplog.messages
    assert not [record for record in caplog.records if record.exc_info], caplog.text


@pytest.mark.slow
@pytest.mark.parametrize("opening", [TABLE, TOURNAMENT], ids=["deal", "tournament"])
def test_games_go_on(opening: tuple[str, str], caplog: pytest.LogCaptureFixture) -> None:
    for number in tiers.seeds(100, 1):
        caplog.clear()
        run_virtually(play_through(Random(f"{opening}{number}"), opening, caplog))


@pytest.mark.slow(1)
def test_nobody_plays_where_the_bot_is_not_heard(caplog: pytest.LogCaptureFixture) -> None:
    """In a moderated channel the clocks stand; each player is told once, in private."""

    async def main() -> None:
        async with Evening(Random(1)) as evening:
            server = evening.server
            assert await server.wait_well(30)
            await evening.play(60)
            while not evening.hall.actors():
                await pass_time(1)
            deals, server.is_silenced = evening.deals, True
            server.tell(":alice!alice@alice.home MODE {channel} +m")
            await pass_time(3600)
            assert evening.deals == deals
            private = [(target, text) for _, target, text in server.heard if "is moderated (+m)" in text]
            assert sorted(target for target, _ in private) == ["alice", "bob"]
            assert evening.hall.actors(), "the deal waits"
            server.is_silenced = False
            server.tell(":alice!alice@alice.home MODE {channel} -m")
            await pass_time(1)
            lines = [text for _, target, text in server.heard if target == CHANNEL][-3:]
            assert any("I am back: " in text for text in lines)
            await evening.play(120)
            assert evening.deals > deals
            assert evening.untold() == set()

    caplog.set_level(logging.WARNING)
    run_virtually(main())
    assert [message for message in caplog.messages if "is moderated" in message] == caplog.messages


@pytest.mark.slow(1)
def test_a_table_waits_until_the_bot_is_let_into_the_channel() -> None:
    """It has lost the connection in the middle of a deal, and the channel is closed when it comes back."""

    async def main() -> None:
        async with Evening(Random(2), grace=120) as evening:
            server = evening.server
            assert await server.wait_well(30)
            await evening.play(60)
            while not evening.hall.actors():
                await pass_time(1)
            await pass_time(5)  # The turn is shown.
            deals, (ending,) = evening.deals, [each for each in ENDINGS if each.name == "by invitation"]
            server.begin(ending)
            assert server.visitor is not None
            server.visitor.writer.close()
            await pass_time(3600)
            assert evening.deals == deals
            assert len(evening.hall.table().seats.people) == 2
            server.relent()
            assert await server.wait_well(ending.patience)
            await evening.play(120)
            assert evening.deals > deals
            assert evening.untold() == set()

    run_virtually(main())


@pytest.mark.deep
def test_a_day_with_an_ending_every_ten_minutes(caplog: pytest.LogCaptureFixture) -> None:
    """Nothing grows: neither objects nor tasks, nor the log beyond its lines. The ledger keeps its deals on disk."""
    caplog.set_level(logging.INFO)
    sizes, tasks, lines = list[int](), list[int](), list[int]()

    async def main() -> int:
        rng = Random(tiers.seed(1))
        async with Evening(rng, pace=10.0) as evening:
            for _ in range(24):
                for _ in range(6):
                    evening.server.begin(rng.choice(ENDINGS))
                    await evening.play(rng.uniform(1, 60))
                    evening.server.relent()
                    await evening.play(600)
                lines.append(len(caplog.records))
                caplog.clear()
                for times in (evening.server.visits, evening.server.joins):
                    assert most_within(times, 60) <= MOST_A_MINUTE
                    times.clear()
                evening.server.heard.clear()
                gc.collect()
                sizes.append(len(gc.get_objects()))
                tasks.append(len(asyncio.all_tasks()))
            return evening.deals

    deals = run_virtually(main())
    logging.getLogger(__name__).info("objects %s, tasks %s, lines %s, deals %d", sizes, tasks, lines, deals)
    assert max(tasks) <= min(tasks) + 3
    assert max(lines) < 200, "an hour of endings"
    assert max(sizes[-6:]) < 1.02 * max(sizes[6:12]), sizes
    assert deals > 100
