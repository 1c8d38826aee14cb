"""OpenHoldem's symbols for a hand: the facts about hole cards and board that its formulas use.

The suffix `common` means only the board, `player` the hole cards, `poker` the five cards of the pokerval; without
one all cards are meant. Yes/no symbols are True or False. An ace is also 1 in runs and windows of five ranks.
`handrank169` and related symbols are the rank of two hole cards among all, by exact equity against a random hand, in
the order of `ircpoker.hands.kinds`. OpenHoldem's own table differs in places.

Left out: `nouts` (OpenHoldem's manual calls it nearly unusable), `ncardsbetter` (faulty there), `handrankp` (needs
the number of opponents) and the `srank…` family (follows from the rest).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from itertools import accumulate
from types import MappingProxyType
from typing import NamedTuple

from ircpoker.cards import SUITS, Card, Rank, Suit
from ircpoker.hands import Category
from ircpoker.hands.kinds import BEST_FIRST, COMBINATIONS_OF, kind_of
from ircpoker.systems.openholdem.pokerval import CLASS_BITS, SLOTS, best_ranks, pcbits, pokerval, take_hole_and_board

Cards = tuple[Card, ...]
Symbols = dict[str, int]


_ALL_TWICE = 2652
"""Ordered pairs of two cards, 52 · 51."""


class HandRanks(NamedTuple):
    """The ranks of two hole cards, 1 the best.

    Attributes:
        handrank169: the rank among the 169 kinds.
        handrank2652: twice the number of hands up to and with this kind.
        handrank1326: half of `handrank2652`.
        handrank1000: `handrank2652` in thousandths of all hands, rounded down.
    """

    handrank169: int
    handrank2652: int
    handrank1326: int
    handrank1000: int


def hand_ranks(first: Card, second: Card) -> HandRanks:
    """Return the ranks of two hole cards."""
    return _RANKS_OF[kind_of(first, second)]


_RANKS_OF = MappingProxyType(
    {
        kind: HandRanks(rank, 2 * hands, hands, 1000 * 2 * hands // _ALL_TWICE)
        for rank, (kind, hands) in enumerate(zip(BEST_FIRST, accumulate(COMBINATIONS_OF.values()), strict=True), 1)
    }
)


_CLASS_SYMBOLS = MappingProxyType(
    {
        "ishicard": (Category.HIGH_CARD,),
        "isonepair": (Category.ONE_PAIR,),
        "istwopair": (Category.TWO_PAIR,),
        "isthreeofakind": (Category.THREE_OF_A_KIND,),
        "isstraight": (Category.STRAIGHT,),
        "isflush": (Category.FLUSH,),
        "isfullhouse": (Category.FULL_HOUSE,),
        "isfourofakind": (Category.FOUR_OF_A_KIND,),
        "isstraightflush": (Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH),
        "isroyalflush": (Category.ROYAL_FLUSH,),
    }
)
_SUIT_NUMBERS = MappingProxyType({Suit.HEARTS: 0, Suit.DIAMONDS: 1, Suit.CLUBS: 2, Suit.SPADES: 3})
"""OpenHoldem's own, in neither of our orders."""
_HIGH_FLUSH_RANKS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)
"""The rank that makes a flush a high one if it stands in slot 1, 2, 3, 4 and comes from the hole."""
_STRAIGHT_NEEDS = 3
"""Board ranks within five neighbours that let two hole cards make a straight."""


def symbols(hole: Collection[Card] | str, board: Collection[Card] | str = "") -> dict[str, int]:
    """Return the value of every symbol.

    Args:
        hole: 0 to 2 cards, or text that `parse_cards` reads.
        board: 0 to 5 cards in the order in which they were dealt, or such text; the order matters to `ishandup`.

    Returns:
        Name → number, or bool for the yes/no symbols; the four hand ranks only with two hole cards.

    Raises:
        InvalidCardError: text that is not a card.
        DuplicateCardError: the same card twice.
        CardCountError: too many hole cards, or too many board cards.

    Examples:
        >>> found = symbols("9c 8s", "7s 5h 6s")
        >>> found["nstraight"], found["nsuited"], found["ishistraight"], found["handrank169"]
        (5, 3, True, 99)
    """
    held, common = take_hole_and_board(hole, board)
    cards = held + common
    return {
        **_class_symbols(cards),
        **_hole_symbols(held),
        **_high_symbols(held, common),
        "ishandup": _is_up(held, common),
        "ishandupcommon": _is_up((), common),
        **_most_symbols(cards),
        **_most_symbols(common, "common"),
        **_straight_symbols(cards),
        **_straight_symbols(common, "common", shortest=min(1, len(common))),
        **_rank_symbols([card.rank for card in cards]),
        **_rank_symbols([card.rank for card in held], "player"),
        **_rank_symbols([card.rank for card in common], "common"),
        **_rank_symbols(best_ranks(cards)[1], "poker"),
        "pokervalplayer": pokerval(held),
        "pokervalcommon": pokerval(common),
        **(hand_ranks(*held)._asdict() if len(held) == 2 else {}),
    }


