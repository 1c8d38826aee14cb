"""`ircpoker init` against real servers: it connects, logs in and joins before it writes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.servers.atheme import Atheme
from tests.servers.human import Human
from tests.servers.inspircd import Inspircd
from tests.servers.ngircd import Ngircd
from tests.waiting import PATIENCE

pytestmark = pytest.mark.slow

PASSWORD = "hunter2hunter2"


def init(folder: Path, answers: Sequence[object]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "error", "-m", "ircpoker", "init"]
    text = "".join(f"{answer}\n" for answer in answers)
    return subprocess.run(
        command, cwd=folder, input=text, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def answers_for(port: int, *login: str) -> list[object]:
    return ["127.0.0.1", "no", port, "croupier", "#cards, #more", "!", "ann", *login]


def test_a_server_without_services(tmp_path: Path) -> None:
    with Ngircd() as server:
        done = init(tmp_path, answers_for(server.port, "no"))
    assert (done.returncode, done.stderr.splitlines()) == (
        0,
        [
            f"network: connected to 127.0.0.1:{server.port}",
            "network: joined '#cards'",
            "network: joined '#more'",
        ],
    )
    assert [file.name for file in tmp_path.iterdir()] == ["config.ini"]


def test_a_login(tmp_path: Path) -> None:
    services = Atheme()
    with Inspircd(more=services.for_inspircd) as server, services:
        person = Human(server.port, "dealer")
        person.say("NickServ", f"REGISTER {PASSWORD} dealer@test.local")
        person.expect(" 900 ")
        done = init(tmp_path, answers_for(server.port, "yes", "", "dealer", "plain", PASSWORD))
        assert done.returncode == 0, done.stderr
        assert "network: logged in: 'SASL authentication successful'" in done.stderr
        (tmp_path / "config.ini").unlink()
        (tmp_path / "network.password").unlink()
        wrong = init(tmp_path, answers_for(server.port, "yes", "", "dealer", "plain", "wrong", "no"))
        person.close()
    assert wrong.returncode == 1
    assert "sasl = plain: not logged in" in wrong.stderr
    assert wrong.stderr.endswith("ircpoker: nothing was written\n")
    assert PASSWORD not in done.stdout + done.stderr
    assert not list(tmp_path.iterdir())


def test_nobody_answers(tmp_path: Path) -> None:
    with Ngircd() as server:
        port = server.port
    refused = init(tmp_path, [*answers_for(port, "no"), "no"])
    assert refused.returncode == 1
    assert "Connect call failed" in refused.stderr
    assert "the bot did not get into all its channels" in refused.stderr
    assert not list(tmp_path.iterdir())
    assert init(tmp_path, [*answers_for(port, "no"), "yes"]).returncode == 0
    assert [file.name for file in tmp_path.iterdir()] == ["config.ini"]
