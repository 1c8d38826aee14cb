"""Requests that make others wait: whatever one entrant does, others lose a minute an hour to them at most."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from itertools import cycle, islice
from random import Random
from typing import NamedTuple

import pytest

from ircpoker.chat.message import Reply
from ircpoker.lobby.listeners import Announcement
from ircpoker.lobby.seats import MOST_SECONDS
from ircpoker.runtime.delivery import Delivery
from ircpoker.tournaments.clocks import seconds_left
from ircpoker.tournaments.requests import parse_tournament
from tests import tiers
from tests.tournaments.arena import CHANNEL, Arena, check, open_sng

ACT, PAUSE, HOUR = 20.0, 2.0, 3600.0
"""The seconds of a decision and between deals."""
RULES = {"seconds_to_act": ACT, "reminder": 0.0, "deal_pause": PAUSE, "time_bank": 30.0, "grace": 1e6}
WORDS = "cup in 1 h buy-in 1 seats 3 stack 3000 late 2 rebuys 99 payouts top 50 % 10/20@15 20/40@15 30/60@30 40/80@30"
"""Half an hour of re-buys, then offers to divide the prizes."""
ASKS = ("!chop icm", "!chop chips", "!chop even", "!chop no", "!time", "!show", "!muck", "!rabbit", "!rebuy", "!seed x",
        "!sitout", "!topup 10", "!n", "!tournament", "!leave")  # fmt: skip
SLACK = 0.1
"""Seconds by which a simulated hour is not exact."""
CALM = ("ann", "bob")


class Strategy(NamedTuple):
    """How an entrant plays a deal.

    Attributes:
        delay: the seconds until they act on their turn; where there are fewer they never do.
        banks: how often they ask for time in a decision, each time when so few seconds are left.
        goes: how often they go and come back in a decision, each time when so few seconds are left.
        is_bold: whether they go all-in.
        rebuy: the seconds until they buy in again.
        asks: what they say besides, and how many seconds after the deal has begun.
    """

    delay: float
    banks: tuple[int, float]
    goes: tuple[int, float]
    is_bold: bool
    rebuy: float
    asks: tuple[tuple[float, str], ...]


def random_strategy(rng: Random) -> Strategy:
    """Return any strategy."""
    asks = [(rng.choice((0.0, 3.0, rng.uniform(0, 60))), rng.choice(ASKS)) for _ in range(rng.randrange(4))]
    return Strategy(
        rng.choice((0.0, rng.uniform(0, 100), HOUR)),
        (rng.randrange(4), rng.choice((1.0, ACT))),
        (rng.choice((0, 0, 1, 5)), rng.choice((1.0, 5.0))),
        rng.random() < 0.3,
        rng.choice((0.0, 29.0, HOUR)),
        tuple(sorted(asks)),
    )


def changed(strategy: Strategy, rng: Random) -> Strategy:
    """Return a strategy that differs in one of its parts."""
    name = rng.choice(Strategy._fields)
    return strategy._replace(**{name: getattr(random_strategy(rng), name)})


def _take_unread(announcements: Sequence[Announcement]) -> list[list[Reply]]:
    """Take announcements, which nobody reads, without words, which take time."""
    for news in announcements:
        assert news.due is None
        if news.on_delivery is not None:
            news.on_delivery(Delivery.SENT)
    return [[] for _ in announcements]


class Game:
    """A tournament of one entrant, mallory, and two calm ones, who act at once; blinds rise only when hands are dealt.

    Attributes:
        lost: when the others have lost time, as somebody sees it who looks at the clock alone: it was in no decision's
            own time, and in no pause between deals.
        deals: the deals so far.
    """

    def __init__(self, seed: int) -> None:
        self.arena = arena = Arena(seed=seed, **RULES)
        arena.listeners._chat = _take_unread
        self.rng = Random(seed)
        self.lost: list[tuple[float, float]] = []
        self.deals: list[str] = []
        plan = parse_tournament(WORDS, ["holdem"], arena.tournaments.settings, arena.clock.now())
        tournament = arena.tournaments.create(arena.place(CHANNEL), plan, arena.person("op"))
        for nick in ("mallory", *CALM):
            arena.tournaments.enter(tournament, arena.person(nick))
        arena.tournaments.begin(tournament)
        self._idle_since = self._deal_since = arena.clock.monotonic()
        self._asked: list[tuple[float, str]] = []
        self._level = 0
        self._turn: tuple[tuple[str, int] | None, int, int] = (None, 0, 0)

    @property
    def now(self) -> float:
        return self.arena.clock.monotonic()

    @property
    def is_over(self) -> bool:
        """Whether mallory has gone out, or all have."""
        return self.arena.is_over or not self.arena.tournament.state.entries[1].is_in

    def play(self, strategy: Strategy) -> None:
        """Play a deal, and what follows until the next one begins, or until an hour has gone by without one."""
        deals, end = len(self.deals), self.now + HOUR
        while not self.is_over and self.now < end:
            hand = self.arena.table().hand
            if hand is not None and hand.deal_id not in self.deals[-1:]:
                if len(self.deals) > deals:
                    break
                self._begin(hand.deal_id, strategy)
            assert self.arena.tournament.state.level <= self._level + 1, "without a hand"
            self._play_calmly()
            soon = self._mallory(strategy)
            self._play_calmly()
            if self.is_over:
                break
            due = self.arena.services.scheduler.wait()
            self._wait(min(60.0, soon, *([due] if due is not None else [])) + 0.000_01)

    def _begin(self, deal_id: str, strategy: Strategy) -> None:
        self.deals.append(deal_id)
        self._deal_since, self._asked = self.now, [*strategy.asks]
        self._level = self.arena.tournament.state.level
        self.arena.say("mallory", "!sit")

    def _wait(self, seconds: float) -> None:
        """Wait, and note the part of it that is nobody's own time."""
        table, begun = self.arena.table(), self.now
        hand, last_deal = table.hand, table.state.last_deal
        if hand is None:
            own_until = max(self._idle_since, table.state.lines_until) + PAUSE
        else:
            assert hand.clock is not None
            assert table.seats[hand.actor].nick == "mallory"
            own_until = (hand.clock.started_at or begun) + ACT
        self.arena.wait(seconds)
        if self.now > max(begun, own_until) + 0.01:
            self.lost.append((max(begun, own_until), self.now))
        if self.is_over:
            return
        if self.arena.table().hand is not None:
            self._idle_since = self.now + HOUR
        elif self._idle_since > self.now or self.arena.table().state.last_deal != last_deal:
            self._idle_since = self.now  # A whole deal may have gone by, if mallory sits out.

    def _play_calmly(self) -> None:
        """Let the calm ones act at once: they call some of what others bet, bet seldom, and buy in again."""
        arena = self.arena
        while not self.is_over and (nick := arena.actor()) in CALM:
            legal, dice = arena.table().hand.turn, self.rng.random()
            if legal.can_check:
                arena.say(nick, f"!bet {legal.bet[0]}" if legal.bet and dice < 0.1 else "!check")
            else:
                arena.say(nick, "!call" if dice < 0.4 else "!fold")
        for nick in CALM if not self.is_over else ():
            state = arena.tournament.state
            if any(state.entries[number].nick == nick for number in state.rebuy_until):
                arena.say(nick, "!rebuy")
            if not self.is_over and (chop := state.chop) is not None and chop.shares and self.rng.random() < 0.02:
                arena.say(nick, "!chop no")

    def _mallory(self, strategy: Strategy) -> float:
        """Let mallory do what is due; return in how many seconds there is more to do."""
        arena, soon = self.arena, [HOUR]
        while self._asked and self._deal_since + self._asked[0][0] <= self.now:
            arena.say("mallory", self._asked.pop(0)[1])
        soon += [self._deal_since + at - self.now for at, _ in self._asked[:1]]
        if arena.is_over:
            return 0.0
        if 1 in (until := arena.tournament.state.rebuy_until):
            left = until[1] - self.now
            if 30 - left >= strategy.rebuy:
                arena.say("mallory", "!rebuy")
            else:
                soon.append(strategy.rebuy - 30 + left)
        if not self.is_over and arena.actor() == "mallory":
            soon += self._on_turn(strategy)
        return max(0.0, min(soon))

    def _on_turn(self, strategy: Strategy) -> list[float]:
        hand = self.arena.table().hand
        turn, banks, goes = self._turn if self._turn[0] == hand.turn_id else (hand.turn_id, 0, 0)
        left = hand.clock.started_at + ACT + hand.added_seconds - self.now
        if banks < strategy.banks[0] and left <= strategy.banks[1]:
            banks += 1
            self.arena.say("mallory", "!time")
        if goes < strategy.goes[0] and left <= strategy.goes[1]:
            goes += 1
            person, presence = self.arena.person("mallory"), self.arena.services.presence
            presence.parted(person, CHANNEL)
            presence.joined(person, CHANNEL)
            self.arena.run()
        self._turn = (turn, banks, goes)
        acts_in = hand.clock.started_at + strategy.delay - self.now
        if acts_in <= 0 and self.arena.actor() == "mallory":
            legal = self.arena.table().hand.turn
            self.arena.say("mallory", "!allin" if strategy.is_bold else "!check" if legal.can_check else "!fold")
            return [0.0]
        return [acts_in] + [left - at for at in (strategy.banks[1], strategy.goes[1]) if left > at]

    def worst_hour(self) -> float:
        """Return the most seconds lost within an hour."""
        worst = 0.0
        for _, end in self.lost:
            begin = end - HOUR
            worst = max(worst, sum(min(end, b) - max(begin, a) for a, b in self.lost if a < end and b > begin))
        return worst


