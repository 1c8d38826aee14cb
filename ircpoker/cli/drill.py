"""`ircpoker drill`: decisions to answer on this terminal, each graded at once.

Asks what you do in decisions before the flop and on it, at tables of two and six with 100 big blinds, where the robots
nolimit and ring nearly always do the same. Answer by a word or a letter: fold, check, call, bet, raise or all-in, with
an amount or without; a raise without one is of the pot. What the robot does is right; for anything else you read what
it cost, as in a review (docs/review.md), or that this is not clear. An empty line or Ctrl-D ends the drill.

An error comes again after 1, 3, 7 and 21 days, here and in `ircpoker play`: it is kept with your chips there. With
--seed nothing is kept.

  $ ircpoker drill --n 2
  1) You are BTN of 6 with Jd 9h, blinds 1/2, 200 chips each | CO raises to 5 | fold, call 5, raise or all-in? f
  Right: ring plays fold 100%.
  …
"""

from __future__ import annotations

import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING

from ircpoker.cli.arguments import add_number, add_seed
from ircpoker.cli.configuration import words_here
from ircpoker.cli.main import DONE, complain, write
from ircpoker.cli.nick import login_nick
from ircpoker.errors import PokerError
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ircpoker.chat.services import Services
    from ircpoker.study.drill import DrillSpot
    from ircpoker.study.review import Judged


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_number(parser, "--n", (1, 1000, "decisions"), "the number of decisions (default 10)", usual=10)
    add_seed(parser, "the same decisions each time (default: others, and own errors again)", usual=None)


def run(arguments: Namespace) -> int:
    """Ask, and return the exit status."""
    from random import Random

    from ircpoker.chat.drill_again import asked_next, note_answer
    from ircpoker.config.networks import CONSOLE_NETWORK
    from ircpoker.people import Person
    from ircpoker.study.drill import make_spot, question, spot_of, verdict
    from ircpoker.study.review import Silence

    rng, say, answers = Random(arguments.seed), words_here().text, list["Judged"]()
    nick = login_nick()
    person = Person(CONSOLE_NETWORK, nick, nick.casefold(), is_known_by_nick=True)
    with ExitStack() as stack:
        services = _own_services(stack) if arguments.seed is None else None
        for number in range(1, arguments.n + 1):
            asked = asked_next(services, person) if services is not None else None
            spot = make_spot(rng) if asked is None else spot_of(asked.secret)
            write(f"{number}) {say(question(spot))} ")
            answer = _answer(spot)
            if answer is None:
                break
            answers.append(answer)
            days = 0
            if services is not None and asked is not None:
                days = note_answer(services, person, asked, is_error=not answer.silence)
            write(f"{say(verdict(answer, days))}\n")
    right = sum(answer.silence is Silence.USUAL for answer in answers)
    lost = sum(answer.cost for answer in answers if not answer.silence)
    write(f"{say(Phrase('drill.score', right=right, n=len(answers), lost=f'{lost:.1f}'))}\n")
    return DONE


def _own_services(stack: ExitStack) -> Services | None:
    """Return the services of the user's own bot, with the ledger that keeps errors; None if it cannot be used now."""
    from ircpoker.cli.own_ledger import open_own_router, read_settings

    def warn(_: str) -> None:
        complain(words_here().text(Phrase("drill.not_kept")))

    router = open_own_router(read_settings(None, None), warn)
    if router is None:
        return None
    stack.callback(router.services.close)
    return router.services


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
            write("> ")
            sys.stdout.flush()
    write("\n")
    return None
