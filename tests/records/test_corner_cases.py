"""The corner cases of docs/statistics.md, one by one, in deals that are played by hand."""

from __future__ import annotations

from typing import Any

import pytest

from ircpoker.cards import CARDS
from ircpoker.records.statistics.counters import SeatCount
from ircpoker.records.statistics.deals import count_deal, positions_of
from ircpoker.table import GAMES, Deal, Setup, parse_action
from tests.table.play import holdem

CHECKS = ["check"] * 20


def play(*words: str, seats: int = 3, stacks: tuple[int, ...] = (), setup: Setup | None = None) -> list[SeatCount]:
    """Play a deal with blinds of 5 and 10 to its end; actions that nobody needs any more are left out."""
    deal = Deal(setup or holdem(stacks or (1000,) * seats, (5, 10)), CARDS)
    actions = [parse_action(word) for word in words]
    while deal.actor is not None:
        deal.act(deal.actor, actions.pop(0))
    return list(count_deal(deal))


def names(*words: str, **facts: Any) -> list[frozenset[str]]:
    return [found.names for found in play(*words, **facts)]


# Walks, VPIP and PFR


def test_a_walk_is_no_chance_for_vpip() -> None:
    small, big, button = names("fold", "fold")
    assert big == {"walks"}
    assert "walks" not in small | button
    assert "pfr_opp" in small & button


def test_all_in_in_the_blind_counts_as_a_walk() -> None:
    small, big, button = names("call", "check", *CHECKS, stacks=(5, 1000, 1000))
    assert "walks" in small
    assert {"saw_f", "wtsd"} <= small
    assert "walks" not in big | button


def test_checking_the_big_blind_is_not_voluntary_but_counts_as_a_hand() -> None:
    _, big, button = names("call", "call", "check", *CHECKS)
    assert "vpip" in button
    assert not {"vpip", "walks"} & big


def test_pfr_needs_somebody_who_could_answer() -> None:
    # The small blind has too few chips to raise, and nobody else has any when it is the big blind's turn.
    small, big, button = names("raise 300", "call", "fold", stacks=(200, 1000, 300))
    assert "pfr_opp" in button
    assert not {"pfr_opp", "3bet_opp", "squeeze_opp"} & (small | big)
    heads_up = names("raise 1000", "call", seats=2)
    assert "pfr_opp" not in heads_up[0]


def test_a_limit_table_at_its_cap_leaves_no_raise() -> None:
    setup = holdem((1000, 1000, 1000), (5, 10), "limit")
    small, big, button = names("raise 20", "raise 30", "raise 40", "call", "call", *CHECKS, setup=setup)
    assert "pfr" in big
    assert {"3bet", "f4bet_opp"} <= small
    # Only the first raiser makes a 4-bet and folds to a 3-bet; the big blind has raised in between.
    assert not {"4bet", "4bet_opp"} & (small | big | button)
    assert "f3bet_opp" not in button


# Opening


def test_all_before_have_folded() -> None:
    small, big, cutoff, button = names("call", "raise 30", "fold", "fold", "fold", seats=4)
    assert {"rfi_opp", "limp", "steal_opp"} <= cutoff
    assert not {"rfi", "steal"} & cutoff
    assert not {"rfi_opp", "rfi", "steal"} & (button | small | big)


def test_the_small_blind_opens_and_steals() -> None:
    small, big, *_ = names("fold", "fold", "raise 30", "fold", seats=4)
    assert {"rfi", "rfi_opp", "steal", "steal_opp"} <= small
    assert {"bb_steal_fold", "bb_steal_opp"} <= big


def test_a_raise_from_the_hijack_is_no_steal() -> None:
    small, big, hijack, *_ = names("raise 30", "fold", "fold", "fold", "fold", seats=5)
    assert {"rfi", "rfi_opp"} <= hijack
    assert not {"steal", "steal_opp"} & hijack
    assert not {"sb_steal_opp", "bb_steal_opp"} & (small | big)


def test_heads_up_the_button_steals() -> None:
    big, button = names("raise 30", "fold", seats=2)
    assert {"steal", "rfi"} <= button
    assert {"bb_steal_fold", "bb_steal_opp"} <= big
    assert "sb_steal_opp" not in big | button


