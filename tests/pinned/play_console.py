"""Plays a session on `ircpoker console`, from a pipe: every line is private, and people type one after the other."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import TextIO

from tests.pinned.heard import Heard, counts_until, group
from tests.pinned.process import PATIENCE, Program
from tests.pinned.script import Session, Step

_TO = re.compile(r"\(to (\S+)\) (.*)")
NETWORK = {"host": "embedded"}


def can_play(session: Session) -> bool:
    """Return whether a console can play all steps of a session."""
    return {step.kind for step in session.steps} <= {"tells", "kills", "stops"}


class ConsolePlay:
    """A console and the person who types there."""

    def __init__(self, session: Session, golden: Heard, folder: Path) -> None:
        self._session = session
        self._golden = golden
        self._folder = folder
        self._lines: list[tuple[int, str, str]] = []
        self._speaker = ""
        (folder / "config.ini").write_text(session.config_text(NETWORK), encoding="utf-8")

    def play(self) -> Heard:
        steps = self._session.steps
        ends = [0, *(at for at, step in enumerate(steps) if step.kind in {"kills", "stops"}), len(steps)]
        for start, end in pairwise(ends[:-1]):
            self._run([step for step in steps[start:end] if step.kind == "tells"], steps[end])
        return group(self._lines)

    def _run(self, spoken: list[Step], last: Step) -> None:
        """Let people speak until the console ends or is killed."""
        self._speaker = spoken[0].who
        program = Program(
            self._folder,
            *("console", "--config", "config.ini", "--database", "sqlite:///ircpoker.db"),
            *("--seed", str(self._session.seed), "--nick", self._speaker),
        )
        try:
            program.stdin.write("".join(f"/nick {step.who}\n{step.text}\n" for step in spoken))
            program.stdin.flush()
            if last.kind == "kills":
                self._read_until(program.stdout, counts_until(self._golden, last.number - 1))
                program.kill()
            else:
                program.stdin.close()
                for line in program.stdout:
                    self._take(line)
                assert program.process.wait(PATIENCE) == 0
        finally:
            program.close()
        program.check_log()

    def _read_until(self, stdout: TextIO, wanted: dict[str, int]) -> None:
        while any(sum(reader == who for _, reader, _ in self._lines) < count for who, count in wanted.items()):
            line = stdout.readline()
            assert line, f"the console ended, having said {self._lines}"
            self._take(line)

    def _take(self, line: str) -> None:
        """Note a line of the console; the answer to `/nick` shows who types from then on."""
        text = line.removesuffix("\n")
        if text.startswith("you are ") and text.endswith(" now"):
            self._speaker = text.split()[2]
        elif to := _TO.fullmatch(text):
            self._lines.append((0, to[1], to[2]))
        else:
            self._lines.append((0, self._speaker, text))


def play_on_console(session: Session, golden: Heard, folder: Path) -> Heard:
    return ConsolePlay(session, golden, folder).play()
