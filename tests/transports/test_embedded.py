from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager, suppress

import pytest

from ircpoker.errors import TransportError
from ircpoker.runtime.shares import SHARES
from ircpoker.transports import embedded, embedded_client
from ircpoker.transports.embedded import EmbeddedServer
from tests.servers.embedded import EmbeddedThread
from tests.waiting import PATIENCE


def connect(server: EmbeddedServer | EmbeddedThread) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)


def read_all(client: socket.socket) -> bytes:
    with client:
        return b"".join(iter(lambda: client.recv(65536), b""))


def answer(server: EmbeddedThread, *lines: bytes) -> bytes:
    """Return all that a client gets who sends these lines and QUIT."""
    with connect(server) as client:
        client.sendall(b"\r\n".join([*lines, b"QUIT", b""]))
        return read_all(client)


class Peer:
    """A client on the server's own loop: what both do happens in an order that the test decides."""

    def __init__(self, server: EmbeddedServer) -> None:
        self.socket = connect(server)
        self.socket.setblocking(False)
        self.heard = b""

    def say(self, *lines: bytes) -> None:
        self.socket.sendall(b"".join(line + b"\r\n" for line in lines))

    def hear(self) -> bytes:
        """Return all that has come until now."""
        with suppress(BlockingIOError):
            while data := self.socket.recv(1 << 20):
                self.heard += data
        return self.heard

    async def expect(self, text: bytes) -> None:
        async with asyncio.timeout(PATIENCE):
            while text not in self.hear():
                await asyncio.sleep(0)


async def join(server: EmbeddedServer, nick: bytes) -> Peer:
    peer = Peer(server)
    peer.say(b"NICK " + nick, b"USER u 0 * :u", b"JOIN #poker")
    await peer.expect(b" 366 ")
    return peer


@asynccontextmanager
async def company(*nicks: bytes) -> AsyncIterator[tuple[EmbeddedServer, list[Peer]]]:
    """Have a server and people in its channel."""
    async with EmbeddedServer(port=0) as server:
        with ExitStack() as stack:
            peers = [await join(server, nick) for nick in nicks]
            for peer in peers:
                stack.enter_context(peer.socket)
            yield server, peers


async def fill(sender: Peer, target: bytes, *, until: Callable[[], bool]) -> None:
    """Talk to somebody who does not read."""
    async with asyncio.timeout(PATIENCE):
        while not until():
            sender.say(*[b"PRIVMSG %s :%s" % (target, b"x" * 450)] * 20, b"PING :sent")
            sender.heard = b""
            await sender.expect(b" PONG ircpoker.local :sent")


def test_stop_leaves_nothing_and_start_works_again() -> None:
    async def main() -> None:
        server = EmbeddedServer(port=0)
        for _ in range(3):
            await server.start()
            port = server.port
            clients = [Peer(server) for _ in range(5)]
            for client in clients:  # A connection not accepted yet gets no goodbye.
                client.say(b"PING :a")
                await client.expect(b" PONG ")
            await server.stop()
            assert asyncio.all_tasks() == {asyncio.current_task()}
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection(("127.0.0.1", port))
            for client in clients:
                client.socket.setblocking(True)
                assert read_all(client.socket).endswith(b"ERROR :Server going down\r\n")
        await server.stop()

    asyncio.run(main())


@pytest.mark.slow(1)
def test_stop_does_not_wait_for_a_client_that_never_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "LONGEST_GOODBYE", 0.01)

    async def main() -> None:
        async with company(b"alice", b"deaf") as (server, (alice, _)):
            writers = list(server._tasks)
            await fill(alice, b"deaf", until=lambda: any(each.transport.get_write_buffer_size() for each in writers))
            async with asyncio.timeout(PATIENCE):
                await server.stop()
            assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(main())


@pytest.mark.slow(1)
def test_a_client_that_never_reads_is_disconnected() -> None:
    async def main() -> None:
        async with company(b"alice", b"deaf") as (_, (alice, _deaf)):
            goodbye = b":deaf!~u@localhost QUIT :Connection closed"
            await fill(alice, b"#poker", until=lambda: goodbye in alice.heard)

    asyncio.run(main())


