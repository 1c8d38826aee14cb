"""A machine of rules for what a bot says: it reads the lines that clients see, in their order, and knows nothing else.

Rules, each by the name under which faults are counted:

    1  seal       a deal's seal is told before its positions, cards and turns
    2  order      a deal begins after the end of the one before, and its end is told once
    3  board      streets come in their order, and the board grows
    4  actor      an action is of somebody who was named, or of a robot
    5  untrue     a turn names somebody who has not folded since
    6  late turn  a private line about a turn comes before the action, and right with its public line
    7  out        who is out of chips is told before the next seal
    8  spoiler    places, "left", the final table and the end of a tournament come after the deals that they follow from
    9  seconds    "in N s" is right to two seconds
    10 stake      each stake has one result, and it agrees with the chips that are told
    11 opening    a table is opened before people sit down there
    12 length     a line has at most 400 bytes
    13 highlight  a line highlights at most one person of a table
    14 card       nobody reads the cards of another in a deal before they are shown
    15 silence    a table in a deal tells something within the time of a turn and a minute
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterator, Set
from dataclasses import dataclass, field

from ircpoker.telling.referee import LONGEST_SILENCE, MOST_BYTES
from tests.servers.company import Heard

_FRONT = re.compile(r"(?:\[(#[^\s\]]+)\] )?(?:\[(\d+)\] )?(.*)", re.DOTALL)
_SEAL = re.compile(r"(?<!draw is )#(\d+)(?: in ([\d.]+) s)?, sealed|[Dd]eck of hand #(\d+) is sealed")
BEGINS = re.compile(r"#(\d+) (?:\d+/\d+|ante \d+)")
_PUT_OFF = re.compile(r"#(\d+) in ([\d.]+) s\.")
_CARDS = re.compile(r"#(\d+) you hold")
TURN = re.compile(r"(?:^|[|] )(\S+): ([^|:]+) \([\d.]+ s\)$")
END = re.compile(
    r"(?:^|\| )#(\d+) [^#]*?(?:\bwins \d|\bsplit |\bmain \d+ to |nobody wins a chip)"
    r"|#(\d+) is called off|(main) \d+ to "
)
_OUT = re.compile(r"is out(?: in place| and shares|; |\.)")
_OVER = re.compile(r"\bis over\b|[Ff]inal table")
_NEXT_TABLE = re.compile(r" \| (?=\[\d+\] )")
_ACTION = re.compile(
    r"(?:^|[|,:] )(?:#\d+ )?(\S+) (?:calls|folds|checks|bets|raises|stands pat|draws|changes)\b(?! .*\(absent\))"
)
_FOLD = re.compile(r"(?:^|[|,:] )(?:#\d+ )?(\S+) folds\b")
_LATE = re.compile(r"\(out of time\)")
_HOLD = re.compile(r"you hold ((?:\S\S )*\S\S)(?= |$)")
_BOARD = re.compile(r"(FLOP|TURN|RIVER) ((?:\[?[2-9TJQKA][cdhs]\]? ?)+)")
_PAYS = re.compile(r"[|] ([+-]\d+) [|] (\d+) chips?\b")
_LONGEST_TURN = 45.0 + LONGEST_SILENCE + 5.0
"""Seconds in which somebody thinks, and what they do is told."""
ROBOTS = frozenset({"regular", "loose"})
_STREETS = ("FLOP", "TURN", "RIVER")


def split_front(text: str) -> tuple[str, str, str]:
    """Return the channel and the number of the table in front of a line, each empty if there is none, and the rest."""
    front = _FRONT.fullmatch(text)
    assert front is not None
    return front[1] or "", front[2] or "", front[3]


def read_turns(heard: Heard) -> Iterator[tuple[str, str]]:
    """Yield who is to act, and what they decide, as a public line says for one or more tables."""
    for part in _NEXT_TABLE.split(heard.text) if heard.is_public else ():
        if (turn := TURN.search(split_front(part)[2])) is not None:
            yield turn[1], turn[2]


@dataclass
class _Table:
    """What a client knows of a table."""

    seals: dict[str, tuple[float, float | None]] = field(default_factory=dict)
    deal: str = ""
    begun: set[str] = field(default_factory=set)
    ended: set[str] = field(default_factory=set)
    is_sealed: bool = False
    street: int = -1
    turn: str = ""
    has_acted: bool = False
    named: set[str] = field(default_factory=set)
    board: list[str] = field(default_factory=list)
    cards: dict[str, str] = field(default_factory=dict)
    last: float = 0.0
    folded: set[str] = field(default_factory=set)
    is_open: bool = False
    was_ever_seated: bool = False
    is_unknown: bool = False


class RuleMachine:
    """Reads what the bot says, and counts what breaks a rule.

    Attributes:
        people: the nicks of those who can be highlighted.
        faults: the faults by rule.
        examples: the first lines that broke each rule, each after those before it.
        seen: how many lines of each kind were read: a machine that sees nothing finds nothing.
        is_hurried: whether people change the pauses, by `!n` or a new seat.
        reads_all: whether it reads the cards of all; else a deal may have begun before the line of its first turn.
    """

    is_hurried = False
    reads_all = True

    def __init__(self, tournament: Collection[str] = ()) -> None:
        """Begin.

        Args:
            tournament: the channels of the tables of a tournament.
        """
        self._tournament = tournament
        self.faults: Counter[str] = Counter()
        self.examples: defaultdict[str, list[str]] = defaultdict(list)
        self.seen: Counter[str] = Counter()
        self._lines: deque[str] = deque(maxlen=12)
        self._tables: defaultdict[tuple[str, str], _Table] = defaultdict(_Table)
        self._stakes: defaultdict[str, list[tuple[float, int]]] = defaultdict(list)
        self._chips: dict[str, int] = {}
        self._before: dict[str, str] = {}
        self.people: Set[str] = frozenset()

    def acted(self, nick: str, channel: str) -> None:
        """Somebody has acted in a channel; their turn there, if it is told, is over for them."""
        for (place, _), table in self._tables.items():
            if place == channel and table.turn == nick:
                table.has_acted = True

    def renamed(self, nick: str, other: str) -> None:
        """Somebody is called otherwise from now on."""
        self._before[other] = nick
        for table in self._tables.values():
            table.turn = other if table.turn == nick else table.turn

    def missed(self) -> None:
        """Lines may have been lost: what goes on at the tables is known again with the next seal of each."""
        for table in self._tables.values():
            table.is_unknown = True

    def staked(self, now: float, nick: str, chips: int) -> None:
        """Somebody has staked chips at a machine: they wait for a result."""
        self._stakes[nick].append((now, chips))

    def late(self, now: float, seconds: float) -> dict[str, int]:
        """Return how many stakes of each person have had no result for so long."""
        return {
            nick: late for nick, since in self._stakes.items() if (late := sum(now - at > seconds for at, _ in since))
        }

    def read(self, now: float, heard: Heard) -> None:
        """Read a line of the bot, which may tell of several tables."""
        self._lines.append(f"{now:8.1f} {heard.target}: {heard.text}")
        self._check("length", len(heard.text.encode()) <= MOST_BYTES)
        for part in _NEXT_TABLE.split(heard.text):
            self._read(now, heard.target, heard.is_public, part)

    def _read(self, now: float, target: str, is_public: bool, line: str) -> None:
        """Read what a line says of one table: what ends a deal comes before the seal of the next."""
        place, number, text = split_front(line)
        table = self._tables[place or target, number]
        self._result(target, text)
        if table.is_unknown:
            self._meet_again(table, now, text)
            return
        self._check("silence", not table.deal or now - table.last <= _LONGEST_TURN)
        table.last = now
        if (begins := BEGINS.match(text)) is not None:
            self._begin(table, now, begins[1])
        if (cards := _CARDS.match(text)) is not None:
            self.seen["cards"] += 1
            self._need_seal(table, cards[1])
            self._begin_on_time(table, now, cards[1])
            self._check("order", cards[1] not in table.ended and table.deal in {"", cards[1]})
        self._streets(table, text)
        self._secrets(table, target, is_public, text)
        if is_public:
            self._actions(table, text, is_free=(place or target) in self._tournament)
            self._check("highlight", sum(word.strip(":,") in self.people for word in text.split()) <= 1)
        if is_public and (turn := TURN.search(text)) is not None:
            self.seen["turn"] += 1
            self._check("order", bool(table.deal))
            self._check("untrue", turn[1] not in table.folded)
            table.turn, table.has_acted = turn[1], False
            table.named.add(turn[1])
        if "| your turn" in text:
            self.seen["own turn"] += 1
            self._check("late turn", table.turn == target and not table.has_acted)
        if (end := END.search(text)) is not None:
            self._end(table, end[1] or end[2] or table.deal)
        if is_public and re.search(r"is out of chips and leaves|is out of chips\b", text):
            self.seen["out"] += 1
            self._check("out", bool(table.deal) or not table.is_sealed)
        if is_public and re.match(r"A table of ", text):
            self.seen["opening"] += 1
            table.is_open = True
        elif is_public and re.search(r" sits down (?:in seat|with)", text):
            self._check("opening", table.is_open)
            if (put_off := _PUT_OFF.search(text)) is not None:
                table.seals[put_off[1]] = (now, float(put_off[2]))
        if is_public and _OUT.search(text):
            self.seen["out of a tournament"] += 1
            self._check("spoiler", not table.deal)
        if _OVER.search(text):
            self.seen["standing"] += 1
            others = [each for (channel, _), each in self._tables.items() if channel in self._tournament]
            self._check("spoiler", not any(each.deal for each in others))
        if (seal := _SEAL.search(text)) is not None:
            self._seal(table, now, seal)

    def _meet_again(self, table: _Table, now: float, text: str) -> None:
        """Forget the deal that was in progress when lines were lost, if the next one is sealed."""
        if (seal := _SEAL.search(text)) is not None:
            table.is_unknown, table.deal, table.turn, table.cards = False, "", "", {}
            self._seal(table, now, seal)

    def _seal(self, table: _Table, now: float, seal: re.Match[str]) -> None:
        self.seen["seal"] += 1
        self._check("order", not table.deal)
        table.seals[seal[1] or seal[3]] = (now, float(seal[2]) if seal[2] else None)
        table.is_sealed = True

    def _begin(self, table: _Table, now: float, deal: str) -> None:
        self.seen["begin"] += 1
        self._check("order", not table.deal and deal not in table.ended)
        self._need_seal(table, deal)
        if self.reads_all:
            self._begin_on_time(table, now, deal)
        table.deal, table.street, table.turn, table.has_acted = deal, -1, "", False
        table.folded, table.named, table.board, table.is_sealed = set(), set(), [], False

    def _begin_on_time(self, table: _Table, now: float, deal: str) -> None:
        """Check when a deal begins, which its first line shows: the positions, or somebody's cards."""
        if deal not in table.begun:
            table.begun.add(deal)
            sealed, seconds = table.seals.get(deal, (now, None))
            is_right = seconds is None or abs(now - sealed - seconds) <= 2.0
            self._check("seconds", is_right or self.is_hurried)

    def _need_seal(self, table: _Table, deal: str) -> None:
        self._check("seal", deal in table.seals)

    def _streets(self, table: _Table, text: str) -> None:
        for street, cards in _BOARD.findall(text):
            number, board = _STREETS.index(street), re.sub(r"[\[\]]", "", cards).split()
            self.seen["street"] += 1
            self._check("order", bool(table.deal))
            self._check("board", number >= table.street and board[: len(table.board)] == table.board)
            self._check("board", len(board) == number + 3)
            table.street, table.board = number, board

    def _actions(self, table: _Table, text: str, *, is_free: bool) -> None:
        """Check that whoever acts was named, or is a robot; in a tournament absent players fold unasked."""
        for name in _ACTION.findall(text):
            self.seen["action"] += 1
            nick = name.replace("-", "")
            is_named = nick in table.named or self._before.get(nick) in table.named
            self._check("actor", is_named or nick in ROBOTS or bool(_LATE.search(text)) or is_free)
        table.folded |= {name.replace("-", "") for name in _FOLD.findall(text)}

    def _secrets(self, table: _Table, target: str, is_public: bool, text: str) -> None:
        """Check that cards are told to their owner only, until a deal is over or an all-in shows them."""
        if not is_public and (held := _HOLD.search(text)) is not None:
            table.cards[target] = held[1]
        elif not (END.search(text) or "%" in text or "shows" in text):
            self._check("card", not any(nick != target and cards in text for nick, cards in table.cards.items()))

    def _end(self, table: _Table, deal: str) -> None:
        self.seen["end"] += 1
        self._check("order", table.deal == deal)
        table.ended.add(deal)
        table.cards = {}
        table.deal, table.turn, table.has_acted = "", "", False

    def _result(self, target: str, text: str) -> None:
        for net, chips in _PAYS.findall(text):
            self.seen["result"] += 1
            self._check("stake", bool(self._stakes[target]))
            del self._stakes[target][:1]
            before = self._chips.get(target)
            self._chips[target] = int(chips)
            self._check("stake", before is None or int(chips) == before + int(net))

    def _check(self, rule: str, is_kept: bool) -> None:
        if not is_kept:
            self.faults[rule] += 1
            if len(self.examples[rule]) < 5:
                self.examples[rule].append("\n".join(self._lines))
