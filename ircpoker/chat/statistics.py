"""The figures of players and robots in words, for `!stats`, and the best players of a network, for `!top`.

`!help stats` defines each figure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from math import inf

from msgspec.structs import asdict

from ircpoker.chat.rights import has_services
from ircpoker.config import Settings
from ircpoker.errors import quote
from ircpoker.ledger import GameFigures, GameResult, Ledger, Ranked, RankedBy
from ircpoker.records.deal_words import Segments, joined
from ircpoker.records.statistics.counters import (
    AF,
    PFR,
    THREE_BET,
    VPIP,
    WSD,
    WTSD,
    Counters,
    CounterSum,
    SeatCount,
    Winnings,
)
from ircpoker.records.statistics.deals import has_flop
from ircpoker.runtime.clock import Clock
from ircpoker.table import GAMES
from ircpoker.words import Phrase

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


def game_line(figures: GameFigures) -> Segments:
    """Return the figures of one game."""
    game = GAMES[figures.game].full_title if figures.game in GAMES else quote(figures.game)
    head = Phrase(
        "stats.game",
        game=game,
        n=figures.hands,
        won=_percent(figures.won, figures.hands),
        staked=figures.put_in,
        paid=figures.put_in + figures.net,
        net=figures.net,
    )
    biggest = [Phrase("stats.biggest", chips=figures.biggest)] if figures.biggest else []
    if not figures.counted:
        return joined([[head], biggest])
    counters = counters_of(figures)
    preflop = Phrase(
        "stats.preflop",
        rate=rate_text(figures),
        vpip=VPIP.text(counters),
        pfr=PFR.text(counters),
    )
    if figures.game in GAMES and not has_flop(GAMES[figures.game]):
        return joined([[head], [preflop], biggest])
    raised = Phrase("stats.raised", three_bet=THREE_BET.text(counters))
    later = Phrase("stats.later", af=AF.text(counters), wtsd=WTSD.text(counters), wsd=WSD.text(counters))
    return joined([[head], [preflop, ", ", raised], [later], biggest])


def counters_of(figures: GameFigures) -> Counters:
    """Return the counters of one game."""
    adder = CounterSum()
    for flags, hands, *actions in figures.patterns:
        adder.add(SeatCount(flags, *actions), hands)
    return adder.counters


def winnings_of(figures: GameFigures) -> Winnings:
    """Return the big blinds won in one game."""
    return Winnings(figures.counted, figures.big_blinds, figures.squares)


def rate_text(figures: GameFigures) -> str:
    """Return the big blinds won in 100 hands of one game; `-` without a counted hand."""
    rate = winnings_of(figures).per_100
    return "-" if rate is None else f"{rate:+.1f}"


def machine_phrase(result: GameResult) -> Phrase:
    """Return the results at a machine, or at tables for which only the sums are stored."""
    return Phrase("bank.result", **asdict(result), net=result.paid - result.staked)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "-"


COUNT_EVERY = 60.0
"""Seconds for which a list that is computed from many rows is kept."""
MOST = 100
"""The players of a list."""


class Standings:
    """The lists; those that are computed from many rows are kept for a minute."""

    def __init__(self, ledger: Ledger, clock: Clock, settings: Callable[[], Settings]) -> None:
        """Begin without any.

        Args:
            ledger: the ledger.
            clock: the time.
            settings: returns the configuration of now.
        """
        self._ledger, self._clock, self._settings = ledger, clock, settings
        self._kept: dict[tuple[RankedBy, str], tuple[float, tuple[Ranked, ...]]] = {}

    def top(self, by: RankedBy, network: str, most: int) -> tuple[Ranked, ...]:
        """Return the best players of a network.

        Args:
            by: by what they are ranked.
            network: the network.
            most: how many, at most `MOST`.
        """
        ledger, guests = self._ledger, self.ranks_guests(network)
        if by == "chips":
            return ledger.top(most, network=network, guests=guests)
        now = self._clock.monotonic()
        counted_at, ranked = self._kept.get((by, network), (-inf, ()))
        if now - counted_at >= COUNT_EVERY:
            ranked = ledger.top(MOST, network=network, by=by, guests=guests)
            self._kept[by, network] = now, ranked
        return ranked[:most]

    def ranks_guests(self, network: str) -> bool:
        """Return whether guests are ranked: where nobody can have an account of services."""
        return not has_services(self._settings(), network)
