"""An evening of three tournaments, as everybody reads it: it is kept whole, and tells each thing once and in order."""

from __future__ import annotations

import re
from difflib import unified_diff

import pytest

from tests.tiers import seeds
from tests.tournaments.evening import KEPT, PEOPLE, Evening, play, text_of


@pytest.fixture(scope="module")
def evening() -> Evening:
    return play(1)


@pytest.mark.slow(2)
def test_the_whole_log_is_the_kept_one(evening: Evening) -> None:
    text, kept = text_of(evening), KEPT.read_text(encoding="utf-8")
    changes = unified_diff(kept.splitlines(), text.splitlines(), KEPT.name, "now", lineterm="")
    assert text == kept, "\n".join(
        ["read what has changed; tests/tournaments/evening.py says how to keep it:", *changes]
    )


def check(evening: Evening) -> None:
    """Check that no line breaks a rule, and that all of the drama is told."""
    assert not evening.rules.faults, dict(evening.rules.examples)
    assert len(evening.over) == 3
    public = [line for line in evening.log if re.match(r"\d:\d\d:\d\d #\S+ +(?!<)", line)]
    # All register within three seconds.
    entered = [line for line in public if re.search(r"registered for cup|in cup \(", line)]
    assert len(entered) <= 8
    assert all(re.search(rf"\b{nick[0]}-?{nick[1:]} is", " ".join(entered)) for nick in PEOPLE)
    final = [line for line in public if "The final table: " in line]
    assert len(final) == 1
    for line in (
        "The final table is played in ",
        "cup: the final table is played in ",
        "sng begins: 3 ",
        "sng begins: 4 ",
    ):
        assert sum(line in each for each in public) == 1, line
    assert sum("Heads-up: " in line for line in public if "#poker" in line) <= 3
    assert evening.over[0].startswith("sng is over: ")
    assert "Prizes and heads: " in evening.over[1]
    prizes = list(map(int, re.findall(r"\d\. \S+ (\d+)", evening.over[2])))
    assert prizes == sorted(prizes, reverse=True)
    assert (prizes[0], sum(prizes)) == (480, 1200)


@pytest.mark.slow(1)
def test_each_event_has_its_line_in_order(evening: Evening) -> None:
    check(evening)


@pytest.mark.deep
@pytest.mark.parametrize("seed", list(seeds(20, 2, first=2)))
def test_other_evenings(seed: int) -> None:
    check(play(seed))
