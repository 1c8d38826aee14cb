"""The page of a live table shows one moment of it at a time, too, and holds the ends of deals."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ircpoker.feed.messages import TableSnapshot
from ircpoker.feed.moments import SHOWDOWN_SECONDS
from ircpoker.records.pictures.picture import slots
from ircpoker.records.pictures.snapshots import hole_cards, table_picture
from ircpoker.table import GAMES
from ircpoker.web.live_table import MOST_LINES, LiveTable
from ircpoker.web.rendering import Renderer
from tests.feed.wire import YOU, message_of, table_of
from tests.screen.test_moments import recorded
from tests.tiers import count, seed


class Seconds:
    """A clock that goes on by `step` whenever it is asked, and the times at which tables want to be flushed."""

    def __init__(self, step: float = 0.0) -> None:
        self.now, self.step = 0.0, step
        self.due: list[tuple[float, LiveTable]] = []

    def live(self, table: TableSnapshot, page: Renderer) -> LiveTable:
        return LiveTable(table, page, self._ask, lambda when, live: self.due.append((when, live)))

    def _ask(self) -> float:
        self.now += self.step
        return self.now

    def run(self) -> None:
        """Go on until nothing is due any more."""
        while self.due:
            when, live = self.due.pop(0)
            self.now = max(self.now, when)
            live.flush()


def texts_of(table: TableSnapshot) -> dict[str, str]:
    return dict(slots(table_picture(table), hole_cards(table)))


def check_game(game: str, wanted: int) -> None:
    done = number = 0
    while done < wanted:
        number += 1
        watchers, ended = recorded(game, seed(number), min(10, wanted - done))
        for watcher in watchers:
            check_page(watcher, Random(f"page {game} {number}"))
        done += ended


def check_page(watcher: Any, rng: Random) -> None:
    """Send a page's table what somebody got, at any speed and in any groups; each view is one of its moments."""
    clock = Seconds()
    page = Renderer("")
    live = clock.live(table_of(watcher.first), page)
    sent, at = 1, 0
    for message in watcher.sent:
        sent += live.update(message_of(message))
        if rng.random() < 0.5:
            live.flush()
            log = live.log
            for number in range(at, sent):
                state, lines, _ = watcher.truths[number]
                if live.shown.seq == state["seq"] and texts_of(table_of(state)) == dict(live.view.texts):
                    assert list(map(page.line, lines[-MOST_LINES:])) == log
                    at = number
                    break
            else:
                raise AssertionError(f"no moment has {live.view.texts}")
        clock.now += rng.choice((0.0, 0.1, 2.0))
    live.flush()
    clock.run()
    assert live.shown.seq == live.state.seq


@pytest.mark.few(1, 3)
@pytest.mark.parametrize("game", GAMES)
def test_each_view_is_one_moment(game: str) -> None:
    check_game(game, count(400))


@pytest.mark.parametrize("has_turn", [False, True])
def test_an_end_is_not_held_before_somebody_whose_turn_has_come(has_turn: bool) -> None:
    (watcher, _), _ = recorded("holdem", 1, 1)
    clock = Seconds()
    page = Renderer("")
    live = clock.live(table_of(watcher.first), page)
    for message in watcher.sent:
        live.update(message_of(message))
    live.flush()
    end = live.shown
    assert end.last is not None
    you = {**YOU, "seat": 1, "turn": "2:1" if has_turn else ""}
    began = {"event": "hand_began", "deal": "2", "street": "preflop", "board": [], "seats": [], "words": "#2"}
    changed = {"deal": "2", "board": [], "you": you}
    live.update(message_of({"is": "event", "table": end.table, "seq": end.seq + 1, **began, "set": changed}))
    live.flush()
    assert (live.shown.deal == "2") is has_turn
    clock.now += SHOWDOWN_SECONDS
    live.flush()
    assert live.shown.deal == "2"


@pytest.mark.parametrize("step", [0.0, 0.1, 0.5, SHOWDOWN_SECONDS / 2, SHOWDOWN_SECONDS - 0.1, SHOWDOWN_SECONDS, 100.0])
def test_a_browser_that_comes_at_the_end_of_a_deal_sees_the_next_one(step: float) -> None:
    """However the time goes on between two questions, and though nothing happens any more."""
    (watcher, _), _ = recorded("holdem", 1, 1)
    clock = Seconds()
    live = clock.live(table_of(watcher.first), Renderer(""))
    for message in watcher.sent:
        live.update(message_of(message))
    end = live.state
    assert not end.deal
    began = {"event": "hand_began", "deal": "2", "street": "preflop", "board": [], "seats": [], "words": "#2"}
    live.update(
        message_of({"is": "event", "table": end.table, "seq": end.seq + 1, **began, "set": {"deal": "2", "board": []}})
    )
    clock.step = step
    live.whole()
    clock.run()
    assert live.shown.deal == "2"
