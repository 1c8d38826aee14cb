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
    from collections.abc import Callable, Mapping, Sequence

    from ircpoker.cards import Card
    from ircpoker.systems.comparing import Comparison

__all__ = ["ANY_NUMBER", "SYSTEMS", "System", "SystemValue", "split_board"]


ANY_NUMBER = "5 to 52"
"""The counts of a system that takes any number of cards that has a best hand."""


class System:
    """One number system, by name.

    Attributes:
        name: the name that users type.
        summary: a short description for help.
        counts: the number of cards that it takes, in words.
        compares: whether it compares hands.
    """

    __slots__ = ("_answer", "_function", "_module", "compares", "counts", "name", "summary")

    def __init__(
        self,
        name: str,
        summary: str,
        counts: str,
        *,
        module: str = "",
        function: str = "answer",
        compares: bool = False,
    ) -> None:
        self.name = name
        self.summary = summary
        self.counts = counts
        self.compares = compares
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

    def compare(self, hands: Sequence[tuple[Card, ...]]) -> Comparison:
        """Compare hands as the system's document does.

        Args:
            hands: 2 to 10 hands of distinct cards; a card may be in several.

        Returns:
            The winners, and by what they win.

        Raises:
            CardCountError: a number of cards that the system does not take.
            UsageError: too many hands.

        Examples:
            >>> from ircpoker.cards import parse_cards
            >>> str(SYSTEMS["kev"].compare([parse_cards("Ah Qc Td 5d 3s"), parse_cards("Ad Qs Tc 6h 2c")]))
            'B wins|class 6407 before 6409'
        """
        comparing = import_module(f"{__name__}.comparing")
        compared: Comparison = comparing.compare(hands, import_module(self._module).decide)
        return compared

    def __repr__(self) -> str:
        return f"<System {self.name}>"


SYSTEMS: Mapping[str, System] = MappingProxyType(
    {
        system.name: system
        for system in (
            System("parsecards", "arfer's parsecards: six numbers, the lower hand wins", ANY_NUMBER, compares=True),
            System("manual", "Poker Site Manual: evaluate's eleven digits", "2, 5, 6 or 7", compares=True),
            System(
                "draw",
                "Poker Site Manual: the draws of a board",
                "3 to 5, the board",
                module="manual",
                function="answer_draw",
            ),
            System("director", "Director's Poker Evaluation: a property list and the values", "5", compares=True),
            System("kev", "Cactus Kev's class, 1 to 7462, and the Swedish robot's strength", ANY_NUMBER, compares=True),
            System(
                "openholdem", "OpenHoldem's pokerval, pcbits and symbols", "0 to 2 hole cards and 0 to 5 of a board"
            ),
        )
    }
)
"""All systems by name, in the order of their documents."""
