"""The log of a running bot: its formats, its file, its level."""

from __future__ import annotations

import io
import json
import logging
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from ircpoker.admin.monitoring.logs import log_level, start_logging
from ircpoker.admin.monitoring.settings import LogSettings
from ircpoker.errors import ConfigError
from ircpoker.runtime.event_log import log_event

LOG = logging.getLogger("ircpoker.test")
FACTS = {"network": "libera", "channel": "#poker", "port": 6697}


@pytest.fixture(autouse=True)
def log_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    others = {name: logging.getLogger(name).level for name in ("irc", "alembic")}
    yield
    for handler in root.handlers:
        if handler not in handlers:
            with suppress(OSError):  # its last lines may have no room
                handler.close()
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, before in others.items():
        logging.getLogger(name).setLevel(before)


def lines_of(path: Path) -> list[str]:
    return path.read_text().splitlines()


def test_the_log_never_holds_a_secret(capsys: pytest.CaptureFixture[str]) -> None:
    start_logging(LogSettings(), 2, ["hunter2"])
    LOG.debug("the password is %s", "hunter2")
    LOG.error("failed", exc_info=ValueError("hunter2"))
    logging.getLogger("irc.client").debug("TO SERVER: PASS correct horse")
    err = capsys.readouterr().err
    assert "DEBUG ircpoker.test: the password is ***\n" in err
    assert "ValueError: ***" in err
    assert "horse" not in err
    assert "hunter2" not in err


@pytest.mark.parametrize("secret", ["hunter2", 'say "please"', "back\\slash", "größer"])
def test_no_secret_in_json_either(capsys: pytest.CaptureFixture[str], secret: str) -> None:
    start_logging(LogSettings(format="json"), 0, ["", secret])
    log_event(LOG, "login", "logged in with %s", secret, facts={"network": secret})
    LOG.error("failed", exc_info=ValueError(secret))
    err = capsys.readouterr().err
    first, second = map(json.loads, err.splitlines())
    assert (first["message"], first["network"]) == ("logged in with ***", "***")
    assert second["exception"].endswith("ValueError: ***")
    assert secret not in err
    assert json.dumps(secret)[1:-1] not in err


def test_a_line_of_json_for_an_event(capsys: pytest.CaptureFixture[str]) -> None:
    start_logging(LogSettings(format="json"), 0, [])
    log_event(LOG, "join", "joined %a\n", "#poker\x1b", facts=FACTS)
    [line] = capsys.readouterr().err.splitlines()
    shown = json.loads(line)
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", shown.pop("time"))
    expected = {"level": "info", "logger": "ircpoker.test", "message": "joined '#poker\\x1b'\n", "event": "join"}
    assert shown == expected | FACTS


def test_a_plain_line_has_no_event(capsys: pytest.CaptureFixture[str]) -> None:
    start_logging(LogSettings(format="json"), 0, [])
    LOG.warning("%d lines", 3)
    assert json.loads(capsys.readouterr().err).keys() == {"time", "level", "logger", "message"}


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("level", "verbosity", "on_screen", "elsewhere"),
    [
        ("auto", 0, logging.WARNING, logging.INFO),
        ("auto", 1, logging.INFO, logging.INFO),
        ("auto", 3, logging.DEBUG, logging.DEBUG),
        ("error", 0, logging.ERROR, logging.ERROR),
        ("error", 1, logging.INFO, logging.INFO),
        ("debug", 0, logging.DEBUG, logging.DEBUG),
        ("debug", 1, logging.DEBUG, logging.DEBUG),
    ],
)
def test_levels(
    monkeypatch: pytest.MonkeyPatch, level: str, verbosity: int, on_screen: int, elsewhere: int, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert log_level(LogSettings(level=level), verbosity) == elsewhere
    monkeypatch.setattr(sys, "stderr", Screen())
    assert log_level(LogSettings(level=level), verbosity) == on_screen
    assert log_level(LogSettings(level=level, file=tmp_path), verbosity) == elsewhere
    monkeypatch.setattr(sys, "stderr", None)
    assert log_level(LogSettings(level=level), verbosity) == elsewhere


class TestFile:
    def test_only_the_owner_reads_it_and_a_moved_one_is_opened_again(self, tmp_path: Path) -> None:
        path, moved = tmp_path / "log", tmp_path / "log.1"
        start_logging(LogSettings(file=path), 0, [])
        LOG.info("first")
        path.rename(moved)
        LOG.info("second \udcff")
        LOG.info("third")
        assert [line.split(": ")[1] for line in lines_of(moved)] == ["first"]
        assert [line.split(": ")[1] for line in lines_of(path)] == ["second \\udcff", "third"]
        assert (path.stat().st_mode & 0o777, moved.stat().st_mode & 0o777) == (0o600, 0o600)

    def test_a_file_that_cannot_be_written_for_a_while(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        folder = tmp_path / "logs"
        folder.mkdir()
        path = folder / "log"
        start_logging(LogSettings(file=path), 0, [])
        LOG.info("first")
        folder.rename(tmp_path / "old")
        LOG.info("lost")
        folder.mkdir()
        LOG.info("third")
        assert [line.split(": ")[1] for line in lines_of(path)] == ["third"]
        assert "FileNotFoundError" in capsys.readouterr().err

    @pytest.mark.slow(1)
    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has it")
    def test_a_full_disk_disturbs_nobody(self, capsys: pytest.CaptureFixture[str]) -> None:
        start_logging(LogSettings(file=Path("/dev/full")), 0, [])
        for _ in range(1000):
            LOG.info("a line of some length that is lost")
        assert "No space left on device" in capsys.readouterr().err

    def test_a_folder_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(ConfigError, match=r"\[log\] file: the log cannot be opened: No such file") as caught:
            start_logging(LogSettings(file=tmp_path / "logs" / "log"), 0, [])
        assert (caught.value.section, caught.value.key) == ("log", "file")
