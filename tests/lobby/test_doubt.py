"""The ledger fails after it has stored a change: the table goes on from the stored state."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ircpoker.lobby.stored_form import load_state
from tests.lobby.faults import Fault
from tests.lobby.hall import CHANNEL, Hall, person, player

WRITES = ("save", "post")


def lose_answer(hall: Hall, monkeypatch: pytest.MonkeyPatch, do: Callable[[], object]) -> int:
    """Lose the ledger's answers during an operation; return how many were lost."""
    with monkeypatch.context() as broken:
        fault = Fault(broken, hall, WRITES, after=True)
        do()
    return fault.count


def check_goes_on(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    """Check that the table equals the stored one, and that the next hand is dealt."""
    hall.wait(6)
    assert "another bot" not in caplog.text
    (saved,) = hall.services.ledger.games("holdem")
    state, _, problem = load_state(saved.state)
    assert not problem
    assert state.seats.keys() == hall.table().seats.keys()
    before = hall.table().state.last_deal
    for _ in range(3):
        hall.wait(6)
        if hall.actor():
            hall.say(hall.actor(), "!fold")
    assert int(hall.table().state.last_deal) > int(before or 0)


def test_the_end_of_a_hand(hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    hall.seat("alice", "bob")
    loser = hall.actor()
    assert lose_answer(hall, monkeypatch, lambda: hall.say(loser, "!fold")) == 1
    assert hall.table().stored.unconfirmed
    hall.wait(6)
    assert any("wins 10" in line for line in hall.new_lines(CHANNEL))
    assert hall.table().state.last_deal == "1"
    check_goes_on(hall, caplog)


def test_the_end_of_a_hand_is_in_the_history(monkeypatch: pytest.MonkeyPatch) -> None:
    with Hall() as hall:
        hall.seat("alice", "bob")
        kept: list[str] = []
        archive = hall.lobby._context.archive
        monkeypatch.setattr(archive, "write_history", lambda _place, deal_id, *_: kept.append(deal_id))
        lose_answer(hall, monkeypatch, lambda: hall.say(hall.actor(), "!fold"))
        assert kept == []
        hall.wait(6)
        assert kept == ["1"]


def test_an_action_in_a_hand(hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    hall.seat("alice", "bob")
    first = hall.actor()
    assert lose_answer(hall, monkeypatch, lambda: hall.say(first, "!call")) == 1
    # The other player need not wait: their next command comes after that call.
    second = {"alice": "bob", "bob": "alice"}[first]
    assert hall.say(second, "!check") == []
    hand = hall.table().hand
    assert hand is not None
    assert [str(action) for _, action in hand.deal.actions] == ["call", "check"]
    assert any(f"{first} calls" in line for line in hall.new_lines(CHANNEL))
    check_goes_on(hall, caplog)


def test_a_repeated_action_counts_once(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.seat("alice", "bob")
    first = hall.actor()
    lose_answer(hall, monkeypatch, lambda: hall.say(first, "!call"))
    hall.say(first, "!call")
    hand = hall.table().hand
    assert hand is not None
    assert [str(action) for _, action in hand.deal.actions] == ["call"]


def test_the_beginning_of_a_hand(hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    hall.say("alice", "!open 500")
    hall.say("bob", "!sit 500")
    hall.new_lines()
    assert lose_answer(hall, monkeypatch, lambda: hall.wait(5)) >= 1
    assert hall.new_lines("alice") == []
    hall.wait(6)
    assert hall.table().hand is not None
    assert any("#1 you hold" in line for line in hall.new_lines("alice"))
    check_goes_on(hall, caplog)


@pytest.mark.parametrize("line", ["!sit 500", "!addbot caller"])
def test_sitting_down(hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, line: str) -> None:
    hall.say("alice", "!open 500")
    who = "bob" if "sit" in line else "alice"
    lose_answer(hall, monkeypatch, lambda: hall.say(who, line))
    check_goes_on(hall, caplog)
    assert len(hall.table().seats) == 2


def test_leaving(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    for nick in ("alice", "bob"):
        hall.say(nick, "!open 500" if not hall.has_table() else "!sit 500")
    lose_answer(hall, monkeypatch, lambda: hall.say("bob", "!leave"))
    assert hall.chips("bob") == 1000
    hall.new_lines()
    assert "you have no seat at a table here" in hall.say("bob", "!leave")[0]
    assert any("bob" in line for line in hall.new_lines(CHANNEL))
    assert [seat.nick for seat in hall.table().seats.people] == ["alice"]


def test_closing_a_table(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.say("alice", "!open 500")
    lose_answer(hall, monkeypatch, lambda: hall.say("alice", "!leave"))
    hall.wait(6)
    assert not hall.has_table()
    assert hall.chips("alice") == 1000
    hall.say("bob", "!open 500")
    assert hall.has_table()


@pytest.mark.parametrize("where", [CHANNEL, "alice"])
def test_opening_a_table(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, where: str
) -> None:
    hall.services.ledger.open_player(player("alice"))
    open_it = (
        (lambda: hall.say("alice", "!open 500")) if where == CHANNEL else lambda: hall.tell("alice", "play caller")
    )
    lose_answer(hall, monkeypatch, open_it)
    assert not hall.has_table(where)
    assert hall.chips("alice") == 500
    hall.wait(11)
    assert hall.has_table(where)
    assert "another bot" not in caplog.text
    open_it()
    assert len(hall.services.ledger.games("holdem")) == 1


def test_a_private_table_under_a_new_nick(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.tell("alice", "play caller")
    hall.wait(5)
    with monkeypatch.context() as broken:
        assert Fault(broken, hall, ("rebind",), after=True).is_on
        hall.services.presence.renamed(person("alice"), person("ally"))
    hall.wait(6)
    assert not hall.has_table("alice")
    assert [seat.nick for seat in hall.table("ally").seats.people] == ["ally"]
    hall.tell("ally", "leave")
    assert not hall.lobby.tables
    assert hall.chips("alice") == 0


def test_a_table_that_is_not_opened_is_forgotten(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        Fault(broken, hall, ("post",))
        hall.say("alice", "!open 500")
    assert not hall.has_table()
    hall.say("alice", "!open 400")
    assert [seat.stack for seat in hall.table().seats.people] == [400]


def test_nothing_happens_at_a_table_while_the_ledger_is_away(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hall.seat("alice", "bob")
    first = hall.actor()
    with monkeypatch.context() as broken:
        lose_answer(hall, broken, lambda: hall.say(first, "!fold"))
        away = Fault(broken, hall, ("settled_game",))
        hall.new_lines()
        hall.wait(60)
        hall.say(first, "!call")
        hall.services.presence.quit(person("bob"))
        assert away.count > 3
        assert not any("wins" in line for line in hall.new_lines(CHANNEL))
    hall.services.presence.joined(person("bob"), CHANNEL)
    hall.wait(6)
    assert any("wins 10" in line for line in hall.new_lines(CHANNEL))
    check_goes_on(hall, caplog)


def test_another_bot_at_the_table_is_still_noticed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hall = Hall()
    hall.seat("alice", "bob")
    with monkeypatch.context() as broken:
        Fault(broken, hall, ("save",))
        hall.say(hall.actor(), "!call")
    other = hall.restarted()
    other.wait(1)
    other.say(other.actor(), "!fold")
    hall.wait(11)
    assert "another bot plays this table" in caplog.text
    assert not hall.has_table()
    assert other.has_table()
    other.check_ledger()
    other.close()
