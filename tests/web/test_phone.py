"""A telephone of 360 by 640: on every turn all that can be pressed, and all cards, are in sight without scrolling."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

import pytest

from ircpoker.table import GAMES
from tests.lobby.hall import random_command
from tests.tiers import count, seed
from tests.web.test_player import enter
from tests.web.web_hall import WebHall

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

PLUGINS = ("holdem", "draw", "bank", "help")
WIDTH, HEIGHT = 360, 640
_BOXES = """() => [...document.querySelectorAll(
    '.actions button, .actions input, .actions label, #drawing use:not([href=""]), #clock, .top a.home')]
    .filter(each => each.checkVisibility?.() ?? true)
    .map(each => [each.outerHTML.slice(0, 80), ...(({x, y, width, height}) => [x, y, width, height])(
        each.getBoundingClientRect())])"""


_EDGES = """() => [
    document.querySelector("#drawing svg .seat .plate").getBoundingClientRect().bottom,
    document.querySelector(".thumb").getBoundingClientRect().top]"""


class Box(NamedTuple):
    """Where an element is."""

    html: str
    left: float
    top: float
    width: float
    height: float

    @property
    def is_in_sight(self) -> bool:
        return (
            self.left >= -1 and self.top >= -1 and self.left + self.width <= WIDTH + 1
            and self.top + self.height <= HEIGHT + 1
        )  # fmt: skip


@pytest.mark.slow(6)
@pytest.mark.parametrize("game", ["holdem", "omaha", "limit", "draw"])
def test_actions_and_cards_are_in_sight_on_every_turn(game: str, browser: Browser, tmp_path: Path) -> None:
    assert game in GAMES
    rng, most = Random(seed(4)), count(100, 6)
    with WebHall(tmp_path, seed=6, plugins=PLUGINS) as house:
        house.call(lambda hall: hall.seat("ann", "bob", "cat", "dan", "eve", game=game))
        context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, has_touch=True, is_mobile=True)
        page = context.new_page()
        enter(page, house)
        turns = 0
        while turns < most:
            actor = house.call(lambda hall: hall.actor())
            if actor == "ann":
                page.goto(house.address + house.table_path())
                page.wait_for_selector("#connection:text-is('live')")
                boxes = [Box(*each) for each in page.evaluate(_BOXES)]
                assert len(boxes) >= 5
                assert not [box for box in boxes if not box.is_in_sight]
                assert not [box for box in boxes if "button" in box.html[:8] and min(box.width, box.height) < 40]
                below, above = page.evaluate(_EDGES)
                assert below <= above + 1  # nothing covers the table
                header = page.evaluate("document.querySelector('.top').getBoundingClientRect().height")
                assert header <= 48
                turns += 1
            if actor:
                house.call(lambda hall, actor=actor: hall.say(actor, random_command(hall, "#poker", rng)))
            else:
                house.call(lambda hall: [hall.say(nick, "!rebuy") for nick in ("ann", "bob", "cat", "dan", "eve")])
                house.call(lambda hall: hall.wait(2))
        context.close()