def _hour_of(strategies: Sequence[Strategy], seed: int, deals: int = 1000) -> float:
    """Return the most seconds that others lose within an hour to somebody who plays by these in turn."""
    game = Game(seed)
    for strategy in islice(cycle(strategies), deals):
        if game.is_over or game.now > 1.1 * HOUR:
            break
        game.play(strategy)
    game.arena.close()
    return game.worst_hour()


@pytest.mark.slow(10)
@pytest.mark.parametrize("number", range(tiers.count(20)))
def test_whatever_strategy_takes_a_minute_an_hour_at_most(number: int) -> None:
    """One strategy a deal: a hundred thousand in all, of which the everyday tiers play some."""
    rng, left = Random(tiers.seed(number)), tiers.count(5000)
    while left:
        game = Game(rng.randrange(1 << 30))
        while left and not game.is_over and game.now <= 2 * HOUR:
            game.play(random_strategy(rng))
            left -= 1
        assert game.worst_hour() <= MOST_SECONDS + SLACK
        check(game.arena)
        game.arena.close()


@pytest.mark.slow(5)
def test_nor_does_the_worst_that_is_found() -> None:
    """It climbs from random strategies to worse ones."""
    for seed in tiers.seeds(10):
        rng = Random(seed)
        worst = [random_strategy(rng) for _ in range(3)]
        most = _hour_of(worst, seed)
        for _ in range(tiers.count(20)):
            other = [changed(each, rng) if rng.random() < 0.5 else each for each in worst]
            if (lost := _hour_of(other, seed)) >= most:
                worst, most = other, lost
        assert most <= MOST_SECONDS + SLACK, worst


