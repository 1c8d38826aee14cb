"""Lines are one program: the same words typed alone, beside a bot by its socket, and by SSH give the same lines."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.children import child
from tests.ports import free_port
from tests.servers.process import BotProcess
from tests.ssh.house import SshServer
from tests.waiting import PATIENCE, wait_for_socket

SEED = 3
_SECTIONS = """\
[feed]
folder = {folder}/feed
local = on
ssh = on
[economy]
given_per_host = 0
[ssh]
listen = 127.0.0.1:0
[holdem]
deal_pause = 0
robot_pause = 0
"""
FIRST = "play"
"""What `play --plain` says by itself."""
SCRIPT = (
    (FIRST, "your turn"),
    ("leave", "you leave with"),
    ("bank", "you have"),
    ("tables", "No public table"),
    ("/nick", "you are ann"),
    ("/tables", "'/tables' is not known here"),
    ("/help bank", "bank"),
    ("", "help"),
    ("fnord", "fnord"),
    ("parse Ah Kh Qh Jh Th", "Royal Flush"),
    ("play terminator", "terminator"),
    ("play caller 200", "your turn"),
    ("call", "your turn"),
    ("check", "your turn"),
    ("bet 20", "your turn"),
    ("check", "your turn"),
    ("hand", "you hold"),
    ("fold", "your turn"),
    ("table", "caller"),
    ("history", "#1"),
    ("call", "your turn"),
    ("leave", "you leave with"),
    ("bank", "you have"),
    ("/nick ann2", "you are ann2 now"),
    ("/nick", "you are ann2"),
    ("quit now", ""),
)

_CLOCK = re.compile(r", \d+ s left")
"""Beside a bot people have clocks; alone nobody waits for them."""


@contextmanager
def bot(folder: Path) -> Iterator[BotProcess]:
    """Run a bot on a server of its own."""
    process = BotProcess(
        folder,
        free_port(),
        "#poker",
        host="embedded",
        plugins="parse, holdem, bank, help",
        more=_SECTIONS.format(folder=folder),
        seed=SEED,
    )
    process.config.write_text(process.config.read_text().replace("nick = dealer", "nick = dealer\ncards = ascii"))
    with process:
        wait_for_socket(folder / "feed" / "ssh.sock", lambda: process.log)
        yield process


def typed(command: Sequence[str], folder: Path) -> list[str]:
    """Type the script, each line after what the one before it leads to, and return what is printed."""
    process = subprocess.Popen(
        child(*command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, cwd=folder
    )
    assert process.stdin is not None
    assert process.stdout is not None
    lines: list[str] = []
    try:
        for line, awaited in SCRIPT:
            if line != FIRST or FIRST not in command:
                process.stdin.write(f"{line}\n")
                process.stdin.flush()
            while awaited:
                printed = process.stdout.readline()
                assert printed, (line, lines)
                lines.append(_CLOCK.sub("", printed.rstrip()))
                if awaited in printed:
                    break
        lines += process.stdout.read().splitlines()
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()
    return lines


def ircpoker(*arguments: str) -> list[str]:
    return [sys.executable, "-W", "error", "-m", "ircpoker", *arguments]


@pytest.mark.servers
@pytest.mark.slow(12)
def test_alone_beside_a_bot_and_by_ssh_the_lines_are_the_same(tmp_path: Path) -> None:
    folders = {name: tmp_path / name for name in ("alone", "beside", "ssh")}
    for folder in folders.values():
        folder.mkdir()
    with bot(folders["beside"]) as beside:
        feed = str(folders["beside"] / "feed")
        beside_it = typed(ircpoker("play", "--plain", "--feed", feed, "--nick", "ann"), folders["beside"])
        options = ["--config", str(beside.config), "--seed", str(SEED), "--nick", "ann"]
        alone = typed(ircpoker("play", "--plain", *options), folders["alone"])
    with bot(folders["ssh"]) as other, SshServer(folders["ssh"], other.config) as server:
        by_ssh = typed(server.command("ann", "-T"), folders["ssh"])
    assert beside_it == alone
    assert by_ssh == alone
