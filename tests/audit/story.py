"""Lines about a deal: what was done, pot, price, stacks, chances, results. Each number is worked out from the record.

A story follows the lines of one reader at one table. It knows how many actions of the deal were told, and so the moment
of the deal about which a line speaks.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import copy
from typing import NamedTuple

from tests.audit.course import Course, Moment, names
from tests.audit.findings import Findings, Later
from tests.audit.naive_cards import Chance, chance_against, chances, codes
from tests.audit.waits import Waits

CARD = r"[2-9TJQKA][cdhs]"
_CARDS = re.compile(rf"(?<!\w){CARD}(?!\w)")
_ACTION = re.compile(
    r"(\S+)(?: \(robot\))? (folds?|checks?|calls?|bets?|raises? to|draws?|stands? pat)(?: (\d+))?"
    rf"(?:: {CARD}(?: {CARD})*)?( \(out of time\))?"
)
_VERBS = {"fold": "fold", "check": "check", "call": "call", "bet": "bet", "raise": "raise", "draw": "discard"}
_POT = re.compile(r"(?:(\d+) to win|pot) (\d+)(?:, (\d+) left)?(?:, (\S+) (?:has (\d+) left|is all-in))?")
_TURN = re.compile(r"(\S+): (?:(\d+) to call|check or bet|check or raise|check|draw) \((\S+) s\)")
_ODDS = re.compile(r"(\d+) % against (?:a random hand|(\d+) random hands)(?:, (\d+) % needed to call (\d+))?")
_STREET = re.compile(rf"(FLOP|TURN|RIVER) ({CARD}(?: \[?{CARD}\]?)*)")
_RUN_OUT = re.compile(rf"(\S+) ({CARD}(?: {CARD})+)(?: \D*?)? (\d+) %")
_BACK = re.compile(r"(\S+) gets? (\d+) back")
_WINS = re.compile(r"(\S+) wins? (\d+) \(([+-]\d+)\)(?: with [^:]*)?(?:: (.*))?")
_SPLIT = re.compile(r"(.+) split (\d+)(?: with .*)?")
_POTS = re.compile(r"(main|side) (\d+) to (.+?)(?: with .+?)?(?=, (?:main|side) \d|$)")
_GETS = re.compile(r"(\S+) (\d+) \(([+-]\d+)\)")
_OPTION = re.compile(r"!?(call|bet|raise) (\d+)(?:-(\d+))?")
_ROW = re.compile(r"(?:(SB|BB|UTG(?:\+\d)?|LJ|HJ|CO|BTN|MP\d?|EP\d?) )?(\S+) (\d+)")


class _Shown(NamedTuple):
    """A number that a later deal shows, and how."""

    number: Later
    right: Callable[[Course, int], int]
    who: str


class Story:
    """The lines of one reader at one table.

    Attributes:
        reader: who reads it as "you"; empty for everybody.
        course: the deal that is told; None before the first.
        announced: how many of its actions were told.
        stacks: the chips that each nick had last, at the end of the deal that is told.
        turn_at: when the last turn was told, and its seconds.
        turn_of: whose turn it was, until their action is told.
        waits: how long the others have waited for whom.
    """

    def __init__(self, findings: Findings, reader: str, seconds: float) -> None:
        self.findings = findings
        self.reader = reader
        self.seconds = seconds
        self.course: Course | None = None
        self.announced = 0
        self.turn_at, self.turn_seconds = 0.0, 0.0
        self.stacks: dict[str, int] = {}
        self._added: dict[str, int] = {}
        self.turn_of = ""
        self.waits = Waits()
        self._later: list[_Shown] = []
        self._board: tuple[int, ...] | None = ()
        self._street_announced = 0
        self._places = {0}

    @property
    def moment(self) -> Moment:
        """The moment after the actions that were told."""
        assert self.course is not None
        return self.course.moments[self.announced]

    def begin(self, course: Course) -> None:
        """Begin another deal; nothing if it is told already."""
        if self.course is not course or len(self._places) > 1:
            self.course, self.announced, self._board, self._street_announced = course, 0, (), 0
            self._places = {0}
            self._later = [later for later in self._later if not self._settle(later, course)]
            self._added = {}
            nicks, final = course.record.nicks, course.final_stacks()
            self.stacks |= {nick: final[number] for nick, number in zip(nicks, course.record.numbers, strict=True)}

    def is_drawing(self, who: str) -> bool:
        """Return whether the next turn of somebody is at a draw."""
        course = self.course
        if course is None:
            return False
        seat = course.seat_of(who)
        return next((moment.is_draw for moment in course.moments[self.announced :] if moment.actor == seat), False)

    def finish(self) -> None:
        """Go to the end: nobody can bet any more."""
        if self.course is not None:
            self.announced = len(self.course.record.actions)

    def join(self, course: Course | None) -> None:
        """Come to a table while a deal is played there; how far it is, its next lines show."""
        if course is None:
            self.course = None
        else:
            self.begin(course)
            self._places, self._board = set(range(len(course.moments))), None

    def follow(self, read: Callable[[Story], object]) -> None:
        """Read a line from each place of the deal where one may be, and go on from those where it is right."""
        trials = []
        for place in sorted(self._places) if len(self._places) > 1 else ():
            trial = copy(self)
            trial.findings, trial.announced = Findings(where=self.findings.where), place
            read(trial)
            trials.append(trial)
        if not trials:
            read(self)
            return
        right = [trial for trial in trials if not trial.findings.wrong] or trials[:1]
        findings = self.findings
        findings.add(right[0].findings)
        vars(self).update(vars(right[0]))
        self.findings, self._places = findings, {trial.announced for trial in right}

    def later(self, kind: str, stated: int, right: Callable[[Course, int], int], who: str = "") -> None:
        """Note a number that the next deal shows, or the next one with somebody; a newer one takes its place."""
        self._later = [later for later in self._later if not (who and (later.number.kind, later.who) == (kind, who))]
        self._later.append(_Shown(self.findings.later(kind, stated), right, who))

    @staticmethod
    def _settle(later: _Shown, course: Course) -> bool:
        seat = course.seat_of(later.who) if later.who else 0
        if seat is None:
            return False
        later.number.check(later.right(course, seat))
        return True

    def knows(self, who: str) -> bool:
        """Return whether somebody has had chips here."""
        return who in self.stacks

    def add(self, who: str, chips: int) -> None:
        """Add chips that count from the next deal on."""
        self._added[who] = self._added.get(who, 0) + chips
        self.stacks[who] = self.stacks.get(who, 0) + chips

    def now_at(self, who: str) -> int:
        """Return the chips behind of somebody now."""
        if self.course is not None and self.announced < len(self.course.record.actions):
            seat = self.course.seat_of(who)
            if seat is not None:
                return self.moment.stacks[seat] + self._added.get(who, 0)
        return self.stacks.get(who, 0)

    def name(self, who: str) -> str:
        """Return the nick of somebody in a line."""
        return self.reader if who in {"you", "You"} else who

    def segment(self, text: str, at: float) -> None:
        """Read a part of a line."""
        if self.course is None:
            return
        text = text.removeprefix("nobody wins a chip: ")
        if re.match(r"1\) ", text):
            self._numbered(text)
            return
        for pattern, read in (
            (_POT, self._pot),
            (_ODDS, self._odds),
            (_STREET, self._street),
            (_RUN_OUT, self._run_out),
            (_BACK, self._back),
            (_SPLIT, self._split),
        ):
            if found := pattern.fullmatch(text):
                read(found)
                return
        if found := _TURN.fullmatch(text):
            self._turn(found, at)
        elif text.startswith("your turn: "):
            self.options(text)
            if self.reader:  # The clock of a private turn runs from this line.
                self.turn_at, self.turn_seconds, self.turn_of = at, self.seconds, self.reader
        elif found := _WINS.fullmatch(text):
            self._wins(found, at)
        elif re.match(r"(?:main|side) \d", text):
            self._pots(text)
        elif _GETS.match(text):
            for each in _GETS.finditer(text):
                self._gets(each)
        elif re.fullmatch(r"\d+/\d+(?:, ante \d+)?|ante \d+", text):
            self.posts(text)
        elif all(_ROW.fullmatch(part) for part in text.split(", ")):
            self.row(text)
        else:
            for part in text.split(", "):
                self._action(part, at)

    # The course of the deal

    def _action(self, text: str, at: float) -> None:
        found = _ACTION.fullmatch(text)
        if found is None:
            return
        course = self.course
        assert course is not None
        who, verb, amount, late = self.name(found[1]), found[2].split()[0].rstrip("s"), found[3], found[4]
        number = self._next_of(who)
        if number is None:
            self.findings.fault("action", text, "nothing of theirs")
            self._skip(amount)
            return
        _, action = course.record.actions[number]
        right_verb, _, rest = action.partition(" ")
        if _VERBS.get(verb, "discard") != right_verb:
            self.findings.fault("action", text, action)
        if amount:
            right = {"call": course.paid[number], "discard": len(rest) // 2 if " " not in rest else len(rest.split())}
            self.findings.check("action", int(amount), right.get(right_verb) or int(rest or 0))
        if late and self.turn_of == who:  # The time of somebody who is away is over at once.
            # At a table without a channel it is told with the next street; elsewhere an all-in is shown before it.
            passed, least = at - self.turn_at, min(at, course.record.ended_at) - self.turn_at
            if passed < self.turn_seconds - 0.1 or (least > self.turn_seconds + 0.1 and not self.reader):
                self.findings.fault("seconds until late", self.turn_seconds, passed)
        self.announced = number + 1
        if who == self.turn_of:
            self.waits.spare(who, at, self.turn_at + self.turn_seconds - at)
            self.turn_of = ""

    def _skip(self, amount: str | None) -> None:
        if amount:
            self.findings.read["action"] += 1

    def _next_of(self, who: str) -> int | None:
        """Return the next action of somebody; before it only the reader's own may lie, which is not told."""
        course = self.course
        assert course is not None
        actions, nicks = course.record.actions, course.record.nicks
        for number in range(self.announced, len(actions)):
            actor = nicks[actions[number][0]]
            if actor == who:
                return number
            if actor != self.reader:
                return None
        return None

    def _numbered(self, text: str) -> None:
        """Read the reader's cards with their numbers."""
        for at, number in enumerate(re.findall(r"(\d)\) ", text), 1):
            self.findings.check("card number", int(number), at)
        moment = self.moment
        shown = sorted(codes("".join(_CARDS.findall(text))))
        if moment.actor is None or shown != sorted(moment.hands[moment.actor]):
            self.findings.fault("cards", text, moment.actor)

    def _street(self, found: re.Match[str]) -> None:
        course = self.course
        assert course is not None
        shown = list(codes("".join(_CARDS.findall(found[2]))))
        right = list(course.board[: {"FLOP": 3, "TURN": 4, "RIVER": 5}[found[1]]])
        if shown != right:
            self.findings.fault("board", names(shown), names(right))
        self._board, self._street_announced = tuple(shown), len(shown) - 2

    def posts(self, text: str) -> None:
        """Read the forced bets of a deal."""
        course = self.course
        assert course is not None
        blinds = sorted(blind for blind in course.setup["blinds"] if blind)
        blinds = [0] * (2 - len(blinds)) + blinds
        if found := re.search(r"(\d+)/(\d+)", text):
            self.findings.check("blinds", int(found[1]), blinds[0])
            self.findings.check("blinds", int(found[2]), blinds[1])
        if found := re.search(r"ante (\d+)", text):
            self.findings.check("ante", int(found[1]), max(course.setup["antes"], default=0))

    def row(self, text: str) -> None:
        """Read the seats at the start of a deal with their chips."""
        course = self.course
        assert course is not None
        for part in text.split(", "):
            found = _ROW.fullmatch(part)
            assert found
            seat = course.seat_of(self.name(found[2]))
            right = None if seat is None else course.setup["stacks"][seat]
            self.findings.check("stack", int(found[3]), right)

    # A turn

    def _turn(self, found: re.Match[str], at: float) -> None:
        course, moment = self.course, self.moment
        assert course is not None
        right = course.record.nicks[moment.actor] if moment.actor is not None else None
        if found[1] != right:
            self.findings.fault("actor", found[1], right)
        if found[2]:
            self.findings.check("price", int(found[2]), moment.call)
        elif moment.call:
            self.findings.fault("price", 0, moment.call)
        self.findings.check("seconds", float(found[3]), self.seconds)
        self.turn_at, self.turn_seconds, self.turn_of = at, float(found[3]), found[1]

    def reach(self, who: str, *, is_draw: bool) -> bool:
        """Go on over the reader's own untold actions to the turn of somebody; return whether it is there."""
        course = self.course
        if course is None:
            return False
        seat = course.seat_of(who)
        while (moment := self.moment).actor is not None:
            if moment.actor == seat and moment.street >= self._street_announced and moment.is_draw is is_draw:
                return True
            if not self.reader or course.record.nicks[moment.actor] != self.reader:
                return False
            self.announced += 1
        return False

    def _pot(self, found: re.Match[str]) -> None:
        moment, course = self.moment, self.course
        assert course is not None
        price, pot, left, other, behind = found.groups()
        if price is None:
            self.findings.check("pot", int(pot), moment.pot)
        else:
            self.findings.check("price", int(price), moment.call)
            self.findings.check("to win", int(pot), moment.to_win() if moment.actor is not None else None)
        if left is not None:
            self.findings.check("left", int(left), moment.stacks[moment.actor] if moment.actor is not None else None)
        if other is not None:
            seat = course.seat_of(other)
            right = None if seat is None else moment.stacks[seat]
            if behind is not None:
                self.findings.check("left of the other", int(behind), right)
            elif right:
                self.findings.fault("left of the other", 0, right)

    def _odds(self, found: re.Match[str]) -> None:
        moment, course = self.moment, self.course
        assert course is not None
        chance, others, needed, price = found.groups()
        count = int(others or 1)
        if others:
            self.findings.check("opponents", count, len(moment.in_hand) - 1)
        if moment.actor is None:
            self.findings.fault("actor", chance, "nobody's turn")
            return
        right = chance_against(course.game, moment.hands[moment.actor], course.board_at(moment), count)
        self._chance(int(chance), right)
        if needed:
            self.findings.check("needed", int(needed), moment.needed())
            self.findings.check("price", int(price), moment.call)

    def _chance(self, stated: int, right: Chance) -> None:
        self.findings.check("chance", stated, stated if right.allows(stated) else round(right.percent, 2))
        if right.error > 0.5:
            self.findings.drift.append(stated - right.percent)

    def options(self, text: str) -> None:
        """Read the legal actions of the actor."""
        moment = self.moment
        for verb, least, most in _OPTION.findall(text):
            if verb == "call":
                self.findings.check("price", int(least), moment.call)
                continue
            right = (moment.wagers[0], moment.wagers[-1]) if moment.wagers else (None, None)
            self.findings.check("option", int(least), right[0])
            if most:
                self.findings.check("option", int(most), right[1])
            elif right[0] != right[1]:
                self.findings.fault("option", least, right)
            if (verb == "raise") is not moment.is_raise:
                self.findings.fault("option", verb, "the other verb")
        if "!keep 1 3" in text:
            self.findings.read["example"] += 2

    # The end

    def _run_out(self, found: re.Match[str]) -> None:
        course = self.course
        assert course is not None
        last = course.moments[-1]
        self.announced = len(course.record.actions)
        seat = course.seat_of(self.name(found[1]))
        hand = codes(found[2])
        if seat is None or sorted(last.hands[seat]) != sorted(hand):
            self.findings.fault("cards", found[2], found[1])
            self.findings.read["chance"] += 1
            return
        at = last.in_hand.index(seat)
        hands = tuple(last.hands[each] for each in last.in_hand)
        if self._board is None:
            self.findings.skip("chance on a board that was not heard")
        else:
            self._chance(int(found[3]), chances(course.game, hands, self._board)[at])

    def _back(self, found: re.Match[str]) -> None:
        course = self.course
        assert course is not None
        seat = course.seat_of(self.name(found[1]))
        self.findings.check("returned", int(found[2]), None if seat is None else course.returned[seat])

    def _result(self, who: str, chips: str, net: str) -> None:
        course = self.course
        assert course is not None
        self.announced = len(course.record.actions)
        seat = course.seat_of(self.name(who))
        won, put_in = course.won(), course.put_in()
        self.findings.check("won", int(chips), None if seat is None else won[seat])
        self.findings.check("net", int(net), None if seat is None else won[seat] - put_in[seat])

    def _wins(self, found: re.Match[str], at: float) -> None:
        why = found[4] or ""
        for part in why.split(", "):
            self._action(part, at)
        self._result(found[1], found[2], found[3])

    def _gets(self, found: re.Match[str]) -> None:
        self._result(found[1], found[2], found[3])

    def _split(self, found: re.Match[str]) -> None:
        course = self.course
        assert course is not None
        pots = course.shares()
        self.findings.check("pot won", int(found[2]), sum(pots[0].values()) if len(pots) == 1 else None)
        self._sharers(found[1], pots[0])

    def _sharers(self, text: str, pot: dict[int, int]) -> None:
        course = self.course
        assert course is not None
        stated = {self.name(who) for who in re.split(r", | and ", text)}
        right = {course.record.nicks[seat] for seat in pot}
        if stated != right:
            self.findings.fault("winners", stated, right)

    def _pots(self, text: str) -> None:
        course = self.course
        assert course is not None
        pots = course.shares()
        stated = _POTS.findall(text)
        if len(stated) != len(pots):
            self.findings.fault("pots", len(stated), len(pots))
        for number, (_, chips, sharers) in enumerate(stated):
            right = pots[number] if number < len(pots) else {}
            self.findings.check("pot won", int(chips), sum(right.values()))
            self._sharers(sharers, right)
