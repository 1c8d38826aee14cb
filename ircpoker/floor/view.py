"""A tournament as data: what the feed, a screen or a page shows of it. Nothing in it is hidden from anybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.floor.state import standings
from ircpoker.lobby.seats import seat_label
from ircpoker.table import TableSeat

if TYPE_CHECKING:
    from ircpoker.floor.tournament import Tournament


def tournament_data(tournament: Tournament) -> dict[str, object]:
    """Return a tournament as an object for JSON.

    Returns:
        `id`, `name`, `game`, `network`, `place`, `phase`, `buy_in`, `starts_at` (seconds since 1970 UTC, 0 for a
        sit-and-go), `seats` (of a table), `level` (`number` from 1, `blinds`, `elapsed` in seconds), `break` (the
        seconds left), `open` (whether people may register), `hand_for_hand`, `chips` (all), `prizes` (the best first),
        `tables` (`number` from 1, `table` as in announcements, `place`) and `players`, the best first: `nick`, `robot`,
        `table`, `seat` (from 1) and `chips`, or `out` for those who have gone out.
    """
    state, plan = tournament.state, tournament.state.plan
    level = state.current
    return {
        "id": tournament.id,
        "name": plan.name,
        "game": plan.game,
        "network": state.place.network,
        "place": state.place.title,
        "phase": state.phase.value,
        "buy_in": plan.buy_in,
        "starts_at": plan.starts_at,
        "seats": plan.seats,
        "level": {"number": state.level + 1, "blinds": level.blinds, "elapsed": round(state.elapsed)},
        "break": round(state.pause),
        "open": state.is_open,
        "hand_for_hand": state.is_hand_for_hand,
        "chips": state.issued,
        "prizes": list(state.prizes),
        "tables": [
            {"number": number + 1, "table": table.id, "place": table.place.title}
            for number, table in sorted(tournament.tables.items())
        ],
        "players": _players(tournament),
    }


def _players(tournament: Tournament) -> list[dict[str, object]]:
    state = tournament.state
    playing: list[tuple[int, dict[str, object]]] = []
    out: list[dict[str, object]] = []
    for entry_number in [number for group in standings(state) for number in group]:
        entry = state.entries[entry_number]
        shown: dict[str, object] = {"nick": entry.nick, "robot": bool(entry.robot)}
        table = tournament.tables.get(entry.table)
        if not entry.is_in:
            out.append(shown | {"out": True})
        elif table is None:
            playing.append((0, shown))
        else:
            seat = TableSeat(entry.seat)
            chips = table.state.chips(seat)
            where = {"table": entry.table + 1, "seat": seat_label(seat), "chips": chips}
            playing.append((chips, shown | where))
    return [shown for _, shown in sorted(playing, key=lambda each: -each[0])] + out
