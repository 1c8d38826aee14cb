"""Deals with a committed deck, as data: games report them, and `!proof` and `!seed` show them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ircpoker.chat.message import Message
    from ircpoker.ledger import Shuffle
    from ircpoker.words import Phrase

    CommitmentSource = Callable[[Message], Iterable["Upcoming"]]


class Upcoming(NamedTuple):
    """A deal with a committed deck.

    Attributes:
        subject: the deal in words: `proof.next_spin`, `proof.running_deal`.
        shuffle: the committed shuffle.
    """

    subject: Phrase
    shuffle: Shuffle
