"""Balanced movements of chips, as values: nothing here knows a database.

An entry is a list of postings that add up to zero, under a key that makes posting it twice harmless.
Postings stand in the order in which they happen: a stake before the payout that it wins, so that nobody
plays with the chips that the play itself brings.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from ircpoker.ledger.accounts import HOUSE, LONGEST_NAME, Account, GameAccount, PlayerId
from ircpoker.ledger.chips import MOST_CHIPS, check_chips

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

LONGEST_KEY = 255


class Reason(StrEnum):
    """The ledger's own reasons; games bring theirs as text."""

    START = "start"
    DAILY = "daily"
    GIFT = "gift"
    MERGE = "merge"


@dataclass(frozen=True, slots=True)
class Posting:
    """Chips that come to one account (positive) or go from it (negative).

    Attributes:
        account: whose.
        amount: the change; not zero unless `given` changes.
        given: the change of what was given, not won (see `AccountInfo`); only the ledger's own entries have one.
    """

    account: Account
    amount: int
    given: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """One movement of chips.

    Attributes:
        key: names the movement for ever: posted twice, it happens once.
        reason: why, in a word or two, such as the kind of game (`slot`, `buy-in`).
        postings: in the order in which they happen; they add up to zero. Empty if nothing moves.

    Raises:
        ValueError: the postings do not balance, one is not a possible number of chips, or key or reason
            is empty, too long or unprintable.

    Examples:
        A pull of the slot machine: the stake first, then what it pays.

        >>> alice = PlayerId.of("console", nick_key="alice")
        >>> pull = Entry("slot:17", "slot", (*transfer(alice, HOUSE, 10), *transfer(HOUSE, alice, 50)))
        >>> [posting.amount for posting in pull.postings]
        [-10, 10, -50, 50]
    """

    key: str
    reason: str
    postings: tuple[Posting, ...]

    def __post_init__(self) -> None:
        """Refuse what would be a mistake of the caller.

        Raises:
            ValueError: see the class.
        """
        for text, longest in ((self.key, LONGEST_KEY), (self.reason, LONGEST_NAME)):
            if not text or len(text) > longest or not text.isprintable():
                raise ValueError(f"not 1 to {longest} printable characters: {text!r}")
        for posting in self.postings:
            moves = posting.amount or posting.given
            if type(posting.amount) is not int or not moves or abs(posting.amount) > MOST_CHIPS:
                raise ValueError(f"not a possible number of chips: {posting.amount!r}")
        if sum(posting.amount for posting in self.postings) != 0:
            raise ValueError(f"the postings of {self.key} do not add up to zero")


@dataclass(frozen=True, slots=True)
class LedgerReceipt:
    """The result of a posted entry; a second posting gives the same receipt.

    Attributes:
        key: the entry's key.
        posted_at: when it was posted first.
        balances: the balance of each account named in the entry, right after it.
        repeated: it had been posted before, so that nothing was changed now.
    """

    key: str
    posted_at: datetime
    balances: Mapping[Account, int]
    repeated: bool = field(default=False, compare=False)


def transfer(giver: Account, receiver: Account, amount: int) -> tuple[Posting, ...]:
    """Return the postings that move chips from one account to another.

    Args:
        giver: who loses them.
        receiver: the account that gets them.
        amount: how many; of zero there are no postings.

    Returns:
        Two postings or none.

    Raises:
        InvalidAmountError: negative or too many.
    """
    check_chips(amount, least=0)
    return (Posting(giver, -amount), Posting(receiver, amount)) if amount else ()


def settlement(key: str, reason: str, game: GameAccount, held: int, payouts: Mapping[PlayerId, int]) -> Entry:
    """Return the entry that ends a game: all it holds goes out, the house keeps or adds the difference.

    Args:
        key: the entry's key.
        reason: why.
        game: the account of this kind of game.
        held: the chips that the game holds.
        payouts: what each player gets.

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
    """Return a key that was never used, for a movement that has no name of its own, such as a gift."""
    return f"{reason}:{uuid.uuid4().hex}"
