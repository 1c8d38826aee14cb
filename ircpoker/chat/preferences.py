"""The choices that each person makes with `!set` for their private lines."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

CHOICES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "private": ("notice", "privmsg"),
        "cards": ("unicode", "ascii"),
        "colour": ("on", "off"),
        "odds": ("on", "off"),
        "terse": ("on", "off"),
    }
)
"""The settings with their two possible values."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """The choices of one person, each empty where they have made none.

    Attributes:
        private: whether private lines on IRC are NOTICEs, as usual, or PRIVMSGs.
        cards: whether suits are signs or letters.
        colour: whether suits have colours.
        odds: whether the line of a turn has the chance of the hand and the pot odds.
        terse: whether reminders are left out, and at private tables the chances at all-ins.
    """

    private: str = ""
    cards: str = ""
    colour: str = ""
    odds: str = ""
    terse: str = ""


NO_PREFERENCES = Preferences()


def preferences_from(stored: Mapping[str, str]) -> Preferences:
    """Return stored choices, without those of other versions; `NO_PREFERENCES` for somebody who has made none."""
    chosen = {name: value for name, value in stored.items() if value in CHOICES.get(name, ())}
    return Preferences(**chosen) if chosen else NO_PREFERENCES
