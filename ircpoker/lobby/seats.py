"""The seats of a table: players and robots with their chips, whether they are dealt in, and who may sit down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from enum import Enum
from typing import NamedTuple, Protocol, TypeVar

from msgspec import Struct

from ircpoker.ledger import PlayerId
from ircpoker.lobby.events import Departure, Sitter
from ircpoker.people import Person
from ircpoker.table import TableSeat
from ircpoker.words import Phrase


class TablePolicy(Enum):
    """The kinds of tables."""

    CASH_GAME = "cash game"
    """Anybody may take a free seat, and leave with their chips at any time."""
    AGAINST_ROBOTS = "against robots"
    """One person against robots; the table closes when either side cannot go on."""
    TOURNAMENT = "tournament"
    """The tournament assigns the seats and lets each hand begin. Nobody buys in or leaves: chips are points, everybody
    with some is dealt in, and those who are absent post and fold."""

    @property
    def takes_newcomers(self) -> bool:
        """Whether other people may sit down."""
        return self is TablePolicy.CASH_GAME

    @property
    def is_tournament(self) -> bool:
        """Whether the tournament decides who sits here, and when the next hand begins."""
        return self is TablePolicy.TOURNAMENT


APART = "@"
"""It separates the nick of somebody from elsewhere from their network; no nick has it."""
FIRST_TIME_BANKS = 1
"""The time banks of somebody who sits down, and of seats stored before there were any."""


MOST_SECONDS = 60.0
"""The most seconds within an hour that others wait for one player, beyond the time that a turn has."""
_LEAST_SECONDS = 10.0
"""Nobody is given fewer, unless they want fewer."""
_HOUR = 3600.0


class SeatStatus(Enum):
    """Whether a seat is dealt in, and whether it is given up."""

    PLAYING = "playing"
    SITTING_OUT = "sitting out"
    """Until the player wants to be dealt in again."""
    UNREACHABLE = "unreachable"
    """Cards could not be delivered: until the player comes back to the channel or wants to be dealt in again."""
    LEAVING = "leaving"
    """The player has asked to leave, and leaves after the hand."""
    PAUSING = "pausing"
    """The player sits out after the hand."""
    GIVEN_UP = "given up"
    """The player was away for too long and leaves after the hand, unless they come back before."""


class ReachCheck(Struct, frozen=True, eq=False):
    """A check whether private lines reach the player in a seat; two checks are never equal.

    Attributes:
        is_reached: the result; None until it is known.
    """

    is_reached: bool | None = None


class Wait(NamedTuple):
    """A time in which others wait for a player.

    Attributes:
        until: when it ends, in seconds of the scheduler.
        seconds: its length.
    """

    until: float
    seconds: float


class Seat(Struct):
    """One taken seat.

    Attributes:
        nick: the nick of the player or robot; with their network if that tells them apart, see `Seats.tell_apart`.
        stack: the chips in front of the seat; during a hand, those before the hand.
        buy_in: the chips of the first buy-in.
        player: the player; None for a robot.
        robot: the robot's name; empty for a person.
        status: whether the seat is dealt in.
        away_since: when the player went away; None if they are there.
        time_outs: how many times in a row the player ran out of time.
        memory: the robot's memory; None if it does not learn.
        address: the player's last known `user@host`; lines for them go nowhere else.
        host: marks the player's host, see `Person.mark`; empty if it is unknown.
        account: the account of the chips; another player's if somebody took a nick that has an account.
        opponent_key: the unique name under which robots remember the seat, from sitting down to leaving.
        added: the chips brought during the hand in progress, which join the stack after it.
        time_banks: the time banks that the player has in store; see `time_banks`.
        waits: the times in which others waited for the player, see `draw_wait`; not stored.
        reach: the last check of private lines; None if there was none, or its refusal has been announced; not stored.
    """

    nick: str
    stack: int
    buy_in: int
    player: PlayerId | None = None
    robot: str = ""
    status: SeatStatus = SeatStatus.PLAYING
    away_since: float | None = None
    time_outs: int = 0
    memory: dict[str, object] | None = None
    address: str = ""
    host: str = ""
    account: PlayerId | None = None
    opponent_key: str = ""
    added: int = 0
    time_banks: int = FIRST_TIME_BANKS
    waits: tuple[Wait, ...] = ()
    reach: ReachCheck | None = None

    def __post_init__(self) -> None:
        """Set the account and the opponent key to those of the player, if they are not given."""
        self.account = self.account or self.player
        self.opponent_key = self.opponent_key or self.usual_opponent_key

    @property
    def person(self) -> Person | None:
        """The person; None for a robot."""
        return Person.of(self.player, self.own_nick, self.address) if self.player else None

    @property
    def own_nick(self) -> str:
        """The nick of the player or robot, without their network."""
        return self.nick.partition(APART)[0]

    @property
    def usual_opponent_key(self) -> str:
        """The opponent key of somebody who sits down now; it has no address, as robots need none."""
        return str(self.player.without_address) if self.player else f"robot:{self.nick}"

    @property
    def is_away(self) -> bool:
        """Whether the player is away from the channel or the network."""
        return self.away_since is not None

    @property
    def sits_out(self) -> bool:
        """Whether the player sits out, by choice or because they cannot be reached."""
        return self.status in {SeatStatus.SITTING_OUT, SeatStatus.UNREACHABLE}

    @property
    def leaves(self) -> bool:
        """Whether the player leaves after the hand."""
        return self.status in {SeatStatus.LEAVING, SeatStatus.GIVEN_UP}

    @property
    def is_present(self) -> bool:
        """Whether the player is there and plays; a robot always is."""
        return not self.is_away and self.status in {SeatStatus.PLAYING, SeatStatus.PAUSING}

    @property
    def is_ready(self) -> bool:
        """Whether the seat has chips and its player, who is there, wants to play."""
        return bool(self.stack) and self.status is SeatStatus.PLAYING and not self.is_away

    @property
    def is_dealt_in(self) -> bool:
        """Whether the seat is dealt in."""
        return self.is_ready and (self.reach is None or bool(self.reach.is_reached))

    @property
    def departure(self) -> Departure:
        """The reason why the player leaves."""
        if not self.leaves:
            return Departure.BROKE
        return Departure.GONE if self.status is SeatStatus.GIVEN_UP else Departure.ASKED

    # Time banks, the time of somebody who returns on their turn, a re-buy and an offer to divide the prizes draw on
    # the same minute in an hour. The seat keeps it, so it goes along from table to table.

    def wait_left(self, now: float, wanted: float) -> float:
        """Return for how many of the seconds that the player wants others may wait; 0 if too few are left."""
        left = MOST_SECONDS - sum(wait.seconds for wait in self.waits if wait.until > now - _HOUR)
        return min(wanted, left) if left >= min(wanted, _LEAST_SECONDS) else 0.0

    def draw_wait(self, now: float, wanted: float, *, after: float = 0.0) -> float:
        """Let others wait for the player; return for how many seconds.

        Args:
            now: the scheduler's time.
            wanted: the seconds that they want.
            after: the seconds until the time begins.
        """
        seconds = self.wait_left(now, wanted)
        if seconds:
            recent = [wait for wait in self.waits if wait.until > now - _HOUR]
            self.waits = (*recent, Wait(now + after + seconds, seconds))
        return seconds

    def spare_wait(self, now: float, seconds: float) -> None:
        """Give back the seconds that the player did not need of the last times."""
        waits = [*self.waits]
        while waits and seconds > 0:
            last = waits.pop()
            if last.seconds > seconds:
                waits.append(Wait(min(now, last.until), last.seconds - seconds))
            seconds -= last.seconds
        self.waits = tuple(waits)

    def end_hand(self) -> None:
        """Apply the changes that waited for the end of the hand: new chips, and sitting out."""
        self.stack, self.added = self.stack + self.added, 0
        if self.status is SeatStatus.PAUSING:
            self.status = SeatStatus.SITTING_OUT

    def go_away(self, now: float) -> None:
        """Note that the player is away; their seat is kept for a while."""
        self.away_since = now if self.away_since is None else self.away_since

    def come_back(self) -> None:
        """Note that the player is present."""
        had_gone, self.away_since = self.is_away, None
        if had_gone and self.status in {SeatStatus.UNREACHABLE, SeatStatus.GIVEN_UP}:
            self.status = SeatStatus.PLAYING


_KeyT = TypeVar("_KeyT")


class Named(Protocol):
    """Somebody with a nick, in a seat or elsewhere."""

    @property
    def nick(self) -> str:
        """The nick; with the network if that tells them apart."""

    @property
    def player(self) -> PlayerId | None:
        """The player; None for a robot."""


class Seats(dict[TableSeat, Seat]):
    """The taken seats of a table by number, counted from 0."""

    def copy(self) -> Seats:
        """Return independent copies of the seats."""
        return Seats({number: copy(seat) for number, seat in self.items()})

    @property
    def people(self) -> list[Seat]:
        """The seats of people, in order."""
        return [self[number] for number in self.people_numbers]

    @property
    def people_numbers(self) -> list[TableSeat]:
        """The numbers of the seats of people, in order."""
        return sorted(number for number, seat in self.items() if seat.player)

    @property
    def chips(self) -> int:
        """All chips at the table."""
        return sum(seat.stack + seat.added for seat in self.values())

    @property
    def dealt_in(self) -> list[TableSeat]:
        """The numbers of the seats that are dealt in, in order."""
        return sorted(number for number, seat in self.items() if seat.is_dealt_in)

    @property
    def has_audience(self) -> bool:
        """Whether a person is there and plays."""
        return any(seat.is_present for seat in self.people)

    @property
    def present(self) -> list[str]:
        """The nicks of the people who are there."""
        return [seat.nick for seat in self.people if not seat.is_away]

    def number_of(self, player: PlayerId) -> TableSeat | None:
        """Return the number of a player's seat; None if they have none."""
        return next((number for number, seat in self.items() if seat.player == player), None)

    def sitter(self, number: TableSeat) -> Sitter:
        """Return the player or robot in a seat."""
        seat = self[number]
        is_namesake = bool(seat.robot) and seat.nick.casefold() in [person.nick.casefold() for person in self.people]
        return Sitter(number, seat.nick, Phrase("names.robot", who=seat.nick) if is_namesake else seat.nick)

    def take(self, number: TableSeat, seat: Seat) -> None:
        """Fill a free seat, and make its opponent key unique."""
        while any(seat.opponent_key == other.opponent_key for other in self.values()):
            # Somebody else at the table had that nick before.
            seat.opponent_key += "'"
        self[number] = seat

    def robot_nick(self, name: str) -> str:
        """Return a robot's nick: its name, with a number if the nick is taken."""
        taken = {seat.nick.casefold() for seat in self.values()}
        return next(nick for nick in _numbered(name) if nick.casefold() not in taken)

    def tell_apart(self, newest: TableSeat, network: str) -> None:
        """Give people from other networks, who come by sockets, names that nobody else at the table has.

        Those of the table's network keep their nicks, by which lines reach them.

        Args:
            newest: the seat that has just been taken or renamed: it is the one that gets another name.
            network: the network of the table.
        """
        people = {number: self[number] for number in self.people_numbers}
        for number, name in names_apart(people, newest, network).items():
            self[number].nick = name

    @property
    def waited_for(self) -> dict[TableSeat, float]:
        """Return the seats that are kept for people who are away, with the times since when."""
        return {
            number: seat.away_since for number, seat in self.items() if seat.away_since is not None and not seat.leaves
        }


