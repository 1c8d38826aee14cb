"""Whoever sends a text twice as long takes twice the time: no reader of strangers' texts is slower than linear.

Every reader gets texts in which one part is repeated. Eight times as many parts may take 24 times as long; where the
time grows with the square, it is 64 times. The shortest times count.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from ircpoker.config.ini import parse_ini
from ircpoker.equity.ranges import parse_range
from ircpoker.errors import PokerError
from ircpoker.fairness.pasted_proof import read_pasted_proof
from ircpoker.feed.lines import decode
from ircpoker.records.reading import read_file
from ircpoker.transports.irc.wire import clean_text, cut_text, parse_addresses, parse_line
from ircpoker.words.nearest import skeleton
from ircpoker.words.plain_text import (
    hide_codes,
    host_of,
    is_nick,
    one_line,
    parse_deal_number,
    printable,
    strip_formatting,
    without_joiners,
)
from ircpoker.words.understood import requests, typed
from ircpoker.words.understood.cards import split_spoken, understand_cards, understand_hands
from ircpoker.words.understood.odds import understand_odds

PARTS = ("a", "9", "A", " ", "Ah ", "a b ", ",", ":", ";", "@", "!", "=", "[", "(", "{", "}", "{}", "#", "#1 ", "/",
         "..", "\\", '"', "'", "\x03", "\x0304,1", "\x02", "\u0430", "\u0301", "\u2060", "%", "0x", "-", "+", "vs ",
         "22+,", "a:", "k=v\n", "\n", "[s]\n", "$1 ", "} Tournament #1, ", "Seat 1: ", "1.", "<", "&amp;",
         "queen of hearts ")  # fmt: skip
SHORT, TIMES, MOST = 1500, 8, 24.0
TRIES = 8
LEAST = 0.0004
"""Seconds: whatever takes less for the long text is too short to be measured, and harms nobody."""


def _file(path: Path, head: str, text: str) -> None:
    path.write_text(f"{head}{text}\n\n", encoding="utf-8", errors="replace")
    list(read_file(path))


def _readers(folder: Path) -> Mapping[str, Callable[[str], object]]:
    heads = {"PokerStars": "PokerStars Hand #1: ", "GGPoker": "Poker Hand #HD1: ", "Winamax": "Winamax Poker - ",
             "PokerNow": "entry,at,order\n", "PHH": "variant = ", "OHH": '{"ohh": ', "a text": ""}  # fmt: skip
    files = {f"{name} file": partial(_file, folder / "hands.txt", head) for name, head in heads.items()}
    texts: dict[str, Callable[[str], object]] = {
        each.__name__: each
        for each in (
            clean_text, parse_addresses, parse_line, skeleton, hide_codes, host_of, is_nick, parse_deal_number,
            printable, strip_formatting, without_joiners, parse_range.__wrapped__, understand_cards, split_spoken,
            understand_odds, read_pasted_proof, parse_ini, requests.plain_words, requests.split_options,
            requests.read_table_number, requests.read_action, typed.bare_words, typed.asks, typed.bare_line,
            typed.is_around, typed.command_line_of, typed.read_glued, typed.intent_of, typed.is_for_bot,
            typed.topic_of, typed.command_of,
        )
    }  # fmt: skip
    return files | texts | {
        "understand_hands": lambda text: understand_hands(text, fewest=2),
        "one_line": lambda text: one_line(text, 100),
        "cut_text": lambda text: cut_text(text, 400),
        "decode": lambda text: decode(text.encode()),
        "tags of IRC": lambda text: parse_line(f"@{text} :a!a@a PRIVMSG dealer :parse"),
        "source of IRC": lambda text: parse_line(f":{text} PRIVMSG dealer :parse"),
    }  # fmt: skip


def _seconds(read: Callable[[str], object], text: str) -> float:
    begun = time.thread_time()
    with suppress(PokerError, ValueError):
        read(text)
    return time.thread_time() - begun


def _is_linear(read: Callable[[str], object], part: str) -> bool:
    short, long = part * SHORT, part * SHORT * TIMES
    least = [float("inf"), float("inf")]
    for _ in range(TRIES):
        least = [min(before, _seconds(read, text)) for before, text in zip(least, (short, long), strict=True)]
        if least[1] <= max(LEAST, MOST * least[0]):
            return True
    return False


@pytest.mark.slow(20)
@pytest.mark.no_cover
def test_readers_of_strangers_texts_are_linear(tmp_path: Path) -> None:
    slow = [(name, part) for name, read in _readers(tmp_path).items() for part in PARTS if not _is_linear(read, part)]
    assert slow == []


@pytest.mark.slow(1)
@pytest.mark.no_cover
def test_a_reader_that_is_not_linear_would_be_noticed() -> None:
    def read(text: str) -> int:
        return sum(text[at:].count("x") for at in range(0, len(text), 2))

    assert not _is_linear(read, "ab")
    assert _is_linear(lambda text: io.StringIO(text).read().count("x"), "ab")
