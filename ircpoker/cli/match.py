"""`ircpoker match`: robots against each other on duplicate deals.

Lets robots play against each other on duplicate deals: each deck is played once with each robot in each seat,
from fresh stacks. The result is what the first robot wins, in thousandths of a big blind per deal, with a 95 %
confidence interval. More than two robots sit at one table, and each gets a line.

robots:  manual swede limit nolimit nolimit-medium nolimit-easy ring pushfold folder caller raiser random,
         those of your own plugin folder, and programs in any language: a path such as ./bot.py, or program:COMMAND
         (docs/own-robot.md)
games:   those that --game lists, with stacks of 100 big blinds or of --stack; draw games have 200 chips and an
         ante of 10, which counts as the big blind

The same seed gives the same match, with any number of processes. Robots that learn (swede) play in one process.

--lineup 3+3: the first robot has three seats and the second one three. Each deck is played with everybody in each seat.

--seats 6: a fast match at a table of three to six. The solver plays two of ring, folder, caller, raiser, random and
files of `ircpoker train ring`, inside the betting that ring was trained for, each deck in all rotations of the seats;
--stack is one of ring's depths (default: 50), --lineup 3+3 by default. It prints what the first wins per seat.

--stacks 900,100: the chips of each seat, the same in each deal. The robots change seats, the chips stay.

--variance all-in: if a deal is all-in before the river, a robot's result is its mean over all boards that may come. The
mean of the match stays the same, and the interval gets narrower.

--profile: how each robot plays, in PokerTracker's figures.
  VPIP  deals in which it called, bet or raised before the flop, of all deals in which not everybody folded to it
  PFR   deals in which it bet or raised before the flop, of those in which it could
  AF    bets and raises after the flop per call after the flop
  WTSD  deals that it took to a showdown, of those in which it saw the flop
  W$SD  showdowns at which it won chips, of all its showdowns
At draw the first betting round counts as before the flop, the second one as after it.

  $ ircpoker match folder raiser --deals 100
  folder against raiser, holdem, 100 duplicate deals, seed 1
  folder -750.0 ± 0.0 thousandths of a big blind per deal, chips conserved
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from dataclasses import replace
from pathlib import Path

from ircpoker.cli.arguments import add_jobs, add_number, add_seed, jobs_of, read_numbers
from ircpoker.cli.configuration import add_config_argument, read_sections, words_here
from ircpoker.cli.main import BAD_INPUT, DONE, json_line, write
from ircpoker.cli.output import format_mean
from ircpoker.cli.progress import progress_bar
from ircpoker.errors import RobotError, RobotProgramError, UsageError, quote
from ircpoker.words import Phrase
from ircpoker.words.nearest import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ircpoker.lab.matches import Lineup, MatchResult, Rules

MOST_DEALS = 10_000_000
MOST_SHOWN = 10_000
MOST_STACK = 1_000_000


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = "ircpoker match ROBOT ROBOT [ROBOT...] [--game G] [--deals N] [--seed N] [options]"
    parser.add_argument("robots", nargs="+", metavar="ROBOT", help="two or more, as many as the game takes")
    add_rules_arguments(parser)
    parser.add_argument(
        "--lineup", type=_read_lineup, metavar="N+N", help="how many seats each robot has, such as 3+3 or 1+5"
    )
    parser.add_argument(
        "--stacks",
        type=_read_stacks,
        default=(),
        metavar="N,N",
        help="the chips of each seat, such as 900,100; with two seats the last one has the button",
    )
    add_number(parser, "--show", (1, MOST_SHOWN, "deals"), "print the first N deals in words", usual=0)
    parser.add_argument("--profile", action="store_true", help="how each robot plays: VPIP, PFR, AF, WTSD, W$SD")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="store results there, and use stored results")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    add_config_argument(parser)
    parser.set_defaults(error=parser.error)


def add_rules_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments for the match and its number of processes."""
    fast = "3 to 6: a fast match inside the betting of ring (ring, folder, caller, raiser, random, *.bin)"
    add_number(parser, "--seats", (3, 6, "seats"), fast)
    parser.add_argument("--game", default="holdem", metavar="G", help=f"{', '.join(_games())} (default: holdem)")
    add_number(parser, "--deals", (1, MOST_DEALS, "deals"), "the number of decks (default: 10000)", usual=10_000)
    add_seed(parser, "the seed of the decks (default: 1)")
    of_stack = "the stack of each robot in big blinds (default: 100; at draw 20)"
    add_number(parser, "--stack", (1, MOST_STACK, "big blinds"), of_stack, metavar="BB")
    parser.add_argument(
        "--variance",
        choices=("duplicate", "all-in"),
        default="duplicate",
        help="the way to reduce variance: duplicate deals (default), or all-in equity as well",
    )
    add_jobs(parser)


