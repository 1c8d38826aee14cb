"""A town on a server of IRC in virtual time: people who only react to lines of the bot.

The server takes a line at once; the bot sends at the pace of the shipped configuration, a line a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from ircpoker.chat.loader import load_plugins
from ircpoker.chat.router import Router
from ircpoker.chat.services import Services
from ircpoker.config import LimitSettings, NetworkSettings, default_settings
from ircpoker.transports.irc import UnaskedLines
from ircpoker.transports.loop import run_scheduler
from ircpoker.words.plain_text import strip_formatting
from tests import tiers
from tests.servers.company import Heard
from tests.servers.human import as_typed
from tests.transports.irc.stays import CHANNEL, ListTransport, Stay
from tests.transports.virtual import VirtualLoop, pass_time

Ear = Callable[[Heard], None]


class LoopClock:
    """The time of a loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.monotonic = loop.time

    def now(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=self.monotonic())


class Wire(ListTransport):
    """Hands each line of the bot on at once."""

    hand_on: Callable[[str], None]

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.hand_on(bytes(data).decode().removesuffix("\r\n"))


class Town:
    """A server with its people, who only react to lines of the bot.

    Attributes:
        ears: by nick, the reaction to a line; those in the channel hear its lines, too.
        members: the nicks in each channel.
        operators: the nicks of its operators.
        heard: the lines of the first channel with their times.
        watch: is called with each line of the bot to a channel or a nick.
        listen: is called with each line of somebody, before the bot gets it.
    """

    def __init__(
        self,
        loop: VirtualLoop,
        channels: Sequence[str] = (CHANNEL,),
        plugins: Sequence[str] = ("parse", "draw", "holdem", "help"),
        seed: int | None = None,
        starting_chips: int = 1000,
        tables_per_channel: int = 1,
        **sections: Any,
    ) -> None:
        """Start the bot.

        Args:
            loop: the loop in which all of them live.
            channels: the bot's channels.
            plugins: the plugins that it has.
            seed: of all chance; by default that of the day or 1.
            starting_chips: what a new player has.
            tables_per_channel: the most tables in a channel.
            sections: settings in place of the usual ones, by section.
        """
        self.loop = loop
        self.channels = tuple(channels)
        settings = default_settings(Path("/"))
        network = NetworkSettings("net", "irc.test", channels=self.channels, services=False)
        network = replace(network, tables_per_channel=tables_per_channel)
        bot = replace(settings.bot, database="sqlite://", cards="ascii")
        economy = replace(settings.economy, house_stake=10**6, given_per_host=0, starting_chips=starting_chips)
        limits = replace(settings.limits, accounts_per_hour=1000, most_seconds_a_hand=3600)
        settings = replace(settings, bot=bot, networks=(network,), economy=economy, limits=limits)
        settings = replace(settings, others={**settings.others, **sections})
        rng = Random(tiers.seed(1) if seed is None else seed)
        self.services = Services(settings, rng, LoopClock(loop), entropy=rng.randbytes)
        self.router = Router(self.services)
        load_plugins(self.router, plugins)
        self.ears: dict[str, Ear] = {}
        self.members: dict[str, set[str]] = {channel: set() for channel in self.channels}
        self.operators: set[str] = set()
        self.watch: Callable[[Heard], None] = lambda _: None
        self.listen: Callable[[str, str, str], None] = lambda _nick, _text, _target: None
        self.heard: list[tuple[float, str]] = []
        wire = Wire()
        wire.hand_on = self._take
        games = UnaskedLines(self.services.outbox, self.services.presence)
        self.stay = Stay(
            loop,
            router=self.router,
            games=games,
            interval=1.0,
            commands=LimitSettings(),
            transport=wire,
            channels=self.channels,
        )
        self._scheduling = loop.create_task(run_scheduler(self.services.scheduler))

    def greet(self) -> None:
        """Let the bot into its channels."""
        self.stay.receive(
            ":irc.test 001 dealer :Welcome",
            ":irc.test 005 dealer CASEMAPPING=ascii :are supported by this server",
            ":irc.test 376 dealer :End of MOTD",
        )
        for channel in self.channels:
            self.stay.receive(f":dealer!d@dealer.home JOIN {channel}", f":irc.test 353 dealer = {channel} :dealer")

    def come(self, nick: str, ear: Ear = lambda _: None, *, joins: bool | str = False) -> None:
        self.ears[nick] = ear
        if joins:
            channel = self.channels[0] if joins is True else joins
            self.members[channel].add(nick)
            self._hear(f":{nick}!{nick}@{nick}.home JOIN {channel}")

    def leave(self, nick: str, how: str) -> None:
        """Let somebody leave: `PART #poker` or `QUIT :bye`."""
        self._hear(f":{nick}!{nick}@{nick}.home {how}")

    def say(self, nick: str, text: str, target: str = "dealer") -> None:
        self.listen(nick, text, target)
        self._hear(f":{nick}!{nick}@{nick}.home PRIVMSG {target} :{text}")

    def every(self, seconds: float, act: Callable[[int], None], first: float = 0.0) -> None:
        """Repeat an action."""

        def again(number: int) -> None:
            act(number)
            self.loop.call_later(seconds, again, number + 1)

        self.loop.call_later(first, again, 0)

    def run(self, seconds: float) -> None:
        self.loop.run_until_complete(pass_time(seconds))

    def close(self) -> None:
        self._scheduling.cancel()
        with suppress(asyncio.CancelledError):
            self.loop.run_until_complete(self._scheduling)
        self.stay.end()
        self.services.close()

    def _hear(self, line: str) -> None:
        self.stay.connection.process_data(f"{line}\r\n".encode())

    def _names(self, channel: str) -> str:
        there = sorted(self.members.get(channel.partition(" ")[0], ()))
        return " ".join(["dealer", *[f"@{nick}" if nick in self.operators else nick for nick in there]])

    def _take(self, line: str) -> None:
        command, _, rest = line.partition(" ")
        if command == "JOIN" and rest.partition(" ")[0] in self.stay.session.people.channels:
            return  # It is there.
        answer = {
            "NAMES": f":irc.test 353 dealer = {rest} :{self._names(rest)}\r\n:irc.test 366 dealer {rest} :End",
            "PING": f":irc.test PONG irc.test :{rest}",
            "JOIN": f":dealer!d@dealer.home JOIN {rest}\r\n:irc.test 353 dealer = {rest} :{self._names(rest)}",
            "USERHOST": f":irc.test 302 dealer :{' '.join(f'{nick}=+{nick}@{nick}.home' for nick in rest.split())}",
        }.get(command)
        if answer:
            self.loop.call_soon(self._hear, answer)
        elif command in {"PRIVMSG", "NOTICE"}:
            target, _, text = rest.partition(" :")
            heard = Heard(target, as_typed(strip_formatting(text)), "")
            self.watch(heard)
            if target == self.channels[0]:
                self.heard.append((self.loop.time(), heard.text))
            for nick in self.members.get(target, (target,)):
                self.loop.call_soon(self.ears.get(nick, lambda _: None), heard)
