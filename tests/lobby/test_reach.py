"""Nobody is dealt in before it is known whether private lines reach them."""

from __future__ import annotations

import pytest

from ircpoker.chat.outgoing import Reader
from ircpoker.errors import LedgerError
from ircpoker.lobby import Place, Table
from ircpoker.runtime.delivery import Delivery, OnDelivery
from tests.lobby.faults import Fault
from tests.lobby.hall import CHANNEL, NET, Hall
from tests.lobby.test_failures import check_as_stored

OUT_OF_REACH = (
    "bob: private lines from me do not reach you, so your cards would not either. Let me write to you (/accept, or "
    "remove your user modes +g, +R and +b), then sit down again."
)


@pytest.fixture
def tests(hall: Hall) -> dict[str, OnDelivery]:
    """The tests of private lines that are under way, by nick."""
    under_way: dict[str, OnDelivery] = {}

    def check(reader: Reader, on_delivery: OnDelivery) -> None:
        under_way[reader.target] = on_delivery

    hall.services.outbox.open(NET, hall.paced.take, check_reach=check)
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


def test_an_unreachable_player_sits_out(hall: Hall, tests: dict[str, OnDelivery]) -> None:
    hall.seat("alice", "bob")
    end(hall, tests, "alice")
    end(hall, tests, "bob", Delivery.REFUSED)
    assert hall.new_lines(CHANNEL) == [OUT_OF_REACH]
    assert hall.table().hand is None
    hall.say("bob", "!sit")
    end(hall, tests, "bob", Delivery.REFUSED)
    assert OUT_OF_REACH in hall.new_lines(CHANNEL)
    hall.say("bob", "!sit")
    end(hall, tests, "bob")
    assert hall.table().hand is not None
    # They are known now: a player who sits down a second time is not tested again.
    hall.say("bob", "!leave")
    hall.say("bob", "!fold")
    hall.wait(6)
    hall.say("bob", "!sit 500")
    assert not tests
    hall.wait(6)
    assert hall.table().hand is not None


def test_the_only_player_gets_a_line_before_the_table_closes(hall: Hall, tests: dict[str, OnDelivery]) -> None:
    hall.say("bob", "!open 500")
    hall.new_lines()
    end(hall, tests, "bob", Delivery.REFUSED)
    assert hall.new_lines(CHANNEL) == [OUT_OF_REACH, "The table is closed: bob leaves with 500 chips."]
    assert hall.chips("bob") == 1000


