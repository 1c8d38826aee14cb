"""The lobby: every row has its key, the lists are live, and all commands are in Textual's palette."""

from __future__ import annotations

import asyncio
import re

import pytest
from textual.command import CommandPalette

from ircpoker.chat.message import Message
from ircpoker.people import Person
from ircpoker.screen.go_on import last_line
from ircpoker.screen.panels import lobby
from tests.screen.sessions import session
from tests.screen.settled import settle
from tests.screen.test_keys import SAY, screen
from tests.screen.test_stranger import CHANNEL, NETWORK, public_router
from tests.screen.test_tournament import LISTED


async def at_home(here):
    await here.until(lambda: "Video poker" in here.text(), "no lobby")
    return here.app.screen


def test_each_row_that_can_be_chosen_has_a_key_of_its_own():
    async def run():
        async with session(size=(80, 24), router=public_router()) as here:
            panel = await at_home(here)
            keys = [row.key for row in panel.rows if row.choose is not None]
            assert all(keys), panel.rows
            assert len(set(keys)) == len(keys)
            assert not {*keys} & {"q", "l", "/"}
            for row in panel.rows:
                assert not row.key or f"[{row.key}] " in row.text
            assert f"[1] {CHANNEL}: no-limit hold'em 5/10" in here.text()

    asyncio.run(run())


def is_easy(here):
    return re.search(r" \d easy ", here.text()) is not None


def test_the_level_is_changed_at_the_table_by_two_keys():
    async def run():
        async with session("play hard") as here:
            await here.next_turn()
            await here.press("f")
            await here.press("l")
            await at_home(here)
            await here.press("c")
            # Another deal may have begun.
            await here.until(lambda: is_easy(here) or "[Enter] does it" in here.text(), "no answer")
            if not is_easy(here):
                await here.press("enter")
            await here.until(lambda: is_easy(here), "no other robot")

    asyncio.run(run())


def test_robots_have_faces_styles_and_the_score_with_them():
    async def run():
        async with session("play easy", size=(120, 40)) as here:
            await here.next_turn()
            await here.press("f")
            await here.until(lambda: here.player.nets, "no hand has ended")
            await here.press("l")
            await at_home(here)
            scores = here.router.services.ledger.scores

            def shows_score():
                net, hands = scores(here._person_id())["nolimit-easy"]
                return f"beginner · {net:+,} in {hands} hand" in here.text()

            await here.until(shows_score, "not the score")
            (eyes, mouth), _ = lobby.face_of("easy")
            assert eyes in here.text()
            assert mouth in here.text()

    asyncio.run(run())


@pytest.mark.few(1)
@pytest.mark.parametrize(("begin", "asks"), [("play easy", True), ("play sng 3", True), ("", False)])
def test_another_game_is_asked_for_where_it_costs_a_hand_or_a_tournament(begin, asks):
    async def run():
        async with session(begin, size=(80, 24)) as here:
            if begin:
                await here.next_turn()
                await here.press("l")
            await at_home(here)
            before = here.table
            await here.press("f")
            await here.until(lambda: len(here.app.screen_stack) == 1)
            if asks:
                asked = "Leave? The tournament ends" if "sng" in begin else "Leave the table with"
                await here.until(lambda: asked in here.text(), "not asked")
                assert here.table is before
                await here.press("u", "l")
                await at_home(here)
                await here.press("f")
                await here.until(lambda: asked in here.text(), "not asked again")
                await here.press("enter")
            await here.until(lambda: here.player.watched and here.player.watched.table.game == "draw", "no other game")

    asyncio.run(run())


def test_the_lists_are_renewed_and_the_chosen_row_stays_chosen(monkeypatch):
    monkeypatch.setattr(lobby, "_RENEW_SECONDS", 0.05)
    router = public_router()

    async def run():
        async with session(router=router) as here:
            panel = await at_home(here)
            await here.press("down", "down")
            name = panel.rows[panel.chosen].name
            router.handle(Message(Person(NETWORK, "dan", "dan"), "!sit 500", CHANNEL, "dealer"))
            await here.until(lambda: "bob, cat, dan" in here.text(), "it is not renewed")
            assert panel.rows[panel.chosen].name == name
            assert re.search(r"renewed \d s ago", here.text())

    asyncio.run(run())


