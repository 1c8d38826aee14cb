"""Who sits at a table: sitting down, leaving, being away, and the end of the table; chips move with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ircpoker.errors import WAYS_TO_A_TABLE, InvalidAmountError, NotAllowedError, RobotRefusedError
from ircpoker.ledger import HOUSE, RevealShuffle, transfer
from ircpoker.lobby import proving
from ircpoker.lobby.news import Closed, Departure, Left, RobotIdle, Waiting
from ircpoker.lobby.state import Seat
from ircpoker.lobby.timers import Timer
from ircpoker.robots import plays

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ircpoker.ledger import Change, PlayerId, Posting
    from ircpoker.lobby.house import House
    from ircpoker.lobby.places import Player
    from ircpoker.lobby.table import Table
    from ircpoker.robots import RobotClass

FEWEST = 2
SEAT_IS_KEPT = "this seat is kept for the guest who took it under your nick from elsewhere: change your nick to get one"


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody has sat down.

    Attributes:
        nick: who.
        chips: with how many.
        seat: where, counted from 1.
        waits: a deal is in progress, so that they are dealt in later.
        is_back: they sat here already, and are dealt in again.
    """

    nick: str
    chips: int
    seat: int
    waits: bool
    is_back: bool = False


def check_buy_in(house: House, player: PlayerId, game: str, chips: int | None) -> int:
    """Return how many chips somebody brings.

    Args:
        house: has the limits, and the ledger.
        player: who.
        game: a key of `GAMES`.
        chips: what they said; None for nothing, which brings the usual number, or all there is if that is
            enough.

    Returns:
        The chips.

    Raises:
        InvalidAmountError: fewer or more than allowed.
        UnknownPlayerError: they have no account.
    """
    settings = house.settings(game)
    if chips is None:
        return min(settings.buy_in, max(settings.least_buy_in, house.ledger.purse(player).balance))
    if not settings.least_buy_in <= chips <= settings.most_buy_in:
        raise InvalidAmountError(str(chips), settings.least_buy_in, settings.most_buy_in)
    return chips


def capacity(table: Table) -> int:
    """Return how many can sit here: what the game allows, and every robot that sits here."""
    return min([_most_with(table, seat) for seat in table.state.seats.values()], default=table.state.game.most_seats)


def _most_with(table: Table, seat: Seat) -> int:
    """Return how many can play where this one plays: what the game allows, of a robot what it can."""
    most = table.state.game.most_seats
    robot = table.house.robots.get(seat.robot)
    return most if robot is None else min(most, max(robot.games.get(table.state.game_name, range(1)), default=0))


def check_free(table: Table, other_way: str) -> None:
    """See to it that one more can sit down.

    Args:
        table: the table.
        other_way: what to say where it is a game for two.

    Raises:
        NotAllowedError: the table is full, or it is for two.
    """
    state = table.state
    if state.is_duel:
        raise NotAllowedError("this is a game for two, without a free seat", other_way)
    seats = len(state.seats)
    if seats >= capacity(table):
        robots = [seat.nick for seat in state.seats.values() if seats >= _most_with(table, seat)]
        why = f", and {robots[0]} plays with no more" if robots and seats < state.game.most_seats else ""
        raise NotAllowedError(f"the table is full: {seats} sit here{why}")


def ways_to_a_seat(table: Table | None) -> tuple[str, ...]:
    """Return how somebody comes to a seat who acts where they have none: at best at the table there."""
    return WAYS_TO_A_TABLE if table is None or _is_full(table) else ("sit joins the table here",)


def _is_full(table: Table) -> bool:
    return table.state.is_duel or len(table.state.seats) >= capacity(table)


def occupied(table: Table, player: Player) -> NotAllowedError:
    """Return what keeps somebody from opening a table where there is this one."""
    state = table.state
    number = state.number_of(player.id)
    if number is not None:
        if not state.seats[number].is_of(player):
            return NotAllowedError(SEAT_IS_KEPT)
        return NotAllowedError("you sit at a table here already", "table shows it", "leave leaves it")
    *others, last = [table.sitter(number).name for number in sorted(state.seats)]
    names = f"{', '.join(others)} and {last}" if others else last
    way = "play begins one in private, too" if _is_full(table) else "sit joins it"
    return NotAllowedError(f"there is a table here already, of {names}", way)


