"""arfer's parsecards 1.1: the best hand, its name, and six numbers of which the lower ones win.

The five card codes are in the order of the hand as it is shown, by significance. The document says "in value order",
but then 3-3-A-K-Q (`9 1 2 3 12 12`) would beat 4-4-Q-J-T (`9 3 4 5 11 11`), against its own rule "lowest wins"; and its
ace-low example is in the order of the hand as shown, too.
"""

from __future__ import annotations

from collections.abc import Collection

from ircpoker.cards import Card, Rank
from ircpoker.hands import HandValue, best_hand, evaluate
from ircpoker.systems.answer import SystemValue


def numbers(cards: Collection[Card] | str) -> tuple[int, ...]:
    """Return the six numbers of the best hand among `cards`; of two hands the lower tuple wins.

    Args:
        cards: 5 to 52 distinct cards in any order, or text that `parse_cards` reads.

    Returns:
        The category, 1 (royal flush) to 10 (high card), and the codes of the five cards, ace 1, king 2 …
        deuce 13, in order of significance.

    Raises:
        InvalidCardError: text that is not a card.
        DuplicateCardError: the same card twice.
        CardCountError: fewer than five cards.

    Examples:
        >>> numbers("Ah Td 4c 3s Js 7h")
        (10, 1, 4, 5, 8, 11)
        >>> numbers("Ad Qs Tc 6h 2c") < numbers("Ah Qc Td 5d 3s")
        True
    """
    return numbers_of(evaluate(cards))


def numbers_of(value: HandValue) -> tuple[int, ...]:
    """Return the six numbers of a hand's value."""
    return (value.category.number, *(Rank.ACE - rank + 1 for rank in value.ranks))


def parse(cards: Collection[Card] | str) -> str:
    """Return the three parts that parsecards returned: `hand|name|numbers`.

    Args:
        cards: as for `numbers`.

    Returns:
        One line.

    Raises:
        InvalidCardError: text that is not a card.
        DuplicateCardError: the same card twice.
        CardCountError: fewer than five cards.

    Examples:
        >>> parse("Ah Td 4c 3s Js 7h")
        'Ah Js Td 7h 4c|Ace High, Jack Kicker|10 1 4 5 8 11'
    """
    best = best_hand(cards)
    return f"{best}|{best.name}|{format_numbers(numbers_of(best.value))}"


def decide(first: tuple[Card, ...], second: tuple[Card, ...]) -> tuple[int, str]:
    """Return 1, 0 or -1 for the first of two hands, and the number that decides, the lower before the higher one.

    Examples:
        >>> from ircpoker.cards import parse_cards
        >>> decide(parse_cards("Ah Qc Td 5d 3s"), parse_cards("Ad Qs Tc 6h 2c"))
        (-1, 'at number 5 of the rank: 9 before 10')
    """
    pairs = zip(numbers(first), numbers(second), strict=True)
    for place, (a, b) in enumerate(pairs, 1):
        if a != b:
            return (1 if a < b else -1), f"at number {place} of the rank: {min(a, b)} before {max(a, b)}"
    return 0, ""


def format_numbers(six: tuple[int, ...]) -> str:
    """Return the numbers as text: `10 1 4 5 8 11`."""
    return " ".join(map(str, six))


def answer(cards: str, board: str = "") -> SystemValue:
    """Return the answer of `ircpoker value parsecards`; arguments and errors as `System.value`."""
    six = numbers(f"{cards} {board}")
    return SystemValue(format_numbers(six), {"system": "parsecards", "value": list(six)})
