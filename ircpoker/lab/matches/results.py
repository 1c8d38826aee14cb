"""Results of matches in a file, so that a stopped match can be continued.

The file has one JSON object per line: first the rules, then the tallies of the pieces of work in the order of
    finishing. An incomplete last line is dropped. If more deals of the same matches are wanted later, the stored blocks
    are used.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ircpoker.errors import MatchError
from ircpoker.lab.matches.parallel import Work, play_all
from ircpoker.lab.matches.tally import Tally, dump_tally, load_tally, nothing
from ircpoker.runtime.json_text import to_json

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ircpoker.lab.matches.parallel import Matches

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
