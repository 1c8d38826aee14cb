"""Poker TDA rules, 2024, of tournaments: seats (7, 10, 11), levels (23), the ante of the big blind (RP-11)."""

from random import Random

import pytest

from ircpoker.lobby.places import Place
from ircpoker.table import GAMES, Stakes, TableSeat, first_positions, make_setup
from ircpoker.tournaments.clocks import is_level_over
from ircpoker.tournaments.rules.levels import Level, Structure
from ircpoker.tournaments.rules.seating import (
    TableSeats,
    break_table,
    draw_seats,
    halted,
    is_unbalanced,
    next_move,
    worst_seat,
)
from ircpoker.tournaments.state import TournamentPlan, TournamentState


def table(number: int, players: str, big_blind: int | None = None, *, is_playing: bool = False) -> TableSeats:
    """Return a table: `x` is a player, `.` a free seat; entries are 100 times the table plus the seat."""
    taken = {seat: 100 * number + seat for seat, sign in enumerate(players) if sign == "x"}
    return TableSeats(number, len(players), taken, None, big_blind, is_playing)


def test_tda_7_seats_are_drawn_and_tables_equal_to_within_one() -> None:
    for entries in range(2, 60):
        order = Random(entries).sample(range(entries), entries)
        tables = draw_seats(order, -(-entries // 9))
        assert sorted(entry for seats in tables for entry in seats.values()) == list(range(entries))
        assert max(map(len, tables)) - min(map(len, tables)) <= 1
        assert all(sorted(seats) == list(range(len(seats))) for seats in tables)


def test_tda_11a_the_next_big_blind_is_moved() -> None:
    tables = [table(0, "xxxxxx", big_blind=2), table(1, "x.xx..", big_blind=0)]
    move = next_move(tables, [0, 1])
    assert move is not None
    assert (move.entry, move.source, move.target) == (3, 0, 1)


@pytest.mark.parametrize(
    ("players", "big_blind", "seat"),
    [
        ("xx.xxx", 1, 2),  # the big blind at once, again if need be
        ("xxx.x.", 0, 3),  # the first free seat after it
        ("..xxxx", 5, 0),
        (".xxx.x", 0, 4),  # never the small blind, which is the seat of the last big blind
        (".xxxx.", 0, 5),
        ("xx..", None, 2),  # before the first hand the first seat is the first big blind's
    ],
)
def test_tda_11a_to_the_worst_seat_but_never_the_small_blind(players: str, big_blind: int | None, seat: int) -> None:
    assert worst_seat(table(0, players, big_blind)) == seat


def test_tda_11a_the_only_seat_is_the_small_blinds() -> None:
    with pytest.raises(ValueError, match="no seat"):
        worst_seat(table(3, "x.xx", 1))


def test_tda_11d_a_table_three_short_waits() -> None:
    tables = [table(0, "xxxxxxxxx"), table(1, "xxxxxx..."), table(2, "xxxxxxx..")]
    assert halted(tables) == {1}
    assert is_unbalanced(tables)


def test_tda_10_players_of_a_broken_table_may_get_any_seat() -> None:
    rng = Random(2)
    seen = set()
    for _ in range(200):
        tables = [table(0, "xxx..."), table(1, "xx.x..", 1), table(2, "xxxx..", 1)]
        moves = break_table(tables, 0, [rng.randrange(10**6) for _ in range(3)])
        assert {move.entry for move in moves} == {0, 1, 2}
        assert len({(move.target, move.seat) for move in moves}) == 3
        sizes = {1: 3, 2: 4}
        for move in moves:
            sizes[move.target] += 1
            seen.add((move.target, move.seat))
        assert abs(sizes[1] - sizes[2]) <= 1
    assert seen == {(1, 2), (1, 4), (1, 5), (2, 4), (2, 5)}


def test_tda_23_a_level_begins_with_the_next_hand_and_never_two_at_once() -> None:
    """How long a hand has lasted does not matter: when it is over, one level is."""
    structure = Structure(1000, (Level(10, 20, minutes=5), Level(20, 40, minutes=5), Level(40, 80, hands=3)))
    state = TournamentState(TournamentPlan("cup", "holdem", 0, 9, structure), Place("net", "#poker"), structure)
    state.elapsed = 299.0
    assert not is_level_over(state)
    state.elapsed = 100_000.0
    assert is_level_over(state)
    state.level, state.elapsed = 1, 0.0
    assert not is_level_over(state)
    state.level, state.hands = 2, {0: 2, 1: 1}
    assert not is_level_over(state)
    state.hands[1] = 3
    assert is_level_over(state)


@pytest.mark.parametrize(("stack", "ante"), [(1000, 20), (115, 15), (100, 0), (60, 0)])
def test_tda_rp11_a_short_big_blind_pays_the_blind_before_the_ante(stack: int, ante: int) -> None:
    seats = [TableSeat(number) for number in range(4)]
    positions = first_positions(seats, TableSeat(0))
    stacks = dict.fromkeys(seats, 1000) | {positions.big_blind: stack}
    stakes = Stakes(100, 200, 50, 100, 20, has_big_blind_ante=True)
    setup = make_setup(GAMES["holdem"], stakes, positions, stacks)
    at = positions.players.index(positions.big_blind)
    assert setup.antes_are_dead
    assert [own for number, own in enumerate(setup.antes) if number != at] == [0, 0, 0]
    assert setup.antes[at] == ante
    assert setup.blinds[at] == 100
