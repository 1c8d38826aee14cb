"""The lines of `!show` and `!rabbit`, and all that these commands must leave as it is."""

from __future__ import annotations

import re

from ircpoker.lobby.stored_form import dump_state
from tests.lobby.hall import Hall

CARD = re.compile(r"(?<!\w)[2-9TJQKA][cdhs](?!\w)")
SHOWN = re.compile(r"#(\d+) (\S+) shows ((?:[2-9TJQKA][cdhs](?!\w) ?)+)(.*)")
RABBIT = re.compile(r"#(\d+) rabbit: (.+)")


def played(hall: Hall) -> object:
    """Return all that the commands must leave as it is: the hand in progress, with its clock, and the chips."""
    state, hand = hall.table().state, hall.table().hand
    if hand is None:
        return dump_state(state), state.next_hand_at
    parts = (hand.deal.events, hand.deal.hole_cards, hand.deal.stacks, hand.queued, hand.awaiting_cards, hand.clock)
    return dump_state(state), repr(parts)
