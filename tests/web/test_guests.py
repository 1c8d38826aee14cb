"""Guests of the page: people without any other account, whose browser keeps the key to theirs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from tests.web.test_player import link, post
from tests.web.web_hall import WebHall, own_page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

PLUGINS = ("holdem", "bank", "help")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[WebHall]:
    with WebHall(tmp_path, seed=3, plugins=PLUGINS, settings=own_page(per_address=500, guests=True)) as running:
        yield running


def enter(house: WebHall, nick: str) -> str:
    answer = post(house, "/guest", f"nick={nick}")
    assert answer.status == 303
    cookie = answer.headers["set-cookie"]
    assert re.fullmatch(
        rf"guest=guest\.\.[0-9a-f]{{32}}\.{nick}; HttpOnly; Max-Age=15552000; Path=/; SameSite=strict", cookie
    ), cookie
    return cookie.partition(";")[0]


def test_there_are_none_unless_the_owner_wants_them(tmp_path: Path) -> None:
    with WebHall(tmp_path, plugins=PLUGINS) as house:
        assert post(house, "/guest", "nick=zoe").status == 404
        assert "/guest" not in house.get("/").text
        assert "watching" in house.get("/", Cookie=f"guest=guest..{'ab' * 16}.zoe").text


def test_a_cookie_is_a_person(house: WebHall) -> None:
    zoe, other = enter(house, "zoe"), enter(house, "zoe")
    answer = post(house, "/say", "text=bank", Cookie=zoe).text
    assert "you have 1000 chips" in answer
    assert ">zoe<" in answer
    assert post(house, "/say", "text=play+caller+200&goes=1", Cookie=zoe).status == 303
    assert "800" in post(house, "/say", "text=bank", Cookie=zoe).text
    assert "you have 1000 chips" in post(house, "/say", "text=bank", Cookie=other).text
    page = house.get("/", Cookie=zoe).text
    assert ">zoe<" in page
    assert "sign-out" not in page
    assert "lose the chips" in page, "said at the first chips"
    assert "set-cookie" not in post(house, "/guest", "nick=zoe", Cookie=zoe).headers, "a second press"


def test_who_signs_in_by_a_link_is_the_guest_again_afterwards(house: WebHall) -> None:
    guest = enter(house, "zoe")
    session = post(house, link(house)).headers["set-cookie"].partition(";")[0]
    both = f"{guest}; {session}"
    assert ">ann<" in house.get("/", Cookie=both).text
    post(house, "/sign-out", Cookie=both)
    assert ">zoe<" in house.get("/", Cookie=both).text


@pytest.mark.parametrize("nick", ["Ελένη", "ポーカー" * 7, "\U0001f0a1" * 30, "100%", "a~b"])
def test_names_in_any_letters(house: WebHall, nick: str) -> None:
    answer = post(house, "/guest", f"nick={quote(nick)}")
    assert answer.status == 303
    assert f">{nick}</a>" in house.get("/", Cookie=answer.headers["set-cookie"].partition(";")[0]).text


@pytest.mark.parametrize("nick", ["", "a+b", "a%40b", "x" * 31, "a%0Ab"])
def test_odd_nicks(house: WebHall, nick: str) -> None:
    answer = post(house, "/guest", f"nick={nick}")
    assert answer.status == 403
    assert "set-cookie" not in answer.headers


def test_odd_cookies(house: WebHall) -> None:
    for value in (
        "",
        "x",
        "ab" * 32,
        f"guest..{'ab' * 16}.",
        f"guest..{'ab' * 16}.a%0Ab",
        f"guest..{'zz' * 16}.zoe",
        f"guest.{'ab' * 8}.{'ab' * 16}.zoe",
        "%00",
        "a" * 400,
        "a" * 5000,
    ):
        assert "watching" in house.get("/", Cookie=f"guest={value}").text


@pytest.mark.slow(1)
def test_new_guests_of_a_host_are_limited(house: WebHall) -> None:
    statuses = [post(house, "/guest", f"nick=zoe{number}").status for number in range(60)]
    assert statuses.count(303) == 50
    assert set(statuses[50:]) == {403}


@pytest.mark.slow(10)
@pytest.mark.parametrize("has_scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_stranger_has_cards_after_two_clicks(has_scripts: bool, browser: Browser, house: WebHall) -> None:
    context = browser.new_context(java_script_enabled=has_scripts)
    page = context.new_page()
    page.goto(house.address)
    page.fill("#nick", "zoe")
    page.click("text=Play as a guest")
    page.click("text=Play against robots")
    page.wait_for_url("**/table/**")
    shown = page.locator("#drawing use[data-slot^='0.card']")
    assert {shown.nth(place).get_attribute("href")[:1] for place in range(2)} == {"#"}
    assert "#back" not in {shown.nth(place).get_attribute("href") for place in range(2)}
    context.close()


@pytest.mark.slow(10)
def test_a_friend_comes_by_an_invitation(browser: Browser, house: WebHall) -> None:
    host, friend = browser.new_context(), browser.new_context()
    page = host.new_page()
    page.goto(house.address)
    page.fill("#nick", "zoe")
    page.click("text=Play as a guest")
    page.click("text=Open a table")
    page.click("#seat-menu > summary")
    page.click("text=Invite somebody")
    page.wait_for_selector("main:has-text('/join/')")  # A page of its own, if the script was not there yet.
    (link,) = re.findall(r"http\S+/join/[0-9a-f]+", page.inner_text("main"))
    other = friend.new_page()
    other.goto(link)
    other.fill("#nick", "yan")
    other.click("text=Sit down")
    other.click("text=Back")
    together = house.call(lambda hall: [[seat.nick for seat in table.seats.values()] for table in hall.lobby.tables])
    assert sorted(together[-1]) == ["yan", "zoe"]
    for context in (host, friend):
        context.close()
