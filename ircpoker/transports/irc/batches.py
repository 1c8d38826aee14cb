"""Lines that a server sends together (IRCv3 batch): what others said before the bot came is history, and no command."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ircpoker.transports.irc.wire import IrcLine

_MOST_OPEN = 100
"""Batches that may be open at once; a server that closes none must not fill the memory."""


class Histories:
    """The batches in which a server replays what was said: `chathistory`, and bouncers' names for it."""

    def __init__(self) -> None:
        self._open: set[str] = set()

    def on_batch(self, line: IrcLine) -> None:
        """Note the beginning or the end of a batch."""
        name = line.param(0)
        if name.startswith("+") and line.param(1).endswith(("history", "playback")):
            self._open = {*islice(self._open, _MOST_OPEN - 1), name[1:]}
        elif name.startswith("-"):
            self._open.discard(name[1:])

    def __contains__(self, line: IrcLine) -> bool:
        """Return whether a line is part of the history."""
        return bool(self._open) and line.tag("batch") in self._open
