"""A table changes by drafts: all of one is taken, or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from ircpoker.chat.outgoing import Outgoing
from ircpoker.errors import InsufficientChipsError, NotAllowedError
from ircpoker.lobby.deadlines import deadlines
from ircpoker.lobby.draft import Draft
from ircpoker.lobby.stored_form import dump_state
from ircpoker.words import Phrase
from tests.chat.routers import FAILS
from tests.lobby.faults import Fault
from tests.lobby.hall import CHANNEL, Hall


@pytest.fixture
def hall() -> Iterator[Hall]:
    with Hall() as opened:
        yield opened


def test_a_dropped_draft_leaves_nothing(hall: Hall) -> None:
    hall.seat("alice", "bob")
    table = hall.table()
    stored, due = dump_state(table.state), deadlines(table.state, table.settings)

    def take_chips(draft: Draft) -> None:
        draft.announce(Phrase("table.waiting"))
        draft.state.seats[0].stack -= 5
        draft.state.resume_at = draft.now
        raise NotAllowedError("no")

    with pytest.raises(NotAllowedError):
        table.change(take_chips)
    hall.run()
    assert hall.new_lines() == []
    assert (dump_state(table.state), deadlines(table.state, table.settings)) == (stored, due)
    assert {timer: table.calls.due.get(timer) for timer in due} == due


@pytest.mark.parametrize(
    "late",
    [
        lambda draft: draft.announce(Phrase("table.waiting")),
        lambda draft: draft.write(),
        lambda draft: draft.move((), "table"),
        lambda draft: draft.record(draft.state.hand, (), is_revealed=False),
    ],
    ids=["announce", "write", "move", "record"],
)
def test_a_draft_takes_nothing_more_when_it_is_committed(hall: Hall, late: Callable[[Draft], None]) -> None:
    hall.seat("alice", "bob")
    drafts: list[Draft] = []
    hall.table().change(drafts.append)
    with pytest.raises(AssertionError, match="committed or dropped"):
        late(drafts[0])


def test_a_change_of_nothing_is_not_written(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.seat("alice", "bob")
    fault = Fault(monkeypatch, hall, ("save", "post"))
    hall.table().change(lambda draft: draft.announce(Phrase("table.waiting")))
    assert fault.count == 0
    assert len(hall.new_lines(CHANNEL)) == 1


def test_an_opening_that_fails_leaves_no_table_and_no_clock(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    fault = Fault(monkeypatch, hall, ("new_deal_number",))
    assert hall.say("alice", "!open 500") == [FAILS]
    fault.is_on = False
    hall.new_lines()
    hall.wait(60)
    assert (hall.has_table(), hall.new_lines()) == (False, [])
    assert hall.services.ledger.games("holdem") == ()


def test_an_announcement_that_fails_stops_no_table(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hall.seat("alice", "bob")
    post = hall.services.outbox.post

    def fail_once(line: Outgoing) -> None:
        monkeypatch.setattr(hall.services.outbox, "post", post)
        raise RuntimeError(line.reader.target)

    monkeypatch.setattr(hall.services.outbox, "post", fail_once)
    first = hall.actor()
    hall.say(first, "!call")
    assert "an announcement is lost" in caplog.text
    assert hall.actor() not in {"", first}
    hall.wait(120)
    assert any("out of time" in line for line in hall.to(CHANNEL))


def test_a_change_that_the_ledger_refuses_leaves_no_doubt(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.say("alice", "!open")

    def refuse(*_: object) -> None:
        raise InsufficientChipsError(500, 0)

    with monkeypatch.context() as patched:
        patched.setattr(hall.services.ledger, "post", refuse)
        assert "500" in hall.say("bob", "!sit")[0]
    assert hall.table().stored.unconfirmed is None
    assert "bob" not in [seat.nick for seat in hall.table().seats.values()]
