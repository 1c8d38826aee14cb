"""A seat in the browser: the link of `!web`, the session, and a seat played by clicks and by keys beside IRC."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

import pytest

from ircpoker.table import GAMES, RaiseTo
from tests.lobby.hall import calm_command
from tests.tiers import count, seed
from tests.waiting import wait_until
from tests.web.web_hall import WebHall

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Route

    from tests.web.web_hall import Answer

FORM = "application/x-www-form-urlencoded"
PLUGINS = ("holdem", "draw", "bank", "help")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[WebHall]:
    with WebHall(tmp_path, seed=3, plugins=PLUGINS) as running:
        running.call(lambda hall: hall.seat("ann", "bob"))
        yield running


def link(house: WebHall, nick: str = "ann") -> str:
    """Return the path of somebody's link."""
    (line,) = house.call(lambda hall: hall.tell(nick, "!web"))
    found = re.search(rf"{re.escape(house.address)}(/sit/[0-9a-f]+)", line)
    assert found, line
    return found[1]


def enter(page: Page, house: WebHall, nick: str = "ann") -> None:
    """Sign in by somebody's link."""
    page.goto(house.address + link(house, nick))
    with page.expect_navigation():
        page.click("button.main")


def post(house: WebHall, path: str, body: str = "", **headers: str) -> Answer:
    return house.get(path, method="POST", body=body or "x=1", Origin=house.address, Content_Type=FORM, **headers)


def sign_in(house: WebHall, nick: str = "ann") -> str:
    """Return the cookie of somebody who has signed in."""
    answer = post(house, link(house, nick))
    assert answer.status == 303
    return answer.headers["set-cookie"].partition(";")[0]


def test_a_preview_uses_nothing_up(house: WebHall) -> None:
    path = link(house)
    for _ in range(3):
        shown = house.get(path)
        assert shown.status == 200
        assert "Sign in as ann" in shown.text
        assert "set-cookie" not in shown.headers
        assert house.get(path, method="HEAD").status in {200, 405}
    answer = post(house, path)
    assert answer.status == 303
    cookie = answer.headers["set-cookie"]
    assert re.fullmatch(r"session=[0-9a-f]{64}; HttpOnly; Max-Age=43200; Path=/; SameSite=strict", cookie)


def test_a_link_works_once(house: WebHall) -> None:
    path = link(house)
    assert post(house, path).status == 303
    again = post(house, path)
    assert again.status == 403
    assert "set-cookie" not in again.headers
    assert house.get(path).status == 403


def test_an_older_link_is_void(house: WebHall) -> None:
    old, new = link(house), link(house)
    assert post(house, old).status == 403
    assert post(house, new).status == 303


def test_guesses_are_counted(house: WebHall) -> None:
    statuses = {post(house, f"/sit/{number:016x}").status for number in range(12)}
    assert statuses == {403}
    # Even the right one is refused then: from this address somebody guesses.
    assert post(house, link(house)).status == 403


@pytest.mark.parametrize("code", ["x", "../..", "%00", "a" * 500, "%3Cscript%3E", "'%20or%201=1"])
def test_odd_codes(house: WebHall, code: str) -> None:
    for answer in (house.get(f"/sit/{code}"), post(house, f"/sit/{code}")):
        assert answer.status in {403, 404}
        assert "<script>" not in answer.text


def test_a_session_that_was_there_before_is_not_taken_over(house: WebHall) -> None:
    """Session fixation: a cookie that somebody planted stays worthless after the owner of the browser signs in."""
    planted = "session=" + "ab" * 32
    answer = post(house, link(house), Cookie=planted)
    assert answer.headers["set-cookie"].partition(";")[0] != planted
    assert "watching" in house.get("/", Cookie=planted).text


