"""The seats of a table: who sits there, with how many chips, and whether they are dealt in."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from enum import Enum

from ircpoker.ledger import Identity, PlayerId
from ircpoker.lobby.events import Departure, Sitter
from ircpoker.lobby.places import Player
from ircpoker.words import Phrase


class SeatStatus(Enum):
    """Whether a seat is dealt in, and whether it is given up."""

    PLAYING = "playing"
    SITTING_OUT = "sitting out"
    """Until its player asks for cards again."""
    UNREACHABLE = "unreachable"
    """Its player could not be given cards: until they come back to the channel or ask for cards again."""
    LEAVING = "leaving"
    """Its player has asked to leave, which they do when the hand is over."""
    PAUSING = "pausing"
    """Its player sits out when the hand is over."""
    GIVEN_UP = "given up"
    """Its player was gone for too long and leaves when the hand is over, unless they come back before."""


@dataclass(slots=True)
class Seat:
    """One taken seat.

    Attributes:
        nick: the name of its player.
        stack: chips there; during a hand those before it.
        buy_in: chips it sat down with; a robot that has lost them brings as many again.
        player: who; None for a robot.
        robot: the robot's name; empty for a person.
        status: whether it is dealt in.
        away_since: when its player was lost from sight; None for one who is there.
        time_outs: how many times in a row its player's time ran out.
        memory: what the robot remembers, None for one that does not learn.
        address: the last `user@host` of its player, as far as the network tells; a guest is known again by it.
        account: whose chips these are; not the player's own after somebody took a nick that has an account already.
        opponent_key: what robots call it, from sitting down to leaving; no other seat is called so.
        added: chips brought during the hand in progress, which join the stack when it is over.
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
    account: PlayerId | None = None
    opponent_key: str = ""
    added: int = 0

    def __post_init__(self) -> None:
        """Take chips from the player's own account, and let robots know the seat by its player."""
        self.account = self.account or self.player
        self.opponent_key = self.opponent_key or self.usual_opponent_key

    @property
    def person(self) -> Player | None:
        """The person who sits here, None for a robot."""
        return Player(self.player, self.nick, address=self.address) if self.player else None

    @property
    def usual_opponent_key(self) -> str:
        """What robots call somebody who sits down now."""
        return str(self.player) if self.player else f"robot:{self.nick}"

    @property
    def is_away(self) -> bool:
        """Whether its player is gone from the channel or the network."""
        return self.away_since is not None

    @property
    def sits_out(self) -> bool:
        """Whether its player sits out, by choice or because they cannot be reached."""
        return self.status in {SeatStatus.SITTING_OUT, SeatStatus.UNREACHABLE}

    @property
    def leaves(self) -> bool:
        """Whether its player leaves when the hand is over."""
        return self.status in {SeatStatus.LEAVING, SeatStatus.GIVEN_UP}

    @property
    def is_dealt_in(self) -> bool:
        """Whether it wants cards and can have them."""
        return bool(self.stack) and self.status is SeatStatus.PLAYING and not self.is_away

    @property
    def is_done(self) -> bool:
        """Whether its player goes as soon as no hand is in progress; robots bring new chips."""
        return self.leaves or not (self.stack or self.robot)

    @property
    def departure(self) -> Departure:
        """Why its player goes then."""
        if not self.leaves:
            return Departure.BROKE
        return Departure.GONE if self.status is SeatStatus.GIVEN_UP else Departure.ASKED

    def is_of(self, player: Player) -> bool:
        """Return whether a person is the one who sits here: a guest is one who has the nick at the same address."""
        is_known = player.id.identity is not Identity.GUEST or player.address == self.address
        return player.id == self.player and (is_known or not self.address or not player.address)

    def end_hand(self) -> None:
        """Take in what waited for the end of the hand: new chips, and the wish to sit out."""
        self.stack, self.added = self.stack + self.added, 0
        if self.status is SeatStatus.PAUSING:
            self.status = SeatStatus.SITTING_OUT

    def come_back(self) -> bool:
        """Note that the player is there; return whether they had been gone."""
        had_gone, self.away_since = self.is_away, None
        if had_gone and self.status in {SeatStatus.UNREACHABLE, SeatStatus.GIVEN_UP}:
            self.status = SeatStatus.PLAYING
        return had_gone


class Seats(dict[int, Seat]):
    """The taken seats of a table by number, counted from 0."""

    def copy(self) -> Seats:
        """Return copies of the seats, to be changed without changing these."""
        return Seats({number: copy(seat) for number, seat in self.items()})

    @property
    def people(self) -> list[Seat]:
        """The seats of people, in order."""
        return [self[number] for number in self.people_numbers]

    @property
    def people_numbers(self) -> list[int]:
        """The numbers of the seats of people, in order."""
        return sorted(number for number, seat in self.items() if seat.player)

    @property
    def chips(self) -> int:
        """All chips there."""
        return sum(seat.stack + seat.added for seat in self.values())

    @property
    def dealt_in(self) -> list[int]:
        """The seats that want cards, in order."""
        return sorted(number for number, seat in self.items() if seat.is_dealt_in)

    @property
    def present(self) -> list[str]:
        """The nicks of the people who are there."""
        return [seat.nick for seat in self.people if not seat.is_away]

    def number_of(self, player: PlayerId) -> int | None:
        """Return a player's seat, None if they do not sit here."""
        return next((number for number, seat in self.items() if seat.player == player), None)

    def sitter(self, number: int) -> Sitter:
        """Return who sits in a seat."""
        seat = self[number]
        has_namesake = any(person.nick.casefold() == seat.nick.casefold() for person in self.people)
        return Sitter(number, seat.nick, bool(seat.robot) and has_namesake)

    def names(self) -> list[Phrase | str]:
        """Return the names of all players, in the order of the seats."""
        sitters = map(self.sitter, sorted(self))
        return [Phrase("names.robot", who=sitter.nick) if sitter.is_namesake else sitter.nick for sitter in sitters]

    def take(self, number: int, seat: Seat) -> None:
        """Let somebody sit down in a free seat, under a key that no other seat has."""
        while any(seat.opponent_key == other.opponent_key for other in self.values()):
            # Somebody else who sits here had that nick before.
            seat.opponent_key += "'"
        self[number] = seat

    def first_free(self, most: int) -> int:
        """Return the first free seat of so many."""
        return next(number for number in range(most) if number not in self)

    def robot_nick(self, name: str) -> str:
        """Return what a robot is called here: its name, with a number if somebody is called so already."""
        taken = {seat.nick.casefold() for seat in self.values()}
        return next(nick for nick in _numbered(name) if nick.casefold() not in taken)

    def keep_presence(self, seen: Seats) -> None:
        """Take over who was seen to come and go, and from where, while these seats were on their way to the ledger."""
        for number, seat in self.items():
            other = seen.get(number)
            if other is not None and other.player == seat.player:
                seat.away_since, seat.address = other.away_since, other.address
                if other.status is SeatStatus.PLAYING and seat.status in {SeatStatus.GIVEN_UP, SeatStatus.UNREACHABLE}:
                    seat.status = SeatStatus.PLAYING

    def waited_for(self) -> dict[int, float]:
        """Return the seats kept for people who are away, and since when."""
        return {
            number: seat.away_since for number, seat in self.items() if seat.away_since is not None and not seat.leaves
        }


def _numbered(name: str) -> Iterator[str]:
    yield name
    number = 2
    while True:
        yield f"{name}{number}"
        number += 1
