"""The exact return to player of a pay table: fractions, from counts of all outcomes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ircpoker.draws import Outcome
from ircpoker.errors import ConfigError
from ircpoker.slots.best_holds import best_hold_counts
from ircpoker.slots.pay_table import VIDEO_POKER_PAYS, Machine, PayTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

SLOT_COUNTS = (4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 337_920, 2_062_860)
"""Hands of five cards per outcome; tests count all of them."""
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
"""What `best_hold_counts` gives for `VIDEO_POKER_PAYS`, kept since that takes NumPy and a second."""


@dataclass(frozen=True, slots=True)
class Payback:
    """The exact return of a pay table.

    Attributes:
        pay_table: the table.
        counts: equally likely outcomes per `Outcome`, in order; of video poker with the best holds.
    """

    pay_table: PayTable
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        """All outcomes."""
        return sum(self.counts)

    @property
    def return_to_player(self) -> Fraction:
        """Mean payout per stake."""
        paid = sum(count * pays for count, pays in zip(self.counts, self.pay_table.pays, strict=True))
        return Fraction(paid, self.total)

    @property
    def hit_rate(self) -> Fraction:
        """How often something is paid."""
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

    At once for the slot machine and for the shipped tables; a second and NumPy for another one of video poker.

    Args:
        pay_table: the table in force.
        progress: called with 0 to 1 as the longer work goes on.

    Returns:
        The counts of all outcomes, with the return and the hit rate that follow.

    Examples:
        >>> from ircpoker.slots.pay_table import SLOT_PAYS
        >>> payback(SLOT_PAYS).return_to_player, payback(SLOT_PAYS).hit_rate
        (Fraction(307981, 324870), Fraction(8935, 43316))
        >>> format_payback(payback(SLOT_PAYS))
        'returns 94.801 % (307981/324870), hit rate 20.627 % (8935/43316)'
    """
    if pay_table.machine is Machine.SLOT:
        return Payback(pay_table, SLOT_COUNTS)
    if pay_table == VIDEO_POKER_PAYS:
        return Payback(pay_table, NINE_SIX_COUNTS)
    return Payback(pay_table, best_hold_counts(pay_table.pays, progress))


def check_return(found: Payback) -> None:
    """Refuse a pay table with which the house must lose.

    Args:
        found: what the table gives back.

    Raises:
        ConfigError: more than all that is staked; names the exact return.
    """
    share = found.return_to_player
    if share > 1:
        machine = found.pay_table.machine
        raise ConfigError(f"[{machine}] the pay table returns {format_percent(share)}: expected at most 100 %", machine)


def format_payback(found: Payback) -> str:
    """Return the return and the hit rate in one line, rounded and exact."""
    return f"returns {format_percent(found.return_to_player)}, hit rate {format_percent(found.hit_rate)}"


def format_percent(share: Fraction) -> str:
    """Return a share in percent, rounded and exact."""
    return f"{float(100 * share):.3f} % ({share})"
