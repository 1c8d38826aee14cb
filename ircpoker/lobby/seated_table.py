"""The seats of a table: sitting down, leaving, being away, the pause between hands, and the end of the table.

Chips move with people, in the transaction that stores where they sit.
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
from ircpoker.lobby.events import CalledOff, Closed, Departure, Left, RobotIdle, Waiting
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

SEAT_IS_KEPT = Phrase("errors.seat_kept")


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody has sat down.

    Attributes:
        nick: who.
        chips: with how many.
        seat: where, counted from 1.
        waits: a hand is in progress, so that they are dealt in later.
        is_back: they sat here already, and are dealt in again.
    """

    nick: str
    chips: int
    seat: int
    waits: bool
    is_back: bool = False


def check_buy_in(context: TableContext, player: PlayerId, game: str, chips: int | None) -> int:
    """Return how many chips somebody brings.

    Args:
        context: has the limits, and the ledger.
        player: the player.
        game: a key of `GAMES`.
        chips: what they said; None for nothing, which brings the usual number, or all there is if that is
            enough.

    Returns:
        The chips.

    Raises:
        InvalidAmountError: fewer or more than allowed.
        UnknownPlayerError: they have no account.
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
        """How many can sit here: as the game allows, and every robot that sits here."""
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
        """Return the error of somebody who opens a table where this one is."""
        number = self.state.seats.number_of(player.id)
        if number is not None:
            if not self.state.seats[number].is_of(player):
                return NotAllowedError(SEAT_IS_KEPT)
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
        """Let a person sit down, or come back to their seat.

        Args:
            player: the player.
            chips: with how many; None for the usual number.

        Returns:
            What happened.

        Raises:
            NotAllowedError: they sit here, the table is full, or somebody plays against robots here.
            InvalidAmountError: fewer or more chips than allowed.
            InsufficientChipsError: they do not have them.
        """
        number = self.state.seats.number_of(player.id)
        if number is not None:
            if not self.state.seats[number].is_of(player):
                raise NotAllowedError(SEAT_IS_KEPT)
            return self._sit_in_again(number, chips)
        if not self.state.policy.takes_newcomers:
            raise NotAllowedError(Phrase("errors.against_robots"))
        self._check_free()
        buy_in = check_buy_in(self.context, player.id, self.state.game_name, chips)
        return self._take_seat(Seat(player.nick, buy_in, buy_in, player.id, address=player.address))

    def add_robot(self, robot: RobotClass) -> Seated:
        """Let a robot sit down, with chips of the house.

        Args:
            robot: which.

        Returns:
            What happened.

        Raises:
            NotAllowedError: the table is full.
            RobotRefusedError: it does not play this game with so many; names those that do.
        """
        self._check_free()
        game, size, most = self.state.game_name, len(self.state.seats) + 1, self.state.game.most_seats
        if not any(plays(robot, game, larger) for larger in range(size, most + 1)):
            alternatives = [name for name, other in self.context.robots.items() if plays(other, game, size)]
            raise RobotRefusedError(robot.name, game, size, robot.games.get(game, range(0)), alternatives)
        # Against robots all begin with as much; at other tables nobody is the one to be like.
        chips = self.settings.buy_in if self.state.policy.takes_newcomers else self.state.seats.people[0].buy_in
        return self._take_seat(Seat(self.state.seats.robot_nick(robot.name), chips, chips, robot=robot.name))

    def _take_seat(self, seat: Seat) -> Seated:
        number = self.state.seats.first_free(self.state.game.most_seats)
        self.state.seats.take(number, seat)
        changes, moves = buy_ins(self, {number: seat})
        self.store(*changes, moves=moves, reason="buy-in")
        self.plan_next()
        return Seated(seat.nick, seat.stack, number + 1, waits=self.state.hand is not None)

    def _sit_in_again(self, number: int, chips: int | None) -> Seated:
        """Let a person who sits here be dealt in again.

        Raises:
            NotAllowedError: they are dealt in as it is, or want more chips.
        """
        seat = self.state.seats[number]
        if seat.status is SeatStatus.PLAYING or chips is not None:
            raise NotAllowedError(Phrase("errors.sits_here", chips=self.chips(number)))
        seat.away_since, seat.status, seat.time_outs = None, SeatStatus.PLAYING, 0
        self.store()
        self.plan_next()
        return Seated(seat.nick, self.chips(number), number + 1, waits=self.state.hand is not None, is_back=True)

    def let_go(self, leavers: dict[int, Departure], *changes: Change, moves: tuple[Posting, ...] = ()) -> None:
        """Let people and robots go with their chips, and store the table; without people it is closed.

        Args:
            leavers: seats that are in no hand, and why they go.
            changes: what else is written.
            moves: other chips that move before.
        """
        departures, gone = [], {}
        for number, why in leavers.items():
            who, seat = self.state.seats.sitter(number), self.state.seats.pop(number)
            self.robots.forget(number)
            elsewhere = seat.account.name if seat.account and seat.account != seat.player else ""
            departures.append(Left(who, seat.stack, why, elsewhere))
            gone[number] = seat
        left, home = cash_outs(self, gone if self.state.seats.people else gone | self.state.seats)
        changes, moves = (*changes, *left), (*moves, *home)
        if self.state.seats.people:
            for departure in departures:
                self.tell(departure)
            self.store(*changes, moves=moves, reason="cash-out" if departures else "table")
            return
        deal_ids = self.shuffles.hidden
        self.tell(Closed(tuple(departures)))
        self.once_stored(lambda: self.shuffles.archive(deal_ids))
        self.end(*changes, *map(RevealShuffle, deal_ids), moves=moves)

    def close(self, why: Departure = Departure.CLOSED, *changes: Change) -> None:
        """Close a table at which no hand is in progress; everybody gets their chips. Writes `changes` with it."""
        self.let_go(dict.fromkeys(self.state.seats.people_numbers, why), *changes)

    def give_back(self, deal_id: str, problem: Phrase) -> None:
        """Close a table that cannot go on, with the bets of its hand returned; people are told one by one."""
        self.state.hand = None
        for seat in self.state.seats.values():
            seat.end_hand()
        changes = mark_called_off(self.context.ledger, deal_id, problem)
        # Of the hand that ends with this, too: nobody will be asked at this table again.
        self.shuffles.find_hidden()
        for number in self.state.seats.people_numbers:
            seat = self.state.seats[number]
            self.tell(CalledOff(deal_id, problem), seat)
            self.tell(Closed((Left(self.state.seats.sitter(number), seat.stack, Departure.CLOSED),)), seat)
        self.close(Departure.CLOSED, *changes)

    # The next hand

    def dealt_in(self) -> list[int]:
        """Return the seats that are dealt in next: people, and as many robots as possible that play with so many."""
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
        """Return whether these are enough for a hand, a person among them."""
        return len(numbers) >= FEWEST_SEATS and any(self.state.seats[number].player for number in numbers)

    def note_idle(self, numbers: list[int]) -> None:
        """Say once of each robot that it is not dealt in, as it does not play with so many."""
        idle = frozenset(self.state.seats.dealt_in) - frozenset(numbers)
        for number in sorted(idle - self.state.idle):
            sizes = self.robots.sizes(self.state.seats[number], self.state.game_name)
            self.tell(RobotIdle(self.state.seats.sitter(number), self.state.game_name, sizes))
        self.state.idle = idle

    def plan_next(self) -> None:
        """Plan the next hand if there are enough to play; say once that there are not; close if nobody wants to."""
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
        """Close a table to which nobody has come for long; one of people who are all away has another clock."""
        if self.state.hand is None and self.state.seats.present and not self.can_deal(self.dealt_in()):
            self.close(Departure.ALONE)

    # People who are away

    def rename(self, number: int, player: Player, *, takes_account: bool = False) -> None:
        """Let the person in a seat have another nick or address, or be another player to the ledger.

        Args:
            number: their seat.
            player: who they are now.
            takes_account: their account goes by the new name, too; else their chips go home to the old one.
        """
        old = self.state.seats[number].player
        for seat in self.forms_of_seat(number):
            if seat.player == old:
                if takes_account and seat.account == old:
                    seat.account = player.id
                seat.player, seat.nick, seat.address = player.id, player.nick, player.address or seat.address

    def move(self, place: Place) -> None:
        """Let a private table be at another place."""
        self.state.place = place

    def is_news(self, number: int, player: Player, place: Place) -> bool:
        """Return whether a line of somebody with the nick of a seat says anything new of them."""
        seat, here = self.state.seats[number], self.state.place
        if not seat.is_of(player):
            return True
        if here.player is None and here != place:
            return False
        has_moved = bool(player.address) and player.address != seat.address
        return has_moved or seat.nick != player.nick or seat.is_away or self.calls.when(Timer.RESUME) is not None

    def come_back(self, seat: Seat) -> bool:
        """Note that a person is there; return whether they had been gone."""
        status, had_gone = seat.status, seat.come_back()
        if seat.status is not status:
            self.store()
        return had_gone

    def lose_sight(self, number: int) -> None:
        """Note that a person is gone; their seat is kept for a while."""
        seat = self.state.seats[number]
        if seat.away_since is None:
            seat.away_since = self.now
            self.plan_grace()

    def lose_sight_of_all(self) -> None:
        """Count all people as away until they are seen: some may have left while the bot was away."""
        for seat in self.state.seats.people:
            if seat.away_since is None:
                seat.away_since = self.now

    def plan_grace(self) -> None:
        """Set the clock for the one who has been gone longest."""
        since = self.state.seats.waited_for().values()
        if since:
            self.at(min(since) + self.settings.grace, Timer.GRACE, self._grace_over)

    def _grace_over(self) -> None:
        """Let people go who have been away for too long; those with cards go after the hand."""
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
        """Put all that waits for people forward by a standstill that is over now."""
        self.calls.put_forward(seconds, *OF_PEOPLE)
        for seat in self.state.seats.people:
            if seat.away_since is not None:
                seat.away_since = min(seat.away_since + seconds, self.now)
        if self.calls.when(Timer.GRACE) is not None:
            self.plan_grace()
