"""The stored version of a table, and the drafts that are written over it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ircpoker.errors import LedgerError, StaleStateError
from ircpoker.ledger import EndGame, Entry, SaveGame
from ircpoker.lobby.state import dump_state
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.ledger import Ledger
    from ircpoker.lobby.draft import Draft
    from ircpoker.lobby.state import TableState

RETRY_SECONDS = 5.0
"""Seconds until a table tries again after the ledger failed; doubled after each further failure."""
LONGEST_RETRY_SECONDS = 600.0


def retry_seconds(failures: int) -> float:
    """Return the seconds until the ledger is tried again, after this many failures in a row."""
    return min(RETRY_SECONDS * 2.0 ** min(failures - 1, 10), LONGEST_RETRY_SECONDS)


class Unconfirmed(NamedTuple):
    """A change that the ledger may have stored or not.

    Attributes:
        draft: the change.
        text: the text to be stored; None for the end of the table.
    """

    draft: Draft
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
        self.unconfirmed: Unconfirmed | None = None
        self.failures = 0
        self._table_id = table_id
        self._ledger = ledger
        self._text = dump_state(state) if version else ""

    def saving(self, draft: Draft) -> SaveGame:
        """Return the ledger's change that stores a draft; its outcome is reported by `confirm` or `doubt`."""
        state = draft.state
        text, chips = dump_state(state), state.seats.chips
        return SaveGame(self._table_id, state.kind, text, chips, self.version, state.place.player)

    def commit(self, draft: Draft) -> None:
        """Write a draft in one transaction, if it changes what is stored or if the ledger has failed before.

        Raises:
            PokerError: the ledger refused it.
            LedgerError: the ledger failed; perhaps it has stored the change.
        """
        save = EndGame(self._table_id, self.version) if draft.is_closing else self.saving(draft)
        text = save.state if isinstance(save, SaveGame) else None
        if text == self._text and not (draft.changes or draft.moves or self.failures):
            return
        changes = (save, *draft.changes)
        try:
            if draft.moves:
                moves = Entry(f"{self._table_id}:{self.version}", draft.reason, tuple(draft.moves))
                self._ledger.post(moves, *changes)
            else:
                self._ledger.save(*changes)
        except LedgerError:
            self.doubt(draft, text)
            raise
        self.confirm(text)

    def confirm(self, text: str | None) -> None:
        """Note that the next version is stored, with this text."""
        self.version += 1
        self.failures = 0
        self.unconfirmed = None
        self._text = text or ""

    def doubt(self, draft: Draft, text: str | None) -> None:
        """Note that the ledger failed to store a draft, or stored it and could not report that."""
        self.unconfirmed = Unconfirmed(draft, text)

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
        self.confirm(change.text)
        return change.draft
