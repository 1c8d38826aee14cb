"""`ircpoker match`: robots against each other on duplicate deals."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError
from pathlib import Path

from ircpoker.cli.configuration import add_config_argument, read_config
from ircpoker.cli.console import read_seed
from ircpoker.cli.main import BAD_INPUT, DONE, complain, write
from ircpoker.errors import RobotError, UsageError, quote
from ircpoker.nearest import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Mapping

    from ircpoker.matches import MatchResult
    from ircpoker.robots import Robot, RobotClass

MOST_DEALS = 10_000_000
DESCRIPTION = """\
Lets robots play against each other on duplicate deals: each deck is played once with each robot in each seat,
from fresh stacks, and what the first robot wins is told in thousandths of a big blind per deal, with a 95 %
confidence interval.

robots:  manual swede limit folder caller raiser random, and those of your own plugin folder
games:   those that --game lists, with 100 big blinds each; draw games with 200 chips and an ante of 10, which
         counts as the big blind

The same seed gives the same match.
"""
EXAMPLE = """\
  $ ircpoker match folder raiser --deals 100
  folder against raiser, holdem, 100 duplicate deals, seed 1
  folder -750.0 ± 0.0 thousandths of a big blind per deal, chips conserved
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = "ircpoker match ROBOT ROBOT [ROBOT...] [--game G] [--deals N] [--seed N] [--json] [--config F]"
    parser.add_argument("robots", nargs="+", metavar="ROBOT", help="two or more, as many as the game takes")
    parser.add_argument("--game", default="holdem", metavar="G", help=f"{', '.join(_games())} (default: holdem)")
    parser.add_argument(
        "--deals", type=_read_deals, default=10_000, metavar="N", help="how many decks (default: 10000)"
    )
    parser.add_argument(
        "--seed", type=read_seed, default=1, metavar="N", help="another number, other decks (default: 1)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")
    add_config_argument(parser)
    parser.set_defaults(error=parser.error)


def run(arguments: Namespace) -> int:
    """Play the match, print its result and return the exit status."""
    if len(arguments.robots) < 2:
        arguments.error("expected two robots or more")
    _check_game(arguments.game)
    try:
        result = _play(_make_robots(arguments), arguments)
    except RobotError as error:
        _complain_of_robot(error)
        return BAD_INPUT
    write(_format_json(result) if arguments.json else _format_text(result, arguments.game, arguments.seed))
    return DONE if result.chips_conserved else BAD_INPUT


def _read_deals(text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) < 10 and 1 <= int(text) <= MOST_DEALS:
        return int(text)
    raise ArgumentTypeError(f"{quote(text)}: expected a number of deals from 1 to {MOST_DEALS}")


def _games() -> tuple[str, ...]:
    from ircpoker.table.games import GAMES

    return tuple(GAMES)


def _check_game(game: str) -> None:
    if game not in _games():
        raise UsageError(f"{quote(game)} is no game: {meant(game, _games())}")


def _make_robots(arguments: Namespace) -> list[Robot]:
    """Return a new robot for each name.

    Raises:
        UnknownRobotError: a name that is none.
        RobotRefusedError: a robot that does not play the game with so many.
        RobotError: a robot that cannot be made.
        ConfigError: the configuration is needed, to find the user's own robots, and wrong.
    """
    from ircpoker.robots import check_plays, find_robot, load_robots, make_robot

    robots: Mapping[str, RobotClass] = load_robots()
    if arguments.config or any(name.lower() not in robots for name in arguments.robots):
        robots = load_robots(_plugin_path(arguments.config))
    found = [find_robot(name, robots) for name in arguments.robots]
    for robot in found:
        check_plays(robot, arguments.game, len(found), robots)
    return [make_robot(robot) for robot in found]


def _plugin_path(config: Path | None) -> Path | None:
    """Return the user's plugin folder, if there is a configuration that names one."""
    return read_config(config, connecting=False).bot.plugin_path


def _play(robots: list[Robot], arguments: Namespace) -> MatchResult:
    """Play, with a progress bar if somebody is looking."""
    from ircpoker.matches import play_match

    if sys.stderr is None or not sys.stderr.isatty():
        return play_match(robots, arguments.game, arguments.deals, arguments.seed)
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(" against ".join(robot.name for robot in robots), total=arguments.deals)
        return play_match(robots, arguments.game, arguments.deals, arguments.seed, lambda: progress.advance(task))


def _format_json(result: MatchResult) -> str:
    from json import dumps

    data: dict[str, object] = dict(zip("abcdefghij", result.robots, strict=False))
    data |= {
        "deals": result.deals,
        "mbb_per_deal": result.mbb_per_deal,
        "ci95": result.ci95,
        "chips_conserved": result.chips_conserved,
    }
    return f"{dumps(data)}\n"


def _format_text(result: MatchResult, game: str, seed: int) -> str:
    first, *others = result.robots
    deals = "1 duplicate deal" if result.deals == 1 else f"{result.deals} duplicate deals"
    interval = "" if result.ci95 is None else f" ± {result.ci95:.1f}"
    chips = "chips conserved" if result.chips_conserved else "CHIPS NOT CONSERVED"
    return (
        f"{first} against {', '.join(others)}, {game}, {deals}, seed {seed}\n"
        f"{first} {result.mbb_per_deal:+.1f}{interval} thousandths of a big blind per deal, {chips}\n"
    )


def _complain_of_robot(error: RobotError) -> None:
    """Say which robot failed, and, for its author, where."""
    from traceback import format_exception

    cause = error.__cause__
    if cause is not None and sys.stderr is not None:
        sys.stderr.write("".join(format_exception(cause)))
    complain(error)
