"""`ircpoker init`: questions, checks, and what is written."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from ircpoker.cli.init import PRESETS
from ircpoker.config import load_settings
from ircpoker.config.administration import FEED
from ircpoker.ledger.opening import sqlite_file
from tests.cli.conftest import Ircpoker

EMBEDDED = "\ncroupier\n#cards\n.\n"
LIBERA = "libera\npokerbot\n#cards, #more\n!\nann\nBoss\ncroupier\n\nhunter2\n"


def test_defaults_are_a_bot_that_can_be_checked(ircpoker: Ircpoker, tmp_path: Path) -> None:
    done = ircpoker("init", "--defaults")
    assert (done.status, done.err) == (0, "")
    assert done.out == "wrote config.ini: `ircpoker run` starts the bot\n"
    assert "local: embedded server on 127.0.0.1, port 6667, no TLS, as dealer in #poker" in ircpoker("check").out
    assert [file.name for file in tmp_path.iterdir()] == ["config.ini"]


def test_answers_for_the_bots_own_server(ircpoker: Ircpoker, tmp_path: Path) -> None:
    assert ircpoker("init", "--config", "mine.ini", stdin=EMBEDDED).status == 0
    assert (
        (tmp_path / "mine.ini")
        .read_text()
        .endswith("\n[bot]\nnick = croupier\nprefix = .\n\n[network:local]\nhost = embedded\nchannels = #cards\n")
    )


def test_the_ledger_goes_into_a_folder_of_its_own(ircpoker: Ircpoker, tmp_path: Path) -> None:
    data, config = tmp_path / "data@1", tmp_path / "etc"
    data.mkdir()
    config.mkdir()
    assert ircpoker("init", "--config", "etc/config.ini", "--data", "data@1", stdin=EMBEDDED).status == 0
    settings = load_settings(config / "config.ini")
    assert sqlite_file(settings.bot.database) == data / "ircpoker.db"
    assert settings.bot.history == data / "history"
    assert settings.section(FEED).folder == data / "feed"
    assert settings.bot.nick == "croupier"


@pytest.mark.parametrize(
    ("folder", "problem"),
    [("none", "there is no folder"), ("50%", "expected a folder of letters"), ("a;b", "a;b: expected a folder")],
)
def test_a_folder_that_cannot_be_written_in_a_configuration(
    ircpoker: Ircpoker, tmp_path: Path, folder: str, problem: str
) -> None:
    for name in ("50%", "a;b"):
        (tmp_path / name).mkdir()
    done = ircpoker("init", "--defaults", "--data", folder)
    assert done.status == 2
    assert problem in done.err
    assert not (tmp_path / "config.ini").exists()


@pytest.mark.parametrize("network", ["2", "libera", "Libera.Chat", "irc.libera.chat"])
def test_a_known_network_has_tls_and_a_password_file(ircpoker: Ircpoker, tmp_path: Path, network: str) -> None:
    answers = network + LIBERA.removeprefix("libera")
    assert ircpoker("init", "--offline", stdin=answers).status == 0
    text = (tmp_path / "config.ini").read_text()
    assert "[network:libera]\nhost = irc.libera.chat\ntls = on\nport = 6697\nchannels = #cards, #more\n" in text
    assert "account = croupier\nsasl = plain\npassword_file = libera.password\n" in text
    assert text.endswith("\n[admin]\naccounts = libera/Boss\n")
    assert "hunter2" not in text
    assert (tmp_path / "libera.password").read_text() == "hunter2\n"
    for name in ("config.ini", "libera.password"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    assert (
        "libera: server irc.libera.chat, port 6697, TLS, plain login as croupier, as pokerbot in #cards, #more"
        in ircpoker("check").out
    )


def test_every_known_network_can_be_chosen(ircpoker: Ircpoker, tmp_path: Path) -> None:
    for number, (name, (_, host)) in enumerate(PRESETS.items(), 2):
        done = ircpoker("init", "--offline", "--config", f"{name}.ini", stdin=f"{number}\n\n\n\nann\n\n\n")
        assert done.status == 0, done.err
        assert f"[network:{name}]\nhost = {host}\ntls = on\nport = 6697\n" in (tmp_path / f"{name}.ini").read_text()


@pytest.mark.parametrize("name", ["config.ini", "libera.password"])
def test_nothing_is_overwritten(ircpoker: Ircpoker, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine")
    done = ircpoker("init", "--offline", stdin=LIBERA)
    assert done.status == 2
    assert done.err.endswith(f"{name} is there already, and nothing is overwritten: move it, or name another file\n")
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [(name, "mine")]


@pytest.mark.parametrize("lines", range(len(LIBERA.splitlines())))
def test_answers_that_end_early_write_nothing(ircpoker: Ircpoker, tmp_path: Path, lines: int) -> None:
    done = ircpoker("init", "--offline", stdin="".join(LIBERA.splitlines(keepends=True)[:lines]))
    assert (done.status, done.err) == (2, "ircpoker: the answers ended early: nothing was written\n")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("answers", "problem"),
    [
        ("11\n", "'11' is not in the list: expected 1 to 10, or a host"),
        ("0\n", "'0' is not in the list: expected 1 to 10, or a host"),
        ("my host\n", "'my host' cannot be: expected `embedded`, a host name or an address"),
        ("\n2nd\n", "'2nd' cannot be: expected a nick: a letter or one of"),
        ("\n\npoker\n", "'poker' cannot be: expected channels such as #poker"),
        ("\n\n\nabc\n", "'abc' cannot be: expected one to three signs"),
        ("irc.example.org\nperhaps\n", "expected yes or no"),
        ("irc.example.org\nyes\n70000\n", "'70000' cannot be: expected a whole number from 1 to 65535"),
        ("3\n\n\n\n\n", "networks want to know whom to ask about a bot: expected a services account or a contact"),
        ("3\n\n\n\nann\nlibera/ann\n", "'libera/ann' cannot be: expected the name of an account, without its network"),
        ("3\n\n\n\nann\n\nx y\n", "'x y' cannot be: expected a name without blanks"),
        ("3\n\n\n\nann\n\nx\nmd5\n", "'md5' cannot be: expected nothing, plain, external, scram-sha-256 or nickserv"),
        ("3\n\n\n\nann\n\nx\nexternal\nnowhere.pem\n", "'nowhere.pem' is not a file"),
        ("3\n\n\n\nann\n\nx\nplain\n\n", "expected a password"),
    ],
)
def test_a_wrong_answer_is_refused(ircpoker: Ircpoker, answers: str, problem: str) -> None:
    done = ircpoker("init", "--offline", stdin=answers)
    assert f"ircpoker: {problem}" in done.err
    assert done.err.endswith("ircpoker: the answers ended early: nothing was written\n")


def test_after_a_wrong_answer_the_question_comes_again(ircpoker: Ircpoker, tmp_path: Path) -> None:
    done = ircpoker("init", stdin="0\n1\n2nd\ncroupier\n\n\n")
    assert done.status == 0
    assert done.out.count("Nick of the bot [dealer]: ") == done.out.count("Network [1]: ") == 2
    assert "nick = croupier\n" in (tmp_path / "config.ini").read_text()


def test_a_login_in_the_clear_is_refused(ircpoker: Ircpoker, tmp_path: Path) -> None:
    done = ircpoker("init", "--offline", stdin="irc.example.org\nno\n\n\n\n\nann\nyes\n\nx\nplain\nhunter2\n")
    assert done.status == 2
    assert "[network:example] sasl: plain would send the password in the clear: expected tls = on" in done.err
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there(ircpoker: Ircpoker) -> None:
    done = ircpoker("init", "--config", "nowhere/config.ini", stdin=EMBEDDED)
    assert done.status == 2
    assert done.err.startswith("ircpoker: there is no folder ")
