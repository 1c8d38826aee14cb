"""`ircpoker drill`: what is asked and graded is tested in tests/study."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ircpoker.cli.nick import login_nick
from ircpoker.config.networks import CONSOLE_NETWORK
from ircpoker.ledger import Ledger, PlayerId, SetPreference
from ircpoker.runtime.clock import ManualClock

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Ircpoker


@pytest.mark.slow(4)
def test_a_drill_has_a_score(ircpoker: Ircpoker) -> None:
    done = ircpoker("drill", "--seed", "5", "--n", "2", stdin="hello\nfold\n\n")
    assert done.status == 0
    asked, again, score = done.out.splitlines()
    assert asked.startswith("1) You are BB of 2 with Ks Kc, blinds 1/2")
    assert "all-in? > Costs about 7" in asked, "a prompt after what is no answer"
    assert ": hard plays raise 100% (to 12)." in asked
    assert again.startswith("2) You are ")
    assert score.startswith("0 of 1 right, 7.")
    assert done.err == "ircpoker: 'hello' is no answer: expected fold, check, call, bet, raise or all-in\n"
    assert ircpoker("drill", "--seed", "3", "--n", "1", stdin="").out.endswith("0 of 0 right, 0.0 big blinds lost\n")


def test_wrong_usage(ircpoker: Ircpoker) -> None:
    assert "expected a number of decisions from 1 to 1000" in ircpoker("drill", "--n", "0").err


def question(line: str) -> str:
    return line.partition(") ")[2].partition("? ")[0]


@pytest.mark.slow(20)
def test_an_error_comes_again_when_its_day_has_come(ircpoker: Ircpoker, tmp_path: Path) -> None:
    data = {"XDG_DATA_HOME": str(tmp_path / "data")}
    first = ircpoker("drill", "--n", "12", stdin="all-in\n" * 12, **data)
    assert (first.status, first.err) == (0, "")
    errors = [question(line) for line in first.out.splitlines() if line.endswith("It comes again tomorrow.")]
    assert errors
    player = PlayerId.of(CONSOLE_NETWORK, nick_key=login_nick().casefold())
    with Ledger(f"sqlite:///{tmp_path}/data/ircpoker/console.db", ManualClock()) as ledger:
        kept = ledger.preferences(player)
        assert len(kept) == len(errors)
        for name, value in kept.items():
            ledger.save(SetPreference(player, name, f"200101{value[6:]}"))
    again = ircpoker("drill", "--n", "1", stdin="", **data)
    assert question(again.out.splitlines()[0]) in errors
    assert ircpoker("drill", "--n", "1", stdin="", XDG_DATA_HOME="/dev/null").err == (
        "ircpoker: errors of this drill do not come again: your own ledger is in use by another window, or cannot be "
        "opened\n"
    )
