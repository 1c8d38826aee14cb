"""What a person sees on a screen of 80 by 24: in irssi on a real server, and on the console.

The first screen, questions on one's turn, losing all chips twice (with chips in the bank, and with a refill), what may
be shown after a deal, `!why`, and two tables in a channel. The decks are those of one seed, in which an all-in loses
the first two deals. To store the screens again, run this file with `SCREENS=write`.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.children import child
from tests.servers.captures import compare
from tests.servers.clients import CHANNEL, Irssi
from tests.servers.human import Human
from tests.servers.ngircd import Ngircd
from tests.servers.process import ROOT, BotProcess
from tests.servers.tmux import Tmux, shows_after
from tests.waiting import wait_until

SEED = 12
ROWS = 24
PLUGINS = "parse, slots, videopoker, holdem, draw, bank, help"
QUESTIONS = (
    ("dealer: whose turn", "!fold"),
    ("dealer: how much do I have", "!fold"),
    ("dealer: what's the pot", "!fold"),
    ("!stack", "!fold"),
    ("call", "Say !call"),
)
HELP_ENDS = "In private no ! is needed."
QUICK_TABLE = """
[holdem]
deal_pause = 0
robot_pause = 0
reminder = 0
"""

pytestmark = [
    pytest.mark.servers,
    pytest.mark.slow(10),
    pytest.mark.needs("irssi", "tmux"),
]


class SmallIrssi(Irssi):
    """irssi on a screen of the usual size."""

    rows = ROWS

    def do(self, text: str, shown: str) -> list[str]:
        """Type a line, and wait until the answer to it ends like this; return the rows of the channel's window."""
        self.say(text)
        return self.tmux.wait_for(lambda rows: shows_after(rows[:-1], f"> {text}", shown))[1:-2]


class Console(Tmux):
    """The console, as `ircpoker console` starts it."""

    def __init__(self, home: Path) -> None:
        command = child(sys.executable, "-m", "ircpoker", "console", "--seed", str(SEED), "--nick", "ann")
        settings = {"HOME": str(home), "TERM": "screen", "LC_ALL": "C.UTF-8", "PROMPT_TOOLKIT_NO_CPR": "1"}
        words = ["cd", str(ROOT), "&&", "env", *(f"{name}={value}" for name, value in settings.items()), *command]
        super().__init__(" ".join(word if word == "&&" else shlex.quote(word) for word in words), ROWS)

    def do(self, text: str, shown: str) -> list[str]:
        """Type a line at the prompt, and wait for the next prompt and what stands before it; return the rows."""
        self.type(text)
        return self.wait_for(lambda rows: shows_after(without_chips(rows), f"ann> {text}", f"{shown} ann>"))

    def begin(self) -> None:
        """Wait for the first prompt."""
        self.wait_for(lambda rows: "ann>" in without_chips(rows))


def without_chips(rows: list[str]) -> list[str]:
    """Return rows with the prompt as it is before the chips are known."""
    return [re.sub(r"^ann \d+>", "ann>", row) for row in rows]


class TallIrssi(SmallIrssi):
    """irssi on a screen that no later line scrolls."""

    rows = Irssi.rows


@contextmanager
def irssi_at_a_bot(
    folder: Path, tables: int = 1, client: type[SmallIrssi] = SmallIrssi
) -> Iterator[tuple[SmallIrssi, int]]:
    """Start a server, a bot that allows so many tables, and irssi in its channel; yield irssi and the server's port."""
    more = f"tables_per_channel = {tables}{QUICK_TABLE}"
    with Ngircd() as server, BotProcess(folder, server.port, CHANNEL, plugins=PLUGINS, more=more, seed=SEED):
        wait_for_bot(server.port)
        irssi = client("ann", server.port, folder / "irssi")
        try:
            yield irssi, server.port
        finally:
            irssi.close()


