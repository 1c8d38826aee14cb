"""One pull of the slot machine: stake, deck, result and payout in one transaction."""

from __future__ import annotations

from msgspec import Struct

from ircpoker.fairness.proofs import use
from ircpoker.ledger import HOUSE, Entry, PlayerId, RecordResult, transfer, unique_key
from ircpoker.machines.playing import Commitment, PlayedMachine, again_if_stale
from ircpoker.machines.rules import Machine, Result, spin


class Pull(Struct, frozen=True):
    """The result of a pull.

    Attributes:
        deal: the commitment of this pull; its proof can be shown.
        is_first: whether it is the player's first pull, so that its commitment was not shown before.
        begins_chain: whether the next pull begins a chain, so that its commitment is to be told.
        result: cards, hand and payout.
        balance: the player's chips now.
        next_deal: the commitment of the next pull.
    """

    deal: Commitment
    is_first: bool
    result: Result
    balance: int
    next_deal: Commitment
    begins_chain: bool = False


class SlotMachine(PlayedMachine):
    """The slot machine, for all players."""

    kind = Machine.SLOT

    @again_if_stale
    def pull(self, player: PlayerId, stake: int) -> Pull:
        """Take a stake, show five cards and pay.

        Args:
            player: the player, who has an account.
            stake: in chips, at least 1.

        Returns:
            The pull, after it was written to disk.

        Raises:
            InsufficientChipsError: the player has less than the stake.
            UnknownPlayerError: the player has no account.
            StaleStateError: the player pulls at several bots at once, faster than this one can.
        """
        proof, is_first = self.freeze(player, stake)
        result = spin(proof.deck, stake, self.pay_table)
        # The key is new each time, because a second use of a shuffle must be refused and not taken for a repetition.
        entry = Entry(
            unique_key(f"slot:{proof.deal_id}"),
            Machine.SLOT.value,
            (*transfer(player, HOUSE, stake), *transfer(HOUSE, player, result.payout)),
        )
        record = RecordResult(player, Machine.SLOT.value, stake, result.payout)
        receipt = self._ledger.post(
            entry, use(proof, reveal=True), *self.dealer.next(player, proof.secret.hex()), record
        )
        following = Commitment.of(self.dealer.pending(player))
        begins = following.digest != proof.secret.hex()
        return Pull(Commitment.of(proof), is_first, result, receipt.balances[player], following, begins)
