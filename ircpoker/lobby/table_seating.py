"""People and robots at the seats of a table: they sit down, bring more chips, pause, and leave with their chips.

Chips move in the same transaction in which the seats are stored. They do not change a hand in progress: new ones join
the stack when it is over. Sitting out, and sending a robot away, take effect then as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ircpoker.errors import (
    WAYS_TO_A_TABLE,
    HouseStakeError,
    InsufficientChipsError,
    InvalidAmountError,
    NotAllowedError,
    RobotRefusedError,
    UsageError,
    quote,
)
from ircpoker.ledger import BuyIn, RevealShuffle, transfer
from ircpoker.lobby.cashier import buy_ins, cash_outs
from ircpoker.lobby.events import CalledOff, Closed, Departure, Left
from ircpoker.lobby.seats import Seat, SeatStatus
from ircpoker.lobby.table_robots import table_weight
from ircpoker.proofs import mark_called_off
from ircpoker.robots import plays
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.ledger import Change, PlayerId
    from ircpoker.lobby.context import TableContext
    from ircpoker.lobby.places import Player
    from ircpoker.lobby.table import Table
    from ircpoker.robots import RobotClass


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody has sat down.

    Attributes:
        nick: the nick.
        chips: the chips in front of the seat.
        seat: the number of the seat, counted from 1.
        waits: whether they are dealt in only after the hand in progress.
        is_back: whether they had a seat already, and are dealt in again.
    """

    nick: str
    chips: int
    seat: int
    waits: bool
    is_back: bool = False


@dataclass(frozen=True, slots=True)
class ToppedUp:
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


def check_buy_in(context: TableContext, player: Player, game: str, chips: int | None) -> int:
    """Return a player's buy-in; somebody who has hardly any chips is filled up first.

    Args:
        context: has the limits and the ledger.
        player: the player.
        game: a key of `GAMES`.
        chips: the number that they gave; None for the usual buy-in, or all their chips if they have fewer.

    Returns:
        The chips, which they have.

    Raises:
        InvalidAmountError: the number is too small or too large.
        InsufficientChipsError: they do not have the chips.
        UnknownPlayerError: the player has no account.
    """
    settings = context.settings(game)
    least = settings.least_buy_in
    held = context.bring(player, least)
    if chips is None:
        return min(settings.buy_in, held)
    most = min(settings.most_buy_in, held)
    if not least <= chips <= settings.most_buy_in:
        raise InvalidAmountError(str(chips), least, most, is_buy_in=True)
    if chips > held:
        raise InsufficientChipsError(chips, held, Phrase("broke.fewer", least=least, most=most))
    return chips


