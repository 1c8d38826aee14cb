"""The numbers of a table's events for programs: in order, and never the same one again, whatever process counts."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ircpoker.lobby.table import Table

_MOST_SKIPPED = 1_000_000


def begin_events(table: Table) -> None:
    """Begin to number events in this process, far from the numbers of any other one that has stored nothing."""
    table.state.events += secrets.randbelow(_MOST_SKIPPED)


def count_event(table: Table) -> int:
    """Return the next number of an event of a table."""
    table.state.events += 1
    unconfirmed = table.stored.unconfirmed
    if unconfirmed is not None:
        unconfirmed.draft.state.events = table.state.events
    return table.state.events
