"""Words phrases in one language, with templates that are compiled at their first use.

A template has placeholders: `{who} raises to {amount}`, `{net:+}`, and `{pot:bold}` for words in bold. `{at}` is the
prefix of commands where the reader is. A key whose text depends on a number has the forms `one` and `other`, and the
number is the placeholder `n`. Phrases in which somebody may be "you" have the forms `you` and
`other`; the code that makes the phrase chooses one.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any

from ircpoker.words import Bold, Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

ENGLISH = "en"
_BOLD = "bold"
_FOLDER = Path(__file__).parent
_PLAIN = frozenset({str, int})
"""Types of values that need no wording."""
_PLURALS = frozenset({"one", "other"})

Template = tuple[tuple[str, str, str], ...]
"""A text, the placeholder after it (empty at the end), and the placeholder's format."""


def languages() -> tuple[str, ...]:
    """Return the names of all languages: two letters, such as `en`."""
    return tuple(sorted(file.stem for file in _FOLDER.glob("??.toml")))


def read_templates(language: str) -> dict[str, str]:
    """Return the templates of a language by their whole keys, `bank.gift` or `chips.one`."""
    return dict(_flat(tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))))


@cache
def load_catalogue(language: str = ENGLISH, prefix: str = "") -> Catalogue:
    """Return the catalogue of a language.

    Args:
        language: one of `languages()`.
        prefix: the prefix of commands where the text is read.

    Returns:
        The same object each time.
    """
    return Catalogue(read_templates(language), prefix, language)


class Catalogue:
    """The templates of a language.

    Examples:
        >>> Catalogue({"raises.other": "{who} raises to {amount}"}).text(Phrase("raises.other", who="ann", amount=60))
        'ann raises to 60'
    """

    def __init__(self, templates: Mapping[str, str], prefix: str = "", language: str = ENGLISH) -> None:
        """Store the templates; each is compiled at its first use.

        Args:
            templates: the templates by their keys.
            prefix: the prefix of commands where the lines are read.
            language: the name of the language.
        """
        self.prefix = prefix
        self.language = language
        self._templates = templates
        self._compiled: dict[str, Template] = {}

    def has(self, key: str) -> bool:
        """Return whether there is a template with this key."""
        return key in self._templates

    def parts(self, phrases: Iterable[object]) -> list[Any]:
        """Return phrases, texts, cards and names in a row as parts; numbers become text.

        Raises:
            KeyError: there is no such phrase, or it lacks a value.
        """
        parts: list[Any] = []
        self._add(parts, phrases)
        return parts

    def text(self, phrase: object) -> str:
        """Return a phrase, or any value of one, as plain text."""
        if isinstance(phrase, Phrase) and _PLAIN.issuperset(map(type, phrase.values.values())):
            whole = self._whole(phrase.key, phrase.values.get("n"))
            return self._templates[whole].replace(f":{_BOLD}}}", "}").format(at=self.prefix, **phrase.values)
        return phrase if type(phrase) is str else "".join(map(str, self.parts((phrase,))))

    def _add(self, parts: list[Any], values: Iterable[object]) -> None:
        """Add values to parts; no two texts are side by side."""
        for value in values:
            if isinstance(value, Phrase):
                self._add(parts, self._filled(value))
            elif isinstance(value, (list, tuple)):
                self._add(parts, value)
            elif type(value) is not str and not isinstance(value, (int, float)):
                parts.append(value)
            elif parts and type(parts[-1]) is str:
                parts[-1] += str(value)
            elif text := str(value):
                parts.append(text)

    def _filled(self, phrase: Phrase) -> list[object]:
        """Return a phrase's texts and values in order."""
        values = phrase.values
        found: list[object] = []
        for text, name, form in self._template(phrase.key, values.get("n")):
            found.append(text)
            if name:
                value = self.prefix if name == "at" else values[name]
                if form != _BOLD:
                    found.append(format(value, form) if form else value)
                elif isinstance(value, str) and type(value) is not str:
                    found.append(value)  # A name to be highlighted keeps that property.
                else:
                    found.append(Bold(self.text(value)))
        return found

    def _whole(self, key: str, number: object) -> str:
        return key if key in self._templates else f"{key}.{'one' if number == 1 else 'other'}"

    def _template(self, key: str, number: object) -> Template:
        template = self._compiled.get(key) if number is None else None
        if template is None:
            whole = self._whole(key, number)
            template = self._compiled.get(whole)
            if template is None:
                template = self._compiled[whole] = compile_template(self._templates[whole])
        return template


def compile_template(template: str) -> Template:
    """Return the texts and placeholders of a template.

    Examples:
        >>> compile_template("{who} wins {net:+} chips")
        (('', 'who', ''), (' wins ', 'net', '+'), (' chips', '', ''))
    """
    return tuple([(text, name or "", form or "") for text, name, form, _ in Formatter().parse(template)])


def key_of(whole: str) -> str:
    """Return the key that a phrase uses, without the plural form of the template's key.

    Examples:
        >>> key_of("chips.one"), key_of("bank.gift")
        ('chips', 'bank.gift')
    """
    key, _, form = whole.rpartition(".")
    return key if form in _PLURALS else whole


def _flat(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, str):
            yield above + name, value
        else:
            yield from _flat(value, f"{above}{name}.")
