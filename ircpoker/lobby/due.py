"""What is done at a table when one of its timers is due."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.lobby import acting, dealing, proving, seating
from ircpoker.lobby.timers import Timer

if TYPE_CHECKING:
    from ircpoker.lobby.table import Table


def do(table: Table, timer: Timer) -> None:
    """Do what a timer stands for.

    Args:
        table: where.
        timer: which one is due.
    """
    match timer:
        case Timer.RESUME:
            dealing.resume(table)
        case Timer.CARDS:
            acting.cards_arrived(table)
        case Timer.CARDS_LOST:
            dealing.cards_lost(table)
        case Timer.ROBOT:
            acting.robot_acts(table)
        case Timer.REMIND:
            acting.remind(table)
        case Timer.ACT:
            acting.time_out(table)
        case Timer.DEAL:
            dealing.begin(table)
        case Timer.GRACE:
            seating.grace_over(table)
        case Timer.ALONE:
            seating.waited(table)
        case Timer.REVEAL:
            proving.prove_due(table)
