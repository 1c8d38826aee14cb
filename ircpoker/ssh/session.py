"""What a session of SSH may ask for: a shell, which is the lobby, or one command, which is the place of a table.

Neither reaches a shell of the operating system. With a terminal it is the full screen, else lines.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Mapping

import asyncssh

from ircpoker.ssh.channel import KeyOwner, OpenChannel, SshRequest
from ircpoker.ssh.clients import SshClient

_PLACE = re.compile(r"(?:[A-Za-z0-9_.-]{1,32}/)?[#&+!][^\s,\x00-\x1f]{1,63}")
"""A channel, perhaps with its network: `#poker`, `libera/#poker`."""
_REFUSED = "expected no command, or the place of a table, such as '#poker'"
_MOST_UNREAD = 1 << 18
"""Bytes that may wait for a client that does not read, before what it shows is left out."""
_BAD_COMMAND = 2
_IDLE = "\r\nNothing was typed for long: goodbye.\r\n"
_FAULT = "\r\nSomething has failed here, and is in the owner's log: come again.\r\n"

_logger = logging.getLogger(__name__)


ClientMaker = Callable[[SshRequest, OpenChannel], SshClient]


class SshSession(asyncssh.SSHServerSession[str]):
    """One session."""

    def __init__(self, visitor: KeyOwner, make_client: ClientMaker, idle: float) -> None:
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
        self._client: SshClient | None = None
        self._serving: asyncio.Task[None] | None = None
        self._bad_command = False

    def connection_made(self, chan: asyncssh.SSHServerChannel[str]) -> None:
        """Keep the channel."""
        self._channel = chan
        self._terminal = OpenChannel(chan)
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

    async def _serve(self, client: SshClient) -> None:
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
