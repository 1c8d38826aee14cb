"""Charts: what the trained robots do with each kind of hand before the flop, after any betting.

A chart has a name: `ring6-100/BTN` is the button's first action at a table of six with 100 big blinds, when everybody
before has folded. The actions before it may be given one by one, as letters: `ring6-100/ffr` is the button's answer to
a raise of the cut-off. `ring` has 3 to 6 seats; `nolimit2-50/BTN` and `nolimit2-50/p` are the two seats of `nolimit`.

With the letter or name of an action behind it, the name is a range, weighted by how often each kind is played so:
`ring6-100/BTN/raise`, `ring6-100/ffr/call`; `open` is a raise or all-in when nobody has raised, `play` all but a fold.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from itertools import repeat
from types import MappingProxyType
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from ircpoker.equity.grid import kind_rows
from ircpoker.equity.ranges import MOST_DECIMALS, Range, parse_range
from ircpoker.errors import UsageError, quote
from ircpoker.hands.kinds import COMBINATIONS_OF
from ircpoker.robots.nolimit import file as nolimit_file
from ircpoker.robots.nolimit.strategy import Blueprint
from ircpoker.robots.ring import file as ring_file
from ircpoker.robots.ring.chances import all_chances
from ircpoker.robots.ring.features import BB, CHOICES, MAY_ALL_IN, MAY_CALL, MAY_FOLD, MAY_SIZE, SB, TableBetting
from ircpoker.robots.ring.robot import RingRobot
from ircpoker.robots.ring.turn import RingTurn, amount_of, read_turn
from ircpoker.study.names import NAME
from ircpoker.table.button import position_names
from ircpoker.table.games import GAMES
from ircpoker.table.setup import Setup
from ircpoker.words import Phrase

BucketShares = Mapping[str, NDArray[np.floating]]
"""Of each action by its letter: how often each bucket takes it."""


ACTIONS = {"f": "fold", "c": "call", "r": "raise", "h": "half", "p": "pot", "a": "all-in"}
"""The actions by their letters: `ring` raises to one size, `nolimit` by half the pot or the pot."""
RAISES = "rhpa"
OPEN, RAISE, PLAY = "open", "raise", "play"
LEAST_SHARE = 0.00005
"""A kind that is played less often is not in a range."""
_BIG_BLIND = 100
"""The chips of one, many enough that no size is rounded."""
_LETTERS = {MAY_FOLD: "f", MAY_CALL: "c", MAY_SIZE: "r", MAY_ALL_IN: "a"}
_RANKS = "23456789TJQKA"
_KINDS = tuple([kind for row in kind_rows() for kind in row])
_BUCKETS = [
    13 * _RANKS.index(pair[0]) + _RANKS.index(pair[1])
    for pair in [kind[:2] if kind.endswith("s") else kind[1::-1] for kind in _KINDS]
]
"""The strategies' number of each kind: 13 * higher rank + lower rank if suited, the other way round if not."""


class Chart(NamedTuple):
    """What a seat does before the flop.

    Attributes:
        name: the chart's name: with the position if all before have folded, else with the letters of their actions.
        position: `SB`, `BB`, `UTG`, … `BTN`.
        before: the actions before it, by position and letter.
        shares: for each action, by its letter, how often each kind of hand takes it, 0 to 1; the kinds in the order of
            `kind_rows`, row by row.
    """

    name: str
    position: str
    before: tuple[tuple[str, str], ...]
    shares: Mapping[str, tuple[float, ...]]

    def kinds(self, letters: str) -> dict[str, float]:
        """Return how often each kind takes one of some actions."""
        taken = [self.shares[letter] for letter in letters if letter in self.shares]
        return {kind: min(1.0, sum(shares)) for kind, *shares in zip(_KINDS, *taken, strict=True)}

    def share(self, letters: str) -> float:
        """Return the share of all hands that takes one of some actions, 0 to 1."""
        return sum(COMBINATIONS_OF[kind] * share for kind, share in self.kinds(letters).items()) / sum(
            COMBINATIONS_OF.values()
        )

    def letters(self, action: str) -> str:
        """Return the letters of an action, given by its name or letter; empty if the seat has no such action."""
        raises = "".join([letter for letter in self.shares if letter in RAISES])
        some = {
            OPEN: raises if not any(letter != "f" for _, letter in self.before) else "",
            RAISE: raises.replace("a", "") or raises,
            PLAY: "".join([letter for letter in self.shares if letter != "f"]),
        }
        names = {ACTIONS[letter]: letter for letter in self.shares}
        return some.get(action) or names.get(action) or (action if action in self.shares else "")


