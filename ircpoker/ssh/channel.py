"""Who has logged in, what their session of SSH asks for, and its channel, as what serves it uses them."""

from __future__ import annotations

from typing import NamedTuple

import asyncssh

from ircpoker.screen.least_size import fits_screen


class KeyOwner(NamedTuple):
    """Somebody who has logged in.

    Attributes:
        account: the fingerprint of the key, as `ssh-keygen -l` shows it.
        nick: the name that the client gave, as a nick.
        address: the address that the connection comes from.
    """

    account: str
    nick: str
    address: str


class OpenChannel:
    """A channel on which nothing fails any more when the other side is gone.

    Attributes:
        is_open: whether the other side is there.
    """

    def __init__(self, channel: asyncssh.SSHServerChannel[str]) -> None:
        self._channel = channel
        self._edits = True
        self.is_open = True

    def write(self, data: str) -> None:
        """Send text."""
        if not self.is_open:
            return
        if self._edits:
            self._channel.write(data)
        else:  # The editor takes codes for text, and writes blanks where it believes the edge to be.
            self._channel.writelines([data.replace("\n", "\r\n")])

    def pause_reading(self) -> None:
        """Let the other side wait with what it types."""
        self._channel.pause_reading()

    def resume_reading(self) -> None:
        """Go on reading."""
        if self.is_open:
            self._channel.resume_reading()

    def edit_lines(self, *, is_on: bool) -> None:
        """Show what is typed and pass on whole lines, or pass on each key; only for a session with a terminal."""
        if self.is_open and isinstance(self._channel, asyncssh.SSHLineEditorChannel):
            self._channel.set_line_mode(is_on)
            self._edits = is_on


class SshRequest:
    """What a session asks for.

    Attributes:
        visitor: who asks.
        place: the place of a table; empty for the lobby.
        term: the type of the terminal; empty without one.
        size: its columns and rows.
    """

    def __init__(self, visitor: KeyOwner) -> None:
        self.visitor = visitor
        self.place = ""
        self.term = ""
        self.size = (0, 0)

    @property
    def has_screen(self) -> bool:
        """Whether the terminal can show the full screen."""
        return fits_screen(self.term, *self.size)
