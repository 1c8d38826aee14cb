"""What an audit has found: the numbers that were read, by kind, those that are wrong, and those not understood."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

_CARD = re.compile(r"(?<![\w])(?:[2-9TJQKA][cdhs](?: |(?=[\]),.;:?]|$)))+")
_DIGITS = re.compile(r"\b(?=[0-9a-f]*[0-9])[0-9a-f]{12,64}\b|SHA-256")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


class Wrong(NamedTuple):
    """A number that is wrong."""

    kind: str
    stated: object
    right: object
    where: str


@dataclass(slots=True)
class Findings:
    """All findings of an audit.

    Attributes:
        read: how many numbers were read and worked out again, by kind.
        wrong: those that were said wrongly.
        unread: how many numbers were not understood, by the words around them.
        drift: the sums of what sampled chances differ from the truth.
    """

    read: Counter[str] = field(default_factory=Counter)
    wrong: list[Wrong] = field(default_factory=list)
    unread: Counter[str] = field(default_factory=Counter)
    drift: list[float] = field(default_factory=list)
    where: str = ""

    def check(self, kind: str, stated: object, right: object) -> None:
        """Count a number, and note it if it is wrong."""
        self.read[kind] += 1
        if stated != right:
            self.fault(kind, stated, right)

    def fault(self, kind: str, stated: object, right: object) -> None:
        """Note something wrong."""
        self.wrong.append(Wrong(kind, stated, right, self.where))

    def say(self, where: str) -> None:
        """Note which line or message is read now."""
        self.where = where

    @property
    def total(self) -> int:
        """The numbers that were worked out again."""
        return sum(self.read.values())

    def report(self) -> str:
        """Return all as text."""
        kinds = ", ".join(f"{kind} {count}" for kind, count in self.read.most_common())
        lines = [f"{self.total} numbers: {kinds}"]
        lines += [
            f"WRONG {each.kind}: said {each.stated}, right {each.right}: {each.where}" for each in self.wrong[:40]
        ]
        lines += [f"UNREAD {count}: {shape}" for shape, count in self.unread.most_common(40)]
        return "\n".join(lines)


def numbers_in(text: str, names: frozenset[str]) -> list[str]:
    """Return the numbers of a line; those in cards, seals and nicks are none."""
    for name in names:
        if re.search(r"\d", name):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "", text)
    return _NUMBER.findall(_CARD.sub("", _DIGITS.sub("", text)))


def shape(text: str) -> str:
    """Return a line without its numbers, so that lines of one form count together."""
    return re.sub(r"\d+", "N", _DIGITS.sub("…", _CARD.sub("CARDS ", text)))
