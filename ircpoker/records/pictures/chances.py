"""What hands were worth at each step of a finished deal, by all cards that its reader sees of it by the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from msgspec.structs import replace

from ircpoker.equity.answers import whole_percent
from ircpoker.equity.odds import plan, work_out
from ircpoker.equity.spots import GAMES as GAMES_WITH_ODDS
from ircpoker.equity.spots import MOST_HANDS, make_spot
from ircpoker.feed.data import FinishedDeal, tables_of
from ircpoker.feed.messages import TableSnapshot
from ircpoker.records.pictures.snapshots import seat_order
from ircpoker.records.pictures.steps import Step, deal_steps
from ircpoker.words import Phrase

_SECONDS = 0.02
"""The longest estimated time to count the chances of a step; otherwise they are sampled for that long, and say so."""
_ANY = "any"


def steps_with_chances(deal: FinishedDeal, say: Callable[[Phrase], str] = str) -> list[Step]:
    """Return the steps of a deal with the chances at each of them; hands that its reader does not see are random."""
    tables, steps = tables_of(deal), list[Step]()
    last: Mapping[int, str] = {}
    held = _held(tables)
    for step, table in zip(deal_steps(deal, say), tables, strict=True):
        chances = _chances(table, held)
        if not chances or any(seat.chance for seat in step.picture.seats):
            steps.append(step)
            continue
        numbers = seat_order(table, deal.button)
        seats = [
            replace(seat, chance=chances.get(number, ""))
            for number, seat in zip(numbers, step.picture.seats, strict=True)
        ]
        words = step.words
        if chances != last:
            names = {seat.seat: seat.name for seat in table.seats}
            shares = ", ".join([f"{names[number]} {chance}" for number, chance in chances.items()])
            words = say(Phrase("pictures.chances", words=words, chances=shares))
        steps.append(replace(step, words=words, picture=replace(step.picture, seats=tuple(seats))))
        last = chances
    return steps


def _held(tables: list[TableSnapshot]) -> Mapping[int, str]:
    """Return the hole cards that the reader sees at any time, by the numbers of the seats."""
    held: dict[int, str] = {}
    for table in tables:
        seen = {seat.seat: seat.cards for seat in table.seats}
        if table.you is not None and table.you.seat:
            seen[table.you.seat] = table.you.cards
        held |= {seat: "".join(cards) for seat, cards in seen.items() if cards}
    return held


def _chances(table: TableSnapshot, held: Mapping[int, str]) -> dict[int, str]:
    """Return the chances of the hands that the reader sees, by the numbers of their seats."""
    live = [seat.seat for seat in table.seats if seat.in_hand]
    seen = [seat for seat in live if seat in held]
    if not table.street or not seen or not 1 < len(live) <= MOST_HANDS or table.game not in GAMES_WITH_ODDS:
        return {}
    found = _equities(tuple([held.get(seat, _ANY) for seat in live]), "".join(table.board), table.game)
    return {seat: chance for seat, chance in zip(live, found, strict=True) if seat in held}


@lru_cache(1000)
def _equities(hands: tuple[str, ...], board: str, game: str) -> tuple[str, ...]:
    spot = make_spot(hands, board, game=game)
    how = plan(spot, _SECONDS, _SECONDS)
    about = "" if how.is_exact else "≈ "
    return tuple([f"{about}{whole_percent(each.equity)}" for each in work_out(spot, how)])
