"""Whatever counts something against a bound is found in the code: it uses the table of shares, or is no one's share."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import ircpoker
from ircpoker.runtime.shares import SHARES

_PRODUCT = Path(ircpoker.__file__).parent
_ROOMS = ("admin", "chat", "feed", "ledger", "lobby", "runtime", "ssh", "telling", "tournaments", "transports", "web")
_BOUND = re.compile(r"(^|_)(most|max|limit|per_host|per_address|per_minute)(_|$)", re.IGNORECASE)
_OF_TEXTS = re.compile(r"(^|_)(longest|short|body|bytes|text|word|piece|token|number|amount)(_|$)", re.IGNORECASE)
_SHARED = "it comes from SHARES"
_MEMORY = "what is remembered; when it is full something is forgotten, and nobody is refused"
_OWN = "of one connection, one person, one list or one answer, and so of nobody else"
_RULES = "a rule of the game"
_TIME = "so many in a while, by host or person, not so many at once"
ALLOWED = {
    "admin/monitoring/running.py": {"_MOST_FORMATS": _MEMORY},
    "admin/orders/bot.py": {"_MOST_TABLES": _OWN, "most": _OWN},
    "chat/hand_history.py": {"len(hands) > USUAL_DEALS": _OWN},
    "chat/limits.py": {
        "MOST_WRONG": _TIME,
        "_MOST_KNOWN": _MEMORY,
        "served[guest] + 1 <= self._a_minute / len(served.keys() | {guest})": _TIME,
    },
    "chat/machine_commands.py": {"_MOST_REMEMBERED": _MEMORY},
    "chat/newcomers.py": {"_MOST_REMEMBERED": _MEMORY},
    "chat/preferences.py": {"_MOST_KNOWN": _MEMORY},
    "chat/services.py": {"_MOST_REMEMBERED": _MEMORY},
    "chat/study_commands.py": {"MOST_KEPT": _MEMORY},
    "chat/table_adapter.py": {"_MOST_REACHED": _MEMORY},
    "chat/tournament_text.py": {"_MOST_NAMED": _OWN},
    "feed/server/data_requests.py": {
        "len(places) > after + PAGE": _OWN,
        "MOST_ENTRANTS": _OWN,
    },
    "feed/server/endpoints.py": {"most": _TIME, "MOST_NEWCOMERS": _MEMORY},
    "feed/server/offers.py": {
        "len(called) > (not state.policy.takes_newcomers)": _RULES,
        "len(state.entries) >= plan.entries": _RULES,
    },
    "feed/server/session.py": {"MOST_UNREAD": _OWN},
    "feed/server/snapshot.py": {"most_seats": _RULES},
    "feed/server/table_feed.py": {"_MOST_SEALS": _MEMORY},
    "feed/server/table_requests.py": {"MOST_LISTED": _OWN, "most_seats": _RULES, "0 <= index < len(own)": _OWN},
    "ledger/bank.py": {"len(begun) >= guests_per_hour": _TIME},
    "ledger/entries.py": {"most": _OWN},
    "ledger/linking.py": {"MOST_IDENTITIES": _OWN},
    "lobby/context.py": {"waiting < share.least": _SHARED},
    "lobby/hand.py": {"self.announced < len(self.deal.events)": _RULES},
    "lobby/identities.py": {"MOST_PENDING": _MEMORY},
    "lobby/listeners.py": {"MOST_WAITING": _OWN},
    "lobby/next_hand.py": {
        "len(numbers) >= FEWEST_SEATS": _RULES,
        "len(people) <= size <= len(people) + len(fitting)": _RULES,
    },
    "lobby/seating.py": {"len(state.seats) >= capacity(state, robots)": _RULES},
    "lobby/table_choice.py": {
        "len(there) < self._context.tables_per_channel(place)": _RULES,
        "len(own) >= share.least": _SHARED,
    },
    "lobby/table_index.py": {"MOST_LEFT": _MEMORY, "MOST_LAST_DEALS": _MEMORY},
    "runtime/scheduler.py": {"max": _OWN},
    "ssh/clients.py": {"_MOST_LINES": _OWN},
    "ssh/settings.py": {"logins_per_minute": _TIME},
    "telling/untold.py": {
        "MOST_TO_ONE": _SHARED,
        "MOST_OF_PLAY": _SHARED,
        "MOST_OF_ASKS": _SHARED,
        "MOST_COMMANDS": _OWN,
        "self._caused.counts[key] <= _LITTLE": _TIME,
    },
    "transports/irc/receipts.py": {"_MOST_BATCHES": _MEMORY},
    "tournaments/directing.py": {"len(state.playing) <= state.plan.seats": _RULES},
    "tournaments/registering.py": {"guests_per_host": _RULES, "len(state.entries) >= state.plan.entries": _RULES},
    "tournaments/places.py": {"needed > len(places)": _RULES},
    "tournaments/rules/levels.py": {"MOST_LEVELS": _RULES},
    "tournaments/rules/payouts.py": {"MOST_SETS": _OWN},
    "tournaments/rules/seating.py": {"rank < len(ranks)": _RULES},
    "tournaments/tournaments.py": {
        "len(state.entries) < FEWEST_ENTRIES": _RULES,
        "len(state.entries) >= state.plan.entries": _RULES,
        "len(table.seats) < seats": _RULES,
    },
    "transports/embedded_client.py": {"MOST_CHANNELS": _OWN, "MOST_TARGETS": _OWN},
    "transports/irc/composer.py": {"MOST_TALKS": _MEMORY},
    "transports/irc/features.py": {"value.count(',') >= 3": _OWN},
    "transports/irc/login.py": {"_MOST_OFFERED": _OWN},
    "transports/irc/people.py": {"MOST_MEMBERS": _MEMORY},
    "transports/irc/sender.py": {"most": _OWN},
    "web/figures.py": {"_MOST_PLACES": _OWN},
    "web/pages.py": {"MOST_ENTRANTS": _OWN, "MOST_KEPT": _MEMORY},
    "web/seat_pages.py": {"most": _OWN},
    "web/server.py": {"MOST_ADDRESSES": _MEMORY},
    "web/streaming.py": {"MOST_FRAMES": _OWN},
}
"""Each bound against which something is counted outside the table, and why it is none of it."""


def counters(source: str) -> Iterator[str]:
    """Yield the bounds against which a number of things is compared: their names, else the comparison.

    Whatever it is compared with is a bound, but 0 to 2, and the length of a text.
    """
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Compare) or not isinstance(node.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE):
            continue
        sides = [node.left, *node.comparators]
        names = [_name(each) for side in sides for each in ast.walk(side)]
        if not any(map(_is_number_of_things, sides)) or any(map(_OF_TEXTS.search, names)):
            continue
        if bounds := list(filter(_BOUND.search, names)):
            yield from bounds
        elif any(not _is_number_of_things(side) and not _is_small(side) for side in sides):
            yield ast.unparse(node)


def _is_small(side: ast.expr) -> bool:
    return isinstance(side, ast.Constant) and side.value in {0, 1, 2}


def _is_number_of_things(side: ast.expr) -> bool:
    return any(
        (isinstance(each, ast.Call) and _name(each.func) in {"len", "sum", "total"})
        or (isinstance(each, ast.Subscript) and _name(each.value) in {"counts", "_open"})
        or _name(each) in {"waiting", "_waiting", "open", "count"}
        for each in ast.walk(side)
    )


def _name(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def found_in(path: Path) -> set[str]:
    """Return the bounds of a module."""
    return set(counters(path.read_text()))


MODULES = sorted(path for room in _ROOMS for path in (_PRODUCT / room).rglob("*.py") if path.name != "shares.py")


@pytest.mark.slow(1)
def test_every_counter_of_something_shared_is_in_the_table() -> None:
    for path in MODULES:
        name = str(path.relative_to(_PRODUCT))
        assert found_in(path) == ALLOWED.get(name, {}).keys(), f"{name}: in SHARES, or with its reason in ALLOWED"


def test_constants_of_shares_come_from_the_table() -> None:
    for name, bounds in ALLOWED.items():
        for bound in [bound for bound, why in bounds.items() if why is _SHARED]:
            assert re.search(rf"({bound} =|share.*=) SHARES\[", (_PRODUCT / name).read_text()), (name, bound)


def test_every_share_is_used() -> None:
    text = "".join(path.read_text() for path in MODULES)
    for name in SHARES:
        assert f'SHARES["{name}"]' in text or f'is_full("{name}", ' in text, name


@pytest.mark.parametrize(
    "line",
    [
        "if len(self._streams) >= MOST_STREAMS: refuse()",
        "return self._open[host] >= self.settings.per_address",
        "full = sum(table.weight for table in tables) + 1 > settings.most_tables",
        "if threads.waiting >= MOST_WAITING: decide()",
        "while limits.most < len(self.threads): pass",
        "if len(self._streams) > 400: refuse()",
        "return room >= sum(self._held.values())",
    ],
)
def test_a_new_counter_would_be_found(line: str) -> None:
    assert list(counters(line))


def test_hosts_are_read_from_addresses_in_few_places() -> None:
    """For people it is `Person.where`; the others have an address before there is a person, or keep players."""
    readers = {path for path in _PRODUCT.rglob("*.py") if re.search(r"\bhost_of\(", path.read_text())}
    assert {str(path.relative_to(_PRODUCT)) for path in readers} == {
        "words/plain_text.py",  # what a host is
        "people.py",  # `Person.where`
        "feed/server/endpoints.py",  # makes a person
        "feed/server/requests.py",  # a code of the page: nobody yet
        "ledger/bank.py",
        "ledger/grants.py",  # what the house gives the guests of a host
        "ssh/settings.py",
        "web/server.py",  # connections: nobody yet
    }
