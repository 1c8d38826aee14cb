"""Templates: texts with placeholders such as `{who}`, `{net:+}` and `{pot:bold}`."""

from __future__ import annotations

from string import Formatter

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
