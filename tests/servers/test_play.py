"""`ircpoker play` on a real terminal: the screen by keys, at several sizes, killed, too small, and pasted into."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import threading
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest

from ircpoker.feed.lines import decode, encode
from tests.screen.recorded import FLOP, Script
from tests.servers.tmux import Tmux
from tests.tiers import count
from tests.waiting import wait_until

ROOT = Path(__file__).parents[2]
SIZES = ((80, 24), (120, 40), (200, 60))
GO_ON, DOES_IT = "Next hand", "[Enter] does it"
_TURN = r"\b(?:f\]? +Fold|k\]? +Check)"
_DEAL = re.compile(r"hand #\d+")

pytestmark = [
    pytest.mark.slow(8),
    pytest.mark.servers,
    pytest.mark.needs("tmux", "bash"),
]


class Played:
    """`ircpoker play` in a window.

    Args:
        folder: the home of its user, and the working directory.
        arguments: the arguments of the command.
        size: columns and rows.
        environment: more variables.
    """

    def __init__(self, folder, *arguments, size=SIZES[0], **environment):
        variables = {"HOME": folder, "LANG": "C.UTF-8", "PYTHONPATH": ROOT, **environment}
        setting = " ".join(f"{name}='{value}'" for name, value in variables.items())
        words = " ".join(map(str, arguments))
        command = f"cd '{folder}'; unset COLUMNS LINES; export {setting}; '{sys.executable}' -m ircpoker play {words}"
        self.tmux = Tmux(f'bash -c "{command}; echo ended with \\$?; cat"', size[1], size[0])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.tmux.close()

    @property
    def pid(self):
        """The process: the only child of the window's shell."""
        shell = self.tmux.ask("#{pane_pid}")
        children = Path(f"/proc/{shell}/task/{shell}/children")
        wait_until(lambda: children.read_text().split())
        return int(children.read_text().split()[0])

    def shows(self, pattern):
        """Wait until the window shows something."""
        return "\n".join(self.tmux.wait_for(lambda rows: re.search(pattern, "\n".join(rows)) is not None))


def has_turn(text):
    return re.search(r" (?:d  Draw|f  Fold|k  Check)", text) is not None


def has_taken(text, before):
    """Return whether the screen has taken the key that answered what it showed before."""
    if _DEAL.findall(text) != _DEAL.findall(before):
        return True
    if GO_ON in before:  # The next deal goes on below it, so that lines of the log come whatever is pressed.
        return GO_ON not in text
    if DOES_IT in before:  # Only an all-in asks, and the bar stays until the bot has taken it.
        return not has_turn(text)
    return text != before


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40", "200x60"])
def test_deals_by_keys(tmp_path, size):
    deals, rng = count(30, 1), Random(f"{size}")
    # Whoever plays at random loses more than a day's chips.
    (tmp_path / "config.ini").write_text("[economy]\nstarting_chips = 100000\nhouse_stake = 100000\n")
    with Played(tmp_path, "caller", "random", "--seed", "3", size=size) as here:
        last = 0
        while last < deals:
            text = here.shows(rf"{_TURN}|d  Draw|\[j\] buy in|Next hand|\[Enter\] does it|Lobby")
            if GO_ON in text or DOES_IT in text:
                here.tmux.press("Enter")
            elif "buy in" in text:
                here.tmux.press("j")
            else:
                assert has_turn(text), text
                here.tmux.press(rng.choice(["c", "c", "c", "f"]))
            here.tmux.wait_for(lambda rows, text=text: has_taken("\n".join(rows), text))
            ended = re.findall(r"in (\d+) hands?\b", "\n".join(here.tmux.screen()))
            last = int(ended[-1]) if ended else last
        here.tmux.press("C-c")
        here.shows("ended with 0")
        assert_restored(here.tmux)


def assert_restored(tmux):
    """The terminal is as before: no other screen, no mouse, a cursor."""
    wait_until(lambda: tmux.ask("#{alternate_on} #{mouse_any_flag} #{cursor_flag}") == "0 0 1")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=["SIGTERM", "SIGHUP"])
def test_killed_in_a_deal_the_terminal_is_restored(tmp_path, number):
    with Played(tmp_path, "easy") as here:
        here.shows(_TURN)
        os.kill(here.pid, number)
        here.shows(f"ended with {128 + number}")
        assert_restored(here.tmux)
    # The deal is kept: the next session goes on with it.
    with Played(tmp_path) as here:
        here.shows(r"hand #1\b")
        here.tmux.press("C-c")
        here.shows("ended with 0")


