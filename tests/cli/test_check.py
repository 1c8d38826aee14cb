"""`ircpoker check`."""

import shutil
from pathlib import Path

import pytest

from ircpoker.app import SECTIONS
from ircpoker.config import format_reference
from tests.cli.conftest import Ircpoker

ROOT = Path(__file__).parents[2]

FULL = """\
[bot]
owner = alice
nick = croupier
prefix = .
database = postgresql+psycopg://dealer:hunter2@db.example/poker
plugins = help, parse
[network:home]
channels = #poker, #cards
[network:abroad]
host = irc.example.org
port = 6697
tls = on
nick = stranger
[network:plain]
host = irc.example.net
"""


def test_the_shipped_file(ircpoker: Ircpoker, tmp_path: Path) -> None:
    shutil.copy(ROOT / "config.ini", tmp_path)
    done = ircpoker("check")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines()[:4] == [
        f"file     {tmp_path}/config.ini",
        "owner    (none)",
        "network  local: embedded server on 127.0.0.1, port 6667, no TLS, as dealer in #poker",
        "plugin   parse: !parse !pokerdemo !parsecards !value !discards !odds",
    ]
    assert "plugin   help: !help !commands !menu !rules !ranks !hands !rankings !about !botlist !bots\n" in done.out
    assert list(tmp_path.iterdir()) == [tmp_path / "config.ini"]


def test_the_networks_plugins_and_robots_are_listed(ircpoker: Ircpoker, tmp_path: Path) -> None:
    (tmp_path / "bot.ini").write_text(FULL)
    done = ircpoker("check", "--config", "bot.ini")
    assert done.status == 0
    assert done.out.splitlines() == [
        f"file     {tmp_path}/bot.ini",
        "owner    alice",
        "network  home: embedded server on 127.0.0.1, port 6667, no TLS, as croupier in #poker, #cards",
        "network  abroad: server irc.example.org, port 6697, TLS, as stranger in no channel",
        "network  plain: server irc.example.net, port 6667, no TLS, as croupier in no channel",
        "plugin   help: .help .commands .menu .rules .ranks .hands .rankings .about .botlist .bots",
        "plugin   parse: .parse .pokerdemo .parsecards .value .discards .odds",
        "admins   (this machine's terminal only)",
        f"door     {tmp_path}/feed/local.sock",
        "database postgresql+psycopg://dealer:***@db.example/poker",
        f"history  {tmp_path}/history",
        "log      text to standard error, level auto",
    ]
    assert done.err.startswith("ircpoker: warning: [network:plain] tls = off")
    assert done.err.count("\n") == 1


def test_all_problems_at_once(ircpoker: Ircpoker, tmp_path: Path) -> None:
    (tmp_path / "config.ini").write_text("[bot]\nnik = x\n[network:a]\nport = y\nhost = irc.example\n[slots]\n")
    done = ircpoker("check")
    assert (done.status, done.out) == (2, "")
    start = f"ircpoker: {tmp_path}/config.ini: "
    assert [line.removeprefix(start).partition(":")[0] for line in done.err.splitlines()] == [
        "[slots] is not a section",
        "[bot] nik is not a key here",
        "[network",
        "[bot] owner is empty",
    ]
    assert all(line.startswith(start) for line in done.err.splitlines())


def test_a_missing_section_does_not_stop_the_check(ircpoker: Ircpoker, tmp_path: Path) -> None:
    (tmp_path / "config.ini").write_text(
        "[bot]\nplugins = parse, nosuch, help\ndatabase = sqlite:///nowhere/ledger.db\n"
        "[slots]\n[holdem]\nbig_blind = x\n"
    )
    done = ircpoker("check")
    assert (done.status, done.out) == (2, "")
    start = f"ircpoker: {tmp_path}/config.ini: "
    assert [line.removeprefix(start)[:24] for line in done.err.splitlines()] == [
        "[slots] is not a section",
        "[holdem] big_blind = 'x'",
        "no [network:NAME] sectio",
        "[bot] plugins = 'nosuch'",
        "[bot] database = sqlite:",
    ]


def test_all_plugins_at_once(ircpoker: Ircpoker, tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "broken.py").write_text("1 / 0\n")
    (tmp_path / "own" / "empty.py").write_text("")
    (tmp_path / "config.ini").write_text("[bot]\nplugins=broken,help,empty,none\nplugin_path=own\n[network:a]\n")
    done = ircpoker("check")
    assert (done.status, done.out) == (2, "")
    broken, empty, none = done.err.splitlines()
    assert "'broken'" in broken
    assert "ZeroDivisionError" in broken
    assert "'empty'" in empty
    assert "it has no command" in empty
    assert "'none'" in none


def test_own_plugin(ircpoker: Ircpoker, tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "quiet.py").write_text("def register(router):\n    pass\n")
    (tmp_path / "config.ini").write_text("[bot]\nplugins = quiet\nplugin_path = own\n[network:a]\n")
    assert "plugin   quiet: (no commands)\n" in ircpoker("check").out


def test_a_login_without_its_password(ircpoker: Ircpoker, tmp_path: Path) -> None:
    network = "[network:net]\nhost = irc.example.org\ntls = on\nsasl = plain\naccount = a\npassword_env = P\n"
    (tmp_path / "config.ini").write_text(f"[bot]\nowner = a\n{network}")
    assert "hunter2" not in ircpoker("check", P="hunter2").out
    done = ircpoker("check", Q="hunter2")
    assert done.status == 2
    problem = "[network:net] password_env: there is no password: the variable is not set, or "
    assert done.err.startswith(f"ircpoker: {tmp_path}/config.ini: {problem}")
    assert "hunter2" not in done.err + done.out


@pytest.mark.parametrize("command", ["check", "run", "console"])
def test_missing_file(ircpoker: Ircpoker, command: str) -> None:
    done = ircpoker(command, "--config", "none.ini")
    assert (done.status, done.out) == (2, "")
    assert done.err == "ircpoker: cannot read none.ini: No such file or directory\n"


@pytest.mark.parametrize("command", ["check", "run"])
def test_without_a_configuration_it_gives_a_hint(ircpoker: Ircpoker, command: str) -> None:
    done = ircpoker(command)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("ircpoker: there is no config.ini in this folder: name one with --config F, or")
    assert "ircpoker init" in done.err


def test_the_key_list_is_a_valid_configuration(ircpoker: Ircpoker, tmp_path: Path) -> None:
    done = ircpoker("check", "--keys")
    assert (done.status, done.out) == (0, format_reference(SECTIONS))
    (tmp_path / "config.ini").write_text(done.out)
    assert ircpoker("check").status == 0
