"""A referee of single deals, written from the table of docs/tournaments.md about players who are not there.

It keeps its own book of who is there, from what people do and what the bot answers them; it finds out who had a live
hand, who was waited for, who had to act at once, and works the pots out again with a ranking of hands of its own. It
shares no code with the product's rules.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from tests.tournaments.absence_table import BY_ANTE, BY_BLIND, DEAL, HAS_TURN, SHOWDOWN, TURN, read_table

RANKS = "23456789TJQKA"
_TABLE = read_table()


class BrokenRuleError(AssertionError):
    """A deal was not played by the table."""


@dataclass
class Presence:
    """What is known of a player, as the docs define the states."""

    away: bool = False
    left: bool = False
    sits_out: bool = False
    pauses: bool = False
    unreachable: bool = False
    time_outs: int = 0

    @property
    def state(self) -> str:
        for name, holds in (("left", self.left), ("sitting out", self.sits_out), ("unreachable", self.unreachable)):
            if holds:
                return name
        return "away" if self.away else "present"

    def sit(self) -> None:
        """They say `!sit`."""
        self.left = self.sits_out = self.pauses = self.unreachable = False
        self.time_outs = 0

    def come_back(self) -> None:
        """They are in the channel again."""
        if self.away:
            self.away = self.unreachable = False


@dataclass
class Turn:
    """An action as it was seen, with the states of all."""

    nick: str
    action: str
    states: dict[str, str]
    waited: float
    was_asked: bool
    has_audience: bool


@dataclass
class DealSeen:
    """A deal as it was seen.

    Attributes:
        players: the nicks in the order of acting after the flop, with their stacks.
        posts: by nick, the ante and the blind.
        states: by nick, their state when it began; robots are present.
        states_at_end: the same when it was over.
        turns: the actions in order.
        paid: by nick, everything they put in and did not get back.
        cards: by nick, their hole cards, and the board.
        folded_first: who folded before anybody acted.
        after: by nick, the stack after the deal.
    """

    players: dict[str, int]
    posts: dict[str, tuple[int, int]]
    states: dict[str, str]
    big_blind: str
    states_at_end: dict[str, str] = field(default_factory=dict)
    turns: list[Turn] = field(default_factory=list)
    paid: Counter[str] = field(default_factory=Counter)
    cards: dict[str, tuple[str, ...]] = field(default_factory=dict)
    board: tuple[str, ...] = ()
    folded_first: tuple[str, ...] = ()
    after: dict[str, int] = field(default_factory=dict)

    def chips_of(self, nick: str) -> str:
        """Return the column of a player."""
        ante, blind = self.posts[nick]
        if ante and ante >= self.players[nick]:
            return BY_ANTE
        return BY_BLIND if ante + blind >= self.players[nick] else HAS_TURN


def judge(deal: DealSeen, seconds: float) -> Counter[tuple[str, str, str]]:
    """Check a deal; return the cells that it showed.

    Raises:
        BrokenRuleError: it was not played by the table.
    """
    shown: Counter[tuple[str, str, str]] = Counter()
    live = _live_at_the_deal(deal, shown)
    for turn in deal.turns:
        if turn.nick not in live:
            raise BrokenRuleError(f"{turn.nick} acts without a live hand")
        for nick in live:
            cell = TURN, turn.states[nick], deal.chips_of(nick)
            if nick == turn.nick:
                _check_turn(turn, _TABLE[cell].rule, seconds)
            elif cell[2] == HAS_TURN:
                continue
            elif _TABLE[cell].rule != "live":
                raise BrokenRuleError(f"the table does not say what becomes of {nick}")
            shown[cell] += 1
        if turn.action == "fold":
            live.remove(turn.nick)
    for nick in live:
        cell = SHOWDOWN, deal.states_at_end[nick], deal.chips_of(nick)
        shown[cell] += len(live) > 1
    expected = _stacks_after(deal, live)
    if expected != deal.after:
        raise BrokenRuleError(f"stacks {deal.after}, expected {expected}, live {live}")
    return shown


def _live_at_the_deal(deal: DealSeen, shown: Counter[tuple[str, str, str]]) -> list[str]:
    cells = {nick: (DEAL, deal.states[nick], deal.chips_of(nick)) for nick in deal.players}
    shown.update(cells.values())
    live = [nick for nick in deal.players if _TABLE[cells[nick]].rule == "live"]
    live = live or [deal.big_blind]
    dead = set(deal.players) - set(live)
    if set(deal.folded_first) != dead:
        raise BrokenRuleError(f"dead are {deal.folded_first}, expected {dead}: {deal.states}")
    return live


def _check_turn(turn: Turn, rule: str, seconds: float) -> None:
    if rule == "acts" and (turn.was_asked or turn.waited >= seconds):
        return
    if rule == "clock" and turn.action in {"fold", "check"} and (turn.waited >= seconds or not turn.has_audience):
        return
    if rule == "folds" and turn.action == "fold" and (turn.waited == 0 or not turn.was_asked):
        return
    raise BrokenRuleError(f"{rule}: {turn}")


def _stacks_after(deal: DealSeen, live: list[str]) -> dict[str, int]:
    """Return the stacks after the deal: each layer of the pot goes to the best live hand that has paid it."""
    after = {nick: stack - deal.paid[nick] for nick, stack in deal.players.items()}
    tops = sorted({deal.paid[nick] for nick in live})
    below = 0
    for top in tops:
        is_last = top == tops[-1]
        layer = sum(max(0, min(own, top if not is_last else own) - below) for own in deal.paid.values())
        entitled = [nick for nick in live if deal.paid[nick] >= top]
        best = max((_value(deal, nick) for nick in entitled), default=()) if len(entitled) > 1 else ()
        winners = [nick for nick in entitled if len(entitled) == 1 or _value(deal, nick) == best]
        share, odd = divmod(layer, len(winners))
        for number, nick in enumerate(winners):
            after[nick] += share + (number < odd)
        below = top
    return after


def _value(deal: DealSeen, nick: str) -> tuple[Any, ...]:
    return max(_rank(five) for five in combinations((*deal.cards[nick], *deal.board), 5))


def _rank(cards: tuple[str, ...]) -> tuple[Any, ...]:
    """Return the rank of five cards; better ones are larger."""
    counts = Counter(RANKS.index(card[0]) for card in cards)
    order = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    pattern = tuple(sorted(counts.values(), reverse=True))
    is_flush = len({card[1] for card in cards}) == 1
    high = max(order) if len(order) == 5 and max(order) - min(order) == 4 else -1
    if order == [12, 3, 2, 1, 0]:
        high = 3
    kind = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(pattern, 0)
    if high >= 0:
        return (8 if is_flush else 4, high)
    return (5 if is_flush else kind, *order)
