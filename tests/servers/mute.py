"""A network cable to a server that can be pulled out: old and new connections fall silent."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from pathlib import Path


class Cable:
    """Passes bytes on between a TCP port and a server's Unix socket.

    Attributes:
        port: where to connect to.
        is_cut: nothing is passed on, and no side notices.
    """

    def __init__(self, server: Path) -> None:
        self._server = server
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.is_cut = False
        self._sockets: list[socket.socket] = [self._listener]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        for each in self._sockets:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def end_connections(self) -> None:
        """End all connections, as after a restart of the server's machine."""
        for each in self._sockets[1:]:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(str(self._server))
                self._sockets += [client, server]
                for source, target in ((client, server), (server, client)):
                    threading.Thread(target=self._pump, args=(source, target), daemon=True).start()

    def _pump(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if not self.is_cut:
                    target.sendall(data)
            target.shutdown(socket.SHUT_RDWR)
