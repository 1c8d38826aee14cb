"""Tournaments at the tables of the games that other plugins bring."""

from __future__ import annotations

from ircpoker.chat.router import Router
from ircpoker.chat.tournament_commands import TournamentCommands


def register(router: Router) -> None:
    """Add the commands, if a plugin before this one has brought games at tables."""
    if router.tables is not None:
        router.add_all(TournamentCommands(router.tables))
