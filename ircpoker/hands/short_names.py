"""Names of hands as players say them: `Pair of Sevens`. The exact names, with kickers, are in `categories`."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ircpoker.cards import Card
from ircpoker.hands.categories import WHEEL, Category
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


def pocket_name(cards: Sequence[Card]) -> str:
    """Return the short name of hole cards without a board: `Pair of Tens` for two cards of a rank, else nothing.

    Examples:
        >>> from ircpoker.cards import parse_cards
        >>> pocket_name(parse_cards("Td Tc")), pocket_name(parse_cards("Td 7s"))
        ('Pair of Tens', '')
    """
    return f"Pair of {cards[0].rank.plural}" if len(cards) == 2 and cards[0].rank is cards[1].rank else ""


def showdown_names(values: Sequence[HandValue]) -> list[str]:
    """Return the short names of hands that are compared; where two share a name but not the value, with the kicker.

    The kicker named is the card that decides against the next better hand of that name; in the best, against the next.

    Examples:
        >>> from ircpoker.hands import evaluate
        >>> showdown_names([evaluate(cards) for cards in ("Kd Ks 8d 5d Tc", "Kd Ks 8d Ac Qc", "7d 7s 7h Jc 2s")])
        ['Pair of Kings, Ten Kicker', 'Pair of Kings, Ace Kicker', 'Three Sevens']
        >>> showdown_names([evaluate(cards) for cards in ("Ah Kc 9d 8d 2c", "Ad Ks 9c 7d 2s", "As Kd 9h 7c 2h")])
        ['Ace High, Eight Kicker', 'Ace High, Seven Kicker', 'Ace High, Seven Kicker']
    """
    names = [short_name(value) for value in values]
    shown = []
    for value, name in zip(values, names, strict=True):
        rivals = {other for other, theirs in zip(values, names, strict=True) if theirs == name and other != value}
        if not rivals:
            shown.append(name)
            continue
        rival = min([other for other in rivals if other > value], default=None) or max(rivals)
        kicker = next(own for own, theirs in zip(value.ranks, rival.ranks, strict=True) if own != theirs)
        shown.append(f"{name}, {kicker.word} Kicker")
    return shown


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
    runs = [{low, low + 1, low + 2, low + 3} for low in range(lowest, highest - 3)]
    return any(own & run and run <= ranks for run in runs)
