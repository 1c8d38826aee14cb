"""docs/feed.md: its program plays, and it and docs/feed-data.md name every message and field of the types."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import get_args

from msgspec import Struct
from msgspec.structs import fields

from ircpoker.chat.outgoing import Outgoing
from ircpoker.chat.router import Router
from ircpoker.config.administration import ENDPOINTS
from ircpoker.feed import data, messages, requests
from ircpoker.feed.requests import PROTOCOL
from ircpoker.feed.server.endpoints import ENDPOINT_RULES, HANDLERS, FeedEndpoint
from ircpoker.feed.server.sockets import EndpointPlace, SocketEndpoint
from ircpoker.lobby.settings import BlindsSettings
from ircpoker.runtime.clock import SystemClock
from ircpoker.runtime.delivery import Delivery
from ircpoker.transports.loop import run_scheduler
from tests.chat.routers import CHANNEL, make_router, message
from tests.children import child

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "feed.md").read_text(encoding="utf-8")
PROGRAM = ROOT / "docs" / "examples" / "feed_player.py"
DEALS = 2


def confirm(lines: Sequence[Outgoing]) -> None:
    for line in lines:
        if line.on_delivery is not None:
            line.on_delivery(Delivery.SENT)


def quick_bot() -> Router:
    """Return a bot at whose table alice waits, and does not wait between deals."""
    router = make_router(("holdem",), clock=SystemClock())
    settings = router.services.settings
    router.services.settings = replace(settings, others={**settings.others, "holdem": BlindsSettings(deal_pause=0.05)})
    router.services.outbox.open("net", confirm)
    router.services.presence.connected("net")
    router.services.presence.note_open("net", CHANNEL, is_open=True)
    router.handle(message("!open 300", CHANNEL))
    return router


def test_the_program_of_the_page_plays(tmp_path: Path) -> None:
    (block,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert block in PROGRAM.read_text(encoding="utf-8")
    assert len(block.splitlines()) <= 20
    socket = tmp_path / "program.sock"

    async def run() -> list[str]:
        router = quick_bot()
        keeping_time = asyncio.create_task(run_scheduler(router.services.scheduler))
        async with SocketEndpoint(EndpointPlace(socket), FeedEndpoint("program", "program", router)):
            program = await asyncio.create_subprocess_exec(
                *child(sys.executable, str(PROGRAM), str(socket), CHANNEL), cwd=ROOT, stdout=asyncio.subprocess.PIPE
            )
            assert program.stdout is not None
            lines: list[str] = []
            while sum(" wins " in line or " split " in line for line in lines) < DEALS:
                lines.append((await program.stdout.readline()).decode())
                if "alice: " in lines[-1]:
                    router.handle(message("!call", CHANNEL))
            program.kill()
            await program.wait()
        keeping_time.cancel()
        return lines

    lines = asyncio.run(run())
    assert any("you hold" in line for line in lines)
    assert not [line for line in lines if "not done" in line]


def test_the_page_names_every_request_and_door() -> None:
    assert {f'"do":"{name}"' for name in HANDLERS} <= set(re.findall(r'"do":"\w+"', PAGE))
    assert tuple(ENDPOINT_RULES) == ENDPOINTS
    assert all(f"`{endpoint}.sock`" in PAGE for endpoint in ENDPOINTS)
    assert f'"protocol":{PROTOCOL}' in PAGE


def members_of(*kinds: object) -> dict[str, set[str]]:
    """Return the names of messages and fields of types, and of all types in them, each by its type."""
    found: dict[str, set[str]] = {}
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, type) and issubclass(kind, Struct) and kind.__name__ not in found:
            members = fields(kind)
            found[kind.__name__] = {str(kind.__struct_config__.tag), *[each.encode_name for each in members]} - {"None"}
            waiting += [each.type for each in members]
        elif not isinstance(kind, type):
            waiting += get_args(kind)
    return found


def leaves(kind: type) -> list[type]:
    """Return the types derived from one from which no other is."""
    return [leaf for each in kind.__subclasses__() for leaf in leaves(each)] or [kind]


def test_the_pages_name_every_message_and_field() -> None:
    pages = [(ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("feed.md", "feed-data.md")]
    both, of_data = (set(re.findall(r'[`"](\w+)[`"]', page)) for page in ("".join(pages), pages[1]))
    live = members_of(*leaves(requests.Request), requests.AnyAnswer, messages.AnyEvent, messages.TableSnapshot)
    others = members_of(data.AnyData)
    assert len(live) > 60
    assert len(others) > 30
    assert {kind: members - both for kind, members in live.items() if members - both} == {}
    other = {kind: members - of_data for kind, members in others.items() if kind not in live}
    assert {kind: members for kind, members in other.items() if members} == {}
