"""What all machines share when they are played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from ircpoker.errors import InsufficientChipsError, StaleStateError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ircpoker.ledger import CommitShuffle, Ledger, PlayerId

T = TypeVar("T")

_ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class NextDeal:
    """The shuffle that is committed to for the player's next deal.

    Attributes:
        deal_id: its number.
        commitment: SHA-256 of its secret.
    """

    deal_id: str
    commitment: str

    @classmethod
    def of(cls, committed: CommitShuffle) -> NextDeal:
        """Return what may be shown of a shuffle."""
        return cls(committed.deal_id, committed.commitment)


def check_stake(ledger: Ledger, player: PlayerId, stake: int) -> None:
    """Raise InsufficientChipsError unless a player holds as many chips: the ledger checks again, with its locks."""
    held = ledger.purse(player).balance
    if held < stake:
        raise InsufficientChipsError(stake, held)


def again_if_stale(play: Callable[[], T]) -> T:
    """Return what `play` returns; again where another bot on the same ledger used the player's shuffle first.

    Args:
        play: changes nothing if it raises.

    Returns:
        Its result.

    Raises:
        StaleStateError: that happened several times in a row.
    """
    for _ in range(_ATTEMPTS - 1):
        try:
            return play()
        except StaleStateError:
            continue
    return play()
