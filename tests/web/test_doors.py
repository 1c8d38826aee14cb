"""Every deal has a door: links to it, its steps, lists of finished deals; and whatever is typed is answered."""

from __future__ import annotations

import json
import re
import struct
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from ircpoker.records.forms import USUAL, writer_of
from ircpoker.records.ledger_hands import played_hand
from ircpoker.records.played import PUBLIC
from ircpoker.web.pages import SIZE
from ircpoker.web.site import KeptDeals
from tests.lab.small import needs_solver
from tests.lobby.hall import CHANNEL, Hall, calm_command
from tests.waiting import wait_until
from tests.web.test_player import enter, post, sign_in
from tests.web.web_hall import WebHall

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page


PLUGINS = ("holdem", "draw", "bank", "help", "slots", "tournaments")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebHall]:
    with WebHall(tmp_path_factory.mktemp("h"), seed=3, plugins=PLUGINS) as running:
        running.call(lambda hall: hall.seat("ann", "bob", "cat"))
        running.call(play_deals)
        yield running


def play_deals(hall: Hall, number: int = 4) -> None:
    rng = Random(5)
    for _ in range(number):
        while not hall.actor():
            hall.wait(2)
        while actor := hall.actor():
            hall.say(actor, calm_command(hall, rng))
    hall.wait(2)


def links(text: str) -> list[str]:
    return re.findall(r'href="/hand/(\d+)">#\1</a>', text)


def test_lists_of_finished_deals(house: WebHall) -> None:
    played = house.call(lambda hall: hall.services.ledger.last_hands(hall.person("ann").id, 50))
    wanted = [each.deal_id for each in played]
    assert len(wanted) > 3
    own, everybody = house.get("/hands", Cookie=sign_in(house)).text.split("<h2>The last hands at open tables")
    assert links(own) == wanted
    assert links(everybody) == wanted
    nets = [each.own.won - each.own.put_in for each in played if each.own is not None]
    assert [int(net) for net in re.findall(r"<td>([+-]\d+)</td>", own)] == nets
    assert links(house.get("/hands").text) == wanted
    assert links(house.get("/hands?at=net/%23poker").text) == wanted
    assert links(house.get("/hands?at=net/%23other").text) == []
    assert house.get(f"/hand/{wanted[0]}").status == 200


def test_the_deals_before_and_after(house: WebHall) -> None:
    numbers = links(house.get("/hands").text)[::-1]
    for before, number, after in zip([None, *numbers], numbers, [*numbers[1:], None], strict=False):
        page = house.get(f"/hand/{number}").text
        beside = {rel: found for found, rel in re.findall(r'href="/hand/(\d+)" rel="(prev|next)"', page)}
        assert (beside.get("prev"), beside.get("next")) == (before, after)
        assert re.search(rf'<meta property="og:title" content="#{number} [^"]+">', page)


def test_numbers_that_are_no_deals_have_doors(house: WebHall) -> None:
    """A spin to come shows its commitment, one that is over its proof."""
    before = " ".join(house.call(lambda hall: hall.tell("ann", "!proof")))
    spin = re.search(r"spin[^#]*#(\d+)", before)
    assert spin, before
    assert re.search('class="digits">[0-9a-f]{64}<', house.get(f"/hand/{spin[1]}").text)
    house.call(lambda hall: hall.tell("ann", "!slot"))
    for path in (f"/hand/{spin[1]}", f"/proof/{spin[1]}"):
        page = house.get(path)
        assert page.status == 200
        assert "&#34;secret&#34;" in page.text
        assert "/hand/" not in page.text, "there is no deal to see"
    assert house.get("/hand/999999").status == 404


def test_a_draw_of_seats_has_a_door(tmp_path: Path) -> None:
    with WebHall(tmp_path, seed=3, plugins=PLUGINS) as house:
        for nick, words in (("ann", "!sng 2"), ("bob", "!sng")):
            house.call(lambda hall, nick=nick, words=words: hall.say(nick, words))
        house.call(lambda hall: hall.wait(60))
        drawn = re.search(r"drawn by #(\d+)", " ".join(house.call(lambda hall: hall.to(CHANNEL))))
        assert drawn
        page = house.get(f"/hand/{drawn[1]}")
        assert page.status == 200
        assert "&#34;seats&#34;: [" in page.text


