"""Draws the dock below the table: what the player may do, with keys, or what they are asked; the chances."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ircpoker.feed.messages import TableSnapshot
from ircpoker.screen.canvas import Canvas, Rect
from ircpoker.screen.chances import StreetChances, chances_of, part_numbers
from ircpoker.screen.colours import INKS
from ircpoker.screen.draw_table import Scene
from ircpoker.screen.offers import Wager, legal_now, offers_of, own_seat, wager_of
from ircpoker.screen.pieces import draw_line_bar
from ircpoker.screen.table_places import chips
from ircpoker.screen.text import cut, width
from ircpoker.words import Phrase

_KEY = re.compile(r"\[([^\]]+)\]")
_NAMED_KEYS = {"Enter": "enter", "Esc": "escape", "F2": "f2"}
_GAP = 3
_GROUNDS = {"f": "fold", "k": "call", "c": "call", "r": "bet", "a": "all_in", "d": "call"}
"""The grounds of the buttons by their keys in the catalogue."""


class BarNote(NamedTuple):
    """What stands in the bar beside the actions.

    Attributes:
        question: what Enter would do, or why something was refused; empty for nothing.
        is_error: whether it is a refusal.
        odds: the chances of the player's hand; empty for none.
        before: the action that is taken when the turn comes: `check_fold`, `call_any`, or nothing.
        may_show: whether the cards of the last deal may still be shown.
        may_top_up: whether more chips may be brought.
        held: the seconds for which the end of a deal is still held, and their share of all; None if none is.
        is_last: whether the table has closed with that deal.
    """

    question: str = ""
    is_error: bool = False
    odds: str = ""
    before: str = ""
    may_show: bool = False
    may_top_up: bool = False
    held: tuple[float, float] | None = None
    is_last: bool = False


def put_keyed(canvas: Canvas, x: int, y: int, text: str, style: str = "") -> int:
    """Draw a text whose keys stand in brackets, let it take clicks as the first of them; return the next column."""
    start = x
    for number, part in enumerate(_KEY.split(text)):
        x = canvas.put(x, y, f"[{part}]" if number % 2 else part, "offer" if number % 2 else style)
    key = _KEY.search(text)
    if key is not None:
        canvas.spot(Rect(start, y, x - start, 1), _NAMED_KEYS.get(key[1], key[1]))
    return x


def put_row(canvas: Canvas, area: Rect, texts: Sequence[str], style: str = "") -> int:
    """Draw texts side by side, each as `put_keyed`, as many as there is room for; return the next column."""
    x = area.x
    for text in texts:
        if x + width(text) > area.x + area.width:
            break
        x = put_keyed(canvas, x, area.y, text, style) + _GAP
    return x


class KeyLabel(NamedTuple):
    """A label of the catalogue, such as `[c]all 40`, as its key and its words."""

    key: str
    words: str

    @classmethod
    def of(cls, label: str) -> KeyLabel:
        """Return a label in its parts.

        Examples:
            >>> KeyLabel.of("[c]all 40"), KeyLabel.of("[k] check")
            (KeyLabel(key='c', words='Call 40'), KeyLabel(key='k', words='Check'))
        """
        key = _KEY.match(label)
        if key is None:
            return cls("", label)
        rest = label[key.end() :]
        words = rest.strip() if rest.startswith(" ") else key[1] + rest
        return cls(key[1], words[:1].upper() + words[1:])


def draw_buttons(canvas: Canvas, area: Rect, labels: Sequence[tuple[str, str]], *, is_wide: bool = True) -> int:
    """Draw labels with keys as buttons side by side, one line or three lines high; return the column after them.

    Args:
        canvas: where they are drawn.
        area: their place.
        labels: each label, with the ground of its button.
        is_wide: whether they take the whole width.
    """
    is_framed, parts = canvas.palette.is_framed, [(KeyLabel.of(label), ground) for label, ground in labels]
    if is_framed:
        x = area.x
        for label, _ in parts:
            end = canvas.put(x, area.y + area.height // 2, f"[{label.key}] {label.words}", "bold")
            canvas.spot(Rect(x, area.y, end - x, area.height), _NAMED_KEYS.get(label.key, label.key))
            x = end + _GAP
        return x
    wide = [width(label.words) + width(label.key) + 5 for label, _ in parts]
    spare = area.width - sum(wide) - len(parts) + 1
    extra = max(0, spare // max(1, len(parts))) if is_wide and area.height > 1 else 0
    x = area.x
    for (label, ground), columns in zip(parts, wide, strict=True):
        rect = Rect(x, area.y, columns + extra, area.height)
        if rect.x + rect.width > area.x + area.width:
            break
        _draw_button(canvas, rect, label, ground)
        x += rect.width + 1
    return x


def _draw_button(canvas: Canvas, rect: Rect, label: KeyLabel, ground: str) -> None:
    key = _NAMED_KEYS.get(label.key, label.key)
    middle = rect.y + rect.height // 2
    canvas.fill(rect._replace(y=middle, height=1), ground)
    if rect.height > 1:
        canvas.pixels(rect.x, rect.y, "", ground, wide=rect.width)
        canvas.pixels(rect.x, rect.y + 2, ground, "", wide=rect.width)
    text = f" {label.words}"
    x = rect.x + (rect.width - width(label.key) - 3 - width(text)) // 2 if rect.height > 1 else rect.x
    x = canvas.put(x, middle, f" {label.key} ", "box")
    canvas.put(x, middle, text, f"do_{ground}" if f"do_{ground}" in INKS else "bold")
    canvas.spot(rect, key)


def draw_bar(canvas: Canvas, area: Rect, table: TableSnapshot, scene: Scene, asked: BarNote) -> None:
    """Draw the dock below the table: the actions, then amounts or what is asked, chances, and the ways elsewhere."""
    marks, say = scene.marks, scene.say
    is_small = area.height == 2
    chances = chances_of(table)
    if asked.held is not None:
        _draw_held(canvas, area, scene, asked)
    elif chances and not is_small:
        draw_chances(canvas, area, table, chances, scene)
    elif legal_now(table) is not None:
        is_low = is_small or scene.is_far
        first = Rect(area.x + 1, area.y + (is_low and not is_small), area.width - 2, 1 if is_low else 3)
        draw_buttons(canvas, first, [(marks.text(say(label)), ground) for label, ground in _actions(table, scene)])
    else:
        labels = [marks.text(say(label)) for label in _labels(table, asked)]
        put_row(canvas, _line(area, 0 if is_small else 1), labels)
    second = _line(area, 1 if is_small else 3)
    if not is_small:
        put_keyed(canvas, area.x + 1, area.y + 4, marks.text(asked.odds))
        draw_ways(canvas, area, table, scene)
    elif asked.odds and not asked.question:
        x = canvas.width - 1 - width(asked.odds)
        put_keyed(canvas, x, second.y, marks.text(asked.odds), "dim")
        second = second._replace(width=x - second.x - 1)
    wager = wager_of(table)
    if asked.question:
        question = cut(marks.text(asked.question), second.width, marks.ellipsis)
        put_keyed(canvas, second.x, second.y, question, "bad" if asked.is_error else "turn")
    elif wager is not None and not wager.is_fixed:
        _draw_amounts(canvas, second, wager, scene)
    elif is_small and legal_now(table) is None:
        draw_ways(canvas, area, table, scene)


def _draw_held(canvas: Canvas, area: Rect, scene: Scene, asked: BarNote) -> None:
    """Draw what a key does while the end of a deal is held, and how long that is."""
    marks, say, is_small = scene.marks, scene.say, area.height == 2
    on, following = ("leave_closed", "closed_in") if asked.is_last else ("go_on", "next_in")
    labels = [(Phrase(f"screen.{on}"), "call"), *[(label, "fold") for label in after_deal(asked)]]
    texts = [(marks.text(say(label)), ground) for label, ground in labels]
    row = Rect(area.x + 1, area.y + (not is_small), area.width - 2, 1 if is_small else 3)
    draw_buttons(canvas, row, texts, is_wide=False)
    if asked.held is None or is_small:
        return
    seconds, share = asked.held
    x = canvas.put(area.x + 1, area.y, scene.words(following, seconds=f"{seconds:.0f}"), "bold")
    draw_line_bar(canvas, Rect(x + 2, area.y, min(48, area.width - x - 4), 1), share, "@good", marks)


def draw_chances(
    canvas: Canvas, area: Rect, table: TableSnapshot, chances: Sequence[StreetChances], scene: Scene
) -> None:
    """Draw a bar for each street of an all-in: the parts of the pot that the open hands win on average."""
    names = {seat.seat: scene.marks.text(seat.name) for seat in table.seats}
    numbers = part_numbers(table)
    canvas.put(area.x + 1, area.y, scene.words("all_in_decides"), "bold")
    canvas.put_right(area.x + area.width - 1, area.y, scene.words("equity"), "dim")
    wide = area.width - 27
    for y, street in enumerate(chances, area.y + 1):
        name = scene.words("street_" + {0: "preflop", 3: "flop", 4: "turn"}[street.board])
        canvas.put(area.x + 1, y, cut(name, 8, scene.marks.ellipsis), "" if street is chances[-1] else "dim")
        start, before = area.x + 10, 0.0
        for seat in sorted(street.shares, key=numbers.__getitem__):
            first, before = round(wide * before), before + street.shares[seat]
            columns = round(wide * before) - first
            percent = f"{100 * street.shares[seat]:.0f}"
            text = next((each for each in (f" {names[seat]} {percent} %", percent) if width(each) < columns), "")
            text = text[:columns] + " " * (columns - width(text))
            canvas.put(start + first, y, text, f"pie{numbers[seat]}" if columns else "")
        counted = scene.words("run_outs", boards=chips(street.boards)) if street.boards else scene.marks.text("±")
        canvas.put_right(area.x + area.width - 1, y, counted, "dim")


def draw_ways(canvas: Canvas, area: Rect, table: TableSnapshot, scene: Scene) -> None:
    """Draw the keys of the panels, of the chat and of the way out into the last line of the bar."""
    labels = [scene.marks.text(scene.say(label)) for label in _ways(table)]
    put_row(canvas, _line(area, area.height - 1), labels, "dim")


def _line(area: Rect, number: int) -> Rect:
    return Rect(area.x + 1, area.y + number, area.width - 2, 1)


def _actions(table: TableSnapshot, scene: Scene) -> list[tuple[Phrase, str]]:
    """Return the words of the actions that are legal now, with the grounds of their buttons."""
    marked, legal = len(scene.chosen), legal_now(table)
    if marked and legal is not None and legal.discard:
        return [(Phrase("screen.discard_marked", n=marked), "call")]
    buttons = [(offer.label, _GROUNDS[offer.key]) for offer in offers_of(table)]
    wager = wager_of(table)
    if wager is not None and not wager.is_fixed:
        span = {"least": chips(wager.least), "most": chips(wager.most)}
        buttons.insert(len(buttons) - wager.is_all_in, (Phrase(f"screen.{wager.action}_free", **span), "bet"))
    return buttons


def _labels(table: TableSnapshot, asked: BarNote) -> list[Phrase]:
    """Return the words of the first line while there is nothing to decide."""
    seat = own_seat(table)
    if seat is None:
        return [Phrase("screen.join")] if table.is_open else [Phrase("screen.watching")]
    if seat.status in {"sitting_out", "away"}:
        return [Phrase("screen.back")]
    if not seat.stack and not (table.deal and seat.in_hand):
        return [Phrase("screen.buy_in_again")]
    if not table.deal or not seat.in_hand or seat.all_in:
        labels = after_deal(asked) or [Phrase("screen.no_action")]
    elif asked.before:
        labels = [Phrase(f"screen.will_{asked.before}"), Phrase("screen.take_back")]
    else:
        labels = [Phrase("screen.check_fold"), Phrase("screen.call_any")]
    return [*labels, *([Phrase("screen.top_up")] if asked.may_top_up else [])]


def after_deal(asked: BarNote) -> list[Phrase]:
    """Return the words for the moment after a deal."""
    return [Phrase("screen.show_cards"), Phrase("screen.muck_cards")] if asked.may_show else []


def _ways(table: TableSnapshot) -> list[Phrase]:
    """Return the words for what is not an action."""
    names = ("lobby", "hands", "why", "stats", "proof", "chat", "leave")
    return [Phrase(f"screen.way_{name}") for name in names if name != "leave" or table.you is not None]


def _draw_amounts(canvas: Canvas, area: Rect, wager: Wager, scene: Scene) -> None:
    """Draw the usual amounts that have room, each of which takes clicks; where the pot is the most, only the most."""
    x = canvas.put(area.x, area.y, f"{scene.words(f'{wager.action}_amounts')} ", "dim")
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
    if x + width(more) <= area.x + area.width:
        canvas.put(x, area.y, more, "dim")
