"""The bot's router, and people who talk to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from ircpoker.chat.loader import load_plugins
from ircpoker.chat.message import Message, Reply, TransportLimits
from ircpoker.chat.router import Router
from ircpoker.chat.services import Services
from ircpoker.config import default_settings
from ircpoker.people import Person
from ircpoker.runtime.clock import Clock, ManualClock
from ircpoker.transports.irc.client import LINE_BYTES, PUBLIC_LINES

BUILT_IN = ("parse", "help")
CHANNEL = "#poker"
IRC_LIMITS = TransportLimits(line_bytes=LINE_BYTES, public_lines=PUBLIC_LINES)
"""The limits of IRC, without those of a person."""
LUCKY = 343
"""With this seed the first deal is a pair of queens, and the pair of tens in the second becomes trips."""


def make_router(
    plugins: Sequence[str] = BUILT_IN, *, prefix: str = "!", clock: Clock | None = None, **bot: Any
) -> Router:
    settings = default_settings(Path("/"))
    settings = replace(settings, bot=replace(settings.bot, **{"prefix": prefix, "database": "sqlite://"} | bot))
    services = Services(settings, Random(1), clock or ManualClock(), entropy=Random(LUCKY).randbytes)
    router = Router(services)
    load_plugins(router, plugins)
    return router


def message(text: str, channel: str | None = None, nick: str = "alice") -> Message:
    return Message(Person("net", nick, nick.lower()), text, channel, "dealer", limits=IRC_LIMITS)


def say(router: Router, text: str, channel: str | None = None) -> list[Reply]:
    return router.handle(message(text, channel))


def lines(router: Router, text: str, channel: str | None = None) -> list[str]:
    return [reply.text for reply in say(router, text, channel)]
