"""Poker TDA rules, 2024: button and blinds (8, 10, 32, 34) between deals."""

from ircpoker.table.button import Positions, first_positions, next_positions


def test_tda_32_the_big_blind_leaves_and_the_next_small_blind_is_dead() -> None:
    before = first_positions((1, 2, 3, 4), button=1)
    after = next_positions(before, (1, 2, 4))
    assert after == Positions(button=2, small_blind=3, big_blind=4, players=(4, 1, 2))


def test_tda_32_the_small_blind_leaves_and_the_next_button_is_dead() -> None:
    before = first_positions((1, 2, 3, 4), button=1)
    after = next_positions(before, (1, 3, 4))
    assert after == Positions(button=2, small_blind=3, big_blind=4, players=(3, 4, 1))
    assert next_positions(after, (1, 3, 4)) == Positions(3, 4, 1, players=(4, 1, 3))


def test_tda_32_both_leave() -> None:
    before = first_positions((1, 2, 3, 4, 5), button=1)
    after = next_positions(before, (1, 4, 5))
    assert after == Positions(button=2, small_blind=3, big_blind=4, players=(4, 5, 1))


def test_tda_34b_heads_up_the_small_blind_is_the_button() -> None:
    first = first_positions((2, 7), button=7)
    assert first == Positions(button=7, small_blind=7, big_blind=2, players=(2, 7))
    assert next_positions(first, (2, 7)) == Positions(2, 2, 7, players=(7, 2))


def test_tda_34b_nobody_has_the_big_blind_twice_running() -> None:
    """Three players, then two: any of the three may leave."""
    before = first_positions((1, 2, 3), button=1)  # the big blind is seat 3
    assert next_positions(before, (1, 3)).big_blind == 1
    assert next_positions(before, (2, 3)).big_blind == 2
    assert next_positions(before, (1, 2)).big_blind == 1


def test_tda_10a_a_newcomer_between_button_and_small_blind_waits() -> None:
    """TDA 8-A has the same rule for late players."""
    before = Positions(button=1, small_blind=3, big_blind=6, players=(3, 6, 1))
    after = next_positions(before, (1, 3, 4, 6))
    assert after == Positions(button=3, small_blind=6, big_blind=1, players=(6, 1, 3))
    assert 4 in next_positions(after, (1, 3, 4, 6)).players


def test_tda_10a_a_newcomer_may_be_the_big_blind_at_once() -> None:
    before = Positions(button=1, small_blind=3, big_blind=6, players=(3, 6, 1))
    assert next_positions(before, (1, 3, 6, 8)) == Positions(3, 6, 8, players=(6, 8, 1, 3))


def test_a_third_player_joins_two() -> None:
    """The next button is the last player before the small blind, the newcomer if he sits there."""
    heads_up = first_positions((2, 6), button=2)  # the big blind is seat 6
    assert next_positions(heads_up, (2, 6, 9)) == Positions(2, 6, 9, players=(6, 9, 2))
    assert next_positions(heads_up, (2, 4, 6)) == Positions(4, 6, 2, players=(6, 2, 4))


def test_the_next_small_blind_was_the_big_blind() -> None:
    """The button cannot go to the big blind: it goes to the last player before the small blind, as above."""
    before = first_positions((1, 2, 6), button=1)
    assert next_positions(before, (2, 4, 6)) == Positions(4, 6, 2, players=(6, 2, 4))
    assert next_positions(before, (2, 3, 4)) == Positions(4, 6, 2, players=(2, 3, 4))


def test_two_play_heads_up_while_a_newcomer_waits() -> None:
    before = first_positions((1, 2, 6), button=1)
    after = next_positions(before, (4, 6, 8))
    assert after == Positions(button=6, small_blind=6, big_blind=8, players=(8, 6))
    assert next_positions(after, (4, 6, 8)) == Positions(6, 8, 4, players=(8, 4, 6))


def test_all_but_the_big_blind_are_new() -> None:
    before = first_positions((1, 2, 6), button=1)
    assert next_positions(before, (3, 4, 8)) == Positions(4, 6, 8, players=(8, 3, 4))
