"""The styles by name. They are made of the terminal's own sixteen colours, so that its theme decides what they are."""

from __future__ import annotations

from rich.style import Style

STYLES: dict[str, Style] = {
    "": Style(),
    "dim": Style(dim=True),
    "bold": Style(bold=True),
    "key": Style(bold=True, underline=True),
    "title": Style(bold=True),
    "frame": Style(dim=True),
    "turn": Style(color="yellow", bold=True),
    "own": Style(color="cyan"),
    "won": Style(color="green", bold=True),
    "lost": Style(color="red"),
    "pot": Style(bold=True),
    "spades": Style(bold=True),
    "hearts": Style(color="red", bold=True),
    "diamonds": Style(color="blue", bold=True),
    "clubs": Style(color="green", bold=True),
    "chosen": Style(reverse=True),
    "error": Style(color="red", bold=True),
    "offer": Style(color="cyan", bold=True),
    "heat1": Style(color="blue"),
    "heat2": Style(color="cyan"),
    "heat3": Style(color="green", bold=True),
    "heat4": Style(color="yellow", bold=True),
}
"""Without colours (`NO_COLOR`) each still differs by bold, dim, underline or reverse where it must."""


def style_of(name: str) -> Style:
    """Return a style; two names joined by `+` are put one upon the other."""
    found = STYLES.get(name)
    if found is None:
        first, _, second = name.partition("+")
        found = STYLES[name] = STYLES[first] + STYLES[second]
    return found
