"""A hostile and a tired server on the virtual loop: it refuses and ends what it can, as `tests/data/irc` says."""

from __future__ import annotations

import asyncio
import base64
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.transports.virtual import VirtualLoop

CHANNEL = "#poker"
NICK, ACCOUNT, PASSWORD = "dealer", "croupier", "hunter2"
PEOPLE = ("alice", "bob")
FILE = Path(__file__).parents[2] / "data" / "irc" / "endings.jsonl"
_TICK = 0.01
"""Seconds that a line takes."""


@dataclass(frozen=True, slots=True)
class Ending:
    """A way in which a server ends or refuses something, for as long as it lasts.

    Attributes:
        name: its name.
        source: where it was seen.
        at: the moment: `join`, `nick`, `login`, `connect`, `register` or `welcome`; or once, when it begins: `now`,
            `logout`, `split` or `freeze`.
        lines: what the server says then.
        closes: whether it closes the connection after that.
        after: seconds until then.
        joins: what it answers to a JOIN meanwhile.
        nick: what it answers to a NICK meanwhile.
        refuses: whether it takes no new connection meanwhile.
        ban: whether somebody has sent the bot away.
    """

    name: str
    source: str
    at: str
    lines: tuple[str, ...]
    closes: bool = False
    after: float = 0.0
    joins: tuple[str, ...] | None = None
    nick: tuple[str, ...] | None = None
    refuses: bool = False
    ban: bool = False

    @property
    def patience(self) -> float:
        """The seconds within which the bot must be back."""
        return 35 * 60 if self.ban else 10 * 60


def read_endings() -> list[Ending]:
    rows = map(json.loads, FILE.read_text().splitlines())
    return [
        Ending(**{key: tuple(value) if isinstance(value, list) else value for key, value in row.items()})
        for row in rows
    ]


@dataclass(eq=False)
class Visitor:
    """A connection to the server."""

    writer: asyncio.StreamWriter
    nick: str = ""
    is_welcome: bool = False
    is_logged_in: bool = False
    is_negotiating: bool = False
    is_named: bool = False
    channels: set[str] = field(default_factory=set)

    @property
    def address(self) -> str:
        return f"{self.nick}!~dealer@bot.example"


