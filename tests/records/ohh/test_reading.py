"""Open Hand History of other programs: what may be left out, and what is refused in one line, whatever it is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ircpoker.records.ohh.writing import write_ohh
from ircpoker.records.reading import normal_text, read_text
from ircpoker.records.sections import Form, HandText, RefusedHand
from tests.records.deals import read_one, view_of
from tests.records.phh.test_recorded import SPLIT


def deal() -> dict[str, Any]:
    """Return a deal as data."""
    return json.loads(write_ohh(*view_of(read_one(SPLIT), 1, shows_all=True)))["ohh"]


def read(data: dict[str, Any]) -> Any:
    return read_text(HandText(Form.OHH, "test", 1, 0, json.dumps({"ohh": data})))


def actions(data: dict[str, Any], *kinds: str) -> list[dict[str, Any]]:
    return [action for each in data["rounds"] for action in each["actions"] if action["action"] in kinds]


def test_amounts_that_are_no_bet_may_be_left_out() -> None:
    data = deal()
    for action in actions(data, "Fold", "Check", "Dealt Cards", "Shows Cards"):
        del action["amount"]
    assert normal_text(read(data)) == normal_text(read(deal()))


def test_a_part_of_the_pot_may_go_into_a_jackpot() -> None:
    data = deal()
    (pot,) = data["pots"]
    pot["jackpot"] = 1
    assert isinstance(read(data), RefusedHand)
    pot["player_wins"][0]["win_amount"] -= 1
    assert read(data).winnings != read(deal()).winnings


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("start_date_utc", "9999-12-31T23:59:59-14:00", "is not a time"),
        ("start_date_utc", "0001-01-01T00:00:00+14:00", "is not a time"),
        ("start_date_utc", "0001-01-01T00:00:00Z", "is not a time"),
        ("currency", "\ud800", "currency: "),
        ("currency", "\x1b[31mUSD\n", "currency: "),
        ("currency", "dollars", "is not a currency: expected three letters"),
        ("table_name", "\ud800", "table_name: "),
    ],
)
def test_times_and_characters_that_cannot_be_written_are_refused(field: str, value: str, reason: str) -> None:
    refused = read(deal() | {field: value})
    assert isinstance(refused, RefusedHand)
    assert reason in str(refused.error)
    assert str(refused.error).isprintable()


@pytest.mark.parametrize(("kind", "changed"), [("Fold", {"is_allin": True}), ("Shows Cards", {"amount": 77})])
def test_facts_that_contradict_the_action_are_refused(kind: str, changed: dict[str, Any]) -> None:
    data = deal()
    actions(data, kind)[0].update(changed)
    assert isinstance(read(data), RefusedHand)
