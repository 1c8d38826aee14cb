"""Actions as text, and what `LegalActions` allows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircpoker.cards import CARDS
from ircpoker.errors import PokerError, UsageError
from ircpoker.table.actions import (
    CALL,
    CHECK,
    FOLD,
    MUCK,
    SHOW,
    Action,
    Bet,
    Discard,
    LegalActions,
    RaiseTo,
    parse_action,
)

ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.sampled_from([FOLD, CHECK, CALL, SHOW, MUCK]),
    st.builds(Bet, st.integers(0, 10**14)),
    st.builds(RaiseTo, st.integers(0, 10**14)),
    st.builds(Discard, st.lists(st.sampled_from(CARDS), max_size=5, unique=True).map(tuple)),
)


@given(ACTIONS)
def test_actions_round_trip(action: Action) -> None:
    assert parse_action(str(action)) == action


@given(ACTIONS, ACTIONS)
def test_only_identical_actions_are_equal(first: Action, second: Action) -> None:
    assert (first == second) == (str(first) == str(second))


@given(st.text())
def test_any_text_is_parsed_or_refused(text: str) -> None:
    try:
        parse_action(text)
    except PokerError as error:
        assert str(error).isprintable()


@pytest.mark.parametrize("text", ["", "bet", "bet -1", "raise 1.5", "bet ٣", "raise " + "9" * 5000, "check 3", "Fold"])
def test_no_actions(text: str) -> None:
    with pytest.raises(UsageError, match="expected fold, check, call, bet N, raise N"):
        parse_action(text)


def test_legal_actions_in_words() -> None:
    assert str(LegalActions(0, can_fold=True, can_check=True, bet=range(2, 101))) == "fold, check or bet 2-100"
    assert str(LegalActions(0, can_fold=True, call=7)) == "fold or call 7"
    assert str(LegalActions(0, can_fold=True, call=2, raise_to=range(4, 5))) == "fold, call 2 or raise to 4"
    assert str(LegalActions(0, discard=range(6))) == "discard 0-5 cards"
    assert str(LegalActions(0)) == ""


def test_nothing_else_is_allowed() -> None:
    legal = LegalActions(0, can_fold=True, call=2, raise_to=range(4, 9))
    allowed: list[Action] = [FOLD, CALL, RaiseTo(4), RaiseTo(8)]
    refused: list[Action] = [CHECK, Bet(4), RaiseTo(3), RaiseTo(9), Discard(), SHOW, MUCK]
    assert all(map(legal.allows, allowed))
    assert not any(map(legal.allows, refused))
