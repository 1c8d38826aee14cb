"""Make the pictures of the page for docs/web.md: a game with seeds of its own, in Chromium.

    python tools/page_pictures.py [FOLDER]

The folder is docs/pictures if it is left out. Run it after a change of what the page looks like.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from playwright.sync_api import ViewportSize, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the tests have a bot for it

from ircpoker.tournaments.settings import TournamentSettings
from tests.lobby.hall import CHANNEL, Hall, calm_command
from tests.tournaments.arena import Arena, play_tournaments
from tests.web.web_hall import WebHall

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

SIZE = ViewportSize(width=960, height=600)
NARROW = ViewportSize(width=360, height=700)
PLUGINS = ("holdem", "draw", "bank", "slots", "videopoker", "tournaments", "help")
TOURNAMENTS = "#sunday"


def main(folder: Path) -> None:
    """Write all pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    rules = {
        "channels": (CHANNEL, TOURNAMENTS),
        "sections": {"tournaments": TournamentSettings(channels=(TOURNAMENTS,), buy_in=100)},
    }
    with (
        tempfile.TemporaryDirectory() as scratch,
        WebHall(Path(scratch), make_hall=Arena, seed=12, plugins=PLUGINS, services=False, **rules) as house,
    ):
        house.call(_play_before)
        house.call(_play_tournaments)
        house.call(_sit_down)
        house.get(house.table_path())  # from now on the bot keeps the table's lines for its page
        house.call(_play)
        table, deal = house.table_path(), house.call(_best_deal)
        pages = {"lobby": "/", "hand": f"/hand/{deal}", "proof": f"/proof/{deal}", "standings": "/standings"}
        pages |= {"tournaments": "/tournaments", "tournament": _running(house)}
        pages |= {"robots": "/robots", "machines": "/machines", "about": "/about"}
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            for name, path in pages.items():
                _take(browser, house.address + path, folder / f"{name}.png")
            for name, path in {"table": table, "table-narrow": table, "player": "/player"}.items():
                _take(browser, _link(house), folder / f"{name}.png", then=house.address + path)
            browser.close()


def _link(house: WebHall) -> str:
    """Return a link with which ann signs in."""
    (line,) = house.call(lambda hall: hall.tell("ann", "!web"))
    found = re.search(r"http\S+/sit/\w+", line)
    return found[0] if found else ""


def _play_before(hall: Hall) -> None:
    """Play some deals, and wait until their proofs are due."""
    hall.seat("ann", "bob", "cat", "dora")
    hall.say("ann", "!addbot caller")
    _act(hall, Random(4), lambda: False)
    for _ in range(60):
        hall.wait(10)


def _play(hall: Hall) -> None:
    """Stop in a deal, on ann's turn."""
    _act(hall, Random(4), lambda: hall.actor() == "ann" and len(hall.table().hand.deal.board) == 4)


def _act(hall: Hall, rng: Random, is_over: Callable[[], bool]) -> None:
    for _ in range(400):
        actor = hall.actor()
        if actor and is_over():
            return
        if actor:
            hall.say(actor, calm_command(hall, rng))
        else:
            hall.wait(6)


def _sit_down(hall: Hall) -> None:
    hall.seat("ann", "bob", "cat")
    hall.say("ann", "!addbot caller")


def _play_tournaments(hall: Arena) -> None:
    """Play one to its end and a part of another, and let people register for a third."""
    games = ("3 turbo", "eve fay gus", 4000), ("6", "eve fay gus hal ida joe", 60), ("9", "kim lea", 0)
    play_tournaments(hall, TOURNAMENTS, games)


def _running(house: WebHall) -> str:
    """Return the path of the tournament that is played."""
    (found,) = house.call(
        lambda hall: [each for each in hall.services.tables.tournaments.by_id.values() if each.state.is_playing]
    )
    return f"/tournament/{found.id}".replace(":", "%3A")


def _best_deal(hall: Hall) -> str:
    """Return the deal with the most actions among the first ones."""
    ledger = hall.services.ledger
    hands = [hand for hand in ledger.last_hands(hall.player("ann"), 20) if len(hand.rows) > 2]
    return str(max(hands, key=lambda hand: sum(row.won for row in hand.rows)).deal_id)


def _take(browser: Browser, address: str, file: Path, *, then: str = "") -> None:
    is_narrow = "narrow" in file.name
    context = browser.new_context(
        viewport=NARROW if is_narrow else SIZE,
        color_scheme="dark" if is_narrow else "light",
    )
    page = context.new_page()
    page.goto(address)
    if then:
        page.click("button.main")
        page.goto(then)
    if "/hand/" in address:
        for _ in range(9):
            page.keyboard.press("ArrowRight")
    page.wait_for_timeout(500)
    page.screenshot(path=str(file))
    context.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures")
