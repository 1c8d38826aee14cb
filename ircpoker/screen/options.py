"""How the screen begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ircpoker.screen.preferences import ScreenSettings

if TYPE_CHECKING:
    from pathlib import Path


class Options(NamedTuple):
    """How the screen begins.

    Attributes:
        nick: the person's nick.
        begin: the command `play` to give first, unless a seat was kept; empty for the lobby.
        place: the place of a table to watch first; empty for the lobby.
        is_ascii: whether the terminal shows nothing but ASCII.
        language: the language of the screen.
        kept_in: the file of the player's settings; None to keep none.
        preferences: the player's settings.
    """

    nick: str
    begin: str = ""
    place: str = ""
    is_ascii: bool = False
    language: str = "en"
    kept_in: Path | None = None
    preferences: ScreenSettings = ScreenSettings()
