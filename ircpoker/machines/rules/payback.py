"""The exact return to player of a pay table, as fractions from the counts of all outcomes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from msgspec import Struct

from ircpoker.draws import Outcome
from ircpoker.errors import ConfigError
from ircpoker.machines.rules.best_holds import best_hold_counts
from ircpoker.machines.rules.pay_table import VIDEO_POKER_PAYS, Machine, PayTable
from ircpoker.words import Phrase

SLOT_COUNTS = (4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 337_920, 2_062_860)
"""The number of five-card hands for each outcome; tests count them."""
NINE_SIX_COUNTS = (
    493_512_264,
    2_178_883_296,
    47_093_167_764,
    229_475_482_596,
    219_554_786_160,
    223_837_565_784,
    1_484_003_070_324,
    2_576_946_164_148,
    4_277_372_890_968,
    10_872_274_993_896,
)
"""The result of `best_hold_counts` for `VIDEO_POKER_PAYS`, which takes NumPy and a second to compute."""


class Payback(Struct, frozen=True):
    """The exact return of a pay table.

    Attributes:
        pay_table: the table.
        counts: how often each `Outcome` occurs, in order; in video poker with the best holds.
    """

    pay_table: PayTable
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        """The number of all outcomes."""
        return sum(self.counts)

    @property
    def return_to_player(self) -> Fraction:
        """The mean payout per stake."""
        paid = sum(count * pays for count, pays in zip(self.counts, self.pay_table.pays, strict=True))
        return Fraction(paid, self.total)

    @property
    def hit_rate(self) -> Fraction:
        """The share of games in which something is paid."""
        hits = sum(count for count, pays in zip(self.counts, self.pay_table.pays, strict=True) if pays)
        return Fraction(hits, self.total)

    def to_data(self) -> dict[str, object]:
        """Return the JSON of `ircpoker payback` as a dictionary."""
        rows = zip(Outcome, self.pay_table.pays, self.counts, strict=True)
        return {
            "game": self.pay_table.machine.value,
            "return": float(self.return_to_player),
            "hit_rate": float(self.hit_rate),
            "table": [
                {"hand": outcome.value, "pays": pays, "probability": count / self.total}
                for outcome, pays, count in rows
            ],
        }


def payback(pay_table: PayTable, progress: Callable[[float], None] | None = None) -> Payback:
    """Compute the exact return of a pay table.

    The result is known for the slot machine and for the shipped tables; another table of video poker takes NumPy and a
    second.

    Args:
        pay_table: the pay table.
        progress: is called with 0 to 1 as the longer work goes on.

    Returns:
        The counts of all outcomes, with the return and the hit rate.

    Examples:
        >>> from ircpoker.machines.rules.pay_table import SLOT_PAYS
        >>> payback(SLOT_PAYS).return_to_player, payback(SLOT_PAYS).hit_rate
        (Fraction(307981, 324870), Fraction(8935, 43316))
        >>> str(payback_phrase(payback(SLOT_PAYS)))
        'returns 94.801 % (307981/324870), hit rate 20.627 % (8935/43316)'
    """
    if pay_table.machine is Machine.SLOT:
        return Payback(pay_table, SLOT_COUNTS)
    if pay_table == VIDEO_POKER_PAYS:
        return Payback(pay_table, NINE_SIX_COUNTS)
    return Payback(pay_table, best_hold_counts(pay_table.pays, progress))


def check_return(figures: Payback) -> None:
    """Refuse a pay table with which the house loses in the long run.

    Args:
        figures: the table's return.

    Raises:
        ConfigError: the return is above 100 %; the message has the exact return.
    """
    share = figures.return_to_player
    if share > 1:
        machine = figures.pay_table.machine
        raise ConfigError(f"[{machine}] the pay table returns {format_percent(share)}: expected at most 100 %", machine)


def payback_phrase(figures: Payback) -> Phrase:
    """Return the return and the hit rate, rounded and exact."""
    returns, hits = format_percent(figures.return_to_player), format_percent(figures.hit_rate)
    return Phrase("payback.returns", returns=returns, hits=hits)


def format_percent(share: Fraction) -> str:
    """Return a share in percent, rounded and exact."""
    return f"{float(100 * share):.3f} % ({share})"
