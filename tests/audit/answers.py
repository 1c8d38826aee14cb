"""Answers to questions: how the table stands, finished deals, why a robot did something, which cards to keep."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from tests.audit.course import Course, Moment, names
from tests.audit.naive_cards import Cards, Chance, codes, rank_of
from tests.audit.story import Story
from tests.audit.tournament_lines import is_of_tournament

if TYPE_CHECKING:
    from tests.audit.lines import LineAudit, Said

_CARD = r"[2-9TJQKA][cdhs]"
_GAME = r"(?:no-limit|pot-limit|limit) (?:hold'em|Omaha|five-card draw)"
_TABLE = re.compile(
    _GAME + r", ((?:blinds \d+/\d+)?(?:, )?(?:ante \d+)?)(?: \| #(\d+)(?: \| (?:FLOP|TURN|RIVER) [^|]*)? \| pot (\d+)"
    r"(?: \| (?:(\S+) to act(?:, (\d+) to call)?(?:, (\d+) s left)?|all-in))?| \| No deal is in progress\.)"
)
_ROW = re.compile(r"(\d+)\. (?:(?:SB|BB|UTG(?:\+\d)?|LJ|HJ|CO|BTN|MP\d?) )?(\S+) (\d+)((?:, [^,|]+)*)")
_HISTORY = re.compile(r"#(\d+) " + _GAME + r": ([+-]\d+), (.*?)( \| .*)?")
_TURNED = re.compile(r"(\S+) wins? (\d+)")
_REPLAY = re.compile(r"#(\d+) " + _GAME + r" \| (.*)")
_NETS = re.compile(r"(?:\S+ [+-]\d+(?:, )?)+")
_WHY = re.compile(
    r"#(\d+) (\S+), (before the flop|flop|turn|river|(?:before|after|at) the draw)"
    rf"(?:, {_CARD}[^:]*)?: (.*)"
)
_STREETS = {
    "before the flop": 0, "flop": 1, "turn": 2, "river": 3, "before the draw": 0, "at the draw": 1, "after the draw": 1
}  # fmt: skip
_ACT = re.compile(r"(folds|checks|calls|bets|raises to|draws|stands pat)(?: (\d+)(?: cards?)?)?")
_YOUR_TURN = re.compile(r".*[.:] Your turn: (.*)")
_HINT = re.compile(r"Keep (.*?) ?\(!(?:keep ([\d ]+|none)|pat)\)(?:: improves (\d+) % of the time)?")
_SAMPLE = 5000
_KINDS = (10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462)


def kind_of(hand: tuple[int, ...]) -> int:
    """Return the kind of a hand of five cards: 0 for a straight flush to 8 for a high card."""
    rank = rank_of("draw", hand, ())
    return next(at for at, least in enumerate(_KINDS) if rank <= least)


@cache
def chance_of_better(hand: Cards, held: Cards) -> Chance:
    """Return how often a draw makes a better kind of hand; the bot counts up to three cards, and samples more."""
    left, size = [card for card in range(52) if card not in hand], 5 - len(held)
    part = sum(kind_of((*held, *rest)) < kind_of(hand) for rest in combinations(left, size)) / comb(47, size)
    return Chance(100 * part, 0.5 + (400 * (part * (1 - part) / _SAMPLE) ** 0.5 if size > 3 else 0.0))


class Answers:
    """The audit of answers."""

    def __init__(self, audit: LineAudit) -> None:
        self.audit, self.findings = audit, audit.findings
        self._replays: dict[str, tuple[float, Story]] = {}

    def line(self, line: Said, body: str, story: Story) -> bool:
        """Read a line; return whether it was one of these."""
        if found := _TABLE.fullmatch(body):
            self._table(found, story, line)
        elif all(_ROW.fullmatch(part) for part in body.split(" | ")):
            for part in body.split(" | "):
                self._row(part, story, line.at)
        elif found := _REPLAY.fullmatch(body):
            self._begin_replay(found, line)
        elif (found := _HISTORY.fullmatch(body)) and " | " not in found[3]:
            self._history(found, line.target)
        elif found := _WHY.fullmatch(body):
            self._why(found)
        elif (found := _YOUR_TURN.fullmatch(body)) and not body.startswith("your turn"):
            if story.reach(line.target, is_draw="!keep" in body):
                story.options(found[1])
        elif found := _HINT.fullmatch(body):
            self._hint(found, story)
        else:
            return self._goes_on(line, body)
        return True

    # The table

    def _table(self, found: re.Match[str], story: Story, line: Said) -> None:
        stakes, deal, pot, actor, price, seconds = found.groups()
        course = story.course
        if course is None:
            return
        for kind, stated, right in _stakes(stakes, course):
            self.findings.check(kind, stated, right)
        if deal is None:
            return
        self.findings.check("deal", deal, course.record.deal_id)
        if actor and not story.reach(actor, is_draw=story.is_drawing(actor)):
            self.findings.fault("actor", actor, "somebody else's turn")
        self.findings.check("pot", int(pot), story.moment.pot)
        if price:
            self.findings.check("price", int(price), story.moment.call)
        if seconds:
            left = story.turn_at + story.turn_seconds - line.at
            self.findings.check("seconds", int(seconds), int(seconds) if abs(int(seconds) - left) < 0.51 else left)

    def _row(self, text: str, story: Story, at: float) -> None:
        found = _ROW.fullmatch(text)
        course = story.course
        if found is None or course is None:
            return
        number, who, stack, notes = found.groups()
        seat = course.seat_of(who)
        if seat is None or story.moment.actor is None:
            is_known = is_of_tournament(course) or story.knows(who)
            right = self.audit.tournaments.chips_now(who, at) if is_of_tournament(course) else story.stacks.get(who)
            if is_known:
                self.findings.check("stack", int(stack), right)
            else:
                self.findings.skip("stack of somebody who has had none here")
            self.findings.skip("seat number between deals")
            return
        self.findings.check("seat number", int(number), course.record.numbers[seat] + 1)
        self.findings.check("left", int(stack), story.moment.stacks[seat])
        bet = re.search(r", bet (\d+)", notes)
        if bet:
            self.findings.check("bet", int(bet[1]), story.moment.bets[seat])
        elif story.moment.bets[seat]:
            self.findings.fault("bet", 0, story.moment.bets[seat])
        if (", folded" in notes) is (seat in story.moment.in_hand):
            self.findings.fault("in hand", notes, seat in story.moment.in_hand)

    # Finished deals

    def _history(self, found: re.Match[str], who: str) -> None:
        deal, net, ends, _ = found.groups()
        course = self.audit.course(deal)
        self.findings.check("deal", deal, deal if course is not None else None)
        if course is None:
            return
        self._net(course, who, net)
        won = course.won()
        for winner, chips in _TURNED.findall(ends):
            seat = course.seat_of(who if winner == "you" else winner)
            self.findings.check("won", int(chips), None if seat is None else won[seat])

    def _net(self, course: Course, who: str, net: str) -> None:
        seat = course.seat_of(who)
        right = None if seat is None else course.won()[seat] - course.put_in()[seat]
        self.findings.check("net", int(net), right)

    def _begin_replay(self, found: re.Match[str], line: Said) -> None:
        course = self.audit.course(found[1])
        self.findings.check("deal", found[1], found[1] if course is not None else None)
        if course is None:
            return
        story = Story(self.findings, line.target, 0.0)
        story.begin(course)
        for part in found[2].split(" | "):
            story.segment(part, line.at)
        self._replays[line.target] = (line.at, story)

    def _goes_on(self, line: Said, body: str) -> bool:
        """Read a further line of a deal that is told once more."""
        at, story = self._replays.get(line.target, (0.0, None))
        if story is None or story.course is None or at != line.at:
            return False
        if _NETS.fullmatch(body):
            for who, net in re.findall(r"(\S+) ([+-]\d+)", body):
                self._net(story.course, line.target if who == "you" else who, net)
            del self._replays[line.target]
        elif re.match(r"you hold |FLOP |TURN |RIVER |\S+ (?:draws?|stands?) ", body):
            for part in body.split(" | "):
                for piece in [part] if re.match(r"[A-Z]{4}", part) else part.split(", "):
                    story.segment(piece, line.at)
        else:
            return False
        return True

    # Robots and advice

    def _why(self, found: re.Match[str]) -> None:
        deal, who, street, does = found.groups()
        course = self.audit.course(deal)
        self.findings.check("deal", deal, deal if course is not None else None)
        act = _ACT.match(does)
        if course is None or act is None:
            return
        moments = [pair for pair in _acts(course, who, act) if pair[0].street == _STREETS[street]]
        if act[2]:
            self.findings.check("action", int(act[2]), int(act[2]) if moments else None)
        percent = re.search(r"(\d+) %", does[act.end() :])
        if percent is None:
            if pot := re.search(r"the pot was (\d+)", does):
                self.findings.check("pot", int(pot[1]), *[moment.pot for moment, _ in moments[:1]] or [None])
            return
        if " with " in does or (" as " in does and "bluff" not in does):
            self.findings.skip("the robot's own chance")
            return
        right = [_needed(act, does, *pair) for pair in moments]
        self.findings.check("needed", int(percent[1]), int(percent[1]) if int(percent[1]) in right else right)

    def _hint(self, found: re.Match[str], story: Story) -> None:
        kept, places, percent = found.groups()
        if story.course is None or story.moment.actor is None:
            return
        hand = story.moment.hands[story.moment.actor]
        held = codes(kept) if places and places != "none" else hand if places is None else ()
        for at, place in enumerate((places or "").split() if held else ()):
            # The order of the cards is theirs who hold them: a number for each card that is kept.
            self.findings.check("card number", 1 <= int(place) <= 5, kept.split()[at] in names(hand))
        if percent is None:
            return
        right = chance_of_better(hand, held)
        self.findings.check("chance", int(percent), int(percent) if right.allows(int(percent)) else right.percent)


def _stakes(text: str, course: Course) -> list[tuple[str, int, int]]:
    found = []
    setup = course.setup
    if blinds := re.search(r"blinds (\d+)/(\d+)", text):
        big = max(setup["blinds"])
        found += [("blinds", int(blinds[1]), setup["full_blinds"] - big), ("blinds", int(blinds[2]), big)]
    if ante := re.search(r"ante (\d+)", text):
        found.append(("ante", int(ante[1]), max(setup["antes"])))
    return found


def _acts(course: Course, who: str, act: re.Match[str]) -> list[tuple[Moment, Moment]]:
    """Return the moments in which somebody did something, each with the one after it."""
    verbs = {"folds": "fold", "checks": "check", "calls": "call", "bets": "bet", "raises to": "raise"}
    verb, found = verbs.get(act[1], "discard"), []
    for number, (seat, action) in enumerate(course.record.actions):
        stated, _, rest = action.partition(" ")
        if course.record.nicks[seat] != who or stated != verb:
            continue
        amount = {"call": course.paid[number], "discard": len(codes(rest)) if verb == "discard" else 0}.get(verb)
        if amount is None:
            amount = int(rest or 0)
        if int(act[2] or 0) == amount:
            found.append((course.moments[number], course.moments[number + 1]))
    return found


def _needed(act: re.Match[str], does: str, moment: Moment, following: Moment) -> int | None:
    """Return the chance that a call needed, of the robot or of the next one after its bet."""
    assert moment.actor is not None
    if act[1] in {"calls", "folds", "checks"}:
        return moment.needed()
    if "bluff" not in does:
        return following.needed() if following.actor is not None else None
    own, rivals = moment.actor, [seat for seat in moment.in_hand if seat != moment.actor]
    most = max(moment.bets[seat] + moment.stacks[seat] for seat in rivals)
    risk = min(int(act[2]), most) - moment.bets[own]
    return min(99, max(1, round(100 * moment.prize(risk) / (moment.prize(risk) + risk))))
