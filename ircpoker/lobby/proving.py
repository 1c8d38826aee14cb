"""Showing the shuffles of finished deals, when that shows nobody cards that still matter."""

from __future__ import annotations

import logging
from math import inf
from typing import TYPE_CHECKING

from ircpoker.errors import LedgerError, ProofError
from ircpoker.ledger import RevealShuffle
from ircpoker.lobby.timers import Timer
from ircpoker.proofs import read_proof

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ircpoker.lobby.table import Table

MOST_FOUND = 1000
"""Deals of one table that are looked through after a start."""

_logger = logging.getLogger(__name__)


def prove_due(table: Table) -> None:
    """Show the shuffles whose time has come."""
    due = [deal_id for deal_id, at in table.unproved if at <= table.now]
    table.house.ledger.save(*[RevealShuffle(deal_id) for deal_id in due])
    for _ in due:
        table.unproved.popleft()
    archive_proofs(table, due)
    plan_proofs(table)


def prove_later(table: Table, deal_id: str) -> None:
    """Let the shuffle of a finished deal be shown when it is time, or when the table closes."""
    seconds = 60 * table.house.settings(table.state.game_name).reveal_after
    table.unproved.append((deal_id, table.now + seconds if seconds else inf))
    plan_proofs(table)


def plan_proofs(table: Table) -> None:
    """Set the clock for the next shuffle to be shown."""
    if table.unproved and table.unproved[0][1] < inf:
        table.at(Timer.REVEAL, table.unproved[0][1])


def archive_proofs(table: Table, deal_ids: Iterable[str]) -> None:
    """Write the proofs of deals beside their histories."""
    for deal_id in deal_ids:
        try:
            shuffle = table.house.ledger.shuffle(deal_id)
            if shuffle is not None:
                table.house.archive.prove(table.state.place, read_proof(shuffle))
        except (LedgerError, ProofError):
            _logger.exception("the proof of deal %s is not written", deal_id)


def find_unproved(table: Table) -> None:
    """Find the deals of a table, just read from the ledger, whose shuffles are still to be shown."""
    running = table.state.hand.deal_id if table.state.hand else ""
    place = table.state.place
    used = table.house.ledger.last_shuffles(place.player or str(place), MOST_FOUND)
    for shuffle in reversed(used):
        if not shuffle.revealed and shuffle.deal_id != running and shuffle.kind == table.state.kind:
            prove_later(table, shuffle.deal_id)
