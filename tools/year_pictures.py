"""Draw the curves of docs/operating.md from the days of a simulated year.

python -m tools.year_pictures            docs/year/year.csv, which `python -m tests.year` writes
"""

from __future__ import annotations

import csv
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "year"
MB = 1_000_000
_WIDTH, _HEIGHT = 760, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 190, 34, 36
_COLOURS = ("#1f5fa8", "#b5482a", "#2f7d3b", "#7a4f9a")
_TICKS = 5
_MARKED = ("upgrade", "full disk")


@dataclass(frozen=True)
class Curve:
    """A column as a curve.

    Attributes:
        name: what is shown beside it.
        column: the column of the file.
        unit: what its values are divided by.
    """

    name: str
    column: str
    unit: float = 1.0


PICTURES = {
    "memory": (
        "memory of the bot's process, MB",
        (Curve("in the evening", "memory_end", MB), Curve("after the start", "memory_begin", MB)),
    ),
    "files": (
        "size of the files, MB",
        (Curve("ledger", "ledger", MB), Curve("histories and proofs", "history", MB)),
    ),
    "latency": (
        "processor time, ms (medians of a day)",
        (Curve("a question", "question_cpu"), Curve("an action", "turn_cpu")),
    ),
    "start": (
        "seconds",
        (Curve("start", "start"), Curve("audit of all entries", "audit")),
    ),
}
"""File -> its title and curves."""


def draw(title: str, curves: Sequence[Curve], days: Sequence[Mapping[str, str]]) -> str:
    """Return curves over the days of a year as SVG, with lines at the upgrade and the full disk."""
    highest = _rounded_up(max(float(day[curve.column]) / curve.unit for curve in curves for day in days))
    parts = [_text(_LEFT, 20, title), *_frame(highest, len(days)), *_events(days)]
    for number, curve in enumerate(curves):
        colour = _COLOURS[number]
        values = [float(day[curve.column]) / curve.unit for day in days]
        points = " ".join(f"{_x(at, len(days)):.1f},{_y(value, highest):.1f}" for at, value in enumerate(values))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.3"/>')
        parts.append(_text(_WIDTH - _RIGHT + 12, _TOP + 14 + 20 * number, f"{curve.name}: {values[-1]:.3g}", colour))
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" '
        f'height="{_HEIGHT}" font-family="sans-serif" font-size="12">\n'
        f'<rect width="100%" height="100%" fill="white"/>\n{body}\n</svg>\n'
    )


def _frame(highest: float, days: int) -> Iterator[str]:
    for tick in range(_TICKS + 1):
        value = highest * tick / _TICKS
        y = _y(value, highest)
        yield f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
        yield _text(8, y + 4, f"{value:g}")
    for month in range(0, days, 30):
        yield _text(_x(month, days) - 4, _HEIGHT - _BOTTOM + 18, str(month))
    yield _text(_WIDTH - _RIGHT + 12, _HEIGHT - _BOTTOM + 18, "days")


def _events(days: Sequence[Mapping[str, str]]) -> Iterator[str]:
    for at, day in enumerate(days):
        x = _x(at, len(days))
        marked = [event for event in _MARKED if event in day["events"]]
        if marked:
            yield f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{_HEIGHT - _BOTTOM}" stroke="#999"/>'
            yield _text(x + 4, _TOP + 10, " + ".join(marked), "#555")


def _x(at: int, days: int) -> float:
    return _LEFT + (_WIDTH - _LEFT - _RIGHT) * at / max(1, days - 1)


def _y(value: float, highest: float) -> float:
    return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * value / highest


def _rounded_up(value: float) -> float:
    """Return the least of 1, 2, 5, 10, 20 … tenths and hundredths that is not below a value."""
    step = 0.01
    while True:
        for factor in (1, 2, 5):
            if value <= step * factor:
                return step * factor
        step *= 10


def _text(x: float, y: float, text: str, colour: str = "black") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}">{text}</text>'


def read_days(path: Path) -> list[dict[str, str]]:
    """Return the lines of a year's file, each as column -> text."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def main(folder: Path) -> None:
    """Write the pictures beside the file."""
    days = read_days(folder / "year.csv")
    for name, (title, curves) in PICTURES.items():
        (folder / f"{name}.svg").write_text(draw(title, curves, days), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
