"""Servers, humans and bots for the tests in this folder, all of them on 127.0.0.1."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from ircpoker.config import BotSettings, LimitSettings, NetworkSettings
from ircpoker.transports.irc import MessageRouter, Timing, UnaskedLines
from tests.servers.bots import QUICK, QUICK_RETURN, EchoRouter, RunningBot
from tests.servers.human import Human
from tests.servers.ngircd import Ngircd

_numbers = count(1)

StartBot = Callable[..., RunningBot]
MakeHuman = Callable[..., Human]
MakeNgircd = Callable[..., Ngircd]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "servers" in item.path.parts:
            item.add_marker("servers")


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a short path: those of sockets have at most 107 bytes."""
    path = Path(tempfile.mkdtemp(prefix="feed"))
    yield path
    shutil.rmtree(path)


@pytest.fixture(scope="session")
def shared_ngircd() -> Iterator[Ngircd]:
    with Ngircd() as server:
        yield server


@pytest.fixture
def ngircd(shared_ngircd: Ngircd) -> Ngircd:
    """The server that tests share if they do not change it."""
    return shared_ngircd


@pytest.fixture
def make_ngircd() -> Iterator[MakeNgircd]:
    """Start servers with their own configuration: `make_ngircd(penalty=-1)`."""
    with ExitStack() as running:

        def make(**configuration: Any) -> Ngircd:
            return running.enter_context(Ngircd(**configuration))

        yield make


@pytest.fixture
def own_ngircd(make_ngircd: MakeNgircd) -> Ngircd:
    """A server that a test may stop."""
    return make_ngircd()


@pytest.fixture
def channel() -> str:
    """A channel that no other test uses."""
    return f"#table{next(_numbers)}"


@pytest.fixture
def human() -> Iterator[MakeHuman]:
    """Make people on a server: `human(server.port, "alice", "#poker")`; checks that they got no line too long."""
    people: list[Human] = []

    def make(port: int, nick: str, *channels: str, user: str = "human") -> Human:
        people.append(Human(port, nick, *channels, user=user))
        return people[-1]

    yield make
    for person in people:
        person.close()
    for person in people:
        person.check_lines()


@pytest.fixture
def no_new_ctcp(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a bot answer no more CTCP than its burst, however long a test takes."""
    monkeypatch.setattr("ircpoker.transports.irc.client._CTCP_INTERVAL", 3600.0)


@pytest.fixture
def start_bot() -> Iterator[StartBot]:
    """Start bots: `start_bot(server.port, "#poker", send_burst=1)`; stops them at the end of the test."""
    bots: list[RunningBot] = []

    def start(
        port: int,
        *channels: str,
        router: MessageRouter | None = None,
        timing: Timing = QUICK,
        bot: BotSettings | None = None,
        limits: LimitSettings | None = None,
        games: UnaskedLines | None = None,
        wait: bool = True,
        **network: Any,
    ) -> RunningBot:
        usual: dict[str, Any] = {"name": "net", "host": "127.0.0.1", "nick": "dealer"}
        fast: dict[str, Any] = {"send_burst": 100, "send_interval": 0.05}
        settings = NetworkSettings(port=port, channels=channels, **(usual | fast | QUICK_RETURN | network))
        running = RunningBot(
            settings,
            router or EchoRouter(),
            bot=bot or BotSettings(owner="alice", nick="dealer"),
            limits=limits or LimitSettings(command_burst=100, command_interval=0.01),
            timing=timing,
            games=games,
        )
        bots.append(running)
        if wait:
            running.wait_joined(len(channels))
        return running

    yield start
    for running in bots:
        running.stop()