class HostileServer:
    """One server with one visitor, the bot; what it does, and when, is recorded.

    Attributes:
        port: where it listens.
        ending: what it does to the bot now; None for nothing.
        visits: the time of each connection.
        joins: the time of each JOIN of the channel.
        heard: what the bot has said: time, target and text.
        has_services: whether services are there.
        knows: whether services know the bot.
        is_silenced: whether the channel is moderated and the bot has no voice.
    """

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        self._loop = loop
        self.port = loop.serve(self._meet)
        self.ending: Ending | None = None
        self.visits: list[float] = []
        self.joins: list[float] = []
        self.heard: list[tuple[float, str, str]] = []
        self.has_services = True
        self.is_silenced = False
        self.visitor: Visitor | None = None
        self.changed = asyncio.Event()
        self._thaw = asyncio.Event()
        self._thaw.set()
        self._number = 0

    # What tests do and see

    def begin(self, ending: Ending) -> None:
        self.ending = ending
        visitor = self.visitor
        if ending.at == "freeze":
            self._thaw.clear()
        if visitor is None or ending.at not in {"now", "logout", "split"}:
            return
        if ending.at in {"logout", "split"}:
            visitor.is_logged_in = False
        self.has_services = ending.at != "split"
        if visitor.is_welcome:
            self._say_lines(visitor, ending.lines)
            self._heed(visitor, ending.lines)
        if ending.closes:
            visitor.writer.close()

    def relent(self) -> None:
        """Let everything be possible again."""
        ending, self.ending = self.ending, None
        self.is_silenced = False
        self._thaw.set()
        if not self.has_services:
            self.has_services = True
            if self.visitor is not None and self.visitor.is_welcome:
                self._say(self.visitor, f":irc.test CAP {self.visitor.nick} NEW :sasl=PLAIN")
        if ending is not None and ending.at in {"register", "freeze"} and not ending.closes and self.visitor:
            self.visitor.writer.close()  # Who was kept waiting is not remembered.

    @property
    def is_well(self) -> bool:
        """Whether the bot is in its channel, under its nick and logged in."""
        bot = self.visitor
        return bot is not None and bot.is_welcome and bot.nick == NICK and bot.is_logged_in and CHANNEL in bot.channels

    async def wait_well(self, seconds: float) -> bool:
        """Return whether the bot is well within so many seconds."""
        try:
            async with asyncio.timeout(seconds):
                while not self.is_well:
                    self.changed.clear()
                    await self.changed.wait()
        except TimeoutError:
            return False
        return True

    def say(self, nick: str, text: str, target: str = CHANNEL) -> None:
        """Let somebody say something; nobody hears it if the bot is not there."""
        bot = self.visitor
        if bot is not None and bot.is_welcome and (CHANNEL in bot.channels if target == CHANNEL else True):
            self._say(bot, f":{nick}!{nick}@{nick}.home PRIVMSG {target} :{text}")

    def tell(self, line: str) -> None:
        """Send a line to the bot if it is there."""
        if self.visitor is not None and self.visitor.is_welcome:
            self._say_lines(self.visitor, (line,))

    # Lines

    def _say(self, visitor: Visitor, line: str) -> None:
        if not visitor.writer.is_closing():
            visitor.writer.write(line.encode() + b"\r\n")

    def _say_lines(self, visitor: Visitor, lines: tuple[str, ...]) -> None:
        self._number += 1
        facts = {"nick": visitor.nick or "*", "me": visitor.address, "channel": CHANNEL, "number": self._number}
        for line in lines:
            self._say(visitor, line.format(**facts))

    def _heed(self, visitor: Visitor, lines: tuple[str, ...]) -> None:
        """Let lines of the server have their effect on itself."""
        for line in lines:
            words = line.split()
            if words[1:2] in (["KICK"], ["PART"]):
                visitor.channels.discard(CHANNEL)
            elif words[1:2] == ["NICK"]:
                visitor.nick = f"Guest{self._number}"
        self.changed.set()

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.visits.append(self._loop.time())
        visitor = Visitor(writer)
        ending = self.ending
        if ending is not None and (ending.at == "connect" or ending.refuses):
            self._say_lines(visitor, ending.lines)
            return
        if self.visitor is not None:
            self.visitor.writer.close()
        self.visitor = visitor
        try:
            while line := await reader.readline():
                await self._thaw.wait()
                await self._handle(visitor, line.decode().rstrip("\r\n"))
                if writer.is_closing():
                    return
        finally:
            if self.visitor is visitor:
                self.visitor = None
                self.changed.set()

    async def _handle(self, visitor: Visitor, line: str) -> None:
        command, _, rest = (line.split(" ", 1)[1] if line.startswith("@") else line).partition(" ")
        handler = getattr(self, f"_on_{command.lower()}", None)
        if handler is not None:
            await handler(visitor, rest)

    async def _on_cap(self, visitor: Visitor, rest: str) -> None:
        verb, _, names = rest.partition(" ")
        if verb == "LS":
            visitor.is_negotiating = True
            sasl = "sasl=PLAIN " if self.has_services and not self._is("split") else ""
            self._say(visitor, f":irc.test CAP * LS :{sasl}account-tag extended-join")
        elif verb == "REQ":
            self._say(visitor, f":irc.test CAP * ACK {names}")
        elif verb == "END":
            visitor.is_negotiating = False
            await self._register(visitor)

    def _is(self, at: str) -> bool:
        return self.ending is not None and self.ending.at == at

    async def _on_authenticate(self, visitor: Visitor, rest: str) -> None:
        if not self.has_services:
            return
        if rest == "PLAIN":
            self._say(visitor, "AUTHENTICATE +")
        elif self._is("login"):
            assert self.ending is not None
            self._say_lines(visitor, self.ending.lines)
        elif not self._is("logout"):
            assert base64.b64decode(rest).decode() == f"\0{ACCOUNT}\0{PASSWORD}"
            visitor.is_logged_in = True
            nick = visitor.nick or "*"
            self._say(visitor, f":irc.test 900 {nick} {visitor.address} {ACCOUNT} :You are now logged in as {ACCOUNT}")
            self._say(visitor, f":irc.test 903 {nick} :SASL authentication successful")
            self.changed.set()
        else:
            self._say(visitor, f":irc.test 904 {visitor.nick} :SASL authentication failed")

    async def _on_nick(self, visitor: Visitor, rest: str) -> None:
        ending, wanted = self.ending, rest.lstrip(":")
        refusal = None if ending is None else ending.lines if ending.at == "nick" else ending.nick
        if refusal is not None and wanted == NICK:
            self._say_lines(visitor, refusal)
            if visitor.nick:
                return
            return
        if visitor.is_welcome and wanted != visitor.nick:
            self._say(visitor, f":{visitor.address} NICK :{wanted}")
        visitor.nick = wanted
        self.changed.set()
        await self._register(visitor)

    async def _on_user(self, visitor: Visitor, _rest: str) -> None:
        visitor.is_named = True
        await self._register(visitor)

    async def _register(self, visitor: Visitor) -> None:
        if visitor.is_welcome or visitor.is_negotiating or not (visitor.nick and visitor.is_named):
            return
        ending = self.ending
        if ending is not None and ending.at == "register":
            self._say_lines(visitor, ending.lines)
            if ending.closes:
                visitor.writer.close()
            return
        visitor.is_welcome = True
        for text in (
            "001 {0} :Welcome",
            "005 {0} CASEMAPPING=ascii PREFIX=(ov)@+ :are supported",
            "376 {0} :End of MOTD",
        ):
            self._say(visitor, ":irc.test " + text.format(visitor.nick))
        if ending is not None and ending.at == "welcome":
            self._loop.call_later(ending.after, self._end_stay, visitor, ending)

    def _end_stay(self, visitor: Visitor, ending: Ending) -> None:
        self._say_lines(visitor, ending.lines)
        visitor.writer.close()

    async def _on_join(self, visitor: Visitor, rest: str) -> None:
        self.joins.append(self._loop.time())
        ending = self.ending
        refusal = None if ending is None else ending.lines if ending.at == "join" else ending.joins
        if refusal is not None and rest.split(maxsplit=1)[0] == CHANNEL:
            self._say_lines(visitor, refusal)
            return
        visitor.channels.add(CHANNEL)
        self._say(visitor, f":{visitor.address} JOIN {CHANNEL} {ACCOUNT} :bot")
        self._say(visitor, f":irc.test 353 {visitor.nick} = {CHANNEL} :{' '.join(PEOPLE)} {visitor.nick}")
        self._say(visitor, f":irc.test 366 {visitor.nick} {CHANNEL} :End of NAMES")
        self.changed.set()

    async def _on_part(self, visitor: Visitor, rest: str) -> None:
        visitor.channels.discard(rest.split(maxsplit=1)[0])
        self._say(visitor, f":{visitor.address} PART {rest.split(maxsplit=1)[0]}")

    async def _on_mode(self, visitor: Visitor, rest: str) -> None:
        if rest == CHANNEL:
            self._say(visitor, f":irc.test 324 {visitor.nick} {CHANNEL} +{'m' if self.is_silenced else ''}nt")

    async def _on_names(self, visitor: Visitor, _rest: str) -> None:
        self._say(visitor, f":irc.test 353 {visitor.nick} = {CHANNEL} :{' '.join(PEOPLE)} {visitor.nick}")
        self._say(visitor, f":irc.test 366 {visitor.nick} {CHANNEL} :End of NAMES")

    async def _on_who(self, visitor: Visitor, rest: str) -> None:
        for nick in PEOPLE:
            self._say(visitor, f":irc.test 352 {visitor.nick} {CHANNEL} {nick} {nick}.home irc.test {nick} H :0 x")
        self._say(visitor, f":irc.test 315 {visitor.nick} {rest.split(maxsplit=1)[0]} :End of WHO")

    async def _on_userhost(self, visitor: Visitor, rest: str) -> None:
        found = " ".join(f"{nick}=+{nick}@{nick}.home" for nick in rest.split() if nick in PEOPLE)
        self._say(visitor, f":irc.test 302 {visitor.nick} :{found}")

    async def _on_ping(self, visitor: Visitor, rest: str) -> None:
        self._say(visitor, f":irc.test PONG irc.test {rest}")

    async def _on_quit(self, visitor: Visitor, _rest: str) -> None:
        visitor.writer.close()

    async def _on_privmsg(self, visitor: Visitor, rest: str) -> None:
        target, _, text = rest.partition(" :")
        if target == CHANNEL and (self.is_silenced or CHANNEL not in visitor.channels):
            self._say(visitor, f":irc.test 404 {visitor.nick} {CHANNEL} :Cannot send to channel (+m)")
            return
        self.heard.append((self._loop.time(), target, text))

    _on_notice = _on_privmsg


def most_within(times: list[float], seconds: float) -> int:
    """Return how many of these times, in order, are within a window of so many seconds at most."""
    most = first = 0
    for last, at in enumerate(times):
        while at - times[first] >= seconds:
            first += 1
        most = max(most, last - first + 1)
    return most


def network(port: int, **more: Any) -> dict[str, Any]:
    """Return the keys of a network with this server."""
    login = {"sasl": "plain", "account": ACCOUNT}
    return {"name": "net", "host": "127.0.0.1", "port": port, "nick": NICK, "channels": (CHANNEL,)} | login | more