@pytest.mark.slow(10)
def test_each_way_to_make_others_wait_takes_their_time() -> None:
    """So the search would find one that draws on nothing."""
    calm = Strategy(15.0, (0, 0.0), (0, 0.0), is_bold=False, rebuy=0.0, asks=())
    ways = [
        calm._replace(delay=HOUR, banks=(3, 1.0)),
        calm._replace(delay=HOUR, goes=(9, 1.0)),
        calm._replace(is_bold=True, rebuy=29.0),
    ]
    assert _hour_of([calm], 1, 18) == 0.0
    assert all(_hour_of([way], 3, 18) > 0.0 for way in ways)
    assert MOST_SECONDS - 10.0 < _hour_of(ways, 3, 60) <= MOST_SECONDS + SLACK


@pytest.mark.slow(1)
def test_an_offer_that_came_to_nothing_is_not_repeated_at_once() -> None:
    with Arena() as arena:
        open_sng(arena, "3 100", "alice", "bob", "carol")
        arena.say("alice", "!chop even")
        elapsed = arena.tournament.state.elapsed
        arena.wait(20)
        assert arena.say("bob", "!chop no") == []
        assert arena.tournament.state.elapsed <= elapsed + 1, "the clock of the levels stood"
        soon = ["the last offer came to nothing: the next one may come after 2 deals"]
        assert arena.say("alice", "!chop icm") == arena.say("carol", "!chop even") == soon
        arena.play(Random(1), 12, boldness=0.0)
        assert arena.tournament.state.hands_to_chop == 0
        while arena.tournament.state.chop is None or arena.tournament.state.chop.since is None:
            arena.say("alice", "!chop even")
            arena.play(Random(2), 1, boldness=0.0)
        assert "within 40 s" in arena.to("#poker")[-1] or any("within 40 s" in line for line in arena.to("#poker"))
        check(arena)


