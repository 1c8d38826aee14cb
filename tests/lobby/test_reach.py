"""Nobody is dealt in before it is known whether private lines reach them."""

from __future__ import annotations

import pytest

from ircpoker.delivery import Delivery, OnDelivery
from tests.lobby.hall import CHANNEL, NET, Hall

OUT_OF_REACH = (
    "bob: private lines from me do not reach you, so your cards would not. Let me write to you (/accept, or without "
    "your user modes +g, +R and +b), then sit down again."
)


@pytest.fixture
def tests(hall: Hall) -> dict[str, OnDelivery]:
    """The tests of private lines that are under way, by nick."""
    under_way: dict[str, OnDelivery] = {}
    hall.services.outbox.open(NET, hall._take, test=under_way.__setitem__)
    return under_way


def end(hall: Hall, tests: dict[str, OnDelivery], nick: str, delivery: Delivery = Delivery.SENT) -> None:
    tests.pop(nick)(delivery)
    hall.wait(6)


@pytest.mark.parametrize("delivery", [Delivery.SENT, Delivery.UNKNOWN])
def test_a_deal_waits_for_the_answers(hall: Hall, tests: dict[str, OnDelivery], delivery: Delivery) -> None:
    hall.seat("alice", "bob")
    end(hall, tests, "alice", delivery)
    assert hall.table().hand is None
    end(hall, tests, "bob", delivery)
    assert hall.table().hand is not None
    assert not tests


def test_who_is_not_reached_is_told_and_sits_out_until_they_sit_down_again(
    hall: Hall, tests: dict[str, OnDelivery]
) -> None:
    hall.seat("alice", "bob")
    end(hall, tests, "alice")
    end(hall, tests, "bob", Delivery.REFUSED)
    assert hall.said(CHANNEL) == [OUT_OF_REACH]
    assert hall.table().hand is None
    hall.say("bob", "!sit")
    end(hall, tests, "bob", Delivery.REFUSED)
    assert OUT_OF_REACH in hall.said(CHANNEL)
    hall.say("bob", "!sit")
    end(hall, tests, "bob")
    assert hall.table().hand is not None
    # They are known now: whoever stood up and sits down again is not asked again.
    hall.say("bob", "!leave")
    hall.say("bob", "!fold")
    hall.wait(6)
    hall.say("bob", "!sit 500")
    assert not tests
    hall.wait(6)
    assert hall.table().hand is not None


def test_the_only_player_is_told_before_the_table_closes(hall: Hall, tests: dict[str, OnDelivery]) -> None:
    hall.say("bob", "!open 500")
    hall.said()
    end(hall, tests, "bob", Delivery.REFUSED)
    assert hall.said(CHANNEL) == [OUT_OF_REACH, "The table is closed: bob leaves with 500 chips."]
    assert hall.chips("bob") == 1000


def test_a_test_that_ends_after_the_player_has_left_changes_nothing(hall: Hall, tests: dict[str, OnDelivery]) -> None:
    hall.seat("alice", "bob")
    hall.say("bob", "!leave")
    end(hall, tests, "bob", Delivery.REFUSED)
    assert OUT_OF_REACH not in hall.to(CHANNEL)
    hall.say("alice", "!leave")
    end(hall, tests, "alice", Delivery.REFUSED)
    assert not hall.has_table()


def test_in_private_nobody_is_tested(hall: Hall, tests: dict[str, OnDelivery]) -> None:
    hall.tell("alice", "play caller")
    assert not tests
