"""Everything that can be done besides acting is a button: what the bot's tables are after each of them is pressed."""

from __future__ import annotations

from contextlib import contextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING

import pytest

from ircpoker.lobby.seats import SeatStatus
from tests.waiting import wait_until
from tests.web.test_player import enter
from tests.web.web_hall import WebHall

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Response

    from ircpoker.ledger import PlayerId
    from ircpoker.lobby.seats import Seat
    from ircpoker.lobby.state import DealtCards
    from ircpoker.tournaments.tournament import Tournament
    from tests.lobby.hall import Hall

PLUGINS = ("holdem", "draw", "bank", "help", "slots", "videopoker", "tournaments")
pytestmark = pytest.mark.slow(4)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[WebHall]:
    with WebHall(tmp_path, seed=3, plugins=PLUGINS, tables_per_channel=1) as running:
        running.call(lambda hall: [hall.tell(nick, "!bank") for nick in ("ann", "bob")])
        yield running


@contextmanager
def visitor(browser: Browser, house: WebHall, *, has_scripts: bool = True, nick: str = "ann") -> Iterator[Page]:
    """Yield the lobby as somebody sees it who has signed in."""
    context = browser.new_context(java_script_enabled=has_scripts)
    page = context.new_page()
    enter(page, house, nick)
    yield page
    context.close()


def press(page: Page, words: str, **fields: str) -> None:
    """Press the button of an offer with these words, with other values in its fields."""
    form = page.locator(f"form.offer:has(button:text-is('{words}'))").last
    form.wait_for(state="attached")
    if not form.is_visible():
        page.click("#seat-menu > summary")
    for kind, value in fields.items():
        field = form.locator(f"[id$='-{kind}']")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    with page.expect_response(is_answer):
        form.locator("button").click()
    page.wait_for_load_state()


def is_answer(response: Response) -> bool:
    """Return whether it is what comes of a button: without scripts, the page to which its answer leads."""
    asked = response.request.redirected_from or response.request
    return asked.url.endswith("/say") and response.status != HTTPStatus.SEE_OTHER


def at_table(page: Page, house: WebHall) -> None:
    page.goto(house.address + house.table_path())


def seat_of(hall: Hall, nick: str) -> Seat | None:
    seats = hall.table().seats
    return next((seat for seat in seats.values() if seat.nick == nick), None)


def becomes(house: WebHall, happens: Callable[[Hall], object]) -> None:
    wait_until(lambda: bool(house.call(happens)), "the button has not done it")


