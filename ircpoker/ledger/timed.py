"""The database of a running bot, which counts how long its writing transactions take."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection

from ircpoker.errors import LedgerError
from ircpoker.ledger.database import Database
from ircpoker.runtime.activity import Activity

T = TypeVar("T")


class TimedDatabase(Database):
    """A database that counts.

    Attributes:
        activity: takes the times; None while nobody asks for them, as during an upgrade, which may take minutes.
    """

    activity: Activity | None = None

    def write(self, work: Callable[[Connection], T], *, repeatable: bool = False) -> T:
        """Run `work` in one writing transaction, and count it; see `Database.write`.

        Raises:
            LedgerError: the database failed.
        """
        activity = self.activity
        if activity is None:
            return super().write(work, repeatable=repeatable)
        since = time.perf_counter()
        try:
            result = super().write(work, repeatable=repeatable)
        except LedgerError as error:
            # Its subclasses say what is wrong with a request, such as a key that was used before.
            if type(error) is LedgerError:
                activity.note_failed_commit()
            raise
        activity.note_commit(time.perf_counter() - since)
        return result
