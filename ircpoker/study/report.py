"""Reports on the decisions of a player: the largest errors, sums, and why nothing is said of the others.

Reviews that were made are kept in the user's cache folder: a run that was interrupted goes on where it was.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from contextlib import suppress
from html import escape
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple, Self

import msgspec

from ircpoker.runtime.private import make_private_folder, open_private
from ircpoker.study.chart_output import COLOURS
from ircpoker.study.review import Judged, Silence, review

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ircpoker.records.played import PlayedHand


STREETS = ("before the flop", "flop", "turn", "river")
MOST_ERRORS = 10
YARDSTICK = (
    "The robot ring is the yardstick, of two players nolimit, and the others are taken to play as it does. ± is "
    "chance, or what the solver has left open.\nThere is no rake, no knowledge of opponents and no prize money in it: "
    "these are errors that were found, not a win rate."
)
_DONE = {"fold": "folds", "check": "checks", "call": "calls", "bet": "bets", "raise": "raises to"}


class ReviewedHand(NamedTuple):
    """The decisions of a player in a deal.

    Attributes:
        hand: where the deal is.
        cards: the player's cards.
        board: the board at the end of the deal.
        decisions: the decisions, in order.
    """

    hand: str
    cards: str
    board: str
    decisions: tuple[Judged, ...]


def review_player(hand: PlayedHand, name: str) -> ReviewedHand | None:
    """Return the decisions of a player; None if they did not play, or their cards are not known.

    Args:
        hand: the deal.
        name: the player's name; upper and lower case do not matter.
    """
    deal = hand.deal
    for seat in hand.by_deal:
        cards = deal.hole_cards[seat]
        if hand.seats[seat].name.casefold() == name.casefold() and cards and hand.known.issuperset(cards):
            return ReviewedHand("", " ".join(map(str, cards)), " ".join(map(str, deal.board)), review(hand, seat))
    return None


def errors_of(hands: Sequence[ReviewedHand]) -> list[tuple[ReviewedHand, Judged]]:
    """Return the errors, the largest first."""
    errors = [(hand, decision) for hand in hands for decision in hand.decisions if not decision.silence]
    return sorted(errors, key=lambda each: -each[1].cost)


def report_lines(name: str, hands: Sequence[ReviewedHand]) -> Iterator[str]:
    """Yield the lines of a report."""
    decisions = [(hand, decision) for hand in hands for decision in hand.decisions]
    errors = errors_of(hands)
    lost = sum(decision.cost for _, decision in errors)
    yield f"{name}: {_count(len(hands), 'hand')}, {_count(len(decisions), 'decision')}, {_found(len(errors), lost)}"
    if errors:
        yield ""
        yield f"by street:  {_sums([(STREETS[decision.street], decision.cost) for _, decision in errors])}"
        yield f"by kind:    {_sums([(decision.kind, decision.cost) for _, decision in errors])}"
        yield ""
    for hand, decision in errors[:MOST_ERRORS]:
        yield f"{decision.cost:6.1f}{error_text(decision):6} BB  {error_line(hand, decision)}"
        yield f"{'':17}{decision.kind}, {hand.hand}"
    silent = Counter(decision.silence for _, decision in decisions if decision.silence is not Silence.NONE)
    if silent:
        yield ""
        yield f"silent:     {silent.total()}"
        for reason, count in silent.most_common():
            yield f"{count:6}  {reason}"
    yield ""
    yield YARDSTICK


def error_text(decision: Judged) -> str:
    """Return how exact a cost is; empty for the solver's."""
    return f" ± {decision.error:.1f}" if decision.error else ""


def error_line(hand: ReviewedHand, decision: Judged) -> str:
    """Return an error in words, without its cost."""
    cards = decision.street and hand.board.split()[: decision.street + 2]
    board = f" on {' '.join(cards)}" if cards else ""
    done = f"{_DONE[decision.action]} {decision.amount}".strip()
    return f"{STREETS[decision.street]}: {done} with {hand.cards}{board}; {decision.judge}: {chances_text(decision)}"


def chances_text(decision: Judged) -> str:
    """Return what the judge does with the hand, the likeliest first."""
    shares = sorted(decision.chances.items(), key=lambda each: -each[1])
    sizes = {"bet": f" ({decision.wager})", "raise": f" (to {decision.wager})"}
    return ", ".join([f"{name}{sizes.get(name, '')} {share:.0%}" for name, share in shares if share >= 0.005])


