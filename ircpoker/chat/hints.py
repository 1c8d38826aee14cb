"""`!hint`, which several games answer: the one in which the person has something to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.chat.commands import Command, Example
from ircpoker.errors import NotAllowedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ircpoker.chat.message import Message, Reply
    from ircpoker.chat.router import Router

    Hint = Callable[[Message], Iterable[Reply] | None]


class Hints:
    """The games that give hints, in the order in which they are asked."""

    def __init__(self) -> None:
        self._games: list[Hint] = []

    @classmethod
    def of(cls, router: Router) -> Hints:
        """Return the hints of a bot, with the command that asks for them."""
        hints = router.services.shared.find(cls)
        if hints is None:
            hints = router.services.shared.of(cls, cls)
            router.add(
                Command(
                    "hint",
                    summary="the best cards to keep, at video poker or at a draw",
                    handler=hints.answer,
                    examples=(
                        Example("", f"{router.prefix}hold 1 5 keeps Tc Th: on average it pays …", ("proof", "vp 10")),
                        Example("", "there is nothing to keep or to discard: …"),
                    ),
                    errors="private",
                )
            )
        return hints

    def add(self, game: Hint, *, others_wait: bool = False) -> None:
        """Let a game give hints.

        Args:
            game: returns its answer to a message, None if the person has no such decision to make.
            others_wait: it answers only while others wait for that decision: it is asked before those that have time.
        """
        self._games.insert(0 if others_wait else len(self._games), game)

    def answer(self, message: Message, _arguments: str) -> Iterable[Reply]:
        """Answer `!hint`.

        Args:
            message: who asks where.

        Returns:
            The first answer of a game.

        Raises:
            NotAllowedError: there is none.
        """
        for game in self._games:
            answer = game(message)
            if answer is not None:
                return answer
        raise NotAllowedError("there is nothing to keep or to discard: you play no video poker and have no draw now")
