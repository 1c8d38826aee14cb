"""The solver in C, `native/solver`: only `ircpoker.subgames.native` imports it."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from typing_extensions import Buffer

INTERFACE: int

_Tables: TypeAlias = tuple[Buffer, Buffer, Buffer] | None
_Tree: TypeAlias = tuple[Buffer, Buffer, Buffer, Buffer, Buffer, Buffer]
_RowsRobot: TypeAlias = tuple[Sequence[int], _Tables, Sequence[Buffer]]
_AskedRobot: TypeAlias = Callable[[int, bytes], tuple[Buffer, Buffer, int]]

def set_up(tables: Buffer, /) -> None: ...
def tree(game: int, /) -> tuple[tuple[int, int, int, int, int, int], ...]: ...
def betting(game: int, street: int, /) -> tuple[tuple[int, int, int, int], ...]: ...
def canonical_boards(size: int, /) -> tuple[bytes, bytes]: ...
def canonical(board: Buffer, /) -> tuple[int, bytes]: ...
def number_hands(board: Buffer, /) -> tuple[int, bytes]: ...
def counts() -> tuple[tuple[int, int, int], int, int]: ...
def river(board: Buffer, /) -> tuple[bytes, bytes, int]: ...
def turn_sums(sums: Buffer, squares: Buffer, first: int, count: int, /) -> None: ...
def flop_sums(turn_sums: Buffer, turn_squares: Buffer, sums: Buffer, squares: Buffer, /) -> None: ...
def respond(
    robot_seat: int,
    robot: _RowsRobot | _AskedRobot,
    first_best: int,
    flop: bytes,
    turn: int,
    river: int,
    plain: bool,
    /,
) -> bytes: ...
def close(
    game: int,
    robot_seat: int,
    robot: _RowsRobot | _AskedRobot,
    first_best: int,
    after: Buffer | None,
    plain: bool,
    /,
) -> bytes: ...
def respond_to_bets(
    tree: _Tree,
    robot_seat: int,
    classes_of: Callable[[int, bytes], Buffer],
    classes: Sequence[int],
    play: Sequence[Buffer],
    reach: Buffer,
    board: bytes,
    plain: bool,
    /,
) -> bytes: ...
def self_play(
    game: int,
    classes: Sequence[int],
    tables: _Tables,
    regrets: Sequence[Buffer],
    averages: Sequence[Buffer],
    seed: int,
    first: int,
    boards: int,
    growth: float,
    /,
) -> None: ...
def learn(
    game: int,
    robot: tuple[Sequence[int], _Tables, Sequence[Buffer], Sequence[Buffer]],
    responder: tuple[Sequence[int], _Tables, Sequence[Buffer]],
    seed: int,
    first: int,
    boards: int,
    trust: float,
    unit: float,
    plain: bool,
    /,
) -> None: ...
def blueprint(
    tree: _Tree,
    classes: Sequence[int],
    tables: _Tables,
    regrets: Sequence[Buffer],
    averages: Sequence[Buffer],
    seed: int,
    first: int,
    boards: int,
    growth: float,
    /,
) -> None: ...
def subgame(
    game: int,
    tree: _Tree,
    board: bytes,
    ranges: tuple[Buffer, Buffer],
    gadget_seat: int,
    leaving: Buffer | None,
    iterations: int,
    seconds: float,
    turns: int,
    fixed: Buffer | None,
    plain: bool,
    /,
) -> tuple[bytes, bytes, bytes, bytes, int]: ...
