"""The page over a restart of the bot: what it says meanwhile, and that everybody is where they were."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.waiting import wait_until
from tests.web.test_player import PLUGINS, enter, post, sign_in, until
from tests.web.web_hall import WebHall

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

AWAY = "The bot is not running. This page comes back when it does."


@pytest.fixture
def house(tmp_path: Path) -> Iterator[WebHall]:
    with WebHall(tmp_path, seed=3, plugins=PLUGINS) as running:
        running.call(lambda hall: hall.seat("ann", "bob"))
        yield running


def test_a_session_goes_on(house: WebHall) -> None:
    cookie, path = sign_in(house), "/say"
    house.stop_bot()
    for headers in ({}, {"Cookie": cookie}):
        answer = house.get("/", **headers)
        assert (answer.status, AWAY in answer.text) == (503, True)
    answer = post(house, path, "text=!bank", Cookie=cookie)
    assert (answer.status, AWAY in answer.text) == (503, True)
    assert "set-cookie" not in answer.headers
    house.restart_bot()
    wait_until(lambda: house.get("/").status == 200)
    assert ">ann<" in house.get("/", Cookie=cookie).text
    wait_until(lambda: "chips" in post(house, path, "text=!bank", Cookie=cookie).text)


def test_a_session_that_has_ended_meanwhile(house: WebHall) -> None:
    cookie, path = sign_in(house), "/say"
    house.stop_bot()
    house.call(lambda hall: hall.tell("ann", "!web logout"))
    house.restart_bot()
    wait_until(lambda: house.get("/").status == 200)
    assert "watching" in house.get("/", Cookie=cookie).text
    answer = post(house, path, "text=!bank", Cookie=cookie, Accept="application/json")
    assert answer.status == 403
    assert answer.body == b'{"lines":["You are not signed in: say !web to the bot for a link."]}'


@pytest.mark.slow(10)
def test_an_open_page_comes_back(page: Page, house: WebHall) -> None:
    enter(page, house)
    page.goto(house.address + house.table_path())
    page.wait_for_selector("#connection:text('live')")
    house.stop_bot()
    until(page, "() => document.querySelector('#connection').textContent !== 'live'")
    house.restart_bot()
    until(page, "() => document.querySelector('#connection').textContent === 'live'")
    while house.call(lambda hall: hall.actor()) != "ann":
        house.call(lambda hall: hall.say("bob", "!fold") if hall.actor() == "bob" else hall.wait(8))
    page.wait_for_selector(".actions")
    page.keyboard.press("f")
    until(page, "() => document.querySelector('#log').textContent.includes('ann folds')")
