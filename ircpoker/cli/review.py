"""`ircpoker review`: what the decisions of a player have cost.

Judges the decisions of a player in no-limit hold'em with two to six seats: what each cost against the play of the robot
ring, or nolimit of two, with the same cards, in big blinds (docs/review.md). The judge is mostly silent: it names
errors that are clear of chance and of doubt about the others' play, and says for the rest why it says nothing.

It needs the player's cards. Deals that were judged are kept in the user's cache folder and not judged again, so that an
interrupted run goes on. A deal that cannot be read is reported on standard error, and the exit status is 1.

  $ ircpoker review hands.phhs --player MrPink
  MrPink: 99 hands, 250 decisions, 2 errors found that cost 24.4 BB
  …
"""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker.cli.arguments import MOST_JOBS, add_jobs, jobs_of
from ircpoker.cli.cache import cache_folder
from ircpoker.cli.main import BAD_INPUT, DONE, json_line, write
from ircpoker.cli.options import existing
from ircpoker.cli.output import check_new, open_output
from ircpoker.cli.progress import is_watched, progress_bar
from ircpoker.cli.refusals import Refusals
from ircpoker.errors import HistoryError, UsageError, quote

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator, Mapping

    from ircpoker.records.sections import HandText
    from ircpoker.study.report import KeptReviews, ReviewedHand


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("files", nargs="+", type=existing, metavar="FILE", help="hand histories, or folders of them")
    parser.add_argument("--player", required=True, metavar="NAME", help="whose decisions are judged")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON object per decision (docs/json.md)")
    form.add_argument("--html", type=Path, metavar="OUT", help="the report as a new page that works from a disk")
    add_jobs(parser, MOST_JOBS)


def run(arguments: Namespace) -> int:
    """Print the report and return the exit status.

    Raises:
        UsageError: the player's cards are in none of the deals, or a process was ended by others.
    """
    from ircpoker.records.reading import key_of
    from ircpoker.records.sections import RefusedHand, cut_file
    from ircpoker.study.report import KeptReviews, report_lines

    check_new(arguments.html)
    refusals, name = Refusals(), arguments.player
    deals: dict[str, HandText] = {}
    for file in refusals.files(arguments.files):
        for text in cut_file(file):
            if isinstance(text, RefusedHand):
                refusals.add(text.error)
            else:
                deals.setdefault(key_of(text), text)
    folder = cache_folder(os.environ, sys.platform)
    hands: list[ReviewedHand] = []
    with KeptReviews(folder, name) as kept, progress_bar("Judging", len(deals) if is_watched() else 0) as advance:
        for answer in _reviewed(deals, name, jobs_of(arguments.jobs), kept):
            advance()
            if isinstance(answer, HistoryError):
                refusals.add(answer)
            elif answer is not None:
                hands.append(answer)
    if not hands:
        raise UsageError(f"no deal has cards of a player called {quote(name)}")
    if arguments.json:
        write("".join([json_line(row) for hand in hands for row in _rows(hand, name)]))
    else:
        write("".join([f"{line}\n" for line in report_lines(name, hands)]))
    if arguments.html:
        from ircpoker.study.report import report_page

        with open_output(arguments.html) as write_page:
            write_page(report_page(name, hands))
    return BAD_INPUT if refusals.count else DONE


def _rows(hand: ReviewedHand, name: str) -> Iterator[dict[str, object]]:
    for decision in hand.decisions:
        yield {"player": name, "hand": hand.hand, "cards": hand.cards, "board": hand.board, **decision._asdict()}


def _reviewed(
    deals: Mapping[str, HandText], name: str, jobs: int, kept: KeptReviews
) -> Iterator[ReviewedHand | HistoryError | None]:
    """Yield the player's decisions in each deal: those that are kept, and others judged now, which are kept then."""
    from concurrent.futures.process import BrokenProcessPool

    from ircpoker.runtime.workers import in_order

    new = [text for key, text in deals.items() if key not in kept.reviews]
    try:
        answers = in_order(partial(_review, name), new, min(jobs, max(1, len(new))))
        for key, text in deals.items():
            is_new = key not in kept.reviews
            answer = next(answers) if is_new else kept.reviews[key]
            if is_new and not isinstance(answer, HistoryError):
                kept.keep(key, answer)
            at = f"{text.file} #{text.deal}" if text.deal else f"{text.file}, line {text.line}"
            yield answer if answer is None or isinstance(answer, HistoryError) else answer._replace(hand=at)
    except BrokenProcessPool as error:
        raise UsageError("a process that judges ended unexpectedly") from error


def _review(name: str, text: HandText) -> ReviewedHand | HistoryError | None:
    from ircpoker.records.reading import read_text
    from ircpoker.records.sections import RefusedHand
    from ircpoker.study.report import review_player

    hand = read_text(text)
    return hand.error if isinstance(hand, RefusedHand) else review_player(hand, name)
