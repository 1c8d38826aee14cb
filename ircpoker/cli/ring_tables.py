"""`match --seats`, `league --seats` and `exploit ring`: tables of three to six that the solver in C plays."""

from __future__ import annotations

from itertools import combinations

from ircpoker.cli.main import DONE, json_line, write
from ircpoker.cli.output import format_mean
from ircpoker.cli.progress import progress_bars
from ircpoker.errors import UsageError

_GAME = "holdem"
"""The only game of `ring`."""
TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from ircpoker.lab.matches.ring_tables import RingTables, Win
    from ircpoker.lab.responses.ring_exploit import Won

STACK = 50
UNIT = "thousandths of a big blind per deal and seat"


def run_match(arguments: Namespace) -> int:
    """Play a match of two robots, print what the first wins and return the exit status."""
    if len(arguments.robots) != 2:
        raise UsageError("--seats has two robots: expected A B")
    first, second = arguments.robots
    counts = _counts(arguments.lineup, arguments.seats)
    win = _win(_open(arguments), (first, second), counts, arguments)
    head = f"{first} against {second}, {counts[0]}+{counts[1]}, {_terms(arguments)}\n"
    data = {"a": first, "b": second, "lineup": counts, **_figures(win)}
    write(_json(arguments, **data) if arguments.json else f"{head}{first} {format_mean(*win)} {UNIT}\n")
    return DONE


def run_league(arguments: Namespace) -> int:
    """Play each pair of robots, half the seats each, print what they win and return the exit status."""
    robots = arguments.robots
    if len(robots) < 2 or len(set(robots)) < len(robots):
        raise UsageError("expected two robots or more, all different")
    counts = _counts(None, arguments.seats)
    tables = _open(arguments)
    wins = {pair: _win(tables, pair, counts, arguments) for pair in combinations(robots, 2)}
    if arguments.json:
        pairs = [{"a": first, "b": second, **_figures(win)} for (first, second), win in wins.items()]
        write(_json(arguments, lineup=counts, matches=pairs))
        return DONE
    lines = [f"{first} against {second}: {format_mean(*win)}" for (first, second), win in wins.items()]
    write("\n".join([f"{counts[0]}+{counts[1]}, {_terms(arguments)}, {UNIT}", *lines, ""]))
    return DONE


def run_exploit(arguments: Namespace) -> int:
    """Let a player learn against five that play `ring`, print what it wins and return the exit status."""
    from ircpoker.lab.matches.ring_tables import make_buckets, shipped_ring
    from ircpoker.lab.responses.ring_exploit import RingExploiter, grow
    from ircpoker.robots.ring.strategy import RingStrategy

    depth = arguments.stack or STACK
    strategy = RingStrategy.open(shipped_ring(depth))
    with progress_bars() as report:
        buckets = make_buckets(strategy.shape, report)
    exploiter = RingExploiter(strategy, buckets, arguments.seed, preflop=arguments.preflop)
    for won in grow(exploiter, arguments.boards):
        write(_json(arguments, **won._asdict()) if arguments.json else _describe(won, depth))
    return DONE


def _describe(won: Won, depth: int) -> str:
    """Return what an exploiter has won in words."""
    after = f"{won.boards:,} boards, {won.decks:,} decks"
    won_text = f"{format_mean(won.mean, won.error)} thousandths of a big blind a deal"
    return f"ring, {depth} big blinds: one player wins {won_text} from five, {after}\n"


def _open(arguments: Namespace) -> RingTables:
    from ircpoker.lab.matches.ring_tables import RingTables

    if arguments.game != _GAME:
        raise UsageError(f"--seats is for {_GAME}")
    with progress_bars() as report:
        return RingTables(arguments.robots, arguments.stack or STACK, report)


def _counts(lineup: Sequence[int] | None, seats: int) -> tuple[int, int]:
    """Return how many seats each of two robots has.

    Raises:
        UsageError: the lineup has other numbers of robots or seats.
    """
    if lineup is None:
        return (seats + 1) // 2, seats // 2
    if len(lineup) != 2 or sum(lineup) != seats:
        raise UsageError(f"--lineup {'+'.join(map(str, lineup))}: expected two numbers, {seats} seats in all")
    return lineup[0], lineup[1]


def _win(tables: RingTables, pair: tuple[str, str], counts: tuple[int, int], arguments: Namespace) -> Win:
    from ircpoker.lab.matches.ring_tables import measure_win

    lineup = [name for name, count in zip(pair, counts, strict=True) for _ in range(count)]
    won = tables.play(lineup, range(arguments.deals), arguments.seed)
    return measure_win(won[:, : counts[0]].mean(axis=1))


def _terms(arguments: Namespace) -> str:
    return f"{arguments.deals:,} decks, {arguments.stack or STACK} big blinds, seed {arguments.seed}"


def _figures(win: Win) -> dict[str, float]:
    return {"mbb_per_deal": win.mean, "ci95": win.error}


def _json(arguments: Namespace, **data: object) -> str:
    return json_line({**data, "stack": arguments.stack or STACK, "seed": arguments.seed})
