"""What a connection of the feed may see."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from ircpoker.config.administration import FeedSettings
from tests.feed.server.visitors import UNKNOWN, FeedHall, Visitor, error, turn_of
from tests.lobby.hall import CHANNEL, NET

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def delayed_hall(**rules: Any) -> Iterator[FeedHall]:
    """Return a hall whose spectators see everything half a minute later."""
    with FeedHall(**rules) as hall:
        hall.settings.others["feed"] = FeedSettings(delay=30)
        yield hall


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
        with delayed_hall() as hall:
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

    def test_a_first_snapshot_that_has_to_wait_answers_its_request(self) -> None:
        for sits in (False, True):
            with delayed_hall() as hall:
                hall.say("alice", "!open 300")
                visitor = Visitor(hall, "web", "wendy")
                visitor.session.receive({"do": "watch", "id": "w", "place": CHANNEL})
                assert visitor.listen() == []
                if sits:
                    visitor.say("!sit 300")
                else:
                    visitor.session.miss(hall.table().id)
                    hall.wait(31)
                hall.wait(1)
                answers = [(m["is"], m["table"]) for m in visitor.listen() + visitor.received if m.get("id") == "w"]
                assert set(answers) == {("snapshot", hall.table().id)}, sits

    def test_the_end_of_a_table_is_seen_as_the_rest_was(self) -> None:
        with delayed_hall() as hall:
            hall.say("alice", "!open 300")
            player, spectator = Visitor(hall, "web", "wendy"), Visitor(hall)
            player.say("!sit 300")
            player.watch()
            hall.wait(31)
            spectator.watch()
            player.say("!leave")
            hall.say("alice", "!leave")
            assert not hall.has_table()
            hall.wait(1)
            assert [m["event"] for m in player.listen()][-1:] == ["closed"]
            hall.wait(28)
            assert not [m for m in spectator.listen() if m.get("event") in {"paid", "closed"}]
            hall.wait(2)
            assert {"paid", "closed"} <= {m.get("event") for m in spectator.listen()}
            assert not spectator.session.watched

    def test_spectators_learn_later_of_deals_and_stacks(self) -> None:
        with delayed_hall() as hall:
            hall.say("alice", "!open 300")
            wendy, spectator = Visitor(hall, "web", "wendy"), Visitor(hall)
            wendy.say("!sit 300")
            wendy.say("!addbot caller")
            hall.wait(5)
            wendy.watch()
            table, deal = hall.table(), hall.table().hand
            assert deal is not None
            for _ in range(3):
                wendy.say("!fold") if hall.actor() == "wendy" else hall.say(hall.actor(), "!fold")
                hall.wait(2)
            assert table.state.last_deal == deal.deal_id
            assert stacks_of(spectator) == [None] * 3
            assert None not in stacks_of(wendy)
            assert wendy.ask("deal", deal=deal.deal_id)[0]["is"] == "deal"
            assert "no deal has finished" not in str(wendy.ask("why", table=table.id))
            assert "no deal has finished" in error(spectator.ask("why", table=table.id))
            hall.wait(15)
            assert "that you may see" in error(spectator.ask("deal", deal=deal.deal_id))
            hall.wait(20)
            assert spectator.ask("deal", deal=deal.deal_id)[0]["is"] == "deal"

    @pytest.mark.parametrize("is_open", [False, True])
    def test_spectators_ask_in_vain_for_facts_that_they_see_later(self, is_open: bool) -> None:
        with delayed_hall() as hall:
            ann, eve = Visitor(hall, "ssh", "ann", account="SHA256:ann"), Visitor(hall, "web", "eve")
            ann.say("open public 300" if is_open else "!open 300", None if is_open else CHANNEL)
            (table,) = hall.lobby.tables
            place = table.id if is_open else CHANNEL
            front = "" if is_open else f"{hall.settings.bot.nick}: "
            ann.say(f"{front}addbot caller", place)
            hall.wait(5)
            later = "without a seat you see this table 30 s later than those who play: watch it, or sit down"
            for words in ("table", "what is on the board?", "how much is in the pot?", "whose turn is it?"):
                asked = f"{front}{words}"
                assert [line.removeprefix(f"[{CHANNEL}] ") for line in eve.say(asked, place)] == [later], words
                assert later not in " ".join(ann.say(asked, place)), words
            while not table.state.last_deal:
                turn = table.hand.turn if table.hand is not None and table.hand.actor == 0 else None
                ann.say(f"{front}{'call' if turn.call else 'check'}", place) if turn else hall.wait(1)
            hidden = {
                "why": "no deal has finished",
                "replay 1": "there is no deal",
                "stats caller": "caller has not played",
            }
            for words, wanted in hidden.items():
                assert wanted in eve.say(f"{front}{words}", place)[0], words
                assert wanted not in ann.say(f"{front}{words}", place)[0], words
            assert eve.ask("stats", who="caller")[0]["games"] == []
            assert eve.ask("figures", table=table.id)[0]["seats"][1].get("hands", 0) == 0
            hall.wait(31)
            assert wanted not in eve.say(f"{front}stats caller", place)[0]
            assert "caller" in eve.say(f"{front}replay 1", place)[0]
            assert "sits down" in eve.say(f"{front}sit 300", place)[0]
            assert later not in " ".join(eve.say(f"{front}table", place))

    def test_the_end_of_an_all_in_is_known_when_it_was_shown(self) -> None:
        with delayed_hall(drama=True) as hall:
            hall.say("alice", "!open 300")
            hall.say("bob", "!sit 300")
            hall.wait(5)
            spectator, deal = Visitor(hall), hall.table().hand
            assert deal is not None
            hall.say(hall.actor(), "!allin")
            hall.say(hall.actor(), "!allin")
            shown = hall.table().state.lines_until
            assert shown > hall.clock.monotonic(), "streets are still to come"
            hall.wait(shown - hall.clock.monotonic() + 29)
            assert spectator.ask("deal", deal=deal.deal_id)[0]["is"] == "error"
            hall.wait(2)
            assert spectator.ask("deal", deal=deal.deal_id)[0]["is"] == "deal"


def stacks_of(visitor: Visitor) -> list[int | None]:
    (listed,) = visitor.ask("tables")[0]["tables"]
    return [seat["stack"] for seat in listed["seats"]]
