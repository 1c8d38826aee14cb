"""One table: its state, the deal in progress, its clocks, and the one way in which anything is stored and told.

`store` writes the state to the ledger, together with the chips that move, and only then lets the news out. If
the ledger fails, the table is as it was stored last and nothing was told. Whether that last change was stored all the
same, as when the connection was lost in the commit, is read before the next one (`catch_up`). What happens at a table
is in `seating`, `dealing` and `acting`.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ircpoker.errors import LedgerError, PokerError, ProofError, SavedGameError, StaleStateError
from ircpoker.ledger import EndGame, Entry, GameAccount, SaveGame
from ircpoker.lobby.news import Deed, News, SeatFact, Sitter
from ircpoker.lobby.state import Hand, Seat, TableState, dump_state, load_state
from ircpoker.lobby.timers import OF_PEOPLE, Timer
from ircpoker.proofs import freeze
from ircpoker.robots import LearningRobot, failing, find_robot, make_robot
from ircpoker.table import Deal, make_view, replay, seen_by
from ircpoker.table.events import BetReturned, CardsDrawn, PlayerActed

if TYPE_CHECKING:
    from collections.abc import Callable

    from ircpoker.ledger import Change, PlayerId, Posting
    from ircpoker.lobby.house import House
    from ircpoker.lobby.intents import Ahead
    from ircpoker.lobby.news import Receipt, What
    from ircpoker.lobby.places import Player
    from ircpoker.robots import Robot
    from ircpoker.shuffle import Proof
    from ircpoker.table import PlayerView


@dataclass(frozen=True, slots=True)
class Attempt:
    """A change of which it is not known whether it was stored.

    Attributes:
        text: the table after it; None for one that is no more.
        news: what was to be told of it.
        then: what was to be done after it.
    """

    text: str | None
    news: tuple[News, ...]
    then: tuple[Callable[[], None], ...]


@dataclass(slots=True)
class Play:
    """The deal in progress, live; seats are those of its setup.

    Attributes:
        hand: what is stored of it.
        deal: the rules' side.
        proof: its shuffle, not to be shown yet.
        undelivered: seats whose cards are on their way.
        refused: why somebody could not be given cards; empty as long as all is well.
        unreachable: seats of those.
        ahead: what was said early.
        late: numbers of the events that the clock brought about.
        told: how many events everybody has heard of.
        begun: whether everybody has heard that it began.
    """

    hand: Hand
    deal: Deal
    proof: Proof
    undelivered: set[int] = field(default_factory=set)
    refused: str = ""
    unreachable: set[int] = field(default_factory=set)
    ahead: dict[int, Ahead] = field(default_factory=dict)
    late: set[int] = field(default_factory=set)
    told: int = 0
    begun: bool = False


class Table:
    """One table.

    Attributes:
        house: what all tables share.
        id: the ledger's name of the table.
        state: what is stored.
        play: the deal in progress.
        calls: what is to be done later, by its `Timer`.
        robots: those that sit here, by seat.
        away: people who are gone, and since when.
        unreached: people who could not be given cards, and so sit out until they come or say that they are back.
        given_up: people who will have left with the end of the deal, as they were gone for too long.
        unproved: deals whose shuffle is to be shown later, and when.
        idle: seats of robots that are not dealt in as they do not play with so many.
        waits: everybody knows that there are too few to deal.
        is_over: the table is closed.
    """

    def __init__(self, house: House, table_id: str, state: TableState, version: int = 0, saved: str = "") -> None:
        """Set a table up.

        Args:
            house: what all tables share.
            table_id: the ledger's name of it.
            state: the table.
            version: as stored; 0 for a new one.
            saved: as stored.
        """
        self.house = house
        self.id = table_id
        self.state = state
        self.play: Play | None = None
        self.calls = house.scheduler.calls(f"table {table_id}")
        self.robots: dict[int, Robot] = {}
        self.away: dict[int, float] = {}
        self.unreached: set[int] = set()
        self.given_up: set[int] = set()
        self.unproved: deque[tuple[str, float]] = deque()
        self.idle: set[int] = set()
        self.waits = False
        self.is_over = False
        self._version = version
        self._saved = saved
        self._news: list[News] = []
        self._then: list[Callable[[], None]] = []
        self._attempt: Attempt | None = None
        own_seats = [number for number, seat in state.seats.items() if seat.player and state.place.is_private]
        self._own_seat = own_seats[0] if own_seats else None
        self._owner = state.seats[own_seats[0]].person if own_seats else None

    def __repr__(self) -> str:
        return f"<Table {self.id} at {self.state.place}>"

    # Time

    @property
    def now(self) -> float:
        """The scheduler's time."""
        return self.house.scheduler.now

    def after(self, timer: Timer, seconds: float) -> None:
        """Do what a timer stands for in so many seconds."""
        self.at(timer, self.now + seconds)

    def at(self, timer: Timer, when: float) -> None:
        """Do what a timer stands for at a time of the scheduler."""
        self.calls.call_at(when, timer, lambda: self.house.do(self, timer))

    def put_forward(self, seconds: float) -> None:
        """Put all that waits for people forward by a standstill that is over now."""
        self.calls.put_forward(seconds, *OF_PEOPLE)
        for number, since in self.away.items():
            self.away[number] = min(since + seconds, self.now)

    # People and robots

    def nick(self, seat: int) -> str:
        """Return who sits in a seat of the deal."""
        if self.play is None:
            raise ValueError("no deal")
        return self.sitter(self.play.hand.seats[seat]).name

    def sitter(self, number: int) -> Sitter:
        """Return who sits in a seat of the table; a robot is marked where a person has its nick."""
        seat = self.state.seats[number]
        namesakes = (one for one in self.state.people if one.nick.casefold() == seat.nick.casefold())
        is_marked = bool(seat.robot) and any(namesakes)
        return Sitter(number, f"{seat.nick} (robot)" if is_marked else seat.nick)

    def chips(self, number: int) -> int:
        """Return the chips in front of a seat of the table now, those in the pot not counted."""
        play = self.play
        if play is not None and number in play.hand.seats:
            return play.deal.stacks[play.hand.seats.index(number)]
        return self.state.seats[number].stack

    def seat_of(self, seat: int) -> Seat:
        """Return the table's seat of a seat of the deal."""
        if self.play is None:
            raise ValueError("no deal")
        return self.state.seats[self.play.hand.seats[seat]]

    def robot(self, number: int) -> Robot:
        """Return the robot of a seat, with what it remembers, and knowing whom it plays with.

        Raises:
            UnknownRobotError: there is no such robot any more.
            RobotError: it cannot be made, or its own code failed.
        """
        if number not in self.robots:
            seat = self.state.seats[number]
            robot = make_robot(find_robot(seat.robot, self.house.robots))
            if isinstance(robot, LearningRobot):
                with failing(seat.robot):
                    _recall(robot, seat)
                    if self.play is not None and number in self.play.hand.seats:
                        # It was made in the middle of a deal: after a start, or after the ledger failed.
                        robot.meet([self.state.seats[other].known_as for other in self.play.hand.seats])
            self.robots[number] = robot
        return self.robots[number]

    def rename(self, number: int, player: Player, purse: PlayerId | None = None) -> None:
        """Let the person in a seat be called otherwise, come from elsewhere, or be somebody else to the ledger."""
        seat = self.state.seats[number]
        seat.player, seat.nick, seat.address = player.id, player.nick, player.address or seat.address
        seat.purse = purse or seat.purse
        if self.state.place.is_private:
            self._owner = seat.person

    # Telling

    def tell(self, what: What, to: Player | None = None, receipt: Receipt | None = None) -> None:
        """Tell something as soon as everything is stored; in private everybody is that one person."""
        self._news.append(News(self.state.place, what, to or self._owner, self._own_seat, receipt))

    def once_stored(self, do: Callable[[], None]) -> None:
        """Do something as soon as everything is stored, after the news is out."""
        self._then.append(do)

    def flush(self) -> None:
        """Let the news out."""
        news, self._news = self._news, []
        then, self._then = self._then, []
        for one in news:
            self.house.emit(one)
        for do in then:
            do()

    def deeds(self) -> tuple[Deed, ...]:
        """Return what was done in the deal since everybody heard of it last, without hidden cards."""
        play = self.play
        if play is None:
            return ()
        deal = play.deal
        # Whoever has no chips left put the last one in with the last wager.
        last = {event.seat: number for number, event in enumerate(deal.events) if isinstance(event, PlayerActed)}
        found = []
        for number, event in enumerate(deal.events[play.told :], play.told):
            public = seen_by(event, None)
            if isinstance(public, PlayerActed | CardsDrawn):
                seat = public.seat
                is_all_in = last.get(seat) == number and self._is_all_in(deal, seat, public)
                found.append(Deed(self.sitter(play.hand.seats[seat]), public, number in play.late, is_all_in))
        return tuple(found)

    @staticmethod
    def _is_all_in(deal: Deal, seat: int, event: PlayerActed | CardsDrawn) -> bool:
        """Return whether a seat's last action put all its chips in."""
        returned = any(isinstance(other, BetReturned) and other.seat == seat for other in deal.events)
        put_in = deal.totals[seat] == deal.setup.stacks[seat]
        return isinstance(event, PlayerActed) and event.paid > 0 and put_in and not returned

    def seat_facts(self) -> tuple[SeatFact, ...]:
        """Return who plays the deal, with the chips before it; the first left of the button first."""
        play, positions = self.play, self.state.positions
        if play is None or positions is None:
            return ()
        facts = []
        for number, stack in zip(play.hand.seats, play.hand.setup.stacks, strict=True):
            facts.append(SeatFact(self.sitter(number), stack, number == positions.button))
        return tuple(facts)

    # Storing

    def store(self, *changes: Change, moves: tuple[Posting, ...] = (), reason: str = "table") -> None:
        """Write the table and what belongs to it in one transaction, then let the news out.

        Args:
            changes: what else is written.
            moves: chips that come to the table or leave it.
            reason: why they do.

        Raises:
            PokerError: the ledger refused or failed; the table is as it was stored last.
        """
        save = self.next_version()
        self._write(save.state, (save, *changes), moves, reason)
        self.is_stored(save.state)

    def next_version(self) -> SaveGame:
        """Return the change that writes the table as it is now.

        Who writes it by other means than `store` says then what became of it: `is_stored` or `is_not_stored`.
        """
        state = self.state
        return SaveGame(self.id, state.kind, dump_state(state), state.held, self._version, state.place.player)

    def is_stored(self, text: str) -> None:
        """Note that the next version of the table is stored, and let the news out."""
        self._version += 1
        self._saved = text
        for number in self.away.keys() - self.state.seats.keys():
            del self.away[number]
        self.unreached &= self.state.seats.keys()
        self.given_up &= self.state.seats.keys()
        self.house.seated(self)
        self.flush()

    def end(self, *changes: Change, moves: tuple[Posting, ...] = ()) -> None:
        """Write that the table is no more, then let the news out.

        Args:
            changes: what else is written.
            moves: all chips of the table, on their way to their owners.

        Raises:
            PokerError: the ledger failed; the table is as it was stored last.
        """
        self._write(None, (EndGame(self.id, self._version), *changes), moves, "cash-out")
        self._is_ended()

    def _is_ended(self) -> None:
        """Note that the table is no more, and let the news out."""
        self.is_over = True
        self.calls.pause()
        self.house.seated(self)
        self.flush()

    def _write(self, text: str | None, changes: tuple[Change, ...], moves: tuple[Posting, ...], reason: str) -> None:
        ledger = self.house.ledger
        if self.is_in_doubt:
            self.roll_back()
            raise LedgerError("it is not known yet whether the table's last change was stored")
        try:
            if moves:
                ledger.post(Entry(f"{self.id}:{self._version}", reason, moves), *changes)
            else:
                ledger.save(*changes)
        except LedgerError:
            self.is_not_stored(text)
            raise
        except PokerError:
            self.roll_back()
            raise

    def is_not_stored(self, text: str | None) -> None:
        """Note that the ledger failed to store a version, or stored it and could not say so; be as stored last."""
        self._attempt = Attempt(text, tuple(self._news), tuple(self._then))
        self.roll_back()

    @property
    def is_in_doubt(self) -> bool:
        """Whether the ledger failed in the last change, and nobody has looked yet whether that was stored."""
        return self._attempt is not None

    def catch_up(self) -> bool:
        """Read whether a change in doubt was stored, and go on from what is.

        What was to be told of it is told now; only the cards are not, as they are given again when a table goes on.

        Returns:
            Whether it was: the table is another one than before.

        Raises:
            LedgerError: the ledger fails still.
            StaleStateError: another process has changed the table.
            PokerError: the deal's shuffle cannot be read.
        """
        attempt = self._attempt
        if attempt is None:
            return False
        stored = self.house.ledger.settled_game(self.id, self.state.kind)
        if (stored.version if stored else 0) == self._version:
            self._attempt = None
            self.is_over = not self._version
            return False
        if (stored.state if stored else None) != attempt.text or (stored and stored.version != self._version + 1):
            raise StaleStateError("the table")
        if attempt.text is not None:
            self._load(attempt.text)
        self._attempt = None
        self._news = [one for one in attempt.news if one.receipt is None]
        self._then = list(attempt.then)
        if attempt.text is None:
            self._is_ended()
        else:
            self.is_stored(attempt.text)
        return True

    def roll_back(self) -> None:
        """Be again as stored last; what was to be told of the rest is forgotten.

        Raises:
            PokerError: the deal's shuffle cannot be read.
        """
        self._news = []
        self._then = []
        if self._version:
            self._load(self._saved)

    def _load(self, text: str) -> None:
        """Be what was stored.

        Raises:
            PokerError: the deal's shuffle cannot be read; nothing has changed.
        """
        before = self.play
        state, _ = load_state(text)
        stored = state.hand
        other = None
        if stored is not None and (before is None or before.hand.deal_id != stored.deal_id):
            other = rebuild(stored, self.find_proof(stored))
        self.state = state
        self.robots.clear()
        if stored is None or before is None or other is not None:
            self.play = other
        elif len(before.hand.actions) != len(stored.actions):
            self.play = rebuild(stored, before.proof)
            self.play.begun = before.begun
            self.play.told = min(before.told, len(self.play.deal.events))
        else:
            # Nothing has happened in the deal itself, and cards may be on their way.
            self.state.hand = before.hand

    def find_proof(self, hand: Hand) -> Proof:
        """Return the shuffle of a stored deal.

        Raises:
            ProofError: it is not there, or cannot be read.
        """
        shuffle = self.house.ledger.shuffle(hand.deal_id)
        if shuffle is None:
            raise ProofError(f"the shuffle of deal {hand.deal_id} is not there")
        return freeze(shuffle, hand.seeds)

    @property
    def account(self) -> GameAccount:
        """Where the ledger keeps the chips of tables like this."""
        return GameAccount(self.state.kind)

    def public_view(self) -> PlayerView:
        """Return the deal as everybody may see it."""
        if self.play is None:
            raise ValueError("no deal")
        return make_view(self.play.deal, None)


def _recall(robot: LearningRobot, seat: Seat) -> None:
    """Give a robot its memory back, if it has one; what it cannot read is forgotten."""
    if seat.memory is None:
        return
    try:
        robot.recall(seat.memory)
    except SavedGameError:
        seat.memory = None


def rebuild(hand: Hand, proof: Proof) -> Play:
    """Return the deal in progress as it was stored.

    Args:
        hand: what is stored.
        proof: its shuffle.

    Returns:
        The deal, with nothing told yet of what comes next.

    Raises:
        PokerError: setup, deck and actions do not go together.
    """
    deal = replay(hand.setup, proof.deck, hand.actions)
    hand.actions = deal.actions
    return Play(hand, deal, proof, told=len(deal.events))
