"""The outcome of sending a line."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum


class Delivery(Enum):
    """The outcome of sending a line."""

    SENT = 1
    """The server or the terminal took the line; if confirmation was asked for, the server answered a PING after it."""
    REFUSED = 2
    """The person did not get the line: the nick is not on the network, somebody else has it, or the server refused the
    line."""
    UNKNOWN = 3
    """The connection was lost, or no answer came in time."""
    OMITTED = 4
    """It was not true any more, or its reader reads the same elsewhere."""


OnDelivery = Callable[[Delivery], None]
"""A function that is called exactly once, on the same thread, with the outcome."""
