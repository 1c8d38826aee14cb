"""One connection of the feed: who speaks, what one may see and do, and what becomes of what is not read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from ircpoker.chat.feed.session import MOST_UNREAD, MOST_WAITING
from ircpoker.config.administration import FeedSettings
from ircpoker.lobby.hand_end import call_off
from ircpoker.words import Phrase
from tests.chat.feed.visitors import FeedHall, Visitor, held_cards, seen, truth
from tests.lobby.hall import CHANNEL, NET

UNKNOWN = "there is no such table"


@pytest.fixture
def hall() -> Iterator[FeedHall]:
    with FeedHall() as opened:
        yield opened


@pytest.fixture
def wendy(hall: FeedHall) -> Visitor:
    """Return somebody on the web who sits with alice in the channel, and watches."""
    hall.say("alice", "!open 300")
    visitor = Visitor(hall, "web", "wendy")
    visitor.say("!sit 300")
    hall.wait(5)
    visitor.watch()
    return visitor


def error(answers: list[dict[str, Any]]) -> str:
    (answer,) = answers
    assert answer["is"] == "error", answer
    return answer["text"]


def turn_of(hall: FeedHall, visitor: Visitor) -> dict[str, Any]:
    """Let the others check and call until it is somebody's turn, and return `you`."""
    for _ in range(100):
        if hall.actor() == visitor.nick:
            break
        hall.say(hall.actor(), "!call") if hall.actor() else hall.wait(5)
    assert hall.actor() == visitor.nick
    visitor.listen()
    assert visitor.state is not None
    return visitor.state["you"]


def pass_on(hall: FeedHall, visitor: Visitor) -> None:
    """Let somebody check or call on their turn."""
    you = turn_of(hall, visitor)
    action = "check" if you["legal"]["check"] else "call"
    assert visitor.ask("act", table=hall.table().id, turn=you["turn"], action=action)[-1]["is"] == "done"


