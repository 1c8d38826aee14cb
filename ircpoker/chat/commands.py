"""A command as data: its name, where it may be used, who answers it, and examples.

An example is help text, a row of the README's table and a test at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Literal

from ircpoker.chat.message import Message, Reply

Handler = Callable[[Message, str], Iterable[Reply]]
"""Takes the message and the rest of the line behind the command's name, stripped."""

Place = Literal["anywhere", "channel", "private"]


@dataclass(frozen=True, slots=True)
class Example:
    """What somebody may type and what they then see.

    Attributes:
        arguments: what follows the command's name.
        reply: the plain first line of the answer, or, ending in `…`, how it begins; of a command that only lets a
            game go on, the line that tells how it does.
        before: what has to be said first; by somebody else where it begins with `<nick> `.
        where: the only place where it reads like that: what is "you" in private has a name in a channel.
    """

    arguments: str
    reply: str
    before: tuple[str, ...] = ()
    where: Place = "anywhere"


@dataclass(frozen=True, slots=True)
class Command:
    """One command.

    Attributes:
        name: what is typed, in small letters and digits.
        usage: its arguments for a person: `[cards]`, or empty.
        summary: what it does, in a few words without a full stop.
        handler: answers it. What it raises is answered by the router.
        examples: at least one.
        aliases: other names for it.
        where: where it may be typed.
        errors: who reads what was wrong with it: all who read the command, or its author alone.
        words: gives the words that its arguments may begin with, for completion.
    """

    name: str
    _: KW_ONLY
    usage: str = ""
    summary: str
    handler: Handler
    examples: Sequence[Example]
    aliases: tuple[str, ...] = ()
    where: Place = "anywhere"
    errors: Literal["public", "private"] = "public"
    words: Callable[[], Iterable[str]] = tuple

    @property
    def names(self) -> tuple[str, ...]:
        """The name, then its aliases."""
        return (self.name, *self.aliases)

    def form(self, prefix: str) -> str:
        """Return how it is typed in a channel: `!parse [cards]`."""
        return f"{prefix}{self.name} {self.usage}".rstrip()
