"""Matches on all cores: processes play blocks of decks, and the sums do not depend on how many processes there are.

A robot that learns must see all its deals in order: a match with such a robot is a single piece of work.

Results of matches in a file, so that a stopped match can be continued.

The file has one JSON object per line: first the rules, then the tallies of the pieces of work in the order of
    finishing. An incomplete last line is dropped. If more deals of the same matches are wanted later, the stored blocks
    are used.
"""

from __future__ import annotations

import atexit
import json
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ircpoker.errors import MatchError
from ircpoker.lab.matches.lineup import Lineup, close_robots
from ircpoker.lab.matches.playing import BLOCK, MatchTable, Rules
from ircpoker.lab.matches.tally import Tally, dump_tally, load_tally, nothing
from ircpoker.runtime.json_text import to_json
from ircpoker.runtime.workers import Workers, share_out

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
        with Workers(jobs, partial(_start_worker, matches)) as pool:
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


_FIELDS = ("match", "first", "blocks", "tally")


def play_matches(
    matches: Matches, jobs: int, file: Path | None = None, on_deck: Callable[[], object] = lambda: None
) -> list[Tally]:
    """Play some matches, or the rest of them.

    Args:
        matches: the matches.
        jobs: the number of processes.
        file: stores finished work; None to store nothing.
        on_deck: is called for each deck, including those played before.

    Returns:
        The tally of each match, which does not depend on where and when its blocks were played.

    Raises:
        MatchError: the file is damaged or holds results of other matches, or a process ended unexpectedly.
        RobotError: a robot failed.
        OSError: the file cannot be read or written.
    """
    stored = {} if file is None else _open(file, matches)
    wanted = set(matches.works())
    finished = {work: tally for work, tally in stored.items() if work in wanted and tally.decks == matches.decks(work)}
    for tally in finished.values():
        for _ in range(tally.decks):
            on_deck()

    def keep(work: Work, tally: Tally) -> None:
        finished[work] = tally
        if file is not None:
            with file.open("a", encoding="utf-8") as stream:
                line = dict(zip(_FIELDS, (*work, dump_tally(tally)), strict=True))
                stream.write(f"{to_json(line)}\n")

    play_all(matches, jobs, keep, set(finished), on_deck)
    totals = [nothing(len(lineup.names), profiled=rules.profiled) for lineup, rules in matches.each()]
    for work in sorted(finished):  # in a fixed order, because sums of floats depend on it
        totals[work.match] += finished[work]
    return totals


def _title(matches: Matches) -> dict[str, object]:
    """Return the rules in the form of the first line."""
    return {
        "matches": [
            {
                "robots": [robot.name for robot in lineup.classes()],
                "fingerprints": lineup.fingerprints(),
                "game": rules.game,
                "seed": rules.seed,
                "all_in": rules.all_in,
                "profiled": rules.profiled,
                **({} if rules.stack is None else {"stack": rules.stack}),
                **({"stacks": list(rules.stacks)} if rules.stacks else {}),
            }
            for lineup, rules in matches.each()
        ]
    }


def _open(file: Path, matches: Matches) -> dict[Work, Tally]:
    """Return the content of a file; a missing file gets its first line."""
    title = _title(matches)
    if file.is_dir():
        raise MatchError(f"{file} is a folder: expected a file for the results of matches")
    if not file.exists() or not file.stat().st_size:
        file.write_text(f"{to_json(title)}\n", encoding="utf-8")
        return {}
    content = file.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    first, *lines = whole.decode(errors="replace").splitlines() or [""]
    try:
        stored_title = json.loads(first)
    except ValueError as error:
        raise MatchError(f"{file} holds no results of matches") from error
    if stored_title != title:
        raise MatchError(f"{file} holds results of other matches, or of robots that have changed since")
    stored = dict([_read(file, number, line, matches) for number, line in enumerate(lines, 2)])
    if whole != content:
        with file.open("r+b") as stream:
            stream.truncate(len(whole))
    return stored


def _read(file: Path, number: int, line: str, matches: Matches) -> tuple[Work, Tally]:
    try:
        match, first, blocks, tally = (json.loads(line)[name] for name in _FIELDS)
        lineup, rules = matches.lineups[match], matches.rules[match]
        return Work(int(match), int(first), int(blocks)), load_tally(tally, len(lineup.names), profiled=rules.profiled)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise MatchError(f"{file} is damaged: line {number} is not a result") from error
