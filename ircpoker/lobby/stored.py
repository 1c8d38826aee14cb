"""The stored version of a table, and the drafts that are written over it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ircpoker.errors import StaleStateError
from ircpoker.ledger import EndGame, SaveGame
from ircpoker.lobby.state import dump_state
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.ledger import Change, Ledger
    from ircpoker.lobby.draft import Draft
    from ircpoker.lobby.state import TableState

RETRY_SECONDS = 5.0
"""Seconds until a table tries again after the ledger failed; doubled after each further failure."""
LONGEST_RETRY_SECONDS = 600.0
"""The most seconds until a table tries again."""


def retry_seconds(failures: int) -> float:
    """Return the seconds until the ledger is tried again, after this many failures in a row."""
    return min(RETRY_SECONDS * 2.0 ** min(failures - 1, 10), LONGEST_RETRY_SECONDS)


class Pending(NamedTuple):
    """A draft that is to be written.

    Attributes:
        draft: the draft.
        key: the idempotency key of its movements.
        changes: the ledger's changes.
        text: the text to be stored; None for the end of the table.
    """

    draft: Draft
    key: str
    changes: tuple[Change, ...]
    text: str | None


class StoredVersion:
    """What the ledger has of a table.

    Attributes:
        version: the stored version; 0 for a new table.
        unconfirmed: the last draft, if the ledger failed and nobody has read yet whether it was stored.
        failures: how many times in a row the ledger has failed since the table was stored.
    """

    def __init__(self, table_id: str, ledger: Ledger, state: TableState, version: int) -> None:
        self.version = version
        self.unconfirmed: Pending | None = None
        self.failures = 0
        self._table_id = table_id
        self._ledger = ledger
        self._text = dump_state(state) if version else ""

    def pending(self, draft: Draft, *, always: bool = False) -> Pending | None:
        """Return what is to be written of a draft; its outcome is reported by `confirm` or `doubt`.

        Args:
            draft: the draft.
            always: whether it is also written if it changes nothing that is stored.

        Returns:
            Its changes; None if there is nothing to write and the ledger has not failed before.
        """
        state, text = draft.state, None
        save: SaveGame | EndGame = EndGame(self._table_id, self.version)
        if not draft.is_closing:
            text = dump_state(state)
            chips, player = state.seats.chips, state.place.player
            save = SaveGame(self._table_id, state.kind, text, chips, self.version, player)
        if text == self._text and not (always or draft.changes or draft.moves or self.failures):
            return None
        return Pending(draft, f"{self._table_id}:{self.version}", (save, *draft.changes), text)

    def confirm(self, pending: Pending) -> None:
        """Note that the next version is stored."""
        self.version += 1
        self.failures = 0
        self.unconfirmed = None
        self._text = pending.text or ""

    def doubt(self, pending: Pending) -> None:
        """Note that the ledger failed, and that it is not known whether it stored a draft."""
        self.unconfirmed = pending

    def count_event(self, state: TableState) -> int:
        """Return the next number of an event of the table for programs: in order, and never the same one again.

        Args:
            state: the table's state.
        """
        state.events += 1
        if self.unconfirmed is not None:
            self.unconfirmed.draft.state.events = state.events
        return state.events

    def find_out(self) -> Draft | None:
        """Read whether the unconfirmed draft was stored; return it if it was.

        Raises:
            LedgerError: the ledger still fails.
            StaleStateError: another process has changed the table.
        """
        change = self.unconfirmed
        if change is None:
            return None
        stored = self._ledger.settled_game(self._table_id, change.draft.state.kind)
        if (stored.version if stored else 0) == self.version:
            self.unconfirmed = None
            return None
        if (stored.state if stored else None) != change.text or (stored and stored.version != self.version + 1):
            raise StaleStateError(Phrase("stale.table"))
        self.confirm(change)
        return change.draft
