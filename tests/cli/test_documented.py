"""Every command that README.md and the pages of docs show, alone, on a machine with nothing.

It works, or one line says what to do, before anything is asked or started. Other tests run the examples where all is
installed, and compare what they print.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from ircpoker.cli.main import COMMANDS
from tests.cli.bare import ROOT, link_packages, link_programs
from tests.cli.forkserver import ForkServer

README = ROOT / "README.md"
_BLOCK = re.compile(r"^ *```\w*\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"`((?:scripts/run|ircpoker) [^`]+)`")
_COMMAND = re.compile(rf"(?:scripts/run|\bircpoker) ((?:{'|'.join(map(re.escape, COMMANDS))})\b.*)")
_END = re.compile(r" {3,}| [|>] |[…;]|\.\.\.")
"""Where the command ends in a line: at an explanation, a pipe, or what is left out."""

_FEWEST = {"match": "--deals 2 --jobs 1", "league": "--deals 2 --jobs 1"}
"""What ends at once a command that would play for minutes; the others refuse where there is no solver."""


def commands_of(page: Path) -> dict[str, bool]:
    """Return the commands of a page, each with whether it stands there whole, in a block of its own."""
    text = page.read_text(encoding="utf-8")
    found = {}
    for is_whole, pattern in ((False, _SPAN), (True, _BLOCK)):
        for part in pattern.findall(text):
            for line in re.sub(r"\\\n\s*(> +)?", " ", part).splitlines():
                if match := _COMMAND.search(line):
                    found[_END.split(match[1])[0].strip()] = is_whole and not _END.search(match[1])
    return found


def rows() -> list[object]:
    pages = {page: commands_of(page) for page in (README, *sorted((ROOT / "docs").glob("*.md")))}
    merged: dict[str, bool] = {}
    for found in reversed(pages.values()):
        merged |= found
    marks = {line: [] if line in pages[README] else [pytest.mark.slow(1)] for line in merged}
    return [pytest.param(line, is_whole, id=line, marks=marks[line]) for line, is_whole in sorted(merged.items())]


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ForkServer]:
    with ForkServer(link_packages(tmp_path_factory.mktemp("packages"))) as server:
        yield server


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return link_programs(tmp_path_factory.mktemp("programs"))


def test_the_commands_of_the_pages_are_found() -> None:
    shown = {row.values[0].partition(" ")[0] for row in rows()}
    assert len(shown) >= len(COMMANDS) - 2
    assert "solve report" in " ".join(row.values[0] for row in rows())


@pytest.mark.no_cover
@pytest.mark.parametrize(("line", "is_whole"), rows())
def test_a_documented_command(bare: ForkServer, programs: Path, tmp_path: Path, line: str, is_whole: bool) -> None:
    home, here = tmp_path / "home", tmp_path / "here"
    home.mkdir()
    here.mkdir()
    words = [re.sub("^/", f"{here}/", word) for word in shlex.split(line, comments=True)]
    words += _FEWEST.get(words[0], "").split()
    environment = {"HOME": str(home), "PATH": str(programs), "IRCPOKER_PURE": "1", "LANG": "C.UTF-8"}
    status, out, err = bare.run(words, b"", here, environment)
    if status == 0:
        return
    *usage, refusal = err.decode().splitlines()
    assert (status in {1, 2}, out, refusal.startswith("ircpoker: ")) == (True, b"", True), err
    assert not usage or not is_whole, err
    assert not list(here.iterdir())


@pytest.mark.slow(3)
def test_a_missing_package_is_refused_before_anything_is_asked(
    bare: ForkServer, programs: Path, tmp_path: Path
) -> None:
    (tmp_path / "config.ini").write_text("[network:local]\nhost = embedded\n", encoding="utf-8")
    (tmp_path / "postgres.ini").write_text("[bot]\ndatabase = postgresql+psycopg://a@b/c\n", encoding="utf-8")
    before = sorted(tmp_path.iterdir())
    for line, package, wanted in (
        ("run", "irc", "irc"),
        ("check", "irc", "irc"),
        ("init --config new.ini", "irc", "irc"),
        ("ssh", "asyncssh", "'ircpoker[ssh]'"),
        ("web", "httptools", "'ircpoker[web]'"),
        ("audit --config postgres.ini", "psycopg", "'ircpoker[postgres]'"),
        ("exploit caller --dask tcp://127.0.0.1:1", "distributed", "'ircpoker[cluster]'"),
    ):
        environment = {"HOME": str(tmp_path), "PATH": str(programs), "IRCPOKER_PURE": "1"}
        done = bare.run(line.split(), b"1\n" * 20, tmp_path, environment)
        refusal = f"{package} is not installed: pip install {wanted}, or in a checkout start it with scripts/run"
        assert done == (2, b"", f"ircpoker: {refusal}\n".encode()), line
        assert sorted(tmp_path.iterdir()) == before


@pytest.mark.slow(2)
def test_a_configuration_needs_no_client_for_irc(bare: ForkServer, programs: Path, tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path), "PATH": str(programs), "IRCPOKER_PURE": "1"}
    status, out, err = bare.run(["init", "--defaults"], b"", tmp_path, environment)
    assert (status, out, err) == (0, b"wrote config.ini: `ircpoker run` starts the bot\n", b"")
    status, out, err = bare.run(["check", "--keys"], b"", tmp_path, environment)
    assert (status, err) == (0, b"")
    assert b"[network:" in out
