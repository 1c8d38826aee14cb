"""Replays a deal from its setup, deck and actions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ircpoker.cards import Card
from ircpoker.table.actions import Action
from ircpoker.table.deal import Deal
from ircpoker.table.seat_numbers import DealSeat
from ircpoker.table.setup import Setup


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
