"""Who speaks by a connection of the feed, and what they are called."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.feed.server.visitors import FeedHall, Visitor, error, held_cards
from tests.lobby.hall import NET


class TestPeople:
    def test_the_door_decides_the_network(self, hall: FeedHall) -> None:
        for endpoint in hall.endpoints:
            visitor = Visitor(hall, endpoint)
            person = {"nick": "ann", "address": "192.0.2.7"}
            for claim in ({"person": {**person, "network": NET}}, {"person": person, "network": NET}):
                assert "the endpoint decides it" in error(visitor.ask("hello", **claim))
            (welcome,) = visitor.ask("hello", person=person)
            assert welcome["person"]["network"] == endpoint
            assert "the endpoint decides it" in error(visitor.ask("say", text="bank", network=NET))

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
        text = error(Visitor(hall, "ssh").ask("hello", person=person))
        assert re.match(r"(person(\.\w+)?: )?expected ", text)

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
        held = {
            visitor: [m for m in (*visitor.received, *visitor.listen()) if "you hold" in m.get("text", "")]
            for visitor in (first, second)
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
        for endpoint in ("ssh", "web", "program"):
            visitor = Visitor(hall, endpoint, "ann")
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
