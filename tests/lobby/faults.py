"""A ledger that fails."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from ircpoker.errors import LedgerError
from tests.lobby.hall import Hall

WRITES = ("save", "post", "new_deal_number")
READS = ("shuffle", "account_info", "open_player", "next_shuffle")


class Fault:
    """Lets methods of a hall's ledger fail while it is on, before or after they have done their work.

    Attributes:
        is_on: whether they fail now.
        count: how often they did.
    """

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        hall: Hall,
        names: tuple[str, ...],
        chance: float = 1,
        *,
        after: bool = False,
    ) -> None:
        self.is_on = True
        self.count = 0
        rng = Random(1)
        for name in names:
            whole = getattr(hall.services.ledger, name)

            def failing(*args: object, whole: Callable[..., Any] = whole, **named: object) -> Any:
                if self.is_on and rng.random() < chance:
                    self.count += 1
                    if after:
                        whole(*args, **named)
                    raise LedgerError("the disk is full")
                return whole(*args, **named)

            monkeypatch.setattr(hall.services.ledger, name, failing)
