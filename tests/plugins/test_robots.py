"""`!robots`: short lines, and figures that stand in the documentation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ircpoker.robots import BUILT_IN_NAMES, shown_name
from ircpoker.words import Phrase
from ircpoker.words.catalogue import load_catalogue
from tests.chat.routers import lines as answers
from tests.chat.routers import make_router

DOCS = Path(__file__).parents[2] / "docs" / "robots.md"
WORDS = load_catalogue()
NAMES = sorted(map(shown_name, BUILT_IN_NAMES))


def test_the_list_is_short_and_complete() -> None:
    found = answers(make_router(("holdem",)), "robots")
    assert len(found) <= 7
    assert all(len(line) <= 160 for line in found)
    assert found[0].startswith("easy: beginner, weak (-51 to medium) | medium: ")
    listed = re.findall(r"([a-z]+): ", " | ".join(found[:-1]))
    assert sorted(listed) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_each_has_two_lines(name: str) -> None:
    found = answers(make_router(("holdem",)), f"robots {name}")
    assert [line.partition(":")[0] for line in found] == [name, name]
    assert all(len(line) <= 160 for line in found)
    assert "plays " in found[1]


def test_other_names_and_mistakes() -> None:
    router = make_router(("holdem",))
    assert answers(router, "robots nolimit") == answers(router, "robots hard")
    assert answers(router, "robots hrad") == ["no robot is called 'hrad': did you mean hard?"]


def test_somebody_elses_robot_is_listed(tmp_path: Path) -> None:
    source = (
        "class Mine:\n    name = 'mine'\n    games = {'holdem': range(2, 11)}\n    def decide(self, view, rng): ..."
    )
    (tmp_path / "mine.py").write_text(f"{source}\nROBOTS = [Mine]\n")
    router = make_router(("holdem",), plugin_path=tmp_path)
    assert answers(router, "robots mine") == ["mine: a robot of the owner, not measured"]


def test_the_figures_are_those_of_the_documentation() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([-+][\d,.]+)", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    measured = {name: round(float(number.replace(",", "")) / 10) for name, number in rows}
    assert set(measured) == set(NAMES)
    for name, number in measured.items():
        [shown] = re.findall(r"\(([-+]?\d+) ", WORDS.text(Phrase(f"robots.{name}.strength")))
        assert int(shown) == number, name
