"""docs/records.md: its commands do what it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.children import child
from tests.lobby.hall import NET, Hall, play_on

PAGE = (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="utf-8")
DEALS = 8


@pytest.mark.slow(10)
def test_the_commands_of_the_page_work(tmp_path: Path) -> None:
    with Hall(f"sqlite:///{tmp_path}/ledger.db", history=tmp_path / "history", deal_pause=0.1) as hall:
        hall.seat("alice", "bob", chips=300)
        while not (tmp_path / "history" / NET / "%23poker" / f"{DEALS}.phh").exists():
            play_on(hall, Random(hall.seen), 1)
            if not hall.has_table():
                hall.seat("alice", "bob", chips=100)
    (tmp_path / "config.ini").write_text("[bot]\ndatabase = sqlite:///ledger.db\nhistory = history\n")
    commands = re.findall(r"^    (ircpoker .*?)(?:  .*)?$", PAGE, re.MULTILINE)
    assert len(commands) == 6
    begun = dict.fromkeys(command.split()[1] for command in commands)
    assert list(begun) == ["export", "import", "replay"]
    for command in commands:
        run(command.replace("/libera/", f"/{NET}/"), tmp_path)
        if "alice.txt" in command:
            (tmp_path / "HH20261123.txt").write_bytes((tmp_path / "alice.txt").read_bytes())
    for name in ("alice.txt", "deals.ohh", "deals.phhs", "deal.svg", "deal.html"):
        assert (tmp_path / name).stat().st_size > 500, name


def run(command: str, folder: Path) -> None:
    """Run a command of the page as a shell would, with the program that is tested."""
    program = f"{sys.executable} -m ircpoker"
    line = ["sh", "-c", re.sub("^ircpoker", program, command)]
    environment = os.environ | {"XDG_DATA_HOME": str(folder / "data")}
    done = subprocess.run(child(*line), cwd=folder, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, (command, done.stderr)