def test_a_table_that_could_not_be_closed_keeps_its_player(
    hall: Hall, tests: dict[str, OnDelivery], monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.say("bob", "!open 500")
    fault = Fault(monkeypatch, hall, ("post",))  # It is stored that bob sits out, but not that the table is closed.
    end(hall, tests, "bob", Delivery.REFUSED)
    assert fault.count
    assert hall.table().seats.people_numbers
    check_as_stored(hall)
    fault.is_on = False
    hall.say("bob", "!leave")
    hall.wait(60)
    assert not hall.has_table()
    assert hall.chips("bob") == 1000
    hall.check_ledger()


def test_a_test_that_ends_after_the_player_has_left_changes_nothing(hall: Hall, tests: dict[str, OnDelivery]) -> None:
    hall.seat("alice", "bob")
    hall.say("bob", "!leave")
    end(hall, tests, "bob", Delivery.REFUSED)
    assert OUT_OF_REACH not in hall.to(CHANNEL)
    hall.say("alice", "!leave")
    end(hall, tests, "alice", Delivery.REFUSED)
    assert not hall.has_table()


def test_a_test_of_an_absent_player_proves_nothing(hall: Hall, tests: dict[str, OnDelivery]) -> None:
    hall.seat("alice", "bob")
    end(hall, tests, "alice")
    tests.pop("bob")(Delivery.REFUSED)
    hall.services.presence.quit(hall.person("bob"))
    hall.wait(6)
    assert OUT_OF_REACH not in hall.to(CHANNEL)
    hall.services.presence.joined(hall.person("bob"), CHANNEL)
    hall.wait(6)
    assert hall.table().hand is not None


def test_private_tables_need_no_test(hall: Hall, tests: dict[str, OnDelivery]) -> None:
    hall.tell("alice", "play caller")
    assert not tests


@pytest.mark.parametrize("opening", [["!play caller 500"], ["!open 500", "!addbot caller"]])
@pytest.mark.parametrize("delivery", [Delivery.SENT, Delivery.UNKNOWN])
def test_robots_wait_for_the_test(
    hall: Hall, tests: dict[str, OnDelivery], opening: list[str], delivery: Delivery
) -> None:
    for line in opening:
        hall.say("alice", line)
    hall.new_lines()
    hall.wait(20)
    assert hall.new_lines(CHANNEL) == []
    assert hall.table().hand is None
    end(hall, tests, "alice", delivery)
    assert hall.table().hand is not None
    assert not any("sits out" in line for line in hall.to(CHANNEL))


def test_other_players_do_not_wait(hall: Hall, tests: dict[str, OnDelivery]) -> None:
    hall.seat("alice", "bob", "carol")
    end(hall, tests, "alice")
    end(hall, tests, "bob")
    hand = hall.table().hand
    assert hand is not None
    assert sorted(hand.numbers) == [0, 1]
    end(hall, tests, "carol", Delivery.REFUSED)
    assert hall.new_lines(CHANNEL)[-1] == OUT_OF_REACH.replace("bob", "carol")
    assert hall.table().hand is not None


@pytest.mark.parametrize("delivery", [Delivery.SENT, Delivery.REFUSED])
def test_a_test_that_ends_while_the_table_is_in_doubt_counts(
    hall: Hall, tests: dict[str, OnDelivery], monkeypatch: pytest.MonkeyPatch, delivery: Delivery
) -> None:
    hall.seat("alice", "bob")
    with monkeypatch.context() as broken:
        Fault(broken, hall, ("save", "post"), after=True)
        hall.say("alice", "!topup 10")
        assert hall.table().stored.unconfirmed
        tests.pop("bob")(delivery)
        hall.run()
    end(hall, tests, "alice")
    hall.wait(12)
    assert (hall.table().hand is not None) == (delivery is Delivery.SENT)
    assert hall.to(CHANNEL).count(OUT_OF_REACH) == (delivery is Delivery.REFUSED)


def test_a_refusal_is_announced_when_the_ledger_can_store_it(
    hall: Hall, tests: dict[str, OnDelivery], monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.seat("alice", "bob")
    with monkeypatch.context() as broken:
        Fault(broken, hall, ("save",))
        tests.pop("bob")(Delivery.REFUSED)
        end(hall, tests, "alice")
        assert OUT_OF_REACH not in hall.to(CHANNEL)
    hall.wait(30)
    assert hall.to(CHANNEL).count(OUT_OF_REACH) == 1
    assert hall.table().hand is None


@pytest.mark.parametrize("delivery", [Delivery.SENT, Delivery.REFUSED])
def test_a_login_during_the_test(hall: Hall, tests: dict[str, OnDelivery], delivery: Delivery) -> None:
    hall.seat("alice", "bob")
    end(hall, tests, "alice")
    hall.services.presence.renamed(hall.person("bob"), hall.person("bob", "Bobby"))
    hall.wait(20)
    assert hall.table().hand is None
    end(hall, tests, "bob", delivery)
    assert (hall.table().hand is not None) == (delivery is Delivery.SENT)
    assert hall.to(CHANNEL).count(OUT_OF_REACH) == (delivery is Delivery.REFUSED)


def test_only_the_last_test_counts(hall: Hall, tests: dict[str, OnDelivery]) -> None:
    hall.seat("alice", "bob")
    end(hall, tests, "alice")
    first = tests["bob"]
    hall.say("bob", "!sitout")
    hall.say("bob", "!sit")
    first(Delivery.REFUSED)
    hall.run()
    assert OUT_OF_REACH not in hall.to(CHANNEL)
    end(hall, tests, "bob")
    assert hall.table().hand is not None


def test_a_refusal_that_was_stored_though_the_ledger_failed_is_announced_once(
    hall: Hall, tests: dict[str, OnDelivery], monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.seat("alice", "bob")
    end(hall, tests, "alice")
    with monkeypatch.context() as broken:
        Fault(broken, hall, ("save",), after=True)
        tests.pop("bob")(Delivery.REFUSED)
        hall.run()
        assert hall.table().stored.unconfirmed
    hall.wait(30)
    assert hall.to(CHANNEL).count(OUT_OF_REACH) == 1
    assert hall.table().hand is None


@pytest.mark.parametrize("line", ["!play caller 500", "!open 500", "!sit 500"])
def test_a_new_player_is_announced_once(hall: Hall, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    if line == "!sit 500":
        hall.say("alice", "!open 500")
    heard: list[str] = []
    whole = hall.services.note_line
    monkeypatch.setattr(
        hall.services, "note_line", lambda who, message: (heard.append(message.text), whole(who, message))
    )
    hall.say("bob", line)
    assert len(heard) == 1


def test_a_ledger_failure_during_the_test_is_quiet(
    hall: Hall, tests: dict[str, OnDelivery], monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.say("alice", "!open 500")
    table_at = hall.lobby.tables.at
    asked: list[Place] = []

    def fail_later(place: Place) -> Table | None:
        asked.append(place)
        if len(asked) > 1:
            raise LedgerError("the disk is full")
        return table_at(place)

    monkeypatch.setattr(hall.lobby.tables, "at", fail_later)
    answers = hall.say("bob", "!sit 500")
    assert answers[0] == "bob sits down in seat 2 with 500 chips."
    assert not any("ledger" in text or "disk" in text for text in answers)
    assert len(asked) == 2
    assert set(tests) == {"alice"}
