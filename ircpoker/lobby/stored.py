"""The stored version of a table, or of a tournament, and the drafts that are written over it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Generic, NamedTuple, TypeVar

from ircpoker.errors import StaleStateError
from ircpoker.ledger import Change, EndGame, Ledger, PlayerId, Posting, SaveGame
from ircpoker.lobby.context import TableContext
from ircpoker.lobby.listeners import Announcement
from ircpoker.words import Phrase

RETRY_SECONDS = 5.0
"""Seconds until a table tries again after the ledger failed; doubled after each further failure."""
LONGEST_RETRY_SECONDS = 600.0
"""The most seconds until a table tries again."""

TWO_BOTS = (
    "%s: another bot plays this table, too, and it is left to that one. Two bots are on the same network with the "
    "same database: stop one of them, or give it a database or a network of its own"
)


def retry_seconds(failures: int) -> float:
    """Return the seconds until the ledger is tried again, after this many failures in a row."""
    return min(RETRY_SECONDS * 2.0 ** min(failures - 1, 10), LONGEST_RETRY_SECONDS)


class StoredDraft(ABC):
    """A draft of a table or of a tournament, as far as it is stored.

    Attributes:
        table_id: the ledger's name of it.
        kind: the ledger's name of the kind of game.
        context: the objects that all tables share.
        now: the time of the change, in seconds of the scheduler.
        state: the state with the change.
        announcements: the announcements, in order.
        changes: other changes to write in the same transaction.
        moves: postings of chips that come to it or leave it.
        reason: the reason of the postings.
        is_closing: whether it ends with this change.
    """

    kind: str
    state: Any

    def __init__(self, table_id: str, context: TableContext, reason: str) -> None:
        self.table_id = table_id
        self.context = context
        self.now = context.scheduler.now()
        self.announcements: list[Announcement] = []
        self.changes: list[Change] = []
        self.moves: list[Posting] = []
        self.reason = reason
        self.is_closing = False

    @property
    @abstractmethod
    def player(self) -> PlayerId | None:
        """The player of a private table."""

    @abstractmethod
    def text(self) -> str:
        """Return the state as it is stored."""


DraftT = TypeVar("DraftT", bound=StoredDraft)
"""A draft of a table, or of a tournament."""


class Pending(NamedTuple, Generic[DraftT]):
    """A draft that is to be written.

    Attributes:
        draft: the draft.
        key: the idempotency key of its movements.
        changes: the ledger's changes.
        text: the text to be stored; None for the end of the table.
    """

    draft: DraftT
    key: str
    changes: tuple[Change, ...]
    text: str | None


class StoredVersion(Generic[DraftT]):
    """What the ledger has of a table or a tournament.

    Attributes:
        version: the stored version; 0 for a new table.
        text: the stored text; empty if nothing is stored.
        unconfirmed: the last draft, if the ledger failed and nobody has read yet whether it was stored.
        failures: how many times in a row the ledger has failed since the table was stored.
    """

    def __init__(self, table_id: str, ledger: Ledger, text: str, version: int) -> None:
        self.version = version
        self.unconfirmed: Pending[DraftT] | None = None
        self.failures = 0
        self._table_id = table_id
        self._ledger = ledger
        self.text = text if version else ""

    def pending(self, draft: DraftT, *, always: bool) -> Pending[DraftT] | None:
        """Return what is to be written of a draft; its outcome is reported by `confirm` or `doubt`.

        Args:
            draft: the draft.
            always: whether it is also written if it changes nothing that is stored.

        Returns:
            Its changes; None if there is nothing to write and the ledger has not failed before.
        """
        text = None
        save: SaveGame | EndGame = EndGame(self._table_id, self.version)
        if not draft.is_closing:
            text = draft.text()
            save = SaveGame(self._table_id, draft.kind, text, draft.state.held, self.version, draft.player)
        if text == self.text and not (always or draft.changes or draft.moves or self.failures):
            return None
        return Pending(draft, f"{self._table_id}:{self.version}", (save, *draft.changes), text)

    def confirm(self, pending: Pending[DraftT]) -> None:
        """Note that the next version is stored."""
        self.version += 1
        self.failures = 0
        self.unconfirmed = None
        self.text = pending.text or ""

    def doubt(self, pending: Pending[DraftT]) -> None:
        """Note that the ledger failed, and that it is not known whether it stored a draft."""
        self.unconfirmed = pending

    def find_out(self) -> DraftT | None:
        """Read whether the unconfirmed draft was stored; return it if it was.

        Raises:
            LedgerError: the ledger still fails.
            StaleStateError: another process has changed the table.
        """
        change = self.unconfirmed
        if change is None:
            return None
        stored = self._ledger.settled_game(self._table_id, change.draft.kind)
        if (stored.version if stored else 0) == self.version:
            self.unconfirmed = None
            return None
        if (stored.state if stored else None) != change.text or (stored and stored.version != self.version + 1):
            raise StaleStateError(Phrase("stale.table"))
        self.confirm(change)
        return change.draft
