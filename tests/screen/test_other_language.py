"""The screen of a bot in another language: English's templates in letters that English does not have."""

from __future__ import annotations

import asyncio
import re
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from ircpoker.app import make_router, open_feed
from ircpoker.config.networks import CONSOLE_NETWORK
from ircpoker.feed import FeedClient
from ircpoker.feed.lines import InProcessLink
from ircpoker.feed.requests import PersonGiven
from ircpoker.feed.server.endpoints import FeedEndpoint
from ircpoker.screen.controls import MACHINE_KEYS, PANEL_KEYS, TABLE_KEYS
from ircpoker.screen.lines import LineTable
from ircpoker.screen.look import Look
from ircpoker.screen.marks import UNICODE
from ircpoker.words.catalogue import Catalogue
from tests.screen.sessions import NICK, SIZES, default_settings_here, session
from tests.screen.talking import Typed
from tests.screen.test_keys import screen
from tests.screen.test_stranger import CHANNEL, public_router
from tests.tiers import count
from tests.words.test_other_language import LETTERS, english_in, other_language, shared_words

OTHERS = frozenset(LETTERS.values())
ALLOWED = shared_words() | {NICK, "caller", "ircpoker", "IRC"}


@pytest.fixture(autouse=True)
def speak_otherwise(monkeypatch):
    templates = other_language()
    for module in ("chat.services", "screen.app", "screen.controls", "screen.lines", "screen.panels.panel"):
        monkeypatch.setattr(
            f"ircpoker.{module}.load_catalogue", lambda *given: Catalogue(templates, *given[1:], "xx"), raising=False
        )


def without_digits(line):
    """Return a line without the digits of a seal, which may have letters."""
    return re.sub(r"\b[0-9a-f]{8,40}\b", "", line)


def english(lines):
    """Return the English words of each line, of many that have words of the other language."""
    assert sum(any(ord(char) in OTHERS for char in line) for line in lines) > 15
    return {line: words for line in map(without_digits, lines) if (words := english_in(line, ALLOWED))}


@pytest.mark.slow(10)
def test_the_screen_has_no_english():
    async def run():
        shown = []
        async with session("play caller 200", SIZES[1]) as here:
            await here.next_turn()
            shown += here.shown()
            for key in ("c", "k", "r", "escape", "q", "escape", "a", "escape", "f"):
                await here.press(key)
                await here.pilot.pause(0.05)
                shown += here.shown()
            for key in PANEL_KEYS:
                await here.press(key)
                await here.pilot.pause(0.3)
                shown += here.shown()
                await here.press("escape")
            await here.press("q", "enter")
            await here.until(here.over, "the table is not left")
            shown += here.shown()
        return shown

    assert english(asyncio.run(run())) == {}


@pytest.mark.slow(5)
def test_ranges_have_no_english():
    grid = [100] * 169
    ranges = [
        {"who": NICK, "action": action, "own": grid, "opponents": grid} for action in ("bet 20", "raise 60", "call")
    ]

    async def run():
        why = {"is": "why", "deal": "18", "lines": [], "ranges": ranges}
        async with screen(why=[why]) as (app, pilot, _):
            await pilot.press("w")
            shown = []
            for _ in ranges:
                await pilot.pause(0.1)
                shown += [row.text for row in app.screen.rows]
                await pilot.press("left")
        return shown

    shown = asyncio.run(run())
    assert [found for line in shown if (found := english_in(line, ALLOWED))] == []
    assert [amount for amount in ("20", "60") if not any(f" {amount}:" in line for line in shown)] == []


@asynccontextmanager
async def came_by(name, router):
    """Connect somebody at the console, or by SSH."""
    if name == "console":
        async with open_feed(router, CONSOLE_NETWORK, NICK, keeps_time=False) as client:
            yield client
        return
    endpoint = FeedEndpoint("ssh", "ssh", router)
    endpoint.open()

    async def open_link():
        return InProcessLink(endpoint.connect)

    person = PersonGiven(NICK, account="SHA256:x", address="192.0.2.7")
    async with await FeedClient.start(open_link, person=person) as client:
        yield client
    endpoint.close()


