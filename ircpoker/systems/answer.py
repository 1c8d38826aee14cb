"""The parts that all number systems share: reading their cards, and the form of their answers."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ircpoker.cards import Card, check_distinct, format_count, read_cards
from ircpoker.errors import CardCountError, UsageError


class SystemValue:
    """A hand in one of the number systems.

    Attributes:
        text: one line for people.
        json: the answer with full precision, as the command line prints it with `--json`; `system` comes first.
    """

    __slots__ = ("json", "text")

    def __init__(self, text: str, json: dict[str, object]) -> None:
        self.text = text
        self.json = json

    def __repr__(self) -> str:
        return f"<SystemValue {self.text}>"


def take_cards(cards: Collection[Card] | str, counts: Sequence[int], kind: str = "") -> tuple[Card, ...]:
    """Return the cards after the checks that all systems make.

    Args:
        cards: distinct cards, or text that `parse_cards` reads.
        counts: the allowed numbers of cards, ascending.
        kind: what the error calls them, such as `board cards`; empty for cards.

    Returns:
        The cards in the order given.

    Raises:
        InvalidCardError: text that is not a card.
        DuplicateCardError: the same card twice.
        CardCountError: another number of cards.

    Examples:
        >>> take_cards("AhKd", (2, 5, 6, 7))
        (Ah, Kd)
        >>> take_cards("Ah", (2, 5, 6, 7))
        Traceback (most recent call last):
        ircpoker.errors.CardCountError: 1 card given: expected 2, 5, 6 or 7
    """
    taken = read_cards(cards) if isinstance(cards, str) else tuple(cards)
    check_distinct(taken)
    if len(taken) not in counts:
        raise CardCountError(len(taken), f"{_format_counts(counts)} {kind}".rstrip())
    return taken


def split_board(line: str) -> list[str]:
    """Split `cards / board`, as people type it in one line.

    Args:
        line: cards, and the board after a slash; either may be empty.

    Returns:
        One or two texts.

    Raises:
        UsageError: more than one slash.

    Examples:
        >>> split_board("Ah Kd / Qc Js Th")
        ['Ah Kd', 'Qc Js Th']
    """
    parts = line.split("/")
    if len(parts) > 2:
        raise UsageError(f"there are {len(parts) - 1} slashes: expected at most one, between the cards and the board")
    return [part.strip() for part in parts]


def _format_counts(counts: Sequence[int]) -> str:
    fewest, most = counts[0], counts[-1]
    if most - fewest == len(counts) - 1:
        return format_count(fewest, most)
    return f"{', '.join(map(str, counts[:-1]))} or {most}"
