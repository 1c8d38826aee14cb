"""The best five of some cards, in the order and the suits in which they are shown."""

from __future__ import annotations

from ircpoker.cards import SUIT_ORDER, Card, card_of, format_cards, read_cards
from ircpoker.hands.kernel import KERNEL
from ircpoker.hands.values import HandValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection


class BestHand:
    """The best five of some cards.

    Attributes:
        cards: the five, in order of significance.
        value: their `HandValue`.
    """

    __slots__ = ("cards", "value")

    def __init__(self, cards: tuple[Card, ...], value: HandValue) -> None:
        self.cards = cards
        self.value = value

    @property
    def name(self) -> str:
        """The plain-English name."""
        return self.value.name

    def __eq__(self, other: object) -> bool:
        return self.cards == other.cards if isinstance(other, BestHand) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.cards)

    def __str__(self) -> str:
        return format_cards(self.cards)

    def __repr__(self) -> str:
        return f"<BestHand {self}: {self.name}>"


def best_hand(cards: Collection[Card | int | str]) -> BestHand:
    """Return the best five cards among `cards`, with their value and name.

    Args:
        cards: 5 to 52 distinct cards, or their codes or names, in any order; or all in one text that
            `parse_cards` reads.

    Returns:
        The five in order of significance: the made part first, then kickers; the ace of an ace-low straight last;
        equal ranks in the suit order h, c, d, s. Among equally good hands it is the one with the suits that, read
        from the left, come first in that order.

    Raises:
        CardCountError: fewer than five cards.
        DuplicateCardError: the same card twice.
        InvalidCardError: text that is not a card.

    Examples:
        >>> best_hand("Ah Td 4c 3s Js 7h")
        <BestHand Ah Js Td 7h 4c: Ace High, Jack Kicker>
        >>> best_hand("5c 6h Qc Jc Qh Th 8h 2c 3c 7h")
        <BestHand Qc Jc 5c 3c 2c: Flush, Queen High, Jack Kicker>
    """
    if KERNEL is not None and (best := KERNEL.best_five(cards)):
        return BestHand(*best)
    from ircpoker.hands.evaluator import evaluate, flush_class, mask_of, suit_masks  # seldom needed

    if isinstance(cards, str):
        all_cards = list(read_cards(cards))
    else:
        all_cards = [card if isinstance(card, Card) else Card(card) for card in cards]
    value = evaluate(all_cards)
    masks = suit_masks(mask_of(all_cards))
    for suit in SUIT_ORDER:
        if flush_class(masks[suit]) == value.class_:
            return BestHand(tuple([card_of(rank, suit) for rank in value.ranks]), value)
    # The best hand is not a flush, so no choice of suits can make one: each rank takes the suits that come first.
    chosen: list[Card] = []
    for rank in dict.fromkeys(value.ranks):
        bit = 1 << rank - 2
        held = [card_of(rank, suit) for suit in SUIT_ORDER if masks[suit] & bit]
        chosen += held[: value.ranks.count(rank)]
    return BestHand(tuple(chosen), value)
