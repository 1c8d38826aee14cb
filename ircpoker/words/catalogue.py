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
    """Return the names of all languages."""
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.toml")))


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
        >>> Catalogue({"raises.other": "{who} raises to {amount}"}).line("raises.other", who="ann", amount=60)
        ['ann raises to 60']
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

    def line(self, key: str, /, **values: object) -> list[Any]:
        """Return a phrase as parts: text, and in order those values that are neither text nor numbers, such as cards.

        Args:
            key: the template's key; where a number decides, without `one` and `other`.
            values: the values of all placeholders.

        Returns:
            The parts; no two texts are side by side.

        Raises:
            KeyError: there is no such key, or a value is missing.
        """
        parts: list[Any] = []
        self._fill(parts, key, values)
        return parts

    def parts(self, phrases: Iterable[object]) -> list[Any]:
        """Return phrases, texts, cards and names in a row as parts without phrases."""
        parts: list[Any] = []
        for phrase in phrases:
            self._add_value(parts, phrase)
        return parts

    def text(self, phrase: object) -> str:
        """Return a phrase, or any value of one, as plain text."""
        if isinstance(phrase, Phrase) and _PLAIN.issuperset(map(type, phrase.values.values())):
            whole = self._whole(phrase.key, phrase.values.get("n"))
            return self._templates[whole].replace(f":{_BOLD}}}", "}").format(at=self.prefix, **phrase.values)
        return phrase if type(phrase) is str else "".join(map(str, self.parts((phrase,))))

    def _fill(self, parts: list[Any], key: str, values: Mapping[str, object]) -> None:
        for text, name, form in self._template(key, values.get("n")):
            if text:
                _add(parts, text)
            if name:
                value = self.prefix if name == "at" else values[name]
                if form == _BOLD:
                    # A name to be highlighted keeps that property.
                    parts.append(value if isinstance(value, str) and type(value) is not str else Bold(self.text(value)))
                else:
                    self._add_value(parts, format(value, form) if form else value)

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

    def _add_value(self, parts: list[Any], value: object) -> None:
        if type(value) is str:
            _add(parts, value)
        elif isinstance(value, Phrase):
            self._fill(parts, value.key, value.values)
        elif isinstance(value, (list, tuple)):
            for item in value:
                self._add_value(parts, item)
        else:
            _add(parts, str(value) if isinstance(value, (int, float)) else value)


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


def _add(parts: list[Any], part: object) -> None:
    if type(part) is not str:
        parts.append(part)
    elif parts and type(parts[-1]) is str:
        parts[-1] += part
    elif part:
        parts.append(part)
