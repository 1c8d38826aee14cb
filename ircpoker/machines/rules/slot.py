"""The poker slot machine: one pull, five cards, no hold."""

from __future__ import annotations

from ircpoker.draws.sums import HAND_SIZE
from ircpoker.machines.rules.pay_table import SLOT_PAYS, PayTable, Result, settle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.cards import Card


def spin(deck: Sequence[Card], stake: int, pay_table: PayTable = SLOT_PAYS) -> Result:
    """Return the result of one pull.

    Args:
        deck: a deck of `ircpoker.fairness.shuffle`; its first five cards are shown.
        stake: the stake in chips, at least 1.
        pay_table: the payouts.

    Returns:
        Cards, hand and payout.

    Raises:
        ValueError: the stake is below 1.

    Examples:
        >>> from ircpoker.cards import parse_cards
        >>> result = spin(parse_cards("Ah Kd Ac 7s 2h"), 10)
        >>> result.hand.name, result.outcome.value, result.payout
        ('One Pair, Aces, King Kicker', 'jacks_or_better', 20)
    """
    return settle(deck[:HAND_SIZE], stake, pay_table)
