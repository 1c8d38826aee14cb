"""`ircpoker stats`: the statistics of poker trackers, from hand histories or the ledger.

Counts the statistics of poker trackers (docs/statistics.md) in hand histories, or in the ledger: VPIP, PFR, 3-bet
and so on, each with how often it was done and the chances for it, and big blinds won in 100 hands with the 95 %
interval. With --player, all figures of one player, the course of their chips, and the hands that they have shown.

Deals are counted once and kept in an index in the user's cache folder. A file that cannot be read, or a deal that
breaks the rules, is reported on standard error; the others are counted, and the exit status is 1.

  $ ircpoker stats history
            hands        bb/100       VPIP        PFR …
  ann         120  +50.0 ± 98.0       28 %       13 %
                                    25/110      10/75
  $ ircpoker stats --json --database sqlite:///ircpoker.db
  {"player": "ann", "hands": 120, "net": 500, "bb": 50.0, …
"""

from __future__ import annotations

import json
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker.cli.cache import open_index
from ircpoker.cli.configuration import words_here
from ircpoker.cli.main import BAD_INPUT, DONE, complain, json_line, write
from ircpoker.cli.options import add_database_argument, existing, ledger_url, open_ledger, plain_file
from ircpoker.cli.progress import progress_bars
from ircpoker.config.secret import hide_password
from ircpoker.errors import UsageError, quote
from ircpoker.runtime.json_text import to_json
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterator, Mapping

    from ircpoker.ledger import HandFigures, Ledger
    from ircpoker.records.statistics.index import CountedSeat, IndexedGroup, StatisticsIndex

    ShowProgress = Callable[[str, int, int], object]

BY = {"player": "player", "position": "position", "stack": "depth", "game": "game"}
"""What deals are divided by, and its name in the index."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("files", nargs="*", type=existing, metavar="FILE", help="hand histories, or folders of them")
    parser.add_argument("--by", choices=BY, default="player", help="a row for each of these (default: player)")
    parser.add_argument("--player", metavar="NAME", help="only the deals of this player")
    parser.add_argument("--json", action="store_true", help="one JSON object per row")
    add_database_argument(parser)


def run(arguments: Namespace) -> int:
    """Print the statistics, and return the exit status.

    Raises:
        UsageError: files and a database at once.
    """
    if arguments.files and arguments.database is not None:
        raise UsageError("hand histories and --database: expected one of the two")
    with closing(open_index()) as index, progress_bars() as report:
        if arguments.files:
            names, problems = _index_files(index, arguments.files, report)
        else:
            names, problems = _index_ledger(index, arguments, report)
        for problem in problems:
            complain(problem)
        players = None
        if arguments.player is not None:
            players = [key for key, name in names.items() if name.casefold() == arguments.player.casefold()]
            if not players:
                complain(_unknown(arguments.player, names))
                return BAD_INPUT
        groups = index.groups(BY[arguments.by], players)
        rows = [group._replace(key=names[group.key]) if arguments.by == "player" else group for group in groups]
        rows.sort(key=_order(arguments.by))
        text = _format_json(rows, arguments.by) if arguments.json else _format_text(index, rows, arguments.by, players)
    write(text)
    return BAD_INPUT if problems and arguments.files else DONE


def _unknown(name: str, names: Mapping[str, str]) -> str:
    from ircpoker.words.nearest import meant

    return f"no deal of a player called {quote(name)}: {meant(name, sorted(set(names.values())))}"


def _order(by: str) -> Callable[[IndexedGroup], tuple[int, str, str]]:
    """Return the order of the rows: positions and stacks as they are, all others by their hands."""
    from ircpoker.records.statistics.deals import DEPTHS, POSITIONS

    fixed = {"position": POSITIONS, "stack": DEPTHS}.get(by)
    if fixed is not None:
        return lambda group: (fixed.index(group.key), "", "")
    return lambda group: (-group.winnings.hands, group.key.casefold(), group.key)


# Hand histories


def _index_files(index: StatisticsIndex, paths: list[Path], report: ShowProgress) -> tuple[dict[str, str], list[str]]:
    """Count the files that the index lacks; return the players by their keys, and what was refused."""
    from ircpoker.records.sections import count_deals, find_files

    problems: list[str] = []
    keys: dict[str, Path] = {}
    for entry in find_files(paths):
        if isinstance(entry, Path):
            keys[f"file {entry.resolve()}"] = entry
        else:
            problems.append(str(entry.error))
    stamps = {key: _stamp(file) for key, file in keys.items()}
    new = [key for key, stamp in stamps.items() if not stamp or index.stamp(key) != stamp]
    total = sum(count_deals(keys[key]) for key in new)
    numbers = count(1)
    for key in new:
        refused: list[str] = []
        seats = _seats_of(keys[key], refused, lambda: report("Counting", next(numbers), total))
        index.replace(key, stamps[key], seats, refused)
    for key in keys:
        problems += index.notes(key)
    index.choose(keys)
    return {player: player for player in index.players()}, problems


def _stamp(file: Path) -> str:
    """Return what changes with a file; empty for one that cannot be read."""
    try:
        status = file.stat()
    except OSError:
        return ""
    return f"{status.st_size} {status.st_mtime_ns}"


def _seats_of(file: Path, refused: list[str], advance: Callable[[], object]) -> Iterator[CountedSeat]:
    """Yield the counted seats of a file; note what is refused."""
    from ircpoker.records.played import PlayedHand
    from ircpoker.records.reading import read_file
    from ircpoker.records.statistics.deals import seats_of_hand

    for hand in read_file(file):
        advance()
        if isinstance(hand, PlayedHand):
            yield from seats_of_hand(hand)
        else:
            refused.append(str(hand.error))


# The ledger


def _index_ledger(
    index: StatisticsIndex, arguments: Namespace, report: ShowProgress
) -> tuple[dict[str, str], list[str]]:
    """Count the hands that the index lacks; return the names of the players by their keys, and what was left out."""
    from ircpoker.records.statistics.ledgers import LedgerIndex
    from ircpoker.runtime.clock import SystemClock

    url = ledger_url(arguments)
    key, state = f"ledger {hide_password(url)}", _state(url)
    stored = index.notes(key)
    if state and stored[:1] == [state]:
        index.choose([key])
        return json.loads(stored[1]), []
    with open_ledger(arguments) as ledger:
        reader = LedgerIndex(index, ledger, key, lambda deal_id: _recount(ledger, deal_id))
        now_ms = int(SystemClock().now().timestamp() * 1000)
        reader.update(now_ms, lambda done, total: report("Counting", done, total))
        index.choose([reader.key])
        names = _names(ledger, index.players())
    if state == _state(url) and reader.is_stored:
        index.annotate(key, [state, to_json(names)])
    left_out = f"{reader.left_out} old hands are left out: their actions were not stored"
    return names, [left_out] if reader.left_out else []


def _state(url: str) -> str:
    """Return what changes with each transaction of a ledger in a file; empty for others.

    While it is the same, the index has all, and SQLAlchemy need not be loaded, which takes longer than the query.
    """
    file = plain_file(url)
    if file is None:
        return ""
    own = _stamp(file)
    return f"{own}, {_stamp(Path(f'{file}-wal'))}" if own else ""


def _recount(ledger: Ledger, deal_id: str) -> dict[int, HandFigures]:
    """Return the figures of a hand that was stored without them, by the table's seats; empty if they are lost."""
    from ircpoker.records.ledger_hands import hand_figures, read_hand

    played = read_hand(ledger, deal_id)
    if played is None:
        return {}
    return {row.seat: figures for row, figures in zip(played.rows, hand_figures(played.hand.deal), strict=True)}