def test_irssi(tmp_path: Path) -> None:
    with irssi_at_a_bot(tmp_path) as (irssi, _):
        compare("irssi-first.txt", irssi.do("!help", HELP_ENDS))
        irssi.do("!play caller", "| your turn: !call 5, !raise 20-500, !allin, !fold")
        for text, shown in QUESTIONS:
            rows = irssi.do(text, shown)
        compare("irssi-questions.txt", rows)
        irssi.do("!allin", "500 chips.")
        compare("irssi-broke.txt", irssi.do("!sit", "| your turn: !check, !raise 20-500, !allin"))
        irssi.do("!allin", "a refill of 100 chips.")
        compare("irssi-refill.txt", irssi.do("!sit", "| your turn: !call 5, !raise 20-100, !allin, !fold"))


def wait_for_bot(port: int) -> None:
    """Wait until the bot has entered the channel, as the first."""
    watcher = Human(port, "watcher")

    def is_there() -> bool:
        watcher.send(f"NAMES {CHANNEL}")
        return any("@dealer" in line for line in watcher.lines_so_far())

    try:
        wait_until(is_there, "the bot does not come")
    finally:
        watcher.close()


def test_console(tmp_path: Path) -> None:
    with Console(tmp_path) as console:
        console.begin()
        compare("console-first.txt", console.do("help", HELP_ENDS))
        console.do("play caller", "!fold")
        for text, _ in QUESTIONS[:-1]:
            rows = console.do(text.removeprefix("dealer: "), "!fold")
        compare("console-questions.txt", rows)
        console.do("allin", "500 chips.")
        compare("console-broke.txt", console.do("sit", "!allin"))
        console.do("allin", "a refill of 100 chips.")
        compare("console-refill.txt", console.do("sit", "!fold"))


def by_window(rows: list[str], about: str = "") -> list[str]:
    """Return the rows of what is said in the channel, then those of private lines: only each of the two is in order.

    Args:
        rows: of the channel's window.
        about: only lines that match this.
    """
    lines: list[list[str]] = []
    for row in rows:
        if re.match(r"\d\d:\d\d ", row):
            lines.append([])
        if lines:
            lines[-1].append(row)
    chosen = [line for line in lines if re.search(about, " ".join(line))]
    return [row for line in sorted(chosen, key=lambda line: " -dealer(" in line[0]) for row in line]


def test_irssi_after_a_deal(tmp_path: Path) -> None:
    """What players may show when a deal is over, and what the robot thought."""
    with irssi_at_a_bot(tmp_path, client=TallIrssi) as (irssi, _):
        irssi.do("!play manual", "!fold")
        for text in ("!allin", "!show 2", "!muck"):  # At once: the time to show is short.
            irssi.say(text)
        irssi.do("!why", "call needed 49 % to win")
        irssi.tmux.wait_for(lambda rows: "of #1 hidden." in " ".join(rows))
        compare("irssi-after.txt", by_window(irssi.screen()[1:-2], about="dealer.*#1 "))


def test_irssi_with_two_tables(tmp_path: Path) -> None:
    with irssi_at_a_bot(tmp_path, tables=2) as (irssi, port):
        bob = Human(port, "bob", CHANNEL)
        try:
            irssi.do("!play caller", "!fold")
            bob.say(CHANNEL, "!open draw 300")
            bob.expect("[2] The deck")
            bob.say(CHANNEL, "!addbot swede")
            bob.expect("| your turn: ")
            compare("irssi-two-tables.txt", by_window(irssi.do("!table 2", "bet 66")))
        finally:
            bob.close()


def test_console_after_a_deal(tmp_path: Path) -> None:
    with Console(tmp_path) as console:
        console.begin()
        console.do("play manual", "!fold")
        console.type("allin")
        console.do("show 2", "you show 2♠")  # At once: the time to show is short.
        console.do("muck", "of #1 hidden.")
        rows = console.do("why", "call needed 49 % to win")
        # A line that comes while the prompt is drawn leaves an empty row above it.
        compare("console-after.txt", [row for row in rows[without_chips(rows).index("ann> show 2") :] if row])
