"""Amounts of money as a file writes them, exactly: whole numbers of a unit small enough for all of a deal.

The engine knows whole chips only. A deal with cents is played in cents, and its answers are divided again.
No float is ever made of an amount: `0.1` has none.
"""

from __future__ import annotations

from decimal import Context, Decimal, InvalidOperation

Number = int | Decimal
"""An amount as read from a file; never infinite when it is counted in units."""

CENTS = 2
"""Digits after the point where a deal has any: who has cents splits a pot to the cent."""
MOST_DECIMALS = 9
"""Digits after the point of the smallest unit."""
_LONGEST = 40
_EXACT = Context(prec=1000)


def parse_decimal(text: str) -> Decimal:
    """Return the number of a decimal's text, exactly; what TOML allows, underscores and `inf` among it.

    Raises:
        ValueError: no number, or an exponent that nobody means.
    """
    try:
        return Decimal(text)
    except InvalidOperation:
        raise ValueError(f"{text[:_LONGEST]} is no number") from None


def parse_amount(text: str) -> Number | None:
    """Return the amount of an action, `3`, `3.50` or `1,250.5`, or None if the text is none."""
    if len(text) > _LONGEST or not text.isascii() or not text[:1].isdecimal():
        return None
    try:
        amount = Decimal(text.replace(",", ""))
    except InvalidOperation:
        return None
    return amount


def decimals_of(amount: Number) -> int:
    """Return how many digits after the point an amount needs.

    Examples:
        >>> decimals_of(3), decimals_of(Decimal("0.50")), decimals_of(Decimal("1.125")), decimals_of(Decimal("1e3"))
        (0, 1, 3, 0)
    """
    if isinstance(amount, int):
        return 0
    _, digits, exponent = amount.as_tuple()
    if not isinstance(exponent, int) or not any(digits):
        return 0
    zeros = next(place for place, digit in enumerate(reversed(digits)) if digit)
    return max(0, -exponent - zeros)


def to_units(amount: Number, decimals: int) -> int:
    """Return an amount as a number of units of which one has `decimals` digits after the point.

    Args:
        amount: finite, with no more decimals than that.
        decimals: digits after the point.

    Examples:
        >>> to_units(Decimal("2067.4"), 2), to_units(3, 2)
        (206740, 300)
    """
    if isinstance(amount, int):
        return amount * int(10**decimals)
    # A context of its own: the usual one rounds to 28 digits.
    return int(amount.scaleb(decimals, _EXACT))


def from_units(units: int, decimals: int) -> Number:
    """Return a number of units as an amount: an int if it is whole.

    Examples:
        >>> from_units(206740, 2), from_units(300, 2)
        (Decimal('2067.4'), 3)
    """
    whole, rest = divmod(units, 10**decimals)
    return Decimal(f"{whole}.{rest:0{decimals}}".rstrip("0")) if rest else whole
