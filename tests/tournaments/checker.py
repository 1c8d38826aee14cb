"""An independent checker of tournaments, written from the rules of docs/tournaments.md alone.

It sees what everybody sees, after each change: who sits where with how many chips, the blinds of the last deal, and
which deal is in progress. It shares no code with the product's rules.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any

Seats = dict[int, tuple[int, int]]


class BrokenRuleError(AssertionError):
    """A rule was broken."""


@dataclass
class Snapshot:
    """A table at a moment.

    Attributes:
        seats: by seat, the entry and its chips, with those in the pot.
        blinds: the seats of the last small and big blind, and of the button; None before the first deal.
        deal: the deal in progress; empty between deals.
        sizes: the small and the big blind, and the ante.
        dealt: the entries in the deal in progress.
        done: the last finished deal.
    """

    seats: Seats
    blinds: tuple[int, int, int] | None
    deal: str
    sizes: tuple[int, int, int]
    dealt: tuple[int, ...]
    last: str


@dataclass
class Checker:
    """Looks at a tournament after each change.

    Attributes:
        seats: the seats of a table.
        stack: the chips of an entry.
        levels: the sizes of the levels in order.
        paid: how many places are paid; 0 while that is not fixed.
        changes: how many it has seen.
        idle_at: the last of them at which no deal was in progress.
        begun: at which of them the last deal of each table began.
        begun_at: the time of that.
        entries: the number of entries, also those that came late.
        bought: the chips of re-buys and add-ons.
        order: the order in which tables are broken.
    """

    seats: int
    stack: int
    levels: list[tuple[int, int, int]]
    order: tuple[int, ...] = ()
    paid: int = 0
    entries: int = 0
    bought: int = 0
    round_at: float = 0.0
    bubble_since: int | None = None
    changes: int = 0
    idle_at: int = 0
    level: int = 0
    failed: str = ""
    now: float = 0.0
    tables: dict[int, Snapshot] = field(default_factory=dict)
    begun: dict[int, int] = field(default_factory=dict)
    begun_at: dict[int, float] = field(default_factory=dict)
    start: dict[int, int] = field(default_factory=dict)
    out: list[list[int]] = field(default_factory=list)
    round: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    dealt: dict[int, set[int]] = field(default_factory=dict)
    deals: int = 0
    moves: int = 0

    def fail(self, rule: str, *facts: Any) -> None:
        self.failed = self.failed or f"{rule}: {facts}"
        raise BrokenRuleError(self.failed)

    def see(self, tables: dict[int, Snapshot], now: float) -> None:
        """Look at the tables after a change; nothing more is told of a tournament that has broken a rule."""
        if self.failed:
            return
        if self.round and now > self.round_at and not any(table.deal for table in self.tables.values()):
            self._rank()
        self.now = now
        self.changes += 1
        before, self.tables = self.tables, tables
        if not any(table.deal for table in tables.values()):
            self.idle_at = self.changes
        if not before:
            self._begin(tables)
        self._chips(tables)
        self._who_is_out(before, tables)
        self._moves(before, tables)
        deals = {number: was.deal for number, was in before.items()}
        begun = [number for number in sorted(tables) if tables[number].deal not in ("", deals.get(number))]
        self.begun_at |= dict.fromkeys(begun, now)
        for number in begun:
            self._deal_begins(number, before.get(number), tables)
        self._deals_that_came_and_went(before, tables)

    def _begin(self, tables: dict[int, Snapshot]) -> None:
        sizes = [len(table.seats) for table in tables.values()]
        if max(sizes) - min(sizes) > 1:
            self.fail("the draw makes tables equal to within one", sizes)

    def _chips(self, tables: dict[int, Snapshot]) -> None:
        chips = [own for table in tables.values() for _, own in table.seats.values()]
        expected = self.entries * self.stack + self.bought
        if sum(chips) != expected or min(chips, default=0) < 0:
            self.fail("the chips of the tournament are those that were bought", sum(chips), expected)
        everybody = [entry for table in tables.values() for entry, _ in table.seats.values()]
        if len(set(everybody)) != len(everybody):
            self.fail("nobody sits twice", everybody)

    # Out

    def _who_is_out(self, before: dict[int, Snapshot], tables: dict[int, Snapshot]) -> None:
        there = {entry for table in tables.values() for entry, _ in table.seats.values()}
        left = len(there)
        for number, was in before.items():
            gone = [(entry, self.start.get(entry, 0)) for entry, _ in was.seats.values() if entry not in there]
            if not gone:
                continue
            begun = self.begun.get(number, 0) if was.deal else self.changes
            self.round.setdefault(number, []).extend(gone)
            self.round_at = self.now
            # Deals that began before the bubble are no round: whoever is out in them has a place at once.
            is_round = len(before) > 1 and self.bubble_since is not None and begun > self.bubble_since
            if not is_round:
                self._rank()
        if not self.round:
            is_bubble = bool(self.paid) and left == self.paid + 1 and len(tables) > 1
            self.bubble_since = (self.bubble_since or self.changes) if is_bubble else None

    def _rank(self) -> None:
        """Give those who are out in a hand, or in a round of hand for hand, their order."""
        groups_of = [group for group in self.round.values() if group]
        ranked = [sorted({chips for _, chips in group}, reverse=True) for group in groups_of]
        groups: list[list[int]] = []
        for rank in range(max(map(len, ranked))):
            best = []
            for group, stacks in zip(groups_of, ranked, strict=True):
                if rank < len(stacks):
                    best += [entry for entry, chips in group if chips == stacks[rank]]
            groups.append(best)
        self.out += reversed(groups)
        self.round = {}

    # Moves

    def _moves(self, before: dict[int, Snapshot], tables: dict[int, Snapshot]) -> None:
        where = {entry: number for number, table in before.items() for entry, _ in table.seats.values()}
        moved: dict[int, list[tuple[int, int, int]]] = {}
        for number, table in tables.items():
            for seat, (entry, _) in table.seats.items():
                if before and where.get(entry, number) != number:
                    moved.setdefault(where[entry], []).append((entry, number, seat))
        broken = [number for number in before if number not in tables]
        left = sum(len(table.seats) for table in tables.values())
        if broken and len(tables) > 1:
            first = next(number for number in self.order if number in before)
            if len(broken) > 1 or broken[0] != first:
                self.fail("tables are broken in the order of the draw", broken, first)
            if left > self.seats * len(tables):
                self.fail("a table is broken when the others have the seats", left)
        if len(tables) > 1 and left <= self.seats and not any(table.deal for table in tables.values()):
            for number, table in tables.items():
                was = before.get(number)
                if was and was.deal and not table.deal:
                    return  # The tournament is about to seat the final table.
        arrived: dict[int, list[int]] = {}
        for source, group in moved.items():
            if source in broken or len(tables) == 1:
                continue
            for entry, target, seat in group:
                self._balancing_move(before, source, entry, target)
                arrived.setdefault(target, []).append(seat)
        if not broken:
            for target, taken in arrived.items():
                self._worst_seats(before, target, taken)

    def _worst_seats(self, before: dict[int, Snapshot], target: int, arrived: list[int]) -> None:
        """Check that those who came took the free seats that pay the big blind soonest, but not the small blind."""
        taken = {s for s in before[target].seats if s in self.tables[target].seats}
        last = self._last_blinds(before, target)
        if last is None:
            return
        if last[1] in arrived:
            self.fail("nobody is moved into the small blind", target, arrived)
        later = [s % self.seats for s in range(last[1] + 1, last[1] + self.seats) if s % self.seats not in taken]
        if set(arrived) != set(later[: len(arrived)]):
            self.fail("moved is to the worst seat", target, arrived, later)

    def _last_blinds(self, before: dict[int, Snapshot], number: int) -> tuple[int, int, int] | None:
        """Return the last blinds of a table when somebody was moved, perhaps just before a deal that has begun."""
        has_begun = self.tables[number].deal not in ("", before[number].deal)
        return (before if has_begun else self.tables)[number].blinds

    def _balancing_move(self, before: dict[int, Snapshot], source: int, entry: int, target: int) -> None:
        self.moves += 1
        blinds = self._last_blinds(before, source)
        was = {**{s: e for s, (e, _) in self.tables[source].seats.items()}}
        own = next(s for s, (e, _) in before[source].seats.items() if e == entry)
        was[own] = entry
        if blinds is not None:
            big = next(
                s % self.seats for s in range(blinds[1] + 1, blinds[1] + 1 + self.seats) if s % self.seats in was
            )
            if was[big] != entry:
                self.fail("moved is who would pay the next big blind", entry, was[big])
        sizes = {number: len(table.seats) for number, table in self.tables.items()}
        if sizes[source] < sizes[target] - 1:
            self.fail("a move balances", sizes, source, target)

    # Deals

    def _deal_begins(self, number: int, was: Snapshot | None, tables: dict[int, Snapshot]) -> None:
        table = tables[number]
        self.deals += 1
        sizes = {each: len(other.seats) for each, other in tables.items()}
        if len(tables) > 1 and not self.round:
            if sizes[number] <= max(sizes.values()) - 3:
                self.fail("a table three short waits", number, sizes)
            if sizes[number] == max(sizes.values()) > min(sizes.values()) + 1:
                self.fail("tables are balanced to within one before the fullest plays on", number, sizes)
            if sum(sizes.values()) <= self.seats:
                self.fail("a final table is made as soon as there is one", sizes)
        self._level(table.sizes)
        self._blinds(number, table, was)
        chips = dict(table.seats.values())
        must = {entry for entry in chips if not self._waits(number, was, table, entry)}
        if not set(table.dealt) >= must:
            self.fail("everybody with chips is dealt in", table.dealt, sorted(chips), table.blinds)
        self.dealt[number] = set(table.dealt)
        self.start |= chips
        before, self.begun[number] = self.begun.get(number, 0), self.changes
        if self.paid and sum(sizes.values()) == self.paid + 1 and len(tables) > 1:
            others = [each for each, other in tables.items() if other.deal and self.begun_at[each] < self.now]
            if others or before > self.idle_at:
                self.fail("hand for hand tables wait for each other, and begin together", number, others)

    def _waits(self, number: int, was: Snapshot | None, table: Snapshot, entry: int) -> bool:
        """Return whether a newcomer sits between the button and the small blind, or would be the small blind.

        If two are dealt in, the button is the small blind's: three would have it where the last small blind was.
        """
        if table.blinds is None or entry in self.dealt.get(number, set()):
            return False
        seat = next(s for s, (e, _) in table.seats.items() if e == entry)
        small, end, button = table.blinds
        if small != button:
            end = small
        elif was is not None and was.blinds is not None:
            button = was.blinds[0]
        return (seat - button) % self.seats < (end - button) % self.seats

    def _level(self, sizes: tuple[int, int, int]) -> None:
        if sizes not in self.levels:
            self.fail("blinds are those of a level", sizes)
        level = self.levels.index(sizes)
        if not self.level <= level <= self.level + 1:
            self.fail("levels follow each other, one at a time", self.level, level)
        self.level = level

    def _blinds(self, number: int, table: Snapshot, was: Snapshot | None) -> None:
        if was is None or was.blinds is None or table.blinds is None:
            return
        _, big, _ = was.blinds
        playing = sorted(table.seats)
        expected = next(s % self.seats for s in range(big + 1, big + 1 + self.seats) if s % self.seats in playing)
        if table.blinds[1] != expected:
            self.fail("the big blind moves to the next player", number, was.blinds, table.blinds, playing)
        if len(playing) > 2 and len(table.dealt) > 2 and table.blinds[0] != big:
            self.fail("the small blind is where the big blind was", number, was.blinds, table.blinds)

    def _deals_that_came_and_went(self, before: dict[int, Snapshot], tables: dict[int, Snapshot]) -> None:
        """Look at deals of robots, which begin and end in one change."""
        for number, table in tables.items():
            was = before.get(number)
            if was is None or table.last in (was.last, was.deal):
                continue
            self.deals += 1
            self._level(table.sizes)

    # The end

    def finished(self, places: list[tuple[int, int, int]], pool: int, prizes: list[int], *, divided: bool) -> None:
        """Look at the results.

        Args:
            places: of each entry the number, the place and the prize.
            pool: the buy-ins.
            prizes: the prizes of the places, the best first.
            divided: whether those who were left have divided their prizes.
        """
        if sum(prize for _, _, prize in places) != pool or sum(prizes) != pool:
            self.fail("payouts equal the buy-ins", places, pool)
        if any(worse > better for better, worse in itertools.pairwise(prizes)):
            self.fail("better places are paid more", prizes)
        if self.round:
            self._rank()
        got = {entry: place for entry, place, _ in places}
        left = min((got[entry] for group in self.out for entry in group), default=len(places) + 1) - 1
        if divided and sum(prize for _, at, prize in places if at <= left) != sum(prizes[:left]):
            self.fail("those who are left divide their prizes", places, prizes, left)
        for place in {at for at in got.values() if at > left or not divided}:
            own = [prize for _, at, prize in places if at == place]
            if sum(own) != sum(prizes[place - 1 : place - 1 + len(own)]):
                self.fail("a place gets its prize", place, own, prizes)
        place = len(places) + 1
        for group in self.out:
            place -= len(group)
            wrong = [entry for entry in group if got[entry] != place]
            if wrong:
                self.fail("places follow the order of going out", group, place, [got[each] for each in group])
            share = sum(prizes[place - 1 : place - 1 + len(group)])
            own = sorted([prize for entry, _, prize in places if entry in group], reverse=True)
            each, odd = divmod(share, len(group))
            if own != [each + (number < odd) for number in range(len(group))]:
                self.fail("those who share a place share its prizes", group, own, share)
