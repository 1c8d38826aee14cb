"""The words of lines with cards: cards, halves of cards, words between hands, and words that mean nothing.

The words of all languages are in `cards.toml`; they are compared in small letters and without accents.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice, pairwise
from typing import Literal, NamedTuple

from ircpoker.cards import RANK_LETTERS, SUIT_LETTERS, Card, card_of, read_cards
from ircpoker.words.understood.typed import read_words

Cards = tuple[Card, ...]


MOST_TOKENS = 170
"""The most words that are read: a deck, with `of` in each card."""
TokenKind = Literal["card", "rank", "suit", "of", "on", "against", "slash", "around", "either", "unknown"]
_SIGNS = dict(zip("♣♧♦♢♥♡❤♠♤", "ccddhhhss", strict=True))
_JOINERS = dict.fromkeys(map(ord, "\ufe0e\ufe0f\u200b\u200c\u200d\u2060\ufeff"))
_SLASHES = frozenset("/|")
_RANK, _SUIT = r"1[0-4]|[2-9tjqka]", r"[hcds]"
_RANK_FIRST = re.compile(rf"(?:(?:{_RANK}){_SUIT})+")
_SUIT_FIRST = re.compile(rf"(?:{_SUIT}(?:{_RANK}))+")
_RANKS = re.compile(r"(?:10|[2-9tjqka]){2,}")
_EACH = re.compile(rf"({_RANK})|({_SUIT})")
_LISTED = re.compile(r"(?<!\S)(\d{1,2})[).](?=\s)")
_WORDS = re.compile(
    r"[^\W_]+(?:['\u2019][^\W_]+)*|[/|]|(?<![^\W_]|[\u2660-\u2667\u2764])\?|\?(?!$)|[\u2660-\u2667\u2764]|[\U0001f0a0-\U0001f0ff]"
)
"""A question mark is a card that is not known, but for one at the end of a word."""
_CODES = re.compile(r"(?<=\w)[\u2019'](?=s\b)")
_HIDDEN = re.compile(r"[*_]+")
"""Signs that stand for a card that is not known: they are not left out."""
_EITHER = re.compile(r"1[hcds]|[hcds]1")
"""An ace or a ten."""
_LONGEST_OF_SEGMENTS = 8
_GLYPHS = "\U0001f0a0"
_GLYPH_SUITS = "shdc"
_GLYPH_RANKS = (0, 14, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 12, 13, 0)
FREE: frozenset[TokenKind] = frozenset({"around", "of"})
"""The words that mean nothing where they stand alone."""


class CardToken(NamedTuple):
    """A part of a line.

    Attributes:
        kind: what it is; `either` is a word with two meanings that no reading can tell apart.
        typed: the word in the line that it comes from.
        cards: a card's cards, which are several where they are glued, or the meanings of `either`.
        number: a rank, 2 to 14, or a suit, 0 to 3.
        other: its other meaning, if it has two.
    """

    kind: TokenKind
    typed: str
    cards: Cards = ()
    number: int = 0
    other: CardToken | None = None


def each_meaning(token: CardToken | None) -> Iterator[CardToken]:
    """Yield a token with each of its meanings."""
    while token is not None:
        yield token
        token = token.other


def plural_rank(word: str) -> int:
    """Return the rank that a plural names, 2 to 14; 0 for other words.

    Examples:
        >>> plural_rank("Kings"), plural_rank("king")
        (13, 0)
    """
    return _lexicon().plurals.get(_fold(word), 0)


def separator_of(word: str) -> Literal["against", "on", ""]:
    """Return the kind of a word between hands, or before a board; empty for other words."""
    kinds = dict(_lexicon().meanings.get(_fold(word.strip(".,:;()[]")), ()))
    return "against" if "against" in kinds else "on" if "on" in kinds else ""


def tokens_of_line(text: str) -> list[CardToken]:
    """Return the tokens of a line: a few more than `MOST_TOKENS` if there are many."""
    listed = _LISTED.findall(text)
    if len(listed) > 1 and listed == [str(number) for number in range(1, len(listed) + 1)]:
        text = _LISTED.sub(" ", text)
    text = text.translate(_JOINERS).rstrip(" ?!.")
    tokens: list[CardToken] = []
    for chunk in text.split():
        tokens += islice(_of_chunk(chunk), MOST_TOKENS)
        if len(tokens) > MOST_TOKENS:
            break
    for at, (token, following) in enumerate(pairwise(tokens)):
        if token.typed.lower() == "a" and _is_word(following):
            tokens[at] = token._replace(kind="around")
    return tokens


def _is_word(token: CardToken) -> bool:
    """Return whether a token is a rank in letters: `a king`, but not `a k`."""
    return token.kind == "rank" and len(token.typed) > 2 and token.typed.isalpha()


def _of_chunk(chunk: str) -> Iterator[CardToken]:
    """Yield the tokens of a text without blanks."""
    words = _WORDS.findall(_CODES.sub("", unicodedata.normalize("NFKC", chunk)))
    if not words and _HIDDEN.fullmatch(chunk):
        yield CardToken("unknown", chunk)
    halves: list[CardToken] = []
    for at, word in enumerate(words):
        beside = "".join(words[max(at - 1, 0) : at] + words[at + 1 : at + 2])
        is_beside_sign = not _SIGNS.keys().isdisjoint(beside)
        if is_beside_sign and _RANKS.fullmatch(_fold(word)):
            halves += [_half(half, chunk) for half in _EACH.finditer(_fold(word))]
            continue
        for token in tokens_of_word(word, chunk, is_beside_sign=is_beside_sign):
            if token.kind in {"rank", "suit"} and any(map(_SIGNS.__contains__, chunk)):
                halves.append(token)
                continue
            yield from _paired(halves)
            halves = []
            yield token
    yield from _paired(halves)


def _paired(halves: list[CardToken]) -> Sequence[CardToken]:
    """Return the halves of a text without blanks as cards, if there is one way: `A♠K♠`, `♠A♠K`, `♠AK♥Q`."""
    ranks = [next((each.number for each in each_meaning(half) if each.kind == "rank"), 0) for half in halves]
    is_suit = [half.kind == "suit" and (half.other is None or half.typed[:1] in _SIGNS) for half in halves]
    if not any(is_suit) or all(is_suit):
        return halves
    cards: list[Card] = []
    if is_suit[0]:
        suit = 0
        for half, rank, begins in zip(halves, ranks, is_suit, strict=True):
            if begins:
                suit = half.number
            else:
                cards.append(card_of(rank, suit))
        if is_suit[-1] or any(a and b for a, b in pairwise(is_suit)):
            return halves
    else:
        if is_suit != [False, True] * (len(halves) // 2):
            return halves
        cards = [card_of(rank, half.number) for rank, half in zip(ranks[::2], halves[1::2], strict=True)]
    return [CardToken("card", halves[0].typed, tuple(cards))]


def tokens_of_word(word: str, typed: str, *, is_beside_sign: bool = False) -> list[CardToken]:
    """Return the tokens of a word without signs, or of one sign: mostly one, which may have several meanings."""
    if word in _SIGNS:
        return [CardToken("suit", typed, number=SUIT_LETTERS.index(_SIGNS[word]))]
    if word in _SLASHES:
        return [CardToken("slash", typed)]
    if len(word) == 1 and word >= _GLYPHS:
        return [_glyph(word, typed)]
    folded, lexicon = _fold(word), _lexicon()
    tokens = [CardToken(kind, typed, number=number) for kind, number in lexicon.meanings.get(folded, ())]
    if _RANK_FIRST.fullmatch(folded) or _SUIT_FIRST.fullmatch(folded):
        tokens.insert(0, CardToken("card", typed, _glued(folded)))
    if _EITHER.fullmatch(folded):
        letter = folded.strip("1")
        tokens.append(CardToken("either", typed, read_cards(f"A{letter} T{letter}")))
    if half := _EACH.fullmatch(folded):
        tokens.append(_half(half, typed))
    if is_beside_sign and folded in lexicon.beside_signs:
        tokens.insert(0, CardToken("rank", typed, number=lexicon.beside_signs[folded]))
    if not tokens and (compound := _compound(folded)):
        tokens.append(CardToken("card", typed, (compound,)))
    if not tokens and not folded.isascii():
        return _segments(folded, typed)
    token: CardToken | None = None
    for each in reversed(tokens):
        token = each._replace(other=token)
    return [token or CardToken("unknown", typed)]


def _half(match: re.Match[str], typed: str) -> CardToken:
    rank, suit = match.groups()
    if suit:
        return CardToken("suit", typed, number=SUIT_LETTERS.index(suit))
    return CardToken("rank", typed, number=_rank(rank))


def _rank(text: str) -> int:
    return int(text) if text.isdecimal() else RANK_LETTERS.index(text.upper()) + 2


def _glued(word: str) -> Cards:
    """Return the cards of a word in which ranks and suits take turns, in either order."""
    halves = [(_rank(rank) if rank else 0, suit) for rank, suit in _EACH.findall(word)]
    pairs = zip(halves[::2], halves[1::2], strict=True)
    return tuple([card_of(a or b, SUIT_LETTERS.index(c or d)) for (a, c), (b, d) in pairs])


def _glyph(sign: str, typed: str) -> CardToken:
    """Return the card of a playing card's own sign, such as `🂡`; jokers, knights and backs are none."""
    suit, place = divmod(ord(sign) - ord(_GLYPHS), 16)
    rank = _GLYPH_RANKS[place] if suit < len(_GLYPH_SUITS) else 0
    if not rank:
        return CardToken("unknown", typed)
    return CardToken("card", typed, (card_of(rank, SUIT_LETTERS.index(_GLYPH_SUITS[suit])),))


