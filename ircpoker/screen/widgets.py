"""The parts of the screen as widgets: the drawn screen, and the line that is typed below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Protocol

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input
from textual.widgets.input import Selection

from ircpoker.screen.canvas import Canvas, Rect
from ircpoker.screen.offers import PRESETS
from ircpoker.screen.text import clean

MOST_TYPED = 400
"""The most characters of a line."""
CHAT, AMOUNT, CODE = "chat", "amount", "code"
"""What is typed; a line with a code goes to the bot alone."""
STEPS = {**PRESETS, "up": "up", "down": "down"}
"""The keys that change an amount, and the names of what they choose."""


def key_of(event: events.Key) -> str:
    """Return a key by its character, or by its name without one that is seen."""
    return (event.is_printable and event.key != "space" and event.character) or event.key


class Drawn(Widget, can_focus=False):
    """A widget that is drawn on a canvas; only spans that have changed are sent to the terminal.

    Attributes:
        canvas: what was drawn last.
    """

    DEFAULT_CSS = "Drawn { height: 1fr; width: 1fr; }"

    class Pressed(Message):
        """A place on it was clicked that stands for a key."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class Scrolled(Message):
        """The wheel was turned over it."""

        def __init__(self, lines: int) -> None:
            super().__init__()
            self.lines = lines

    def __init__(self, draw: Callable[[int, int], Canvas]) -> None:
        """Begin with nothing drawn.

        Args:
            draw: draws the widget at a size of so many columns and lines.
        """
        super().__init__()
        self._draw = draw
        self.canvas: Canvas | None = None
        self._strips: list[Strip | None] = []

    def redraw(self) -> None:
        """Draw it anew."""
        columns, lines = self.size
        if not columns or not lines:
            return
        before, self.canvas = self.canvas, self._draw(columns, lines)
        if (
            before is None
            or len(self._strips) != lines
            or (before.width, before.height) != (columns, lines)
            or before.palette is not self.canvas.palette
        ):
            self._strips = [*self.canvas.strips()]
            self.refresh()
            return
        changed = self.canvas.changed(before)
        for span in changed:
            self._strips[span.y] = None  # Until somebody asks for the whole line.
        self._send(self.canvas, changed)

    def _send(self, canvas: Canvas, spans: Sequence[Rect]) -> None:
        """Write spans to the terminal, if nothing is above; Textual would write their lines from the beginning."""
        driver = self.app._driver
        if not spans or driver is None:
            return
        if self.app.screen is not self.screen:
            self.refresh()
            return
        left, top, _, _ = self.region
        filters, written = self.get_line_filters(), []
        for x, y, columns, _ in spans:
            strip = canvas.strip(y, x, x + columns)
            for line_filter in filters:
                strip = strip.apply_filter(line_filter, self.background_colors[1])
            written.append(f"\x1b[{top + y + 1};{left + x + 1}H{strip.render(self.app.console)}")
        driver.write("".join(written))

    def render_line(self, y: int) -> Strip:
        """Return a line, as the base class asks for it."""
        return self._line(y, self.size.width)

    def _line(self, y: int, width: int) -> Strip:
        if y >= len(self._strips) or self.canvas is None:
            return Strip.blank(width)
        strip = self._strips[y]
        if strip is None:
            strip = self._strips[y] = self.canvas.strip(y)
        # Cropped to itself it would keep itself in its cache: see `CanvasLine`.
        return strip if strip.cell_length == width else strip.crop_extend(0, width, None)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return some lines; they have neither border nor padding, for which the base class would look."""
        width = self.size.width
        strips = [self._line(y, width) for y in crop.line_range]
        for line_filter in self.get_line_filters():
            _, background = self.background_colors
            strips = [strip.apply_filter(line_filter, background) for strip in strips]
        if crop.column_span != (0, width):
            strips = [strip.crop(*crop.column_span) for strip in strips]
        return strips

    def on_resize(self) -> None:
        """Draw it at its new size."""
        self._strips = []
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        """Report the key of the place that was clicked."""
        if self.canvas is not None and (key := self.canvas.key_at(event.x, event.y)):
            self.post_message(self.Pressed(key))

    def on_mouse_scroll_up(self) -> None:
        """Report the wheel."""
        self.post_message(self.Scrolled(3))

    def on_mouse_scroll_down(self) -> None:
        """Report the wheel."""
        self.post_message(self.Scrolled(-3))


class LineListener(Protocol):
    """Hears what is done with the line."""

    def take_line(self, mode: str, text: str) -> None:
        """Take what was typed: Enter was pressed."""

    def close_line(self) -> None:
        """Close the line that was given up."""

    def preset(self, name: str) -> None:
        """Put one of the usual amounts into the line."""


class TypedLine(Input):
    """The line at the bottom: chat and commands, or an amount. It is open while it has the focus; a click opens it.

    The screen hands it each key and paste at once, before any other: Textual's way, from queue to queue, loses the
    order of what comes in one burst.

    Attributes:
        mode: what is typed.
    """

    DEFAULT_CSS = """
    TypedLine { border: none; height: 1; width: 1fr; padding: 0; background: ansi_default; color: ansi_default; }
    TypedLine:focus { border: none; background: ansi_default; }
    TypedLine > .input--placeholder { text-style: dim; color: ansi_default; background: ansi_default; }
    TypedLine > .input--cursor { text-style: reverse; }
    TypedLine > .input--selection { text-style: reverse; color: ansi_default; background: ansi_default; }
    """
    BINDINGS: ClassVar = []

    def __init__(self, hear: LineListener) -> None:
        """Begin closed.

        Args:
            hear: hears what is done with the line.
        """
        super().__init__(max_length=MOST_TYPED, select_on_focus=False, compact=True)
        self.mode = CHAT
        self._hear = hear
        self._entered: list[str] = []
        self._back = 0

    @property
    def is_open(self) -> bool:
        """Whether keys are typed here; `has_focus` says so later, when the event of the focus has been taken."""
        return self.is_attached and self.screen.focused is self

    def begin(self, mode: str, text: str = "", *, is_offered: bool = False) -> None:
        """Open the line.

        Args:
            mode: what is typed.
            text: stands in it.
            is_offered: whether the text gives way to the first character that is typed.
        """
        self.mode, self.value, self._back = mode, text, 0
        self.selection = Selection(0 if is_offered else len(text), len(text))
        self.screen.set_focus(self)

    def end(self) -> None:
        """Close the line and forget what was typed."""
        self.value = ""
        self.mode = CHAT
        self.screen.set_focus(None)

    async def press(self, event: events.Key) -> bool:
        """Take a key at once; return whether it means anything here."""
        key = event.key
        is_amount = self.mode == AMOUNT
        if key == "escape" or (key == "backspace" and not self.value) or (is_amount and key == "u"):
            self._hear.close_line()
        elif key == "enter":
            self._enter()
        elif is_amount and key in STEPS:
            self._hear.preset(STEPS[key])
        elif self.mode == CHAT and key in {"up", "down"}:
            self._recall(1 if key == "up" else -1)
        elif event.is_printable:
            await self._on_key(event)
        else:
            return await self._edit(key)
        return True

    async def _edit(self, key: str) -> bool:
        """Move the cursor or delete, by the keys of the base class; return whether the key is one of them."""
        bound = self.screen.active_bindings.get(key)
        if bound is None or bound.node is not self:
            return False
        return await self.app.run_action(bound.binding.action, self)

    def _enter(self) -> None:
        text = clean(self.value).strip()
        if not text:
            self._hear.close_line()
            return
        if self.mode == CHAT:
            self._entered.append(text)
            del self._entered[:-100]
        self._hear.take_line(self.mode, text)

    def _recall(self, step: int) -> None:
        """Show a line that was said before."""
        self._back = min(max(self._back + step, 0), len(self._entered))
        self.value = self._entered[-self._back] if self._back else ""
        self.cursor_position = len(self.value)

    def paste(self, text: str) -> None:
        """Take the first line of what is pasted, as far as there is room."""
        lines = clean(text[: 4 * MOST_TYPED].replace("\r", "\n").split("\n", 1)[0])
        kept = len(self.value) - len(self.selected_text)
        self.replace(lines[: MOST_TYPED - kept], *self.selection)
