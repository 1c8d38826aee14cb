"""What a town costs: seconds a deal, waits and lines, as `python -m tests.story.figures` prints them."""

from __future__ import annotations

import sys
from collections import defaultdict
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from ircpoker.chat.outgoing import Outgoing
from tests.servers.company import Heard
from tests.story.rules import BEGINS, END, TURN, split_front
from tests.story.scene import Plan, Scene


class Figures(NamedTuple):
    """The figures of an evening.

    Attributes:
        deal: the median seconds from a deal's beginning to that of the next at a table.
        wait: the seconds from the commit of a turn or a result to its public line, nine in ten at most.
        public: the public lines a deal.
        private: the private lines of tables a deal.
        fairness: Jain's index of the seconds a deal of the tables.
        faults: the faults that the machine of rules has found.
    """

    deal: float
    wait: float
    public: float
    private: float
    fairness: float
    faults: int


class Meter:
    """Watches a scene from the commit of what happens to the line that tells it."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._waiting: defaultdict[str, list[tuple[float, str]]] = defaultdict(list)
        self._waits: list[float] = []
        self._begun: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
        self._public = self._private = 0
        outbox, self._watch = scene.town.services.outbox, scene.town.watch
        self._post = outbox.post
        outbox.post = self._note  # type: ignore[method-assign] # it only looks on
        scene.town.watch = self._hear

    def figures(self) -> Figures:
        """Return the figures so far."""
        gaps = [[after - at for at, after in pairwise(begun)] for begun in self._begun.values()]
        means = [sum(each) / len(each) for each in gaps if each]
        every = sorted(gap for each in gaps for gap in each)
        waits = sorted(self._waits)
        deals = max(1, sum(map(len, self._begun.values())))
        return Figures(
            median(every) if every else 0.0,
            waits[int(0.9 * len(waits))] if waits else 0.0,
            self._public / deals,
            self._private / deals,
            sum(means) ** 2 / (len(means) * sum(mean * mean for mean in means)) if means else 1.0,
            self._scene.rules.faults.total(),
        )

    def _note(self, line: Outgoing) -> None:
        text = split_front(line.reply.text)[2]
        if line.reader.target.startswith("#") and (TURN.search(text) or END.search(text)):
            now = max(self._scene.loop.time(), line.due or 0.0)
            key = text.rpartition(" | ")[2] if TURN.search(text) else text
            self._waiting[line.reader.target].append((now, key))
        self._post(line)

    def _hear(self, heard: Heard) -> None:
        now = self._scene.loop.time()
        if heard.is_public:
            self._public += 1
            for item in [item for item in self._waiting[heard.target] if item[1] in heard.text]:
                self._waits.append(now - item[0])
                self._waiting[heard.target].remove(item)
            place, number, _ = split_front(heard.text)
            if (begins := BEGINS.search(heard.text)) is not None:
                self._begun[place or heard.target, begins[1] and number].append(now)
        elif "| pays " not in heard.text:
            self._private += 1
        self._watch(heard)


def measure(plan: Plan, seed: int, minutes: float) -> Figures:
    """Play a scene and return its figures."""
    with Scene(plan, seed) as scene:
        meter = Meter(scene)
        scene.run(minutes)
        return meter.figures()


def main(seeds: int = 3, minutes: float = 30.0) -> None:
    """Print the figures of one, two, four and eight tables, each in a channel of its own, and then two in each."""
    for tables, together in ((1, 1), (2, 1), (4, 1), (8, 1), (2, 2), (4, 2), (8, 2), (8, 8)):
        rows = [measure(Plan(tables, together=together), seed, minutes) for seed in range(1, seeds + 1)]
        middle = Figures(*map(median, zip(*rows, strict=True)))  # type: ignore[arg-type] # of numbers alone
        print(  # noqa: T201 - it is a program
            f"{tables} tables, {together} a channel: {middle.deal:5.1f} s a deal, wait {middle.wait:4.1f} s,"
            f" lines {middle.public:4.1f} + {middle.private:4.1f}, fairness {middle.fairness:.3f},"
            f" faults {middle.faults}",
            flush=True,
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
