"""A table that the screen watches: what the client of the feed keeps of it, and what later snapshots no longer have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from ircpoker.feed import FeedClient
    from ircpoker.screen.draw_table import Snapshot

HOLD_SECONDS = 5.0
"""How long a showdown stays on the screen, unless a key is pressed."""
MOST_LINES = 500
"""The most lines of the log that are kept."""
SHOW_SECONDS = 5.0
"""How long after a deal its players may show their cards, as the bot has it."""
_MOST_SEALS = 4
_SHOWN_ELSEWHERE = frozenset({"cards", "turn", "your_turn", "next_hand"})
"""Events whose words only say what the screen shows anyway."""
_CLOCKS = ("turn", "next", "you", "tournament")
"""The fields with seconds, which count from the moment they are sent."""


class WatchedTable:
    """A table that the screen watches.

    Attributes:
        id: the table's name in the feed.
        lines: its log.
        ended: the line that said how the last deal ended; empty before the first one.
        nets: what the player has won or lost in each deal that ended here.
        chosen: the own cards that are marked for the draw, by their numbers.
        deals: the deals that have ended here, oldest first.
        held_until: until when the end of a deal stays on the screen although the next one has begun.
        seals: the digits to which the bot had committed before each deal, as they were seen then.
    """

    def __init__(self, client: FeedClient, table: str, now: Callable[[], float]) -> None:
        """Begin with a table that the client watches.

        Args:
            client: keeps the table as the feed says that it is.
            table: the table's name.
            now: returns monotonic seconds.
        """
        self._client = client
        self._now = now
        self._last: Snapshot = client.tables[table]
        self._since = dict.fromkeys(_CLOCKS, now())
        self.id = table
        self.lines: list[str] = list(self._last.get("log") or [])
        self.ended = ""
        self.deals: list[str] = []
        self.held_until = 0.0
        self._showable_until = 0.0
        self._own_cards: list[str] = []
        self.seals: dict[str, str] = {}
        self.nets: list[int] = []
        self.chosen: set[int] = set()
        self._note_table()

    @property
    def table(self) -> Snapshot:
        """What the feed says of it; after its end, what it said last."""
        self._last = self._client.tables.get(self.id, self._last)
        return self._last

    @property
    def is_held(self) -> bool:
        """Whether the end of a deal is still shown although the next one has begun."""
        return bool(self.table.get("deal")) and self._now() < self.held_until

    @property
    def may_show(self) -> bool:
        """Whether the player may still show the cards of the last deal, which others have not seen."""
        return self._now() < self._showable_until

    def keep_hidden(self) -> None:
        """Offer no longer to show the cards."""
        self._showable_until = 0.0

    @property
    def shown(self) -> Snapshot:
        """The table as it is drawn: between two deals, and for a moment longer, with the hands that were shown."""
        table = self.table
        if (table.get("deal") and not self.is_held) or not table.get("last"):
            return table
        return finished_view(table, self._own_cards)

    @property
    def seat(self) -> int | None:
        """The player's seat; None for a spectator."""
        return (self.table.get("you") or {}).get("seat")

    @property
    def turn(self) -> str:
        """The id of the player's turn; empty if it is not their turn."""
        return str((self.table.get("you") or {}).get("turn") or "")

    def renew(self) -> None:
        """Follow a snapshot that came in place of events; the log goes on."""
        self._since = dict.fromkeys(_CLOCKS, self._now())
        self._note_table()

    def take(self, event: dict[str, Any]) -> None:
        """Follow an event; the client has its changes already."""
        if (words := event.get("words")) and event["event"] not in _SHOWN_ELSEWHERE:
            self.lines += str(words).splitlines()
            del self.lines[:-MOST_LINES]
        if event["event"] == "paid":
            self._note_end(event)
            if any(result.get("cards") for result in event.get("results") or []):
                self.held_until = self._now() + HOLD_SECONDS
        elif event["event"] == "cards_shown" and event.get("seat") == self.seat and event.get("hand"):
            self.keep_hidden()  # All of them were shown.
        changed = event.get("set") or {}
        now = self._now()
        self._since |= {name: now for name in _CLOCKS if name in changed}
        self._note_table()

    def _note_table(self) -> None:
        """Note what later snapshots no longer have."""
        self._note(str((self.table.get("last") or {}).get("deal") or ""))
        self._note_seals()
        you = self.table.get("you") or {}
        if not (you.get("legal") or {}).get("discard"):
            self.chosen.clear()
        if you.get("cards") and not self.is_held:
            self._own_cards = list(you["cards"])

    def _note_end(self, event: dict[str, Any]) -> None:
        if words := event.get("words"):
            self.ended = str(words).splitlines()[0]
        self._note(str(event.get("deal") or ""))
        for result in event.get("results") or []:
            if result.get("seat") == self.seat and self.seat is not None:
                self.nets.append(result.get("net", 0))
                if not result.get("cards"):
                    self._showable_until = self._now() + SHOW_SECONDS

    def _note(self, deal: str) -> None:
        """Note a deal that has ended."""
        if deal and deal not in self.deals:
            self.deals.append(deal)
            del self.deals[:-MOST_LINES]

    def _note_seals(self) -> None:
        """Note the digits of the deck in play, and of the next one."""
        following = self.table.get("next") or {}
        for deal, digits in (
            (self.table.get("deal"), self.table.get("sealed")),
            (following.get("deal"), following.get("sealed")),
        ):
            if deal and digits:
                self.seals.setdefault(str(deal), str(digits))
        while len(self.seals) > _MOST_SEALS:
            del self.seals[next(iter(self.seals))]

    def seconds(self, field: str) -> float | None:
        """Return the seconds that a field of the table has left; None if it has no clock."""
        seconds = (self.table.get(field) or {}).get("seconds")
        return None if seconds is None else max(0.0, seconds - (self._now() - self._since[field]))


def finished_view(table: Snapshot, own_cards: list[str]) -> Snapshot:
    """Return a table as it was when its last deal ended, with the hands that everybody saw and one's own."""
    results = {result["seat"]: result for result in table["last"].get("results") or []}
    seats = []
    for seat in table["seats"]:
        result = results.get(seat["seat"])
        ended = {"bet": 0, "in_hand": result is not None, "all_in": False, "card_count": 0, "position": ""}
        if result is not None:
            ended |= {"cards": result["cards"], "hand": result["hand"], "last": f"{result['net']:+,}"}
        seats.append({**seat, **ended})
    you = table.get("you")
    if you is not None:
        result = results.get(you["seat"])
        cards = (result["cards"] or own_cards) if result is not None else []
        you = {**you, "cards": cards, "hand": result["hand"] if result is not None else "", "turn": "", "legal": None}
    board = table["last"].get("board") or []
    return {**table, "deal": "", "street": "", "board": board, "pot": 0, "turn": None, "seats": seats, "you": you}
