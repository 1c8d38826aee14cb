"""Poker TDA rules, 2024: pots and showdown (12 to 21, 28). docs/rules.md lists rule → test."""

import pytest

from ircpoker.cards import CARDS, parse_cards
from ircpoker.errors import IllegalActionError, NotYourTurnError
from ircpoker.table.actions import CALL, CHECK, FOLD, MUCK, SHOW, Bet, RaiseTo
from ircpoker.table.deal import Deal
from ircpoker.table.events import BetReturned, HandMucked, HandShown, PotWon, StreetBegan
from tests.table.play import act_all, deck_of, holdem

ACES, KINGS, QUEENS, JUNK = "As Ac", "Ks Kc", "Qs Qc", "7h 2d"
DRY_BOARD = "3h 4c 8d 9s Jd"
ROYAL_BOARD = "Ah Kh Qh Jh Th"


def check_down(deal: Deal) -> Deal:
    """Call and check to the end of the betting."""
    while deal.actor is not None:
        legal = deal.legal_actions()
        assert legal is not None
        if legal.can_show:
            break
        deal.act(deal.actor, CHECK if legal.can_check else CALL)
    return deal


def shown(deal: Deal) -> list[int]:
    return [event.seat for event in deal.events if isinstance(event, HandShown)]


def won(deal: Deal) -> list[tuple[int, int, int]]:
    return [(event.pot, event.seat, event.amount) for event in deal.events if isinstance(event, PotWon)]


def test_tda_12_cards_speak() -> None:
    """The better hand wins: only cards and chips decide."""
    deal = check_down(Deal(holdem((50, 50)), deck_of(KINGS, ACES, board=DRY_BOARD)))
    assert deal.stacks == (48, 52)


def test_tda_13a_all_hole_cards_are_tabled() -> None:
    deal = check_down(Deal(holdem((50, 50)), deck_of(ACES, KINGS, board=DRY_BOARD)))
    assert HandShown(0, parse_cards(ACES)) in deal.events


def test_tda_14_a_mucked_hand_is_dead() -> None:
    """The best hand, mucked, wins nothing and cannot be tabled any more."""
    deal = check_down(Deal(holdem((50, 50), asks_showdown=True), deck_of(ACES, KINGS, board=DRY_BOARD)))
    act_all(deal, MUCK)
    assert deal.stacks == (48, 52)
    with pytest.raises(NotYourTurnError):
        deal.act(0, SHOW)


def test_tda_15b_uncalled_bet_is_returned() -> None:
    deal = Deal(holdem((100, 100)), deck_of(ACES, KINGS))
    act_all(deal, RaiseTo(60), FOLD)
    assert BetReturned(1, 58) in deal.events
    assert won(deal) == [(0, 1, 4)]


def test_tda_16_all_in_example_1_hands_are_tabled_before_the_river() -> None:
    deal = Deal(holdem((100, 40)), deck_of(ACES, KINGS, board=DRY_BOARD))
    act_all(deal, CALL, CHECK, CHECK, CHECK, CHECK, Bet(38), CALL)
    kinds = [type(event) for event in deal.events]
    assert kinds[-4:] == [HandShown, HandShown, StreetBegan, PotWon]
    assert deal.is_over


def test_tda_16_example_2_hands_stay_down_while_two_can_bet() -> None:
    """A is all-in before the flop, B and C bet on: tabled once B is all-in on the turn and C has called."""
    deal = Deal(holdem((30, 50, 10)), deck_of(KINGS, ACES, QUEENS, board=DRY_BOARD))
    act_all(deal, RaiseTo(10), CALL, CALL, CHECK, CHECK)
    assert not shown(deal)
    act_all(deal, Bet(20), CALL)
    assert sorted(shown(deal)) == [0, 1, 2]
    assert [type(event) for event in deal.events][-3:] == [StreetBegan, PotWon, PotWon]
    assert won(deal) == [(1, 1, 40), (0, 1, 30)]  # the side pot first


def test_tda_16_example_3_main_pot_player_is_tabled_with_the_others() -> None:
    deal = Deal(holdem((300, 300, 7), asks_showdown=True), deck_of(KINGS, QUEENS, ACES, board=DRY_BOARD))
    act_all(deal, RaiseTo(7), CALL, CALL, CHECK, CHECK, Bet(10), CALL, CHECK, CHECK)
    assert sorted(shown(deal)) == [0, 1, 2]  # nobody was asked: no hand may be mucked
    assert won(deal) == [(1, 0, 20), (0, 2, 21)]


def test_tda_16_no_hand_may_be_mucked_after_an_all_in() -> None:
    deal = Deal(holdem((20, 20), asks_showdown=True), deck_of(JUNK, ACES, board=DRY_BOARD))
    act_all(deal, RaiseTo(20), CALL)
    assert sorted(shown(deal)) == [0, 1]
    assert deal.stacks == (0, 40)


def test_tda_17a_last_aggressor_tables_first() -> None:
    deal = Deal(holdem((50, 50, 50)), deck_of(JUNK, KINGS, ACES, board=DRY_BOARD))
    act_all(deal, CALL, CALL, CHECK, *[CHECK] * 6, CHECK, Bet(4), CALL, CALL)
    assert shown(deal)[0] == 1


