"""Random tournaments with people who go, leave, sit out and cannot be reached, and netsplits, judged deal by deal."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pytest

from ircpoker.lobby import Table
from ircpoker.lobby.hand import HandInProgress
from ircpoker.lobby.seats import Seat, Seats
from ircpoker.runtime.delivery import Delivery
from ircpoker.table import Fold
from ircpoker.table.events import AntePosted, BetReturned, BlindPosted, PlayerActed
from ircpoker.tournaments.settings import TournamentSettings
from tests.tiers import seed
from tests.tournaments.absence_table import DEAL, read_table
from tests.tournaments.arena import Arena, check
from tests.tournaments.referee import BrokenRuleError, DealSeen, Presence, Turn, judge
from tests.tournaments.test_large import make

CHANNELS = ("#poker", "#two")
SECONDS = 30.0
LEVELS = (
    "10/20/5@3h 20/40/10@3h 40/80/20@3h 80/160/40@4h 200/400/100@4h",
    "10/20@3h 20/40@4h 40/80/80@3h 80/160/160@4h 200/400/400@4h",
)
TOURNAMENTS, IN_ALL, PARTS = 10_000, 12, 40
"""All are played in the deep tier, in parts."""


class Observer:
    """Watches the tables of a tournament, and has each deal judged."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self.book: defaultdict[str, Presence] = defaultdict(Presence)
        self.asked = ""
        self.failed = ""
        self.shown: Counter[tuple[str, str, str]] = Counter()
        self.deals = 0
        self._seen: dict[str, DealSeen] = {}
        self._done: Counter[str] = Counter()
        self._since: dict[str, float] = {}
        self._audience: dict[str, bool] = {}

    def watch(self, table: Table) -> None:
        take = table.take

        def seen(draft: Any) -> None:
            take(draft)
            hands = [each.hand for each in draft.finished] + ([table.hand] if table.hand is not None else [])
            for hand in hands:
                if not self.failed:
                    try:
                        self._look(hand, draft, is_over=hand is not table.hand)
                    except BrokenRuleError as error:
                        self.failed = f"#{hand.deal_id}: {error}"

        table.take = seen  # type: ignore[method-assign]  # watched

    def _look(self, hand: HandInProgress, draft: Any, *, is_over: bool) -> None:
        now, deal_id = self.arena.clock.monotonic(), hand.deal_id
        seats = draft.before.seats | draft.state.seats
        nicks = [seats[number].nick for number in hand.numbers]
        robots = {seats[number].nick for number in hand.numbers if seats[number].robot}
        if deal_id not in self._seen:
            self._seen[deal_id] = self._begin(hand, nicks, robots)
            self._since[deal_id] = now
            self._audience[deal_id] = self._has_audience(nicks, robots)
        elif hand.awaits_cards or is_over or not self._done[deal_id]:
            # Whose cards are refused is known only now.
            self._seen[deal_id].folded_first = _folded_first(hand, nicks)
        deal = self._seen[deal_id]
        for seat, action in hand.deal.actions[self._done[deal_id] :]:
            nick, name = nicks[seat], "fold" if isinstance(action, Fold) else str(action).split()[0]
            # The difference of two times may be a hair less than what was waited for.
            waited, was_asked = round(now - self._since[deal_id], 6), nick in robots or nick == self.asked
            states, has_audience = self._states(nicks, robots), self._audience[deal_id]
            self._take(deal, Turn(nick, name, states, waited, was_asked, has_audience))
            self._done[deal_id] += 1
            self._since[deal_id], self._audience[deal_id] = now, self._has_audience(nicks, robots)
        if is_over:
            deal.states_at_end = self._states(nicks, robots)
            self._end(hand, deal, nicks)

    def _has_audience(self, nicks: list[str], robots: set[str]) -> bool:
        return any(self.book[nick].state == "present" for nick in nicks if nick not in robots)

    def _states(self, nicks: list[str], robots: set[str]) -> dict[str, str]:
        return {nick: "present" if nick in robots else self.book[nick].state for nick in nicks}

    def _begin(self, hand: HandInProgress, nicks: list[str], robots: set[str]) -> DealSeen:
        for nick in nicks:
            if nick in self.arena.refusals and self.book[nick].state == "present" and nick not in robots:
                self.book[nick].unreachable = True
        setup = hand.deal.setup
        antes, blinds = setup.antes or (0,) * len(nicks), setup.blinds
        return DealSeen(
            dict(zip(nicks, setup.stacks, strict=True)),
            dict(zip(nicks, zip(antes, blinds, strict=True), strict=True)),
            self._states(nicks, robots),
            nicks[blinds.index(max(blinds))],
            folded_first=_folded_first(hand, nicks),
        )

    def _take(self, deal: DealSeen, turn: Turn) -> None:
        deal.turns.append(turn)
        own = self.book[turn.nick]
        if turn.nick == self.asked:
            own.time_outs = 0
        elif not turn.was_asked and turn.waited >= SECONDS and own.state in {"present", "away"}:
            own.time_outs += 1
            if own.time_outs >= 2 and not own.pauses:
                own.sits_out = True

    def _end(self, hand: HandInProgress, deal: DealSeen, nicks: list[str]) -> None:
        for event in hand.deal.events:
            if isinstance(event, AntePosted | BlindPosted):
                deal.paid[nicks[event.seat]] += event.amount
            elif isinstance(event, PlayerActed):
                deal.paid[nicks[event.seat]] += event.paid
            elif isinstance(event, BetReturned):
                deal.paid[nicks[event.seat]] -= event.amount
        deal.cards = {nick: tuple(map(str, cards)) for nick, cards in zip(nicks, hand.deal.hole_cards, strict=True)}
        deal.board = tuple(map(str, hand.deal.board))
        deal.after = dict(zip(nicks, hand.deal.stacks, strict=True))
        self.shown += judge(deal, SECONDS)
        self.deals += 1
        for nick in nicks:
            own = self.book[nick]
            own.sits_out, own.pauses = own.sits_out or own.pauses, False


