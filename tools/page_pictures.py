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

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the tests have a bot for it

from tests.lobby.hall import Hall, play_on
from tests.web.house import House

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SIZE = {"width": 960, "height": 600}
NARROW = {"width": 360, "height": 700}
PLUGINS = ("holdem", "draw", "bank", "slots", "videopoker", "help")


def main(folder: Path) -> None:
    """Write all pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, House(Path(scratch), seed=12, plugins=PLUGINS) as house:
        house.call(_play)
        table = house.table_path()
        deal = house.call(_best_deal)
        pages = {"lobby": "/", "hand": f"/hand/{deal}", "proof": f"/proof/{deal}", "standings": "/standings"}
        pages |= {"robots": "/robots", "machines": "/machines", "about": "/about"}
        (line,) = house.call(lambda hall: hall.tell("ann", "!web"))
        found = re.search(r"http\S+/sit/\w+", line)
        link = found[0] if found else ""
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            for name, path in pages.items():
                _take(browser, house.address + path, folder / f"{name}.png")
            _take(browser, link, folder / "table.png", then=house.address + table)
            (line,) = house.call(lambda hall: hall.tell("ann", "!web"))
            found = re.search(r"http\S+/sit/\w+", line)
            link = found[0] if found else ""
            _take(browser, link, folder / "table-narrow.png", then=house.address + table, is_narrow=True)
            (line,) = house.call(lambda hall: hall.tell("ann", "!web"))
            found = re.search(r"http\S+/sit/\w+", line)
            _take(browser, found[0] if found else "", folder / "player.png", then=f"{house.address}/player")
            browser.close()


def _play(hall: Hall) -> None:
    hall.seat("ann", "bob", "cat", "dora")
    hall.say("ann", "!addbot caller")
    play_on(hall, Random(4), 120)
    for _ in range(60):  # until proofs are due
        hall.wait(10)
    hall.seat("ann", "bob", "cat")
    hall.say("ann", "!addbot caller")
    hall.wait(30)
    for _ in range(40):
        hand = hall.table().hand if hall.has_table() else None
        if hand is not None and len(hand.deal.board) >= 3 and hall.actor() == "ann":
            return
        actor = hall.actor()
        if actor:
            hall.say(actor, "!call")
        else:
            hall.wait(6)


def _best_deal(hall: Hall) -> str:
    """Return the deal with the most actions among the first ones."""
    ledger = hall.services.ledger
    hands = [hand for hand in ledger.last_hands(hall.player("ann"), 20) if len(hand.rows) > 2]
    return max(hands, key=lambda hand: sum(row.won for row in hand.rows)).deal_id


def _take(browser: Browser, address: str, file: Path, *, then: str = "", is_narrow: bool = False) -> None:
    context = browser.new_context(
        viewport=NARROW if is_narrow else SIZE,
        color_scheme="dark" if is_narrow else "light",  # type: ignore[arg-type] # as the types of Playwright want it
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
