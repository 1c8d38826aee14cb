from __future__ import annotations

import re
import socket
import threading

import pytest

from ircpoker.errors import TransportError
from ircpoker.transports.embedded import EmbeddedServer
from tests.waiting import PATIENCE


def connect(server: EmbeddedServer) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)


def read_all(client: socket.socket) -> bytes:
    with client:
        return b"".join(iter(lambda: client.recv(65536), b""))


def answer(server: EmbeddedServer, *lines: bytes) -> bytes:
    """Return all that a client gets that says these lines and QUIT."""
    with connect(server) as client:
        client.sendall(b"\r\n".join([*lines, b"QUIT", b""]))
        return read_all(client)


def test_stop_leaves_nothing_and_start_works_again() -> None:
    before = threading.active_count()
    server = EmbeddedServer(port=0)
    for _ in range(3):
        server.start()
        clients = [connect(server) for _ in range(5)]
        for client in clients:  # What is not accepted yet gets no goodbye.
            client.sendall(b"PING :a\r\n")
            assert b" PONG " in client.recv(512)
        server.stop()
        assert threading.active_count() == before
        for client in clients:
            assert read_all(client).endswith(b"ERROR :Server going down\r\n")
    server.stop()


def test_a_busy_port_is_a_clear_error() -> None:
    with EmbeddedServer(port=0) as server:
        message = f"cannot listen on 127.0.0.1:{server.port} (Address already in use): choose another port"
        with pytest.raises(TransportError, match=re.escape(message)):
            EmbeddedServer(port=server.port).start()
        assert b" 001 " in answer(server, b"NICK a", b"USER a 0 * :a")


def test_a_port_that_is_none() -> None:
    with pytest.raises(TransportError, match=r"cannot listen on 127\.0\.0\.1:70000"):
        EmbeddedServer(port=70000).start()


@pytest.mark.parametrize("host", ["0.0.0.0", "", "192.168.1.1", "example.org", "::"])
def test_loopback_only(host: str) -> None:
    with pytest.raises(TransportError, match=r"listens on 127\.0\.0\.1 only"):
        EmbeddedServer(host, 0)


@pytest.mark.parametrize(
    "junk",
    [
        b"",
        b" ",
        b":",
        b"@",
        b"\xff\xfe\x00",
        b"NICK",
        b"USER",
        b"NICK :",
        b"CAP",
        b"PING",
        b"x" * 10**5,
        b"JOIN #a",
        b"DUMP",
    ],
)
def test_junk_before_registration_ends_nothing(junk: bytes) -> None:
    with EmbeddedServer(port=0) as server:
        assert b" 001 a " in answer(server, junk, b"NICK a", b"USER a 0 * :a")


@pytest.mark.parametrize(
    "nick", [b"1a", b"a b", b"a,b", b"a!b", b"#a", b"a" * 31, "é".encode(), b"\xe9", b"a\x00\x01", b"-a", b":"]
)
def test_nicks_that_are_none(nick: bytes) -> None:
    with EmbeddedServer(port=0) as server:
        received = answer(server, b"NICK :" + nick, b"USER a 0 * :a")
        assert b" 432 * " in received
        assert b" 001 " not in received
