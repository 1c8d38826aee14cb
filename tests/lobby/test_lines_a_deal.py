from __future__ import annotations

import re

import pytest

from tests.lobby.lines_a_deal import main


def test_lines_per_deal_are_limited(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["40"]) == 0
    facts, channel, person = capsys.readouterr().out.splitlines()
    assert facts.startswith("40 deals, 2 people, 2 robots, ")
    decisions, lines = (float(re.search(r"([\d.]+) (?:decisions|lines)", text)[1]) for text in (facts, channel))
    assert decisions > 3
    # Who brings new chips, leaves or sits down has a line of their own.
    assert lines <= decisions + 2 + 4
    assert float(re.search(r"([\d.]+) lines", person)[1]) <= decisions / 2 + 3
