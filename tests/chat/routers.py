"""The bot's router, and people who talk to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from ircpoker.chat.loader import load_plugins
from ircpoker.chat.message import Message, Reply, TransportLimits
from ircpoker.chat.outgoing import Outgoing
from ircpoker.chat.router import Router
from ircpoker.chat.services import Services
from ircpoker.config import Settings, default_settings
from ircpoker.people import Person
from ircpoker.runtime.clock import Clock, ManualClock
from ircpoker.runtime.delivery import Delivery
from ircpoker.transports.irc.client import LINE_BYTES, PUBLIC_LINES
from tests.outbox import each

BUILT_IN = ("parse", "help")
CHANNEL = "#poker"
IRC_LIMITS = TransportLimits(line_bytes=LINE_BYTES, public_lines=PUBLIC_LINES)
"""The limits of IRC, without those of a person."""
FAILS = "this fails now: try again in a minute, or tell the owner, who finds the reason in the log"
LUCKY = 343
"""With this seed the first deal is a pair of queens, and the pair of tens in the second becomes trips."""


@cache
def usual_settings() -> Settings:
    """Return the settings without a file, which thousands of bots have."""
    return default_settings(Path("/"))


def make_router(
    plugins: Sequence[str] = BUILT_IN, *, prefix: str = "!", clock: Clock | None = None, **bot: Any
) -> Router:
    settings = usual_settings()
    settings = replace(settings, bot=replace(settings.bot, **{"prefix": prefix, "database": "sqlite://"} | bot))
    services = Services(settings, Random(1), clock or ManualClock(), entropy=Random(LUCKY).randbytes)
    router = Router(services)
    load_plugins(router, plugins)
    return router


class Conversation:
    """People who talk to a bot of their own in one place, a channel or alice's private talk; time passes by `wait`.

    Attributes:
        answers: all lines of the bot, in order: direct answers, and what tables say.
    """

    def __init__(self, channel: str | None = None) -> None:
        self.channel = channel
        self.router = make_router(usual_settings().bot.plugins)
        self.answers: list[str] = []
        self.router.services.outbox.open("net", each(self._take))

    def ask(self, text: str, channel: str | None = None) -> list[Reply]:
        """Say something as alice, or `<nick> text`, in the place or in another channel; return the direct answers."""
        nick, text = text[1:].split("> ", 1) if text.startswith("<") else ("alice", text)
        with self.router.services.outbox.held():
            replies = self.router.handle(message(text, channel or self.channel, nick))
            self.answers += [reply.text for reply in replies]
        return replies

    def wait(self, seconds: float) -> None:
        """Let time go by in steps of half a second."""
        services = self.router.services
        assert isinstance(services.clock, ManualClock)
        for _ in range(int(2 * seconds)):
            services.scheduler.run_all_due()
            services.clock.advance(timedelta(seconds=0.5))

    def _take(self, line: Outgoing) -> None:
        self.answers.append(line.reply.text)
        if line.on_delivery:
            line.on_delivery(Delivery.SENT)


def message(text: str, channel: str | None = None, nick: str = "alice") -> Message:
    return Message(Person("net", nick, nick.lower()), text, channel, "dealer", limits=IRC_LIMITS)


def say(router: Router, text: str, channel: str | None = None) -> list[Reply]:
    return router.handle(message(text, channel))


def lines(router: Router, text: str, channel: str | None = None) -> list[str]:
    return [reply.text for reply in say(router, text, channel)]
