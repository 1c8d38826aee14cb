"""The games by their PHH codes."""

from __future__ import annotations

from ircpoker.table.games import GAMES, Game

BETTING_FIELD = "_betting"
"""The format has no code for pot-limit hold'em. Its deals are legal no-limit ones: `NT` and this field."""
FULL_BLINDS_FIELD = "_full_blinds"
"""What all blinds would add up to if none were dead: a pot-sized bet before the flop depends on it (TDA 54-B)."""

PHH_BET_CAP = 5
"""Rooms differ in how many bets a street of limit may see; a file is believed up to the bet and four raises."""

VARIANTS = tuple(dict.fromkeys(game.phh_code for game in GAMES.values()))


def game_of(variant: str, betting: str = "") -> Game | None:
    """Return the game of a variant code, with the betting from its own field; None if it is not played here."""
    games = [game for game in GAMES.values() if game.phh_code == variant]
    return next((game for game in games if game.betting == betting), games[0] if games else None)
