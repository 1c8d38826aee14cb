"""Tournaments as data: what the feed, a screen or a page shows of them. Nothing in it is hidden from anybody.

docs/feed-data.md defines the fields. An all-in that is shown street by street hides its end here, too.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Literal

from msgspec.structs import asdict, replace

from ircpoker.feed import data
from ircpoker.feed.table_parts import Leader, TableTournament
from ircpoker.ledger import TournamentResult
from ircpoker.lobby import Table
from ircpoker.lobby.places import Place
from ircpoker.lobby.seats import seat_label
from ircpoker.lobby.views import unshown_end
from ircpoker.table import GAMES, TableSeat
from ircpoker.tournaments import clocks
from ircpoker.tournaments.rules.payouts import shared_prizes
from ircpoker.tournaments.state import SIT_AND_GO, TournamentEntry, TournamentState, standings
from ircpoker.tournaments.tournament import Tournament

MOST_LEVELS = 30
"""The levels that are listed."""


def summary(tournament: Tournament) -> data.ListedTournament:
    """Return what a list shows of a tournament that is open or runs."""
    state, plan = tournament.state, tournament.state.plan
    has_begun = state.is_playing
    return data.ListedTournament(
        tournament=tournament.id,
        name=plan.name,
        kind="sit_and_go" if plan.is_sit_and_go else "scheduled",
        game=plan.game,
        title=_title(plan.game),
        network=state.place.network,
        place=state.place.title or "private",
        phase="playing" if has_begun else "registering",
        is_open=state.is_open,
        buy_in=plan.buy_in,
        pool=state.pool,
        starts=round(max(0.0, plan.starts_at - tournament.wall())) if plan.starts_at and not has_begun else None,
        entries=len(state.entries),
        wanted=plan.entries,
        left=len(still_in(tournament, stacks(tournament))),
        level=state.level + 1 if has_begun else 0,
        blinds=state.current.blinds,
        winner="",
        ended="",
    )


def whole(tournament: Tournament, now: float) -> data.Tournament:
    """Return everything of a tournament that is open or runs.

    Args:
        tournament: the tournament.
        now: the time of the scheduler.
    """
    state, plan = tournament.state, tournament.state.plan
    shown = min(MOST_LEVELS, max(len(state.structure.levels), state.level + 2))
    return data.Tournament(
        **asdict(summary(tournament)),
        stack=state.structure.stack,
        seats=plan.seats,
        small=state.current.small,
        big=state.current.big,
        ante=state.current.ante,
        next=_next_level(state, now) if state.is_playing else None,
        levels=tuple([str(state.structure.level(number)) for number in range(shown)]),
        pause=round(clocks.pause_left(state, now)) if state.pause else None,
        late_levels=plan.late_levels,
        rebuys=plan.rebuys,
        addon=plan.addon,
        chips=state.issued,
        average=average_stack(state, still_in(tournament, stacks(tournament))),
        leader=_leader(tournament),
        hand_for_hand=state.is_hand_for_hand,
        prizes=tuple(state.prizes),
        entrants=_entrants(tournament),
        tables=tuple(
            [
                data.TournamentTable(number + 1, table.id, table.place.title or "private")
                for number, table in sorted(tournament.tables.items())
            ]
        ),
    )


def _title(game: str) -> str:
    return GAMES[game].full_title if game in GAMES else game


def _next_level(state: TournamentState, now: float) -> data.NextLevel:
    level, seconds = state.structure.level(state.level + 1), clocks.seconds_left(state, now)
    left = None if seconds is None else round(seconds)
    return data.NextLevel(level.blinds, level.small, level.big, level.ante, left, clocks.hands_left(state))


# Players


def stacks(tournament: Tournament) -> dict[int, int]:
    """Return the chips of each entry that plays, as people see it: those in a pot belong to who has bet them.

    Nobody is out, and nobody has won or lost a deal, before it is over and the all-in is shown to its end.
    """
    chips = {}
    for entry in tournament.state.entries.values():
        table, seat = tournament.tables.get(entry.table), TableSeat(entry.seat)
        unshown = unshown_end(table) if table is not None else None
        if unshown is not None and seat in unshown.seats and unshown.seats[seat].own_nick == entry.own_nick:
            chips[entry.number] = unshown.before.get(seat, unshown.seats[seat].stack)
        elif table is not None and entry.is_in and seat in table.seats:
            chips[entry.number] = table.seats[seat].stack
    return chips


def ranks(chips: Mapping[int, int]) -> dict[int, int]:
    """Return the place of each entry by its chips, from 1; equal chips share one."""
    best = sorted(chips.values(), reverse=True)
    return {number: best.index(own) + 1 for number, own in chips.items()}


def still_in(tournament: Tournament, chips: Container[int]) -> list[TournamentEntry]:
    """Return the entries that are not out, as people see it, with the numbers of those who play."""
    return [entry for entry in tournament.state.entries.values() if entry.is_in or entry.number in chips]


def average_stack(state: TournamentState, left: Sequence[TournamentEntry]) -> int:
    """Return the chips that each of those who are not out has on average."""
    return state.issued // max(1, len(left))


def _leader(tournament: Tournament) -> Leader | None:
    chips, state = stacks(tournament), tournament.state
    has_begun = state.level > 0 or any(state.hands.values())
    if not chips or not has_begun:
        return None
    first = max(chips, key=lambda number: (chips[number], -number))
    return Leader(state.entries[first].nick, chips[first])


def table_facts(table: Table, tournament: Tournament, seconds: float | None) -> TableTournament:
    """Return what a table shows of its tournament, with the seconds that the level or the break has left."""
    state = tournament.state
    placed = ranks(stacks(tournament))
    left = still_in(tournament, placed)
    number = next((each for each, other in tournament.tables.items() if other is table), -1)
    here = [entry for entry in left if entry.table == number and entry.number in placed]
    return TableTournament(
        tournament=tournament.id,
        name=state.plan.name,
        number=number + 1,
        tables=len(tournament.tables),
        level=state.level + 1,
        blinds=state.current.blinds,
        next=state.structure.level(state.level + 1).blinds,
        hands=clocks.hands_left(state),
        is_break=bool(state.pause),
        hand_for_hand=state.is_hand_for_hand,
        left=len(left),
        entries=len(state.entries),
        average=average_stack(state, left),
        leader=_leader(tournament),
        prizes=tuple(state.prizes),
        places={seat_label(TableSeat(entry.seat)): placed[entry.number] for entry in here},
        seconds=seconds,
    )


def _entrants(tournament: Tournament) -> tuple[data.Entrant, ...]:
    """Return all entries, the best first: those who play by their chips, then the others by their places."""
    state, chips = tournament.state, stacks(tournament)
    if not state.is_playing:
        return tuple([_entrant(1, entry, is_out=False) for entry in state.entries.values()])
    placed = ranks(chips)
    playing = [state.entries[number] for number in sorted(chips, key=lambda number: (-chips[number], number))]
    entrants = []
    for entry in playing:
        seat, own = seat_label(TableSeat(entry.seat)), chips[entry.number]
        at_table = _entrant(placed[entry.number], entry, is_out=False)
        entrants.append(replace(at_table, table=entry.table + 1, seat=seat, chips=own))
    groups = standings(state)
    paid = shared_prizes(state.prizes, [len(group) for group in groups])
    place = 0
    for group in groups:
        for index, entry in enumerate([state.entries[number] for number in group]):
            if entry.number not in placed:
                entrants.append(_entrant(place + 1, entry, is_out=True, prize=paid[place + index]))
        place += len(group)
    return tuple(entrants)


def _entrant(place: int, entry: TournamentEntry, *, is_out: bool, prize: int = 0) -> data.Entrant:
    return data.Entrant(place, entry.nick, _kind(entry.robot), is_out, prize=prize)


def _kind(robot: str) -> Literal["person", "robot"]:
    return "robot" if robot else "person"


# Those that are over


def finished_summary(result: TournamentResult) -> data.ListedTournament:
    """Return what a list shows of a tournament that is over."""
    winners = [finish.nick for finish in result.finishes if finish.place == 1]
    return data.ListedTournament(
        tournament=result.tournament_id,
        name=result.name,
        kind="sit_and_go" if result.name == SIT_AND_GO else "scheduled",
        game=result.game,
        title=_title(result.game),
        network=result.network,
        place=Place.parse(result.place).title or "private",
        phase="cancelled" if result.is_cancelled else "ended",
        is_open=False,
        buy_in=min((finish.paid for finish in result.finishes), default=0),
        pool=sum(finish.paid for finish in result.finishes),
        starts=None,
        entries=len(result.finishes),
        wanted=0,
        left=0,
        level=0,
        blinds="",
        winner=" & ".join(winners),
        ended=f"{result.ended_at:%Y-%m-%dT%H:%M:%SZ}",
    )


def finished_whole(result: TournamentResult) -> data.Tournament:
    """Return everything of a tournament that is over; `one_host` is the same number for entrants of one host."""
    hosts = [finish.host for finish in result.finishes if finish.host]
    shared = sorted({host for host in hosts if hosts.count(host) > 1})
    entrants = [
        data.Entrant(
            finish.place,
            finish.nick,
            _kind(finish.robot),
            is_out=True,
            prize=finish.prize,
            one_host=shared.index(finish.host) + 1 if finish.host in shared else 0,
        )
        for finish in result.finishes
    ]
    return data.Tournament(**asdict(finished_summary(result)), entrants=tuple(entrants), note=result.note)
