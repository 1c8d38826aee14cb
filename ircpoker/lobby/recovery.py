"""Keeps tables going when the ledger fails, or when a bug stops a change.

If the ledger fails, the table stays as it was last stored; it tries again after `RETRY_SECONDS`, and then after longer
and longer waits, and announces nothing until it is stored again. A bug cancels the hand. A table that another bot has
changed is left to that bot.
"""

from __future__ import annotations

import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ircpoker.errors import LedgerError, PokerError, StaleStateError
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ircpoker.lobby.table import Table

_TWO_BOTS = (
    "%s: another bot plays this table, too, and it is left to that one. Two bots are on the same network with the "
    "same database: stop one of them, or give it a database or a network of its own"
)
RETRY_SECONDS = 5.0
"""Seconds until a table tries again after the ledger failed; doubled after each further failure."""
LONGEST_RETRY_SECONDS = 600.0

_logger = logging.getLogger(__name__)


def retry_seconds(failures: int) -> float:
    """Return the seconds until the ledger is tried again, after this many failures in a row."""
    return min(RETRY_SECONDS * 2.0 ** min(failures - 1, 10), LONGEST_RETRY_SECONDS)


@contextmanager
def guard(table: Table) -> Iterator[None]:
    """Roll back a change that fails; retry if the ledger failed; cancel the hand on a bug.

    Yields:
        Nothing.

    Raises:
        StaleStateError: another process has changed the table.
        LedgerError: the ledger failed; the table is as it was last stored.
        PokerError: the change is not possible; nothing has changed.
    """
    table.change.begin()
    try:
        yield
    except StaleStateError:
        _leave_to_another(table)
        raise
    except LedgerError:
        table.change.put_back()
        table.retry()
        raise
    except PokerError:
        table.change.put_back()
        raise
    except Exception:
        stop(table)
        raise


def run(table: Table, call: Callable[[], None]) -> None:
    """Make a planned call of a table. Never raises."""
    if table.change.in_doubt:
        # The planned call may be obsolete.
        catch_up(table)
        if table.change.in_doubt:
            table.retry()
        elif not table.is_over:
            table.resume_in(0)
        return
    try:
        with guard(table):
            call()
    except StaleStateError:
        pass  # It has been logged.
    except LedgerError as error:
        table.context.log_trouble(table, error)
    except PokerError:
        # A planned call should never be refused.
        _logger.exception("%s: it is stopped", table)
        stop(table)
    except Exception:
        _logger.exception("%s: it is stopped", table)


def catch_up(table: Table) -> None:
    """Find out whether a change in doubt was stored; while the ledger fails the table is paused."""
    if not table.change.in_doubt:
        return
    try:
        if table.change.catch_up() and not table.is_over:
            # The change may have ended a hand; the cards of a running hand are given again.
            table.resume_in(0)
            table.plan_grace()
            table.shuffles.find_hidden()
    except StaleStateError:
        _leave_to_another(table)
    except PokerError as error:
        table.context.log_trouble(table, error)


def stop(table: Table) -> None:
    """Return the bets of a hand with a broken invariant; between hands close the table."""
    try:
        table.change.put_back()
        if table.hand is not None:
            table.play.call_off(Phrase("call_off.fault"))
        else:
            table.seating.close()
    except LedgerError as error:
        table.context.log_trouble(table, error)
        table.change.put_back()
        table.retry()
    except Exception:
        _logger.exception("%s: it is left as it is stored", table)
        table.abandon()


def _leave_to_another(table: Table) -> None:
    _logger.warning(_TWO_BOTS, table)
    table.abandon()
