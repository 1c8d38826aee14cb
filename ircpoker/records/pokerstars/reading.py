"""Reads the lines of PokerStars' text as histories, which the rules then play again.

A line that is neither known nor mere talk is refused, and so is a text that contradicts itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.errors import HistoryError, quote
from ircpoker.records.phh import HandFacts
from ircpoker.records.phh.amounts import parse_amount
from ircpoker.records.phh.writing import UNKNOWN
from ircpoker.records.pokerstars import lines
from ircpoker.table.setup import MOST_CHIPS

if TYPE_CHECKING:
    from re import Match

    from ircpoker.records.phh.amounts import Number
    from ircpoker.records.sections import HandText
    from ircpoker.table import Game

_LONGEST_WHOLE = 15


class StarsBet(NamedTuple):
    """A call, bet or raise.

    Attributes:
        is_call: whether it is a call.
        amount: the chips of a call, or what is bet or raised to.
        by: what a raise is above the bet before; None if the text does not say.
        is_all_in: whether the last chip goes in; None if the text does not say.
    """

    is_call: bool
    amount: Number
    by: Number | None
    is_all_in: bool | None


@dataclass
class StarsDeal:
    """The lines of one deal, read but not yet played.

    Attributes:
        file: the file.
        number: the number of the deal.
        game: the rules.
        header: the two amounts of the header: blinds, or the bets in limit.
        currency: the currency's code; empty for play money.
        seats: the name and the stack of each seat at the table.
        button: the seat of the button.
        posts: line, kind, name, amount and whether it was all-in, of each ante and blind.
        actions: the actions in PHH, with names for the players.
        lines: the line of each action.
        returned: uncalled bets by name.
        collected: name, amount and pot.
    """

    file: str
    number: int = 0
    game: Game | None = None
    header: tuple[Number, Number] = (0, 0)
    currency: str = ""
    facts: HandFacts = field(default_factory=HandFacts)
    seats: dict[int, tuple[str, Number]] = field(default_factory=dict)
    button: int = 0
    posts: list[tuple[int, str, str, Number, bool]] = field(default_factory=list)
    dealt: dict[str, list[str]] = field(default_factory=dict)
    kept: list[tuple[int, str, list[str]]] = field(default_factory=list)
    """Line, name and cards that a player was said to hold on to in a draw."""
    acts: list[tuple[int, str, str]] = field(default_factory=list)
    """Line, name and the rest of a PHH action; the name is empty for the dealer."""
    bets: dict[int, StarsBet] = field(default_factory=dict)
    """The calls, bets and raises, by their places among `acts`."""
    returned: list[tuple[int, str, Number]] = field(default_factory=list)
    collected: list[tuple[int, str, Number, str]] = field(default_factory=list)
    shown: dict[str, tuple[int, str | None]] = field(default_factory=dict)
    """The cards that a player showed; None for a muck."""
    total: tuple[int, Number, Number] | None = None
    """Line, the chips of all pots, and the rake."""
    parts: list[Number] = field(default_factory=list)
    board: list[str] = field(default_factory=list)
    outcomes: dict[int, tuple[int, str]] = field(default_factory=dict)
    amounts: list[Number] = field(default_factory=list)
    has_summary: bool = True
    """Whether the form names uncalled bets, and has a summary with a line for each seat."""


class StarsReader:
    """Reads the lines of one deal."""

    def __init__(self, text: HandText) -> None:
        self._text = text
        self._line = text.line
        self._deal = StarsDeal(text.file)
        self._names: dict[str, int] = {}
        self._part = "header"
        self._streets: list[str] = []
        self._has_odd_names = False

    def read(self) -> StarsDeal:
        """Return the deal.

        Raises:
            HistoryError: a line is not understood, or the text ends too early; names the line.
        """
        for number, line in enumerate(self._text.text.split("\n"), self._text.line):
            self._line = number
            stripped = line.strip()
            if stripped:
                self._read(stripped)
        if self._part != "summary" or self._deal.total is None:
            raise self.error("the text ends before the summary is complete")
        return self._deal

    def error(self, problem: str) -> HistoryError:
        """Return an error in the present line."""
        return HistoryError(problem, self._text.file, self._deal.number, line=self._line)

    def _unknown(self, line: str) -> HistoryError:
        return self.error(f"{quote(line)} is not understood here")

    def _read(self, line: str) -> None:
        match self._part:
            case "header":
                self._header(line)
            case "table":
                self._table(line)
            case "seats" if line.startswith("Seat "):
                self._seat(line)
            case "summary":
                self._summary(line)
            case _:
                self._play(line)

    # Who sits where

    def _header(self, line: str) -> None:
        found = lines.HEADER.fullmatch(line)
        if found is None:
            raise self.error("the header names no game that is played here")
        deal = self._deal
        deal.number = int(found["number"])
        deal.game = lines.game_called(found["game"], found["betting"])
        if deal.game is None:
            raise self.error(f"{found['game']} {found['betting']} is not played here")
        deal.header = self._amount(found[4]), self._amount(found[5])
        deal.currency = found["currency"] or ""
        moment, is_time = lines.read_moment(found["time"])
        if not is_time:
            raise self.error(f"{quote(found['time'])} is not a time")
        deal.facts = HandFacts(number=deal.number, played_at=moment)
        self._part = "table"

    def _table(self, line: str) -> None:
        found = lines.TABLE.fullmatch(line)
        if found is None:
            raise self.error("the table and its button are missing")
        table, facts = lines.read_table(found["name"]), self._deal.facts
        self._deal.button = int(found["button"])
        self._deal.facts = HandFacts(
            facts.number, table.venue, table.table, facts.played_at, seat_count=int(found["seats"] or 0)
        )
        self._part = "seats"

    def _seat(self, line: str) -> None:
        found = lines.SEAT.fullmatch(line)
        if found is None:
            raise self._unknown(line)
        number, name = int(found[1]), found[2]
        if number in self._deal.seats or name in self._names or not number:
            raise self.error(f"seat {number} or its player is there twice")
        self._deal.seats[number] = name, self._amount(found[3])
        self._names[name] = number
        self._has_odd_names = self._has_odd_names or ": " in name

    # The play

    def _play(self, line: str) -> None:
        if line.startswith("*** "):
            self._heading(line)
        elif self._named(line) or self._other(line):
            pass
        elif not lines.CHATTER.fullmatch(line):
            raise self._unknown(line)

    def _heading(self, line: str) -> None:
        deal = self._deal
        if line in {"*** HOLE CARDS ***", "*** DEALING HANDS ***"} and self._part == "seats":
            self._part = "play"
        elif line == "*** SHOW DOWN ***" and self._part == "play":
            self._part = "showdown"
        elif line == "*** SUMMARY ***" and self._part in {"play", "showdown"}:
            self._part = "summary"
        elif (found := lines.STREET.fullmatch(line)) and self._part == "play":
            street, cards = found[1], (found[3] if found[3] is not None else found[2]).split()
            if street != ("FLOP", "TURN", "RIVER", "")[len(self._streets)]:
                raise self.error(f"the {street.lower()} comes at the wrong time")
            if self._streets and found[2].split() != deal.board:
                raise self.error("the board is not that of the street before")
            self._streets.append(street)
            deal.board += cards
            deal.acts.append((self._line, "", f"d db {''.join(cards)}"))
        else:
            raise self._unknown(line)

    def _named(self, line: str) -> bool:
        """Read an action of a player; return whether it is one."""
        name, colon, rest = line.partition(": ")
        if self._has_odd_names:
            odd = max((each for each in self._names if line.startswith(f"{each}: ")), key=len, default=name)
            name, rest = odd, line[len(odd) + 2 :]
        if not colon or name not in self._names:
            return False
        found = lines.ACTION.fullmatch(rest)
        if found is None:
            return False
        self._act(name, found)
        return True

    def _act(self, name: str, found: Match[str]) -> None:
        acts, plain = self._deal.acts, found["plain"]
        cards = found["cards"][1:-1].split() if found["cards"] else []
        if found["post"]:
            self._expect("seats", found[0])
            self._deal.posts.append(
                (self._line, found["post"], name, self._amount(found["posted"]), bool(found["all_in"]))
            )
        elif found["shows"]:
            self._show(name, cards)
        elif plain in {"mucks hand", "doesn't show hand"}:
            self._hide(name, plain)
        else:
            self._expect("play", found[0])
            if plain:
                acts.append((self._line, name, {"folds": "f", "checks": "cc", "stands pat": "sd"}[plain]))
                if plain == "folds" and cards:
                    self._show(name, cards)
            elif found["paid"]:
                self._bet(name, found["chips"], None, found)
            elif found["to"]:
                self._bet(name, found["to"], self._amount(found["by"]), found)
            else:
                self._discard(name, int(found["discards"]), cards)

    def _bet(self, name: str, amount: str, by: Number | None, found: Match[str]) -> None:
        deal, is_call = self._deal, found["paid"] == "calls"
        deal.bets[len(deal.acts)] = StarsBet(is_call, self._amount(amount), by, bool(found["all_in"]))
        deal.acts.append((self._line, name, "cc" if is_call else f"cbr {_plain(amount)}"))

    def _expect(self, part: str, line: str) -> None:
        if self._part != part:
            raise self._unknown(line)

    def _discard(self, name: str, count: int, cards: list[str]) -> None:
        if cards and len(cards) != count:
            raise self.error(f"{len(cards)} cards are not {count}")
        thrown = "".join(cards) or UNKNOWN * count
        self._deal.acts.append((self._line, name, f"sd {thrown}"))
        self._deal.acts.append((self._line, "", f"d dh {name} {UNKNOWN * count}"))

    def _show(self, name: str, cards: list[str]) -> None:
        if not cards or self._part not in {"play", "showdown"} or name in self._deal.shown:
            raise self.error(f"{quote(name)} shows no cards, or again")
        self._deal.shown[name] = self._line, "".join(cards)

    def _hide(self, name: str, plain: str) -> None:
        if plain == "mucks hand":
            if self._part != "showdown" or name in self._deal.shown:
                raise self.error(f"{quote(name)} mucks at the wrong time")
            self._deal.shown[name] = self._line, None
        elif self._part == "showdown" and name not in self._deal.shown:
            self._deal.shown[name] = self._line, ""

    def _other(self, line: str) -> bool:
        """Read a line of the dealer; return whether it is one."""
        deal = self._deal
        if found := lines.RETURNED.fullmatch(line):
            deal.returned.append((self._line, self._player(found[2]), self._amount(found[1])))
        elif found := lines.DEALT.fullmatch(line):
            self._deal_to(self._player(found[1]), (found[2] or "").split(), found[3].split())
        elif found := lines.COLLECTED.fullmatch(line):
            deal.collected.append((self._line, self._player(found[1]), self._amount(found[2]), found[3]))
        else:
            return False
        return True

    def _player(self, name: str) -> str:
        if name not in self._names:
            raise self.error(f"{quote(name)} does not sit at the table")
        return name

    def _deal_to(self, name: str, held: list[str], cards: list[str]) -> None:
        self._expect("play", f"Dealt to {name}")
        deal = self._deal
        if name not in deal.dealt:
            if held:
                raise self.error(f"{quote(name)} gets cards twice at once")
            deal.dealt[name] = cards
            return
        following = f"d dh {name} {UNKNOWN * len(cards)}"
        if not deal.acts or deal.acts[-1][2] != following:
            raise self.error(f"{quote(name)} gets cards without a draw")
        deal.acts[-1] = self._line, "", f"d dh {name} {''.join(cards)}"
        deal.kept.append((self._line, name, held))

    # The summary

    def _summary(self, line: str) -> None:
        deal = self._deal
        if found := lines.TOTAL.fullmatch(line):
            if deal.total is not None:
                raise self.error("the total is there twice")
            deal.total = self._line, self._amount(found[1]), self._amount(found[3])
            deal.parts = [self._amount(part) for part in lines.PART.findall(found["parts"])]
        elif found := lines.BOARD.fullmatch(line):
            if found[1].split() != deal.board:
                raise self.error("the board is another one than in the play")
        elif (found := lines.OUTCOME.fullmatch(line)) and int(found[1]) in deal.seats:
            number, rest = int(found[1]), found[2]
            name = deal.seats[number][0]
            if number in deal.outcomes or not rest.startswith(f"{name} "):
                raise self.error(f"seat {number} is there twice, or with another player")
            deal.outcomes[number] = self._line, rest.removeprefix(f"{name} ")
        elif not lines.CHATTER.fullmatch(line):
            raise self._unknown(line)

    def _amount(self, text: str) -> Number:
        is_whole = text.isascii() and text.isdecimal() and len(text) <= _LONGEST_WHOLE
        amount = int(text) if is_whole else parse_amount(text.lstrip(lines.SIGNS))
        if amount is None or amount > MOST_CHIPS:
            raise self.error(f"{quote(text)} is not an amount of chips")
        self._deal.amounts.append(amount)
        return amount


def _plain(amount: str) -> str:
    return amount.lstrip(lines.SIGNS).replace(",", "")
