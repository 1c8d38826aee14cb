"""Reads the lines of PokerStars' text as histories, which the rules then play again.

A line that is neither known nor mere talk is refused, and so is a text that contradicts itself.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct, field

from ircpoker.errors import HistoryError, quote
from ircpoker.records.amounts import Number, parse_amount
from ircpoker.records.facts import HandFacts
from ircpoker.records.phh.script import UNKNOWN
from ircpoker.records.pokerstars import lines
from ircpoker.records.pokerstars.lines import Room
from ircpoker.records.sections import HandText
from ircpoker.table import Game
from ircpoker.table.setup import MOST_CHIPS

LONGEST_LINE = 1000
"""The most characters of a line of text for people, with room for names and chat."""
_LONGEST_WHOLE = 15
_AFTER_NAME = ": "
_SUMMARY = "*** SUMMARY ***"
_LAST_WITHOUT_UNCALLED = 2006
"""The last year of texts without lines for uncalled bets; later ones have them, but for those with old times."""
_VERBS = {"folds": "f", "checks": "cc", "stands pat": "sd"}
_BEFORE = {"seats": {"seats"}, "play": {"seats"}, "showdown": {"play"}, "summary": {"play", "showdown"}}
"""The parts after which a part may begin."""


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


class StarsDeal(Struct):
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
    names_uncalled: bool = True
    """Whether the form has a line for each uncalled bet."""
    lists_seats: bool = True
    """Whether the form has a summary with a line for each seat."""


class StarsReader:
    """Reads the lines of one deal of a room whose texts are like those of PokerStars."""

    def __init__(self, text: HandText, room: Room = lines.POKERSTARS) -> None:
        self._text = text
        self._room = room
        self._line = text.line
        self._deal = StarsDeal(text.file, names_uncalled=room.names_uncalled, lists_seats=room.lists_seats)
        self._names: dict[str, int] = {}
        self._part = "header"
        self._streets: list[str] = []
        self._has_odd_names = room.after_name != _AFTER_NAME
        self._is_over = False

    def read(self) -> StarsDeal:
        """Return the deal.

        Raises:
            HistoryError: a line is not understood, or the text ends too early; names the line.
        """
        for number, line in enumerate(self._text.text.split("\n"), self._text.line):
            self._line = number
            if len(line) > LONGEST_LINE:  # no program writes it, and patterns with several free parts look at it
                raise self.error(f"a line of {len(line)} characters: expected at most {LONGEST_LINE}")
            stripped = line.strip()
            if stripped:
                self._read(stripped)
            elif self._part == "summary" and self._deal.total is not None:
                self._is_over = True
        if self._part != "summary" or self._deal.total is None:
            raise self.error("the text ends before the summary is complete")
        return self._deal

    def error(self, problem: str) -> HistoryError:
        """Return an error in the present line."""
        return HistoryError(problem, self._text.file, self._deal.number, line=self._line)

    def _unknown(self, line: str) -> HistoryError:
        found = lines.REFUSED.fullmatch(line)
        if found is not None:
            return self.error(lines.REASONS[found.lastgroup or ""])
        if _SUMMARY not in self._text.text:
            return self.error("the text is cut off")
        return self.error(f"{quote(line)} is not understood here")

    def _read(self, line: str) -> None:
        match self._part:
            case "play":
                self._play(line)
            case "summary":
                self._summary(line)
            case "seats" if line.startswith("Seat "):
                self._seat(line)
            case "header":
                self._header(line)
            case "table":
                self._table(line)
            case _:
                self._play(line)

    # Who sits where

    def _header(self, line: str) -> None:
        room, deal = self._room, self._deal
        found = room.header.fullmatch(line)
        if found is None:
            raise self.error("the header names no game that is played here")
        parts = found.groupdict()
        deal.number = int(parts["number"] + (parts.get("place") or "")[-5:])
        deal.game = room.games.get((parts["game"], parts["betting"] or ""))
        if deal.game is None or lines.is_other_game(parts.get("title") or ""):
            raise self.error(f"{parts['game']} {parts['betting']} is not played here")
        if parts.get("cap"):
            raise self.error(lines.REASONS["cap"])
        deal.header = self._amount(parts["low"]), self._amount(parts["high"])
        deal.currency = parts.get("currency") or lines.CURRENCIES.get(parts.get("sign") or "", "")
        moment, is_time = lines.read_moment(parts["time"], room.zone)
        if not is_time:
            raise self.error(f"{quote(parts['time'])} is not a time")
        deal.facts = HandFacts(number=deal.number, played_at=moment)
        if (moment is not None and moment.year <= _LAST_WITHOUT_UNCALLED) or " - " in parts["time"]:
            deal.names_uncalled = False
        self._part = "table"

    def _table(self, line: str) -> None:
        found = self._room.table.fullmatch(line)
        if found is None:
            raise self.error("the table and its button are missing")
        name, facts = found["name"], self._deal.facts
        venue, table = lines.read_table(name) if self._room is lines.POKERSTARS else (self._room.name, name)
        self._deal.button = int(found["button"])
        self._deal.facts = HandFacts(facts.number, venue, table, facts.played_at, seat_count=int(found["seats"] or 0))
        self._part = "seats"

    def _seat(self, line: str) -> None:
        found = self._room.seat.fullmatch(line)
        if found is None:
            raise self._unknown(line)
        number, name = int(found["seat"]), found["name"]
        if number in self._deal.seats or name in self._names or not number:
            raise self.error(f"seat {number} or its player is there twice")
        self._deal.seats[number] = name, self._amount(found["stack"])
        self._names[name] = number
        self._has_odd_names = self._has_odd_names or ": " in name

    # The play

    def _play(self, line: str) -> None:
        if line.startswith("*** "):
            self._heading(line)
        elif not (self._named(line) or self._other(line) or self._room.chatter.fullmatch(line)):
            raise self._unknown(line)

    def _heading(self, line: str) -> None:
        deal, part = self._deal, self._room.headings.get(line)
        if part is not None and self._part in _BEFORE[part]:
            self._part = part
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
        after = self._room.after_name
        name, is_there, rest = line.partition(after)
        if self._has_odd_names:
            name = max((each for each in self._names if line.startswith(f"{each}{after}")), key=len, default=name)
            rest = line[len(name) + len(after) :]
        if not is_there or name not in self._names:
            return False
        found = self._room.read_action(rest)
        if found is None:
            return False
        self._take_action(name, rest, found)
        return True

    def _take_action(self, name: str, text: str, found: dict[str, str]) -> None:
        plain = found["plain"]
        cards = found["cards"][1:-1].replace(lines.HIDDEN, UNKNOWN).split() if found["cards"] else []
        if plain in _VERBS:
            self._expect("play", text)
            self._deal.acts.append((self._line, name, _VERBS[plain]))
            if plain == "folds" and cards:
                self._show(name, cards)
        elif plain:
            self._hide(name, plain)
        elif found["paid"] or found["to"]:
            self._expect("play", text)
            self._bet(name, found["chips"] or found["to"], found)
        elif found["posted"]:
            self._expect("seats", text)
            kind, is_all_in = self._room.posts.get(found["post"], found["post"]), bool(found["all_in"])
            self._deal.posts.append((self._line, kind, name, self._amount(found["posted"]), is_all_in))
        elif found["shows"]:
            self._show(name, cards)
        else:
            self._expect("play", text)
            self._discard(name, int(found["discards"]), cards)

    def _bet(self, name: str, amount: str, found: dict[str, str]) -> None:
        deal, is_call = self._deal, found["paid"] == "calls"
        by = self._amount(found["by"]) if found["by"] else None
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
            deal.returned.append((self._line, self._player(found["name"]), self._amount(found["chips"])))
        elif found := lines.DEALT.fullmatch(line):
            self._deal_to(self._player(found[1]), (found[2] or "").split(), found[3].split())
        elif found := self._room.collected.fullmatch(line):
            won = self._amount(found["chips"])
            deal.collected.append((self._line, self._player(found["name"]), won, found["pot"]))
        else:
            return False
        return True

    def _player(self, name: str) -> str:
        if name not in self._names:
            raise self.error(f"{quote(name)} does not sit at the table")
        return name

    def _deal_to(self, name: str, held: list[str], cards: list[str]) -> None:
        deal = self._deal
        if self._part not in {"seats", "play"}:
            raise self._unknown(f"Dealt to {name}")
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
        if (found := lines.OUTCOME.fullmatch(line)) and int(found[1]) in deal.seats:
            self._outcome(int(found[1]), found[2])
        elif found := self._room.total.fullmatch(line):
            if deal.total is not None:
                raise self.error("the total is there twice")
            parts = found.groupdict()
            total, rake = self._amount(parts["total"]), self._taken(parts["rake"])
            deal.total = self._line, total if self._room.total_has_rake else total + rake, rake
            deal.parts = [self._amount(part) for part in lines.PART.findall(parts.get("parts") or "")]
        elif found := lines.BOARD.fullmatch(line):
            if found[1].split() != deal.board:
                raise self.error("the board is another one than in the play")
        elif not (self._is_over or self._room.chatter.fullmatch(line)):
            raise self._unknown(line)

    def _outcome(self, number: int, rest: str) -> None:
        deal, name = self._deal, self._deal.seats[number][0]
        if number in deal.outcomes or not rest.startswith(f"{name} "):
            raise self.error(f"seat {number} is there twice, or with another player")
        deal.outcomes[number] = self._line, rest.removeprefix(f"{name} ")
        if lines.CASHED_OUT in rest and all(name != winner for _, winner, _, _ in deal.collected):
            won = [self._amount(text) for text in lines.WON.findall(rest)]
            deal.collected += [(self._line, name, chips, "pot") for chips in won]

    def _taken(self, text: str | None) -> Number:
        """Return what the house took, for itself and for its prizes."""
        taken: Number = 0
        for part in lines.TAKEN.findall(text or ""):
            taken += self._amount(part)
        return taken

    def _amount(self, text: str) -> Number:
        is_whole = text.isascii() and text.isdecimal() and len(text) <= _LONGEST_WHOLE
        amount = int(text) if is_whole else parse_amount(text.lstrip(lines.SIGNS))
        if amount is None or amount > MOST_CHIPS:
            raise self.error(f"{quote(text)} is not an amount of chips")
        self._deal.amounts.append(amount)
        return amount


def _plain(amount: str) -> str:
    return amount.lstrip(lines.SIGNS).replace(",", "")
