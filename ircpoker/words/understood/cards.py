"""Cards as people type them: any separator or bracket, suit first, glyphs, and words in the catalogue's languages.

The exact forms of `ircpoker.cards` are read first, and only what they cannot read is scanned here. A line is cut into
tokens: cards, ranks, suits, words between hands, and words that mean nothing. It is understood if exactly one reading
makes whole cards of all tokens; otherwise the error names a word as it was typed. `card_words` has the words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from ircpoker.cards import MOST_CARDS, Card, card_of, check_distinct, format_count, read_cards
from ircpoker.errors import (
    AmbiguousCardError,
    CardCountError,
    DuplicateCardError,
    HalfCardError,
    InvalidCardError,
    PokerError,
    UsageError,
)
from ircpoker.words import Phrase
from ircpoker.words.understood.card_words import (
    FREE,
    MOST_TOKENS,
    CardToken,
    TokenKind,
    each_meaning,
    separator_of,
    tokens_of_line,
)

Cards = tuple[Card, ...]


LONGEST = 2000
"""The most characters that are scanned; a longer line is read in the exact forms only."""


def understand_cards(text: str, *, fewest: int = 0, most: int = MOST_CARDS) -> Cards:
    """Read the cards of one hand, as `parse_cards` does, but in any clothes.

    Args:
        text: the cards; a slash separates cards here.
        fewest: the least number of cards allowed.
        most: the greatest number of cards allowed.

    Returns:
        The cards in the order given.

    Raises:
        InvalidCardError: a word is neither a card nor a word around cards.
        HalfCardError: a rank without a suit, or a suit without a rank.
        AmbiguousCardError: a word that has several meanings here.
        DuplicateCardError: the same card twice.
        CardCountError: fewer than `fewest` or more than `most` cards.

    Examples:
        >>> understand_cards("[A♠|K♠], please"), understand_cards("ace of spades and hA")
        ((As, Ks), (As, Ah))
        >>> understand_cards("Herz As, Pik Dame"), understand_cards("黑桃A红桃10")
        ((Ah, Qs), (As, Th))
        >>> understand_cards("As Ks 1h")
        Traceback (most recent call last):
        ircpoker.errors.AmbiguousCardError: '1h' may be Ah or Th: which one?
    """
    return _counted([card for part in _read(text) for card in part.cards], fewest, most, text)


def understand_hands(text: str, *, fewest: int, most: int = MOST_CARDS, joined: int = 1) -> list[Cards]:
    """Read one hand, or several with a slash or `vs` between them.

    Args:
        text: the hands.
        fewest: the least number of cards in a hand.
        most: the greatest number of cards in a hand.
        joined: a slash separates the cards of one hand if no part has more cards than this, and hands if each has more.

    Returns:
        The hands; a card may be in several.

    Raises:
        UsageError: some parts between slashes have more cards than `joined`, and some do not.
        NotUnderstoodError: as for `understand_cards`.

    Examples:
        >>> understand_hands("As/Ks/Qs/Js/Ts", fewest=5)
        [(As, Ks, Qs, Js, Ts)]
        >>> len(understand_hands("Ah Qc Td 5d 3s / Ad Qs Tc 6h 2c", fewest=5))
        2
    """
    parts = _read(text)
    if len(parts) == 1:
        return [_counted(parts[0].cards, fewest, most, text)]
    sizes = [len(part.cards) for part in parts]
    hands = [part.cards for part in parts]
    if all(part.before != "against" for part in parts) and min(sizes, default=0) <= joined:
        if max(sizes, default=0) > joined:
            problem = Phrase("errors.hands_or_cards", sizes=" / ".join(map(str, sizes)))
            raise UsageError(problem)
        hands = [tuple([card for part in parts for card in part.cards])]
    return [_counted(hand, fewest, most, text) for hand in hands]


class SpokenPart(NamedTuple):
    """The cards between two separators; `before` is the kind of the one before them."""

    cards: Cards
    before: str = ""


def split_spoken(text: str) -> list[tuple[str, str]]:
    """Split a line at the words between hands, and before the board.

    Returns:
        The texts between them, each with the kind of what stands before it: `against`, `on`, or nothing.

    Examples:
        >>> split_spoken("AA vs KK on Qh 7h 2c")
        [('AA', ''), ('KK', 'against'), ('Qh 7h 2c', 'on')]
    """
    parts: list[tuple[str, str]] = []
    words: list[str] = []
    kind = ""
    for word in text.split():
        if meaning := separator_of(word):
            parts.append((" ".join(words), kind))
            words, kind = [], meaning
        else:
            words.append(word)
    return [*parts, (" ".join(words), kind)]


def is_cards(text: str) -> bool:
    """Return whether a line is mostly cards, at least two, in the exact forms or not."""
    try:
        return sum(len(part.cards) for part in _read(text)) > 1
    except AmbiguousCardError:
        return True
    except InvalidCardError as error:
        return (error.understood or 0) > max(1, len(text.split()) / 2)


def _counted(cards: Sequence[Card], fewest: int, most: int, text: str) -> Cards:
    try:
        check_distinct(cards)
    except DuplicateCardError as error:
        raise DuplicateCardError(error.card, _typed_again(error.card, text), len(set(cards))) from None
    if not fewest <= len(cards) <= most:
        raise CardCountError(len(cards), format_count(fewest, most))
    return tuple(cards)


def _typed_again(card: str, text: str) -> str:
    """Return the word of a text that gives a card the second time; empty if it is several words."""
    count = 0
    for word in text.split():
        with suppress(PokerError):
            count += sum(str(each) == card for part in _read(word) for each in part.cards)
        if count > 1:
            return word
    return ""


def _read(text: str) -> list[SpokenPart]:
    """Return the cards of a line, with the separators between them."""
    try:
        parts = [read_cards(part) for part in text.split("/")]
    except InvalidCardError:
        if len(text) > LONGEST:
            raise
        return _scan(text)
    return [SpokenPart(part, "slash" if number else "") for number, part in enumerate(filter(None, parts))]


def _scan(text: str) -> list[SpokenPart]:
    """Return the cards of a line that is not in the exact forms."""
    tokens = tokens_of_line(text)
    if len(tokens) > MOST_TOKENS:
        tokens[MOST_TOKENS:] = [CardToken("unknown", tokens[MOST_TOKENS].typed)]
    readings = [reading for order in _ORDERS for reading in _readings(tokens, *order)]
    fewest = min(reading.skipped for reading in readings)
    first, *others = [list(reading.items()) for reading in readings if reading.skipped == fewest]
    n = sum(isinstance(item, Card) for item in first)
    if fewest:
        raise _error(next(item for item in first if isinstance(item, CardToken) and item.kind not in _SEPARATORS), n)
    for other in others:
        if other != first:
            left, right = next((a, b) for a, b in zip(first, other, strict=False) if a != b)
            typed = next(token.typed for token in tokens if token.other is not None)
            raise AmbiguousCardError(typed, f"{left} or {right}")
    return list(_parts(first))


def _parts(items: Sequence[Card | CardToken]) -> Iterator[SpokenPart]:
    """Yield the cards between separators; a separator without cards before it counts as one with the next."""
    begun: list[Card] = []
    before = ""
    for item in items:
        if isinstance(item, Card):
            begun.append(item)
            continue
        if begun:
            yield SpokenPart(tuple(begun), before)
            begun, before = [], item.kind
        elif item.kind != "slash":
            before = item.kind
    if begun:
        yield SpokenPart(tuple(begun), before)


def _error(token: CardToken, understood: int) -> PokerError:
    if token.kind == "either":
        return AmbiguousCardError(token.typed, " or ".join(map(str, token.cards)))
    if token.kind in {"rank", "suit"}:
        return HalfCardError(token.typed, understood)
    return InvalidCardError(token.typed, understood)


# Readings

_ORDERS: tuple[tuple[TokenKind, TokenKind], ...] = (("rank", "suit"), ("suit", "rank"))
_SEPARATORS = frozenset({"slash", "against", "on"})


class _CardReading(NamedTuple):
    """A reading of some tokens.

    Attributes:
        skipped: how many words are left over.
        first: the cards, a separator, or a word that is left over; None at the end.
        rest: the reading of the other tokens.
    """

    skipped: int
    first: Cards | CardToken | None = None
    rest: _CardReading | None = None

    def items(self) -> Iterator[Card | CardToken]:
        """Yield the cards, separators and words that are left over."""
        reading: _CardReading | None = self
        while reading is not None:
            if isinstance(reading.first, CardToken):
                yield reading.first
            else:
                yield from reading.first or ()
            reading = reading.rest


def _readings(tokens: Sequence[CardToken], first: TokenKind, second: TokenKind) -> list[_CardReading]:
    """Return the readings with the fewest words left over: one, or two different ones.

    Args:
        tokens: the tokens of a line.
        first: the half of a card that comes first in it: its rank or its suit.
        second: the other half.
    """
    best: list[list[_CardReading]] = [[] for _ in tokens]
    best.append([_CardReading(0)])
    for at in range(len(tokens) - 1, -1, -1):
        readings: list[_CardReading] = []
        for meaning in each_meaning(tokens[at]):
            if meaning.kind in FREE and not (meaning.kind == "of" and at and tokens[at - 1].kind not in FREE):
                readings += best[at + 1]
            elif meaning.kind == "card":
                readings += [_CardReading(rest.skipped, meaning.cards, rest) for rest in best[at + 1]]
            elif meaning.kind in _SEPARATORS:
                readings += [_CardReading(rest.skipped, meaning, rest) for rest in best[at + 1]]
            else:
                readings += [_CardReading(1 + rest.skipped, meaning, rest) for rest in best[at + 1]]
            if meaning.kind == first and (half := _half_after(tokens, at + 1, second)) is not None:
                after, number = half
                rank, suit = (meaning.number, number) if first == "rank" else (number, meaning.number)
                readings += [_CardReading(rest.skipped, (card_of(rank, suit),), rest) for rest in best[after]]
        fewest = min(reading.skipped for reading in readings)
        kept = [reading for reading in readings if reading.skipped == fewest]
        best[at] = [kept[0], *[reading for reading in kept[1:] if reading != kept[0]][:1]]
    return best[0]


def _half_after(tokens: Sequence[CardToken], at: int, kind: TokenKind) -> tuple[int, int] | None:
    """Return the index after a card's second half, and its rank or suit; None if it is not there."""
    while at < len(tokens) and tokens[at].kind == "of":
        at += 1
    halves = each_meaning(tokens[at]) if at < len(tokens) else ()
    return next(((at + 1, half.number) for half in halves if half.kind == kind), None)
