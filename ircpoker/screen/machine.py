"""Draws the slot machine and video poker."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ircpoker.feed.requests import MachineFacts
from ircpoker.screen.bar import draw_buttons, put_row
from ircpoker.screen.canvas import Canvas, Rect
from ircpoker.screen.draw_table import Scene
from ircpoker.screen.pieces import digits_wide, draw_card, put_digits
from ircpoker.screen.seat_places import LARGE, MIDDLE, Layout, SizeClass
from ircpoker.screen.sidebar import draw_log
from ircpoker.screen.table_places import chips

SLOT, VIDEO_POKER = "slot", "videopoker"
TURN_SECONDS = 0.9
"""How long the reels turn."""
_REELS = 5
_LOG_LINES = 6
"""The lines below a cabinet in which the bot's answers stand, at the least."""
_PASSING = ("7c", "Kd", "2h", "Qs", "9d", "Ah", "4s", "Tc", "5d", "Jh")


class MachineScene(NamedTuple):
    """How a machine is shown.

    Attributes:
        shown: what the feed says of it.
        held: the cards that are held, by their numbers from 1.
        turned: the share of the reels' turning that is over, from 0 to 1.
        question: why something was refused; empty for nothing.
        lines: what the bot has answered.
        back: how many of its lines the reader has scrolled back.
    """

    shown: MachineFacts
    held: frozenset[int] = frozenset()
    turned: float = 1.0
    question: str = ""
    lines: Sequence[str] = ()
    back: int = 0


def place_machine(columns: int, lines: int, size: SizeClass) -> tuple[Rect, tuple[Rect, ...]]:
    """Return where the cabinet of a machine stands, and its cards."""
    # There is more room than at a table.
    wide, high = (MIDDLE if size.is_small else LARGE).card
    inner, below = _REELS * (wide + 3) - 3, 10 if size.is_small else 15
    cabinet = Rect((columns - inner - 16) // 2, 0, inner + 16, high + below)
    cabinet = cabinet._replace(y=1 + max(0, (lines - 2 - _LOG_LINES - cabinet.height) // 2))
    return cabinet, tuple([Rect(cabinet.x + 8 + n * (wide + 3), cabinet.y + 3, wide, high) for n in range(_REELS)])


def draw_machine(canvas: Canvas, parts: Layout, machine: MachineScene, scene: Scene) -> None:
    """Draw a machine as a cabinet: its cards behind glass, the result, stake and credit, and its keys."""
    shown, words = machine.shown, scene.words
    is_framed = scene.palette.is_framed
    canvas.fill(Rect(0, 1, canvas.width, canvas.height - 1), "room")
    cabinet, places = place_machine(canvas.width, canvas.height, parts.size)
    ground = "slot" if shown.machine == SLOT else "video"
    if is_framed:
        canvas.box(cabinet, scene.marks.box, "own")
    else:
        canvas.fill(cabinet, ground)
        for x in range(cabinet.x, cabinet.x + cabinet.width):
            canvas.pixels(x, cabinet.y, "", "key" if x // 2 % 2 else "chip1000b")
            canvas.pixels(x, cabinet.y + cabinet.height - 1, "key" if x // 2 % 2 else "chip1000b", "room")
    wide, high = places[0].width, places[0].height
    canvas.put_middle(cabinet, cabinet.y + 1, words(f"machine_{shown.machine}").upper(), "offer")
    glass = Rect(cabinet.x + 4, places[0].y - 1, cabinet.width - 8, high + 3)
    if not is_framed:
        canvas.fill(glass, "glass")
    may_hold = shown.machine == VIDEO_POKER and shown.stage == "deal"
    for number, (card, rect) in enumerate(zip(_visible(machine), places, strict=False), 1):
        has_won = shown.stage == "end" and machine.turned >= 1 and bool(shown.payout)
        draw_card(canvas, rect, card, scene.marks, "won" if has_won else "")
        if may_hold:
            is_held = number in machine.held
            label = words("held") if is_held else f"[{number}]"
            canvas.put(rect.x, rect.y + high, f"{label:^{wide}}", "now" if is_held else "offer")
            canvas.spot(rect._replace(height=high + 1), str(number))
    y = glass.y + glass.height
    if machine.turned >= 1:
        canvas.put_middle(cabinet, y, scene.marks.text(shown.hand), "bold")
        if shown.stage == "end":
            paid = words("pays", amount=chips(shown.payout)) if shown.payout else words("pays_nothing")
            canvas.put_middle(cabinet, y + 1, paid, "good" if shown.payout else "dim")
    _draw_credit(canvas, cabinet, y + 2, machine, scene)
    _draw_keys(canvas, cabinet, machine, scene, may_hold=may_hold)


def _draw_credit(canvas: Canvas, cabinet: Rect, y: int, machine: MachineScene, scene: Scene) -> None:
    """Draw stake and credit; where there is room, what was won and the credit in large digits."""
    shown, is_end = machine.shown, machine.turned >= 1 and machine.shown.stage == "end"
    stake = scene.words("stake", stake=chips(shown.stake), chips=chips(shown.chips))
    canvas.put_middle(cabinet, y, stake, "dim")
    wide = digits_wide(shown.chips)
    if canvas.palette.is_framed or cabinet.y + cabinet.height - y < 8 or wide > cabinet.width - 20:
        return
    put_digits(canvas, cabinet.x + cabinet.width - 4 - wide, y + 1, shown.chips)
    if is_end and shown.payout:
        put_digits(canvas, cabinet.x + 4, y + 1, shown.payout, "@key")


def _draw_keys(canvas: Canvas, cabinet: Rect, machine: MachineScene, scene: Scene, *, may_hold: bool) -> None:
    shown, words = machine.shown, scene.words
    play = "draw_held" if may_hold else "pull" if shown.machine == SLOT else "deal_again"
    other = "hint" if may_hold else "set_stake"
    y = cabinet.y + cabinet.height - 4
    if may_hold or canvas.palette.is_framed or cabinet.width < 70:
        put_row(canvas, Rect(cabinet.x + 4, y + 2, cabinet.width - 8, 1), [words(play), words(other)])
    else:
        buttons = [(words(play), "call"), (words(other), "fold")]
        draw_buttons(canvas, Rect(cabinet.x + 4, y, cabinet.width - 8, 3), buttons)
    ways = [words(key) for key in ("pay_table", "way_lobby", "way_leave_machine")]
    row = Rect(1, canvas.height - 1, canvas.width - 2, 1)
    put_row(canvas, row, ways)
    top = cabinet.y + cabinet.height
    log = Rect(1, top, canvas.width - 2, row.y - bool(machine.question) - top)
    draw_log(canvas, log, machine.lines, scene, machine.back)
    if machine.question:
        canvas.put(1, canvas.height - 2, scene.marks.text(machine.question), "bad", most=row.width)


def _visible(machine: MachineScene) -> Sequence[str]:
    """Return the cards to draw: reels stop one after the other, those before show passing cards."""
    cards = machine.shown.cards
    if machine.turned >= 1:
        return cards
    stopped, step = int(machine.turned * (len(cards) + 1)), int(machine.turned * 40)
    passing = [_PASSING[(step + 3 * number) % len(_PASSING)] for number in range(stopped, len(cards))]
    return [*cards[:stopped], *passing]
