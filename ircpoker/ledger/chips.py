"""Possible numbers of chips, and reading them from text."""

from __future__ import annotations

from ircpoker.errors import InvalidAmountError

MOST_CHIPS = 10**15
"""The most chips in one movement, of one player, and of one kind of game.

It is far above any game, and so far below 2**63 that sums in a database stay integers.
"""


def parse_chips(text: str, *, least: int = 1, most: int = MOST_CHIPS) -> int:
    """Read a stake, a gift or a buy-in that a person typed.

    Args:
        text: decimal digits only, without sign, fraction or exponent.
        least: the least number allowed.
        most: the greatest number allowed.

    Returns:
        The number of chips.

    Raises:
        InvalidAmountError: anything else, or a number out of bounds.

    Examples:
        >>> parse_chips(" 250 ")
        250
        >>> parse_chips("2.5", most=99)
        Traceback (most recent call last):
        ircpoker.errors.InvalidAmountError: '2.5' is not a number of chips: expected a whole number from 1 to 99
    """
    digits = text.strip()
    # This is checked before `int`, which also accepts "1_000", "٣" and, slowly, a million digits.
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 2 * len(str(most)):
        raise InvalidAmountError(text, least, most)
    chips = int(digits)
    if not least <= chips <= most:
        raise InvalidAmountError(text, least, most)
    return chips


def check_chips(chips: int, *, least: int = 1) -> None:
    """Raise InvalidAmountError unless `chips` is a whole number from `least` to `MOST_CHIPS`."""
    if type(chips) is not int or not least <= chips <= MOST_CHIPS:
        # Huge numbers are shown in hexadecimal: Python refuses to format more than 4300 decimal digits.
        shown = hex(chips) if isinstance(chips, int) and abs(chips) > 10**30 else str(chips)
        raise InvalidAmountError(shown, least, MOST_CHIPS)
