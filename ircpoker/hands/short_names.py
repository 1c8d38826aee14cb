"""Names of hands as players say them: `Pair of Sevens`. The exact names, with kickers, are in `categories`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.hands.categories import WHEEL, Category

if TYPE_CHECKING:
    from collections.abc import Collection

    from ircpoker.cards import Card
    from ircpoker.hands.values import HandValue


def short_name(value: HandValue) -> str:
    """Return the short name of a value; several values share one.

    Examples:
        >>> from ircpoker.hands import evaluate
        >>> [short_name(evaluate(cards)) for cards in ("7d 7s Jc 5s 2s", "7d 7s 7h Jc 2s", "Jh Jc 7d 7s 2s")]
        ['Pair of Sevens', 'Three Sevens', 'Jacks And Sevens']
        >>> [short_name(evaluate(cards)) for cards in ("7d 7s 7h Jc Js", "Ah 2c 3d 4s 5s", "Ah 9c 3d 4s 5s")]
        ['Sevens Full Of Jacks', 'Straight To Five', 'Ace High']
        >>> [short_name(evaluate(cards)) for cards in ("7d 7s 7h 7c Js", "Ah 9h 3h 4h 5h", "9h 8h 7h 6h 5h")]
        ['Four Sevens', 'Flush, Ace High', 'Straight Flush To Nine']
    """
    ranks = value.ranks
    first, last = ranks[0], ranks[-1]
    match value.category:
        case Category.STRAIGHT_FLUSH | Category.STRAIGHT:
            return f"{value.category.value.replace('_', ' ').title()} To {first.word}"
        case Category.FOUR_OF_A_KIND:
            return f"Four {first.plural}"
        case Category.FULL_HOUSE:
            return f"{first.plural} Full Of {last.plural}"
        case Category.FLUSH:
            return f"Flush, {first.word} High"
        case Category.THREE_OF_A_KIND:
            return f"Three {first.plural}"
        case Category.TWO_PAIR:
            return f"{first.plural} And {ranks[2].plural}"
        case Category.ONE_PAIR:
            return f"Pair of {first.plural}"
        case Category.HIGH_CARD:
            return f"{first.word} High"
        case _:
            return value.name


def has_flush_draw(hole_cards: Collection[Card], board: Collection[Card]) -> bool:
    """Return whether one more card makes a flush that uses a hole card.

    Examples:
        >>> from ircpoker.cards import parse_cards
        >>> has_flush_draw(parse_cards("Ah 7h"), parse_cards("2h 9h Kc"))
        True
    """
    return any(sum(other.suit is card.suit for other in (*hole_cards, *board)) == 4 for card in hole_cards)


def has_open_end(hole_cards: Collection[Card], board: Collection[Card]) -> bool:
    """Return whether four ranks in a row, one of them a hole card's, can become a straight at both ends.

    Examples:
        >>> from ircpoker.cards import parse_cards
        >>> has_open_end(parse_cards("9h 8c"), parse_cards("7h 6d Kc")), has_open_end(
        ...     parse_cards("Ah Kc"), parse_cards("Qh Jd 2c")
        ... )
        (True, False)
    """
    own = {int(card.rank) for card in hole_cards}
    ranks = own | {int(card.rank) for card in board}
    lowest, highest = int(min(WHEEL)), int(max(WHEEL))
    return any(
        own & run and run <= ranks
        for low in range(lowest, highest - 3)
        for run in [{low, low + 1, low + 2, low + 3}]
        if low + 3 < highest
    )
