"""One house for the tests in this folder, which do not disturb each other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.servers.ngircd import Ngircd
from tests.ssh.house import STRICT, SshHouse, SshServer

ROOMY = "sessions_per_host = 100\nlogins_per_minute = 1000"
"""All tests come from one host."""


@pytest.fixture(scope="session")
def ngircd() -> Iterator[Ngircd]:
    with Ngircd() as server:
        yield server


@pytest.fixture(scope="session")
def ngircd_port(ngircd: Ngircd) -> int:
    return ngircd.port


@pytest.fixture(scope="session")
def house(ngircd: Ngircd, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SshHouse]:
    with SshHouse(tmp_path_factory.mktemp("ssh"), ngircd.port, ssh=ROOMY, more="delay = 0") as house:
        yield house


@pytest.fixture(scope="session")
def strict(house: SshHouse, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SshServer]:
    """Another server beside the same bot, for which only ann is known."""
    folder = tmp_path_factory.mktemp("strict")
    (folder / "config.ini").write_text(STRICT.format(folder=folder))
    server = SshServer(folder, folder / "config.ini", "--feed", str(house.folder / "feed"))
    (folder / "known").write_text(server.key("ann").with_suffix(".pub").read_text())
    with server:
        yield server
