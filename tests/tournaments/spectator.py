"""Shows a tournament to the checker after each change."""

from __future__ import annotations

from typing import Any

from ircpoker.tournaments.tournament import Tournament
from tests.tournaments.arena import NET, Arena
from tests.tournaments.checker import Checker, Snapshot


def watch(arena: Arena, tournament: Tournament) -> Checker:
    """Return a checker that sees each change of a tournament from now on."""
    state = tournament.state
    levels = [state.structure.level(number) for number in range(60)]
    checker = Checker(
        state.plan.seats, state.structure.stack, [(level.small, level.big, level.ante) for level in levels]
    )
    take = tournament.take

    def seen(draft: Any) -> None:
        take(draft)
        if draft.state.is_playing and not draft.is_closing:
            checker.order = checker.order or draft.state.break_order
            entries = draft.state.entries.values()
            checker.entries = len(entries)
            rebuys, addons = sum(entry.rebuys for entry in entries), sum(entry.has_addon for entry in entries)
            checker.bought = rebuys * checker.stack + addons * state.plan.addon
            checker.paid = 0 if draft.state.is_open else draft.state.places_paid
            checker.see(snapshots(tournament), arena.clock.monotonic())

    tournament.take = seen
    return checker


def snapshots(tournament: Tournament) -> dict[int, Snapshot]:
    """Return the tables of a tournament as everybody sees them."""
    found = {}
    for number, table in tournament.tables.items():
        state, hand = table.state, table.state.hand
        entries = {entry.seat: entry.number for entry in tournament.state.playing if entry.table == number}
        chips = {seat: state.seats[seat].stack for seat in state.seats}
        if hand is not None:
            stacks = zip(hand.numbers, hand.deal.setup.stacks, strict=True)
            own = {seat: chips + state.seats[seat].added for seat, chips in stacks}
            chips |= own  # With those in the pot: nobody has won or lost before the end.
        last = state.positions
        blinds = (last.small_blind, last.big_blind, last.button) if last else None
        stakes = state.stakes
        dealt = tuple([entries[seat] for seat in hand.numbers]) if hand is not None else ()
        found[number] = Snapshot(
            {seat: (entries[seat], chips[seat]) for seat in chips},
            blinds,
            hand.deal_id if hand is not None else "",
            (stakes.small_blind, stakes.big_blind, stakes.ante),
            dealt,
            state.last_deal,
        )
    return found


def finish(arena: Arena, checker: Checker, tournament: Tournament) -> None:
    """Show the results to the checker."""
    (result,) = [
        each
        for each in arena.services.ledger.tournament_results(NET, tournament.state.plan.name)
        if each.tournament_id == tournament.id
    ]
    numbers = {entry.nick: entry.number for entry in tournament.state.entries.values()}
    places = [(numbers[each.nick], each.place, each.prize) for each in result.finishes]
    divided = any(" the prizes are divided: " in line.text for line in arena.lines)
    pool = sum(each.paid for each in result.finishes)
    checker.finished(places, pool, list(tournament.state.prizes), divided=divided)
