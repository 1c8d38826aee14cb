"""Reads the lines of an evening, and works out each number in them again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import NamedTuple

from tests.audit.answers import Answers
from tests.audit.chips import ChipLines
from tests.audit.course import Course
from tests.audit.findings import Findings, Later, numbers_in, shape
from tests.audit.naive_cards import codes
from tests.audit.record import Record
from tests.audit.story import Story
from tests.audit.tournament_lines import TournamentLines, is_of_tournament
from tests.audit.tournament_log import Level

_FRONT = re.compile(r"(?:\[(#\S+)\] )?(?:\[(\d+)\] )?(.*)")
_BEGINS = re.compile(r"#(\d+) ((?:\d+/\d+|ante \d+).*)")
_HOLDS = re.compile(r"#(\d+) you hold ([^|]+?)(?: \| (.*))?")
_CHANGES = re.compile(r"You change (\d+) and hold (.*)")
_PUT_OFF = re.compile(r"(\S+ sits down in seat \d+ with \d+ chips?): #(\d+) in (\d+) s\.")
_NEXT = re.compile(r"(?:.* )?#(\d+)(?: in (\S+) s)?, sealed ([0-9a-f]{40})\.?(?:: .*)?")
_FIRST = re.compile(r"The deck of hand #(\d+) is sealed: ([0-9a-f]{40}) \((\d+) digits\).*")
_REMINDER = re.compile(r"(\S+) seconds left: (.*?)(?: \| !time: (\S+) s more|, !time: (\S+) s more)?")
_TIME = re.compile(r"(\S+) takes? (\S+) s more: (\S+) s left")
_REFUSED = re.compile(r"[^:]*not legal now: you may (.*)")
_NUMBERED = re.compile(r"#(\d+) (.*)")
_POSITION = re.compile(r"\b(\d)\) ")


class Said(NamedTuple):
    """A line: when, to whom, and its text."""

    at: float
    target: str
    text: str


class Expected(NamedTuple):
    """What the evening's configuration says.

    Attributes:
        seconds: the time for a decision, by place.
        bank: what a time bank adds.
        reminder: the time until a reminder.
        levels: the levels of the tournaments, by name.
    """

    seconds: dict[str, float]
    usual: float = 45.0
    bank: float = 30.0
    reminder: float = 30.0
    levels: Mapping[str, tuple[Level, ...]] = MappingProxyType({})


class LineAudit:
    """The audit of all lines."""

    def __init__(
        self, record: Record, expected: Expected, findings: Findings, courses: dict[str, Course] | None = None
    ) -> None:
        self.record = record
        self.expected = expected
        self.findings = findings
        self.courses = courses if courses is not None else {}
        self.stories: dict[str, Story] = {}
        self.names = frozenset(nick for deal in record.deals.values() for nick in deal.nicks)
        self._promised: dict[tuple[str, str], tuple[float, Later]] = {}
        self.chips = ChipLines(self)
        self.answers = Answers(self)
        self.tournaments = TournamentLines(self)

    def course(self, deal_id: str) -> Course | None:
        """Return a deal; None if it was not finished."""
        if deal_id not in self.courses and deal_id in self.record.deals:
            self.courses[deal_id] = Course(self.record.deals[deal_id])
        return self.courses.get(deal_id)

    @staticmethod
    def day_of(at: float) -> tuple[int, int, int]:
        """Return year, month and day of a time."""
        day = datetime.fromtimestamp(at, UTC)
        return day.year, day.month, day.day

    def read(self, lines: Iterable[Said]) -> None:
        """Read lines in the order in which they were said."""
        for line in lines:
            self.line(line)

    def line(self, line: Said) -> None:
        """Read a line; count the numbers in it that are not understood."""
        self.findings.say(f"{line.at:.1f} {line.target} < {line.text}")
        front = _FRONT.fullmatch(line.text)
        assert front
        body, numbers = front[3], numbers_in(front[3], self.names)
        before = self.findings.understood
        self._body(line, body, front[1] or line.target, front[2] or "")
        if missed := len(numbers) - (self.findings.understood - before):
            self.findings.unread[shape(body)] += missed

    def story(self, place: str, number: str, reader: str) -> Story:
        """Return the story of a place for a reader."""
        key = f"{place} {number}"
        if key not in self.stories:
            seconds = self.expected.seconds.get(place, self.expected.usual)
            self.stories[key] = Story(self.findings, reader if not place.startswith("#") else "", seconds)
        return self.stories[key]

    def _body(self, line: Said, body: str, place: str, number: str) -> None:
        story = self.story(place, number, line.target)
        if found := _PUT_OFF.fullmatch(body):
            body = f"{found[1]}."
            self.findings.check("deal", found[2], found[2] if found[2] in self.record.shuffles else None)
            self._promise(found[2], found[3], line)
        if self.tournaments.line(line, body, story) or self.answers.line(line, body, story):
            return
        if self._of_deal(line, body, story) or self.chips.line(line, body, story):
            return
        is_own = line.target != place and re.search(r"(?:^|\| )your turn: ", body)
        if is_own and not story.reach(line.target, is_draw="!keep" in body):
            self.findings.fault("actor", line.target, "somebody else's turn")
        story.follow(lambda trial: self._story(body, trial, line))

    @staticmethod
    def _story(body: str, story: Story, line: Said) -> None:
        """Read what was done, then how it stands; at a private table one's own actions are not told."""
        parts, is_over = body.split(" | "), False
        turn = re.fullmatch(r"(\S+): (?:\d+ to call|check or bet|check or raise|check|draw) \(.*", parts[-1])
        goal = turn[1] if turn else line.target if parts[-1].startswith("your turn: ") else ""
        for part in parts:
            if goal and story.reader and re.match(r"pot \d|\d+ to win|\d+ %|your turn|\S+: ", part):
                if not story.reach(goal, is_draw=bool(re.search(r": draw \(|!keep", parts[-1]))):
                    story.findings.fault("actor", goal, "somebody else's turn")
                goal = ""
            found = _NUMBERED.fullmatch(part)
            if found:
                right = story.course.record.deal_id if story.course else None
                story.findings.check("deal", found[1], right)
                is_over = True
            rest = found[2] if found else part
            if is_over and rest.startswith("pot "):
                story.finish()  # Nobody can bet any more.
            story.segment(rest, line.at)

    def _of_deal(self, line: Said, body: str, story: Story) -> bool:
        """Read a line about the beginning of a deal, its cards or its clock; return whether it was one."""
        findings = self.findings
        if found := _HOLDS.fullmatch(body):
            self._begin(found[1], story, line, is_public=not line.target.startswith("#") and story.reader != "")
            self._cards(found[2], story, line.target)
            for part in (found[3] or "").split(" | "):
                story.segment(part, line.at)
        elif found := _BEGINS.fullmatch(body):
            self._begin(found[1], story, line, is_public=True)
            for part in found[2].split(" | "):
                story.segment(part, line.at)
        elif found := _CHANGES.fullmatch(body):
            self._changed(found, story, line.target)
        elif found := _NEXT.fullmatch(body):
            findings.check("deal", found[1], found[1] if self._is_sealed(found[1], found[3]) else None)
            self._promise(found[1], found[2], line)
        elif found := _FIRST.fullmatch(body):
            findings.check("deal", found[1], found[1] if self._is_sealed(found[1], found[2]) else None)
            findings.check("digits", int(found[3]), len(found[2]))
        elif found := _REMINDER.fullmatch(body):
            self._reminder(found, story, line)
        elif found := _TIME.fullmatch(body.rpartition(" | ")[2]):
            story.follow(lambda trial: self._story(body.rpartition(" | ")[0], trial, line))
            self._more_time(found, story, line)
        elif found := _REFUSED.fullmatch(body):
            if story.reach(line.target, is_draw="!keep" in body):
                story.options(found[1])
        else:
            return False
        return True

    def _promise(self, deal_id: str, seconds: str | None, line: Said) -> None:
        """Note when a deal shall begin, in place of what was said before."""
        self._promised.pop((deal_id, line.target), None)
        if seconds:
            promised = self.findings.later("seconds until the deal", float(seconds))
            self._promised[deal_id, line.target] = (line.at, promised)

    def _reminder(self, found: re.Match[str], story: Story, line: Said) -> None:
        """Read how much time is left."""
        if not story.reach(line.target, is_draw="!keep" in line.text):
            self.findings.fault("actor", line.target, "somebody else's turn")
        left = story.turn_at + story.turn_seconds - line.at
        if story.reader:  # The turns of a private table have no clock in their lines.
            left = story.seconds - self.expected.reminder
        self.findings.check("seconds", float(found[1]), float(found[1]) if abs(float(found[1]) - left) < 0.51 else left)
        story.options(found[2])
        if found[3] or found[4]:
            self.findings.check("seconds", float(found[3] or found[4]), self.expected.bank)

    def _more_time(self, found: re.Match[str], story: Story, line: Said) -> None:
        """Read a time bank, and how much time is left with it."""
        who, added, left = found[1], float(found[2]), float(found[3])
        has_clock = story.course is not None and story.turn_of == story.name(who)
        if has_clock and not story.reader and not is_of_tournament(story.course):
            right = min(self.expected.bank, story.waits.left(who, line.at))
            self.findings.check("seconds", added, added if abs(added - right) < 0.51 else round(right, 2))
        elif added == self.expected.bank:
            self.findings.check("seconds", added, self.expected.bank)
        else:
            self.findings.skip("time bank that others have waited for before")
        if has_clock:
            story.turn_seconds += added
            story.waits.add(who, story.turn_at + story.turn_seconds, added)
            exact = story.turn_at + story.turn_seconds - line.at
            self.findings.check("seconds", left, left if abs(left - exact) < 0.51 else round(exact, 2))
        else:
            self.findings.skip("seconds of a turn that is not told")

    def _is_sealed(self, deal_id: str, seal: str) -> bool:
        return deal_id in self.record.shuffles and self.record.shuffles[deal_id].commitment.startswith(seal)

    def _begin(self, deal_id: str, story: Story, line: Said, *, is_public: bool) -> None:
        course = self.course(deal_id)
        self.findings.check("deal", deal_id, deal_id if course is not None else None)
        if course is None:
            return
        if is_public or story.course is not course:
            story.begin(course)
        self.tournaments.dealt(line.target, course)
        if (deal_id, line.target) in self._promised:
            stated_at, promised = self._promised.pop((deal_id, line.target))
            passed = round(line.at - stated_at, 2)
            promised.check(promised.stated if abs(passed - promised.stated) <= 2.0 else passed)

    def _cards(self, text: str, story: Story, who: str) -> None:
        course = story.course
        seat = course.seat_of(who) if course is not None else None
        if course is None or seat is None:
            self.findings.fault("cards", text, who)
            return
        hands = {tuple(sorted(moment.hands[seat])) for moment in course.moments}
        shown = _POSITION.sub("", text)
        for at, number in enumerate(_POSITION.findall(text), 1):
            self.findings.check("card number", int(number), at)
        cards = re.match(r"(?:[2-9TJQKA][cdhs](?!\w) ?)+", shown)
        if cards is None or tuple(sorted(codes(cards[0]))) not in hands:
            self.findings.fault("cards", text, [sorted(hand) for hand in hands])

    def _changed(self, found: re.Match[str], story: Story, who: str) -> None:
        course = story.course
        if course is None:
            return
        counts = [
            len(codes(action.partition(" ")[2]))
            for seat, action in course.record.actions
            if course.record.nicks[seat] == who and action.startswith("discard")
        ]
        self.findings.check("drawn", int(found[1]), counts[0] if counts else None)
        self._cards(found[2], story, who)
