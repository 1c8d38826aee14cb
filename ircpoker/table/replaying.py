"""Plays a deal again: setup, deck and actions give the same events each time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.table.deal import Deal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ircpoker.cards import Card
    from ircpoker.table.actions import Action
    from ircpoker.table.setup import Setup


def replay(setup: Setup, deck: Sequence[Card], actions: Iterable[tuple[int, Action]]) -> Deal:
    """Play a deal again.

    Args:
        setup: as it began.
        deck: its deck.
        actions: those of `Deal.actions`, or the first of them.

    Returns:
        The deal in the same state, with the same events.

    Raises:
        NotYourTurnError: an action of a seat whose turn it was not.
        IllegalActionError: an action that was not legal.
        SetupError: a deck that cannot be dealt from.
    """
    deal = Deal(setup, deck)
    for seat, action in actions:
        deal.act(seat, action)
    return deal
