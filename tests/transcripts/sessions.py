"""Reads golden sessions: what people say, and all that the bot answers.

    <alice> parse Ah Td 4c 3s Js 7h              said in private
    <bob #poker> !help                           said in a channel
    -> Commands: …                               answered there; an ellipsis at the end stands for the rest
    -> (alone) Commands: …                       answered to the person alone, though asked in a channel

Other lines are remarks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parent
_SAID = re.compile(r"<(?P<nick>\S+?)(?: (?P<channel>#\S+))?> ?(?P<text>.*)")
_ANSWER = "-> "
_ALONE = "(alone) "


@dataclass(frozen=True, slots=True)
class Answer:
    """One line that the bot says."""

    text: str
    alone: bool

    def matches(self, text: str, alone: bool) -> bool:
        if self.text.endswith("…"):
            return text.startswith(self.text.removesuffix("…")) and self.alone == alone
        return (text, alone) == (self.text, self.alone)


@dataclass(slots=True)
class Exchange:
    """What one person says, and the answers in order, of which there may be none."""

    nick: str
    channel: str | None
    text: str
    answers: list[Answer] = field(default_factory=list)


def read_session(file: Path) -> list[Exchange]:
    exchanges: list[Exchange] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        if said := _SAID.fullmatch(line):
            exchanges.append(Exchange(said["nick"], said["channel"], said["text"]))
        elif line.startswith(_ANSWER):
            text = line.removeprefix(_ANSWER)
            alone = text.startswith(_ALONE)
            exchanges[-1].answers.append(Answer(text.removeprefix(_ALONE), alone))
    return exchanges


def session_files() -> list[Path]:
    return sorted(FOLDER.glob("*.txt"))