@pytest.mark.parametrize("has_scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_table_is_opened_filled_and_left(has_scripts: bool, browser: Browser, house: WebHall) -> None:
    with visitor(browser, house, has_scripts=has_scripts) as page:
        press(page, "Open a table", stakes="omaha 5/10", pace="slow")
        becomes(house, lambda hall: seat_of(hall, "ann"))
        state = house.call(lambda hall: hall.table().state)
        assert (state.game_name, state.stakes.big_blind, state.pace.value) == ("omaha", 10, "slow")
        assert "/table/" in page.url
        press(page, "Add a robot", robot="caller")
        becomes(house, lambda hall: seat_of(hall, "caller"))
        house.call(lambda hall: hall.say("bob", "!sit"))
        at_table(page, house)
        press(page, "Sit out")
        becomes(house, lambda hall: seat_of(hall, "ann").status in {SeatStatus.SITTING_OUT, SeatStatus.PAUSING})
        at_table(page, house)
        press(page, "Deal me in")
        becomes(house, lambda hall: seat_of(hall, "ann").status is SeatStatus.PLAYING)
        at_table(page, house)
        before = house.call(lambda hall: hall.table().state.chips(0) + seat_of(hall, "ann").added)
        press(page, "Bring more chips", chips="40")
        becomes(house, lambda hall: hall.table().state.chips(0) + seat_of(hall, "ann").added == before + 40)
        at_table(page, house)
        press(page, "Send a robot away", robot="caller")
        becomes(house, lambda hall: not (seat := seat_of(hall, "caller")) or seat.leaves)
        at_table(page, house)
        press(page, "Leave the table")
        becomes(house, lambda hall: not (seat := seat_of(hall, "ann")) or seat.leaves)


@pytest.mark.parametrize("has_scripts", [True, False], ids=["scripts", "no scripts"])
def test_somebody_sits_down_and_shows_cards(has_scripts: bool, browser: Browser, house: WebHall) -> None:
    house.call(lambda hall: hall.say("bob", "!open 300"))
    with visitor(browser, house, has_scripts=has_scripts) as page:
        page.click("h2 a")
        press(page, "Sit down", chips="250")
        becomes(house, lambda hall: (seat := seat_of(hall, "ann")) and seat.stack == 250)
        for words, is_shown in (("Show", True), ("Keep them hidden", False)):
            house.call(lambda hall: hall.wait(8))
            becomes(house, lambda hall: hall.actor())
            house.call(lambda hall: hall.say(hall.actor(), "!fold"))
            at_table(page, house)
            offered = [each.inner_text() for each in page.query_selector_all(".offer button")]
            assert sum(each.startswith("Show ") for each in offered) == 3
            press(page, words if not is_shown else max(offered, key=lambda each: (each.startswith(words), len(each))))
            becomes(house, lambda hall: own_cards(hall).shown or own_cards(hall).is_hidden)
            own = house.call(own_cards)
            assert (len(own.shown), own.is_hidden) == ((2, False) if is_shown else (0, True))


def own_cards(hall: Hall) -> DealtCards:
    over = hall.table().state.showable
    return over.dealt_to(player(hall))


@pytest.mark.parametrize("has_scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_private_game_and_machines(has_scripts: bool, browser: Browser, house: WebHall) -> None:
    with visitor(browser, house, has_scripts=has_scripts) as page:
        press(page, "Play against robots", robot="caller", game="holdem", seats="3")
        page.wait_for_url("**/table/**")
        (table,) = house.call(lambda hall: list(hall.lobby.tables))
        assert [seat.robot for seat in table.seats.values()] == ["", "caller", "caller"]
        page.locator(".actions, #controls").first.wait_for()
        press(page, "Leave the table")
        becomes(house, lambda hall: not list(hall.lobby.tables) or next(iter(hall.lobby.tables)).seats[0].leaves)
        for machine, chips in (("slot", "20"), ("vp", "10")):
            page.goto(f"{house.address}/machines")
            page.fill(f"#stake-{machine}", chips)
            with page.expect_navigation():
                page.click(f"form:has(#stake-{machine}) button")
        page.check("input[name=text][value='2']")
        with page.expect_navigation():
            page.click("button.main")
        assert page.inner_text("button.main") == "Again for 10"
        played = house.call(lambda hall: {each.game: each.staked for each in hall.services.ledger.stats(player(hall))})
        assert (played["slot"], played["videopoker"]) == (20, 10)


def player(hall: Hall) -> PlayerId:
    return hall.person("ann").id


def event_of(hall: Hall) -> Tournament | None:
    return next(iter(hall.router.tables.tournaments.by_id.values()), None)


@pytest.mark.parametrize("has_scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_sit_and_go_from_its_beginning_to_the_prizes(has_scripts: bool, browser: Browser, house: WebHall) -> None:
    with visitor(browser, house, has_scripts=has_scripts) as page:
        for time in range(2):
            page.goto(house.address)
            press(page, "Begin a sit-and-go", seats="3", buy_in="150", length="turbo", game="holdem")
            becomes(house, event_of)
            plan = house.call(lambda hall: event_of(hall).state.plan)
            assert (plan.seats, plan.buy_in, plan.game) == (3, 150, "holdem")
            page.goto(f"{house.address}/tournaments")
            with page.expect_navigation():
                page.click("h3 a")
            if not time:
                press(page, "Give my place up")
                becomes(house, lambda hall: event_of(hall) is None)
        with visitor(browser, house, has_scripts=has_scripts, nick="bob") as other:
            other.goto(page.url)
            press(other, "Take a place")
            becomes(house, lambda hall: len(event_of(hall).state.entries) == 2)
        page.reload()
        press(page, "Add a robot", robot="caller")
        becomes(house, lambda hall: event_of(hall).state.is_playing)
        table = house.call(lambda hall: next(iter(event_of(hall).tables.values())).id)
        page.goto(f"{house.address}/table/{table}")
        press(page, "Offer to divide the prizes", division="icm")
        becomes(house, lambda hall: (chop := event_of(hall).state.chop) and chop.kind == "icm")
        page.goto(f"{house.address}/table/{table}")
        press(page, "Play on")
        becomes(house, lambda hall: event_of(hall).state.chop is None)
