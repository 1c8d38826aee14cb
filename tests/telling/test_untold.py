"""The choice of the next line of a network: who goes first, who waits, and who is refused."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields

from ircpoker.telling.bucket import LineBucket
from ircpoker.telling.facts import STALE_AFTER, Fact, State, Telling
from ircpoker.telling.rules import Role
from ircpoker.telling.untold import ASKS, MOST_COMMANDS, MOST_OF_ASKS, MOST_OF_PLAY, MOST_TO_ONE, Untold

HOW = {each.name for each in fields(Telling)}
CHANNELS = frozenset({"#a", "#b"})


class Network:
    """A network that takes `burst` lines at once, then one each interval."""

    def __init__(self, burst: int = 1, interval: float = 1.0) -> None:
        self.bucket = LineBucket(burst, interval)
        self.untold: Untold[Fact] = Untold(self.bucket, CHANNELS)
        self.sent: list[Fact] = []
        self.left_out: list[Fact] = []

    def put(self, fact: Fact, now: float = 0.0) -> Fact | None:
        return self.untold.put(fact, now)

    def answers(self, place: str, *texts: str, now: float = 0.0, asker: str = "") -> list[str]:
        """Put answers, and return the texts that are given up."""
        facts = [self.put(answer(text, place, asker), now) for text in texts]
        return [fact.text for fact in facts if fact is not None]

    def take(self, now: float) -> list[str]:
        """Tell what may be told, and return each line."""
        lines: list[str] = []
        while (line := self.untold.pick(now)) is not None:
            facts = (
                line.facts[: max(1, int(self.bucket.tokens))]
                if line.facts[:1] and line.facts[0].telling.confirm
                else line.facts
            )
            self.untold.note(facts)
            for fact in (*line.left_out, *facts):
                fact.state = State.DONE
                self.untold.remove(fact)
            self.left_out += line.left_out
            self.sent += facts
            if facts:
                self.bucket.tokens -= 1
                lines.append(" | ".join(fact.text for fact in facts))
        return lines

    def take_all(self, seconds: int = 2000) -> list[str]:
        return [text for second in range(seconds) for text in self.take(float(second))]


def answer(text: str, place: str, asker: str = "", **more: Any) -> Fact:
    role = Telling(role=more.pop("role", Role.ANSWER))
    return Fact(place=place, thread=f" {asker or place}", telling=role, text=text, is_public=place[:1] == "#", **more)


def play(text: str, place: str = "#a", table: str = "1", role: Role = Role.NEWS, **more: Any) -> Fact:
    """Return a fact of a table in a channel."""
    telling = Telling(role=role, **{name: more.pop(name) for name in HOW & more.keys()})
    return Fact(place=place, thread=table, telling=telling, text=text, is_public=place[:1] == "#", is_play=True, **more)


def alone(text: str, nick: str) -> Fact:
    """Return a fact of a game in private."""
    return Fact(place=nick, thread=f"private {nick}", text=text)


class TestRate:
    @given(st.integers(1, 6), st.floats(0.1, 3.0), st.lists(st.floats(0.0, 2.0), max_size=40))
    def test_never_more_than_the_burst_and_one_each_interval(
        self, burst: int, interval: float, pauses: list[float]
    ) -> None:
        network, now = Network(burst, interval), 0.0
        sent_at: list[float] = []
        for number, pause in enumerate(pauses):
            now += pause
            network.put(play(str(number)), now)
            sent_at += [now] * len(network.take(now))
        for index, start in enumerate(sent_at):
            assert sum(start <= at < start + interval * 0.999 for at in sent_at[index:]) <= burst + 1

    def test_all_go_in_order_when_they_can(self) -> None:
        network = Network(2, 0.5)
        network.answers("#a", *"abcdef")
        now, texts = 0.0, network.take(0.0)
        while (wait := network.untold.wait(now)) < inf:
            now += wait
            texts += network.take(now)
        assert "".join(texts) == "abcdef"
        assert now == pytest.approx(2.0)

    def test_without_an_interval_nothing_waits(self) -> None:
        network = Network(1, 0.0)
        network.answers("#a", *"abc")
        assert network.take(0.0) == ["a", "b", "c"]
        assert not list(network.untold)


class TestAnswers:
    def test_a_waiting_answer_is_not_added_again(self) -> None:
        network = Network()
        assert network.answers("#a", "a", "b", "b", "a") == []
        assert network.take(0.0) == ["a"]
        network.answers("#a", "a")
        assert network.take_all() == ["b", "a"]

    def test_one_person_cannot_fill_the_room(self) -> None:
        network = Network()
        texts = [f"line {number}" for number in range(MOST_TO_ONE + 2)]
        assert network.answers("bob", *texts) == texts[-2:]
        assert network.answers("eve", "for eve") == []

    def test_whoever_has_caused_the_fewest_lines_comes_first(self) -> None:
        network = Network(2, 10.0)
        network.answers("#a", *(f"chatter {number}" for number in range(4)), asker="eve")
        assert network.take(0.0) == ["chatter 0", "chatter 1"]
        network.answers("#a", "for bob", "more for bob", now=1.0, asker="bob")
        assert [network.take(at) for at in (10.0, 20.0, 30.0)] == [["for bob"], ["more for bob"], ["chatter 2"]]

    def test_the_lines_of_an_answer_stay_together(self) -> None:
        network = Network()
        for asker in ("bob", "eve"):
            for number in range(3):
                network.put(answer(f"{asker} {number}", "#a", asker, continues=number > 0))
        assert network.take_all() == [f"{asker} {number}" for asker in ("bob", "eve") for number in range(3)]

    def test_the_loudest_makes_room_for_a_newcomer(self) -> None:
        network = Network(4)
        for number in range(MOST_OF_ASKS):
            network.answers(f"bob{number % 8}", f"line {number}")
        assert network.answers("carol", "for the newcomer") == [f"line {MOST_OF_ASKS - 8}"]
        assert "for the newcomer" in network.take_all()

    def test_results_of_stakes_are_never_given_up(self) -> None:
        network = Network()
        stakes = [answer(f"result {number}", "bob", role=Role.STAKE) for number in range(2 * MOST_OF_ASKS)]
        assert not any(map(network.put, stakes))
        assert " | ".join(network.take_all()).split(" | ") == [fact.text for fact in stakes]


class TestCrowd:
    """Three hundred people ask at once (row 17)."""

    @pytest.fixture
    def network(self) -> Network:
        network = Network(4)
        for number in range(300):
            network.answers(f"bob{number}", "one", "two")
        return network

    def test_first_come_first_served_and_the_newcomer_is_refused(self, network: Network) -> None:
        assert len(list(network.untold)) == MOST_OF_ASKS
        assert network.answers("carol", "for the newcomer") == ["for the newcomer"]
        first = sorted(f"bob{number}" for number in range(MOST_OF_ASKS // 2))
        assert sorted({fact.place for fact in network.untold}) == first

    def test_a_newcomer_is_answered_as_soon_as_there_is_room(self, network: Network) -> None:
        network.take(0.0)
        assert network.answers("carol", "for the newcomer") == []
        assert next(second for second in range(200) if "for the newcomer" in network.take(float(second))) <= 100

    def test_neither_a_channel_nor_a_table_waits(self, network: Network) -> None:
        network.take(0.0)
        network.answers("#a", "in public", asker="carol")
        network.put(play("a turn"))
        sent = [text for second in range(1, 6) for text in network.take(float(second))]
        assert sent[0] == "a turn"
        assert "in public" in sent


class TestAskers:
    def test_an_honest_question_beside_four_who_ask_much(self) -> None:
        """Row 1: whoever has caused the fewest lines comes first."""
        network, waits = Network(4), []
        for second in range(600):
            if second % 2 == 0:
                for number in range(4):
                    network.answers("#a", f"eve{number} {second}", now=float(second), asker=f"eve{number}")
            if second % 10 == 0:
                network.answers("#a", f"honest {second}", now=float(second), asker="alice")
            waits += [
                second - int(text.split()[1]) for text in network.take(float(second)) if text.startswith("honest")
            ]
        assert len(waits) >= 59
        assert sorted(waits)[int(0.95 * len(waits))] <= 5

    def test_gifts_for_one_person_hold_up_nobody(self) -> None:
        """Row 12: what nobody has asked for waits with the answers, and only so much of it."""
        network = Network(4)
        gifts = [f"gift {number}" for number in range(40)]
        assert network.answers("victim", *gifts) == gifts[MOST_TO_ONE:]
        network.answers("bob", "for bob")
        network.put(play("a turn"))
        network.bucket.tokens = 1.0
        assert network.take(0.0) == ["a turn"]
        assert "for bob" in network.take(5.0)


class TestTables:
    def test_one_line_in_five_is_for_those_who_ask(self) -> None:
        network = Network()
        network.answers("#a", *(f"answer {number}" for number in range(3)))
        for number in range(3 * ASKS):
            network.put(play(f"news {number}"))
        assert [text[0] for text in network.take_all()][: 3 * ASKS] == list("nnnna" * 3)

    def test_the_oldest_goes_first_and_tables_take_turns(self) -> None:
        network = Network()
        network.put(play("old", table="3"), -9.0)
        for number in range(3):
            for table in "12":
                network.put(play(f"{table}{number}", table=table))
        assert network.take_all() == ["old", "10", "20", "11", "21", "12", "22"]

    def test_a_turn_counts_older_and_a_remark_younger(self) -> None:
        network = Network()
        for second, role in ((0.0, Role.REMARK), (1.0, Role.RESULT), (2.0, Role.CARDS)):
            network.put(play(role.name, table=role.name, role=role), second)
        assert network.take_all() == ["CARDS", "RESULT", "REMARK"]

    @pytest.mark.slow(1)
    def test_private_games_leave_a_channel_its_pace(self) -> None:
        """Rows 2, 29 and 30: with 80 games in private, a table of one line in two seconds waits a second at most."""
        network, waits = Network(4), []
        for second in range(600):
            for number in range(80):
                if (second + number) % 10 == 0:
                    network.put(alone(f"{number} {second}", f"loner{number}"), float(second))
            if second % 2 == 0:
                network.put(play(f"turn {second}"), float(second))
            waits += [second - int(text.split()[1]) for text in network.take(float(second)) if text.startswith("turn")]
        assert len(waits) == 300
        assert max(waits) <= 1

    def test_and_each_of_them_goes_on(self) -> None:
        network = Network()
        for second in range(400):
            network.put(play(f"turn {second}"), float(second))
            if second % 25 == 0:
                network.put(alone(f"{second}", f"loner{second // 25}"), float(second))
            network.take(float(second))
        sent = [fact for fact in network.sent if not fact.is_play]
        assert len(sent) == 400 // 25

    def test_a_fact_that_cannot_go_holds_up_no_other(self) -> None:
        network = Network()
        network.answers("#away", "answer")
        asked = play("asked about", "bob")
        asked.state = State.ASKING
        for fact in (asked, play("behind it", "bob"), play("other", table="2")):
            network.put(fact)
        assert network.take_all(50) == ["other"]
        assert network.untold.wait(50.0) == STALE_AFTER - 50

    def test_only_so_much_of_a_game_waits(self) -> None:
        network = Network()
        assert not any(network.put(play("same")) for _ in range(MOST_OF_PLAY))
        late = play("late")
        assert network.put(late) is late


class TestPaced:
    """What must not be told before its time."""

    @pytest.fixture
    def network(self) -> Network:
        network = Network(4)
        for text, due in (("turn", 5.0), ("river", 8.0), ("end", None)):
            network.put(play(text, due=due))
        return network

    def test_it_holds_up_its_own_story_and_nothing_else(self, network: Network) -> None:
        network.put(play("other", table="2"))
        network.answers("#a", "answer")
        assert network.take(0.0) == ["other", "answer"]
        assert [network.take(at) for at in (4.9, 5.0, 7.9, 8.0)] == [[], ["turn"], [], ["river", "end"]]

    def test_its_age_counts_from_its_time(self, network: Network) -> None:
        assert [fact.since for fact in network.untold] == [5.0, 8.0, 8.0]
        assert network.untold.wait(1.0) == 4.0

    def test_all_of_it_goes_when_the_bot_leaves(self, network: Network) -> None:
        network.untold.release()
        assert network.take(0.0) == ["turn", "river", "end"]


@pytest.mark.parametrize(("other", "waited", "is_promised"), [("1", 0.0, True), ("2", 59.0, False), ("2", 61.0, True)])
def test_seconds_are_promised_only_where_no_other_deal_may_come_between(
    other: str, waited: float, is_promised: bool
) -> None:
    network = Network(4)
    network.put(play("ann: 10 to call", table=other, role=Role.TURN))
    network.take(0.0)
    network.put(play("#2 in 5 s, sealed", role=Role.SEAL, brief="#2, sealed"), waited)
    assert network.take(waited) == ["#2 in 5 s, sealed" if is_promised else "#2, sealed"]


def test_a_turn_comes_in_private_once_as_long_as_it_has_nothing_new() -> None:
    network = Network(4)
    for gist in ("", "a pair", "", "a pair", "a flush", ""):
        network.put(play(f"your turn: {gist}", "ann", role=Role.OWN_TURN, gist=gist))
        network.bucket.tokens = 4.0
        network.take(0.0)
    assert [fact.telling.gist for fact in network.sent] == ["", "a pair", "a flush"]
    assert len(network.left_out) == 3


def test_a_line_longer_than_a_screen_is_wide_is_brief() -> None:
    network = Network(4)
    for width in (80, 81):
        network.put(play("x" * width, brief="brief"))
    assert network.take(0.0) == ["x" * 80, "brief"]


def test_commands_go_first_and_are_limited_and_not_doubled() -> None:
    network = Network()
    network.answers("#a", "hello")
    for number in range(2 * MOST_COMMANDS):
        for text in (f"JOIN #{number}", "JOIN #0"):
            network.put(Fact(place="", thread="", text=text))
    assert network.take_all() == [*(f"JOIN #{number}" for number in range(MOST_COMMANDS)), "hello"]
