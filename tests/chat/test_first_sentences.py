"""What newcomers say first, in sixteen languages: within two lines it leads to cards, or is answered with the fact."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.chat.routers import CHANNEL, Conversation

DATA = Path(__file__).parent.parent / "data"
SENTENCES = [
    tuple(line.split("\t"))
    for line in (DATA / "first_sentences.tsv").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
LANGUAGES = {language for language, _, _ in SENTENCES}
RIGHT = 0.95
BROKE = r"Out of chips \(0 in your bank\): .*!play free"
TURN = r"your turn|seconds left|\d+ s left|to act|Your turn|deal is in progress"
FACTS = {
    "chips": r"!bank shows",
    "rules": r"Hold'em: two cards",
    "who": r"^ircpoker \d",
    "fair": r"Each deck is sealed",
    "money": r"Only play chips",
    "ranks": r"Best first: royal flush",
    "help": r"!check !call|Your turn",
}
WAYS_IN = {
    "channel": r"^!open begins a table here; !addbot easy",
    "query": r"^!play begins a game",
    "table": TURN,
    "broke": BROKE,
    "tournament": TURN,
}


def without_chips(talk: Conversation) -> None:
    ledger = talk.router.services.ledger
    ledger.economy = replace(ledger.economy, starting_chips=0, daily_chips=0, refills=0)


BEFORE: dict[str, tuple[str | None, Callable[[Conversation], object]]] = {
    "channel": (CHANNEL, lambda _: None),
    "query": (None, lambda _: None),
    "table": (CHANNEL, lambda talk: [talk.ask(line) for line in ("!open 200", "!addbot caller")]),
    "broke": (CHANNEL, without_chips),
    "tournament": (None, lambda talk: talk.ask("play sng free 3")),
}


@cache
def asked(place: str) -> dict[str, str]:
    """Return the first two lines of each answer at a place."""
    channel, prepare = BEFORE[place]
    talk = Conversation(channel)
    prepare(talk)
    talk.wait(12)
    typed = {}
    for _, _, sentence in SENTENCES:
        answer = talk.ask(f"dealer: {sentence}" if channel else sentence)
        assert all(reply.private for reply in answer) or channel is None, sentence
        typed[sentence] = "\n".join(reply.text.removeprefix(f"[{CHANNEL}] ") for reply in answer[:2])
    return typed


@pytest.mark.few(1)
@pytest.mark.parametrize("place", BEFORE)
def test_their_answers(place: str) -> None:
    typed, wrong = asked(place), {}
    for _, intent, sentence in SENTENCES:
        expected = WAYS_IN[place] if intent == "in" else FACTS[intent]
        if intent == "chips" and place == "broke":
            expected = BROKE
        if not re.search(expected, typed[sentence]):
            wrong[sentence] = typed[sentence]
    assert len(wrong) <= (1 - RIGHT) * len(SENTENCES), wrong


def test_there_are_two_hundred_in_sixteen_languages() -> None:
    assert len(SENTENCES) >= 200
    assert len(LANGUAGES) == 16


@pytest.mark.parametrize("place", ["channel", "query", "broke"])
def test_the_line_leads_to_cards(place: str) -> None:
    channel, prepare = BEFORE[place]
    talk = Conversation(channel)
    prepare(talk)
    [line] = talk.ask("dealer: darf ich mitspielen?" if channel else "darf ich mitspielen?")
    commands = re.findall(r"![a-z]+(?: (?:easy|free))?", line.text)
    talk.channel = None if "!play free" in commands else channel
    for typed in ["!play free"] if "!play free" in commands else commands[: 2 if channel else 1]:
        talk.ask(typed)
    talk.wait(15)
    assert any("you hold" in answer for answer in talk.answers)


class TestCommands:
    @pytest.mark.parametrize("line", ["!start", "!deal", "!j", "!go", "!poker", "dealer help", "@dealer help"])
    def test_they_lead_there(self, line: str) -> None:
        talk = Conversation(CHANNEL)
        assert talk.ask(line)
        assert "!open begins" in talk.answers[0] or "help" in line

    def test_a_table_with_a_free_seat(self) -> None:
        talk = Conversation(CHANNEL)
        talk.ask("<bob> !open")
        assert [reply.text for reply in talk.ask("!start")] == [
            "[#poker] !sit takes a seat at the table here, with 100 chips or more."
        ]

    def test_a_sit_and_go_that_waits(self) -> None:
        talk = Conversation(CHANNEL)
        talk.ask("<bob> !sng free")
        assert "!sng takes a place" in talk.ask("!go")[0].text

    def test_a_table_that_is_full(self) -> None:
        talk = Conversation(CHANNEL)
        talk.ask("<bob> !play caller")
        assert "All seats here are taken" in talk.ask("dealer: can I join?")[0].text


class TestOthers:
    """Talk, and what is meant for other bots, stays theirs: nothing in public, and at most two lines in private."""

    def at_a_table(self) -> Conversation:
        talk = Conversation(CHANNEL)
        for line in ("!open 200", "<bob> !sit 200", "!addbot caller"):
            talk.ask(line)
        talk.wait(12)
        return talk

    @pytest.mark.parametrize("nick", ["alice", "carol"])
    @pytest.mark.parametrize("name", ["talk", "other_bots"])
    def test_they_get_no_answers(self, nick: str, name: str) -> None:
        talk = self.at_a_table()
        typed = (DATA / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        assert len(typed) >= {"talk": 300, "other_bots": 60}[name]
        answers = {}
        for line in typed:
            if answer := talk.ask(f"<{nick}> {line}"):
                answers[line] = [(reply.text, reply.private) for reply in answer]
            if name == "other_bots":
                talk.ask(f"<robbi> {line.split()[0].strip('!')}: yes")
        assert not [text for answer in answers.values() for text, is_private in answer if not is_private], answers
        assert sum(map(len, answers.values())) <= 2, answers

    def test_where_another_bot_answers_unknown_words_stay_silent(self) -> None:
        talk = self.at_a_table()
        talk.ask("!weather Berlin")
        talk.ask("<robbi> Berlin: 12 degrees, rain")
        assert talk.ask("!seen bob") == []
        assert talk.ask("!roll") == []
        talk.ask("<robbi> alice rolls 4")
        assert talk.ask("dealer: roll")

    def test_somebody_who_speaks_later_is_no_bot(self) -> None:
        talk = self.at_a_table()
        talk.ask("!wether Berlin")
        talk.wait(4)
        talk.ask("<carol> it rains")
        assert talk.ask("!chek")
