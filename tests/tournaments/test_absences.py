"""The 45 cells of docs/tournaments.md about players who are not there: each is played at a table of three."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from ircpoker.lobby import Table
from ircpoker.lobby.hand import HandInProgress
from ircpoker.lobby.seats import SeatStatus
from ircpoker.runtime.delivery import Delivery
from ircpoker.table import Fold, TableSeat, first_positions
from ircpoker.table.events import HandMucked, HandShown, PotWon
from tests.tournaments.absence_table import (
    BY_ANTE,
    BY_BLIND,
    CHIPS,
    DEAL,
    HAS_TURN,
    MOMENTS,
    SHOWDOWN,
    STATES,
    TURN,
    read_table,
)
from tests.tournaments.arena import CHANNEL, Arena
from tests.tournaments.test_large import make

TABLE = read_table()
STACKS = {HAS_TURN: 1000, BY_ANTE: 5, BY_BLIND: 15}
"""Of the player in the big blind, with an ante of 5 and a big blind of 20."""
SECONDS = 30.0


class Scene:
    """A deal with a player in the big blind, and two others who are there."""

    def __init__(self, arena: Arena) -> None:
        make(arena, "free seats 3 stack 1000 10/20/5@60", 3, 0)
        arena.tournaments.begin(arena.tournament)
        self.arena = arena
        (self.table,) = arena.lobby.tables
        positions = first_positions(sorted(self.table.seats), min(self.table.seats))
        self.number = positions.big_blind
        self.nick = self.table.seats[self.number].nick
        self.hands: list[HandInProgress] = []
        take = self.table.take

        def seen(draft: object) -> None:
            take(draft)  # type: ignore[arg-type]  # a draft of the table
            self.hands += [self.table.hand] if self.table.hand else [each.hand for each in draft.finished]  # type: ignore[attr-defined]  # as above

        self.table.take = seen  # type: ignore[method-assign]  # watched

    def begin(self, chips: str) -> None:
        """Begin the first deal with other chips of the player."""
        self.table.record_fact(lambda state: setattr(state.seats[self.number], "stack", STACKS[chips]))
        while not self.hands:
            self.arena.wait(1)

    def go(self, state: str) -> None:
        """Let the player be in a state from now on."""
        arena, seats = self.arena, self.table.seats
        if state == "away":
            arena.services.presence.quit(arena.person(self.nick))
        elif state == "left":
            arena.say(self.nick, "!leave")
        elif state == "sitting out" and self.table.hand is None:
            arena.say(self.nick, "!sitout")
        elif state == "unreachable" and self.table.hand is None:
            arena.refusals[self.nick] = Delivery.REFUSED
        elif state != "present":
            # In a deal they come by two time-outs, or by a check of private lines.
            status = SeatStatus.SITTING_OUT if state == "sitting out" else SeatStatus.UNREACHABLE
            self.table.record_fact(lambda table: setattr(table.seats[self.number], "status", status))
        assert self.number in seats

    def act(self, text: str) -> None:
        """Let the next of the others act."""
        nick = self.arena.actor()
        assert nick not in {"", self.nick}
        self.arena.say(nick, text)

    @property
    def hand(self) -> HandInProgress:
        """The deal, now or as it ended."""
        return self.hands[-1]

    @property
    def is_dead(self) -> bool:
        return self.hand.seat_of(self.number) in self.hand.deal.setup.dead

    @property
    def actions(self) -> list[object]:
        """What the player has done in the deal."""
        seat = self.hand.seat_of(self.number)
        return [action for of, action in self.hand.deal.actions if of == seat]


@contextmanager
def scene() -> Iterator[Scene]:
    arena = Arena(seconds_to_act=SECONDS)
    yield Scene(arena)
    arena.close()


def test_the_table_has_45_cells() -> None:
    assert set(TABLE) == set(itertools.product(MOMENTS, STATES, CHIPS))
    assert {cell.source.split()[0] for cell in TABLE.values()} == {"TDA", "house"}


@pytest.mark.parametrize("chips", [BY_BLIND, *[pytest.param(each, marks=pytest.mark.slow) for each in CHIPS[:2]]])
@pytest.mark.parametrize("state", STATES)
def test_at_the_deal(state: str, chips: str) -> None:
    rule = TABLE[DEAL, state, chips].rule
    with scene() as played:
        played.go(state)
        played.begin(chips)
        assert played.is_dead == (rule == "dead")
        got_cards = any(" you hold " in line for line in played.arena.to(played.nick))
        assert got_cards == (rule == "live")
        played.arena.refusals.clear()
        played.act("!raise 60")
        played.act("!call")
        if rule == "dead":
            played.arena.services.presence.joined(played.arena.person(played.nick), CHANNEL)
            for line in ("!call", "!cards"):
                assert "your hand is dead" in played.arena.say(played.nick, line)[0]
        if rule == "live" and chips == HAS_TURN:
            assert played.arena.actor() == played.nick
            return
        for _ in range(6):
            played.act("!check")
        seat, events = played.hand.seat_of(played.number), played.hand.deal.events
        assert not played.actions
        assert (HandShown(seat, played.hand.deal.hole_cards[seat]) in events) == (rule == "live")
        if rule == "dead":
            assert not [event for event in events if isinstance(event, PotWon) and event.seat == seat]
            pot = sum(event.amount for event in events if isinstance(event, PotWon))
            assert pot == 120 + min(STACKS[chips], 25) + 10


@pytest.mark.slow(1)
@pytest.mark.parametrize("chips", CHIPS)
@pytest.mark.parametrize("state", STATES)
def test_at_the_turn(state: str, chips: str) -> None:
    rule = TABLE[TURN, state, chips].rule
    with scene() as played:
        played.begin(chips)
        played.act("!raise 60")
        played.go(state)
        played.act("!call")
        if chips != HAS_TURN:
            assert rule == "live"
            for _ in range(6):
                played.act("!check")
            seat = played.hand.seat_of(played.number)
            assert HandShown(seat, played.hand.deal.hole_cards[seat]) in played.hand.deal.events
            return
        if rule == "folds":
            assert played.actions == [Fold()]
            return
        assert rule == {"present": "acts", "away": "clock"}[state]
        assert played.arena.actor() == played.nick
        played.arena.wait(SECONDS - 2)
        assert not played.actions
        played.arena.wait(4)
        assert played.actions == [Fold()]


def test_away_they_may_return_and_where_nobody_is_there_nobody_waits() -> None:
    with scene() as played:
        played.begin(HAS_TURN)
        played.act("!raise 60")
        played.go("away")
        played.act("!call")
        played.arena.services.presence.joined(played.arena.person(played.nick), CHANNEL)
        played.arena.say(played.nick, "!call")
        assert len(played.actions) == 1
        for each in ("p0", "p1", "p2"):
            played.arena.services.presence.quit(played.arena.person(each))
        actor = played.arena.actor()
        played.arena.wait(SECONDS + 2)
        assert actor
        assert not played.arena.actor()


@pytest.mark.slow(1)
@pytest.mark.parametrize("chips", CHIPS)
@pytest.mark.parametrize("state", STATES)
def test_at_the_showdown(state: str, chips: str) -> None:
    rule = TABLE[SHOWDOWN, state, chips].rule
    assert rule == "live"
    with scene() as played:
        played.begin(chips)
        played.act("!call")
        played.act("!call")
        if chips == HAS_TURN:
            played.arena.say(played.nick, "!check")
        while len(played.hand.deal.board) < 5:
            each = played.arena.actor()
            played.arena.say(each, "!check")
        # Small blind, the player, the button: the last one closes the deal.
        while not is_last_turn(played.table):
            played.arena.say(played.arena.actor(), "!check")
        played.go(state)
        played.act("!check")
        assert played.table.hand is None
        assert not [action for action in played.actions if isinstance(action, Fold)]
        seat, events = played.hand.seat_of(played.number), played.hand.deal.events
        assert [event for event in events if isinstance(event, HandShown | HandMucked) and event.seat == seat]
        if chips != HAS_TURN:
            assert HandShown(seat, played.hand.deal.hole_cards[seat]) in events


def is_last_turn(table: Table) -> bool:
    hand = table.hand
    assert hand is not None
    return hand.actor is not None and hand.seat_of(TableSeat(hand.actor)) == len(hand.numbers) - 1
