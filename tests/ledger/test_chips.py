from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircpoker.errors import InvalidAmountError
from ircpoker.ledger import MOST_CHIPS, check_chips, parse_chips


@pytest.mark.parametrize(("text", "chips"), [("1", 1), (" 250 ", 250), ("007", 7), (str(MOST_CHIPS), MOST_CHIPS)])
def test_reads_whole_numbers(text: str, chips: int) -> None:
    assert parse_chips(text) == chips


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "0", "-5", "+5", "1.5", "1,000", "1e3", "1_000", "0x10", "٣", "²", "all", "NaN", "5\n6", "\x00"),
        *("\ud800", str(MOST_CHIPS + 1), "9" * 1_000_000, "0" * 1_000_000),
    ],
)
def test_refuses_everything_else_in_one_line(text: str) -> None:
    with pytest.raises(InvalidAmountError) as caught:
        parse_chips(text)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 150


def test_the_callers_bounds_are_respected() -> None:
    assert parse_chips("0", least=0) == 0
    with pytest.raises(InvalidAmountError, match="'101' is not allowed: expected a whole number from 10 to 100"):
        parse_chips("101", least=10, most=100)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        chips = parse_chips(text)
    except InvalidAmountError:
        return
    assert str(chips) == text.strip().lstrip("0")


@pytest.mark.parametrize("chips", [0, -1, MOST_CHIPS + 1, 10**40, 1.0, True, "5", None])
def test_check_chips_refuses(chips: Any) -> None:
    with pytest.raises(InvalidAmountError):
        check_chips(chips)


def test_check_chips_refuses_numbers_too_long_to_format() -> None:
    for chips in (10**5000, -(10**5000)):
        with pytest.raises(InvalidAmountError, match="not a number of chips"):
            check_chips(chips)
