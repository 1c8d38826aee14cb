"""The lines that everybody read in a session: golden texts, and how they are compared.

A reader is the channel or a person, whatever nick they have. What one reader has read is in order; nothing is
said about the order of what two readers have read, other than by the step that it belongs to.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from tests.pinned.script import CHANNEL, FOLDER, Session

Heard = dict[str, list[tuple[int, str]]]
"""Of each reader the number of the step and the line."""
_FORMATTING = re.compile(
    r"\x03(?:\d{1,2}(?:,\d{1,2})?)?|[\x02\x0f\x11\x16\x1d\x1e\x1f]|\x1b\[[0-9;]*m|[\u200b\u200d\u2060]"
)
_DATE = re.compile(r"\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\b")
_LEFT = re.compile(r"[,:] \d+ s left\b")
_CLOCK = re.compile(r"\(3[56]\d\d s\)")
"""The hour that a decision has in most sessions, of which a few seconds may be gone when a turn is repeated."""
_SPARKLINE = re.compile("[▁▂▃▄▅▆▇█]+ \\| ")
_LINE = re.compile(r" *(\d+) -> (.*)")


def plain(text: str) -> str:
    """Return a line without formatting codes, signs in names, today's date and the time left.

    A sparkline goes, too: only those who see suits as signs have it.
    """
    return _SPARKLINE.sub("", _CLOCK.sub("(3600 s)", _LEFT.sub("", _DATE.sub("DATE TIME", _FORMATTING.sub("", text)))))


def texts_file(name: str) -> Path:
    return FOLDER / "texts" / f"{name}.txt"


def format_texts(session: Session, heard: Heard) -> str:
    """Return the golden texts: for each reader what they said and read, each line with its step."""
    lines: list[str] = []
    for reader in [CHANNEL, *session.everybody]:
        verbs = {"says"} if reader == CHANNEL else {"tells"}
        spoken = [
            (step.number, f"{step.number:4} <{step.who}> {step.text}")
            for step in session.steps
            if step.kind in verbs and reader in {CHANNEL, step.who}
        ]
        read = [(number, f"{number:4} -> {text}") for number, text in heard.get(reader, [])]
        if read:
            # Sorted only by the step: in a step, typed lines come before the lines that follow.
            lines += [f"[{reader}]", *(line for _, line in sorted(spoken + read, key=lambda entry: entry[0]))]
    return "\n".join([*lines, ""])


def read_texts(name: str) -> Heard:
    """Return the golden texts of a session."""
    heard: Heard = {}
    reader = ""
    for line in texts_file(name).read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            reader = line.strip("[]")
            heard[reader] = []
        elif found := _LINE.fullmatch(line):
            heard[reader].append((int(found[1]), found[2]))
    return heard


def lines_of(heard: Heard) -> dict[str, list[str]]:
    """Return the lines of each reader who read any, without the steps."""
    return {reader: [text for _, text in entries] for reader, entries in heard.items() if entries}


def counts_until(heard: Heard, step: int) -> dict[str, int]:
    """Return how many lines each reader has read when a step is over."""
    return {reader: sum(number <= step for number, _ in entries) for reader, entries in heard.items()}


def rejoined(received: Iterable[str], golden: Iterable[str]) -> list[str]:
    """Return lines as the golden texts have them: a long one is cut where a line of IRC ends."""
    waiting = list(received)
    whole: list[str] = []
    for line in golden:
        if not waiting:
            break
        parts = [waiting.pop(0)]
        while waiting and line != "".join(parts) and line.startswith("".join(parts)):
            rest = line[len("".join(parts)) :]
            following = waiting[0] if rest.startswith(waiting[0]) else f" {waiting[0]}"
            if not rest.startswith(following):
                break
            parts.append(following)
            waiting.pop(0)
        whole.append("".join(parts))
    return whole + waiting


def group(lines: Iterable[tuple[int, str, str]]) -> Heard:
    """Return what each reader read, of steps, readers and lines."""
    heard: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for number, reader, text in lines:
        heard[reader].append((number, plain(text)))
    return dict(heard)
