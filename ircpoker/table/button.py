"""The positions of button and blinds from deal to deal, by the dead button rule (TDA 32, 34-B).

The big blind moves to the next player, the small blind to the seat that had the big blind, and the button to the seat
that had the small blind, even if nobody sits there any more. So nobody misses a blind, nobody pays one twice, and the
button or the small blind may be "dead". Seats are those of the table, numbered clockwise; a `Setup` counts them from
the left of the button.

The names of positions: `SB BB UTG … BTN`, as players say them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from ircpoker.table.games import Game
from ircpoker.table.seat_numbers import TableSeat, deal_seats
from ircpoker.table.setup import Setup

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


def with_dead_hands(setup: Setup, present: Sequence[bool]) -> Setup:
    """Return a setup in which the hands of absent players are dead, in the order in which they would act (TDA 30).

    If nobody is there, the last of them, the big blind where there are blinds, keeps a live hand (the house's).

    Args:
        setup: the setup.
        present: whether the player of each seat is there.
    """
    seats = deal_seats(len(setup.stacks))
    last = setup.blinds.index(max(setup.blinds)) if setup.blinds else len(seats) - 1
    absent = [seat for seat in (*seats[last + 1 :], *seats[: last + 1]) if not present[seat]]
    return replace(setup, dead=tuple(absent if any(present) else absent[:-1]))


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
