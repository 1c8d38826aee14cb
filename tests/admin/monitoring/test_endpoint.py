"""/metrics and /health over real sockets, with clients that mean well and others."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable
from http import HTTPStatus

import pytest

from ircpoker.admin.monitoring.endpoint import LONGEST_HEAD, Endpoint, Page
from ircpoker.admin.monitoring.settings import ADDRESS
from ircpoker.errors import TransportError
from ircpoker.runtime.shares import SHARES

PAGES = {
    "/health": lambda _: Page(b"ok\n"),
    "/metrics": lambda accept: Page(f"for {accept}".encode(), "text/html"),
    "/bad": lambda _: Page(b"no\n", status=HTTPStatus.SERVICE_UNAVAILABLE),
    "/broken": lambda _: Page(str(1 // 0).encode()),
}
GOOD = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1:9464\r\n\r\n"


def served(use: Callable[[int], Awaitable[None]], patience: float = 60.0) -> None:
    """Open an endpoint, and use its port."""

    async def main() -> None:
        async with Endpoint(0, PAGES, patience) as endpoint:
            await use(endpoint.port)

    asyncio.run(main())


async def ask(port: int, request: bytes) -> bytes:
    """Send bytes, and return all of the answer."""
    reader, writer = await asyncio.open_connection(ADDRESS, port)
    writer.write(request)
    try:
        return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


async def _all_of(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read()
    except ConnectionError:
        return b""


def status_of(*requests: bytes) -> list[int]:
    """Return the status of the answer to each request, 0 for none."""
    found = []

    async def use(port: int) -> None:
        for request in requests:
            answer = await ask(port, request)
            found.append(int(answer.split(b" ")[1]) if answer else 0)

    served(use)
    return found


def test_a_whole_answer() -> None:
    async def use(port: int) -> None:
        head, _, content = (await ask(port, GOOD)).partition(b"\r\n\r\n")
        lines = head.decode().split("\r\n")
        assert lines[0] == "HTTP/1.1 200 OK"
        assert {"Content-Type: text/plain; charset=utf-8", "Content-Length: 3", "Connection: close"} <= set(lines)
        assert content == b"ok\n"
        head, _, content = (await ask(port, GOOD.replace(b"GET", b"HEAD"))).partition(b"\r\n\r\n")
        assert b"Content-Length: 3" in head
        assert content == b""
        request = b"GET /metrics?x=/health HTTP/1.1\r\nhOST: localhost\r\nAccept:  text/plain \r\n\r\n"
        answer = await ask(port, request)
        assert b"Content-Type: text/html\r\n" in answer
        assert answer.endswith(b"\r\n\r\nfor text/plain")

    served(use)


def test_refusals() -> None:
    def path(text: str) -> bytes:
        return GOOD.replace(b"/health", text.encode())

    assert status_of(path("/bad"), path("/"), path("/health/"), path("/../health")) == [503, 404, 404, 404]
    assert status_of(GOOD.replace(b"GET", b"POST"), GOOD.replace(b"GET", b"get")) == [405, 405]
    assert status_of(b"\r\n\r\n", b"GET /health\r\n\r\n", GOOD.replace(b"P/1", b"P/2")) == [400, 400, 400]
    assert status_of(b"\x00\xff\x16\x03\x01\r\n\r\n", b"GET /health HTTP/1.0\r\n\r\n") == [400, 200]


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1", 200),
        ("localhost:9464", 200),
        ("evil.example", 403),
        ("evil.example:9464", 403),
        ("127.0.0.1.evil.example", 403),
        ("localhost.evil.example:80", 403),
        ("127.0.0.1\r\nHost: evil.example", 403),
        ("", 403),
    ],
)
def test_pages_of_the_web_read_nothing(host: str, status: int) -> None:
    """A name of theirs may lead to this machine (DNS rebinding)."""
    assert status_of(f"GET /health HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()) == [status]


def test_a_page_that_cannot_be_made(caplog: pytest.LogCaptureFixture) -> None:
    broken = GOOD.replace(b"health", b"broken")
    assert status_of(broken, broken, GOOD) == [500, 500, 200]
    assert caplog.text.count("ZeroDivisionError") == 1


def test_a_request_may_come_in_pieces_but_not_without_end() -> None:
    async def use(port: int) -> None:
        reader, writer = await asyncio.open_connection(ADDRESS, port)
        for byte in GOOD:
            writer.write(bytes([byte]))
            await asyncio.sleep(0)
        assert (await reader.read()).startswith(b"HTTP/1.1 200")
        writer.close()
        assert await ask(port, b"GET /health HTTP/1.1\r\nX: " + b"x" * 2 * LONGEST_HEAD) == b""
        assert await ask(port, GOOD.replace(b"Host", b"X: " + b"x" * 2 * LONGEST_HEAD + b"\r\nHost")) == b""
        assert (await ask(port, GOOD)).startswith(b"HTTP/1.1 200")

    served(use)


def test_silent_clients_do_not_keep_others_out() -> None:
    async def use(port: int) -> None:
        silent = []
        for _ in range(3 * SHARES["metrics"].total):
            reader, writer = await asyncio.open_connection(ADDRESS, port)
            writer.write(GOOD[:-2])
            silent.append((reader, writer))
            assert (await ask(port, GOOD)).startswith(b"HTTP/1.1 200"), "the oldest half request gives way"
        for reader, _ in silent[: -SHARES["metrics"].total]:
            assert await _all_of(reader) == b""
        for _, writer in silent:
            writer.close()

    served(use)


def test_a_client_that_leaves_or_reads_nothing_is_forgotten(caplog: pytest.LogCaptureFixture) -> None:
    async def use(port: int) -> None:
        for request in (b"", b"GET", GOOD):
            client = socket.create_connection((ADDRESS, port))
            client.sendall(request)
            client.close()
        assert (await ask(port, GOOD)).startswith(b"HTTP/1.1 200")

    with caplog.at_level(logging.DEBUG, "asyncio"):
        served(use)
    assert [record for record in caplog.records if record.levelno > logging.DEBUG] == []


def test_a_port_that_is_taken() -> None:
    async def use(port: int) -> None:
        with pytest.raises(TransportError, match=rf"\[metrics\] port = {port}: "):
            async with Endpoint(port, PAGES):
                pass

    served(use)


def test_it_ends_while_clients_wait() -> None:
    async def main() -> None:
        async with Endpoint(0, PAGES) as endpoint:
            reader, writer = await asyncio.open_connection(ADDRESS, endpoint.port)
            port = endpoint.port
            assert (await ask(port, GOOD)).startswith(b"HTTP/1.1 200")
        assert await reader.read() == b""
        writer.close()
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection(ADDRESS, port)

    asyncio.run(main())
