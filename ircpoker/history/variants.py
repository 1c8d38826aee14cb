"""The games by their PHH codes."""

from __future__ import annotations

from ircpoker.table.games import Betting, Game, draw, holdem

POT_LIMIT_FIELD = "_betting"
"""The format has no code for pot-limit hold'em. Its deals are legal no-limit ones: `NT` and this field."""
FULL_BLINDS_FIELD = "_full_blinds"
"""What all blinds would add up to if none were dead: a pot-sized bet before the flop depends on it (TDA 54-B)."""

HOLDEM_MOST_BETS = 5
"""Rooms differ in how many bets a street of limit may see; a file is believed up to the bet and four raises."""

_GAMES: dict[str, Game] = {
    "NT": holdem(Betting.NO_LIMIT),
    "FT": holdem(Betting.LIMIT),
    "N5D": draw(Betting.NO_LIMIT),
    "F5D": draw(Betting.LIMIT),
}
"""`N5D` and `F5D` are ours: five-card draw, high hand wins; PHH's own draw codes are for lowball."""


def game_of(variant: str, betting: str = "") -> Game | None:
    """Return the game of a variant code, None if it is not played here."""
    if variant == "NT" and betting == Betting.POT_LIMIT:
        return holdem(Betting.POT_LIMIT)
    return _GAMES.get(variant)


def variant_of(game: Game) -> str:
    """Return the variant code of a game."""
    betting = Betting.LIMIT if game.betting is Betting.LIMIT else Betting.NO_LIMIT
    return next(code for code, known in _GAMES.items() if known.name == game.name and known.betting is betting)


VARIANTS = tuple(_GAMES)
