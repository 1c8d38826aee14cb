"""Cards named by somebody who holds them: by rank, by suit, or as a pair."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from ircpoker.cards import Card, check_distinct
from ircpoker.errors import InvalidCardError, UsageError
from ircpoker.words import Phrase
from ircpoker.words.understood.card_words import FREE, plural_rank, tokens_of_word
from ircpoker.words.understood.cards import understand_cards

Cards = tuple[Card, ...]


_SETS = re.compile(r"\b(?:one pair|two pairs?|three of a kind|four of a kind|pair|set)\b(?: of \w+)?")
_SET_SIZES = {
    "pair": (2, 1),
    "one_pair": (2, 1),
    "two_pair": (2, 2),
    "two_pairs": (2, 2),
    "pairs": (2, 2),
    "trips": (3, 1),
    "set": (3, 1),
    "three_of_a_kind": (3, 1),
    "quads": (4, 1),
    "four_of_a_kind": (4, 1),
}
"""Of how many cards a rank has in a set of cards, and of how many ranks it is made."""


def choose_held(text: str, held: Cards) -> Cards:
    """Return the cards that somebody names of those that they hold.

    Args:
        text: cards in any clothes; or ranks (`kings`, `the king`), suits (`hearts`), `pair`, `two pair`, `trips`.
        held: the cards that they hold.

    Returns:
        The cards: all of a rank for a plural, all of a suit, or those that make the pair.

    Raises:
        UsageError: they do not hold a card, or hold several of a rank that is named in the singular.
        InvalidCardError: something names no card.
        DuplicateCardError: a card is named twice.

    Examples:
        >>> from ircpoker.cards import read_cards
        >>> hand = read_cards("Kh Kd 7c 4h 2s")
        >>> choose_held("the kings and 2♠", hand), choose_held("pair", hand), choose_held("seven", hand)
        ((Kh, Kd, 2s), (Kh, Kd), (7c,))
    """
    try:
        chosen = list(understand_cards(text))
    except InvalidCardError as error:
        chosen = []
        for word in _SETS.sub(lambda match: match[0].replace(" ", "_"), text.lower()).replace(",", " ").split():
            named = _held_by_name(word, held)
            if named is None:
                raise error from None
            chosen += named
    for card in chosen:
        if card not in held:
            raise UsageError(Phrase("errors.not_held", card=card))
    check_distinct(chosen)
    return tuple(chosen)


def _held_by_name(name: str, held: Cards) -> Sequence[Card] | None:
    """Return the held cards that a word names; none for a word around them, None for another word.

    Raises:
        UsageError: they do not hold them, or hold too many to know which are meant.
    """
    counts = Counter(card.rank for card in held)
    name, _, of = name.partition("_of_")
    most = len(held)
    token = tokens_of_word(name, name)[0]
    if (of and not plural_rank(of)) or (name.isdecimal() and int(name) <= most):
        return None  # A small number may be a place, too.
    if size := _SET_SIZES.get(name):
        ranks = [rank for rank, count in counts.items() if count == size[0] and plural_rank(of) in {0, rank}]
        named = [card for card in held if card.rank in ranks]
        most = size[0] * size[1]
        if len(named) < most:
            named = []
    elif rank := plural_rank(name):
        named = [card for card in held if card.rank == rank]
    elif cards := _cards_of(name):
        named = cards
    elif token.kind == "rank":
        named, most = [card for card in held if card.rank == token.number], 1
    elif token.kind == "suit" and len(name) > 1:
        named = [card for card in held if card.suit == token.number]
    else:
        return [] if token.kind in FREE else None
    if not 0 < len(named) <= most:
        typed = " ".join(filter(None, [name.replace("_", " "), of and f"of {of}"]))
        raise UsageError(Phrase("errors.which_held" if named else "errors.none_held", card=typed))
    return named


def _cards_of(word: str) -> list[Card]:
    """Return the cards that a word names by themselves: `2s`, `♠2`; none for other words."""
    try:
        return list(understand_cards(word))
    except InvalidCardError:
        return []
