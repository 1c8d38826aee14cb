"""What somebody may do by each way in: every cell of the table, tried through a real socket; IRC through its router."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from ircpoker.chat.access import RIGHTS, Right
from ircpoker.chat.message import Message, Way
from ircpoker.config.administration import ADMIN
from ircpoker.config.web import WebSettings
from ircpoker.tournaments.settings import TournamentSettings
from tests.attacks.sockets import PLUGINS, BotSockets, visit
from tests.lobby.hall import CHANNEL, NET, Hall

URL = "https://poker.example.org"
EXPECTED = {
    "IRC guest": "play see give codes link organise -",
    "IRC account": "play see give codes link organise steer",
    "linked": "play see give codes link organise -",
    "page session": "play see - - - - -",
    "page guest": "play see give codes link - -",
    "invitation": "play see - - - - -",
    "SSH key": "play see give codes link - -",
    "program": "play see give codes link - -",
    "terminal": "play see give codes link organise steer",
}
"""The table once more, written from the design alone."""
LENT = "a link lends you a seat, nothing that lasts: say it where you have your name"
Say = Callable[..., Awaitable[list[str]]]


def _rules() -> dict[str, Any]:
    admin = ADMIN.settings(accounts=(f"{NET}/boss",))
    tournaments = TournamentSettings(create="operators")
    return {"sections": {"web": WebSettings(URL), "admin": admin, "tournaments": tournaments}}


async def _on_irc(bot: BotSockets, nick: str, account: str = "") -> Say:
    async def say(text: str, place: str = "") -> list[str]:
        hall = bot.hall
        person = hall.person(nick, account or None)
        line = Message(person, f"!{text.removeprefix('!')}", CHANNEL if place else None, "dealer", account=account)
        replies = [reply.text for reply in hall.router.handle(line)]
        hall.run()
        return replies

    return say


async def _by(bot: BotSockets, name: str) -> Say:
    caller = await bot.come(name, "ann")
    return caller.say


async def _by_link(bot: BotSockets) -> Say:
    (line,) = bot.hall.tell("ann", "!web")
    caller = await bot.connect("web")
    (answer,) = await caller.ask("redeem", code=line.split("/sit/")[1].split()[0], address="192.0.2.7")
    assert answer["is"] == "welcome"
    return caller.say


async def _by_invitation(bot: BotSockets) -> Say:
    bot.hall.say("host", "!open 100")
    (code,) = re.findall(r"!join (\w+)", bot.hall.say("host", "!invite")[0])
    caller = await bot.connect("web")
    person = {"nick": "ann", "account": "guest-1", "address": "192.0.2.7"}
    assert (await caller.ask("hello", protocol=2, person=person, invitation=code))[0]["is"] == "welcome"
    return caller.say


async def _as(bot: BotSockets, way: str) -> Say:
    """Return how somebody who comes by a way says something."""
    match way:
        case "IRC guest":
            return await _on_irc(bot, "ann")
        case "IRC account":
            return await _on_irc(bot, "ann", "boss")
        case "linked":
            other = await bot.come("ssh", "ann")
            code = re.findall(r"Your code is (\w+)", " ".join(await other.say("link")))[0]
            assert "have one account now" in bot.hall.tell("ann", f"!link {code}")[0]
            return await _on_irc(bot, "ann")
        case "page session":
            return await _by_link(bot)
        case "page guest":
            return await _by(bot, "web")
        case "invitation":
            return await _by_invitation(bot)
        case "SSH key":
            return await _by(bot, "ssh")
        case "program":
            return await _by(bot, "program")
    return await _by(bot, "local")


async def _rights(bot: BotSockets, say: Say, bob: Say, network: str) -> str:
    """Return the rights that somebody turns out to have, by what comes of it."""
    hall = bot.hall
    tournaments = hall.services.tables.tournaments
    found = []
    played = " ".join(await say("play caller"))
    found.append("play" if "Heads-up" in played else "-")
    hall.wait(6)
    found.append("see" if "you hold" in " ".join(await say("hand")) else "-")
    await say("leave")
    hall.wait(60)
    before = await bob("bank")
    await say("give bob 10")
    found.append("give" if await bob("bank") != before else "-")
    found.append("codes" if "Your code is" in " ".join(await say("link")) else "-")
    other = await bot.come("program", "zoe") if network != "program" else await bot.come("ssh", "zoe")
    code = re.findall(r"Your code is (\w+)", " ".join(await other.say("link")))[0]
    found.append("link" if "have one account now" in " ".join(await say(f"link {code}")) else "-")
    await say("!tournament new cup in 1 h", f"{NET}/{CHANNEL}")
    found.append("organise" if any(each.state.plan.name == "cup" for each in tournaments.by_id.values()) else "-")
    answer = " ".join(await say("admin ignored"))
    found.append("steer" if "nobody is ignored" in answer else "-")
    return " ".join(found)


@pytest.mark.few(3)
@pytest.mark.parametrize("way", EXPECTED)
def test_each_cell(way: str, tmp_path: Path) -> None:
    async def use(bot: BotSockets) -> None:
        hall: Hall = bot.hall
        hall.services.presence.connected(NET, None, lambda _person, _channel, answer: answer(True))
        hall.services.presence.note_open(NET, CHANNEL, is_open=True)
        names = {"page guest": "web", "invitation": "web", "SSH key": "ssh", "program": "program", "terminal": "local"}
        network = names.get(way, NET)
        # Accounts that are old enough to give chips away.
        account = "bob" if way == "IRC account" else ""
        on_irc = await _on_irc(bot, "bob", account)
        bob = on_irc if network == NET else (await bot.come(network, "bob", account="bob")).say
        await bob("bank")
        say = await _as(bot, way)
        await say("bank")
        hall.clock.advance(timedelta(days=8))
        hall.run()
        if way == "page session":
            say = await _by_link(bot)
        assert await _rights(bot, say, bob, network) == EXPECTED[way]

    # Where there are services, guests give no chips away.
    visit(tmp_path, use, **_rules(), services=way == "IRC account")


def test_no_way_in_reads_a_file(tmp_path: Path) -> None:
    """`!odds` takes charts by name; files of charts are read on the command line only."""
    files = ("@/etc/passwd", "@button.csv:raise", "@../../etc/passwd:root")

    async def use(bot: BotSockets) -> None:
        ways = [await _on_irc(bot, "ann"), *[await _by(bot, name) for name in ("web", "ssh", "program", "local")]]
        for say in [*ways, await _by_link(bot)]:
            assert "ring6-100/BTN/open 15.64 %" in " ".join(await say("odds ring6-100/BTN/open AA"))
            for file in files:
                [answer] = [line for line in await say(f"odds {file} AA") if "odds" in line]
                assert f"'{file}': files of charts are read on the command line only" in answer

    visit(tmp_path, use, **_rules() | {"plugins": (*PLUGINS, "parse")})


def test_the_table_of_the_product_has_the_same_cells() -> None:
    ways = {
        Way.GUEST: "IRC guest", Way.ACCOUNT: "IRC account", Way.PAGE_SESSION: "page session",
        Way.PAGE_GUEST: "page guest", Way.INVITATION: "invitation", Way.SSH_KEY: "SSH key",
        Way.PROGRAM: "program", Way.TERMINAL: "terminal",
    }  # fmt: skip
    assert ways.keys() == RIGHTS.keys() == set(Way)
    for way, name in ways.items():
        shown = ["codes" if right is Right.MAKE_CODES else right.value for right in Right]
        own = " ".join(text if right in RIGHTS[way] else "-" for right, text in zip(Right, shown, strict=True))
        assert own == EXPECTED[name], way