def test_a_call_in_between_ends_the_steal() -> None:
    small, big, *_ = names("raise 30", "call", "fold", "fold", *CHECKS, seats=4)
    assert not {"sb_steal_opp", "bb_steal_opp"} & (small | big)
    small, big, _ = names("raise 30", "call", "fold", *CHECKS)
    assert "sb_steal_opp" in small
    assert "bb_steal_opp" not in big


def test_a_raise_of_the_small_blind_takes_the_steal_from_the_big_blind() -> None:
    small, big, _ = names("raise 30", "raise 90", "fold", "fold")
    assert {"sb_steal_opp", "3bet"} <= small
    assert "sb_steal_fold" not in small
    assert "bb_steal_opp" not in big


# Raises again


def test_only_the_first_raiser_folds_to_a_3_bet() -> None:
    small, big, button = names("raise 30", "raise 90", "fold", "fold")
    assert {"3bet", "3bet_opp"} <= small
    assert {"f3bet", "f3bet_opp", "4bet_opp"} <= button
    assert not {"f3bet_opp", "3bet_opp", "4bet_opp"} & big


def test_only_the_3_bettor_folds_to_a_4_bet() -> None:
    small, big, button = names("raise 30", "raise 90", "fold", "raise 270", "fold")
    assert {"4bet", "4bet_opp", "f3bet_opp"} <= button
    assert "f3bet" not in button
    assert {"f4bet", "f4bet_opp"} <= small
    assert "f4bet_opp" not in big


def test_ones_own_raise_is_no_chance_for_a_3_bet() -> None:
    _, _, button = names("raise 30", "call", "fold", *CHECKS)
    assert "3bet_opp" not in button


def test_a_squeeze_needs_a_caller_of_the_raise() -> None:
    small, big, button = names("raise 30", "call", "raise 150", "fold", "fold")
    assert {"squeeze", "squeeze_opp", "3bet"} <= big
    assert "squeeze_opp" not in small | button
    # A call before the raise is a limp.
    _, big, *_ = names("call", "raise 40", "fold", "raise 150", "fold", "fold", seats=4)
    assert "3bet" in big
    assert "squeeze_opp" not in big


# Continuation bets


def test_continuation_bets_on_all_streets() -> None:
    big, button = names(
        "raise 30", "call", "check", "bet 30", "call", "check", "bet 60", "call", "check", "bet 90", "fold", seats=2
    )
    assert {"f_cbet", "f_cbet_opp", "t_cbet", "t_cbet_opp", "r_cbet", "r_cbet_opp"} <= button
    assert {"f_fcbet_opp", "t_fcbet_opp", "r_fcbet_opp", "r_fcbet"} <= big
    assert not {"f_fcbet", "t_fcbet"} & big


def test_a_check_on_the_flop_ends_the_chance_on_the_turn() -> None:
    big, button = names("raise 30", "call", "check", "check", "check", "bet 60", "fold", seats=2)
    assert "f_cbet_opp" in button
    assert not {"f_cbet", "t_cbet_opp", "t_cbet"} & button
    assert "t_fcbet_opp" not in big


def test_a_donk_bet_takes_the_chance_away() -> None:
    big, button = names("raise 30", "call", "bet 30", "raise 90", "fold", seats=2)
    assert {"f_donk", "f_donk_opp"} <= big
    assert not {"f_cbet_opp", "f_cbet"} & button
    assert "f_fcbet_opp" not in big


def test_who_acts_after_the_raiser_has_no_donk_bet() -> None:
    # The small blind has raised, so it acts first.
    _, big, button = names("call", "raise 40", "call", "call", "check", "bet 40", "fold", "fold")
    assert "f_donk_opp" not in big | button


def test_all_in_before_the_flop_is_no_chance() -> None:
    small, big, button = names("raise 100", "call", "call", "bet 50", "fold", stacks=(1000, 1000, 100))
    assert not {"f_cbet_opp"} & button
    assert not {"f_donk_opp", "f_fcbet_opp"} & (small | big)


def test_behind_a_raise_nobody_faces_the_continuation_bet() -> None:
    small, big, _ = names(
        "raise 30", "call", "call", "check", "check", "bet 30", "raise 90", "fold", "fold", stacks=(1000,) * 3
    )
    assert "f_fcbet_opp" in small
    assert "f_fcbet_opp" not in big
    assert {"f_xr", "f_xr_opp"} <= small
    assert "f_xr_opp" in big
    assert "f_xr" not in big