def _folded_first(hand: HandInProgress, nicks: list[str]) -> tuple[str, ...]:
    """Return who has folded before anybody acted: folds that are nobody's actions."""
    acted = [event for event in hand.deal.events if isinstance(event, PlayerActed)]
    return tuple([nicks[event.seat] for event in acted[: len(acted) - len(hand.deal.actions)]])


class Evening:
    """A tournament whose people come and go by chance."""

    def __init__(self, number: int) -> None:
        self.rng = Random(number)
        sections = {"tournaments": TournamentSettings(channels=CHANNELS, buy_in=100)}
        self.arena = arena = Arena(
            seed=number, channels=CHANNELS, sections=sections, robot_pause=1.0, seconds_to_act=SECONDS
        )
        people, robots = self.rng.randint(2, 5), self.rng.randint(0, 3)
        seats = self.rng.choice((3, 6, 8))
        words = f"buy-in 100 seats {seats} stack {self.rng.choice((200, 300, 600))} {self.rng.choice(LEVELS)}"
        self.tournament = make(arena, words, people, robots)
        self.people = [f"p{each}" for each in range(people)]
        self.observer = Observer(arena)
        arena.tournaments.begin(self.tournament)
        for table in self.tournament.tables.values():
            self.observer.watch(table)
        self.trouble = self.rng.choice((0.03, 0.1, 0.3))

    def play(self) -> None:
        """Play to the end."""
        for _ in range(1500):
            if self.arena.is_over or self.observer.failed:
                break
            if self.rng.random() < self.trouble:
                self._disturb()
            acting = [(table, nick) for table, nick in self.arena.actors() if not self.observer.book[nick].away]
            if acting and self.rng.random() < 0.9:
                table, nick = self.rng.choice(acting)
                self.observer.asked = nick
                self.arena.say(nick, self.arena.command(table, self.rng, 0.15), table.place.channel)
                self.observer.asked = ""
            else:
                self.arena.wait(self.rng.choice((2.0, 5.0, 35.0)))
        assert not self.observer.failed, self.observer.failed
        if not self.arena.is_over:
            check(self.arena)
        self.arena.check_ledger()
        self.arena.close()

    def _disturb(self) -> None:
        rng = self.rng
        if rng.random() < 0.1:  # A netsplit.
            for nick in rng.sample(self.people, rng.randint(1, len(self.people))):
                self._go(nick)
            return
        nick = rng.choice(self.people)
        own, channel = self.observer.book[nick], self._channel(nick)
        if not channel:
            return
        if own.away:
            self._come(nick, channel)
        elif own.state != "present":
            self.arena.refusals.pop(nick, None)
            self.arena.say(nick, "!sit", channel)
            own.sit()
        else:
            self._trouble(nick, own, channel)

    def _trouble(self, nick: str, own: Presence, channel: str) -> None:
        kind = self.rng.randrange(4)
        if kind == 0:
            self._go(nick)
        elif kind == 1:
            own.left = True  # The answer to the line may be an action at once.
            self.arena.say(nick, "!leave", channel)
        elif kind == 2:
            answer = self.arena.say(nick, "!sitout", channel)[0]
            own.pauses = "after this deal" in answer
            own.sits_out = own.sits_out or not own.pauses
        else:
            self.arena.refusals[nick] = Delivery.REFUSED

    def _channel(self, nick: str) -> str:
        """Return the channel where somebody sits; empty if they are out."""
        for table in self.arena.lobby.tables:
            if any(seat.nick == nick for seat in table.seats.people):
                return table.place.channel
        return ""

    def _go(self, nick: str) -> None:
        if not self.observer.book[nick].away and self._channel(nick):
            self.observer.book[nick].away = True
            self.arena.services.presence.quit(self.arena.person(nick))
            self.arena.run()

    def _come(self, nick: str, channel: str) -> None:
        self.arena.refusals.pop(nick, None)
        self.observer.book[nick].come_back()
        self.arena.services.presence.joined(self.arena.person(nick), channel)
        self.arena.run()


