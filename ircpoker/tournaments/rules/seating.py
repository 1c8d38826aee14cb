"""Who sits where: balancing, breaking, the final table. Pure functions on plain data; draws are in `fairness`.

The rules are those of the Poker TDA, 2024 (numbers in brackets); what they leave open is the house's and is said so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct, field

SHORT = 3
"""A table that has this many players fewer than the fullest one waits (TDA 11-D)."""


class TableSeats(Struct, frozen=True):
    """A table between two hands, or in one.

    Attributes:
        table: the number of the table.
        seats: the number of its seats.
        players: the entries by seat.
        small_blind: the seat of the last small blind; None before the first hand.
        big_blind: the seat of the last big blind; None before the first hand.
        is_playing: whether a hand is in progress, or somebody may still buy in again after it.
    """

    table: int
    seats: int
    players: Mapping[int, int] = field(default_factory=dict)
    small_blind: int | None = None
    big_blind: int | None = None
    is_playing: bool = False

    @property
    def free(self) -> list[int]:
        """The free seats, in order."""
        return [seat for seat in range(self.seats) if seat not in self.players]

    def after(self, seat: int) -> list[int]:
        """Return all seats clockwise, beginning with the one after a seat."""
        return [(seat + step) % self.seats for step in range(1, self.seats + 1)]


class Move(Struct, frozen=True):
    """A player changes the table.

    Attributes:
        entry: the player.
        source: the table that they leave.
        target: the table that they go to.
        seat: their seat there.
    """

    entry: int
    source: int
    target: int
    seat: int


def tables_needed(players: int, seats: int) -> int:
    """Return how many tables players need.

    Examples:
        >>> tables_needed(10, 9), tables_needed(9, 9)
        (2, 1)
    """
    return -(-players // seats)


def next_big_blind(table: TableSeats) -> int:
    """Return the seat of the player who pays the next big blind; the last seat before the first hand."""
    taken = [seat for seat in table.after(_last_big_blind(table)) if seat in table.players]
    return taken[0]


def _last_big_blind(table: TableSeats) -> int:
    return table.seats - 1 if table.big_blind is None else table.big_blind


def worst_seat(table: TableSeats) -> int:
    """Return the free seat that pays the big blind soonest, even at once; never that of the small blind (TDA 11-A).

    The small blind of the next hand is the seat of the last big blind.

    Raises:
        ValueError: no other seat is free.
    """
    small_blind = table.big_blind
    free = [seat for seat in table.after(_last_big_blind(table)) if seat not in table.players and seat != small_blind]
    if not free:
        raise ValueError(f"table {table.table} has no seat for somebody who is moved")
    return free[0]


def halted(tables: Sequence[TableSeats]) -> set[int]:
    """Return the tables that wait, because they are `SHORT` or more players short of the fullest one (TDA 11-D)."""
    most = max((len(table.players) for table in tables), default=0)
    return {table.table for table in tables if len(table.players) <= most - SHORT}


def next_to_break(tables: Sequence[TableSeats], order: Sequence[int]) -> int | None:
    """Return the table that is broken now: the first in the order of the draw, as soon as the others have the seats.

    Args:
        tables: all tables.
        order: the breaking order; it was drawn at the start (TDA 11-C leaves the procedure to the house).
    """
    if len(tables) < 2:
        return None
    players = sum(len(table.players) for table in tables)
    first = min(tables, key=lambda table: order.index(table.table))
    room = sum(table.seats for table in tables if table is not first)
    return first.table if players <= room else None


def next_move(tables: Sequence[TableSeats], order: Sequence[int]) -> Move | None:
    """Return the move that balances tables to within one; None if they are (TDA 11-A, 11-D; the house is strict).

    Only from a table between hands somebody can be moved: if it plays, it moves its player after the hand.

    Args:
        tables: all tables.
        order: the breaking order; among equal tables the first one in it.

    Returns:
        The move of the player who would pay the next big blind; None if nobody can be moved now.
    """

    def place(table: TableSeats) -> int:
        return order.index(table.table)

    fewest = min(map(_size, tables))
    full = [table for table in tables if _size(table) == max(map(_size, tables)) and not table.is_playing]
    if not full or _size(full[0]) - fewest < 2:
        return None
    source = min(full, key=place)
    target = min([table for table in tables if _size(table) == fewest], key=place)
    return Move(source.players[next_big_blind(source)], source.table, target.table, worst_seat(target))


def _size(table: TableSeats) -> int:
    return len(table.players)


def is_bubble(players: int, paid: int, tables: int) -> bool:
    """Return whether play is hand for hand: one player more than paid places, at several tables (the house's)."""
    return tables > 1 and players == paid + 1


def order_out(groups: Sequence[Sequence[tuple[int, int]]]) -> list[list[int]]:
    """Return who shares a place among those who went out in the same hand, the best place first.

    At one table more chips at the start of the hand place higher; hand for hand the first of each table share a place,
    then the second of each (the house's).

    Args:
        groups: for each table the entries that went out, with their chips at the start of the hand.

    Examples:
        >>> order_out([[(1, 300), (2, 900)], [(3, 50)]])
        [[2, 3], [1]]
        >>> order_out([[(1, 300), (2, 300)]])
        [[1, 2]]
    """
    ranked = [_ranked(group) for group in groups if group]
    longest = max(map(len, ranked), default=0)
    return [[entry for ranks in ranked if rank < len(ranks) for entry in ranks[rank]] for rank in range(longest)]


def _ranked(group: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Return the entries of one table by their chips; those with the same number share a place."""
    stacks = sorted({chips for _, chips in group}, reverse=True)
    return [[entry for entry, chips in group if chips == stack] for stack in stacks]
