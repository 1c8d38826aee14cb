"""Whatever comes how fast: each frame that the screen draws is one moment, with its cards, chips and log."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from copy import deepcopy
from random import Random

import pytest
from msgspec.structs import replace

from ircpoker.feed import FeedClient
from ircpoker.feed.moments import MOST_LINES
from ircpoker.feed.requests import PersonGiven
from ircpoker.screen.app import TableApp
from ircpoker.screen.marks import UNICODE
from ircpoker.screen.preferences import MOTIONS, Options, ScreenSettings
from ircpoker.screen.seat_places import lay_out
from ircpoker.table import GAMES
from tests.feed.server.visitors import FeedHall, Visitor, play_a_turn
from tests.feed.wire import table_of
from tests.screen.recorded import Script
from tests.tiers import count, seed

COLUMNS, LINES = 110, 34
CARD = re.compile("[2-9TJQKA][♣♦♥♠]")
WITHOUT_LINES = {"cards", "turn", "your_turn", "next_hand"}
"""Events whose words the log leaves out: the table shows them."""
MOST_DEALS = 10


class Recorder(Visitor):
    """Somebody at a table who notes all messages, and after each change how the table stood and what was said."""

    def watch(self, **named):
        self.log, self.truths, self.sent = [], [], []
        snapshot = super().watch(**named)
        self.log += [line for words in snapshot["log"] for line in words.splitlines()]
        self.first = snapshot
        self.nets = []
        self.truths.append((deepcopy(self.state), tuple(self.log), ()))
        return snapshot

    def _note(self, message):
        super()._note(message)
        if message["is"] != "event" or not hasattr(self, "first"):
            return
        self.sent.append(message)
        if message["event"] not in WITHOUT_LINES:
            self.log += message.get("words", "").splitlines()
        if message["event"] == "paid":
            own = self.state["you"]["seat"] if self.state["you"] else 0
            self.nets += [result["net"] for result in message["results"] if result["seat"] == own]
        if "more" not in message:
            self.truths.append((deepcopy(self.state), tuple(self.log), tuple(self.nets)))


def recorded(game, number, deals):
    """Return what a player and a spectator were told of some deals."""
    rng = Random(f"moments {game} {number}")
    with FeedHall(drama=True, seed=number, robot_pause=rng.choice((0.0, 1.5))) as hall:
        hall.say("alice", f"!open {game} {rng.choice((100, 300, 1000))}")
        players = {"wendy": Recorder(hall, "web", "wendy"), "pat": Visitor(hall, "program", "pat")}
        for visitor in players.values():
            visitor.say("!sit 400")
        hall.say("alice", "!addbot caller")
        watchers = [players["wendy"], Recorder(hall)]
        for watcher in (*watchers, players["pat"]):
            watcher.watch()
        for _ in range(60 * deals):
            play_a_turn(hall, players, rng)
            for watcher in watchers:
                watcher.listen()
            ended = sum(message["event"] == "paid" for message in watchers[-1].sent)
            if ended >= deals or not hall.has_table():
                break
    return watchers, ended


class Seconds:
    def __init__(self):
        self.now = 0.0


class Frames:
    """A screen that is drawn at any time, and what was told to it.

    Attributes:
        sent: how many of the moments are sent.
        at: the moment that was drawn last.
    """

    def __init__(self, app, truths, *, hides):
        self._app = app
        self._hides = hides
        self._truths = truths
        self.sent = 1
        self.at = 0

    def check(self):
        """Draw a frame, and check that it is a moment, and none before the last one that was drawn."""
        frame, shown = self._app._draw(COLUMNS, LINES).lines(), self._app._shown
        table = replace(shown.table, id=None, log=())
        for number in range(self.at, self.sent):
            state, log, nets = self._truths[number]
            truth = replace(table_of(state), log=())
            if number == self.sent - 1 and self._app.player.watched.is_closed:
                truth = replace(truth, you=table.you)  # Their seat stays where it was until the end was seen.
            if (truth, log[-MOST_LINES:], nets) == (table, shown.log, shown.nets):
                self.at = number
                break
        else:
            raise AssertionError("\n".join(["no moment is", *frame]))
        check_frame(frame, *self._truths[self.at], hides=self._hides)


def check_frame(frame, state, log, nets, *, hides):
    """Compare the text of a frame with a moment: header, cards, chips, log; what moves may hide cards."""
    parts = lay_out(COLUMNS, LINES)
    felt = "\n".join(
        [line[parts.felt.x : parts.felt.x + parts.felt.width] for line in frame[parts.felt.y :][: parts.felt.height]]
    )
    assert not state["deal"] or re.search(rf"\b{state['deal']}\b", frame[0]), frame[0]
    own = state["you"]
    # Cards of the board and one's own show their rank twice; no card is anywhere a second time.
    wanted = Counter([*state["board"], *(own["cards"] if own else ())] * 2)
    wanted.update(card for seat in state["seats"] if not own or seat["seat"] != own["seat"] for card in seat["cards"])
    signs = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
    wanted = Counter({card[0] + signs[card[1]]: times for card, times in wanted.items()})
    shown = Counter(CARD.findall(felt))
    assert shown <= wanted if hides else shown == wanted, felt
    for seat in state["seats"]:
        assert f"{seat['stack']:,}" in felt or (seat["all_in"] and "ALL-IN" in felt), felt
    written = "".join(
        [line[parts.log.x : parts.log.x + parts.log.width].strip() for line in frame[parts.log.y :][: parts.log.height]]
    )
    if log:
        ends = re.sub(r"\s", "", UNICODE.line(log[-1]))[-20:]
        assert re.sub(r"\s", "", written).endswith(ends), (written, log[-1])
    if nets:
        assert f"{sum(nets):+,}" in "\n".join(frame), nets


async def replay(watcher, rng):
    """Tell a screen what somebody was told, at any speed and in any groups; return what was drawn of it."""
    script, clock = Script(watcher.first), Seconds()

    async def open_link():
        return script

    motion = rng.choice(MOTIONS)
    quiet = ScreenSettings(bell=False, title=False, motion=motion)
    async with await FeedClient.start(open_link, person=PersonGiven("ann")) as client:
        app = TableApp(client, Options("ann", preferences=quiet), now=lambda: clock.now)
        await app.player.watch(watcher.first["table"])
        listening = asyncio.create_task(app.player.listen())
        frames, waiting = Frames(app, watcher.truths, hides=motion != "off"), list(watcher.sent)
        pace = rng.choice((0.0, 0.05, 0.5, 3.0))
        while waiting:
            many = rng.choice((1, 1, 2, 3, 8, 40))
            group, waiting = waiting[:many], waiting[many:]
            for message in group:
                script.tell(message)
                frames.sent += "more" not in message
            await settle(client)
            if rng.random() < 0.5:
                frames.check()
            if rng.random() < 0.03:
                app.player.watched.let_go()
            clock.now += rng.random() * pace
        while app.player.watched.is_held:
            frames.check()
            clock.now += 0.5
        frames.check()
        listening.cancel()
    return frames


async def settle(client):
    """Let the screen take all that was told."""
    while client._link._messages.qsize() or client._unread:
        await asyncio.sleep(0)
    await asyncio.sleep(0)


def check_game(game, wanted, first):
    done, number = 0, first
    while done < wanted:
        number += 1
        watchers, ended = recorded(game, seed(number), min(MOST_DEALS, wanted - done))
        for watcher in watchers:
            frames = asyncio.run(replay(watcher, Random(f"pace {game} {number}")))
            assert frames.at == len(watcher.truths) - 1
        done += ended


@pytest.mark.few(2, 3)
@pytest.mark.parametrize("game", GAMES)
def test_each_frame_is_one_moment(game):
    check_game(game, count(1_700, 1, 60), 0)
