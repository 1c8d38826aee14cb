"""Ranks, suits, the 52 cards, and their text: many input forms, one output form.

This module knows nothing about hands. It does without `re`, `typing`, `enum` and `operator`, because importing them
takes longer than reading a hand (see benchmarks/). For the same reason errors are imported only where they are raised.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator
    from enum import IntEnum
    from typing import Any

    _Arithmetic = Callable[["Card", object], Any]
else:

    class _Members(type):
        """The metaclass of `Rank` and `Suit`: `for rank in Rank`, `Rank["ACE"]`, `Rank(14)`."""

        def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, object]) -> _Members:
            numbers = {key: value for key, value in namespace.items() if type(value) is int and key[0] != "_"}
            made = super().__new__(cls, name, bases, {k: v for k, v in namespace.items() if k not in numbers})
            made.__members__ = {}
            for key, value in numbers.items():
                member = int.__new__(made, value)
                member.name, member.value = key, value
                setattr(made, key, member)
                made.__members__[key] = member
            made._by_value = {value: made.__members__[key] for key, value in numbers.items()}
            return made

        def __call__(cls, value: int) -> int:
            try:
                return cls._by_value[value]
            except KeyError:
                raise ValueError(f"{value!r} is not a valid {cls.__name__}") from None

        def __iter__(cls) -> Iterator[int]:
            return iter(cls.__members__.values())

        def __reversed__(cls) -> Iterator[int]:
            return reversed(cls.__members__.values())

        def __len__(cls) -> int:
            return len(cls.__members__)

        def __getitem__(cls, name: str) -> int:
            return cls.__members__[name]

    class IntEnum(int, metaclass=_Members):
        """The part of `enum.IntEnum` that ranks and suits need: importing `enum` takes longer than making all cards."""

        def __repr__(self) -> str:
            return f"<{type(self).__name__}.{self.name}: {self.value}>"

        __str__ = int.__repr__

        def __reduce__(self) -> tuple[type, tuple[int]]:
            return type(self), (self.value,)


RANK_LETTERS = "23456789TJQKA"
SUIT_LETTERS = "cdhs"
SUIT_SIGNS = "♣♦♥♠"
"""The suit signs, in the order of `SUIT_LETTERS`."""

_RANK_WORDS = ("Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace")


class Rank(IntEnum):
    """A card's rank, 2 to 14."""

    DEUCE = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """The rank in a card's name: `T` for ten."""
        return RANK_LETTERS[self - 2]

    @property
    def word(self) -> str:
        """The rank in a hand's name: `Two` … `Ace`."""
        return _RANK_WORDS[self - 2]

    @property
    def plural(self) -> str:
        """The word for several: `Twos`, `Sixes`, `Aces`."""
        return "Sixes" if self == 6 else self.word + "s"


class Suit(IntEnum):
    """A card's suit, in the order of card codes; output uses another order, `SUIT_ORDER`."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """The suit in a card's name."""
        return SUIT_LETTERS[self]

    @property
    def sign(self) -> str:
        """The suit as a Unicode sign."""
        return SUIT_SIGNS[self]


SUIT_ORDER = (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)
"""Cards of equal rank are shown in this order; of equally good hands, the first in this order is shown."""

RANKS = tuple(Rank)
SUITS = tuple(Suit)

# Each card carries its share of the evaluator's key, because CPython loads an attribute of a slotted object faster
# than anything else, even than an entry of a table. The key of a hand is the sum over its cards:
# rank sum + (suit sum << RANK_SUM_BITS). Both parts are checked: tools/make_tables.py builds every sum of 5, 6 and 7
# ranks and stops if two are equal, and tests do the same for the suits.
RANK_WEIGHTS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
"""The weight of each rank, deuce first: the sums of different sets of 5, 6 or 7 ranks (at most four of each) differ.

These are the smallest such weights known; each is the least that keeps the sums apart (K. Shackleton, SpecialKEval).
"""
SUIT_WEIGHTS = (0, 1, 25, 32)
"""The weight of each suit: a sum over 5, 6 or 7 cards shows whether a suit has five cards, and which suit."""
RANK_SUM_BITS = 23
SUIT_BITS = 16


def _arithmetic(operation: Callable[[int, int], Any]) -> tuple[_Arithmetic, _Arithmetic]:
    """Return a method of `Card` that calculates with its code, and the same method with the operands reversed."""

    def forward(card: Card, other: object) -> object:
        return operation(card.code, int(other)) if isinstance(other, Card | int) else NotImplemented

    def backward(card: Card, other: object) -> object:
        return operation(int(other), card.code) if isinstance(other, Card | int) else NotImplemented

    return forward, backward