TYPED = ("tables", "/nick", "/join", ".help", "play caller 200", ".call", "table", "watch private", "hand", ".fold",
         "fnord", "leave", ".bank")  # fmt: skip


@pytest.mark.parametrize("name", ["console", "ssh"])
def test_lines_have_no_english_and_the_prefix_of_the_bot(name):
    async def run():
        settings = default_settings_here()
        router = make_router(replace(settings, bot=replace(settings.bot, prefix=".")), seed=3)
        typist = Typed(*TYPED, "quit")
        async with came_by(name, router) as client:
            await LineTable(client, typist, Look(UNICODE, has_suits=False, has_colour=False)).run()
        router.services.close()
        return typist.shown

    shown = asyncio.run(run())
    assert english([re.sub(r"(?<![\w.])\.\w+", "", line) for line in shown]) == {}
    assert sum(bool(re.search(r"(?<![\w.])\.(?:call|fold|raise|leave)\b", line)) for line in shown) >= 3
    assert [line for line in shown if re.search(r"!\w", line)] == []


PRESSED = ("f", "k", "x", "c", "r", "h", "p", "m", "up", "down", "u", "b", "escape", "a", "u", "7", "enter", "escape",
           "1", "3", "d", "o", "o", "t", "+", "escape", "v", "m", ":", "escape", "/", *"bank", "enter", "enter", "j",
           "pageup", "pagedown", "0", "2", "4", "5", "6", "8", "9", "escape", "q", "u", "q", "enter")  # fmt: skip
"""The keys of tables, those of machines among them, but those that open panels."""
PLACES = {"a channel": "", "videopoker": "vp", "draw": "play draw 3", "a table": "play caller 200", "slot": "slot"}


@pytest.mark.slow(20)
@pytest.mark.parametrize("name", list(PLACES)[: count(len(PLACES), 2)])
def test_every_key_has_the_prefix_and_the_language_of_the_bot(name):
    """Nothing that is shown is English or has another prefix, and the bot knows every line that a key says."""
    assert set(TABLE_KEYS) | set(MACHINE_KEYS) <= {*PRESSED, "space"}
    begin, spoken, answered = PLACES[name], [], []

    async def run():
        router = public_router(".", deal_pause=0.0)
        async with session(size=SIZES[1], router=router) as here:
            client, say = here.player.client, here.player.client.say

            async def note(text, place=""):
                spoken.append((text, place))
                answers = await say(text, place)
                answered.extend(answers)
                return answers

            client.say = note
            await here.press("escape")
            if begin.startswith("play"):
                here.app.start(here.app.begin_game(begin))
            elif begin:
                here.app.start(here.app.controls.begin_machine(begin))
            else:
                await here.player.watch(CHANNEL)
                await here.press("j")
            await here.until(lambda: here.player.watched or here.player.machine, "nothing begins")
            shown = []
            for key in [*PRESSED, *PANEL_KEYS, "space"]:
                await here.press({"?": "question_mark", ",": "comma"}.get(key, key))
                await here.pilot.pause(0.03)
                shown += here.shown()
                if key in PANEL_KEYS:
                    await here.press("escape")
            return shown

    shown = asyncio.run(run())
    known = ALLOWED | {"bob", "cat", "net", "ante"}
    lines = [
        re.sub(r"(?<![\w.])\.\w+", "", without_digits(line)) for line in [*shown, *[each.text for each in answered]]
    ]
    assert {line: found for line in lines if (found := english_in(line, known))} == {}
    assert [line for line in lines if re.search(r"![a-z]", line)] == []
    assert [text for text, place in spoken if place and not text.startswith(".")] == []
    unknown = re.compile("is not a command|not known here".translate(LETTERS))
    assert [each.text for each in answered if unknown.search(each.text)] == []
    assert len(spoken) > 2
