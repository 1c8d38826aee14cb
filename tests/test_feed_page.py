"""docs/feed.md: its program plays, and it names every request, event and field."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ircpoker.chat.outgoing import Outgoing
from ircpoker.chat.router import Router
from ircpoker.config.administration import ENDPOINTS
from ircpoker.feed.server.endpoints import ENDPOINT_RULES, FeedEndpoint
from ircpoker.feed.server.handlers import HANDLERS
from ircpoker.feed.server.sockets import EndpointPlace, SocketEndpoint
from ircpoker.lobby.settings import BlindsSettings
from ircpoker.runtime.clock import SystemClock
from ircpoker.runtime.delivery import Delivery
from ircpoker.transports.loop import run_scheduler
from tests.chat.routers import CHANNEL, make_router, message
from tests.children import child
from tests.feed.server.visitors import FeedHall, Visitor

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "feed.md").read_text(encoding="utf-8")
PROGRAM = ROOT / "docs" / "examples" / "feed_player.py"
NAMES = set(re.findall(r"`(\w+)`", PAGE))
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


def test_the_page_names_every_field_and_event() -> None:
    with FeedHall() as hall:
        hall.say("alice", "!open 300")
        wendy = Visitor(hall, "web", "wendy")
        wendy.say("!sit 300")
        hall.say("alice", "!addbot caller")
        snapshot = wendy.watch()
        while not wendy.state or not wendy.state["last"]:
            hall.say(hall.actor(), "!call") if hall.actor() == "alice" else hall.wait(1)
            wendy.listen()
            if wendy.state and wendy.state["you"]["turn"]:
                legal = wendy.state["you"]["legal"]
                wendy.say("!check" if legal["check"] else "!call")
        fields = set(snapshot) | set(snapshot["seats"][0]) | set(wendy.state["you"]) | set(legal)
        fields |= {name for each in wendy.received for name in each if each["is"] == "event"}
        assert fields - {"is", "id", "event"} <= NAMES | set(re.findall(r'"(\w+)":', PAGE))
    source = (ROOT / "ircpoker" / "feed" / "server" / "events.py").read_text(encoding="utf-8")
    events = set(re.findall(r'(?:yield|return|found(?:: [^=]+)? =) \(?\s*"(\w+)"', source))
    assert {"acted", "street", "paid", "hand_began", "cards"} <= events
    assert events <= NAMES
