"""Draws the slot machine and video poker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ircpoker.screen.bar import put_row
from ircpoker.screen.canvas import Canvas, Rect
from ircpoker.screen.draw_table import CARD_HIGH, CARD_WIDE, chips, draw_card
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.screen.draw_table import Scene

SLOT, VIDEO_POKER = "slot", "videopoker"
TURN_SECONDS = 0.9
"""How long the reels turn."""
_REELS = 5
_PASSING = ("7c", "Kd", "2h", "Qs", "9d", "Ah", "4s", "Tc", "5d", "Jh")


class MachineScene(NamedTuple):
    """How a machine is shown.

    Attributes:
        shown: what the feed says of it.
        held: the cards that are held, by their numbers from 1.
        turned: the share of the reels' turning that is over, from 0 to 1.
        question: what Enter would do, or why something was refused.
        is_error: whether it is a refusal.
        step: counts the pictures while the reels turn.
    """

    shown: dict[str, Any]
    held: frozenset[int] = frozenset()
    turned: float = 1.0
    question: str = ""
    is_error: bool = False
    step: int = 0


def draw_machine(canvas: Canvas, area: Rect, bar: Rect, machine: MachineScene, scene: Scene) -> None:
    """Draw a machine, and its keys into the bar."""
    shown, marks, say = machine.shown, scene.marks, scene.say
    y = area.y + max(0, (area.height - CARD_HIGH - 5) // 2)
    x = area.x + (area.width - _REELS * (CARD_WIDE + 2)) // 2
    cards = _visible(machine)
    may_hold = shown["machine"] == VIDEO_POKER and shown.get("stage") == "deal"
    frame = Rect(x - 3, y - 1, _REELS * (CARD_WIDE + 2) + 4, CARD_HIGH + (3 if may_hold else 2))
    canvas.box(frame, marks.box, "own")
    for number, card in enumerate(cards, 1):
        rect = Rect(x + (number - 1) * (CARD_WIDE + 2), y, CARD_WIDE, CARD_HIGH)
        draw_card(canvas, rect, card, marks)
        if may_hold:
            label = say(Phrase("screen.held")) if number in machine.held else f" [{number}]"
            canvas.put(rect.x, y + CARD_HIGH, label, "turn" if number in machine.held else "offer")
            canvas.spot(Rect(rect.x, y, CARD_WIDE, CARD_HIGH + 1), str(number))
    y += CARD_HIGH + (3 if may_hold else 2)
    if machine.turned >= 1:
        canvas.put_middle(area, y, marks.text(str(shown.get("hand") or "")), "bold")
        payout = shown.get("payout") or 0
        if shown.get("stage") == "end":
            words = Phrase("screen.pays", amount=chips(payout)) if payout else Phrase("screen.pays_nothing")
            canvas.put_middle(area, y + 1, say(words), "won" if payout else "dim")
    stake = Phrase("screen.stake", stake=chips(shown.get("stake") or 0), chips=chips(shown.get("chips") or 0))
    canvas.put_middle(area, y + 2, marks.text(say(stake)), "dim")
    keys = ["draw_held", "hint"] if may_hold else ["pull" if shown["machine"] == SLOT else "deal_again", "set_stake"]
    labels = [say(Phrase(f"screen.{key}")) for key in (*keys, "pay_table", "way_lobby", "way_leave_machine")]
    put_row(canvas, Rect(bar.x + 1, bar.y, bar.width - 2, 1), [marks.text(label) for label in labels])
    if machine.question:
        style = "error" if machine.is_error else "turn"
        canvas.put(bar.x + 1, bar.y + 1, marks.text(machine.question), style, most=bar.width - 2)


def _visible(machine: MachineScene) -> list[str]:
    """Return the cards to draw: reels stop one after the other, those before show passing cards."""
    cards = list(machine.shown.get("cards") or [""] * _REELS)
    if machine.turned >= 1:
        return cards
    stopped = int(machine.turned * (len(cards) + 1))
    passing = len(_PASSING)
    return [
        card if number < stopped else _PASSING[(machine.step + 3 * number) % passing]
        for number, card in enumerate(cards)
    ]
