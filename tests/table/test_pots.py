"""Main pot, side pots and their division."""

from random import Random

from hypothesis import example, given
from hypothesis import strategies as st

from ircpoker.cards import CARDS
from ircpoker.table.actions import CALL, RaiseTo
from ircpoker.table.deal import Deal
from ircpoker.table.pots import Pot, make_pots, split
from ircpoker.table.view import make_view
from tests.table.play import act_all, holdem, random_action, random_setup
from tests.tiers import seeds

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


def test_bets_that_others_may_still_call_are_no_side_pots() -> None:
    deal = Deal(holdem((20, 500, 500, 500)), CARDS)
    act_all(deal, RaiseTo(10))
    assert deal.pots == [Pot(13, (0, 1, 2, 3))]
    act_all(deal, RaiseTo(30))
    assert deal.pots == [Pot(43, (0, 1, 2, 3))]
    act_all(deal, CALL)  # all-in for 20
    assert deal.pots == [Pot(52, (0, 1, 2, 3)), Pot(10, (1, 2, 3))]


def test_there_are_side_pots_only_where_somebody_is_all_in() -> None:
    for number in seeds(2000, 100):
        rng = Random(number)
        deal = Deal(random_setup(rng), rng.sample(CARDS, 52))
        while not deal.is_over:
            seats = zip(deal.totals, deal.stacks, deal.in_hand, strict=True)
            all_in = {put for put, stack, is_in in seats if is_in and not stack}
            assert len(deal.pots) <= 1 + len(all_in), number
            assert sum(pot.amount for pot in deal.pots) == deal.pot, number
            assert list(make_view(deal, None).pots) == deal.pots, number
            assert deal.actor is not None
            deal.act(deal.actor, random_action(deal, rng))


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
