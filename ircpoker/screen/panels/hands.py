"""Finished deals of the table, step by step; why the robots did what they did in the last one; a drill."""

from __future__ import annotations

from collections.abc import Sequence

from ircpoker.feed.data import FinishedDeal, RobotRanges, chips_of, tables_of
from ircpoker.feed.messages import TableSnapshot
from ircpoker.screen.bar import put_row
from ircpoker.screen.canvas import Canvas, Rect
from ircpoker.screen.draw_table import draw_table
from ircpoker.screen.marks import SUIT_STYLES
from ircpoker.screen.panels.panel import MOST_COLUMNS, Panel, PanelRow, columns_of
from ircpoker.screen.seat_places import lay_out
from ircpoker.screen.sidebar import draw_log
from ircpoker.screen.table_places import chips
from ircpoker.screen.text import cut
from ircpoker.words import Phrase

_WORDS_BEFORE = 5
"""How many steps before the present one are shown."""


class HandsPanel(Panel):
    """Finished deals: the arrows to the sides go from step to step, those up and down from deal to deal.

    Attributes:
        number: which of the deals is shown, the last one is 0.
        step_number: which of its moments is shown.
    """

    NAME = "hands"
    KEY = "h"
    WAYS = "hands_ways"

    number = 0
    step_number = 0
    tables: Sequence[TableSnapshot] = ()
    deal: FinishedDeal | None = None

    async def load(self) -> list[PanelRow]:
        """Return the rows of the moment that is shown."""
        deals = self.app.player.deals
        if not deals:
            return [PanelRow(self.say("hands_none"), "dim")]
        self.number = min(self.number, len(deals) - 1)
        self.deal = await self.app.player.deal(deals[-1 - self.number])
        self.tables = tables_of(self.deal)
        self.step_number = len(self.tables) - 1
        return self._rows()

    def press(self, key: str) -> bool:
        """Take a key: up and down change the deal."""
        if key in {"up", "down"} and self.deal is not None:
            self.number = max(0, self.number + (1 if key == "up" else -1))
            self.renew()
            return True
        if key == "v" and self.deal is not None:
            self.app.start(self._review(self.deal.deal))
            return True
        return super().press(key)

    async def _review(self, number: str) -> None:
        """Show the review of the own decisions, or have it made: then the key shows it a little later."""
        if not (await self.app.player.deal(number)).review:
            await self.app.player.say(f"review {number}", is_private=True)
        self.renew()

    def step(self, by: int) -> None:
        """Go to another step."""
        if self.deal is None:
            return
        self.step_number = min(max(self.step_number + by, 0), len(self.tables) - 1)
        self._show()

    def _rows(self) -> list[PanelRow]:
        deal = self.deal
        if deal is None:
            return []
        table, words = self.tables[self.step_number], [moment.event.words for moment in deal.moments]
        own = table.you
        marks = self.app.scene().marks
        at = self.say("hands_at", step=self.step_number + 1, steps=len(self.tables))
        ended = deal.ended[:16].replace("T", " ")
        title = self.say("hands_title", deal=deal.deal, title=deal.title, ended=ended, where=at)
        board: list[tuple[str, str]] = []
        for card in table.board:
            board += [(marks.card_text(card), SUIT_STYLES.get(card[1:], "")), (" ", "")]
        pot = self.say("pot", amount=chips(chips_of(deal, table.pot)))
        rows = [PanelRow(title, "bold"), PanelRow(""), PanelRow("", parts=(*board, (f"  {pot}", "pot"))), PanelRow("")]
        cells = [
            [
                f"{seat.seat} {marks.text(seat.name)}",
                seat.position,
                "?" if seat.seat in deal.unknown_stacks else chips(chips_of(deal, seat.stack)),
                self.say("bet", amount=chips(chips_of(deal, seat.bet))) if seat.bet else "",
                " ".join(map(marks.card_text, own.cards if own and own.seat == seat.seat else seat.cards)),
                self.say("folded") if not seat.in_hand else marks.text(seat.hand),
            ]
            for seat in table.seats
        ]
        rows += [*map(PanelRow, columns_of(cells)), PanelRow("")]
        first = max(0, self.step_number - _WORDS_BEFORE)
        rows += [PanelRow(f"  {before}", "dim") for before in words[first : self.step_number]]
        rows += [PanelRow(f"{self.say('hands_now')} {words[self.step_number]}", "turn"), PanelRow("")]
        for result in table.last.results if table.last and self.step_number == len(self.tables) - 1 else ():
            name = next((seat.name for seat in table.seats if seat.seat == result.seat), "")
            net = chips_of(deal, result.net)
            style = "good" if net > 0 else "lost" if net < 0 else "dim"
            cards = " ".join(map(marks.card_text, result.cards))
            line = self.say("hands_result", who=name, net=f"{net:+,}", cards=cards, hand=result.hand)
            rows.append(PanelRow(line.strip(), style))
        return [*rows, *map(PanelRow, deal.review)] if self.step_number == len(self.tables) - 1 else rows

    def _draw(self, columns: int, lines: int) -> Canvas:
        """Draw the moment as a table; amounts that are no whole chips, or unknown, stand in rows only."""
        deal = self.deal
        if deal is None or deal.decimals or deal.unknown_stacks:
            return super()._draw(columns, lines)
        scene = self.app.scene()._replace(seconds=None, chosen=frozenset(), is_past=True)
        marks, parts = scene.marks, lay_out(columns, lines - 1)
        canvas = Canvas(columns, lines, marks.ellipsis, scene.palette)
        canvas.put(1, 0, cut(marks.text(self.rows[0].text), columns - 2, marks.ellipsis), "bold")
        canvas.fill(parts.felt, "room")
        draw_table(canvas, parts.felt, parts.size, self.tables[self.step_number], scene)
        log = Rect(1, parts.bar.y, columns - 2, lines - 1 - parts.bar.y)
        if not parts.size.is_small:
            log = Rect(parts.side.x, 2, parts.side.width, lines - 4)
        words = [moment.event.words for moment in deal.moments[: self.step_number + 1]]
        words += deal.review if self.step_number == len(self.tables) - 1 else ()
        draw_log(canvas, log, words, scene)
        put_row(canvas, Rect(1, lines - 1, columns - 2, 1), [marks.text(each) for each in self.ways()], "dim")
        return canvas


