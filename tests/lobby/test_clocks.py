"""Time limits, reminders, and people who come and go."""

import pytest

from ircpoker.chat.outgoing import Outgoing
from ircpoker.people import Person
from ircpoker.runtime.delivery import Delivery, OnDelivery
from tests.lobby.hall import CHANNEL, NET, Hall, person, player
from tests.outbox import each


def test_a_reminder_and_then_the_fold(hall: Hall) -> None:
    hall.seat("alice", "bob", "carol")
    hall.wait(29)
    assert hall.new_lines() == []
    hall.wait(2)
    reminder = "15 seconds left: !call 10, !raise 20-500, !allin, !fold | !time: 30 s more"
    assert hall.new_lines("alice") == [f"[#poker] {reminder}"]
    hall.wait(15)
    assert hall.actor() == "bob"
    assert hall.new_lines(CHANNEL)[-1].startswith("alice folds (out of time) | bob: ")


def test_a_time_out_checks_where_it_is_free(hall: Hall) -> None:
    hall.seat("alice", "bob", "carol")
    hall.say("alice", "!call")
    hall.say("bob", "!call")
    hall.wait(45.1)
    assert "carol checks (out of time)" in hall.new_lines(CHANNEL)[-1]


def test_two_time_outs_in_a_row_sit_out(hall: Hall) -> None:
    hall.seat("alice", "bob", "carol")
    hall.wait(45.1)
    hall.say("bob", "!fold")
    hall.wait(5)
    assert hall.actor() == "bob"
    hall.say("bob", "!call")
    hall.say("carol", "!call")
    hall.new_lines()
    hall.wait(45.1)
    assert "[#poker] You ran out of time twice and sit out: !sit deals you in again." in hall.new_lines("alice")
    # From now on the table does not wait for her.
    for _ in range(3):
        assert hall.actor() != "alice"
        hall.say(hall.actor(), "!check")
    assert hall.say("alice", "!sit") == ["alice is dealt in again, with 490 chips."]


def test_the_last_person_who_runs_out_of_time_ends_the_game(hall: Hall) -> None:
    hall.say("alice", "!open 300")
    hall.say("alice", "!addbot folder")
    hall.wait(5)
    lines = []
    for _ in range(10):
        hall.wait(50)
        lines += [line for line in hall.new_lines("alice") if "twice" in line]
    assert lines == ["[#poker] You ran out of time twice: the game ends with this deal."]
    assert not hall.has_table()
    hall.check_ledger()


def test_acting_in_time_begins_the_count_anew(hall: Hall) -> None:
    hall.seat("alice", "bob", "carol")
    hall.wait(45.1)
    hall.say("bob", "!fold")
    hall.wait(5)
    for nick in ("bob", "carol", "alice"):
        hall.say(nick, "!call" if nick != "alice" else "!check")
    assert not hall.table().seats[0].time_outs


def test_one_active_player_waits(hall: Hall) -> None:
    hall.seat("alice", "bob")
    hall.wait(1000)
    assert hall.to(CHANNEL)[-1] == "Waiting for a second player: !sit to join, !addbot to add a robot."
    hall.say("alice", "!sit")
    hall.wait(5)
    assert hall.actor()


def test_the_wait_is_announced_once(hall: Hall) -> None:
    waiting = "Waiting for a second player: !sit to join, !addbot to add a robot."
    hall.seat("alice", "bob")
    for often in (1, 2):
        hall.say("bob", "!leave")
        hall.say("alice", "!fold")
        hall.wait(100)
        hall.say("alice", "!table")
        hall.services.presence.quit(person("alice"))
        hall.wait(10)
        hall.services.presence.joined(person("alice"), CHANNEL)
        hall.wait(100)
        assert hall.to(CHANNEL).count(waiting) == often
        hall.say("bob", "!sit")
        hall.wait(5)
        assert hall.table().hand


def test_a_table_where_all_sit_out_closes(hall: Hall) -> None:
    hall.say("alice", "!open")
    hall.say("alice", "!addbot raiser")
    hall.wait(1000)
    assert not hall.has_table()
    assert hall.to(CHANNEL)[-1].startswith("The table is closed: alice leaves with ")
    assert hall.chips("alice") < 1000


def test_a_command_in_private_is_a_sign_of_life(hall: Hall) -> None:
    hall.seat("alice", "bob", "carol")
    hall.services.presence.quit(person("alice"))
    assert hall.away()
    hall.say("alice", "!fold")
    assert not hall.away()


def test_talk_in_the_channel_is_a_sign_of_life(hall: Hall) -> None:
    hall.seat("alice", "bob", "carol")
    hall.services.presence.quit(person("alice"))
    assert hall.say("alice", "that was my router") == []
    assert not hall.away()


