"""The figures of players and robots in words, for `!stats`; `!help stats` defines each."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from ircpoker.chat.parts import joined
from ircpoker.chat.table_text import game_words
from ircpoker.errors import quote
from ircpoker.table import GAMES
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.chat.parts import Parts
    from ircpoker.ledger import GameFigures, GameResult

_BLOCKS = "▁▂▃▄▅▆▇█"
_POINTS = 16
LAST = 200
"""The number of deals in the sparkline."""


def sparkline(nets: Sequence[int]) -> str:
    """Return a line that shows the chips going up and down from deal to deal; empty for fewer than two deals.

    Examples:
        >>> sparkline([10, 10, -40, 20, 60])
        '▂▃▄▁▂█'
    """
    if len(nets) < 2:
        return ""
    chips = [0, *accumulate(nets)]
    points = min(_POINTS, len(chips))
    shown = [chips[point * (len(chips) - 1) // (points - 1)] for point in range(points)]
    low, span = min(shown), max(shown) - min(shown) or 1
    return "".join([_BLOCKS[(chip - low) * (len(_BLOCKS) - 1) // span] for chip in shown])


def game_line(found: GameFigures) -> Parts:
    """Return the figures of one game."""
    game = game_words(GAMES[found.game]) if found.game in GAMES else quote(found.game)
    sums, counted = found.figures, found.counted
    head = Phrase(
        "stats.game",
        game=game,
        n=found.hands,
        won=_percent(found.won, found.hands),
        staked=found.put_in,
        paid=found.put_in + found.net,
        net=found.net,
    )
    biggest = [Phrase("stats.biggest", chips=found.biggest)] if found.biggest else []
    if not counted:
        return joined([[head], biggest])
    preflop = Phrase(
        "stats.preflop",
        rate=f"{100 * found.big_blinds / counted:+.1f}",
        vpip=_percent(sums.vpip, counted - sums.walk),
        pfr=_percent(sums.pfr, counted - sums.walk),
        three_bet=_percent(sums.three_bet, sums.three_bet_chance),
    )
    later = Phrase(
        "stats.later",
        af=f"{sums.bets / sums.calls:.1f}" if sums.calls else "-",
        wtsd=_percent(sums.showdown, sums.saw_flop),
        wsd=_percent(found.won_showdowns, sums.showdown),
    )
    return joined([[head], [preflop], [later], biggest])


def machine_phrase(result: GameResult) -> Phrase:
    """Return the results at a machine, or at tables for which only the sums are stored."""
    return Phrase(
        "bank.result",
        game=result.game,
        played=result.played,
        won=result.won,
        staked=result.staked,
        paid=result.paid,
        net=result.paid - result.staked,
        best=result.best,
    )


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "-"
