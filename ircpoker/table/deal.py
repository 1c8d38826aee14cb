"""One deal as a state machine, from the antes to the last pot.

The same setup, deck and actions always give the same events. There is no randomness, no clock and no input or output.
A `Deal` holds everybody's cards: show others only a `PlayerView`, or events that went through `seen_by`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy

from ircpoker.cards import Card
from ircpoker.errors import IllegalActionError, NotYourTurnError, SetupError
from ircpoker.hands import HandValue
from ircpoker.table import events
from ircpoker.table.actions import FOLD, MUCK, SHOW, WAGERS, Action, Call, Check, Discard, Fold, LegalActions, Muck
from ircpoker.table.betting import BettingRound
from ircpoker.table.games import FirstToAct, Phase, Street
from ircpoker.table.pots import Pot, divide_pots
from ircpoker.table.seat_numbers import DealSeat, deal_seats
from ircpoker.table.setup import Setup
from ircpoker.words import Phrase


class Deal:
    """One deal in progress or finished.

    Attributes:
        setup: the setup.
        events: all events, in order.
        actions: all actions with their seats; together with setup and deck they are enough to replay the deal.
        actor: the seat whose turn it is; None when the deal is over.
        phase: the kind of its decision.
        board: the cards on the board.
        deck: the cards from the top, dealt or not.
        hole_cards: the cards of each seat, folded hands included.
        drawn: how many cards each seat has changed; None if it has not had its draw.
        shown: whether each seat has tabled its hand.

    Examples:
        Heads-up; seat 1 has the button and the small blind and acts first. It raises, seat 0 folds:

        >>> from ircpoker.cards import CARDS
        >>> from ircpoker.table.actions import RaiseTo
        >>> from ircpoker.table.games import GAMES
        >>> from ircpoker.table.setup import Setup
        >>> deal = Deal(Setup(GAMES["holdem"], (100, 100), small_bet=2, blinds=(2, 1)), CARDS)
        >>> deal.actor, str(deal.legal_actions())
        (1, 'fold, call 1 or raise to 4-100')
        >>> _ = deal.act(1, RaiseTo(6))
        >>> deal.act(0, Fold())[-1]
        PotWon(seat=1, pot=0, amount=4)
        >>> deal.is_over, deal.stacks
        (True, (98, 102))
    """

    __slots__ = (
        "_betting", "_dealt", "_legal", "_plan", "_seen", "_street", "_to_show", "_values", "actions",
        "actor", "board", "deck", "drawn", "events", "hole_cards", "phase", "setup", "shown",
    )  # fmt: skip

    def __init__(self, setup: Setup, deck: Sequence[Card]) -> None:
        """Post, deal and go to the first decision.

        Args:
            setup: seats, stacks, blinds and rules.
            deck: the cards from the top: 52, or at least as many as the game can need.

        Raises:
            SetupError: the deck is too short or holds a card twice.
        """
        seats = len(setup.stacks)
        needed = setup.game.cards_needed(seats)
        if len(deck) < needed or len({card.code for card in deck}) < len(deck):
            raise SetupError("deck", f"a deal needs {needed} cards, all different")
        self.setup = setup
        self.deck = deck
        self._dealt = 0
        self._betting = BettingRound(setup)
        self._street = 0
        self.phase = Phase.BETTING
        self._legal: LegalActions | None = None
        self._to_show: list[DealSeat] = []
        self._values: dict[DealSeat, HandValue] = {}
        self.events: list[events.Event] = []
        self._seen: dict[DealSeat | None, list[events.Event]] = {}
        self.actions: list[tuple[DealSeat, Action]] = []
        self.actor: DealSeat | None = None
        self.board: tuple[Card, ...] = ()
        self.hole_cards: list[tuple[Card, ...]] = [()] * seats
        self.drawn: list[int | None] = [None] * seats
        self.shown = [False] * seats
        self._post()
        self._begin_street()

    def __repr__(self) -> str:
        """Return what everybody knows."""
        turn = "over" if self.is_over else f"seat {self.actor} to act"
        return f"<Deal {self.setup.game.name}, {self.street}, pot {self.pot}, {turn}>"

    # Facts about the deal

    @property
    def is_over(self) -> bool:
        """Whether all pots have been awarded."""
        return self.actor is None

    @property
    def street(self) -> Street:
        """The street being played, or the last one."""
        return self._plan.street

    @property
    def stacks(self) -> tuple[int, ...]:
        """The chips in front of each seat."""
        return tuple(self._betting.stacks)

    @property
    def bets(self) -> tuple[int, ...]:
        """The chips that each seat has bet on this street."""
        return tuple(self._betting.bets)

    @property
    def totals(self) -> tuple[int, ...]:
        """The chips that each seat has put in since the deal began, without dead antes."""
        return tuple(self._betting.totals)

    @property
    def in_hand(self) -> tuple[bool, ...]:
        """Whether each seat has neither folded nor mucked."""
        return tuple(self._betting.in_hand)

    @property
    def pot(self) -> int:
        """All chips in the middle, including the bets of this street."""
        return self._betting.pot

    @property
    def dead(self) -> int:
        """The antes in the pot that are dead money, and so count as no seat's bet."""
        return self._betting.dead

    @property
    def pots(self) -> list[Pot]:
        """The main pot and the side pots, as they are now."""
        return self._betting.pots()

    @property
    def bet_to_match(self) -> int:
        """The bet to match on this street."""
        return self._betting.bet_to_match

    @property
    def aggressor(self) -> DealSeat | None:
        """The seat that bet or raised last on this street."""
        return self._betting.aggressor

    @property
    def price(self) -> int:
        """The chips that a call costs the actor; 0 if there is nothing to call."""
        return 0 if self.actor is None else self._betting.to_call(self.actor)

    def may_draw(self, seat: DealSeat) -> bool:
        """Return whether a seat can still draw, now or later."""
        if not self.in_hand[seat] or self.is_over:
            return False
        later = any(plan.most_discards for plan in self.setup.game.streets[self._street + 1 :])
        return later or (self.phase is Phase.DRAWING and self.actor is not None and seat >= self.actor)

    def events_seen_by(self, seat: DealSeat | None) -> tuple[events.Event, ...]:
        """Return all events as a seat sees them, or, for None, as the public does."""
        seen = self._seen.setdefault(seat, [])
        # The events are kept for each seat, because robots ask for all of them at each decision.
        seen += [events.seen_by(event, seat) for event in self.events[len(seen) :]]
        return tuple(seen)

    def legal_actions(self) -> LegalActions | None:
        """Return the actor's legal actions with their amounts; None when the deal is over."""
        if self._legal is None and self.actor is not None:
            if self.phase is Phase.BETTING:
                self._legal = self._betting.legal_actions(self.actor)
            elif self.phase is Phase.DRAWING:
                most = min(self._plan.most_discards, len(self.deck) - self._dealt)
                self._legal = LegalActions(self.actor, discard=range(most + 1))
            else:
                self._legal = LegalActions(self.actor, can_show=True, can_muck=True)
        return self._legal

    def copy(self) -> Deal:
        """Return an independent copy of the deal."""
        other = copy(self)
        other._betting = self._betting.copy()
        other._seen = {}
        other._to_show, other._values = self._to_show[:], self._values.copy()
        other.events, other.actions = self.events[:], self.actions[:]
        other.hole_cards, other.drawn, other.shown = self.hole_cards[:], self.drawn[:], self.shown[:]
        return other

    # Playing

    def act(self, seat: DealSeat, action: Action) -> list[events.Event]:
        """Let a seat act, and go on to the next decision.

        Args:
            seat: the seat.
            action: its action.

        Returns:
            The new events, which are also at the end of `events`.

        Raises:
            NotYourTurnError: it is another seat's turn, or nobody's.
            IllegalActionError: the action is not legal now; nothing has changed.
        """
        if self.actor is None or seat != self.actor:
            raise NotYourTurnError(seat, self.actor)
        if not self._allows(seat, action):
            whole = self.bets[seat] + self.stacks[seat]
            raise IllegalActionError(Phrase("errors.illegal"), self.legal_actions(), whole)
        seen = len(self.events)
        if self.phase is Phase.BETTING:
            self._act_betting(seat, action)
        elif self.phase is Phase.DRAWING:
            self._act_drawing(seat, action)
        else:
            self._show_or_muck(seat, action)
            self._go_on_showing()
        self._legal = None
        self.actions.append((seat, action))
        return self.events[seen:]

    def _allows(self, seat: DealSeat, action: Action) -> bool:
        """Return whether an action is legal; what may be bet matters, and is computed, only for bets and raises."""
        if self._legal is None and self.phase is Phase.BETTING and not isinstance(action, WAGERS):
            return isinstance(action, (Fold, Call if self._betting.to_call(seat) else Check))
        legal = self.legal_actions()
        return legal is not None and legal.allows(action)

    def _act_betting(self, seat: DealSeat, action: Action) -> None:
        betting = self._betting
        paid = 0
        if isinstance(action, WAGERS):
            paid = betting.wager(seat, action.amount)
        elif isinstance(action, Fold):
            betting.fold(seat)
        else:
            paid = betting.call(seat)
        self.events.append(events.PlayerActed(seat, action, paid))
        self.actor = betting.next_actor(seat)
        if self.actor is None:
            self._end_street()

    def _act_drawing(self, seat: DealSeat, action: Action) -> None:
        discarded = action.cards if isinstance(action, Discard) else ()
        hand = self.hole_cards[seat]
        if len(set(discarded)) != len(discarded) or not set(discarded) <= set(hand):
            # The text has no card, because it may be shown to others.
            raise IllegalActionError(Phrase("errors.discard"), self.legal_actions())
        drawn = self._take(len(discarded))
        self.hole_cards[seat] = (*[card for card in hand if card not in discarded], *drawn)
        self.drawn[seat] = (self.drawn[seat] or 0) + len(discarded)
        self.events.append(events.CardsDrawn(seat, len(discarded), tuple(discarded), drawn))
        self._next_draw(seat + 1)

    # The course of a deal

    def _take(self, count: int) -> tuple[Card, ...]:
        self._dealt += count
        return tuple(self.deck[self._dealt - count : self._dealt])

    def _post(self) -> None:
        setup, betting, emit = self.setup, self._betting, self.events.append
        for seat, ante in zip(deal_seats(len(setup.antes)), setup.antes, strict=True):
            if ante:
                emit(events.AntePosted(seat, betting.post(seat, ante)))
        if setup.antes_are_dead:
            betting.make_antes_dead()
        elif setup.antes:
            self._collect()
        for seat, blind in zip(deal_seats(len(setup.blinds)), setup.blinds, strict=True):
            if paid := betting.post(seat, abs(blind)):
                emit(events.BlindPosted(seat, paid))

    def _begin_street(self) -> None:
        """Begin this street, and the next streets until there is something to decide."""
        while True:
            plan = self._plan = self.setup.game.streets[self._street]
            if plan.hole_cards:
                self._deal_hole_cards(plan.hole_cards)
            self._take(plan.burns)
            board = self._take(plan.board_cards)
            self.board += board
            self.events.append(events.StreetBegan(plan.street, board))
            for seat in self.setup.dead if self._street == 0 else ():
                # TDA 30: what they have posted stays in the pot.
                self._betting.give_up(seat)
                self.events.append(events.PlayerActed(seat, FOLD, 0))
            if plan.most_discards:
                self.phase = Phase.DRAWING
                self._next_draw(0)
                return
            if self._begin_betting() or not self._close_street():
                return

    def _deal_hole_cards(self, count: int) -> None:
        """Deal one card at a time, the first to the left of the button."""
        seats = len(self.hole_cards)
        cards = self._take(seats * count)
        for seat in deal_seats(seats):
            self.hole_cards[seat] = held = cards[seat::seats]
            self.events.append(events.HoleCardsDealt(seat, count, held))

    def _next_draw(self, seat: int) -> None:
        """Let the next seat from `seat` on draw, even one that is all-in; after the last draw begin the betting."""
        in_hand = self._betting.in_hand
        while seat < len(in_hand) and not in_hand[seat]:
            seat += 1
        if seat < len(in_hand):
            self.actor = deal_seats(len(in_hand))[seat]
        elif not self._begin_betting():
            self._end_street()

    def _begin_betting(self) -> bool:
        """Begin the betting of this street; return whether anybody has something to decide."""
        betting = self._betting
        betting.begin_street(self._plan)
        before = -1
        if self._plan.first_to_act is FirstToAct.AFTER_BLINDS and any(self.setup.blinds):
            before = betting.open_with_blinds()
        self.phase = Phase.BETTING
        self.actor = betting.next_actor(before)
        return self.actor is not None

    def _end_street(self) -> None:
        if self._close_street():
            self._begin_street()

    def _close_street(self) -> bool:
        """Collect the bets; return whether there is another street."""
        self._collect()
        betting = self._betting
        if betting.seats_in_hand == 1:
            self._award()
            return False
        self._street += 1
        is_last = self._street == len(self.setup.game.streets)
        # TDA 16: when nobody can bet any more, all hands are tabled before the rest is dealt. But not before a draw,
        # which is a decision that needs hidden hands.
        if betting.seats_with_chips <= 1 and not any(
            plan.most_discards for plan in self.setup.game.streets[self._street :]
        ):
            self._table_all()
        if is_last:
            self._begin_showdown()
        return not is_last

    def _collect(self) -> None:
        if returned := self._betting.end_street():
            self.events.append(events.BetReturned(*returned))

    # The showdown

    def _table_all(self) -> None:
        """Table all hands if somebody in the hand is all-in, so that none may be mucked (TDA 16)."""
        betting = self._betting
        if not self.setup.all_in_may_muck and betting.seats_with_chips < betting.seats_in_hand:
            for seat in betting.showing_order():
                if not self.shown[seat]:
                    self._show(seat)

    def _begin_showdown(self) -> None:
        self._table_all()
        self._to_show = [seat for seat in self._betting.showing_order() if not self.shown[seat]]
        self.phase = Phase.SHOWDOWN
        self._go_on_showing()

    def _go_on_showing(self) -> None:
        """Ask the next seat to show or muck, or decide for it; at the end award the pots."""
        while self._to_show and self._betting.seats_in_hand > 1:
            seat = self._to_show.pop(0)
            if self.setup.asks_showdown:
                self.actor = seat
                return
            self._show_or_muck(seat, self.advised(seat))
        self._award()

    def advised(self, seat: DealSeat) -> Action:
        """Return a dealer's advice at the showdown: show a hand that may win chips, muck a beaten one."""
        value = self._value(seat)
        tabled = [other for other in deal_seats(len(self.shown)) if self.shown[other]]
        for pot in self._betting.pots():
            if seat in pot.seats and all(self._value(other) <= value for other in tabled if other in pot.seats):
                return SHOW
        return MUCK

    def _value(self, seat: DealSeat) -> HandValue:
        if seat not in self._values:
            self._values[seat] = self.setup.game.hand_value(self.hole_cards[seat], self.board)
        return self._values[seat]

    def _show(self, seat: DealSeat) -> None:
        self.shown[seat] = True
        self.events.append(events.HandShown(seat, self.hole_cards[seat]))

    def _show_or_muck(self, seat: DealSeat, action: Action) -> None:
        if isinstance(action, Muck):
            self._betting.give_up(seat)
            self.events.append(events.HandMucked(seat))
        else:
            self._show(seat)

    def _award(self) -> None:
        """Give each pot to its winners, the side pots first."""
        self.actor = None
        for number, seat, share in divide_pots(self._betting.pots(), self._value):
            self._betting.award(seat, share)
            self.events.append(events.PotWon(seat, number, share))


def replay(setup: Setup, deck: Sequence[Card], actions: Iterable[tuple[DealSeat, Action]]) -> Deal:
    """Play a deal again.

    Args:
        setup: the setup of the deal.
        deck: its deck.
        actions: the actions of `Deal.actions`, or the first of them.

    Returns:
        The deal in the same state, with the same events.

    Raises:
        NotYourTurnError: one of the actions is out of turn.
        IllegalActionError: one of the actions is not legal.
        SetupError: the deck is too short or holds a card twice.
    """
    deal = Deal(setup, deck)
    for seat, action in actions:
        deal.act(seat, action)
    return deal
