"""Lines of the log that name what has happened and where, for people and for programs that read the log.

The facts never hold a card, a secret, or what a person has typed; a table in private is logged without its player.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import NamedTuple


class LoggedEvent(NamedTuple):
    """An event as data: the attribute `ircpoker_event` of a log record.

    Attributes:
        name: what has happened, such as `connect`.
        facts: where, and further facts.
    """

    name: str
    facts: Mapping[str, str | float]


def log_event(
    logger: logging.Logger,
    event: str,
    message: str,
    *args: object,
    facts: Mapping[str, str | float],
    level: int = logging.INFO,
    trace: bool = False,
) -> None:
    """Log an event.

    Args:
        logger: the logger of the module.
        event: the event's name.
        message: the line for people, with the placeholders of `logging`.
        args: their values.
        facts: the facts for programs, by name.
        level: the level.
        trace: whether to log the exception that is being handled.
    """
    if logger.isEnabledFor(level):
        extra = {"ircpoker_event": LoggedEvent(event, facts)}
        logger.log(level, message, *args, exc_info=trace, extra=extra, stacklevel=2)
