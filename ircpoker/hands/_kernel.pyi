"""The native kernel, `native/`: twins of this package's functions. Only `ircpoker.hands.kernel` imports it."""

from collections.abc import Callable, Collection
from typing import Any

from typing_extensions import Buffer

from ircpoker.cards import Card
from ircpoker.hands.values import HandValue

INTERFACE: int

def set_up(
    tables: bytes,
    evaluate_twin: Callable[[Any], HandValue],
    evaluate_unchecked_twin: Callable[[Any], HandValue],
    value_of_class: Callable[[int], HandValue],
    bind_cards: Callable[[], None],
    /,
) -> None: ...
def bind_cards(cards: tuple[Card, ...], /) -> None: ...
def evaluate(cards: Collection[Card] | str, /) -> HandValue: ...
def evaluate_unchecked(cards: Collection[Card], /) -> HandValue: ...
def evaluate_many(cards: Buffer, n: int, /) -> memoryview[int] | int: ...
def use_vectors(wanted: bool, /) -> bool: ...
