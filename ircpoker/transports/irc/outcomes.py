"""The fate of lines: questions that the server has not answered yet, and deliveries to report."""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ircpoker.transports.irc.queued import LineState

if TYPE_CHECKING:
    from ircpoker.runtime.delivery import Delivery, OnDelivery
    from ircpoker.transports.irc.queued import QueuedLine

_logger = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Awaited:
    """A question that the server has not answered yet: a USERHOST, or the PING after lines to confirm.

    Attributes:
        lines: the lines that depend on the answer.
        until: when the sender gives up waiting.
        asked: the folded nicks in the USERHOST.
        token: the token of the PING.
    """

    lines: list[QueuedLine]
    until: float
    asked: frozenset[str] = frozenset()
    token: str = ""


@dataclass(slots=True)
class Outcomes:
    """The deliveries of lines, held in `known` until their callbacks are called."""

    known: deque[tuple[OnDelivery, Delivery]] = field(default_factory=deque)

    def note(self, line: QueuedLine, delivery: Delivery) -> None:
        """Note the delivery of a line."""
        if line.is_open and line.outgoing.on_delivery is not None:
            self.known.append((line.outgoing.on_delivery, delivery))
        line.state = LineState.DONE

    def report(self) -> None:
        """Call all callbacks, including those that become due during the calls."""
        while self.known:
            on_delivery, delivery = self.known.popleft()
            try:
                on_delivery(delivery)
            except Exception:
                _logger.exception("the callback of a delivery failed")
