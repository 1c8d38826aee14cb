"""When and where a deal was played, as a history says it: none of it matters to the rules.

Times are kept in UTC. Most programs that read histories take any time for that of New York, so its summer time is
computed here, by the rules of the United States since 1987: many systems have no table of time zones.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import TypeGuard
from zoneinfo import ZoneInfo

from msgspec import Struct

EASTERN = "America/New_York"
"""The zone of a history that names none."""
MOST_NUMBER = 10**18
"""The highest number of a deal; Python refuses to format much longer numbers."""
MOST_SEAT = 99
_EASTERN_NAMES = {EASTERN, "US/Eastern", "ET", "EST", "EDT", "EST5EDT"}
_MOST_TEXT = 200
_STANDARD, _SUMMER = timedelta(hours=-5), timedelta(hours=-4)
_HOUR = timedelta(hours=1)
_SUNDAY = 6
_YEARS = 64
"""How many years' summers are remembered."""
_SHORTER_SUMMERS = 2006
"""The last year in which summer time lasted from April to October."""


class HandFacts(Struct, frozen=True):
    """The circumstances of a deal.

    Attributes:
        number: its number; 0 if there is none.
        venue: where it was played, such as the name of a network.
        table: the table.
        played_at: when it ended, with its zone; None if not even the day is known.
        seats: the number of each player's seat, in the order of the players; empty if unknown.
        seat_count: the number of seats at the table, also empty ones; 0 if unknown.
        currency: the currency's code, such as `USD`; empty for play money.
    """

    number: int = 0
    venue: str = ""
    table: str = ""
    played_at: datetime | None = None
    seats: tuple[int, ...] = ()
    seat_count: int = 0
    currency: str = ""


NO_FACTS = HandFacts()
"""Those of a history without any."""


def read_facts(fields: Mapping[str, object], players: int) -> HandFacts:
    """Return the facts among the fields of a history; those that make no sense are left out.

    Args:
        fields: the fields as TOML has them.
        players: the number of players.
    """
    number, count = fields.get("hand"), fields.get("seat_count")
    seats = fields.get("seats")
    listed = tuple([seat for seat in seats if _is_whole(seat, MOST_SEAT)]) if isinstance(seats, list) else ()
    has_seats = len(listed) == players == len(set(listed))
    most = max(listed, default=0)
    return HandFacts(
        number=number if _is_whole(number, MOST_NUMBER) else 0,
        venue=_text(fields.get("venue")),
        table=_text(fields.get("table")),
        played_at=_moment(fields),
        seats=listed if has_seats else (),
        seat_count=count if _is_whole(count, MOST_SEAT) and count >= max(players, most if has_seats else 0) else 0,
        currency=_currency(fields),
    )


def to_eastern(moment: datetime) -> datetime:
    """Return a moment as the time of New York, without a zone.

    Examples:
        >>> to_eastern(datetime(2026, 7, 1, 12, tzinfo=UTC)), to_eastern(datetime(2026, 11, 23, 12, tzinfo=UTC))
        (datetime.datetime(2026, 7, 1, 8, 0), datetime.datetime(2026, 11, 23, 7, 0))
    """
    plain = moment.astimezone(UTC).replace(tzinfo=None)
    begins, ends = _summer(plain.year)
    return plain + (_SUMMER if begins - _STANDARD <= plain < ends - _SUMMER else _STANDARD)


def from_eastern(moment: datetime) -> datetime:
    """Return the time of New York as a moment; an hour that comes twice, at the end of summer, is the first one.

    Examples:
        >>> str(from_eastern(datetime(2026, 7, 1, 8)))
        '2026-07-01 12:00:00+00:00'
    """
    begins, ends = _summer(moment.year)
    # The hour that does not exist, at the beginning of summer, counts as winter.
    is_summer = begins + _HOUR <= moment < ends
    return (moment - (_SUMMER if is_summer else _STANDARD)).replace(tzinfo=UTC)


@lru_cache(_YEARS)
def _summer(year: int) -> tuple[datetime, datetime]:
    """Return when summer time begins and ends, on the clocks that are right until then."""
    if year > _SHORTER_SUMMERS:
        begins, ends = _sunday(year, 3, 8), _sunday(year, 11, 1)
    else:
        begins, ends = _sunday(year, 4, 1), _sunday(year, 10, 25)
    two = time(2)
    return datetime.combine(begins, two), datetime.combine(ends, two)


def _sunday(year: int, month: int, day: int) -> date:
    """Return the first Sunday on or after a day."""
    first = date(year, month, day)
    return first + timedelta(days=(_SUNDAY - first.weekday()) % 7)


def _moment(fields: Mapping[str, object]) -> datetime | None:
    parts = [fields.get(name) for name in ("year", "month", "day")]
    if not all(type(part) is int for part in parts):
        return None
    clock, zone = fields.get("time"), fields.get("time_zone", fields.get("time_zone_abbreviation"))
    try:
        day = date(*parts)  # type: ignore[arg-type] # checked above
        plain = datetime.combine(day, clock if isinstance(clock, time) else time())
        if not isinstance(clock, time) or not isinstance(zone, str) or zone in _EASTERN_NAMES:
            return from_eastern(plain)
        return plain.replace(tzinfo=UTC if zone in {"UTC", "GMT"} else ZoneInfo(zone)).astimezone(UTC)
    except (ValueError, OverflowError, OSError, LookupError, TypeError):
        return None


def _text(value: object) -> str:
    return value[:_MOST_TEXT] if isinstance(value, str) else ""


def _currency(fields: Mapping[str, object]) -> str:
    code, sign = fields.get("currency"), fields.get("currency_symbol")
    if isinstance(code, str):
        return code[:3].upper()
    return {"$": "USD", "€": "EUR", "£": "GBP"}.get(sign, "USD") if isinstance(sign, str) else ""


def _is_whole(value: object, most: int) -> TypeGuard[int]:
    return type(value) is int and 0 < value <= most
