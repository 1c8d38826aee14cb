"""`ircpoker parse`."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

import pytest

from tests.children import child
from tests.cli.conftest import COMMAND, Ircpoker
from tests.waiting import PATIENCE

HAND = "Ah Td 4c 3s Js 7h"
ANSWER = "Ah Js Td 7h 4c|Ace High, Jack Kicker|10 1 4 5 8 11"


@pytest.mark.parametrize(
    "arguments", [[HAND], HAND.split(), ["AhTd4c", "3sJs7h"], ["ah,10D,4♣", "3:S J♠ 7h"], ["--", HAND]]
)
def test_cards_as_arguments(ircpoker: Ircpoker, arguments: list[str]) -> None:
    done = ircpoker("parse", *arguments)
    assert (done.status, done.out, done.err) == (0, f"{ANSWER}\n", "")


@pytest.mark.parametrize(
    "arguments", [["--json", HAND], [HAND, "--json"], ["Ah", "Td", "4c", "--json", "3s", "Js", "7h"]]
)
def test_json(ircpoker: Ircpoker, arguments: list[str]) -> None:
    done = ircpoker("parse", *arguments)
    assert done.out.count("\n") == 1
    assert json.loads(done.out) == {
        "cards": ["Ah", "Td", "4c", "3s", "Js", "7h"],
        "hand": ["Ah", "Js", "Td", "7h", "4c"],
        "name": "Ace High, Jack Kicker",
        "category": "high_card",
        "rank": [10, 1, 4, 5, 8, 11],
        "class": 6485,
        "strength": 1 - 6485 / 7462,
    }
    assert list(json.loads(done.out)) == ["cards", "hand", "name", "category", "rank", "class", "strength"]


@pytest.mark.parametrize(
    ("cards", "complaint"),
    [
        ("Ah Td 4c 3s Zs", "'Zs' is not a card"),
        ("Ah Td 4c 3s Ah", "Ah is given twice"),
        ("Ah Td 4c 3s", "4 cards given: expected 5 to 52"),
        ("", "0 cards given: expected 5 to 52"),
        (b"Ah Td 4c \xff\x1b[31m", "is not a card"),
        ("$(reboot); `x` | y\r\n", "'$(reboot);' is not a card"),
    ],
)
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_bad_cards_as_arguments(ircpoker: Ircpoker, options: list[str], cards: str, complaint: str) -> None:
    done = ircpoker("parse", *options, cards)
    assert (done.status, done.out) == (1, "")
    assert complaint in done.err
    assert done.err.startswith("ircpoker: ")
    assert done.err.endswith("\n")
    assert done.err[:-1].isprintable()


def test_all_52_cards(ircpoker: Ircpoker) -> None:
    deck = "".join(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")
    assert ircpoker("parse", deck).out == "Ah Kh Qh Jh Th|Royal Flush|1 1 2 3 4 5\n"


def test_lines_are_answered_in_order(ircpoker: Ircpoker) -> None:
    done = ircpoker("parse", stdin=f"{HAND}\n\nAh|Tx\nAh Ah Td 4c 3s\n5h 4h 3h 2h Ah")
    assert done.status == 1
    assert done.err == ""
    assert done.out.splitlines() == [
        ANSWER,
        "error|0 cards given: expected 5 to 52|",
        "error|'Ah?Tx' is not a card: expected a rank (23456789TJQKA) and a suit (hcds), like Ah (1 card understood)|",
        "error|Ah is given twice: each card can be used once|",
        "5h 4h 3h 2h Ah|Straight Flush, Ace Low|2 10 11 12 13 1",
    ]
    assert all(line.count("|") == 2 for line in done.out.splitlines())


def test_bad_lines_in_json_have_their_number(ircpoker: Ircpoker) -> None:
    done = ircpoker("parse", "--json", stdin=f"{HAND}\n\nA|x\n{HAND}\n")
    first, empty, bad, last = map(json.loads, done.out.splitlines())
    assert done.status == 1
    assert first == last
    assert empty == {"error": "0 cards given: expected 5 to 52", "line": 2}
    assert bad["line"] == 3
    assert bad["error"].startswith("'A|x' is not a card")


def test_a_bad_line_sets_the_exit_status(ircpoker: Ircpoker) -> None:
    assert ircpoker("parse", stdin=f"{HAND}\n{HAND}\n").status == 0
    assert ircpoker("parse", stdin="") == ircpoker("parse", stdin="")
    assert (ircpoker("parse").status, ircpoker("parse").out) == (0, "")


@pytest.mark.parametrize(
    "line",
    [
        f"{HAND}\r".encode(),
        b"\xef\xbb\xbf" + HAND.encode(),
        b"  " + HAND.encode() + b"\t ",
        HAND.encode() + b" " * 60_000,
    ],
)
def test_notations_of_other_systems(ircpoker: Ircpoker, line: bytes) -> None:
    done = ircpoker("parse", stdin=line + b"\n")
    assert (done.status, done.out) == (0, f"{ANSWER}\n")


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe\x00",
        b"\0" * 10,
        b"x" * 1_000_000,
        b"Ah " * 400_000,
        b" " * 1_000_000,
        b"\x1b[2J\x07",
        b"\x85\xe2\x80\xa8",
    ],
)
def test_hostile_lines_are_one_error_and_the_next_is_answered(ircpoker: Ircpoker, line: bytes) -> None:
    done = ircpoker("parse", stdin=line + b"\n" + HAND.encode())
    error, answer = done.out.splitlines()
    assert done.status == 1
    assert answer == ANSWER
    assert error.startswith("error|")
    assert len(error) < 200
    assert error.isprintable()
    assert ircpoker("parse", stdin=line).out == f"{error}\n"


def test_many_lines(ircpoker: Ircpoker) -> None:
    done = ircpoker("parse", stdin=f"{HAND}\n" * 20_000)
    assert done.out == f"{ANSWER}\n" * 20_000


class Conversation(NamedTuple):
    """A process that reads hands, and its three pipes."""

    process: subprocess.Popen[bytes]
    hands: IO[bytes]
    answers: IO[bytes]
    complaints: IO[bytes]

    def say(self, hand: str) -> None:
        self.hands.write(f"{hand}\n".encode())

    def ends_with(self, status: int) -> bool:
        return self.process.wait(30) == status and not self.complaints.read()


@contextmanager
def conversation() -> Iterator[Conversation]:
    pipe = subprocess.PIPE
    with subprocess.Popen(child(*COMMAND, "parse"), stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        yield Conversation(process, process.stdin, process.stdout, process.stderr)


def test_each_line_is_answered_while_the_next_is_awaited() -> None:
    with conversation() as parse:
        for _ in range(3):
            parse.say(HAND)
            assert parse.answers.readline().decode() == f"{ANSWER}\n"
        parse.hands.close()
        assert parse.ends_with(0)


def test_closed_pipe() -> None:
    with conversation() as parse:
        parse.answers.close()
        parse.say(HAND)
        assert parse.ends_with(141)


@pytest.mark.parametrize("words", [["parse", HAND], ["help"], ["-V"], ["parse", "--help"]])
def test_full_disk(tmp_path: Path, words: list[str]) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("the system has no /dev/full")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, *words], stdout=full, stderr=subprocess.PIPE, cwd=tmp_path, timeout=PATIENCE, check=False
        )
    assert done.returncode == 2
    assert done.stderr == b"ircpoker: input or output failed: No space left on device\n"


def test_unreadable_input() -> None:
    # A write-only file, because Python refuses to start with a folder as standard input.
    with Path(os.devnull).open("wb") as unreadable:
        done = subprocess.run([*COMMAND, "parse"], stdin=unreadable, capture_output=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2
    assert done.stderr == b"ircpoker: input or output failed: Bad file descriptor\n"


def test_ctrl_c_shows_no_traceback() -> None:
    with conversation() as parse:
        parse.say(HAND)
        parse.answers.readline()
        parse.process.send_signal(signal.SIGINT)
        assert parse.ends_with(130)


def test_closed_streams(tmp_path: Path) -> None:
    shell = f"{' '.join(COMMAND)} parse {{}} ; echo $? >&2"
    for redirections, status in [("<&-", "0"), (f"{HAND} >&-", "2"), ("x 2>&-", "1")]:
        done = subprocess.run(
            ["sh", "-c", f"exec 3>&2; {shell.replace('>&2', '>&3').format(redirections)}"],
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            cwd=tmp_path,
            timeout=PATIENCE,
            check=False,
        )
        assert done.stderr.decode().splitlines()[-1] == status, redirections
        assert b"Traceback" not in done.stderr


def test_suit_signs_on_an_ascii_terminal(ircpoker: Ircpoker) -> None:
    done = ircpoker("parse", "9" * 100, PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert done.err.startswith("ircpoker: '999999999999999999999999?' is not a card")


def test_a_terminal_gets_a_prompt() -> None:
    ours, theirs = os.openpty()
    with subprocess.Popen(
        child(*COMMAND, "parse"), stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        os.close(theirs)
        os.write(ours, HAND.encode() + b"\n\x04")
        out, err = process.communicate(timeout=PATIENCE)
    os.close(ours)
    assert out.decode() == f"{ANSWER}\n"
    assert err.decode() == "ircpoker: reading cards from the terminal, one hand a line; Ctrl-D ends\n"