def test_a_small_window_gets_lines_and_f2_the_screen(tmp_path):
    with Played(tmp_path, "easy", size=(79, 24)) as here:
        here.shows(r"#1 you hold")
        here.shows("plain lines: the table needs a terminal of 80 columns and 24 lines")
        assert here.tmux.ask("#{alternate_on}") == "0"
    (tmp_path / "second").mkdir()
    with Played(tmp_path / "second", "easy") as here:
        here.shows(_TURN)
        here.tmux.resize(70, 20)
        here.shows(r"(?m)^\S+( \d+)?> ?$")
        assert_restored(here.tmux)
        # The prompt stands there a moment before it takes keys: an answer shows that it does.
        here.tmux.type("bank")
        here.shows("500 chips")
        here.shows("needs a terminal of 80 columns and 24 lines")
        here.shows(r"private table \| no-limit hold'em .*\| hand #1\b")
        here.shows(r"you hold (?:\S\S ){2}")
        here.tmux.resize(100, 30)  # By itself the screen comes back.
        here.shows(rf"(?s)private table .* hand #1\b.*{_TURN}")
        here.tmux.press("F2")
        here.shows("type screen for the table")
        here.shows(r"(?m)^\S+( \d+)?> ?$")
        here.shows(r"(?s)type screen for the table.*private table \| no-limit hold'em .*\| hand #1\b")
        here.tmux.type("quit")
        here.shows("ended with 0")


def test_a_second_one_says_on_the_screen_that_it_plays_in_memory(tmp_path):
    warning = r"another console is open: this console plays\W+in\W+memory,\W+and\W+its\W+chips\W+are\W+not\W+kept"
    with Played(tmp_path) as first:
        first.shows("Lobby")
        with Played(tmp_path) as second:
            second.shows(warning)
        with Played(tmp_path, "caller") as third:
            third.shows(_TURN)
            third.shows(r"another console is open")


def test_no_color(tmp_path):
    with Played(tmp_path, "easy", NO_COLOR="1") as here:
        here.shows(_TURN)
        assert not re.search(r"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7])(?:;\d+)*m", here.tmux.codes())
        assert "\x1b[1m" in here.tmux.codes()
    (tmp_path / "second").mkdir()
    with Played(tmp_path / "second", "easy") as here:
        here.shows(_TURN)
        assert re.search(r"\x1b\[(?:\d+;)*(?:3[1-6]|38;[25];\d)", here.tmux.codes())


def test_a_locale_without_signs_gets_ascii(tmp_path):
    with Played(tmp_path, "easy", LANG="C") as here:
        text = here.shows(_TURN)
        assert text.isascii()
        assert re.search(r"> YOUR TURN +1 \S+ -", text)
        assert re.search(r"\|[2-9TJQKA][cdhs]\|.*\|[2-9TJQKA][cdhs]\|", text)


def test_a_large_paste_does_no_harm(tmp_path):
    with Played(tmp_path, "easy") as here:
        here.shows(_TURN)
        here.tmux.press(":")
        here.tmux.paste("spam " * 20_000)
        here.shows(r"spam spam")
        here.tmux.press("Escape")
        here.shows(r"Enter gives commands")
        here.tmux.paste("f\n" * 50_000)
        here.tmux.press("h")
        here.shows("Finished hands")
        here.tmux.press("Escape")
        text = here.shows(_TURN)
        assert "hand #1" in text


def test_a_bad_argument_is_wrong_usage(tmp_path):
    with Played(tmp_path, "terminator") as here:
        text = here.shows(r"ended with 2")
        assert "terminator" in text
        assert_restored(here.tmux)


class FakeFeed:
    """A bot that answers from a script, on a real socket."""

    def __init__(self, folder, table):
        self.socket = folder / "local.sock"
        self._table = table
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._serve(),), daemon=True)
        self._thread.start()
        wait_until(self.socket.exists)

    async def _serve(self):
        self._ended, self._left = asyncio.Event(), asyncio.Event()
        async with await asyncio.start_unix_server(self._answer, self.socket):
            await self._ended.wait()
            # The screen has ended, so its connection ends, too.
            await self._left.wait()
            await asyncio.sleep(0)

    async def _answer(self, reader, writer):
        script = Script(self._table)
        try:
            while line := await reader.readline():
                script.send(decode(line))
                while not script._messages.empty():
                    writer.write(encode(await script.receive()))
                await writer.drain()
        finally:
            writer.close()
            self._left.set()

    def close(self):
        self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join(10)
        self._loop.close()


def test_hostile_names_reach_the_terminal_as_text(tmp_path):
    table = deepcopy(FLOP)
    names = ["\x1b]0;owned\x07x", "a\u202eb\u2067c", "\x1b[2J\x1b[31mred", "z\u200b\u0300\u0301\u0302\u0303"]
    for seat, name in zip(table["seats"], names, strict=True):
        seat["name"] = name
    table["log"] = ["\x1b[5mblink\x1b]52;c;b3duZWQ=\x07", "\x9b31mred \u202e right"]
    table["title"] = "\x1b[8mhidden"
    raw = tmp_path / "raw"
    raw.touch()
    feed = FakeFeed(tmp_path, table)
    try:
        with Played(tmp_path, "--feed", tmp_path) as here:
            here.tmux.copy_to(raw)
            text = here.shows(r"f  Fold")
            assert " 2 abc " in text
            assert " 3 [2J[31mred " in text
            here.tmux.resize(120, 40)
            here.shows(r"blink")
            here.tmux.press("C-c")
            here.shows("ended with 0")
    finally:
        feed.close()
    written = raw.read_bytes().decode("utf-8", "replace")
    for code in ("\x1b]0;owned", "\x1b]52", "\x1b[5m", "\x1b[8m", "\x9b", "\u202e", "\u2067", "\u200b"):
        assert code not in written, ascii(code)
