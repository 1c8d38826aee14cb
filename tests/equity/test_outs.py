from ircpoker.cards import format_cards
from ircpoker.equity.odds import find_outs
from ircpoker.equity.spots import make_spot


def outs_of(hands, board, **more):
    return [
        (
            outs.is_ahead,
            {kind.value: format_cards(cards) for kind, cards in outs.draws.items()},
            format_cards(outs.ties),
        )
        for outs in find_outs(make_spot(hands, board, **more))
    ]


def test_a_set_against_a_flush_draw():
    """The deuce of hearts pairs the board and fills the set up, so it is not an out."""
    assert outs_of(["AsAc", "KhQh"], "Ah 7h 2s") == [
        (True, {}, ""),
        (False, {"flush": "Jh Th 9h 8h 6h 5h 4h 3h"}, ""),
    ]


def test_draws_are_grouped_by_the_hands_they_make():
    assert outs_of(["AsAc", "KhQh"], "Jh Th 2s")[1] == (
        False,
        {"royal_flush": "Ah", "straight_flush": "9h", "flush": "8h 7h 6h 5h 4h 3h 2h", "straight": "Ad 9s 9d 9c"},
        "",
    )


def test_a_split_is_not_an_out():
    ahead, behind = find_outs(make_spot(["AhQd", "AsJd"], "Ac 7h 7d 2c"))
    assert ahead.is_ahead
    assert {kind.value: format_cards(cards) for kind, cards in behind.draws.items()} == {"two_pair": "Js Jh Jc"}
    assert format_cards(behind.ties) == "Ad Ks Kh Kd Kc 7s 7c"


def test_both_ahead_when_they_tie():
    assert outs_of(["AhKd", "AsKc"], "Ac 7h 7d 2c") == [(True, {}, ""), (True, {}, "")]


def test_omaha_takes_two_hole_cards():
    """With one heart in hand a fourth heart on the board makes no flush."""
    (ahead, behind) = find_outs(make_spot(["AsAcKdKc", "Qh9s8d3c"], "Ah 7h 2h", game="omaha"))
    assert ahead.is_ahead
    assert behind.card_count == 0


def test_no_outs_for_ranges_or_on_the_river():
    assert find_outs(make_spot(["AA", "KhQh"], "Ah 7h 2s")) == ()
    assert find_outs(make_spot(["AsAc", "KhQh"])) == ()
    assert find_outs(make_spot(["AsAc", "KhQh"], "Ah 7h 2s 3s 4s")) == ()