class TableSeating:
    """Seats people and robots at a table, and pays them out when they leave."""

    def __init__(self, table: Table) -> None:
        self._table = table

    # Free seats

    @property
    def capacity(self) -> int:
        """The most players that the game, and every robot at the table, can play with."""
        return min(map(self._most_with, self._table.state.seats.values()), default=self._table.state.game.most_seats)

    def _most_with(self, seat: Seat) -> int:
        state = self._table.state
        return min(state.game.most_seats, max(self._table.robots.sizes(seat, state.game_name), default=0))

    @property
    def is_full(self) -> bool:
        """Whether nobody else can sit down."""
        return not self._table.state.policy.takes_newcomers or len(self._table.state.seats) >= self.capacity

    def ways_to_a_seat(self) -> Phrase:
        """Return the commands for somebody who acts here without a seat."""
        return WAYS_TO_A_TABLE if self.is_full else Phrase("errors.way_to_sit")

    def occupied(self, player: Player) -> NotAllowedError:
        """Return the error for a player who wants to open a table at this table's place."""
        if self._table.state.seats.number_of(player.id) is not None:
            return NotAllowedError(Phrase("errors.seated"))
        *others, last = self._table.state.seats.names()
        separated = [part for name in others for part in (", ", name)][1:]
        names = Phrase("names.several", others=separated, last=last) if others else last
        return NotAllowedError(Phrase("errors.occupied_full" if self.is_full else "errors.occupied", names=names))

    def _check_free(self) -> None:
        """Raise NotAllowedError if there is no free seat."""
        taken = len(self._table.state.seats)
        if taken >= self.capacity:
            robots = [seat.nick for seat in self._table.state.seats.values() if taken >= self._most_with(seat)]
            if robots and taken < self._table.state.game.most_seats:
                raise NotAllowedError(Phrase("errors.full_for_robot", taken=taken, robot=robots[0]))
            raise NotAllowedError(Phrase("errors.full", taken=taken))

    # Sitting down

    def sit(self, player: Player, chips: int | None) -> Seated:
        """Seat a person, or deal them in again.

        Args:
            player: the player.
            chips: the buy-in; None for the usual one.

        Returns:
            The seat and its chips.

        Raises:
            NotAllowedError: they have a seat, the table is full, or it is a table against robots.
            InvalidAmountError: the buy-in is too small or too large.
            InsufficientChipsError: they do not have the chips.
        """
        number = self._table.state.seats.number_of(player.id)
        if number is not None:
            if self.is_broke(number):
                return self._buy_in_again(number, player, chips)
            return self._sit_in_again(number, chips)
        if not self._table.state.policy.takes_newcomers:
            raise NotAllowedError(Phrase("errors.against_robots"))
        self._check_free()
        buy_in = check_buy_in(self._table.context, player, self._table.state.game_name, chips)
        return self._take_seat(Seat(player.nick, buy_in, buy_in, player.id, address=player.address))

    def add_robot(self, robot: RobotClass, caller: PlayerId) -> Seated:
        """Seat a robot, which plays with chips of the house.

        Args:
            robot: the robot.
            caller: the player who calls it.

        Returns:
            The seat and its chips.

        Raises:
            NotAllowedError: the table is full, or there are too many with robots that think.
            RobotRefusedError: it does not play this game at a table of this size.
            HouseStakeError: the house stakes no more on the caller's robots today.
        """
        self._check_free()
        table, state = self._table, self._table.state
        game, size, most = state.game_name, len(state.seats) + 1, state.game.most_seats
        if not any(plays(robot, game, larger) for larger in range(size, most + 1)):
            alternatives = [name for name, other in table.context.robots.items() if plays(other, game, size)]
            raise RobotRefusedError(robot.name, game, size, robot.games.get(game, range(0)), alternatives)
        table.context.check_room(game, max(0, table_weight([robot]) - table.weight))
        # Against robots everybody has the same buy-in.
        chips = table.settings.buy_in if state.policy.takes_newcomers else state.seats.people[0].buy_in
        if table.has_clocks:
            left = table.context.ledger.house_stake_left(caller)
            if left < table.settings.least_buy_in:
                most = table.context.ledger.economy.house_stake
                raise HouseStakeError(most, left, Phrase("broke.no_robots_here"))
            chips = min(chips, left)
        nick = state.seats.robot_nick(robot.name)
        return self._take_seat(Seat(nick, chips, chips, robot=robot.name), caller)

    def _take_seat(self, seat: Seat, caller: PlayerId | None = None) -> Seated:
        table = self._table
        number = table.state.seats.first_free(table.state.game.most_seats)
        table.state.seats.take(number, seat)
        changes, moves = buy_ins(table, {number: seat}, caller)
        table.change.store(*changes, moves=moves, reason="buy-in")
        table.plan_next()
        return Seated(seat.nick, seat.stack, number + 1, waits=table.state.hand is not None)

    def is_broke(self, number: int) -> bool:
        """Return whether a seat is kept for a person who has lost all chips."""
        return not self._table.state.seats[number].stack and not self._table.has_cards(number)

    @property
    def house_chips(self) -> int:
        """The chips of the house that robots have not lost; they come back to it when the table closes."""
        return sum(min(seat.stack, seat.buy_in) for seat in self._table.state.seats.values() if seat.robot)

    @property
    def waits_for_chips(self) -> bool:
        """Whether all people at the table have lost their chips."""
        return all(map(self.is_broke, self._table.state.seats.people_numbers))

    def _buy_in_again(self, number: int, player: Player, chips: int | None) -> Seated:
        """Give new chips to a person without any; a new session begins."""
        table = self._table
        buy_in = check_buy_in(table.context, player, table.state.game_name, chips)
        old = table.state.seats.pop(number)
        seat = Seat(old.nick, buy_in, buy_in, player.id, address=player.address or old.address)
        table.state.seats.take(number, seat)
        left, _ = cash_outs(table, {number: old})
        changes, moves = buy_ins(table, {number: seat})
        table.change.store(*left, *changes, moves=moves, reason="buy-in")
        table.plan_next()
        return Seated(seat.nick, buy_in, number + 1, waits=table.state.hand is not None)

    def _sit_in_again(self, number: int, chips: int | None) -> Seated:
        """Deal a person who has a seat in again.

        Raises:
            NotAllowedError: they are dealt in already, or want to bring more chips.
        """
        table, seat = self._table, self._table.state.seats[number]
        if seat.status is SeatStatus.PLAYING or chips is not None:
            raise NotAllowedError(Phrase("errors.sits_here", chips=table.chips(number)))
        seat.away_since, seat.status, seat.time_outs = None, SeatStatus.PLAYING, 0
        table.change.store()
        table.plan_next()
        return Seated(seat.nick, table.chips(number), number + 1, waits=table.state.hand is not None, is_back=True)

    # Chips, pauses, and robots sent away

    def room_for(self, number: int) -> int:
        """Return how many more chips a seat may get."""
        most = self._table.settings.most_buy_in
        return max(0, most - self._table.chips(number) - self._table.state.seats[number].added)

    def top_up(self, number: int, chips: int | None, held: int) -> ToppedUp:
        """Let a person bring more chips.

        Args:
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
        table, seat, room = self._table, self._table.state.seats[number], self.room_for(number)
        here = table.chips(number) + seat.added
        usual = table.settings.buy_in
        missing = min(room, usual - here)
        if not room:
            raise NotAllowedError(Phrase("errors.most_here", here=here, most=here + room))
        if chips is None and missing <= 0:
            raise NotAllowedError(Phrase("errors.enough_here", here=here, usual=usual))
        chips = min(missing, held) if chips is None else chips
        if not 1 <= chips <= room:
            raise InvalidAmountError(str(chips), 1, min(room, held))
        if chips > held:
            raise InsufficientChipsError(chips, held, Phrase("broke.fewer", least=1, most=min(room, held)))
        has_cards = table.has_cards(number)
        if has_cards:
            seat.added += chips
        else:
            seat.stack += chips
        moves = transfer(seat.account, table.account, chips) if seat.account else ()
        table.change.store(BuyIn(table.id, number, chips, seat.account), moves=moves, reason="buy-in")
        table.plan_next()
        return ToppedUp(seat.nick, chips, table.chips(number) + seat.added, waits=has_cards)

    def sit_out(self, number: int) -> bool:
        """Let a person sit out; return True if they do at once, False if after the hand.

        Raises:
            NotAllowedError: nobody would be left to play.
        """
        seat = self._table.state.seats[number]
        if not any(other.status is SeatStatus.PLAYING for other in self._table.state.seats.people if other is not seat):
            raise NotAllowedError(Phrase("errors.nobody_else"))
        has_cards = self._table.has_cards(number)
        if not seat.sits_out:
            seat.status = SeatStatus.PAUSING if has_cards else SeatStatus.SITTING_OUT
        self._table.change.store()
        self._table.plan_next()
        return not has_cards

    def remove_robot(self, name: str) -> bool:
        """Send a robot away; return True if it has left, False if it will after the hand.

        Args:
            name: its nick at the table.

        Raises:
            UsageError: no such robot sits here.
            NotAllowedError: it is the last opponent of somebody who plays against robots.
        """
        table, seats = self._table, self._table.state.seats
        robots = {seat.nick.lower(): number for number, seat in sorted(seats.items()) if seat.robot}
        number = robots.get(name.lower())
        if number is None:
            raise UsageError(
                Phrase(
                    "errors.no_such_robot",
                    name=quote(name),
                    robots=", ".join(robots) or Phrase("errors.no_robots_here"),
                )
            )
        staying = [other for other in robots.values() if other != number and not seats[other].leaves]
        if not staying and not table.state.policy.takes_newcomers:
            raise NotAllowedError(Phrase("errors.last_opponent", robot=seats[number].nick))
        if table.has_cards(number):
            seats[number].status = SeatStatus.LEAVING
            table.change.store()
            return False
        self.let_go({number: Departure.ASKED})
        table.plan_next()
        return True

    # Leaving

    def leave(self, number: int) -> bool:
        """Let a person leave, at once or after the hand in which they have cards; return whether they have left."""
        table, hand = self._table, self._table.state.hand
        if hand is None or number not in hand.numbers:
            self.let_go({number: Departure.ASKED})
            table.plan_next()
            return True
        table.state.seats[number].status = SeatStatus.LEAVING
        if hand.actor == number:
            table.play.advance(hand)
        else:
            # The clocks of the others must not begin again.
            table.change.store()
        return table.is_over or number not in table.state.seats

    def let_go(self, leavers: dict[int, Departure], *changes: Change) -> None:
        """Let people and robots leave with their chips, and store the table; close it if no people are left.

        Args:
            leavers: the seats, which are not in a hand, with the reasons.
            changes: other changes to write.
        """
        table, seats, change = self._table, self._table.state.seats, self._table.change
        departures, gone = [], {}
        for number, why in leavers.items():
            who, seat = seats.sitter(number), seats.pop(number)
            table.robots.forget(number)
            elsewhere = seat.account.name if seat.account and seat.account != seat.player else ""
            departures.append(Left(who, seat.stack, why, elsewhere))
            gone[number] = seat
        is_open = bool(seats.people)
        for event in departures if is_open else [Closed(tuple(departures))]:
            change.tell(event)
        left, home = cash_outs(table, gone if is_open else gone | seats)
        if is_open:
            change.store(*changes, *left, moves=home, reason="cash-out" if departures else "table")
            return
        deal_ids = table.shuffles.hidden
        change.once_stored(lambda: table.shuffles.archive(deal_ids))
        change.end(*changes, *left, *map(RevealShuffle, deal_ids), moves=home)

    def drop_broke(self) -> None:
        """Give up the seats that are kept for people without chips, if somebody else can play."""
        people = self._table.state.seats.people_numbers
        broke = list(filter(self.is_broke, people))
        if 0 < len(broke) < len(people):
            self.let_go(dict.fromkeys(broke, Departure.BROKE))

    def close(self, why: Departure = Departure.CLOSED, *changes: Change) -> None:
        """Close a table between hands and pay everybody out; `changes` are written in the same transaction."""
        self.let_go(dict.fromkeys(self._table.state.seats.people_numbers, why), *changes)

    def give_back(self, deal_id: str, problem: Phrase) -> None:
        """Close a table that cannot go on, and return the bets of its hand; each person gets a private line."""
        table, seats = self._table, self._table.state.seats
        table.state.hand = None
        for seat in seats.values():
            seat.end_hand()
        changes = mark_called_off(table.context.ledger, deal_id, problem)
        # The shuffle of this hand is shown as well, because the table ends.
        table.shuffles.find_hidden()
        for number in seats.people_numbers:
            seat = seats[number]
            table.change.tell(CalledOff(deal_id, problem), seat)
            table.change.tell(Closed((Left(seats.sitter(number), seat.stack, Departure.CLOSED),)), seat)
        self.close(Departure.CLOSED, *changes)
