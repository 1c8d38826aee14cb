"""`!show`, `!muck` and `!rabbit`: what players may do for a moment after a deal."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from ircpoker.cards import parse_cards
from ircpoker.chat.commands import Example, command
from ircpoker.chat.message import Reply
from ircpoker.chat.table_answers import DUEL, check_nothing
from ircpoker.errors import NoSeatError, NoTableError, NotAllowedError, UsageError, quote
from ircpoker.lobby.showing import muck, rabbit, show
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.cards import Card
    from ircpoker.chat.message import Message
    from ircpoker.chat.table_adapter import TableAdapter
    from ircpoker.lobby import Table

_ALL = frozenset({"", "all", "both"})
_NO_TABLE = Example("", "there is no table here: …")


class ShowCommands:
    """The commands for the moment after a deal."""

    def __init__(self, tables: TableAdapter) -> None:
        self._tables = tables

    @command(
        "show",
        examples=(
            Example("", "#1 you show 3d 7h", (DUEL, "fold"), "private"),
            Example("7h", "#1 you show 7h", (DUEL, "fold"), "private"),
            Example("2", "#1 you show 7h", (DUEL, "fold"), "private"),
            Example("3", "'3' is not the number of one of your cards: …", (DUEL, "fold")),
            _NO_TABLE,
        ),
        aliases=("reveal",),
        words=("all",),
        price="seat",
    )
    def show(self, message: Message, arguments: str) -> Reply | None:
        """Show own cards to everybody; that is announced, and only cards that were shown before have an answer."""
        table = self._table(message, "show")
        seen = table.change(
            lambda draft: show(draft, self._tables.speaker(message).person, lambda held: _chosen(arguments, held))
        )
        return None if seen is None else Reply((seen,), private=True)

    @command(
        "muck",
        examples=(Example("", "You keep 3d 7h of #1 hidden.", (DUEL, "fold")), _NO_TABLE),
        price="seat",
    )
    def muck(self, message: Message, arguments: str) -> Reply:
        """Return that the player's cards stay hidden."""
        check_nothing(arguments)
        table = self._table(message, "muck")
        return Reply((table.change(lambda draft: muck(draft, self._tables.speaker(message).person)),), private=True)

    @command(
        "rabbit",
        examples=(Example("", "!rabbit is off at this table", (DUEL, "fold")), _NO_TABLE),
        price="seat",
    )
    def rabbit(self, message: Message, arguments: str) -> None:
        """Show everybody the board that would have come, which is announced."""
        check_nothing(arguments)
        self._table(message, "rabbit").change(lambda draft: rabbit(draft, self._tables.speaker(message).person))

    def _table(self, message: Message, name: str) -> Table:
        """Return the table that somebody means; they may have left it.

        Raises:
            NoTableError: there is none.
            NotAllowedError: it is closed, or they sit at several.
        """
        speaker = self._tables.speaker(message)
        with suppress(NoSeatError):
            return self._tables.lobby.seat(speaker)[0]
        table = self._tables.lobby.find_left(speaker)
        if table is not None:
            return table
        if self._tables.lobby.last_deal(speaker) is not None:
            raise NotAllowedError(Phrase("errors.show_closed", command=name))
        raise NoTableError


def _chosen(text: str, held: tuple[Card, ...]) -> Sequence[Card]:
    """Return the cards that somebody wants to show: as nobody can take that back, nothing is guessed.

    Raises:
        UsageError: a number is not that of one of these cards, or they do not hold a card.
        InvalidCardError: something is not a card.
    """
    if text.lower() in _ALL:
        return held
    words = text.replace(",", " ").split()
    if all(word.isdecimal() for word in words):
        for word in words:
            if word not in {str(number) for number in range(1, len(held) + 1)}:
                raise UsageError(Phrase("errors.show_number", token=quote(word), most=len(held)))
        return [held[int(word) - 1] for word in words]
    cards = parse_cards(text, fewest=1)
    for card in cards:
        if card not in held:
            raise UsageError(Phrase("errors.not_held", card=card))
    return cards