def run(arguments: Namespace) -> int:
    """Play the match, print its result and return the exit status."""
    if arguments.stacks and (arguments.seats is not None or arguments.stack is not None):
        raise UsageError("--stacks gives each seat its chips: expected it without --stack and --seats")
    if arguments.seats is not None:
        from ircpoker.cli.ring_tables import run_match

        return run_match(arguments)
    names = _seat(arguments.robots, arguments.lineup)
    if len(names) < 2:
        arguments.error("expected two robots or more")
    if arguments.json and arguments.show:
        raise UsageError("--show prints words: expected it without --json")
    if arguments.stacks and len(arguments.stacks) != len(names):
        raise UsageError(f"--stacks has {len(arguments.stacks)} stacks: expected {len(names)}, one for each seat")
    rules = replace(make_rules(arguments, profiled=arguments.profile), stacks=arguments.stacks)
    lineup = make_lineup(names, arguments.config)
    lineup.check(rules.game)
    try:
        for text in _show(lineup, rules, arguments.show):
            write(text)
        result = _play(lineup, rules, arguments.jobs, arguments.resume)
    except RobotError as error:
        show_cause(error)
        raise
    write(json_line(_json_data(result)) if arguments.json else _format_text(result))
    return DONE if result.chips_conserved else BAD_INPUT


def _read_lineup(text: str) -> tuple[int, ...]:
    if numbers := read_numbers(text, "+", 2):
        return numbers
    raise ArgumentTypeError(f"{quote(text)}: expected numbers of seats such as 3+3")


def _read_stacks(text: str) -> tuple[int, ...]:
    if (numbers := read_numbers(text, ",", 9)) and max(numbers) <= MOST_STACK:
        return numbers
    raise ArgumentTypeError(f"{quote(text)}: expected chips of each seat such as 900,100, at most {MOST_STACK}")


def _seat(robots: Sequence[str], lineup: Sequence[int] | None) -> list[str]:
    """Return the robot of each seat.

    Raises:
        UsageError: there are not as many robots as numbers of seats.
    """
    if lineup is None:
        return [*robots]
    if len(lineup) != len(robots):
        raise UsageError(f"--lineup has {len(lineup)} numbers of seats: expected {len(robots)}, one for each robot")
    return [robot for robot, seats in zip(robots, lineup, strict=True) for _ in range(seats)]


def _games() -> tuple[str, ...]:
    from ircpoker.table.games import GAMES

    return tuple(GAMES)


def make_rules(arguments: Namespace, *, profiled: bool) -> Rules:
    """Return the rules.

    Raises:
        UsageError: the game is unknown.
    """
    from ircpoker.lab.matches import Rules

    if arguments.game not in _games():
        raise UsageError(f"{quote(arguments.game)} is not a game: {meant(arguments.game, _games())}")
    return Rules(
        arguments.game,
        arguments.deals,
        arguments.seed,
        all_in=arguments.variance == "all-in",
        profiled=profiled,
        stack=arguments.stack,
    )


def make_lineup(names: Sequence[str], config: Path | None) -> Lineup:
    """Return the robots; the configuration is read only for the user's own robots.

    Raises:
        ConfigError: the configuration, needed for the user's own robots, is wrong.
    """
    from ircpoker.lab.matches import Lineup
    from ircpoker.robots import load_robots
    from ircpoker.robots.program import is_program

    robots = load_robots()
    plugin_path = None
    if config or any(name.lower() not in robots and not is_program(name) for name in names):
        plugin_path = read_sections(config).bot.plugin_path
    return Lineup(tuple(names), plugin_path)


def _show(lineup: Lineup, rules: Rules, count: int) -> Iterator[str]:
    """Yield the first deals of a match in words, played by robots that are made for it."""
    if not count:
        return
    from itertools import islice

    from ircpoker.cards import CARDS
    from ircpoker.lab.matches import MatchTable
    from ircpoker.lab.matches.deal_text import distinct, format_deal
    from ircpoker.lab.matches.lineup import close_robots
    from ircpoker.records.played import PlayedHand

    robots = lineup.make()
    names = distinct([robot.name for robot in robots])
    try:
        table = MatchTable(rules, robots)
        deals = (played for block in rules.blocks for of_deck in table.play_decks(block) for played in of_deck)
        for number, played in enumerate(islice(deals, count)):
            seated = tuple([names[robot] for robot in played.order])
            hand = PlayedHand(played.deal, seated, known=frozenset(CARDS))
            yield format_deal(f"deal {number + 1}, deck {number // len(robots) + 1}", hand)
    finally:
        close_robots(robots)


