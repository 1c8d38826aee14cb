"""Equities by sampling and by tables, against exact counts."""

import random
from statistics import mean

import pytest

from ircpoker.cards import CARDS, parse_cards
from ircpoker.equity import equity as exact
from ircpoker.robots.regular import chances
from ircpoker.robots.regular.reads import BETS, RAISES, SeatRead, read_seats
from ircpoker.robots.regular.tables import equity_after, equity_before, percentile_before
from ircpoker.table.view import make_view
from tests.robots.turns import BUTTON, draw_deal, holdem_turn

ANY = SeatRead(1, 1.0, (), has_acted=True)


def sampled(hole, board, reads, times=60):
    rng = random.Random(1)
    return mean(
        chances.equity(parse_cards(hole), parse_cards(board) if board else (), reads, rng) for _ in range(times)
    )


@pytest.mark.parametrize(("hole", "board"), [("Ah Kd", ""), ("9h 8h", "Th 7c 2h"), ("Ac 2d", "Kc Kd 7s 3h 9c")])
def test_against_any_hand(hole, board):
    odds = exact([hole.replace(" ", ""), "any"], board)
    assert sampled(hole, board, (ANY,)) == pytest.approx(odds[0].equity, abs=0.03)


def test_omaha_counts_two_of_four_cards():
    # Without two hearts in the hand there is no flush.
    assert sampled("Ah Kd Kc 2s", "Qh Jh 9h 4h 3c", (ANY,)) < 0.55
    assert sampled("Ah Kh Kc 2s", "Qh Jh 9h 4h 3c", (ANY,)) > 0.95


def test_more_players_and_narrower_ranges_win_more_often():
    narrow, bet, raised = (SeatRead(1, *rest, True) for rest in ((0.1, ()), (0.1, (BETS,)), (0.1, (RAISES,))))
    board = "Qh 9d 4s"
    found = [sampled("9h 8h", board, reads) for reads in ((ANY,), (narrow,), (bet,), (raised,), (ANY, raised))]
    assert found == sorted(found, reverse=True)


def test_percentiles():
    aces, worst, kings = chances.percentiles([parse_cards(text) for text in ("Ah As", "3h 2s", "Kc Kd")])
    assert 0 < aces < kings < 0.01
    assert worst > 0.98
    hands = [random.Random(seed).sample(CARDS, 4) for seed in range(400)]
    assert mean(chances.percentiles(hands)) == pytest.approx(0.5, abs=0.05)
    assert chances.percentiles([parse_cards("Ah As Kh Ks")]) == [0]


def test_the_betting_narrows_ranges():
    view = holdem_turn(BUTTON, "9h 8h", "call, check, bet 4, to 12, to 30", "Qh 9d 4s")
    [opponent] = read_seats(view)
    assert (opponent.seat, opponent.width, opponent.claims) == (0, 1.0, (BETS, RAISES))
    limit = holdem_turn(BUTTON, "9h 8h", "call, check, bet 2", "Qh 9d 4s", game="limit")
    assert read_seats(limit)[0].claims == (BETS.at_limit(),)


def test_draw():
    pairs = draw_deal("Ah Ad Kc 7s 2h", "Qc Qd 9h 5s 3c")
    high = draw_deal("Kh Jd 9c 5s 2h", "Qc Qd 9h 8s 3c")
    assert percentile_before(make_view(pairs, 0)) < 0.3 < percentile_before(make_view(high, 0))
    assert equity_before(make_view(pairs, 0), (ANY,)) > 0.6 > equity_before(make_view(high, 0), (ANY,))
    narrow = ANY._replace(width=0.1)
    assert equity_before(make_view(pairs, 0), (narrow,)) < equity_before(make_view(pairs, 0), (ANY,))
    view = make_view(pairs, 0)._replace(drawn=(0, 3))
    pat = view._replace(drawn=(0, 0))
    assert equity_after(view, (ANY,)) > 0.4 > equity_after(pat, (ANY,)) >= 0
    assert equity_after(view, (ANY._replace(claims=(RAISES,)),)) < equity_after(view, (ANY,))