def read_chart(name: str) -> Chart:
    """Return the chart with a name.

    Raises:
        UsageError: there is none.

    Examples:
        >>> chart = read_chart("ring6-100/BTN")
        >>> chart.name, chart.position, list(chart.shares)
        ('ring6-100/BTN', 'BTN', ['f', 'c', 'r'])
    """
    chart, action = _read(name)
    if action:
        raise UsageError(_refused("name", name))
    return chart


def chart_of(robot: str, seats: int, depth: int, line: str) -> Chart:
    """Return a robot's chart after a betting, in letters; raises of `ring` may have their sizes.

    Raises:
        UsageError: there is none, or the robot raises to another size.

    Examples:
        >>> chart_of("ring", 6, 100, "f f r2.5").name
        'ring6-100/ffr'
    """
    words = re.findall(r"[a-z][0-9.]*|\S", line.lower())
    path = "".join([word[0] for word in words]) or ("BTN" if seats <= BB + 2 else "UTG")
    chart = read_chart(f"{robot}{seats}-{depth}/{path}")
    betting = _BETTINGS[robot](seats, depth)
    for word in words:
        if word[1:] and word != (expected := f"{word[0]}{betting.raise_to(word[0])}"):
            raise UsageError(_refused("raise", word, expected=expected))
        betting.act(word[0])
    return chart


def read_range(name: str) -> Range:
    """Return the range with a name: the hands of a chart that are played so, weighted by how often.

    Raises:
        UsageError: there is none, or no hand is played so.

    Examples:
        >>> read_range("ring6-100/BTN/open").text
        'ring6-100/BTN/open'
    """
    return replace(parse_range(range_text(name)), text=name)


def range_text(name: str) -> str:
    """Return the range with a name, spelled as `parse_range` spells it; errors as for `read_range`."""
    chart, action = _read(name)
    kinds = chart.kinds(chart.letters(action)) if chart.letters(action) else {}
    played = [f"{kind}:{round(share, MOST_DECIMALS):g}" for kind, share in kinds.items() if share >= LEAST_SHARE]
    if not played:
        actions = [*[OPEN] * bool(chart.letters(OPEN)), PLAY, *[ACTIONS[letter] for letter in chart.shares]]
        raise UsageError(_refused("action", name, position=chart.position, known=", ".join(actions)))
    return ",".join(played)


def _refused(why: str, text: str, **expected: str) -> Phrase:
    return Phrase(f"errors.chart_{why}", token=quote(text), **expected)


def _read(name: str) -> tuple[Chart, str]:
    """Return the chart of a name, and the action behind it."""
    match = NAME.fullmatch(name)
    if not match:
        raise UsageError(_refused("name", name))
    robot, seats, depth, line, action = match.groups(default="")
    betting = _BETTINGS[robot.lower()]
    if int(seats) not in betting.seats or int(depth) not in betting.files:
        some, depths = (", ".join(map(str, each)) for each in (betting.seats, betting.files))
        raise UsageError(_refused("size", name, robot=robot.lower(), seats=some, depths=depths))
    return _chart(robot.lower(), int(seats), int(depth), line), action.lower()


