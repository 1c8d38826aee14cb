"""The bot of several windows: a window that is refused says so, and one that stands by never gives up."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from ircpoker.cli import shared_bot
from ircpoker.config.loader import default_settings
from ircpoker.errors import UsageError
from tests.waiting import PATIENCE


def test_a_window_that_the_bot_refuses_says_why(tmp_path: Path) -> None:
    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        number = json.loads(await reader.readline())["id"]
        writer.write(json.dumps({"is": "error", "text": "not this one", "id": number}).encode() + b"\n")
        writer.close()

    async def connect() -> None:
        async with await asyncio.start_unix_server(refuse, tmp_path / "s"):
            await shared_bot._connect(tmp_path / "s", "ann")

    with pytest.raises(UsageError, match="not this one"):
        asyncio.run(connect())


def test_a_window_that_stands_by_tries_again_whatever_has_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stand_by() -> None:
        tries, enough = [OSError("disk"), RuntimeError("fault"), None], asyncio.Event()

        def fail(*_: object) -> None:
            error = tries.pop(0)
            if error is not None:
                raise error
            enough.set()

        monkeypatch.setattr(shared_bot, "open_own_router", fail)
        task = asyncio.create_task(shared_bot._stand_by(default_settings(tmp_path), tmp_path / "s"))
        async with asyncio.timeout(PATIENCE):
            await enough.wait()
        task.cancel()

    monkeypatch.setattr(shared_bot, "_TRY_SECONDS", 0)
    asyncio.run(stand_by())
