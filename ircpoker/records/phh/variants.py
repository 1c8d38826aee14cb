"""The games by their PHH codes."""

from __future__ import annotations

from ircpoker.table.games import GAMES, Game

BETTING_FIELD = "_betting"
"""The format has no code for pot-limit hold'em; its deals are written as no-limit, `NT`, with this field."""
FULL_BLINDS_FIELD = "_full_blinds"
"""The sum of all blinds if none were dead: the size of a pot-sized bet before the flop depends on it (TDA 54-B)."""

PHH_BET_CAP = 5
"""Card rooms have different bet caps in limit; files may have a bet and four raises."""

VARIANTS = tuple(dict.fromkeys(game.phh_code for game in GAMES.values()))


def game_of(variant: str, betting: str = "") -> Game | None:
    """Return the game of a variant code and the betting in its own field; None if the game is not played here."""
    games = [game for game in GAMES.values() if game.phh_code == variant]
    return next((game for game in games if game.betting == betting), games[0] if games else None)
