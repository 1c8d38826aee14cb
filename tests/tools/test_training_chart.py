"""The chart of docs/robot-measurements.md is drawn from the measured lines beside it."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

from benchmarks.training import draw

DOCS = Path(__file__).parents[2] / "docs"


def test_the_chart_shows_the_measured_values():
    lines = [json.loads(line) for line in (DOCS / "training.jsonl").read_text(encoding="utf-8").splitlines()]
    chart = (DOCS / "training.svg").read_text(encoding="utf-8")
    assert chart == draw(lines)
    curves = [part for part in ET.fromstring(chart).iter() if part.tag.endswith("polyline")]
    points = sum(len(curve.attrib["points"].split()) for curve in curves)
    assert points == sum(street in line for line in lines for street in ("river", "turn"))
    assert draw([line | {"river": 1.0} for line in lines]) != chart
