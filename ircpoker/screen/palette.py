"""All commands of the bot in Textual's own palette: those without words are given at once, the others typed on."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from textual.command import DiscoveryHit, Hit, Provider
from textual.content import Content
from textual.markup import escape

from ircpoker.feed.requests import CommandFacts, Commands, ListCommands

if TYPE_CHECKING:
    from textual.command import Hits

    from ircpoker.screen.controls import Ui


class AllCommands(Provider):
    """Finds the commands of the bot."""

    async def startup(self) -> None:
        """Ask for them."""
        self._known: tuple[CommandFacts, ...] = ()
        await cast("Ui", self.app).player.try_to(self._learn())

    async def _learn(self) -> None:
        self._known = (await cast("Ui", self.app).player.client.get(ListCommands(), Commands)).commands

    async def discover(self) -> Hits:
        """Yield all of them, in the order of the help."""
        for command in self._known:
            yield DiscoveryHit(Content(_shown(command)), partial(self._give, command), help=escape(command.summary))

    async def search(self, query: str) -> Hits:
        """Yield those whose names, words or purpose have what is typed."""
        matcher = self.matcher(query)
        for command in self._known:
            shown = _shown(command)
            score = max(matcher.match(shown), *map(matcher.match, command.names), matcher.match(command.summary) / 2)
            if score > 0:
                yield Hit(score, Content(shown), partial(self._give, command), help=escape(command.summary))

    def _give(self, command: CommandFacts) -> None:
        """Give a command; one that takes words is typed on."""
        ui = cast("Ui", self.app)
        line = f"{ui.player.prefix}{command.names[0]}"
        if len(self.app.screen_stack) > 1:
            self.app.pop_screen()
        if command.usage:
            ui.open_line("chat", f"{line} ")
        else:
            ui.controls.typed_line(line)


def _shown(command: CommandFacts) -> str:
    return f"{command.names[0]} {command.usage}".rstrip()
