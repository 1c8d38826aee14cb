"""Lines about tournaments: levels, places, prizes, seats, how one stands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.audit.tournament_log import TournamentLog

if TYPE_CHECKING:
    from tests.audit.course import Course
    from tests.audit.findings import Later
    from tests.audit.lines import LineAudit, Said
    from tests.audit.story import Story

_LEVEL = re.compile(
    r"Level (\d+): (\d+)/(\d+)(?: ante (\d+))? \| (\d+) of (\d+) (?:players|left), (\d+)(?: chips)? on average"
    r"(?:, (\S+) leads with (\d+))?"
)
_STANDS = re.compile(
    r"(\S+): (\d+) of (\d+) left(?:, (\d+) places? paid)?, big blind (\d+), (\d+) on average, (\S+) leads with (\d+)"
)
_OUT = re.compile(
    r"(\S+) is out(?: (in|and shares) place (\d+)(?:(?: and wins|, for) (\d+) chips?)?)?(?:; (\d+) left)?\."
)
_SEAT = re.compile(
    r"(?:The final table: y|Y)our (?:table is broken: your )?(?:new )?seat is (\d+)"
    r"(?: at table (\d+)| in #\S+)?, with (\d+) chips?.*"
)
_OVER = re.compile(r"(\S+) is over: (\S+(?: & \S+)*) wins?!(?: (\d.*))?")
_BLINDED = re.compile(r"\S+ is over, because only robots are there: the others are blinded off\. (\d.*)")
_OPEN = re.compile(
    r"A sit-and-go of (\d+)(?: against robots)?: [^,]*, (\d+) chips, blinds (\d+)/(\d+)@([\d.]+) min,"
    r" (?:buy-in (\d+) chips?|free)\."
    r"(?: \S+ is in, (\d+) seats? free: .*| .*)"
)
_IN = re.compile(r"\S+ is in: (\d+) seats? free\.")
_DRAW = re.compile(r"The (?:seats are drawn by|next draw is) #(\d+), sealed ([0-9a-f]{40})(?:: !proof (\d+) .*|\.)")
_FINAL = re.compile(
    r"(?:The final table: (\d+) players, seats drawn anew|\S+: the final table is played in \S+, with (\d+) players)\."
)
_STARTED = re.compile(r"\S+ begins: (\d+) players at (\d+) tables?(?:, in [^.]*)?\. (?:Prizes: (.*)|.*)")
_STAGE = re.compile(
    r"(?=The bubble|In the money|Heads-up)"
    r"(?:The bubble: who is out next gets nothing, then (\d+) places? (?:is|are) paid\.)? ?"
    r"(?:In the money: each of the (\d+) who are left gets (\d+) or more\.)? ?(?:Heads-up: (.*))?"
)
_HAND_FOR_HAND = re.compile(r"Hand for hand: (\d+) players, (\d+) are paid\..*")
_ASKED = re.compile(
    r"(\S+): (\d+) of (\d+) left, level (\d+), (\d+)/(\d+)(?: ante (\d+))?, (\d+) min to the next;"
    r" (\d+) chips? on average"
)
_CHIPS = re.compile(r"Chips: (.*)")
_PRIZES = re.compile(r"Prizes: (.*)")
_LEVELS = re.compile(r"Levels: (.*)")
_RESULTS = re.compile(r"(\S+), (\d{4})-(\d\d)-(\d\d)(?: \([^)]*\))?: (1\. .*)")
_TRANSFERS = re.compile(r"Most chips from one to another: (.*)")
_BROKEN = re.compile(r"Table (\d+) is broken; its players take free seats at the others\.")
_PLACED = re.compile(r"(\d+)\. (\S+?)(?: (\d+))?(?:, |$)")


def is_of_tournament(course: Course) -> bool:
    """Return whether a deal belongs to a tournament."""
    return ":tournament:" in course.record.table


class TournamentLines:
    """The audit of lines about tournaments."""

    def __init__(self, audit: LineAudit) -> None:
        self.audit, self.findings = audit, audit.findings
        self.logs = [
            TournamentLog(audit.record, over, audit.expected.levels.get(over.name, ()), audit.course)
            for over in audit.record.tournaments
        ]
        self._seats: dict[str, dict[str, Later]] = {}

    def line(self, line: Said, body: str, story: Story) -> bool:
        """Read a line; return whether it was one of these."""
        readers = (
            (_LEVEL, self._level),
            (_STANDS, self._stands),
            (_OUT, self._out),
            (_SEAT, self._seat),
            (_OVER, self._over),
            (_BLINDED, self._blinded),
            (_OPEN, self._open),
            (_IN, self._in),
            (_DRAW, self._draw),
            (_FINAL, self._final),
            (_HAND_FOR_HAND, self._hand_for_hand),
            (_STARTED, self._started),
            (_STAGE, self._stage),
            (_ASKED, self._stands_now),
            (_CHIPS, self._chips),
            (_PRIZES, self._prizes),
            (_LEVELS, self._levels),
            (_RESULTS, self._results),
            (_TRANSFERS, self._transfers),
            (_BROKEN, self._broken),
        )
        for pattern, read in readers:
            if found := pattern.fullmatch(body):
                read(found, line)
                if pattern is _SEAT and found[2]:
                    story.join(self._played_at(int(found[2]), line.at))
                return True
        return False

    def _at(self, at: float) -> TournamentLog:
        """Return the tournament that was played at a time."""
        found = [log for log in self.logs if log.record.begun_at <= at + 0.01]
        return max(found, key=lambda log: log.record.begun_at)

    def chips_now(self, who: str, at: float) -> int | None:
        """Return the chips of somebody in the tournament that is played."""
        return self._at(at).chips(at).get(who)

    def _played_at(self, table: int, at: float) -> Course | None:
        """Return the deal that is played at a table, or the next one there."""
        log = self._at(at)
        deals = [
            deal
            for deal in self.audit.record.deals.values()
            if deal.table == f"table:{log.record.tournament_id}:{table - 1}" and deal.ended_at > at + 0.01
        ]
        return self.audit.course(min(deals, key=lambda deal: deal.ended_at).deal_id) if deals else None

    def _check_stand(
        self, log: TournamentLog, at: float, stand: tuple[str, ...], leader: str | None, chips: str
    ) -> float:
        """Check how many are left, their average and who leads; return the time for which that was said.

        It is worded when it happens, and told after the all-in of its table is shown, while others play on.
        """
        left, entries, average = stand
        times = (at, at - 0.002, *[deal.ended_at - 0.002 for deal in log.deals if at - 4 < deal.ended_at < at])
        stated = (int(left), int(average), int(chips or 0))
        at = next(
            (t for t in times if (log.left(t), log.average(t), log.leads(leader, t) if leader else 0) == stated), at
        )
        self.findings.check("players", int(left), log.left(at))
        self.findings.check("players", int(entries), log.entries)
        self.findings.check("average", int(average), log.average(at))
        if leader:
            self.findings.check("leader", int(chips), log.leads(leader, at))
        return at

    def _check_level(self, log: TournamentLog, level: int, at: float) -> None:
        is_due = log.begins(level) <= at + 0.01 and log.levels[level - 1].big in log.big_blinds(at)
        self.findings.check("level", level, level if is_due else "another one")

    def _blinds(self, log: TournamentLog, level: int, small: str, big: str, ante: str | None) -> None:
        right = log.levels[level - 1]
        self.findings.check("blinds", int(small), right.small)
        self.findings.check("blinds", int(big), right.big)
        if ante is not None or right.ante:
            self.findings.check("ante", int(ante or 0), right.ante)
            if ante is None:
                self.findings.read["ante"] -= 1

    def _level(self, found: re.Match[str], line: Said) -> None:
        number, small, big, ante, left, entries, average, leader, chips = found.groups()
        log = self._at(line.at)
        self._check_level(log, int(number), line.at)
        self._blinds(log, int(number), small, big, ante)
        self._check_stand(log, line.at, (left, entries, average), leader, chips)

    def _stands(self, found: re.Match[str], line: Said) -> None:
        _, left, entries, paid, big, average, leader, chips = found.groups()
        log = self._at(line.at)
        at = self._check_stand(log, line.at, (left, entries, average), leader, chips)
        if paid:
            self.findings.check("players", int(paid), len(log.prizes()))
        possible = log.big_blinds(at)
        self.findings.check("blinds", int(big), int(big) if int(big) in possible else possible)

    def _out(self, found: re.Match[str], line: Said) -> None:
        who, shares, place, prize, left = found.groups()
        log = self._at(line.at)
        right, shared, then_left = log.place(who)
        if place:
            self.findings.check("place", int(place), right)
            if (shared > 1) is not (shares == "and shares"):
                self.findings.fault("place", shares, shared)
        if left:  # The last one but the winner leaves nobody to count.
            self.findings.check("players", int(left), then_left)
        paid = log.prize(who)
        if prize:
            self.findings.check("prize", int(prize), paid)
        elif paid and place:
            self.findings.fault("prize", 0, paid)

    def _seat(self, found: re.Match[str], line: Said) -> None:
        seat, table, chips = found.groups()
        stated = {"stack": chips, "seat number": seat} | ({"table number": table} if table else {})
        self._seats[line.target] = {kind: self.findings.later(kind, int(number)) for kind, number in stated.items()}

    def dealt(self, who: str, course: Course) -> None:
        """Judge the seat that somebody was given by the first deal there."""
        seat = course.seat_of(who)
        if seat is None or not is_of_tournament(course):
            return
        right = {
            "stack": course.setup["stacks"][seat],
            "seat number": course.record.numbers[seat] + 1,
            "table number": int(course.record.table.rpartition(":")[2]) + 1,
        }
        for kind, stated in self._seats.pop(who, {}).items():
            stated.check(right[kind])

    def _over(self, found: re.Match[str], line: Said) -> None:
        log = self._at(line.at)
        self._places(found[3] or "", log, is_all=False)
        winners = {nick for nick in log.start if log.place(nick)[0] == 1}
        if set(found[2].split(" & ")) != winners:
            self.findings.fault("winners", found[2], winners)

    def _blinded(self, found: re.Match[str], line: Said) -> None:
        self._places(found[1], self._at(line.at), is_all=False, is_blinded=True)

    def _places(self, text: str, log: TournamentLog, *, is_all: bool, is_blinded: bool = False) -> None:
        stated, last = _PLACED.findall(text), log.chips(log.record.ended_at)
        for number, who, prize in stated:
            if is_blinded and last.get(who):
                # These follow from blinds which nobody deals: tests/tournaments judges them by an own referee.
                self.findings.skip("place after blinds alone", 1 + bool(prize))
                continue
            finish = next((each for each in log.record.finishes if each.nick == who), None)
            self.findings.check("place", int(number), log.place(who)[0])
            if prize:
                self.findings.check("prize", int(prize), log.prize(who))
            elif log.prize(who):
                self.findings.fault("prize", 0, log.prize(who))
            if finish is None or finish.prize != log.prize(who):
                self.findings.fault("prize", finish, log.prize(who))
        if not is_all and sum(int(prize or 0) for _, _, prize in stated) != log.record.paid:
            self.findings.fault("prize", stated, log.record.paid)

    def _open(self, found: re.Match[str], line: Said) -> None:
        seats, stack, small, big, minutes, cost, free = found.groups()
        log = next(log for log in self.logs if log.record.ended_at >= line.at)
        self.findings.check("players", int(seats), log.entries)
        self.findings.check("stack", int(stack), log.issued // log.entries)
        self._blinds(log, 1, small, big, None)
        self.findings.check("minutes", float(minutes), log.levels[0].minutes)
        if cost:
            self.findings.check("cost", int(cost), log.record.paid // log.entries)
        if free:
            self.findings.check("seats free", int(free), log.entries - 1)
            self._free = int(free)

    def _in(self, found: re.Match[str], _line: Said) -> None:
        self._free -= 1
        self.findings.check("seats free", int(found[1]), self._free)

    def _draw(self, found: re.Match[str], _line: Said) -> None:
        shuffle = self.audit.record.shuffles.get(found[1])
        is_right = shuffle is not None and shuffle.commitment.startswith(found[2])
        self.findings.check("deal", found[1], found[1] if is_right else None)
        if found[3]:
            self.findings.check("deal", found[3], found[1])

    def _final(self, found: re.Match[str], line: Said) -> None:
        self.findings.check("players", int(found[1] or found[2]), self._at(line.at).left(line.at))

    def _hand_for_hand(self, found: re.Match[str], line: Said) -> None:
        log = self._at(line.at)
        self.findings.check("players", int(found[1]), log.left(line.at))
        self.findings.check("players", int(found[2]), len(log.prizes()))

    def _started(self, found: re.Match[str], line: Said) -> None:
        log = self._at(line.at)
        self.findings.check("players", int(found[1]), log.entries)
        self.findings.check("tables", int(found[2]), len({deal.table for deal in log.deals}))
        if found[3]:
            self._shown_prizes(found[3], log)

    def _stage(self, found: re.Match[str], line: Said) -> None:
        log = self._at(line.at)
        paid, left, least, names = found.groups()
        if paid:
            self.findings.check("players", int(paid), len(log.prizes()))
        if left:
            self.findings.check("players", int(left), log.left(line.at))
            self.findings.check("prize", int(least), log.prizes()[int(left) - 1])
        if names:
            self._shown_chips(names, log.chips(line.at))

    def _broken(self, found: re.Match[str], line: Said) -> None:
        log, number = self._at(line.at), f":{int(found[1]) - 1}"
        later = [deal for deal in log.deals if deal.table.endswith(number) and deal.ended_at > line.at + 0.01]
        self.findings.check("table number", int(found[1]), int(found[1]) if not later else "a table that plays on")

    # Answers

    def _stands_now(self, found: re.Match[str], line: Said) -> None:
        _, left, entries, level, small, big, ante, minutes, average = found.groups()
        log = self._at(line.at)
        self._check_stand(log, line.at, (left, entries, average), None, "")
        self._check_level(log, int(level), line.at)
        self._blinds(log, int(level), small, big, ante)
        self.findings.check("minutes", int(minutes), round(max(0.0, log.begins(int(level) + 1) - line.at) / 60))

    def _chips(self, found: re.Match[str], line: Said) -> None:
        self._shown_chips(found[1], self._at(line.at).chips(line.at))

    def _shown_chips(self, text: str, right: dict[str, int]) -> None:
        for part in text.split(", "):
            who, _, chips = part.rpartition(" ")
            self.findings.check("stack", int(chips), right.get(who))

    def _prizes(self, found: re.Match[str], line: Said) -> None:
        self._shown_prizes(found[1], self._at(line.at))

    def _shown_prizes(self, text: str, log: TournamentLog) -> None:
        right = log.prizes()
        for number, part in enumerate(text.split(", "), 1):
            place, _, prize = part.partition(". ")
            self.findings.check("place", int(place), number)
            self.findings.check("prize", int(prize), right[int(place) - 1])

    def _levels(self, found: re.Match[str], line: Said) -> None:
        log = self._at(line.at)
        for at, part in enumerate(found[1].split()):
            stated = re.fullmatch(r"(\d+)/(\d+)(?:/(\d+))?@([\d.]+)", part)
            assert stated
            self._blinds(log, at + 1, stated[1], stated[2], stated[3])
            self.findings.check("minutes", float(stated[4]), log.levels[at].minutes)

    def _results(self, found: re.Match[str], line: Said) -> None:
        over = [log for log in self.logs if log.record.name == found[1] and log.record.ended_at <= line.at]
        log = max(over, key=lambda log: log.record.ended_at)
        day = self.audit.day_of(log.record.ended_at)
        for stated, right in zip(found.groups()[1:4], day, strict=True):
            self.findings.check("date", int(stated), right)
        self._places(found[5], log, is_all=True, is_blinded="(blinded off)" in found[0])

    def _transfers(self, found: re.Match[str], _line: Said) -> None:
        """Read who won most from whom; how a deal's chips are divided between pairs is the ledger's business."""
        self.findings.skip("chips from one to another", 2 * len(re.findall(r" in \d+ deal", found[1])))