def test_a_checker_who_need_not_act_again_has_no_check_raise() -> None:
    big, _ = names("raise 30", "call", "check", "check", *CHECKS, seats=2)
    assert not {"f_xr_opp", "t_xr_opp", "r_xr_opp"} & big


# After the flop


def test_checks_are_no_part_of_the_aggression() -> None:
    big, button = play("call", "check", "check", "bet 10", "raise 30", "call", *CHECKS, seats=2)
    assert (big.bets, big.raises, big.calls) == (0, 1, 0)
    assert (button.bets, button.raises, button.calls) == (1, 0, 1)
    assert "folds" not in big.names | button.names


def test_all_in_before_the_flop_saw_it() -> None:
    big, button = names("raise 1000", "call", seats=2)
    assert {"saw_f", "saw_t", "saw_r", "wtsd"} <= big & button
    assert len([seat for seat in (big, button) if "wsd" in seat]) >= 1
    assert {"wsd" in seat for seat in (big, button)} == {"wwsf" in seat for seat in (big, button)}


def test_a_bet_that_nobody_calls_wins_without_a_showdown() -> None:
    big, button = names("call", "check", "bet 10", "fold", seats=2)
    assert {"saw_f", "wwsf"} <= big
    assert not {"wtsd", "wsd"} & (big | button)
    assert "folds" in button


def test_any_chips_count_as_won_at_the_showdown() -> None:
    # The board plays, so both split.
    deck = ["2c", "3c", "2d", "3d", "4c", "As", "Ks", "Qs", "5c", "Js", "6c", "Ts"]
    order = {str(card): card for card in CARDS}
    dealt = [order[name] for name in deck]
    rest = [card for card in CARDS if card not in dealt]
    deal = Deal(holdem((100, 100), (5, 10)), dealt + rest)
    for word in ("call", "check", *["check"] * 6):
        assert deal.actor is not None
        deal.act(deal.actor, parse_action(word))
    assert all({"wtsd", "wsd", "wwsf"} <= seat.names for seat in count_deal(deal))


def test_a_mucked_hand_went_to_the_showdown() -> None:
    setup = holdem((1000, 1000), (5, 10), asks_showdown=True)
    big, button = names("call", "check", *["check"] * 6, "show", "muck", setup=setup)
    assert "wtsd" in big & button
    assert ("wsd" in big) != ("wsd" in button)


# Draw, straddles, dead blinds


def test_of_draw_only_the_first_street_counts() -> None:
    setup = Setup(GAMES["draw"], (100, 100), small_bet=10, antes=(1, 1))
    words = ("bet 10", "raise 20", "call", "discard", "discard", "bet 10", "call")
    first, second = play(*words, setup=setup)
    assert first.names == second.names == {"vpip", "pfr", "pfr_opp"}
    assert (first.bets, first.raises, first.calls) == (0, 0, 0)


@pytest.mark.parametrize(
    ("blinds", "positions", "big_blind"),
    [
        ((5, 10, 0, 0, 0, 0, 0, 0), ("SB", "BB", "EP", "EP", "LJ", "HJ", "CO", "BTN"), 10),
        ((5, 10, 20, 0), ("SB", "BB", "CO", "BTN"), 10),
        ((10, 0, 0, 0), ("BB", "HJ", "CO", "BTN"), 10),
        ((5, 10, 0, -10), ("SB", "BB", "CO", "BTN"), 10),
        ((0, 10, 0), ("SB", "BB", "BTN"), 10),
        ((10, 0), ("BB", "BTN"), 10),
        ((), ("CO", "BTN"), 8),
    ],
)
def test_positions(blinds: tuple[int, ...], positions: tuple[str, ...], big_blind: int) -> None:
    setup = Setup(GAMES["holdem"], (100,) * len(positions), small_bet=8, blinds=blinds)
    assert positions_of(setup) == positions
    assert setup.big_blind == big_blind


def test_a_straddle_is_not_a_raise() -> None:
    setup = Setup(GAMES["holdem"], (1000,) * 4, small_bet=10, blinds=(5, 10, 20, 0))
    _, big, straddler, button = names("raise 60", "fold", "fold", "fold", setup=setup)
    assert {"rfi", "steal"} <= button
    assert "3bet_opp" in straddler
    assert "bb_steal_fold" in big
