"""The chances of the player's own hand, which the bot works out on their turn while they want to see them."""

from __future__ import annotations

import re
from collections.abc import Callable

from ircpoker.screen.user import FeedUser
from ircpoker.words import Phrase

_PERCENT = re.compile(r"\d+ %")
"""The chances in the answer to `!odds`: the feed has it as a line only, and numbers are the same in every language."""


class OwnOdds:
    """The setting `odds` of the player, and the chances of this turn."""

    def __init__(self, player: FeedUser, say: Callable[[Phrase], str], on_change: Callable[[], None]) -> None:
        self._player = player
        self._say = say
        self._on_change = on_change
        self._text = ""

    @property
    def is_on(self) -> bool:
        """Whether the player wants to see them, as the bot has it."""
        who = self._player.who
        return who is not None and who.preferences.get("odds") == "on"

    @property
    def line(self) -> str:
        """What is shown of them: the chances, or how they are switched; nothing if it is not the player's turn."""
        if not self._is_turn:
            return ""
        return (self.is_on and self._text) or self._say(Phrase(f"screen.odds_{'on' if self.is_on else 'off'}"))

    @property
    def _is_turn(self) -> bool:
        watched = self._player.watched
        return watched is not None and bool(watched.turn)

    async def switch(self) -> None:
        """Show them from now on, or no longer."""
        await self._player.say(f"{self._player.prefix}set odds {'off' if self.is_on else 'on'}")
        await self.ask()

    def forget(self) -> None:
        """Forget those of a turn that is over."""
        self._text = ""

    async def ask(self) -> None:
        """Ask for those of this turn, if the player wants them, and keep the percentages of the answer."""
        if not (self.is_on and self._is_turn):
            return
        shown = _PERCENT.findall(await self._player.odds())
        if len(shown) > 1:
            self._text = self._say(Phrase("screen.odds_needs", chance=shown[0], needed=shown[1]))
        elif shown:
            self._text = self._say(Phrase("screen.odds", chance=shown[0]))
        self._on_change()
