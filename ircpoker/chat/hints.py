"""`!hint`, which several games answer: the one in which the person has something to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.chat.commands import Example, command
from ircpoker.errors import NotAllowedError
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ircpoker.chat.commands import Answer
    from ircpoker.chat.message import Message
    from ircpoker.chat.router import Router

    Hint = Callable[[Message], Answer]


def add_hint(bot: Router, hint: Hint, *, others_wait: bool = False) -> None:
    """Let a game give hints; the first one brings the command.

    Args:
        bot: gets the command.
        hint: returns a game's answer to a message, None if the person has no such decision to make.
        others_wait: it answers only while others wait for that decision: it is asked before those that have time.
    """
    hints = bot.services.hints
    if not hints:
        bot.add_all(_Hints(hints))
    hints.insert(0 if others_wait else len(hints), hint)


class _Hints:
    """The command, on the games that answer it."""

    def __init__(self, hints: Iterable[Hint]) -> None:
        self.hints = hints

    @command(
        "hint",
        summary="the best cards to keep, at video poker or at a draw",
        examples=(
            Example("", "!hold 1 5 keeps Tc Th: on average it pays …", ("proof", "vp 10")),
            Example("", "there is nothing to keep or to discard: …"),
        ),
        errors="private",
    )
    def hint(self, message: Message, _arguments: str) -> Answer:
        """Return the answer of the first game that has one.

        Raises:
            NotAllowedError: none has.
        """
        for hint in self.hints:
            answer = hint(message)
            if answer is not None:
                return answer
        raise NotAllowedError(Phrase("errors.no_hint"))
