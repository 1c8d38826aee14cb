"""OpenHoldem's symbols: the examples of their table, and laws."""

import pytest
from hypothesis import given

from ircpoker.cards import RANKS, SUITS, card_of, parse_cards
from ircpoker.hands import Category, evaluate
from ircpoker.systems.openholdem import pokerval, symbols
from tests.systems.hands import cards, relabel, suit_changes

CLASSES = (
    "ishicard",
    "isonepair",
    "istwopair",
    "isthreeofakind",
    "isstraight",
    "isflush",
    "isfullhouse",
    "isfourofakind",
    "isstraightflush",
)
YES_NO = (
    *CLASSES,
    "isroyalflush",
    *("ispair", "issuited", "isconnector"),
    *("ishipair", "ismidpair", "islopair", "ishistraight", "ishiflush"),
    *("ishandup", "ishandupcommon"),
)
PAIRED = [
    name + suffix
    for suffix in ("", "common")
    for name in (
        "nsuited",
        "tsuit",
        "nranked",
        "trank",
        "nstraight",
        "nstraightfill",
        "nstraightflush",
        "nstraightflushfill",
    )
]
RANKED = [name + suffix for name in ("rankbits", "rankhi", "ranklo") for suffix in ("", "player", "common", "poker")]
NUMBERS = (*PAIRED, *RANKED, "pokervalplayer", "pokervalcommon")
HAND_RANKS = ("handrank169", "handrank2652", "handrank1326", "handrank1000")


def check(hole, board, **expected):
    found = symbols(hole, board)
    assert {name: found[name] for name in expected} == expected, (hole, board)


@given(cards(0, 7))
def test_every_symbol_is_there_with_its_type(hand):
    for held in range(min(2, len(hand)) + 1):
        found = symbols(hand[:held], hand[held : held + 5])
        assert set(found) == {*YES_NO, *NUMBERS, *(HAND_RANKS if held == 2 else ())}
        assert {name for name, value in found.items() if type(value) is bool} == set(YES_NO)
        assert {type(found[name]) for name in NUMBERS} == {int}


def test_the_examples():
    check(
        "9c 8s",
        "7s 5h 6s",
        isstraight=True,
        ishistraight=True,
        ishandup=True,
        isconnector=True,
        nsuited=3,
        tsuit=3,
        nstraightflush=3,
        nstraightflushfill=2,
        rankbits=992,
        nstraightcommon=3,
        handrank169=99,
    )
    check("2c 2d", "Kc 7s 3d", ishipair=False, ismidpair=False, islopair=True)
    check("Kh Qd", "Kc 7s 2d", ishipair=True, ismidpair=False, islopair=False)
    check("Ah 4h", "Kh 9h 7h 3h 2h", ishiflush=True, isflush=True)


def test_no_cards():
    found = symbols("", "")
    ones = {name for name, value in found.items() if value}
    assert ones == {"ishicard", "tsuit", "tsuitcommon", "nstraight", "nstraightflush"} | {
        "nstraightfill",
        "nstraightfillcommon",
        "nstraightflushfill",
        "nstraightflushfillcommon",
    }
    check("", "", tsuit=2, nstraight=1, nstraightcommon=0, nstraightfill=5, nstraightfillcommon=5, nranked=0, trank=0)


@pytest.mark.parametrize(
    ("hand", "run", "fill"),
    [
        ("9h 8d 7c 6s 5h", 5, 0),
        ("Qh Jd 9c 8s", 2, 1),
        ("Ah 2d 3c", 3, 2),
        ("9h 7d 5c", 1, 2),
        ("Kh Ad 2c", 2, 3),
        ("8h", 1, 4),
        ("8h 8d", 1, 4),
        ("9h 8d 7c 6s 5h Td 4s", 5, 0),
    ],
)
def test_runs_and_missing_ranks(hand, run, fill):
    check(hand[:5], hand[5:], nstraight=run, nstraightfill=fill)
    suited = [card_of(card.rank, 1) for card in dict.fromkeys(parse_cards(hand))]
    if len(set(suited)) == len(suited):
        check(suited[:2], suited[2:], nstraightflush=run, nstraightflushfill=fill)


