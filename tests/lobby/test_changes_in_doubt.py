"""People act, come, go and get other names while the ledger cannot say what it has stored: no chip loses its owner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from ircpoker.chat.outgoing import Outgoing
from ircpoker.errors import LedgerError
from ircpoker.ledger import PlayerId
from tests.lobby.faults import READS, WRITES, Fault
from tests.lobby.hall import CHANNEL, NET, Hall, person
from tests.lobby.test_broke import lose


def fail_first(monkeypatch: pytest.MonkeyPatch, hall: Hall, name: str, times: int, *, after: bool = False) -> None:
    """Let the first calls of a method of the ledger fail, before or after they have done their work."""
    whole: Callable[..., Any] = getattr(hall.services.ledger, name)
    left = [times]

    def failing(*args: object, **named: object) -> Any:
        if not left[0]:
            return whole(*args, **named)
        left[0] -= 1
        if after:
            whole(*args, **named)
        raise LedgerError("the disk is full")

    monkeypatch.setattr(hall.services.ledger, name, failing)


def rename(hall: Hall, old: str, nick: str, account: str | None = None) -> None:
    """Let somebody have another nick, or log in."""
    hall.nick_owners[nick] = person(old).address
    hall.services.presence.renamed(person(old), replace(person(nick, account), address=person(old).address))
    hall.run()


def leave_all(hall: Hall) -> None:
    """Let time pass until everybody has left the table, and check the chips."""
    hall.wait(5000)
    assert not hall.has_table()
    assert hall.services.ledger.games("holdem") == ()
    hall.check_ledger()


@pytest.mark.parametrize("account", [None, "carolacc"])
def test_a_new_name_while_ones_seat_is_in_doubt(monkeypatch: pytest.MonkeyPatch, account: str | None) -> None:
    hall = Hall()
    hall.seat("alice", "bob")
    hall.say("carol", "!cards")
    with monkeypatch.context() as broken:
        hall.services.ledger.open_player(hall.player("carol"))
        fail_first(broken, hall, "post", 1, after=True)
        hall.say("carol", "!sit 300")
    nick = "carol" if account else "caro"
    rename(hall, "carol", nick, account)
    hall.wait(11)
    hall.say(nick, "!leave", account=account)
    assert not any("called off" in line for line in hall.to(CHANNEL))
    leave_all(hall)


def test_a_new_name_while_a_new_table_is_in_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall(grace=60.0, plugins=("holdem", "bank"))
    hall.say("alice", "!bank")
    with monkeypatch.context() as broken:
        fail_first(broken, hall, "post", 1, after=True)
        hall.tell("alice", "play caller")
    rename(hall, "alice", "ally")
    hall.wait(11)
    hall.say("ally", "!bank")
    assert [str(seat.account) for seat in hall.table("ally").seats.people] == [str(hall.player("ally"))]
    hall.services.presence.quit(hall.person("ally"))
    leave_all(hall)


def test_a_new_name_at_a_table_about_to_close(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall()
    hall.say("alice", "!open 500")
    hall.say("bob", "!sit 500")
    hall.say("alice", "!sitout")
    with monkeypatch.context() as busy:
        # Both lines come at once: the table's timers had no turn.
        busy.setattr(hall, "run", lambda: None)
        hall.say("bob", "!leave")
        rename(hall, "alice", "ally")
    hall.run()
    assert not hall.has_table()
    assert (hall.chips("ally"), hall.chips("alice")) == (1000, 0)
    leave_all(hall)


def test_a_new_name_while_the_tables_are_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall()
    hall.seat("alice", "bob")
    with monkeypatch.context() as broken:
        fail_first(broken, hall, "games", 99)
        hall = hall.restarted()
        assert not hall.lobby.tables
    rename(hall, "alice", "ally")
    hall.wait(20)
    assert hall.has_table()
    leave_all(hall)
    assert not any("called off" in line for line in hall.to(CHANNEL))


def code_of(hall: Hall, nick: str) -> str:
    """Return the code with which somebody's account can be claimed."""
    return hall.tell(nick, "bank code")[0].split("!claim ")[1].split()[0].rstrip(".")


def test_a_claim_waits_for_a_seat_in_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall(plugins=("bank", "holdem"))
    hall.seat("alice", "bob")
    hall.say("carol", "!bank")
    code = code_of(hall, "carol")
    hall.say("zoe", "!bank")
    with monkeypatch.context() as broken:
        fail_first(broken, hall, "post", 1, after=True)
        hall.say("carol", "!sit 300")
        assert "not known yet" in hall.tell("zoe", f"claim {code}")[0]
    leave_all(hall)


@pytest.mark.parametrize("reads", range(7))
def test_a_command_for_a_seat_that_has_gone(monkeypatch: pytest.MonkeyPatch, reads: int) -> None:
    hall = Hall()
    hall.seat("alice", "bob", "carol")
    while hall.actor():
        hall.say(hall.actor(), "!fold")
    with monkeypatch.context() as broken:
        fail_first(broken, hall, "post", 1, after=True)
        fail_first(broken, hall, "settled_game", reads)
        hall.say("bob", "!leave")
        hall.say("bob", "!leave")
    hall.wait(8)
    assert hall.has_table()
    assert [seat.nick for seat in hall.table().seats.people] == ["alice", "carol"]
    hall.check_ledger()


