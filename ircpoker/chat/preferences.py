"""The choices that each person makes with `!set` for their private lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from msgspec import Struct

from ircpoker.errors import LedgerError
from ircpoker.ledger import Ledger, PlayerId

CHOICES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "private": ("notice", "privmsg"),
        "cards": ("unicode", "ascii", "words"),
        "colour": ("on", "off"),
        "odds": ("on", "off"),
        "terse": ("on", "off"),
        "turns": ("short", "full"),
    }
)
"""The settings with their possible values."""
_MOST_KNOWN = 10_000
"""The most players whose choices are kept in memory."""


class Preferences(Struct, frozen=True):
    """The choices of one person, each empty where they have made none.

    Attributes:
        private: whether private lines on IRC are NOTICEs, as usual, or PRIVMSGs.
        cards: whether suits are signs or letters, or cards are words, which lines on a terminal show.
        colour: whether suits have colours.
        odds: whether the line of a turn has the chance of the hand and the pot odds.
        terse: whether reminders are left out, and at private tables the chances at all-ins.
        turns: whether a turn in a channel is told in private only when there is time, as usual, or always.
    """

    private: str = ""
    cards: str = ""
    colour: str = ""
    odds: str = ""
    terse: str = ""
    turns: str = ""


NO_PREFERENCES = Preferences()


def read_preferences(stored: Mapping[str, str]) -> Preferences:
    """Return stored choices, without those of other versions; `NO_PREFERENCES` for somebody who has made none."""
    chosen = {name: value for name, value in stored.items() if value in CHOICES.get(name, ())}
    return Preferences(**chosen) if chosen else NO_PREFERENCES


class PreferencesCache:
    """The choices of people, each read from the ledger once."""

    def __init__(self, opened: Callable[[], Ledger | None]) -> None:
        """Begin with none.

        Args:
            opened: returns the ledger; None as long as it has not been opened.
        """
        self._opened = opened
        self._known: dict[PlayerId, Preferences] = {}

    def of(self, player: PlayerId) -> Preferences:
        """Return a player's choices; none while the ledger has not been opened, or if it fails."""
        ledger = self._opened()
        if ledger is None:
            return NO_PREFERENCES
        known = self._known.get(player)
        if known is not None:
            return known
        try:
            stored = read_preferences(ledger.preferences(player))
        except LedgerError:
            return NO_PREFERENCES
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        self._known[player] = stored
        return stored

    def forget(self, *players: PlayerId) -> None:
        """Read the choices of these players anew: they have made one, or their accounts have changed."""
        for player in players:
            self._known.pop(player, None)
