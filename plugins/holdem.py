"""The games with a board at tables; the commands are those of all tables."""

from __future__ import annotations

from ircpoker.chat.router import Router
from ircpoker.chat.table_commands import add_games


def register(router: Router) -> None:
    """Add the games, and the commands of tables if these do not exist yet."""
    add_games(router, "holdem")
