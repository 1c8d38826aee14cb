"""Reads and checks the file of a language: its name, its plural rule, and its templates by key.

    [language]
    name = "Polski"
    plural = "polish"       # a rule of `plurals.py`

    [chips]                 # a text with the number {n} has the forms of the rule
    one = "{n} żeton"
    few = "{n} żetony"
    many = "{n} żetonów"

    [bank]                  # and so may any text in which {n}, or the number that `by` names, decides
    refilled.by = "given"
    …

A file may lack texts: they are English then. A template is a text with placeholders such as `{who}`, `{net:+}` and
`{pot:bold}`.

Plural rules: which form of a text goes with a number, such as `one` for 1 chip and `other` for 2 chips.

The rules and the names of the forms are those of CLDR for whole numbers: the bot counts nothing else. CLDR's form for
round millions in French, Italian, Portuguese and Spanish is left out: those languages have it for "1 million", and
numbers stand in digits here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

Template = tuple[tuple[str, str, str], ...]
"""A text, the placeholder after it (empty at the end), and the placeholder's format."""


def compile_template(template: str) -> Template:
    """Return the texts and placeholders of a template.

    Raises:
        ValueError: a brace has no partner.

    Examples:
        >>> compile_template("{who} wins {net:+} chips")
        (('', 'who', ''), (' wins ', 'net', '+'), (' chips', '', ''))
    """
    return tuple([(text, name or "", form or "") for text, name, form, _ in Formatter().parse(template)])


def placeholders(template: str) -> frozenset[str]:
    """Return the names of a template's placeholders.

    Examples:
        >>> sorted(placeholders("{at}give {who} {n}"))
        ['at', 'n', 'who']
    """
    return frozenset(name for _, name, _ in compile_template(template) if name)


ENGLISH = "en"
FOLDER = Path(__file__).parent
"""The folder with the files of all languages."""
NUMBER = "n"
"""The placeholder that decides between the forms of a text, unless its language names another."""
_AT = "at"
_BY = ".by"
_HEAD = "language"
_READER = "you"
"""The form of a phrase about its reader. Its other form is named like the usual plural, but no number decides."""


class LanguageError(ValueError):
    """The file of a language has a mistake, which the message names."""


class Language(NamedTuple):
    """A language as its file has it.

    Attributes:
        code: the two letters of its file, such as `en`.
        name: what its speakers call it.
        rule: its plural rule.
        templates: the templates by their whole keys, `bank.gift` or `chips.one`.
        keys: the keys of phrases by the whole keys: `bank.gift`, `chips`.
        numbers: the placeholders that decide between forms, by the keys of phrases, where it is not `NUMBER`.
    """

    code: str
    name: str
    rule: PluralRule
    templates: Mapping[str, str]
    keys: Mapping[str, str]
    numbers: Mapping[str, str]


def languages(folder: Path = FOLDER) -> tuple[str, ...]:
    """Return the codes of all languages: two letters, such as `en`."""
    return tuple(sorted(file.stem for file in folder.glob("??.toml")))


def read_language(code: str, folder: Path = FOLDER) -> Language:
    """Return a language; it may lack texts, but those that it has are right.

    Args:
        code: one of `languages()`.
        folder: the folder of its file, which is read once.

    Raises:
        LanguageError: the file has no name or plural rule, a text or a placeholder that English does not have, or not
            all forms of a text.
    """
    return _read(code, folder)


def forget_languages() -> None:
    """Read the files anew when a language is asked for next."""
    _read.cache_clear()


