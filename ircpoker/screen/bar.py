"""Draws the bar below the table: what the player may do, with keys, or what they are asked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.screen.canvas import Canvas, Rect
from ircpoker.screen.draw_table import chips
from ircpoker.screen.offers import legal_now, offers_of, own_seat, wager_of
from ircpoker.screen.text import cut, width
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.screen.draw_table import Scene, Snapshot
    from ircpoker.screen.offers import Wager

_KEY = re.compile(r"\[([^\]]+)\]")
_NAMED_KEYS = {"Enter": "enter", "Esc": "escape", "F2": "f2"}
_GAP = 3


class BarNote(NamedTuple):
    """What stands in the bar beside the actions.

    Attributes:
        question: what Enter would do, or why something was refused; empty for nothing.
        is_error: whether it is a refusal.
        odds: the chances of the player's hand; empty for none.
        before: the action that is taken when the turn comes: `check_fold`, `call_any`, or nothing.
        may_show: whether the cards of the last deal may still be shown.
        may_top_up: whether more chips may be brought.
    """

    question: str = ""
    is_error: bool = False
    odds: str = ""
    before: str = ""
    may_show: bool = False
    may_top_up: bool = False


def put_keyed(canvas: Canvas, x: int, y: int, text: str, style: str = "") -> int:
    """Draw a text whose keys stand in brackets, let it take clicks as the first of them; return the next column."""
    start = x
    for number, part in enumerate(_KEY.split(text)):
        x = canvas.put(x, y, f"[{part}]" if number % 2 else part, "offer" if number % 2 else style)
    found = _KEY.search(text)
    if found is not None:
        canvas.spot(Rect(start, y, x - start, 1), _NAMED_KEYS.get(found[1], found[1]))
    return x


def put_row(canvas: Canvas, area: Rect, texts: Sequence[str], style: str = "") -> int:
    """Draw texts side by side, each as `put_keyed`, as many as there is room for; return the next column."""
    x = area.x
    for text in texts:
        if x + width(text) > area.x + area.width:
            break
        x = put_keyed(canvas, x, area.y, text, style) + _GAP
    return x


def draw_bar(canvas: Canvas, area: Rect, table: Snapshot, scene: Scene, asked: BarNote) -> None:
    """Draw the bar: the actions, then the amounts or what is asked; where it has a third line, the panels in it."""
    marks, say = scene.marks, scene.say
    first, second = (_line(area, number) for number in (0, 1))
    if area.height > 2:
        draw_ways(canvas, area, table, scene)
    texts = [marks.text(say(label)) for label in _labels(table, asked, len(scene.chosen))]
    x = put_row(canvas, first, texts)
    has_room = x + width(asked.odds) < area.width
    if asked.odds:
        # Where the first line is full, the chances stand in the second one.
        y = area.y if has_room else area.y + 1
        put_keyed(canvas, area.width - 1 - width(asked.odds), y, marks.text(asked.odds), "dim")
        second = second if has_room else second._replace(width=second.width - width(asked.odds) - 1)
    if asked.question:
        question = cut(marks.text(asked.question), second.width, marks.ellipsis)
        put_keyed(canvas, second.x, second.y, question, "error" if asked.is_error else "turn")
        return
    wager = wager_of(table)
    if wager is not None and not wager.is_fixed:
        _draw_amounts(canvas, second, wager, scene)
    elif legal_now(table) is None and area.height == 2:
        draw_ways(canvas, area, table, scene)


def draw_ways(canvas: Canvas, area: Rect, table: Snapshot, scene: Scene) -> None:
    """Draw the keys of the panels, of the chat and of the way out into the last line of the bar."""
    labels = [scene.marks.text(scene.say(label)) for label in _ways(table)]
    put_row(canvas, _line(area, area.height - 1), labels, "dim")


def _line(area: Rect, number: int) -> Rect:
    return Rect(area.x + 1, area.y + number, area.width - 2, 1)


def _labels(table: Snapshot, asked: BarNote, marked: int) -> list[Phrase]:
    """Return the words of the first line."""
    if legal_now(table) is not None:
        labels = [offer.label for offer in offers_of(table)]
        if marked and (legal_now(table) or {}).get("discard"):
            return [Phrase("screen.discard_marked", n=marked)]
        wager = wager_of(table)
        if wager is not None and not wager.is_fixed:
            span = {"least": chips(wager.least), "most": chips(wager.most)}
            labels.insert(len(labels) - wager.is_all_in, Phrase(f"screen.{wager.action}_free", **span))
        return labels
    you = table.get("you")
    if you is None:
        return [Phrase("screen.join")] if table.get("is_open") else [Phrase("screen.watching")]
    seat = own_seat(table)
    if seat.get("status") in {"sitting_out", "away"}:
        return [Phrase("screen.back")]
    if not seat.get("stack") and not seat.get("in_hand"):
        return [Phrase("screen.buy_in_again")]
    if not table.get("deal") or not seat.get("in_hand") or seat.get("all_in"):
        labels = after_deal(asked) or [Phrase("screen.no_action")]
    elif asked.before:
        labels = [Phrase(f"screen.will_{asked.before}"), Phrase("screen.take_back")]
    else:
        labels = [Phrase("screen.check_fold"), Phrase("screen.call_any")]
    return [*labels, *([Phrase("screen.top_up")] if asked.may_top_up else [])]


def after_deal(asked: BarNote) -> list[Phrase]:
    """Return the words for the moment after a deal."""
    return [Phrase("screen.show_cards"), Phrase("screen.muck_cards")] if asked.may_show else []


def _ways(table: Snapshot) -> list[Phrase]:
    """Return the words for what is not an action."""
    names = ("lobby", "hands", "why", "stats", "proof", "chat", "leave")
    return [Phrase(f"screen.way_{name}") for name in names if name != "leave" or table.get("you") is not None]


def _draw_amounts(canvas: Canvas, area: Rect, wager: Wager, scene: Scene) -> None:
    """Draw the usual amounts that have room, each of which takes clicks; where the pot is the most, only the most."""
    x = area.x
    named = {"half": wager.half, "pot": wager.pot, "most": wager.most}
    shown = [(name, amount) for name, amount in named.items() if name == "most" or amount < wager.most]
    for number, (name, amount) in enumerate(shown):
        phrase = Phrase(f"screen.preset_{name}", amount=chips(amount))
        if name == "most" and not wager.is_all_in:
            phrase = Phrase("screen.preset_max", amount=chips(amount))
        text, between = scene.marks.text(scene.say(phrase)), scene.marks.text(" · ") if number else ""
        if x + width(between) + width(text) > area.x + area.width:
            return
        x = canvas.put(x, area.y, between, "dim")
        end = canvas.put(x, area.y, text)
        canvas.spot(Rect(x, area.y, end - x, 1), f"amount:{amount}")
        x = end
    more = scene.marks.text(scene.say(Phrase("screen.type_amount")))
    canvas.put(x, area.y, more, "dim", most=max(0, area.x + area.width - x))
