"""The channels the bot is in: who is there, and whether colours are welcome."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from ircpoker.chat.text import strip_formatting

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ircpoker.transports.irc.features import ModeChange

_NO_COLOUR = "c"
"""Where it is a flag it blocks or strips colours (InspIRCd, UnrealIRCd, Solanum)."""
_RESENT = 8
"""As many coloured lines can be said again in plain."""
_RESENT_WITHIN = 10.0


class Channel:
    """One channel while the bot is in it.

    Attributes:
        name: as the server spells it.
        members: nicks by folded nick. Ranks are not kept: no right rests on them.
        plain: whether this channel refuses or strips colours.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.members: dict[str, str] = {}
        self.plain = False
        self._coloured: deque[tuple[float, str]] = deque(maxlen=_RESENT)

    def apply_modes(self, changes: Iterable[ModeChange]) -> None:
        """Take over what a MODE line or a 324 says about colours."""
        for change in changes:
            if change.letter == _NO_COLOUR and not change.argument:
                self.plain = change.is_set

    def note_coloured(self, text: str, now: float) -> None:
        """Remember a line that is sent, by its plain text, if it is in colour."""
        plain = strip_formatting(text)
        if plain != text:
            self._coloured.append((now, plain))

    def refuse_colours(self, now: float) -> list[str]:
        """Return what to say again in plain after the channel refused a line.

        Args:
            now: monotonic seconds.

        Returns:
            The coloured lines of the last seconds, none if there were none: then colour was not the reason.
        """
        lines = [text for since, text in self._coloured if now - since < _RESENT_WITHIN]
        self._coloured.clear()
        if lines:
            self.plain = True
        return lines
