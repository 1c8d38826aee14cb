"""Where the tables of a tournament are played."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ircpoker.config.settings import MOST_CHANNEL_TABLES
from ircpoker.lobby.places import MOST_BY_LINES, Place

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


def free_places(
    place: Place, count: int, listed: Sequence[str], taken: Collection[Place], *, by_lines: bool = False
) -> list[Place]:
    """Return free places for so many tables, or fewer: one in each channel, then tables without a channel.

    Args:
        place: where the tournament was created; its only table is there.
        count: how many tables there are.
        listed: the channels for the tables of a tournament with several, in small letters.
        taken: the places of all tables.
        by_lines: whether tables may play by private lines.
    """
    if place.is_private:
        return [place] if place not in taken else []
    channels = [replace(place, channel=channel) for channel in listed] if count > 1 else []
    found = []
    for channel in channels or [place]:
        numbered = map(channel.numbered, range(1, MOST_CHANNEL_TABLES + 1))
        found += [each for each in numbered if each not in taken][:1]
    if by_lines:
        others = [Place.of_lines(place.network, number) for number in range(1, MOST_BY_LINES + 1)]
        found += [each for each in others if each not in taken]
    return found[:count]