@pytest.mark.parametrize(
    ("hole", "ispair", "issuited", "isconnector"),
    [
        ("7h 7c", True, False, False),
        ("7h 6h", False, True, True),
        ("6d 7h", False, False, True),
        ("Ah Kd", False, False, True),
        ("Ah 2h", False, True, False),
        ("7h 5c", False, False, False),
        ("7h", False, False, False),
    ],
)
def test_two_hole_cards(hole, ispair, issuited, isconnector):
    check(hole, "Qs Js 9d", ispair=ispair, issuited=issuited, isconnector=isconnector)


@pytest.mark.parametrize(
    ("hole", "board", "which"),
    [
        ("7h 7c", "", "ishipair"),
        ("7h 7c", "6s 5d 2c", "ishipair"),
        ("7h 7c", "9s 5d 2c", "ismidpair"),
        ("9h Kc", "Qs 9d 2c", "ismidpair"),
        ("2h Kc", "Qs 9d 2c", "islopair"),
        ("7h 7c", "9s", "islopair"),
        ("Ah Kc", "7h 7d 2c", "ishipair"),
        ("Ah Kc", "9s 7h 7d", "islopair"),
        ("Ah Kc", "9s 7h 7d 2c", "ismidpair"),
        ("Ah Ac", "7h 7d 2c", None),
        ("Ah Kc", "7h 6d 2c", None),
    ],
)
def test_high_middle_and_low_pairs(hole, board, which):
    check(hole, board, **{name: name == which for name in ("ishipair", "ismidpair", "islopair")})


@pytest.mark.parametrize(
    ("hole", "board", "high"),
    [
        ("9c 8s", "7s 5h 6s", True),
        ("4c 3s", "7s 5h 6s", False),
        ("4c 2d", "8h 7s 6c 5d Kh", False),
        ("9c 2d", "8h 7s 6c 5d Kh", False),  # T9 makes a higher one
        ("Tc 9d", "8h 7s 6c 2d Kh", True),
        ("Tc 9d", "8h 7s 6c Qd Kh", True),
        ("5c 4d", "8h 7s 6c Td 2h", False),
        ("Ac Kd", "Qh Js Th", True),
        ("Ac 2d", "3h 4s 5h", False),
        ("Ac 2d", "3h 4s 5h Kd Jc", False),
        ("Ah 2h", "3h 4h 5h", False),  # a straight flush does not count as a straight
        ("7c 7d", "3h 4s 5h", False),
    ],
)
def test_the_highest_straight(hole, board, high):
    check(hole, board, ishistraight=high)


@given(cards(5, 7))
def test_no_two_cards_beat_the_highest_straight(hand):
    """Seen from the other players' side: no two ranks make a higher straight with the board."""
    hole, board = hand[:2], hand[2:]
    category, top = evaluate(hand).category, evaluate(hand).ranks[0]
    ranks = {card.rank for card in board}
    beaten = any(
        {*range(high - 4, high + 1)} <= ranks | {rank, other}
        for high in range(top + 1, 15)
        for rank in RANKS
        for other in RANKS
    )
    check(hole, board, ishistraight=category is Category.STRAIGHT and not beaten)


@pytest.mark.parametrize(
    ("hole", "board", "high"),
    [
        ("Kh 4h", "Ah 9h 7h", True),
        ("Qh 4h", "Ah 9h 7h", False),  # the queen stands in slot 2
        ("Qh 4h", "Ah Kh 7h", True),
        ("Jh 4h", "Ah Kh Qh", True),
        ("Jh 4h", "Ah Kh Th", False),
        ("Ac 4h", "Kh 9h 7h 3h Ah", False),  # the ace in the hole is not a heart
        ("4h 3h", "Ah Kh Qh", False),
        ("Ah Kh", "Qh Jh Th", False),
    ],
)
def test_the_highest_flush(hole, board, high):
    check(hole, board, ishiflush=high)


