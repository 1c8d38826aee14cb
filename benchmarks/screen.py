"""The screen of `ircpoker play`: redrawing, from the command to the first hand, memory: `python -m benchmarks screen`.

Redraws are counted in processor time, each from the change of a table to the codes for the terminal, on tables of two
to ten seats at three sizes. The start is a real process on a terminal: from the command to the first turn, with a
ledger of its own, where the program has been started before. Memory is the greatest of that process (VmHWM), and of one
that is only a front-end of a running bot.
"""

from __future__ import annotations

import asyncio
import os
import pty
import re
import resource
import select
import shutil
import signal
import socket
import sys
import tempfile
import termios
import time
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from benchmarks.measure import describe_machine, parse_words
from ircpoker.app import make_router, open_feed
from ircpoker.cli.own_ledger import read_settings
from ircpoker.config.networks import CONSOLE_NETWORK
from ircpoker.screen.app import TableApp
from ircpoker.screen.preferences import Options, ScreenSettings
from ircpoker.screen.terminal import collect_again

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from textual.pilot import Pilot

SIZES = ((80, 24), (120, 40), (200, 60))
TURNS = 100
STARTS = 3
_TURN = re.compile(rb" [fk]  (?:Fold|Check)")
_CONFIG = """\
[bot]
owner = benchmark
[network:local]
host = embedded
port = {port}
channels = #poker
"""


@asynccontextmanager
async def _screen(size: tuple[int, int]) -> AsyncIterator[tuple[TableApp, Pilot[str]]]:
    router = make_router(read_settings(None, None), seed=1)
    async with open_feed(router, CONSOLE_NETWORK, "ann") as client:
        begin = "play caller random regular tight loose wild 1000"
        options = Options("ann", begin, preferences=ScreenSettings(pause=False))
        app = TableApp(client, options, on_begun=collect_again)
        async with app.run_test(size=size) as pilot:
            yield app, pilot
    router.services.close()


async def redraws(size: tuple[int, int]) -> list[float]:
    """Return the processor milliseconds of each redraw while a session is played."""
    rng = Random(1)
    found: list[float] = []
    async with _screen(size) as (app, pilot):
        while len(found) < TURNS and len(app.screen_stack) == 1:
            await pilot.pause(0.005)
            await pilot.press(rng.choice("ccf"), "j")
            # Everything that differs from an empty screen is drawn anew: no redraw takes longer.
            app._face._strips = []
            began = time.thread_time()
            app._face.redraw()
            app.screen._compositor.render_update(full=True)
            found.append(1000 * (time.thread_time() - began))
    return found


@contextmanager
def _on_terminal(folder: Path, *arguments: str, bytecode: str = "") -> Iterator[tuple[int, int]]:
    """Run `ircpoker play` on a terminal of its own; yield its process and the terminal."""
    process, terminal = pty.fork()
    if process == 0:
        environment = {**os.environ, "HOME": str(folder), "TERM": "xterm-256color"}
        for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "NO_COLOR", "PYTHONDONTWRITEBYTECODE"):
            environment.pop(name, None)
        environment |= {"PYTHONPYCACHEPREFIX": bytecode or str(folder)}
        termios.tcsetwinsize(0, (30, 100))
        os.chdir(folder)
        os.execve(sys.executable, [sys.executable, "-m", "ircpoker", "play", *arguments], environment)  # noqa: S606 - no shell is wanted
    try:
        yield process, terminal
    finally:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(terminal)


def _wait_for(terminal: int, pattern: re.Pattern[bytes], seconds: float = 60.0) -> None:
    written, until = b"", time.monotonic() + seconds
    while not pattern.search(re.sub(rb"\x1b\[[0-9;?]*[a-zA-Z]", b"", written)):
        if time.monotonic() > until:
            raise TimeoutError(written[-2000:].decode("utf-8", "replace"))
        if select.select([terminal], [], [], 0.05)[0]:
            written += os.read(terminal, 65536)


def _play(terminal: int, turns: int) -> None:
    """Call as often as asked; nothing of a turn is drawn again if its keys stay the same, so the size changes."""
    for number in range(turns):
        termios.tcsetwinsize(terminal, (30, 100 + number % 2))
        _wait_for(terminal, re.compile(rb" [fk]  (?:Fold|Check)|Next hand"))
        os.write(terminal, b"c")
        time.sleep(0.3)


def starts() -> list[tuple[float, float]]:
    """Return the wall and processor seconds from the command to the first turn, of several starts."""
    found = []
    with tempfile.TemporaryDirectory() as bytecode, tempfile.TemporaryDirectory() as ready:
        # The ledger and the compiled modules are there from now on, as on a machine that is set up.
        with _on_terminal(Path(ready), "hard", bytecode=bytecode) as (_, terminal):
            _wait_for(terminal, _TURN)
        shutil.rmtree(ready)
        Path(ready).mkdir()
        with _on_terminal(Path(ready), bytecode=bytecode) as (_, terminal):
            _wait_for(terminal, re.compile(rb"Lobby"))
        for _ in range(STARTS):
            with tempfile.TemporaryDirectory() as folder:
                shutil.copytree(ready, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.sock"))
                before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
                with _on_terminal(Path(folder), "hard", bytecode=bytecode) as (_, terminal):
                    _wait_for(terminal, _TURN)
                    wall = time.monotonic() - began
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                found.append((wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))
    return found


def _most_memory(process: int) -> float:
    """Return the most memory that a process has had, in MB."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    return int(found[1]) / 1000 if found else 0.0


def memory_alone() -> float:
    """Return the memory of the screen with its own lobby, after deals against hard."""
    with tempfile.TemporaryDirectory() as name, _on_terminal(Path(name), "hard") as (process, terminal):
        _play(terminal, 20)
        return _most_memory(process)


def memory_as_front_end() -> float:
    """Return the memory of the screen as a front-end of a bot in another process."""
    import subprocess  # noqa: PLC0415 - beside the other processes of this function

    with tempfile.TemporaryDirectory() as name, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        folder = Path(name)
        (folder / "config.ini").write_text(_CONFIG.format(port=port), encoding="utf-8")
        command = [sys.executable, "-m", "ircpoker", "run"]
        with subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as bot:
            try:
                until = time.monotonic() + 60
                while not (folder / "feed" / "local.sock").exists() and time.monotonic() < until:
                    time.sleep(0.1)
                with _on_terminal(folder, "caller") as (process, terminal):
                    _play(terminal, 10)
                    return _most_memory(process)
            finally:
                bot.terminate()


def main() -> None:
    """Measure and print."""
    console = Console()
    table = Table("what", "measured", "limit", title="Screen", box=SIMPLE)
    for size in SIZES:
        cuts = quantiles(asyncio.run(redraws(size)), n=100)
        table.add_row(f"redraw at {size[0]}×{size[1]}, p50 / p99", f"{cuts[49]:.1f} / {cuts[98]:.1f} ms", "50 ms")
    found: list[Any] = sorted(starts())
    wall, used = found[0]
    table.add_row("command to first hand, best of three", f"{wall:.2f} s, processor {used:.2f} s", "2 s")
    table.add_row("memory with its own lobby and hard", f"{memory_alone():.0f} MB", "300 MB")
    table.add_row("memory as a front-end", f"{memory_as_front_end():.0f} MB", "80 MB")
    console.print(table)
    console.print(describe_machine("textual"))


if __name__ == "__main__":
    parse_words(__doc__)
    main()
