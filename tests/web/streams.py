"""The frames of a live table, or of a page with a list, as a browser gets them."""

from __future__ import annotations

import asyncio
import socket
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Self

from tests.web.web_hall import PATIENCE

if TYPE_CHECKING:
    from tests.web.web_hall import WebHall


class FullTransport(asyncio.Transport):
    """A connection that takes no bytes at once."""

    def get_write_buffer_size(self) -> int:
        return 1


class Stream:
    """The frames that a browser gets, as they come."""

    def __init__(self, house: WebHall, cookie: str = "", path: str = "") -> None:
        host, _, port = house.host.partition(":")
        self._socket = socket.create_connection((host, int(port)), timeout=PATIENCE)
        lines = [
            f"GET {path or house.table_path() + '/events'} HTTP/1.1",
            "Accept: text/event-stream",
            "Connection: close",
            f"Host: {house.host}",
            *([f"Cookie: {cookie}"] if cookie else []),
        ]
        self._socket.sendall("".join([f"{line}\r\n" for line in [*lines, ""]]).encode())
        self._got = bytearray()
        self._more = threading.Condition()
        self._reading = threading.Thread(target=self._read)
        self._reading.start()

    def _read(self) -> None:
        with self._socket.makefile("rb") as lines:
            for line in lines:
                if line.startswith(b"data:"):
                    with self._more:
                        self._got += line
                        self._more.notify_all()

    def until(self, sign: str) -> str:
        """Take all frames before the one with a sign, and wait for it."""
        with self._more:
            assert self._more.wait_for(lambda: sign.encode() in self._got, PATIENCE), sign
            begins = self._got.rindex(b"data:", 0, self._got.index(sign.encode()))
            taken = bytes(self._got[:begins])
            del self._got[:begins]
        return taken.decode()

    def ended(self) -> None:
        """Wait until it is over."""
        self._reading.join(PATIENCE)
        assert not self._reading.is_alive()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # it may be over already
            self._socket.shutdown(socket.SHUT_RDWR)
        self._reading.join(PATIENCE)
        self._socket.close()
