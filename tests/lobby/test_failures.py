"""The ledger fails during an operation, or a bug breaks an invariant: nothing is left half done."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from ircpoker.errors import UnknownPlayerError
from ircpoker.lobby import play
from ircpoker.lobby.deadlines import Timer
from ircpoker.lobby.stored_form import load_state
from ircpoker.runtime.delivery import Delivery
from tests.chat.routers import FAILS
from tests.lobby.faults import READS, WRITES, Fault
from tests.lobby.hall import CHANNEL, Hall, person, play_on, random_command, random_seat_command


def check_as_stored(hall: Hall) -> None:
    """Check that each table holds exactly its stored chips."""
    stored = {saved.game_id: load_state(saved.state) for saved in hall.services.ledger.games("holdem")}
    for table in hall.lobby.tables:
        if table.stored.unconfirmed:
            continue
        saved, hand, _ = stored[table.id]
        assert (table.hand is None) == (hand is None)
        assert {number: seat.stack for number, seat in saved.seats.items()} == {
            number: seat.stack for number, seat in table.seats.items()
        }
        if hand is not None and table.hand is not None:
            assert table.hand.deal_id == hand.deal_id
            assert [str(action) for _, action in table.hand.deal.actions] == [str(action) for _, action in hand.actions]


def test_a_deal_ends_while_the_ledger_gives_no_number(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.seat("alice", "bob")
    fault = Fault(monkeypatch, hall, ("new_deal_number",))
    actor = hall.actor()
    assert hall.say(actor, "!fold") == [FAILS]
    check_as_stored(hall)
    hall.say("carol", "!sit")
    check_as_stored(hall)
    fault.is_on = False
    hall.wait(5)
    assert hall.actor() == actor
    hall.say(actor, "!fold")
    assert any("wins 10" in line for line in hall.to(CHANNEL))


def test_a_deal_cannot_be_called_off_yet(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.seat("alice", "bob")
    hall.say(hall.actor(), "!fold")
    hall.refusals.update(alice=Delivery.REFUSED, bob=Delivery.REFUSED)
    fault = Fault(monkeypatch, hall, ("new_deal_number",))
    hall.wait(6)
    check_as_stored(hall)
    assert not any(seat.sits_out for seat in hall.table().seats.people)
    fault.is_on = False
    hall.wait(6)
    assert any("called off" in line for line in hall.to(CHANNEL))


@pytest.mark.few(1)
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("seed", [0, *[pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2, 3)]])
def test_a_ledger_that_fails_now_and_then(
    seed: int, after: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with Hall(seed=seed) as hall:
        rng = Random(seed)
        for nick in ("alice", "bob", "carol"):
            hall.say(nick, "!sit 300" if hall.has_table() else "!open 300")
        hall.say("alice", "!addbot caller")
        fault = Fault(monkeypatch, hall, (*WRITES, *READS), 0.15, after=after)
        for _ in range(150):
            nick = hall.actor() if hall.has_table() else ""
            if not hall.has_table():
                hall.say("alice", "!open 300")
            elif rng.random() < 0.1:
                hall.say(
                    rng.choice(["alice", "bob", "carol"]),
                    rng.choice(["!sit", "!leave", "!sit 300", random_seat_command(rng)]),
                )
            elif nick:
                hall.say(nick, random_command(hall, CHANNEL, rng))
            else:
                hall.wait(5)
            fault.is_on = False
            check_as_stored(hall)
            assert hall.services.ledger.audit().is_clean
            fault.is_on = True
        assert fault.count > 5
        assert "another bot" not in caplog.text
        fault.is_on = False
        hall.wait(60)
        before = hall.table().state.last_deal if hall.has_table() else ""
        if before and len(hall.table().seats.dealt_in) > 1:
            play_on(hall, rng, 60)
            assert not hall.has_table() or hall.table().state.last_deal != before


@pytest.mark.parametrize("name", ["rebind", "open_player", "save"])
@pytest.mark.parametrize("where", [CHANNEL, "alice"])
def test_a_nick_changes_while_the_ledger_is_away(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, name: str, where: str
) -> None:
    if where == CHANNEL:
        hall.seat("alice", "carol")
    else:
        hall.tell("alice", "play caller 500")
        hall.wait(5)
    fault = Fault(monkeypatch, hall, (name,))
    hall.services.presence.renamed(person("alice"), person("bob"))
    fault.is_on = False
    hall.wait(400)
    hall.tell("bob", "leave")
    hall.wait(400)
    assert not any(seat.nick in {"alice", "bob"} for table in hall.lobby.tables for seat in table.seats.people)
    assert 900 < sum(balances(hall, "alice", "bob")) <= 1010, "nobody got first chips twice"


def test_chips_follow_a_new_nick_when_the_ledger_is_back(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = hall.services.ledger
    ledger.open_player(hall.player("alice"))
    ledger.daily(hall.player("alice"))
    fault = Fault(monkeypatch, hall, ("rebind",))
    for old, new in (("alice", "bob"), ("bob", "ben")):
        hall.services.presence.renamed(person(old), person(new))
    fault.is_on = False
    hall.tell("ben", "table")
    assert hall.chips("ben") == 1100
    assert not hall.services.identities.pending


def test_a_seat_takes_its_account_along_when_the_ledger_is_back(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.seat("alice", "carol")
    fault = Fault(monkeypatch, hall, ("rebind", "open_player"))
    hall.services.presence.renamed(person("alice"), person("bob"))
    fault.is_on = False
    hall.say("bob", "!table")
    [seat] = [seat for seat in hall.table().seats.people if seat.nick == "bob"]
    assert seat.account == hall.player("bob")
    hall.say("bob", "!leave")
    hall.say(hall.actor(), "!fold")
    hall.wait(10)
    assert hall.chips("bob") + hall.chips("carol") + hall.table().seats.chips == 2000
    hall.check_ledger()


def test_a_private_table_follows_a_new_nick_when_the_ledger_is_back(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.tell("alice", "play caller 500")
    hall.wait(5)
    fault = Fault(monkeypatch, hall, ("rebind", "open_player"))
    hall.services.presence.renamed(person("alice"), person("bob"))
    assert hall.has_table("alice")
    fault.is_on = False
    assert hall.tell("bob", "play caller 200")[0].startswith("you sit at a table here already")
    assert hall.has_table("bob")
    assert not hall.has_table("alice")
    hall.tell("bob", "fold")
    hall.wait(5)
    hall.tell("bob", "leave")
    hall.check_ledger()


@pytest.mark.parametrize("after", [False, True])
def test_a_new_nick_keeps_its_seat_while_the_ledger_is_away(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, *, after: bool
) -> None:
    hall.seat("alice", "bob")
    actor = hall.actor()
    fault = Fault(monkeypatch, hall, ("save", "post", "rebind", "settled_game"), after=after)
    hall.say(actor, "!call")
    hall.nick_owners["carol"] = hall.person(actor).address
    hall.services.presence.renamed(person(actor), hall.person("carol"))
    hall.wait(130)
    fault.is_on = False
    hall.wait(200)
    assert {seat.nick for seat in hall.table().seats.people} == {"alice", "bob", "carol"} - {actor}
    again = hall.restarted()
    assert {seat.nick for seat in again.table().seats.people} == {"alice", "bob", "carol"} - {actor}


def balances(hall: Hall, *nicks: str) -> Iterator[int]:
    for nick in nicks:
        with suppress(UnknownPlayerError):
            yield hall.chips(nick)


def test_a_disk_that_is_full_for_hours_is_quiet(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hall.seat("alice", "bob")
    actor = hall.actor()
    fault = Fault(monkeypatch, hall, ("save", "post"))
    assert hall.say(actor, "!fold") == [FAILS]
    hall.new_lines()
    attempts = []
    for _ in range(2 * 60):
        before = fault.count
        hall.wait(60)
        attempts.append(fault.count - before)
    assert hall.new_lines() == []
    # After 5, 15, 35, 75 and 155 seconds, and so on, and when a clock of the hand runs out; then every ten minutes.
    assert sum(attempts[60:]) == 6
    assert sum(attempts) <= 20
    assert len(caplog.records) <= 1 + sum(attempts)
    fault.is_on = False
    waited = 0
    while not (back := [text for text in hall.to(CHANNEL) if "I am back" in text]):
        hall.wait(5)
        waited += 5
        assert waited <= 605
    assert back == ["I am back: #1 goes on."]
    assert hall.actor() == actor
    hall.say(actor, "!fold")
    assert any("wins 10" in line for line in hall.to(CHANNEL))


def test_absent_players_leave_when_the_ledger_is_back(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.seat("alice", "bob")
    hall.say(hall.actor(), "!fold")
    hall.services.presence.quit(person("bob"))
    hall.wait(119.5)
    fault = Fault(monkeypatch, hall, ("save", "post"))
    hall.wait(2)
    assert fault.count
    fault.is_on = False
    hall.wait(10)
    assert [seat.nick for seat in hall.table().seats.people] == ["alice"]


def test_a_proof_that_could_not_be_shown_is_shown_later(monkeypatch: pytest.MonkeyPatch) -> None:
    with Hall(reveal_after=1.0, wait=0.0) as hall:
        hall.seat("alice", "bob")
        hall.say(hall.actor(), "!fold")
        hall.services.presence.quit(person("bob"))
        hall.wait(59)
        fault = Fault(monkeypatch, hall, ("save",))
        hall.wait(2)
        assert fault.count
        assert not shown(hall)
        fault.is_on = False
        hall.wait(10)
        assert shown(hall)


def shown(hall: Hall) -> bool:
    shuffle = hall.services.ledger.shuffle("1")
    return shuffle is not None and shuffle.revealed


def test_no_deck_can_be_read_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall()
    hall.seat("alice", "bob")
    actor = hall.actor()
    fault = Fault(monkeypatch, hall, ("shuffle",))
    bot = hall.restarted()
    assert not bot.lobby.tables
    fault.is_on = False
    bot.wait(6)
    bot.services.presence.joined(person(actor), CHANNEL)
    bot.run()
    assert bot.actor() == actor
    bot.check_ledger()
    bot.close()


def test_a_crowd_does_not_have_a_failing_ledger_read_at_each_line(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall()
    hall.seat("alice", "bob")
    fault = Fault(monkeypatch, hall, ("games",))
    bot = hall.restarted()
    before = fault.count
    for number in range(100):
        bot.say(f"stranger{number}", "hello")
    assert fault.count == before
    bot.wait(1)
    for number in range(100):
        bot.say(f"stranger{number}", "!cards")
    assert fault.count == before + 1
    bot.wait(1)
    fault.is_on = False
    assert " you hold " in bot.say("alice", "!cards")[0]
    bot.close()


def test_a_fault_when_somebody_is_heard_ends_no_console(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hall.seat("alice", "bob")
    monkeypatch.setattr(hall.lobby, "hear", lambda *_: 1 // 0)
    assert hall.say("carol", "hello") == []
    assert "'carol' could not be noted as present" in caplog.text
    assert hall.say("carol", "!cards")[0].startswith("something went wrong")


def test_tables_of_absent_networks_are_not_restored(monkeypatch: pytest.MonkeyPatch) -> None:
    with Hall() as hall:
        assert "console" in hall.lobby.tables.unread
        monkeypatch.setattr(hall.lobby.tables, "unread", {"net", "console"})
        fault = Fault(monkeypatch, hall, ("games",))
        hall.services.presence.connected("net")
        fault.is_on = False
        hall.wait(6)
        assert hall.lobby.tables.unread == {"console"}


def test_nobody_acts_before_the_cards_are_there_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with Hall(robot_pause=20.0) as hall:
        hall.say("alice", "!play caller")
        hall.wait(5)
        while hall.actor() == "alice":
            hall.say("alice", "!call")
        count = actions(hall)
        fault = Fault(monkeypatch, hall, ("save", "post"))
        hall.say("alice", "!leave")
        assert fault.count
        fault.is_on = False
        hall.holds_deliveries = True
        hall.wait(29)
        assert hall.waiting
        assert actions(hall) == count
        assert hall.table().calls.due.get(Timer.ROBOT) is None
        hall.confirm()
        hall.holds_deliveries = False
        hall.wait(21)
        assert actions(hall) > count


def actions(hall: Hall) -> int:
    hand = hall.table().hand
    assert hand is not None
    return len(hand.deal.actions)


@pytest.mark.parametrize("by", ["a player", "the clock"])
def test_a_fault_of_ours_returns_the_bets(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, by: str
) -> None:
    hall.seat("alice", "bob")
    stacks = [seat.stack for seat in hall.table().seats.people]
    whole, faults = hall.lobby._context.entropy, [ZeroDivisionError()]

    def fail(size: int) -> bytes:
        if faults:
            raise faults.pop()
        return whole(size)

    # At the end of the deal, when everybody has got their chips, and before that is stored.
    monkeypatch.setattr(hall.lobby._context, "entropy", fail)
    if by == "a player":
        assert hall.say(hall.actor(), "!fold")[0].startswith("something went wrong")
    else:
        hall.wait(46)
    assert any(record.levelno == logging.ERROR for record in caplog.records)
    assert any("called off, all bets are returned" in line for line in hall.new_lines(CHANNEL))
    assert [seat.stack for seat in hall.table().seats.people] == stacks
    hall.wait(6)
    assert hall.actor()


def test_a_fault_of_ours_between_deals_closes_the_table(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.say("alice", "!open")
    monkeypatch.setattr(play, "make_setup", lambda *_: 1 // 0)
    hall.say("bob", "!sit")
    hall.wait(6)
    assert not hall.has_table()
    assert hall.chips("alice") == hall.chips("bob") == 1000


def test_an_unwritable_history_costs_nothing_else(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hall.seat("alice", "bob")
    monkeypatch.setattr(hall.lobby._context.archive, "write_history", lambda *_: 1 // 0)
    assert hall.say(hall.actor(), "!fold") == []
    assert "deal 1 is not kept" in caplog.text
    hall.wait(6)
    assert hall.actor()


def test_a_fault_of_ours_while_the_ledger_fails_too(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.seat("alice", "bob")
    actor = hall.actor()

    def fail(*_: object) -> None:
        raise ValueError("a fault of ours")

    with monkeypatch.context() as broken:
        broken.setattr(play, "Reminder", fail)
        fault = Fault(broken, hall, WRITES)
        hall.wait(31)
        assert fault.count
    hall.wait(6)
    assert hall.actor() == actor
    hall.say(actor, "!fold")
    assert any("wins 10" in line for line in hall.to(CHANNEL))


PUPIL = """
from ircpoker.table import CHECK, FOLD

class Pupil:
    name = "pupil"
    games = {"holdem": range(2, 11)}
    deals = 0

    def decide(self, view, rng):
        return CHECK if view.legal.can_check else FOLD

    def meet(self, players):
        pass

    def learn(self, view):
        self.deals += 1

    def memory(self):
        return {"deals": self.deals}

    def recall(self, memory):
        self.deals = memory["deals"]

ROBOTS = [Pupil]
"""


def test_a_robot_learns_once_from_a_deal_that_could_not_be_stored_at_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pupil.py").write_text(PUPIL, encoding="utf-8")
    with Hall(plugin_path=tmp_path) as hall:
        hall.say("alice", "!play pupil")
        hall.wait(5)
        fault = Fault(monkeypatch, hall, WRITES)
        while hall.actor() != "alice":
            hall.wait(1)
        hall.say("alice", "!fold")
        assert fault.count
        fault.is_on = False
        assert hall.actor() == "alice"
        hall.say("alice", "!fold")
        assert hall.table().state.seats[1].memory == {"deals": 1}
