"""The solver in C, where it was built.

`find_solver()` returns it or None, and `solver()` returns it or raises an error that explains how to build it.
`IRCPOKER_PURE` in the environment leaves it out, as it does the kernel.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from types import ModuleType

from ircpoker.errors import SolverError, SurroundingsError
from ircpoker.hands.kernel import TABLES_FILE, damage_of

INTERFACE = 10
"""The number in native/solver/module.h: a solver built from older sources, left in a checkout, is not used."""
LIMIT_HOLDEM, KUHN, LEDUC = range(3)
"""The games by their numbers in native/solver/games/game.h."""


@cache
def _set_up(module: ModuleType) -> ModuleType:
    try:
        module.set_up(Path(TABLES_FILE).read_bytes())
    except ValueError:
        raise SurroundingsError(damage_of(TABLES_FILE)) from None
    return module


def find_solver() -> ModuleType | None:
    """Return the solver, or None if it is not there; in a checkout it may come later, built in the background.

    Raises:
        SurroundingsError: the checksum of the tables is wrong.
    """
    if os.environ.get("IRCPOKER_PURE"):
        return None
    try:
        from ircpoker.postflop.engine import _solver  # noqa: PLC0415 - it may not be there
    except ImportError:
        return None
    return _set_up(_solver) if _solver.INTERFACE == INTERFACE else None


def solver() -> ModuleType:
    """Return the solver.

    Raises:
        SolverError: it was not built.
    """
    module = find_solver()
    if module is None:
        raise SolverError("the solver was not built: install ircpoker where there is a C compiler (gcc or clang)")
    return module
