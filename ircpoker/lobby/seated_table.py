"""The seats of a table: sitting down, leaving, being away, the pause between hands, and the end of the table.

Chips move in the same transaction in which the seats are stored.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ircpoker.errors import (
    WAYS_TO_A_TABLE,
    InvalidAmountError,
    NotAllowedError,
    RobotRefusedError,
)
from ircpoker.ledger import RevealShuffle
from ircpoker.lobby.cashier import buy_ins, cash_outs
from ircpoker.lobby.events import CalledOff, Closed, Departure, Left, OutOfChips, Returned, RobotIdle, Waiting
from ircpoker.lobby.seats import Seat, SeatStatus
from ircpoker.lobby.stored_table import StoredTable
from ircpoker.lobby.timers import OF_PEOPLE, Timer
from ircpoker.proofs import mark_called_off
from ircpoker.robots import plays
from ircpoker.table.games import FEWEST_SEATS
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.ledger import Change, PlayerId, Posting
    from ircpoker.lobby.context import TableContext
    from ircpoker.lobby.places import Place, Player
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


def check_buy_in(context: TableContext, player: PlayerId, game: str, chips: int | None) -> int:
    """Return a player's buy-in.

    Args:
        context: has the limits and the ledger.
        player: the player.
        game: a key of `GAMES`.
        chips: the number that they gave; None for the usual buy-in, or all their chips if they have fewer.

    Returns:
        The chips.

    Raises:
        InvalidAmountError: the number is too small or too large.
        UnknownPlayerError: the player has no account.
    """
    settings = context.settings(game)
    if chips is None:
        return min(settings.buy_in, max(settings.least_buy_in, context.ledger.account_info(player).balance))
    if not settings.least_buy_in <= chips <= settings.most_buy_in:
        raise InvalidAmountError(str(chips), settings.least_buy_in, settings.most_buy_in)
    return chips


class SeatedTable(StoredTable):
    """A table with people and robots between hands."""

    @abstractmethod
    def begin_hand(self) -> None:
        """Deal the next hand."""

    # Free seats

    @property
    def capacity(self) -> int:
        """The most players that the game, and every robot at the table, can play with."""
        return min(map(self._most_with, self.state.seats.values()), default=self.state.game.most_seats)

    def _most_with(self, seat: Seat) -> int:
        return min(self.state.game.most_seats, max(self.robots.sizes(seat, self.state.game_name), default=0))

    @property
    def is_full(self) -> bool:
        """Whether nobody else can sit down."""
        return not self.state.policy.takes_newcomers or len(self.state.seats) >= self.capacity

    def ways_to_a_seat(self) -> Phrase:
        """Return the commands for somebody who acts here without a seat."""
        return WAYS_TO_A_TABLE if self.is_full else Phrase("errors.way_to_sit")

    def occupied(self, player: Player) -> NotAllowedError:
        """Return the error for a player who wants to open a table at this table's place."""
        if self.state.seats.number_of(player.id) is not None:
            return NotAllowedError(Phrase("errors.seated"))
        *others, last = self.state.seats.names()
        separated = [part for name in others for part in (", ", name)][1:]
        names = Phrase("names.several", others=separated, last=last) if others else last
        return NotAllowedError(Phrase("errors.occupied_full" if self.is_full else "errors.occupied", names=names))

    def _check_free(self) -> None:
        """Raise NotAllowedError if there is no free seat."""
        taken = len(self.state.seats)
        if taken >= self.capacity:
            robots = [seat.nick for seat in self.state.seats.values() if taken >= self._most_with(seat)]
            if robots and taken < self.state.game.most_seats:
                raise NotAllowedError(Phrase("errors.full_for_robot", taken=taken, robot=robots[0]))
            raise NotAllowedError(Phrase("errors.full", taken=taken))

    # Sitting down and leaving

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
        number = self.state.seats.number_of(player.id)
        if number is not None:
            return self._sit_in_again(number, chips)
        if not self.state.policy.takes_newcomers:
            raise NotAllowedError(Phrase("errors.against_robots"))
        self._check_free()
        buy_in = check_buy_in(self.context, player.id, self.state.game_name, chips)
        return self._take_seat(Seat(player.nick, buy_in, buy_in, player.id, address=player.address))

    def add_robot(self, robot: RobotClass, caller: PlayerId) -> Seated:
        """Seat a robot, which plays with chips of the house.

        Args:
            robot: the robot.
            caller: the player who calls it.

        Returns:
            The seat and its chips.

        Raises:
            NotAllowedError: the table is full.
            RobotRefusedError: it does not play this game at a table of this size.
            HouseStakeError: the house stakes no more with the caller's robots today.
        """
        self._check_free()
        game, size, most = self.state.game_name, len(self.state.seats) + 1, self.state.game.most_seats
        if not any(plays(robot, game, larger) for larger in range(size, most + 1)):
            alternatives = [name for name, other in self.context.robots.items() if plays(other, game, size)]
            raise RobotRefusedError(robot.name, game, size, robot.games.get(game, range(0)), alternatives)
        # Against robots everybody has the same buy-in.
        chips = self.settings.buy_in if self.state.policy.takes_newcomers else self.state.seats.people[0].buy_in
        nick = self.state.seats.robot_nick(robot.name)
        return self._take_seat(Seat(nick, chips, chips, robot=robot.name), caller)

    def _take_seat(self, seat: Seat, caller: PlayerId | None = None) -> Seated:
        number = self.state.seats.first_free(self.state.game.most_seats)
        self.state.seats.take(number, seat)
        changes, moves = buy_ins(self, {number: seat}, caller)
        self.store(*changes, moves=moves, reason="buy-in")
        self.plan_next()
        return Seated(seat.nick, seat.stack, number + 1, waits=self.state.hand is not None)

    def _sit_in_again(self, number: int, chips: int | None) -> Seated:
        """Deal a person who has a seat in again.

        Raises:
            NotAllowedError: they are dealt in already, or want to bring more chips.
        """
        seat = self.state.seats[number]
        if seat.status is SeatStatus.PLAYING or chips is not None:
            raise NotAllowedError(Phrase("errors.sits_here", chips=self.chips(number)))
        seat.away_since, seat.status, seat.time_outs = None, SeatStatus.PLAYING, 0
        self.store()
        self.plan_next()
        return Seated(seat.nick, self.chips(number), number + 1, waits=self.state.hand is not None, is_back=True)

    def let_go(self, leavers: dict[int, Departure], *changes: Change, moves: tuple[Posting, ...] = ()) -> None:
        """Let people and robots leave with their chips, and store the table; close it if no people are left.

        Args:
            leavers: the seats, which are not in a hand, with the reasons.
            changes: other changes to write.
            moves: other postings, which come first.
        """
        departures, gone, broke = [], {}, []
        for number, why in leavers.items():
            who, seat = self.state.seats.sitter(number), self.state.seats.pop(number)
            self.robots.forget(number)
            elsewhere = seat.account.name if seat.account and seat.account != seat.player else ""
            departures.append(Left(who, seat.stack, why, elsewhere))
            gone[number] = seat
            if why is Departure.BROKE and seat.player:
                broke.append(seat)
        left, home = cash_outs(self, gone if self.state.seats.people else gone | self.state.seats)
        changes, moves = (*changes, *left), (*moves, *home)
        if self.state.seats.people:
            for departure in departures:
                self.tell(departure)
            self._tell_broke(broke)
            self.store(*changes, moves=moves, reason="cash-out" if departures else "table")
            return
        deal_ids = self.shuffles.hidden
        self.tell(Closed(tuple(departures)))
        self._tell_broke(broke)
        self.once_stored(lambda: self.shuffles.archive(deal_ids))
        self.end(*changes, *map(RevealShuffle, deal_ids), moves=moves)

    def _tell_broke(self, seats: list[Seat]) -> None:
        for seat in seats:
            self.tell(OutOfChips(), seat)

    def close(self, why: Departure = Departure.CLOSED, *changes: Change) -> None:
        """Close a table between hands and pay everybody out; `changes` are written in the same transaction."""
        self.let_go(dict.fromkeys(self.state.seats.people_numbers, why), *changes)

    def give_back(self, deal_id: str, problem: Phrase) -> None:
        """Close a table that cannot go on, and return the bets of its hand; each person is told in private."""
        self.state.hand = None
        for seat in self.state.seats.values():
            seat.end_hand()
        changes = mark_called_off(self.context.ledger, deal_id, problem)
        # The shuffle of this hand is shown as well, because the table ends.
        self.shuffles.find_hidden()
        for number in self.state.seats.people_numbers:
            seat = self.state.seats[number]
            self.tell(CalledOff(deal_id, problem), seat)
            self.tell(Closed((Left(self.state.seats.sitter(number), seat.stack, Departure.CLOSED),)), seat)
        self.close(Departure.CLOSED, *changes)

    # The next hand

    def dealt_in(self) -> list[int]:
        """Return the seats of the next hand: the people, and as many robots as can play at a table of that size."""
        ready = self.state.seats.dealt_in
        people = [number for number in ready if self.state.seats[number].player]
        game = self.state.game_name
        for size in range(len(ready), FEWEST_SEATS - 1, -1):
            playing_robots = [
                number
                for number in ready
                if number not in people and size in self.robots.sizes(self.state.seats[number], game)
            ]
            if len(people) <= size <= len(people) + len(playing_robots):
                return sorted(people + playing_robots[: size - len(people)])
        return people

    def can_deal(self, numbers: list[int]) -> bool:
        """Return whether these seats are enough for a hand and one of them is a person's."""
        return len(numbers) >= FEWEST_SEATS and any(self.state.seats[number].player for number in numbers)

    def note_idle(self, numbers: list[int]) -> None:
        """Announce, once, each robot that is not dealt in because it does not play at a table of this size."""
        idle = frozenset(self.state.seats.dealt_in) - frozenset(numbers)
        for number in sorted(idle - self.state.idle):
            sizes = self.robots.sizes(self.state.seats[number], self.state.game_name)
            self.tell(RobotIdle(self.state.seats.sitter(number), self.state.game_name, sizes))
        self.state.idle = idle

    def plan_next(self) -> None:
        """Plan the next hand; if there are too few players, announce that once; close if all people sit out."""
        if self.state.hand is not None or self.is_over:
            return
        if all(seat.sits_out for seat in self.state.seats.people):
            self.calls.cancel(Timer.DEAL)
            self.close()
            return
        numbers = self.dealt_in()
        self.note_idle(numbers)
        self.flush()
        if self.can_deal(numbers):
            self.calls.cancel(Timer.ALONE)
            if self.calls.when(Timer.DEAL) is None:
                self.after(self.settings.deal_pause + self.seconds_to_say, Timer.DEAL, self.begin_hand)
            return
        self.calls.cancel(Timer.DEAL)
        if self.state.idle and not self.state.policy.takes_newcomers:
            self.close()
            return
        self._wait_for_players()

    def _wait_for_players(self) -> None:
        present, longest = self.state.seats.present, self.settings.wait
        if present and longest and self.has_clocks and self.calls.when(Timer.ALONE) is None:
            self.after(longest, Timer.ALONE, self._nobody_came)
        if present and self.state.last_deal and not self.state.has_said_that_it_waits:
            self.state.has_said_that_it_waits = True
            self.tell(Waiting(present[0]))
            self.flush()

    def _nobody_came(self) -> None:
        """Close a table that nobody has joined for a long time; if its people are away, another clock runs."""
        if self.state.hand is None and self.state.seats.present and not self.can_deal(self.dealt_in()):
            self.close(Departure.ALONE)

    # People who are away

    def rename(self, number: int, player: Player, *, takes_account: bool = False) -> None:
        """Rename the person in a seat: a new nick or address, or another player in the ledger.

        Args:
            number: their seat.
            player: the person now.
            takes_account: whether their account is renamed as well; else their chips belong to the old account.
        """
        old = self.state.seats[number].player
        for seat in self.forms_of_seat(number):
            if seat.player == old:
                if takes_account and seat.account == old:
                    seat.account = player.id
                seat.player, seat.nick, seat.address = player.id, player.nick, player.address or seat.address

    def move(self, place: Place) -> None:
        """Move a private table to another place."""
        self.state.place = place

    def is_news(self, number: int, player: Player, place: Place) -> bool:
        """Return whether a line of the player in a seat changes anything for the table."""
        seat, here = self.state.seats[number], self.state.place
        if here.player is None and here != place:
            return False
        has_moved = bool(player.address) and player.address != seat.address
        return has_moved or seat.nick != player.nick or seat.is_away or self.calls.when(Timer.RESUME) is not None

    def come_back(self, seat: Seat) -> bool:
        """Note that a person is there; return whether they had been away."""
        status, had_gone = seat.status, seat.come_back()
        if seat.status is not status:
            self.store()
        if had_gone and self.calls.when(Timer.RESUME) is None:
            number = next(number for number, other in self.state.seats.items() if other is seat)
            self.tell(Returned(self.chips(number), seat.sits_out), seat)
            self.flush()
        return had_gone

    def lose_sight(self, number: int) -> None:
        """Note that a person is away; their seat is kept for a while."""
        seat = self.state.seats[number]
        if seat.away_since is None:
            seat.away_since = self.now
            self.plan_grace()

    def lose_sight_of_all(self) -> None:
        """Mark all people as away until they are seen, because some may have left while the bot was away."""
        for seat in self.state.seats.people:
            if seat.away_since is None:
                seat.away_since = self.now

    def plan_grace(self) -> None:
        """Set the clock for the person who has been away longest."""
        since = self.state.seats.waited_for().values()
        if since:
            self.at(min(since) + self.settings.grace, Timer.GRACE, self._grace_over)

    def _grace_over(self) -> None:
        """Remove people who have been away for too long; those with cards leave after the hand."""
        gone = [
            number for number, since in self.state.seats.waited_for().items() if since + self.settings.grace <= self.now
        ]
        in_hand = [number for number in gone if self.state.hand and number in self.state.hand.numbers]
        for number in in_hand:
            self.state.seats[number].status = SeatStatus.GIVEN_UP
        if gone:
            self.let_go({number: Departure.GONE for number in gone if number not in in_hand})
        if not self.is_over:
            self.plan_grace()
            self.plan_next()

    def put_forward(self, seconds: float) -> None:
        """Put the clocks of people forward by the seconds of a standstill."""
        self.calls.put_forward(seconds, *OF_PEOPLE)
        for seat in self.state.seats.people:
            if seat.away_since is not None:
                seat.away_since = min(seat.away_since + seconds, self.now)
        if self.calls.when(Timer.GRACE) is not None:
            self.plan_grace()
