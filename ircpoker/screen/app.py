"""The screen: it draws what the player sees, hands keys to the controls, and rings when it is the player's turn."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import suppress
from time import monotonic
from typing import ClassVar

from rich.color import ColorSystem
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.css.query import NoMatches
from textual.events import Key, Paste
from textual.widgets import Static

from ircpoker.feed import FeedClient
from ircpoker.feed.moments import TableMoment
from ircpoker.screen.canvas import Canvas
from ircpoker.screen.controls import Controls
from ircpoker.screen.draw_screen import draw_face, draw_motion, scene_of, view_of
from ircpoker.screen.draw_table import Scene
from ircpoker.screen.go_on import GoOnOffer, leave_table, see_end
from ircpoker.screen.least_size import LEAST_COLUMNS, LEAST_LINES
from ircpoker.screen.motion import SPEEDS, Motion
from ircpoker.screen.offers import wager_of
from ircpoker.screen.own_odds import OwnOdds
from ircpoker.screen.panels import PANELS
from ircpoker.screen.panels.lists import AllCommands
from ircpoker.screen.preferences import Options, keep_preferences, switched
from ircpoker.screen.redraws import Painter, Redraws
from ircpoker.screen.user import FeedUser
from ircpoker.screen.widgets import AMOUNT, CODE, Drawn, TypedLine, key_of
from ircpoker.words import Phrase
from ircpoker.words.catalogue import load_catalogue

BOUND = {"ctrl+c": "quit", "ctrl+q": "quit", "f2": "to_lines"}
"""The keys that Textual takes itself, whatever is open, and their actions."""
_BEAT = 0.25
"""Seconds between two looks at a clock; it is drawn when it shows another second."""
REFUSED = "refused"
"""What the screen returns when the bot has refused the command with which it begins; `refusal` says why."""
TO_LINES = "lines"
"""What the screen returns when its player wants lines."""


class TableApp(App[str]):
    """The screen of one player.

    Attributes:
        player: the person, and what they see.
        controls: takes the keys.
        preferences: the player's settings.
        refusal: why the bot has refused the first command; empty if it has not.
        odds: the chances of the player's hand on their turn.
        log_back: how many lines of the log the reader has scrolled back.
        redraws: when it is drawn.
    """

    COMMANDS: ClassVar = {AllCommands}
    AUTO_FOCUS = None
    BINDINGS: ClassVar = [Binding(key, action, priority=True) for key, action in BOUND.items()]
    CSS = """
    Screen { background: ansi_default; color: ansi_default; overflow: hidden; }
    #typing { dock: bottom; height: 1; }
    #prompt { width: auto; background: ansi_default; color: ansi_default; }
    """

    def __init__(
        self,
        client: FeedClient,
        options: Options,
        on_begun: Callable[[], None] = lambda: None,
        painter: Painter | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        """Begin with an open connection.

        Args:
            client: the connection, on which the person has been introduced.
            options: how it begins.
            on_begun: is called when the first table or the lobby is there.
            painter: says when it is drawn, where a process has several screens.
            now: returns monotonic seconds, for the clocks of the table and the end of a deal.
        """
        super().__init__(ansi_color=True)
        # The colours of a palette are those that the terminal has, not those of this process's environment.
        self.console._color_system = ColorSystem.TRUECOLOR
        self.options = options
        self.preferences = options.preferences
        self.player = FeedUser(client, now, self._on_change)
        self.controls = Controls(self, GoOnOffer(now))
        self._on_begun = on_begun
        self._now = now
        self.redraws = Redraws(self, painter or Painter(), self._draw_frame)
        self._motion = Motion()
        self.refusal = ""
        self.odds = OwnOdds(self.player, self.say, self.redraw)
        self.log_back = 0
        self._face = Drawn(self._draw)
        self._line = TypedLine(self)
        self._prompt = Static("> ", id="prompt", markup=False)
        self._turn = ""
        self._begins = False
        self._clock: tuple[int | None, bool] = (None, False)
        self._shown: TableMoment | None = None

    def compose(self) -> ComposeResult:
        """Yield the drawn screen and the input line."""
        yield self._face
        with Horizontal(id="typing"):
            yield self._prompt
            yield self._line

    def say(self, phrase: Phrase) -> str:
        """Return a phrase in the language of the screen."""
        return load_catalogue(self.player.client.bot.language, self.player.prefix).text(phrase)

    def on_mount(self) -> None:
        """Begin to listen."""
        self.screen.set_focus(None)
        self.redraws.painter.screens += 1
        self._paint_line()
        self.set_interval(_BEAT, self._beat)
        self.run_worker(self.player.listen(), group="listen")
        self.start(self._begin())

    def on_unmount(self) -> None:
        """Leave the screens of this process."""
        self.redraws.painter.screens -= 1

    async def _begin(self) -> None:
        """Open the first table or the lobby; a seat that was kept comes before the first command."""
        begin, player = self.options.begin, self.player
        before = next(iter(player.client.tables), "")  # in lines
        if (place := self.options.place) and not await self._find(place):
            player.note(self.say(Phrase("screen.no_table_at", place=place)))
        if player.watched is None:
            await player.try_to(player.find_own_table())
        is_seated = player.watched is not None or await self._find(before)
        if begin and not begin.startswith("play"):
            await self.controls.begin_machine(*begin.split(maxsplit=1))
        elif begin and is_seated:
            player.note(self.say(Phrase("console.kept_seat", game=begin)))
        elif begin:
            await self.begin_game(begin)
        player.note(self.options.warning)
        if player.watched is None and begin and player.notice:
            self.refusal = player.notice
            self.exit(REFUSED)
        elif player.watched is None and player.machine is None:
            self.open_panel("lobby")
        self._on_begun()

    async def _find(self, table: str) -> bool:
        return bool(table) and await self.player.try_to(self.player.watch(table))

    async def begin_game(self, words: str) -> None:
        """Give a command that opens a game; a game in progress is left first."""
        player, watched = self.player, self.player.watched
        player.notice = ""
        leaves = watched is not None and watched.seat is not None and player.is_alone
        self._begins = True
        try:
            if leaves:
                await leave_table(player)
            await player.try_to(player.say(words, is_private=True))
        finally:
            self._begins = False
        if leaves and player.watched is watched:
            await self._leave_closed()

    def start(self, doing: Coroutine[object, None, object]) -> None:
        """Let a request go on beside everything else."""
        self.run_worker(self._guarded(doing), group="requests")

    async def _guarded(self, doing: Coroutine[object, None, object]) -> None:
        await self.player.try_to(doing)
        self.redraw()

    # What is shown.

    def scene(self) -> Scene:
        """Return the signs and clocks of this moment."""
        return scene_of(self, self._moment())

    def _moment(self) -> TableMoment | None:
        if (watched := self.player.watched) is not None:
            watched.pace = SPEEDS[self.preferences.motion]
        return watched.shown(holds=self.preferences.pause) if watched is not None else None

    def holds_end(self, moment: TableMoment | None = None) -> bool:
        """Return whether a moment, or the one that is to be seen now, is shown although the table has gone on."""
        watched = self.player.watched
        return self.player.machine is None and watched is not None and (moment or self._moment()) is not watched.latest

    def _paint_line(self) -> None:
        """Give the input line the colours of the rest."""
        ink, ground = self.scene().palette.line_colours()
        for part in (self._prompt, self._line):
            part.styles.color, part.styles.background = ink, ground

    def _draw(self, columns: int, lines: int) -> Canvas:
        before, moment = self._shown, self._moment()
        self._shown = moment
        self.controls.go_on.note_drawn(is_drawn=self.holds_end(moment))
        canvas = draw_face(columns, lines, view_of(self, moment))
        draw_motion(self, self._motion, canvas, (before, moment), self._now())
        return canvas

    def redraw(self) -> None:
        """Draw the screen soon."""
        self.redraws.draw_soon()

    def _draw_frame(self) -> bool:
        """Draw the screen; return whether something on it moves."""
        self._line.placeholder = self.say(Phrase(f"screen.line_{'place' if self.player.is_at_place else 'private'}"))
        with suppress(NoMatches):  # The screen is closing.
            self._face.redraw()
        return self._motion.is_on(self._now())

    def _beat(self) -> None:
        watched = self.player.watched
        if watched is None:
            return
        seconds = watched.latest.seconds("turn", watched.now())
        second = None if seconds is None else round(seconds)
        has_gone_on = watched.shown(holds=self.preferences.pause) is not self._shown
        if has_gone_on or (second, watched.may_show) != self._clock:
            self._clock = second, watched.may_show
            self.redraw()

    def spin(self) -> None:
        """Let the reels turn, unless the player wants no motion."""
        if self.preferences.motion != "off":
            self.redraws.spin()

    # What happens.

    def _on_change(self, event: str) -> None:
        """Follow a change that the feed has reported."""
        watched = self.player.watched
        turn = watched.turn if watched is not None else ""
        if turn != self._turn:
            self._turn, self.redraws.is_first = turn, bool(turn)
            self.controls.pending = None
            if self._line.mode == AMOUNT and self._line.is_open:
                self.close_line()
            self._ring(is_turn=bool(turn))
            self.odds.forget()
            self.start_quietly(self.odds.ask())
        self.controls.drop_outdated()
        if event in {"closed", "player_moved"} and self.player.moves:
            self.start_quietly(self._follow(is_closed=event == "closed"))
        elif event == "closed" and watched is not None and not self._begins:
            # Whoever leaves one game for another sees the other one next.
            self.start_quietly(self._leave_closed())
        elif self.player.before:
            self.start_quietly(self.player.keep_up())
        self.redraw()

    async def _follow(self, *, is_closed: bool) -> None:
        """Follow the player to another table."""
        if not await self.player.follow() and is_closed and not self._begins:
            await self._leave_closed()

    async def _leave_closed(self) -> None:
        """Go to the lobby from a table that has closed, when its end was seen, and what was opened there."""
        if await see_end(self.player, lambda: self.holds_end() or getattr(self.screen, "NAME", "lobby") != "lobby"):
            await self.player.leave_view()
            await self.player.refresh()
        if self.player.watched is None:
            has_podium = await self.player.podium() is not None
            self.open_panel(*(("podium", "lobby") if has_podium else ("lobby",)))

    def start_quietly(self, doing: Coroutine[object, None, object]) -> None:
        """Let a request go on whose refusal nobody needs to read."""
        self.run_worker(self.player.try_to(doing), group="quiet")

    def _ring(self, *, is_turn: bool) -> None:
        if is_turn and self.preferences.bell:
            self.bell()
        if self.preferences.title:
            self.set_title(self.say(Phrase("screen.title_turn" if is_turn else "screen.title")))

    def set_title(self, title: str) -> None:
        """Set the title of the terminal's window."""
        if self._driver is not None and not self.is_headless:
            self._driver.write(f"\x1b]2;{title}\x07")

    # What is pressed and typed.

    async def on_event(self, event: events.Event) -> None:
        """Take keys and pastes in the order in which they come, whatever has the focus; the rest is Textual's."""
        is_ready = len(self.screen_stack) == 1 and self._line.is_mounted
        if is_ready and isinstance(event, Key | Paste) and not event.is_forwarded:
            self.app_focus = True  # As Textual does: the focus comes back to where it was before another window had it.
            if await self._take_typed(event):
                return
        await super().on_event(event)

    async def _take_typed(self, event: Key | Paste) -> bool:
        """Hand a key to the line that is open, else to the controls; return whether it meant anything there."""
        if isinstance(event, Paste):
            if self._line.is_open:
                self._line.paste(event.text)
            return True
        if self._line.is_open:
            return await self._line.press(event)
        key = key_of(event)
        if key in {"pageup", "pagedown"}:
            self._scroll_log(5 if key == "pageup" else -5)
            return True
        self._motion.end()
        return key not in BOUND and self.controls.press(key)

    def on_drawn_pressed(self, message: Drawn.Pressed) -> None:
        """Hand a click to the controls."""
        if message.key == "f2":
            self.action_to_lines()
        else:
            self.controls.press(message.key)

    def on_drawn_scrolled(self, message: Drawn.Scrolled) -> None:
        """Scroll the log."""
        self._scroll_log(message.lines)

    def _scroll_log(self, lines: int) -> None:
        self.log_back = max(0, self.log_back + lines)
        self.redraw()

    def open_panel(self, name: str, before: str = "") -> None:
        """Open a panel, unless one is open; `before` is the one that comes back when it is closed."""
        if len(self.screen_stack) == 1:
            panel = PANELS[name]()
            panel.before = before
            self.push_screen(panel)

    def open_line(self, mode: str, text: str = "", *, is_offered: bool = False) -> None:
        """Open the input line; a text that is offered gives way to what is typed."""
        asked = "stake" if self.player.machine is not None else "amount"
        prompt = self.scene().marks.text(self.say(Phrase(f"screen.prompt_{asked}")))
        self._prompt.update(prompt if mode == AMOUNT else "> ")
        self._line.begin(mode, text, is_offered=is_offered)

    def close_line(self) -> None:
        """Close the input line."""
        self._prompt.update("> ")
        self._line.end()

    def take_line(self, mode: str, text: str) -> None:
        """Take what was typed."""
        if mode == AMOUNT:
            self.controls.typed_amount(text)
        else:
            self.log_back = 0
            self.controls.typed_line(text, is_private=mode == CODE)
        self.redraw()

    def preset(self, name: str) -> None:
        """Put one of the usual amounts into the line."""
        watched = self.player.watched
        wager = wager_of(watched.table) if watched is not None else None
        if wager is None or watched is None:
            return
        typed = int(self._line.value) if self._line.value.isdecimal() else wager.least
        amount = wager.preset(name, typed, watched.table.stakes.big_blind or 1)
        self._line.begin(AMOUNT, str(amount), is_offered=True)

    def on_resize(self, event: events.Resize) -> None:
        """Go to lines where the terminal is too small."""
        if event.size.width < LEAST_COLUMNS or event.size.height < LEAST_LINES:
            self.action_to_lines()

    def switch(self, name: str) -> None:
        """Switch one of the player's settings to its next value, and keep it."""
        self.preferences = switched(self.preferences, name)
        keep_preferences(self.options.kept_in, self.preferences)
        self._paint_line()
        self.redraw()

    def action_to_lines(self) -> None:
        """Go on in lines."""
        self.exit(TO_LINES)