def test_a_flood_leaves_the_loop_to_others() -> None:
    async def main() -> None:
        async with company(b"alice", b"bob") as (_, (alice, bob)):
            alice.say(*[b"PING :%d" % number for number in range(300)])
            bob.say(b"PING :bob")
            await bob.expect(b"PONG ircpoker.local :bob")
            assert b":299" not in alice.hear()
            await alice.expect(b"PONG ircpoker.local :299")

    asyncio.run(main())


def test_the_number_of_clients_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SHARES, "embedded", SHARES["embedded"]._replace(total=2))

    async def main() -> None:
        async with company(b"alice", b"bob") as (server, (alice, bob)):
            with connect(server) as third:
                third.setblocking(False)
                assert await asyncio.get_running_loop().sock_recv(third, 1) == b""
            bob.socket.close()
            await alice.expect(b"bob!~u@localhost QUIT")
            while len(server._tasks) == 2:
                await asyncio.sleep(0)
            with (await join(server, b"carol")).socket:
                pass

    asyncio.run(main())


def test_the_numbers_of_names_and_channels_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded_client, "MOST_CHANNELS", 3)
    monkeypatch.setattr(embedded_client, "MOST_TARGETS", 2)
    with EmbeddedThread() as server:
        lines = (b"JOIN #a,#b,#c", b"JOIN #c", b"JOIN #a", b"JOIN #d", b"NOTICE x,y,z :hi", b"NAMES #x,#y,#z")
        received = answer(server, b"NICK a", b"USER a 0 * :a", *lines)
    assert re.findall(rb" (4\d\d a \S+)", received) == [b"407 a #c", b"405 a #d", b"407 a #z"]
    assert re.findall(rb" 366 a (\S+)", received) == [b"#a", b"#b", b"#c", b"#x", b"#y"]


def test_names_are_equal_by_the_casemapping() -> None:
    with EmbeddedThread() as server:
        lines = ("JOIN #{A}", "JOIN #[a]", "JOIN #É", "JOIN #é")
        received = answer(server, b"NICK a", b"USER a 0 * :a", *[line.encode() for line in lines]).decode()
    assert re.findall(r" JOIN (\S+)", received) == ["#{A}", "#É", "#é"]


def test_a_busy_port_is_a_clear_error() -> None:
    with EmbeddedThread() as server:
        message = f"cannot listen on 127.0.0.1:{server.port} (Address already in use): choose another port"
        with pytest.raises(TransportError, match=re.escape(message)):
            asyncio.run(EmbeddedServer(port=server.port).start())
        assert b" 001 " in answer(server, b"NICK a", b"USER a 0 * :a")


def test_invalid_port() -> None:
    with pytest.raises(TransportError, match=r"cannot listen on 127\.0\.0\.1:70000"):
        asyncio.run(EmbeddedServer(port=70000).start())


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
    with EmbeddedThread() as server:
        assert b" 001 a " in answer(server, junk, b"NICK a", b"USER a 0 * :a")


@pytest.mark.parametrize(
    "nick", [b"1a", b"a b", b"a,b", b"a!b", b"#a", b"a" * 31, "é".encode(), b"\xe9", b"a\x00\x01", b"-a", b":"]
)
def test_invalid_nicks(nick: bytes) -> None:
    with EmbeddedThread() as server:
        received = answer(server, b"NICK :" + nick, b"USER a 0 * :a")
        assert b" 432 * " in received
        assert b" 001 " not in received


def test_lines_that_reach_nobody_are_answered() -> None:
    with EmbeddedThread() as server:
        join = b"NICK a", b"USER a 0 * :a", b"JOIN #poker"
        empty = answer(server, *join, b"PRIVMSG #poker :")
        assert b" 412 a :No text to send\r\n" in empty
        assert b" 412 " not in answer(server, *join, b"PRIVMSG #poker :hello", b"PRIVMSG a :hello")
        assert b" 401 a nobody :" in answer(server, *join, b"PRIVMSG nobody :hello")
        assert b" 401 " not in answer(server, *join, b"NOTICE nobody :hello", b"NOTICE nobody :")
