"""The first minute of a newcomer: a fresh tree, an empty HOME, and a PATH of Python, git, a shell and coreutils only.

Its environment finds the packages of the tests' own, so that little is downloaded: only one of them is missing.
"""

import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.waiting import PATIENCE
from tools.pytest_runs import make_copy

ROOT = Path(__file__).parents[1]
BASICS = (
    "[", "basename", "cat", "chmod", "cksum", "cp", "cut", "date", "dd", "dirname", "echo", "env", "expr", "false",
    "head", "id", "ln", "ls", "mkdir", "mktemp", "mv", "nice", "nproc", "od", "printf", "pwd", "readlink", "realpath",
    "rm", "rmdir", "sh", "sleep", "sort", "stat", "tail", "tee", "test", "timeout", "touch", "tr", "true", "uname",
    "wc", "git",
)  # fmt: skip
MISSING = "irc"
"""What `scripts/run` leaves out at first, and `check` imports."""
SERVE = {"", "run", "ssh"}
"""Commands that run until they are stopped, on ports that others may use here."""
INSTALLS = f"This command needs {MISSING}: installing it ..."

pytestmark = [pytest.mark.slow(18), pytest.mark.no_cover, pytest.mark.timeout(900)]


@pytest.fixture(scope="module")
def newcomer(tmp_path_factory):
    """Run a command line in the tree; return its status, its output and the lines of its errors."""
    folder = tmp_path_factory.mktemp("newcomer")
    tree, home, path, packages = (folder / name for name in ("a fresh tree", "home", "bin", "packages"))
    for each in (home, path, packages):
        each.mkdir()
    for name in BASICS:
        (path / name).symlink_to(shutil.which(name))
    (path / "python3").symlink_to(Path(sys._base_executable).resolve())
    make_copy(ROOT, tree)
    for compiled in (tree / "ircpoker").rglob("*.so"):
        compiled.unlink()
    venv.create(tree / ".venv", symlinks=True)
    for package in Path(sysconfig.get_paths()["purelib"]).iterdir():
        name = package.name.partition("-")[0]
        if name not in {MISSING, "ircpoker"} and "editable" not in name:
            (packages / package.name).symlink_to(package)
    site = next((tree / ".venv").glob("lib*/python*/site-packages"))
    (site / "tests.pth").write_text(f"{packages}\n", encoding="utf-8")

    def run(*words, cwd=tree, typed=""):
        done = subprocess.run(
            ["env", "-i", f"HOME={home}", f"PATH={path}", str(tree / words[0]), *words[1:]], cwd=cwd,
            input=typed, capture_output=True, text=True, check=False, timeout=PATIENCE * 10,
        )  # fmt: skip
        return done.returncode, done.stdout, [line for line in done.stderr.splitlines() if line[:5] != "  ..."]

    return run


def test_the_first_commands(newcomer, tmp_path):
    status, _, lines = newcomer("scripts/run", "console")
    assert (status, lines[0]) == (0, "Installing Python packages ..."), lines
    assert lines[-1].startswith("The native kernel could not be built: ircpoker runs without it"), lines

    assert newcomer("scripts/run", "init", "--defaults", cwd=tmp_path)[0::2] == (0, [])
    status, out, lines = newcomer("scripts/run", "check", "--config", str(tmp_path / "config.ini"))
    assert (status, lines) == (0, [INSTALLS])
    assert "network  local: embedded server on 127.0.0.1, port 6667" in out
    assert newcomer("scripts/run", "check")[0::2] == (0, [])

    status, out, lines = newcomer("scripts/run", "play", "--plain")
    assert (status, lines) == (0, [])
    assert out.startswith("Heads-up no-limit hold'em against hard")


def test_each_command_of_the_readme(newcomer):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = [shlex.split(line) for line in re.findall(r"(?:^(?:\$ )?|`)scripts/run\b([^`#\n]*)", readme, re.MULTILINE)]
    commands = [words for words in lines if " ".join(words[:1]) not in SERVE | {"COMMAND"}]
    assert len(commands) >= 10
    for words in commands:
        # Each answer of `init` may be the one that it offers.
        status, _, errors = newcomer("scripts/run", *words, typed="\n" * 20 if "init" in words else "")
        assert status == 0, (words, errors)


def test_the_tests(newcomer):
    status, out, _ = newcomer("scripts/test", "-n", "1", "tests/servers/test_tls.py", "tests/web/test_guard.py")
    assert status == 0, out[-3000:]
    *_, left_out, command = out.splitlines()
    assert " tests were left out for want of " in left_out
    assert "ngircd" in left_out
    assert command.startswith("To run them, too: apt-get install ")
