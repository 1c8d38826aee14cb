"""Stakes, and the payout of five cards: the part that all machines share."""

from __future__ import annotations

from dataclasses import dataclass

from ircpoker.draws import Outcome, outcome_of
from ircpoker.errors import UsageError, quote
from ircpoker.hands import BestHand, best_hand
from ircpoker.words import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.cards import Card
    from ircpoker.machines.rules.pay_table import PayTable


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


@dataclass(frozen=True, slots=True)
class Result:
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