def test_the_seat_of_a_player_who_quits_is_kept(hall: Hall) -> None:
    hall.seat("alice", "bob", "carol")
    hall.services.presence.quit(person("bob"))
    hall.say("alice", "!call")
    hall.wait(46)
    assert hall.actor() == "carol"
    hall.say("carol", "!check")
    while hall.table().hand:
        hall.say(hall.actor(), "!check")
    hall.wait(5)
    # The next deal goes on without him.
    assert "bob" not in " ".join(text for text in hall.new_lines(CHANNEL) if text.startswith("#2 "))
    hall.services.presence.joined(person("bob"), CHANNEL)
    hall.say(hall.actor(), "!fold")
    hall.wait(5)
    assert any(text.startswith("#3 ") and "bob" in text for text in hall.new_lines(CHANNEL))


def test_a_long_absence_ends_with_a_cash_out(hall: Hall) -> None:
    hall.seat("alice", "bob", "carol")
    hall.services.presence.parted(person("carol"), CHANNEL)
    for _ in range(20):
        if hall.actor() in {"alice", "bob"}:
            hall.say(hall.actor(), "!fold" if hall.actor() == "alice" else "!call")
        hall.wait(10)
    assert any(text.startswith("carol was away for too long and leaves with ") for text in hall.to(CHANNEL))
    assert hall.table().seats.number_of(player("carol")) is None
    assert hall.chips("carol") > 900


def test_the_turn_is_shown_again_after_a_return(hall: Hall) -> None:
    hall.seat("alice", "bob", "carol")
    hall.services.presence.quit(person("alice"))
    hall.wait(10)
    hall.new_lines()
    hall.services.presence.joined(person("alice"), CHANNEL)
    welcome, line = hall.new_lines("alice")
    assert welcome == "[#poker] Welcome back: your seat and 500 chips are kept. It is your turn: 35 s left."
    assert " | your turn: " in line


def test_a_netsplit_pauses_nobody_for_ever(hall: Hall) -> None:
    hall.seat("alice", "bob", "carol", "dave")
    for nick in ("alice", "bob", "carol", "dave"):
        hall.services.presence.quit(person(nick))
    hall.wait(100)
    for nick in ("alice", "bob", "carol", "dave"):
        hall.services.presence.joined(person(nick), CHANNEL)
    for nick in ("alice", "bob", "carol", "dave"):
        hall.say(nick, "!sit")
    hall.wait(10)
    assert hall.actor()


def test_a_new_nick_keeps_seat_and_chips(hall: Hall) -> None:
    hall.seat("alice", "bob")
    hall.services.presence.renamed(person("alice"), person("Alice2"))
    hall.say("bob", "!cards")
    hall.say("Alice2", "!fold")
    assert hall.to(CHANNEL)[-2].endswith(": Alice2 folds")
    hall.say("Alice2", "!leave")
    assert "Alice2 leaves with 495 chips." in hall.to(CHANNEL)
    assert hall.say("alice", "!leave")[0].startswith("you have no seat at a table here")


def test_cards_follow_the_nick(hall: Hall) -> None:
    hall.seat("alice", "bob")
    hall.services.presence.renamed(person("alice"), person("alicia"))
    hall.say("alicia", "!call")
    hall.say("bob", "!check")
    hall.say("bob", "!check")
    assert any("your turn: " in text for text in hall.to("alicia"))
    assert not [text for text in hall.new_lines("alice") if "your turn: !check" in text]


def test_logging_in_keeps_seat_and_chips(hall: Hall) -> None:
    hall.seat("alice", "bob")
    account = Person(NET, "alice", "alice", "AliceAccount")
    hall.services.presence.renamed(person("alice"), account)
    hall.say("alice", "!fold", account="AliceAccount")
    hall.say("alice", "!leave", account="AliceAccount")
    assert "alice leaves with 495 chips." in hall.to(CHANNEL)


def test_while_the_bot_is_away_no_clock_runs(hall: Hall) -> None:
    hall.seat("alice", "bob")
    hall.disconnect()
    hall.wait(1000)
    assert hall.actor() == "alice"
    hall.connect()
    hall.services.presence.joined(person("alice"), CHANNEL)
    hall.services.presence.joined(person("bob"), CHANNEL)
    hall.run()
    lines = hall.new_lines(CHANNEL)
    assert lines[0] == "I am back: #1 goes on."
    assert lines[1:] == ["#1 5/10 | BB bob 500, SB alice 500", "alice: 5 to call (45 s)"]
    hall.say("alice", "!call")
    assert hall.actor() == "bob"


def test_the_network_fails_while_cards_are_sent(hall: Hall) -> None:
    hall.holds_deliveries = True
    hall.seat("alice", "bob")
    hall.confirm()
    hall.disconnect()
    hall.confirm(Delivery.UNKNOWN)
    hall.holds_deliveries = False
    hall.connect()
    for nick in ("alice", "bob"):
        hall.services.presence.joined(person(nick), CHANNEL)
    hall.run()
    assert hall.actor() == "alice"
    assert not any("called off" in text for text in hall.to(CHANNEL))


def test_a_bot_that_returns_alone(hall: Hall) -> None:
    hall.seat("alice", "bob")
    hall.disconnect()
    hall.connect()
    hall.wait(400)
    assert not hall.has_table()
    assert hall.chips("alice") + hall.chips("bob") == 2000


