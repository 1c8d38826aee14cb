"""How the tables of a channel differ from the configuration: its stakes, pace, games and number of tables."""

from __future__ import annotations

from dataclasses import dataclass

from ircpoker.lobby.settings import Pace
from ircpoker.table import ForcedBets, Game


@dataclass(frozen=True, slots=True)
class ChannelRules:
    """The choices of a channel; an empty one means the configuration's.

    All but `is_short` and `language` count for tables that are opened, and tables that are open keep theirs.

    Attributes:
        blinds: the small and the big blind of games with blinds.
        ante: the ante of games with antes, as one number.
        pace: how much time people have.
        games: the games that may be opened, keys of `GAMES`, the default first.
        tables: the most tables at once; 0 for the most that the owner allows.
        is_short: whether all-ins take one line, and robots make no remarks.
        language: the language of the lines in the channel and of private lines about its tables.
        is_public: whether people who are not in the channel may watch its tables.
    """

    blinds: tuple[int, ...] = ()
    ante: tuple[int, ...] = ()
    pace: Pace = Pace.NORMAL
    games: tuple[str, ...] = ()
    tables: int = 0
    is_short: bool = False
    language: str = ""
    is_public: bool = True

    def sizes(self, game: Game) -> tuple[int, ...]:
        """Return the sizes of the forced bets of a game, as `TableSettings.stakes` takes them; empty for the usual."""
        return self.blinds if game.forced_bets is ForcedBets.BLINDS else self.ante


USUAL_RULES = ChannelRules()
"""Those of private tables, and of channels that have chosen nothing."""
