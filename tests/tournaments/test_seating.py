"""The draw, balancing, breaking and places; TDA numbers are those of 2024, and `house` marks the house's own."""

from random import Random

import pytest

from ircpoker.tournaments.seating import (
    TableSeats,
    break_table,
    draw_seats,
    halted,
    is_bubble,
    is_unbalanced,
    next_big_blind,
    next_move,
    next_to_break,
    order_out,
    worst_seat,
)


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


def test_house_tables_are_balanced_to_within_one() -> None:
    rng = Random(8)
    for _ in range(300):
        count = rng.randint(2, 6)
        tables = [
            table(number, "".join(rng.choice("xx.") for _ in range(8)) + "x", rng.randrange(9))
            for number in range(count)
        ]
        order = rng.sample(range(count), count)
        for _ in range(40):
            move = next_move(tables, order)
            if move is None:
                break
            source = next(each for each in tables if each.table == move.source)
            target = next(each for each in tables if each.table == move.target)
            assert move.entry == source.players[next_big_blind(source)]
            assert move.seat not in target.players
            assert move.seat != target.big_blind
            left = {seat: entry for seat, entry in source.players.items() if entry != move.entry}
            changed = {
                move.source: TableSeats(source.table, 9, left, None, source.big_blind),
                move.target: TableSeats(
                    target.table, 9, {**target.players, move.seat: move.entry}, None, target.big_blind
                ),
            }
            tables = [changed.get(each.table, each) for each in tables]
        assert not is_unbalanced(tables)


def test_nobody_is_moved_out_of_a_hand() -> None:
    tables = [table(0, "xxxxxx", 2, is_playing=True), table(1, "xxx...", 0)]
    assert next_move(tables, [0, 1]) is None


def test_house_the_first_table_of_the_order_breaks_when_there_is_room() -> None:
    tables = [table(0, "xxxx.."), table(1, "xxxxx."), table(2, "xxx...")]
    assert next_to_break(tables, [1, 0, 2]) == 1
    assert next_to_break([*tables, table(3, "xxxxxx")], [1, 0, 2, 3]) == 1
    assert next_to_break([table(0, "xxxxxx"), table(1, "x.....")], [0, 1]) is None
    assert next_to_break([table(0, "xx....")], [0]) is None


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


def test_house_the_bubble_is_one_player_before_the_money() -> None:
    assert is_bubble(11, 10, 2)
    assert not is_bubble(12, 10, 2)
    assert not is_bubble(10, 10, 2)
    assert not is_bubble(3, 2, 1)


def test_house_more_chips_at_the_start_of_the_hand_place_higher_and_tables_share() -> None:
    assert order_out([[(1, 500), (2, 300)]]) == [[1], [2]]
    assert order_out([[(1, 500), (2, 300)], [(3, 10)], []]) == [[1, 3], [2]]
    assert order_out([[(5, 100), (6, 100)], [(7, 1)]]) == [[5, 6, 7]]
    assert order_out([]) == []
