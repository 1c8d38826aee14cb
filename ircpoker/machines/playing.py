"""The parts of a game that all machines share."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import ParamSpec, TypeVar

from msgspec import Struct

from ircpoker.errors import InsufficientChipsError, StaleStateError
from ircpoker.fairness.proof import Proof
from ircpoker.fairness.proofs import Dealer
from ircpoker.ledger import Ledger, PlayerId, Shuffle
from ircpoker.machines.rules import Machine, PayTable

P = ParamSpec("P")
T = TypeVar("T")

_ATTEMPTS = 5


class Commitment(Struct, frozen=True):
    """The public part of a deal's shuffle.

    Attributes:
        deal_id: the deal's number.
        digest: SHA-256 of its secret.
    """

    deal_id: str
    digest: str

    @classmethod
    def of(cls, shuffle: Shuffle | Proof) -> Commitment:
        """Return the public part of a shuffle."""
        return cls(shuffle.deal_id, shuffle.commitment)


class PlayedMachine:
    """A machine with its ledger and its committed decks.

    Attributes:
        kind: the machine, which is also the kind of its games in the ledger.
        pay_table: the payouts of games that begin now.
        dealer: its committed shuffles.
    """

    kind: Machine

    def __init__(
        self,
        ledger: Ledger,
        pay_table: PayTable,
        entropy: Callable[[int], bytes],
        client_text: Callable[[PlayerId], str] = lambda _: "",
    ) -> None:
        """Create the machine.

        Args:
            ledger: stores the chips and the unfinished games.
            pay_table: the payouts.
            entropy: returns random bytes for secrets.
            client_text: returns the text that is mixed in for a player who has given no seed.
        """
        self._ledger = ledger
        self.pay_table = pay_table
        self.dealer = Dealer(ledger, self.kind.value, entropy, client_text)

    def freeze(self, player: PlayerId, stake: int) -> tuple[Proof, bool]:
        """Freeze the shuffle of a player's next deal; return it, and whether it was committed to only now.

        The ledger checks the stake as well. The check here comes before a player's first deal is committed to, so that
        no commitment is made for a game that cannot be paid.

        Raises:
            InsufficientChipsError: the player has fewer chips than the stake.
            UnknownPlayerError: the player has no account.
        """
        committed = self.dealer.committed(player)
        if committed is None and (held := self._ledger.account_info(player).balance) < stake:
            raise InsufficientChipsError(stake, held)
        return self.dealer.freeze(committed or self.dealer.pending(player), player), committed is None


def again_if_stale(play: Callable[P, T]) -> Callable[P, T]:
    """Let a function that changes nothing if it raises be called again where another bot used the shuffle first."""

    @wraps(play)
    def play_again(*args: P.args, **kwargs: P.kwargs) -> T:
        for _ in range(_ATTEMPTS - 1):
            with suppress(StaleStateError):
                return play(*args, **kwargs)
        return play(*args, **kwargs)

    return play_again
