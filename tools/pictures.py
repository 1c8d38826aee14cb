"""Makes the pictures of the screen for README.md and docs/screen.md, from seeded sessions: `python tools/pictures.py`.

A test compares them, so a change of what is drawn needs the pictures anew.
"""

from __future__ import annotations

import asyncio
import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from ircpoker.app import make_router, open_feed
from ircpoker.cli.own_ledger import read_settings
from ircpoker.config.networks import CONSOLE_NETWORK
from ircpoker.lobby import robots
from ircpoker.screen.app import TableApp
from ircpoker.screen.preferences import Options, ScreenSettings

if TYPE_CHECKING:
    from textual.pilot import Pilot

FOLDER = ROOT / "docs" / "pictures"
PATIENCE = 60.0


class Picture(NamedTuple):
    """A picture: a session from its first command to the moment that is drawn.

    Attributes:
        command: the command with which the session begins.
        seed: deals the same cards each time.
        keys: the keys, each pressed on a turn of the player.
        panel: the key of the panel that is shown, or of the odds; empty for none.
    """

    command: str
    seed: int
    keys: tuple[str, ...]
    panel: str = ""


PICTURES = {
    "table": Picture("play regular tight loose caller 500", 26, ("c", "c"), "o"),
    "why": Picture("play hard", 3, ("c",) * 8, "w"),
}
SIZE = (104, 30)


async def make(picture: Picture) -> str:
    """Play a session, and return its picture as SVG."""
    router = make_router(read_settings(None, None), seed=picture.seed)
    try:
        # A busy machine would stop a robot before its last iteration.
        with patch.object(robots, "DECISION_SECONDS", PATIENCE):
            async with open_feed(router, CONSOLE_NETWORK, "ann") as client:
                app = TableApp(client, Options("ann", picture.command, preferences=ScreenSettings(pause=False)))
                async with app.run_test(size=SIZE) as pilot:
                    await _play(app, pilot, picture)
                    return clean(app.export_screenshot(title="ircpoker play"))
    finally:
        router.services.close()


async def _play(app: TableApp, pilot: Pilot[str], picture: Picture) -> None:
    seen = ""
    for key in picture.keys:
        seen = await _next_turn(app, pilot, seen)
        await pilot.press(key)
    await _next_turn(app, pilot, seen)
    app.redraw()
    await pilot.pause(0.3)
    if picture.panel:
        await pilot.press(picture.panel)
        await pilot.pause(0.5)


async def _next_turn(app: TableApp, pilot: Pilot[str], before: str) -> str:
    until = time.monotonic() + PATIENCE
    while app.player.watched is None or app.player.watched.turn in {"", before}:
        if time.monotonic() > until:
            raise TimeoutError("the session does not go on")
        await pilot.pause(0.02)
    return app.player.watched.turn


def clean(svg: str) -> str:
    """Return a picture without the names that its maker derives from its content, and without ends of lines."""
    svg = re.sub(r"terminal-\d+", "terminal", svg)
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name, picture in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(asyncio.run(make(picture)), encoding="utf-8")
        print(FOLDER / f"{name}.svg")


if __name__ == "__main__":
    main()
