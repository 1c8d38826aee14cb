"""A wheel as people get it: installed by pip into bare environments, and used there.

pip fetches what the wheel needs, so these tests want the network. `IRCPOKER_DIST=FOLDER` names a folder with a wheel
and a source distribution that are tried in place of new ones.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.children import child
from tests.ports import free_port
from tests.servers.company import Company, passive
from tests.servers.ngircd import Ngircd
from tests.servers.postgres import Postgres
from tests.servers.process import BotProcess
from tests.test_wheel import ROOT, build, checkout
from tests.waiting import wait_for_socket, wait_until

DIST = "IRCPOKER_DIST"
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
NEEDED = ("env", "setpriv")
"""The programs with which `child` starts another."""
MOST_BYTES = 60 << 20
CHANNEL = "#installed"
FEED = "[feed]\nweb = on\nssh = on\n[web]\nlisten = 127.0.0.1:{web}\n[ssh]\nlisten = 127.0.0.1:{ssh}\n"

pytestmark = [pytest.mark.deep, pytest.mark.servers]


def find_python(version: str) -> str | None:
    """Return an interpreter of a version."""
    kept = map(str, sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python")))
    found = [shutil.which(f"python{version}"), *kept]
    return next((python for python in found if python and is_usable(python)), None)


def is_usable(python: str) -> bool:
    """Return whether an interpreter runs: a shim of pyenv may have none behind it."""
    return subprocess.run([python, "-c", "import venv"], capture_output=True, check=False).returncode == 0


class Environment:
    """A bare environment with what pip installed into it; there is no compiler in its path.

    Attributes:
        folder: its folder.
        program: `ircpoker` there.
    """

    def __init__(self, folder: Path, python: str, requirement: str) -> None:
        self.folder = folder
        self.program = folder / "bin" / "ircpoker"
        subprocess.run([python, "-m", "venv", folder], check=True)
        self.environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        (folder / "needed").mkdir()
        for name in NEEDED:
            (folder / "needed" / name).symlink_to(shutil.which(name) or name)
        self.environment["PATH"] = f"{folder}/bin:{folder}/needed"
        pip = [folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, requirement], check=True, env=self.environment, cwd=folder)

    def run(self, *words: str, stdin: str = "") -> str:
        """Return what a command prints."""
        command = child(str(self.program), *words)
        done = subprocess.run(
            command, input=stdin, capture_output=True, text=True, check=False, env=self.environment, cwd=self.folder
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    @contextmanager
    def started(self, *words: str) -> Iterator[Path]:
        """Run a command until the block ends; give the file of what it prints."""
        printed = self.folder / f"{words[0]}.log"
        with printed.open("wb") as log:
            running = subprocess.Popen(
                child(str(self.program), *words), stdout=log, stderr=log, env=self.environment, cwd=self.folder
            )
        try:
            yield printed
        finally:
            running.terminate()
            running.wait(30)


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a source distribution, and the wheel that was made from it."""
    if DIST in os.environ:
        return Path(os.environ[DIST])
    folder = tmp_path_factory.mktemp("dist")
    source = build("sdist", checkout(folder / "checkout"), folder)[0]
    shutil.unpack_archive(source, folder / "tree", filter="data")
    build("wheel", next((folder / "tree").iterdir()), folder)
    return folder


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    return next(dist.glob("*.whl"))


@pytest.fixture(params=VERSIONS)
def python(request: pytest.FixtureRequest) -> str:
    found = find_python(request.param)
    if found is None:
        pytest.skip(f"there is no Python {request.param} here")
    return found


def check_commands(installed: Environment) -> None:
    """Use what needs neither network nor ledger."""
    assert installed.run("value", "kev", "Ah Td 4c 3s Js 7h") == "6485 0.1309\n"
    assert installed.run("parse", "Ah Td 4c 3s Js 7h") == "Ah Js Td 7h 4c|Ace High, Jack Kicker|10 1 4 5 8 11\n"
    assert "wins 1388072 | ties 6538" in installed.run("odds", "AsAh", "KdKc")
    played = installed.run("play", "--plain", "--seed", "3", stdin="play caller 200\ncall\ncheck\nfold\nleave\n")
    assert "you hold 4h 2c" in played
    assert "you leave with" in played


def play_a_deal(installed: Environment, folder: Path, more: str = "") -> None:
    """Play on a real server with the installed bot."""
    with Ngircd() as server:
        program = (str(installed.program),)
        bot = BotProcess(folder, server.port, CHANNEL, plugins="help, holdem", program=program, more=more)
        with bot, Company(server.port, CHANNEL, "alice", "bob", strategy=passive) as company:
            company.sit_down(chips=500)
            company.play(1)
            bot.stop()


def test_the_wheel_is_small(wheel: Path) -> None:
    assert wheel.stat().st_size <= MOST_BYTES