RANKS = "AKQJT98765432"
_STEPS = ((67, "heat4"), (34, "heat3"), (10, "heat2"), (1, "heat1"))
"""The style of each share in per cent, from the greatest down."""
_GAP = "   "
_TWO_GRIDS = 2 * (13 * 4 - 1) + len(_GAP)
"""The columns of two grids side by side."""


def kind_of(row: int, column: int) -> str:
    """Return the kind of hands in a cell of the grid: suited ones stand above the pairs, the others below.

    Examples:
        >>> kind_of(0, 0), kind_of(0, 1), kind_of(1, 0)
        ('AA', 'AKs', 'AKo')
    """
    high, low = RANKS[min(row, column)], RANKS[max(row, column)]
    return high + low + ("" if row == column else "s" if row < column else "o")


def action_phrase(action: str) -> Phrase:
    """Return what was done, in words, of an action as the feed has it: `check`, `call`, `bet 20`, `raise 60`."""
    name, _, amount = action.partition(" ")
    return Phrase("screen.why_call") if name == "call" else Phrase(f"did.{name}", amount=amount)


class WhyPanel(Panel):
    """The reasons; the arrows to the sides go from one decision's ranges to another's.

    Attributes:
        number: which of the decisions with ranges is shown.
    """

    NAME = "why"
    KEY = "w"
    WAYS = "why_ways"

    number = -1
    _lines: tuple[str, ...] = ()
    _ranges: tuple[RobotRanges, ...] = ()
    _deal = ""

    async def load(self) -> list[PanelRow]:
        """Return the sentences and the ranges of the last decision."""
        found = await self.app.player.why()
        if found is None:
            return [PanelRow(self.say("hands_none"), "dim")]
        self._lines, self._ranges, self._deal = found.lines, found.ranges, found.deal
        self.number = len(self._ranges) - 1
        return self._rows()

    def step(self, by: int) -> None:
        """Go to the ranges of another decision."""
        if self._ranges:
            self.number = min(max(self.number + by, 0), len(self._ranges) - 1)
            self._show()

    def _rows(self) -> list[PanelRow]:
        rows = [PanelRow(self.say("why_deal", deal=self._deal), "bold")]
        rows += [PanelRow(line) for line in self._lines]
        if not self._ranges:
            return [*rows, PanelRow(""), PanelRow(self.say("why_no_ranges"), "dim")]
        shown = self._ranges[self.number]
        at = self.say("hands_at", step=self.number + 1, steps=len(self._ranges))
        action = self.app.say(action_phrase(shown.action))
        title = self.say("why_ranges", who=shown.who, action=action, where=at)
        rows += [PanelRow(""), PanelRow(title, "bold")]
        if min(self.size.width - 2, MOST_COLUMNS) - 4 >= _TWO_GRIDS:
            pairs = [(*_cells(shown.own, row), (_GAP, ""), *_cells(shown.opponents, row)) for row in range(13)]
            rows += [PanelRow("", parts=pair) for pair in pairs]
            rows.append(PanelRow(self.say("why_sides"), "dim"))
        else:
            for name, shares in (("own", shown.own), ("opponents", shown.opponents)):
                rows.append(PanelRow(self.say(f"why_{name}"), "dim"))
                rows += [PanelRow("", parts=tuple(_cells(shares, row))) for row in range(13)]
        return [*rows, PanelRow(self.say("why_legend"), "dim")]


def _cells(shares: Sequence[int], row: int) -> list[tuple[str, str]]:
    """Return one row of a grid; hands that are not in the range are dots."""
    cells: list[tuple[str, str]] = []
    for column in range(13):
        share = shares[13 * row + column]
        style = next((style for least, style in _STEPS if share >= least), "dim")
        text = f"{kind_of(row, column):<3}" if share else " . "
        cells += [(text, style), (" ", "")]
    return cells[:-1]


_ANSWERS = frozenset("fckxrba")
"""The letters of actions, as at a table."""
_PART = " | "
_MOST_DIGITS = 9


class DrillPanel(Panel):
    """A drill: the bot asks what the person does in a decision, and says what the answer costs, as in chat.

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