class TestPeople:
    def test_the_door_decides_the_network(self, hall: FeedHall) -> None:
        for door in hall.doors:
            visitor = Visitor(hall, door)
            person = {"nick": "ann", "address": "192.0.2.7"}
            for claim in ({"person": {**person, "network": NET}}, {"person": person, "network": NET}):
                assert "the door decides it" in error(visitor.ask("hello", **claim))
            (welcome,) = visitor.ask("hello", person=person)
            assert welcome["person"]["network"] == door
            assert "the door decides it" in error(visitor.ask("say", text="bank", network=NET))

    @pytest.mark.parametrize(
        "person",
        [
            "ann",
            {},
            {"nick": ""},
            {"nick": "an n", "address": "192.0.2.7"},
            {"nick": "a\u202en", "address": "192.0.2.7"},
            {"nick": "x" * 31, "address": "192.0.2.7"},
            {"nick": "ann@net", "address": "192.0.2.7"},
            {"nick": "ann"},
            {"nick": "ann", "address": "example.org"},
            {"nick": "ann", "address": ""},
            {"nick": "ann", "address": 7},
            {"nick": "ann", "address": "192.0.2.7", "account": ""},
            {"nick": "ann", "address": "192.0.2.7", "account": "x" * 65},
            {"nick": "ann", "address": "192.0.2.7", "account": ["k"]},
        ],
    )
    def test_a_person_who_is_not_named_well_is_refused(self, hall: FeedHall, person: Any) -> None:
        assert error(Visitor(hall, "ssh").ask("hello", person=person)).startswith("expected ")

    def test_an_account_is_a_person_whatever_their_nick_and_address(self, hall: FeedHall) -> None:
        first = Visitor(hall, "ssh", "ann", account="SHA256:k1")
        assert first.say("bank", None) == ["you have 1000 chips"]
        first.say("play caller 200", None)
        again = Visitor(hall, "ssh", "anna", account="SHA256:k1", address="2001:db8::1")
        assert again.say("bank", None)[0].startswith("you have 800 chips")
        other = Visitor(hall, "ssh", "ann", account="SHA256:k2")
        assert other.say("bank", None) == ["you have 1000 chips"]

    def test_two_with_one_nick_get_their_own_cards(self, hall: FeedHall) -> None:
        first, second = Visitor(hall, "ssh", "ann", account="k1"), Visitor(hall, "ssh", "ann", account="k2")
        first.say("play caller", None)
        second.say("play caller", None)
        hall.wait(5)
        held = {
            visitor: [m for m in visitor.listen() if "you hold" in m.get("text", "")] for visitor in (first, second)
        }
        assert [len(lines) for lines in held.values()] == [1, 1]
        assert held[first] != held[second]

    def test_people_with_one_nick_have_two_names_at_a_table(self, hall: FeedHall) -> None:
        hall.say("alice", "!open 300")
        others = [Visitor(hall, "web", "Alice"), *(Visitor(hall, "ssh", "alice", account=each) for each in "kl")]
        for visitor in others:
            assert "sits down" in visitor.say("!sit 300")[0]
        hall.wait(5)
        names = ["alice", "Alice@web", "alice@ssh", "alice@ssh2"]
        assert [seat["name"] for seat in others[0].watch()["seats"]] == names
        assert len(held_cards(hall)) == 4
        turns = set()
        for _ in range(12):
            turn = hall.announced[-1].rpartition("| ")[2].partition(":")[0]
            turns.add(turn)
            hall.say("alice", "!call") if turn == "alice" else others[names.index(turn) - 1].say("!call")
        assert turns == set(names)
        assert "you have 700 chips" in others[0].say("!bank")[0]
        assert hall.services.ledger.account_info(others[0].session.person.id).nick == "Alice"

    def test_a_nick_of_irc_is_always_the_one_of_irc(self, hall: FeedHall, wendy: Visitor) -> None:
        """Lines reach people of IRC by their nicks."""
        hall.say("bob", "!sit 300")
        Visitor(hall, "ssh", "carol", account="k").say("!sit 300")
        hall.nick_owners["wendy"] = hall.person("bob").address
        hall.services.presence.renamed(hall.person("bob"), hall.person("wendy"))
        hall.run()
        hall.say("carol", "!sit 300")
        hall.wait(5)
        names = ["alice", "wendy@web", "wendy", "carol@ssh", "carol"]
        assert [seat["name"] for seat in wendy.watch()["seats"]] == names
        wendy.say("!bank")
        Visitor(hall, "ssh", "alice", account="k").say("!bank")
        assert [seat.nick for seat in hall.table().seats.people] == names

    def test_only_the_local_door_speaks_for_the_operator(self, hall: FeedHall) -> None:
        for door in ("ssh", "web", "program"):
            visitor = Visitor(hall, door, "ann")
            assert [answer["kind"] for answer in visitor.ask("say", text="admin stop")[:-1]] != ["answer"]
            assert error(visitor.ask("status")) == "only the bot's operator may ask that"

    def test_limits_count_the_host_of_several_accounts(self, hall: FeedHall) -> None:
        people = [Visitor(hall, "ssh", f"p{n}", account=f"k{n}", address=f"2001:db8::{n + 1}") for n in range(45)]
        limits = hall.services.settings.limits
        answers = [visitor.say("about", None) for _ in range(10) for visitor in people]
        answered = [answer for answer in answers if answer and not answer[0].startswith("Too many")]
        a_minute = 60 / limits.command_interval * limits.host_factor
        assert 0 < len(answered) <= limits.command_burst * limits.host_factor + a_minute
        elsewhere = Visitor(hall, "ssh", "zed", account="z", address="2001:db8:0:1::1")
        assert elsewhere.say("bank", None)

    def test_new_names_of_a_host_are_limited(self, hall: FeedHall) -> None:
        most = hall.services.settings.limits.accounts_per_hour * 10
        for number in range(most):
            Visitor(hall, "ssh", "ann", account=f"k{number}")
        person = {"nick": "ann", "account": "one-more", "address": "192.0.2.7"}
        assert "within an hour" in error(Visitor(hall, "ssh").ask("hello", person=person))
        assert Visitor(hall, "ssh").ask("hello", person={**person, "address": "192.0.2.8"})[0]["is"] == "welcome"
        hall.wait(3600)
        assert Visitor(hall, "ssh").ask("hello", person=person)[0]["is"] == "welcome"

    def test_chips_given_to_the_accounts_of_a_host_are_limited(self, hall: FeedHall) -> None:
        given = hall.services.settings.economy.given_per_host
        held = 0
        for number in range(15):
            visitor = Visitor(hall, "web", "ann", account=f"k{number}")
            visitor.say("bank", None)
            held += visitor.ask("hello", person={"nick": "ann", "account": f"k{number}", "address": "192.0.2.7"})[0][
                "person"
            ]["chips"]
            hall.wait(60)
        assert held == given