def test_the_wheel_keeps_to_the_stable_interface(wheel: Path) -> None:
    pytest.importorskip("abi3audit", reason="abi3audit is not installed: pip install abi3audit")
    command = [sys.executable, "-m", "abi3audit", "--strict", str(wheel)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("platform", "archs", "wheels"),
    [("linux", "x86_64,aarch64", 8), ("macos", "x86_64,arm64", 4), ("windows", "AMD64,ARM64", 4)],
)
def test_the_wheels_of_each_system_are_described(platform: str, archs: str, wheels: int) -> None:
    pytest.importorskip("cibuildwheel", reason="cibuildwheel is not installed: pip install cibuildwheel")
    options = ["--print-build-identifiers", "--platform", platform, "--archs", archs]
    command = [sys.executable, "-m", "cibuildwheel", *options, str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = done.stdout.split()
    assert len(found) == wheels
    assert {name.partition("-")[0] for name in found} == {"cp311", "cp314t"}


def test_a_bare_environment_of_each_python(wheel: Path, python: str, tmp_path: Path) -> None:
    installed = Environment(tmp_path / "env", python, str(wheel))
    kernel = "import ircpoker.postflop.engine._solver, ircpoker.hands.kernel as k; print(k.KERNEL is not None)"
    ask = [installed.folder / "bin" / "python", "-c", kernel]
    assert subprocess.run(ask, capture_output=True, text=True, check=True, cwd=tmp_path).stdout == "True\n"
    check_commands(installed)
    shares = {"man/man1/ircpoker.1", "bash-completion/completions/ircpoker", "zsh/site-functions/_ircpoker"}
    assert [path for path in shares if not (installed.folder / "share" / path).is_file()] == []
    play_a_deal(installed, tmp_path)


def test_the_source_distribution_without_a_compiler(dist: Path, tmp_path: Path) -> None:
    installed = Environment(tmp_path / "env", sys.executable, str(next(dist.glob("*.tar.gz"))))
    ask = [installed.folder / "bin" / "python", "-c", "from ircpoker.hands.kernel import KERNEL; print(KERNEL)"]
    assert subprocess.run(ask, capture_output=True, text=True, check=True, cwd=tmp_path).stdout == "None\n"
    check_commands(installed)
    play_a_deal(installed, tmp_path)


@pytest.mark.parametrize("extra", ["ssh", "web"])
def test_a_front_end_alone(wheel: Path, tmp_path: Path, extra: str) -> None:
    installed = Environment(tmp_path / "env", sys.executable, f"ircpoker[{extra}] @ {wheel.as_uri()}")
    ports = {"web": free_port(), "ssh": free_port()}
    with Ngircd() as server:
        bot = BotProcess(
            tmp_path, server.port, CHANNEL, program=(str(installed.program),), plugins="help, holdem",
            more=FEED.format(**ports),
        )  # fmt: skip
        with bot, installed.started(extra, "--config", str(bot.config)) as log:
            wait_for_socket(tmp_path / "feed" / f"{extra}.sock", lambda: bot.log)
            wait_until(lambda: str(ports[extra]) in log.read_text(), log.read_text)
            assert answer_of(extra, ports[extra])


def answer_of(extra: str, port: int) -> bool:
    """Return whether a front-end answers as it should."""
    if extra == "web":
        with urlopen(f"http://127.0.0.1:{port}/") as page:
            return page.status == 200 and b"ircpoker" in page.read()
    scan = subprocess.run(
        ["ssh-keyscan", "-p", str(port), "127.0.0.1"], capture_output=True, text=True, check=False, timeout=60
    )
    return re.search(r"ssh-ed25519 \S+", scan.stdout) is not None


def test_postgres_alone(wheel: Path, tmp_path: Path, postgres: Postgres) -> None:
    installed = Environment(tmp_path / "env", sys.executable, f"ircpoker[postgres] @ {wheel.as_uri()}")
    url = postgres.new_database()
    played = installed.run("play", "--plain", "--database", url, stdin="play caller 200\nfold\nleave\n")
    assert "you leave with" in played
    assert '"unbalanced": 0' in installed.run("audit", "--json", "--database", url)


def test_a_cluster_alone(wheel: Path, tmp_path: Path) -> None:
    installed = Environment(tmp_path / "env", sys.executable, f"ircpoker[cluster] @ {wheel.as_uri()}")
    script = (
        "from distributed import LocalCluster\n"
        "if __name__ == '__main__':\n"
        "    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:\n"
        "        print(cluster.scheduler_address, flush=True)\n"
        "        input()\n"
    )
    (tmp_path / "cluster.py").write_text(script)
    command = child(str(installed.folder / "bin" / "python"), str(tmp_path / "cluster.py"))
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as cluster:
        assert cluster.stdout is not None
        address = cluster.stdout.readline().strip()
        spot = ("AA", "KK", "--flops", "2", "--pot", "10", "--stack", "10")
        report = installed.run("solve", "report", *spot, "--dask", address)
        cluster.kill()
    assert [line.partition(",")[0] for line in report.splitlines()] == ["flop", "Qc 9c 6d", "8c 5c 3d", "mean"]