def _compound(word: str) -> Card | None:
    """Return the card of a rank and a suit in one word: `aceofspades`, `Pikass`, `Karo7`, `Qhearts`."""
    meanings, longest = _lexicon().meanings, _lexicon().longest
    for at in range(1, len(word) if len(word) <= 2 * longest else 0):
        left, right = word[:at], word[at:]
        for rank_text, suit_text in ((left, right), (left, right.removeprefix("of")), (right, left)):
            suit = next((number for kind, number in meanings.get(suit_text, ()) if kind == "suit"), None)
            half = _EACH.fullmatch(rank_text)
            rank = next((number for kind, number in meanings.get(rank_text, ()) if kind == "rank"), 0)
            rank = rank or (_rank(half[1]) if half and half[1] else 0)
            if rank and suit is not None:
                return card_of(rank, suit)
    return None


def _segments(word: str, typed: str) -> list[CardToken]:
    """Return the tokens of words of another alphabet without spaces between them: `黑桃A红桃10`."""
    lexicon = _lexicon()
    tokens: list[CardToken] = []
    at = 0
    while at < len(word) and len(tokens) <= MOST_TOKENS:
        ends = range(min(len(word), at + _LONGEST_OF_SEGMENTS), at, -1)
        end = next((end for end in ends if word[at:end] in lexicon.meanings and not word[at:end].isascii()), 0)
        if end:
            kind, number = lexicon.meanings[word[at:end]][0]
            tokens.append(CardToken(kind, typed, number=number))
        elif (half := _EACH.match(word, at)) and half[1]:
            tokens.append(_half(half, typed))
            end = half.end()
        else:
            return [CardToken("unknown", typed)]
        at = end
    return tokens


