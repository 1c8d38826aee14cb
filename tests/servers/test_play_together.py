"""One table with people on ngIRCd, one of them in irssi, at the screen and in lines, and a robot.

Each sees own cards only, and all read the same account of what happened.
"""

from __future__ import annotations

import asyncio
import json
import re
import threading
import time
from random import Random

import pytest

from ircpoker.feed import FeedClient
from ircpoker.screen.app import TableApp
from ircpoker.screen.lines import LineTable
from ircpoker.screen.preferences import Options, ScreenSettings
from ircpoker.words.plain_text import strip_formatting
from tests.feed.wire import fields_of
from tests.screen.talking import PLAIN
from tests.servers.clients import Irssi
from tests.servers.company import CARD, Company, cautious
from tests.servers.human import as_typed
from tests.servers.tables import check_ledger, chips_at_tables
from tests.servers.test_feed import JOINER, feed_bot, rebuy
from tests.servers.test_screens import Player
from tests.tiers import count, seed
from tests.waiting import wait_for_socket, wait_until

ENDED = re.compile(r"^#(\d+) .*\b(?:wins \d| split \d|main \d+ to )")


class Guest:
    """Somebody by the feed, in a thread of their own; every message to them is kept."""

    def __init__(self, socket, channel, nick):
        self.messages = []
        self.lines = []
        self.is_seated = False
        self.is_over = False
        self.error = None
        self._where = socket, channel, nick
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        wait_until(lambda: self.is_seated or self.error, "nobody sits down")

    def _run(self):
        try:
            asyncio.run(self._stay(*self._where))
        except BaseException as error:
            self.error = error
            raise

    async def _stay(self, socket, channel, nick):
        async with await FeedClient.connect(socket, nick=nick) as client:
            take = client._take

            def keep(message):
                self.messages.append(fields_of(message))
                take(message)

            client._take = keep
            await self.play(client, channel, nick)

    def stop(self):
        self.is_over = True
        self._thread.join(30)
        assert self.error is None

    def during(self, deal):
        """Return what came while a deal was in play, before any cards were shown."""
        names = [(at, each) for at, each in enumerate(self.messages) if each["is"] == "event"]
        begun = next((at for at, each in names if each["event"] == "hand_began" and each["deal"] == deal), None)
        if begun is None:
            return ""
        after = next((at for at, each in names if at > begun and each["event"] in {"paid", "shown", "all_in"}), begun)
        return json.dumps([without_past(each) for each in self.messages[begun:after]])


def without_past(message):
    """Return a message without the cards of the deal before."""
    return {**message, "set": {**message.get("set", {}), "last": None, "log": None}}


class AtScreen(Guest):
    """Somebody at the screen, by keys."""

    async def play(self, client, channel, nick):
        rng = Random(nick)
        app = TableApp(client, Options(nick, preferences=ScreenSettings(pause=False, bell=False)))
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause(0.2)
            await pilot.press("escape")
            await app.player.watch(channel)
            await pilot.press("j")
            while not self.is_over:
                await pilot.pause(0.02)
                watched = app.player.watched
                self.is_seated = self.is_seated or (watched is not None and watched.seat is not None)
                if watched is not None:
                    # The screen keeps the last lines only.
                    self.lines = list(dict.fromkeys([*self.lines, *watched.latest.log]))
                if watched is not None and watched.turn:
                    await pilot.press(rng.choice("ccccf"))
                    if app.controls.pending is not None:
                        await pilot.press("enter")
                    await pilot.pause(0.05)
                elif watched is not None and "[j] buy in again" in "\n".join(app._face.canvas.lines()):
                    await pilot.press("j")


class InLines(Guest):
    """Somebody in lines, who acts on the line with their turn."""

    columns = 0

    async def play(self, client, channel, _nick):
        self._typed = asyncio.Queue()
        for line in (f"watch {channel}", "!sit"):
            self._typed.put_nowait(line)
        await LineTable(client, self, PLAIN).run()

    async def read(self):
        while not self.is_over:
            try:
                async with asyncio.timeout(0.2):
                    return await self._typed.get()
            except TimeoutError:
                continue
        return None

    def write(self, line):
        self.lines.append(line)
        self.is_seated = self.is_seated or "lena sits down" in line
        if (turn := re.search(r"your turn: (.*)", line)) is not None:
            self._typed.put_nowait("check" if "check" in turn[1] else "call" if "call" in turn[1] else "allin")
        elif "sit down again" in line or "!rebuy" in line:
            self._typed.put_nowait("!rebuy")


