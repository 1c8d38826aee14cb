"""Somebody at the machines of the page: each stake has its result, in order, within 80 columns."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.tiers import count
from tests.web.test_buttons import visitor
from tests.web.web_hall import WebHall

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

RESULT = re.compile(r"\| ([+-]\d+) \| (\d+) chips?$")
DEALT = re.compile(r"\| -(\d+) \| (\d+) chips? \|")
WIDE = 80


@pytest.mark.slow(30)
def test_spins_and_hands(browser: Browser, tmp_path: Path) -> None:
    games, chips = count(50, 5), 1000
    plugins = ("holdem", "slots", "videopoker", "bank")
    with WebHall(tmp_path, seed=3, plugins=plugins, command_burst=1000) as house:
        house.call(lambda hall: hall.tell("ann", "!bank"))
        with visitor(browser, house, has_scripts=False) as page:
            for machine, shows in (("slot", RESULT), ("vp", DEALT)):
                page.goto(f"{house.address}/machines")
                for number in range(games):
                    button = "button.main" if number else f"form:has(#stake-{machine}) button"
                    net, left = numbers(press(page, button), shows)
                    if shows is DEALT:
                        assert left == chips - net
                        net, left = numbers(press(page, "button.main"), RESULT)
                    assert left == chips + net, machine
                    chips = left
        stakes = house.call(lambda hall: hall.services.ledger.stats(hall.person("ann").id))
        assert {each.game: each.played for each in stakes} == {"slot": games, "videopoker": games}


def press(page: Page, button: str) -> str:
    """Press a button, and return the last line of the answer."""
    with page.expect_navigation():
        page.click(button)
    lines = [line.inner_text() for line in page.locator("main > p").all()[:-1]]  # the last one leads back
    assert all(len(line) <= WIDE for line in lines), lines
    return lines[-1]


def numbers(line: str, shows: re.Pattern[str]) -> tuple[int, int]:
    found = shows.search(line)
    assert found is not None, line
    return int(found[1]), int(found[2])
