"""`ircpoker console`: its settings, nick, chance and database; for the rest see tests/transports."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from ircpoker.cli.nick import NICK_OF_NOBODY, login_nick
from ircpoker.cli.options import check_database
from ircpoker.cli.own_ledger import read_settings
from ircpoker.errors import InvalidConfigError, UsageError
from tests.cli.conftest import COMMAND, Ircpoker
from tests.waiting import PATIENCE


def test_a_pipe_is_answered_line_by_line(ircpoker: Ircpoker) -> None:
    done = ircpoker("console", stdin="parse Ah Td 4c 3s Js 7h\n!parse 5h 4h 3h 2h Ah\n/quit\nparse Ah\n")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == [
        "Ah Js Td 7h 4c | Ace High, Jack Kicker | 10 1 4 5 8 11",
        "5h 4h 3h 2h Ah | Straight Flush, Ace Low | 2 10 11 12 13 1",
    ]


def test_a_pipe_gets_the_configured_suits(ircpoker: Ircpoker, tmp_path: Path) -> None:
    (tmp_path / "config.ini").write_text("[bot]\n")
    assert ircpoker("console", stdin="parse 5h 4h 3h 2h Ah\n").out.startswith("5♥ 4♥ 3♥ 2♥ A♥ |")
    (tmp_path / "config.ini").write_text("[bot]\ncards = ascii\n")
    assert ircpoker("console", stdin="parse 5h 4h 3h 2h Ah\n").out.startswith("5h 4h 3h 2h Ah |")


def test_a_seed_gives_the_same_cards_each_time(ircpoker: Ircpoker) -> None:
    first, again, other, free = (
        ircpoker("console", *arguments, stdin="parse\nparse\n").out
        for arguments in [["--seed", "7"], ["--seed", "7"], ["--seed", "8"], []]
    )
    assert first == again
    assert len({first, other, free}) == 3
    assert len(set(first.splitlines())) == 4


@pytest.mark.parametrize("seed", ["-5", "+5", "5.0", "1_000", "٥", "", "9" * 101])
def test_bad_seeds(ircpoker: Ircpoker, seed: str) -> None:
    done = ircpoker("console", f"--seed={seed}", stdin="parse")
    assert (done.status, done.out) == (2, "")
    assert "expected a whole number from 0" in done.err


def test_the_prompt_shows_the_nick(ircpoker: Ircpoker) -> None:
    assert ircpoker("console", "--nick", "bob", stdin="/nick").out == "you are bob\n"
    assert ircpoker("console", stdin="/nick", LOGNAME="alice").out == "you are alice\n"


@pytest.mark.parametrize("nick", ["", "two words", "a\x1bb", "x" * 31, " bob"])
def test_bad_nicks(ircpoker: Ircpoker, nick: str) -> None:
    done = ircpoker("console", "--nick", nick, stdin="/nick")
    assert (done.status, done.out) == (2, "")
    assert done.err.endswith("expected one word of at most 30 characters\n")


@pytest.mark.parametrize(
    ("login", "nick"), [("alice", "alice"), ("a b\x1b\n", "ab"), (" \t", NICK_OF_NOBODY), ("x" * 99, "x" * 30)]
)
def test_any_login_name_becomes_a_nick(monkeypatch: pytest.MonkeyPatch, login: str, nick: str) -> None:
    monkeypatch.setenv("LOGNAME", login)
    assert login_nick() == nick


@pytest.mark.no_cover  # nobody may write here what was traced
def test_no_login_name() -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can become a number without a name")
    environment = {
        name: value for name, value in os.environ.items() if name not in {"LOGNAME", "USER", "LNAME", "USERNAME"}
    }
    program = "import os; os.setuid(54321); from ircpoker.cli.nick import login_nick; raise SystemExit(login_nick())"
    # The module is found before the identity is changed: the folder may be ours alone.
    program = f"import ircpoker.cli.nick, ircpoker.screen.terminal; {program}"
    done = subprocess.run(
        [COMMAND[0], "-c", program], env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.stderr == f"{NICK_OF_NOBODY}\n"


def test_settings_come_from_the_configuration_file(ircpoker: Ircpoker, tmp_path: Path) -> None:
    (tmp_path / "config.ini").write_text("[bot]\nprefix = .\n")
    (tmp_path / "other.ini").write_text("[bot]\nprefix = ?\n[network:net]\ntls = off\nhost = irc.example.org\n")
    assert "Tables: .start .play .open" in ircpoker("console", stdin=".help").out
    assert "Tables: ?start ?play ?open" in ircpoker("console", "--config", "other.ini", stdin="?help").out


def test_broken_configuration(ircpoker: Ircpoker, tmp_path: Path) -> None:
    (tmp_path / "config.ini").write_text("[bot]\nprefix = x\nplugins = help, nonsense\n")
    done = ircpoker("console", stdin="help")
    assert (done.status, done.out) == (2, "")
    assert "config.ini: [bot] prefix = 'x': expected one to three signs" in done.err


def test_all_broken_plugins_are_named(ircpoker: Ircpoker, tmp_path: Path) -> None:
    (tmp_path / "config.ini").write_text("[bot]\nplugins = nonsense, help, folly\n")
    done = ircpoker("console", stdin="help")
    assert (done.status, done.out) == (2, "")
    assert ["nonsense" in line or "folly" in line for line in done.err.splitlines()] == [True, True]


def test_chips_are_in_memory_unless_a_database_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.ini").write_text("[bot]\ndatabase = sqlite:///real.db\n")
    assert read_settings(None, None).bot.database == "sqlite://"
    assert read_settings(None, "sqlite:///mine.db").bot.database == f"sqlite:///{tmp_path}/mine.db"
    assert read_settings(None, "postgresql://db/poker").bot.database == "postgresql://db/poker"


def test_help_says_that_a_bot_has_another_ledger(ircpoker: Ircpoker) -> None:
    shown = " ".join(ircpoker("console", "--help").out.split())
    assert "The console that `ircpoker run` opens plays on the bot's own ledger (`database` in config.ini)" in shown


def test_an_unusable_database_ends_the_start(ircpoker: Ircpoker) -> None:
    for url in ("sqlite:///none/here.db", "mysql://host/poker"):
        done = ircpoker("console", "--database", url, stdin="help\n")
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith("ircpoker: ")
        assert done.err.count("\n") == 1


def test_a_password_on_the_command_line_is_refused(ircpoker: Ircpoker) -> None:
    done = ircpoker("console", "--database", "postgresql://dealer:hunter2@db/poker")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("ircpoker: --database with a password")
    assert "hunter2" not in done.err
    with pytest.raises(UsageError, match=r"--database 'poker\.db': expected a URL"):
        check_database("poker.db")


def test_a_broken_file_is_reported_in_full(tmp_path: Path) -> None:
    (tmp_path / "bad.ini").write_text("[bot]\nnick = 1\nprefix = 2\n")
    with pytest.raises(InvalidConfigError) as caught:
        read_settings(tmp_path / "bad.ini", None)
    assert [problem.key for problem in caught.value.problems] == ["nick", "prefix"]


def test_the_first_deal_of_a_sit_and_go_is_the_one_that_was_sealed(ircpoker: Ircpoker) -> None:
    out = ircpoker("console", "--seed", "5", stdin="sng 3\nproof\n").out
    number, seal = re.findall(r"^#(\d+), sealed ([0-9a-f]{40})$", out, re.MULTILINE)[-1]
    assert f"#{number} you hold " in out
    assert f"deal in progress: #{number}, committed to SHA-256 {seal}" in out
