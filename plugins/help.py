"""`!help`, `!about` and `!botlist`: what this bot is and what it can do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker import __version__
from ircpoker.chat.commands import Example, command
from ircpoker.chat.parts import packed
from ircpoker.errors import UsageError, quote
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ircpoker.chat.message import Message
    from ircpoker.chat.router import Router


class Help:
    """The commands, on the router that knows them all."""

    def __init__(self, bot: Router) -> None:
        self.bot = bot

    @command(
        "help",
        usage="[command]",
        summary="the commands, or how to use one of them",
        examples=(
            Example("", "Commands: …"),
            Example("about", "!about: what this bot is, who runs it and where it comes from"),
        ),
        words=lambda plugin: plugin.bot.commands,
    )
    def show_help(self, message: Message, arguments: str) -> Iterator[str]:
        """Yield all commands in few lines; or one command's use, purpose and example.

        Raises:
            UsageError: no such command.
        """
        if arguments:
            yield from self._explain(arguments.split(maxsplit=1)[0])
            return
        at = self.bot.prefix
        yield from packed(["Commands:", *(at + name for name in self.bot.commands)], " ", message.limits.line_bytes)
        yield f"{at}help COMMAND explains one. In private the {at} may be left out.{self._first_steps()}"

    def _explain(self, name: str) -> Iterator[str]:
        at = self.bot.prefix
        command = self.bot.find(name)
        if command is None:
            near = self.bot.suggest(name.removeprefix(at))
            raise UsageError(
                Phrase("help.no_command_near", name=quote(name), near=near)
                if near
                else Phrase("help.no_command", name=quote(name))
            )
        places = {"anywhere": "", "channel": ", in a channel", "private": ", in private"}
        also = f" (also {', '.join(at + alias for alias in command.aliases)})" if command.aliases else ""
        yield f"{command.form(at)}{also}{places[command.where]}: {command.summary}"
        for example in command.examples[:1]:
            said = f"{at}{command.name} {example.arguments}".rstrip()
            yield f"Example: {said} answers: {example.shown(at)}"

    @command(
        "about",
        summary="what this bot is, who runs it and where it comes from",
        examples=(Example("", f"ircpoker {__version__}, a poker bot: !help lists what it can do; …"),),
    )
    def about(self, _message: Message, _arguments: str) -> Phrase:
        """Return name, version, what it is, who runs it, where it comes from."""
        owner = self.bot.services.settings.bot.owner
        run_by = Phrase("help.run_by", owner=owner) if owner else Phrase("help.no_owner")
        return Phrase("help.about", version=__version__, run_by=run_by)

    @command(
        "botlist",
        summary="every bot in the channel says in one line what it is",
        examples=(Example("", "I am …"),),
        aliases=("bots",),
    )
    def botlist(self, message: Message, _arguments: str) -> Phrase:
        """Return the one line that custom asks of each bot."""
        nick = message.bot_nick or self.bot.services.settings.bot.nick
        return Phrase("help.botlist", nick=nick, version=__version__)

    def _first_steps(self) -> str:
        """Return what a newcomer may say first; nothing if this bot plays no games."""
        duel, machines = (
            ", ".join([self.bot.prefix + name for name in names if name in self.bot.commands])
            for names in (("play",), ("slot", "vp"))
        )
        ways = f"{duel}; alone: {machines}" if duel and machines else duel or machines
        return f" To play now: {ways}." if ways else ""
