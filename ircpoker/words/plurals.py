"""Plural rules: which form of a text goes with a number, such as `one` for 1 chip and `other` for 2 chips.

The rules and the names of the forms are those of CLDR for whole numbers: the bot counts nothing else. CLDR's form for
round millions in French, Italian, Portuguese and Spanish is left out: those languages have it for "1 million", and
numbers stand in digits here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

FORMS = frozenset({"zero", "one", "two", "few", "many", "other"})
"""The names of all forms."""


class PluralRule(NamedTuple):
    """The plural rule of a family of languages.

    Attributes:
        forms: the forms that a text needs.
        form: returns the form for a whole number that is not negative.
    """

    forms: tuple[str, ...]
    form: Callable[[int], str]


def _one_other(number: int) -> str:
    return "one" if number == 1 else "other"


def _one_with_zero(number: int) -> str:
    return "one" if number < 2 else "other"


def _east_slavic(number: int) -> str:
    if number % 10 == 1 and number % 100 != 11:
        return "one"
    return _few_or_many(number)


def _polish(number: int) -> str:
    return "one" if number == 1 else _few_or_many(number)


def _few_or_many(number: int) -> str:
    return "few" if 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14 else "many"


def _czech(number: int) -> str:
    return "one" if number == 1 else "few" if 2 <= number <= 4 else "other"


def _arabic(number: int) -> str:
    if number < 3:
        return ("zero", "one", "two")[number]
    last = number % 100
    return "few" if 3 <= last <= 10 else "many" if last > 10 else "other"


RULES = {
    "none": PluralRule(("other",), lambda _number: "other"),
    "one-other": PluralRule(("one", "other"), _one_other),
    "one-with-zero": PluralRule(("one", "other"), _one_with_zero),
    "east-slavic": PluralRule(("one", "few", "many"), _east_slavic),
    "polish": PluralRule(("one", "few", "many"), _polish),
    "czech": PluralRule(("one", "few", "other"), _czech),
    "arabic": PluralRule(("zero", "one", "two", "few", "many", "other"), _arabic),
}
"""The rules by name: a language's file names one of them."""
