"""`!drill`: decisions and graded answers, in private, worked out in a thread."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from ircpoker.chat import study_commands
from ircpoker.errors import LedgerError, StrategyError
from ircpoker.runtime.shares import SharedPlaces
from ircpoker.study import drill
from ircpoker.study.review import Judged, Silence
from tests.lobby.hall import CHANNEL, Hall
from tests.waiting import wait_until


def graded_as(answer: Judged, *_: object) -> Judged:
    """Grade anything so; another process finds this function."""
    return answer


def fail_to_grade(*_: object) -> Judged:
    raise StrategyError("ring", "it ends at byte 7")


def line_after(hall: Hall, nick: str, text: str) -> str:
    """Return the private line that comes once something is worked out."""
    before = len(hall.to(nick))
    assert hall.say(nick, text) == []

    def is_there() -> bool:
        hall.run()
        return len(hall.to(nick)) > before

    wait_until(is_there, "no answer")
    return hall.to(nick)[-1]


@pytest.mark.slow(3)
def test_a_decision_is_asked_and_graded_in_private() -> None:
    hall = Hall()
    assert hall.say("ann", "!drill fold") == ["nothing was asked: !drill asks something"]
    public = len(hall.to(CHANNEL))
    asked = line_after(hall, "ann", "!drill")
    assert asked.startswith("You are ")
    assert hall.say("bob", "!drill fold") == ["nothing was asked: !drill asks something"]
    assert hall.say("ann", "!drill hello")[0].startswith("'hello' is no answer: expected fold, check, call, bet")
    graded = line_after(hall, "ann", "!drill all-in")
    assert " big blinds on average (±" in graded or "plays" in graded or "Not what" in graded
    assert graded.endswith(" | !drill asks the next one")
    assert hall.say("ann", "!drill fold") == ["nothing was asked: !drill asks something"]
    assert line_after(hall, "ann", "!drill").startswith("You are ")
    assert hall.to(CHANNEL)[public:] == []


@pytest.mark.slow(1)
def test_an_error_comes_again_after_1_3_7_and_21_days(monkeypatch: pytest.MonkeyPatch) -> None:
    hall, error = Hall(), Judged(0, "fold", "", {"raise": 1.0}, Silence.NONE, 2.0, 0.1)
    monkeypatch.setattr(drill, "grade", partial(graded_as, error))
    first = line_after(hall, "ann", "!drill")
    assert "on average (±0.1): ring plays raise 100%. It comes again tomorrow. |" in line_after(
        hall, "ann", "!drill all-in"
    )
    other = line_after(hall, "ann", "!drill")
    assert other != first
    monkeypatch.setattr(drill, "grade", partial(graded_as, error._replace(silence=Silence.USUAL)))
    assert " again " not in line_after(hall, "ann", "!drill all-in")
    for days, after in ((1, "in 3 days"), (3, "in 7 days"), (7, "in 21 days"), (21, "")):
        hall.clock.advance(timedelta(days=days - 1))
        assert line_after(hall, "ann", "!drill") != first
        hall.clock.advance(timedelta(days=1))
        assert line_after(hall, "ann", "!drill") == first
        graded = line_after(hall, "ann", "!drill all-in")
        assert f"100%. It comes again {after}. |" in graded if after else " again " not in graded
    hall.clock.advance(timedelta(days=99))
    assert line_after(hall, "ann", "!drill") != first


def test_a_verdict_is_given_although_it_cannot_be_noted(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> int:
        raise LedgerError("the disk is full")

    hall, error = Hall(), Judged(0, "fold", "", {"raise": 1.0}, Silence.NONE, 2.0, 0.1)
    monkeypatch.setattr(drill, "grade", partial(graded_as, error))
    monkeypatch.setattr(study_commands, "note_answer", fail)
    line_after(hall, "ann", "!drill")
    verdict = line_after(hall, "ann", "!drill all-in")
    assert "on average (±0.1): ring plays raise 100%" in verdict
    assert " again " not in verdict
    assert "drill cannot be answered: the disk is full" in caplog.text


def test_a_failure_in_a_thread_is_logged(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(drill, "grade", fail_to_grade)
    hall = Hall()
    line_after(hall, "ann", "!drill")
    assert line_after(hall, "ann", "!drill all-in").startswith("this fails now")
    assert "it ends at byte 7" in caplog.text


def test_somebody_who_asked_nothing_reads_that_others_have_asked_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SharedPlaces, "take", lambda *_: "all")
    assert Hall().say("ann", "!drill") == ["too much is being worked out now: try again in a moment"]
