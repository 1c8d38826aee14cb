"""What follows a person to another name beside the account and the seats."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ircpoker.ledger import SetPreference
from tests.lobby.faults import Fault
from tests.lobby.hall import Hall, person


@pytest.fixture
def hall() -> Iterator[Hall]:
    with Hall() as opened:
        yield opened


def test_choices_come_along_with_an_account_that_follows_later(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    alice, bob = hall.player("alice"), hall.player("bob")
    hall.services.ledger.open_player(alice)
    hall.services.ledger.save(SetPreference(alice, "cards", "ascii"))
    preferences = hall.services.preferences
    assert preferences.of(alice).cards == "ascii"
    fault = Fault(monkeypatch, hall, ("rebind",))
    hall.services.presence.renamed(person("alice"), person("bob"))
    assert preferences.of(bob).cards == "", "the account has not followed yet"
    fault.is_on = False
    hall.tell("bob", "table")
    assert preferences.of(bob).cards == "ascii"
    assert preferences.of(alice).cards == ""


def test_a_seat_has_its_new_name_though_the_table_cannot_be_stored(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.say("alice", "!open 500", account="Ann")
    hall.say("bob", "!sit 500")
    hall.wait(30)
    fault = Fault(monkeypatch, hall, ("save",))
    hall.services.presence.renamed(person("alice", "Ann"), person("carol", "Ann"))
    assert fault.count
    assert {seat.own_nick for seat in hall.table().state.seats.people} == {"bob", "carol"}
    fault.is_on = False
    hall.wait(60)
    assert {seat.own_nick for seat in hall.restarted().table().state.seats.people} == {"bob", "carol"}
    hall.check_ledger()
