"""Cactus Kev's classes as the Swedish poker bot used them: class, strength and the 32-bit card word.

The bot found the class from the words of the five cards (AND, OR, product of primes). Here the evaluator of
`ircpoker.hands` finds the same class faster; the words are only for comparison.
"""

from __future__ import annotations

from collections.abc import Collection

from ircpoker.cards import Card, read_cards
from ircpoker.hands import evaluate
from ircpoker.systems.answer import SystemValue

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
"""The prime of each rank, deuce first: the product of five primes identifies the ranks."""
FLUSH_BITS = 0xF000
"""The bits of the suits in a word: the AND of five words keeps one of them exactly if the hand is a flush."""
_SUIT_BITS = (0x8000, 0x4000, 0x2000, 0x1000)
"""The bits of clubs, diamonds, hearts and spades."""


def hand_class(cards: Collection[Card] | str) -> int:
    """Return the class of the best hand among `cards`, 1 (best) to 7462.

    Args:
        cards: 5 to 52 distinct cards in any order, or text that `parse_cards` reads.

    Returns:
        The number of the hand's class, which is the same exactly for hands that tie.

    Raises:
        InvalidCardError: text that is not a card.
        DuplicateCardError: the same card twice.
        CardCountError: fewer than five cards.

    Examples:
        >>> hand_class("Ah Td 4c 3s Js 7h")
        6485
    """
    return evaluate(cards).class_


def strength(cards: Collection[Card] | str) -> float:
    """Return `1 - class / 7462` of the best hand among `cards`: 0.999866 down to 0.

    Args:
        cards: as for `hand_class`.

    Returns:
        The strength; the royal flush is a little below 1.

    Raises:
        InvalidCardError: text that is not a card.
        DuplicateCardError: the same card twice.
        CardCountError: fewer than five cards.

    Examples:
        >>> strength("2c 3d 4h 5s 7c")
        0.0
    """
    return evaluate(cards).strength


def card_word(card: Card) -> int:
    """Return the card's 32 bits, from the left `xxxAKQJT98765432CDHSrrrrxxPPPPPP`.

    The low six bits are the rank's prime, bits 8 to 11 its number: deuce 0 to ace 12. (The Swedish text
    says 13 for the ace; thirteen ranks counted from 0 end at 12, as in Kev's own words.)

    Args:
        card: any card.

    Returns:
        A number below 2**29; the bits marked x are 0.

    Examples:
        >>> from ircpoker.cards import parse_cards
        >>> [f"{card_word(card):#010x}" for card in parse_cards("Kd 5s Jc")]
        ['0x08004b25', '0x00081307', '0x0200891d']
    """
    number = card.rank - 2
    return 1 << 16 + number | _SUIT_BITS[card.suit] | number << 8 | PRIMES[number]


def decide(first: tuple[Card, ...], second: tuple[Card, ...]) -> tuple[int, str]:
    """Return 1, 0 or -1 for the first of two hands, and the classes that decide."""
    a, b = hand_class(first), hand_class(second)
    return (a < b) - (a > b), f"class {min(a, b)} before {max(a, b)}" if a != b else ""


def answer(cards: str, board: str = "") -> SystemValue:
    """Return the answer of `ircpoker value kev`; arguments and errors as `System.value`.

    JSON has the words of the given cards, too.
    """
    given = read_cards(f"{cards} {board}")
    value = evaluate(given)
    return SystemValue(
        f"{value.class_} {value.strength:.4f}",
        {"system": "kev", "value": value.class_, "strength": value.strength, "words": list(map(card_word, given))},
    )
