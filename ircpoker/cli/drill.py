"""`ircpoker drill`: decisions to answer on this terminal, each graded at once.

Asks what you do in decisions before the flop and on it, at tables of two and six with 100 big blinds, where the robots
nolimit and ring nearly always do the same. Answer by a word or a letter: fold, check, call, bet, raise or all-in, with
an amount or without; a raise without one is of the pot. What the robot does is right; for anything else you read what
it cost, as in a review (docs/review.md), or that this is not clear. An empty line or Ctrl-D ends the drill.

  $ ircpoker drill --n 2
  1) You are BTN of 6 with Jd 9h, blinds 1/2, 200 chips each | CO raises to 5 | fold, call 5, raise or all-in? f
  Right: ring plays fold 100%.
  …
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ircpoker.cli.arguments import add_number, add_seed
from ircpoker.cli.configuration import words_here
from ircpoker.cli.main import DONE, complain, write
from ircpoker.errors import PokerError
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ircpoker.study.drill import DrillSpot
    from ircpoker.study.review import Judged


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_number(parser, "--n", (1, 1000, "decisions"), "the number of decisions (default 10)", usual=10)
    add_seed(parser, "the same decisions each time (default: others)", usual=None)


def run(arguments: Namespace) -> int:
    """Ask, and return the exit status."""
    from random import Random

    from ircpoker.study.drill import make_spot, question, verdict
    from ircpoker.study.review import Silence

    rng, say, answers = Random(arguments.seed), words_here().text, list["Judged"]()
    for number in range(1, arguments.n + 1):
        spot = make_spot(rng)
        write(f"{number}) {say(question(spot))} ")
        answer = _answer(spot)
        if answer is None:
            break
        answers.append(answer)
        write(f"{say(verdict(answer))}\n")
    right = sum(answer.silence is Silence.USUAL for answer in answers)
    lost = sum(answer.cost for answer in answers if not answer.silence)
    write(f"{say(Phrase('drill.score', right=right, n=len(answers), lost=f'{lost:.1f}'))}\n")
    return DONE


def _answer(spot: DrillSpot) -> Judged | None:
    """Return the graded answer to a decision; None if there is none any more."""
    from ircpoker.study.drill import grade, read_answer

    sys.stdout.flush()
    for line in sys.stdin or ():
        if not line.strip():
            break
        try:
            return grade(spot, read_answer(spot, line.strip()))
        except PokerError as error:
            complain(error)
    write("\n")
    return None
