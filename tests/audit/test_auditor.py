"""All numbers that a simulated evening said are right, and the auditor notices those that are not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from ircpoker.chat import chances, table_text
from ircpoker.feed.server import seats as seat_facts
from ircpoker.lobby import hand
from tests import tiers
from tests.audit.evening import Kept, audit, play_evening
from tests.audit.findings import Findings
from tests.audit.planted import PLANTED

ROUNDS = tiers.count(24)
"""An evening of one round has 5,000 numbers, of 24 more than 100,000."""
FLOORS = {
    "price": 300, "to win": 80, "pot": 150, "left": 400, "stack": 250, "action": 200, "option": 200, "seconds": 350,
    "won": 80, "net": 80, "deal": 200, "blinds": 60, "bank": 20, "chance": 2, "needed": 1, "bet": 200, "pots": 40,
    "place": 3, "prize": 1, "players": 8, "level": 2, "times": 15, "brought": 20, "returned": 1, "pot won": 10,
}  # fmt: skip
"""The least numbers of each kind that must be read in an evening of one round."""


@pytest.fixture(scope="module", params=["drama", "plain"][: tiers.count(2)])
def kept(request: pytest.FixtureRequest) -> Kept:
    return play_evening(tiers.seed(2), ROUNDS, drama=request.param == "drama")


@pytest.fixture(scope="module")
def findings(kept: Kept) -> Findings:
    return audit(kept)


@pytest.mark.slow(8)
@pytest.mark.no_cover
def test_every_number_of_an_evening_is_right(findings: Findings) -> None:
    assert not findings.wrong, findings.report()
    assert findings.total >= min(100_000, 5_000 * ROUNDS)
    assert sum(findings.unjudged.values()) <= findings.total / 50, findings.report()
    for kind, least in FLOORS.items():
        assert findings.read[kind] >= least * max(1, ROUNDS // 4), findings.report()


@pytest.mark.slow(8)
@pytest.mark.no_cover
def test_every_number_is_understood(findings: Findings) -> None:
    assert not +findings.unread, findings.report()


@pytest.mark.slow(8)
@pytest.mark.no_cover
def test_sampled_chances_are_right_on_average(findings: Findings) -> None:
    drift = findings.drift
    assert abs(sum(drift)) <= 8 * max(1, len(drift)) ** 0.5


@pytest.mark.slow(8)
@pytest.mark.no_cover
def test_planted_faults_are_found(kept: Kept) -> None:
    planted = [(fault.name, fault.plant(kept)) for fault in PLANTED]
    there = [(name, evening) for name, evening in planted if evening is not None]
    assert len(there) >= 20
    assert [name for name, evening in there if not audit(evening).wrong] == []


def _dearer(phrase: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def worded(event: Any) -> Any:
        legal = event.legal
        return phrase(replace(event, legal=legal._replace(call=legal.call + 1)) if legal.call else event)

    return worded


@pytest.mark.slow(8)
@pytest.mark.no_cover
@pytest.mark.parametrize("fault", ["price", "percent", "pots", "stacks"])
def test_faults_of_the_bot_are_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if fault == "price":
        monkeypatch.setattr(table_text, "turn_phrase", _dearer(table_text.turn_phrase))
    elif fault == "percent":
        monkeypatch.setattr(chances, "whole_percent", lambda chance: f"{int(100 * chance)} %")
    elif fault == "pots":
        shares = hand.HandInProgress.pots
        monkeypatch.setattr(hand.HandInProgress, "pots", lambda self, seats: shares(self, seats)[:1])
    else:
        seats = seat_facts.shown_seats
        monkeypatch.setattr(seat_facts, "shown_seats", lambda *at: (seats(*at)[0], dict.fromkeys(seats(*at)[1], 500)))
    assert audit(play_evening(2, 0, drama=True)).wrong
