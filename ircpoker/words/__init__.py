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


def wait_phrase(seconds: float) -> Phrase:
    """Return a time to wait in hours and minutes, rounded up.

    Examples:
        >>> print(wait_phrase(3600), wait_phrase(61), wait_phrase(7 * 3600 + 1), sep=", ")
        1 h 00 min, 2 min, 7 h 01 min
    """
    hours, minutes = divmod(int(-(-seconds // 60)), 60)
    return Phrase("wait.hours", hours=hours, minutes=minutes) if hours else Phrase("wait.minutes", minutes=minutes)


def sizes_phrase(sizes: range) -> Phrase:
    """Return the table sizes that a robot plays, in words.

    Examples:
        >>> for sizes in (range(2, 3), range(3, 7), range(2, 9, 2)):
        ...     print(sizes_phrase(sizes))
        heads-up only
        with 3 to 6 players only
        with 2, 4, 6 or 8 players only
    """
    if sizes == range(2, 3):
        return Phrase("sizes.heads_up")
    *others, last = map(str, sizes)
    if not others:
        return Phrase("sizes.only", size=last)
    if sizes.step == 1:
        return Phrase("sizes.span", first=others[0], last=last)
    return Phrase("sizes.several", others=", ".join(others), last=last)
