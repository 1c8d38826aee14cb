"""What one seat, or the public, may know of a deal: all that robots and chat ever get to see."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ircpoker.table.pots import make_pots

if TYPE_CHECKING:
    from ircpoker.cards import Card
    from ircpoker.table.actions import LegalActions
    from ircpoker.table.deal import Deal
    from ircpoker.table.events import Event
    from ircpoker.table.games import Street
    from ircpoker.table.pots import Pot
    from ircpoker.table.setup import Setup


class PlayerView(NamedTuple):
    """A deal as one seat sees it; seats count from 0, the first left of the button, as in `Setup`.

    A tuple, because a frozen dataclass of so many fields takes three times as long to make, at each decision.

    Attributes:
        seat: whose view; None for the public's.
        setup: seats, stacks before the deal, blinds and rules.
        street: being played, or the last one.
        hole_cards: own cards; empty for the public.
        board: the cards on the board.
        stacks: chips in front of each seat.
        bets: what each seat has bet on this street.
        totals: what each seat has put in since the deal began.
        in_hand: which seats have neither folded nor mucked.
        pot: all chips in the middle, the bets of this street among them.
        dead: chips in the pot that no seat counts as its own: one player's ante for all.
        bet_to_match: the bet to match on this street.
        aggressor: who bet or raised last on this street.
        drawn: how many cards each seat has changed; None before its draw.
        shown: the cards of the seats that have tabled their hands, None for the others.
        actor: whose turn it is; None when the deal is over.
        legal: the legal actions, if this seat is the actor.
        events: all that happened, without what this seat may not see.
    """

    seat: int | None
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
    aggressor: int | None
    drawn: tuple[int | None, ...]
    shown: tuple[tuple[Card, ...] | None, ...]
    actor: int | None
    legal: LegalActions | None
    events: tuple[Event, ...]

    @property
    def pots(self) -> tuple[Pot, ...]:
        """Main pot and side pots as they stand, the bets of this street among them."""
        return tuple(make_pots(self.totals, self.in_hand, self.dead))


def make_view(deal: Deal, seat: int | None) -> PlayerView:
    """Return the part of a deal that a seat may know.

    Args:
        deal: in progress or over.
        seat: whose view; None for what everybody may know.

    Returns:
        A record that holds no card of another seat that was not tabled, and none of the deck.
    """
    legal = deal.legal_actions() if seat is not None and seat == deal.actor else None
    # By place, in the order of the fields: with their names it takes half as long again, at each decision.
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


def _shown(deal: Deal) -> tuple[tuple[Card, ...] | None, ...]:
    if True not in deal.shown:
        return (None,) * len(deal.shown)
    return tuple([cards if shown else None for cards, shown in zip(deal.hole_cards, deal.shown, strict=True)])
