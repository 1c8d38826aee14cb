"""A command as data: its name, where it may be used, its handler, and examples.

A plugin puts `@command` on a function, or on the methods of a class; one object of the class is created:

    @command("hello", summary="says hello")
    def hello(message, arguments):
        return f"Hello, {message.sender.nick}!"

An example is help text, a row of the table in docs/commands.md and a test at once.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from ircpoker.chat.message import Message, Reply
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from types import ModuleType

    from ircpoker.words.catalogue import Catalogue

Line = str | Phrase | Reply
"""A line: text, a phrase of the catalogue, or a `Reply`."""
Answer = Line | Iterable[Line] | None
"""The result of a handler: a line, several lines, or nothing."""
Handler = Callable[[Message, str], Answer]
"""A function of the message and the text after the command's name, stripped."""

_F = TypeVar("_F", bound=Callable[..., Answer])
_MARK = "ircpoker_command"

Where = Literal["anywhere", "channel", "private"]
Price = Literal["lines", "help", "seat"]


@dataclass(frozen=True, slots=True)
class Example:
    """An example of a command and its answer.

    Attributes:
        arguments: the text after the command's name.
        reply: the plain first line of the answer, or its beginning followed by `…`. For a command that only continues
            a game it is the next line of the game. Commands in it have the prefix `!`.
        before: the lines that must be said first; by somebody else if they begin with `<nick> `.
        where: the only place where the answer reads like this: "you" in private is a name in a channel.
    """

    arguments: str
    reply: str
    before: tuple[str, ...] = ()
    where: Where = "anywhere"

    def shown(self, prefix: str) -> str:
        """Return the reply with the prefix in use in front of its commands.

        Examples:
            >>> Example("", "Hello! !help lists what I can do").shown(".")
            'Hello! .help lists what I can do'
        """
        return re.sub("!(?=[a-z])", lambda _: prefix, self.reply)


@dataclass(frozen=True, slots=True)
class Command:
    """One command.

    Attributes:
        name: the name that is typed, in small letters and digits.
        usage: the arguments, as help shows them: `[cards]`, or empty.
        summary: its purpose, in a few words without a full stop. Without one, the catalogue has both for its name.
        handler: the function that answers it; the router words its errors.
        examples: examples, the best first.
        aliases: other names.
        where: where it may be typed.
        errors: the readers of its errors: only its author, or everybody who read the command.
        words: the words that its arguments may begin with, for completion.
        guess: whether it may be suggested for a mistyped word; actions in a deal are never suggested.
        price: what it takes of its author's limit: a token for each line of its answer; `help`: one, if the answer is
            private; `seat`: nothing, for a burst of changes of one's own seat.
    """

    name: str
    _: KW_ONLY
    usage: str | Phrase = ""
    summary: str | Phrase | None = None
    handler: Handler
    examples: Sequence[Example] = ()
    aliases: tuple[str, ...] = ()
    where: Where = "anywhere"
    errors: Literal["public", "private"] = "private"
    words: Iterable[str] = ()
    guess: bool = True
    price: Price = "lines"

    @property
    def names(self) -> tuple[str, ...]:
        """The name, then its aliases."""
        return (self.name, *self.aliases)

    @property
    def is_play(self) -> bool:
        """Whether it is a command of a game: an action, or a change of one's seat."""
        return not self.guess or self.price == "seat"

    def described(self, words: Catalogue) -> Command:
        """Return the command with the usage and the summary that the catalogue has for its name.

        A command with a summary of its own in plain text stays as it is.
        """
        if isinstance(self.summary, str):
            return self
        usage, summary = Phrase(f"commands.{self.name}.usage"), Phrase(f"commands.{self.name}.summary")
        return replace(
            self,
            usage=self.usage or (usage if words.has(usage.key) else ""),
            summary=self.summary or (summary if words.has(summary.key) else None),
        )

    def form(self, words: Catalogue) -> str:
        """Return the command's form in a channel: `!parse [cards]`."""
        return f"{words.prefix}{self.name} {words.text(self.usage)}".rstrip()


def command(  # noqa: PLR0913 - they are what may be said of a command
    name: str,
    *,
    usage: str | Phrase = "",
    summary: str | Phrase | None = None,
    examples: Sequence[Example] = (),
    aliases: tuple[str, ...] = (),
    where: Where = "anywhere",
    errors: Literal["public", "private"] = "private",
    words: Iterable[str] | Callable[[Any], Iterable[str]] = (),
    guess: bool = True,
    price: Price = "lines",
) -> Callable[[_F], _F]:
    """Make a function or a method the handler of a command.

    The arguments are those of `Command`; `words` may also be a function of the object whose method it is.
    """

    def make(handler: Handler, owner: object) -> Command:
        return Command(
            name,
            usage=usage,
            summary=summary,
            handler=handler,
            examples=examples,
            aliases=aliases,
            where=where,
            errors=errors,
            words=words(owner) if callable(words) else words,
            guess=guess,
            price=price,
        )

    def decorate(function: _F) -> _F:
        setattr(function, _MARK, make)
        return function

    return decorate


def commands_in(module: ModuleType, bot: object) -> Iterator[Command]:
    """Yield the commands of a plugin, in the order of its source.

    Args:
        module: a module with decorated functions, or classes with decorated methods.
        bot: the argument for creating an object of each such class.

    Yields:
        The commands.
    """
    for found in vars(module).values():
        # Names that a plugin imports are not its own.
        if not f"{getattr(found, '__module__', '')}.".startswith(f"{module.__name__}."):
            continue
        if inspect.isfunction(found) and hasattr(found, _MARK):
            yield getattr(found, _MARK)(found, module)
        elif inspect.isclass(found) and not inspect.isabstract(found) and _has_commands(found):
            make: Callable[[object], object] = found
            yield from commands_of(make(bot))


def commands_of(plugin: object) -> Iterator[Command]:
    """Yield the commands of an object: the decorated methods of its class, in the order of the source."""
    for name in dict.fromkeys(name for owner in reversed(type(plugin).__mro__) for name in vars(owner)):
        # The class is searched, because reading a property of the object may open the ledger.
        method = getattr(type(plugin), name, None)
        if inspect.isfunction(method) and hasattr(method, _MARK):
            yield getattr(method, _MARK)(getattr(plugin, name), plugin)


def _has_commands(found: type[Any]) -> bool:
    return any(hasattr(method, _MARK) for _, method in inspect.getmembers(found, inspect.isfunction))


def replies(answer: Answer) -> Iterable[Reply]:
    """Return the answer of a handler as replies."""
    if answer is None:
        return ()
    return map(_reply, [answer] if isinstance(answer, str | Phrase | Reply) else answer)


def _reply(given: str | Phrase | Reply) -> Reply:
    return Reply((given,)) if isinstance(given, str | Phrase) else given
