"""Neither the log nor the metrics have cards, seeds, passwords or what people say, whatever happens at the tables."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest

from ircpoker.admin.monitoring.exposition import MetricsText
from ircpoker.admin.monitoring.logs import JsonFormatter, TextFormatter
from ircpoker.ledger import HOUSE, Entry, transfer, unique_key
from ircpoker.robots import baselines
from ircpoker.runtime.event_log import log_event
from tests import tiers
from tests.admin.monitoring.halls import reader_of
from tests.lobby.faults import Fault
from tests.lobby.hall import CHANNEL, Hall, play_on, player, random_seat_command
from tests.transports.irc.stays import Stay
from tests.transports.virtual import VirtualLoop

PEOPLE = ("alice", "bob", "carol")
SEED, PASSWORD, WORDS = "correct-horse-battery", "hunter2-of-alice", "staple"
DATABASE_PASSWORD = "swordfish"
GAMES = ("holdem", "draw", "omaha", "limit")
_CARD = re.compile(r"(?<![0-9A-Za-z])(?:10|[2-9TJQKA])(?:[hcds](?![0-9A-Za-z])|[♠♥♦♣]|\\u266[0-7])")
_SECRET = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
"""The secret of a shuffle, or a commitment."""


def found_in(text: str) -> list[str]:
    """Return the cards, secrets and words of people in a text."""
    typed = [word for word in (SEED, PASSWORD, WORDS, DATABASE_PASSWORD) if word in text]
    return [*_CARD.findall(text), *_SECRET.findall(text), *typed]


@contextmanager
def logged() -> Iterator[tuple[io.StringIO, io.StringIO]]:
    """Collect the log at the level of services, as text and as JSON."""
    root, level = logging.getLogger(), logging.getLogger().level
    streams, handlers = (io.StringIO(), io.StringIO()), []
    for stream, formatter in zip(streams, (TextFormatter, JsonFormatter), strict=True):
        handler = logging.StreamHandler(stream)
        handler.setFormatter(formatter([DATABASE_PASSWORD]))
        handler.setLevel(logging.INFO)
        handlers.append(handler)
        root.addHandler(handler)
    root.setLevel(logging.INFO)
    try:
        yield streams
    finally:
        root.setLevel(level)
        for handler in handlers:
            root.removeHandler(handler)


class Evening:
    """People who play, give seeds, and say what they should not, at a bot that has bugs."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, game: str, seed: int) -> None:
        self.rng = Random(seed)
        self.game = game
        self.monkeypatch = monkeypatch
        self.hall = Hall(seed=seed, deal_pause=0.1, plugins=("slots", "videopoker", "holdem", "draw", "bank"))
        self.fault = Fault(monkeypatch, self.hall, ("post", "save"), 0.02)
        self.pages: list[str] = []
        self.deals_before = 0
        self.lines: list[str] = []
        decide = baselines.RandomRobot.decide

        def fail_sometimes(robot: baselines.RandomRobot, *view_and_rng: object) -> object:
            if self.rng.random() < 0.3:
                raise ValueError("a bug")
            return decide(robot, *view_and_rng)

        monkeypatch.setattr(baselines.RandomRobot, "decide", fail_sometimes)

    @property
    def deals(self) -> int:
        return self.deals_before + self.hall.services.activity.deals.total()

    def go_on(self) -> None:
        hall, rng = self.hall, self.rng
        for nick in PEOPLE:
            hall.services.ledger.open_player(player(nick))
            self.fault.is_on = False
            hall.services.ledger.post(Entry(unique_key("test"), "test", transfer(HOUSE, player(nick), 500)))
            self.fault.is_on = True
            hall.say(nick, "!sit 200" if hall.has_table() else f"!open {self.game} 200")
        hall.say(rng.choice(PEOPLE), "!addbot random")
        play_on(hall, rng, 20)
        nick = rng.choice(PEOPLE)
        hall.say(nick, random_seat_command(rng))
        for text in (f"!seed {SEED}", f"identify alice {PASSWORD}", f"I have Ah Kd {WORDS}", "!slot", "!proof"):
            hall.tell(nick, text)
        self.meet_a_bug(nick)
        self.pages.append(MetricsText(reader_of(hall)).format().decode())
        self.pages.append(str(reader_of(hall).read()))
        if rng.random() < 0.1:
            self.restart()

    def meet_a_bug(self, nick: str) -> None:
        with self.monkeypatch.context() as patch:
            patch.setattr(self.hall.lobby, "hear", lambda *_: 1 // 0)
            self.hall.tell(nick, f"!give bob 5 {PASSWORD} Ah")
        with self.monkeypatch.context() as patch:
            patch.setattr(self.hall.router, "newcomers", object())
            self.hall.tell(nick, f"{PASSWORD} and Ah")

    def restart(self) -> None:
        self.deals_before = self.deals
        self.lines += [line.text for line in self.hall.lines]
        self.hall = self.hall.restarted()


@pytest.mark.slow(10)
@pytest.mark.parametrize("game", GAMES)
def test_a_thousand_deals(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with logged() as (text, lines):
        evening = Evening(monkeypatch, game, tiers.seed(len(game)))
        while evening.deals < tiers.count(1000 // len(GAMES), 5):
            evening.go_on()
        evening.fault.is_on = False
        evening.hall.close()
    given = [json.loads(line) for line in lines.getvalue().splitlines()]
    events = {each["event"] for each in given if "event" in each}
    assert {"table_opened", "robot_failure"} <= events
    assert "incident" in text.getvalue()
    assert evening.fault.count
    heard = [*evening.lines, *[line.text for line in evening.hall.lines]]
    assert sum(len(_CARD.findall(line)) for line in heard) > evening.deals, "cards were dealt, and this would find them"
    for seen in (text.getvalue(), lines.getvalue(), *evening.pages):
        assert found_in(seen) == []


def test_the_search_finds_leaks() -> None:
    with logged() as streams:
        logger = logging.getLogger("ircpoker.test")
        for leak in ("you hold A♥ 10♦", "you hold Ah Td", "ab" * 32, f"seed {SEED}", f"PASS :{PASSWORD}"):
            log_event(logger, "leak", leak, facts={})
        logger.error("the password is %s", DATABASE_PASSWORD)
    for stream in streams:
        lines = stream.getvalue().splitlines()
        assert [bool(found_in(line)) for line in lines] == [True] * 5 + [False]


def test_a_line_of_irc_that_cannot_be_handled(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = VirtualLoop()
    try:
        with logged() as streams:
            stay = Stay(loop)
            monkeypatch.setattr(stay.session, "_handlers", {"PRIVMSG": lambda _: 1 // 0})
            stay.receive(f":alice!a@home PRIVMSG dealer :identify alice {PASSWORD}")
    finally:
        loop.close()
    for stream in streams:
        assert "PRIVMSG" in stream.getvalue()
        assert "ZeroDivisionError" in stream.getvalue()
        assert found_in(stream.getvalue()) == []


def test_the_status_of_a_bot_names_nobody_who_plays() -> None:
    with Hall() as hall:
        hall.seat("alice", "bob")
        shown = str(reader_of(hall).read())
        assert CHANNEL in shown
        assert not [nick for nick in PEOPLE if nick in shown]
