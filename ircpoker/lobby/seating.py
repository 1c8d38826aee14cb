"""People and robots sit down at a table, bring more chips, and pause.

Chips move in the same transaction in which the seats are stored. They do not change a hand in progress: new ones join
the stack when it is over. Sitting out, and sending a robot away, take effect then as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from ircpoker.config.networks import CONSOLE_NETWORK
from ircpoker.errors import (
    WAYS_TO_A_TABLE,
    InsufficientChipsError,
    InvalidAmountError,
    NotAllowedError,
    UsageError,
    quote,
)
from ircpoker.ledger import BuyIn, PlayerId, transfer
from ircpoker.lobby.cashier import buy_ins, cash_outs, let_go
from ircpoker.lobby.context import TableContext
from ircpoker.lobby.draft import Draft
from ircpoker.lobby.events import Departure
from ircpoker.lobby.next_hand import leave_time
from ircpoker.lobby.robots import sizes_of
from ircpoker.lobby.seats import Seat, SeatStatus, seat_label
from ircpoker.lobby.settings import TableSettings
from ircpoker.lobby.state import TableState
from ircpoker.people import Person
from ircpoker.robots import LEVELS, RobotClass, plays, shown_name, shown_names
from ircpoker.robots.registry import robot_refusal
from ircpoker.table import TableSeat
from ircpoker.words import Phrase
from ircpoker.words.nearest import skeleton


class Seated(Struct, frozen=True):
    """Somebody has sat down.

    Attributes:
        nick: the nick.
        chips: the chips in front of the seat.
        label: the number of the seat as people read it.
        waits: whether they are dealt in only after the hand in progress.
        is_back: whether they had a seat already, and are dealt in again.
        next_deal: the next deal and the seconds until it, if it is later than others know; else None.
    """

    nick: str
    chips: int
    label: int
    waits: bool
    is_back: bool = False
    next_deal: tuple[str, float] | None = None


class ToppedUp(Struct, frozen=True):
    """The result of bringing more chips.

    Attributes:
        nick: the player's nick.
        chips: the new chips.
        stack: the player's chips at the table now, without those in a pot.
        waits: whether the new chips count only from the next hand on.
    """

    nick: str
    chips: int
    stack: int
    waits: bool


def check_buy_in(settings: TableSettings, chips: int | None, held: int) -> int:
    """Return a player's buy-in.

    Args:
        settings: the settings of the game.
        chips: the number that they gave; None for the usual buy-in, or all their chips if they have fewer.
        held: the chips that they have outside tables, at least the least buy-in.

    Returns:
        The chips, which they have.

    Raises:
        InvalidAmountError: the number is too small or too large.
        InsufficientChipsError: they do not have the chips.
    """
    least = settings.least_buy_in
    if chips is None:
        return min(settings.buy_in, held)
    most = min(settings.most_buy_in, held)
    if not least <= chips <= settings.most_buy_in:
        raise InvalidAmountError(str(chips), least, most, is_buy_in=True)
    if chips > held:
        raise InsufficientChipsError(chips, held, Phrase("broke.fewer", least=least, most=most))
    return chips


# Free seats


def capacity(state: TableState, robots: Mapping[str, RobotClass]) -> int:
    """Return the most players who can sit at a table: those of the game, or fewer if a robot plays only with fewer."""
    return min([_most_with(seat, state, robots) for seat in state.seats.values()], default=state.game.most_seats)


def _most_with(seat: Seat, state: TableState, robots: Mapping[str, RobotClass]) -> int:
    return min(state.game.most_seats, max(sizes_of(seat, state.game_name, robots), default=0))


def is_full(state: TableState, robots: Mapping[str, RobotClass]) -> bool:
    """Return whether nobody else can sit down."""
    return not state.policy.takes_newcomers or len(state.seats) >= capacity(state, robots)


def ways_to_a_seat(state: TableState, robots: Mapping[str, RobotClass]) -> Phrase:
    """Return the commands for somebody who acts here without a seat."""
    return WAYS_TO_A_TABLE if is_full(state, robots) else Phrase("errors.way_to_sit")


def check_no_tournament(state: TableState) -> None:
    """Raise NotAllowedError at the table of a tournament, where only the tournament changes seats and chips."""
    if state.policy.is_tournament:
        raise NotAllowedError(Phrase("errors.tournament_table"))


def check_vacant(state: TableState, robots: Mapping[str, RobotClass], person: Person) -> None:
    """Check that a person may open a table at this table's place: it only waits for people without chips.

    Raises:
        NotAllowedError: it does not.
    """
    if state.waits_for_chips:
        return
    if state.seats.number_of(person.id) is not None:
        raise NotAllowedError(Phrase("errors.seated"))
    *others, last = [state.seats.sitter(number).name for number in sorted(state.seats)]
    separated = [part for name in others for part in (", ", name)][1:]
    names = Phrase("names.several", others=separated, last=last) if others else last
    raise NotAllowedError(Phrase("errors.occupied_full" if is_full(state, robots) else "errors.occupied", names=names))


def _check_free(draft: Draft) -> None:
    """Raise NotAllowedError if there is no free seat."""
    state, robots = draft.state, draft.context.robots
    taken, most = len(state.seats), state.game.most_seats
    if taken < capacity(state, robots):
        return
    limiting = [seat.nick for seat in state.seats.values() if seat.robot and taken >= _most_with(seat, state, robots)]
    if limiting and taken < most:
        raise NotAllowedError(Phrase("errors.full_for_robot", taken=taken, robot=limiting[0]))
    raise NotAllowedError(Phrase("errors.full", taken=taken))


# Sitting down


def buys_in(state: TableState, robots: Mapping[str, RobotClass], person: Person) -> bool:
    """Return whether a person who sits down brings chips: to a free seat, or to their own without any."""
    number = state.seats.number_of(person.id)
    return not is_full(state, robots) if number is None else state.is_broke(number)


def sit(draft: Draft, person: Person, chips: int | None, held: int) -> Seated:
    """Seat a person, or deal them in again.

    Args:
        draft: the draft of the table.
        person: the person.
        chips: the buy-in; None for the usual one.
        held: the chips that they have outside tables, if they buy in.

    Returns:
        The seat and its chips.

    Raises:
        NotAllowedError: they have a seat, the table is full, or it is a table against robots; or their nick is not
            their own.
        InvalidAmountError: the buy-in is too small or too large.
        InsufficientChipsError: they do not have the chips.
    """
    state = draft.state
    number = state.seats.number_of(person.id)
    if number is None or state.is_broke(number):
        check_no_tournament(state)
    if number is not None:
        if state.is_broke(number):
            return _buy_in_again(draft, number, person, check_buy_in(draft.settings, chips, held))
        return _sit_in_again(draft, number, chips)
    if not state.policy.takes_newcomers:
        raise NotAllowedError(Phrase("errors.against_robots"))
    _check_free(draft)
    check_name(draft.context, person, [seat.own_nick for seat in state.seats.values()])
    buy_in = check_buy_in(draft.settings, chips, held)
    return _take_seat(draft, Seat(person.nick, buy_in, buy_in, person.id, address=person.address, host=person.mark))


def add_robot(draft: Draft, robot: RobotClass, caller: PlayerId) -> Seated:
    """Seat a robot, which plays with chips of the house.

    Args:
        draft: the draft of the table.
        robot: the robot.
        caller: the player who calls it.

    Returns:
        The seat and its chips.

    Raises:
        NotAllowedError: the table is full, or the robot does not play this game at a table of this size, or the house
            stakes no more on the caller's robots today.
    """
    state, context = draft.state, draft.context
    check_no_tournament(state)
    _check_free(draft)
    game, size, most = state.game_name, len(state.seats) + 1, state.game.most_seats
    if not any(plays(robot, game, larger) for larger in range(size, most + 1)):
        alternatives = shown_names(name for name, other in context.robots.items() if plays(other, game, size))
        raise NotAllowedError(robot_refusal(robot, game, size, alternatives))
    # Against robots everybody has the same buy-in.
    chips = draft.settings.buy_in if state.policy.takes_newcomers else state.seats.people[0].buy_in
    if state.has_clocks:
        left = context.ledger.house_stake_left(caller)
        if left < draft.settings.least_buy_in:
            refused = Phrase("errors.house_stake", most=context.ledger.economy.house_stake, left=left)
            step = Phrase("broke.no_robots_here")
            raise NotAllowedError(Phrase("errors.house_stake_step", refused=refused, step=step))
        chips = min(chips, left)
    nick = state.seats.robot_nick(shown_name(robot.name))
    return _take_seat(draft, Seat(nick, chips, chips, robot=robot.name), caller)


def _take_seat(draft: Draft, seat: Seat, caller: PlayerId | None = None) -> Seated:
    seats = draft.state.seats
    number = next(each for each in map(TableSeat, range(draft.state.game.most_seats)) if each not in seats)
    seats.take(number, seat)
    seats.tell_apart(number, draft.state.place.network)
    seconds = leave_time(draft.state, draft.settings, seat.player or seat.nick, draft.now)
    next_deal = (draft.state.next_deal, seconds) if seconds else None
    buy_ins(draft, {number: seat}, caller)
    waits = draft.state.hand is not None
    return Seated(seat.nick, seat.stack, seat_label(number), waits=waits, next_deal=next_deal)


def _buy_in_again(draft: Draft, number: TableSeat, person: Person, buy_in: int) -> Seated:
    """Give new chips to a person without any; a new session begins."""
    seats = draft.state.seats
    old = seats.pop(number)
    seat = Seat(
        old.nick, buy_in, buy_in, person.id, address=person.address or old.address, host=person.mark or old.host
    )
    seat.time_banks, seat.waits = old.time_banks, old.waits
    seats.take(number, seat)
    cash_outs(draft, {number: old})
    buy_ins(draft, {number: seat})
    return Seated(seat.nick, buy_in, seat_label(number), waits=draft.state.hand is not None)


def _sit_in_again(draft: Draft, number: TableSeat, chips: int | None) -> Seated:
    """Deal a person who has a seat in again.

    Raises:
        NotAllowedError: they are dealt in already, or want to bring more chips.
    """
    seat, here = draft.state.seats[number], draft.state.chips(number)
    if seat.status is SeatStatus.PLAYING or chips is not None:
        raise NotAllowedError(Phrase("errors.sits_here", chips=here))
    seat.away_since, seat.status, seat.time_outs = None, SeatStatus.PLAYING, 0
    return Seated(seat.nick, here, seat_label(number), waits=draft.state.hand is not None, is_back=True)


# Chips, pauses, and robots sent away


def room_for(state: TableState, settings: TableSettings, number: TableSeat) -> int:
    """Return how many more chips a seat may get."""
    return max(0, settings.most_buy_in - state.chips(number) - state.seats[number].added)


def top_up(draft: Draft, number: TableSeat, chips: int | None, held: int) -> ToppedUp:
    """Let a person bring more chips.

    Args:
        draft: the draft of the table.
        number: their seat.
        chips: the number of chips; None to fill up to the usual buy-in, or with all they have.
        held: the chips that they have outside the table.

    Returns:
        The chips that they have now.

    Raises:
        NotAllowedError: they have the most chips that are allowed, or the usual buy-in.
        InvalidAmountError: the number is below 1 or larger than allowed.
        InsufficientChipsError: they do not have the chips.
    """
    check_no_tournament(draft.state)
    state, seat, room = draft.state, draft.state.seats[number], room_for(draft.state, draft.settings, number)
    here, usual = state.chips(number) + seat.added, draft.settings.buy_in
    missing = min(room, usual - here)
    if not room:
        raise NotAllowedError(Phrase("errors.most_here", here=here, most=here + room))
    if chips is None and missing <= 0:
        raise NotAllowedError(Phrase("errors.enough_here", here=here, usual=usual))
    chips = min(missing, held) if chips is None else chips
    most = min(room, held)
    if chips > held:
        raise InsufficientChipsError(chips, held, Phrase("broke.fewer", least=1, most=most))
    if not 1 <= chips <= room:
        raise InvalidAmountError(str(chips), 1, most)
    has_cards = state.has_cards(number)
    if has_cards:
        seat.added += chips
    else:
        seat.stack += chips
    draft.write(BuyIn(draft.table_id, number, chips, seat.account))
    draft.move(transfer(seat.account, state.account, chips) if seat.account else (), "buy-in")
    return ToppedUp(seat.nick, chips, state.chips(number) + seat.added, waits=has_cards)


def sit_out(draft: Draft, number: TableSeat) -> bool:
    """Let a person sit out; return True if they do at once, False if after the hand.

    Raises:
        NotAllowedError: nobody would be left to play.
    """
    seat, people = draft.state.seats[number], draft.state.seats.people
    is_needed = not draft.state.policy.is_tournament
    if is_needed and not any(other.status is SeatStatus.PLAYING for other in people if other is not seat):
        raise NotAllowedError(Phrase("errors.nobody_else"))
    has_cards = draft.state.has_cards(number)
    if not seat.sits_out:
        seat.status = SeatStatus.PAUSING if has_cards else SeatStatus.SITTING_OUT
    return not has_cards


def remove_robot(draft: Draft, name: str) -> bool:
    """Send a robot away; return True if it has left, False if it will after the hand.

    Args:
        draft: the draft of the table.
        name: its nick at the table, or another name of its robot.

    Raises:
        UsageError: no such robot sits here.
        NotAllowedError: it is the last opponent of somebody who plays against robots.
    """
    check_no_tournament(draft.state)
    seats = draft.state.seats
    robots = {seat.nick.lower(): number for number, seat in sorted(seats.items()) if seat.robot}
    typed = name.lower()
    # A table stored by an older version has the long name.
    number = next((robots[each] for each in (typed, shown_name(typed), LEVELS.get(typed, "")) if each in robots), None)
    if number is None:
        known = ", ".join(robots) or Phrase("errors.no_robots_here")
        raise UsageError(Phrase("errors.no_such_robot", name=quote(name), robots=known))
    staying = [other for other in robots.values() if other != number and not seats[other].leaves]
    if not staying and not draft.state.policy.takes_newcomers:
        raise NotAllowedError(Phrase("errors.last_opponent", robot=seats[number].nick))
    if draft.state.has_cards(number):
        seats[number].status = SeatStatus.LEAVING
        return False
    let_go(draft, {number: Departure.ASKED})
    return True


def check_name(context: TableContext, person: Person, others: Iterable[str]) -> None:
    """Check that somebody may sit down under their nick.

    On IRC the server decides who has a nick, so only names that look like somebody else's are refused there. Who comes
    by a socket chooses a nick freely.

    Args:
        context: the bot's robots and its own nick.
        person: who wants to sit down.
        others: the nicks of those who are there. An equal one, in any case, is told apart by its network.

    Raises:
        NotAllowedError: they may not.
    """
    own = skeleton(person.nick)
    irc = {network.name for network in context.config.networks}
    if person.network not in irc and person.network != CONSOLE_NETWORK:
        reserved = [context.config.bot.nick, *context.robots, *shown_names(context.robots), *LEVELS]
        if any(own == skeleton(name) for name in reserved):
            raise NotAllowedError(Phrase("errors.name_reserved", nick=quote(person.nick)))
    for other in others:
        if own == skeleton(other) and person.nick.casefold() != other.casefold():
            raise NotAllowedError(Phrase("errors.name_alike", nick=quote(person.nick), other=other))
