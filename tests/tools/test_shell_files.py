"""The man page and the completions follow from the parsers, and the shells understand them."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from ircpoker.cli.main import COMMANDS
from tools.shell_files import COMPLETIONS, FOLDER, MAN_PAGE, make_files, make_parser

ROOT = Path(__file__).parents[2]
BASH = """
source "$1"
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
spec=$(complete -p ircpoker)
function=${spec#*-F }
"${function%% *}" ircpoker "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""
FISH = """
source $argv[1]
complete --do-complete $argv[2]
"""


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="other versions of argparse word some lines otherwise")
def test_the_files_follow_from_the_parsers() -> None:
    made = dict(make_files())
    assert {path.relative_to(FOLDER) for path in FOLDER.rglob("*") if path.is_file()} == set(made)
    wrong = [path for path, text in made.items() if (FOLDER / path).read_text(encoding="utf-8") != text]
    assert wrong == [], "python -m tools.shell_files"


def test_a_wheel_installs_all_of_them() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    listed = project["tool"]["setuptools"]["data-files"]
    files = {f"{folder}/{Path(path).name}": path for folder, paths in listed.items() for path in paths}
    assert files == {
        f"share/{path.relative_to(FOLDER)}": str(path.relative_to(ROOT)) for path in FOLDER.rglob("*") if path.is_file()
    }


def completed_by_bash(*words: str) -> list[str]:
    """What bash offers for the last word of a line."""
    command = ["bash", "--norc", "-c", BASH, "bash", str(FOLDER / COMPLETIONS["bash"]), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.split()


def test_bash_completes_commands_options_and_choices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(completed_by_bash("ircpoker", "")) >= set(COMMANDS)
    assert completed_by_bash("ircpoker", "pl") == ["play"]
    assert "--plain" in completed_by_bash("ircpoker", "play", "--")
    assert completed_by_bash("ircpoker", "export", "--format", "poker") == ["pokerstars"]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deals.phhs").touch()
    assert completed_by_bash("ircpoker", "replay", "de") == ["deals.phhs"]


def test_fish_completes_commands_and_options() -> None:
    for line, offered in (("ircpoker pl", "play"), ("ircpoker play --pl", "--plain")):
        command = ["fish", "--no-config", "-c", FISH, str(FOLDER / COMPLETIONS["fish"]), line]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert done.stdout.split("\t")[0].strip() == offered, done.stderr


@pytest.mark.slow(1)
def test_zsh_completes_commands(tmp_path: Path) -> None:
    script = f"""
    fpath=({FOLDER / COMPLETIONS["zsh"].parent} $fpath)
    autoload -Uz compinit && compinit -D -u
    print $_comps[ircpoker]
    autoload +X _ircpoker && print loaded
    """
    done = subprocess.run(["zsh", "-f", "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.split() == ["_ircpoker", "loaded"], done.stderr


def test_groff_formats_the_man_page_with_all_commands_and_options() -> None:
    command = ["groff", "-man", "-ww", "-Tutf8", "-K", "utf8", "-P-c", "-P-bou", str(FOLDER / MAN_PAGE)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    shown = done.stdout.replace("\u2010", "-")
    commands = next(action for action in make_parser()._actions if action.dest == "command").choices
    assert commands
    assert set(commands) == set(COMMANDS)
    for name, parser in commands.items():
        assert f"ircpoker {name}" in shown
        public = [action for action in parser._actions if action.help != argparse.SUPPRESS]
        options = {option for action in public for option in action.option_strings}
        assert [option for option in sorted(options) if option not in shown] == [], name
