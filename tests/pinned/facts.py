"""The facts of a session, without their wording.

read        of each reader in order: deals, commitments, who acted, amounts, cards when they are first seen in a
            deal, who showed and won what, chips
deals       the hand histories: cards, actions, stacks
proofs      the decks with commitment, secret and seeds
ledger      what `audit` adds up
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.pinned.script import FOLDER
from tests.pinned.wording import ACTS, CARD, DEAL, PAST, PATTERNS, SEES, TURN, YOU

Entry = list[str | int]
_SUITS = str.maketrans("♣♦♥♠", "cdhs")
_HISTORY = (
    "hand",
    "players",
    "variant",
    "blinds_or_straddles",
    "antes",
    "starting_stacks",
    "actions",
    "finishing_stacks",
)
_GROUPS = ("number", "who", "does", "to", "amount", "paid", "cards", "digits", "all_in", "late")
_PATTERNS = [(kind, re.compile(pattern)) for kind, pattern in PATTERNS]


def facts_file(name: str) -> Path:
    return FOLDER / "facts" / f"{name}.json"


def find_facts(read: dict[str, list[str]], folder: Path, audit: str) -> dict[str, Any]:
    """Return the facts of a session.

    Args:
        read: the lines of each reader.
        folder: the folder of the bot's histories.
        audit: the output of `ircpoker audit --json`.
    """
    histories = [tomllib.loads(file.read_text(encoding="utf-8")) for file in _files(folder, "*.phh")]
    boards = {fields["hand"]: _board(fields["actions"]) for fields in histories if fields["table"] != "private"}
    return {
        "read": {name: list(_read_all(_Reader(name, boards), lines)) for name, lines in sorted(read.items())},
        "deals": [{name: fields[name] for name in _HISTORY} for fields in histories],
        "proofs": [_proof(file) for file in _files(folder, "*.proof.json")],
        "ledger": json.loads(audit),
    }


def format_facts(facts: dict[str, Any]) -> str:
    """Return facts as JSON, one to a line."""

    def rows(name: str, entries: Iterable[object]) -> str:
        lines = ",\n".join(f"   {json.dumps(entry, ensure_ascii=False)}" for entry in entries)
        return f"  {json.dumps(name)}: [\n{lines}\n  ]" if lines else f"  {json.dumps(name)}: []"

    readers = ",\n".join(rows(reader, entries) for reader, entries in facts["read"].items())
    parts = [f'"read": {{\n{readers}\n }}' if readers else '"read": {}']
    parts += [rows(name, facts[name]).lstrip() for name in ("deals", "proofs")]
    parts.append(f'"ledger": {json.dumps(facts["ledger"])}')
    return "{\n " + ",\n ".join(parts) + "\n}\n"


def read_facts(name: str) -> Any:
    return json.loads(facts_file(name).read_text(encoding="utf-8"))


class _Reader:
    """Somebody who reads line by line.

    Of the deals of a channel a person's own lines give only what the channel's do not: that the board and what
    others did stand there, too, is a matter of wording.
    """

    def __init__(self, name: str, public_boards: dict[int, set[str]]) -> None:
        self._name = name
        self._boards = {} if name.startswith("#") else public_boards
        self._seen: set[str] = set()
        self._deal = 0

    def read(self, line: str) -> Iterator[Entry]:
        """Yield the facts of a line, in the order of the table of patterns."""
        for kind, pattern in _PATTERNS:
            if kind == SEES and not PAST.match(line):
                yield from self._see(line)
            for match in pattern.finditer(line):
                yield from self._learn(kind, match.groupdict())

    def _learn(self, kind: str, named: dict[str, str | None]) -> Iterator[Entry]:
        if kind == DEAL:
            number = int(named["number"] or 0)
            if number != self._deal:
                self._deal, self._seen = number, set()
                yield [DEAL, number]
            return
        who = (named.get("who") or "").lower()
        if who == YOU:
            named["who"] = self._name
        if kind not in {ACTS, TURN} or self._deal not in self._boards:
            yield [kind, *[_value(text) for name in _GROUPS if (text := named.get(name))]]

    def _see(self, line: str) -> Iterator[Entry]:
        cards = {f"{'T' if rank == '10' else rank}{suit.translate(_SUITS)}" for rank, suit in CARD.findall(line)}
        new = cards - self._seen - self._boards.get(self._deal, set())
        self._seen |= new
        if new:
            yield [SEES, " ".join(sorted(new))]


def _value(text: str) -> str | int:
    return int(text) if text.isdecimal() and not text.startswith("0") else text.strip(" ,()|;")


def _files(folder: Path, pattern: str) -> list[Path]:
    return sorted(folder.glob(f"history/**/{pattern}"), key=lambda file: int(file.name.partition(".")[0]))


def _board(actions: Iterable[str]) -> set[str]:
    dealt = [action.split()[-1] for action in actions if action.startswith("d db ")]
    return {cards[at : at + 2] for cards in dealt for at in range(0, len(cards), 2)}


def _read_all(reader: _Reader, lines: Iterable[str]) -> Iterator[Entry]:
    for line in lines:
        yield from reader.read(line)


def _proof(file: Path) -> dict[str, Any]:
    proof: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return proof | {"deck": "".join(proof["deck"])}
