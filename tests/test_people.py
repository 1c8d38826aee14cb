"""Tests of the record of a person."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ircpoker.errors import UsageError
from ircpoker.ledger import PlayerId
from ircpoker.people import Person


@pytest.mark.parametrize(
    "player",
    [
        PlayerId.of("net", nick_key="al^", account="Alice"),
        PlayerId.of("net", nick_key="al^", address="al@home"),
        PlayerId.of("console", nick_key="al^"),
    ],
    ids=str,
)
def test_the_last_known_person_of_a_seat_is_that_player(player: PlayerId) -> None:
    assert Person.of(player, "Al^").id == player
    assert Person.of(player, "Al^", "al@home").id == player, "the address where they are now is another matter"


def test_a_changed_record_is_another_player() -> None:
    guest = Person("net", "al", "al", address="al@home")
    assert str(guest.id) == "guest:net/al!al@home"
    assert str(replace(guest, account="Alice").id) == "account:net/alice"
    assert str(replace(guest, is_known_by_nick=True).id) == "guest:net/al"


def test_a_person_who_cannot_be_stored_exists_nevertheless() -> None:
    """Commands that need no chips answer them."""
    person = Person("net", "a\u200d", "a\u200d")
    with pytest.raises(UsageError):
        _ = person.id


def test_chips_of_people_without_an_address_count_for_their_connection() -> None:
    assert Person("net", "al", "al", connection="7").source == "connection 7"
    assert not Person("net", "al", "al", address="al@home").source