def test_a_row_chosen_during_a_renewal_stays_chosen():
    async def run():
        async with session(router=public_router()) as here:
            panel = await at_home(here)
            load = panel.load

            async def slowly():
                rows = await load()
                panel.press("down")
                return rows

            panel.load = slowly
            panel.chosen = [row.key for row in panel.rows].index("a")
            await panel._renew_quietly()
            assert panel.rows[panel.chosen].key == "b"

    asyncio.run(run())


def test_a_table_keeps_its_digit_and_a_new_one_takes_a_free_one():
    async def run():
        async with screen() as (app, pilot, script):
            await pilot.press("l")
            panel = app.screen
            (answer,) = script.answers["tables"]
            (listed,) = answer["tables"]

            async def digits(*names):
                script.answers["tables"] = [{**answer, "tables": [{**listed, "table": name} for name in names]}]
                return {row.name: row.key for row in await panel.load() if row.name in names}

            assert await digits("t7", "t8") == {"t7": "1", "t8": "2"}
            assert await digits("t9", "t8") == {"t9": "3", "t8": "2"}
            many = await digits("t8", *[f"u{number}" for number in range(10)])
            assert many.pop("t8") == "2"
            assert sorted(filter(None, many.values())) == [*"13456789"]
            assert len(many) == 10

    asyncio.run(run())


def test_robots_are_asked_for_once():
    async def run():
        robots = [{"is": "robots", "robots": [{"name": "hard", "plays": {}}]}]
        async with screen(robots=robots) as (app, pilot, script):
            await pilot.press("l")
            for _ in range(3):
                await app.screen._renew_quietly()
            return [each["do"] for each in script.asked].count("robots")

    assert asyncio.run(run()) == 1


def test_a_slash_filters_the_rows():
    async def run():
        async with session(router=public_router()) as here:
            panel = await at_home(here)
            await here.press("/", *"omah")
            assert [row.key for row in panel.rows] == ["e"]
            await here.press("x")
            assert "Nothing here has that." in here.text()
            await here.press("backspace", "enter")
            await here.until(lambda: here.player.watched is not None and here.player.watched.table.game == "omaha")

    asyncio.run(run())


@pytest.mark.slow(1)
def test_the_palette_has_all_commands_and_gives_them():
    async def run():
        async with session() as here:
            await at_home(here)
            await here.press("ctrl+p")
            await here.until(lambda: isinstance(here.app.screen, CommandPalette), "no palette")
            palette = here.app.screen
            known = {command.name for command in here.router.commands.values()}

            def names():
                return [str(option.prompt).split()[0] for option in palette.query_one("CommandList")._options]

            await here.until(lambda: {*names()} >= known, f"{known - {*names()}} are missing")
            await here.press(*"topup")
            await here.until(lambda: names()[:1] == ["topup"], "not found")
            await here.press("enter")
            await here.until(
                lambda: not isinstance(here.app.screen, CommandPalette) and here.app._line.is_open, "no line"
            )
            assert here.app._line.value == "!topup "

    asyncio.run(run())


def test_go_on_with_the_hand_that_waits():
    async def run():
        async with session("play caller") as here:
            await here.next_turn()
            deal = here.player.watched.table.deal
            await here.press("l")
            await at_home(here)
            assert f"[1] Go on with #{deal}: no-limit hold'em 5/10, private table · your turn" in here.text()
            await here.press("enter")
            await here.until(lambda: len(here.app.screen_stack) == 1, "the lobby is still there")
            assert here.player.watched.table.deal == deal

    asyncio.run(run())


def test_who_leaves_reads_how_they_stand_in_one_line():
    async def run():
        async with session("play caller") as here:
            await here.next_turn()
            await here.press("f")
            await here.until(lambda: here.player.nets, "no hand has ended")
            return here.player.nets, await last_line(here.player, here.app.say, "left_play")

    (net,), line = asyncio.run(run())
    assert line == f"{net:+,} in 1 hand · the bot ends, and its tables with it · ircpoker play goes on"


