"""Main pot, side pots and their division."""

from hypothesis import example, given
from hypothesis import strategies as st

from ircpoker.table.pots import Pot, make_pots, split

SEATS = st.lists(st.tuples(st.integers(0, 60), st.booleans()), min_size=2, max_size=10)


@given(SEATS, st.integers(0, 20))
@example([(5, False), (0, True)], 0)
@example([(9, False), (4, True), (4, True)], 3)
def test_every_chip_is_in_one_pot(seats: list[tuple[int, bool]], dead: int) -> None:
    totals = [total for total, _ in seats]
    in_hand = [still for _, still in seats]
    if not any(in_hand):
        in_hand[0] = True
    assert sum(pot.amount for pot in make_pots(totals, in_hand, dead)) == sum(totals) + dead


@given(SEATS)
def test_nobody_wins_more_from_another_than_they_put_in(seats: list[tuple[int, bool]]) -> None:
    totals = [total for total, _ in seats]
    in_hand = [still for _, still in seats]
    highest = max([total for total, still in seats if still], default=0)
    if any(in_hand) and max(totals) == highest:
        pots = make_pots(totals, in_hand)
        for seat in [seat for seat, still in enumerate(in_hand) if still]:
            most = sum(min(total, totals[seat]) for total in totals)
            assert sum(pot.amount for pot in pots if seat in pot.seats) == most


def test_a_player_for_less_wins_only_the_main_pot() -> None:
    assert make_pots((10, 40, 40), (True, True, True)) == [Pot(30, (0, 1, 2)), Pot(60, (1, 2))]


def test_dead_chips_are_in_the_main_pot() -> None:
    assert make_pots((10, 40, 40), (True, True, True), dead=7)[0] == Pot(37, (0, 1, 2))


def test_no_pot_without_chips() -> None:
    assert make_pots((0, 0), (True, True)) == []


@given(st.integers(1, 1000), st.sets(st.integers(0, 9), min_size=1))
def test_shares_differ_by_one_chip_at_most(amount: int, winners: set[int]) -> None:
    shares = [share for _, share in split(amount, sorted(winners))]
    assert sum(shares) == amount
    assert max(shares) - min(shares) <= 1
    assert shares == sorted(shares, reverse=True)
