"""`!help`, `!about` and `!botlist`: what this bot is and what it can do."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ircpoker import __version__
from ircpoker.chat.commands import Command, Example
from ircpoker.chat.message import Reply
from ircpoker.chat.parts import packed
from ircpoker.errors import UsageError, quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ircpoker.chat.message import Message
    from ircpoker.chat.router import Router


def register(router: Router) -> None:
    """Add the commands."""
    prefix = router.prefix
    router.add(
        Command(
            "help",
            usage="[command]",
            summary="the commands, or how to use one of them",
            handler=partial(show_help, router),
            examples=(
                Example("", "Commands: …"),
                Example("about", f"{prefix}about: what this bot is, who runs it and where it comes from"),
            ),
            words=lambda: router.commands,
        )
    )
    router.add(
        Command(
            "about",
            summary="what this bot is, who runs it and where it comes from",
            handler=partial(about, router),
            examples=(Example("", f"ircpoker {__version__}, a poker bot: {prefix}help lists what it can do; …"),),
        )
    )
    router.add(
        Command(
            "botlist",
            summary="every bot in the channel says in one line what it is",
            handler=partial(botlist, router),
            examples=(Example("", f"I am {router.services.settings.bot.nick}, a poker bot …"),),
            aliases=("bots",),
        )
    )


def show_help(router: Router, message: Message, arguments: str) -> Iterator[Reply]:
    """Answer `!help`.

    Args:
        router: knows the commands.
        message: where it was asked, lines have a length.
        arguments: the name of a command, or nothing.

    Yields:
        All commands in few lines; or one command's use, purpose and example.

    Raises:
        UsageError: no such command.
    """
    if not arguments:
        names = ["Commands:", *(router.prefix + name for name in router.commands)]
        for line in packed(names, " ", message.limits.line_bytes):
            yield Reply((line,))
        at = router.prefix
        yield Reply((f"{at}help COMMAND explains one. In private the {at} may be left out.{_first_steps(router)}",))
        return
    name = arguments.split(maxsplit=1)[0]
    command = router.find(name)
    if command is None:
        near = router.suggest(name.removeprefix(router.prefix))
        raise UsageError(f"{quote(name)} is no command{f': did you mean {router.prefix}{near}?' if near else ''}")
    places = {"anywhere": "", "channel": ", in a channel", "private": ", in private"}
    also = f" (also {', '.join(router.prefix + alias for alias in command.aliases)})" if command.aliases else ""
    yield Reply((f"{command.form(router.prefix)}{also}{places[command.where]}: {command.summary}",))
    example = command.examples[0]
    said = f"{router.prefix}{command.name} {example.arguments}".rstrip()
    yield Reply((f"Example: {said} answers: {example.reply}",))


def about(router: Router, _message: Message, _arguments: str) -> Iterator[Reply]:
    """Answer `!about`.

    Yields:
        One line: name, version, what it is, who runs it, where it comes from.
    """
    owner = router.services.settings.bot.owner
    run_by = f"run by {owner}" if owner else "who runs it is not said"
    what = f"a poker bot: {router.prefix}help lists what it can do"
    source = "free software (MIT licence), the Python package ircpoker"
    yield Reply((f"ircpoker {__version__}, {what}; {run_by}; {source}",))


def botlist(router: Router, message: Message, _arguments: str) -> Iterator[Reply]:
    """Answer `!botlist`.

    Yields:
        The one line that custom asks of each bot.
    """
    nick = message.bot_nick or router.services.settings.bot.nick
    me = f"I am {nick}, a poker bot (ircpoker {__version__})"
    yield Reply((f"{me}: {router.prefix}help lists my commands",))


def _first_steps(router: Router) -> str:
    """Return what a newcomer may say first; nothing if this bot plays no games."""
    duel, machines = (
        ", ".join([router.prefix + name for name in names if name in router.commands])
        for names in (("play",), ("slot", "vp"))
    )
    ways = f"{duel}; alone: {machines}" if duel and machines else duel or machines
    return f" To play now: {ways}." if ways else ""
