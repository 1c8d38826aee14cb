"""The commands that all games at tables share; the first plugin with such a game adds them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.chat.action_commands import ActionCommands, ShowCommands
from ircpoker.chat.channel_commands import ChannelCommands
from ircpoker.chat.commands import commands_of
from ircpoker.chat.hand_history import HistoryCommands
from ircpoker.chat.lines import from_own_table
from ircpoker.chat.proof import add_commitments
from ircpoker.chat.robots import RobotCommands
from ircpoker.chat.seat_commands import SeatCommands
from ircpoker.chat.table_adapter import TableAdapter
from ircpoker.chat.table_answers import TableAnswers
from ircpoker.table import GAMES

if TYPE_CHECKING:
    from ircpoker.chat.router import Router


def add_games(router: Router, plugin: str) -> TableAdapter:
    """Add games that are played at tables.

    Args:
        router: gets the commands, if these are its first games at tables.
        plugin: the plugin that brings the games; the first of them is the default.

    Returns:
        The tables.
    """
    tables = router.tables
    if tables is None:
        tables = router.tables = router.services.tables = TableAdapter(router.services)
        answers, seats = TableAnswers(tables), SeatCommands(tables)
        router.add_all(ChannelCommands(tables))
        for commands in (answers, HistoryCommands(tables), ActionCommands(tables), ShowCommands(tables), seats):
            for command in commands_of(commands):
                is_of_seat = command.price == "seat"
                router.add(from_own_table(command, tables.own_number) if is_of_seat else command)
        router.add_all(RobotCommands(tables))
        add_commitments(router, tables.upcoming)
    tables.games += [name for name, game in GAMES.items() if game.plugin == plugin]
    return tables
