"""Hands compared in a number system: which wins, and by what."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ircpoker.cards import Card
from ircpoker.errors import UsageError

Decide = Callable[[tuple[Card, ...], tuple[Card, ...]], tuple[int, str]]
"""Returns 1, 0 or -1 for the first hand, and by what the better one wins."""

MOST_HANDS = 10
LETTERS = "ABCDEFGHIJ"
TIE = "tie"


class Comparison:
    """Which of several hands win.

    Attributes:
        winners: the letters of the winning hands: `A` is the first.
        is_tie: whether all hands tie.
        reason: by what they beat the best other hand; where all tie, a note on it, or nothing.
    """

    __slots__ = ("is_tie", "reason", "winners")

    def __init__(self, winners: str, reason: str, *, is_tie: bool) -> None:
        self.winners = winners
        self.reason = reason
        self.is_tie = is_tie

    def __str__(self) -> str:
        if self.is_tie:
            return f"{TIE}|{self.reason}" if self.reason else TIE
        *others, last = list(self.winners)
        won = f"{', '.join(others)} and {last} {TIE}" if others else f"{last} wins"
        return f"{won}|{self.reason}"

    @property
    def json(self) -> dict[str, object]:
        """The letters of the winning hands, and the reason."""
        return {"winners": list(self.winners), "reason": self.reason}


def compare(hands: Sequence[tuple[Card, ...]], decide: Decide) -> Comparison:
    """Compare hands.

    Args:
        hands: 2 to 10 hands.
        decide: decides between two hands.

    Returns:
        The winners.

    Raises:
        UsageError: too many hands.

    Examples:
        >>> from ircpoker.cards import parse_cards
        >>> from ircpoker.systems.parsecards import decide
        >>> str(compare([parse_cards("Ah Qc Td 5d 3s"), parse_cards("Ad Qs Tc 6h 2c")], decide))
        'B wins|at number 5 of the rank: 9 before 10'
    """
    if len(hands) > MOST_HANDS:
        raise UsageError(f"{len(hands)} hands given: expected at most {MOST_HANDS}")
    best = hands[0]
    for hand in hands[1:]:
        if decide(hand, best)[0] > 0:
            best = hand
    results = [(letter, hand, *decide(best, hand)) for letter, hand in zip(LETTERS, hands, strict=False)]
    winners = "".join([letter for letter, _, result, _ in results if not result])
    beaten = [hand for _, hand, result, _ in results if result]
    if not beaten:
        return Comparison(winners, next((reason for *_, reason in results if reason), ""), is_tie=True)
    next_best = beaten[0]
    for hand in beaten[1:]:
        if decide(hand, next_best)[0] > 0:
            next_best = hand
    return Comparison(winners, decide(best, next_best)[1], is_tie=False)
