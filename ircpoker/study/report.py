"""Reports on the decisions of a player: the largest errors, sums, and why nothing is said of the others."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.study.review import Judged, Silence, review

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ircpoker.records.played import PlayedHand

STREETS = ("before the flop", "flop", "turn", "river")
MOST_ERRORS = 10
YARDSTICK = (
    "The robot ring is the yardstick, of two players nolimit, and the others are taken to play as it does. ± is "
    "chance only.\nThere is no rake, no knowledge of opponents and no prize money in it: these are errors that were "
    "found, not a win rate."
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
    return ", ".join([f"{name} {share:.0%}" for name, share in shares if share >= 0.005])


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