def _play(lineup: Lineup, rules: Rules, jobs: int | None, resume: Path | None) -> MatchResult:
    """Play, with a progress bar on a terminal."""
    from ircpoker.lab.matches import Matches, MatchResult, play_matches

    names = tuple([robot.name for robot in lineup.classes()])
    with progress_bar(" against ".join(names), rules.deals) as advance:
        (tally,) = play_matches(Matches((lineup,), (rules,)), jobs_of(jobs), resume, advance)
    return MatchResult(names, rules, tally)


def _json_data(result: MatchResult) -> dict[str, object]:
    data: dict[str, object] = dict(zip("abcdefghij", result.robots, strict=False))
    data |= {
        "deals": result.deals,
        "mbb_per_deal": result.mbb_per_deal,
        "ci95": result.ci95,
        "chips_conserved": result.chips_conserved,
    }
    if result.rules.stack is not None:
        data["stack"] = result.rules.stack
    if result.rules.stacks:
        data["stacks"] = list(result.rules.stacks)
    if result.rules.all_in:
        data["variance"] = "all-in"
    if len(result.robots) > 2:
        data["robots"] = [
            {"robot": name, "mbb_per_deal": result.mean(number), "ci95": result.interval(number)}
            for number, name in enumerate(result.robots)
        ]
    if result.rules.profiled:
        data["profiles"] = profile_data(result)
    return data


def profile_data(result: MatchResult) -> list[dict[str, object]]:
    """Return each robot's profile in a form for JSON."""
    from ircpoker.records.statistics.counters import PROFILE

    return [
        {
            "robot": name,
            "deals": profile["hands"],
            **{figure.key: figure.value(profile) for figure in PROFILE},
        }
        for name, profile in zip(result.robots, result.tally.profiles, strict=True)
    ]


def _format_text(result: MatchResult) -> str:
    first, *others = result.robots
    say = words_here().text
    unit, chips = say(Phrase("report.unit")), say(conserved(is_so=result.chips_conserved))
    facts = rules_facts(result.rules, result.deals)
    text = say(Phrase("report.match", first=first, others=", ".join(others), **facts)) + "\n"
    if len(result.robots) == 2:
        text += f"{first} {format_mean(result.mbb_per_deal, result.ci95)} {unit}, {chips}\n"
    else:
        width = max(map(len, result.robots))
        for number, name in enumerate(result.robots):
            text += f"{name:{width}} {format_mean(result.mean(number), result.interval(number)):>8}\n"
        text += f"{unit}, {chips}\n"
    return text + (_format_profiles(result) if result.rules.profiled else "")


def conserved(*, is_so: bool) -> Phrase:
    """Return whether the chips of matches were conserved."""
    return Phrase("report.conserved" if is_so else "report.not_conserved")


def rules_facts(rules: Rules, deals: int) -> dict[str, object]:
    """Return what stands in the title of matches: the game, the deals of each, the seed, unusual rules."""
    shown = Phrase("report.duplicate_deals", n=deals)
    terms = "".join(map(words_here().text, rules.terms))
    return {"game": rules.game, "deals": shown, "seed": rules.seed, "terms": terms}


def _format_profiles(result: MatchResult) -> str:
    from ircpoker.records.statistics.counters import PROFILE

    width = max(map(len, result.robots))
    text = f"\n{'':{width}} " + " ".join([f"{words_here().text(figure.title):>6}" for figure in PROFILE]) + "\n"
    for name, profile in zip(result.robots, result.tally.profiles, strict=True):
        shares = [(figure, figure.value(profile)) for figure in PROFILE]
        cells = [
            "–" if share is None else f"{100 * share:.1f}%" if figure.is_share else f"{share:.2f}"
            for figure, share in shares
        ]
        text += f"{name:{width}} " + " ".join([f"{cell:>6}" for cell in cells]) + "\n"
    return text


def show_cause(error: RobotError) -> None:
    """Print the traceback of a robot that failed, for its author."""
    from traceback import format_exception

    cause = error.__cause__
    if cause is not None and not isinstance(error, RobotProgramError) and sys.stderr is not None:
        sys.stderr.write("".join(format_exception(cause)))
