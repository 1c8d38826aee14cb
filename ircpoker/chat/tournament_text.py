"""Tournaments in words: their events, and how they stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import asdict

from ircpoker.chat.segments import chips, published
from ircpoker.ledger import Finish, TournamentResult, Transfer
from ircpoker.lobby import tournament_events as events
from ircpoker.lobby.seats import seat_label
from ircpoker.records.deal_words import joined
from ircpoker.table import GAMES, TableSeat
from ircpoker.tournaments.clocks import hands_left, seconds_left
from ircpoker.tournaments.stages import prizes_phrase
from ircpoker.tournaments.state import TournamentState
from ircpoker.tournaments.tournament import Tournament
from ircpoker.tournaments.view import average_stack, stacks, still_in
from ircpoker.words import Phrase, wait_phrase

_MOST_NAMED = 10
_MOST_LEVELS = 8


def event_phrase(event: events.TournamentEvent) -> Phrase:
    """Return an event of a tournament in words."""
    match event:
        case events.LevelBegan():
            return _level(event)
        case events.TournamentStands():
            return _stands(event)
        case events.PlayerOut():
            return _out(event)
        case events.PlayerMoved():
            return _moved(event)
        case events.HeadWon():
            shares = ", ".join([f"{nick} {share}" for nick, share in event.winners])
            return Phrase("tournament.head", who=event.nick, shares=shares)
        case events.TournamentEnded():
            return _ended(event)


def _level(event: events.LevelBegan) -> Phrase:
    key = "level_led" if event.leader else "level"
    return Phrase(f"tournament.{key}", chips=event.leader_chips, **asdict(event))


def _stands(event: events.TournamentStands) -> Phrase:
    paid = Phrase("tournament.places", n=event.paid) if event.paid else ""
    return Phrase("tournament.status", chips=event.leader_chips, **asdict(event) | {"paid": paid})


def _out(event: events.PlayerOut) -> Phrase:
    # The winner is told next.
    rest = Phrase("tournament.left", n=event.left) if event.is_last and event.left > 1 else ""
    if not event.place:
        return Phrase("tournament.out", who=event.nick, rest=rest)
    if event.shared > 1:
        key = "out_shared" if event.prize else "out_tied"
    else:
        key = "out_paid" if event.prize else "out_place"
    return Phrase(f"tournament.{key}", who=event.nick, place=event.place, prize=chips(event.prize), rest=rest)


def _moved(event: events.PlayerMoved) -> Phrase:
    # The line of a table in a channel begins with the channel.
    is_here = event.title and event.why == "drawn"
    seat, where = seat_label(TableSeat(event.seat)), Phrase("tournament.here") if is_here else where_phrase(event)
    moved = Phrase(f"tournament.moved_{event.why}", where=where, seat=seat, chips=chips(event.chips))
    return moved if event.title else Phrase("tournament.by_lines", moved=moved)


def where_phrase(event: events.PlayerMoved) -> Phrase:
    """Return where a table of a tournament is: its channel, or its number."""
    if event.title:
        return Phrase("tournament.in_channel", channel=event.title)
    return Phrase("tournament.at_table", number=event.table)


def draw_phrase(tournament: Tournament) -> Phrase:
    """Return the commitment to the next draw of seats."""
    draw = tournament.state.draw
    shuffle = tournament.context.ledger.shuffle(draw)
    sealed = published(shuffle.commitment) if shuffle is not None else "-"
    which = "next_draw" if tournament.state.is_playing else "draw"
    return Phrase(f"tournament.{which}", deal=draw, sealed=sealed)


def _ended(event: events.TournamentEnded) -> Phrase:
    paid = ", ".join([f"{place}. {nick} {prize}" for nick, place, prize in event.paid])
    if event.why is not None:
        free = "_free" if event.is_free or not paid else ""
        return Phrase(f"tournament.early_{event.why.value}{free}", name=event.name, paid=paid)
    who = {"who": event.winner, "n": event.winner.count(" & ") + 1}
    if event.is_free or not paid:
        return Phrase("tournament.ended_free", name=event.name, **who)
    key = "ended_chop" if not event.winner else "ended_heads" if event.has_heads else "ended"
    return Phrase(f"tournament.{key}", name=event.name, **who, paid=paid)


def plan_phrase(state: TournamentState) -> Phrase:
    """Return the game, the chips and the price of a tournament."""
    plan = state.plan
    game = GAMES[plan.game].full_title
    cost = Phrase("tournament.costs", chips=chips(plan.buy_in)) if plan.buy_in else Phrase("tournament.free")
    if plan.head:
        cost = Phrase("tournament.costs_head", chips=chips(plan.buy_in), head=plan.head)
    level = state.structure.level(0)
    length = f"{level.hands} hands" if level.hands else f"{level.minutes:.3g} min"
    facts = {"game": game, "stack": state.structure.stack, "blinds": f"{level.blinds}@{length}"}
    return Phrase("tournament.plan", **facts, cost=cost)


def standing(tournament: Tournament, now: float) -> Iterator[Phrase]:
    """Yield how a tournament stands: two to four lines."""
    state = tournament.state
    plan = state.plan
    if not state.is_playing:
        yield _entered(state)
        if plan.starts_at:
            wait = wait_phrase(60 * max(0, round((plan.starts_at - tournament.wall()) / 60)))
            yield Phrase("tournament.starts", wait=wait, prizes=prizes_phrase(state))
        yield draw_phrase(tournament)
        return
    chips_of, level = stacks(tournament), state.current
    left = still_in(tournament, chips_of)
    best = sorted(chips_of, key=lambda entry: (-chips_of[entry], entry))
    # The shortest stack is always among them.
    best = best[: _MOST_NAMED - 1] + best[-1:] if len(best) > _MOST_NAMED else best
    yield Phrase(
        "tournament.stands",
        name=plan.name,
        left=len(left),
        entries=len(state.entries),
        number=state.level + 1,
        blinds=level.blinds,
        rest=level_rest(state, now),
        average=average_stack(state, left),
    )
    yield Phrase(
        "tournament.leaders", names=", ".join([f"{state.entries[each].nick} {chips_of[each]}" for each in best])
    )
    yield prizes_phrase(state)
    if state.is_open or len(state.tables) > 1:
        yield draw_phrase(tournament)


def _entered(state: TournamentState) -> Phrase:
    """Return who has entered a tournament that has not begun."""
    facts, entered = {"name": state.plan.name, "plan": plan_phrase(state)}, len(state.entries)
    if not entered:
        return Phrase("tournament.is_new", **facts)
    names: str | Phrase = ", ".join([entry.nick for entry in list(state.entries.values())[:_MOST_NAMED]])
    if entered > _MOST_NAMED:
        names = Phrase("tournament.and_more", names=names, n=entered - _MOST_NAMED)
    return Phrase("tournament.is_open", **facts, n=entered, names=names)


def level_rest(state: TournamentState, now: float) -> Phrase:
    """Return how long the level lasts."""
    seconds = seconds_left(state, now)
    if seconds is None:
        return Phrase("tournament.hands_left", n=hands_left(state) or 0)
    return Phrase("tournament.minutes_left", n=round(seconds / 60))


def levels_phrase(state: TournamentState) -> Phrase:
    """Return the levels of a tournament."""
    shown = [str(state.structure.level(number)) for number in range(min(_MOST_LEVELS, len(state.structure.levels)))]
    return Phrase("tournament.levels", levels=" ".join(shown))


def result_phrases(result: TournamentResult, moved: Sequence[Transfer]) -> Iterator[Phrase]:
    """Yield the results of a tournament that is over, with marks for entrants of one host.

    Args:
        result: the results.
        moved: the largest transfers of chips between two people.

    Yields:
        The places; what the marks mean; the transfers.
    """
    day = f"{result.ended_at:%Y-%m-%d}"
    if result.is_cancelled:
        yield Phrase("tournament.was_cancelled", name=result.name, day=day)
        return
    hosts = [finish.host for finish in result.finishes if finish.host]
    shared = sorted({host for host in hosts if hosts.count(host) > 1})
    marks = {host: "*" * (number + 1) for number, host in enumerate(shared)}
    shown = [_finish(finish, marks.get(finish.host, "")) for finish in result.finishes[: 2 * _MOST_NAMED]]
    note = f" ({result.note})" if result.note else ""
    yield Phrase("tournament.result", name=result.name, day=day, note=note, places=", ".join(shown))
    if marks:
        yield Phrase("tournament.same_host")
    if moved:
        pairs = [
            Phrase("tournament.transfer", loser=each.loser, winner=each.winner, chips=each.chips, n=each.hands)
            for each in moved
        ]
        yield Phrase("tournament.transfers", pairs=joined([[pair] for pair in pairs], ", "))


def _finish(finish: Finish, mark: str) -> str:
    prize = f" {finish.prize}" if finish.prize else ""
    return f"{finish.place}. {finish.nick}{mark}{prize}"
