"""Where the tables of a tournament are played, and whether there is one for another entry."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from ircpoker.config.networks import MOST_CHANNEL_TABLES
from ircpoker.errors import NotAllowedError
from ircpoker.lobby import Lobby
from ircpoker.lobby.admission import Crowd, seconds_here
from ircpoker.lobby.places import Place, free_by_lines
from ircpoker.tournaments.rules.seating import tables_needed
from ircpoker.tournaments.settings import TOURNAMENTS
from ircpoker.tournaments.tournament import Tournament
from ircpoker.words import Phrase


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
    places = []
    for channel in channels or [place]:
        numbered = map(channel.numbered, range(1, MOST_CHANNEL_TABLES + 1))
        places += [each for each in numbered if each not in taken][:1]
    if by_lines:
        places += free_by_lines(place.network, taken)
    return places[:count]


def places_for(tournament: Tournament, lobby: Lobby, count: int) -> list[Place]:
    """Return free places for so many tables of a tournament, or fewer."""
    place, context = tournament.state.place, tournament.context
    joined = {name.lower() for name in context.channels.get(place.network, ())}
    listed = [name.lower() for name in context.config.section(TOURNAMENTS).channels if name.lower() in joined]
    by_lines = not tournament.state.plan.is_sit_and_go
    return free_places(place, count, listed, lobby.tables.places, by_lines=by_lines)


def check_room(tournament: Tournament, lobby: Lobby, *, is_robot: bool = False) -> None:
    """Refuse an entry for which there is no table, or with which a deal would take too long.

    Args:
        tournament: the tournament.
        lobby: all tables.
        is_robot: whether the entry is a robot's.

    Raises:
        NotAllowedError: it is refused; the error names the number of tables.
    """
    state, seats, playing = tournament.state, tournament.state.plan.seats, tournament.state.playing
    if state.plan.is_sit_and_go:
        return
    needed, own = tables_needed(len(playing) + 1, seats), list(tournament.tables.values())
    places = [table.place for table in own] if state.is_playing else places_for(tournament, lobby, needed)
    others = [each for each in lobby.tables.on(state.place.network) if each not in own]
    people = sum(bool(entry.player) for entry in playing) + (not is_robot)
    crowd = Crowd(max(needed, len(places)), people, len(playing) + 1, sum(place.is_by_lines for place in places))
    seconds = seconds_here(tournament.context, state.place, others, crowd)
    is_slow = seconds > tournament.context.config.limits.most_seconds_a_hand
    if needed > len(places) or (is_slow and needed > 1):
        now = max(1, min(len(places), tables_needed(len(playing), seats)))
        raise NotAllowedError(Phrase("tournament.no_room", n=now, seconds=round(seconds)))
