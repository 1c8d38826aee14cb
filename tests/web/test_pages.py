"""Every page: without errors for anybody, small, accessible, in light and dark, without scripts, narrow and printed."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.browser import browser, page  # noqa: F401  # fixtures
from tests.lobby.hall import play_on
from tests.web.test_player import link, sign_in
from tests.web.web_hall import WebHall

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Response

    from tests.lobby.hall import Hall

LARGEST_PAGE = 150_000
"""The most bytes of a page with all that it loads."""
PAGES = (
    "/", "TABLE", "/hand/1", "/proof/1", "/standings", "/standings?by=week", "/player", "/robots", "/machines",
    "/about", "SIT", "/nothing",
)  # fmt: skip
PLUGINS = ("holdem", "draw", "bank", "slots", "videopoker", "help")


def play_a_while(hall: Hall) -> None:
    hall.seat("ann", "bob", "cat")
    hall.say("ann", "!addbot caller")
    play_on(hall, Random(5), 60)
    hall.tell("ann", "!slot 10")
    for _ in range(60):  # until proofs are due
        hall.wait(10)
    hall.seat("ann", "bob")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebHall]:
    with WebHall(tmp_path_factory.mktemp("h"), seed=3, plugins=PLUGINS, services=False) as running:
        running.call(play_a_while)
        yield running


def path_of(house: WebHall, name: str) -> str:
    if name == "TABLE":
        return house.table_path()
    return link(house, "cat") if name == "SIT" else name


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("who", ["nobody", "ann"])
def test_a_page_is_there(house: WebHall, name: str, who: str) -> None:
    cookie = {} if who == "nobody" else {"Cookie": sign_in(house, who)}
    answer = house.get(path_of(house, name), **cookie)
    assert answer.status == (404 if name == "/nothing" else 200), answer.text
    assert answer.text.count("<h1") == 1


def test_a_deal_that_nobody_may_see(house: WebHall) -> None:
    for path in ("/hand/999", "/proof/999", "/table/none", "/table/none/events"):
        assert house.get(path).status == 404


@pytest.mark.slow(20)
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(house: WebHall, browser: Browser, name: str) -> None:  # noqa: F811
    axe_core = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed")
    # The test's own script is not the page's, so its policy must not stop it.
    context = browser.new_context(bypass_csp=True)
    opened = context.new_page()
    if name != "SIT":
        opened.goto(house.address + link(house))
        opened.click("button.main")
    for scheme in ("light", "dark"):
        opened.emulate_media(color_scheme=scheme)  # type: ignore[arg-type] # one of two words
        opened.goto(house.address + path_of(house, name))
        found = axe_core.Axe().run(opened)
        assert found.violations_count == 0, (scheme, found.generate_report())
    context.close()


@pytest.mark.slow(10)
@pytest.mark.parametrize("name", [name for name in PAGES if name != "/nothing"])
def test_size_origin_and_width(house: WebHall, page: Page, name: str) -> None:  # noqa: F811
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 # Playwright marks it
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(house.address + path_of(house, name), wait_until="load")
    loaded = [(answer.url, _size(answer)) for answer in answers]
    assert len(loaded) > 3
    assert all(url.startswith((house.address, "data:")) for url, _ in loaded), loaded
    assert sum(size for _, size in loaded) <= LARGEST_PAGE
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def _size(answer: Response) -> int:
    if "text/event-stream" in answer.headers.get("content-type", ""):  # has no end; a whole frame is smaller
        return 10_000
    return len(answer.body())


@pytest.mark.slow(10)
@pytest.mark.parametrize(
    ("name", "seen", "text"),
    [
        ("TABLE", "#drawing svg", "sealed"),
        ("/hand/1", "section figure svg", "wins"),
        ("/proof/1", "pre.digits", "ircpoker verify"),
        ("/", ".tables", "hold'em"),
    ],
)
def test_reading_without_scripts(house: WebHall, browser: Browser, name: str, seen: str, text: str) -> None:  # noqa: F811
    context = browser.new_context(viewport={"width": 360, "height": 740}, java_script_enabled=False)
    opened = context.new_page()
    opened.goto(house.address + path_of(house, name))
    assert opened.locator(seen).first.is_visible()
    assert text in opened.inner_text("main")
    context.close()


@pytest.mark.slow(10)
def test_a_deal_is_printed_street_by_street(house: WebHall, page: Page) -> None:  # noqa: F811
    page.goto(f"{house.address}/hand/1")
    page.emulate_media(media="print")
    assert not page.locator(".player").is_visible()
    assert not page.locator(".top nav").is_visible()
    pictures = page.locator("section figure svg")
    assert pictures.count() >= 2
    assert all(pictures.nth(number).is_visible() for number in range(pictures.count()))
    assert len(page.pdf()) > 5000


@pytest.mark.slow(10)
def test_the_proof_is_checked_by_the_browser(house: WebHall, page: Page) -> None:  # noqa: F811
    page.goto(f"{house.address}/proof/1")
    page.wait_for_selector(".verdict.good")
    assert page.inner_text(".verdict") == "The proof holds."
    assert page.locator(".checks li").count() == 4
    text = page.input_value("#proof")
    page.fill("#proof", text.replace('"secret": "', '"secret": "0', 1))
    page.click("form.proof button")
    page.wait_for_selector(".verdict.bad")
    page.fill("#proof", text)
    page.fill("#digits", "0" * 40)
    page.click("form.proof button")
    page.wait_for_selector(".checks li.bad")
    assert "not the one that you were shown" in page.inner_text(".checks")


def test_links_to_hands_stand_in_chat(house: WebHall) -> None:
    link_to = f"{house.address}/hand/1"
    (*_, last) = house.call(lambda hall: hall.tell("ann", "!replay 1"))
    assert last == link_to
    lines = house.call(lambda hall: hall.tell("ann", "!history 5"))
    assert all(re.search(rf"\| {re.escape(house.address)}/hand/\d+$", line) for line in lines), lines
    assert house.get(link_to.removeprefix(house.address)).status == 200