def sit(table: Table, player: Player, chips: int | None) -> Seated:
    """Let a person sit down, or come back to their seat.

    Args:
        table: the table.
        player: who.
        chips: with how many; None for the usual number.

    Returns:
        What happened.

    Raises:
        NotAllowedError: they sit here, the table is full, or it is for two.
        InvalidAmountError: fewer or more chips than allowed.
        InsufficientChipsError: they do not have them.
    """
    state = table.state
    number = state.number_of(player.id)
    if number is not None:
        if not state.seats[number].is_of(player):
            raise NotAllowedError(SEAT_IS_KEPT)
        return _come_back(table, number, chips)
    check_free(table, "play begins one of your own in private")
    brought = check_buy_in(table.house, player.id, state.game_name, chips)
    number = free_seat(table)
    seat = Seat(player.nick, brought, brought, player.id, address=player.address)
    while any(seat.known_as == other.known_as for other in state.seats.values()):
        # Somebody else who sits here had that nick before.
        seat.known_as += "'"
    state.seats[number] = seat
    table.store(moves=transfer(player.id, table.account, brought), reason="buy-in")
    plan_next(table)
    return Seated(player.nick, brought, number + 1, waits=table.play is not None)


def seat_robot(table: Table, robot: RobotClass) -> Seated:
    """Let a robot sit down, with chips of the house.

    Args:
        table: the table.
        robot: which.

    Returns:
        What happened.

    Raises:
        NotAllowedError: the table is full, or it is for two.
        RobotRefusedError: it does not play this game with so many; names those that do.
    """
    state = table.state
    check_free(table, "open begins one for several in a channel")
    seats = len(state.seats) + 1
    if not any(plays(robot, state.game_name, size) for size in range(seats, state.game.most_seats + 1)):
        able = [name for name, other in table.house.robots.items() if plays(other, state.game_name, seats)]
        raise RobotRefusedError(robot.name, state.game_name, seats, robot.games.get(state.game_name, range(0)), able)
    chips = table.house.settings(state.game_name).buy_in
    number = free_seat(table)
    nick = robot_nick(robot.name, [seat.nick for seat in state.seats.values()])
    state.seats[number] = Seat(nick, chips, chips, robot=robot.name)
    table.store(moves=transfer(HOUSE, table.account, chips), reason="buy-in")
    plan_next(table)
    return Seated(nick, chips, number + 1, waits=table.play is not None)


def robot_nick(name: str, nicks: Iterable[str]) -> str:
    """Return what a robot is called among those `nicks`: its name, with a number if one of them is called so."""
    taken = set(map(str.casefold, nicks))
    candidates = [name, *(f"{name}{number}" for number in range(2, len(taken) + 3))]
    return next(nick for nick in candidates if nick.casefold() not in taken)


def free_seat(table: Table) -> int:
    """Return the first free seat."""
    return next(number for number in range(table.state.game.most_seats) if number not in table.state.seats)


def leave(table: Table, number: int) -> bool:
    """Let a person leave, at once or, with cards in a deal, after it.

    Args:
        table: the table.
        number: their seat.

    Returns:
        True if they have left, False if they will.
    """
    play = table.play
    if play is not None and number in play.hand.seats:
        table.state.seats[number].leaves = True
        return False
    settle(table, {number: Departure.ASKED})
    if not table.is_over:
        plan_next(table)
    return True


def settle(table: Table, leavers: dict[int, Departure], *changes: Change, moves: tuple[Posting, ...] = ()) -> None:
    """Let people go with their chips, and store the table; without people it is closed.

    Args:
        table: the table, no deal in progress among those who go.
        leavers: seats of people, and why they go.
        changes: what else is written.
        moves: other chips that move before.
    """
    state = table.state
    departures = []
    for number, why in leavers.items():
        who, seat = table.sitter(number), state.seats.pop(number)
        elsewhere = seat.purse.name if seat.purse and seat.purse != seat.player else ""
        departures.append(Left(who, seat.stack, why, elsewhere))
        if seat.purse:
            moves += transfer(table.account, seat.purse, seat.stack)
    if state.people:
        for one in departures:
            table.tell(one)
        table.store(*changes, moves=moves, reason="cash-out" if departures else "table")
        return
    for seat in state.seats.values():
        moves += transfer(table.account, HOUSE, seat.stack)
    due = [deal_id for deal_id, _ in table.unproved]
    table.tell(Closed(tuple(departures)))
    table.end(*changes, *[RevealShuffle(deal_id) for deal_id in due], moves=moves)
    proving.archive_proofs(table, due)


def close(table: Table, why: Departure = Departure.CLOSED, *changes: Change) -> None:
    """Close a table at which no deal is in progress; everybody gets their chips, and changes are written with it."""
    settle(table, {number: why for number, seat in table.state.seats.items() if seat.player}, *changes)


def ready_seats(table: Table) -> list[int]:
    """Return the seats that are dealt in next: people, and as many robots as possible that play with so many."""
    ready = _willing(table)
    people = [number for number in ready if table.state.seats[number].player]
    for size in range(len(ready), FEWEST - 1, -1):
        robots = [number for number in ready if number not in people and _plays_with(table, number, size)]
        if len(people) <= size <= len(people) + len(robots):
            return sorted(people + robots[: size - len(people)])
    return people


