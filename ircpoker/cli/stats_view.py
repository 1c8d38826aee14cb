"""Statistics as text: a table of many players, all figures of one, the course of chips, the hands shown."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from ircpoker.cli.output import format_mean
from ircpoker.equity.grid import HIGH_TO_LOW, kind_rows
from ircpoker.errors import printable
from ircpoker.records.statistics.counters import AF, CBET, PFR, STATISTICS, THREE_BET, VPIP, WSD, WTSD
from ircpoker.words import Phrase, Say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ircpoker.records.statistics.counters import Statistic, Winnings
    from ircpoker.records.statistics.index import IndexedGroup

COLUMNS = (VPIP, PFR, THREE_BET, CBET, AF, WTSD, WSD)
"""The figures of the table of many players."""
_WIDTH, _HEIGHT = 64, 8
"""The size of the curve in characters."""
_BLOCKS = " ▁▂▃▄▅▆▇█"
_EIGHTHS = len(_BLOCKS) - 1


def chips_of(nets: Mapping[int, int]) -> int | float:
    """Return chips that are given by the decimals of their unit.

    Examples:
        >>> chips_of({0: 5, 2: 50}), chips_of({0: 5, 2: 100})
        (5.5, 6)
    """
    total = sum((Decimal(net).scaleb(-decimals) for decimals, net in nets.items()), Decimal(0))
    return int(total) if total == total.to_integral_value() else float(total)


def format_table(rows: Sequence[IndexedGroup], say: Say) -> str:
    """Return a table with two lines for each row: the figures, and below them how often, and the chances."""
    titles = [Phrase("report.hands"), Phrase("report.rate"), *[figure.title for figure in COLUMNS]]
    lines = [["", *map(say, titles)]]
    for row in rows:
        shares = [figure.text(row.counters) for figure in COLUMNS]
        lines.append([printable(row.key), f"{row.winnings.hands}", _rate(row.winnings), *shares])
        lines.append(["", "", "", *[_parts(figure, row) for figure in COLUMNS]])
    first, *others = [max(map(len, column)) for column in zip(*lines, strict=True)]
    text = ""
    for name, *cells in lines:
        shown = [f"{name:{first}}", *[f"{cell:>{width}}" for cell, width in zip(cells, others, strict=True)]]
        text += "  ".join(shown) + "\n"
    return text.replace(" \n", "\n")


def format_list(row: IndexedGroup, say: Say) -> str:
    """Return all figures of one row, one on a line."""
    facts = {"who": printable(row.key), "net": f"{chips_of(row.nets):+}", "rate": _rate(row.winnings)}
    text = say(Phrase("report.player", n=row.winnings.hands, **facts)) + "\n\n"
    cells = [(say(figure.title), figure.text(row.counters), _parts(figure, row)) for figure in STATISTICS]
    width, widest = (max(len(cell[place]) for cell in cells) for place in (0, 2))
    return text + "".join([f"{title:{width}}  {share:>6}  {parts:>{widest}}\n" for title, share, parts in cells])


def _rate(winnings: Winnings) -> str:
    """Return big blinds in 100 hands, with the interval."""
    return format_mean(winnings.per_100 or 0.0, winnings.interval)


def _parts(figure: Statistic, row: IndexedGroup) -> str:
    made, chances = figure.parts(row.counters)
    return f"{made}/{chances}"


def format_curve(points: Iterable[tuple[int, float]], say: Say) -> str:
    """Return the course of a player's chips as a picture, with the highest and the lowest number of chips.

    Args:
        points: pairs of a number of hands and the chips won in them, in order.
        say: words a phrase.

    Returns:
        Lines of text; nothing for fewer than two hands.
    """
    hands, chips = [0], [0.0]
    for more, net in points:
        hands.append(hands[-1] + more)
        chips.append(chips[-1] + net)
    if hands[-1] < 2:
        return ""
    columns = _columns(hands, chips)
    low, high = min(columns), max(columns)
    span = high - low or 1
    levels = [round((value - low) * (_HEIGHT * _EIGHTHS - 1) / span) + 1 for value in columns]
    labels = [f"{high:+g}", *[""] * (_HEIGHT - 2), f"{low:+g}"]
    width = max(map(len, labels))
    text = "\n"
    for row, label in enumerate(labels):
        below = (_HEIGHT - 1 - row) * _EIGHTHS
        line = "".join([_BLOCKS[min(max(level - below, 0), _EIGHTHS)] for level in levels])
        text += f"{label:>{width}} │{line}".rstrip() + "\n"
    return f"{text}{'':{width}}  {say(Phrase('report.curve', n=hands[-1]))}\n"


def _columns(hands: Sequence[int], chips: Sequence[float]) -> list[float]:
    """Return the chips at even steps: at the last known point before each."""
    width = min(_WIDTH, len(hands))
    columns, place = [], 0
    for column in range(width):
        at = hands[-1] * column / (width - 1)
        while place + 1 < len(hands) and hands[place + 1] <= at:
            place += 1
        columns.append(chips[place])
    return columns


def format_shown(kinds: Mapping[str, int], say: Say) -> str:
    """Return the hold'em hands shown as a grid: suited above the diagonal; nothing if there are none."""
    if not kinds:
        return ""
    text = f"\n{say(Phrase('report.shown')):5}  " + " ".join([f"{rank:>3}" for rank in HIGH_TO_LOW]).rstrip() + "\n"
    for first, row in zip(HIGH_TO_LOW, kind_rows(), strict=True):
        cells = [f"{kinds.get(kind, '.'):>3}" for kind in row]
        text += f"    {first}  {' '.join(cells)}\n"
    return f"{text}       {say(Phrase('report.shown_hands', n=sum(kinds.values())))}\n"
