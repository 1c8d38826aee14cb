"""Changes: the drafts of one or more tables are committed in one transaction, all of them or none.

    drafts → step → settle → commit → swap

The ledger may fail without reporting whether it stored a change. Then each draft is unconfirmed, and its table
finds out by itself how it is stored.
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
    """A table, as a change needs to know it."""

    @property
    def stored(self) -> StoredVersion:
        """What the ledger has of it."""

    def check_known(self) -> None:
        """Find out how it is stored."""

    def draft(self) -> Draft:
        """Return a draft of it."""

    def take(self, draft: Draft) -> None:
        """Take the state of a draft that was committed."""

    def publish(self, draft: Draft) -> None:
        """Plan and announce what follows from a draft that was taken."""

    def fail(self, draft: Draft, error: BaseException, *, is_alone: bool) -> None:
        """Drop a draft after an error, of a change of several tables or of this one alone."""


def change(
    ledger: Ledger,
    tables: Sequence[Part],
    step: Callable[[Sequence[Draft]], StepResult],
    write: Write | None = None,
) -> StepResult:
    """Change tables in one transaction.

    Args:
        ledger: the ledger.
        tables: the tables; they are written in the order of their names, so that all changes lock them in that order.
        step: takes a draft of each, in the order of `tables`.
        write: writes their changes together with something else, but no postings: no chips may move to a table or from
            it. It may raise an error, and then nothing has changed.

    Returns:
        What the step returned.

    Raises:
        StaleStateError: another process has changed one of the tables.
        LedgerError: the ledger failed; the tables are as they were last stored, and try again later.
        PokerError: the change is not possible.
    """
    for table in tables:
        table.check_known()
    drafts = [table.draft() for table in tables]
    pending: list[Pending | None] = [None] * len(tables)
    try:
        result = step(drafts)
        if write is None:
            # Settling may move chips, which `write` does not take: such a change is settled when the table says so.
            for draft in drafts:
                settle(draft)
        pending = [
            table.stored.pending(draft, always=write is not None) for table, draft in zip(tables, drafts, strict=True)
        ]
        _commit(ledger, [each for each in pending if each is not None], write)
    except BaseException as error:
        # Of several tables perhaps only one is stale.
        is_doubtful = isinstance(error, LedgerError) or (isinstance(error, StaleStateError) and len(tables) > 1)
        for table, draft, each in zip(tables, drafts, pending, strict=True):
            if each is not None and is_doubtful:
                table.stored.doubt(each)
            table.fail(draft, error, is_alone=len(tables) == 1)
        raise
    for table, each in zip(tables, pending, strict=True):
        if each is not None:
            table.stored.confirm(each)
    # First all states: a fault in an announcement must not leave another table as it was before.
    for table, draft in zip(tables, drafts, strict=True):
        table.take(draft)
    for table, draft in zip(tables, drafts, strict=True):
        table.publish(draft)
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