# Words


class _Lexicon(NamedTuple):
    """All words, folded.

    Attributes:
        meanings: the kinds and numbers of each word.
        plurals: the ranks of plurals.
        beside_signs: letters that are ranks beside the sign of a suit.
        longest: the letters of the longest word.
    """

    meanings: Mapping[str, tuple[tuple[TokenKind, int], ...]]
    plurals: Mapping[str, int]
    beside_signs: Mapping[str, int]
    longest: int


@cache
def _lexicon() -> _Lexicon:
    tables = read_words("cards.toml")
    meanings: dict[str, dict[tuple[TokenKind, int], None]] = {}

    def add(words: Mapping[str, Sequence[str]], kind: TokenKind, number: int = 0) -> None:
        for word in (_fold(word) for of_language in words.values() for word in of_language):
            meanings.setdefault(word, {})[kind, number] = None

    for letter, words in tables["ranks"].items():
        add(words, "rank", RANK_LETTERS.index(letter) + 2)
    for letter, words in tables["suits"].items():
        add(words, "suit", SUIT_LETTERS.index(letter))
    for kind in ("of", "on", "against", "around"):
        add(tables[kind], kind)
    plurals = {_fold(word): RANK_LETTERS.index(r) + 2 for r, words in tables["plurals"].items() for word in words}
    beside = {_fold(word): RANK_LETTERS.index(r) + 2 for r, words in tables["beside_signs"].items() for word in words}
    frozen = {word: tuple(tokens) for word, tokens in meanings.items()}
    return _Lexicon(frozen, plurals, beside, max(map(len, frozen)))


def _fold(word: str) -> str:
    """Return a word in small letters, without accents."""
    parts = unicodedata.normalize("NFKD", word.lower().replace("\u0131", "i").replace("ł", "l").replace("ø", "o"))
    return unicodedata.normalize("NFC", "".join([char for char in parts if not unicodedata.combining(char)]))
