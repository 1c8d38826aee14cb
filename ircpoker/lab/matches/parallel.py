"""Matches on all cores: processes play blocks of decks, and the sums do not depend on how many processes there are.

A robot that learns must see all its deals in order: a match with such a robot is a single piece of work.
"""

from __future__ import annotations

import atexit
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.errors import MatchError
from ircpoker.lab.matches.lineup import close_robots
from ircpoker.lab.matches.match import BLOCK, MatchTable, Rules
from ircpoker.lab.matches.tally import nothing
from ircpoker.runtime.workers import Workers, share_out

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from ircpoker.lab.matches.lineup import Lineup
    from ircpoker.lab.matches.tally import Tally

_FEWEST_DECKS = 500
"""The least decks for a separate process: starting it takes as long as playing a few hundred decks."""


class Work(NamedTuple):
    """A piece of work: consecutive blocks of one match.

    Attributes:
        match: the number of the match.
        first: the number of the first block.
        blocks: the number of blocks.
    """

    match: int
    first: int
    blocks: int = 1


@dataclass(frozen=True, slots=True)
class Matches:
    """Matches to play.

    Attributes:
        lineups: the robots of each match.
        rules: the rules of each match.
    """

    lineups: tuple[Lineup, ...]
    rules: tuple[Rules, ...]

    def each(self) -> Iterator[tuple[Lineup, Rules]]:
        """Yield the lineup and the rules of each match."""
        return zip(self.lineups, self.rules, strict=True)

    def works(self) -> Iterator[Work]:
        """Yield all pieces of work, match by match."""
        for number, (lineup, rules) in enumerate(self.each()):
            blocks = rules.blocks
            if lineup.learns:
                yield Work(number, 0, len(blocks))
            else:
                for block in blocks:
                    yield Work(number, block)

    def decks(self, work: Work) -> int:
        """Return the number of decks in a piece of work."""
        return min(self.rules[work.match].deals, BLOCK * (work.first + work.blocks)) - BLOCK * work.first


def play_all(
    matches: Matches,
    jobs: int,
    on_done: Callable[[Work, Tally], object],
    done: Collection[Work] = (),
    on_deck: Callable[[], object] = lambda: None,
) -> None:
    """Play the rest of some matches.

    Args:
        matches: the matches.
        jobs: the number of processes.
        on_done: is called with each piece of work and its tally, in any order.
        done: the pieces of work that have been played already.
        on_deck: is called after each deck, or at once after the decks of a block.

    Raises:
        MatchError: a process ended unexpectedly.
        RobotError: a robot failed, or could not be created.
        SetupError: the game cannot have this many players.
    """
    todo = [work for work in matches.works() if work not in done]
    decks = sum(matches.decks(work) for work in todo)
    jobs = min(jobs, len(todo), max(1, decks // _FEWEST_DECKS))
    if jobs <= 1:
        player = _Worker(matches)
        try:
            for work in todo:
                on_done(work, player.play(work, on_deck))
        finally:
            player.close()
        return
    try:
        with Workers(jobs, _start_worker, matches) as pool:
            # Only a few pieces are handed out ahead, so that a stopped match ends soon.
            for work, tally in share_out(lambda work: pool.submit(_work, work), todo, 2 * jobs):
                on_done(work, tally)
                for _ in range(matches.decks(work)):
                    on_deck()
    except BrokenProcessPool as error:
        raise MatchError("a process of the match ended unexpectedly: a robot may have ended it") from error


class _Worker:
    """Plays pieces of work; keeps the last match's table, because creating its robots may take long."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._number = -1
        self._table: MatchTable | None = None
        self._robots: Sequence[object] = ()

    def play(self, work: Work, on_deck: Callable[[], object] = lambda: None) -> Tally:
        """Return the tally of a piece of work."""
        rules = self._matches.rules[work.match]
        if self._table is None or self._number != work.match:
            self.close()
            robots = self._matches.lineups[work.match].make()
            self._robots = robots
            self._table = MatchTable(rules, robots)
            self._number = work.match
        tally = nothing(len(self._robots), profiled=rules.profiled)
        for block in range(work.first, work.first + work.blocks):
            tally += self._table.play_block(block, on_deck)
        return tally

    def close(self) -> None:
        """Close the robots; programs are ended."""
        close_robots(self._robots)
        self._robots, self._table = (), None


_worker: list[_Worker] = []
"""The worker of this process, created when the process starts."""


def _start_worker(matches: Matches) -> Callable[[], None]:
    _worker.append(_Worker(matches))
    # These end robots that are programs, also one that is only starting. A process of a pool does not call them itself.
    return atexit._run_exitfuncs


def _work(work: Work) -> tuple[Work, Tally]:
    return work, _worker[0].play(work)
