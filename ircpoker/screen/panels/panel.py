"""A panel above the table: a frame with rows that are scrolled, or chosen from."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual.screen import ModalScreen

from ircpoker.errors import TransportError
from ircpoker.screen.bar import put_row
from ircpoker.screen.canvas import Canvas, Rect
from ircpoker.screen.marks import Marks, styled_cards
from ircpoker.screen.text import width, wrapped
from ircpoker.screen.widgets import Drawn, key_of
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from textual import events
    from textual.app import ComposeResult

    from ircpoker.screen.app import TableApp

MOST_COLUMNS = 110


class PanelRow(NamedTuple):
    """A row of a panel.

    Attributes:
        text: its text; it is wrapped if it does not fit.
        style: the name of its style.
        choose: what Enter or a click does; None for a row that is only read.
        parts: its text in pieces with their styles, instead of `text`; it is not wrapped.
        key: the key that chooses it at once; empty for none.
        name: what it is, whatever its text says now.
    """

    text: str
    style: str = ""
    choose: Callable[[], Coroutine[object, None, object]] | None = None
    parts: tuple[tuple[str, str], ...] = ()
    key: str = ""
    name: str = ""


class Panel(ModalScreen[None]):
    """A panel.

    Attributes:
        rows: its rows, after `load` has returned.
        chosen: the number of the row that Enter chooses.
        before: the name of the panel that comes back when it is closed; empty for none.
        top: the first line that is seen.
    """

    NAME: ClassVar[str] = ""
    """Its name in the catalogue and in `controls.PANEL_KEYS`."""
    KEY: ClassVar[str] = ""
    """The key that opens it, and closes it again."""
    WAYS: ClassVar[str] = ""
    """The name of the words for its keys; empty for those by which rows are chosen, or scrolled."""
    DEFAULT_CSS = "Panel { background: ansi_default; }"
    app: TableApp

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[PanelRow] = []
        self.chosen = 0
        self.before = ""
        self.top = 0
        self._drawn = Drawn(self._draw)
        self._height = 0
        self._shown: list[tuple[int, PanelRow]] = []

    def compose(self) -> ComposeResult:
        """Yield the only widget."""
        yield self._drawn

    def on_mount(self) -> None:
        """Ask for what it shows."""
        self.renew()

    def renew(self) -> None:
        """Ask again for what it shows."""
        self.rows = [PanelRow(self.say("wait"), "dim")]
        self.run_worker(self._load(), exclusive=True)

    async def _load(self) -> None:
        try:
            self.rows = await self.load() or [PanelRow(self.say("nothing"), "dim")]
        except TransportError as error:
            self.rows = [PanelRow(str(error), "bad")]
        self.chosen = next((number for number, row in enumerate(self.rows) if row.choose is not None), 0)
        self.redraw()

    async def load(self) -> list[PanelRow]:
        """Return the rows.

        Raises:
            TransportError: the bot is gone.
        """
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw it anew."""
        self._drawn.redraw()

    def say(self, name: str, **values: object) -> str:
        """Return a text of the panels in the language of the screen."""
        return self.app.say(Phrase(f"screen.{name}", **values))

    def on_drawn_pressed(self, message: Drawn.Pressed) -> None:
        """Take a click: on a row, or on a key."""
        message.stop()
        if message.key.startswith("row:"):
            self.chosen = int(message.key.removeprefix("row:"))
            self._choose()
        else:
            self.press(message.key)

    def on_drawn_scrolled(self, message: Drawn.Scrolled) -> None:
        """Scroll with the wheel."""
        message.stop()
        self._scroll(-message.lines)

    def on_key(self, event: events.Key) -> None:
        """Take a key."""
        if self.press(key_of(event)):
            event.stop()
            event.prevent_default()

    def press(self, key: str) -> bool:
        """Take a key; return whether it means anything here."""
        if not self.is_current:  # It was pressed twice, and is closed by the first.
            return True
        named = [number for number, row in enumerate(self.rows) if row.key == key and row.choose is not None]
        if named:
            self.chosen = named[0]
            self._choose()
            return True
        match key:
            case "escape" | "q" | self.KEY:
                self.dismiss()
                if self.before:
                    self.app.call_later(self.app.open_panel, self.before)
            case "enter":
                self._choose()
            case "down" | "up" if any(row.choose is not None for row in self.rows):
                self._move(1 if key == "down" else -1)
            case "down" | "up":
                self._scroll(1 if key == "down" else -1)
            case "pagedown" | "pageup" | "space":
                self._scroll((self._height - 1) * (-1 if key == "pageup" else 1))
            case "home" | "end" if any(row.choose is not None for row in self.rows):
                self.chosen = -1 if key == "home" else len(self.rows)
                self._move(1 if key == "home" else -1)
            case "home" | "end":
                self._scroll(10**6 * (1 if key == "end" else -1))
            case "left" | "right":
                self.step(1 if key == "right" else -1)
            case _:
                return False
        return True

    def step(self, by: int) -> None:
        """Take the arrows to the sides."""

    def _rows(self) -> list[PanelRow]:
        """Return the rows of what `load` has found and the keys have chosen."""
        return []

    def _show(self) -> None:
        """Draw it with other rows of what is known."""
        self.rows = self._rows()
        self.redraw()

    def _choose(self) -> None:
        row = self.rows[self.chosen] if self.chosen < len(self.rows) else None
        if row is not None and row.choose is not None:
            self.app.start(row.choose())

    def _move(self, by: int) -> None:
        """Choose the next row that can be chosen."""
        number = self.chosen + by
        while 0 <= number < len(self.rows):
            if self.rows[number].choose is not None:
                self.chosen = number
                break
            number += by
        self.redraw()
        lines = [line for line, (number, _) in enumerate(self._shown) if number == self.chosen]
        if lines and not self.top <= lines[0] < self.top + self._height:
            self._scroll(lines[0] - self.top - (0 if by < 0 else self._height - 1))

    def _scroll(self, by: int) -> None:
        self.top = max(0, min(self.top + by, len(self._shown) - self._height))
        self.redraw()

    def _draw(self, columns: int, lines: int) -> Canvas:
        """Draw the frame and the rows that are seen."""
        scene = self.app.scene()
        marks = scene.marks
        canvas = Canvas(columns, lines, marks.ellipsis, scene.palette)
        wide = min(columns - 2, MOST_COLUMNS)
        frame = Rect((columns - wide) // 2, 0, wide, lines - 1)
        canvas.box(frame, marks.box, "own")
        canvas.put(frame.x + 2, 0, f" {marks.text(self.title_text())} ", "bold")
        inner = Rect(frame.x + 2, frame.y + 1, frame.width - 4, frame.height - 2)
        self._height = inner.height
        self._shown = [
            (number, each) for number, row in enumerate(self.rows) for each in _lines_of(row, inner.width, marks)
        ]
        self.top = max(0, min(self.top, len(self._shown) - inner.height))
        for line, (number, row) in enumerate(self._shown[self.top : self.top + inner.height]):
            y = inner.y + line
            is_chosen = row.choose is not None and number == self.chosen
            x = inner.x
            for text, style in row.parts:
                x = canvas.put(x, y, text, "chosen" if is_chosen else style, most=inner.x + inner.width - x)
            if row.choose is not None:
                if is_chosen:
                    canvas.put(x, y, " " * (inner.x + inner.width - x), "chosen")
                canvas.spot(Rect(inner.x, y, inner.width, 1), f"row:{number}")
        if len(self._shown) > inner.height:
            seen = f" {self.top + 1}-{min(len(self._shown), self.top + inner.height)}/{len(self._shown)} "
            canvas.put_right(frame.x + frame.width - 2, frame.y + frame.height - 1, seen, "dim")
        put_row(canvas, Rect(frame.x + 1, lines - 1, wide - 2, 1), [marks.text(each) for each in self.ways()], "dim")
        return canvas

    def title_text(self) -> str:
        """Return its title."""
        return self.say(f"panel_{self.NAME}")

    def ways(self) -> list[str]:
        """Return the keys of the panel, for its last line."""
        can_choose = any(row.choose is not None for row in self.rows)
        keys = self.WAYS or ("panel_choose" if can_choose else "panel_scroll")
        return [self.say(keys), self.say("panel_close")]


def _lines_of(row: PanelRow, columns: int, marks: Marks) -> list[PanelRow]:
    """Return a row as rows that fit, with their pieces; cards have their colours."""
    if row.parts:
        return [row._replace(parts=tuple([(marks.text(text), style) for text, style in row.parts]))]
    lines = wrapped(marks.line(row.text), columns)
    return [row._replace(parts=tuple(styled_cards(line, row.style))) for line in lines]


def columns_of(cells: list[list[str]], gap: int = 2) -> list[str]:
    """Return lines of cells as texts whose columns stand below each other; only the first is flush left.

    Examples:
        >>> columns_of([["seat", "VPIP"], ["ann", "25 %"]])
        ['seat  VPIP', 'ann   25 %']
    """
    wide = [max(map(width, column)) for column in zip(*cells, strict=True)]
    return [
        (" " * gap).join(
            [
                cell + " " * (most - width(cell)) if not number else " " * (most - width(cell)) + cell
                for number, (cell, most) in enumerate(zip(line, wide, strict=True))
            ]
        )
        for line in cells
    ]
