"""Changes: the drafts of tables, and of a tournament, are committed in one transaction, all of them or none.

    drafts → step → settle → commit → swap

The ledger may fail without reporting whether it stored a change. Then each draft is unconfirmed, and its part finds
out by itself how it is stored.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from ircpoker.errors import LedgerError, PokerError, StaleStateError
from ircpoker.ledger import Change, Entry, Ledger
from ircpoker.lobby.context import TableContext
from ircpoker.lobby.draft import StepResult
from ircpoker.lobby.stored import DraftT, Pending, StoredVersion
from ircpoker.words import Phrase

Write = Callable[[Sequence["Change"]], object]
"""Writes changes in one transaction, together with something else."""


StateT = TypeVar("StateT")
"""The state of a table, or of a tournament."""


class Changeable(ABC, Generic[DraftT, StateT]):
    """A table or a tournament, as a change needs to know it. The drafts that it takes are its own.

    Attributes:
        id: the ledger's name of it.
        context: the objects that all tables share.
        state: the state as it was committed, and what was noted since.
        stored: what the ledger has of it.
        is_over: whether it has ended, or was given up.
    """

    def __init__(self, context: TableContext, name: str, state: StateT, text: str, version: int) -> None:
        self.id = name
        self.context = context
        self.state = state
        self.stored: StoredVersion[DraftT] = StoredVersion(name, context.ledger, text, version)
        self.is_over = False

    def check_known(self) -> None:
        """Find out how it is stored.

        Raises:
            StaleStateError: another process has changed it, or it is over.
            LedgerError: the ledger still fails.
        """
        self.resolve_doubt()
        if self.is_over:
            raise StaleStateError(Phrase("stale.table"))
        if self.stored.unconfirmed is not None:
            self.retry()
            raise LedgerError(Phrase("errors.in_doubt"))

    def resolve_doubt(self) -> None:
        """Find out whether an unconfirmed change was stored, and go on from what is stored. Never raises.

        If the ledger still fails, the change stays unconfirmed.
        """
        if self.stored.unconfirmed is None:
            return
        try:
            draft = self.stored.find_out()
        except StaleStateError:
            self.leave_to_another()
        except PokerError as error:
            self.context.log_trouble(self, error)
        else:
            if draft is not None:
                self.go_on_from(draft)
            elif not self.stored.version:
                self.abandon()

    def record_fact(self, fact: Callable[[StateT], object]) -> None:
        """Note a fact, which is stored with the next change; a change in doubt gets it, too.

        Args:
            fact: notes it in the state. It cannot fail, so no copy is made.
        """
        fact(self.state)
        if self.stored.unconfirmed is not None:
            fact(self.stored.unconfirmed.draft.state)
        self.plan_calls()

    def fail(self, _draft: DraftT, error: BaseException, *, is_alone: bool) -> None:
        """Drop a draft after an error, of a change of several parts or of this one alone."""
        if isinstance(error, StaleStateError) and is_alone:
            self.leave_to_another()
        elif isinstance(error, LedgerError | StaleStateError) and not self.is_unopened:
            self.retry()

    @property
    def is_unopened(self) -> bool:
        """Whether nothing of it is stored, for sure."""
        return not self.stored.version and self.stored.unconfirmed is None

    @abstractmethod
    def plan_calls(self) -> None:
        """Plan what follows from a new state."""

    @abstractmethod
    def retry(self) -> None:
        """Try again when the ledger may work."""

    @abstractmethod
    def go_on_from(self, draft: DraftT) -> None:
        """Take a draft of which it was not known whether it was stored: it was."""

    @abstractmethod
    def leave_to_another(self) -> None:
        """Give it up, because another process has changed it."""

    @abstractmethod
    def abandon(self) -> None:
        """Give it up: nothing of it is stored."""

    @abstractmethod
    def draft(self) -> DraftT:
        """Return a draft of it."""

    @abstractmethod
    def settle(self, draft: DraftT, table_drafts: Sequence[Any]) -> None:
        """Do what follows from a change.

        Args:
            draft: its draft.
            table_drafts: the drafts of the parts before it, which are settled.
        """

    @abstractmethod
    def take(self, draft: DraftT) -> None:
        """Take the state of a draft that was committed."""

    @abstractmethod
    def publish(self, draft: DraftT) -> None:
        """Plan and announce what follows from a draft that was taken."""


def change(
    ledger: Ledger,
    parts: Sequence[Changeable[Any, Any]],
    step: Callable[[Sequence[Any]], StepResult],
    write: Write | None = None,
) -> StepResult:
    """Change tables in one transaction, and perhaps a tournament.

    Args:
        ledger: the ledger.
        parts: the tables and then the tournament, which are settled in this order; they are written in the order of
            their names, so that all changes lock them in that order.
        step: takes a draft of each, in the order of `parts`.
        write: writes their changes together with something else, but no postings: no chips may move to a table or from
            it. It may raise an error, and then nothing has changed.

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
    pending: list[Pending[Any] | None] = [None] * len(parts)
    try:
        result = step(drafts)
        if write is None:
            # Settling may move chips, which `write` does not take: such a change is settled when the part says so.
            for number, part in enumerate(parts):
                part.settle(drafts[number], drafts[:number])
        pending = [
            part.stored.pending(draft, always=write is not None) for part, draft in zip(parts, drafts, strict=True)
        ]
        _commit(ledger, [each for each in pending if each is not None], write)
    except BaseException as error:
        _fail(parts, drafts, pending, error)
        raise
    for part, each in zip(parts, pending, strict=True):
        if each is not None:
            part.stored.confirm(each)
    # First all states: a fault in an announcement must not leave another part as it was before.
    for part, draft in zip(parts, drafts, strict=True):
        part.take(draft)
    for part, draft in zip(parts, drafts, strict=True):
        part.publish(draft)
    return result


def _fail(
    parts: Sequence[Changeable[Any, Any]],
    drafts: Sequence[Any],
    pending: Sequence[Pending[Any] | None],
    error: BaseException,
) -> None:
    """Drop the drafts after an error; what may have been stored is in doubt."""
    # Of several parts perhaps only one is stale.
    is_doubtful = isinstance(error, LedgerError) or (isinstance(error, StaleStateError) and len(parts) > 1)
    for part, draft, each in zip(parts, drafts, pending, strict=True):
        if each is not None and is_doubtful:
            part.stored.doubt(each)
        part.fail(draft, error, is_alone=len(parts) == 1)


def _commit(ledger: Ledger, pending: Sequence[Pending[Any]], write: Write | None) -> None:
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
