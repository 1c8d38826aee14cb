"""Changes: the drafts of one or more parts are committed together, and all are swapped in, or none.

    drafts → step → settle → commit → swap

The ledger may fail without reporting whether it stored a change. Then each draft is unconfirmed, and its part finds
out by itself how it is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from ircpoker.errors import LedgerError, StaleStateError
from ircpoker.ledger import Entry
from ircpoker.lobby.steps import settle

if TYPE_CHECKING:
    from ircpoker.ledger import Change, Ledger
    from ircpoker.lobby.draft import Draft, StepResult
    from ircpoker.lobby.stored import Pending, StoredVersion

Write = Callable[[Sequence["Change"]], object]
"""Writes changes in one transaction, together with something else."""


class Part(Protocol):
    """What takes part in a change: a table."""

    @property
    def id(self) -> str:
        """The ledger's name of it."""

    @property
    def stored(self) -> StoredVersion:
        """What the ledger has of it."""

    def check_known(self) -> None:
        """Find out how it is stored."""

    def draft(self) -> Draft:
        """Return a draft of it."""

    def swap(self, draft: Draft) -> None:
        """Take a draft that was committed."""

    def fail(self, draft: Draft, error: BaseException) -> None:
        """Drop a draft after an error, and try again later if the ledger failed."""


def change(
    ledger: Ledger,
    parts: Sequence[Part],
    step: Callable[[Sequence[Draft]], StepResult],
    write: Write | None = None,
) -> StepResult:
    """Change parts in one transaction.

    Args:
        ledger: the ledger.
        parts: the tables; two changes lock them in the same order, that of their names.
        step: takes a draft of each, in the order of `parts`.
        write: writes their changes together with something else; it may raise an error, and then nothing has changed.
            The step may move no chips.

    Returns:
        What the step returned.

    Raises:
        StaleStateError: another process has changed one of the parts.
        LedgerError: the ledger failed; the parts are as they were last stored, and try again later.
        PokerError: the change is not possible.
    """
    for part in parts:
        part.check_known()
    drafts = [part.draft() for part in parts]
    pending: list[Pending | None] = [None] * len(parts)
    try:
        result = step(drafts)
        if write is None:
            # Settling may move chips, which `write` does not take: such a change is settled when the table says so.
            for draft in drafts:
                settle(draft)
        pending = [
            part.stored.pending(draft, always=write is not None) for part, draft in zip(parts, drafts, strict=True)
        ]
        _commit(ledger, [each for each in pending if each is not None], write)
    except BaseException as error:
        # Of several parts perhaps only one is stale.
        is_doubtful = isinstance(error, LedgerError) or (isinstance(error, StaleStateError) and len(parts) > 1)
        for part, draft, each in zip(parts, drafts, pending, strict=True):
            if each is not None and is_doubtful:
                part.stored.doubt(each)
            part.fail(draft, error)
        raise
    for part, each in zip(parts, pending, strict=True):
        if each is not None:
            part.stored.confirm(each)
    for part, draft in zip(parts, drafts, strict=True):
        part.swap(draft)
    return result


def _commit(ledger: Ledger, pending: Sequence[Pending], write: Write | None) -> None:
    """Write what is pending in one transaction."""
    ordered = sorted(pending, key=lambda each: each.draft.table_id)
    changes = [change for each in ordered for change in each.changes]
    moving = [each for each in ordered if each.draft.moves]
    if write is not None:
        write(changes)
    elif moving:
        moves = [posting for each in moving for posting in each.draft.moves]
        key = " ".join([each.key for each in moving])
        ledger.post(Entry(key, moving[0].draft.reason, tuple(moves)), *changes)
    elif changes:
        ledger.save(*changes)
