"""Laws of every deal: turns, chips, secrets, and equal events in a replay.

`Watch` follows a deal from outside. It derives the order of turns from the events, and compares legal actions and
their cost with naive rules, which share no code with the engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from types import FunctionType

from msgspec import Struct
from msgspec.structs import astuple

from ircpoker.cards import Card
from ircpoker.table.actions import NOTHING, Action, Discard, Fold, LegalActions, Show
from ircpoker.table.deal import Deal, replay
from ircpoker.table.events import AntePosted, CardsDrawn, HandMucked, HandShown, PlayerActed, PotWon, StreetBegan
from ircpoker.table.games import GAMES
from ircpoker.table.view import make_view
from tools.naive_rules import NaiveDeal


def cards_in(value: object) -> set[Card]:
    """Return every card that can be reached from a value."""
    if isinstance(value, Card):
        return {value}
    if isinstance(value, tuple | list | set | frozenset):
        return set().union(*map(cards_in, value)) if value else set()
    if isinstance(value, dict):
        return cards_in([*value.keys(), *value.values()])
    if value is None or isinstance(value, int | str | range | Enum):
        return set()
    if isinstance(value, FunctionType):
        return cards_in([*(value.__defaults__ or ()), *(cell.cell_contents for cell in value.__closure__ or ())])
    if isinstance(value, Struct):
        return cards_in(astuple(value))
    assert is_dataclass(value), f"a view may not hold {type(value)}"
    return cards_in([getattr(value, field.name) for field in fields(value)])


class Watch:
    """Checks a deal before each action and at its end.

    Args:
        deal: before its first action.
        deck: its deck.
        views: at one decision in so many, and at the end, a seat's view is looked at, or the public's.
    """

    def __init__(self, deal: Deal, deck: Sequence[Card], views: int = 5) -> None:
        setup = deal.setup
        named = {field.name: getattr(setup, field.name) for field in fields(setup)}
        game = next(name for name, game in GAMES.items() if game == setup.game)
        self.naive = NaiveDeal({**named, "game": game})
        self.deck, self.views = deck, views
        self.decisions = self.seen = 0
        self.out: set[int] = set()
        self.own: list[set[Card]] = [set() for _ in setup.stacks]
        self.turns: dict[type, int] = {}
        antes = sum(event.amount for event in deal.events if isinstance(event, AntePosted))
        self.dead = antes if setup.antes_are_dead else 0

    def before(self, deal: Deal) -> None:
        """Check the actor, the legal actions and the chips."""
        self._follow(deal)
        legal = deal.legal_actions()
        assert legal is not None
        self._check_turn(deal, legal)
        self._check_naive(deal, legal)
        check_chips(deal, self.dead)
        self.decisions += 1
        if self.decisions % self.views == 0:
            self._check_views(deal)

    def after(self, deal: Deal) -> None:
        """Check a finished deal."""
        self._follow(deal)
        assert self.naive.actor() is None
        assert deal.pot == 0
        assert min(deal.stacks) >= 0
        assert sum(deal.stacks) == sum(deal.setup.stacks)
        assert not {event.seat for event in deal.events if isinstance(event, PotWon)} & self.out
        check_draws(deal)
        self._check_views(deal)
        assert replay(deal.setup, self.deck, deal.actions).events == deal.events

    def _follow(self, deal: Deal) -> None:
        """Note from the new events which seats are out, and the last turn of each kind on this street."""
        for event in deal.events[self.seen :]:
            if isinstance(event, StreetBegan):
                self.turns.clear()
            elif isinstance(event, PlayerActed | CardsDrawn | HandShown | HandMucked):
                assert event.seat not in self.out, f"{event}, but the seat is out"
                if event.seat not in deal.setup.dead:
                    self.turns[Show if isinstance(event, HandShown | HandMucked) else type(event)] = event.seat
                if isinstance(event, HandMucked) or (isinstance(event, PlayerActed) and isinstance(event.action, Fold)):
                    self.out.add(event.seat)
        self.seen = len(deal.events)
        for _, action in deal.actions[self.decisions - 1 :] if self.decisions else []:
            self.naive.play(as_move(action))
        for seat, hand in enumerate(deal.hole_cards):
            self.own[seat] |= set(hand)

    def _check_turn(self, deal: Deal, legal: LegalActions) -> None:
        """Check that the actor can act, and that nobody who could comes before it in the order of the seats."""
        actor, seats = deal.actor, len(deal.stacks)
        assert actor is not None
        assert actor == legal.seat
        assert actor not in self.out
        assert deal.in_hand == tuple(seat not in self.out for seat in range(seats))
        assert deal.stacks[actor] or not legal.can_fold, "all-in, and asked to bet"
        kind = PlayerActed if legal.can_fold else CardsDrawn if legal.discard else Show
        last = self.turns.get(kind, self._first(deal, legal) - 1)
        for step in range(1, (actor - last - 1) % seats + 1):
            seat = (last + step) % seats
            is_idle = legal.can_fold and not deal.stacks[seat]
            assert seat in self.out or is_idle, f"seat {seat} lost its turn to seat {actor}"

    def _first(self, deal: Deal, legal: LegalActions) -> int:
        """Return the seat that the order begins with where nobody has had a turn."""
        blinds = deal.setup.blinds
        if legal.can_show:
            return deal.aggressor or 0
        if legal.can_fold and any(blinds) and deal.street is deal.setup.game.streets[0].street:
            return max(seat for seat, blind in enumerate(blinds) if blind == max(blinds)) + 1
        return 0

    def _check_naive(self, deal: Deal, legal: LegalActions) -> None:
        """Check that the naive rules agree."""
        naive = self.naive
        assert naive.actor() == legal.seat
        assert (naive.stacks, naive.bets, naive.pot()) == (list(deal.stacks), list(deal.bets), deal.pot)
        if legal.can_fold:
            wagers = naive.wagers(legal.seat)
            assert (legal.call, legal.can_check) == (naive.call(legal.seat), not legal.call)
            assert (legal.raise_to, legal.bet) == ((wagers, NOTHING) if deal.bet_to_match else (NOTHING, wagers))

    def _check_views(self, deal: Deal) -> None:
        """Check that a seat, another each time, sees the public cards and what it has or had, and no other card."""
        tabled = [hand for hand, shown in zip(deal.hole_cards, deal.shown, strict=True) if shown]
        public = set(deal.board).union(*tabled)
        seat = self.decisions % (len(self.own) + 1)
        if seat == len(self.own):
            assert cards_in(make_view(deal, None)) == public
        else:
            assert cards_in(make_view(deal, seat)) == public | self.own[seat]


def as_move(action: Action) -> str:
    """Return an action in the words of the naive rules."""
    return f"discard {len(action.cards)}" if isinstance(action, Discard) else str(action)


def check_chips(deal: Deal, dead: int) -> None:
    """No chip is lost, made or owed; antes that belong to the pot are in nobody's total."""
    assert min(deal.stacks) >= 0
    assert sum(deal.stacks) + deal.pot == sum(deal.setup.stacks)
    assert sum(pot.amount for pot in deal.pots) == deal.pot
    assert sum(deal.totals) + dead == deal.pot
    assert sum(deal.bets) <= deal.pot


def check_draws(deal: Deal) -> None:
    """Every seat that was in when the draw began drew once, in the seats' order; nobody else did."""
    in_hand = list(range(len(deal.stacks)))
    due: list[int] = []
    plans = {plan.street: plan for plan in deal.setup.game.streets}
    for event in deal.events:
        if isinstance(event, PlayerActed) and isinstance(event.action, Fold):
            in_hand.remove(event.seat)
        elif isinstance(event, StreetBegan) and plans[event.street].most_discards:
            due += in_hand
    drew = [event for event in deal.events if isinstance(event, CardsDrawn)]
    assert [event.seat for event in drew] == due
    assert [count is not None for count in deal.drawn] == [seat in due for seat in range(len(deal.stacks))]
    for event in drew:
        assert deal.drawn[event.seat] == event.count == len(event.drawn or ())