def test_a_return_during_the_deal_keeps_the_seat() -> None:
    with Hall(seconds_to_act=1000.0, reminder=0.0, grace=50.0) as hall:
        hall.seat("alice", "bob")
        actor = hall.actor()
        other = "bob" if actor == "alice" else "alice"
        hall.services.presence.parted(person(other), CHANNEL)
        hall.wait(60)
        hall.services.presence.joined(person(other), CHANNEL)
        hall.say(actor, "!fold")
        hall.wait(5)
        assert hall.table().hand.deal_id == "2"
        hall.say(other, "!leave")
        assert hall.table().seats.number_of(player(other)) is None


class TestNobodyComes:
    def test_an_abandoned_table_closes(self, hall: Hall) -> None:
        hall.say("alice", "!open 300")
        hall.wait(899)
        assert hall.has_table()
        hall.new_lines()
        hall.wait(2)
        assert hall.new_lines(CHANNEL) == [
            "The table is closed: alice found nobody to play with and leaves with 300 chips."
        ]
        assert hall.chips("alice") == 1000
        hall.check_ledger()

    @pytest.mark.parametrize("actions", [0, 1, 3, 6])
    def test_two_lines_at_most_after_everybody_is_gone(self, hall: Hall, actions: int) -> None:
        hall.seat("ann", "bob", "carol")
        for _ in range(actions):
            hall.say(hall.actor(), "!call")
            hall.wait(1)
        hall.new_lines()
        for nick in ("ann", "bob", "carol"):
            hall.services.presence.quit(person(nick))
        hall.wait(3600)
        assert len(hall.new_lines(CHANNEL)) <= 2
        assert not hall.has_table()

    def test_an_arrival_stops_the_clock(self, hall: Hall) -> None:
        hall.say("alice", "!open 300")
        hall.wait(899)
        hall.say("bob", "!sit")
        hall.wait(4)
        assert hall.table().hand is None
        hall.wait(20)
        assert hall.table().hand is not None

    def test_the_clock_restarts_when_one_player_is_left(self, hall: Hall) -> None:
        hall.seat("alice", "bob")
        for _ in range(2):
            if hall.has_table() and hall.actor():
                hall.say(hall.actor(), "!fold")
        hall.say("bob", "!leave")
        hall.wait(901)
        assert not hall.has_table()
        assert hall.chips("alice") + hall.chips("bob") == 2000

    def test_an_owner_may_keep_tables_open(self) -> None:
        hall = Hall(wait=0.0)
        hall.say("alice", "!open 300")
        hall.wait(100_000)
        assert hall.has_table()
        hall.close()


def test_the_bot_says_goodbye(hall: Hall) -> None:
    hall.seat("alice", "bob")
    hall.services.presence.closing()
    assert hall.new_lines() == ["I am leaving for a while: the table, the chips on it and its deal are kept."]
    hall.wait(400)
    assert hall.new_lines() == []
    assert hall.has_table()


class TestATurnThatIsNotSentYet:
    """Attacks, row 2: where many lines wait, nobody times out before their turn line is sent."""

    def late(self, hall: Hall) -> list[OnDelivery]:
        """Let lines of turns wait from now on."""
        waiting: list[OnDelivery] = []

        def take(line: Outgoing) -> None:
            if line.on_delivery is not None:
                if line.confirm:
                    line.on_delivery(Delivery.SENT)
                else:
                    waiting.append(line.on_delivery)

        hall.services.outbox.open(NET, each(take))
        return waiting

    def test_the_clock_starts_with_the_later_line(self, hall: Hall) -> None:
        waiting = self.late(hall)
        hall.seat("alice", "bob")
        everybody, own = waiting
        everybody(Delivery.SENT)
        hall.wait(50)
        own(Delivery.SENT)
        hall.wait(44)
        assert hall.actor() == "alice"
        hall.wait(1)
        assert hall.actor() != "alice"

    def test_the_clock_starts_after_a_minute(self, hall: Hall) -> None:
        self.late(hall)
        hall.seat("alice", "bob")
        hall.wait(60)
        hall.wait(44)
        assert hall.actor() == "alice"
        hall.wait(1)
        assert hall.actor() != "alice"

    def test_lines_of_a_turn_that_is_over_start_no_clock(self, hall: Hall) -> None:
        waiting = self.late(hall)
        hall.seat("alice", "bob")
        hall.say("alice", "!call")
        assert hall.actor() == "bob"
        for on_delivery in waiting[:2]:
            on_delivery(Delivery.SENT)
        hall.wait(46)
        assert hall.actor() == "bob"

    def test_no_private_table_opens_meanwhile(self, hall: Hall) -> None:
        hall.services.outbox.open(NET, lambda _: None, lambda: 11.0)
        refusal = ["too many games are going on here: try again in a minute"]
        assert hall.tell("alice", "play caller 200") == refusal
        assert hall.say("alice", "!open")[0].startswith("A table of ")


def test_terse_players_get_no_reminder() -> None:
    with Hall(plugins=("holdem", "bank")) as hall:
        hall.seat("alice", "bob", "carol")
        actor = hall.actor()
        hall.tell(actor, "set terse on")
        hall.new_lines()
        hall.wait(31)
        assert not any("seconds left" in line for line in hall.new_lines(actor))
