"""What runs beside the bot: the file of metrics, the pages, the watch over the loop."""

from __future__ import annotations

import asyncio
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from ircpoker.admin.monitoring.running import keep_file, monitored, watch_loop, write_whole
from ircpoker.admin.monitoring.settings import METRICS, MetricsSettings
from ircpoker.config import Settings
from ircpoker.errors import SurroundingsError, TransportError
from ircpoker.runtime.activity import Activity
from tests.admin.monitoring.halls import Client, reader_of
from tests.lobby.hall import Hall
from tests.ports import free_port
from tests.transports.virtual import pass_time, run_virtually


@pytest.fixture
def hall() -> Iterator[Hall]:
    with Hall() as hall:
        yield hall


def configured(hall: Hall, **metrics: object) -> Settings:
    return replace(hall.settings, others={**hall.settings.others, METRICS.name: MetricsSettings(**metrics)})


async def get(port: int, path: str) -> tuple[int, str]:
    def ask() -> tuple[int, str]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    return await asyncio.to_thread(ask)


def test_the_pages_of_a_bot(hall: Hall) -> None:
    client, port = Client(), free_port()
    reader = reader_of(hall, client)

    async def main() -> None:
        async with monitored(configured(hall, port=port), reader):
            assert await get(port, "/health") == (200, "ok\n")
            status, text = await get(port, "/metrics")
            assert status == 200
            assert 'ircpoker_connected{network="net"} 1.0\n' in text
            with pytest.raises(TransportError, match="port"):
                async with monitored(configured(hall, port=port), reader):
                    pass
        with pytest.raises(urllib.error.URLError):
            await get(port, "/health")
        client.is_connected = False
        async with monitored(configured(hall, port=port), reader):
            assert await get(port, "/health") == (503, "the bot is on no network\n")

    asyncio.run(main())


def test_a_page_is_made_once_a_second_however_often_it_is_asked_for(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    port, reads, reader = free_port(), count(), reader_of(hall)
    read = type(reader).read
    monkeypatch.setattr(type(reader), "read", lambda self: (next(reads), read(self))[1])

    async def main() -> None:
        since = time.monotonic()
        async with monitored(configured(hall, port=port), reader):
            for _ in range(30):
                await get(port, "/health")
        assert next(reads) <= 1 + time.monotonic() - since

    asyncio.run(main())


def test_nothing_is_opened_or_imported_by_default(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ircpoker.admin.monitoring.exposition", "prometheus_client"):
        monkeypatch.setitem(sys.modules, name, None)

    async def main() -> None:
        async with monitored(hall.settings, reader_of(hall)):
            assert len(asyncio.all_tasks()) == 2
        with pytest.raises(SurroundingsError, match="is not installed"):
            async with monitored(configured(hall, port=free_port()), reader_of(hall)):
                pass

    asyncio.run(main())


class TestFile:
    def test_it_is_written_again_and_again_and_removed_at_the_end(self, tmp_path: Path) -> None:
        path, numbers = tmp_path / "ircpoker.prom", count()

        async def main() -> None:
            task = asyncio.create_task(keep_file(path, 15.0, lambda: str(next(numbers)).encode()))
            for number in range(3):
                await pass_time(1)
                assert path.read_text() == str(number)
                assert list(tmp_path.iterdir()) == [path]
                assert path.stat().st_mode & 0o777 == 0o644
                await pass_time(14)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

        run_virtually(main())
        assert list(tmp_path.iterdir()) == []

    def test_a_file_that_cannot_be_written_is_tried_again(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        path = tmp_path / "folder" / "ircpoker.prom"

        async def main() -> None:
            task = asyncio.create_task(keep_file(path, 15.0, lambda: b"x"))
            await pass_time(50)
            assert caplog.text.count("[metrics] file: it cannot be written: No such file") == 1
            path.parent.mkdir()
            await pass_time(15)
            assert path.read_text() == "x"
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

        run_virtually(main())

    def test_nobody_reads_half_of_it(self, tmp_path: Path) -> None:
        path = tmp_path / "ircpoker.prom"
        write_whole(path, b"first")
        with path.open() as reading:
            write_whole(path, b"second")
            assert (reading.read(), path.read_text()) == ("first", "second")

    def test_the_file_of_a_bot(self, hall: Hall, tmp_path: Path) -> None:
        path = tmp_path / "ircpoker.prom"

        async def main() -> None:
            async with monitored(configured(hall, file=path), reader_of(hall)):
                await pass_time(1)
                assert "\nircpoker_ledger_up 1.0\n" in path.read_text()

        run_virtually(main())
        assert not path.exists()


def test_a_loop_that_is_held_up_is_noticed() -> None:
    activity = Activity()

    async def main() -> None:
        task = asyncio.create_task(watch_loop(activity))
        await pass_time(2.5)
        assert activity.loop_delays.percentile(99) < 0.001
        asyncio.get_running_loop().now += 0.9  # as a call that takes so long
        await pass_time(1)
        assert len(activity.loop_delays) == 3
        assert activity.loop_delays.percentile(100) == pytest.approx(0.4)
        task.cancel()

    run_virtually(main())