@lru_cache(maxsize=64)
def _chart(robot: str, seats: int, depth: int, line: str) -> Chart:
    betting = _BETTINGS[robot](seats, depth)
    names = position_names(Setup(GAMES["holdem"], (depth,) * seats, 1, blinds=(1, 2, 0, 0, 0, 0)[:seats]))
    if seats == BB + 1:  # the strategy's seat 0 is the big blind
        names = ("BB", "BTN")
    before: list[tuple[str, str]] = []
    goal = line.upper() if line.upper() in names else ""
    for letter in repeat("f") if goal else line.lower():
        if betting.actor is None or names[betting.actor] == goal:
            break
        if letter not in betting.letters():
            known = ", ".join([f"{each} ({ACTIONS[each]})" for each in betting.letters()])
            raise UsageError(_refused("letter", line, position=names[betting.actor], known=known))
        before.append((names[betting.actor], letter))
        betting.act(letter)
    path = "".join([letter for _, letter in before])
    if betting.actor is None or not (goal or len(path) == len(line)):
        raise UsageError(_refused("over", line, path=path))
    shares = {letter: tuple(part[_BUCKETS].tolist()) for letter, part in betting.shares().items()}
    last = path if path.strip("f") else names[betting.actor]
    return Chart(f"{robot}{seats}-{depth}/{last}", names[betting.actor], tuple(before), shares)


class _RingBetting:
    """The betting before the flop as `ring` sees it; `actor` is None when it has ended."""

    seats = range(3, 7)
    files = ring_file.SHIPPED

    def __init__(self, seats: int, depth: int) -> None:
        self._betting = TableBetting([depth * _BIG_BLIND] * seats, _BIG_BLIND)
        self._betting.pay(SB, _BIG_BLIND // 2)
        self._betting.pay(BB, _BIG_BLIND)
        self.actor: int | None = BB + 1

    def letters(self) -> str:
        """Return what the seat to act can do, also what the robot never does."""
        return "".join([_LETTERS[choice] for choice in CHOICES if (self._turn.choices | MAY_CALL) & choice])

    def shares(self) -> BucketShares:
        """Return what the robot does."""
        turn = self._turn
        chances = all_chances(_ring().strategy_for(turn), turn)
        return {_LETTERS[choice]: chances[choice] for choice in sorted(chances)}

    def raise_to(self, letter: str) -> str:
        """Return the size of a raise of the seat, in big blinds; empty for other letters."""
        return f"{amount_of(MAY_SIZE, self._turn) / _BIG_BLIND:g}" if letter == "r" else ""

    def act(self, letter: str) -> None:
        """Let the seat act, by a letter of `letters`."""
        betting, turn = self._betting, self._turn
        seat = turn.seat
        if letter == "f":
            betting.fold(seat)
        elif letter == "c":
            betting.call(seat, min(betting.owed(seat), betting.left[seat]))
        else:
            choice = MAY_ALL_IN if letter == "a" else MAY_SIZE
            betting.bet(seat, amount_of(choice, turn) - betting.bets[seat])
        count = len(betting.left)
        waiting = [each % count for each in range(seat + 1, seat + count) if each % count in betting.pending]
        self.actor = waiting[0] if waiting and len(betting.live) > 1 else None

    @property
    def _turn(self) -> RingTurn:
        return read_turn(self._betting, cast("int", self.actor))


class _NolimitBetting:
    """The betting before the flop in the tree of `nolimit`; `actor` is None when it has ended."""

    seats = range(2, 3)
    files = nolimit_file.SHIPPED

    def __init__(self, _seats: int, depth: int) -> None:
        self._blueprint = Blueprint.open(self.files[depth])
        self._node = 0
        self.actor: int | None = self._blueprint.tree.actor[0]

    def letters(self) -> str:
        """Return what the seat to act can do."""
        tree = self._blueprint.tree
        return "".join([tree.letter[edge] for edge in tree.edges(self._node)])

    def shares(self) -> BucketShares:
        """Return what the robot does."""
        buckets = np.arange(len(_KINDS), dtype=np.uint16)
        return dict(zip(self.letters(), self._blueprint.all_chances(self._node, buckets), strict=True))

    def raise_to(self, _letter: str) -> str:
        """Return nothing: the letter is the size."""
        return ""

    def act(self, letter: str) -> None:
        """Let the seat act, by a letter of `letters`."""
        tree = self._blueprint.tree
        self._node = next(tree.to[edge] for edge in tree.edges(self._node) if tree.letter[edge] == letter)
        ends = self._node < 0 or tree.street[self._node] > 0
        self.actor = None if ends else tree.actor[self._node]


_BETTINGS: Mapping[str, type[_RingBetting | _NolimitBetting]] = MappingProxyType(
    {"ring": _RingBetting, "nolimit": _NolimitBetting}
)


@cache
def _ring() -> RingRobot:
    return RingRobot()
