"""Draw the pictures of docs/solver.md: grids of a solved spot, one SVG file each.

    python tools/make_solver_pictures.py [FOLDER]

It solves the spot of the page, which takes some seconds.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker.cli.solve_prompt import action_colours, cell_colour
from ircpoker.postflop import betting, solve
from ircpoker.postflop.views import play_of_kinds

if TYPE_CHECKING:
    from ircpoker.postflop.solution import Solution

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "solver"
BOARD = "Ks 7d 2h 4c"
RANGES = ("22-99,ATs-A2s,AJo-ATo,KTs+,KJo+,QTs+,QJo,JTs,T9s,98s", "TT-22,A2s+,ATo+,K9s+,KTo+,QTs+,QJo,J9s+,T9s,98s,87s")
POT, STACK = 60, 470
PICTURES = {"start": "", "facing": "bet 40", "brick": "bet 40, call, 2c"}
_CELL = 34
_FONT = 'font-family="sans-serif" font-size="10"'


def draw(solution: Solution, line: str) -> str:
    """Return the grid of a decision as SVG: each cell is divided among the actions, as high as the kind is there."""
    place = solution.decision(line)
    actions = solution.actions(place)
    colours = action_colours(actions)
    width, height = 13 * _CELL, 13 * _CELL + 22
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    ]
    parts.append(f'<rect width="{width}" height="{height}" fill="#fff"/>')
    for row, cells in enumerate(play_of_kinds(solution, place)):
        for column, cell in enumerate(cells):
            x, y = column * _CELL, row * _CELL
            parts.append(f'<rect x="{x}" y="{y}" width="{_CELL - 1}" height="{_CELL - 1}" fill="#ddd"/>')
            tall = (_CELL - 1) * min(1.0, cell.weight)
            at = float(x)
            for share, colour in zip(cell.shares, colours, strict=True):
                wide = (_CELL - 1) * share
                if wide > 0 and tall > 0:
                    red, green, blue = cell_colour(1, (1.0,), [colour])
                    parts.append(
                        f'<rect x="{at:.1f}" y="{y + _CELL - 1 - tall:.1f}" width="{wide:.1f}" height="{tall:.1f}" '
                        f'fill="rgb({red},{green},{blue})"/>'
                    )
                at += wide
            parts.append(f'<text x="{x + 3}" y="{y + 12}" {_FONT}>{cell.kind}</text>')
    for number, (action, (red, green, blue)) in enumerate(zip(actions, colours, strict=True)):
        x = 110 * number
        parts.append(f'<rect x="{x}" y="{13 * _CELL + 5}" width="12" height="12" fill="rgb({red},{green},{blue})"/>')
        parts.append(f'<text x="{x + 16}" y="{13 * _CELL + 15}" {_FONT}>{action}</text>')
    return "\n".join([*parts, "</svg>", ""])


def main(folder: Path) -> None:
    """Write the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    solution = solve(BOARD, RANGES, betting(POT, STACK, "66%", "60%"), accuracy=0.1)
    for name, line in PICTURES.items():
        (folder / f"{name}.svg").write_text(draw(solution, line), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
