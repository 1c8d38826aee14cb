"""The story of one table, one tournament or one person who asks: what is untold of it, in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterator, Sequence
from itertools import islice, takewhile
from math import inf
from typing import Generic

from ircpoker.telling.facts import FactT, LineRoom, NextLine

SEPARATOR = " | "
"""What stands between two facts in a line."""


class Thread(Generic[FactT]):
    """The untold facts of a thread.

    Attributes:
        facts: the facts, in order, for all their readers.
    """

    def __init__(self) -> None:
        self.facts: deque[FactT] = deque()

    def __iter__(self) -> Iterator[FactT]:
        return iter(self.facts)

    def __len__(self) -> int:
        return len(self.facts)

    def next_line(self, room: LineRoom) -> NextLine[FactT] | None:
        """Return the next line, made of what is still true; None if nothing can go now."""
        waiting: dict[str, list[FactT]] = {}
        left_out: list[FactT] = []
        for index, fact in enumerate(self.facts):
            if not room.may_go(fact):
                break
            if not fact.look() or room.leaves_out(fact):
                left_out.append(fact)
                continue
            line = waiting.setdefault(fact.place, [])
            if line and not self._fits(line, fact, room):
                return NextLine(tuple(line), tuple(left_out))
            line.append(fact)
            if room.company_until(fact) <= room.now:
                overtaken = {place for place, kept in waiting.items() if kept and place != fact.place}
                return NextLine(self._extended(line, index, room, overtaken), tuple(left_out))
        return NextLine((), tuple(left_out)) if left_out else None

    def ready_at(self, room: LineRoom) -> float:
        """Return from when on a fact can go, alone if it waits for company; infinity if time changes nothing."""
        alone = inf
        for fact in self.facts:
            if not room.may_go(fact):
                return min(alone, room.ready_at(fact))
            alone = min(alone, room.company_until(fact))
        return alone

    def _extended(self, line: list[FactT], index: int, room: LineRoom, overtaken: Container[str]) -> tuple[FactT, ...]:
        """Return the facts of a line with those behind it that go on in it; not at places where others wait."""
        first, behind = line[0], islice(self.facts, index + 1, None)
        if first.rest:
            return (first,)
        if first.telling.confirm:
            same = takewhile(
                lambda each: each.telling.confirm and room.may_go(each) and each.place not in overtaken, behind
            )
            return (first, *islice(same, room.together - 1))
        for fact in behind:
            if not fact.look():
                continue
            if fact.place != first.place or not room.may_go(fact) or not self._fits(line, fact, room):
                break
            line.append(fact)
        return tuple(line)

    @staticmethod
    def _fits(line: Sequence[FactT], fact: FactT, room: LineRoom) -> bool:
        """Return whether a fact goes on in a line."""
        return fact.joins(line[-1], room) and size_of([*line, fact]) <= room.most


def joined(facts: Sequence[FactT]) -> str:
    """Return the text of a line of facts; what stands in front of those of one table stands there once."""
    texts, front = [facts[0].text], facts[0].telling.front
    for fact in facts[1:]:
        own = fact.telling.front
        texts.append(fact.text.removeprefix(own) if own == front else fact.text)
        front = own
    return SEPARATOR.join(texts)


def size_of(facts: Sequence[FactT]) -> int:
    """Return the bytes of a line of facts."""
    return len(joined(facts).encode())
