"""People and robots enter a tournament and withdraw; they buy in again, and take add-ons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import cycle, islice

from msgspec.structs import replace

from ircpoker.errors import InsufficientChipsError, NotAllowedError
from ircpoker.ledger import HOUSE, GameAccount, PlayerId, SaveEntry, WithdrawEntry, transfer
from ircpoker.ledger.tournaments import KIND
from ircpoker.lobby.seating import check_name
from ircpoker.lobby.seats import names_apart
from ircpoker.people import Person
from ircpoker.robots import BUILT_IN_NAMES, RobotClass, plays, shown_name, shown_names
from ircpoker.robots.registry import robot_refusal
from ircpoker.table import GAMES, TableSeat
from ircpoker.table.games import FEWEST_SEATS
from ircpoker.tournaments import moving
from ircpoker.tournaments.clocks import run_clock
from ircpoker.tournaments.draft import TournamentDraft
from ircpoker.tournaments.state import TournamentEntry, TournamentPlan, TournamentState, new_entry
from ircpoker.words import Phrase

_MIXED = ("regular", "tight", "loose", "wild")
"""The opponents of a person alone, where the game has no usual ones."""


def check_open(state: TournamentState) -> None:
    """Raise NotAllowedError unless people may register."""
    if not state.is_open or state.is_ending:
        raise NotAllowedError(Phrase("tournament.closed", name=state.plan.name))
    if state.plan.entries and len(state.entries) >= state.plan.entries:
        raise NotAllowedError(Phrase("tournament.full", name=state.plan.name))


def enter(draft: TournamentDraft, person: Person, guests_per_host: int, held: int) -> TournamentEntry:
    """Register a person, who pays the buy-in; while the tournament is played they get a seat by a draw.

    Args:
        draft: the draft; while it is played with the table that has most room.
        person: the person, who has an account.
        guests_per_host: the most guests of one host; 0 for any number.
        held: the chips that they have.

    Raises:
        NotAllowedError: registration is closed, they have entered, or too many guests of their host have.
        InsufficientChipsError: they do not have the buy-in.
    """
    state, cost = draft.state, draft.state.plan.buy_in
    check_open(state)
    if state.entry_of(person.id) is not None:
        raise NotAllowedError(Phrase("tournament.registered"))
    check_name(draft.context, person, [each.own_nick for each in state.entries.values()])
    if cost and guests_per_host and person.id.is_guest and person.mark:
        same = [
            each for each in state.entries.values() if each.host == person.mark and each.player and each.player.is_guest
        ]
        if len(same) >= guests_per_host:
            raise NotAllowedError(Phrase("tournament.host", n=guests_per_host))
    if cost > held:
        raise InsufficientChipsError(cost, held)
    entry = new_entry(state.next_number, person, cost)
    return _add(draft, entry)


def enter_first(draft: TournamentDraft, person: Person, robots: Iterable[RobotClass], guests_per_host: int) -> None:
    """Register the first person of a sit-and-go, and robots for nothing; see `enter` and `add_robot`."""
    context = draft.context
    context.open_account(person)
    enter(draft, person, guests_per_host, context.ledger.balance(person.id))
    for robot in robots:
        add_robot(draft, robot, None, context.robots, 0)


def _add(draft: TournamentDraft, entry: TournamentEntry, stake: int = 0) -> TournamentEntry:
    state = draft.state
    state.next_number += 1
    state.put(entry)
    tell_apart(draft, entry.number)
    entry = state.entries[entry.number]
    draft.move(transfer(entry.player or HOUSE, GameAccount(KIND), entry.paid))
    draft.reason = "buy-in"
    draft.write(save_entry(draft, entry, stake))
    if state.is_playing:
        (number,) = draft.tables
        moving.sit_late(draft, number, entry)
    return state.entries[entry.number]


def tell_apart(draft: TournamentDraft, newest: int) -> None:
    """Give people who have the nick of somebody else names that nobody else in the tournament has.

    Those from other networks get them first, as at a table; of two of the tournament's network it is the newest.
    """
    state, network = draft.state, draft.state.place.network
    people = {number: each for number, each in state.entries.items() if each.player}
    natives = {number: each for number, each in people.items() if each.player and each.player.network == network}
    names = names_apart(natives, newest, "") or names_apart(people, newest, network)
    for number, name in names.items():
        state.put(replace(people[number], nick=name))
        if number != newest:
            draft.write(save_entry(draft, state.entries[number]))


def save_entry(draft: TournamentDraft, entry: TournamentEntry, stake: int = 0) -> SaveEntry:
    """Return the change that records an entry."""
    return SaveEntry(
        draft.table_id,
        entry.number,
        entry.nick,
        entry.paid,
        entry.player,
        entry.robot,
        entry.host,
        entry.caller if stake else None,
        stake,
        entry.won_heads,
    )


def add_robot(
    draft: TournamentDraft, robot: RobotClass, caller: PlayerId | None, robots: Mapping[str, RobotClass], stake: int
) -> TournamentEntry:
    """Register a robot, whose buy-in the house pays.

    Args:
        draft: the draft.
        robot: the robot.
        caller: who calls it.
        robots: the known robots.
        stake: the most chips that the house stakes in a day on robots of the caller; 0 for no limit.

    Raises:
        NotAllowedError: registration is closed, or it has begun; or the robot is not one of the house or does not play
            the game with every number of players, or the house stakes no more on robots of the caller today.
    """
    state, plan = draft.state, draft.state.plan
    check_open(state)
    if state.is_playing:
        raise NotAllowedError(Phrase("tournament.closed", name=plan.name))
    if robot.name not in BUILT_IN_NAMES:
        raise NotAllowedError(Phrase("tournament.own_robot", robot=shown_name(robot.name)))
    if not plays_all(robot, plan.game, plan.seats):
        others = shown_names(name for name, other in robots.items() if plays_all(other, plan.game, plan.seats))
        raise NotAllowedError(robot_refusal(robot, plan.game, plan.seats, others))
    nick = _robot_nick(state, shown_name(robot.name))
    entry = TournamentEntry(state.next_number, nick, plan.buy_in, robot=robot.name, caller=caller)
    return _add(draft, entry, stake if plan.buy_in else 0)


def plays_all(robot: RobotClass, game: str, seats: int) -> bool:
    """Return whether a robot plays a game with every number of players up to so many: a tournament needs that."""
    return all(plays(robot, game, size) for size in range(FEWEST_SEATS, seats + 1))


def opponents(plan: TournamentPlan, robots: Mapping[str, RobotClass]) -> list[RobotClass]:
    """Return robots for all seats but one: the usual ones of the game that play with any number of players.

    Raises:
        NotAllowedError: no robot does.
    """
    fit = [name for name in BUILT_IN_NAMES if name in robots and plays_all(robots[name], plan.game, plan.seats)]
    usual = [name for name in GAMES[plan.game].default_robots if name in fit]
    chosen = usual or [name for name in _MIXED if name in fit] or fit
    if not chosen:
        raise NotAllowedError(Phrase("errors.nobody_plays", game=plan.game))
    return [robots[name] for name in islice(cycle(chosen), plan.seats - 1)]


def _robot_nick(state: TournamentState, name: str) -> str:
    taken = {entry.nick.casefold() for entry in state.entries.values()}
    number, nick = 1, name
    while nick.casefold() in taken:
        number += 1
        nick = f"{name}{number}"
    return nick


def withdraw(draft: TournamentDraft, number: int) -> TournamentEntry:
    """Pay a buy-in back before the tournament begins.

    Raises:
        NotAllowedError: it has begun.
    """
    state = draft.state
    if state.is_playing:
        raise NotAllowedError(Phrase("tournament.begun", name=state.plan.name))
    owner, entry = draft.owners()[number], state.entries.pop(number)
    draft.move(transfer(GameAccount(KIND), owner, entry.paid))
    draft.reason = "refund"
    draft.write(WithdrawEntry(draft.table_id, number))
    return entry


def rebuy(draft: TournamentDraft, entry: TournamentEntry, held: int) -> TournamentEntry:
    """Let somebody without chips buy in again; their table waits for it.

    Raises:
        NotAllowedError: they have chips, it is too late, or the policy has no re-buys.
        InsufficientChipsError: they do not have the buy-in.
    """
    state, cost = draft.state, draft.state.plan.buy_in
    if not state.plan.rebuys:
        raise NotAllowedError(Phrase("tournament.no_rebuys"))
    if entry.number not in state.rebuy_until or not state.is_open or draft.now >= state.rebuy_until[entry.number]:
        raise NotAllowedError(Phrase("tournament.rebuy_late" if entry.out else "tournament.rebuy_chips"))
    if cost > held:
        raise InsufficientChipsError(cost, held)
    table = draft.tables[entry.table]
    seat = table.state.seats[TableSeat(entry.seat)]
    seat.stack += state.structure.stack
    return _pay_more(draft, replace(entry, rebuys=entry.rebuys + 1), state.structure.stack)


def take_addon(draft: TournamentDraft, entry: TournamentEntry, held: int) -> TournamentEntry:
    """Let somebody take the add-on, once, while registration is open.

    Raises:
        NotAllowedError: there is none, it is too late, they have taken it, or they are out.
        InsufficientChipsError: they do not have the price.
    """
    state, cost = draft.state, draft.state.plan.buy_in
    if not state.plan.addon:
        raise NotAllowedError(Phrase("tournament.no_addon"))
    if not state.is_open or not state.is_playing or not entry.is_in or entry.table < 0:
        raise NotAllowedError(Phrase("tournament.addon_late"))
    if entry.has_addon:
        raise NotAllowedError(Phrase("tournament.addon_taken"))
    if cost > held:
        raise InsufficientChipsError(cost, held)
    table = draft.tables[entry.table]
    seat = table.state.seats[TableSeat(entry.seat)]
    if state.plan.is_knockout and not seat.stack and not table.state.has_cards(TableSeat(entry.seat)):
        raise NotAllowedError(Phrase("tournament.addon_without_head"))  # the head is paid, and an add-on has none
    if table.state.has_cards(TableSeat(entry.seat)):
        seat.added += state.plan.addon
    else:
        seat.stack += state.plan.addon
    return _pay_more(draft, replace(entry, has_addon=True), state.plan.addon)


def _pay_more(draft: TournamentDraft, entry: TournamentEntry, chips: int) -> TournamentEntry:
    """Take the buy-in once more, for chips that have come to the seat."""
    state, cost = draft.state, draft.state.plan.buy_in
    entry = replace(entry, paid=entry.paid + cost)
    state.put(entry)
    run_clock(state, draft.now)
    # An add-on gives chips to those who have none, too.
    if (until := state.rebuy_until.pop(entry.number, None)) is not None:
        draft.tables[entry.table].state.seats[TableSeat(entry.seat)].spare_wait(draft.now, until - draft.now)
    state.lost_with.pop(entry.number, None)
    state.issued += chips
    draft.move(transfer(entry.player or HOUSE, GameAccount(KIND), cost))
    draft.reason = "buy-in"
    draft.write(save_entry(draft, entry))
    return entry
