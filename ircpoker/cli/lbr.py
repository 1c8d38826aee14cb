"""`ircpoker lbr`: how much a robot loses at no-limit hold'em to a local best response.

Computes how much a robot loses at heads-up no-limit hold'em to a local best response (Lisý and Bowling 2017):
thousandths of a big blind per deal, the mean of both seats, with a 95 % confidence interval. It is a lower bound of
what a best response wins.

The responder knows the robot's strategy, and so its range. It takes the action that wins most if both players only
check and call after it, and if the robot folds to a bet as often as it really would. The four settings of the
literature (Moravčík and others 2017) say what it may do on each street:

  --setting  before the flop  flop        turn              river
  calls      fold, call       fold, call  fold, call        fold, call
  late       call             call        fold, call, pot,  fold, call, pot,
                                          all-in            all-in
  late-56    call             call        56 sizes          56 sizes
  flop-56    call             56 sizes    fold, call        fold, call

The 56 sizes are 0.05 pots, then each 15 % larger than the one before, up to 95 pots, and all-in; folding and calling
are allowed, too. Blinds are 1 and 2 chips, and sizes that come to the same number of chips are tried once.

A deal is one board, played in both seats with all hands of both players at once. Showdowns are exact, over all boards
that may come, and most of the luck of cards and of the robot's choices is taken out, so few deals are enough. With
--resume the result of each deal is stored in a folder: the command can be stopped and continued later, also with more
deals, and several processes, even on several machines, may work on one folder.

  $ ircpoker lbr folder --setting late --deals 2
  folder: +750.0 ± 0.0 thousandths of a big blind a deal, setting late, 50 big blinds, 2 deals, seed 1
"""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from functools import partial
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker.cli.arguments import add_jobs, add_number, add_seed, jobs_of
from ircpoker.cli.configuration import words_here
from ircpoker.cli.main import DONE, json_line, write
from ircpoker.cli.progress import progress_bar
from ircpoker.errors import quote
from ircpoker.words import Phrase

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NAMES = ("calls", "late", "late-56", "flop-56")
MOST_DEALS = 1_000_000
LEAST_STACK, MOST_STACK = 10, 200


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = (
        "ircpoker lbr ROBOT [--setting S] [--stack BB] [--deals N] [--seed N] [--resume DIR] [--jobs N] [--json]"
    )
    parser.add_argument(
        "robot", metavar="ROBOT", help="folder, caller, raiser, manual, nolimit, nolimit-medium or nolimit-easy"
    )
    parser.add_argument(
        "--setting",
        type=_read_setting,
        default="late",
        metavar="S",
        help="calls, late, late-56 or flop-56, or their numbers 1 to 4 (default: late)",
    )
    depths, of_stack = (LEAST_STACK, MOST_STACK, "big blinds"), "the stack of each player in big blinds (default: 50)"
    add_number(parser, "--stack", depths, of_stack, usual=50, metavar="BB")
    add_number(parser, "--deals", (2, MOST_DEALS, "deals"), "how many deals (default: 100)", usual=100)
    add_seed(parser, "the seed of the deals (default: 1)")
    parser.add_argument(
        "--resume", type=Path, metavar="DIR", help="store the result of each deal there, and use stored results"
    )
    add_jobs(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object")


def _read_setting(text: str) -> str:
    names = dict(zip("1234", NAMES, strict=True)) | {name: name for name in NAMES}
    try:
        return names[text]
    except KeyError:
        raise ArgumentTypeError(f"{quote(text)}: expected {', '.join(NAMES)} or 1 to 4") from None


def run(arguments: Namespace) -> int:
    """Measure the robot, print the result and return the exit status."""
    from ircpoker.lab.responses.range_queries import find_robot

    name = find_robot(arguments.robot)
    from ircpoker.lab.training.results import results_folder  # with its workers, which a refusal does not need
    from ircpoker.postflop.engine.native import solver

    solver()
    with results_folder(arguments.resume) as folder:
        won = _measure(name, arguments, folder)
    mean, interval = float(won.mean()), 1.96 * float(won.std(ddof=1)) / sqrt(len(won))
    if arguments.json:
        data = {"robot": name, "setting": arguments.setting, "stack": arguments.stack, "seed": arguments.seed}
        write(json_line({**data, "deals": len(won), "mbb_per_deal": mean, "ci95": interval}))
        return DONE
    # Sums of floats over all pairs of hands may be a hair below zero.
    facts = {"who": name, "mbb": f"{round(mean, 1) + 0.0:+.1f}", "error": f"{interval:.1f}"}
    facts |= {"setting": arguments.setting, "depth": str(arguments.stack), "seed": str(arguments.seed)}
    text = Phrase("report.local_response", **facts, unit=Phrase("report.lost"), n=len(won))
    write(f"{words_here().text(text)}\n")
    return DONE


def _measure(name: str, arguments: Namespace, folder: Path) -> NDArray[np.float64]:
    """Play the deals that a folder lacks, with a progress bar; return the responder's mean win in each deal."""
    import numpy as np

    from ircpoker.lab.responses.local_response import deal_work
    from ircpoker.lab.responses.range_queries import fingerprint
    from ircpoker.lab.training.results import Results, fill

    rules = {"setting": arguments.setting, "stack": arguments.stack, "seed": arguments.seed}
    results = Results(folder, {"robot": name, "fingerprint": fingerprint(name), **rules}, (2,))
    deals = range(arguments.deals)
    jobs = jobs_of(arguments.jobs, len(deals))
    with progress_bar(f"deals against {name}", len(deals)) as advance:
        fill(
            results, partial(deal_work, name, arguments.setting, arguments.stack, arguments.seed), deals, jobs, advance
        )
    means: NDArray[np.float64] = np.array([results.read(deal) for deal in deals]).mean(axis=1)
    return means
