"""Pay tables and stakes: the payout of each outcome of a machine, in stakes, and of five cards, in chips.

The poker slot machine: one pull, five cards, no hold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

from ircpoker.cards import Card
from ircpoker.draws import Outcome, ValueFunction, by_class, outcome_of
from ircpoker.draws.sums import HAND_SIZE
from ircpoker.errors import ConfigError, UsageError, quote
from ircpoker.hands import BestHand, best_hand
from ircpoker.words import Phrase

MOST_PAID = 1_000_000
"""The highest payout in stakes. Exact returns are computed in 64 bits, which would allow 10,000 times as much."""


class Machine(StrEnum):
    """The machines, by their names on the command line and in config.ini."""

    SLOT = "slot"
    VIDEO_POKER = "videopoker"


class PayTable(Struct, frozen=True):
    """The payouts of a machine.

    Attributes:
        machine: the machine.
        pays: the stakes paid for each `Outcome`, in order.
    """

    machine: Machine
    pays: tuple[int, ...]

    def pay(self, outcome: Outcome) -> int:
        """Return the payout of an outcome, in stakes."""
        return self.named()[outcome]

    def named(self) -> dict[Outcome, int]:
        """Return the stakes paid for each outcome, best outcome first."""
        return dict(zip(Outcome, self.pays, strict=True))


def make_pay_table(machine: Machine, pays: Mapping[str, int]) -> PayTable:
    """Return the pay table that a configuration describes.

    Args:
        machine: the machine; its name is that of the section.
        pays: the stakes by the outcome's name; outcomes that are missing pay nothing.

    Returns:
        The table.

    Raises:
        ConfigError: an unknown outcome, or an amount below 0 or above `MOST_PAID`.

    Examples:
        >>> make_pay_table(Machine.SLOT, {"two_pair": 5}).pay(Outcome.TWO_PAIR)
        5
        >>> make_pay_table(Machine.SLOT, {"two_pair": -5})
        Traceback (most recent call last):
        ircpoker.errors.ConfigError: [slot] two_pair pays '-5': expected 0 to 1000000 stakes
    """
    for name, stakes in pays.items():
        if name not in tuple(Outcome):
            names = ", ".join(Outcome)
            raise ConfigError(f"[{machine}] {quote(name)} is not an outcome: expected one of {names}", machine, name)
        if not 0 <= stakes <= MOST_PAID:
            raise ConfigError(
                f"[{machine}] {name} pays {quote(str(stakes))}: expected 0 to {MOST_PAID} stakes", machine, name
            )
    return PayTable(machine, tuple([pays.get(outcome.value, 0) for outcome in Outcome]))


SLOT_PAYS = PayTable(Machine.SLOT, (5000, 500, 150, 50, 30, 20, 9, 5, 2, 0))
"""The shipped pay table of the slot machine: it returns 94.801 %."""
VIDEO_POKER_PAYS = PayTable(Machine.VIDEO_POKER, (800, 50, 25, 9, 6, 4, 3, 2, 1, 0))
"""9/6 Jacks or Better with 800 for a royal flush at every stake: it returns 99.544 % with the best holds."""


@lru_cache(maxsize=8)
def payout_values(pay_table: PayTable) -> ValueFunction:
    """Return a pay table as the value function of `ircpoker.draws.discards`: payouts in stakes."""
    return ValueFunction("payout", by_class(pay_table.named()))


def parse_stake(text: str, most: int, least: int = 1) -> int:
    """Read a stake.

    Args:
        text: the player's text.
        most: the highest stake of the machine.
        least: the lowest, at least 1.

    Returns:
        `least` to `most`.

    Raises:
        UsageError: anything else.

    Examples:
        >>> parse_stake("25", 100)
        25
        >>> parse_stake("2.5", 100)
        Traceback (most recent call last):
        ircpoker.errors.UsageError: '2.5' is not a stake: expected a whole number from 1 to 100
    """
    digits = text.strip()
    # The length first: reading a number of thousands of digits costs time, and Python refuses the longest.
    if digits.isascii() and digits.isdigit() and len(digits) <= len(str(most)) and least <= int(digits) <= most:
        return int(digits)
    raise UsageError(Phrase("errors.stake", token=quote(digits), least=least, most=most))


class Result(Struct, frozen=True):
    """The result of a game at a machine.

    Attributes:
        stake: the chips taken.
        cards: the five cards in the order of the machine's window.
        hand: the same in order of significance, with value and name.
        outcome: the line of the pay table.
        payout: the chips paid; 0 if the stake is lost.
    """

    stake: int
    cards: tuple[Card, ...]
    hand: BestHand
    outcome: Outcome
    payout: int


def settle(cards: Sequence[Card], stake: int, pay_table: PayTable) -> Result:
    """Return the payout of five cards.

    Args:
        cards: five distinct cards.
        stake: in chips, at least 1.
        pay_table: that of the machine.

    Returns:
        The hand, its line of the pay table and the payout.

    Raises:
        ValueError: no stake.
    """
    if stake < 1:
        raise ValueError(f"a stake of {stake}: expected at least 1")
    hand = best_hand(cards)
    outcome = outcome_of(hand.value)
    return Result(stake, tuple(cards), hand, outcome, stake * pay_table.pay(outcome))


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
