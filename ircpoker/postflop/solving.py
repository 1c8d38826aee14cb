"""Solving a spot after the flop, from Python."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ircpoker.postflop.sizes import DONKS, parse_sizes
from ircpoker.postflop.solution import Solution
from ircpoker.postflop.spot import make_spot
from ircpoker.postflop.tree import TreeSetup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.postflop.engine.engine import Rake

ALL_IN = Fraction(67, 100)
"""Usual in solvers: a bet of at least two thirds of what is left is all-in."""


def betting(
    pot: int,
    stack: int,
    bets: str = "50%",
    raises: str = "50%",
    donks: str | None = None,
    all_in: Fraction | float = ALL_IN,
) -> TreeSetup:
    """Return the chips and the sizes of a spot.

    Args:
        pot: the chips in the pot.
        stack: the chips that each player has left.
        bets: the sizes of bets, as `parse_sizes` reads them.
        raises: the sizes of raises.
        donks: the sizes with which the player out of position bets after a call; None for those of bets.
        all_in: a bet of at least this part of what is left is all-in.

    Raises:
        UsageError: a number or size is impossible.

    Examples:
        >>> betting(180, 910, "flop 52%, turn 55%, river 70%", "45%").pot
        180
    """
    return TreeSetup(
        pot,
        stack,
        parse_sizes(bets, "bets"),
        parse_sizes(raises, "raises"),
        None if donks is None else parse_sizes(donks, "donks", DONKS),
        Fraction(all_in).limit_denominator(10**6),
    )


def solve(
    board: str,
    ranges: Sequence[str],
    tree: TreeSetup,
    *,
    rake: Rake | None = None,
    accuracy: float = 0.3,
    threads: int = 1,
) -> Solution:
    """Solve a spot.

    Args:
        board: three to five cards.
        ranges: of the player out of position, and of the one in position, with weights if wanted.
        tree: the chips and the sizes, as `betting` returns them.
        rake: what nobody wins; None for nothing.
        accuracy: stop when best responses win less than this, in percent of the pot.
        threads: the number of threads; changes only the time.

    Returns:
        The solution: `strategy`, `ev`, `equity`, `exploitability`.

    Raises:
        NotUnderstoodError: an argument is wrong.
        SolverError: there is not enough memory, or the solver was not built.

    Examples:
        >>> found = solve("Qs Jh 2h 8d 3c", ("AA,KQ,T9s", "QQ,AJ,98s"), betting(100, 200), accuracy=0.1)
        >>> found.actions()
        ['check', 'bet 50']
        >>> found.exploitability < 0.1
        True
    """
    solution = Solution(make_spot(board, ranges, tree, rake), accuracy=accuracy, threads=threads)
    solution.begin()
    solution.run()
    return solution
