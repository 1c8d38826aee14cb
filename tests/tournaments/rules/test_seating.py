"""Balancing, breaking and places by the rules of the house; tests/rules has those of the TDA."""

from random import Random

from ircpoker.tournaments.rules.seating import (
    TableSeats,
    is_bubble,
    next_big_blind,
    next_move,
    next_to_break,
    order_out,
)


def table(number: int, players: str, big_blind: int | None = None, *, is_playing: bool = False) -> TableSeats:
    """Return a table: `x` is a player, `.` a free seat; entries are 100 times the table plus the seat."""
    taken = {seat: 100 * number + seat for seat, sign in enumerate(players) if sign == "x"}
    return TableSeats(number, len(players), taken, None, big_blind, is_playing)


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
        sizes = [len(each.players) for each in tables]
        assert max(sizes) - min(sizes) <= 1


def test_nobody_is_moved_out_of_a_hand() -> None:
    tables = [table(0, "xxxxxx", 2, is_playing=True), table(1, "xxx...", 0)]
    assert next_move(tables, [0, 1]) is None


def test_house_the_first_table_of_the_order_breaks_when_there_is_room() -> None:
    tables = [table(0, "xxxx.."), table(1, "xxxxx."), table(2, "xxx...")]
    assert next_to_break(tables, [1, 0, 2]) == 1
    assert next_to_break([*tables, table(3, "xxxxxx")], [1, 0, 2, 3]) == 1
    assert next_to_break([table(0, "xxxxxx"), table(1, "x.....")], [0, 1]) is None
    assert next_to_break([table(0, "xx....")], [0]) is None


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
