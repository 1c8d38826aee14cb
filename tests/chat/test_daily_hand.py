"""The hand of the day: asked once where somebody is, answered in private and once, solved the next day."""

from __future__ import annotations

import re
from datetime import timedelta
from hashlib import sha256
from random import Random

import pytest

from ircpoker.chat.daily_hand import DailyHand
from ircpoker.errors import LedgerError
from ircpoker.ledger import SetPreference
from ircpoker.study import review
from ircpoker.study.drill import make_spot, question
from ircpoker.words.catalogue import load_catalogue
from tests.chat.routers import FAILS
from tests.chat.test_drill import line_after
from tests.lobby.hall import CHANNEL, NET, Hall
from tests.waiting import wait_until

DAY = 24 * 3600
DAY_AFTER = timedelta(seconds=DAY)


@pytest.fixture(autouse=True)
def few_rollouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an answer costs is roughly known: how well it is, tests/study asks."""
    monkeypatch.setattr(review, "COUNTS", (64,))


@pytest.fixture
def hall() -> Hall:
    hall = Hall()
    choose(hall, "daily", "on")
    return hall


def choose(hall: Hall, name: str, value: str, channel: str = CHANNEL) -> None:
    hall.services.tables.channels.set(NET, channel, name, value, "olga")


def lines(hall: Hall, channel: str = CHANNEL) -> list[str]:
    return [line for line in hall.to(channel) if "Hand of the day" in line]


def ask(hall: Hall, number: int = 1, channel: str = CHANNEL) -> str:
    """Return what the channel is asked after somebody has said something; so many times it has been asked then."""
    hall.say("ann", "hello all", channel)

    def is_asked() -> bool:
        hall.run()
        return len(lines(hall, channel)) == number

    wait_until(is_asked, "nothing was asked")
    return lines(hall, channel)[-1]


@pytest.mark.slow(2)
def test_a_channel_is_asked_once_a_day_and_later_the_solution(hall: Hall) -> None:
    first = ask(hall)
    assert "The last one" not in first
    (seal,) = re.findall("sealed ([0-9a-f]{40})", first)
    hall.say("bob", "hello")
    hall.wait(60)
    assert len(lines(hall)) == 1
    asked = line_after(hall, "ann", "!drill today")
    assert asked in first
    answer = "call" if "fold, call" in asked else "check"
    assert line_after(hall, "ann", f"!drill today {answer}").startswith("Noted: ")
    assert hall.say("ann", "!drill today fold") == [
        "you have answered the hand of the day: the solution comes tomorrow"
    ]
    assert line_after(hall, "bob", "!drill today hello").startswith("'hello' is no answer")
    assert line_after(hall, "bob", "!drill today all-in").startswith("Noted: ")
    assert len(lines(hall)) == 1
    hall.clock.advance(DAY_AFTER)
    second = ask(hall, 2)
    (secret,) = re.findall("2 answers, [01] right, [0-9.]+ big blinds lost, secret ([0-9a-f]{32})", second)
    assert sha256(bytes.fromhex(secret)).hexdigest().startswith(seal)
    assert load_catalogue().text(question(make_spot(Random(secret)))) == asked
    assert "ann" not in second
    assert line_after(hall, "ann", "!drill today") != asked


@pytest.mark.slow(1)
def test_nobody_is_asked_where_nobody_speaks_or_it_is_quiet(hall: Hall) -> None:
    hall.wait(DAY)
    assert lines(hall) == []
    hour = hall.clock.now().hour
    choose(hall, "quiet", f"{hour}-{(hour + 2) % 24}")
    hall.say("ann", "hello all")
    hall.wait(60)
    assert lines(hall) == []
    choose(hall, "quiet", "off")
    assert ask(hall)
    choose(hall, "daily", "off")
    hall.clock.advance(DAY_AFTER)
    hall.say("ann", "hello all")
    hall.wait(60)
    assert len(lines(hall)) == 1


@pytest.mark.slow(2)
def test_a_restart_neither_asks_again_nor_forgets_answers(tmp_path) -> None:
    hall = Hall(f"sqlite:///{tmp_path / 'ledger.db'}")
    choose(hall, "daily", "on")
    ask(hall)
    line_after(hall, "ann", "!drill today all-in")
    hall = hall.restarted()
    hall.say("ann", "hello all")
    hall.wait(60)
    assert lines(hall) == []
    assert hall.say("ann", "!drill today fold")[0].startswith("you have answered")
    hall.clock.advance(DAY_AFTER)
    assert re.search("; 1 answer, [01] right, ", ask(hall))


@pytest.mark.slow(2)
def test_an_answer_belongs_to_the_day_on_which_it_was_given(hall: Hall) -> None:
    ask(hall)
    line_after(hall, "ann", "!drill")  # opens the account
    line_after(hall, "ann", "!drill today")
    daily, ann = DailyHand(hall.services.tables, lambda *_: None), hall.player("ann")
    read = daily.answer(hall.person("ann"), "all-in")
    day = f"{hall.clock.now():%y%m%d} "
    hall.clock.advance(DAY_AFTER)
    daily.note(ann, read())
    assert hall.services.ledger.preferences(ann)["daily"].startswith(day)


@pytest.mark.slow(1)
def test_an_answer_to_another_decision_stops_nothing_and_is_not_counted(hall: Hall) -> None:
    ask(hall)
    line_after(hall, "ann", "!drill today all-in")
    line_after(hall, "bob", "!drill today all-in")
    wrong = f"{hall.clock.now():%y%m%d} raise 9000"
    hall.services.ledger.save(SetPreference(hall.player("bob"), "daily", wrong))
    hall.clock.advance(DAY_AFTER)
    assert re.search("; 1 answer, [01] right, ", ask(hall, 2))


def test_a_failure_is_not_repeated_with_every_line(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, failure = [], RuntimeError("a fault")
    monkeypatch.setattr(hall.lobby.threads, "start", lambda _, done: begun.append(done))
    hall.say("ann", "hello all")
    with pytest.raises(RuntimeError):
        begun[0](failure)
    hall.say("ann", "hello all")
    assert len(begun) == 1


def test_channels_that_are_asked_at_other_times_read_the_same() -> None:
    hall = Hall(channels=(CHANNEL, "#late"))
    for channel in (CHANNEL, "#late"):
        choose(hall, "daily", "on", channel)
    ask(hall)
    line_after(hall, "ann", "!drill today all-in")
    hall.clock.advance(DAY_AFTER)
    solved = ask(hall, 2)
    line_after(hall, "ann", "!drill today all-in")
    assert "; 1 answer, " in solved
    assert ask(hall, 1, "#late") == solved


def test_a_ledger_that_fails_is_answered(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(hall)

    def fail(*_: object) -> None:
        raise LedgerError("the ledger is silent")

    monkeypatch.setattr(hall.services.ledger, "save", fail)
    assert line_after(hall, "ann", "!drill today all-in") == FAILS
