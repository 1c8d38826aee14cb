"""What `ircpoker ssh` refuses: every way into the machine but the game."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from pathlib import Path

import asyncssh
import pytest

from ircpoker.runtime.shares import SHARES
from tests import tiers
from tests.ports import free_port
from tests.ssh.house import SshHouse, SshServer
from tests.waiting import PATIENCE, wait_until

pytestmark = [pytest.mark.servers, pytest.mark.slow]

_GUESTS_PER_HOUR = 40
"""What the configuration of the house allows one host."""
_REFUSED = "expected no command, or the place of a table, such as '#poker'\n"


def test_a_password_is_no_way_in(house: SshHouse) -> None:
    answer = house.ask("ann", "-o", "PubkeyAuthentication=no", "-o", "BatchMode=no", "-o", "NumberOfPasswordPrompts=1")
    assert answer.returncode == 255
    assert "Permission denied (publickey)." in answer.stderr


@pytest.mark.parametrize(
    "command", ["ls", "sh", "", " ", "#poker; ls", "#poker\nls", "$(id)", "`id`", "scp -t .", "#", "x" * 5000]
)
def test_any_other_command_is_refused_with_one_line(house: SshHouse, command: str) -> None:
    if not command:
        command = "''"
    answer = house.ask("ann", words=command)
    assert (answer.returncode, answer.stdout, answer.stderr.replace("\r", "")) == (2, "", _REFUSED)


def test_a_subsystem_is_refused(house: SshHouse) -> None:
    answer = house.ask("ann", "-s", words="sftp")
    assert answer.returncode == 255
    assert "subsystem request failed" in answer.stderr


@pytest.mark.parametrize("way", [["-L", "{port}:127.0.0.1:1"], ["-D", "{port}"]])
def test_nothing_is_forwarded_from_the_client(house: SshHouse, way: list[str]) -> None:
    port = free_port()
    options = [option.format(port=port) for option in way]
    # The client listens by itself; what it passes on is refused.
    with pytest.raises(asyncssh.ChannelOpenError):
        asyncio.run(_open_forwarded(house))
    assert house.ask("ann", *options, "-o", "ExitOnForwardFailure=yes", typed="quit\n").returncode == 0


async def _open_forwarded(house: SshHouse) -> None:
    async with connect(house, "ann") as client:
        await client.open_connection("127.0.0.1", 22)


def test_nothing_is_forwarded_from_the_server(house: SshHouse) -> None:
    answer = house.ask("ann", "-R", "0:127.0.0.1:1", "-o", "ExitOnForwardFailure=yes", typed="quit\n")
    assert answer.returncode == 255
    assert "forwarding failed" in answer.stderr


def test_sockets_are_not_forwarded(house: SshHouse) -> None:
    async def try_it() -> None:
        async with connect(house, "ann") as client:
            with pytest.raises(asyncssh.ChannelOpenError):
                await client.open_unix_connection(str(house.folder / "feed" / "local.sock"))
            with pytest.raises(asyncssh.ChannelListenError):
                await client.start_unix_server(lambda: None, str(house.folder / "theirs.sock"))

    asyncio.run(try_it())
    assert not (house.folder / "theirs.sock").exists()


def test_no_agent_no_display_no_environment(house: SshHouse) -> None:
    async def ask(request: bytes, *arguments: bytes) -> bool:
        async with connect(house, "ann") as client:
            channel, _ = await client.create_session(asyncssh.SSHClientSession, None)
            return bool(await channel._make_request(request, *arguments))

    string = asyncssh.packet.String
    assert not asyncio.run(ask(b"env", string("LANG"), string("C")))
    assert not asyncio.run(ask(b"auth-agent-req@openssh.com"))
    x11 = (asyncssh.packet.Boolean(False), string("MIT-MAGIC-COOKIE-1"), string("00" * 16), asyncssh.packet.UInt32(0))
    assert not asyncio.run(ask(b"x11-req", *x11))


def test_one_session_in_a_connection(house: SshHouse) -> None:
    async def try_it() -> None:
        async with connect(house, "ann") as client:
            await client.create_process(None)
            with pytest.raises(asyncssh.ChannelOpenError):
                await client.create_process(None)

    asyncio.run(try_it())


@pytest.mark.parametrize(
    "options",
    [
        {"kex_algs": ["diffie-hellman-group14-sha1"]},
        {"kex_algs": ["diffie-hellman-group1-sha1"]},
        {"encryption_algs": ["aes128-cbc"]},
        {"encryption_algs": ["3des-cbc"]},
        {"encryption_algs": ["aes128-ctr"], "mac_algs": ["hmac-sha1"]},
        {"encryption_algs": ["aes128-ctr"], "mac_algs": ["hmac-md5"]},
        {"server_host_key_algs": ["ssh-rsa"]},
    ],
)
def test_weak_algorithms_of_old_clients(house: SshHouse, options: dict[str, list[str]]) -> None:
    async def try_it() -> None:
        with pytest.raises((asyncssh.KeyExchangeFailed, asyncssh.ConnectionLost)):
            async with connect(house, "ann", **options):
                pass

    asyncio.run(try_it())


@pytest.mark.parametrize(("kind", "size"), [("ssh-rsa", {"key_size": 1024}), ("ssh-dss", {})])
def test_weak_keys(house: SshHouse, kind: str, size: dict[str, int]) -> None:
    key = asyncssh.generate_private_key(kind, **size)

    async def try_it() -> None:
        with pytest.raises((asyncssh.PermissionDenied, asyncssh.ConnectionLost)):
            async with connect(house, "ann", client_keys=[key], signature_algs="+ssh-rsa,ssh-dss"):
                pass

    asyncio.run(try_it())


def test_a_signature_with_sha1_is_refused(house: SshHouse) -> None:
    key = asyncssh.generate_private_key("ssh-rsa", key_size=2048)

    async def try_it() -> None:
        with pytest.raises(asyncssh.PermissionDenied):
            async with connect(house, "ann", client_keys=[key], signature_algs=["ssh-rsa"]):
                pass

    asyncio.run(try_it())


def test_many_keys_end_the_connection(house: SshHouse) -> None:
    keys = [asyncssh.generate_private_key("ssh-rsa", key_size=1024) for _ in range(14)]

    async def try_it() -> None:
        with pytest.raises(asyncssh.DisconnectError, match=r"Too many keys|Permission denied"):
            async with connect(house, "ann", client_keys=keys, signature_algs=["rsa-sha2-256"]):
                pass

    asyncio.run(try_it())


def test_keys_by_the_thousand_from_one_host(house: SshHouse) -> None:
    """Each key would be an account with chips: some in an hour are all that a host gets."""
    at_once = asyncio.Semaphore(8)

    async def come() -> str:
        key = await asyncio.to_thread(asyncssh.generate_private_key, "ssh-ed25519")
        async with at_once, connect(house, "mob", client_keys=[key], local_addr=("127.9.9.9", 0)) as client:
            process = await client.create_process()
            with suppress(BrokenPipeError):  # Who is refused is gone at once.
                process.stdin.write("bank\n")
                process.stdin.write_eof()
            return await process.stdout.read()

    async def come_all() -> list[str]:
        return list(await asyncio.gather(*[come() for _ in range(tiers.count(1000))]))

    answers = asyncio.run(come_all())
    welcome = [answer for answer in answers if "you have" in answer]
    refused = [answer for answer in answers if "new guests have come from your host" in answer]
    assert len(welcome) == _GUESTS_PER_HOUR
    assert len(refused) == len(answers) - len(welcome)
    assert house.ask("ann", typed="bank\n").returncode == 0


def test_guests_may_be_turned_off(strict: SshServer) -> None:
    assert strict.ask("ann", typed="quit\n").returncode == 0
    stranger = strict.ask("eve")
    assert stranger.returncode == 255
    assert "Permission denied (publickey)." in stranger.stderr


def test_who_starts_it_reads_that_no_bot_is_there(tmp_path: Path) -> None:
    (tmp_path / "config.ini").write_text(f"[ssh]\nlisten = 127.0.0.1:0\nhost_key = {tmp_path}/ssh_host_key\n")
    with SshServer(tmp_path, tmp_path / "config.ini", "--feed", str(tmp_path / "feed")) as server:
        wait_until(lambda: f"no bot is there yet: {tmp_path}/feed/ssh.sock cannot be reached." in server.log)


@pytest.mark.parametrize("is_everywhere", [False, True])
def test_half_open_logins_hold_up_nobody(strict: SshServer, is_everywhere: bool) -> None:
    """300 silent connections, of one host or of 100: who comes with a key is let in at once."""
    before, places = _descriptors(strict.pid), SHARES["logins"]
    silent = [
        socket.create_connection(("127.0.0.1", strict.port), PATIENCE, _from(number) if is_everywhere else None)
        for number in range(300)
    ]
    most = places.total if is_everywhere else places.of_host(places.total)
    there, greeted = list(silent), set[socket.socket]()
    # Whoever is not greeted is not counted yet, and would come after the one with the key.
    wait_until(lambda: _drop_closed(there, greeted) <= most and greeted.issuperset(there))
    assert strict.ask("ann", typed="quit\n").returncode == 0
    assert _drop_closed(there, greeted) >= most - 1, "none of them left for its silence"
    for each in silent:
        each.close()
    wait_until(lambda: _descriptors(strict.pid) <= before + 1)


def _from(number: int) -> tuple[str, int]:
    return f"127.3.0.{number % 100 + 1}", 0


def _drop_closed(connections: list[socket.socket], greeted: set[socket.socket]) -> int:
    """Forget those that the server has closed, note those that it has greeted, and return how many are left."""
    for each in tuple(connections):
        each.setblocking(False)
        try:
            while each.recv(1 << 12):
                greeted.add(each)
        except BlockingIOError:
            continue
        except ConnectionResetError:
            pass
        connections.remove(each)
    return len(connections)


def _descriptors(process: int) -> int:
    return len(list(Path(f"/proc/{process}/fd").iterdir()))


def connect(house: SshServer, name: str, **options: object) -> asyncssh.connection.SSHClientConnection:
    """Return the connection of a client that is not OpenSSH's."""
    own = {
        "client_keys": [str(house.key(name))],
        "username": name,
        "known_hosts": None,
        "config": None,
        "agent_path": None,
    }
    return asyncssh.connect("127.0.0.1", house.port, **(own | options))
