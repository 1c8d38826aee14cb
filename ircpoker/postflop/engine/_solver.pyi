"""The solver in C, `native/solver`: only `ircpoker.postflop.engine.native` imports it.

Arrays are contiguous and aligned; the comments give their elements. A wrong argument is a TypeError or ValueError that
names it. Functions work without the interpreter's lock. Trees and boards are copied before that; all other arrays are
frozen until the function is back: nobody else may write into them, resize them or release their memory. Whoever writes
into them all the same gets other numbers, and no bad address.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from typing_extensions import Buffer

INTERFACE: int

# uint16: classes by flop and hand, by turn and hand, by texture and strength of a river
_Tables: TypeAlias = tuple[Buffer, Buffer, Buffer] | None
# uint8, uint8, int32, int32, int32, float32: `TreeArrays` of solving.py; at most 1000 decisions one after the other
_Tree: TypeAlias = tuple[Buffer, Buffer, Buffer, Buffer, Buffer, Buffer]
# classes, tables, float32
_RowsRobot: TypeAlias = tuple[Sequence[int], _Tables, Sequence[Buffer]]
# uint16, float32
_AskedRobot: TypeAlias = Callable[[int, bytes], tuple[Buffer, Buffer, int]]

# by node uint8 seat, uint16 paid before, int32 spot, int32 first edge (one more); by edge int32 target; by spot uint8
# street, uint8 choices; by end uint8 seats as bits, uint16 paid by each
_RingTree: TypeAlias = tuple[Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer]

# A capsule; one thread at a time works on it.
_Subgame: TypeAlias = object
_Boards: TypeAlias = tuple[int, int, int]

def set_up(tables: Buffer, /) -> None: ...
def tree(game: int, /) -> tuple[tuple[int, int, int, int, int, int], ...]: ...
def betting(game: int, street: int, /) -> tuple[tuple[int, int, int, int], ...]: ...
def canonical_boards(size: int, /) -> tuple[bytes, bytes]: ...
def canonical(board: Buffer, /) -> tuple[int, bytes]: ...
def number_hands(board: Buffer, /) -> tuple[int, bytes]: ...
def counts() -> tuple[tuple[int, int, int], int, int]: ...
def river(board: Buffer, /) -> tuple[bytes, bytes, int]: ...

# uint32
def turn_sums(sums: Buffer, squares: Buffer, first: int, count: int, /) -> None: ...

# uint32, uint32, uint32, uint64
def flop_sums(turn_sums: Buffer, turn_squares: Buffer, sums: Buffer, squares: Buffer, /) -> None: ...
def respond(
    robot_seat: int,
    robot: _RowsRobot | _AskedRobot,
    first_best: int,
    flop: Buffer,
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
    after: Buffer | None,  # float32
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
    board: Buffer,
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
    threads: int,
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
def open_subgame(
    game: int,
    tree: _Tree,
    board: Buffer,
    ranges: tuple[Buffer, Buffer],  # float32
    whole: bool,
    symmetric: bool,
    rake: float,
    cap: float,
    gadget_seat: int,
    leaving: Buffer | None,  # float32
    /,
) -> _Subgame: ...
def subgame_shape(subgame: _Subgame, threads: int, /) -> tuple[int, int, int, int, _Boards, tuple[int, int]]: ...
def solve_subgame(
    subgame: _Subgame,
    regrets: Buffer,  # uint16
    means: Buffer,  # uint16
    first: int,
    iterations: int,
    last_restart: int,
    threads: int,
    seconds: float,
    instructions: int,
    /,
) -> int: ...
def subgame_values(
    subgame: _Subgame,
    means: Buffer,  # uint16
    node: int,
    board: Buffer,
    reach: Buffer,  # float32
    seat: int,
    best: bool,
    worth: bool,
    threads: int,
    instructions: int,
    /,
) -> tuple[bytes, bytes]: ...
def subgame_policy(subgame: _Subgame, means: Buffer, node: int, board: Buffer, /) -> bytes: ...
def fix_policy(
    subgame: _Subgame,
    means: Buffer,  # uint16
    node: int,
    board: Buffer,
    policy: Buffer,  # float32
    lock: bool,
    /,
) -> None: ...
def ring_betting(big_blinds: int, /) -> tuple[_RingTree, bytes]: ...
def ring_train(
    game: int,
    seats: int,
    tree: _RingTree,
    classes: Sequence[int],
    tables: _Tables,
    regrets: Buffer,
    averages: Buffer,
    seed: int,
    first: int,
    boards: int,
    growth: float,
    loose: float,
    /,
) -> None: ...
def ring_match(
    tree: _RingTree,
    classes: Sequence[int],
    tables: _Tables,
    strategies: Sequence[Buffer],  # uint8
    lineup: Buffer,
    seed: int,
    first: int,
    decks: int,
    /,
) -> bytes: ...
def ring_exploit(
    tree: _RingTree,
    classes: Sequence[int],
    tables: _Tables,
    frozen: Buffer,  # uint8
    rows: Buffer,  # int32; -1 where the learner plays as the others
    groups: tuple[Buffer, Buffer, Buffer, Buffer],  # uint16
    sums: Buffer,
    squares: Buffer,
    seed: int,
    first: int,
    boards: int,
    /,
) -> None: ...
def ring_decks(
    classes: Sequence[int], tables: _Tables, seed: int, first: int, decks: int, /
) -> tuple[bytes, bytes, bytes, bytes]: ...
