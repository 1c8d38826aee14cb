"""The part of a deal that one seat, or the public, may know; robots and chat see nothing else."""

from __future__ import annotations

from typing import NamedTuple

from ircpoker.cards import Card
from ircpoker.table.actions import LegalActions
from ircpoker.table.deal import Deal
from ircpoker.table.events import AntePosted, BlindPosted, Event, PlayerActed
from ircpoker.table.games import Street
from ircpoker.table.pots import Pot, pots_so_far, prize
from ircpoker.table.seat_numbers import DealSeat
from ircpoker.table.setup import Setup


class PlayerView(NamedTuple):
    """A deal as one seat sees it; seats count from 0, beginning left of the button, as in `Setup`.

    It is a tuple, because a frozen dataclass with this many fields takes three times as long to make.

    Attributes:
        seat: the seat; None for the public.
        setup: seats, stacks before the deal, blinds and rules.
        street: the street in progress, or the last one.
        hole_cards: the seat's own cards; empty for the public.
        board: the cards on the board.
        stacks: the chips in front of each seat.
        bets: the chips that each seat has bet on this street.
        totals: the chips that each seat has put in since the deal began.
        in_hand: whether each seat has neither folded nor mucked.
        pot: all chips in the middle, including the bets of this street.
        dead: antes in the pot that count as no seat's bet, such as one player's ante for all.
        bet_to_match: the bet to match on this street.
        aggressor: the seat that bet or raised last on this street.
        drawn: how many cards each seat has changed; None before its draw.
        shown: the cards of the seats that have tabled their hands; None for the others.
        actor: the seat whose turn it is; None when the deal is over.
        legal: the legal actions, if this seat is the actor.
        events: all events, without cards that this seat may not see.
    """

    seat: DealSeat | None
    setup: Setup
    street: Street
    hole_cards: tuple[Card, ...]
    board: tuple[Card, ...]
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    totals: tuple[int, ...]
    in_hand: tuple[bool, ...]
    pot: int
    dead: int
    bet_to_match: int
    aggressor: DealSeat | None
    drawn: tuple[int | None, ...]
    shown: tuple[tuple[Card, ...] | None, ...]
    actor: DealSeat | None
    legal: LegalActions | None
    events: tuple[Event, ...]

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The main pot and the side pots, including the bets of this street."""
        return tuple(pots_so_far(self.totals, self.bets, self.stacks, self.in_hand, self.dead))

    def prize(self, price: int) -> int:
        """Return the chips that this seat can win by paying a price, as `ircpoker.table.pots.prize` counts them.

        Whatever says or decides something by a price uses this, never `pot`, which holds the parts of bets that this
        seat cannot match.

        Args:
            price: the chips that the seat pays now.

        Raises:
            ValueError: the public's view, which has no seat.
        """
        if self.seat is None:
            raise ValueError("the public can win nothing")
        return prize(self.totals, self.dead, self.seat, price)

    @property
    def to_win(self) -> int:
        """The chips that this seat can win with a call, or with a check; 0 if it is not its turn."""
        return self.prize(self.legal.call) if self.legal else 0

    @property
    def needed(self) -> float:
        """How often a call has to win, 0 to 1: its price as a share of the chips after it; 0 for nothing to call."""
        price = self.legal.call if self.legal else 0
        return price / (self.prize(price) + price) if price else 0.0


def make_view(deal: Deal, seat: DealSeat | None) -> PlayerView:
    """Return the part of a deal that a seat may know.

    Args:
        deal: a deal in progress or over.
        seat: the seat; None for the part that everybody may know.

    Returns:
        A view without cards of the deck, and without cards of other seats that were not tabled.
    """
    legal = deal.legal_actions() if seat is not None and seat == deal.actor else None
    # The fields are given by position: by name this takes half as long again, and it happens at each decision.
    return PlayerView(
        seat,
        deal.setup,
        deal.street,
        () if seat is None else deal.hole_cards[seat],
        deal.board,
        deal.stacks,
        deal.bets,
        deal.totals,
        deal.in_hand,
        deal.pot,
        deal.dead,
        deal.bet_to_match,
        deal.aggressor,
        tuple(deal.drawn),
        _shown(deal),
        deal.actor,
        legal,
        deal.events_seen_by(seat),
    )


def all_in_seats(deal: Deal) -> set[DealSeat]:
    """Return the seats whose last action put all their chips in, though some may have been returned since."""
    left, last = list(deal.setup.stacks), dict[DealSeat, int]()
    for event in deal.events:
        if isinstance(event, PlayerActed):
            left[event.seat] -= event.paid
            last[event.seat] = event.paid
        elif isinstance(event, AntePosted | BlindPosted):
            left[event.seat] -= event.amount
    return {seat for seat, paid in last.items() if paid and not left[seat]}


def _shown(deal: Deal) -> tuple[tuple[Card, ...] | None, ...]:
    if True not in deal.shown:
        return (None,) * len(deal.shown)
    return tuple([cards if shown else None for cards, shown in zip(deal.hole_cards, deal.shown, strict=True)])
