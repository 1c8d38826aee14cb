"""Tournaments as data: what the feed, a screen or a page shows of them. Nothing in it is hidden from anybody.

docs/feed-data.md defines the fields. An all-in that is shown street by street hides its end here, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ircpoker.lobby.places import Place
from ircpoker.lobby.seats import seat_label
from ircpoker.lobby.views import unshown_end
from ircpoker.table import TableSeat
from ircpoker.tournaments import clocks
from ircpoker.tournaments.rules.payouts import shared_prizes
from ircpoker.tournaments.state import SIT_AND_GO, standings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ircpoker.ledger import TournamentResult
    from ircpoker.lobby import Table
    from ircpoker.tournaments.rules.levels import Level
    from ircpoker.tournaments.state import TournamentEntry, TournamentState
    from ircpoker.tournaments.tournament import Tournament

TournamentFacts = dict[str, Any]
MOST_LEVELS = 30
"""The levels that are listed."""
_NO_DETAILS: TournamentFacts = {
    "stack": 0,
    "seats": 0,
    "small": 0,
    "big": 0,
    "ante": 0,
    "next": None,
    "levels": [],
    "pause": None,
    "late_levels": 0,
    "rebuys": 0,
    "addon": 0,
    "chips": 0,
    "average": 0,
    "leader": None,
    "hand_for_hand": False,
    "prizes": [],
    "entrants": [],
    "tables": [],
    "note": "",
    "transfers": [],
}


def summary(tournament: Tournament) -> TournamentFacts:
    """Return what a list shows of a tournament that is open or runs."""
    state, plan = tournament.state, tournament.state.plan
    has_begun = state.is_playing
    return {
        "tournament": tournament.id,
        "name": plan.name,
        "kind": "sit_and_go" if plan.is_sit_and_go else "scheduled",
        "game": plan.game,
        "network": state.place.network,
        "place": state.place.title or "private",
        "phase": state.phase.value,
        "is_open": state.is_open,
        "buy_in": plan.buy_in,
        "pool": state.pool,
        "starts": round(max(0.0, plan.starts_at - tournament.wall())) if plan.starts_at and not has_begun else None,
        "entries": len(state.entries),
        "wanted": plan.entries,
        "left": len(_still_in(tournament)),
        "level": state.level + 1 if has_begun else 0,
        "blinds": state.current.blinds,
        "winner": "",
        "ended": "",
    }


def whole(tournament: Tournament, now: float) -> TournamentFacts:
    """Return everything of a tournament that is open or runs.

    Args:
        tournament: the tournament.
        now: the time of the scheduler.
    """
    state, plan = tournament.state, tournament.state.plan
    count = max(1, len(state.playing))
    upcoming = (
        {**_level(state.structure.level(state.level + 1)), **_time_left(state, now)} if state.is_playing else None
    )
    shown = min(MOST_LEVELS, max(len(state.structure.levels), state.level + 2))
    return (
        summary(tournament)
        | _NO_DETAILS
        | {
            "stack": state.structure.stack,
            "seats": plan.seats,
            "small": state.current.small,
            "big": state.current.big,
            "ante": state.current.ante,
            "next": upcoming,
            "levels": [str(state.structure.level(number)) for number in range(shown)],
            "pause": round(clocks.pause_left(state, now)) if state.pause else None,
            "late_levels": plan.late_levels,
            "rebuys": plan.rebuys,
            "addon": plan.addon,
            "chips": state.issued,
            "average": state.issued // count,
            "leader": _leader(tournament),
            "hand_for_hand": state.is_hand_for_hand,
            "prizes": list(state.prizes),
            "entrants": _entrants(tournament),
            "tables": [
                {"number": number + 1, "table": table.id, "place": table.place.title or "private"}
                for number, table in sorted(tournament.tables.items())
            ],
        }
    )


def _level(level: Level) -> TournamentFacts:
    return {"blinds": level.blinds, "small": level.small, "big": level.big, "ante": level.ante}


def _time_left(state: TournamentState, now: float) -> TournamentFacts:
    """Return how long the level lasts: `seconds`, or `hands`; the other is None."""
    seconds = clocks.seconds_left(state, now)
    hands = clocks.hands_left(state)
    return {"seconds": None if seconds is None else round(seconds), "hands": hands}


# Players


def counted_chips(tournament: Tournament) -> dict[int, int]:
    """Return the chips of each entry that plays, with those in a pot as at the start of the hand."""
    chips = {}
    for entry in tournament.state.playing:
        table = tournament.tables.get(entry.table)
        seat = TableSeat(entry.seat)
        if table is None or seat not in table.seats:
            continue
        hand = table.state.hand
        index = hand.seat_of(seat) if hand is not None else None
        at_start = hand.deal.setup.stacks[index] if hand is not None and index is not None else table.seats[seat].stack
        chips[entry.number] = at_start
    return chips


def ranks(chips: Mapping[int, int]) -> dict[int, int]:
    """Return the place of each entry by its chips, from 1; equal chips share one."""
    best = sorted(chips.values(), reverse=True)
    return {number: best.index(own) + 1 for number, own in chips.items()}


def _leader(tournament: Tournament) -> TournamentFacts | None:
    chips, state = counted_chips(tournament), tournament.state
    has_begun = state.level > 0 or any(state.hands.values())
    if not chips or not has_begun:
        return None
    first = max(chips, key=lambda number: (chips[number], -number))
    return {"name": state.entries[first].nick, "chips": chips[first]}


def table_facts(table: Table, tournament: Tournament) -> TournamentFacts:
    """Return what a table shows of its tournament; `places` are those of its seats by their chips."""
    state = tournament.state
    chips = counted_chips(tournament)
    placed = ranks(chips)
    number = next((each for each, other in tournament.tables.items() if other is table), -1)
    here = [entry for entry in state.playing if entry.table == number and entry.number in placed]
    return {
        "tournament": tournament.id,
        "name": state.plan.name,
        "number": number + 1,
        "tables": len(tournament.tables),
        "level": state.level + 1,
        "blinds": state.current.blinds,
        "next": state.structure.level(state.level + 1).blinds,
        "hands": clocks.hands_left(state),
        "is_break": bool(state.pause),
        "hand_for_hand": state.is_hand_for_hand,
        "left": len(state.playing),
        "entries": len(state.entries),
        "average": state.issued // max(1, len(state.playing)),
        "leader": _leader(tournament),
        "prizes": list(state.prizes),
        "places": {str(seat_label(TableSeat(entry.seat))): placed[entry.number] for entry in here},
    }


def _still_in(tournament: Tournament) -> list[TournamentEntry]:
    """Return the entries that play as people see it: nobody is out before the all-in is shown to its end."""
    return [
        entry
        for entry in tournament.state.entries.values()
        if entry.is_in or _shown_chips(tournament, entry) is not None
    ]


def _shown_chips(tournament: Tournament, entry: TournamentEntry) -> int | None:
    """Return the chips in front of an entry as people see it; None without a seat that is seen."""
    table = tournament.tables.get(entry.table)
    if table is None:
        return None
    seat, unshown = TableSeat(entry.seat), unshown_end(table)
    if unshown is not None and seat in unshown.seats and unshown.seats[seat].own_nick == entry.own_nick:
        return unshown.seats[seat].stack
    return table.state.chips(seat) if entry.is_in and seat in table.seats else None


def _entrants(tournament: Tournament) -> list[TournamentFacts]:
    """Return all entries, the best first: those who play by their chips, then the others by their places."""
    state = tournament.state
    chips = {entry.number: _shown_chips(tournament, entry) for entry in state.entries.values()}
    playing = sorted(_still_in(tournament), key=lambda entry: (-(chips[entry.number] or 0), entry.number))
    placed = ranks({entry.number: chips[entry.number] or 0 for entry in playing})
    entrants = []
    for entry in playing:
        shown = _entrant(placed[entry.number], entry.nick, entry.robot, is_out=False)
        if (own := chips[entry.number]) is not None:
            shown |= {"table": entry.table + 1, "seat": seat_label(TableSeat(entry.seat)), "chips": own}
        entrants.append(shown)
    groups = standings(state)
    paid = shared_prizes(state.prizes, [len(group) for group in groups])
    place = 0
    for group in groups:
        for index, entry in enumerate([state.entries[number] for number in group]):
            if entry.number not in placed:
                entrants.append(_entrant(place + 1, entry.nick, entry.robot, is_out=True, prize=paid[place + index]))
        place += len(group)
    return entrants


def _entrant(place: int, nick: str, robot: str, *, is_out: bool, prize: int = 0) -> TournamentFacts:
    return {
        "place": place,
        "name": nick,
        "kind": "robot" if robot else "person",
        "is_out": is_out,
        "table": 0,
        "seat": 0,
        "chips": 0,
        "prize": prize,
        "one_host": 0,
    }


# Those that are over


def finished_summary(result: TournamentResult) -> TournamentFacts:
    """Return what a list shows of a tournament that is over."""
    winners = [finish.nick for finish in result.finishes if finish.place == 1]
    return {
        "tournament": result.tournament_id,
        "name": result.name,
        "kind": "sit_and_go" if result.name == SIT_AND_GO else "scheduled",
        "game": result.game,
        "network": result.network,
        "place": Place.parse(result.place).title or "private",
        "phase": "cancelled" if result.is_cancelled else "ended",
        "is_open": False,
        "buy_in": min((finish.paid for finish in result.finishes), default=0),
        "pool": sum(finish.paid for finish in result.finishes),
        "starts": None,
        "entries": len(result.finishes),
        "wanted": 0,
        "left": 0,
        "level": 0,
        "blinds": "",
        "winner": " & ".join(winners),
        "ended": f"{result.ended_at:%Y-%m-%dT%H:%M:%SZ}",
    }


def finished_whole(result: TournamentResult) -> TournamentFacts:
    """Return everything of a tournament that is over; `one_host` is the same number for entrants of one host."""
    hosts = [finish.host for finish in result.finishes if finish.host]
    shared = sorted({host for host in hosts if hosts.count(host) > 1})
    entrants = [
        _entrant(finish.place, finish.nick, finish.robot, is_out=True, prize=finish.prize)
        | {"one_host": shared.index(finish.host) + 1 if finish.host in shared else 0}
        for finish in result.finishes
    ]
    return finished_summary(result) | _NO_DETAILS | {"entrants": entrants, "note": result.note}
