"""A game of video poker: deal, hold, payout, and a restart in between."""

import json
import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircpoker.cards import CARDS, parse_cards
from ircpoker.draws import Outcome
from ircpoker.errors import SavedGameError, UsageError
from ircpoker.fairness.shuffle import make_deck
from ircpoker.machines.rules import Machine, deal, format_hold, make_pay_table, parse_hold, read_game

DECK = parse_cards("Ah Kd Ac 7s 2h Ad As Kc Kh 3d")
DECK = (*DECK, *(card for card in CARDS if card not in DECK))


def test_a_game():
    game = deal(DECK, 5)
    assert game.cards == parse_cards("Ah Kd Ac 7s 2h")
    result = game.hold(parse_hold("1 3"))
    assert result.cards == parse_cards("Ah Ad Ac As Kc")
    assert (result.outcome, result.stake, result.payout) == (Outcome.FOUR_OF_A_KIND, 5, 125)


@pytest.mark.parametrize(
    ("hold", "cards"),
    [
        ("all", "Ah Kd Ac 7s 2h"),
        ("none", "Ad As Kc Kh 3d"),
        ("1", "Ah Ad As Kc Kh"),
        ("5", "Ad As Kc Kh 2h"),
        ("2 4", "Ad Kd As 7s Kc"),
        ("1 2 3 4", "Ah Kd Ac 7s Ad"),
    ],
)
def test_discards_are_replaced_from_left_to_right(hold, cards):
    assert deal(DECK, 1).hold(parse_hold(hold)).cards == parse_cards(cards)


def test_all_holds_of_random_games_use_ten_cards_only():
    rng = random.Random(1)
    for number in range(50):
        deck = make_deck(rng.randbytes(32), str(number), [])
        game = deal(deck, 1)
        for mask in range(32):
            cards = game.hold(mask).cards
            assert len(set(cards)) == 5
            assert set(cards) <= set(deck[:10])
            assert [index for index in range(5) if cards[index] is game.cards[index]] == [
                index for index in range(5) if mask >> index & 1
            ]


def test_the_replacements_are_not_shown():
    shown = repr(deal(DECK, 5))
    assert "Kd" in shown
    assert not any(str(card) in shown for card in DECK[5:10])


@pytest.mark.parametrize(
    ("hand", "hold", "mean"),
    [
        ("Ah Kd Ac 7s 2h", "1 3", Fraction(24915, 16215)),
        ("Ah Kh Qh Jh Th", "all", Fraction(800)),
        ("2d 2s 3c 3d 4d", "1 2 3 4", Fraction(122, 47)),
    ],
)
def test_the_hint(hand, hold, mean):
    cards = parse_cards(hand)
    game = deal((*cards, *(card for card in CARDS if card not in cards)), 1)
    best = game.best_hold()
    assert format_hold(best.mask) == hold
    assert Fraction(best.total, best.draws) == mean


def test_the_hint_follows_the_pay_table_of_the_game():
    table = make_pay_table(Machine.VIDEO_POKER, {"flush": 100, "jacks_or_better": 1})
    cards = parse_cards("Jh Jd 9h 4h 2h")
    deck = (*cards, *(card for card in CARDS if card not in cards))
    assert format_hold(deal(deck, 1).best_hold().mask) == "1 2"
    assert format_hold(deal(deck, 1, table).best_hold().mask) == "1 3 4 5"


def test_the_hints_mean_is_right():
    """All 47 draws of one card, each from a deck that has it next."""
    cards = parse_cards("Ah Kh Qh Jh 9c")
    others = [card for card in CARDS if card not in cards]
    payouts = []
    for card in others:
        game = deal((*cards, card, *(other for other in others if other is not card)), 1)
        payouts.append(game.hold(game.best_hold().mask).payout)
    assert (sum(payouts), len(payouts)) == (game.best_hold().total, game.best_hold().draws)


@pytest.mark.parametrize(
    ("text", "mask"),
    [("1 3 5", 21), ("5,3,1", 21), ("135", 21), (" 2 ", 2), ("none", 0), ("NONE", 0), ("all", 31), ("1 2 3 4 5", 31)],
)
def test_reading_a_hold(text, mask):
    assert parse_hold(text) == mask


@pytest.mark.parametrize(
    "text",
    ["", "  ", "6", "0", "1 6", "1 1", "11", "-1", "1.5", "none 1", "all none", "Ah", "١", "²", "1" * 10_000, "\x02"],
)
def test_no_hold(text):
    with pytest.raises(UsageError) as caught:
        parse_hold(text)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 150


@given(st.text())
def test_any_text_is_a_hold_or_an_error(text):
    try:
        assert 0 <= parse_hold(text) <= 31
    except UsageError as error:
        assert str(error).isprintable()


def test_holds_round_trip():
    assert [parse_hold(format_hold(mask)) for mask in range(32)] == list(range(32))


@pytest.mark.parametrize(("deck", "stake"), [(DECK, 0), (DECK, -5), (DECK[:10], 1), ((), 1)])
def test_no_game(deck, stake):
    with pytest.raises(ValueError, match="expected"):
        deal(deck, stake)


def test_a_game_survives_restart():
    table = make_pay_table(Machine.VIDEO_POKER, {"four_of_a_kind": 40})
    game = deal(DECK, 5, table)
    restored = read_game(json.loads(json.dumps(game.to_data())))
    assert restored == game
    assert [restored.hold(mask) for mask in range(32)] == [game.hold(mask) for mask in range(32)]


SAVED = deal(DECK, 5).to_data()


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("version", 2),
        ("version", None),
        ("stake", 0),
        ("stake", True),
        ("stake", 1.5),
        ("stake", "5"),
        ("cards", "Ah Kd Ac 7s 2h"),
        ("cards", "Ah Ah Ac 7s 2h Ad As Kc Kh 3d"),
        ("cards", "Ah Zz Ac 7s 2h Ad As Kc Kh 3d"),
        ("cards", None),
        ("pays", None),
        ("pays", {"pair": 1}),
        ("pays", {"flush": -1}),
        ("pays", {"flush": "6"}),
        ("pays", {1: 1}),
    ],
)
def test_a_damaged_game_is_refused_and_shows_no_card(member, value):
    with pytest.raises(SavedGameError) as caught:
        read_game(SAVED | {member: value})
    assert not any(str(card) in str(caught.value) for card in DECK[:10])
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("member", SAVED)
def test_incomplete_games(member):
    with pytest.raises(SavedGameError):
        read_game({key: value for key, value in SAVED.items() if key != member})