class AtIrssi(Player):
    """Somebody with irssi, who knows only what its window shows; they play in a thread of their own."""

    is_over = False

    def __init__(self, client):
        super().__init__(client)
        self.error = None
        client.say("!sit")
        client.wait_for(lambda lines: any(f"{client.nick} sits down" in line for line in lines))
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self):
        try:
            while not self.is_over:
                if not self.play():
                    self._sit_again()
                    time.sleep(0.05)
        except BaseException as error:
            self.error = error
            raise

    def _sit_again(self):
        asked = [line for line in list(self.seen)[-5:] if "sit down again" in line or "!rebuy" in line]
        if asked and self.client.nick in asked[-1]:
            self.client.say("!rebuy")

    def stop(self):
        self.is_over = True
        self._thread.join(30)
        self.look()
        assert self.error is None

    @property
    def lines(self):
        """What the window showed, without the names of those who said it."""
        return [as_typed(re.sub(r"^(?:<.?\w+> |-.*?- )", "", line)) for line in self.seen]

    def own_cards(self, deal):
        """Return the cards that they were dealt."""
        own = [line for line in self.lines if f"#{deal} you hold " in line]
        return set(CARD.findall(own[-1].split("you hold")[1].split("|")[0])) if own else set()

    def during(self, deal):
        """Return what the window showed from their cards to the end of a deal, or to an all-in."""
        lines = self.lines
        begun = next((at for at, line in enumerate(lines) if f"#{deal} you hold " in line), len(lines))
        rest = lines[begun:]
        over = next((at for at, line in enumerate(rest) if ENDED.search(line) or " %" in line), len(rest))
        return "\n".join(rest[:over])


def ends(lines):
    """Return the line with which each deal ended, by its number, without signs that differ between readers."""
    found = {}
    for line in lines:
        plain = strip_formatting(line).replace(JOINER, "")
        if (match := ENDED.search(plain)) is not None:
            found[match[1]] = re.sub(r"\s+", " ", plain.partition(" | #")[0]).strip()
    return found


@pytest.mark.servers
@pytest.mark.slow(40)
@pytest.mark.needs("irssi", "tmux")
def test_people_on_irc_at_the_screen_and_in_lines(ngircd, folder, channel, tmp_path):
    deals = count(50, 3)
    with (
        feed_bot(folder, ngircd.port, channel) as bot,
        Company(ngircd.port, channel, "alice", strategy=cautious, seed=seed(7)) as company,
    ):
        company.sit_down(robots=["caller"])
        socket = folder / "feed" / "local.sock"
        wait_for_socket(socket)
        guests = [AtScreen(socket, channel, "sue"), InLines(socket, channel, "lena")]
        irssi = Irssi("ivy", ngircd.port, tmp_path / "irssi", channel)
        ivy = AtIrssi(irssi)
        begun = len(company.finished)
        while len(company.finished) < begun + deals:
            company.play(1)
            rebuy(company)
        for guest in (*guests, ivy):
            guest.stop()
        irssi.close()
        finished = company.finished[begun + 1 :]
        on_irc = ends(heard.text for heard in company.watcher.heard if heard.is_public)
        for guest in (*guests, ivy):
            seen = ends(guest.lines)
            both = seen.keys() & on_irc.keys()
            assert len(both) >= len(finished) - 2, (guest.lines[-30:], finished)
            # On IRC a long result goes on in a second line.
            assert [deal for deal in both if not seen[deal].startswith(on_irc[deal])] == []
        assert sum(bool(ivy.own_cards(deal)) for deal in finished) >= len(finished) - 2
        for deal in finished:
            check_irssi(ivy, guests, company.player("alice").all_cards(deal), deal)
            for card in company.player("alice").all_cards(deal):
                assert all(f'"{card}"' not in guest.during(deal) for guest in guests)
            own = [cards_of(guest, deal) for guest in guests]
            assert not own[0] & own[1]
            for guest, theirs in zip(guests, reversed(own), strict=True):
                assert all(f'"{card}"' not in guest.during(deal) for card in theirs)
        assert not company.called_off
        assert "Traceback" not in bot.log
    check_ledger(bot, at_tables=chips_at_tables(bot))


def check_irssi(ivy, guests, cards_of_alice, deal):
    """Check that irssi showed nobody else's cards, and that nobody else got those of irssi."""
    others = cards_of_alice.union(*[cards_of(guest, deal) for guest in guests])
    assert not others & set(CARD.findall(ivy.during(deal)))
    for card in ivy.own_cards(deal):
        assert all(f'"{card}"' not in guest.during(deal) for guest in guests)


def cards_of(guest, deal):
    """Return the cards that somebody was dealt in a deal."""
    return {
        card
        for each in guest.messages
        if each["is"] == "event" and each["event"] == "cards" and each["deal"] == deal
        for card in each["cards"]
    }