def test_a_hidden_deal_stays_hidden(house: WebHall) -> None:
    for words in ("!play caller 100", "!fold"):
        house.call(lambda hall, words=words: hall.tell("eve", words))
    house.call(lambda hall: hall.wait(5))
    (hand,) = house.call(lambda hall: hall.services.ledger.last_hands(hall.player("eve"), 1))
    number = hand.deal_id
    assert house.get(f"/hand/{number}", Cookie=sign_in(house, "eve")).status == 200
    for cookie in ("", sign_in(house)):
        for path in ("hand", "proof"):
            assert house.get(f"/{path}/{number}", Cookie=cookie).status == 404


def test_a_deal_in_a_line_is_a_link(house: WebHall) -> None:
    cookie = sign_in(house)
    answered = post(house, "/say", "text=history+3", Cookie=cookie)
    assert len(links(answered.text)) == 3
    answer = post(house, "/say", "text=history+3", Cookie=cookie, Accept="application/json")
    assert [links(line) for line in json.loads(answer.body)["html"]] == [[each] for each in links(answered.text)]


@pytest.mark.parametrize("place", ["", "net/#poker"])
@pytest.mark.parametrize(
    "text", ["sit", "hello", "blah blah", "42", "!nothing", "?", "#1", "As Kd", "fold", "é", "odds"]
)
def test_whatever_is_typed_is_answered(house: WebHall, text: str, place: str) -> None:
    answer = post(house, "/say", urlencode({"place": place, "text": text}), Cookie=sign_in(house, "dan"))
    assert re.search(r"<h1>The bot(&#39;|')s answer</h1>\n<p>.+</p>\n<p><a", answer.text), answer.text
    assert answer.status == 200


