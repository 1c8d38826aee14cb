"""A ledger on which another process is a little faster."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ircpoker.ledger import Entry, Ledger, LedgerReceipt


class MeddledLedger(Ledger):
    """Before each of its next `times` entries is posted, lets `meddle` happen: another bot on the same ledger."""

    meddle: Callable[[], object]
    times = 0

    def post(self, entry: Entry, *changes: Any) -> LedgerReceipt:
        if self.times > 0:
            self.times -= 1
            self.meddle()
        return super().post(entry, *changes)
