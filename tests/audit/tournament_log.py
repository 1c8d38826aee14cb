"""A tournament worked out from its deals: chips, who is left, places, prizes, levels."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.audit.course import Course
    from tests.audit.record import Record, TournamentRecord

_SHARES = ((4, (100,)), (7, (65, 35)), (10, (50, 30, 20)), (20, (40, 27, 19, 14)))


class Level(NamedTuple):
    """A level: blinds, ante, minutes."""

    small: int
    big: int
    ante: int
    minutes: float

    def __str__(self) -> str:
        return f"{self.small}/{self.big}" + f" ante {self.ante}" * bool(self.ante)


class _Deal(NamedTuple):
    """The end of a deal: when, the chips before it and after it by nick."""

    big_blind: int
    ended_at: float
    before: dict[str, int]
    after: dict[str, int]
    table: str


def _last(deals: list[_Deal], at: float) -> _Deal:
    return max([deal for deal in deals if deal.ended_at <= at + 0.001], key=lambda deal: deal.ended_at)


def _first(deals: list[_Deal], at: float) -> _Deal:
    return min([deal for deal in deals if deal.ended_at > at], key=lambda deal: deal.ended_at)


class TournamentLog:
    """A tournament from its first deal to its last.

    Attributes:
        record: its record.
        levels: its levels.
        issued: all chips.
    """

    def __init__(
        self, record: Record, over: TournamentRecord, levels: tuple[Level, ...], course: Callable[[str], Course | None]
    ) -> None:
        self.record = over
        self.levels = levels
        self.deals: list[_Deal] = []
        self.start: dict[str, int] = {}
        for deal in record.deals.values():
            found = course(deal.deal_id) if deal.table.startswith(f"table:{over.tournament_id}:") else None
            if found is None:
                continue
            final = found.final_stacks()
            before = dict(zip(deal.nicks, found.setup["stacks"], strict=True))
            after = {nick: final[number] for nick, number in zip(deal.nicks, deal.numbers, strict=True)}
            self.deals.append(_Deal(max(found.setup["blinds"]), deal.ended_at, before, after, deal.table))
            for nick, chips in before.items():
                self.start.setdefault(nick, chips)
        self.issued = sum(self.start.values())

    @property
    def entries(self) -> int:
        """How many entered."""
        return len(self.record.finishes)

    def chips(self, at: float) -> dict[str, int]:
        """Return the chips of everybody after the deals that had ended at a time."""
        found = dict(self.start)
        for deal in self.deals:
            if deal.ended_at <= at + 0.001:
                found |= deal.after
        return found

    def left(self, at: float) -> int:
        """Return how many had chips at a time."""
        return sum(chips > 0 for chips in self.chips(at).values())

    def average(self, at: float) -> int:
        """Return the average chips of those left."""
        return self.issued // max(1, self.left(at))

    def big_blinds(self, at: float) -> set[int]:
        """Return the big blinds of the deals around a time: that of the last deal and of the next at each table."""
        found: set[int] = set()
        for table in {deal.table for deal in self.deals}:
            deals = [deal for deal in self.deals if deal.table == table]
            found |= {deal.big_blind for deal in deals if deal.ended_at <= at + 0.001 and deal == _last(deals, at)}
            found |= {deal.big_blind for deal in deals if deal.ended_at > at and deal == _first(deals, at)}
        return found

    def leads(self, nick: str, at: float) -> int:
        """Return the chips of somebody who leads at a time; -1 if somebody has more."""
        chips = self.chips(at)
        return chips.get(nick, -1) if chips.get(nick) == max(chips.values()) else -1

    def place(self, nick: str) -> tuple[int, int, int]:
        """Return the place of somebody who is out, by how many it is shared, and how many were left then."""
        left = len(self.start)
        for deal in sorted(self.deals, key=lambda deal: deal.ended_at):
            out = {who: deal.before[who] for who, chips in deal.after.items() if not chips}
            if nick in out:
                worse = sum(chips < out[nick] for chips in out.values())
                same = sum(chips == out[nick] for chips in out.values())
                return left - worse - same + 1, same, left - len(out)
            left -= len(out)
        # It was over when only robots were left, or one player: more chips are a better place.
        chips = self.chips(self.record.ended_at)
        same = sum(other == chips[nick] for other in chips.values())
        return 1 + sum(other > chips[nick] for other in chips.values()), same, left

    def prizes(self) -> list[int]:
        """Return the prizes, the best first."""
        shares = next(shares for most, shares in _SHARES if self.entries <= most)
        found = [self.record.paid * share // 100 for share in shares]
        for at in range(self.record.paid - sum(found)):
            found[at] += 1
        return found if self.record.paid else []

    def prize(self, nick: str) -> int:
        """Return the prize of somebody by their place."""
        place, shared, _ = self.place(nick)
        paid = [*self.prizes(), *[0] * self.entries]
        return sum(paid[place - 1 : place - 1 + shared]) // shared

    def begins(self, number: int) -> float:
        """Return when the time of a level begins, from 1."""
        return self.record.begun_at + 60 * sum(level.minutes for level in self.levels[: number - 1])