def test_a_new_table_in_three_keys_shows_its_code():
    async def run():
        async with session(router=public_router()) as here:
            await at_home(here)
            await here.press("n")
            await here.until(lambda: "[a] holdem 5/10" in here.text(), "no stakes")
            assert "] pot limit 5/10" in here.text()
            await here.press("escape")
            await at_home(here)
            await here.press("n")
            await here.until(lambda: "[a] holdem 5/10" in here.text(), "no stakes again")
            await here.press("tab")
            assert "Public: everybody sees it" in here.text()
            await here.press("right")
            assert "[a] holdem 10/20" in here.text()
            await here.press("enter")
            await here.until(lambda: here.player.watched is not None, "no table")
            code = re.search(r"!join [0-9a-f]{16}", here.text())
            assert code is not None, "the log is filled on arrival"
            assert here.table.state.is_public
            assert here.table.place.is_by_lines
            await here.press("l")
            await here.until(lambda: "Back to your table: no-limit hold'em 10/20, public table" in here.text())
            await here.player.say("addbot caller")
            await here.next_turn()
            assert "ann: 10 to call" in here.player.watched.table.log, "no clock runs"
            opened, seated, *_ = here.player.watched.latest.log
            assert opened.startswith("A table of")
            assert seated == "caller sits down in seat 2 with 1000 chips"
            assert sum("caller sits" in line for line in here.player.watched.latest.log) == 1

    asyncio.run(run())


def test_a_place_without_a_table_is_named_in_the_lobby():
    async def run():
        async with session(router=public_router(), place="#nowhere") as here:
            await at_home(here)
            assert "There is no table at #nowhere that you may see." in here.text()

    asyncio.run(run())


async def lines_of(keys, **answers):
    """Return what is said at the channel of a table, or in private, after keys in the lobby there."""
    async with screen(**answers) as (app, pilot, script):
        await pilot.press("l")
        while len(app.screen.rows) < len(lobby.GAMES):
            await pilot.pause(0.005)
        for key in keys:
            await pilot.press(key)
            await settle(pilot)
        return [(each.get("place", ""), each["text"]) for each in script.asked if each["do"] == "say"]


def test_the_lobby_gives_commands_in_a_channel():
    friday = {**LISTED, "phase": "registering", "network": "libera", "place": "#poker"}
    sng = {**friday, "kind": "sit_and_go", "name": "sng", "tournament": "tournament:2"}
    tournaments = [{"is": "tournaments", "tournaments": [friday, sng]}]
    stakes = {"kind": "stakes", "choices": ["holdem 5/10"]}
    offers = [{"is": "offers", "offers": [{"command": "open", "place": SAY["place"], "fields": [stakes]}]}]
    cases = {
        "2": (SAY["place"], "!tournament friday register"),
        "3": (SAY["place"], "!sng join"),
        "na": (SAY["place"], "!open holdem 5/10"),
    }
    for keys, line in cases.items():
        assert asyncio.run(lines_of(keys, tournaments=tournaments, offers=offers)) == [line]


def test_a_code_goes_to_the_bot_alone():
    assert asyncio.run(lines_of(["i", *"0123", "enter"])) == [("", "!join 0123")]


@pytest.mark.slow(6)
def test_a_drill_is_answered_by_letters_and_amounts_and_goes_on():
    async def run():
        async with session(size=(100, 30), router=public_router()) as here:
            await at_home(here)
            await here.press("y")
            await here.until(lambda: "You are" in here.text() and "all-in?" in here.text(), "no question")
            first = here.text()
            log = [*here.player.lines]
            await here.press("9", "1", "backspace", "9", "enter")
            await here.until(lambda: "plays" in here.text() or "is not clear" in here.text(), "no verdict")
            assert "asks the next one" not in here.text()
            await here.press("f")
            await here.until(lambda: "nothing was asked" in here.text(), "no refusal")
            assert not here.player.notice
            await here.press("enter")
            await here.until(lambda: here.text() != first and "all-in?" in here.text(), "no other question")
            assert here.player.lines == log
            await here.press("escape")
            assert here.player.reader is None

    asyncio.run(run())