def _elapsed(arena: Arena, seconds: float) -> float:
    """Return how far the clock of the level goes on in so many seconds."""

    def left() -> float:
        return seconds_left(arena.tournament.state, arena.clock.monotonic()) or 0.0

    before = left()
    arena.wait(seconds)
    return round(before - left(), 1)


def test_the_clock_of_levels_stands_while_somebody_may_buy_in_again() -> None:
    game = Game(1)
    while not game.arena.tournament.state.rebuy_until:
        if nick := game.arena.actor():
            game.arena.say(nick, "!allin")
        game.arena.wait(1)
    assert _elapsed(game.arena, 20) == 0.0
    for nick in ("mallory", *CALM):
        game.arena.say(nick, "!rebuy")
    assert not game.arena.tournament.state.rebuy_until
    assert _elapsed(game.arena, 5) == 5.0
    check(game.arena)
    game.arena.close()


@pytest.mark.parametrize("how", ["they leave the channel", "the network is away", "the process stands still"])
def test_the_clock_of_levels_stands_while_nobody_is_there(how: str) -> None:
    with Arena(grace=7200.0) as arena:
        open_sng(arena, "3 100", "alice", "bob", "carol")
        arena.wait(10)
        assert _elapsed(arena, 10) == 10.0
        presence, people = arena.services.presence, [arena.person(nick) for nick in ("alice", "bob", "carol")]
        if how == "the process stands still":
            before = arena.tournament.state.elapsed
            arena.clock.advance(timedelta(seconds=1800))
            arena.services.scheduler.stood_still(1800)
            arena.run()
            assert arena.tournament.state.elapsed <= before + 20
        elif how == "the network is away":
            arena.disconnect()
            assert _elapsed(arena, 1800) == 0.0
            arena.connect()
        else:
            for person in people:
                presence.parted(person, CHANNEL)
            arena.wait(120)  # until the deal is over
            assert _elapsed(arena, 1800) == 0.0
        for person in people:
            presence.joined(person, CHANNEL)
        for nick in ("alice", "bob", "carol"):
            arena.say(nick, "!sit")
        arena.play(Random(1), 20, boldness=0.0)  # It goes on with the next deal.
        assert _elapsed(arena, 10) == 10.0
        check(arena)
