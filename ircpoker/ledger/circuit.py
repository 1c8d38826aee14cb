"""A circuit breaker: the bot waits only once for a database that does not answer, not at every command.

After such a failure the circuit is open: all queries are refused at once, while a thread tries again until the database
answers.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from ircpoker.errors import LedgerError
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable

_FIRST_PAUSE_SECONDS = 0.25
_LONGEST_PAUSE_SECONDS = 10.0

_logger = logging.getLogger(__name__)


class Circuit:
    """Refuses queries while a database does not answer. Safe to use from several threads."""

    def __init__(self, probe: Callable[[], None]) -> None:
        """Begin with a closed circuit, so that the database may be queried.

        Args:
            probe: queries the database, and raises LedgerError if it does not answer; may wait.
        """
        self._probe = probe
        self._lock = threading.Lock()
        self._is_open = False
        self._is_over = threading.Event()

    def check(self) -> None:
        """Refuse a query to a database that does not answer.

        Raises:
            LedgerError: the circuit is open.
        """
        if self._is_open:
            raise LedgerError(Phrase("errors.ledger_silent"))

    def open(self, why: object) -> None:
        """Refuse all queries until the database has answered a probe.

        Args:
            why: the reason, for the log.
        """
        with self._lock:
            if self._is_open:
                return
            self._is_open = True
        _logger.error("%s; whatever needs the ledger is refused until it answers", why)
        threading.Thread(target=self._try_again, name="ledger probe", daemon=True).start()

    def stop(self) -> None:
        """Stop trying, because the database is closed."""
        self._is_over.set()

    def _try_again(self) -> None:
        pause = _FIRST_PAUSE_SECONDS
        while not self._is_over.is_set():
            try:
                self._probe()
            except LedgerError:
                self._is_over.wait(pause)
                pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)
            else:
                _logger.warning("the ledger answers again")
                self._is_open = False
                return
