"""A router as the bot has it, and people who talk to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from ircpoker.chat.loader import load_plugins
from ircpoker.chat.message import Message, Person, Reply
from ircpoker.chat.router import Router
from ircpoker.chat.services import Services
from ircpoker.clock import ManualClock
from ircpoker.config import default_settings

BUILT_IN = ("parse", "help")
CHANNEL = "#poker"
LUCKY = 343
"""With chance of this seed the first deal is a pair of queens, and to the tens of the second comes a third one."""


def make_router(plugins: Sequence[str] = BUILT_IN, *, prefix: str = "!", **bot: Any) -> Router:
    settings = default_settings(Path("/"))
    settings = replace(settings, bot=replace(settings.bot, **{"prefix": prefix, "database": "sqlite://"} | bot))
    services = Services(settings, Random(1), ManualClock(), entropy=Random(LUCKY).randbytes)
    router = Router(services, prefix)
    load_plugins(router, plugins)
    return router


def message(text: str, channel: str | None = None, nick: str = "alice") -> Message:
    return Message(Person("net", nick, nick.lower()), text, channel, "dealer")


def say(router: Router, text: str, channel: str | None = None) -> list[Reply]:
    return router.handle(message(text, channel))


def lines(router: Router, text: str, channel: str | None = None) -> list[str]:
    return [reply.text for reply in say(router, text, channel)]