def test_tda_17a_without_a_bet_the_first_left_of_the_button_tables_first() -> None:
    """A bet on an earlier street does not count: only the final street's does."""
    deal = Deal(holdem((50, 50, 50)), deck_of(JUNK, KINGS, ACES, board=DRY_BOARD))
    act_all(deal, CALL, CALL, CHECK, CHECK, CHECK, Bet(4), CALL, CALL, *[CHECK] * 6)
    assert shown(deal) == [0, 1, 2]


def test_tda_17a_a_beaten_hand_need_not_be_tabled() -> None:
    deal = check_down(Deal(holdem((50, 50, 50)), deck_of(ACES, KINGS, JUNK, board=DRY_BOARD)))
    assert shown(deal) == [0]
    assert [event.seat for event in deal.events if isinstance(event, HandMucked)] == [1, 2]


def test_tda_17b_the_last_live_hand_wins_unseen() -> None:
    deal = check_down(Deal(holdem((50, 50, 50), asks_showdown=True), deck_of(ACES, KINGS, JUNK, board=DRY_BOARD)))
    act_all(deal, MUCK, MUCK)
    assert deal.is_over
    assert deal.stacks == (48, 48, 54)
    assert not shown(deal)


def test_tda_19_playing_the_board_means_tabling_all_hole_cards() -> None:
    deal = check_down(
        Deal(holdem((50, 50, 50), asks_showdown=True), deck_of("2c 3c", "2s 3s", "4d 4s", board=ROYAL_BOARD))
    )
    act_all(deal, SHOW, MUCK, SHOW)
    assert won(deal) == [(0, 0, 3), (0, 2, 3)]


def test_tda_20a_the_odd_chip_goes_to_the_first_seat_left_of_the_button() -> None:
    deal = Deal(holdem((50, 50, 50)), deck_of("2c 3c", "2s 3s", "4d 4s", board=ROYAL_BOARD))
    act_all(deal, RaiseTo(5), FOLD)  # the small blind leaves one chip
    check_down(deal)
    assert won(deal) == [(0, 1, 6), (0, 2, 5)]


def test_tda_20a_two_odd_chips_go_to_two_seats() -> None:
    setup = holdem((50,) * 5, antes=(1, 1, 1, 1, 1))
    deal = Deal(setup, deck_of("2c 3c", "2s 3s", "4d 4s", "5c 5d", "6c 6d", board=ROYAL_BOARD))
    act_all(deal, FOLD, CALL, CALL, CALL, FOLD)  # 1 of seat 2's ante, 3 each of seats 3, 4 and 0, 3 of seat 1
    check_down(deal)
    assert won(deal) == [(0, 0, 5), (0, 3, 4), (0, 4, 4)]


def test_tda_21_each_side_pot_is_split_separately() -> None:
    setup = holdem((3, 5, 8, 8), blinds=(0, 1))
    deal = Deal(setup, deck_of("5c 5d", "2c 3c", "2s 3s", "4d 4s", board=ROYAL_BOARD))
    act_all(deal, RaiseTo(8), CALL, CALL, CALL)
    assert won(deal) == [
        (2, 2, 3), (2, 3, 3),
        (1, 1, 2), (1, 2, 2), (1, 3, 2),
        (0, 0, 3), (0, 1, 3), (0, 2, 3), (0, 3, 3),
    ]  # fmt: skip


def test_tda_21_a_side_pot_has_an_odd_chip_of_its_own() -> None:
    setup = holdem((9, 2, 3, 9), blinds=(1, 1))
    deal = Deal(setup, deck_of("4c 4h", "6c 6d", "2c 3c", "4d 4s", board="Ah Kh Qd Jd 5c"))
    act_all(deal, CALL, RaiseTo(9), CALL, CALL, CALL)
    assert won(deal) == [(2, 0, 6), (2, 3, 6), (1, 0, 2), (1, 3, 1), (0, 1, 8)]


def test_tda_28_no_rabbit_hunting() -> None:
    """The cards that would have come are never dealt, nor in any event."""
    deal = Deal(holdem((50, 50)), deck_of(ACES, KINGS, board=DRY_BOARD))
    act_all(deal, CALL, CHECK, Bet(4), FOLD)
    assert deal.board == parse_cards("3h 4c 8d")
    assert not any(isinstance(event, StreetBegan) and len(event.board) == 1 for event in deal.events)


def test_tda_38_one_card_is_burnt_before_each_street() -> None:
    deal = check_down(Deal(holdem((50, 50)), CARDS))
    assert deal.board == (*CARDS[5:8], CARDS[9], CARDS[11])


def test_players_show_in_order() -> None:
    deal = check_down(Deal(holdem((50, 50), asks_showdown=True), deck_of(ACES, KINGS, board=DRY_BOARD)))
    assert str(deal.legal_actions()) == "show or muck"
    with pytest.raises(NotYourTurnError):
        deal.act(1, SHOW)
    with pytest.raises(IllegalActionError, match="you may show or muck"):
        deal.act(0, CHECK)
