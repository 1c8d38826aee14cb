"""`!robots`: the robots, how strong they are, and what they are like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.chat.commands import Example, command
from ircpoker.chat.message import Reply
from ircpoker.chat.segments import packed
from ircpoker.robots import BUILT_IN_NAMES, find_robot, shown_name, shown_names
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ircpoker.chat.message import Message
    from ircpoker.chat.table_adapter import TableAdapter

LINE = 160
"""The most characters of a line; the names of robots and styles have one byte for each."""


class _RobotNames:
    """The names of the robots as players read them; robots are loaded after the commands."""

    def __init__(self, tables: TableAdapter) -> None:
        self._tables = tables

    def __iter__(self) -> Iterator[str]:
        return iter(shown_names(self._tables.robots))


class RobotCommands:
    """The command."""

    def __init__(self, tables: TableAdapter) -> None:
        self._tables = tables
        self.names = _RobotNames(tables)

    @command(
        "robots",
        examples=(
            Example("", "easy: beginner, weak (-51 to medium) …"),
            Example("caller", "caller: Calls every bet and never makes one."),
            Example("nobody", "no robot is called 'nobody': …"),
        ),
        words=lambda commands: commands.names,
        price="help",
    )
    def robots(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!robots [name]`, in private.

        Yields:
            All robots with style and strength, in few lines; or what one of them is like.

        Raises:
            UnknownRobotError: there is no robot with that name.
        """
        words = self._tables.services.words
        if arguments:
            robot = find_robot(arguments, self._tables.robots).name
            for line in _about(robot):
                yield Reply((line,), private=True)
            return
        entries = [words.text(_entry(name)) for name in self.names]
        room = min(LINE, message.limits.line_bytes or LINE)
        for text in packed(entries, " | ", room):
            yield Reply((text,), private=True)
        yield Reply((Phrase("robots_list.more"),), private=True)


def _entry(name: str) -> Phrase:
    """Return a robot in a few words; of somebody else's robot nothing is known."""
    if not is_ours(name):
        return Phrase("robots_list.unknown", who=name)
    style, strength = (Phrase(f"robots.{name}.{part}") for part in ("style", "strength"))
    return Phrase("robots_list.entry", who=name, style=style, strength=strength)


def _about(robot: str) -> Iterator[Phrase]:
    """Yield what a robot is like, and how strong."""
    name = shown_name(robot)
    if not is_ours(name):
        yield Phrase("robots_list.unknown", who=name)
        return
    yield character_line(robot)
    style, strength, games = (Phrase(f"robots.{name}.{part}") for part in ("style", "strength", "games"))
    yield Phrase("robots_list.facts", who=name, style=style, strength=strength, games=games)


def is_ours(name: str) -> bool:
    """Return whether a robot, by the name that players read, is one of ours."""
    return name in map(shown_name, BUILT_IN_NAMES)


def character_line(robot: str) -> Phrase:
    """Return one of our robots, by the name of its class, with its line of character."""
    name = shown_name(robot)
    return Phrase("robots_list.is_like", who=name, character=Phrase(f"robots.{name}.character"))
