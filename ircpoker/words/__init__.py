"""Texts for players as data: a `Phrase` names a sentence of the catalogue and has its values.

Tables, machines, the bank and errors produce phrases; `catalogue.py` words them in the bot's language. Each language is
one file of templates (`en.toml`). Errors hold phrases, so this module imports none of ours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

SEPARATOR = " | "
"""Stands between the segments of a line."""


class Bold(str):
    """Words in bold, where that can be shown."""

    __slots__ = ()


class Phrase:
    """A sentence, or a part of one, that is not worded yet.

    Attributes:
        key: the name of its template: `bank.gift`.
        values: the values of its placeholders: text, numbers, cards, names, other phrases, or lists of these.

    Examples:
        >>> print(Phrase("chips", n=1000))
        1000 chips
    """

    __slots__ = ("key", "values")

    def __init__(self, key: str, /, **values: object) -> None:
        self.key = key
        self.values: Mapping[str, object] = values

    def __str__(self) -> str:
        """Return it in English, without a prefix in front of commands."""
        from ircpoker.words.catalogue import load_catalogue  # noqa: PLC0415 - a file is read: not at every start

        return load_catalogue().text(self)

    def __repr__(self) -> str:
        return f"Phrase({', '.join([repr(self.key), *(f'{name}={value!r}' for name, value in self.values.items())])})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Phrase) and self.key == other.key and self.values == other.values

    def __hash__(self) -> int:
        return hash((self.key, *self.values))


Say = Callable[[Phrase], str]
"""Words a phrase."""
