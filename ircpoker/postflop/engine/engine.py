"""The solver of subgames: one subgame, and what it has learnt.

It solves by discounted regret minimisation, from the flop, the turn or the river on. What it learns are two arrays of
16-bit numbers, which can be stored and put back.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ircpoker.postflop.engine.native import solver

Scalar = TypeVar("Scalar", bound=np.generic)
Floats32 = NDArray[np.float32]
Learnt = NDArray[np.uint16]
TreeArrays = tuple[
    NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], Floats32
]
"""For each node its street, actor, first edge and that edge's index on the street; for each edge its target and
amount."""


SEATS = 2
MOST_THREADS = 64
LAST_RESTART = 1 << 24
"""As `last_restart`: means begin anew at each power of four."""
NO_CAP = 1e9
SHOWDOWN = -2
_ALIGNMENT = 64


class Instructions(IntEnum):
    """The instructions that the solver uses; all give the same bytes."""

    BEST, PLAIN, AVX2 = range(3)


class Subgame(NamedTuple):
    """A subgame to solve.

    Attributes:
        game: the game of the cards, a number of `ircpoker.postflop.engine.native`.
        tree: the tree of bets, in the form that the solver needs.
        board: the card codes of the board.
        ranges: the chance that each hand got here, [seat][hand].
    """

    game: int
    tree: TreeArrays
    board: bytes
    ranges: Floats32


class Gadget(NamedTuple):
    """The gadget that makes a solution safe: before the subgame begins, a seat may give up each hand for a value.

    Attributes:
        seat: the opponent of the seat that will play by the solution.
        values: the values of its hands.
    """

    seat: int
    values: Floats32


class Rake(NamedTuple):
    """What nobody wins: a part of the pot, below 1, and the most chips of it."""

    rate: float = 0.0
    cap: float = NO_CAP


class SubgameSize(NamedTuple):
    """The size of a subgame.

    Attributes:
        regrets: the length of the array of regrets.
        means: the length of the array of means.
        table_bytes: the memory for boards, hands and betting.
        work_bytes: the memory that solving takes besides all this.
        boards: the number of boards of each street that are walked; those that differ only in suits count once.
        hands: the number of hands of each seat.
    """

    regrets: int
    means: int
    table_bytes: int
    work_bytes: int
    boards: tuple[int, int, int]
    hands: tuple[int, int]

    @property
    def bytes(self) -> int:
        """All memory that solving takes."""
        return 2 * (self.regrets + self.means) + self.table_bytes + self.work_bytes


class Engine:
    """A subgame that is being solved.

    Attributes:
        subgame: the subgame.
        regrets: what it has learnt: the regret of each action; empty until `allocate`.
        means: what it has learnt: the mean of the policies, which is the solution.
        done: the number of iterations.
        threads: the number of threads; changes only the time.
        instructions: those of the processor that are used; changes only the time.
    """

    def __init__(
        self,
        subgame: Subgame,
        *,
        whole: bool = False,
        symmetric: bool = True,
        rake: Rake | None = None,
        gadget: Gadget | None = None,
    ) -> None:
        """Open a subgame; `allocate` comes next.

        Args:
            subgame: the subgame.
            whole: whether hands with the weight 0 are solved, too.
            symmetric: whether boards that differ only in suits are played alike if the ranges allow it.
            rake: what nobody wins; None for nothing.
            gadget: makes the solution safe; None for an unsafe one.

        Raises:
            ValueError: an argument is wrong; the message names it.
        """
        self.subgame = subgame
        ranges = np.ascontiguousarray(subgame.ranges, np.float32)
        rate, cap = rake or Rake()
        seat = -1 if gadget is None else gadget.seat
        leaving = None if gadget is None else np.ascontiguousarray(gadget.values, np.float32)
        self._hands = ranges.shape[1]
        self._native = solver()
        self._opened = self._native.open_subgame(
            subgame.game, subgame.tree, subgame.board, (ranges[0], ranges[1]), whole, symmetric, rate, cap, seat,
            leaving,
        )  # fmt: skip
        self.regrets = self.means = np.zeros(0, np.uint16)
        self.done = 0
        self.threads = 1
        self.instructions = Instructions.BEST

    def size(self) -> SubgameSize:
        """Return the size of the subgame, with the memory for this number of threads."""
        return SubgameSize(*self._native.subgame_shape(self._opened, self.threads))

    def allocate(self) -> None:
        """Make the arrays for what it learns.

        Raises:
            MemoryError: there is not enough memory.
        """
        size = self.size()
        self.regrets, self.means = (aligned_zeros(count, np.uint16) for count in (size.regrets, size.means))

    def solve(self, iterations: int, *, seconds: float | None = None, last_restart: int = LAST_RESTART) -> int:
        """Go on solving.

        Args:
            iterations: the number of iterations, each for both seats.
            seconds: the longest time; there are fewer iterations if it would pass, but one at least. None for any time.
            last_restart: the means begin anew at powers of four up to it.

        Returns:
            How many iterations there were.
        """
        done: int = self._native.solve_subgame(
            self._opened, self.regrets, self.means, self.done, iterations, last_restart, self.threads,
            seconds or 0.0, int(self.instructions),
        )  # fmt: skip
        self.done += done
        return done

    def values(
        self,
        seat: int,
        reach: Floats32 | None = None,
        *,
        node: int = 0,
        board: bytes | None = None,
        best: bool = False,
    ) -> Floats32:
        """Return the chips that each hand of a seat wins in the deal, added up over the other seat's hands.

        Args:
            seat: the seat.
            reach: the chance that each hand of the other seat gets to the node; the range if not given.
            node: where it begins; `SHOWDOWN` for a showdown for one chip without more betting, as the mean over all
                boards to come.
            board: the board of the node's street, with any suits; the first board if not given.
            best: whether the seat takes the best action with each hand; else both play the solution.
        """
        return self._values(seat, reach, node, board, best, False)[0]

    def worth(
        self, seat: int, reach: Floats32 | None = None, *, node: int = 0, board: bytes | None = None
    ) -> tuple[Floats32, Floats32]:
        """Return the values, and those after each action of the street from a node on.

        The arguments are those of `values`.

        Returns:
            The values by hand, and those after the actions, [edge][hand]; 0 for the other seat's actions.
        """
        return self._values(seat, reach, node, board, False, True)

    def _values(
        self, seat: int, reach: Floats32 | None, node: int, board: bytes | None, *wanted: bool
    ) -> tuple[Floats32, Floats32]:
        given = self.subgame.ranges[1 - seat] if reach is None else reach
        packed = self._native.subgame_values(
            self._opened, self.means, node, self.subgame.board if board is None else board,
            np.ascontiguousarray(given, np.float32), seat, *wanted, self.threads, int(self.instructions),
        )  # fmt: skip
        values, worth = (np.frombuffer(part, np.float32) for part in packed)
        return values, worth.reshape(-1, self._hands)

    def policy(self, node: int = 0, board: bytes | None = None) -> Floats32:
        """Return the chances of all actions of the street from a node on, [edge][hand]; 0 for hands out of the game."""
        board = self.subgame.board if board is None else board
        chances = np.frombuffer(self._native.subgame_policy(self._opened, self.means, node, board), np.float32)
        return chances.reshape(-1, self._hands)

    def fix(self, node: int, board: bytes, policy: Floats32, *, lock: bool) -> None:
        """Write the chances of a node's actions, [action][hand]; a locked node does not learn."""
        policy = np.ascontiguousarray(policy, np.float32)
        self._native.fix_policy(self._opened, self.means, node, board, policy, lock)


def aligned_zeros(count: int, kind: type[Scalar]) -> NDArray[Scalar]:
    """Return numbers for what the solver learns: its vectors are aligned to 64 bytes."""
    size = np.dtype(kind).itemsize
    memory = np.zeros(count + _ALIGNMENT // size, kind)
    start = -memory.ctypes.data % _ALIGNMENT // size
    return memory[start : start + count]