class TestSeeing:
    def test_open_channels_are_for_everybody(self, hall: FeedHall, wendy: Visitor) -> None:
        spectator = Visitor(hall)
        (listed,) = spectator.ask("tables")[0]["tables"]
        assert (listed["place"], listed["network"]) == (CHANNEL, NET)
        assert [seat["name"] for seat in listed["seats"]] == ["alice", "wendy"]
        assert spectator.watch(table=listed["table"])["you"] is None
        assert spectator.watch(place=f"{NET}/{CHANNEL}")["is"] == "snapshot"
        assert wendy.state is not None
        assert wendy.state["you"]["seat"] == 2

    @pytest.mark.parametrize("how", ["key", "setting"])
    def test_closed_channels_are_for_their_players(self, hall: FeedHall, wendy: Visitor, how: str) -> None:
        spectator = Visitor(hall)
        table = spectator.watch()["table"]
        if how == "key":
            hall.services.presence.note_open(NET, CHANNEL, is_open=False)
        else:
            tables = hall.router.tables
            assert tables is not None
            tables.channels.set(NET, CHANNEL, "public", "off", "owner")
        assert wendy.ask("tables")[0]["tables"]
        assert wendy.watch()["is"] == "snapshot"
        turn_of(hall, wendy)
        assert spectator.listen()[-1]["event"] == "closed"
        for again in ({"table": table}, {"place": CHANNEL}, {"table": "table:" + "0" * 32}, {"table": ""}):
            assert error(spectator.ask("watch", **again)) == UNKNOWN
        assert spectator.ask("tables")[0]["tables"] == []
        stranger = Visitor(hall, "web", "sam")
        assert error(stranger.ask("say", text="!table", place=CHANNEL)) == "there is no such place"
        assert error(stranger.ask("act", table=table, turn="1:0", action="call")) == UNKNOWN

    def test_private_games_are_for_their_player(self, hall: FeedHall) -> None:
        ann, bob = Visitor(hall, "web", "ann"), Visitor(hall, "web", "bob")
        ann.say("play caller", None)
        table = ann.watch(place="private")["table"]
        assert error(bob.ask("watch", table=table)) == UNKNOWN
        assert bob.ask("tables")[0]["tables"] == []
        hall.tell("carol", "!play caller")
        assert [each["place"] for each in ann.ask("tables")[0]["tables"]] == ["private"]

    def test_a_guess_is_answered_as_a_closed_door(self, hall: FeedHall) -> None:
        hall.tell("carol", "!play caller")
        spectator = Visitor(hall)
        table = hall.table("carol").id
        answers = {error(spectator.ask("watch", table=name)) for name in (table, table[:-1], "table:x", "*", "1")}
        assert answers == {UNKNOWN}

    def test_who_speaks_for_somebody_else_now_sees_as_they_do(self, hall: FeedHall, wendy: Visitor) -> None:
        table = hall.table().id
        person = {"nick": "sam", "address": "192.0.2.7"}
        wendy.ask("hello", person=person)
        assert wendy.state is not None
        assert wendy.state["you"] is None
        assert error(wendy.ask("act", table=table, turn="1:0", action="call")) == UNKNOWN

    def test_hello_without_a_person_gives_up_the_one_before(self, hall: FeedHall, wendy: Visitor) -> None:
        table = hall.table().id
        assert wendy.ask("hello")[0]["person"] is None
        assert wendy.state is not None
        assert wendy.state["you"] is None
        assert hall.away() == {1}
        for request in ({"do": "say", "text": "bank"}, {"do": "act", "table": table, "turn": "1:0", "action": "call"}):
            assert error(wendy.ask(**request)) == "expected hello with a person first"

    def test_a_private_game_is_shown_no_more_when_its_player_is_given_up(self, hall: FeedHall) -> None:
        for person in ({}, {"person": {"nick": "bob", "address": "192.0.2.7"}}):
            ann = Visitor(hall, "web", f"ann{len(person)}")
            ann.say("play caller", None)
            ann.watch(place="private")
            before = len(ann.received)
            ann.ask("hello", **person)
            hall.wait(60)
            shown = [message for message in ann.received[before:] if "table" in message]
            assert [message["event"] for message in shown if message["is"] == "event"] == ["closed"]
            assert all(message["is"] == "event" and "set" not in message for message in shown), shown

    def test_spectators_see_later(self) -> None:
        with FeedHall() as hall:
            hall.settings.others["feed"] = FeedSettings(delay=30)
            hall.say("alice", "!open 300")
            visitor = Visitor(hall, "web", "wendy")
            visitor.say("!sit 300")
            spectator = Visitor(hall)
            assert spectator.ask("watch", place=CHANNEL) == [], "it has to wait"
            hall.wait(5)
            visitor.watch()
            you = turn_of(hall, visitor)
            deal, before = hall.table().hand, hall.clock.monotonic()
            assert deal is not None
            assert visitor.ask("act", table=hall.table().id, turn=you["turn"], action="fold")[-1]["is"] == "done"
            assert not spectator.listen()
            hall.wait(29)
            spectator.listen()
            assert spectator.state is not None
            assert not [m for m in spectator.received if m.get("event") == "paid"]
            late = Visitor(hall)
            assert late.watch()["seq"] == spectator.state["seq"], "the same table as it was"
            assert late.watch(place=CHANNEL)["deal"] == spectator.state["deal"]
            hall.wait(2)
            spectator.listen()
            assert [m["deal"] for m in spectator.received if m.get("event") == "paid"] == [deal.deal_id]
            assert hall.clock.monotonic() - before >= 30


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

    @pytest.mark.parametrize("since", [-1, 0, 10**9, 1 << 52])
    def test_an_event_that_is_not_kept_gets_a_snapshot(self, hall: FeedHall, wendy: Visitor, since: int) -> None:
        while len(wendy.received) < 2 * MOST_WAITING:
            pass_on(hall, wendy)
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

    @pytest.mark.parametrize("door", ["local", "ssh", "web", "program"])
    def test_a_seat_is_ones_own_after_a_kill(self, door: str) -> None:
        hall = FeedHall()
        hall.say("alice", "!open 300")
        person = {"account": "SHA256:k"} if door == "ssh" else {}
        Visitor(hall, door, "wendy", **person).say("!sit 300")
        hall.wait(5)
        again = FeedHall(clock=hall.clock, ledger=hall.services.ledger, seed=9)
        back = Visitor(again, door, "wendy", **person)
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

    def test_whoever_reads_no_lines_is_given_up(self, hall: FeedHall) -> None:
        deaf = Visitor(hall, "web", "ann")
        deaf.say("play caller", None)
        for _ in range(MOST_UNREAD):
            deaf.session.receive({"do": "say", "text": "fold"})
        assert deaf.session.is_overrun

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
            told = [each["words"] for each in events if each["event"] in {"acted", "street"}]
            assert len(told) >= (4 if drama else 2)
            words = " / ".join(each.get("words", "") for each in events)
            assert [words.count(each) for each in told] == [1] * len(told), words
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

    def test_everybody_on_irc_reads_who_sits_down(self, hall: FeedHall) -> None:
        hall.say("alice", "!open 300")
        hall.new_lines()
        Visitor(hall, "web", "wendy").say("!sit 300")
        assert "wendy sits down in seat 2 with 300 chips." in hall.new_lines(CHANNEL)


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
