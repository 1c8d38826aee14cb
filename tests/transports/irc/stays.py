"""A stay on a server that is a list: bytes go to the connection, and its lines are recorded."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any

from ircpoker.chat.limits import Bucket
from ircpoker.chat.message import TransportLimits
from ircpoker.config import BotSettings, LimitSettings, NetworkSettings
from ircpoker.runtime.recent import OnceAnHour
from ircpoker.transports.irc.connection import Connection, Reactor
from ircpoker.transports.irc.context import ClientContext, MessageRouter, Timing, UnaskedLines
from ircpoker.transports.irc.session import Session
from ircpoker.transports.irc.upkeep import OwnAttempts
from ircpoker.transports.irc.wanted import WantedChannels
from tests.servers.bots import EchoRouter
from tests.transports.virtual import pass_time

CHANNEL = "#poker"


class ListTransport(asyncio.Transport):
    """A transport whose other end is a list of what was written; nothing is read there while `unread` counts."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.unread = 0
        self._is_closing = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written.append(bytes(data))

    def get_write_buffer_size(self) -> int:
        return self.unread

    def is_closing(self) -> bool:
        return self._is_closing

    def abort(self) -> None:
        self._is_closing = True


class Stay:
    """A session and its connection, on a loop that runs only when a test runs it."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        *,
        router: MessageRouter | None = None,
        timing: Timing | None = None,
        bot: BotSettings | None = None,
        games: UnaskedLines | None = None,
        burst: int = 4,
        interval: float = 0.0,
        commands: LimitSettings | None = None,
        transport: ListTransport | None = None,
        channels: Sequence[str] = (CHANNEL,),
        **network: Any,
    ) -> None:
        self.games = games or UnaskedLines()
        settings = NetworkSettings("net", channels=tuple(channels), send_burst=burst, send_interval=interval, **network)
        self.attempts = OwnAttempts.of(settings)
        self.wanted = WantedChannels(list(channels), self.attempts.channel, forwards=dict(settings.forwards))
        setup = ClientContext(
            settings,
            bot or BotSettings(owner="alice", cards="ascii"),
            router or EchoRouter(),
            self.games,
            TransportLimits(commands=commands),
            Bucket(3, 5.0),
            timing or Timing(),
            Random(1),
            self.wanted,
            self.attempts,
            OnceAnHour(loop.time),
        )
        self.loop = loop
        self.transport = transport or ListTransport()
        self.connection: Connection = Reactor(loop=loop).server()
        self.connection.buffer = self.connection.buffer_class()
        self.connection.server = "irc.test"
        self.session = Session(setup, self.connection)
        self.connection.attach(self.session.on_line, self.session.login.begin)
        self.connection.made(self.transport)

    def receive(self, *lines: str | bytes) -> list[str]:
        """Hand over lines and return the answers."""
        del self.transport.written[:]
        for line in lines:
            self.connection.process_data((line if isinstance(line, bytes) else line.encode()) + b"\r\n")
        return self.sent

    @property
    def sent(self) -> list[str]:
        """The lines sent since the last ones came, after all ready calls."""
        self.loop.run_until_complete(pass_time(0))
        return [data.decode().removesuffix("\r\n") for data in self.transport.written]

    def run(self, seconds: float) -> list[str]:
        """Let time pass and return the lines sent."""
        del self.transport.written[:]
        self.loop.run_until_complete(pass_time(seconds))
        return self.sent

    def join(self, *features: str) -> None:
        """Register and join the channel."""
        self.receive(
            ":irc.test 001 dealer :Welcome",
            f":irc.test 005 dealer {' '.join(features)} :are supported by this server",
            ":irc.test 376 dealer :End of MOTD",
            f":dealer!~dealer@host JOIN {CHANNEL}",
            f":irc.test 353 dealer = {CHANNEL} :@alice +bob dealer",
        )

    def who(self, *people: str) -> list[str]:
        """Answer the bot's WHO: each is `nick!user@host`."""
        parts = [person.replace("!", " ").replace("@", " ").split() for person in people]
        lines = [f":irc.test 352 dealer {CHANNEL} {user} {host} irc.test {nick} H :0 x" for nick, user, host in parts]
        return self.receive(*lines, f":irc.test 315 dealer {CHANNEL} :End of WHO list")

    def say(self, text: str, nick: str = "alice", target: str = CHANNEL) -> list[str]:
        return self.receive(f":{nick}!user@host PRIVMSG {target} :{text}")

    def end(self) -> None:
        self.session.end()
        self.connection.lost(None)


def times(stay: Stay, sent: str, seconds: float, *, most: int | None = None) -> list[float]:
    """Return after how many seconds a line is sent, up to `most` times within a time."""
    begin, found = stay.loop.time(), list[float]()
    while stay.loop.time() < begin + seconds and (most is None or len(found) < most):
        count = stay.run(1.0).count(sent)
        found += [round(stay.loop.time() - begin)] * count
    return found
