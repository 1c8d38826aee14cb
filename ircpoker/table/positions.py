"""The names of positions: `SB BB UTG … BTN`, as players say them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ircpoker.table.setup import Setup

_LATE = ("LJ", "HJ", "CO", "BTN")


def position_names(setup: Setup, *, has_button: bool = True) -> tuple[str, ...]:
    """Return the name of each seat's position.

    Args:
        setup: the setup of a deal.
        has_button: whether the last seat has the button; else the player who had it has left.

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
    seats = len(setup.stacks) + (not has_button)
    # The big blind posts most, or as much as the small one; nobody posts a dead small blind.
    most = max(setup.blinds, default=0)
    blinds = bool(most) + (most > 0 and seats > 2 and setup.blinds[1] == most)
    named = ("SB", "BB")[2 - blinds :]
    others = seats - blinds
    early = [f"UTG+{number}" if number else "UTG" for number in range(max(1, others - len(_LATE)))]
    late = _LATE[-(others - 1) :] if others > 1 else ()
    names = (*named, *early, *late) if others > 1 else (*named, "BTN")
    return names[: len(setup.stacks)]


def posting_names(setup: Setup, *, has_button: bool = True) -> tuple[str, ...]:
    """Return the positions as a table shows them: only who posts a small blind is `SB`, heads-up the button.

    Without blinds only `BTN` counts.

    Examples:
        >>> from ircpoker.table import GAMES, Setup
        >>> posting_names(Setup(GAMES["holdem"], (100, 100), 10, blinds=(10, 5)))
        ('BB', 'SB')
        >>> posting_names(Setup(GAMES["holdem"], (100, 100), 10, blinds=(10, 0)))
        ('BB', 'BTN')
        >>> posting_names(Setup(GAMES["holdem"], (100, 100, 100), 10, blinds=(0, 10, 0)))
        ('', 'BB', 'BTN')
        >>> posting_names(Setup(GAMES["draw"], (100, 100, 100), 10, antes=(10, 10, 10)))
        ('', '', 'BTN')
    """
    names = position_names(setup, has_button=has_button)
    if not any(setup.blinds):
        return tuple(["BTN" if name == "BTN" else "" for name in names])
    if names == ("BB", "BTN"):
        names = ("BB", "SB" if setup.blinds[1] else "BTN")
    return tuple(["" if name == "SB" and not blind else name for name, blind in zip(names, setup.blinds, strict=True)])
