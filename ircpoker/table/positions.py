"""The names of positions: `SB BB UTG … BTN`, as players say them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ircpoker.table.setup import Setup

_LATE = ("LJ", "HJ", "CO", "BTN")


def position_names(setup: Setup) -> tuple[str, ...]:
    """Return the name of each seat's position.

    Args:
        setup: the setup of a deal.

    Returns:
        A name for each seat, in order: blinds by their posts, other seats by their distance from the button. Heads-up,
        the last seat is `BTN`, though it posts the small blind.

    Examples:
        >>> from ircpoker.table import GAMES, Setup
        >>> def names(*blinds):
        ...     return position_names(Setup(GAMES["holdem"], (100,) * len(blinds), 2, blinds=blinds))
        >>> names(1, 2, 0, 0, 0, 0)
        ('SB', 'BB', 'UTG', 'HJ', 'CO', 'BTN')
        >>> names(2, 1), names(2, 0, 0)
        (('BB', 'BTN'), ('BB', 'UTG', 'BTN'))
    """
    seats = len(setup.stacks)
    # Nobody posts a dead small blind; a newcomer's post is negative.
    blinds = sum(blind > 0 for blind in setup.blinds) if seats > 2 else 1 * any(setup.blinds)
    named = ("SB", "BB")[2 - blinds :]
    others = seats - blinds
    early = [f"UTG+{number}" if number else "UTG" for number in range(max(1, others - len(_LATE)))]
    late = _LATE[-(others - 1) :] if others > 1 else ()
    return (*named, *early, *late) if others > 1 else (*named, "BTN")[:seats]