def _sums(costs: Sequence[tuple[str, float]]) -> str:
    sums = defaultdict[str, list[float]](list)
    for name, cost in costs:
        sums[name].append(cost)
    listed = sorted(sums.items(), key=lambda each: -sum(each[1]))
    return " · ".join([f"{name} {len(each)} ({sum(each):.1f} BB)" for name, each in listed])


def _found(count: int, lost: float) -> str:
    return f"{_count(count, 'error')} found that cost {lost:.1f} BB" if count else "nothing clear"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' * (number != 1)}"


_LETTERS = {"fold": "f", "check": "c", "call": "c", "bet": "r", "raise": "r", "all-in": "a"}
_STYLE = """\
body { font: 16px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; color: #1d232a }
li { margin: 1rem 0 } .cost { font-weight: 600 } .where { color: #55606b }
.bar { display: flex; height: 1.6rem; font-size: .85rem } .bar span { overflow: hidden; padding: 0 .3rem }
"""


def report_page(name: str, hands: Sequence[ReviewedHand]) -> str:
    """Return the page: what a report says, and how often the judge takes each action at the largest errors."""
    first, *lines = report_lines(name, hands)
    errors = errors_of(hands)[:MOST_ERRORS]
    listed = [f"<ol>{''.join([_error(*error) for error in errors])}</ol>"] if errors else []
    silent = [line for line in lines if line.startswith(("silent", "by ")) or line[:6].strip().isdigit()]
    return "\n".join(
        [
            "<!DOCTYPE html>",
            f'<html lang="en"><head><meta charset="utf-8"><title>{escape(first)}</title>',
            f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head><body>',
            f"<h1>{escape(name)}</h1><p>{escape(first.partition(': ')[2])}</p>",
            *listed,
            f"<pre>{escape(chr(10).join(silent))}</pre>",
            f"<p>{escape(YARDSTICK)}</p></body></html>\n",
        ]
    )


def _error(hand: ReviewedHand, decision: Judged) -> str:
    bars = [
        f'<span style="width: {share:.1%}; background: {COLOURS[_LETTERS[action]]}">{action}</span>'
        for action, share in sorted(decision.chances.items(), key=lambda each: -each[1])
    ]
    return (
        f'<li><span class="cost">{decision.cost:.1f}{error_text(decision)} BB</span> '
        f'{escape(error_line(hand, decision))}<div class="bar">{"".join(bars)}</div>'
        f'<span class="where">{STREETS[decision.street]}, {decision.kind}, {escape(hand.hand)}</span></li>'
    )


FILE_NAME = "reviews-7.jsonl"
"""The number is that of the method: another one judges anew."""
_KeptLine = tuple[str, str, ReviewedHand | None]
"""The deal's key, the player's name, and the review: None if the player's cards are not in the deal."""


class KeptReviews:
    """The reviews of one player.

    Attributes:
        reviews: the reviews by the keys of their deals; None for a deal without cards of the player.
    """

    def __init__(self, folder: Path | None, name: str) -> None:
        """Read what is kept.

        Args:
            folder: the folder of the file; with None, or one that cannot be used, nothing is kept.
            name: the player's name.
        """
        self._folder, self._name = folder, name.casefold()
        self.reviews: dict[str, ReviewedHand | None] = {}

    def __enter__(self) -> Self:
        self._file = None
        with suppress(OSError):
            if self._folder is not None:
                make_private_folder(self._folder)
                self._file = open_private(self._folder / FILE_NAME, "a+", encoding="utf-8")
                self._file.seek(0)
                for line in self._file:
                    with suppress(msgspec.DecodeError):  # the last line, if the program was killed
                        key, name, found = msgspec.json.decode(line, type=_KeptLine)
                        if name == self._name:
                            self.reviews[key] = found
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._file is not None:
            self._file.close()

    def keep(self, key: str, review: ReviewedHand | None) -> None:
        """Keep the review of a deal; a full disk only means that it is judged again."""
        if self._file is not None:
            with suppress(OSError):
                line = msgspec.json.encode((key, self._name, review)).decode()
                self._file.write(f"{line}\n")
                self._file.flush()
