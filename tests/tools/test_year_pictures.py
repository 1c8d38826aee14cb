"""The curves of docs/operating.md are drawn from the days beside them."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tools.year_pictures import PICTURES, draw, read_days

YEAR = Path(__file__).parents[2] / "docs" / "year"


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_shows_the_days_of_the_file(name):
    title, curves = PICTURES[name]
    days = read_days(YEAR / "year.csv")
    picture = (YEAR / f"{name}.svg").read_text(encoding="utf-8")
    assert picture == draw(title, curves, days)
    lines = [part for part in ET.fromstring(picture).iter() if part.tag.endswith("polyline")]
    assert [len(line.attrib["points"].split()) for line in lines] == [len(days)] * len(curves)
    changed = [days[0] | {curve.column: "1" for curve in curves}, *days[1:]]
    assert draw(title, curves, changed) != picture
