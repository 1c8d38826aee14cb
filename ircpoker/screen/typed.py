"""What is typed in a conversation: the words that leave it, and what Tab offers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ircpoker.feed.messages import TableSnapshot
from ircpoker.feed.requests import CommandFacts, ListedTable
from ircpoker.words import Phrase, Say

PRIVATE = "private"
"""The place of a table without a channel."""

OWN_COMMANDS = ("nick", "quit")
"""Commands of the conversation itself."""
_AT_PLACE = frozenset({"sit", "open", "addbot", "removebot", "table", "sng", "tournament"})
"""Commands that mean the table that is watched."""
_LEAVING = frozenset({"quit", "exit"})
"""Words that end the conversation without a slash, too."""
_BESIDE_LEAVING = frozenset({"now", "please", "pls", "then", "thanks"})
"""Words that may follow them; with others, as in `quit the table`, the bot is meant."""


def place_of(table: TableSnapshot) -> str:
    """Return where a table is for `say`: its channel, or its own name without one."""
    return table.table if table.place == PRIVATE else f"{table.network}/{table.place}"


def place_text(table: TableSnapshot | ListedTable, say: Say) -> str:
    """Return where a table is, or without a channel who sees it, in words."""
    if table.place != PRIVATE:
        return table.place
    return say(Phrase("screen.public" if table.is_public else "screen.private"))


def addressed(line: str, place: str, prefix: str) -> tuple[str, str]:
    """Return a line as it is said to the bot, and where; at no place in private.

    Args:
        line: what is typed.
        place: the place of the table that is watched; empty for none.
        prefix: what stands before commands that are public.
    """
    line = line.strip().encode("utf-8", "replace").decode()  # A word of a command line may have bytes that are no text.
    if place and line and line.split()[0].lower() in _AT_PLACE:
        line = prefix + line
    return line, place if line.startswith(prefix) else ""


def complete(
    typed: str, prefix: str, commands: Mapping[str, CommandFacts], offers: Sequence[str]
) -> list[tuple[str, int]]:
    """Return what may stand in place of the last word that is typed, each with the length of that word.

    Args:
        typed: what is typed so far.
        prefix: what may stand before commands.
        commands: the commands by all of their names, in the order of the help.
        offers: the commands of the person's turn, which come first of all.
    """
    *before, last = typed.split(" ")
    words = list(filter(None, before))
    candidates: Iterable[str]
    if words:
        command = commands.get(words[0].removeprefix(prefix).lower())
        candidates = command.words if command is not None and len(words) == 1 else ()
    elif last.startswith("/"):
        candidates = [f"/{name}" for name in OWN_COMMANDS]
    else:
        front = prefix if last.startswith(prefix) else ""
        names = dict.fromkeys(command.names[0] for command in commands.values())
        candidates = [front + name for name in (offers if last == front else ()) or names]
    return [(word, len(last)) for word in candidates if word.startswith(last.lower())]


def leaves(line: str) -> bool:
    """Return whether a line ends the conversation.

    Examples:
        >>> leaves("/quit"), leaves("Quit now!"), leaves("quit the table"), leaves("!quit")
        (True, True, False, False)
    """
    first, _, rest = line.strip().lower().partition(" ")
    if first.startswith("/"):
        return first[1:] in _LEAVING
    return first.rstrip("!.") in _LEAVING and _BESIDE_LEAVING.issuperset(rest.rstrip("!. ").split())
