"""What is stored of an evening, as read from the tables of the ledger: deals, decks, chips, tournaments."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.audit.naive_cards import Cards, codes, make_deck

Query = Callable[[str], list[dict[str, Any]]]
"""Returns the rows of a statement in SQL."""


@dataclass(frozen=True, slots=True)
class DealRecord:
    """A finished deal.

    Attributes:
        deal_id: its number.
        table: the name of its table.
        ended_at: when it ended, in seconds since 1970.
        setup: chips and forced bets by the seats of the deal, seat 0 left of the button.
        numbers: the seats of the table, from 0.
        nicks: who sits there.
        actions: the seat of the deal, and the action as text; dead hands fold first.
        deck: its cards, the first dealt first.
        own_figures: what the ledger has for each seat, chips put in and won.
    """

    deal_id: str
    table: str
    ended_at: float
    setup: dict[str, Any]
    numbers: tuple[int, ...]
    nicks: tuple[str, ...]
    actions: tuple[tuple[int, str], ...]
    deck: Cards
    own_figures: tuple[tuple[int, int], ...]


class Shuffle(NamedTuple):
    """A committed deck."""

    kind: str
    commitment: str
    secret: bytes
    proof: str

    def deck(self, deal_id: str) -> Cards:
        """Return the deck, worked out again and compared with the stored one and with the commitment."""
        kept = json.loads(self.proof)
        deck = make_deck(deal_id, self.secret, kept["seeds"])
        assert codes(kept["deck"]) == deck
        assert hashlib.sha256(self.secret).hexdigest() == self.commitment
        return deck


class Posting(NamedTuple):
    """A movement of chips of one account, and the chips there after it, added up here."""

    entry: int
    key: str
    reason: str
    at: float
    amount: int
    balance: int


class Finish(NamedTuple):
    """Where an entrant of a tournament came."""

    nick: str
    place: int
    prize: int


class TournamentRecord(NamedTuple):
    """A tournament that is over."""

    tournament_id: str
    name: str
    begun_at: float
    ended_at: float
    paid: int
    finishes: tuple[Finish, ...]


@dataclass(slots=True)
class Record:
    """All that is stored of an evening."""

    deals: dict[str, DealRecord] = field(default_factory=dict)
    shuffles: dict[str, Shuffle] = field(default_factory=dict)
    postings: dict[str, list[Posting]] = field(default_factory=dict)
    """By the nick of a guest."""
    tournaments: list[TournamentRecord] = field(default_factory=list)

    def balance(self, nick: str, at: float) -> int:
        """Return the chips of a guest at a time."""
        return next((each.balance for each in reversed(self.postings.get(nick, [])) if each.at <= at + 0.001), 0)


def read_record(query: Query) -> Record:
    """Return all that is stored."""
    record = Record()
    for row in query("SELECT * FROM shuffles"):
        record.shuffles[row["deal_id"]] = Shuffle(
            row["kind"], row["commitment"], bytes.fromhex(row["secret"]), row["proof"] or ""
        )
    seats: dict[int, dict[int, dict[str, Any]]] = {}
    for row in query("SELECT * FROM hand_seats"):
        seats.setdefault(row["hand_id"], {})[row["seat"]] = row
    for row in query("SELECT * FROM hands WHERE record <> '' ORDER BY id"):
        record.deals[row["deal_id"]] = _deal(row, seats[row["id"]], record.shuffles[row["deal_id"]])
    _read_postings(query, record)
    _read_tournaments(query, record)
    return record


def _deal(row: dict[str, Any], seats: dict[int, dict[str, Any]], shuffle: Shuffle) -> DealRecord:
    kept = json.loads(row["record"])
    numbers = tuple(kept["seats"])
    dead = [(seat, "fold") for seat in kept["setup"].get("dead", ())]
    acted = [(int(seat), action) for seat, _, action in (text.partition(" ") for text in kept["actions"])]
    return DealRecord(
        row["deal_id"],
        row["game_id"],
        row["ended_at"] / 1000,
        kept["setup"],
        numbers,
        tuple([seats[number]["nick"] for number in numbers]),
        (*dead, *acted),
        shuffle.deck(row["deal_id"]),
        tuple([(seats[number]["put_in"], seats[number]["won"]) for number in numbers]),
    )


def _read_postings(query: Query, record: Record) -> None:
    balances: dict[str, int] = {}
    rows = query(
        "SELECT e.id, e.key, e.reason, e.posted_at, p.amount, a.owner FROM entries e JOIN postings p ON"
        " p.entry_id = e.id JOIN accounts a ON a.id = p.account_id WHERE a.kind = 'player' ORDER BY e.id, p.line"
    )
    for row in rows:
        nick = row["owner"].partition("/")[2].partition("!")[0]
        balances[nick] = balances.get(nick, 0) + row["amount"]
        posting = Posting(row["id"], row["key"], row["reason"], row["posted_at"] / 1000, row["amount"], balances[nick])
        record.postings.setdefault(nick, []).append(posting)


def _read_tournaments(query: Query, record: Record) -> None:
    entries: dict[str, list[dict[str, Any]]] = {}
    for row in query("SELECT * FROM tournament_entries ORDER BY place, number"):
        entries.setdefault(row["tournament_id"], []).append(row)
    for row in query("SELECT * FROM tournaments WHERE ended_at IS NOT NULL ORDER BY begun_at"):
        found = entries[row["id"]]
        finishes = tuple([Finish(each["nick"], each["place"], each["prize"]) for each in found])
        paid = sum(each["paid"] for each in found)
        record.tournaments.append(
            TournamentRecord(row["id"], row["name"], row["begun_at"] / 1000, row["ended_at"] / 1000, paid, finishes)
        )
