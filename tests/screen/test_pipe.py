import asyncio
import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ircpoker.app import open_feed
from ircpoker.errors import TransportError
from ircpoker.feed.requests import BotFacts
from ircpoker.screen.look import Look, own_look
from ircpoker.screen.marks import UNICODE
from ircpoker.screen.prompt import talk_beside
from tests.chat.routers import lines, make_router
from tests.screen.talking import run_console
from tests.screen.terminals import PROGRAM, ROOT, run_piped

HAND = "parse Ah Td 4c 3s Js 7h"
ANSWER = "Ah Js Td 7h 4c | Ace High, Jack Kicker | 10 1 4 5 8 11\n"
SHOWN = "A♥ J♠ T♦ 7♥ 4♣ | Ace High, Jack Kicker | 10 1 4 5 8 11\n"
"""The same in the default style."""
GENTLE = "say !help for what I can do\n"


def converse(text: str | bytes, encoding: str = "utf-8", **bot: Any) -> str:
    """Pipe `text` into a console and return what it prints."""
    data = text if isinstance(text, bytes) else text.encode()
    output = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="\n")
    source = io.TextIOWrapper(io.BytesIO(data), encoding="ascii")
    assert run_console(make_router(**{"cards": "ascii"} | bot), nick="alice", input=source, output=output) == 0
    assert isinstance(output.buffer, io.BytesIO)
    return output.buffer.getvalue().decode(encoding)


class TestLines:
    def test_each_line_is_answered_prefix_or_not(self) -> None:
        assert converse(f"{HAND}\n!{HAND}\ndealer: {HAND}\n") == ANSWER * 3

    def test_the_text_is_that_of_the_router(self) -> None:
        router = make_router()
        for typed in ("help", "help value", "about", "value", "nothing", "parse Ah"):
            assert converse(typed).splitlines() == lines(router, typed)

    @pytest.mark.parametrize("end", ["\n", "\r\n", ""])
    def test_any_line_end(self, end: str) -> None:
        assert converse(f"{HAND}\n{HAND}{end}") == ANSWER * 2

    def test_no_input(self) -> None:
        assert converse("") == ""

    def test_an_empty_line_gets_a_gentle_answer(self) -> None:
        assert converse(f"\n{HAND}\n") == GENTLE + ANSWER

    def test_bytes_that_are_no_utf8(self) -> None:
        answer = converse(b"\xff\xfe\x00\x1b[2J\n" + HAND.encode() + b"\xe9\n" + HAND.encode())
        assert (
            answer.splitlines()[0]
            == "'\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}??[2j' is not a command: !help lists them all"
        )
        assert answer.endswith(ANSWER)
        assert answer.count("\n") == 3

    def test_a_byte_order_mark(self) -> None:
        assert converse(b"\xef\xbb\xbf" + HAND.encode()) == ANSWER

    def test_suit_signs_in_and_out(self) -> None:
        assert converse("parse A♥ T♦ 4♣ 3♠ J♠ 7♥", cards="unicode") == ANSWER.replace(
            "Ah Js Td 7h 4c", "A♥ J♠ T♦ 7♥ 4♣"
        )

    def test_an_output_without_suit_signs(self) -> None:
        assert converse(HAND, encoding="ascii", cards="unicode").startswith("Ah Js Td 7h 4c | Ace High")

    @pytest.mark.parametrize("size", [1000, 65535, 65536, 65537, 131072, 10**6])
    def test_a_very_long_line_is_one_line(self, size: int) -> None:
        answers = converse("parse " + "x" * (size - 6) + f"\n{HAND}\n").splitlines(keepends=True)
        assert len(answers) == 2
        assert answers[1] == ANSWER

    def test_text_streams_without_bytes_behind_them(self) -> None:
        output = io.StringIO()
        assert (
            run_console(
                make_router(cards="ascii"), nick="a", input=io.StringIO(f"{HAND}\n/quit\n{HAND}"), output=output
            )
            == 0
        )
        assert output.getvalue() == ANSWER


class TestOwnCommands:
    def test_quit(self) -> None:
        assert converse(f"{HAND}\n/quit\n{HAND}\n") == ANSWER
        assert converse("/QUIT now\nabout\n") == ""

    def test_nick(self) -> None:
        assert converse("/nick\n/nick bob\n/nick\n") == "you are alice\nyou are bob now\nyou are bob\n"

    @pytest.mark.parametrize("nick", ["two words", "x" * 31, "a\x07b", "\x1b[31m"])
    def test_no_nick(self, nick: str) -> None:
        refused, still = converse(f"/nick {nick}\n/nick\n").splitlines()
        assert refused.endswith("is not a nick: expected one word of at most 30 characters")
        assert refused.isprintable()
        assert still == "you are alice"

    @pytest.mark.parametrize(
        ("typed", "shown"), [("/join #x", "'/join'"), ("/", "'/'"), ("  /x y", "'/x'"), ("/\x1b[2J", "'/?[2J'")]
    )
    def test_unknown(self, typed: str, shown: str) -> None:
        assert converse(typed) == f"{shown} is not known here: /nick NAME changes who speaks, /quit leaves\n"


