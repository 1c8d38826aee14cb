"""Stakes as players type them."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircpoker.errors import UsageError
from ircpoker.machines.rules import parse_stake


@pytest.mark.parametrize(("text", "stake"), [("1", 1), (" 25 ", 25), ("100", 100), ("007", 7)])
def test_a_stake(text, stake):
    assert parse_stake(text, 100) == stake


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "-1",
        "+1",
        "1.5",
        "1,5",
        "1e2",
        "0x10",
        "101",
        "1 2",
        "ten",
        "١",
        "²",
        "1_0",
        "9" * 10_000,
        "\x02",
        "NaN",
        "∞",
    ],
)
def test_no_stake(text):
    with pytest.raises(UsageError, match="is not a stake: expected a whole number from 1 to 100") as caught:
        parse_stake(text, 100)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 100


@given(st.text(), st.integers(1, 10**15))
def test_any_text_is_a_stake_or_an_error(text, most):
    with contextlib.suppress(UsageError):
        assert 1 <= parse_stake(text, most) <= most


@given(st.integers(-10, 10**16), st.integers(1, 10**15))
def test_whole_numbers_in_range_are_stakes(number, most):
    if 1 <= number <= most:
        assert parse_stake(str(number), most) == number
    else:
        with pytest.raises(UsageError):
            parse_stake(str(number), most)
