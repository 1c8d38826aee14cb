"""A process that serves the connections which the gate hands to it."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
from contextlib import suppress
from functools import partial

import asyncssh

from ircpoker.ssh.listener import NEWS, NUMBER
from ircpoker.ssh.login import SIGNATURES, KeyLogin, read_known
from ircpoker.ssh.session import ClientMaker, SshSession
from ircpoker.ssh.settings import SshSettings

LOGIN_SECONDS = 30
_KEEPALIVE_SECONDS = 30
_LAST_LINES = 2.0
"""Seconds in which the last lines of all sessions must have gone out."""
_ENDED = 10
"""After so many connections the next full collection of garbage looks at everything, also at what they have left."""
_KEX = (
    "mlkem768x25519-sha256",
    "curve25519-sha256",
    "curve25519-sha256@libssh.org",
    "ecdh-sha2-nistp521",
    "ecdh-sha2-nistp384",
    "ecdh-sha2-nistp256",
    "diffie-hellman-group18-sha512",
    "diffie-hellman-group16-sha512",
)
_CIPHERS = (
    "chacha20-poly1305@openssh.com",
    "aes256-gcm@openssh.com",
    "aes128-gcm@openssh.com",
    "aes256-ctr",
    "aes192-ctr",
    "aes128-ctr",
)
_MACS = ("hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com", "hmac-sha2-256", "hmac-sha2-512")
"""What today's OpenSSH allows: nothing with SHA-1, no cipher in CBC mode."""

_logger = logging.getLogger(__name__)


class SshWorker:
    """Serves connections until the gate is gone."""

    def __init__(
        self,
        settings: SshSettings,
        host_key: asyncssh.SSHKey,
        link: socket.socket,
        make_client: ClientMaker,
    ) -> None:
        """Prepare to serve.

        Args:
            settings: says who may log in.
            host_key: the server's key.
            link: the socket from which connections come.
            make_client: makes what serves a session.
        """
        self._idle = 60.0 * settings.idle
        self._known = None if settings.guests else (read_known(settings.keys) if settings.keys else frozenset())
        self._link = link
        self._make_client = make_client
        self._host_key = host_key
        self._serving: set[asyncio.Task[None]] = set()
        self._sending = asyncio.Lock()
        self._ended = 0

    async def run(self) -> None:
        """Serve until the gate closes the link; then end all sessions."""
        options = await asyncssh.SSHServerConnectionOptions.construct(**self._options())
        self._link.setblocking(False)
        while True:
            await _until_readable(self._link)
            try:
                data, sockets, *_ = socket.recv_fds(self._link, NUMBER.size, 1)
            except ConnectionResetError:  # The gate has not read all numbers before it closed the link.
                break
            if not data:
                break
            (number,) = NUMBER.unpack(data)
            # Without a free descriptor the number comes alone.
            connection = socket.socket(fileno=sockets[0]) if sockets else None
            task = asyncio.create_task(self._serve(connection, number, options))
            self._serving.add(task)
            task.add_done_callback(self._serving.discard)
        for task in self._serving:
            task.cancel()
        if self._serving:
            await asyncio.wait(self._serving, timeout=_LAST_LINES)

    async def _serve(
        self, connection: socket.socket | None, number: int, options: asyncssh.SSHServerConnectionOptions
    ) -> None:
        """Serve one connection to its end, and send its number back."""
        try:
            if connection is not None:
                await self._talk(connection, number, options)
        finally:
            self._ended += 1
            if not self._ended % _ENDED:
                gc.unfreeze()
            await self._send_back(number, has_logged_in=False)

    async def _talk(self, connection: socket.socket, number: int, options: asyncssh.SSHServerConnectionOptions) -> None:
        def log_in() -> None:
            telling.append(asyncio.create_task(self._send_back(number, has_logged_in=True)))

        telling: list[asyncio.Task[None]] = []
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            make_session = partial(SshSession, make_client=self._make_client, idle=self._idle)
            make_login = partial(KeyLogin, self._known, make_session, log_in)
            served = await asyncssh.run_server(connection, options=options, server_factory=make_login)
            try:
                await served.wait_closed()
            finally:
                served.close()
        except (asyncssh.Error, OSError, ConnectionError) as error:
            _logger.info("a connection of ssh has ended before the login: %s", error)
        finally:
            connection.close()
            await asyncio.gather(*telling)

    async def _send_back(self, number: int, *, has_logged_in: bool) -> None:
        """Tell the gate that a connection has logged in, or has ended: if the link is full, when there is room."""
        with suppress(OSError):
            async with self._sending:
                await asyncio.get_running_loop().sock_sendall(self._link, NEWS.pack(number, has_logged_in))

    def _options(self) -> dict[str, object]:
        return {
            "server_host_keys": [self._host_key],
            "server_version": "ircpoker",
            "login_timeout": LOGIN_SECONDS,
            "keepalive_interval": _KEEPALIVE_SECONDS,
            "kex_algs": _KEX,
            "encryption_algs": _CIPHERS,
            "mac_algs": _MACS,
            "signature_algs": sorted(map(bytes.decode, SIGNATURES)),
            "compression_algs": ["none"],
            "public_key_auth": True,
            "password_auth": False,
            "kbdint_auth": False,
            "host_based_auth": False,
            "gss_host": None,
            "agent_forwarding": False,
            "x11_forwarding": False,
            "allow_scp": False,
            "line_history": 100,
        }


def freeze_survivors(phase: str, info: dict[str, int]) -> None:
    """Look no more at what a full collection of garbage has kept: with fifty sessions each would take 0.2 s.

    It is a callback for the process of a worker.
    """
    if phase == "stop" and info["generation"] == 2:
        gc.freeze()


async def _until_readable(readable: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    loop.add_reader(readable, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(readable)
