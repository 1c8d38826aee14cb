"""Lines that newcomers typed: each does what it means, or gets the one line that helps."""

from pathlib import Path

import pytest

from ircpoker.chat.message import Reply
from tests.chat.routers import CHANNEL, Conversation

BEFORE = {
    "outside": (),
    "turn": ("play caller 200",),
    "flop": ("play caller 200", "call"),
    "draw": ("play caller draw 200", "check"),
    "vp": ("seed my lucky cat", "vp 10"),
    "#outside": (),
    "#waiting": ("!open 200",),
    "#turn": ("!open 200", "!addbot caller"),
    "#flop": ("!open 200", "!addbot caller", "!call"),
    "#theirs": ("!open 200", "<bob> !sit 200", "!call"),
}
ACTIONS = ("fold", "check", "call", "bet", "raise", "discard")
LINES = (Path(__file__).parent / "newcomers.tsv").read_text(encoding="utf-8").splitlines()
TYPED = [tuple(line.split("\t")) for line in LINES if not line.startswith("#") or "\t" in line]
FRONT = f"[{CHANNEL}] "


class Newcomer(Conversation):
    """Alice, who talks to her own bot in private, or in a channel."""

    def say(self, text: str) -> list[Reply]:
        answer = self.ask(text)
        # Only what follows at once belongs to the line.
        self.actions = self.done()
        self.wait(10)
        return answer

    def done(self) -> list[str]:
        """Return what was done in the deal so far."""
        tables = self.router.services.tables
        assert tables is not None
        return [str(action) for table in tables.lobby.tables if table.hand for _, action in table.hand.deal.actions]


@pytest.mark.slow(1)
@pytest.mark.few(2, 5)
@pytest.mark.parametrize("where", BEFORE)
def test_newcomers_lines(where: str) -> None:
    wrong = {}
    for place, text, expected in TYPED:
        if place == where:
            try:
                check_line(where, text, expected)
            except AssertionError as error:
                wrong[text] = error
    assert not wrong


def check_line(where: str, text: str, expected: str) -> None:
    """Say a line to a new bot."""
    newcomer = Newcomer(CHANNEL if where.startswith("#") else None)
    for line in BEFORE[where]:
        newcomer.say(line)
    done = newcomer.done()
    answer = newcomer.say(text)
    if expected.split(maxsplit=1)[0] in ACTIONS and where.strip("#") != "outside":
        assert answer == []
        # A fold ends the deal at once.
        new = newcomer.actions[len(done) :] or ["fold"]
        assert new[0].startswith(expected)
        return
    assert newcomer.actions == done or where in {"outside", "vp"}
    is_private = newcomer.channel is not None and not (answer and not answer[0].private)
    text_read = answer[0].text.removeprefix(FRONT) if answer else "-"
    shown = text_read if is_private or newcomer.channel is None or not answer else f"public: {text_read}"
    assert any(shown.startswith(begins) for begins in expected.split("|")), shown
    assert newcomer.channel is None or all(reply.text.startswith(FRONT) == reply.private for reply in answer)


def test_there_are_enough_lines() -> None:
    assert len({text for _, text, _ in TYPED}) >= 200
    assert len({text for where, text, _ in TYPED if where.startswith("#")}) >= 60


class TestOnceATurn:
    def test_an_action_without_the_prefix_is_answered_once_a_turn(self) -> None:
        newcomer = Newcomer(CHANNEL)
        for line in BEFORE["#turn"]:
            newcomer.say(line)
        assert [reply.text for reply in newcomer.say(" \x02call\x02 ")] == ["[#poker] Say !call"]
        assert newcomer.say("call") == []
        assert newcomer.say("fold") == []
        assert [reply.private for reply in newcomer.say("whose turn")] == [True]
        assert newcomer.say("what's the pot?") == []
        newcomer.say("!call")
        assert [reply.text for reply in newcomer.say("check")] == ["[#poker] Say !check"]

    def test_nobody_else_is_answered(self) -> None:
        newcomer = Newcomer(CHANNEL)
        for line in BEFORE["#turn"]:
            newcomer.say(line)
        assert newcomer.say("<bob> call") == []
        assert newcomer.say("<bob> whose turn") == []
        assert newcomer.say("<bob> !jam") == []
        newcomer.channel = "#other"
        assert newcomer.say("call") == []
        assert newcomer.say("!jam") == []

    def test_an_unknown_word_is_answered_once(self) -> None:
        newcomer = Newcomer(CHANNEL)
        for line in BEFORE["#waiting"]:
            newcomer.say(line)
        assert [reply.private for reply in newcomer.say("!weather Berlin")] == [True]
        assert newcomer.say("!weather Paris") == []
        assert newcomer.say("!Weather") == []
        assert len(newcomer.say("!trivia")) == 1
        assert len(newcomer.say("dealer: weather")) == 1
