"""Scaled amounts: exact in both directions for any sign, number of units, and 0 to 9 decimals."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircpoker.records.amounts import CENTS, MOST_DECIMALS, ScaledAmount, decimals_of, parse_amount, parse_decimal
from ircpoker.table.setup import MOST_CHIPS

UNITS = st.one_of(st.integers(-(10**30), 10**30), st.integers(-2_000, 2_000), st.just(-MOST_CHIPS))
DECIMALS = st.integers(0, MOST_DECIMALS)
PLAIN = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?")


def value_of(units: int, decimals: int) -> Fraction:
    return Fraction(units, 10**decimals)


@given(UNITS, DECIMALS)
def test_the_text_is_the_amount_in_plain_digits(units: int, decimals: int) -> None:
    text = str(ScaledAmount(units, decimals))
    assert PLAIN.fullmatch(text)
    assert Fraction(text) == value_of(units, decimals)
    assert (text[0] == "-") is (units < 0)


@given(UNITS, DECIMALS, st.integers(0, 4))
def test_a_text_has_the_places_asked_for(units: int, decimals: int, places: int) -> None:
    amount = ScaledAmount(units, decimals)
    text = amount.text(places)
    after = text.partition(".")[2]
    assert Fraction(text) == value_of(units, decimals)
    assert len(after) == max(places, decimals_of(Decimal(str(amount))))
    assert ("." in text) is bool(after)


@given(UNITS, DECIMALS)
def test_the_number_is_the_amount(units: int, decimals: int) -> None:
    number = ScaledAmount(units, decimals).number
    assert Fraction(number) == value_of(units, decimals)
    assert isinstance(number, int) is (value_of(units, decimals).denominator == 1)


@given(UNITS, DECIMALS, DECIMALS)
def test_a_number_in_units_and_back(units: int, decimals: int, more: int) -> None:
    number = ScaledAmount(units, decimals).number
    finer = min(decimals + more, MOST_DECIMALS)
    assert ScaledAmount.of(number, decimals) == ScaledAmount(units, decimals)
    assert ScaledAmount.of(number, finer) == ScaledAmount(units * 10 ** (finer - decimals), finer)


@given(UNITS, DECIMALS)
def test_a_text_read_back(units: int, decimals: int) -> None:
    text = str(ScaledAmount(units, decimals))
    assert ScaledAmount.of(parse_decimal(text), decimals).units == units
    if units >= 0 and len(text) <= 40:
        amount = parse_amount(text)
        assert amount is not None
        assert ScaledAmount.of(amount, decimals).units == units


@given(st.integers(-(10**6), 10**6).filter(lambda units: units % 10), st.integers(1, MOST_DECIMALS))
def test_a_number_between_two_units_is_none(units: int, decimals: int) -> None:
    number = ScaledAmount(units, decimals).number
    with pytest.raises(ValueError, match=f"not an amount with {decimals - 1} digits after the point"):
        ScaledAmount.of(number, decimals - 1)


@pytest.mark.parametrize("text", ["inf", "-inf", "nan"])
def test_an_endless_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not an amount with 2 digits"):
        ScaledAmount.of(Decimal(text), 2)


@pytest.mark.parametrize(
    ("number", "decimals"),
    [("0", 0), ("-0.10", 1), ("0.50", 1), ("100", 0), ("1e3", 0), ("-1.125", 3), ("0.000", 0), ("1e-9", 9)],
)
def test_the_decimals_that_an_amount_needs(number: str, decimals: int) -> None:
    assert decimals_of(Decimal(number)) == decimals


def test_amounts_have_at_most_forty_signs_and_files_nine_decimals() -> None:
    assert parse_amount("1" * 40) == int("1" * 40)
    assert parse_amount("1" * 41) is None
    assert (CENTS, MOST_DECIMALS) == (2, 9)


@pytest.mark.parametrize("text", ["", "-1", "x", "1x", "٣", "1..2", "+1", ".5"])
def test_other_texts_are_no_amounts(text: str) -> None:
    assert parse_amount(text) is None


def test_a_decimal_out_of_range_is_named_in_short() -> None:
    with pytest.raises(ValueError, match=f"^{'9' * 40} is not a number$"):
        parse_decimal("9" * 50 + "e" + "9" * 30)
