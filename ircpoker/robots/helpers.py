"""Facts that robots often need from a view: the position, how often a call must win, the hand."""

from __future__ import annotations

from ircpoker.hands.kinds import kind_of
from ircpoker.table.button import position_names
from ircpoker.table.view import PlayerView


def position(view: PlayerView) -> str:
    """Return the name of the viewer's position: `SB`, `BB`, `UTG`, `UTG+1` …, `LJ`, `HJ`, `CO`, `BTN`.

    Raises:
        ValueError: the public's view, which has no seat.
    """
    if view.seat is None:
        raise ValueError("the public has no position")
    return position_names(view.setup)[view.seat]


def pot_odds(view: PlayerView) -> float:
    """Return how often a call must win, 0 to 1: its price as a share of what it can win with it; 0 for a free check."""
    return view.needed


def hand_class(view: PlayerView) -> int | None:
    """Return the class of the best hand so far, 1 (best) to 7462; None for fewer than five cards."""
    if len(view.hole_cards) + len(view.board) < 5:
        return None
    return view.setup.game.hand_value(view.hole_cards, view.board).class_


def hand_kind(view: PlayerView) -> str:
    """Return the kind of two hole cards, one of hold'em's 169: `AKs`, `T9o`, `QQ`; empty for more cards."""
    return kind_of(*view.hole_cards) if len(view.hole_cards) == 2 else ""
