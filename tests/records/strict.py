"""A reader of PokerStars' text that knows every line of an export, and adds everything up.

It shares no code with ours.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction

CARDS = r"\[((?:[2-9TJQKA][cdhs])(?: [2-9TJQKA][cdhs])*)\]"
HEADER = re.compile(
    r"PokerStars Hand #[1-9]\d{0,11}:  (Hold'em|Omaha|5 Card Draw) (No Limit|Pot Limit|Limit) "
    r"\((\$?[\d.]+)/(\$?[\d.]+)( USD)?\) - \d{4}/\d\d/\d\d \d{1,2}:\d\d:\d\d ET"
)
WORDS = re.compile(
    r"high card \w+|a pair of \w+|two pair, \w+ and \w+|three of a kind, \w+|a straight, \w+ to \w+|a flush, \w+ high|"
    r"a full house, \w+ full of \w+|four of a kind, \w+|a straight flush, \w+ to \w+|a Royal Flush"
)
OUTCOMES = re.compile(
    rf"(?:folded (?:before Flop|on the (?:Flop|Turn|River)|(?:before|after) the Draw)(?: \(didn't bet\))?"
    rf"|showed {CARDS} and (?:won \((\$?[\d.]+)\)|lost) with (.+)|collected \((\$?[\d.]+)\)|mucked(?: {CARDS})?)"
)


@dataclass
class Book:
    """What a text says of one player."""

    stack: Fraction
    put: Fraction = Fraction(0)
    """On this street."""
    won: Fraction = Fraction(0)
    cards: list[str] = field(default_factory=list)


def chips(text: str) -> Fraction:
    return Fraction(text.removeprefix("$"))


class StrictReader:
    """Reads one deal.

    Attributes:
        nets: the chips that each player won or lost.
        hero: the player whose cards are in the text.
        seen: all cards in the text, those of the hero, of the board and shown ones.
    """

    def __init__(self, text: str) -> None:
        assert text.endswith("\n\n\n\n")
        self.lines = text.removesuffix("\n\n\n\n").split("\n")
        assert all(line == line.strip() and line for line in self.lines)
        self.books: dict[str, Book] = {}
        self.seats: dict[int, str] = {}
        self.hero = ""
        self.seen: list[str] = []
        self.board: list[str] = []
        self.pots: dict[str, Fraction] = {}
        self.pot = Fraction(0)
        self.to_match = Fraction(0)
        self.words: dict[str, str] = {}
        self.folded: set[str] = set()
        self._read()
        self.nets = {name: book.stack - self.start[name] for name, book in self.books.items()}

    def take(self) -> str:
        return self.lines.pop(0)

    def _read(self) -> None:
        header = HEADER.fullmatch(self.take())
        assert header
        self.is_draw = header[1] == "5 Card Draw"
        is_limit = header[2] == "Limit"
        self.big = chips(header[3] if is_limit else header[4])
        table = re.fullmatch(r"Table '([^']+)' (\d+)-max( \(Play Money\))? Seat #(\d+) is the button", self.take())
        assert table
        assert bool(header[5]) == (not table[3]) == header[4].startswith("$")
        while seat := re.fullmatch(r"Seat (\d+): (.+) \((\$?[\d.]+) in chips\)", self.lines[0]):
            self.seats[int(seat[1])] = seat[2]
            self.books[seat[2]] = Book(chips(seat[3]))
            self.take()
        assert list(self.seats) == sorted(self.seats)
        assert max(self.seats) <= int(table[2])
        assert len(self.books) == len(self.seats) >= 2
        self.start = {name: book.stack for name, book in self.books.items()}
        self.button = self.seats[int(table[4])]
        self._forced()
        assert self.take() == ("*** DEALING HANDS ***" if self.is_draw else "*** HOLE CARDS ***")
        self._streets()
        self._summary()

    def named(self, line: str) -> tuple[str, str]:
        """Return the player of a line, and the rest."""
        names = [name for name in self.books if line.startswith(f"{name}: ")]
        assert names, line
        name = max(names, key=len)
        return name, line[len(name) + 2 :]

    def pay(self, name: str, amount: Fraction, rest: str) -> None:
        book = self.books[name]
        book.stack -= amount
        book.put += amount
        self.pot += amount
        assert amount > 0
        assert book.stack >= 0
        assert rest == (" and is all-in" if not book.stack else ""), (name, rest)

    def _forced(self) -> None:
        blinds = []
        while not self.lines[0].startswith("*** "):
            line = self.take()
            if line.startswith("Uncalled bet ("):
                self._return(line)
                continue
            name, rest = self.named(line)
            post = re.fullmatch(r"posts (the ante|small blind|big blind) (\$?[\d.]+)(.*)", rest)
            assert post, line
            if post[1] == "the ante":
                assert not blinds
                self.pay(name, chips(post[2]), post[3])
                self.books[name].put = Fraction(0)
            else:
                blinds.append(post[1])
                self.pay(name, chips(post[2]), post[3])
        assert blinds in ([], ["big blind"], ["small blind"], ["small blind", "big blind"])
        self.to_match = Fraction(0) if self.is_draw else self.big

    def _return(self, line: str) -> None:
        back = re.fullmatch(r"Uncalled bet \((\$?[\d.]+)\) returned to (.+)", line)
        assert back, line
        self.books[back[2]].stack += chips(back[1])
        self.pot -= chips(back[1])

    def _streets(self) -> None:
        streets = iter(("FLOP", "TURN", "RIVER"))
        shows = False
        while self.lines[0] != "*** SUMMARY ***":
            line = self.take()
            street = re.fullmatch(rf"\*\*\* (FLOP|TURN|RIVER) \*\*\*(?: {CARDS})? {CARDS}", line)
            if street:
                assert street[1] == next(streets)
                assert (street[2] or "").split() == self.board
                self.board += street[3].split()
                self._next_street()
            elif line == "*** SHOW DOWN ***":
                shows = True
            elif line.startswith("Uncalled bet ("):
                self._return(line)
            elif line.startswith("Dealt to "):
                self._dealt(line)
            elif found := re.fullmatch(r"(.+) collected (\$?[\d.]+) from ((?:main |side )?pot(?:-\d)?)", line):
                self.books[found[1]].won += chips(found[2])
                self.books[found[1]].stack += chips(found[2])
                self.pots[found[3]] = self.pots.get(found[3], Fraction(0)) + chips(found[2])
            else:
                self._act(line, shows)
        self.seen += self.board

    def _next_street(self) -> None:
        self.to_match = Fraction(0)
        for book in self.books.values():
            book.put = Fraction(0)

    def _dealt(self, line: str) -> None:
        dealt = re.fullmatch(rf"Dealt to (.+?)(?: {CARDS})? {CARDS}", line)
        assert dealt, line
        assert self.hero in {"", dealt[1]}
        self.hero = dealt[1]
        self.books[self.hero].cards = [*(dealt[2] or "").split(), *dealt[3].split()]
        self.seen += self.books[self.hero].cards

    def _act(self, line: str, shows: bool) -> None:
        name, rest = self.named(line)
        book = self.books[name]
        if rest == "folds":
            self.folded.add(name)
        elif rest == "checks":
            assert book.put == self.to_match or not book.stack or self.is_draw
        elif rest == "stands pat" or re.fullmatch(rf"discards [1-5] cards?(?: {CARDS})?", rest):
            assert self.is_draw
            if "[" in rest:
                assert name == self.hero
            self._next_street()
        elif found := re.fullmatch(r"calls (\$?[\d.]+)(.*)", rest):
            assert chips(found[1]) == min(book.stack, self.price(name) - book.put)
            self.pay(name, chips(found[1]), found[2])
        elif found := re.fullmatch(r"bets (\$?[\d.]+)(.*)", rest):
            assert not self.to_match
            self.to_match = chips(found[1])
            self.pay(name, chips(found[1]), found[2])
        elif found := re.fullmatch(r"raises (\$?[\d.]+) to (\$?[\d.]+)(.*)", rest):
            assert chips(found[2]) - chips(found[1]) == self.to_match
            self.to_match = chips(found[2])
            self.pay(name, self.to_match - book.put, found[3])
        else:
            self._show(name, rest, shows)

    def price(self, name: str) -> Fraction:
        """Return the bet to match: not more than any of the others can put in."""
        others = [book for other, book in self.books.items() if other != name and other not in self.folded]
        return min(self.to_match, max(book.put + book.stack for book in others))

    def _show(self, name: str, rest: str, shows: bool) -> None:
        if rest == "doesn't show hand":
            assert not shows
            return
        assert shows
        if rest == "mucks hand":
            return
        found = re.fullmatch(rf"shows {CARDS} \((.+)\)", rest)
        assert found, rest
        assert WORDS.fullmatch(found[2])
        assert name not in self.words
        self.words[name] = found[2]
        self.books[name].cards = found[1].split()
        self.seen += found[1].split()

    def _summary(self) -> None:
        self.take()
        total = re.fullmatch(
            r"Total pot (\$?[\d.]+)((?: (?:Main|Side) pot(?:-\d)? \$?[\d.]+\.)*) \| Rake \$?0", self.take()
        )
        assert total
        assert chips(total[1]) == self.pot == sum(self.pots.values())
        parts = re.findall(r"((?:Main|Side) pot(?:-\d)?) (\$?[\d.]+)\.", total[2])
        stated = {name.lower(): chips(amount) for name, amount in parts}
        assert stated == (self.pots if len(self.pots) > 1 else {})
        names = ["main pot", "side pot"] if len(stated) == 2 else ["main pot", *[f"side pot-{n}" for n in range(1, 9)]]
        assert list(stated) == names[: len(stated)]
        if self.board:
            assert self.take() == f"Board [{' '.join(self.board)}]"
        for number, name in self.seats.items():
            prefix = f"Seat {number}: {name}{' (button)' if name == self.button else ''}"
            line = self.take()
            assert line.startswith(f"{prefix} "), line
            self._outcome(name, re.sub(r"^\((?:small|big) blind\) ", "", line.removeprefix(f"{prefix} ")))
        assert not self.lines

    def _outcome(self, name: str, rest: str) -> None:
        book, found = self.books[name], OUTCOMES.fullmatch(rest)
        assert found, rest
        assert rest.startswith("folded ") == (name in self.folded)
        stated = found[2] or found[4]
        assert (chips(stated) if stated else 0) == book.won
        if found[1]:
            assert found[1].split() == book.cards
            assert found[3] == self.words[name]
        if found[5]:
            assert name == self.hero
