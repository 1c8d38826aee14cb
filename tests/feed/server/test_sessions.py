"""One connection of the feed: its events and actions, and what becomes of what is not read."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ircpoker.feed.messages import Closed
from ircpoker.feed.server.session import BURST, MOST_UNREAD, MOST_WAITING
from ircpoker.feed.server.table_feed import TableFeed
from ircpoker.lobby.hand_end import call_off
from ircpoker.words import Phrase
from tests.feed.server.visitors import UNKNOWN, FeedHall, Visitor, error, pass_on, seen, truth, turn_of
from tests.lobby.hall import CHANNEL


class TestEvents:
    def test_somebody_who_comes_back_gets_the_missed_events(self, hall: FeedHall, wendy: Visitor) -> None:
        assert wendy.state is not None
        since, table = wendy.state["seq"], wendy.state["table"]
        for _ in range(6):
            pass_on(hall, wendy)
        wendy.listen()
        again = Visitor(hall, "web", "wendy")
        again.state = {**wendy.state, "seq": since}
        answer = again.watch(table=table, since=since)
        assert answer["is"] == "done"
        missed = [message["seq"] for message in again.received if message["is"] == "event"]
        assert sorted(set(missed)) == list(range(since + 1, wendy.state["seq"] + 1))
        assert seen(again.state) == truth(hall.table())
        assert again.state["you"] == {**wendy.state["you"], "seconds": again.state["you"]["seconds"]}

    @pytest.mark.slow(1)
    def test_an_event_that_is_not_kept_gets_a_snapshot(self, hall: FeedHall, wendy: Visitor) -> None:
        while len(wendy.received) < 2 * MOST_WAITING:
            pass_on(hall, wendy)
        for since in (-1, 0, 10**9, 1 << 52):
            assert wendy.watch(place=CHANNEL, since=since)["is"] == "snapshot"

    def test_numbers_are_not_used_again_after_a_kill(self, hall: FeedHall, wendy: Visitor) -> None:
        pass_on(hall, wendy)
        turn_of(hall, wendy)
        assert wendy.state is not None
        last = wendy.state["seq"]
        again = FeedHall(clock=hall.clock, ledger=hall.services.ledger, seed=9)
        again.services.presence.joined(again.person("alice"), CHANNEL)
        again.run()
        answer = Visitor(again, "web", "wendy").watch(place=CHANNEL, since=last)
        assert answer["is"] == "snapshot"
        assert answer["seq"] > last

    @pytest.mark.parametrize("endpoint", ["local", "ssh", "web", "program"])
    def test_a_seat_is_ones_own_after_a_kill(self, endpoint: str) -> None:
        hall = FeedHall()
        hall.say("alice", "!open 300")
        person = {"account": "SHA256:k"} if endpoint == "ssh" else {}
        Visitor(hall, endpoint, "wendy", **person).say("!sit 300")
        hall.wait(5)
        again = FeedHall(clock=hall.clock, ledger=hall.services.ledger, seed=9)
        back = Visitor(again, endpoint, "wendy", **person)
        again.services.presence.joined(again.person("alice"), CHANNEL)
        again.run()
        snapshot = back.watch()
        assert snapshot["you"]["seat"] == 2
        assert len(snapshot["you"]["cards"]) == 2
        assert [seat["status"] for seat in snapshot["seats"]] == ["playing", "playing"]
        again.close()

    @pytest.mark.usefixtures("wendy")
    def test_whoever_came_before_the_bot_was_on_irc_is_dealt_in(self, hall: FeedHall) -> None:
        """After a start the sockets are open before the bot is on IRC."""

        class EarlyHall(FeedHall):
            def connect(self) -> None:
                """Come to IRC later."""

        again = EarlyHall(clock=hall.clock, ledger=hall.services.ledger, seed=9)
        back = Visitor(again, "web", "wendy")
        FeedHall.connect(again)
        again.services.presence.joined(again.person("alice"), CHANNEL)
        again.wait(5)
        snapshot = back.watch()
        assert {seat["name"]: seat["status"] for seat in snapshot["seats"]} == {"alice": "playing", "wendy": "playing"}

    @pytest.mark.usefixtures("wendy")
    def test_who_is_there_stays_there_when_the_bot_loses_irc(self, hall: FeedHall) -> None:
        gone = Visitor(hall, "web", "gone")
        gone.say("!sit 300")
        hall.disconnect()
        gone.session.close()
        hall.connect()
        assert hall.away() == {0, 2}, "alice has not been seen yet"
        hall.services.presence.joined(hall.person("alice"), CHANNEL)
        hall.wait(5)
        assert hall.away() == {2}

    @pytest.mark.slow(1)
    def test_whoever_does_not_read_gets_a_snapshot(self, hall: FeedHall, wendy: Visitor) -> None:
        slow = Visitor(hall)
        slow.watch()
        while len(wendy.received) < 2 * MOST_WAITING:
            pass_on(hall, wendy)
        waiting = slow.listen()
        assert len(waiting) <= MOST_WAITING + 1
        assert waiting[-1]["is"] == "snapshot"
        assert slow.state is not None
        assert seen(slow.state) == truth(hall.table())
        turn_of(hall, wendy)
        slow.listen()
        assert seen(slow.state) == truth(hall.table())

    @pytest.mark.slow(1)
    def test_whoever_does_not_read_hears_of_the_end_of_a_table(self, hall: FeedHall, wendy: Visitor) -> None:
        early, late = Visitor(hall), Visitor(hall)
        early.watch()
        late.watch()
        while len(wendy.received) < 2 * MOST_WAITING:
            pass_on(hall, wendy)
            late.session.take()
        hall.say("alice", "!leave")
        wendy.say("!leave")
        hall.wait(1000)
        for slow in (early, late):
            assert isinstance(slow.session.take()[-1], Closed)
            assert slow.session.watched == {}

    def test_whoever_reads_no_lines_is_given_up(self, hall: FeedHall) -> None:
        deaf = Visitor(hall, "web", "ann")
        deaf.say("play caller", None)
        for _ in range(MOST_UNREAD):
            deaf.session.receive({"do": "say", "text": "fold"})
        assert deaf.session.is_overrun

    @pytest.mark.slow(1)
    def test_a_table_that_nobody_has_watched_for_long(self, hall: FeedHall, wendy: Visitor) -> None:
        spectator = Visitor(hall)
        table = spectator.watch()["table"]
        for watcher in (wendy, spectator):
            watcher.ask("unwatch", table=table)
        for _ in range(160):
            hall.say(hall.actor(), "!call") if hall.actor() in {"alice"} else hall.wait(1)
            if hall.actor() == "wendy":
                wendy.say("!call")
                hall.wait(1)
        for _ in range(2):
            assert spectator.watch()["is"] == "snapshot"
            wendy.watch()
            pass_on(hall, wendy)
            spectator.listen()
            assert spectator.state is not None
            assert seen(spectator.state) == truth(hall.table())
            for watcher in (wendy, spectator):
                watcher.ask("unwatch", table=table)

    @pytest.mark.parametrize("trouble", ["none", "away", "called off"])
    def test_each_action_comes_once_and_at_once(self, trouble: str) -> None:
        """Also when chat tells what robots have done later, and after a hand that did not end well."""
        with FeedHall(robot_pause=1.5, seed=4) as hall:
            hall.say("alice", "!open 300")
            for robot in ("caller", "caller"):
                hall.say("alice", f"!addbot {robot}")
            spectator = Visitor(hall)
            spectator.watch()
            counted: dict[str, int] = {}
            for turn in range(40):
                if turn == 9 and trouble == "away":
                    hall.disconnect()
                    hall.connect()
                    hall.services.presence.joined(hall.person("alice"), CHANNEL)
                    hall.wait(0.1)
                if turn == 9 and trouble == "called off":
                    hall.table().change(lambda draft: call_off(draft, Phrase("call_off.fault")))
                hall.say("alice", "!call") if hall.actor() == "alice" else hall.wait(1.5)
                for message in spectator.listen():
                    deal = (spectator.state or {}).get("deal", "")
                    if message.get("event") == "acted" and deal:
                        counted[deal] = counted.get(deal, 0) + 1
                hand = hall.table().hand
                if hand is not None and hand.turn is not None:
                    assert counted.get(hand.deal_id, 0) == len(hand.deal.actions), hand.deal_id
            assert sum(counted.values()) > 20

    @pytest.mark.parametrize("drama", [True, False])
    @pytest.mark.parametrize("comes_late", [True, False])
    def test_an_all_in_says_each_action_and_street_once(self, drama: bool, comes_late: bool) -> None:
        with FeedHall(drama=drama) as hall:
            hall.say("alice", "!open 300")
            visitor, spectator = Visitor(hall, "web", "wendy"), Visitor(hall)
            visitor.say("!sit 300")
            if not comes_late:
                spectator.watch()
            hall.wait(5)
            raiser = hall.actor()
            for nick, text in ((raiser, "!allin"), ("alice" if raiser == "wendy" else "wendy", "!call")):
                visitor.say(text) if nick == "wendy" else hall.say(nick, text)
                if comes_late and nick == raiser:
                    spectator.watch()
            hall.wait(20)
            events = [each for each in spectator.listen() and spectator.received if each["is"] == "event"]
            narrated = [each["words"] for each in events if each["event"] in {"acted", "street"}]
            assert len(narrated) >= (4 if drama else 2)
            words = " / ".join(each.get("words", "") for each in events)
            assert [words.count(each) for each in narrated] == [1] * len(narrated), words
            (end,) = [each["words"] for each in events if each["event"] == "paid"]
            assert end.startswith("#1 ")
            assert set(spectator.lines) <= set(hall.announced)

    def test_the_end_of_a_table(self, hall: FeedHall, wendy: Visitor) -> None:
        spectator = Visitor(hall)
        spectator.watch()
        hall.say("alice", "!leave")
        wendy.say("!leave")
        hall.wait(1000)
        assert spectator.listen()[-1]["event"] == "closed"
        assert spectator.session.watched == {}
        assert error(spectator.ask("watch", place=CHANNEL)) == UNKNOWN

    def test_a_feed_that_fails_twice_ends_and_another_one_begins(
        self, hall: FeedHall, wendy: Visitor, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(_: TableFeed) -> None:
            raise ZeroDivisionError

        spectator, table = Visitor(hall), hall.table().id
        spectator.watch()
        with monkeypatch.context() as patch:
            patch.setattr(TableFeed, "_read", fail)
            hall.say("carol", "!sit 300")
            hall.wait(1)
        for visitor in (spectator, wendy):
            visitor.listen()
            assert [m["event"] for m in visitor.received if m["is"] == "event"][-1] == "closed"
            assert visitor.session.watched == {}
        assert spectator.watch(table=table)["is"] == "snapshot"
        assert wendy.watch(table=table)["is"] == "snapshot"
        turn_of(hall, wendy)

    def test_watching_a_feed_that_fails_is_refused(
        self, hall: FeedHall, wendy: Visitor, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(_: TableFeed) -> None:
            raise ZeroDivisionError

        spectator, feed = Visitor(hall), wendy.session.watched[hall.table().id]
        with monkeypatch.context() as patch:
            patch.setattr(TableFeed, "_flush", fail)
            patch.setattr(TableFeed, "_begin_again", fail)
            assert error(spectator.ask("watch", place=CHANNEL)) == UNKNOWN
        assert feed._watchers == {}
        assert spectator.session.watched == {}
        assert spectator.watch()["is"] == "snapshot"

    def test_everybody_on_irc_reads_who_sits_down(self, hall: FeedHall) -> None:
        hall.say("alice", "!open 300")
        hall.new_lines()
        Visitor(hall, "web", "wendy").say("!sit 300")
        assert "wendy sits down in seat 2 with 300 chips." in hall.new_lines(CHANNEL)

    def test_everybody_on_irc_reads_who_sits_down_at_the_second_table(self) -> None:
        with FeedHall(tables_per_channel=2) as hall:
            for nick in ("alice", "bob"):
                hall.say(nick, "!open 300")
            hall.new_lines()
            Visitor(hall, "web", "wendy").say("!sit table 2 300")
            assert "[2] wendy sits down in seat 2 with 300 chips." in hall.new_lines(CHANNEL)


class TestActing:
    def test_an_old_turn_never_acts(self, hall: FeedHall, wendy: Visitor) -> None:
        old = []
        for _ in range(5):
            you = turn_of(hall, wendy)
            table = hall.table()
            for turn in ("", "1", "0:0", "x" * 2000, *old):
                actions = len(table.hand.deal.actions) if table.hand else -1
                assert wendy.ask("act", table=table.id, turn=turn, action="fold")[0]["is"] == "error"
                assert table.hand is not None
                assert len(table.hand.deal.actions) == actions
            old.append(you["turn"])
            hall.wait(30)
            pass_on(hall, wendy)

    def test_a_call_wins_no_chips_beyond_the_own_stack(self, hall: FeedHall) -> None:
        hall.say("alice", "!open 500")
        wendy = Visitor(hall, "web", "wendy")
        wendy.say("!sit 200")
        hall.wait(5)
        wendy.watch()
        while hall.actor() != "alice":
            you = turn_of(hall, wendy)
            wendy.ask("act", table=hall.table().id, turn=you["turn"], action="call")
        hall.say("alice", "!allin")
        wendy.listen()
        you = wendy.state["you"]
        assert wendy.state["pot"] > 500
        assert you["to_win"] + you["legal"]["call"] == 400

    def test_illegal_actions_are_answered_with_the_legal_ones(self, hall: FeedHall, wendy: Visitor) -> None:
        you, table = turn_of(hall, wendy), hall.table()
        legal = you["legal"]
        tries: list[dict[str, Any]] = [
            {"action": "check" if legal["call"] else "call"},
            {"action": "raise_to", "amount": 1},
            {"action": "raise_to", "amount": 10**9},
            {"action": "bet" if legal["raise_to"] else "raise_to", "amount": 50},
            {"action": "discard", "cards": [1]},
        ]
        for wrong in tries:
            (answer,) = wendy.ask("act", table=table.id, turn=you["turn"], **wrong)
            assert (answer["is"], answer["legal"]) == ("error", legal), wrong
            hall.wait(2)
        for wrong in (
            {},
            {"action": 7},
            {"action": "bet"},
            {"action": "bet", "amount": "5"},
            {"action": "bet", "amount": 1.5},
        ):
            assert wendy.ask("act", table=table.id, turn=you["turn"], **wrong)[0]["is"] == "error"
        assert turn_of(hall, wendy)["turn"] == you["turn"]

    def test_a_legal_action_is_never_limited_and_others_are(self, hall: FeedHall, wendy: Visitor) -> None:
        you, table = turn_of(hall, wendy), hall.table()
        texts = [wendy.ask("act", table=table.id, turn="old", action="fold")[0]["text"] for _ in range(20)]
        assert texts[-1].startswith("Too many commands at once")
        assert wendy.ask("act", table=table.id, turn=you["turn"], action="fold")[-1]["is"] == "done"

    def test_nobody_acts_for_another_seat(self, hall: FeedHall, wendy: Visitor) -> None:
        while hall.actor() != "alice":
            pass_on(hall, wendy)
        hand = hall.table().hand
        assert hand is not None
        turn = ":".join(map(str, hand.turn_id))
        assert wendy.ask("act", table=hall.table().id, turn=turn, action="fold")[0]["text"] == "that turn has passed"

    def test_a_player_who_is_gone_is_timed_out_like_anybody(self, hall: FeedHall, wendy: Visitor) -> None:
        turn_of(hall, wendy)
        turn = turn_of(hall, wendy)["turn"]
        wendy.session.close()
        assert hall.away() == {1}
        hall.wait(44)
        assert hall.actor() == "wendy"
        hall.wait(2)
        hand = hall.table().hand
        assert hand is None or ":".join(map(str, hand.turn_id)) != turn
        again = Visitor(hall, "web", "wendy")
        assert hall.away() == set()
        again.watch()
        assert turn_of(hall, again)["turn"]

    def test_another_connection_keeps_a_person_there(self, hall: FeedHall, wendy: Visitor) -> None:
        other = Visitor(hall, "web", "wendy")
        wendy.session.close()
        assert hall.away() == set()
        other.session.close()
        assert hall.away() == {1}


class TestTooMany:
    @pytest.mark.slow(1)
    def test_a_program_that_asks_without_end_has_to_wait(self, hall: FeedHall) -> None:
        asking = Visitor(hall, "program", "robo")
        answers = [asking.ask("nonsense" if number % 2 else "robots")[0] for number in range(2 * BURST)]
        refused = {"is": "error", "text": "Too many commands at once: try again in 1 s."}
        assert [answer["is"] for answer in answers[:4]] == ["robots", "error"] * 2
        assert all(answer.items() >= refused.items() for answer in answers[BURST:])
        assert refused["text"] not in [answer.get("text") for answer in answers[: BURST - 1]]
        hall.wait(1)
        assert asking.ask("robots")[0]["is"] == "robots"
        assert hall.services.activity.refused["program"] > 0

    @pytest.mark.parametrize(
        ("fields", "named"),
        [
            ({"do": ["x"]}, "expected do: act, commands, deal, "),
            ({"do": {"do": "me"}}, "expected do: "),
            ({}, "expected do: "),
            ({"do": "say", "text": ["bank"]}, "text: expected str, got array"),
            ({"do": "say", "text": "x" * 1001}, "text: expected str of length <= 1000"),
            ({"do": "act", "table": "t", "turn": "1:1", "action": "dance"}, "action: invalid enum value 'dance'"),
            ({"do": "act", "table": "t", "turn": "1:1", "action": "bet", "amount": "40"}, "amount: expected int"),
            ({"do": "unwatch"}, "the message: object missing required field table"),
            ({"do": "watch", "place": "#poker", "since": 4.0}, "since: expected int"),
        ],
    )
    def test_a_request_that_does_not_fit_is_one_error_within_the_limit(
        self, hall: FeedHall, fields: dict[str, object], named: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        robo = Visitor(hall, "program", "robo")
        texts = []
        for _ in range(2 * BURST):
            robo.session.receive(dict(fields))
            (answer,) = robo.listen()
            texts.append(error([answer]))
        assert texts[0].startswith(named)
        assert texts[: BURST - 1] == texts[:1] * (BURST - 1)
        assert {text.partition(":")[0] for text in texts[BURST:]} == {"Too many commands at once"}
        assert not caplog.records

    def test_who_asks_a_few_times_a_second_never_waits(self, hall: FeedHall) -> None:
        asking = Visitor(hall, "program", "robo")
        for _ in range(100):
            assert [asking.ask("tables")[0]["is"] for _ in range(8)] == ["tables"] * 8
            hall.wait(0.5)

    @pytest.mark.parametrize(("endpoint", "nick"), [("local", "op"), ("web", ""), ("ssh", "")])
    def test_operators_and_front_ends_are_not_limited(self, hall: FeedHall, endpoint: str, nick: str) -> None:
        asking = Visitor(hall, endpoint, nick)
        assert {asking.ask("pays")[0]["is"] for _ in range(2 * BURST)} == {"pays"}

    def test_a_legal_action_is_never_refused(self, hall: FeedHall, wendy: Visitor) -> None:
        for _ in range(2 * BURST):
            wendy.ask("me")
        assert wendy.ask("me")[0]["is"] == "error"
        pass_on(hall, wendy)
        turn_of(hall, wendy)
        assert wendy.act(Random(1))["is"] == "done"
