"""Shuffles of finished hands that are shown later: with them everybody could see what was mucked."""

from __future__ import annotations

import logging
from collections import deque
from math import inf
from typing import TYPE_CHECKING

from ircpoker.errors import LedgerError, ProofError
from ircpoker.ledger import RevealShuffle
from ircpoker.lobby.timers import Timer
from ircpoker.proofs import read_proof

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ircpoker.lobby.archive import DealRecord
    from ircpoker.lobby.stored_table import StoredTable
    from ircpoker.shuffle import Proof

RETRY_SECONDS = 5.0
"""Until shuffles are shown that the failing ledger could not show."""

_logger = logging.getLogger(__name__)


class Reveals:
    """The hands of one table whose shuffles are still to be shown, the oldest first."""

    def __init__(self, table: StoredTable) -> None:
        self._table = table
        self._waiting: deque[tuple[str, float]] = deque()

    @property
    def deal_ids(self) -> list[str]:
        """The hands that wait."""
        return [deal_id for deal_id, _ in self._waiting]

    def add(self, deal_id: str) -> None:
        """Let the shuffle of a finished hand be shown when it is time, or when the table closes."""
        table = self._table
        seconds = 60 * table.settings.reveal_after
        self._waiting.append((deal_id, table.now + seconds if seconds else inf))
        self.plan()

    def plan(self) -> None:
        """Set the clock for the next shuffle to be shown."""
        if self._waiting and self._waiting[0][1] < inf:
            self._table.at(self._waiting[0][1], Timer.REVEAL, self.show_due)

    def find(self) -> None:
        """Find the hands of a table that was just read from the ledger."""
        state = self._table.state
        running = state.hand.deal_id if state.hand else ""
        hidden = self._table.context.ledger.hidden_shuffles(state.place.player or str(state.place), state.kind)
        self._waiting.clear()
        for shuffle in hidden:
            if shuffle.deal_id != running:
                self.add(shuffle.deal_id)

    def show_due(self) -> None:
        """Show the shuffles whose time has come."""
        table = self._table
        deal_ids = [deal_id for deal_id, at in self._waiting if at <= table.now]
        try:
            table.context.ledger.save(*map(RevealShuffle, deal_ids))
        except LedgerError as error:
            # No reason to interrupt a hand.
            _logger.error("%s: nothing is revealed yet: %s", table, error)  # noqa: TRY400 - the cause is a line
            table.after(RETRY_SECONDS, Timer.REVEAL, self.show_due)
            return
        for _ in deal_ids:
            self._waiting.popleft()
        self.archive(deal_ids)
        self.plan()

    def archive_hand(self, record: DealRecord | None, proof: Proof, *, is_revealed: bool) -> None:
        """Keep the history of a hand that is over, and its proof if that may be shown.

        Args:
            record: the hand; None if it was called off.
            proof: its shuffle.
            is_revealed: whether that may be shown.
        """
        table = self._table
        try:
            if record is not None:
                table.context.archive.keep(record)
            if is_revealed and record is not None:
                table.context.archive.prove(table.state.place, proof)
            elif is_revealed:
                # It was called off, and the stored proof says so.
                self.archive([proof.deal_id])
        except Exception:
            # The hand is over for everybody, and the next one waits for no history.
            _logger.exception("%s: deal %s is not kept", table, proof.deal_id)

    def archive(self, deal_ids: Iterable[str]) -> None:
        """Write the proofs of hands that may be shown beside their histories."""
        context = self._table.context
        for deal_id in deal_ids:
            try:
                shuffle = context.ledger.shuffle(deal_id)
                if shuffle is not None:
                    context.archive.prove(self._table.state.place, read_proof(shuffle))
            except (LedgerError, ProofError):
                _logger.exception("the proof of deal %s is not written", deal_id)