def test_own_cards_are_for_their_owner(house: WebHall) -> None:
    cookie = sign_in(house)
    own = house.call(lambda hall: hall.dealt("ann").split("you hold ")[1].split(" |")[0].split())
    path = house.table_path()
    assert all(f'href="#{card}"' in house.get(path, Cookie=cookie).text for card in own)
    theirs = sign_in(house, "bob")
    for other in (house.get(path).text, house.get(path, Cookie=theirs).text):
        drawing = other[other.index('id="drawing"') :]
        assert not any(f'href="#{card}"' in drawing for card in own)


def test_sign_out_ends_all_sessions(house: WebHall) -> None:
    first, second = sign_in(house), sign_in(house)
    assert ">ann<" in house.get("/", Cookie=first).text
    answer = post(house, "/sign-out", Cookie=second)
    assert "Max-Age=0" in answer.headers["set-cookie"]
    for cookie in (first, second):
        assert "watching" in house.get("/", Cookie=cookie).text


def test_logout_on_irc_ends_them_too(house: WebHall) -> None:
    cookie = sign_in(house)
    house.call(lambda hall: hall.tell("ann", "!web logout"))
    assert "watching" in house.get("/", Cookie=cookie).text
    assert post(house, f"{house.table_path()}/act", "action=fold", Cookie=cookie).status == 403


def test_a_turn_that_has_passed_is_refused(house: WebHall) -> None:
    cookie = sign_in(house)
    path = f"{house.table_path()}/act"
    turn = house.call(lambda hall: hall.table().hand).turn_id
    old = f"{turn[0]}:{turn[1]}"
    assert post(house, path, f"action=call&turn={old}", Cookie=cookie).status == 303
    answer = post(house, path, f"action=call&turn={old}", Cookie=cookie)
    assert answer.status == 409
    assert "passed" in answer.text


@pytest.mark.parametrize(
    "body", ["action=dance", "action=raise_to&amount=1e9&turn=1:1", "action=raise_to&turn=1:1", "%ff=%ff"]
)
def test_odd_actions(house: WebHall, body: str) -> None:
    assert post(house, f"{house.table_path()}/act", body, Cookie=sign_in(house)).status in {400, 409}


def until(page: Page, expression: str, argument: str = "") -> None:
    """Wait until something is true on the page; its policy does not let Playwright's own function wait there."""
    wait_until(lambda: bool(page.evaluate(expression, argument)), expression)


def press(page: Page, rng: Random, *, by_keys: bool) -> None:
    """Act on the turn in the browser, in any legal way."""
    page.wait_for_selector(".actions")
    turn = page.input_value(".actions [name=turn]")
    buttons = [each.get_attribute("value") for each in page.query_selector_all(".actions button[name=action]")]
    calm = [each for each in buttons if each not in {"fold", "bet", "raise_to"}]
    action = rng.choice(calm * 8 + buttons)
    if action == "discard":
        for number in rng.sample(range(1, 6), rng.randint(0, 5)):
            if by_keys:
                page.keyboard.press(str(number))
            else:
                page.check(f"input[name=cards][value='{number}']")
    if action in {"bet", "raise_to"}:
        amounts = page.query_selector_all("[data-amount]")
        if by_keys:
            page.keyboard.press("r")
            if rng.random() < 0.3 and amounts:
                page.keyboard.type(amounts[0].get_attribute("data-amount") or "")
            page.keyboard.press("Enter")
        else:
            if rng.random() < 0.3 and amounts:
                amounts[0].click()
            page.click(f"button[value={action}]")
    elif by_keys:
        page.keyboard.press({"fold": "f", "check": "c", "call": "c", "discard": "d", "stand_pat": "s"}[action])
    else:
        page.click(f"button[value={action}]")
    until(
        page,
        "turn => document.querySelector('.actions [name=turn]')?.value !== turn"
        " || !!document.querySelector('#answer').textContent",
        turn,
    )
    assert page.text_content("#answer") == ""


