"""A machine of rules for what a bot says: it reads the lines that clients see, in their order, and knows nothing else.

Rules, each by the name under which faults are counted:

    seal      a deal's seal is told before its positions, cards and turns
    order     a deal begins after the end of the one before; its end is told once; streets come in their order
    late turn a private line about a turn comes before the action, and right with its public line
    untrue    a turn names somebody who has not folded since
    out       who is out of chips is told before the next seal
    spoiler   places, "left", the final table and the end of a tournament come after the deals from which they follow
    seconds   "in N s" is right to two seconds
    opening   a table is opened before people sit down there
    stake     each stake has one result, and is told
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field

from tests.servers.company import Heard

_FRONT = re.compile(r"(?:\[(#[^\s\]]+)\] )?(?:\[(\d+)\] )?(.*)", re.DOTALL)
_SEAL = re.compile(r"#(\d+)(?: in ([\d.]+) s)?, sealed|[Dd]eck of hand #(\d+) is sealed")
_BEGINS = re.compile(r"#(\d+) (?:\d+/\d+|ante \d+)")
_CARDS = re.compile(r"#(\d+) you hold")
_TURN = re.compile(r"(?:^|[|] )(\S+): [^|:]+\([\d.]+ s\)$")
_END = re.compile(
    r"#(\d+) .*(?:\bwins \d|\bsplit |\bmain \d+ to |nobody wins a chip)|#(\d+) is called off|(main) \d+ to "
)
_OUT = re.compile(r"is out(?: in place| and shares|; )")
_OVER = re.compile(r"\bis over\b|[Ff]inal table")
_STREETS = ("FLOP", "TURN", "RIVER")


@dataclass
class _Table:
    """What a client knows of a table."""

    seals: dict[str, tuple[float, float | None]] = field(default_factory=dict)
    deal: str = ""
    ended: set[str] = field(default_factory=set)
    is_sealed: bool = False
    street: int = -1
    turn: str = ""
    has_acted: bool = False
    folded: set[str] = field(default_factory=set)
    is_open: bool = False
    was_ever_seated: bool = False


class RuleMachine:
    """Reads what the bot says, and counts what breaks a rule.

    Attributes:
        faults: the faults by rule.
        examples: the first lines that broke each rule.
        seen: how many lines of each kind were read: a machine that sees nothing finds nothing.
    """

    def __init__(self, tournament: Collection[str] = ()) -> None:
        """Begin.

        Args:
            tournament: the channels of the tables of a tournament.
        """
        self._tournament = tournament
        self.faults: Counter[str] = Counter()
        self.examples: defaultdict[str, list[str]] = defaultdict(list)
        self.seen: Counter[str] = Counter()
        self._tables: defaultdict[tuple[str, str], _Table] = defaultdict(_Table)
        self._stakes: defaultdict[str, list[float]] = defaultdict(list)

    def acted(self, nick: str, channel: str) -> None:
        """Somebody has acted in a channel; their turn there, if it is told, is over for them."""
        for (place, _), table in self._tables.items():
            if place == channel and table.turn == nick:
                table.has_acted = True

    def staked(self, now: float, nick: str) -> None:
        """Somebody has staked chips at a machine: they wait for a result."""
        self._stakes[nick].append(now)

    def late(self, now: float, seconds: float) -> dict[str, int]:
        """Return how many stakes of each person have had no result for so long."""
        return {nick: late for nick, since in self._stakes.items() if (late := sum(now - at > seconds for at in since))}

    def read(self, now: float, heard: Heard) -> None:
        """Read a line of the bot."""
        front = _FRONT.fullmatch(heard.text)
        assert front is not None
        place, number, text = front[1] or heard.target, front[2] or "", front[3]
        table = self._tables[place, number]
        self._line = f"{now:8.1f} {heard.target}: {heard.text}"
        if (seal := _SEAL.search(text)) is not None:
            self._seal(table, now, seal)
        if (begins := _BEGINS.match(text)) is not None:
            self._begin(table, now, begins[1])
        if (cards := _CARDS.match(text)) is not None:
            self.seen["cards"] += 1
            self._need_seal(table, cards[1])
            self._check("order", cards[1] not in table.ended and table.deal in {"", cards[1]})
        self._streets(table, text)
        if heard.is_public and (turn := _TURN.search(text)) is not None:
            self.seen["turn"] += 1
            self._check("order", bool(table.deal))
            self._check("untrue", turn[1] not in table.folded)
            table.turn, table.has_acted = turn[1], False
        if "| your turn" in text:
            self.seen["own turn"] += 1
            self._check("late turn", table.turn == heard.target and not table.has_acted)
        if (end := _END.match(text)) is not None:
            self._end(table, end[1] or end[2] or table.deal)
        if re.search(r"is out of chips and leaves|is out of chips\b", text) and heard.is_public:
            self.seen["out"] += 1
            self._check("out", bool(table.deal) or not table.is_sealed)
        if heard.is_public and re.match(r"A table of ", text):
            self.seen["opening"] += 1
            table.is_open = True
        elif heard.is_public and re.search(r" sits down (?:in seat|with)", text):
            self._check("opening", table.is_open)
        if heard.is_public and _OUT.search(text):
            self.seen["out of a tournament"] += 1
            self._check("spoiler", not table.deal)
        if _OVER.search(text):
            self.seen["standing"] += 1
            others = [each for (channel, _), each in self._tables.items() if channel in self._tournament]
            self._check("spoiler", not any(each.deal for each in others))
        self._result(heard)

    def _seal(self, table: _Table, now: float, seal: re.Match[str]) -> None:
        self.seen["seal"] += 1
        self._check("order", not table.deal)
        table.seals[seal[1] or seal[3]] = (now, float(seal[2]) if seal[2] else None)
        table.is_sealed = True

    def _begin(self, table: _Table, now: float, deal: str) -> None:
        self.seen["begin"] += 1
        self._check("order", not table.deal and deal not in table.ended)
        self._need_seal(table, deal)
        sealed, seconds = table.seals.get(deal, (now, None))
        self._check("seconds", seconds is None or abs(now - sealed - seconds) <= 2.0)
        table.deal, table.street, table.turn, table.has_acted = deal, -1, "", False
        table.folded, table.is_sealed = set(), False

    def _need_seal(self, table: _Table, deal: str) -> None:
        self._check("seal", deal in table.seals)

    def _streets(self, table: _Table, text: str) -> None:
        for number, street in enumerate(_STREETS):
            if re.search(rf"(?:^|[|] |#\d+ ){street} ", text):
                self.seen["street"] += 1
                self._check("order", bool(table.deal) and number >= table.street)
                table.street = number

    def _end(self, table: _Table, deal: str) -> None:
        self.seen["end"] += 1
        self._check("order", table.deal == deal)
        table.ended.add(deal)
        table.deal, table.turn, table.has_acted = "", "", False

    def _result(self, heard: Heard) -> None:
        if "| pays " in heard.text and self._stakes[heard.target]:
            self._stakes[heard.target].pop(0)
            self.seen["result"] += 1

    def _check(self, rule: str, is_kept: bool) -> None:
        if not is_kept:
            self.faults[rule] += 1
            if len(self.examples[rule]) < 5:
                self.examples[rule].append(self._line)
