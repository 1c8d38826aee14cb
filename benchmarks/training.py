"""The effect of longer training and larger files: lower bounds of exploitability, measured and drawn.

python -m benchmarks.training measure DIR --buckets 20,10,20,10,200 --play 300000 --boards 500,1000,2000 --out FILE
python -m benchmarks.training draw FILE SVG

`measure` trains in a folder as `ircpoker train limit` does, and at each number of boards appends a line of JSON to
the file: buckets, boards, seconds of processor time, size of the strategy file, and two lower bounds of what that
file loses, in thousandths of a big blind per deal. One comes from a responder that copies the robot before the river
and plays best there; the other plays best from the turn on. `draw` makes a chart of such lines.
"""

from __future__ import annotations

import json
import math
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.street_bounds import sample_bounds
from ircpoker.lab.training.export import file_player
from ircpoker.lab.training.training import LimitTraining, TrainingSettings

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Sequence

RIVER_BOARDS, TURN_BOARDS = 200, 8
SEED = 7
STEP, PLAY_STEP = 100, 20_000
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 760, 420, 60, 50, 200, 50
COLOURS = ("#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad")
BOUNDS = {"river": "5 4", "turn": ""}
"""By the first street of best answers: the dashes of its line."""


class Axes(NamedTuple):
    """The scales of the chart.

    Attributes:
        least: the fewest minutes; they stand on a logarithmic scale.
        most: the most minutes.
        highest: the highest bound; 0 is the lowest.
    """

    least: float
    most: float
    highest: float

    def x(self, minutes: float) -> float:
        """Return the position of a time."""
        return LEFT + (WIDTH - LEFT - RIGHT) * math.log(minutes / self.least) / math.log(self.most / self.least)

    def y(self, mbb: float) -> float:
        """Return the position of a bound."""
        return HEIGHT - BOTTOM + (TOP + BOTTOM - HEIGHT) * mbb / self.highest


def measure(arguments: Namespace) -> None:
    """Train, and append a line for each number of boards."""
    flop, flop_parts, turn, turn_parts, river = (int(word) for word in arguments.buckets.split(","))
    settings = TrainingSettings(arguments.seed, (flop, flop_parts), (turn, turn_parts), river, arguments.play)
    training = LimitTraining(arguments.folder, settings, lambda *_: None)
    spent = -time.process_time()
    while training.play(PLAY_STEP):
        pass
    for boards in map(int, arguments.boards.split(",")):
        while training.boards < boards:
            training.learn(min(STEP, boards - training.boards))
        spent += time.process_time()
        # An open strategy is cached by the name of its file.
        file = arguments.folder / f"strategy{boards}.bin"
        training.export(file)
        found = {"buckets": arguments.buckets, "boards": boards, "seconds": round(spent), "bytes": file.stat().st_size}
        found |= _bounds(file)
        with arguments.out.open("a", encoding="utf-8") as stream:
            stream.write(f"{json.dumps(found)}\n")
        spent -= time.process_time()


def _bounds(file: Path) -> dict[str, float]:
    player = file_player(file)
    found = {}
    for street, first_best, boards in (("river", 3, RIVER_BOARDS), ("turn", 2, TURN_BOARDS)):
        samples = sample_bounds(player, first_best, boards, SEED)
        found[street] = round(float(samples.mean()), 1)
        found[f"{street}_error"] = round(float(samples.std(ddof=1)) / len(samples) ** 0.5, 1)
    return found


def draw(lines: Sequence[dict[str, float]]) -> str:
    """Return a chart of measured lines as SVG: a colour for each size of file, bounds over processor time."""
    sizes = sorted({line["bytes"] for line in lines})
    minutes = [line["seconds"] / 60 for line in lines]
    highest = max(line.get("turn", line["river"]) + line.get("turn_error", line["river_error"]) for line in lines)
    axes = Axes(min(minutes) * 0.9, max(minutes) * 1.1, -(-highest // 50) * 50)
    parts = [*_frame(axes)]
    for number, size in enumerate(sizes):
        colour = COLOURS[number % len(COLOURS)]
        of_size = sorted((line for line in lines if line["bytes"] == size), key=lambda line: line["seconds"])
        for street, dashes in BOUNDS.items():
            points = [
                (line["seconds"] / 60, line[street], line[f"{street}_error"]) for line in of_size if street in line
            ]
            parts += _curve(points, axes, f'stroke="{colour}" stroke-dasharray="{dashes}"')
            if points:
                height = TOP + 20 + 40 * number + 18 * (street == "turn")
                parts.append(_text(WIDTH - RIGHT + 20, height, f"{size / 1e6:.1f} MB, from the {street} on", colour))
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="12">\n<rect width="100%" height="100%" fill="white"/>\n{body}\n</svg>\n'
    )


def _frame(axes: Axes) -> Iterable[str]:
    yield _text(LEFT, 24, "What limit loses at least, thousandths of a big blind a deal, ± standard error", "black")
    yield _text(LEFT + 150, HEIGHT - 12, "minutes of training, one core", "black")
    for value in range(0, int(axes.highest) + 1, 50):
        y = axes.y(value)
        yield f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
        yield _text(LEFT - 34, y + 4, str(value), "black")
    for minutes in (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500):
        if axes.least <= minutes <= axes.most:
            yield _text(axes.x(minutes) - 4, HEIGHT - BOTTOM + 18, f"{minutes:g}", "black")


def _curve(points: Sequence[tuple[float, float, float]], axes: Axes, style: str) -> Iterable[str]:
    path = " ".join(f"{axes.x(at):.1f},{axes.y(value):.1f}" for at, value, _ in points)
    yield f'<polyline points="{path}" fill="none" {style}/>'
    for at, value, error in points:
        x, low, high = axes.x(at), axes.y(value - error), axes.y(value + error)
        yield f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{low:.1f}" y2="{high:.1f}" {style}/>'


def _text(x: float, y: float, text: str, colour: str) -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" fill="{colour}">{text}</text>'


def main() -> None:
    """Measure or draw."""
    parser = ArgumentParser(prog="python -m benchmarks.training")
    ways = parser.add_subparsers(dest="way", required=True)
    measured = ways.add_parser("measure")
    measured.add_argument("folder", type=Path)
    measured.add_argument("--buckets", default="200,20,150,20,2500")
    measured.add_argument("--play", type=int, default=1_000_000)
    measured.add_argument("--boards", default="1000,2000,4000")
    measured.add_argument("--seed", type=int, default=1)
    measured.add_argument("--out", type=Path, required=True)
    drawn = ways.add_parser("draw")
    drawn.add_argument("file", type=Path)
    drawn.add_argument("svg", type=Path)
    arguments = parser.parse_args(sys.argv[1:])
    if arguments.way == "measure":
        measure(arguments)
    else:
        lines = [json.loads(line) for line in arguments.file.read_text(encoding="utf-8").splitlines()]
        arguments.svg.write_text(draw(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
