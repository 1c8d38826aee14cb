"""What a session by SSH is sent: only what has changed, few bytes for each action."""

from __future__ import annotations

import pytest
from rich.color import ColorSystem
from textual.strip import Strip

from ircpoker.screen.channel import shorter
from ircpoker.screen.colours import palette_of
from tests.screen.test_look import drawn, table, waiting
from tests.screen.test_moments import recorded
from tests.tiers import count, seed

MOST_BYTES, MOST_OF_OWN_TURN = 2500, 3300
"""Of an action on average, and of one's own turn, at 120×40."""
SIZE = (120, 40)
PALETTE = palette_of("felt", "256")


def sent(before, after):
    """Return the bytes that lead a terminal from one canvas to another."""
    found = []
    for x, y, columns, _ in after.changed(before):
        strip = after.strip(y).crop(x, x + columns)
        text = "".join(Strip.render_style(style, text, ColorSystem.TRUECOLOR) for text, style, _ in strip)
        found.append(f"\x1b[{y + 2};{x + 1}H{text}")
    return len(shorter("".join(found)).encode())


@pytest.mark.slow(1)
def test_an_action_costs_few_bytes():
    watchers, _ = recorded("holdem", seed(3), 5 + count(100))
    for watcher in watchers:
        canvases = [drawn(state, SIZE, PALETTE, is_far=True) for state, _, _ in watcher.truths]
        events = [message["event"] for message in watcher.sent if "more" not in message]
        steps = zip(events, canvases, canvases[1:], strict=False)
        costs = [sent(before, after) for event, before, after in steps if event in {"turn", "your_turn", "acted"}]
        assert len(costs) > 20
        assert sum(costs) / len(costs) <= MOST_BYTES, costs


def test_an_own_turn_costs_few_bytes():
    assert (
        sent(drawn(waiting(), SIZE, PALETTE, is_far=True), drawn(table(), SIZE, PALETTE, is_far=True))
        <= MOST_OF_OWN_TURN
    )
