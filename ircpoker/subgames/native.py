"""The solver in C, where it was built: `SOLVER`, or None.

`solver()` returns it or raises an error that explains how to build it. `IRCPOKER_PURE` in the environment leaves it
out, as it does the kernel.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker.errors import SolverError
from ircpoker.hands.kernel import TABLES_FILE

if TYPE_CHECKING:
    from types import ModuleType

INTERFACE = 6
"""The number in native/solver/module.h: a solver built from older sources, left in a checkout, is not used."""
LIMIT_HOLDEM, KUHN, LEDUC = range(3)
"""The games by their numbers in native/solver/game.h."""


def _load() -> ModuleType | None:
    if os.environ.get("IRCPOKER_PURE"):
        return None
    try:
        from ircpoker.subgames import _solver  # noqa: PLC0415 - it may not be there
    except ImportError:
        return None
    if _solver.INTERFACE != INTERFACE:
        return None
    _solver.set_up(Path(TABLES_FILE).read_bytes())
    return _solver


SOLVER = _load()


def solver() -> ModuleType:
    """Return the solver.

    Raises:
        SolverError: it was not built.
    """
    if SOLVER is None:
        raise SolverError("the solver was not built: install ircpoker where there is a C compiler (gcc or clang)")
    return SOLVER