class Card:
    """One of the 52 cards; `CARDS[code]` is the only object for its code, so `is` compares cards.

    A card can be used like an integer: `int(card)`, or the card as an index, gives the code 4 · (rank − 2) + suit,
    from 0 (`2c`) to 51 (`As`), with the suits in the order c, d, h, s. Cards compare, hash and calculate as their
    codes do, with each other and with whole numbers.

    Attributes:
        code: 0 to 51.
        rank: the `Rank`.
        suit: the `Suit`.
        mask: the card's bit in the mask of a hand: 13 bits for the ranks of each suit, a suit every `SUIT_BITS` bits.
        key: the card's share of the evaluator's key.

    Examples:
        >>> Card(50), int(Card(50)), Card(50).rank.word
        (Ah, 50, 'Ace')
        >>> Card("Ah") is Card(50) is CARDS[50]
        True
    """

    __slots__ = ("_name", "code", "key", "mask", "rank", "suit")

    _name: str
    code: int
    key: int
    mask: int
    rank: Rank
    suit: Suit

    def __new__(cls, code: Card | int | str) -> Card:
        """Return the card of this code or text.

        Args:
            code: 0 to 51, a card, or the text of one card as `parse_cards` reads it.

        Returns:
            The only object for that card.

        Raises:
            InvalidCardError: no such code, or the text is not one card.
        """
        if isinstance(code, str):
            named = read_cards(code)
            if len(named) == 1:
                return named[0]
        else:
            code = range(code).stop  # accepts and refuses the same as `operator.index`
            if 0 <= code < len(CARDS):
                return CARDS[code]
        from ircpoker.errors import InvalidCardError

        raise InvalidCardError(code)

    def __index__(self) -> int:
        return self.code

    __int__ = __index__

    def __hash__(self) -> int:
        return self.code

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Card):
            return self is other
        return self.code == other if isinstance(other, int) else NotImplemented

    # A card compares only with another card or a whole number: 3.7 and "10" are not codes.

    def __lt__(self, other: Card | int) -> bool:
        if isinstance(other, Card):
            return self.code < other.code
        return self.code < other if isinstance(other, int) else NotImplemented

    def __le__(self, other: Card | int) -> bool:
        if isinstance(other, Card):
            return self.code <= other.code
        return self.code <= other if isinstance(other, int) else NotImplemented

    def __gt__(self, other: Card | int) -> bool:
        if isinstance(other, Card):
            return self.code > other.code
        return self.code > other if isinstance(other, int) else NotImplemented

    def __ge__(self, other: Card | int) -> bool:
        if isinstance(other, Card):
            return self.code >= other.code
        return self.code >= other if isinstance(other, int) else NotImplemented

    def __str__(self) -> str:
        return self._name

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        return format(self._name, spec)

    # Arithmetic with cards gives plain numbers, as with codes: `card // 4`, `1 << card`, `sum(cards)`.
    __add__, __radd__ = _arithmetic(int.__add__)
    __sub__, __rsub__ = _arithmetic(int.__sub__)
    __mul__, __rmul__ = _arithmetic(int.__mul__)
    __floordiv__, __rfloordiv__ = _arithmetic(int.__floordiv__)
    __mod__, __rmod__ = _arithmetic(int.__mod__)
    __divmod__, __rdivmod__ = _arithmetic(int.__divmod__)
    __lshift__, __rlshift__ = _arithmetic(int.__lshift__)
    __rshift__, __rrshift__ = _arithmetic(int.__rshift__)
    __and__, __rand__ = _arithmetic(int.__and__)
    __or__, __ror__ = _arithmetic(int.__or__)
    __xor__, __rxor__ = _arithmetic(int.__xor__)

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        # Copies and unpickled cards must be the same objects: `is` compares cards everywhere.
        return Card, (self.code,)

    @property
    def unicode(self) -> str:
        """The card with its suit's sign: `A♥`."""
        return self.rank.letter + self.suit.sign


def _make_card(code: int) -> Card:
    card = object.__new__(Card)
    card.code = code
    card.rank = RANKS[code >> 2]
    card.suit = SUITS[code & 3]
    card.mask = 1 << (code >> 2) + SUIT_BITS * (code & 3)
    card.key = RANK_WEIGHTS[code >> 2] + (SUIT_WEIGHTS[code & 3] << RANK_SUM_BITS)
    card._name = RANK_LETTERS[code >> 2] + SUIT_LETTERS[code & 3]
    return card


CARDS: tuple[Card, ...] = ()
CARDS = tuple(map(_make_card, range(52)))
"""All cards by code."""

MOST_CARDS = len(CARDS)


def card_of(rank: int, suit: int) -> Card:
    """Return the card of a rank (2 to 14) and suit (0 to 3, c d h s)."""
    return CARDS[4 * (rank - 2) + suit]


