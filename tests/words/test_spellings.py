"""Cards as people type them: 400 spellings, each in every command that takes cards, and never a guess."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ircpoker.cards import CARDS, Card, format_cards
from ircpoker.chat.card_choices import parse_choice
from ircpoker.errors import NotUnderstoodError
from ircpoker.hands import best_hand
from ircpoker.words.understood.cards import understand_cards, understand_hands
from ircpoker.words.understood.held_cards import choose_held
from ircpoker.words.understood.odds import understand_odds
from tests.chat.routers import lines, make_router


def read_table() -> list[tuple[str, str]]:
    """Return the spellings, each with its cards, or with nothing where any answer would be a guess."""
    rows, cards = [], ""
    for line in Path(__file__).with_name("spellings.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("= "):
            cards = line[2:].replace("?", "")
        elif line and not line.startswith("# "):
            rows.append((line.replace("\\t", "\t"), cards))
    return rows


TABLE = read_table()
UNDERSTOOD = [row for row in TABLE if row[1]]
ASKED = [text for text, cards in TABLE if not cards]
RANGES = frozenset({"AKs", "AA", "KK+", "25%"})
"""What is asked about as cards, but is a range of hands in odds."""
BARE_TALK = ("as you wish", "hi there", "2 of us", "a d", "is it my turn", "I have no idea", "7 2", "good cards")


def held_with(cards: str) -> tuple[Card, ...]:
    """Return five cards, with these among them in another order."""
    named = [Card(name) for name in cards.split()]
    others = [card for card in CARDS if card not in named]
    return (*others[: 5 - len(named)], *reversed(named))


def answer_of(ask: Callable[[], object]) -> object:
    """Return an answer, or what the error says."""
    try:
        return ask()
    except NotUnderstoodError as error:
        return f"refused: {error}"


def test_there_are_400() -> None:
    texts = [text for text, _ in TABLE]
    assert len(set(texts)) == len(texts) >= 400


def test_each_is_understood_or_refused() -> None:
    wrong = {}
    for text, cards in TABLE:
        answer = answer_of(lambda text=text: format_cards(understand_cards(text, fewest=2)))
        if answer != cards and not (not cards and str(answer).startswith("refused: ")):
            wrong[text] = answer
    assert wrong == {}


def test_hold_and_show_understand_them() -> None:
    for text, cards in UNDERSTOOD:
        held, wanted = held_with(cards), {Card(name) for name in cards.split()}
        assert {held[place] for place in parse_choice(text, held)} == wanted, text
        assert set(choose_held(text, held)) == wanted, text


def test_odds_understand_them() -> None:
    """As a board, and as a hand; a slash has another meaning there."""
    for text, cards in UNDERSTOOD:
        if "/" in text:
            continue
        assert understand_odds(f"QQ 77 / {text}").board == cards, text
        if len(cards.split()) == 2:
            assert [hand.text for hand in understand_odds(f"{text} vs any").hands] == [cards.replace(" ", ""), "any"]


def test_no_command_guesses() -> None:
    """Of other cards than these, nobody holds what they could mean."""
    held = (Card("3d"), Card("3c"), Card("5d"), Card("5c"), Card("8d"))
    for text in ASKED:
        for ask in (
            lambda text=text: parse_choice(text, held),
            lambda text=text: choose_held(text, held),
            lambda text=text: understand_odds(f"QQ 77 / {text}"),
            *([] if text in RANGES else [lambda text=text: understand_odds(f"{text} vs 77")]),
        ):
            assert str(answer_of(ask)).startswith("refused: "), text


@pytest.mark.slow(1)
def test_the_chat_understands_them() -> None:
    router = make_router()
    for text, cards in UNDERSTOOD:
        [answer] = lines(router, f"parse {text}")
        if len(cards.split()) >= 5:
            assert answer.startswith(f"{best_hand(cards)} | "), text
        else:
            assert answer == f"{len(cards.split())} cards given: expected 5 to 10", text
        assert [answer] == lines(router, text), text


def test_talk_in_private_is_not_cards() -> None:
    router = make_router()
    for text in BARE_TALK:
        assert not any(" | " in line or "cards given" in line for line in lines(router, text)), text


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("As Kd 9x Ts", "'9x' is not a card: expected a rank (23456789TJQKA) and a suit (hcds), like Ah (3 cards"),
        (
            "As Kd (foo) Ts",
            "'(foo)' is not a card: expected a rank (23456789TJQKA) and a suit (hcds), like Ah (3 c",
        ),
        (
            "ace of spades, king",
            "'king' is not a card, but half of one: expected a rank and a suit, like Ah (1 card unders",
        ),
        ("As 1h", "'1h' may be Ah or Th: which one?"),
        ("As As-Kd", "As ('As-Kd') is given twice: each card can be used once (2 cards understood)"),
        ("ah ♥a 2c 3d 4s", "Ah ('♥a') is given twice: each card can be used once (4 cards understood)"),
        ("Ah 2c, AH", "Ah is given twice: each card can be used once"),
    ],
)
def test_a_refusal_names_the_word_as_typed(text: str, refusal: str) -> None:
    assert str(answer_of(lambda: understand_cards(text))).startswith(f"refused: {refusal}")


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("As/Ks/Qs/Js/Ts", ["As Ks Qs Js Ts"]),
        ("As Ks / Qs Js Ts", ["As Ks Qs Js Ts"]),
        ("As Ks Qs Js Ts / 9h 8h 7h 6h 5h", ["As Ks Qs Js Ts", "9h 8h 7h 6h 5h"]),
        ("AsKsQsJsTs vs. 9h8h7h6h5h", ["As Ks Qs Js Ts", "9h 8h 7h 6h 5h"]),
        ("A♠K♠Q♠J♠T♠ gegen 9♥8♥7♥6♥5♥ | 2c 3c 4c 5c 7d", ["As Ks Qs Js Ts", "9h 8h 7h 6h 5h", "2c 3c 4c 5c 7d"]),
        ("As Ks Qs Js Ts / 9h 8h", "refused: 5 / 2 cards: is this one hand (leave out the /)"),
        ("As / Ks Qs Js Ts 9s", "refused: 1 / 5 cards: is this one hand (leave out the /)"),
        ("As Ks vs Qs Js", "refused: 2 cards given: expected 5 to 52"),
    ],
)
def test_a_slash_separates_hands_of_five_cards_or_more(text: str, hands: list[str] | str) -> None:
    answer = answer_of(lambda: [format_cards(hand) for hand in understand_hands(text, fewest=5, joined=4)])
    assert answer == hands if isinstance(hands, list) else str(answer).startswith(hands)
