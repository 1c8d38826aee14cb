"""The fate of a line, for the caller that waits for it."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum


class Delivery(Enum):
    """The end of a line."""

    SENT = 1
    """The server or the terminal took it; where it was to be confirmed, the server has answered a PING behind it."""
    REFUSED = 2
    """The person did not get it: nobody of that nick is there, somebody else has it, or the server refused it."""
    UNKNOWN = 3
    """The network was lost, or nothing was heard in time."""


OnDelivery = Callable[[Delivery], None]
"""Is called once, on the same thread, whatever happens."""
