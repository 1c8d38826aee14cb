"""A simulated evening: people and robots at tables of all games, tournaments and machines, and all that is said."""

from __future__ import annotations

from random import Random
from typing import Any

from sqlalchemy import text

from ircpoker.chat.message import Reply
from tests.audit.lines import Said
from tests.audit.record import Query
from tests.chat.feed.visitors import FeedHall, Visitor
from tests.lobby.hall import random_command

PLUGINS = ("holdem", "draw", "tournaments", "bank", "slots", "videopoker", "help")


class Evening(FeedHall):
    """A bot whose lines are kept with their times."""

    def __init__(self, **rules: Any) -> None:
        self.said: list[Said] = []
        super().__init__(**{"plugins": PLUGINS, "robot_pause": 0.0} | rules)

    def hear(self, target: str, reply: Reply) -> None:
        super().hear(target, reply)
        if hasattr(self, "clock"):
            self.said.append(Said(self.clock.now().timestamp(), target, reply.text))

    def query(self, statement: str) -> list[dict[str, Any]]:
        """Return the rows of a statement."""
        with self.services.ledger._database.reading() as connection:
            return [dict(row._mapping) for row in connection.execute(text(statement))]