def names_apart(people: Mapping[_KeyT, Named], newest: _KeyT, network: str) -> dict[_KeyT, str]:
    """Return other names for people from other networks who have the nick of somebody else, in any case.

    Args:
        people: the people.
        newest: who has just come or been renamed: of two from other networks it is they who get another name.
        network: the network whose people keep their nicks; empty for none.
    """
    from_where = {key: each.player.network if each.player else network for key, each in people.items()}
    strangers = [key for key in people if from_where[key] != network]
    taken = {people[key].nick.casefold() for key in people.keys() - set(strangers)}
    clashing = []
    for key in sorted(strangers, key=lambda each: each == newest):
        if people[key].nick.casefold() in taken:
            clashing.append(key)
        taken.add(people[key].nick.casefold())
    new_names = {}
    for key in clashing:
        names = _numbered(f"{people[key].nick.partition(APART)[0]}{APART}{from_where[key]}")
        new_names[key] = next(name for name in names if name.casefold() not in taken)
        taken.add(new_names[key].casefold())
    return new_names


def seat_label(number: TableSeat) -> int:
    """Return the number of a seat as people read it: they count from 1.

    Examples:
        >>> seat_label(TableSeat(0))
        1
    """
    return number + 1


def _numbered(name: str) -> Iterator[str]:
    yield name
    number = 2
    while True:
        yield f"{name}{number}"
        number += 1
