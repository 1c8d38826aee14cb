"""A drill: the bot asks what the person does in a decision, and says what the answer costs, as `drill` does in chat."""

from __future__ import annotations

from ircpoker.screen.panels.panel import Panel, PanelRow
from ircpoker.words import Phrase

_ANSWERS = frozenset("fckxrba")
"""The letters of actions, as at a table."""
_PART = " | "
_MOST_DIGITS = 9


class DrillPanel(Panel):
    """A decision after the other, answered by a letter or an amount.

    Attributes:
        typed: the digits of an amount, before Enter.
    """

    NAME = "drill"
    KEY = "y"
    WAYS = "drill_ways"

    typed = ""
    _lines: tuple[str, ...] = ()

    def on_mount(self) -> None:
        """Read the bot's answers and private lines, in which questions and verdicts come."""
        self.app.player.reader = self._hear

    def on_unmount(self) -> None:
        """Leave them to the log again."""
        self.app.player.reader = None

    async def load(self) -> list[PanelRow]:
        """Ask for the next decision, and return the rows of what has come."""
        self._lines = ()
        await self._say("")
        return self._rows()

    async def _say(self, answer: str) -> None:
        self.typed = ""
        await self.app.player.say(f"drill {answer}".strip(), is_private=True)

    def _hear(self, line: str) -> None:
        self._lines += (line,)
        self._show()

    def _rows(self) -> list[PanelRow]:
        rows, after = list[PanelRow](), self.app.say(Phrase("drill.next"))
        for line in self._lines:
            first, *parts = [part for part in line.split(_PART) if part != after]
            rows += [PanelRow(first, "bold"), *map(PanelRow, parts), PanelRow("")]
        return [*(rows or [PanelRow(self.say("wait"), "dim")]), PanelRow(f"> {self.typed}_" if self.typed else "")]

    def press(self, key: str) -> bool:
        """Take a key: a letter answers, digits are an amount, and Enter raises to it, or goes on without one."""
        if not self.is_current:
            return True
        if key in _ANSWERS:
            self.app.start(self._say(key))
        elif key.isdecimal() or (key == "backspace" and self.typed):
            self.typed = self.typed[:-1] if key == "backspace" else (self.typed + key)[:_MOST_DIGITS]
            self._show()
        elif key == "enter" and self.typed:
            self.app.start(self._say(f"raise {self.typed}"))
        elif key == "enter":
            self.renew()
        else:
            return super().press(key)
        return True
