"""`ircpoker review` as users run it: a report, JSON, deals that are not judged again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Ircpoker
from tests.study.test_review import BLUNDERS, GOOD, HEAD


def text_of(number: int, seat: int, cards: str, actions: str) -> str:
    hands = ["????"] * 6
    hands[seat - 1] = cards
    texts = [*[f"d dh p{place} {hand}" for place, hand in enumerate(hands, 1)], *actions.split("; ")]
    players = ["ann" if place == seat else f"other{place}" for place in range(1, 7)]
    return f"[{number}]\n{HEAD}actions = {texts}\nplayers = {players}\n\n"


@pytest.fixture
def deals(tmp_path: Path) -> Path:
    file = tmp_path / "deals.phhs"
    played = [
        BLUNDERS["seven high calls the river"][:3],
        GOOD["seven high folds the river"],
        BLUNDERS["a set folded"][:3],
    ]
    file.write_text("".join([text_of(number, *hand) for number, hand in enumerate(played, 1)]), encoding="utf-8")
    return file


@pytest.mark.slow(2)
def test_a_report_and_then_only_new_deals(ircpoker: Ircpoker, deals: Path) -> None:
    cache = deals.parent / "cache"
    first = ircpoker("review", "deals.phhs", "--player", "Ann", "--jobs", "1", XDG_CACHE_HOME=str(cache))
    assert (first.status, first.err) == (0, "")
    assert first.out.startswith("Ann: 3 hands, 17 decisions, 2 errors found that cost ")
    assert "river: calls 56 with 7h 6h on Kh 9h 2c 3d Qs; solver: fold 100%" in first.out
    assert "flop: folds with 2h 2s on Kh 9s 2c; ring: call 100%" in first.out
    with deals.open("a", encoding="utf-8") as file:
        file.write(text_of(4, *GOOD["ace-king opens"]))
    again = ircpoker("review", "deals.phhs", "--player", "ann", "--json", XDG_CACHE_HOME=str(cache))
    rows = [json.loads(line) for line in again.out.splitlines()]
    assert [row["hand"] for row in rows if not row["silence"]] == ["deals.phhs #1", "deals.phhs #3"]
    assert rows[-1]["cards"] == "As Ks"
    (kept,) = cache.rglob("reviews-*.jsonl")
    assert kept.read_text().count("\n") == 4, "three deals were not judged again"
    page = deals.parent / "report.html"
    arguments = ("review", "deals.phhs", "--player", "ann", "--html", str(page))
    assert ircpoker(*arguments, XDG_CACHE_HOME=str(cache)).status == 0
    text = page.read_text(encoding="utf-8")
    assert text.count("<li>") == 2
    assert "river: calls 56 with 7h 6h on Kh 9h 2c 3d Qs; solver: fold 100%" in text
    assert "exists: expected the name of a new file" in ircpoker(*arguments, XDG_CACHE_HOME=str(cache)).err


@pytest.mark.usefixtures("deals")
def test_nobody_of_that_name(ircpoker: Ircpoker) -> None:
    done = ircpoker("review", "deals.phhs", "--player", "bob")
    assert (done.status, done.err) == (2, "ircpoker: no deal has cards of a player called 'bob'\n")