def _class_symbols(cards: Cards) -> Symbols:
    category, _ = best_ranks(cards)
    return {name: category in categories for name, categories in _CLASS_SYMBOLS.items()}


def _hole_symbols(held: Cards) -> Symbols:
    if len(held) != 2:
        return {"ispair": False, "issuited": False, "isconnector": False}
    first, second = held
    apart = abs(first.rank - second.rank)
    return {"ispair": apart == 0, "issuited": first.suit == second.suit, "isconnector": apart == 1}


def _high_symbols(held: Cards, common: Cards) -> Symbols:
    category, ranks = best_ranks(held + common)
    pair = ranks[0] if category is Category.ONE_PAIR else None
    board_ranks = [card.rank for card in common]
    lowest, top = min(board_ranks, default=0), max(board_ranks, default=0)
    bits = pcbits(held, common)
    return {
        "ishipair": pair is not None and pair >= top,
        "ismidpair": pair is not None and lowest < pair < top,
        "islopair": pair is not None and pair <= lowest and pair < top,
        "ishistraight": category is Category.STRAIGHT and not _straight_above(ranks[0], common),
        "ishiflush": category is Category.FLUSH
        and any(
            rank == high and bits >> SLOTS - 1 - slot & 1
            for slot, (rank, high) in enumerate(zip(ranks, _HIGH_FLUSH_RANKS, strict=False))
        ),
    }


def _straight_above(top: Rank, common: Cards) -> bool:
    """Return whether the board's ranks let anybody make a straight higher than one to `top`."""
    ranks = {card.rank for card in common}
    return any(
        sum(highest - SLOTS < rank <= highest for rank in ranks) >= _STRAIGHT_NEEDS
        for highest in range(top + 1, Rank.ACE + 1)
    )


def _is_up(held: Cards, common: Cards) -> bool:
    """Return whether the class rose with the last street: the flop, the turn or the river."""
    before = len(common) - 1 if len(common) > 3 else 0
    if not common:
        return False
    return _class_bits(held + common) > _class_bits(held + common[:before])


def _class_bits(cards: Cards) -> int:
    return CLASS_BITS[best_ranks(cards)[0]]


def _most_symbols(cards: Cards, suffix: str = "") -> Symbols:
    """Return how many cards share a suit or a rank, and which."""
    suits, ranks = Counter(card.suit for card in cards), Counter(card.rank for card in cards)
    suit = max(SUITS, key=lambda suit: suits[suit])
    times, rank = max(((times, int(rank)) for rank, times in ranks.items()), default=(0, 0))
    return {
        f"nsuited{suffix}": suits[suit],
        f"tsuit{suffix}": _SUIT_NUMBERS[suit],
        f"nranked{suffix}": times,
        f"trank{suffix}": rank,
    }


def _straight_symbols(cards: Cards, suffix: str = "", *, shortest: int = 1) -> Symbols:
    ranks = [card.rank for card in cards]
    suits = [[card.rank for card in cards if card.suit == suit] for suit in SUITS]
    return {
        f"nstraight{suffix}": max(shortest, _longest_run(ranks)),
        f"nstraightfill{suffix}": _fewest_missing(ranks),
        f"nstraightflush{suffix}": max(shortest, *map(_longest_run, suits)),
        f"nstraightflushfill{suffix}": min(map(_fewest_missing, suits)),
    }


def _with_low_ace(ranks: Iterable[int]) -> set[int]:
    """Return the ranks, with 1 beside an ace."""
    distinct = set(ranks)
    return distinct | {1} if Rank.ACE in distinct else distinct


def _longest_run(ranks: Iterable[int]) -> int:
    """Return the length of the longest run, at most five."""
    distinct = _with_low_ace(ranks)
    return max(
        (size for size in range(1, SLOTS + 1) for low in distinct if distinct.issuperset(range(low, low + size))),
        default=0,
    )


def _fewest_missing(ranks: Iterable[int]) -> int:
    """Return how many ranks are missing from the fullest window of five."""
    distinct = _with_low_ace(ranks)
    return SLOTS - max(len(distinct.intersection(range(low, low + SLOTS))) for low in range(1, Rank.TEN + 1))


def _rank_symbols(ranks: Collection[int], suffix: str = "") -> Symbols:
    return {
        f"rankbits{suffix}": sum(1 << rank for rank in _with_low_ace(ranks)),
        f"rankhi{suffix}": int(max(ranks, default=0)),
        f"ranklo{suffix}": int(min(ranks, default=0)),
    }
