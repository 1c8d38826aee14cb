"""Stories: what joins in a line, what is left out, and that nothing is ever stuck, lost or out of order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields

from ircpoker.telling.bucket import LineBucket
from ircpoker.telling.facts import Fact, LineRoom, State
from ircpoker.telling.facts import Telling as How
from ircpoker.telling.rules import RULES, Role
from ircpoker.telling.thread import Thread, joined
from ircpoker.telling.untold import Untold

ROOM = LineRoom(now=0.0, is_behind=False, most=160, together=4, channels={"#a"})
FREE = ROOM._replace(takes_time=False)
BEHIND = ROOM._replace(is_behind=True, most=380)
HOW = {each.name for each in fields(How)}
WATCHDOG = 70.0
"""Seconds after which nothing may wait for anything but its turn."""


def fact(role: Role, text: str, place: str = "#a", **more: object) -> Fact:
    known = {"thread": "1", "is_public": place[0] == "#", "is_play": True} | more
    how = {name: known.pop(name) for name in HOW & known.keys()}
    telling = How(role=role, **how)  # type: ignore[arg-type] # by their names
    return Fact(place=place, telling=telling, text=text, **known)  # type: ignore[arg-type] # by their names


def line(room: LineRoom, *facts: Fact) -> tuple[str, list[str]]:
    """Return the next line of some facts, and what is left out before it."""
    thread: Thread[Fact] = Thread()
    thread.facts.extend(facts)
    found = thread.next_line(room)
    assert found is not None
    return joined(found.facts) if found.facts else "", [each.text for each in found.left_out]


END = (fact(Role.STORY, "ann calls"), fact(Role.RESULT, "#1 ann wins"), fact(Role.OUT, "ben is out"))
SEAL = fact(Role.SEAL, "#2 sealed")


def test_every_role_has_a_rule() -> None:
    assert set(RULES) == set(Role)


def test_the_end_of_a_deal_is_one_line_if_the_bot_is_behind() -> None:
    assert line(ROOM, *END, SEAL) == ("ann calls | #1 ann wins", [])
    assert line(BEHIND, *END, SEAL) == ("ann calls | #1 ann wins | ben is out | #2 sealed", [])


def test_a_seal_is_in_the_line_of_the_end_wherever_lines_take_time() -> None:
    assert line(ROOM, *END[1:2], SEAL) == ("#1 ann wins | #2 sealed", [])
    assert line(ROOM, *END[2:], SEAL) == ("ben is out | #2 sealed", [])
    assert line(ROOM, fact(Role.REMARK, "Any two cards!"), SEAL) == ("Any two cards!", [])
    assert line(FREE, *END[1:2], SEAL) == ("#1 ann wins", [])


def test_a_line_has_only_so_much_room() -> None:
    assert line(BEHIND._replace(most=25), *END, SEAL) == ("ann calls | #1 ann wins", [])


def test_the_way_to_a_turn_that_is_over_goes_on_in_the_next_line() -> None:
    over = fact(Role.TURN, "ann calls | ben: your turn", still=lambda: False, remainder="ann calls")
    now = fact(Role.TURN, "ben folds | cat: your turn", still=lambda: True)
    assert line(ROOM, over, now) == ("ann calls | ben folds | cat: your turn", [])
    assert line(ROOM, fact(Role.OWN_TURN, "your turn", "ben", still=lambda: False)) == ("", [""])


@pytest.mark.parametrize("room", [ROOM, BEHIND], ids=["idle", "behind"])
def test_positions_wait_for_the_first_turn_wherever_lines_take_time(room: LineRoom) -> None:
    begins, cards = fact(Role.POSITIONS, "#1 5/10"), fact(Role.CARDS, "you hold", "ann", confirm=True)
    turn = fact(Role.TURN, "ann: 5 to call")
    assert line(FREE, begins, cards, turn) == ("#1 5/10", [])
    assert line(room, begins, cards, turn) == ("you hold", [])
    assert line(room, begins, turn) == ("#1 5/10 | ann: 5 to call", [])
    assert line(room, begins, fact(Role.STORY, "ben folds"), turn) == ("#1 5/10 | ben folds | ann: 5 to call", [])
    patience = 8.0 if room.is_behind else 1.5
    assert line(room._replace(now=patience - 0.1), begins, cards) == ("you hold", [])
    assert line(room._replace(now=patience), begins, cards) == ("#1 5/10", [])


def test_a_seal_never_joins_the_positions() -> None:
    assert line(BEHIND, SEAL, fact(Role.POSITIONS, "#2 5/10"), fact(Role.TURN, "ann: 5 to call")) == ("#2 sealed", [])


def test_the_beats_of_an_all_in_join_only_when_they_are_late() -> None:
    streets = [fact(Role.DRAMA, street) for street in ("FLOP", "TURN", "RIVER")]
    assert line(BEHIND, *streets) == ("FLOP", [])
    assert line(BEHIND._replace(now=4.0), *streets) == ("FLOP | TURN | RIVER", [])


def test_a_turn_in_private_is_left_out_while_the_bot_is_behind() -> None:
    own = fact(Role.OWN_TURN, "your turn", "ann")
    assert line(ROOM, own) == ("your turn", [])
    assert line(BEHIND, own, SEAL) == ("#2 sealed", ["your turn"])
    assert line(BEHIND, fact(Role.OWN_TURN, "your turn", "ann", is_kept=True)) == ("your turn", [])


def test_a_turn_in_private_is_left_out_if_its_reader_knows_it() -> None:
    seen = ROOM._replace(gists={("1", "ann"): "a pair, call or fold"})
    first, same, other = [
        fact(Role.OWN_TURN, "your turn", "ann", gist=gist) for gist in ("", "a pair, call or fold", "a flush")
    ]
    assert line(ROOM, first) == ("your turn", [])
    assert line(seen, first, SEAL) == line(seen, same, SEAL) == ("#2 sealed", ["your turn"])
    assert line(seen, other) == ("your turn", [])
    assert line(seen._replace(takes_time=False), first) == ("your turn", [])
    assert line(seen, fact(Role.OWN_TURN, "your turn", "ben")) == ("your turn", [])
    assert line(seen, fact(Role.OWN_TURN, "your turn", "ann", is_kept=True)) == ("your turn", [])


def test_the_number_of_a_table_stands_once_in_a_line() -> None:
    facts = [fact(Role.RESULT, "[2] ann wins", front="[2] "), fact(Role.SEAL, "[2] #2 sealed", front="[2] ")]
    other = fact(Role.SEAL, "[1] #3 sealed", front="[1] ", thread="other")
    assert joined([*facts, other]) == "[2] ann wins | #2 sealed | [1] #3 sealed"


class TestTogether:
    """Lines of several tables of a channel."""

    def test_they_are_one_while_the_bot_is_behind(self) -> None:
        untold: Untold[Fact] = Untold(bucket := LineBucket(4, 1.0), {"#a"})
        bucket.tokens = 1.0
        for number in "12":
            untold.put(fact(Role.TURN, f"[{number}] turn", front=f"[{number}] ", thread=number), 0.0)
        assert [joined(found.facts) for found in [untold.pick(0.0)] if found] == ["[1] turn | [2] turn"]

    @pytest.mark.parametrize("half", ["1", "2"])
    def test_the_rest_of_a_line_goes_alone(self, half: str) -> None:
        untold: Untold[Fact] = Untold(bucket := LineBucket(4, 1.0), {"#a"})
        bucket.tokens = 1.0
        for number in "12":
            untold.put(fact(Role.RESULT, f"[{number}] end", front=f"[{number}] ", thread=number), 0.0)
        (cut,) = [each for each in untold if each.thread == half]
        cut.rest = "of it"
        lines = []
        while (found := untold.pick(0.0)) is not None:
            lines.append([each.thread for each in found.facts])
            for each in found.facts:
                untold.remove(each)
        assert sorted(lines) == [["1"], ["2"]]

    def test_a_line_of_signs_has_as_many_bytes_as_others(self) -> None:
        untold: Untold[Fact] = Untold(bucket := LineBucket(4, 1.0), {"#a"})
        bucket.tokens = 1.0
        for number in "12":
            untold.put(fact(Role.RESULT, f"[{number}] {'♠' * 70}", front=f"[{number}] ", thread=number), 0.0)
        (found,) = [found for found in [untold.pick(0.0)] if found]
        assert len(found.facts) == 1

    def test_but_not_where_the_channel_wants_them_apart(self) -> None:
        untold: Untold[Fact] = Untold(bucket := LineBucket(4, 1.0), {"#a"})
        bucket.tokens = 1.0
        for number in "12":
            front = f"[{number}] "
            untold.put(fact(Role.TURN, f"{front}turn", front=front, thread=number, is_mixed=False), 0.0)
        assert [joined(found.facts) for found in [untold.pick(0.0)] if found] == ["[1] turn"]


@dataclass
class Telling:
    """Tells random facts, as places are lost and come back, and notes what became of each."""

    sent: list[Fact] = field(default_factory=list)
    settled: list[Fact] = field(default_factory=list)
    channels: set[str] = field(default_factory=lambda: {"#a", "#b"})

    def __post_init__(self) -> None:
        self.bucket = LineBucket(4, 1.0)
        self.untold: Untold[Fact] = Untold(self.bucket, self.channels)

    def pump(self, now: float) -> None:
        while (found := self.untold.pick(now)) is not None:
            for each in found.left_out:
                self.settle(each)
            for each in found.facts:
                is_lost = each.is_public and each.place not in self.channels
                assert not any(before.state is State.WAITING and self.is_reached(before) for before in each.follows)
                if not is_lost:
                    self.sent.append(each)
                self.settle(each)
            self.bucket.tokens -= bool(found.facts)

    def is_reached(self, each: Fact) -> bool:
        return not each.is_public or each.place in self.channels

    def settle(self, each: Fact) -> None:
        assert each not in self.settled
        self.settled.append(each)
        each.state = State.DONE
        self.untold.remove(each)


PLACES = ("#a", "#b", "ann", "ben")
PLAY = [role for role in Role if role not in {Role.STAKE, Role.ANSWER}]
MADE = st.tuples(
    st.sampled_from(PLACES), st.sampled_from("123"), st.sampled_from(PLAY), st.booleans(), st.floats(0.0, 3.0)
)
MOVES = st.one_of(MADE, st.sampled_from(["lose #a", "lose #b", "join #a", "join #b", "over"]))


@given(st.lists(MOVES, max_size=60))
def test_nothing_is_stuck_lost_or_out_of_order(moves: Sequence[object]) -> None:
    telling, now, made, truth = Telling(), 0.0, list[Fact](), [True]
    for move in moves:
        now += 0.3
        if move == "over":
            truth[0] = False
            truth = [True]
        elif isinstance(move, str):
            verb, channel = move.split()
            (telling.channels.discard if verb == "lose" else telling.channels.add)(channel)
        elif isinstance(move, tuple):
            place, thread, role, follows_others, pause = move
            still = (lambda truth=truth: truth[0]) if role in {Role.TURN, Role.OWN_TURN, Role.REMARK} else None
            new = fact(
                role,
                f"{len(made)}",
                place,
                thread=thread,
                still=still,
                remainder=f"{len(made)}" if role is Role.TURN else "",
                confirm=role is Role.CARDS,
                follows=tuple("123") if follows_others else (),
                due=now + pause if role is Role.DRAMA else None,
            )
            telling.untold.put(new, now)
            made.append(new)
        telling.pump(now)
    end = now + WATCHDOG + 3.0 * len(made)
    while (wait := telling.untold.wait(now)) < inf and now < end:
        now += max(wait, 1e-3)
        telling.pump(now)
    assert telling.settled and set(map(id, telling.settled)) == set(map(id, made)) if made else not telling.settled
    assert not list(telling.untold)
    for place in PLACES:
        for thread in "123":
            order = [made.index(each) for each in telling.sent if (each.place, each.thread) == (place, thread)]
            assert order == sorted(order)
