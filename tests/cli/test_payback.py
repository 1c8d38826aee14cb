import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.conftest import Ircpoker


def test_the_shipped_slot_machine(ircpoker: Ircpoker) -> None:
    done = ircpoker("payback", "slot", "--json")
    assert (done.status, done.err) == (0, "")
    found = json.loads(done.out)
    assert list(found) == ["game", "return", "hit_rate", "table"]
    assert (found["game"], found["return"]) == ("slot", float(Fraction(307981, 324870)))
    assert found["hit_rate"] == float(Fraction(8935, 43316))
    assert found["table"][0] == {"hand": "royal_flush", "pays": 5000, "probability": 4 / 2598960}
    assert [row["hand"] for row in found["table"][-2:]] == ["jacks_or_better", "nothing"]
    text = ircpoker("payback", "slot").out.splitlines()
    assert text[1].split() == ["Royal", "Flush", "5000", "649,740.00", "0.007695"]
    assert text[-1] == "returns 94.801 % (307981/324870), hit rate 20.627 % (8935/43316)"
    assert len(text) == 12


def test_the_shipped_video_poker(ircpoker: Ircpoker) -> None:
    found = json.loads(ircpoker("payback", "videopoker", "--json").out)
    assert found["return"] == pytest.approx(0.9954390437, abs=5e-11)
    assert found["hit_rate"] == pytest.approx(0.454565, abs=5e-7)
    assert len(found["table"]) == 10


@pytest.mark.no_cover  # the same lines, very often
def test_the_configured_pay_table_is_used(ircpoker: Ircpoker, tmp_path: Path) -> None:
    (tmp_path / "config.ini").write_text("[slot]\nroyal_flush = 0\n")
    assert json.loads(ircpoker("payback", "slot", "--json").out)["return"] == float(
        Fraction(307981, 324870) - Fraction(20000, 2598960)
    )
    (tmp_path / "other.ini").write_text("[slot]\nnothing = 2\n")
    done = ircpoker("payback", "slot", "--config", "other.ini")
    assert (done.status, done.out) == (2, "")
    assert "or allow_over_100 = yes" in done.err
    (tmp_path / "other.ini").write_text("[slot]\nnothing = 2\nallow_over_100 = yes\n")
    assert "100.000 %" in ircpoker("payback", "slot", "--config", "other.ini").out


@pytest.mark.slow(8)
def test_own_video_poker_table(ircpoker: Ircpoker, tmp_path: Path) -> None:
    """The well known 8/5 table, with the royal flush at 800, returns 97.2984 %."""
    (tmp_path / "config.ini").write_text("[videopoker]\nfull_house = 8\nflush = 5\n")
    assert json.loads(ircpoker("payback", "videopoker", "--json").out)["return"] == pytest.approx(0.972984, abs=5e-7)


def test_unknown_game(ircpoker: Ircpoker) -> None:
    assert ircpoker("payback").status == ircpoker("payback", "roulette").status == 2
