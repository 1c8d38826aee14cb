"""`ircpoker train`: strategies for the robots `limit`, `nolimit` and `ring`.

Trains a strategy for hold'em, limit or no-limit, and writes it as strategy.bin into a folder. The folder also holds
the state of the training: after Ctrl-C the same command continues it. The same seed, buckets and boards give the same
file, with any number of threads.

For limit there are three steps: hand strengths and buckets; self-play; then training against a responder that plays
exactly on the river. It takes about 4 GB of memory. `ircpoker exploit FILE` measures the result.

For nolimit there are two: hand strengths and buckets; then self-play with bets of half the pot, the pot and all-in. It
takes about 2 GB of memory. Each depth of stacks has a folder and a file of its own.

For ring, at tables of three to six, there are the same two, for six seats at once.

  $ ircpoker train limit training --boards 20000
  training/strategy.bin: 20000 boards, 19.0 MB
  $ ircpoker train nolimit deep --stack 100
  deep/strategy.bin: 10000000 boards, 17.0 MB
  $ ircpoker train ring six --stack 50
  six/strategy.bin: 10000000 boards, 5.5 MB
"""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from ircpoker.cli.arguments import add_number, add_seed, jobs_of, read_numbers
from ircpoker.cli.main import DONE, write
from ircpoker.cli.progress import progress_bars
from ircpoker.errors import UsageError, quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ircpoker.lab.training.folder import Report
    from ircpoker.lab.training.training import LimitTraining, SelfPlayTraining

    AnyTraining = LimitTraining | SelfPlayTraining

MOST_BOARDS = 1_000_000_000
MOST_THREADS = 64
SECONDS_BETWEEN_CHECKPOINTS = 600
LIMIT, NOLIMIT, RING = "limit", "nolimit", "ring"
BOARDS = {LIMIT: 20_000, NOLIMIT: 10_000_000, RING: 10_000_000}
FILE = "strategy.bin"
BUCKETS = {LIMIT: (200, 20, 150, 20, 2500), NOLIMIT: (200, 20, 30, 10, 300), RING: (50, 20, 50, 10, 400)}
PLAY = 1_000_000
STACKS = range(10, 201)
STACK = 50


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = (
        "ircpoker train limit|nolimit|ring DIR [--boards N] [--play N] [--stack BB] [--seed N] [--buckets F,F,T,T,R] "
        "[--threads N]"
    )
    parser.add_argument("robot", choices=(LIMIT, NOLIMIT, RING), metavar="ROBOT", help="limit, nolimit or ring")
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder of the training")
    of_boards = "of limit: against the responder (default: 20000); of nolimit and ring: in all (default: 10000000)"
    add_number(parser, "--boards", (1, MOST_BOARDS, "boards"), of_boards)
    add_number(parser, "--play", (1, MOST_BOARDS, "boards"), "of limit: boards of self-play (default: 1000000)")
    of_stack = "of nolimit and ring: big blinds of each player (default: 50)"
    add_number(parser, "--stack", (STACKS[0], STACKS[-1], "big blinds"), of_stack, metavar="BB")
    add_seed(parser, "of all that is dealt (default: 1)")
    parser.add_argument(
        "--buckets",
        type=_read_buckets,
        metavar="F,F,T,T,R",
        help="groups by strength and parts of each by spread on the flop, on the turn; buckets on the river "
        "(default: 200,20,150,20,2500, of nolimit 200,20,30,10,300, of ring 50,20,50,10,400)",
    )
    of_threads = "of limit: against the responder (default: one per core)"
    add_number(parser, "--threads", (1, MOST_THREADS, "threads"), of_threads)


def run(arguments: Namespace) -> int:
    """Train for the given number of boards and return the exit status."""
    is_limit = arguments.robot == LIMIT
    foreign = {"--stack": arguments.stack} if is_limit else {"--play": arguments.play, "--threads": arguments.threads}
    for option, value in foreign.items():
        if value is not None:
            raise UsageError(f"{option} is not an option of train {arguments.robot}")
    from ircpoker.postflop.engine.native import solver

    solver()  # Without it nothing can be done, and nothing is made.
    boards = arguments.boards or BOARDS[arguments.robot]
    file = arguments.folder / FILE
    with progress_bars() as report:
        training = _open(arguments, report)
        _train(training, training.steps(boards, report, jobs_of(arguments.threads, MOST_THREADS)))
        training.export(file)
    write(f"{file}: {training.boards} boards, {file.stat().st_size / 1e6:.1f} MB\n")
    return DONE


def _open(arguments: Namespace, report: Report) -> AnyTraining:
    flop, flop_parts, turn, turn_parts, river = arguments.buckets or BUCKETS[arguments.robot]
    buckets = arguments.seed, (flop, flop_parts), (turn, turn_parts), river
    stack = arguments.stack or STACK
    if arguments.robot == LIMIT:
        from ircpoker.lab.training.training import LimitTraining, TrainingSettings

        return LimitTraining(arguments.folder, TrainingSettings(*buckets, arguments.play or PLAY), report)
    if arguments.robot == NOLIMIT:
        from ircpoker.lab.training.training import BlueprintSettings, BlueprintTraining

        return BlueprintTraining(arguments.folder, BlueprintSettings(*buckets, stack), report)
    from ircpoker.lab.training.ring import RingSettings, RingTraining

    return RingTraining(arguments.folder, RingSettings(*buckets, stack), report)


def _read_buckets(text: str) -> tuple[int, ...]:
    if len(numbers := read_numbers(text, ",", 5)) == 5:
        flop, flop_parts, turn, turn_parts, river = numbers
        most = max(flop * flop_parts, turn * turn_parts, river)
        if min(flop, flop_parts, turn, turn_parts) >= 2 and river >= 27 and most <= 65_535:
            return numbers
    raise ArgumentTypeError(
        f"{quote(text)}: expected five numbers such as 200,20,150,20,2500: from 2, the last from 27, "
        "at most 65535 buckets a street"
    )


def _train(training: AnyTraining, steps: Iterator[None]) -> None:
    """Take all steps, with regular checkpoints, and one more at the end or when the training is stopped."""
    saved = monotonic()
    try:
        for _ in steps:
            if monotonic() - saved > SECONDS_BETWEEN_CHECKPOINTS:
                training.save()
                saved = monotonic()
    except KeyboardInterrupt:
        training.save()
        raise
    training.save()