def _willing(table: Table) -> list[int]:
    return sorted(
        number
        for number, seat in table.state.seats.items()
        if seat.stack and not seat.sits_out and not seat.leaves and number not in table.away
    )


def _plays_with(table: Table, number: int, size: int) -> bool:
    """Return whether a robot plays in a deal of so many; one that is not there any more does as well as it can."""
    robot = table.house.robots.get(table.state.seats[number].robot)
    return robot is None or plays(robot, table.state.game_name, size)


def note_idle(table: Table, ready: list[int]) -> None:
    """Say once of each robot that it is not dealt in, as it does not play with so many."""
    idle = set(_willing(table)) - set(ready)
    for number in sorted(idle - table.idle):
        robot = table.house.robots[table.state.seats[number].robot]
        table.tell(RobotIdle(table.sitter(number), table.state.game_name, robot.games[table.state.game_name]))
    table.idle = idle


def can_deal(table: Table, ready: list[int]) -> bool:
    """Return whether there are enough for a deal, a person among them."""
    return len(ready) >= FEWEST and any(table.state.seats[number].player for number in ready)


def plan_next(table: Table) -> None:
    """Plan the next deal if there are enough to play; say once that there are not; close if nobody wants to."""
    if table.play is not None:
        return
    state = table.state
    ready = ready_seats(table)
    note_idle(table, ready)
    table.flush()
    if can_deal(table, ready):
        table.calls.cancel(Timer.ALONE)
        if table.calls.when(Timer.DEAL) is None:
            pause = table.house.deal_pause(state.place, state.game_name)
            table.after(Timer.DEAL, pause)
        return
    table.calls.cancel(Timer.DEAL)
    if all(seat.sits_out for seat in state.people) or (state.is_duel and table.idle):
        close(table)
        return
    waiting = _present(table)
    longest = table.house.settings(state.game_name).wait
    if waiting and longest and table.house.has_clocks(state.place) and table.calls.when(Timer.ALONE) is None:
        table.after(Timer.ALONE, longest)
    if waiting and state.last_deal and not table.waits:
        table.waits = True
        table.tell(Waiting(waiting[0]))
        table.flush()


def waited(table: Table) -> None:
    """Close a table to which nobody has come for long; one of people who are all away has another clock."""
    if table.play is None and _present(table) and not can_deal(table, ready_seats(table)):
        close(table, Departure.ALONE)


def _present(table: Table) -> list[str]:
    """Return the nicks of the people who sit here and are there."""
    return [seat.nick for number, seat in table.state.seats.items() if seat.player and number not in table.away]


def go_away(table: Table, number: int) -> None:
    """Note that a person is gone; their seat is kept for a while."""
    if number not in table.away:
        table.away[number] = table.now
        plan_grace(table)


def come_back(table: Table, number: int) -> bool:
    """Note that a person is there; return whether they had been gone."""
    was_away = table.away.pop(number, None) is not None
    if was_away:
        seat = table.state.seats[number]
        if number in table.unreached:
            table.unreached.discard(number)
            seat.sits_out = False
        if number in table.given_up:
            table.given_up.discard(number)
            seat.leaves = False
        plan_next(table)
    return was_away


def plan_grace(table: Table) -> None:
    """Set the clock for the one who has been gone longest."""
    since = _waited_for(table).values()
    if since:
        table.at(Timer.GRACE, min(since) + table.house.settings(table.state.game_name).grace)


def grace_over(table: Table) -> None:
    """Let those go who have been gone for too long; with cards in a deal, after it."""
    grace = table.house.settings(table.state.game_name).grace
    gone = [number for number, since in _waited_for(table).items() if since + grace <= table.now]
    in_deal = table.play.hand.seats if table.play is not None else ()
    for number in gone:
        if number in in_deal:
            table.state.seats[number].leaves = True
            table.given_up.add(number)
    leavers = {number: Departure.GONE for number in gone if number not in in_deal}
    if gone:
        settle(table, leavers)
    if not table.is_over:
        plan_grace(table)
        plan_next(table)


def _waited_for(table: Table) -> dict[int, float]:
    """Return whose seats are kept, and since when."""
    return {number: since for number, since in table.away.items() if not table.state.seats[number].leaves}


def _come_back(table: Table, number: int, chips: int | None) -> Seated:
    """Let a person who sits here be dealt in again.

    Raises:
        NotAllowedError: they are dealt in as it is, or want more chips.
    """
    seat = table.state.seats[number]
    table.away.pop(number, None)
    if not (seat.sits_out or seat.leaves) or chips is not None:
        raise NotAllowedError(f"you sit here already, with {table.chips(number)} chips in front of you")
    seat.sits_out, seat.leaves, seat.missed = False, False, 0
    table.store()
    plan_next(table)
    return Seated(seat.nick, table.chips(number), number + 1, waits=table.play is not None, is_back=True)
