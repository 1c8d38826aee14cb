"""Two real processes on one ledger: each network is played by one of them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ircpoker.errors import LedgerError
from ircpoker.ledger import Ledger
from ircpoker.runtime.clock import SystemClock
from tests.servers.conftest import MakeHuman
from tests.servers.ngircd import Ngircd
from tests.servers.postgres import Postgres
from tests.servers.process import BotProcess
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.slow

REFUSED = (
    "ircpoker is already running on network '{}' with this ledger: stop it first, or give this one another database "
    "or its network another name"
)


@pytest.fixture(params=["file", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "file":
        return f"sqlite:///{tmp_path}/shared.db"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_ledger()


def make_bot(
    folder: Path, url: str, port: int, channel: str, *, network: str = "net", nick: str = "dealer"
) -> BotProcess:
    """A bot that is not started yet."""
    folder.mkdir()
    bot = BotProcess(folder, port, channel, plugins="help, bank, holdem")
    text = bot.config.read_text().replace(f"sqlite:///{folder}/ircpoker.db", url)
    bot.config.write_text(
        text.replace("[network:net]", f"[network:{network}]").replace("nick = dealer", f"nick = {nick}")
    )
    return bot


def test_a_second_process_stops(tmp_path: Path, url: str, ngircd: Ngircd, channel: str, human: MakeHuman) -> None:
    watcher = human(ngircd.port, "watcher", channel)
    first = make_bot(tmp_path / "first", url, ngircd.port, channel)
    second = make_bot(tmp_path / "second", url, ngircd.port, channel, nick="second")
    third = make_bot(tmp_path / "third", url, ngircd.port, channel, network="other", nick="third")
    with first:
        watcher.expect(":dealer!")
        done = second.run("run", "--config", str(second.config))
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"ircpoker: {REFUSED.format('net')}\n")
        with third:
            watcher.expect(":third!")
            third.stop()
        first.kill()
    with second:
        watcher.expect(":second!")
        second.stop()


@pytest.mark.parametrize(
    ("link", "refusal"),
    [
        (Path.symlink_to, REFUSED.format("net")),
        (
            Path.hardlink_to,
            "the database {link} has 2 names (hard links): expected one, as programs that use different names do not "
            "see each other's writes",
        ),
    ],
)
def test_a_ledger_by_another_name(
    link: Callable[[Path, Path], None],
    refusal: str,
    tmp_path: Path,
    ngircd: Ngircd,
    channel: str,
    human: MakeHuman,
) -> None:
    watcher = human(ngircd.port, "watcher", channel)
    ledger, other = tmp_path / "shared.db", tmp_path / "other.db"
    first = make_bot(tmp_path / "first", f"sqlite:///{ledger}", ngircd.port, channel)
    second = make_bot(tmp_path / "second", f"sqlite:///{other}", ngircd.port, channel, nick="second")
    with first:
        watcher.expect(":dealer!")
        link(other, ledger)
        done = second.run("run", "--config", str(second.config))
        assert (done.returncode, done.stderr) == (2, f"ircpoker: {refusal.format(link=other)}\n")
        watcher.say(channel, "!bank")
        assert watcher.hear("dealer", "watcher").endswith("you have 1000 chips")
        first.stop()


def test_a_console_on_a_ledger_is_a_network_too(tmp_path: Path, url: str) -> None:
    command = [sys.executable, "-m", "ircpoker", "console", "--database", url, "--nick", "alice"]
    with subprocess.Popen(command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdin is not None
        assert first.stdout is not None
        first.stdin.write("bank\n")
        first.stdin.flush()
        assert "1000" in first.stdout.readline()
        second = subprocess.run(command, cwd=tmp_path, input="bank\n", capture_output=True, text=True, check=False)
        assert (second.returncode, second.stdout) == (2, "")
        assert second.stderr == f"ircpoker: {REFUSED.format('console')}\n"
        first.stdin.close()
        assert first.wait(PATIENCE) == 0
    third = subprocess.run(command, cwd=tmp_path, input="bank\n", capture_output=True, text=True, check=False)
    assert third.returncode == 0


def test_two_bots_share_a_network(tmp_path: Path, url: str, ngircd: Ngircd, human: MakeHuman) -> None:
    """One after the other on one network name: the table in the first one's channel is there when it comes back."""
    alice = human(ngircd.port, "alice", "#first", "#second")
    first = make_bot(tmp_path / "first", url, ngircd.port, "#first")
    second = make_bot(tmp_path / "second", url, ngircd.port, "#second", nick="second")
    with first:
        alice.expect(":dealer!")
        alice.say("#first", "!open 300")
        alice.expect("alice")
        with Ledger(url, SystemClock()) as ledger:
            wait_until(lambda: len(ledger.games("holdem")) == 1)
            [before] = ledger.games("holdem")
            first.stop()
            with second:
                alice.expect(":second!")
                alice.say("#second", "!bank")
                assert alice.hear("second", "alice").endswith("you have 700 chips")
                second.stop()
            assert ledger.games("holdem") == (before,)
            assert ledger.audit().is_clean


def test_a_claim_outlives_the_server() -> None:
    with Postgres() as server:
        url = server.new_database()
        with Ledger(url, SystemClock(), hurries=True) as first:
            first.claim("net")
            server.stop()
            server.start()
            wait_until(lambda: answers(first))
            with Ledger(url, SystemClock()) as second:
                with pytest.raises(LedgerError, match="already running on network 'net'"):
                    second.claim("net")
                second.claim("other")


def answers(ledger: Ledger) -> bool:
    try:
        ledger.top()
    except LedgerError:
        return False
    return True
