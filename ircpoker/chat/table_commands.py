"""The commands that all games at tables share; the first plugin with such a game adds them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.chat.action_commands import ActionCommands
from ircpoker.chat.hand_history import HistoryCommands
from ircpoker.chat.proof import add_commitments
from ircpoker.chat.robot_list import RobotCommands
from ircpoker.chat.seat_commands import SeatCommands
from ircpoker.chat.show_commands import ShowCommands
from ircpoker.chat.table_answers import TableAnswers
from ircpoker.chat.table_games import TableGames
from ircpoker.table import GAMES

if TYPE_CHECKING:
    from ircpoker.chat.router import Router


def add_games(router: Router, plugin: str) -> TableGames:
    """Add games that are played at tables.

    Args:
        router: gets the commands, if these are its first games at tables.
        plugin: the plugin that brings the games; the first of them is the default.

    Returns:
        The tables.
    """
    tables = router.tables
    if tables is None:
        tables = router.tables = router.services.tables = TableGames(router.services)
        router.add_all(TableAnswers(tables))
        router.add_all(HistoryCommands(tables))
        router.add_all(ActionCommands(tables))
        router.add_all(ShowCommands(tables))
        router.add_all(SeatCommands(tables))
        router.add_all(RobotCommands(tables))
        add_commitments(router, tables.upcoming)
    tables.games += [name for name, game in GAMES.items() if game.plugin == plugin]
    return tables
