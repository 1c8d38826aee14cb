"""Texas hold'em at tables: no-limit, pot-limit and limit; the commands are those of all tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.chat.table_commands import add_games
from ircpoker.table import GAMES

if TYPE_CHECKING:
    from ircpoker.chat.router import Router


def register(router: Router) -> None:
    """Add the games, and the commands of tables if they are not there."""
    add_games(router, [name for name, game in GAMES.items() if not game.has_draw])
