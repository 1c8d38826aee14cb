"""Clocks, statuses, tables and chips survive a failed change, a return and a restart."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ircpoker.errors import LedgerError, UnknownPlayerError
from ircpoker.lobby.deadlines import Timer
from ircpoker.lobby.seats import SeatStatus
from tests.lobby.faults import Fault
from tests.lobby.hall import CHANNEL, NET, Hall, person


@pytest.fixture
def hall() -> Iterator[Hall]:
    with Hall() as opened:
        yield opened


@pytest.mark.parametrize("error", [UnknownPlayerError("alice"), LedgerError("the disk is full")])
def test_a_refused_change_leaves_the_clocks_as_they_were(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    hall.seat("alice", "bob")
    table, actor = hall.table(), hall.actor()
    due = table.calls.due.get(Timer.ACT)

    def refuse(*_: object) -> None:
        raise error

    with monkeypatch.context() as broken:
        broken.setattr(hall.services.ledger, "save", refuse)
        broken.setattr(hall.services.ledger, "post", refuse)
        hall.say(actor, "!call")
        assert table.calls.due.get(Timer.ACT) == due is not None
    hall.wait(100)
    assert any("out of time" in line for line in hall.to(CHANNEL))


def test_two_private_tables_never_share_a_place(hall: Hall) -> None:
    hall.tell("alice", "play caller 200")
    hall.nick_owners["ally"] = "alice@alice.home"
    hall.tell("ally", "play caller 200")
    hall.services.presence.quit(hall.person("ally"))
    for old, new in (("alice", "ally"), ("ally", "dave")):
        before = hall.person(old)
        hall.nick_owners[new] = "alice@alice.home"
        hall.services.presence.renamed(before, hall.person(new))
        hall.run()
        assert {table.id for table in hall.lobby.tables.by_place.values()} == {
            saved.game_id for saved in hall.services.ledger.games("holdem")
        }


def gave_up(hall: Hall) -> int:
    """Let bob be away for too long while the hand waits for alice; return his seat."""
    hall.seat("alice", "bob", "carol")
    number = next(number for number, seat in hall.table().seats.items() if seat.nick == "bob")
    hall.table().seats[number].status = SeatStatus.GIVEN_UP
    hall.table().seats[number].away_since = hall.clock.monotonic()
    return number


def test_a_return_in_time_counts_after_a_restart(hall: Hall) -> None:
    number = gave_up(hall)
    hall.services.presence.joined(person("bob"), CHANNEL)
    assert hall.table().seats[number].status is SeatStatus.PLAYING
    assert hall.restarted().table().seats[number].status is SeatStatus.PLAYING


def test_a_return_while_the_table_is_stopped_keeps_the_seat(hall: Hall) -> None:
    number = gave_up(hall)
    hall.disconnect()
    hall.connect()
    assert hall.table().calls.due.get(Timer.RESUME) is not None
    hall.services.presence.joined(person("bob"), CHANNEL)
    assert hall.table().seats[number].status is SeatStatus.PLAYING
    assert hall.table().place.network == NET


@pytest.mark.parametrize("status", list(SeatStatus))
def test_every_status_outlives_the_process(status: SeatStatus) -> None:
    hall = Hall()
    hall.seat("alice", "bob", "carol")
    assert hall.table().hand is not None
    number = hall.table().hand.numbers[1]
    hall.table().seats[number].status = status
    hall.say(hall.actor(), "!call")
    seat = hall.restarted().table().seats[number]
    # A player seen in the channel is back.
    is_lifted = status in {SeatStatus.GIVEN_UP, SeatStatus.UNREACHABLE}
    assert seat.status is (SeatStatus.PLAYING if is_lifted else status)


def test_a_reveal_that_fails_interrupts_no_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    with Hall(reveal_after=1.0) as hall:
        hall.seat("alice", "bob")
        hall.say(hall.actor(), "!fold")
        hall.wait(50)
        hall.new_lines()

        def fail(*_: object) -> None:
            raise LedgerError("the disk is full")

        with monkeypatch.context() as broken:
            broken.setattr(hall.services.ledger, "save", fail)
            assert hall.table().state.hidden
            hall.table().tick(Timer.REVEAL)
        assert not any("I am back" in line for line in hall.new_lines())
        hall.wait(130)
        assert "1" not in dict(hall.table().state.hidden)


def test_a_player_who_asked_to_leave_was_not_gone(hall: Hall) -> None:
    hall.seat("alice", "bob", "carol")
    leaver = next(nick for nick in ("alice", "bob", "carol") if nick != hall.actor())
    hall.say(leaver, "!leave")
    hall.services.presence.parted(person(leaver), CHANNEL)
    for _ in range(3):
        if hall.actor():
            hall.say(hall.actor(), "!fold")
    assert any(f"{leaver} leaves with" in line for line in hall.to(CHANNEL))


def test_a_departure_during_doubt_is_remembered(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.seat("alice", "bob", "carol")
    hall.say(hall.actor(), "!fold")
    with monkeypatch.context() as broken:
        Fault(broken, hall, ("save", "post"), after=True)
        hall.say(hall.actor(), "!fold")
        assert hall.table().stored.unconfirmed
    gone = next(number for number, seat in hall.table().seats.items() if seat.nick == "carol")
    hall.services.presence.parted(person("carol"), CHANNEL)
    hall.wait(5.5)
    assert not hall.table().stored.unconfirmed
    assert hall.away() == {gone}
    hall.wait(300)
    assert gone not in hall.table().seats
