"""The positions of button and blinds from deal to deal, by the dead button rule (TDA 32, 34-B).

The big blind moves to the next player, the small blind to the seat that had the big blind, and the button to the seat
that had the small blind, even if nobody sits there any more. So nobody misses a blind, nobody pays one twice, and the
button or the small blind may be "dead". Seats are those of the table, numbered clockwise; a `Setup` counts them from
the left of the button.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ircpoker.table.setup import Setup

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from ircpoker.table.games import Game
    from ircpoker.table.seat_numbers import TableSeat

HEADS_UP = 2


@dataclass(frozen=True, slots=True)
class Stakes:
    """The stakes of a table.

    Attributes:
        small_bet: in limit, the bet of the early streets; otherwise the least bet.
        big_bet: in limit, the bet of the late streets; otherwise not used.
        small_blind: the small blind; 0 for none.
        big_blind: the big blind; 0 for none.
        ante: the ante of each player; 0 for none.
        has_big_blind_ante: whether the big blind alone pays the ante, for all (TDA RP-11).
    """

    small_bet: int
    big_bet: int = 0
    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    has_big_blind_ante: bool = False


@dataclass(frozen=True, slots=True)
class Positions:
    """Button, blinds and the players of one deal, by the table's seats.

    Attributes:
        button: the seat of the button, which is dead if the seat is not in `players`.
        small_blind: the seat of the small blind, which may be dead as well.
        big_blind: the seat of the big blind, always a player's.
        players: the seats that are dealt in, beginning left of the button.
    """

    button: TableSeat
    small_blind: TableSeat
    big_blind: TableSeat
    players: tuple[TableSeat, ...]


def first_positions(seats: Collection[TableSeat], button: TableSeat) -> Positions:
    """Return the positions of a table's first deal.

    Args:
        seats: the seats that play, at least two.
        button: a seat; if nobody sits there, the button goes to the next player.

    Returns:
        The positions; heads-up the button is the small blind.
    """
    order = _clockwise(seats, button - 1)
    button = order[0]
    small, big = (order[0], order[1]) if len(order) == HEADS_UP else (order[1], order[2])
    return Positions(button, small, big, _clockwise(seats, button))


def next_positions(before: Positions, seats: Collection[TableSeat]) -> Positions:
    """Return the positions of the deal after `before`.

    Args:
        before: the positions of the last deal.
        seats: the seats that want to play, at least two, including newcomers.

    Returns:
        The positions. A newcomer between the button and the small blind is not among the players, but waits until the
        button has passed (TDA 8-A, 10-A). If two players are left, they play heads-up.
    """
    big = _clockwise(seats, before.big_blind)[0]
    if len(seats) == HEADS_UP:
        return _heads_up(big, seats)
    small, button = before.big_blind, before.small_blind
    players = [seat for seat in seats if seat == big or not _is_between(seat, button, small)]
    if button in {before.button, big} or len(players) < HEADS_UP:
        # The last deal was heads-up, or the last small blind is now the big blind, or all others would wait: the button
        # goes to the last player before the small blind, so that nobody is between the two.
        button = _clockwise([seat for seat in seats if seat != big], small - 1)[-1]
        players = list(seats)
    elif len(players) == HEADS_UP:
        return _heads_up(big, players)
    return Positions(button, small, big, _clockwise(players, button))


def _heads_up(big: TableSeat, players: Collection[TableSeat]) -> Positions:
    """Return the positions of two players: the button is the small blind, and the big blind changes (TDA 34-B)."""
    small = next(seat for seat in players if seat != big)
    return Positions(small, small, big, _clockwise(players, small))


def make_setup(game: Game, stakes: Stakes, positions: Positions, stacks: Mapping[TableSeat, int]) -> Setup:
    """Return the setup of a deal.

    Args:
        game: the rules.
        stakes: blinds, ante and bets.
        positions: the seats that play, and the seats of the blinds.
        stacks: the chips of each of the table's seats.

    Returns:
        The setup; its seat n is `positions.players[n]`.

    Raises:
        SetupError: the deal cannot be played like this.
    """
    blinds = tuple(
        [
            stakes.big_blind if seat == positions.big_blind else stakes.small_blind * (seat == positions.small_blind)
            for seat in positions.players
        ]
    )
    return Setup(
        game=game,
        stacks=tuple([stacks[seat] for seat in positions.players]),
        small_bet=stakes.small_bet,
        big_bet=stakes.big_bet,
        blinds=blinds if any(blinds) else (),
        antes=_antes(stakes, positions, stacks) if stakes.ante else (),
        antes_are_dead=stakes.has_big_blind_ante,
        full_blinds=stakes.small_blind + stakes.big_blind,
    )


def _antes(stakes: Stakes, positions: Positions, stacks: Mapping[TableSeat, int]) -> tuple[int, ...]:
    """Return the ante of each player; a short big blind pays the blind first and the ante from the rest (TDA RP-11)."""
    if not stakes.has_big_blind_ante:
        return (stakes.ante,) * len(positions.players)
    big = positions.big_blind
    ante = max(0, min(stakes.ante, stacks[big] - stakes.big_blind))
    return tuple([ante if seat == big else 0 for seat in positions.players])


def _clockwise(seats: Collection[TableSeat], after: int) -> tuple[TableSeat, ...]:
    """Return the seats clockwise, beginning with the first one after `after`; `after` itself comes last."""
    return tuple(sorted(seats, key=lambda seat: (seat <= after, seat)))


def _is_between(seat: int, start: int, end: int) -> bool:
    """Return whether a seat is between `start` and `end`, clockwise."""
    return start < seat < end if start < end else seat > start or seat < end
