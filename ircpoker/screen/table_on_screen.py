"""A table on the screen: its moments, and what the player has marked, may show and wants to look up there."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ircpoker.feed.messages import CardsShown, Closed, Event, Paid, TableSnapshot
from ircpoker.feed.moments import MOST_LINES, TableMoments

SHOW_SECONDS = 5.0
"""How long after a deal its players may show their cards, as the bot has it."""
_MOST_SEALS = 4


class TableOnScreen(TableMoments):
    """A table that the screen watches.

    Attributes:
        chosen: the own cards that are marked for the draw, by their numbers.
        deals: the deals that have ended here, oldest first.
        seals: the digits to which the bot had committed before each deal, as they were seen then.
    """

    def __init__(self, table: TableSnapshot, now: Callable[[], float], nets: Mapping[str, int] | None = None) -> None:
        """Begin with a table; see `TableMoments`."""
        super().__init__(table, now, nets)
        self.deals: list[str] = []
        self.seals: dict[str, str] = {}
        self.chosen: set[int] = set()
        self._showable_until = 0.0
        self._note_table()

    @property
    def may_show(self) -> bool:
        """Whether the player may still show the cards of the last deal, which others have not seen."""
        return self.now() < self._showable_until

    def keep_hidden(self) -> None:
        """Offer no longer to show the cards."""
        self._showable_until = 0.0

    @property
    def seat(self) -> int | None:
        """The player's seat; None for a spectator."""
        return self.table.you.seat if self.table.you is not None else None

    @property
    def turn(self) -> str:
        """The id of the player's turn; empty if it is not their turn."""
        return self.table.you.turn if self.table.you is not None else ""

    def restart(self, table: TableSnapshot) -> None:
        """Go on with a table that came in place of events; its log goes on."""
        super().restart(table)
        self._note_table()

    def take(self, event: Event) -> bool:
        """Follow an event; return whether the moment to which it belongs is complete."""
        for result in event.results if isinstance(event, Paid) else ():
            if result.seat == self.seat and not result.cards:
                self._showable_until = self.now() + SHOW_SECONDS
        if isinstance(event, CardsShown) and event.seat == self.seat and event.hand:
            self.keep_hidden()  # All of them were shown.
        is_complete = super().take(event) or isinstance(event, Closed)
        self._note_table()
        return is_complete

    def _note_table(self) -> None:
        """Note what later tables no longer have."""
        table, you, following = self.table, self.table.you, self.table.next
        if table.last is not None and table.last.deal not in {"", *self.deals}:
            self.deals = [*self.deals, table.last.deal][-MOST_LINES:]
        if you is None or you.legal is None or not you.legal.discard:
            self.chosen.clear()
        sealed = [(table.deal, table.sealed), *([(following.deal, following.sealed)] if following is not None else [])]
        for deal, digits in sealed:
            if deal and digits:
                self.seals.setdefault(deal, digits)
        while len(self.seals) > _MOST_SEALS:
            del self.seals[next(iter(self.seals))]
