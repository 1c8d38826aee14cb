"""What a session of SSH may ask for: a shell, which is the lobby, or one command, which is the place of a table.

Neither reaches a shell of the operating system. With a terminal it is the full screen, else lines.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Mapping
from typing import Protocol

import asyncssh

from ircpoker.screen.channel import Channel
from ircpoker.screen.least_size import fits_screen
from ircpoker.ssh.login import KeyOwner

_PLACE = re.compile(r"(?:[A-Za-z0-9_.-]{1,32}/)?[#&+!][^\s,\x00-\x1f]{1,63}")
"""A channel, perhaps with its network: `#poker`, `libera/#poker`."""
_REFUSED = "expected no command, or the place of a table, such as '#poker'"
_MOST_UNREAD = 1 << 18
"""Bytes that may wait for a client that does not read, before what it shows is left out."""
_BAD_COMMAND = 2
_IDLE = "\r\nNothing was typed for long: goodbye.\r\n"
_FAULT = "\r\nSomething has failed here, and is in the owner's log: come again.\r\n"

_logger = logging.getLogger(__name__)


class ServedClient(Protocol):
    """What serves a session: the full screen, or lines."""

    @property
    def is_seated(self) -> bool:
        """Whether its person sits at a table."""

    async def run(self) -> int:
        """Serve until the end, and return the exit status."""

    def receive(self, text: str) -> None:
        """Take what was typed."""

    def end_input(self) -> None:
        """Nothing more will be typed."""

    def resize(self, columns: int, rows: int) -> None:
        """The terminal has another size."""

    def pause(self) -> None:
        """The other side reads too slowly: what is not needed may be left out."""

    def resume(self) -> None:
        """The other side has read what waited."""


class SshTerminal(Channel, Protocol):
    """The channel of a session, as a client uses it."""

    def edit_lines(self, *, is_on: bool) -> None:
        """Show what is typed and pass on whole lines, or pass on each key; only for a session with a terminal."""


class _OpenChannel:
    """A channel on which nothing fails any more when the other side is gone."""

    def __init__(self, channel: asyncssh.SSHServerChannel[str]) -> None:
        self._channel = channel
        self._edits = True
        self.is_open = True

    def write(self, data: str) -> None:
        if not self.is_open:
            return
        if self._edits:
            self._channel.write(data)
        else:  # The editor takes codes for text, and writes blanks where it believes the edge to be.
            self._channel.writelines([data.replace("\n", "\r\n")])

    def pause_reading(self) -> None:
        self._channel.pause_reading()

    def resume_reading(self) -> None:
        if self.is_open:
            self._channel.resume_reading()

    def edit_lines(self, *, is_on: bool) -> None:
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


ClientMaker = Callable[[SshRequest, SshTerminal], ServedClient]


class SshSession(asyncssh.SSHServerSession[str]):
    """One session."""

    def __init__(
        self, visitor: KeyOwner, make_client: Callable[[SshRequest, SshTerminal], ServedClient], idle: float
    ) -> None:
        """Wait for a request.

        Args:
            visitor: who has logged in.
            make_client: makes what serves the session.
            idle: seconds after which it ends if nothing is typed and its person has no seat.
        """
        self._idle = idle
        self._typed_at = asyncio.get_running_loop().time()
        self._request = SshRequest(visitor)
        self._make_client = make_client
        self._client: ServedClient | None = None
        self._serving: asyncio.Task[None] | None = None
        self._bad_command = False

    def connection_made(self, chan: asyncssh.SSHServerChannel[str]) -> None:
        """Keep the channel."""
        self._channel = chan
        self._terminal = _OpenChannel(chan)
        chan.set_write_buffer_limits(high=_MOST_UNREAD)

    def pty_requested(
        self,
        term_type: str,
        term_size: tuple[int, int, int, int],
        term_modes: Mapping[int, int],  # noqa: ARG002 - from the base class
    ) -> bool:
        """Note the terminal."""
        self._request.term, self._request.size = term_type, term_size[:2]
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:  # noqa: ARG002 - from the base class
        """Note its new size."""
        self._request.size = (width, height)
        if self._client is not None:
            self._client.resize(width, height)

    def shell_requested(self) -> bool:
        """Serve the lobby."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Serve a table; any other command is refused with one line when the session has started."""
        if _PLACE.fullmatch(command):
            self._request.place = command
        else:
            self._bad_command = True
        return True

    def session_started(self) -> None:
        """Begin to serve."""
        self._typed_at = asyncio.get_running_loop().time()
        if self._bad_command:
            self._channel.write_stderr(f"{_REFUSED}\r\n")
            self._channel.exit(_BAD_COMMAND)
            return
        if self._request.has_screen:
            self._terminal.edit_lines(is_on=False)  # now, because keys may come before the client is ready
        self._client = self._make_client(self._request, self._terminal)
        self._serving = asyncio.create_task(self._serve(self._client))

    async def _serve(self, client: ServedClient) -> None:
        status, reason = 1, ""
        serving = asyncio.create_task(client.run())
        try:
            while not serving.done():
                left = self._typed_at + self._idle - asyncio.get_running_loop().time()
                if left <= 0 and not client.is_seated:
                    reason = _IDLE
                    break
                # For somebody with a seat it is looked at again after that time.
                await asyncio.wait({serving}, timeout=left if left > 0 else self._idle)
            else:
                status = serving.result()
        except Exception:
            _logger.exception("a session of ssh is lost")
            reason = _FAULT
        finally:
            serving.cancel()
            await asyncio.wait({serving})
        self._terminal.write(reason)  # Below the screen, which is closed: on it nobody could read that.
        self._channel.exit(status)

    @property
    def is_served(self) -> bool:
        """Whether it has begun and not ended."""
        return self._serving is not None and not self._serving.done()

    def data_received(self, data: str, datatype: asyncssh.DataType) -> None:  # noqa: ARG002 - from the base class
        """Pass on what was typed."""
        self._typed_at = asyncio.get_running_loop().time()
        if self._client is not None:
            self._client.receive(data)

    def eof_received(self) -> bool:
        """Pass on that nothing more will be typed; the other direction stays open."""
        if self._client is not None:
            self._client.end_input()
        return True

    def pause_writing(self) -> None:
        """Pass on that the other side reads slowly."""
        if self._client is not None:
            self._client.pause()

    def resume_writing(self) -> None:
        """Pass on that it has read."""
        if self._client is not None:
            self._client.resume()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - from the base class
        """End the client."""
        self._terminal.is_open = False
        if self._serving is not None:
            self._serving.cancel()