@pytest.mark.parametrize(
    ("hole", "board", "up", "common"),
    [
        ("7h 7c", "", False, False),
        ("7h 7c", "Ks 9d 2c", False, False),
        ("7h 8c", "7s 9d 2c", True, False),
        ("7h 8c", "9s 9d 2c", True, True),
        ("7h 8c", "7s 9d 2c 8d", True, False),
        ("7h 8c", "7s 8d 2c Kd", False, False),
        ("7h 8c", "Ks Kd 2c 7d", True, False),
        ("7h 8c", "Ks Qd 2c 9d 2d", True, True),
        ("7h 8c", "2s 2d Kc Qd 9d", False, False),
        ("Ah Kh", "Qh Jh 9h Th", True, False),  # four to a flush do not count
    ],
)
def test_improvement_since_the_last_street(hole, board, up, common):
    check(hole, board, ishandup=up, ishandupcommon=common)


@pytest.mark.parametrize(
    ("hole", "board", "expected"),
    [
        ("Ah Kd", "", {"nsuited": 1, "tsuit": 1, "nranked": 1, "trank": 14}),
        ("Ah Kh", "", {"nsuited": 2, "tsuit": 0}),
        ("Ac Kh", "Qs Jd", {"nsuited": 1, "tsuit": 2}),
        ("Ah Ks", "", {"nsuited": 1, "tsuit": 0}),
        ("7h 7c", "Ks Kd 2c 2d", {"nranked": 2, "trank": 13, "nrankedcommon": 2, "trankcommon": 13}),
        (
            "7h 7c",
            "2c 2s 2d",
            {"nranked": 3, "trank": 2, "nsuited": 2, "tsuit": 2, "tsuitcommon": 2, "nsuitedcommon": 1},
        ),
    ],
)
def test_the_commonest_suit_and_rank(hole, board, expected):
    check(hole, board, **expected)


def test_rank_bits_and_the_highest_and_lowest_ranks():
    check("Ah Qd", "5c 2s", rankbits=20518, rankbitsplayer=1 << 14 | 1 << 12 | 2, rankbitscommon=1 << 5 | 1 << 2)
    check("Ah Qd", "5c 2s", rankhi=14, ranklo=2, rankhiplayer=14, rankloplayer=12, rankhicommon=5, ranklocommon=2)
    check("Ah 2d", "5c 4s 3d Kh Kd", rankhipoker=14, ranklopoker=2, rankbitspoker=0b100000000111110)
    check("9h 9d", "9c Ks 7d 5d 2c", rankbitspoker=1 << 13 | 1 << 9 | 1 << 7, rankhipoker=13, ranklopoker=7)
    check("", "", rankhi=0, ranklo=0, rankbits=0, rankhipoker=0, ranklopoker=0)


@given(cards(0, 7), suit_changes)
def test_laws(hand, suits):
    hole, board = hand[:2], hand[2:]
    found = symbols(hole, board)
    assert sum(found[name] for name in CLASSES) == 1
    assert found["isroyalflush"] <= found["isstraightflush"]
    assert found["ishipair"] + found["ismidpair"] + found["islopair"] == found["isonepair"]
    assert (found["nstraight"] == 5) == (found["nstraightfill"] == 0)
    assert (found["nstraightflush"] == 5) == found["isstraightflush"]
    assert found["isflush"] <= (found["nsuited"] >= 5)
    assert found["isstraight"] <= (found["nstraight"] == 5)
    assert found["pokervalplayer"] == pokerval(hole)
    assert found["pokervalcommon"] == pokerval(board)
    assert found["nsuited"] == max(sum(card.suit == suit for card in hand) for suit in SUITS)
    assert all(found[f"{name}common"] <= found[name] for name in ("nsuited", "nranked", "nstraight", "nstraightflush"))
    changed = symbols(relabel(hole, suits), relabel(board, suits))
    without_suit = {"tsuit", "tsuitcommon"}
    assert {name: changed[name] for name in found.keys() - without_suit} == {
        name: found[name] for name in found.keys() - without_suit
    }
    assert symbols(hole[::-1], board) == found
