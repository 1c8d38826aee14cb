"""A bot with all commands that move chips, on every kind of ledger."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from ircpoker.chat.router import Router
from tests.chat.routers import CHANNEL, make_router, message
from tests.ledger.conftest import url

__all__ = ["url"]
PLUGINS = ("slots", "videopoker", "bank", "help")

Say = Callable[..., list[str]]


@pytest.fixture
def bot(url: str) -> Iterator[Router]:
    """The bot; its ledger must be clean at the end."""
    router = make_router(PLUGINS, database=url)
    yield router
    audit = router.services.ledger.audit()
    assert audit.is_clean
    assert audit.issued == audit.held + audit.at_tables
    router.services.close()


@pytest.fixture
def say(bot: Router) -> Say:
    """Say something in private, and get the lines of the answer: `say("slot 5", "bob")`."""

    def answer(text: str, nick: str = "alice", *, in_channel: bool = False) -> list[str]:
        line = message(f"!{text}" if in_channel else text, CHANNEL if in_channel else None, nick)
        return [reply.text for reply in bot.handle(line)]

    return answer
