import json
from pathlib import Path

import pytest

from ircpoker.cards import parse_cards
from ircpoker.draws import discards
from tests.cli.conftest import Ircpoker

HAND = "Ah Ad Kc 7s 2h"


def test_by_class(ircpoker: Ircpoker) -> None:
    done = ircpoker("discards", HAND)
    assert (done.status, done.err) == (0, "")
    rows = done.out.splitlines()
    assert len(rows) == 32
    assert rows[0] == "Ah Ad Kc | mean class 3039.6374 | strength 0.592651"
    assert sum(row.startswith("nothing | ") for row in rows) == 1
    means = [float(row.split(" mean class ")[1].split()[0]) for row in rows]
    assert means == sorted(means)
    assert ircpoker("discards", *HAND.split()).out == done.out
    found = json.loads(ircpoker("discards", "--json", HAND).out)
    assert list(found) == ["hand", "keeps"]
    assert found["hand"] == HAND.split()
    best = found["keeps"][0]
    hold = discards(parse_cards(HAND))[0]
    assert list(best) == ["keep", "draws", "mean_class", "mean_strength"]
    assert (best["keep"], best["draws"], best["mean_class"]) == (["Ah", "Ad", "Kc"], 1081, hold.mean)


@pytest.mark.slow(3)
def test_by_video_poker(ircpoker: Ircpoker, tmp_path: Path) -> None:
    found = json.loads(ircpoker("discards", "--by", "videopoker", "--json", HAND).out)
    best = found["keeps"][0]
    assert list(best) == ["keep", "draws", "mean_payout"]
    assert (best["keep"], best["mean_payout"]) == (["Ah", "Ad"], pytest.approx(1.536540, abs=5e-7))
    (tmp_path / "config.ini").write_text("[videopoker]\njacks_or_better = 0\n")
    poorer = json.loads(ircpoker("discards", HAND, "--by", "videopoker", "--json").out)["keeps"][0]
    assert poorer["mean_payout"] < best["mean_payout"]


@pytest.mark.parametrize(
    ("arguments", "status", "problem"),
    [
        (["Ah Ad Kc 7s"], 1, "4 cards given: expected 5"),
        (["Ah Ad Kc 7s 2h 3h"], 1, "6 cards given: expected 5"),
        (["Ah Ad Kc 7s Ah"], 1, "Ah is given twice"),
        (["Ah Ad Kc 7s Xx"], 1, "'Xx' is not a card"),
        ([], 2, ""),
        (["--by", "luck", HAND], 2, ""),
    ],
)
def test_bad_input(ircpoker: Ircpoker, arguments: list[str], status: int, problem: str) -> None:
    done = ircpoker("discards", *arguments)
    assert (done.status, done.out) == (status, "")
    assert problem in done.err
