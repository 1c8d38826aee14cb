"""`ircpoker league`: robots all against all, on duplicate deals.

Lets each pair of robots play heads-up on duplicate deals, like `ircpoker match`. The table shows what the robot on the
left wins from the one above, in thousandths of a big blind per deal, with a 95 % confidence interval; the first column
is the mean over all opponents, and the best robot comes first. On a terminal the colours show who wins, and how much.

Each pair has its own decks: pair number n, from 0, plays the deals of `ircpoker match A B --seed SEED+n`.
With --resume the result of each hundred decks is stored in a file: the command can be stopped and continued later, and
with more deals it plays only those that are missing.

With --seats 6 each pair has half the seats of a table of six, as in `ircpoker match --seats 6`.

  $ ircpoker league folder raiser --deals 100
  holdem, 100 duplicate deals a pair, seed 1, thousandths of a big blind per deal
            overall        raiser        folder
  raiser  +750.0 ± 0.0       –        +750.0 ± 0.0
  folder  -750.0 ± 0.0  -750.0 ± 0.0       –
  chips conserved
"""

from __future__ import annotations

from ircpoker.cli.arguments import jobs_of
from ircpoker.cli.configuration import add_config_argument, words_here
from ircpoker.cli.main import BAD_INPUT, DONE, json_line, write
from ircpoker.cli.match import add_rules_arguments, conserved, make_lineup, make_rules, rules_facts, show_cause
from ircpoker.cli.output import ansi, format_mean, on_terminal
from ircpoker.cli.progress import progress_bar
from ircpoker.errors import RobotError
from ircpoker.words import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ircpoker.lab.matches.league import League
    from ircpoker.lab.matches.playing import Rules

_HALF = 500.0
"""Thousandths of a big blind at which a colour has half its strength."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    from pathlib import Path

    parser.usage = "ircpoker league ROBOT ROBOT [ROBOT...] [--game G] [--deals N] [--seed N] [options]"
    parser.add_argument("robots", nargs="+", metavar="ROBOT", help="two or more, all different")
    add_rules_arguments(parser)
    parser.add_argument("--resume", type=Path, metavar="FILE", help="store results there, and use stored results")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    add_config_argument(parser)


def run(arguments: Namespace) -> int:
    """Play the league, print its table and return the exit status."""
    if arguments.seats is not None:
        from ircpoker.cli.ring_tables import run_league

        return run_league(arguments)
    from ircpoker.lab.matches import play_matches
    from ircpoker.lab.matches.league import make_league, read_league

    rules = make_rules(arguments, profiled=False)
    matches = make_league(make_lineup(arguments.robots, arguments.config), rules)
    try:
        with progress_bar(f"{len(matches.rules)} matches", rules.deals * len(matches.rules)) as advance:
            tallies = play_matches(matches, jobs_of(arguments.jobs), arguments.resume, advance)
    except RobotError as error:
        show_cause(error)
        raise
    league = read_league(matches, tallies)
    write(json_line(_json_data(league, rules)) if arguments.json else _format_text(league, rules))
    return DONE if all(result.chips_conserved for result in league.results) else BAD_INPUT


def _json_data(league: League, rules: Rules) -> dict[str, object]:
    standings = [(league.robots[robot], *league.standing(robot)) for robot in league.ranking]
    return {
        "game": rules.game,
        "deals": rules.deals,
        "seed": rules.seed,
        "variance": "all-in" if rules.all_in else "duplicate",
        **({} if rules.stack is None else {"stack": rules.stack}),
        "robots": [{"robot": robot, "mbb_per_deal": mean, "ci95": interval} for robot, mean, interval in standings],
        "matches": [
            {
                "a": result.robots[0],
                "b": result.robots[1],
                "seed": result.rules.seed,
                "deals": result.deals,
                "mbb_per_deal": result.mbb_per_deal,
                "ci95": result.ci95,
                "chips_conserved": result.chips_conserved,
            }
            for result in league.results
        ],
    }


def _format_text(league: League, rules: Rules) -> str:
    say = words_here().text
    title = say(Phrase("report.league", unit=Phrase("report.unit"), **rules_facts(rules, rules.deals)))
    chips = say(conserved(is_so=all(result.chips_conserved for result in league.results)))
    return f"{title}\n{_table(league)}{chips}\n"


def _table(league: League) -> str:
    """Return the table, with colours on a terminal unless they are switched off."""
    from rich.table import Table
    from rich.text import Text

    ranking = league.ranking
    table = Table(box=None, pad_edge=False)
    table.add_column("", no_wrap=True)
    for title in (words_here().text(Phrase("report.overall")), *[league.robots[robot] for robot in ranking]):
        table.add_column(title, justify="center", no_wrap=True)
    for robot in ranking:
        wins = [None if other == robot else league.against(robot, other) for other in ranking]
        cells = [
            Text(format_mean(*win), style=_style(win[0])) if win else Text("–", style="dim")
            for win in (league.standing(robot), *wins)
        ]
        table.add_row(league.robots[robot], *cells)
    # A pipe has no width, so nothing is cut.
    shown = ansi([table], None if on_terminal() else 40 * (len(ranking) + 2))
    return "".join([f"{line.rstrip()}\n" for line in shown.splitlines()])


def _style(mean: float) -> str:
    """Return the style of a cell: grey at 0, green for a win, red for a loss."""
    strength = abs(mean) / (abs(mean) + _HALF)
    strong, weak = round(150 + 85 * strength), round(150 - 100 * strength)
    return f"black on rgb({weak},{strong},{weak})" if mean >= 0 else f"black on rgb({strong},{weak},{weak})"