def play(seeds: Iterable[int]) -> Counter[tuple[str, str, str]]:
    """Play tournaments; return how often each cell of the table was seen."""
    shown: Counter[tuple[str, str, str]] = Counter()
    for each in seeds:
        evening = Evening(each)
        evening.play()
        shown += evening.observer.shown
    return shown


@pytest.mark.slow(1)
def test_the_referee_agrees_with_every_deal() -> None:
    assert play([seed(0)])


@pytest.mark.slow(20)
def test_the_referee_agrees_with_more_deals() -> None:
    assert play([seed(each) for each in range(1, IN_ALL)])


@pytest.mark.deep
@pytest.mark.parametrize("part", range(PARTS))
def test_the_referee_agrees_with_all_deals(part: int) -> None:
    shown = play([seed(each) for each in range(IN_ALL + part, TOURNAMENTS, PARTS)])
    # Who goes while others act after the ante has put them all-in is rare: test_absences.py plays every cell.
    assert {cell for cell in read_table() if not shown[cell] and cell[0] == DEAL} == set()


def no_dead_hands(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("ircpoker.lobby.play.with_dead_hands", lambda setup, _present: setup)


def dead_only_if_away(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Seat, "is_present", property(lambda seat: not seat.is_away))


def nobody_waits_for_who_is_away(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Seats, "has_audience", property(lambda seats: not any(seat.is_away for seat in seats.people)))


def the_dead_win(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("ircpoker.lobby.hand.with_dead_hands", lambda setup, _present: setup)


@pytest.mark.slow(10)
@pytest.mark.parametrize("fault", [no_dead_hands, dead_only_if_away, nobody_waits_for_who_is_away, the_dead_win])
def test_a_planted_fault_is_noticed(
    fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    with pytest.raises(AssertionError, match="#"):
        play(range(40))
