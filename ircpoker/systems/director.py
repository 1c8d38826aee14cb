"""Pat McClellan's Poker Evaluation for Director (2000): a property list, and a way to compare two.

Where his article has gaps or mistakes, this module does what the article promises:

* an ace-low straight has the value 5, because it is the lowest; its `val_list` keeps the ace as 14;
* `#trips` and `#trip` are the same property, `trip`;
* a missing property counts as 0;
* hands with the same properties are compared by their highest cards, which his list of properties leaves out, and tie
  only if all five ranks are equal. This orders all hands as the rules do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple

from ircpoker.cards import Card
from ircpoker.systems.answer import SystemValue, take_cards

SCORE_PROPERTIES = ("straight_flush", "quad", "full_house", "flush", "straight", "trip", "two_pair", "pair")
"""The properties in the order of comparison."""
_SHOWN = ("pair", "two_pair", "trip", "quad", "full_house", "straight", "flush", "straight_flush")
"""The properties in the order in which they are found and written."""
_MATCHES = MappingProxyType({2: "pair", 3: "trip", 4: "quad"})
_WHEEL = [2, 3, 4, 5, 14]
TWO_PAIR_FACTOR = 13
FULL_HOUSE_FACTOR = 100


class Score(NamedTuple):
    """The result of `poker_eval`.

    Attributes:
        properties: the hand's properties with their values.
        val_list: the five ranks ascending, ace 14.
    """

    properties: Mapping[str, int]
    val_list: tuple[int, ...]

    def __str__(self) -> str:
        parts = [f"{name} {value}" for name, value in self.properties.items()] or ["none"]
        return ", ".join([*parts, " ".join(map(str, self.val_list))])


def poker_eval(cards: Collection[Card] | str) -> Score:
    """Return the score of a hand.

    Args:
        cards: five distinct cards in any order, or text that `parse_cards` reads, `8:H` or not.

    Returns:
        The properties: the rank of a pair (of the lower of two pairs), of trips and of quads; `two_pair` as high · 13 +
        low, in addition to the lower `pair`; `full_house` as trips · 100 + pair, in addition to both; the high card of
        a straight or a flush. A straight flush has `straight` and `straight_flush`, but not `flush`.

    Raises:
        InvalidCardError: text that is not a card.
        DuplicateCardError: the same card twice.
        CardCountError: more or fewer than five cards.

    Examples:
        >>> dict(poker_eval("8:h 8:d 3:c 3:s 12:h").properties)
        {'pair': 3, 'two_pair': 107}
        >>> str(poker_eval("8:H 6:C 12:C 8:S 11:C"))
        'pair 8, 6 8 8 11 12'
    """
    hand = take_cards(cards, (5,))
    val_list = sorted(int(card.rank) for card in hand)
    values = _check_for_matches(val_list) or _check_for_runs(val_list, {card.suit for card in hand})
    properties = {name: values[name] for name in _SHOWN if name in values}
    return Score(MappingProxyType(properties), tuple(val_list))


def eval2hands(first: Collection[Card] | str, second: Collection[Card] | str) -> int:
    """Return 1 if the first hand wins, -1 if the second does, 0 for a tie.

    Args:
        first: five cards, as for `poker_eval`.
        second: the other player's five cards; cards shared with the first are not detected.

    Returns:
        -1, 0 or 1.

    Raises:
        InvalidCardError: text that is not a card.
        DuplicateCardError: the same card twice in a hand.
        CardCountError: more or fewer than five cards.

    Examples:
        >>> eval2hands("8:H 6:C 12:C 8:S 11:C", "3:H 13:S 7:S 8:C 4:D")
        1
    """
    return compare_scores(poker_eval(first), poker_eval(second))


def compare_scores(first: Score, second: Score) -> int:
    """Return 1, 0 or -1 as `eval2hands` does: property by property, then from the highest card down."""
    a, b = _key(first), _key(second)
    return (a > b) - (a < b)


def decide(first: tuple[Card, ...], second: tuple[Card, ...]) -> tuple[int, str]:
    """Return what `eval2hands` does, and the property that decides, or the card.

    Examples:
        >>> from ircpoker.cards import parse_cards
        >>> decide(parse_cards("10:h 10:c 3:d 3:s 5:h"), parse_cards("9:h 9:c 8:d 8:s 5:h"))
        (1, 'two_pair 133 over 125')
    """
    a, b = poker_eval(first), poker_eval(second)
    result = compare_scores(a, b)
    if not result:
        return 0, ""
    for name in SCORE_PROPERTIES:
        values = a.properties.get(name, 0), b.properties.get(name, 0)
        if values[0] != values[1]:
            return result, f"{name} {max(values)} over {min(values) or 'none'}"
    pairs = zip(reversed(a.val_list), reversed(b.val_list), strict=True)
    high, low = next((max(pair), min(pair)) for pair in pairs if pair[0] != pair[1])
    return result, f"card {high} over {low}"


def _key(score: Score) -> list[int]:
    return [score.properties.get(name, 0) for name in SCORE_PROPERTIES] + [*reversed(score.val_list)]


def _check_for_matches(val_list: list[int]) -> dict[str, int]:
    """Return the properties of equal ranks, found from the lowest rank up."""
    score: dict[str, int] = {}
    for rank, times in sorted(Counter(val_list).items()):
        name = _MATCHES.get(times)
        if name == "pair" and "pair" in score:
            score["two_pair"] = rank * TWO_PAIR_FACTOR + score["pair"]
        elif name is not None:
            score[name] = rank
    if "trip" in score and "pair" in score:
        score["full_house"] = score["trip"] * FULL_HOUSE_FACTOR + score["pair"]
    return score


def _check_for_runs(val_list: list[int], suits: Collection[int]) -> dict[str, int]:
    """Return the properties of straights and flushes of five different ranks."""
    score: dict[str, int] = {}
    ace_low = val_list == _WHEEL
    high = 5 if ace_low else val_list[-1]
    if ace_low or high - val_list[0] == 4:
        score["straight"] = high
    if len(suits) == 1:
        score["straight_flush" if score else "flush"] = high
    return score


def answer(cards: str, board: str = "") -> SystemValue:
    """Return the answer of `ircpoker value director`.

    Args:
        cards: as for `System.value`.
        board: more cards.

    Returns:
        As text the properties, or `none` where there are none, then the five ranks.

    Raises:
        InvalidCardError: text that is not a card.
        DuplicateCardError: the same card twice.
        CardCountError: more or fewer than five cards.

    Examples:
        >>> answer("3:H 13:S 7:S 8:C 4:D").text
        'none, 3 4 7 8 13'
    """
    score = poker_eval(f"{cards} {board}")
    return SystemValue(
        str(score),
        {"system": "director", "value": dict(score.properties), "val_list": list(score.val_list)},
    )