@pytest.mark.slow(10)
def test_steps_have_addresses(house: WebHall, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    number = next(each for each in links(house.get("/hands").text) if house.get(f"/hand/{each}").text.count("<li") > 8)

    def current() -> str:
        found = page.get_attribute("li[aria-current=step]", "id")
        assert page.evaluate("location.hash") == f"#{found}"
        return str(found)

    page.goto(f"{house.address}/hand/{number}#step-7")
    page.wait_for_selector("article.ready")
    assert current() == "step-7"
    for seen in (".player", "#step-7"):
        box = page.locator(seen).bounding_box()
        assert box is not None
        assert -1 <= box["y"] <= 640 - box["height"]
    for key, step in (("ArrowRight", 8), ("ArrowLeft", 7), ("ArrowLeft", 6), ("Home", 1), ("ArrowRight", 2)):
        page.keyboard.press(key)
        assert current() == f"step-{step}"
    for name, step in (("next", 3), ("back", 2), ("first", 1), ("next", 2)):
        page.click(f".controls [name={name}]")
        assert current() == f"step-{step}"
    page.reload()
    page.wait_for_selector("article.ready")
    assert current() == "step-2"
    page.evaluate("location.hash = '#step-5'")
    page.wait_for_selector("#step-5[aria-current]")


@pytest.mark.slow(10)
def test_a_deal_in_the_log_is_a_link(house: WebHall, page: Page) -> None:
    enter(page, house)
    page.goto(house.address + house.table_path())
    page.wait_for_selector("#connection:text-is('live')")
    before = house.call(lambda hall: hall.table().state.last_deal)
    house.call(lambda hall: play_deals(hall, 1))
    number = house.call(lambda hall: hall.table().state.last_deal)
    assert number != before
    page.click(f"#log a[href='/hand/{number}'] >> nth=0")
    assert f"#{number} " in page.inner_text("h1")


def test_a_deal_can_be_had_as_a_file_and_shared(house: WebHall) -> None:
    number = house.call(lambda hall: hall.services.ledger.last_hands(hall.person("ann").id, 1)[0].deal_id)
    cookie = sign_in(house)
    for form, begins, name in (("phh", "[1]\nvariant", "phhs"), ("pokerstars", "PokerStars Hand #", "txt")):
        everybody, own = (house.get(f"/hand/{number}/{form}", **who) for who in ({}, {"Cookie": cookie}))
        assert everybody.headers["content-disposition"] == f'attachment; filename="hand-{number}.{name}"'
        assert everybody.text.startswith(begins)
        for answer, is_own in ((everybody, False), (own, True)):
            played = house.call(lambda hall: played_hand(hall.services.ledger.hand(number, hall.person("ann").id)))
            reader = played.reader if is_own else PUBLIC
            assert answer.text == writer_of(form)(played.hand, reader, USUAL)
        assert house.get(f"/hand/999999/{form}").status == 404
    assert house.get(f"/hand/{number}/exe").status == 404
    public, mine = house.get(f"/hand/{number}").text, house.get(f"/hand/{number}", Cookie=cookie).text
    (picture,) = re.findall(r'og:image" content="([^"]+)"', public)
    drawn = house.get(f"/hand/{number}/picture", Cookie=cookie)
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert drawn.text == house.get(f"/hand/{number}/picture").text, "of everybody"
    preview = house.get(picture.removeprefix(house.address), Cookie=cookie)
    assert preview.headers["content-type"] == "image/png"
    assert struct.unpack(">8s8xII", preview.body[:24]) == (b"\x89PNG\r\n\x1a\n", *SIZE)
    assert re.findall(r'og:image:(?:width|height)" content="(\d+)"', public) == list(map(str, SIZE))
    assert re.search(r'og:description" content="[^"]*wins \d+', public)
    assert "og:image" not in mine


def test_the_reasons_of_robots_stand_below_the_last_deal(tmp_path: Path) -> None:
    with WebHall(tmp_path, seed=3, plugins=PLUGINS) as house:
        house.call(lambda hall: hall.say("ann", "!open 300"))
        house.call(lambda hall: hall.say("ann", "!addbot caller"))
        house.call(lambda hall: play_deals(hall, 2))
        first, last = (house.get(f"/hand/{number}").text for number in (1, 2))
        assert "The robots&#39; reasons" in last
        assert "caller: Calls every bet and never makes one." in last
        assert "reasons" not in first


@pytest.mark.slow(1)
def test_finished_deals_are_read_while_the_bot_is_away(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    kept = KeptDeals()
    monkeypatch.setattr("ircpoker.web.site.KeptDeals", lambda: kept)
    monkeypatch.setattr("ircpoker.web.site.LOOK_SECONDS", 0.05)
    with WebHall(tmp_path, seed=3, plugins=PLUGINS) as house:
        house.call(lambda hall: hall.seat("ann", "bob", "cat"))
        cookie, article = sign_in(house), re.compile("<article.*</article>", re.DOTALL)
        house.call(play_deals)
        wait_until(lambda: len(kept) >= 4 or not house.get("/"), "not kept")
        played = {number: article.findall(house.get(f"/hand/{number}").text) for number in kept}
        house.stop_bot()
        for number, shown in played.items():
            for reader in ("", cookie):
                assert article.findall(house.get(f"/hand/{number}", Cookie=reader).text) == shown
            assert house.get(f"/proof/{number}").status == 200
        assert house.get("/hand/999999").status == 503


@pytest.mark.slow(1)
@needs_solver
def test_a_review_stands_beside_the_replay_of_its_player_alone(tmp_path: Path) -> None:
    title = "What your decisions cost"

    def shown(cookie: str) -> bool:
        house.call(Hall.run)
        return title in house.get("/hand/1", Cookie=cookie).text

    with WebHall(tmp_path, seed=3, plugins=PLUGINS) as house:
        house.call(lambda hall: hall.seat("ann", "bob", "cat"))
        house.call(lambda hall: play_deals(hall, 1))
        own, other = sign_in(house), sign_in(house, "bob")
        house.call(lambda hall: hall.tell("ann", "!review 1"))
        wait_until(lambda: house.call(lambda hall: hall.run() or hall.services.tables.reviews), "no review")
        assert not shown(own), "the proof is not due"
        house.call(lambda hall: [hall.say(nick, "!leave") for nick in ("ann", "bob", "cat")])
        house.call(lambda hall: hall.wait(60))
        wait_until(lambda: shown(own), "not shown")
        assert "all opponents play like the robot called ring" in house.get("/hand/1", Cookie=own).text
        assert not shown(other)
        assert not shown("")
