"""How the screen begins, and its own settings, kept in the user's state folder."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple

from ircpoker.runtime.json_text import to_json
from ircpoker.runtime.private import make_private_folder, open_private, user_folder

FILE_NAME = "screen.json"
MOTIONS = ("normal", "fast", "off")
THEMES = ("felt", "midnight", "paper", "terminal")
Depth = Literal["full", "256", "16", "none"]
"""How many colours a terminal shows."""


class ScreenSettings(NamedTuple):
    """What the player wants.

    Attributes:
        bell: a bell when it is their turn.
        title: the turn in the window's title.
        motion: how fast cards, chips and reels move: `normal`, `fast` or `off`.
        pause: a moment after a showdown.
        ascii: letters in place of signs.
        theme: the colours, of `THEMES`.
    """

    bell: bool = False
    title: bool = True
    motion: str = "normal"
    pause: bool = True
    ascii: bool = False
    theme: str = "felt"


SWITCHES = ScreenSettings._fields
"""The settings, in the order in which they are shown."""


def state_file(environ: Mapping[str, str]) -> Path | None:
    """Return the file of the settings; None if the system names no folder.

    Examples:
        >>> print(state_file({"HOME": "/home/ann"}))
        /home/ann/.local/state/ircpoker/screen.json
    """
    folder = user_folder(environ, "any", "XDG_STATE_HOME", ("", "", ".local/state"))
    return folder and folder / FILE_NAME


def read_preferences(file: Path | None) -> ScreenSettings:
    """Return the settings that were kept; the usual ones where there are none, or nothing that can be read."""
    if file is None:
        return ScreenSettings()
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return ScreenSettings()
    if not isinstance(kept, dict):
        return ScreenSettings()
    if kept.get("motion") is False:  # It was a switch once.
        kept["motion"] = "off"
    return ScreenSettings(**{name: kept[name] for name in SWITCHES if kept.get(name) in choices_of(name)})


def choices_of(name: str) -> Sequence[object]:
    """Return what a setting may be, in the order in which it is switched."""
    return {"theme": THEMES, "motion": MOTIONS}.get(name, (False, True))


def switched(preferences: ScreenSettings, name: str) -> ScreenSettings:
    """Return the settings with the next value of one of them."""
    choices = choices_of(name)
    following = choices[(choices.index(getattr(preferences, name)) + 1) % len(choices)]
    return ScreenSettings(**{**preferences._asdict(), name: following})


def keep_preferences(file: Path | None, preferences: ScreenSettings) -> None:
    """Keep the settings for the next session, if the folder can be written."""
    if file is None:
        return
    with suppress(OSError):
        make_private_folder(file.parent)
        with open_private(file, "wb") as target:
            target.write(to_json(preferences._asdict()).encode())


def own_file() -> Path | None:
    """Return the file of the settings of whoever runs this process."""
    return state_file(os.environ)


class Options(NamedTuple):
    """How the screen begins.

    Attributes:
        nick: the person's nick.
        begin: the command `play` to give first, unless a seat was kept; empty for the lobby.
        place: the place of a table to watch first; empty for the lobby.
        is_ascii: whether the terminal shows nothing but ASCII.
        is_spoken: whether lines are for a speech engine.
        kept_in: the file of the player's settings; None to keep none.
        preferences: the player's settings.
        warning: what the player must know first; empty for nothing.
        depth: how many colours the terminal shows.
    """

    nick: str
    begin: str = ""
    place: str = ""
    is_ascii: bool = False
    is_spoken: bool = False
    kept_in: Path | None = None
    preferences: ScreenSettings = ScreenSettings()
    warning: str = ""
    depth: Depth = "full"
