"""The shuffles of a table: the committed one for the next hand, and those of finished hands.

The shuffle of a hand with several people is revealed later, so that mucked hands stay hidden for a while.
"""

from __future__ import annotations

import logging
from collections import deque
from math import inf
from typing import TYPE_CHECKING

from ircpoker.errors import LedgerError, ProofError
from ircpoker.ledger import CommitShuffle, RevealShuffle
from ircpoker.lobby.timers import Timer
from ircpoker.proofs import freeze, read_proof, seed_of
from ircpoker.shuffle import PendingShuffle, make_secret

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ircpoker.ledger import PlayerId, Shuffle
    from ircpoker.lobby.events import Sitter
    from ircpoker.lobby.hand import HandInProgress
    from ircpoker.lobby.table import Table
    from ircpoker.shuffle import Proof

RETRY_SECONDS = 5.0
"""Seconds until revealing shuffles is tried again after the ledger failed."""

_logger = logging.getLogger(__name__)


class TableShuffles:
    """The shuffles of one table. Only they write `next_deal` of its state."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._waiting: deque[tuple[str, float]] = deque()

    # The next hand

    def find(self, deal_id: str, seeds: Sequence[str]) -> Proof:
        """Return the shuffle of a stored hand.

        Raises:
            ProofError: the shuffle does not exist, or cannot be read.
        """
        shuffle = self._table.context.ledger.shuffle(deal_id)
        if shuffle is None:
            raise ProofError(f"the shuffle of deal {deal_id} is not there")
        return freeze(shuffle, seeds)

    def freeze_next(self, players: Sequence[PlayerId | None]) -> Proof:
        """Return the deck of the next hand; a stored secret that cannot be read is replaced by a new one.

        Args:
            players: the players in the order of the seats; None for a robot, which gives no seed.
        """
        seeds = [self._seed_of(player) if player else "" for player in players]
        try:
            proof = freeze(self._next_shuffle(), seeds)
        except ProofError:
            _logger.exception("%s: the committed deck is lost and is replaced by another one", self._table)
            self._table.state.next_deal = ""
            proof = freeze(self._next_shuffle(), seeds)
        self._table.state.next_deal = ""
        return proof

    def _seed_of(self, player: PlayerId) -> str:
        return seed_of(self._table.context.ledger, player) or self._table.context.client_text(player)

    def _next_shuffle(self) -> Shuffle:
        """Return the committed shuffle of the next hand.

        Raises:
            LedgerError: it cannot be read back.
        """
        ledger = self._table.context.ledger
        shuffle = ledger.shuffle(self._table.state.next_deal) if self._table.state.next_deal else None
        if shuffle is None or shuffle.proof is not None:
            ledger.save(self.commit_next())
            shuffle = ledger.shuffle(self._table.state.next_deal)
        if shuffle is None:
            raise LedgerError(f"the shuffle of deal {self._table.state.next_deal} is not there")
        return shuffle

    def commit_first(self) -> tuple[list[CommitShuffle], str]:
        """Return the change and the commitment for the first hand: a shuffle left over at this place, or a new one."""
        left_over = self._table.context.ledger.next_shuffle(
            self._table.state.kind, self._table.state.place.player or str(self._table.state.place)
        )
        if left_over is not None:
            self._table.state.next_deal = left_over.deal_id
            return [], left_over.commitment
        commit = self.commit_next()
        return [commit], commit.commitment

    def commit_next(self) -> CommitShuffle:
        """Give the next hand a number, and return the change that commits to its shuffle."""
        deal_id = str(self._table.context.ledger.new_deal_number())
        self._table.state.next_deal = deal_id
        pending = PendingShuffle(deal_id, make_secret(self._table.context.entropy))
        player = self._table.state.place.player
        where = "" if player else str(self._table.state.place)
        return CommitShuffle(deal_id, self._table.state.kind, pending.commitment, pending.secret.hex(), player, where)

    # Finished hands

    @property
    def hidden(self) -> list[str]:
        """The finished hands with shuffles that are not revealed yet, the oldest first."""
        return [deal_id for deal_id, _ in self._waiting]

    def add(self, deal_id: str) -> None:
        """Plan to reveal the shuffle of a finished hand when it is time, or when the table closes."""
        table = self._table
        seconds = 60 * table.settings.reveal_after
        self._waiting.append((deal_id, table.now + seconds if seconds else inf))
        self.plan()

    def plan(self) -> None:
        """Set the clock for the next shuffle to reveal."""
        if self._waiting and self._waiting[0][1] < inf:
            self._table.at(self._waiting[0][1], Timer.REVEAL, self.show_due)

    def find_hidden(self) -> None:
        """Find the unrevealed shuffles of a table that was just read from the ledger."""
        state = self._table.state
        running = state.hand.deal_id if state.hand else ""
        hidden = self._table.context.ledger.hidden_shuffles(state.place.player or str(state.place), state.kind)
        self._waiting.clear()
        for shuffle in hidden:
            if shuffle.deal_id != running:
                self.add(shuffle.deal_id)

    def show_due(self) -> None:
        """Reveal the shuffles that are due."""
        table = self._table
        deal_ids = [deal_id for deal_id, at in self._waiting if at <= table.now]
        try:
            table.context.ledger.save(*map(RevealShuffle, deal_ids))
        except LedgerError as error:
            # This is not a reason to interrupt a hand.
            _logger.error("%s: nothing is revealed yet: %s", table, error)  # noqa: TRY400 - the cause is a line
            table.after(RETRY_SECONDS, Timer.REVEAL, self.show_due)
            return
        for _ in deal_ids:
            self._waiting.popleft()
        self.archive(deal_ids)
        self.plan()

    def archive_hand(self, hand: HandInProgress, players: Sequence[Sitter], *, is_revealed: bool) -> None:
        """Write the history of a finished hand, and its proof if that may be shown.

        Args:
            hand: the hand.
            players: the players of its seats; empty if it was called off.
            is_revealed: whether the shuffle may be shown.
        """
        table = self._table
        try:
            if players:
                table.context.archive.keep(table.state.place, hand, players)
            if is_revealed and players:
                table.context.archive.prove(table.state.place, hand.proof)
            elif is_revealed:
                # The hand was called off, which only the stored proof shows.
                self.archive([hand.deal_id])
        except Exception:
            # The next hand must not wait for a history.
            _logger.exception("%s: deal %s is not kept", table, hand.deal_id)

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
