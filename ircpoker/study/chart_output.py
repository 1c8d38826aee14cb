"""A chart as text, as data, as a table of comma-separated values and as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from ircpoker.equity.grid import HIGH_TO_LOW, Cell, format_rows
from ircpoker.hands.kinds import COMBINATIONS_OF
from ircpoker.study.charts import ACTIONS, Chart
from ircpoker.words import Phrase, Say

COLOURS = {"f": "#dde3e9", "c": "#86c58b", "r": "#eb9a80", "h": "#f3c77b", "p": "#eb9a80", "a": "#e2808f"}
"""Of the actions; black text on each has a contrast above 7."""
RANKS = len(HIGH_TO_LOW)
_CELL, _EDGE, _LINE = 38, 16, 20
_SMALLEST = 0.01


def chart_title(chart: Chart, say: Say = str) -> str:
    """Return what the chart is of, in words.

    Examples:
        >>> from ircpoker.study.charts import read_chart
        >>> chart_title(read_chart("ring6-100/ffr"))
        'ring6-100/ffr: BTN, after UTG fold, HJ fold, CO raise'
    """
    before = ", ".join([f"{position} {action_name(letter, say)}" for position, letter in chart.before])
    key = "after" if before else "first"
    return say(Phrase(f"chart.{key}", name=chart.name, position=chart.position, before=before))


def action_name(letter: str, say: Say) -> str:
    """Return an action for people."""
    return say(Phrase(f"chart.{ACTIONS[letter].replace('-', '_')}"))


def cells_of(shares: Mapping[str, float]) -> list[list[Cell]]:
    """Return the grid of how often each kind is played so; the kinds in the order of `kind_rows`."""
    cells = []
    for kind, share in shares.items():
        possible = COMBINATIONS_OF[kind]
        # What is rounded to none or all is.
        weight = 0.0 if share < _SMALLEST / 2 else 1.0 if share > 1 - _SMALLEST / 2 else share
        cells.append(Cell(kind, possible if weight else 0, possible, weight))
    return [cells[start : start + RANKS] for start in range(0, len(cells), RANKS)]


def chart_text(chart: Chart, say: Say = str) -> str:
    """Return the chart as lines: its title, and for each action but a fold its share and its grid."""
    lines = [chart_title(chart, say)]
    for letter in chart.shares:
        if letter != "f":
            title = f"{action_name(letter, say)} {chart.share(letter):.1%}"
            lines += ["", title, *format_rows(cells_of(chart.kinds(letter)))]
    return "\n".join(lines) + "\n"


def chart_data(chart: Chart) -> dict[str, object]:
    """Return the chart as plain data (docs/schemas/chart.json)."""
    return {
        "name": chart.name,
        "position": chart.position,
        "before": [{"position": position, "action": ACTIONS[letter]} for position, letter in chart.before],
        "shares": {ACTIONS[letter]: round(chart.share(letter), 4) for letter in chart.shares},
        "kinds": {
            kind: {ACTIONS[letter]: round(share, 4) for letter, share in zip(chart.shares, shares, strict=True)}
            for kind, *shares in zip(COMBINATIONS_OF, *_by_strength(chart), strict=True)
        },
    }


def chart_csv(chart: Chart) -> str:
    """Return the chart as comma-separated values: a row for each kind, the best first."""
    rows = [["kind", *[ACTIONS[letter] for letter in chart.shares]]]
    for kind, *shares in zip(COMBINATIONS_OF, *_by_strength(chart), strict=True):
        rows.append([kind, *[f"{share:.4f}" for share in shares]])
    return "".join([",".join(row) + "\n" for row in rows])


def chart_svg(chart: Chart, say: Say = str) -> str:
    """Return the chart as a picture: each kind's cell is filled in proportion to its actions."""
    size, title = RANKS * _CELL, escape(chart_title(chart, say))
    width, height = size + 2 * _EDGE, size + 2 * _EDGE + 3 * _LINE
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
            ' font-family="system-ui, sans-serif" font-size="12">',
            f"<title>{title}</title>",
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            f'<text x="{_EDGE}" y="{_EDGE + 12}" font-size="14" font-weight="600">{title}</text>',
            *_cells(chart),
            *_legend(chart, size + _EDGE + 2 * _LINE, say),
            "</svg>\n",
        ]
    )


def _by_strength(chart: Chart) -> list[list[float]]:
    """Return the shares of each action, of the best kind first."""
    return [[kinds[kind] for kind in COMBINATIONS_OF] for kinds in map(chart.kinds, chart.shares)]


def _cells(chart: Chart) -> Iterator[str]:
    by_action = {letter: chart.kinds(letter) for letter in chart.shares}
    for number, kind in enumerate(chart.kinds("f")):
        x, y = _EDGE + number % RANKS * _CELL, _EDGE + _LINE + number // RANKS * _CELL
        left = float(x)
        for letter in sorted(by_action, key="aphrcf".index):
            part = by_action[letter][kind] * (_CELL - 1)
            if part:
                yield f'<rect x="{left:.1f}" y="{y}" width="{part:.1f}" height="{_CELL - 1}" fill="{COLOURS[letter]}"/>'
            left += part
        yield f'<text x="{x + _CELL / 2:g}" y="{y + _CELL / 2 + 4:g}" text-anchor="middle">{kind}</text>'


def _legend(chart: Chart, y: int, say: Say) -> Iterator[str]:
    x = _EDGE
    for letter in chart.shares:
        text = escape(f"{action_name(letter, say)} {chart.share(letter):.1%}")
        yield f'<rect x="{x}" y="{y - 12}" width="14" height="14" fill="{COLOURS[letter]}"/>'
        yield f'<text x="{x + 20}" y="{y}" font-size="13">{text}</text>'
        x += 40 + 8 * len(text)
