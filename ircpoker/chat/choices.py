"""A choice of cards to keep, as data: games offer it, and the commands of `card_choices` take it."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ircpoker.cards import Card
    from ircpoker.chat.commands import Answer
    from ircpoker.chat.message import Message

    Chooser = Callable[[Message], "CardChoice | None"]


class Urgency(IntEnum):
    """The urgency of a choice."""

    OTHERS_WAIT = 1
    NOW = 2
    LATER = 3


class CardChoice(NamedTuple):
    """A choice of cards to keep.

    Attributes:
        cards: the hand.
        keep: a function that keeps the cards with these indices, from 0, and returns the answer; it also takes the
            choice in the player's terms.
        hint: a function that returns the best cards to keep; it returns None if it is too early for a hint.
    """

    cards: tuple[Card, ...]
    keep: Callable[[tuple[int, ...], str], Answer]
    hint: Callable[[], Answer]
