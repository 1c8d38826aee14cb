"""Keeps the index of a ledger up to date, from the figures that it stores with each hand."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec.structs import astuple

from ircpoker.records.statistics.counters import SeatCount
from ircpoker.records.statistics.deals import depth_of, kind_of
from ircpoker.records.statistics.index import CountedSeat, StatisticsIndex
from ircpoker.runtime.json_text import to_json
from ircpoker.table.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ircpoker.ledger import CountedRow, HandFigures, Ledger

    Recount = Callable[[str], Mapping[int, HandFigures]]

WINDOW = 20_000
"""The hands of a ledger that are read at once."""
SETTLED_MS = 60_000
"""Hands younger than this are read again the next time: several bots may store theirs in another order."""
_FIGURES = 9
"""The place of the figures in a row, which follow what says whose they are."""
ROBOT, PERSON = "robot:", "account:"
"""What is in front of a robot's name, and of the number of a person's account, among the players of a ledger."""


class LedgerIndex:
    """Keeps the index of a ledger up to date.

    Attributes:
        key: the source in the index.
        left_out: the hands that could not be counted, because they are too old.
        is_stored: whether the index has all hands now; not if some are too young.
    """

    def __init__(self, index: StatisticsIndex, ledger: Ledger, key: str, recount: Recount) -> None:
        """Connect the two.

        Args:
            index: the index.
            ledger: the ledger.
            key: the name of the ledger in the index.
            recount: returns the figures of a hand without figures, by the table's seats; empty if they are lost.
        """
        self._index = index
        self._ledger = ledger
        self.key = key
        self._recount = recount
        self.left_out = 0
        self.is_stored = True

    def update(self, now_ms: int, report: Callable[[int, int], object] = lambda _done, _total: None) -> None:
        """Read the hands that the index lacks.

        Args:
            now_ms: the time, in milliseconds since 1970 UTC.
            report: is called with the number of hands read and their total.
        """
        merges = self._ledger.merges()
        stamp = self._stamp(merges)
        last = self._ledger.last_hand_id()
        first = at = _hand_of(stamp)
        while at < last:
            rows = self._ledger.counted_rows(at, at + WINDOW)
            settled = [row for row in rows if row.ended_at <= now_ms - SETTLED_MS]
            young = [row for row in rows if row.ended_at > now_ms - SETTLED_MS]
            if young:
                settled = [row for row in settled if row.hand_id < young[0].hand_id]
            if settled:
                following = _stamp_at(settled[-1], merges)
                if not self._index.extend(self.key, following, self._seats(settled), before=stamp):
                    self.update(now_ms, report)
                    return
                stamp = following
            if young:
                self.is_stored = False
                at = _hand_of(stamp)
                self._index.for_now(self.key, self._seats(self._ledger.counted_rows(at, last)))
                break
            at += WINDOW
            report(min(at, last) - first, last - first)

    def _stamp(self, merges: int) -> str:
        """Return the stamp; a source that does not fit the ledger any more is forgotten."""
        stamp = self._index.stamp(self.key)
        hand = _hand_of(stamp)
        if hand:
            rows = self._ledger.counted_rows(hand - 1, hand)
            if not rows or _stamp_at(rows[0], merges) != stamp:
                self._index.forget(self.key)
                return ""
        return stamp

    def _seats(self, rows: list[CountedRow]) -> Iterator[CountedSeat]:
        recounted: tuple[str, Mapping[int, HandFigures]] = ("", {})
        for row in rows:
            # Unpacked at once, because a ledger may have millions of rows.
            _, deal_id, seat, player, robot, game, big_blind, _, net, *_ = row
            figures: tuple[Any, ...] = row[_FIGURES:]
            if figures[0] is None or game not in GAMES or not big_blind:
                if deal_id != recounted[0]:
                    recounted = (deal_id, self._recount(deal_id) if game in GAMES and big_blind else {})
                    self.left_out += not recounted[1]
                if not recounted[1]:
                    continue
                figures = astuple(recounted[1][seat])
            flags, bets, raises, calls, position, stack, cards = figures
            counted = SeatCount(flags, bets, raises, calls)
            depth = depth_of(stack, big_blind)
            who, kind = _player_key(player, robot), kind_of(cards) if cards else ""
            yield CountedSeat(who, game, position, depth, 0, counted, net, net / big_blind, kind)


@lru_cache(4096)
def _player_key(player: int | None, robot: str) -> str:
    return f"{ROBOT}{robot}" if robot else f"{PERSON}{player}"


def _stamp_at(row: CountedRow, merges: int) -> str:
    """Return the stamp of a ledger that is read up to a hand; an account that is merged moves hands of before."""
    return to_json([row.hand_id, row.deal_id, row.ended_at, merges])


def _hand_of(stamp: str) -> int:
    """Return the last hand of a stamp; 0 for none."""
    return int(json.loads(stamp)[0]) if stamp else 0