@cache
def _read(code: str, folder: Path) -> Language:
    file = folder / f"{code}.toml"
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise LanguageError(f"{file.name}: {error}") from error
    match tables.pop(_HEAD, None):
        case {"name": str(name), "plural": str(plural)} if plural in RULES:
            rule = RULES[plural]
        case _:
            raise LanguageError(f"{file.name}: [{_HEAD}] needs name and plural, one of {', '.join(RULES)}")
    numbers: dict[str, str] = {}
    templates: dict[str, str] = {}
    for whole, text in _flat(tables):
        if not isinstance(text, str):
            raise LanguageError(f"{file.name}: {whole} is not a text")
        if whole.endswith(_BY):
            numbers[whole.removesuffix(_BY)] = text
        else:
            templates[whole] = text
    english = read_language(ENGLISH) if (code, folder) != (ENGLISH, FOLDER) else None
    known = english.templates if english else templates
    language = Language(code, name, rule, templates, {whole: _key(whole, known) for whole in templates}, numbers)
    if mistakes := [*_missing_forms(language), *(_unknown_names(language, english) if english else ())]:
        raise LanguageError(f"{file.name}: {'; '.join(mistakes)}")
    return language


def _key(whole: str, english: Mapping[str, str]) -> str:
    """Return the key of phrases: without the form for a number."""
    key, _, form = whole.rpartition(".")
    return key if form in FORMS and f"{key}.{_READER}" not in english else whole


def _missing_forms(language: Language) -> Iterator[str]:
    """Yield the texts whose forms are not those of the plural rule."""
    forms: dict[str, set[str]] = {}
    for whole, key in language.keys.items():
        if key != whole:
            forms.setdefault(key, set()).add(whole.rpartition(".")[2])
    needed = set(language.rule.forms)
    for key, given in forms.items():
        if given != needed:
            yield f"{key} has the forms {_listed(given)}, but the plural rule needs {_listed(needed)}"
    for key in language.numbers.keys() - forms.keys():
        yield f"{key} has no forms: {key}{_BY} has no effect"


def _unknown_names(language: Language, english: Language) -> Iterator[str]:
    """Yield the keys and placeholders that English does not have."""
    known: dict[str, set[str]] = {}
    for whole, template in english.templates.items():
        key = english.keys[whole]
        # A number may decide between the forms of a text without standing in it.
        decides = {english.numbers.get(key, NUMBER)} if key != whole else set()
        known.setdefault(key, {_AT}).update(placeholders(template), decides)
    for whole, template in language.templates.items():
        key = language.keys[whole]
        number = language.numbers.get(key, NUMBER)
        try:
            names = placeholders(template)
        except ValueError as error:
            yield f"{whole}: {error}"
        else:
            if key not in known:
                yield f"{key} is not a text of English"
            elif unknown := names - known[key]:
                yield f"{whole} has {_listed(unknown)}, which English does not have"
            elif key != whole and number not in known[key]:
                yield f"{whole}: English lacks {number}, expected {key}{_BY} with one of {_listed(known[key] - {_AT})}"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))


def _flat(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, object]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{name}.")
        else:
            yield above + name, value


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


def _east_slavic(number: int) -> str:
    return "one" if number % 10 == 1 and number % 100 != 11 else _few_or_many(number)


def _few_or_many(number: int) -> str:
    return "few" if 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14 else "many"


def _arabic(number: int) -> str:
    if number < 3:
        return ("zero", "one", "two")[number]
    last = number % 100
    return "few" if 3 <= last <= 10 else "many" if last > 10 else "other"


RULES = {
    "none": PluralRule(("other",), lambda _number: "other"),
    "one-other": PluralRule(("one", "other"), lambda n: "one" if n == 1 else "other"),
    "one-with-zero": PluralRule(("one", "other"), lambda n: "one" if n < 2 else "other"),
    "east-slavic": PluralRule(("one", "few", "many"), _east_slavic),
    "polish": PluralRule(("one", "few", "many"), lambda n: "one" if n == 1 else _few_or_many(n)),
    "czech": PluralRule(("one", "few", "other"), lambda n: "one" if n == 1 else "few" if 2 <= n <= 4 else "other"),
    "arabic": PluralRule(("zero", "one", "two", "few", "many", "other"), _arabic),
}
"""The rules by name: a language's file names one of them."""
