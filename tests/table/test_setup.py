"""Setups that can be played and setups that cannot."""

import json
import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from ircpoker.cards import CARDS, Card
from ircpoker.errors import SetupError
from ircpoker.table.deal import Deal
from ircpoker.table.games import GAMES, Betting
from ircpoker.table.setup import MOST_CHIPS, Setup, dump_setup, load_setup
from tests.table.play import holdem, random_setup

HOLDEM = GAMES["holdem"]


@pytest.mark.parametrize(
    ("field", "make"),
    [
        ("stacks", lambda: Setup(HOLDEM, (5,), 2)),
        ("stacks", lambda: Setup(HOLDEM, (5,) * 23, 2)),
        ("stacks", lambda: Setup(GAMES["draw"], (5,) * 11, 2)),
        ("stacks", lambda: Setup(HOLDEM, (5, 0), 2)),
        ("stacks", lambda: Setup(HOLDEM, (5, MOST_CHIPS + 1), 2)),
        ("stacks", lambda: Setup(HOLDEM, (5, 2.5), 2)),
        ("small_bet", lambda: Setup(HOLDEM, (5, 5), 0)),
        ("big_bet", lambda: Setup(HOLDEM, (5, 5), 2, big_bet=-1)),
        ("blinds", lambda: Setup(HOLDEM, (5, 5), 2, blinds=(1, 2, 3))),
        ("blinds", lambda: Setup(HOLDEM, (5, 5), 2, blinds=(1, -MOST_CHIPS - 1))),
        ("antes", lambda: Setup(HOLDEM, (5, 5), 2, antes=(1,))),
    ],
)
def test_impossible_setups_name_the_field(field: str, make: Callable[[], Setup]) -> None:
    with pytest.raises(SetupError, match=f"^{field}: ") as caught:
        make()
    assert caught.value.field == field


@pytest.mark.parametrize("deck", [CARDS[:11], (*CARDS[:51], CARDS[0])], ids=["short", "a card twice"])
def test_impossible_decks(deck: tuple[Card, ...]) -> None:
    with pytest.raises(SetupError, match="deck: a deal needs 12 cards, all different"):
        Deal(holdem((9, 9)), deck)


def test_five_seats_can_draw_all_their_cards_from_one_deck() -> None:
    assert GAMES["draw"].cards_needed(5) == 50


def test_setups_survive_json() -> None:
    rng = random.Random(5)
    for _ in range(100):
        setup = random_setup(rng)
        assert load_setup(json.loads(json.dumps(dump_setup(setup)))) == setup


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"game": "stud"}, "game: 'stud' is not one of holdem"),
        ({"game": 3}, "game: '3' is not one of"),
        ({"stacks": 3}, "setup: a field has the wrong type"),
        ({"colour": 3}, "setup: 'colour' is not a field of a setup"),
        ({"stacks": [1, None]}, "stacks: every amount"),
    ],
)
def test_load_setup_names_the_mistake(change: dict[str, object], problem: str) -> None:
    with pytest.raises(SetupError, match=problem):
        load_setup({**dump_setup(holdem((9, 9))), **change})


def test_load_setup_names_missing_fields() -> None:
    data = dump_setup(holdem((9, 9)))
    del data["blinds"]
    with pytest.raises(SetupError, match="blinds: missing"):
        load_setup(data)


def test_dump_setup_stores_the_games_name() -> None:
    with pytest.raises(SetupError, match="game: not one of the games"):
        dump_setup(Setup(replace(GAMES["draw"], betting=Betting.POT_LIMIT), (9, 9), 2))
