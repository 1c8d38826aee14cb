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


class Later(NamedTuple):
    """A number that something later shows."""

    findings: Findings
    kind: str
    stated: object
    where: str

    def check(self, right: object) -> None:
        """Judge it."""
        self.findings.unjudged[self.kind] -= 1
        self.findings.read[self.kind] += 1
        if self.stated != right:
            self.findings.wrong.append(Wrong(self.kind, self.stated, right, self.where))


@dataclass(slots=True)
class Findings:
    """All findings of an audit.

    Attributes:
        read: how many numbers were read and worked out again, by kind.
        unjudged: how many were understood, but nobody can know here whether they are right, by kind.
        wrong: those that were said wrongly.
        unread: how many numbers were not understood, by the words around them.
        drift: the sums of what sampled chances differ from the truth.
    """

    read: Counter[str] = field(default_factory=Counter)
    unjudged: Counter[str] = field(default_factory=Counter)
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

    def skip(self, kind: str, numbers: int = 1) -> None:
        """Count numbers that cannot be judged."""
        self.unjudged[kind] += numbers

    def later(self, kind: str, stated: object) -> Later:
        """Note a number that something later shows; until then it is not judged."""
        self.skip(kind)
        return Later(self, kind, stated, self.where)

    def add(self, other: Findings) -> None:
        """Take what another audit has found."""
        self.read += other.read
        self.unjudged += other.unjudged
        self.wrong += other.wrong
        self.drift += other.drift

    def say(self, where: str) -> None:
        """Note which line or message is read now."""
        self.where = where

    @property
    def total(self) -> int:
        """The numbers that were worked out again."""
        return sum(self.read.values())

    @property
    def understood(self) -> int:
        """These, and the numbers that cannot be judged."""
        return self.total + sum(self.unjudged.values())

    def report(self) -> str:
        """Return all as text."""
        kinds = ", ".join(f"{kind} {count}" for kind, count in self.read.most_common())
        left_out = ", ".join(f"{kind} {count}" for kind, count in self.unjudged.most_common())
        lines = [f"{self.total} numbers: {kinds}", f"not judged: {left_out}"]
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
