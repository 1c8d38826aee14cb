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


def test_people_come_from_a_connection_a_host_or_a_network_of_ipv6() -> None:
    assert Person("net", "al", "al", address="al@localhost", connection="7").where == "connection 7"
    assert Person("net", "al", "al", address="al@home").where == "home"
    assert Person("net", "al", "al", address="al@2001:db8::1").where == "2001:db8::/64"
    assert Person("ssh", "al", "SHA256:x", host="192.0.2.7", is_known_by_nick=True).where == "192.0.2.7"
    assert not Person("console", "al", "al").where


def test_a_mark_is_that_of_a_host_or_of_an_account() -> None:
    here, there = Person("net", "al", "al", address="al@home"), Person("ssh", "bob", "SHA256:x", host="home")
    assert here.mark == there.mark != ""
    assert replace(here, account="al").mark != here.mark, "an account belongs to no host"
    assert replace(here, connection="7").mark != Person("other", "al", "al", connection="7").mark
    assert not Person("console", "al", "al").mark
