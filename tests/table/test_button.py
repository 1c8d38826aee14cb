"""Button and blinds over many deals in which people come and go."""

from hypothesis import given
from hypothesis import strategies as st

from ircpoker.table.button import Stakes, first_positions, make_setup, next_positions
from ircpoker.table.games import GAMES

SEATS = st.sets(st.integers(1, 10), min_size=2)


@given(SEATS, st.integers(1, 10), st.lists(SEATS, max_size=30))
def test_the_blinds_always_move_and_two_can_always_play(first: set[int], button: int, later: list[set[int]]) -> None:
    positions = first_positions(first, button)
    for seats in later:
        before, positions = positions, next_positions(positions, seats)
        assert positions.big_blind in positions.players
        assert positions.big_blind != before.big_blind
        assert set(positions.players) <= seats
        assert len(positions.players) >= 2
        stayed = seats & set(before.players)
        if stayed >= {before.small_blind, before.big_blind}:
            assert stayed <= set(positions.players)  # only newcomers ever wait
        blinds = [seat for seat in (positions.small_blind, positions.big_blind) if seat in positions.players]
        if len(positions.players) == 2:
            assert positions.button == positions.small_blind
            assert positions.players == (positions.big_blind, positions.button)
        else:
            assert positions.players[: len(blinds)] == tuple(blinds)  # a dead blind belongs to nobody


@given(SEATS, st.integers(1, 10))
def test_each_seat_pays_each_blind_once_a_round(seats: set[int], button: int) -> None:
    positions = first_positions(seats, button)
    bigs, smalls = [], []
    for _ in seats:
        bigs.append(positions.big_blind)
        smalls.append(positions.small_blind)
        positions = next_positions(positions, seats)
    assert sorted(bigs) == sorted(smalls) == sorted(seats)


def test_setup_counts_seats_from_the_left_of_the_button() -> None:
    stakes = Stakes(small_bet=2, small_blind=1, big_blind=2)
    positions = first_positions((3, 5, 8, 9), button=5)
    setup = make_setup(GAMES["holdem"], stakes, positions, {3: 30, 5: 50, 8: 80, 9: 90})
    assert positions.players == (8, 9, 3, 5)
    assert (setup.stacks, setup.blinds, setup.antes) == ((80, 90, 30, 50), (1, 2, 0, 0), ())


def test_setup_heads_up_has_the_big_blind_first() -> None:
    stakes = Stakes(small_bet=2, small_blind=1, big_blind=2)
    setup = make_setup(GAMES["holdem"], stakes, first_positions((1, 2), button=1), {1: 10, 2: 20})
    assert (setup.stacks, setup.blinds) == ((20, 10), (2, 1))


def test_setup_with_a_dead_small_blind_remembers_the_full_blinds() -> None:
    stakes = Stakes(small_bet=2, small_blind=1, big_blind=2)
    positions = next_positions(first_positions((1, 2, 3, 4), button=1), (1, 2, 4))
    setup = make_setup(GAMES["pot_limit"], stakes, positions, dict.fromkeys((1, 2, 4), 100))
    assert (setup.blinds, setup.full_blinds) == ((2, 0, 0), 3)


def test_setup_of_a_game_with_an_ante() -> None:
    stakes = Stakes(small_bet=10, ante=10)
    setup = make_setup(GAMES["draw"], stakes, first_positions((1, 2, 3), button=1), dict.fromkeys((1, 2, 3), 200))
    assert (setup.blinds, setup.antes) == ((), (10, 10, 10))
