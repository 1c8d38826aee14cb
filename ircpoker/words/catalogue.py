"""Words phrases in one language, with templates that are compiled at their first use.

A template has placeholders: `{who} raises to {amount}`, `{net:+}`, and `{pot:bold}` for words in bold. `{at}` is the
prefix of commands where the reader is. A key whose text depends on a number has the forms of the language's plural rule
(`languages.py`); in English these are `one` and `other`. The number is the placeholder `n`, unless the file names
another. Phrases in which somebody may be "you" have the forms `you` and `other`; the code that makes the phrase chooses
one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from math import inf
from pathlib import Path
from typing import Any

from ircpoker.words import SEPARATOR, Bold, Phrase, languages

_BOLD = "bold"
_PLAIN = frozenset({str, int})
"""Types of values that need no wording."""


@cache
def load_catalogue(language: str = languages.ENGLISH, prefix: str = "", folder: Path = languages.FOLDER) -> Catalogue:
    """Return the catalogue of a language; texts that it lacks are English.

    Args:
        language: one of `ircpoker.words.languages.languages()`.
        prefix: the prefix of commands where the text is read.
        folder: the folder with the language's file.

    Returns:
        The same object each time.

    Raises:
        LanguageError: the file has a mistake.
    """
    spoken = languages.read_language(language, folder)
    english = languages.read_language(languages.ENGLISH)
    borrowed = frozenset(english.keys.values()) - frozenset(spoken.keys.values())
    lent = {whole: text for whole, text in english.templates.items() if english.keys[whole] in borrowed}
    return Catalogue({**spoken.templates, **lent}, prefix, language, spoken=spoken, borrowed=borrowed)


def forget_catalogues() -> None:
    """Read the files anew when a catalogue is asked for next."""
    load_catalogue.cache_clear()
    languages.forget_languages()


class Catalogue:
    """The templates of a language.

    Attributes:
        prefix: the prefix of commands where the lines are read.
        language: the code of the language.
        borrowed: the keys whose texts are English because the language lacks them.

    Examples:
        >>> Catalogue({"raises.other": "{who} raises to {amount}"}).text(Phrase("raises.other", who="ann", amount=60))
        'ann raises to 60'
    """

    def __init__(
        self,
        templates: Mapping[str, str],
        prefix: str = "",
        language: str = languages.ENGLISH,
        *,
        spoken: languages.Language | None = None,
        borrowed: frozenset[str] = frozenset(),
    ) -> None:
        """Store the templates; each is compiled at its first use.

        Args:
            templates: the templates by their whole keys.
            prefix: the prefix of commands where the lines are read.
            language: the code of the language.
            spoken: the language, which has the plural rule; English if it is missing.
            borrowed: the keys whose texts are English.
        """
        self.prefix = prefix
        self.language = language
        self.borrowed = borrowed
        self._templates = templates
        self._spoken = spoken or languages.read_language(languages.ENGLISH)
        self._compiled: dict[str, languages.Template] = {}
        self._plain: dict[str, str] = {}

    def has(self, key: str) -> bool:
        """Return whether there is a template with this key."""
        return key in self._templates

    def templates_of(self, beginning: str) -> list[tuple[str, str]]:
        """Return the templates whose keys begin so, for programs that fill them elsewhere."""
        return [(key, text) for key, text in self._templates.items() if key.startswith(beginning)]

    def parts(self, phrases: Iterable[object]) -> list[Any]:
        """Return phrases, texts, cards and names in a row as parts; numbers become text.

        Raises:
            KeyError: there is no such phrase, or it lacks a value.
        """
        parts: list[Any] = []
        self._add(parts, phrases)
        return parts

    def lines(self, segments: Iterable[Iterable[object]], front: str = "", longest: float = inf) -> list[list[Any]]:
        """Return segments as parts of as few lines as possible, with separators; at least one line.

        Args:
            segments: the segments; empty ones are left out.
            front: what each line begins with.
            longest: the most characters of a line, if each segment fits.

        Raises:
            KeyError: there is no such phrase, or it lacks a value.

        Examples:
            >>> load_catalogue().lines([["ann calls"], [], [Phrase("chips", n=60)]], "[2] ")
            [['[2] ann calls | 60 chips']]
        """
        lines, length = [self.parts((front,))], len(front)
        for segment in segments:
            worded = self.parts(segment)
            if not worded:
                continue
            size = 1 if longest == inf else sum(map(len, map(str, worded)))
            if length > len(front) and length + len(SEPARATOR) + size > longest:
                lines.append(self.parts((front,)))
                length = len(front)
            elif length > len(front):
                self._add(lines[-1], (SEPARATOR,))
                length += len(SEPARATOR)
            self._add(lines[-1], worded)
            length += size
        return lines

    def text(self, phrase: object) -> str:
        """Return a phrase, or any value of one, as plain text."""
        if isinstance(phrase, Phrase) and _PLAIN.issuperset(map(type, phrase.values.values())):
            whole = self._whole(phrase)
            plain = self._plain.get(whole)
            if plain is None:
                plain = self._plain[whole] = self._templates[whole].replace(f":{_BOLD}}}", "}")
            return plain.format(at=self.prefix, **phrase.values)
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
        parts: list[object] = []
        for text, name, form in self._template(phrase):
            parts.append(text)
            if name:
                value = self.prefix if name == "at" else values[name]
                if form != _BOLD:
                    parts.append(format(value, form) if form else value)
                elif isinstance(value, str) and type(value) is not str:
                    parts.append(value)  # A name to be highlighted keeps that property.
                else:
                    parts.append(Bold(self.text(value)))
        return parts

    def _whole(self, phrase: Phrase) -> str:
        """Return the whole key of a phrase: for a number, the key with the form that the plural rule chooses."""
        key = phrase.key
        if key in self._templates:
            return key
        spoken = languages.read_language(languages.ENGLISH) if key in self.borrowed else self._spoken
        number = phrase.values.get(spoken.numbers.get(key, languages.NUMBER))
        form = spoken.rule.form(abs(number)) if isinstance(number, int) else spoken.rule.forms[-1]
        return f"{key}.{form}"

    def _template(self, phrase: Phrase) -> languages.Template:
        template = self._compiled.get(phrase.key)
        if template is None:
            whole = self._whole(phrase)
            template = self._compiled.get(whole)
            if template is None:
                template = self._compiled[whole] = languages.compile_template(self._templates[whole])
        return template
