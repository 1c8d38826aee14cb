"""Each form of the page in a browser, of a bot with another prefix and in another language."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest

from ircpoker.words.catalogue import Catalogue
from tests.lobby.hall import NET
from tests.tiers import count
from tests.web.test_other_language import COMMON, PEOPLE
from tests.web.test_player import PLUGINS, link, play, until
from tests.web.web_hall import WebHall
from tests.words.test_other_language import LETTERS, english_in, other_language, shared_words

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

pytestmark = pytest.mark.slow(30)
KNOWN = shared_words() | PEOPLE | COMMON | {NET, "ante", "json", "logout", "poker"}
KEYS = frozenset("cdfrs")


@pytest.fixture(params=["holdem", "draw"])
def house(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WebHall]:
    templates = other_language()
    for module in ("chat.services", "web.rendering"):
        monkeypatch.setattr(f"ircpoker.{module}.load_catalogue", lambda *given: Catalogue(templates, *given[1:], "xx"))
    with WebHall(tmp_path, seed=5, plugins=PLUGINS, prefix=".") as running:
        running.call(lambda hall: hall.seat("ann", "bob", game=request.param))
        yield running


def read(page: Page) -> None:
    """Check what stands on the page: nothing in English, and no other prefix."""
    lines = page.inner_text("body").splitlines()
    assert any(ord(char) in LETTERS.values() for char in "".join(lines))
    shown = [re.sub(r"(?<![\w.])\.\w+|\w+…", " ", line) for line in lines]
    assert {line: found for line in shown if (found := english_in(line, KNOWN))} == {}
    assert [line for line in lines if re.search(r"![a-z]", line)] == []


def say(page: Page, text: str, answer: str) -> None:
    """Say a line by the form of a table, and wait for the answer."""
    page.fill("#text", text)
    page.press("#text", "Enter")
    until(page, "answer => document.querySelector('#answer').textContent.includes(answer)", answer)
    read(page)


def check_pasted(page: Page, proof: str) -> None:
    """Check a proof by a form, and read what the script says of it."""
    page.fill("#proof", proof)
    before = page.inner_text("main")
    page.click("form.proof button")
    until(page, "before => document.querySelector('main').innerText !== before", before)
    read(page)


def test_every_form(house: WebHall, page: Page) -> None:
    page.goto(house.address + link(house))
    read(page)
    page.click("button.main")
    page.goto(house.address + house.table_path())
    rng = Random(1)
    for by_keys in (False, True):
        acted = play(page, house, rng, count(20, 2), by_keys=by_keys)
        assert acted["ann"]
        read(page)
    say(page, ".bank", "chips".translate(LETTERS))
    say(page, ".fnord", "fnord")
    page.goto(house.address + "/about")
    check_pasted(page, "fnord")
    page.goto(house.address + "/proof/1")
    read(page)
    invited = house.call(lambda hall: hall.tell("bob", "!invite")[0])
    code = re.search(r"join/(\w+)", invited)
    assert code, invited
    page.goto(f"{house.address}/join/{code[1]}")
    read(page)
    page.click("button.main")
    read(page)
    with page.expect_response(lambda answer: answer.request.resource_type == "eventsource"):
        page.goto(house.address)
    page.click("form[action$='/sign-out'] button")
    page.wait_for_selector("form[action$='/sign-out']", state="detached")
    read(page)
