"""Amounts of money in a file, as whole numbers of a unit that is small enough for the whole deal.

The engine only knows whole chips, so a deal with cents is played in cents, and the results are divided again. Amounts
never become floats, because no float is exactly `0.1`.
"""

from __future__ import annotations

from decimal import Context, Decimal, InvalidOperation

Number = int | Decimal
"""An amount as read from a file; finite when it is counted in units."""

CENTS = 2
"""The least number of decimals of a deal that has any, because pots with cents are split to the cent."""
MOST_DECIMALS = 9
"""The most decimals."""
_LONGEST = 40
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
    try:
        amount = Decimal(text.replace(",", ""))
    except InvalidOperation:
        return None
    return amount


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


def to_units(amount: Number, decimals: int) -> int:
    """Return an amount as a number of units.

    Args:
        amount: a finite amount with at most this many decimals.
        decimals: the decimals of a unit.

    Examples:
        >>> to_units(Decimal("2067.4"), 2), to_units(3, 2)
        (206740, 300)
    """
    if isinstance(amount, int):
        return amount * int(10**decimals)
    # The default context rounds to 28 digits.
    return int(amount.scaleb(decimals, _EXACT))


def from_units(units: int, decimals: int) -> Number:
    """Return a number of units as an amount: an int if it is whole.

    Examples:
        >>> from_units(206740, 2), from_units(300, 2)
        (Decimal('2067.4'), 3)
    """
    whole, rest = divmod(units, 10**decimals)
    return Decimal(f"{whole}.{rest:0{decimals}}".rstrip("0")) if rest else whole
