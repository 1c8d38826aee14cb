"""Balanced movements of chips, as values that are independent of a database.

An entry is a list of postings that add up to zero, with a key that makes posting it twice harmless. Postings are in the
order in which they happen: the stake comes before the payout, so that nobody can pay a stake with its payout.

Possible numbers of chips, and reading them from text.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from ircpoker.errors import InvalidAmountError
from ircpoker.ledger.accounts import HOUSE, LONGEST_NAME, Account, GameAccount, PlayerId

LONGEST_KEY = 255


class Reason(StrEnum):
    """The ledger's own reasons; games have theirs as text."""

    START = "start"
    DAILY = "daily"
    REFILL = "refill"
    GIFT = "gift"
    MERGE = "merge"
    LINK = "link"
    GIVE_BACK = "give_back"


@dataclass(frozen=True, slots=True)
class Posting:
    """The chips that come to one account (positive) or leave it (negative).

    Attributes:
        account: the account.
        amount: the change of the balance, not zero.
    """

    account: Account
    amount: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One movement of chips.

    Attributes:
        key: the unique name of the movement: if it is posted twice, it happens once.
        reason: the reason in one or two words, such as the kind of game (`slot`, `buy-in`).
        postings: the postings in the order in which they happen; they add up to zero. Empty if no chips move.

    Raises:
        ValueError: the postings do not balance, one is not a possible number of chips, or key or reason
            is empty, too long or unprintable.

    Examples:
        A pull of the slot machine: first the stake, then the payout.

        >>> alice = PlayerId.of("console", nick_key="alice")
        >>> pull = Entry("slot:17", "slot", (*transfer(alice, HOUSE, 10), *transfer(HOUSE, alice, 50)))
        >>> [posting.amount for posting in pull.postings]
        [-10, 10, -50, 50]
    """

    key: str
    reason: str
    postings: tuple[Posting, ...]

    def __post_init__(self) -> None:
        """Check the entry for mistakes of the caller.

        Raises:
            ValueError: see the class.
        """
        for text, longest in ((self.key, LONGEST_KEY), (self.reason, LONGEST_NAME)):
            if not text or len(text) > longest or not text.isprintable():
                raise ValueError(f"not 1 to {longest} printable characters: {text!r}")
        for posting in self.postings:
            if type(posting.amount) is not int or not 0 < abs(posting.amount) <= MOST_CHIPS:
                raise ValueError(f"not a possible number of chips: {posting.amount!r}")
        if sum(posting.amount for posting in self.postings) != 0:
            raise ValueError(f"the postings of {self.key} do not add up to zero")


@dataclass(frozen=True, slots=True)
class LedgerReceipt:
    """The result of a posted entry; a second posting gives the same receipt.

    Attributes:
        key: the entry's key.
        posted_at: the time when it was first posted.
        balances: the balance of each account of the entry, right after it.
        repeated: whether it had been posted before, so that nothing was changed now.
    """

    key: str
    posted_at: datetime
    balances: Mapping[Account, int]
    repeated: bool = field(default=False, compare=False)


def transfer(giver: Account, receiver: Account, amount: int) -> tuple[Posting, ...]:
    """Return the postings that move chips from one account to another.

    Args:
        giver: the account that they leave.
        receiver: the account that gets them.
        amount: the number of chips; there are no postings for zero.

    Returns:
        Two postings or none.

    Raises:
        InvalidAmountError: negative or too many.
    """
    check_chips(amount, least=0)
    return (Posting(giver, -amount), Posting(receiver, amount)) if amount else ()


def settlement(key: str, reason: str, game: GameAccount, held: int, payouts: Mapping[PlayerId, int]) -> Entry:
    """Return the entry that ends a game: its chips are paid out, and the house keeps or adds the difference.

    Args:
        key: the entry's key.
        reason: the reason.
        game: the account of this kind of game.
        held: the chips in the game.
        payouts: the chips that each player gets.

    Returns:
        The entry.

    Raises:
        InvalidAmountError: a payout is negative or too large.

    Examples:
        >>> alice = PlayerId.of("console", nick_key="alice")
        >>> entry = settlement("vp:9", "videopoker", GameAccount("videopoker"), 10, {alice: 90})
        >>> [(str(posting.account), posting.amount) for posting in entry.postings]
        [('house', -80), ('game:videopoker', 80), ('game:videopoker', -90), ('guest:console/alice', 90)]
    """
    difference = sum(payouts.values()) - held
    house = transfer(HOUSE, game, difference) if difference > 0 else transfer(game, HOUSE, -difference)
    paid = [posting for player, payout in payouts.items() for posting in transfer(game, player, payout)]
    return Entry(key, reason, (*house, *paid))


def unique_key(reason: str) -> str:
    """Return a new key, for a movement without its own name, such as a gift."""
    return f"{reason}:{uuid.uuid4().hex}"


MOST_CHIPS = 10**15
"""The most chips in one movement, of one player, and of one kind of game.

It is far above any game, and so far below 2**63 that sums in a database stay integers.
"""


def parse_chips(text: str, *, least: int = 1, most: int = MOST_CHIPS) -> int:
    """Read a stake, a gift or a buy-in that a person typed.

    Args:
        text: decimal digits only, without sign, fraction or exponent.
        least: the least number allowed.
        most: the greatest number allowed.

    Returns:
        The number of chips.

    Raises:
        InvalidAmountError: anything else, or a number out of bounds.

    Examples:
        >>> parse_chips(" 250 ")
        250
        >>> parse_chips("2.5", most=99)
        Traceback (most recent call last):
        ircpoker.errors.InvalidAmountError: '2.5' is not a number of chips: expected a whole number from 1 to 99
    """
    digits = text.strip()
    # This is checked before `int`, which also accepts "1_000", "٣" and, slowly, a million digits.
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 2 * len(str(most)):
        raise InvalidAmountError(text, least, most)
    chips = int(digits)
    if not least <= chips <= most:
        raise InvalidAmountError(text, least, most)
    return chips


def check_chips(chips: int, *, least: int = 1) -> None:
    """Raise InvalidAmountError unless `chips` is a whole number from `least` to `MOST_CHIPS`."""
    if type(chips) is not int or not least <= chips <= MOST_CHIPS:
        # Huge numbers are shown in hexadecimal: Python refuses to format more than 4300 decimal digits.
        shown = hex(chips) if isinstance(chips, int) and abs(chips) > 10**30 else str(chips)
        raise InvalidAmountError(shown, least, MOST_CHIPS)