class TestLook:
    @pytest.mark.parametrize(
        ("on_terminal", "environ", "bot", "suits_and_colour"),
        [
            (True, {}, {}, (True, True)),
            (True, {"NO_COLOR": ""}, {"cards": "ascii"}, (False, True)),
            (True, {"NO_COLOR": "1"}, {}, (True, False)),
            (True, {"TERM": "dumb"}, {}, (True, False)),
            (True, {}, {"colour": False}, (True, False)),
            (False, {}, {}, (True, False)),
        ],
    )
    def test_look(
        self,
        on_terminal: bool,
        environ: dict[str, str],
        bot: dict[str, Any],
        suits_and_colour: tuple[bool, bool],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        for name, value in ({"NO_COLOR": "", "TERM": "xterm"} | environ).items():
            monkeypatch.setenv(name, value)
        facts = BotFacts("dealer", "!", "en", bot.get("cards", "unicode"), 1, 1, bot.get("colour", True))
        suits, colour = suits_and_colour
        look = own_look(facts, "utf-8", on_terminal=on_terminal)
        assert (look.has_suits, look.has_colour) == (suits, colour)
        for encoding in ("ascii", "latin-1"):
            assert own_look(facts, encoding, on_terminal=on_terminal) == look._replace(has_suits=False)

    @pytest.mark.parametrize(
        ("preferences", "shown"),
        [
            ({}, "\x1b[1mpot\x1b[22m \x1b[31mA♥\x1b[0m 2♠"),
            ({"cards": "ascii"}, "\x1b[1mpot\x1b[22m \x1b[31mAh\x1b[0m 2s"),
            ({"colour": "off"}, "pot A♥ 2♠"),
        ],
    )
    def test_the_choices_of_the_person(self, preferences: dict[str, str], shown: str) -> None:
        look = Look(UNICODE, has_suits=True, has_colour=True)
        assert look.line("pot Ah 2s", (4, 7), ((0, 3),), preferences) == shown


def test_lines_that_do_not_go_to_a_terminal_are_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    typed, output = io.StringIO(f"{HAND}\n"), io.StringIO()
    monkeypatch.setattr(typed, "isatty", lambda: True)
    assert run_console(make_router(cards="ascii"), nick="alice", input=typed, output=output) == 0
    assert output.getvalue() == ANSWER


class TestProcess:
    @pytest.mark.slow(1)
    def test_from_a_pipe(self) -> None:
        done = run_piped(f"{HAND}\nabout\n/quit\n".encode())
        assert done.stdout.decode().startswith(f"{SHOWN}ircpoker ")
        assert (done.returncode, done.stderr) == (0, b"")

    @pytest.mark.slow(1)
    def test_prompt_toolkit_is_not_imported_for_a_pipe(self) -> None:
        program = PROGRAM.replace("sys.exit(", "run = (").replace(
            '"alice"))', '"alice"))\nprint([m for m in sys.modules if "prompt_toolkit" in m])'
        )
        assert run_piped(b"", program=program).stdout == b"[]\n"

    @pytest.mark.slow(1)
    def test_each_line_is_answered_before_the_next_is_asked_for(self) -> None:
        with subprocess.Popen(
            [sys.executable, "-c", PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            for _ in range(3):
                process.stdin.write(f"{HAND}\n".encode())
                process.stdin.flush()
                assert process.stdout.readline().decode() == SHOWN

    @pytest.mark.slow(1)
    def test_closed_output(self) -> None:
        reading, writing = os.pipe()
        os.close(reading)
        try:
            done = subprocess.run(
                [sys.executable, "-c", PROGRAM],
                input=b"about\n" * 10,
                stdout=writing,
                stderr=subprocess.PIPE,
                cwd=ROOT,
                check=False,
            )
        finally:
            os.close(writing)
        assert (done.returncode, done.stderr) == (0, b"")

    @pytest.mark.slow(1)
    def test_a_full_disk_is_an_error(self) -> None:
        program = (
            PROGRAM.replace("sys.exit(", "try:\n    (").rstrip()
            + "\nexcept Exception as error:\n    sys.exit(repr(error))\n"
        )
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run(
                [sys.executable, "-c", program],
                input=b"about\n",
                stdout=full,
                stderr=subprocess.PIPE,
                cwd=ROOT,
                check=False,
            )
        assert done.stderr == b"TransportError('the console stopped: No space left on device')\n"
        assert done.returncode == 1

    @pytest.mark.slow(1)
    @pytest.mark.parametrize(
        "closed", ["<&- >&-", *[pytest.param(closed, marks=pytest.mark.slow(1)) for closed in ("<&-", ">&-")]]
    )
    def test_missing_standard_streams(self, closed: str) -> None:
        done = subprocess.run(
            ["/bin/sh", "-c", f'exec "$0" -c "$1" {closed}', sys.executable, PROGRAM],
            input=b"about\n",
            capture_output=True,
            cwd=ROOT,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("other", ["stdin", "stdout"])
def test_beside_the_bot_a_terminal_is_needed(monkeypatch: pytest.MonkeyPatch, other: str) -> None:
    terminal = io.StringIO("about\n")
    terminal.isatty = lambda: True
    streams = {"stdin": terminal, "stdout": terminal, other: io.StringIO("about\n")}
    for name, stream in streams.items():
        monkeypatch.setattr(sys, name, stream)

    async def run() -> None:
        async with open_feed(make_router(), "console", "alice") as client:
            await talk_beside(client, lambda: 0)

    with pytest.raises(TransportError, match="needs a terminal"):
        asyncio.run(run())
