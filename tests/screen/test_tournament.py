"""A tournament on the screen: how it stands beside its table, and in the lobby; a player who is moved is followed."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from msgspec import convert
from msgspec.structs import replace

from ircpoker.feed import FeedClient
from ircpoker.feed.data import ListedTournament
from ircpoker.feed.messages import PlayerMoved
from ircpoker.feed.requests import PersonGiven
from ircpoker.screen.tournament import listed_tournament, tournament_lines
from ircpoker.screen.user import FeedUser
from tests.feed.wire import table_of
from tests.screen.recorded import FLOP, Script
from tests.screen.sessions import session
from tests.screen.test_drawing import SAY, scene

STANDS = {
    "tournament": "tournament:1",
    "name": "friday",
    "number": 2,
    "tables": 3,
    "level": 3,
    "blinds": "25/50",
    "next": "40/80",
    "hands": None,
    "is_break": False,
    "hand_for_hand": False,
    "left": 7,
    "entries": 9,
    "average": 1928,
    "leader": None,
    "prizes": [450, 270, 180],
    "places": {"1": 2},
    "seconds": 250.0,
}
LISTED = {
    **dict.fromkeys(("tournament", "game", "network", "place", "blinds", "ended"), ""),
    **dict.fromkeys(("buy_in", "pool", "wanted"), 0),
    "kind": "scheduled",
    "is_open": True,
    "name": "friday",
    "title": "no-limit hold'em",
    "entries": 9,
    "left": 7,
    "level": 3,
    "winner": "",
    "starts": None,
}


def lines_of(table: dict[str, Any], seconds: float | None) -> list[str]:
    return tournament_lines(table_of(table), scene(), seconds)


def test_place_level_next_level_and_average() -> None:
    table = {**FLOP, "tournament": STANDS}
    assert lines_of(table, 250.0) == [
        "Place 2 of 7, average 1,928",
        "Level 3: 25/50",
        "40/80 in 4 min",
        "Prizes 450, 270, 180",
    ]
    assert lines_of({**table, "you": None}, None)[0] == "7 left, average 1,928"
    by_hands = {**STANDS, "hands": 1, "seconds": None, "prizes": []}
    assert lines_of({**FLOP, "tournament": by_hands}, None)[-1] == "40/80 in 1 hand"
    pause = {**STANDS, "is_break": True}
    assert lines_of({**FLOP, "tournament": pause}, 60.0)[1] == "A break: play goes on in 1 min"
    assert lines_of(FLOP, None) == []


@pytest.mark.parametrize(
    ("facts", "line"),
    [
        ({"phase": "playing"}, "friday: no-limit hold'em, 7 of 9 left, level 3"),
        ({"phase": "registering", "starts": 1200}, "friday: no-limit hold'em, begins in 20 min, 9 registered"),
        ({"phase": "registering", "wanted": 10}, "friday: no-limit hold'em, 9 of 10 are in"),
        ({"phase": "ended", "winner": "ann"}, "friday: no-limit hold'em, 9 played, ann has won"),
        ({"phase": "ended", "winner": "ann & bob"}, "friday: no-limit hold'em, 9 played, ann & bob have won"),
        ({"phase": "cancelled"}, "friday: no-limit hold'em, 9 entries, is over"),
    ],
)
def test_the_lobby_lists_each_tournament_with_its_phase(facts: dict[str, object], line: str) -> None:
    assert SAY(listed_tournament(convert({**LISTED, **facts}, ListedTournament))) == line


def test_a_sit_and_go_on_the_screen() -> None:
    async def run() -> tuple[str, str]:
        async with session("play sng 4") as here:
            await here.next_turn()
            at_table = here.text()
            await here.press("l")
            await here.until(lambda: "Tournaments" in here.text())
            return at_table, here.text()

    at_table, lobby = asyncio.run(run())
    assert "of 4, average 1,500" in at_table
    assert "Level 1: 10/20" in at_table
    assert "sng: no-limit hold'em, 4 of 4 left, level 1" in lobby


@pytest.mark.slow(1)
def test_its_end_is_a_podium_before_the_lobby() -> None:
    async def run() -> tuple[str, str, str]:
        async with session("play sng 3") as here:
            while await here.next_turn():
                await here.player.try_to(here.player.say("allin"))
            await here.until(lambda: "has won" in here.text())
            podium = here.text()
            await here.press("escape")
            await here.until(lambda: "sng: no-limit hold'em, 3 played" in here.text())
            lobby = here.text()
            await here.press("end", "enter")
            await here.until(lambda: "Play against robots" not in here.text() and "has won" in here.text())
            return podium, lobby, here.text()

    podium, lobby, again = asyncio.run(run())
    winner = re.search(r"sng: no-limit hold'em, 3 played, (\w+) has won", podium)
    assert winner is not None
    on_steps = re.findall(r"\b(ann|hard|regular)\b", podium.split("\n", 2)[2])
    assert on_steps[0] == winner[1], "the winner stands highest"
    assert sorted(on_steps) == ["ann", "hard", "regular"]
    assert "Play against robots" in lobby
    assert winner[1] in again


def test_q_ends_a_game_against_robots_at_once() -> None:
    async def run() -> str:
        async with session("play sng 4") as here:
            await here.next_turn()
            await here.press("q", "enter")
            await here.until(lambda: "4. ann" in here.text())
            return here.text()

    assert "sng: no-limit hold'em, 4 played" in asyncio.run(run())


def test_somebody_elses_table_by_private_lines_is_not_ones_own() -> None:
    async def run() -> tuple[bool, bool]:
        script = Script()
        (listed,) = script.answers["tables"][0]["tables"]
        script.answers["tables"][0]["tables"] = [{**listed, "place": "private"}]
        script.answers["me"] = [script.welcome_at()]

        async def link() -> Script:
            return script

        async with await FeedClient.start(link, person=PersonGiven("ann")) as client:
            player = FeedUser(client, lambda: 0.0, lambda _: None)
            before = await player.find_own_table()
            script.answers["me"] = [script.welcome_at("t7")]
            return before, await player.find_own_table()

    assert asyncio.run(run()) == (False, True)


MOVED = PlayerMoved("", "", "#poker", 2, 3, 1500, "moved", table="t7", seq=413)


@pytest.mark.parametrize("own", ["t9", "t7"], ids=["the player", "somebody of the same nick"])
def test_who_is_moved_is_followed_to_the_other_table(own: str) -> None:
    async def run() -> tuple[bool, str, set[str]]:
        script = Script()

        async def link() -> Script:
            return script

        client = await FeedClient.start(link, person=PersonGiven("ann"))
        player = FeedUser(client, lambda: 0.0, lambda _: None)
        await player.watch("t7")
        script.answers["watch"] = [{**FLOP, "table": "t9"}]
        script.answers["me"] = [script.welcome_at(own)]
        # Whoever has linked names may sit under another one.
        for name, to in (("ann", ""), ("cy", "t7"), ("ann" if own == "t7" else "annie", "t9"), ("bob", "t8")):
            player._take(replace(MOVED, name=name, to=to))
        is_own = await player.follow()
        assert player.watched is not None
        await client.close()
        return is_own, player.watched.id, player.moves

    assert asyncio.run(run()) == (True, own, set())
