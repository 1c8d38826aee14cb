"""`ircpoker drill`: what is asked and graded is tested in tests/study."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Ircpoker


@pytest.mark.slow(4)
def test_a_drill_has_a_score(ircpoker: Ircpoker) -> None:
    done = ircpoker("drill", "--seed", "5", "--n", "2", stdin="hello\nfold\n\n")
    assert done.status == 0
    asked, again, score = done.out.splitlines()
    assert asked.startswith("1) You are BB of 2 with Ks Kc, blinds 1/2")
    assert ": nolimit plays raise 100%." in asked
    assert again.startswith("2) You are ")
    assert score.startswith("0 of 1 right, 6.")
    assert done.err == "ircpoker: 'hello' is no answer: expected fold, check, call, bet, raise or all-in\n"
    assert ircpoker("drill", "--seed", "3", "--n", "1", stdin="").out.endswith("0 of 0 right, 0.0 big blinds lost\n")


def test_wrong_usage(ircpoker: Ircpoker) -> None:
    assert "expected a number of decisions from 1 to 1000" in ircpoker("drill", "--n", "0").err
