"""What moves on the page: only shifts and opacity, nothing for who wants it calm; lists renew themselves."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.lobby.hall import calm_command
from tests.web.test_player import enter
from tests.web.test_promises import KEEP_STREAMS
from tests.web.web_hall import WebHall

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

    from tests.lobby.hall import Hall

pytestmark = pytest.mark.slow(3)
_RECORD = """
    window.moved = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        window.moved.push([...new Set(frames.flatMap(Object.keys))].sort().join(" "));
        return animate.call(this, frames, options);
    };
"""
_LOG = "() => streams[0].addEventListener('message', ({ data }) => console.log(data))"
"""Logs a frame after the page's own script has had it."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[WebHall]:
    with WebHall(tmp_path, seed=3, plugins=("holdem", "bank", "help")) as running:
        running.call(lambda hall: hall.seat("ann", "bob"))
        yield running


def play(hall: Hall, rng: Random) -> None:
    if hall.actor():
        hall.say(hall.actor(), calm_command(hall, rng))
    else:
        hall.wait(2)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_only_shifts_and_opacity_move(motion: str, browser: Browser, house: WebHall) -> None:
    context = browser.new_context(reduced_motion=motion)
    page, rng = context.new_page(), Random(4)
    page.add_init_script(_RECORD)
    page.goto(house.address + house.table_path())
    page.wait_for_selector("#connection:text-is('live')")
    for _ in range(40):
        house.call(lambda hall: play(hall, rng))
        page.wait_for_timeout(30)
    moved = page.evaluate("window.moved")
    assert set(moved) == ({"opacity", "opacity transform"} if motion == "no-preference" else set())
    context.close()


def test_the_clock_is_a_ring_with_its_seconds(browser: Browser, house: WebHall) -> None:
    page = browser.new_page()
    enter(page, house)
    page.goto(house.address + house.table_path())
    page.wait_for_selector("#clock:not([hidden])")
    assert 30 <= int(page.inner_text("#seconds")) <= 45
    assert (
        0.5 < float(page.evaluate("getComputedStyle(document.querySelector('#clock')).getPropertyValue('--left')")) <= 1
    )
    assert page.is_visible("#call-me")
    assert not page.is_checked("#call-me")
    page.close()


_CALLS = """
    window.calls = [];
    const node = { gain: {}, connect: (other) => other, start: () => calls.push("sound"), stop() {} };
    window.AudioContext = class { createOscillator = () => node; createGain = () => node; };
    window.Notification = class { constructor(text) { calls.push(text); } };
    Object.assign(Notification, { permission: "granted", requestPermission() {} });
    Object.defineProperty(document, "hidden", { get: () => true });
"""


@pytest.mark.parametrize("is_asked", [True, False])
def test_a_player_is_called_if_they_have_asked(is_asked: bool, browser: Browser, house: WebHall) -> None:
    page = browser.new_page()
    page.add_init_script(_CALLS)
    enter(page, house)
    house.call(lambda hall: hall.actor() == "ann" and hall.say("ann", "!call"))
    page.goto(house.address + house.table_path())
    page.wait_for_selector("#connection:text-is('live')")
    page.set_checked("#call-me", is_asked)
    house.call(lambda hall: hall.say("bob", "!check"))
    house.call(lambda hall: hall.actor() == "bob" and hall.say("bob", "!check"))
    assert house.call(lambda hall: hall.actor()) == "ann"
    page.wait_for_selector(".actions")
    title = page.title()
    assert title.startswith("● ")
    assert page.evaluate("calls") == (["sound", title] if is_asked else [])
    page.close()


def test_a_list_waits_while_something_in_it_has_the_focus(browser: Browser, house: WebHall) -> None:
    page = browser.new_page()
    page.add_init_script(KEEP_STREAMS)
    page.goto(house.address)
    page.focus("#tables a")
    with page.expect_event("console", lambda line: "cat" in line.text):
        page.evaluate(_LOG)
        house.call(lambda hall: hall.say("cat", "!sit"))
    assert not page.locator(".person:has-text('cat')").count()
    assert page.evaluate("document.activeElement.closest('#tables') !== null")
    page.keyboard.press("Shift+Tab")
    page.wait_for_selector(".person:has-text('cat')")
    page.close()


def test_the_list_of_tables_renews_itself(browser: Browser, house: WebHall) -> None:
    context = browser.new_context()
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.resource_type))
    page.goto(house.address)
    house.call(lambda hall: hall.say("cat", "!sit"))
    page.wait_for_selector(".person:has-text('cat')")
    assert asked.count("eventsource") == 1
    assert asked.count("document") == 1, "it does not ask again"
    context.close()


_MOVE = """async () => {
    const [{ move }, { fill }] = await Promise.all([import("/static/motion.js"), import("/static/replay.js")]);
    const drawing = document.querySelector("#drawing svg");
    fill(drawing, { "0.bet": "20", "1.bet": "20", pot: "pot 40" });
    move(drawing, { board0: "Ah", board1: "Kd", board2: "2c", "0.bet": "", "1.bet": "30", "1.note": "+40" }, fill);
    const moving = document.getAnimations();
    for (const each of moving) each.pause();
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    return moving.length;
}"""
"""Begins motions, which wait until their layers are there and somebody looks at them."""
_END = """async () => {
    const moving = document.getAnimations();
    for (let frame = 1; frame <= 10; frame++) {
        for (const each of moving) each.currentTime = 30 * frame;
        await new Promise(requestAnimationFrame);
    }
    for (const each of moving) each.finish();
    return moving.length;
}"""


def test_a_motion_lays_nothing_out(browser: Browser, house: WebHall) -> None:
    page = browser.new_page()
    page.add_init_script("window.setInterval = () => 0")  # the clock of the turn is laid out, too
    page.goto(house.address + house.table_path())
    # The first frame would put the drawing back as it was.
    page.wait_for_selector("#drawing[data-html]")
    assert page.evaluate(_MOVE) >= 8
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    assert page.evaluate(_END) >= 8
    names = [event["name"] for event in json.loads(browser.stop_tracing())["traceEvents"]]
    # A busy machine draws each in two frames.
    assert names.count("Layout") <= 4, "when the layers come, and when they go"
    assert names.count("UpdateLayoutTree") > 5, "for each frame"
    page.close()
