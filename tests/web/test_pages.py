"""Every page: without errors for anybody, small, accessible, in light and dark, without scripts, narrow and printed."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from ircpoker.tournaments.settings import TournamentSettings
from ircpoker.web import server
from tests.lobby.hall import CHANNEL, NET, play_on
from tests.tiers import count
from tests.tournaments.arena import Arena, play_tournaments
from tests.web.test_player import enter, link, post, sign_in
from tests.web.web_hall import WebHall

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Response

    from tests.lobby.hall import Hall

SIZES = ((1440, 900), (360, 640), (768, 1024), (1024, 768))
LARGEST_PAGE = 60_000
"""The most bytes of a page with all that it loads."""
PAGES = (
    "/", "TABLE", "/hands", "/hand/1", "/proof/1", "/standings", "/standings?by=week", "/player", "/robots",
    "/machines", "/about", "/tournaments", "TOURNAMENT", "RESULTS", "SIT", "/join", "/nothing",
)  # fmt: skip
ON_IRC = {"web"}
"""The command that somebody gives elsewhere, to come to the page as they are known there."""
PLUGINS = ("holdem", "draw", "bank", "slots", "videopoker", "tournaments", "help")
TOURNAMENTS = "#two"


def play_a_while(hall: Hall) -> None:
    assert isinstance(hall, Arena)
    hall.seat("ann", "bob", "cat")
    hall.say("ann", "!addbot caller")
    play_on(hall, Random(5), 60)
    hall.tell("ann", "!slot 10")
    for _ in range(60):  # until proofs are due
        hall.wait(10)
    # One is played to its end, a part of the next, and somebody registers for a third.
    games = ("3 turbo", "dora eve fay", 10_000), ("4 turbo", "dora eve fay gus", 8), ("9", "gil", 0)
    play_tournaments(hall, TOURNAMENTS, games)
    hall.seat("ann", "bob")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebHall]:
    rules = {
        "channels": (CHANNEL, TOURNAMENTS),
        "sections": {"tournaments": TournamentSettings(channels=(TOURNAMENTS,), buy_in=100)},
    }
    folder = tmp_path_factory.mktemp("h")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(server, "PER_SECOND", 1e6)  # All tests here ask from one address.
        with WebHall(folder, make_hall=Arena, seed=3, plugins=PLUGINS, services=False, **rules) as running:
            running.call(play_a_while)
            yield running


def path_of(house: WebHall, name: str) -> str:
    if name == "TABLE":
        return house.table_path()
    if name in {"TOURNAMENT", "RESULTS"}:
        links = re.findall(r'href="(/tournament/[^"]+)"', house.get("/tournaments").text)
        assert len(links) == 3
        return str(links[1 if name == "TOURNAMENT" else 2])
    return link(house, "cat") if name == "SIT" else name


@pytest.mark.few(11)
@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("who", ["nobody", "ann"])
def test_a_page_is_there(house: WebHall, name: str, who: str) -> None:
    cookie = {} if who == "nobody" else {"Cookie": sign_in(house, who)}
    answer = house.get(path_of(house, name), **cookie)
    assert answer.status == (404 if name == "/nothing" else 200), answer.text
    assert answer.text.count("<h1") == 1


def test_tournaments_are_those_of_the_feed(house: WebHall) -> None:
    listed = house.get("/tournaments").text
    for words in ("Registration is open", "1 of 9", "Being played", "of 4 left", "The last seven days", "300"):
        assert words in listed
    running = house.get(path_of(house, "TOURNAMENT")).text
    tournament = house.call(
        lambda hall: next(each for each in hall.tournaments.by_id.values() if each.state.is_playing)
    )
    state = house.call(lambda _: tournament.state)
    shown = re.findall(r'<th scope="row" class="text">(\w+)', running)
    assert sorted(shown) == sorted(entry.nick for entry in state.entries.values())
    assert f'<span class="number">{state.current.blinds}</span>' in running
    assert re.findall(r"<td>([\d,]+)</td>\s*</tr>", running)
    over = house.get(path_of(house, "RESULTS")).text
    assert "Results" in over
    podium = over.split('<ol class="podium"')[1].split("</ol>")[0]
    assert re.findall(r'<li class="place(\d)">.*?<strong>(\w+)</strong>(?: <span>(\d+)</span>)?', podium) == [
        (str(each.place), each.nick, str(each.prize) if each.prize else "")
        for each in house.call(lambda hall: hall.services.ledger.tournament_results(NET)[0]).finishes
    ]
    assert 'class="podium"' not in running
    results, lost = over.split("<tbody>")[1:3]
    assert results.split("</tbody>")[0].count("<tr") == 3
    assert lost.split("</tbody>")[0].count("<tr") >= 1
    for name in ("none", "x" * 300, "%00", "..%2f", "<script>"):
        assert house.get(f"/tournament/{name}").status == 404


def test_profiles_are_by_the_rule_of_stats(house: WebHall) -> None:
    ann = {"Cookie": sign_in(house)}
    robots, standings = house.get("/robots").text, house.get("/standings", **ann).text
    assert '<meter min="0" max="6" value="5" aria-hidden="true"></meter> very strong' in robots
    for path, who in (("/player?who=caller", {}), (re.findall(r'href="(/player\?who=[^"]*bob)"', standings)[0], ann)):
        page = house.get(path, **who).text
        assert re.search(r"<h1>(caller|net/bob)</h1>", page)
        assert "VPIP" in page
        assert ("Only of the hands that you have played together." in page) == ("bob" in path)
        assert "The bot's last private lines" not in page
    assert "/player?who=" not in house.get("/standings").text
    page = house.get(f"/player?who={NET}/bob").text
    assert "VPIP" not in page, "a spectator gets only what !top shows"
    assert "<h1>Your figures</h1>" in page


def rows_of(page: str, name: str) -> list[list[str]]:
    """Return the cells of a table, without markup."""
    found = re.search(rf'aria-label="{name}">.*?<tbody>(.*?)</tbody>', page, re.DOTALL)
    rows = re.findall(r"<tr>(.*?)</tr>", found[1]) if found else []
    return [[re.sub(r"<[^>]+>", "", cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row)] for row in rows]


def test_a_profile_has_positions(house: WebHall) -> None:
    counted = house.call(lambda hall: hall.services.ledger.figures(hall.person("ann").id, by_position=True))
    found = {each.position: [str(each.hands), f"{each.net:+d}"] for each in counted}
    names = {"SB": "Small blind", "BB": "Big blind", "CO": "Cut-off", "BTN": "Button"}
    rows = rows_of(house.get("/player", Cookie=sign_in(house)).text, "By position")
    assert rows
    assert [row[:3] for row in rows] == [[names[each], *found[each]] for each in names if each in found]
    assert all(re.fullmatch(r"[+-]\d+\.\d bb", row[3]) for row in rows)


def test_a_profile_has_tournaments_by_the_rule_of_stats(house: WebHall) -> None:
    (result,) = house.call(lambda hall: hall.services.ledger.tournament_results(NET))
    (dora,) = [finish for finish in result.finishes if finish.nick == "dora"]
    own = rows_of(house.get("/player", Cookie=sign_in(house, "dora")).text, "Tournaments")
    assert own == [
        [result.name, f"{dora.place} of 3", "100", str(dora.prize), f"{result.ended_at:%Y-%m-%d %H:%M:%S} UTC"]
    ]
    asked = f"/player?who={NET}/dora"
    assert rows_of(house.get(asked, Cookie=sign_in(house, "eve")).text, "Tournaments") == own
    assert rows_of(house.get(asked, Cookie=sign_in(house, "ann")).text, "Tournaments") == []
    assert rows_of(house.get(asked).text, "Tournaments") == []


def test_a_proof_has_a_title_in_words(house: WebHall) -> None:
    pages = [house.get(f"/proof/{number}").text for number in range(1, 60)]
    titles = {
        found[1] for page in pages if (found := re.search(r'<h1>.*</h1>\n<p class="quiet">([^<]+?)( ·|</p>)', page))
    }
    assert {"Poker slot machine", "A draw of seats", "A deal at a table"} <= titles
    assert all(title[0].isupper() or title[0] == "#" for title in titles), titles


@pytest.mark.parametrize("by", ["chips", "won", "week", "hands"])
def test_standings_are_those_of_top(house: WebHall, by: str) -> None:
    text = house.get(f"/standings?by={by}").text
    shown = re.findall(r'<td class="text">([^<]+)</td><td>([^<]+)</td>', text)
    answer = " ".join(house.call(lambda hall: hall.tell("ann", "!top" if by == "chips" else f"!top {by}")))
    assert shown
    places = [answer.index(name) for name, _ in shown[:5]]
    assert places == sorted(places), (shown, answer)
    assert all(number.replace(",", "") in answer.replace(",", "") for _, number in shown[:5]), (shown, answer)


def test_a_deal_that_nobody_may_see(house: WebHall) -> None:
    for path in ("/hand/999", "/proof/999", "/table/none", "/table/none/events"):
        assert house.get(path).status == 404


@pytest.fixture(scope="module")
def signed_in(house: WebHall, browser: Browser) -> Iterator[Page]:
    """A page of somebody who has signed in, where a test may run scripts of its own."""
    context = browser.new_context(bypass_csp=True)
    opened = context.new_page()
    enter(opened, house)
    opened.wait_for_selector("a:text-is('ann')")
    yield opened
    context.close()


@pytest.mark.slow(5)
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(house: WebHall, signed_in: Page, name: str) -> None:
    axe_core = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed")
    path = path_of(house, name)
    for width, height in SIZES[: count(len(SIZES))]:
        signed_in.set_viewport_size({"width": width, "height": height})
        signed_in.goto(house.address + path)
        assert signed_in.evaluate("document.documentElement.scrollWidth") <= width
        for scheme in ("light", "dark"):
            signed_in.emulate_media(color_scheme=scheme)
            found = axe_core.Axe().run(signed_in)
            assert found.violations_count == 0, (width, scheme, found.generate_report())


@pytest.mark.slow(2)
@pytest.mark.parametrize("name", [name for name in PAGES if name != "/nothing"])
def test_size_origin_and_width(house: WebHall, page: Page, name: str) -> None:
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


@pytest.mark.slow(2)
@pytest.mark.parametrize(
    ("name", "seen", "text"),
    [
        ("TABLE", "#drawing svg", "sealed"),
        ("/hand/1", "section figure svg", "wins"),
        ("/proof/1", "pre.digits", "ircpoker verify"),
        ("/", ".tables", "hold'em"),
        ("/tournaments", ".tables", "1 of 9"),
        ("TOURNAMENT", "table", "Levels"),
        ("/standings", "table", "Chips on net"),
        ("/robots", "table", "Strength"),
        ("/machines", "table", "paid back"),
        ("/about", "ol", "Sealed"),
    ],
)
def test_reading_without_scripts(house: WebHall, browser: Browser, name: str, seen: str, text: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, java_script_enabled=False)
    opened = context.new_page()
    opened.goto(house.address + path_of(house, name))
    assert opened.locator(seen).first.is_visible()
    assert text in opened.inner_text("main")
    context.close()


@pytest.mark.slow(2)
def test_a_deal_is_printed_street_by_street(house: WebHall, page: Page) -> None:
    page.goto(f"{house.address}/hand/1")
    page.emulate_media(media="print")
    assert not page.locator(".player").is_visible()
    assert not page.locator(".top nav").is_visible()
    pictures = page.locator("section figure svg")
    assert pictures.count() >= 2
    assert all(pictures.nth(number).is_visible() for number in range(pictures.count()))
    assert len(page.pdf()) > 5000


@pytest.mark.slow(2)
@pytest.mark.parametrize("name", PAGES)
def test_every_page_can_be_printed(house: WebHall, signed_in: Page, name: str) -> None:
    """On paper are the words, and neither the menu nor what only a screen can do."""
    signed_in.goto(house.address + path_of(house, name))
    signed_in.emulate_media(media="print")
    assert signed_in.locator("h1").is_visible()
    for only_for_screens in (".top nav", ".who", "footer", "form"):
        found = signed_in.locator(only_for_screens)
        shown = [number for number in range(found.count()) if found.nth(number).is_visible()]
        assert shown == [] or (only_for_screens == "form" and name == "SIT"), only_for_screens
    signed_in.emulate_media(media="screen")


@pytest.mark.slow(2)
def test_the_proof_is_checked_by_the_browser(house: WebHall, page: Page) -> None:
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


@pytest.mark.parametrize("who", ["nobody", "ann"])
def test_each_command_that_a_page_names_is_a_button_there(house: WebHall, who: str) -> None:
    cookie = {} if who == "nobody" else {"Cookie": sign_in(house, who)}
    for name in PAGES:
        page = house.get(path_of(house, name), **cookie).text
        named = set(re.findall(r"(?<![\w=&/])!([a-z]+)", re.sub(r"<[^>]*>", "", page.split("<body>")[1])))
        buttons = {offered.split()[0] for offered in re.findall(r'name="text" value="([^"]+)"', page)}
        assert named - buttons <= ON_IRC, (name, named - buttons)


def test_links_to_hands_stand_in_chat(house: WebHall) -> None:
    link_to = f"{house.address}/hand/1"
    (*_, last) = house.call(lambda hall: hall.tell("ann", "!replay 1"))
    assert last == link_to
    lines = house.call(lambda hall: hall.tell("ann", "!history 5"))
    assert all(re.search(rf"\| {re.escape(house.address)}/hand/\d+$", line) for line in lines), lines
    assert house.get(link_to.removeprefix(house.address)).status == 200


def test_the_commands_of_a_bot_with_another_prefix(tmp_path: Path) -> None:
    with WebHall(tmp_path, seed=3, plugins=("holdem", "slots"), services=False) as house:
        house.call(set_prefix)
        seen = "".join([house.get(path).text for path in ("/", "/player", "/machines", "/about", "/tournaments")])
        assert len(re.findall(r"<kbd>\.\w", seen)) >= 2
        assert not re.findall(r"<kbd>!", seen)
        answer = house.get("/table/x/act", method="POST", body="action=fold", Origin=house.address)
        assert "say .web to the bot" in answer.text


def test_every_form_of_a_bot_with_another_prefix(tmp_path: Path) -> None:
    with WebHall(tmp_path, seed=3, plugins=("holdem", "bank"), services=False) as house:
        house.call(set_prefix)
        house.call(lambda hall: [hall.say("ann", ".open"), hall.say("bob", ".sit"), hall.wait(20)])
        table, rng = house.table_path(), Random(7)
        acted: set[str] = set()
        people = {}
        for nick in ("ann", "bob"):
            (line,) = house.call(lambda hall, nick=nick: hall.tell(nick, ".web"))
            people[nick] = post(house, line[line.index("/sit/") :].split()[0]).headers["set-cookie"].partition(";")[0]
        wanted = {"fold", "check", "call", "raise_to"}
        for _ in range(60):
            for cookie in people.values():
                forms = re.findall(r"(?s)<form.*?</form>", house.get(table, Cookie=cookie).text)
                if own := [form for form in forms if 'name="turn"' in form]:
                    form = rng.choice(own)
                    fields = dict(re.findall(r'<(?:input|button)[^>]* name="(\w+)"[^>]* value="([^"]*)"', form))
                    assert post(house, f"{table}/act", urlencode(fields), Cookie=cookie).status == 303, fields
                    acted.add(fields["action"])
            if acted >= wanted:
                break
            house.call(lambda hall: hall.wait(2))
        else:
            pytest.fail(f"only {acted}")
        shown = post(house, "/say", "text=.bank", Cookie=people["ann"])
        assert "you have" in shown.text
        assert post(house, "/sign-out", Cookie=people["ann"]).status == 303
        assert post(house, "/say", "text=.bank", Cookie=people["ann"]).status == 403


def set_prefix(hall: Hall) -> None:
    hall.services.settings = replace(hall.services.settings, bot=replace(hall.services.settings.bot, prefix="."))
    hall.router.prefix = "."