@pytest.mark.parametrize("reads", range(5))
def test_whose_seat_has_gone_sends_no_robot_away(monkeypatch: pytest.MonkeyPatch, reads: int) -> None:
    hall = Hall()
    hall.say("alice", "!open 300")
    hall.say("bob", "!sit 300")
    hall.say("alice", "!addbot caller")
    with monkeypatch.context() as broken:
        fail_first(broken, hall, "post", 1, after=True)
        fail_first(broken, hall, "settled_game", reads)
        hall.say("alice", "!leave")
        hall.say("alice", "!removebot caller")
    hall.wait(12)
    assert sorted(seat.nick for seat in hall.table().seats.values()) == ["bob", "caller"]
    hall.check_ledger()


@pytest.mark.parametrize("reads", range(4))
def test_a_claim_of_a_seat_that_has_gone(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, reads: int
) -> None:
    hall = Hall(plugins=("bank", "holdem"))
    hall.say("alice", "!open 300")
    hall.say("bob", "!sit 300")
    code = code_of(hall, "alice")
    hall.say("zoe", "!bank")
    with monkeypatch.context() as broken:
        fail_first(broken, hall, "post", 1, after=True)
        fail_first(broken, hall, "settled_game", reads)
        hall.say("alice", "!leave")
        hall.tell("zoe", f"claim {code}")
    hall.wait(12)
    assert "incident" not in caplog.text
    assert [seat.nick for seat in hall.table().seats.people] == ["bob"]
    leave_all(hall)


def test_only_a_stale_table_is_left_to_another_bot(caplog: pytest.LogCaptureFixture) -> None:
    hall = Hall(channels=("#one", "#two"))
    for channel in ("#one", "#two"):
        hall.say("alice", "!open 300", channel)
    ledger, table = hall.services.ledger, hall.table("#one")
    draft = table.draft()
    draft.state.seats[0].time_outs = 1
    pending = table.stored.pending(draft, always=False)
    assert pending is not None
    ledger.save(*pending.changes)
    rename(hall, "alice", "ally")
    hall.wait(30)
    assert [str(table.place) for table in hall.lobby.tables] == [f"channel:{NET}/#two"]
    assert caplog.text.count("another bot plays this table") == 1


def test_a_return_while_the_ledger_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall(grace=60.0)
    hall.seat("alice", "bob", "carol")
    while hall.actor():
        hall.say(hall.actor(), "!fold")
    hall.services.presence.quit(person("bob"))
    with monkeypatch.context() as broken:
        Fault(broken, hall, (*WRITES, *READS, "settled_game"))
        hall.wait(6)
        assert hall.table().stored.failures
        hall.services.presence.joined(person("bob"), CHANNEL)
        hall.wait(1)
    hall.wait(12)
    assert hall.away() == set()
    hall.check_ledger()


@pytest.mark.parametrize("how", ["quit", "part"])
def test_who_goes_while_the_own_seat_is_in_doubt_is_away(monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    hall = Hall(grace=60.0)
    hall.seat("alice", "bob")
    with monkeypatch.context() as broken:
        fail_first(broken, hall, "post", 1, after=True)
        hall.say("carol", "!sit 300")
    if how == "quit":
        hall.services.presence.quit(person("carol"))
    else:
        hall.services.presence.parted(person("carol"), CHANNEL)
    hall.wait(200)
    assert "carol" not in [seat.nick for seat in hall.table().seats.people]
    assert hall.services.ledger.balance(PlayerId.of(NET, nick_key="carol", address=person("carol").address)) == 1000


def test_a_refill_is_no_part_of_a_seat_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    with Hall(plugins=("slots", "holdem", "bank")) as hall:
        hall.say("alice", "!open 500")
        lose(hall, "bob", 5)
        with monkeypatch.context() as broken:
            broken.setattr(hall.table(), "change", lambda _: 1 // 0)
            hall.say("bob", "!sit")
        assert hall.chips("bob") == 100
        hall.say("bob", "!sit")
        assert (hall.chips("bob"), hall.table().seats.chips) == (0, 600)


def test_a_transport_that_fails_stops_no_table(caplog: pytest.LogCaptureFixture) -> None:
    hall = Hall()
    hall.seat("alice", "bob")

    def fail_once(_: Sequence[Outgoing]) -> None:
        hall.services.outbox.open(NET, hall.paced.take)
        raise RuntimeError

    hall.services.outbox.open(NET, fail_once)
    first = hall.actor()
    hall.say(first, "!call")
    assert "are lost" in caplog.text
    other = hall.actor()
    assert other not in {"", first}
    hall.say(other, "!check")
    assert hall.actor() == other
    assert any("your turn" in line for line in hall.new_lines(other))
    hall.check_ledger()
