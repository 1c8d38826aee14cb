"""Decisions of the drill that were answered wrongly: each comes again after 1, 3, 7 and 21 days.

Each is a preference of the account: the day from which it is asked, the number of its wait, and its secret.
"""

from __future__ import annotations

from datetime import UTC, timedelta
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.chat.players import open_account

if TYPE_CHECKING:
    from ircpoker.chat.services import Services
    from ircpoker.people import Person

WAITS = (1, 3, 7, 21)
"""Days."""
MOST = 20
"""The decisions that are kept for an account; the one that is asked last gives way."""
_NAMES = tuple(f"drill {number}" for number in range(MOST))
_DAY = "%y%m%d"
_DIGITS = 6
"""Those of a day, before the number of the wait."""


class DrillAsked(NamedTuple):
    """A decision that is asked.

    Attributes:
        secret: what it follows from, 8 characters.
        name: the name of its preference; empty if it was not asked before.
        wait: the number of the wait that is over.
    """

    secret: str
    name: str = ""
    wait: int = -1


def asked_next(services: Services, person: Person) -> DrillAsked:
    """Return the decision that has waited longest, or a new one."""
    stored = services.ledger.preferences(person.id)
    values = sorted((stored[name], name) for name in _NAMES if stored.get(name))
    if values and values[0][0][:_DIGITS] <= _day(services):
        value, name = values[0]
        return DrillAsked(value[_DIGITS + 1 :], name, int(value[_DIGITS]))
    return DrillAsked(f"{services.rng.getrandbits(32):08x}")


def note_answer(services: Services, person: Person, asked: DrillAsked, *, is_error: bool) -> int:
    """Note an answer, and return after how many days the decision comes again; 0 if it does not."""
    wait = 0 if is_error else asked.wait + 1
    if not (is_error or asked.name):
        return 0
    from ircpoker.ledger import SetPreference  # SQLAlchemy: a third of a second

    open_account(services, person)
    stored = services.ledger.preferences(person.id)
    name = asked.name or max(_NAMES, key=lambda each: (not stored.get(each), stored.get(each, "")))
    days = (*WAITS, 0)[wait]
    value = f"{_day(services, days)}{wait}{asked.secret}" if days else ""
    services.ledger.save(SetPreference(person.id, name, value))
    return days


def _day(services: Services, later: int = 0) -> str:
    return f"{services.clock.now().astimezone(UTC) + timedelta(days=later):{_DAY}}"