def play(page: Page, house: WebHall, rng: Random, deals: int, *, by_keys: bool) -> dict[str, int]:
    acted = {"ann": 0, "bob": 0}
    played: set[str] = set()
    while len(played) < deals:
        actor = house.call(lambda hall: hall.actor())
        if not actor:
            house.call(lambda hall: [hall.say(nick, "!rebuy") for nick in ("ann", "bob")])
            house.call(lambda hall: hall.wait(8))
            continue
        played.add(house.call(lambda hall: hall.table().hand.deal_id))
        if actor == "ann":
            press(page, rng, by_keys=by_keys)
            acted["ann"] += 1
        else:
            house.call(lambda hall: hall.say("bob", calm_command(hall, rng)))
            acted["bob"] += 1
    return acted


@pytest.mark.slow(8)
@pytest.mark.parametrize("by_keys", [False, True], ids=["clicks", "keys"])
@pytest.mark.parametrize("game", ["holdem", "limit", "draw"])
def test_a_seat_beside_irc(game: str, by_keys: bool, page: Page, tmp_path: Path) -> None:
    assert game in GAMES
    rng = Random(seed(11))
    with WebHall(tmp_path, seed=5, plugins=PLUGINS) as house:
        house.call(lambda hall: hall.seat("ann", "bob", game=game))
        enter(page, house)
        page.wait_for_selector("a:text-is('ann')")
        page.goto(house.address + house.table_path())
        acted = play(page, house, rng, count(30, 2), by_keys=by_keys)
        assert min(acted.values()) >= count(30, 2) // 2
        page.fill("#text", "!bank")
        page.press("#text", "Enter")
        until(page, "() => document.querySelector('#answer').textContent.includes('chips')")


@pytest.mark.slow(3)
@pytest.mark.parametrize("has_scripts", [True, False], ids=["scripts", "no scripts"])
def test_enter_in_the_amount_is_the_wager(has_scripts: bool, browser: Browser, house: WebHall) -> None:
    while house.call(lambda hall: hall.actor()) != "ann":
        house.call(lambda hall: hall.say(hall.actor(), "!call"))
    context = browser.new_context(java_script_enabled=has_scripts)
    page = context.new_page()
    posted: list[str] = []
    page.on("request", lambda request: posted.append(request.post_data or ""))
    enter(page, house)
    page.goto(house.address + house.table_path())
    page.fill("#amount", "40")
    with page.expect_response(lambda response: response.url.endswith("/act")):
        page.press("#amount", "Enter")
    (fields,) = [parse_qs(body) for body in posted if "action=" in body]
    assert (fields["action"], fields["amount"]) == (["raise_to"], ["40"])
    deal = house.call(lambda hall: hall.table().hand.deal)
    assert deal.actions[-1][1] == RaiseTo(40)
    assert max(deal.bets) == 40
    assert all(deal.in_hand)
    context.close()


@pytest.mark.slow(3)
def test_an_amount_in_its_field_stays_when_the_stream_comes_back(page: Page, house: WebHall) -> None:
    while house.call(lambda hall: hall.actor()) != "ann":
        house.call(lambda hall: hall.say(hall.actor(), "!call"))
    enter(page, house)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/events*", hold)
    page.goto(house.address + house.table_path())
    page.fill("#amount", "40")
    held[0].continue_()
    page.wait_for_selector("#connection:text('live')")
    house.call(lambda hall: hall.say("bob", "!time"))
    page.fill("#text", "!bank")
    page.press("#text", "Enter")
    until(page, "() => document.querySelector('#answer').textContent.includes('chips')")
    assert page.input_value("#amount") == "40"


@pytest.mark.slow(3)
def test_words_from_people_are_words(page: Page, house: WebHall) -> None:
    """Nothing that people say or are called is markup on any page."""
    evil = "<img src=x onerror=alert(1)>"
    enter(page, house)
    page.goto(house.address + house.table_path())
    for text in (evil, f"!seed {evil}", f"!{evil}", "!seed </script><script>alert(1)</script>"):
        page.fill("#text", text)
        page.press("#text", "Enter")
        page.wait_for_timeout(100)
    assert page.query_selector_all("main img, main script") == []
