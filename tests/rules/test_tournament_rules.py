"""Poker TDA rules, 2024, of tournaments: seats (7, 10, 11), levels (23), the ante of the big blind (RP-11)."""

from random import Random

import pytest

from ircpoker.fairness.seat_draws import DrawKind, OpenTable, SeatDraw
from ircpoker.lobby.places import Place
from ircpoker.table import GAMES, Stakes, TableSeat, first_positions, make_setup
from ircpoker.tournaments.clocks import is_level_over
from ircpoker.tournaments.rules.levels import Level, Structure
from ircpoker.tournaments.rules.seating import (
    TableSeats,
    halted,
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
        numbers = Random(entries).sample(range(10**6), entries)
        players = tuple([(number, f"p{number}") for number in range(1, entries + 1)])
        tables = {number: OpenTable() for number in range(1, -(-entries // 9) + 1)}
        drawn = SeatDraw(DrawKind.START, players, tables).drawn(numbers).seats
        assert sorted(entry for entry, _, _ in drawn) == list(range(1, entries + 1))
        seats = [sorted(seat for _, at, seat in drawn if at == number) for number in tables]
        assert max(map(len, seats)) - min(map(len, seats)) <= 1
        assert all(each == list(range(1, len(each) + 1)) for each in seats)


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


def test_tda_10_players_of_a_broken_table_may_get_any_seat() -> None:
    rng = Random(2)
    seen = set()
    tables = {2: OpenTable(3, (3, 5, 6)), 3: OpenTable(4, (5, 6))}
    for _ in range(200):
        draw = SeatDraw(DrawKind.BROKEN, ((1, "a"), (2, "b"), (3, "c")), tables)
        seats = draw.drawn([rng.randrange(10**6) for _ in range(3)]).seats
        assert {entry for entry, _, _ in seats} == {1, 2, 3}
        assert len({(table, seat) for _, table, seat in seats}) == 3
        sizes = {2: 3, 3: 4}
        for _, table, seat in seats:
            sizes[table] += 1
            seen.add((table, seat))
        assert abs(sizes[2] - sizes[3]) <= 1
    assert seen == {(2, 3), (2, 5), (2, 6), (3, 5), (3, 6)}


def test_tda_23_a_level_begins_with_the_next_hand_and_never_two_at_once() -> None:
    """How long a hand has lasted does not matter: when it is over, one level is."""
    structure = Structure(1000, (Level(10, 20, minutes=5), Level(20, 40, minutes=5), Level(40, 80, hands=3)))
    plan = TournamentPlan("cup", "holdem", 0, 9, structure)
    state = TournamentState(plan=plan, place=Place("net", "#poker"), structure=structure)
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
