"""The games as data: their entries, the showdown of Omaha, and no code that compares names of games."""

import ast
import random
import re
from itertools import combinations
from pathlib import Path

import pytest

from ircpoker.cards import CARDS, MOST_CARDS, parse_cards
from ircpoker.hands import evaluate
from ircpoker.table.actions import CALL, CHECK, Bet, RaiseTo
from ircpoker.table.deal import Deal
from ircpoker.table.events import HandMucked, HandShown, PotWon
from ircpoker.table.games import GAMES, Betting
from ircpoker.table.setup import Setup
from tests.table.play import act_all

ROOT = Path(__file__).parents[2]
OMAHA = GAMES["omaha"]
BEST_HANDS = {
    "four of a suit in hand make no flush with two of it on the board": (
        "Ah Kh 9h 2h",
        "Qh 7h 5c 5d Js",
        "One Pair, Fives, Ace Kicker",
    ),
    "two of a suit in hand and three on the board": ("Ah 2h Kc Ks", "Qh Jh 9h 4h 3c", "Flush, Ace High, Queen Kicker"),
    "a flush on the board with one card of its suit": (
        "Ah Kd Qc 2s",
        "Jh 9h 7h 4h 2h",
        "One Pair, Twos, Ace Kicker",
    ),
    "a flush on the board with none of its suit": ("As Ks Qd Jd", "Th 9h 7h 4h 2h", "Ace High, King Kicker"),
    "quads in hand are a pair": ("9s 9h 9d 9c", "As Kd 7h 4c 2s", "One Pair, Nines, Ace Kicker"),
    "trips in hand are a pair": ("9s 9h 9d Ac", "9c Kd 7h 4c 2s", "Three Of A Kind, Nines, King Kicker"),
    "three of the board's quads": ("As Kd Qh Jc", "9s 9h 9d 9c 2s", "Three Of A Kind, Nines, Ace Kicker"),
    "four of a kind need a pair in hand": ("9s 9h Ad Kc", "9d 9c 7h 4c 2s", "Four Of A Kind, Nines, Seven Kicker"),
    "a full house on the board needs a pair in hand": (
        "As 9h 7d 2c",
        "Ks Kd Kh 4c 4s",
        "Three Of A Kind, Kings, Ace Kicker",
    ),
    "a straight on the board counts three of its cards": (
        "As Ah 2d 2c",
        "9s 8d 7h 6c 5s",
        "One Pair, Aces, Nine Kicker",
    ),
    "a straight with two cards of the hand": ("Js Td 2d 2c", "9s 8d 7h 3c 3s", "Straight, Jack High"),
    "the wheel": ("As 3d Kd Kc", "2s 4d 5h Qc Js", "Straight, Ace Low"),
    "a royal flush on the board is nobody's": ("2c 3d 7s 8s", "Ah Kh Qh Jh Th", "Ace High, King Kicker"),
    "a straight flush with two of each": ("5h 6h As Ks", "7h 8h 9h Ah Kh", "Straight Flush, Nine High"),
}


def test_a_deck_is_enough_for_the_most_seats() -> None:
    for game in GAMES.values():
        assert game.cards_needed(game.most_seats) <= MOST_CARDS


def test_omaha_is_pot_limit_for_two_to_nine_with_four_cards_each() -> None:
    assert (OMAHA.betting, OMAHA.most_seats, OMAHA.phh_code) == (Betting.POT_LIMIT, 9, "PO")
    deal = Deal(Setup(OMAHA, (100,) * 9, small_bet=2, blinds=(1, 2, *(0,) * 7), full_blinds=3), CARDS)
    assert deal.hole_cards == [CARDS[seat:36:9] for seat in range(9)]
    legal = deal.legal_actions()
    assert legal is not None
    assert legal.raise_to == range(4, 8)
    act_all(deal, *[CALL] * 8, CHECK)
    assert deal.board == CARDS[37:40]


@pytest.mark.parametrize("case", BEST_HANDS)
def test_the_best_omaha_hand_has_two_hole_cards_and_three_of_the_board(case: str) -> None:
    hole, board, name = BEST_HANDS[case]
    assert OMAHA.hand_value(parse_cards(hole), parse_cards(board)).name == name


def test_omaha_hands_are_the_best_of_all_sixty() -> None:
    rng = random.Random(4)
    for _ in range(300):
        cards = tuple(rng.sample(CARDS, 9))
        hole, board = cards[:4], cards[4:]
        sixty = [evaluate(two + three) for two in combinations(hole, 2) for three in combinations(board, 3)]
        assert OMAHA.hand_value(hole, board) == max(sixty)


def test_an_omaha_showdown_goes_by_two_hole_cards() -> None:
    """By five of all nine seat 0 has the nut flush and seat 1 a pair of kings; with two of the hand it is behind."""
    hands = [parse_cards("Ah 2c 3d 4s"), parse_cards("Ks Kd 9c 8c")]
    board = parse_cards("Qh Jh 7h 6h 6s")
    spare = [card for card in CARDS if card not in {*hands[0], *hands[1], *board}]
    dealt = [hand[index] for index in range(4) for hand in hands]
    deck = [*dealt, spare[0], *board[:3], spare[1], board[3], spare[2], board[4]]
    deal = Deal(Setup(OMAHA, (100, 100), small_bet=2, blinds=(2, 1), full_blinds=3), deck)
    act_all(deal, RaiseTo(6), CALL, *[CHECK] * 4, Bet(10), CALL)
    assert [event for event in deal.events if isinstance(event, HandShown | HandMucked | PotWon)] == [
        HandShown(0, hands[0]),
        HandShown(1, hands[1]),
        PotWon(1, 0, 32),
    ]


def compared_texts(tree: ast.AST) -> set[object]:
    """Return the texts with which something is compared, or by which a `match` decides."""
    found: set[object] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            operands = [node.left, *node.comparators]
            found |= {inner.value for part in operands for inner in ast.walk(part) if isinstance(inner, ast.Constant)}
        elif isinstance(node, ast.MatchValue) and isinstance(node.value, ast.Constant):
            found.add(node.value.value)
    return found


@pytest.mark.slow(1)
def test_no_code_compares_games_by_name() -> None:
    names = {*GAMES, *(game.name for game in GAMES.values()), *(game.phh_code for game in GAMES.values())}
    names |= {game.title for game in GAMES.values()}
    files = [file for folder in ("ircpoker", "plugins") for file in sorted((ROOT / folder).rglob("*.py"))]
    assert len(files) > 200
    texts = [(file.name, file.read_text("utf-8")) for file in files]
    quoted = re.compile("|".join(f"[\"']{re.escape(name)}[\"']" for name in names))
    found = {
        (name, compared)
        for name, text in texts
        if quoted.search(text)
        for compared in compared_texts(ast.parse(text)) & names
    }
    assert not found
