"""What a tournament tells all who follow it: that it begins, the bubble, the money, heads-up; each once."""

from __future__ import annotations

from ircpoker.lobby.events import TableEvent
from ircpoker.tournaments.draft import TournamentDraft
from ircpoker.tournaments.rules.payouts import prizes
from ircpoker.tournaments.state import TournamentState
from ircpoker.words import Phrase

MOST_SHOWN = 10
"""The places, with their prizes, in one line."""
HEADS_UP = 2


def _tell(draft: TournamentDraft, event: TableEvent) -> None:
    """Announce an event at the tables of the change, before what follows there, and where nobody hears these."""
    state, heard = draft.state, {number for number in draft.state.tables if number in draft.tables}
    for number in sorted(heard):
        draft.announce_at(number, event)
    there = {draft.tables[number].state.place.numbered(1) for number in heard}
    elsewhere = {state.place, *[draft.table_state(number).place for number in state.tables.keys() - heard]}
    for place in sorted({place.numbered(1) for place in elsewhere if not place.is_by_lines} - there, key=str):
        draft.announce(event, place=place, beside=())


def tell_start(draft: TournamentDraft) -> None:
    """Tell that it begins, with its entries, tables and prizes."""
    state = draft.state
    entries, tables = len(state.entries), len(state.tables)
    titles = [draft.table_state(number).place.title for number in state.tables]
    where = Phrase("tournament.in_channels", channels=", ".join(titles)) if all(titles) else ""
    values = {"name": state.plan.name, "entries": entries, "n": tables, "prizes": prizes_phrase(state), "where": where}
    _tell(draft, Phrase("tournament.started", **values))


def prizes_phrase(state: TournamentState) -> Phrase:
    """Return the prizes, or why they are not known."""
    if not state.plan.buy_in:
        return Phrase("tournament.free_prizes")
    if not state.entries:
        return Phrase("tournament.no_prizes")
    entries = len(state.entries)
    paid = [prize for prize in state.prizes or prizes(state.prize_pool, entries, state.plan.payouts) if prize]
    shown = ", ".join([f"{place}. {prize}" for place, prize in enumerate(paid[:MOST_SHOWN], 1)])
    if not state.is_open:
        return Phrase("tournament.prizes", prizes=shown)
    so_far, level = Phrase("tournament.so_far", n=entries, prizes=shown), state.plan.late_levels
    return Phrase("tournament.still_open", level=level, so_far=so_far) if level else so_far


def tell_stage(draft: TournamentDraft, before: int) -> None:
    """Tell the bubble, that all who are left are paid, and heads-up, as soon as it is so.

    At several tables the line about hand for hand tells the bubble.

    Args:
        draft: the draft, after players have gone out.
        before: how many played before.
    """
    state = draft.state
    left, paid = len(state.playing), len([prize for prize in state.prizes if prize])
    if state.is_open or left < HEADS_UP or state.deserted_since is not None:
        return
    facts = []
    if paid and before > paid + 1 == left > HEADS_UP and len(state.tables) == 1:
        facts.append(Phrase("tournament.bubble", n=paid))
    if before > paid >= left:
        facts.append(Phrase("tournament.in_money", left=left, least=state.prizes[left - 1]))
    if before > HEADS_UP == left:
        stacks = draft.stacks()
        shown = ", ".join([f"{entry.nick} {stacks[entry.number]}" for entry in state.playing])
        facts.append(Phrase("tournament.heads_up", names=shown))
    if facts:
        first, *others = facts
        for other in others:
            first = Phrase("tournament.two_facts", first=first, second=other)
        _tell(draft, first)


def is_near_money(state: TournamentState) -> bool:
    """Return whether so few are left that registration must end: re-buys end before the money."""
    return len(state.playing) <= state.plan.payouts.places(len(state.entries)) + 1
