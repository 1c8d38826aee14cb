"""Lines about chips outside a deal: who brings and takes how many, banks, slot machine and video poker."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from tests.audit.course import names
from tests.audit.naive_cards import Cards, codes, rank_of

if TYPE_CHECKING:
    from tests.audit.lines import LineAudit, Said
    from tests.audit.record import Posting
    from tests.audit.story import Story

_CARDS = r"((?:[2-9TJQKA][cdhs] ?){5})"
_NUMBERED = r"((?:[1-5]\) [2-9TJQKA][cdhs] ?){5})"
_SITS = re.compile(
    r"(?:A table of (.*?): )?(\S+) sits down(?: in seat (\d+))? with (\d+) chips?"
    r"(?:, and is dealt in after this deal)?(?:[.;] .*|\.)"
)
_AGAIN = re.compile(r"(\S+) is dealt in again, with (\d+) chips?\.")
_ROBOTS = re.compile(r"(?:Heads-up|(\d+)-handed) (.*), (\d+) chips each\..*")
_BRINGS = re.compile(r"(\S+) brings (\d+) chips?(?: and has (\d+) here|, which count from the next deal on)\.")
_LEAVES = re.compile(r"(\S+) (?:[^;]*?leaves?) with (\d+) chips?")
_BROKE = re.compile(
    r"Out of chips(?: at this table)? \((\d+) in your bank\): (?:!(?:sit|play) [^,]*?(, with a refill of| with) (\d+)"
    r" chips?\.?|!daily brings (\d+) chips?)"
)
_MOST = re.compile(r"you have (\d+) chips? here already: nobody may bring more than (\d+)")
_ROOM = re.compile(r"'(\d+)' is not allowed: expected a whole number from (\d+) to (\d+)")
_REFILLED = re.compile(r"The house fills you up: (\d+) chips? more, refill (\d+) of (\d+) today\.")
_BANK = re.compile(r"(?:(\S+): )?you have (\d+) chips?(?:; (\d+) more (?:are|is) in front of you at tables)?")
_DAILY = re.compile(r"(?:(\S+): )?(\d+) chips? for today: you have (\d+) chips?")
_MACHINE = re.compile(_CARDS + r" \| [^|]+ \| ([+-]\d+) \| (\d+) chips?")
_JACKPOT = re.compile(r"\S+ hits the jackpot: " + _CARDS + r" \| [^|]+ \| (\+\d+)")
_DEALT = re.compile(r"(?:\S+: )?" + _NUMBERED + r" ?\| -(\d+) \| (\d+) chips? \| .*")
_TAKES = re.compile(r"A deal takes about \d+ s here now, .*")
_HINT = re.compile(r"Keep (.*?) ?\(!hold ([\d ]+|none|all)\): it pays ([\d.]+) chips on average")
_COMMITTED = re.compile(r"(?:Spins|Hands) are sealed: ([0-9a-f]{40}) \(!proof\)")
_PAYS = re.compile(r"Pays, times the stake: (.*)")
_STAKES = re.compile(r"Stakes: (\d+) to (\d+), (\d+) by default")
_RETURNS = re.compile(
    r"(In the long run it|With the best holds it) returns(?: in the long run)?,? ?([\d.]+) %"
    r"(?: \((\d+)/(\d+)\))?(?: in the long run)?, hit rate ([\d.]+) %(?: \((\d+)/(\d+)\))?"
)

# The least rank of each hand in the count of 7,462, and how many of 2,598,960 hands make it.
_LEAST = (1, 10, 166, 322, 1599, 1609, 2467, 3325, 4205)
_COUNTS = (4, 36, 624, 3744, 5108, 10200, 54912, 123552, 337920)
_HANDS = (
    *("Royal Flush", "Straight Flush", "Four Of A Kind", "Full House", "Flush"),
    *("Straight", "Three Of A Kind", "Two Pair", "Jacks Or Better"),
)
SLOT = (5000, 500, 150, 50, 30, 20, 9, 5, 2)
VIDEO_POKER = (800, 50, 25, 9, 6, 4, 3, 2, 1)


def pays(table: tuple[int, ...], hand: Cards) -> int:
    """Return how many times the stake a hand of five cards pays."""
    rank = rank_of("draw", hand, ())
    return next((times for least, times in zip(_LEAST, table, strict=True) if rank <= least), 0)


@cache
def mean_pay(held: Cards, dealt: Cards) -> float:
    """Return how many times the stake a hold pays on average."""
    left, size = [card for card in range(52) if card not in dealt], 5 - len(held)
    return sum(pays(VIDEO_POKER, held + rest) for rest in combinations(left, size)) / comb(47, size)


class ChipLines:
    """The audit of lines about chips."""

    def __init__(self, audit: LineAudit) -> None:
        self.audit, self.findings, self.record = audit, audit.findings, audit.record
        self._stake: dict[str, int] = {}
        self._in_play: dict[str, str] = {}

    def line(self, line: Said, body: str, story: Story) -> bool:
        """Read a line; return whether it was one of these."""
        who, at = line.target, line.at
        readers = (
            (_SITS, lambda found: self._sits(found, story, at)),
            (_AGAIN, lambda found: self._stands(story, found[1], found[2])),
            (_ROBOTS, lambda found: self._robots(found, story)),
            (_BRINGS, lambda found: self._brings(found, story, at)),
            (_BROKE, lambda found: self._broke(found, who, story, at)),
            (_MOST, lambda found: self._most(found, who, story)),
            (_ROOM, lambda found: self._room(found, who, story)),
            (_REFILLED, lambda found: self._refilled(found, who, at)),
            (_BANK, lambda found: self._bank(found, who, at)),
            (_DAILY, lambda found: self._daily(found, who, at)),
            (_MACHINE, lambda found: self._machine(found, who)),
            (_JACKPOT, lambda found: self._won(codes(found[1]), found[2])),
            (_DEALT, self._dealt),
            (_TAKES, lambda _: self.findings.skip("estimate")),
            (_HINT, self._hint),
            (_COMMITTED, self._committed),
            (_PAYS, self._pay_table),
            (_STAKES, self._stakes),
            (_RETURNS, self._returns),
        )
        for pattern, read in readers:
            if found := pattern.fullmatch(body):
                read(found)
                return True
        if body.startswith("The table is closed: ") or _LEAVES.search(body):
            for found in map(_LEAVES.match, body.removeprefix("The table is closed: ").split("; ")):
                if found is None:
                    continue
                self.findings.check("taken", int(found[2]), story.stacks.get(story.name(found[1])))
            return True
        return False

    # Tables

    def _sits(self, found: re.Match[str], story: Story, at: float) -> None:
        facts, who, seat, chips = found.groups()
        if facts:
            self._facts(facts, story)
        if seat:
            story.later("seat number", int(seat), lambda course, at: course.record.numbers[at] + 1, who)
        self._check_buy_in(who, int(chips), at)
        story.waits.forget(who)
        self._stands(story, who, chips)

    def _check_buy_in(self, who: str, chips: int, at: float) -> None:
        """Check chips that a person brings to a table against the ledger; robots bring those of the house."""
        if who not in self.record.postings:
            return
        posted = [-each.amount for each in self._posted(who, at) if each.reason == "buy-in"]
        if chips not in posted:
            self.findings.fault("brought", chips, posted)

    def _posted(self, who: str, at: float) -> list[Posting]:
        return [each for each in self.record.postings.get(who, []) if abs(each.at - at) < 0.01]

    def _stands(self, story: Story, who: str, chips: str) -> None:
        """Note the chips that somebody has, for the next deal."""
        story.stacks[who] = int(chips)
        story.later("brought", int(chips), lambda course, at: course.setup["stacks"][at], who)

    def _facts(self, text: str, story: Story) -> None:
        if found := re.search(r"blinds (\d+)/(\d+)", text):
            sizes = (
                lambda course, _: course.setup["full_blinds"] - max(course.setup["blinds"]),
                lambda course, _: max(course.setup["blinds"]),
            )
            for digits, size in zip(found.groups(), sizes, strict=True):
                story.later("blinds", int(digits), size)
        if found := re.search(r"ante (\d+)", text):
            story.later("ante", int(found[1]), lambda course, _: max(course.setup["antes"]))

    def _robots(self, found: re.Match[str], story: Story) -> None:
        self._facts(found[2], story)
        if found[1]:
            story.later("players", int(found[1]), lambda course, _: course.seats)
        story.later("brought", int(found[3]), lambda course, _: max(course.setup["stacks"]))

    def _brings(self, found: re.Match[str], story: Story, at: float) -> None:
        who, more, has = found.groups()
        posted = [-each.amount for each in self._posted(who, at) if each.reason == "buy-in"]
        self.findings.check("brought", int(more), int(more) if int(more) in posted else None)
        if has:
            if int(has) != story.stacks.get(who, 0) + int(more):
                self.findings.fault("stack", has, story.stacks.get(who, 0) + int(more))
            self._stands(story, who, has)
        else:
            story.add(who, int(more))

    def _broke(self, found: re.Match[str], who: str, story: Story, at: float) -> None:
        held = self.record.balance(who, at)
        self.findings.check("bank", int(found[1]), held)
        if found[4]:
            self.findings.check("offer", int(found[4]), 100)
        elif "refill" in found[2]:
            self.findings.check("offer", int(found[3]), 100 - held)
        else:
            usual = 200 if story.course is not None and story.course.is_draw_game else 500
            self.findings.check("offer", int(found[3]), min(usual, held))

    def _most(self, found: re.Match[str], who: str, story: Story) -> None:
        held = story.now_at(who)
        self.findings.check("stack", int(found[1]), held)
        self.findings.check("offer", int(found[2]), max(held, 2000))

    def _room(self, found: re.Match[str], who: str, story: Story) -> None:
        room = 2000 - story.now_at(who)
        self.findings.check("offer", int(found[1]) > room, True)
        self.findings.check("offer", int(found[2]), 1)
        self.findings.check("offer", int(found[3]), room)

    def _refilled(self, found: re.Match[str], who: str, at: float) -> None:
        refills = [each for each in self.record.postings.get(who, []) if each.reason == "refill" and each.at <= at]
        self.findings.check("offer", int(found[1]), refills[-1].amount if refills else None)
        self.findings.check("refill", int(found[2]), len(refills))
        self.findings.check("refill", int(found[3]), 5)

    # Bank and machines

    def _bank(self, found: re.Match[str], who: str, at: float) -> None:
        nick = found[1] or who
        self.findings.check("bank", int(found[2]), self.record.balance(nick, at))
        if found[3]:
            stacks = [story.now_at(nick) for story in self.audit.stories.values() if story.knows(nick)]
            self.findings.check("bank", int(found[3]), sum(stacks))

    def _daily(self, found: re.Match[str], who: str, at: float) -> None:
        nick = found[1] or who
        given = [each.amount for each in self._posted(nick, at) if each.reason == "daily"]
        self.findings.check("bank", int(found[2]), given[-1] if given else None)
        self.findings.check("bank", int(found[3]), self.record.balance(nick, at))

    def _after(self, key: str) -> int | None:
        """Return the chips of the player after the last posting with a key that begins so."""
        found = [each for postings in self.record.postings.values() for each in postings if each.key.startswith(key)]
        return found[-1].balance if found else None

    def _machine(self, found: re.Match[str], who: str) -> None:
        cards, net, chips = found.groups()
        deal, kind = self._won(codes(cards), net)
        if kind == "videopoker":
            self._in_play.pop(who, None)
        self.findings.check("bank", int(chips), self._after(f"{kind}:{deal}:"))

    def _won(self, hand: Cards, net: str) -> tuple[str, str]:
        """Check what a hand at a machine wins or loses; return its deal and kind of game."""
        deal, kind = self._deal_of(hand)
        if not deal:
            self.findings.fault("cards", names(hand), "no deck")
            return deal, kind
        staked = next(
            -each.amount for postings in self.record.postings.values() for each in postings if f":{deal}:" in each.key
        )
        self.findings.check("payout", int(net), (pays(SLOT if kind == "slot" else VIDEO_POKER, hand) - 1) * staked)
        return deal, kind

    def _deal_of(self, hand: Cards) -> tuple[str, str]:
        """Return the last deal of a machine that can have ended with a hand, and its kind; nothing if there is none."""
        for deal, shuffle in reversed(self.record.shuffles.items()):
            if shuffle.kind not in {"slot", "videopoker"} or not shuffle.proof:
                continue
            deck = shuffle.deck(deal)
            drawn = iter(deck[5:] if shuffle.kind == "videopoker" else ())
            if all(card == dealt or card == next(drawn, None) for card, dealt in zip(hand, deck[:5], strict=True)):
                return deal, shuffle.kind
        return "", ""

    def _dealt(self, found: re.Match[str]) -> None:
        hand = codes(re.sub(r"\d\) ", "", found[1]))
        for at, number in enumerate(re.findall(r"(\d)\) ", found[1]), 1):
            self.findings.check("card number", int(number), at)
        self.findings.read["example"] += 2  # `!hold 1 3`
        deal = next(
            (
                deal
                for deal, shuffle in reversed(self.record.shuffles.items())
                if shuffle.kind == "videopoker" and shuffle.proof and shuffle.deck(deal)[:5] == hand
            ),
            None,
        )
        if deal is None:
            self.findings.fault("cards", found[1], "no deck")
            return
        postings = [
            each
            for postings in self.record.postings.values()
            for each in postings
            if each.key.startswith(f"videopoker:{deal}:")
        ]
        self.findings.check("stake", int(found[2]), -postings[0].amount)
        self.findings.check("bank", int(found[3]), postings[0].balance)
        self._in_play["last"] = deal
        self._stake[deal] = int(found[2])

    def _hint(self, found: re.Match[str]) -> None:
        kept, places, chips = found.groups()
        deal = self._in_play.get("last", "")
        dealt = self.record.shuffles[deal].deck(deal)[:5]
        held = () if places == "none" else tuple(map(int, places.split())) if places != "all" else (1, 2, 3, 4, 5)
        for at in range(len(held)):
            self.findings.check("card number", held[at], names(dealt).index(kept.split()[at]) + 1)
        mean = mean_pay(tuple(dealt[at - 1] for at in held), dealt)
        self.findings.check("mean", chips, f"{mean * self._stake[deal]:.2f}")

    def _committed(self, found: re.Match[str]) -> None:
        if not any(shuffle.commitment.startswith(found[1]) for shuffle in self.record.shuffles.values()):
            self.findings.fault("deal", found[1], None)

    def _pay_table(self, found: re.Match[str]) -> None:
        stated = {name: int(times) for name, times in re.findall(r"([A-Z][A-Za-z ]+?) (\d+)", found[1])}
        table = SLOT if stated.get("Royal Flush") == SLOT[0] else VIDEO_POKER
        right = dict(zip(_HANDS, table, strict=True))
        for name, times in stated.items():
            self.findings.check("times", times, right.get(name))

    def _stakes(self, found: re.Match[str]) -> None:
        for stated, right in zip(found.groups(), (1, 1000, 10), strict=True):
            self.findings.check("stake", int(stated), right)

    def _returns(self, found: re.Match[str]) -> None:
        how, part, top, bottom, hits, hit, of = found.groups()
        if how.startswith("With"):
            self.findings.check("return", part, "99.544")  # 9/6 jacks or better, as everybody counts it.
            self.findings.check("return", hits, "45.457")
        else:
            total = sum(count * times for count, times in zip(_COUNTS, SLOT, strict=True))
            self.findings.check("return", part, f"{100 * total / 2598960:.3f}")
            self.findings.check("return", hits, f"{100 * sum(_COUNTS) / 2598960:.3f}")
            for above, below, right in ((top, bottom, total), (hit, of, sum(_COUNTS))):
                self.findings.check("return", int(above) * 2598960, right * int(below))
                self.findings.read["return"] += 1
