"""Amounts of money in a file, as whole numbers of a unit that is small enough for the whole deal.

The engine only knows whole chips, so a deal with cents is played in cents, and the results are divided again. Amounts
never become floats, because no float is exactly `0.1`.
"""

from __future__ import annotations

from decimal import Context, Decimal, InvalidOperation
from functools import lru_cache

from msgspec import Struct

Number = int | Decimal
"""An amount as read from a file; finite when it is counted in units."""

CENTS = 2
"""The least number of decimals of a deal that has any, because pots with cents are split to the cent."""
MOST_DECIMALS = 9
"""The most decimals."""
_LONGEST = 40
_REMEMBERED = 4096
"""Amounts whose decimals and units are remembered: those of a file are often the same."""
_EXACT = Context(prec=1000)


def parse_decimal(text: str) -> Decimal:
    """Return the exact number of a decimal in TOML, with underscores and `inf`.

    Raises:
        ValueError: the text is not a number, or its exponent is too large.
    """
    try:
        return Decimal(text)
    except InvalidOperation:
        raise ValueError(f"{text[:_LONGEST]} is not a number") from None


def parse_amount(text: str) -> Number | None:
    """Return the amount of an action, such as `3`, `3.50` or `1,250.5`; None if the text is not an amount."""
    if len(text) > _LONGEST or not text.isascii() or not text[:1].isdecimal():
        return None
    if text.isdecimal():
        return int(text)
    try:
        return Decimal(text.replace(",", ""))
    except InvalidOperation:
        return None


@lru_cache(_REMEMBERED)
def decimals_of(amount: Number) -> int:
    """Return how many decimals an amount needs.

    Examples:
        >>> decimals_of(3), decimals_of(Decimal("0.50")), decimals_of(Decimal("1.125")), decimals_of(Decimal("1e3"))
        (0, 1, 3, 0)
    """
    if isinstance(amount, int):
        return 0
    _, digits, exponent = amount.as_tuple()
    if not isinstance(exponent, int) or not any(digits):
        return 0
    zeros = next(index for index, digit in enumerate(reversed(digits)) if digit)
    return max(0, -exponent - zeros)


@lru_cache(_REMEMBERED)
def units_of(number: Number, decimals: int) -> int:
    """Return how many units of so many decimals a number is.

    Raises:
        ValueError: it is no whole number of units.
    """
    if isinstance(number, int):
        return number * int(10**decimals)
    # The default context rounds to 28 digits.
    scaled = number.scaleb(decimals, _EXACT) if number.is_finite() else number
    if not number.is_finite() or scaled != (units := int(scaled)):
        raise ValueError(f"not an amount with {decimals} digits after the point")
    return units


class ScaledAmount(Struct, frozen=True):
    """An amount as a whole number of a unit, with its sign; its text has plain digits, never an exponent.

    Attributes:
        units: how many units; negative for a debt, or for a post in PHH.
        decimals: the decimals of the unit, such as 2 for cents.

    Examples:
        >>> print(ScaledAmount(206740, 2), ScaledAmount(-10, 2), ScaledAmount(300, 2), ScaledAmount(1, 9))
        2067.4 -0.1 3 0.000000001
        >>> ScaledAmount.of(Decimal("-2067.4"), 2)
        ScaledAmount(units=-206740, decimals=2)
    """

    units: int
    decimals: int

    @classmethod
    def of(cls, number: Number, decimals: int) -> ScaledAmount:
        """Return a number in units.

        Raises:
            ValueError: it is no whole number of units.
        """
        return cls(units_of(number, decimals), decimals)

    @property
    def number(self) -> Number:
        """The amount as a number: an int if it is whole."""
        return self.units // 10**self.decimals if self.units % 10**self.decimals == 0 else Decimal(str(self))

    def text(self, places: int = 0) -> str:
        """Return the amount in digits, with at least so many after the point, and no needless zeros beyond them."""
        if not (self.decimals or places):
            return str(self.units)
        whole, rest = divmod(abs(self.units), 10**self.decimals)
        after = (f"{rest:0{self.decimals}}" if rest else "").rstrip("0").ljust(places, "0")
        return ("-" if self.units < 0 else "") + str(whole) + (f".{after}" if after else "")

    __str__ = text
