"""A question for odds, as people type it: hands or ranges, a board, dead cards.

A question for a number system, as people type it: one hand, several to compare, or cards with a board.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ircpoker import errors
from ircpoker.cards import MOST_CARDS, format_cards
from ircpoker.equity.range_terms import HOLDEM_SIZES, OMAHA_SIZES, is_pattern
from ircpoker.equity.ranges import Range, parse_range
from ircpoker.equity.spots import GAMES
from ircpoker.systems import ANY_NUMBER, System, SystemValue, split_board
from ircpoker.words import Phrase
from ircpoker.words.understood.cards import split_spoken, understand_cards, understand_hands

if TYPE_CHECKING:
    from ircpoker.systems.comparing import Comparison


_BRACKETS = re.compile(r"[\[({]([^\[\](){}]+)[\])}]")
_T = TypeVar("_T")
_TWO_HANDS = 2 * HOLDEM_SIZES[0]


class AskedOdds(NamedTuple):
    """Hands or ranges; the board and the dead cards in the exact forms."""

    hands: list[Range]
    board: str
    dead: str


def understand_odds(text: str, sizes: range = HOLDEM_SIZES) -> AskedOdds:
    """Read a question for odds.

    Args:
        text: the hands, which words such as `vs` may separate; after a slash the board, after another one dead cards.
        sizes: the numbers of hole cards that a hand may have.

    Returns:
        The same, for `make_spot`.

    Raises:
        UsageError: there are more than two slashes, or it is not clear which cards are a hand.
        NotUnderstoodError: a hand is neither a range nor cards, or the other words are no cards.

    Examples:
        >>> asked = understand_odds("A♠K♠ vs queen of hearts, queen of diamonds on 2c-7d-9h")
        >>> [hand.text for hand in asked.hands], asked.board
        (['AsKs', 'QhQd'], '2c 7d 9h')
    """
    if text.count("/") > 2:
        raise errors.UsageError(Phrase("errors.slashes"))
    first, board, dead = (*text.split("/"), "", "")[:3]
    parts = split_spoken(first)
    on_board = [part for part, before in parts if before == "on"]
    if on_board and not board.strip():
        board = " ".join(on_board)
    spoken = [part for part, before in parts if before != "on" and part]
    hands = [_hand(part, sizes) for part in spoken] if len(spoken) > 1 else _split_hands(first, sizes)
    return AskedOdds(hands, *(_cards(part) for part in (board, dead)))


def in_either_game(read: Callable[[range], _T], game: str | None = None) -> tuple[_T, str]:
    """Read hands of a game; without one of hold'em, or of Omaha if that is what they are, and return it, too.

    Raises:
        PokerError: what `read` raises.
    """
    if game:
        return read(GAMES[game][0]), game
    try:
        return read(HOLDEM_SIZES), "holdem"
    except errors.PokerError as error:
        try:
            return read(OMAHA_SIZES), "omaha"
        except errors.PokerError as other:
            is_omaha = isinstance(error, errors.InvalidRangeError) and is_pattern(error.token)
            raise (other if is_omaha else error) from None


def understand_hand_arguments(arguments: Sequence[str | Range], sizes: range = HOLDEM_SIZES) -> list[Range]:
    """Read hands or ranges that are the arguments of a command line: one each, if any has a blank or is a range.

    Raises:
        NotUnderstoodError: as for `understand_odds`.

    Examples:
        >>> [hand.text for hand in understand_hand_arguments(["As Ah", "QQ"])]
        ['AsAh', 'QQ']
    """
    texts = [argument for argument in arguments if isinstance(argument, str)]
    if len(texts) < len(arguments) or any(mark in text for mark in " /" for text in texts):
        return [_hand(each, sizes) if isinstance(each, str) else each for each in arguments]
    return understand_odds(" ".join(texts), sizes).hands


def _cards(text: str) -> str:
    return format_cards(understand_cards(text)) if text.strip() else ""


def _hand(text: str, sizes: range) -> Range:
    """Return a hand or a range, in its exact form or in another one."""
    try:
        return parse_range(text, sizes)
    except (errors.CardCountError, errors.InvalidRangeError) as error:
        try:
            cards = understand_cards(text)
        except (errors.AmbiguousCardError, errors.HalfCardError):
            raise
        except errors.InvalidCardError:
            raise error from None
        if len(cards) not in sizes:
            raise
        return parse_range("".join(map(str, cards)), sizes)


def _split_hands(text: str, sizes: range) -> list[Range]:
    """Return the hands of a text without words between them.

    Each is a text without blanks, or stands in brackets; or the text is the cards of two hands.

    Raises:
        UsageError: it is not clear which cards are a hand.
    """
    words = text.split()
    try:
        return [parse_range(word, sizes) for word in words]
    except (errors.CardCountError, errors.InvalidRangeError) as error:
        bracketed = _BRACKETS.findall(text)
        if len(bracketed) > 1:
            return [_hand(part, sizes) for part in bracketed]
        try:
            return [_hand(word, sizes) for word in words]
        except (errors.AmbiguousCardError, errors.CardCountError, errors.HalfCardError, errors.InvalidRangeError):
            pass
        try:
            cards = understand_cards(text)
        except errors.InvalidCardError:
            raise error from None
        if sizes != HOLDEM_SIZES or len(cards) != _TWO_HANDS:
            raise errors.UsageError(Phrase("errors.which_hands", n=len(cards))) from None
        return [parse_range("".join(map(str, cards[at : at + 2]))) for at in range(0, _TWO_HANDS, 2)]


def understand_value(
    system: System, text: str, *, most: int = MOST_CARDS
) -> tuple[list[SystemValue], Comparison | None]:
    """Return the hands of a line in a number system, and which of them wins.

    Args:
        system: the system.
        text: the hands, with a slash between two. Where the system does not compare hands, the slash comes before the
            board.
        most: the greatest number of cards in a hand, for systems that take any number from five.

    Returns:
        The value of each hand; the comparison, if there are several.

    Raises:
        NotUnderstoodError: the text cannot be read, or has a number of cards that the system does not take.

    Examples:
        >>> from ircpoker.systems import SYSTEMS
        >>> values, compared = understand_value(SYSTEMS["manual"], "Ah Kd / 6c 6d")
        >>> [value.text for value in values], str(compared)
        (['12423000000', '21600000000'], 'B wins|21600000000 over 12423000000')
    """
    if not system.compares:
        parts = [format_cards(understand_cards(part)) for part in split_board(text)]
        return [system.value(*parts)], None
    takes_any = system.counts == ANY_NUMBER
    hands = understand_hands(text, fewest=5 if takes_any else 0, most=most if takes_any else MOST_CARDS)
    values = [system.value(format_cards(hand)) for hand in hands]
    return values, system.compare(hands) if len(hands) > 1 else None
