"""The number systems that the project grew from, one module for each document.

They describe hands; showdowns are decided by `ircpoker.hands`. The command line and the chat only need `SYSTEMS`. A
system's module is imported when it is first used. The classes are plain, because importing `dataclasses` would take
longer than all of this.
"""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType

from ircpoker.systems.answer import SystemValue, split_board

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["SYSTEMS", "System", "SystemValue", "split_board"]


class System:
    """One number system, by name.

    Attributes:
        name: the name that users type.
        summary: a short description for help.
        counts: the number of cards that it takes, in words.
    """

    __slots__ = ("_answer", "_function", "_module", "counts", "name", "summary")

    def __init__(self, name: str, summary: str, counts: str, *, module: str = "", function: str = "answer") -> None:
        self.name = name
        self.summary = summary
        self.counts = counts
        self._module = f"{__name__}.{module or name}"
        self._function = function
        self._answer: Callable[[str, str], SystemValue] | None = None

    def value(self, cards: str, board: str = "") -> SystemValue:
        """Return the hand in this system.

        Args:
            cards: the cards, as `parse_cards` reads them; for `openholdem` the hole cards.
            board: for `openholdem` the board, for the others more cards; `draw` allows none.

        Returns:
            The answer as text and as JSON.

        Raises:
            InvalidCardError: text that is not a card.
            DuplicateCardError: the same card twice, on the board or off it.
            CardCountError: a number of cards that the system does not take.
            UsageError: a board that the system does not take.

        Examples:
            >>> SYSTEMS["manual"].value("Ah Kd", "5c 3s 2h").text
            '12423151312'
        """
        if self._answer is None:
            self._answer = getattr(import_module(self._module), self._function)
        return self._answer(cards, board)

    def __repr__(self) -> str:
        return f"<System {self.name}>"


SYSTEMS: Mapping[str, System] = MappingProxyType(
    {
        system.name: system
        for system in (
            System("parsecards", "arfer's parsecards: six numbers, the lower hand wins", "5 to 52"),
            System("manual", "Poker Site Manual: evaluate's eleven digits", "2, 5, 6 or 7"),
            System(
                "draw",
                "Poker Site Manual: the draws of a board",
                "3 to 5, the board",
                module="manual",
                function="answer_draw",
            ),
            System("director", "Director's Poker Evaluation: a property list and the values", "5"),
            System("kev", "Cactus Kev's class, 1 to 7462, and the Swedish robot's strength", "5 to 52"),
            System(
                "openholdem", "OpenHoldem's pokerval, pcbits and symbols", "0 to 2 hole cards and 0 to 5 of a board"
            ),
        )
    }
)
"""All systems by name, in the order of their documents."""