def _names(ledger: Ledger, keys: list[str]) -> dict[str, str]:
    """Return the names of a ledger's players: nicks, with the network where two have the same, and robots."""
    from ircpoker.records.statistics.ledgers import PERSON, ROBOT

    people = sorted([int(key.removeprefix(PERSON)) for key in keys if key.startswith(PERSON)])
    accounts = ledger.account_nicks(people)
    names, taken = {}, set[str]()
    for number in people:
        nick, network = accounts.get(number, (f"#{number}", ""))
        name = nick if nick.casefold() not in taken else f"{nick}@{network}"
        name = name if name.casefold() not in taken else f"{name}#{number}"
        taken.add(name.casefold())
        names[f"{PERSON}{number}"] = name
    robots = [key for key in keys if key.startswith(ROBOT)]
    if robots:
        from ircpoker.robots import shown_name  # slow to import

        for key in robots:
            name = shown_name(key.removeprefix(ROBOT))
            names[key] = f"{ROBOT}{name}" if name.casefold() in taken else name
    return names


# Output


def _format_json(rows: list[IndexedGroup], by: str) -> str:
    from ircpoker.cli.stats_view import chips_of
    from ircpoker.records.statistics.counters import STATISTICS

    lines = []
    for key, counters, winnings, nets in rows:
        counts = dict(counters.items())
        data: dict[str, object] = {
            by: key,
            "hands": counts.pop("hands"),
            "net": chips_of(nets),
            "bb": _rounded(winnings.bb),
        }
        data |= {"bb_per_100": _rounded(winnings.per_100), "ci95": _rounded(winnings.interval), **counts}
        data["statistics"] = {figure.key: figure.value(counters) for figure in STATISTICS}
        lines.append(json_line(data, ascii_only=False))
    return "".join(lines)


def _rounded(number: float | None) -> float | None:
    """Return a number without the last digits, which depend on the order in which big blinds were added up."""
    return None if number is None else round(number, 6)


def _format_text(index: StatisticsIndex, rows: list[IndexedGroup], by: str, players: list[str] | None) -> str:
    from ircpoker.cli.stats_view import format_curve, format_list, format_shown, format_table

    say = words_here().text
    if not rows:
        return say(Phrase("report.no_deals")) + "\n"
    if by == "player" and len(rows) == 1:
        return (
            format_list(rows[0], say)
            + format_curve(index.curve(players or index.players()), say)
            + format_shown(index.shown(players), say)
        )
    return format_table(rows, say)