_RANK_TEXTS = [(letter, rank) for rank, letter in enumerate(RANK_LETTERS, 2)]
_RANK_TEXTS += [("10", 10), *[(letter.lower(), rank) for letter, rank in _RANK_TEXTS[8:]]]
_DIRECTOR_TEXTS = [(f"{rank}:", rank) for rank in range(2, 15)]
_SUIT_TEXTS = [
    (text, suit)
    for texts in (SUIT_LETTERS, SUIT_LETTERS.upper(), SUIT_SIGNS, "♧♢♡♤")
    for suit, text in enumerate(texts)
]
CARD_OF_TEXT = {
    rank_text + suit_text: card_of(rank, suit)
    for rank_text, rank in (*_RANK_TEXTS, *_DIRECTOR_TEXTS)
    for suit_text, suit in _SUIT_TEXTS
}
"""Every form of every card: two letters, with `10`, or that of Director, `14:S`."""
_SIGN_STYLES = "\ufe0e\ufe0f"
"""Phones append one of these to a suit sign to ask for its plain or its coloured form."""


def parse_cards(text: str, *, fewest: int = 0, most: int = MOST_CARDS) -> tuple[Card, ...]:
    """Read cards from a line that a person typed.

    Args:
        text: each card as rank and suit in upper or lower case, ten as `10` or `T`, suits as letters or signs; or in
            the Director form `8:H`, `14:S`. Spaces, commas or nothing between the cards.
        fewest: the least number of cards allowed.
        most: the greatest number of cards allowed.

    Returns:
        The cards in the order given.

    Raises:
        InvalidCardError: a token is not a card.
        DuplicateCardError: the same card twice.
        CardCountError: fewer than `fewest` or more than `most` cards.

    Examples:
        >>> parse_cards("ah,10D 4♣")
        (Ah, Td, 4c)
        >>> parse_cards("AhTd4c") == parse_cards("14:H 10:D 4:C")
        True
        >>> parse_cards("Ah Kd Kd")
        Traceback (most recent call last):
        ircpoker.errors.DuplicateCardError: Kd is given twice: each card can be used once
    """
    cards = read_cards(text)
    check_distinct(cards)
    if not fewest <= len(cards) <= most:
        from ircpoker.errors import CardCountError

        raise CardCountError(len(cards), format_count(fewest, most))
    return cards


def read_cards(text: str) -> tuple[Card, ...]:
    """Read cards as `parse_cards` does, but accept duplicates, for callers that look for them anyway.

    Args:
        text: as for `parse_cards`.

    Returns:
        The cards in the order given; at least the first 53 if there are more than 52.

    Raises:
        InvalidCardError: a token is not a card.
    """
    try:
        return tuple([CARD_OF_TEXT[token] for token in text.split()])
    except KeyError:
        return tuple(_scan(text))


def check_distinct(cards: Collection[Card]) -> None:
    """Raise DuplicateCardError for the first card that occurs a second time."""
    if len(set(cards)) == len(cards):
        return
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            from ircpoker.errors import DuplicateCardError

            raise DuplicateCardError(str(card))
        seen.add(card)


def format_count(fewest: int, most: int) -> str:
    """Return the allowed number of cards as text: `5`, `5 to 10`."""
    return str(most) if fewest == most else f"{fewest} to {most}"


def format_cards(cards: Iterable[Card]) -> str:
    """Return the cards in the output form, separated by spaces: `Ah Td 4c`."""
    return " ".join(map(str, cards))


_SEPARATORS = {ord(","): " "} | dict.fromkeys(map(ord, _SIGN_STYLES))


def _scan(text: str) -> list[Card]:
    """Read cards one by one, where nothing separates them or they have a rarer form.

    Reading stops at the 53rd card, which must be a duplicate, so an endless line costs nothing.

    Raises:
        InvalidCardError: a token is not a card.
    """
    cards: list[Card] = []
    wrong = ""
    for token in text.translate(_SEPARATORS).split():
        named = _cards_of(token)
        if named is None:
            wrong = wrong or token
        else:
            cards += named
        if len(cards) > MOST_CARDS:
            break
    if wrong:
        from ircpoker.errors import InvalidCardError

        raise InvalidCardError(wrong, len(cards))
    return cards


def _cards_of(token: str) -> list[Card] | None:
    """Return the cards of a text without blanks, at most one more than there are; None if it is something else."""
    cards: list[Card] = []
    at = 0
    while at < len(token) and len(cards) <= MOST_CARDS:
        for length in (2, 3, 4):
            if (card := CARD_OF_TEXT.get(token[at : at + length])) is not None:
                cards.append(card)
                at += length
                break
        else:
            return None
    return cards
