"""Reads the log of PokerNow, a table of lines, as the lines of a deal, which the rules then play again.

The log does not know whose cards "Your hand" are, unless they are shown, nor the cards of hands that lost unseen, nor
how large a big blind was that could not be paid in full: then it is that of the deal beside it. Rake is not in it.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import PurePath

from msgspec.structs import replace

from ircpoker.errors import HistoryError, quote
from ircpoker.records.amounts import Number, decimals_of, parse_amount
from ircpoker.records.facts import HandFacts
from ircpoker.records.pokerstars.lines import POKERSTARS, REASONS
from ircpoker.records.pokerstars.reading import StarsBet, StarsDeal, StarsReader
from ircpoker.records.sections import HandText
from ircpoker.table import GAMES, Betting

ROOM = "PokerNow"
_GAMES = {
    "No Limit Texas Hold'em": "holdem",
    "Pot Limit Texas Hold'em": "pot_limit",
    "Limit Texas Hold'em": "limit",
    "Pot Limit Omaha Hi": "omaha",
}
_POSTS = {
    "small blind": "small blind",
    "big blind": "big blind",
    "ante": "the ante",
    "straddle": "straddle",
    "missing small blind": "dead",
    "missed big blind": "post",
}
_AMOUNT = r"(\d[\d,]*(?:\.\d+)?)"
_ALL_IN = r"( and go all in)?"
_START = re.compile(
    r"-- starting hand #(?P<number>\d{1,12})(?: \(id: (?P<id>\w+)\))? {1,3}\(?(?P<game>[^()]*?)\)?"
    r' \((?:dealer: "(?P<dealer>.+)"|dead button)\) --'
)
_STACK = re.compile(rf'#(\d{{1,2}}) "(.+)" \({_AMOUNT}\)')
_NAMED = re.compile(r'"(.+? @ [\w-]+)" (.+)')
_POST = re.compile(rf"posts an? ([a-z ]+) of {_AMOUNT}{_ALL_IN}")
_ACT = re.compile(rf"(?:(folds|checks)|(calls|bets|raises)(?: to)? {_AMOUNT}){_ALL_IN}")
_COLLECTED = re.compile(rf"collected {_AMOUNT} from pot.*")
_SHOWS = re.compile(r"shows a (.+?)\.?")
_RETURNED = re.compile(rf'Uncalled bet of {_AMOUNT} returned to "(.+)"')
_BOARD = re.compile(r"(Flop|Turn|River): [^\[]*\[([^\]]*)\]")
_CHATTER = re.compile(
    r"The .*|Your hand is .*|-- ending hand #\d+ --|Dead Small Blind|Undealt cards: .*|Remaining players .*"
    r"|(?:WARNING|IMPORTANT): .*"
)
_CHATTER_OF_PLAYER = re.compile(r"(?:chooses? |choose to |adding |paid |updated ).*")
_TWICE = re.compile(r"(?:Flop|Turn|River) \(.* run\).*")
_CARD = re.compile(r"(10|[2-9TJQKA])([♠♥♦♣shdc])")
_SUITS = dict(zip("♠♥♦♣", "shdc", strict=True))


class PokerNowReader(StarsReader):
    """Reads the rows of one deal; names are quoted, so that lines have another grammar than those of PokerStars."""

    def __init__(self, text: HandText) -> None:
        super().__init__(text, replace(POKERSTARS, name=ROOM, lists_seats=False))
        self._bets: dict[str, Number] = {}
        self._dealer = ""
        self._by_id: dict[str, str] = {}

    def read(self) -> StarsDeal:
        """Return the deal.

        Raises:
            HistoryError: a line is not understood, or the deal is not complete; names the line.
        """
        deal, ended = self._deal, False
        for line, entry, moment in self._rows():
            self._line = line
            if words := _START.fullmatch(entry):
                self._start(words, moment)
            elif entry.startswith("Player stacks: "):
                self._seats(entry.removeprefix("Player stacks: "))
            elif deal.game is not None and not (self._by_player(entry) or self._by_dealer(entry)):
                raise self._unknown(entry)
            ended = ended or entry.startswith("-- ending hand #")
        if deal.game is None or not deal.seats or not ended:
            raise self.error("the log has not the whole deal")
        self._line = self._text.line
        self._complete()
        return deal

    def _unknown(self, entry: str) -> HistoryError:
        return self.error(REASONS["twice"] if _TWICE.fullmatch(entry) else f"{quote(entry)} is not understood here")

    def _rows(self) -> Iterator[tuple[int, str, str]]:
        """Yield line, entry and time of each row, in the order of time."""
        rows = []
        for line, row in enumerate(self._text.text.splitlines(), self._text.line):
            try:
                fields = next(csv.reader([row], strict=True), [])
            except csv.Error:
                fields = ["", ""]
            if fields and (len(fields) != 3 or not fields[2].isdecimal() or len(fields[2]) > 30):
                self._line = line
                raise self.error("not a row of entry, at, order")
            if fields:
                rows.append((int(fields[2]), line, fields[0].strip(), fields[1]))
        rows.sort()
        return ((line, entry, moment) for _, line, entry, moment in rows)

    # Who sits where

    def _start(self, words: re.Match[str], given: str) -> None:
        deal = self._deal
        deal.number, self._dealer = int(words["number"]), words["dealer"] or ""
        if words["game"] not in _GAMES:
            raise self.error(f"{words['game']} is not played here")
        deal.game = GAMES[_GAMES[words["game"]]]
        try:
            moment = datetime.fromisoformat(given.replace("Z", "+00:00")).astimezone(UTC).replace(microsecond=0)
        except (ValueError, OverflowError):
            raise self.error(f"{quote(given)} is not a time") from None
        table = PurePath(self._text.file).stem.removeprefix("poker_now_log_")
        deal.facts = HandFacts(deal.number, ROOM, table, moment)

    def _seats(self, entry: str) -> None:
        deal, given = self._deal, entry.split(" | ")
        if deal.seats:
            raise self.error("the stacks are there twice")
        plain = [part.partition('"')[2].rpartition(" @ ")[0] for part in given]
        for part in given:
            words = _STACK.fullmatch(part)
            if words is None or int(words[1]) in deal.seats or words[2] in self._by_id:
                raise self._unknown(part)
            name = words[2].rpartition(" @ ")[0]
            self._by_id[words[2]] = name if name and plain.count(name) == 1 else words[2]
            deal.seats[int(words[1])] = self._by_id[words[2]], self._amount(words[3])
            if words[2] == self._dealer:
                deal.button = int(words[1])

    # The play

    def _by_player(self, entry: str) -> bool:
        named = _NAMED.fullmatch(entry)
        if named is None or named[1] not in self._by_id:
            return named is not None and _CHATTER_OF_PLAYER.fullmatch(named[2]) is not None
        deal, name, rest = self._deal, self._by_id[named[1]], named[2]
        if (words := _POST.fullmatch(rest)) and words[1] in _POSTS:
            kind, chips = _POSTS[words[1]], self._amount(words[2])
            deal.posts.append((self._line, kind, name, chips, bool(words[3])))
            if kind not in {"the ante", "dead"}:
                self._bets[name] = chips
        elif words := _ACT.fullmatch(rest):
            self._act(name, words)
        elif words := _COLLECTED.fullmatch(rest):
            deal.collected.append((self._line, name, self._amount(words[1]), "pot"))
        elif words := _SHOWS.fullmatch(rest):
            cards = "".join(self._cards(words[1]))
            if len(cards) > len(deal.shown.get(name, (0, ""))[1] or ""):
                deal.shown[name] = self._line, cards
        else:
            return _CHATTER_OF_PLAYER.fullmatch(rest) is not None
        return True

    def _act(self, name: str, words: re.Match[str]) -> None:
        deal = self._deal
        if words[1]:
            deal.acts.append((self._line, name, "f" if words[1] == "folds" else "cc"))
            return
        total, is_call = self._amount(words[3]), words[2] == "calls"
        paid = total - self._bets.get(name, 0)
        self._bets[name] = total
        # The amounts of the log are those of the whole street.
        deal.bets[len(deal.acts)] = StarsBet(is_call, paid if is_call else total, None, bool(words[4]))
        deal.acts.append((self._line, name, "cc" if is_call else f"cbr {Decimal(total):f}"))

    def _by_dealer(self, entry: str) -> bool:
        deal = self._deal
        if words := _BOARD.fullmatch(entry):
            cards = self._cards(words[2])
            deal.acts.append((self._line, "", f"d db {''.join(cards)}"))
            deal.board += cards
            self._bets.clear()
        elif (words := _RETURNED.fullmatch(entry)) and words[2] in self._by_id:
            deal.returned.append((self._line, self._by_id[words[2]], self._amount(words[1])))
        else:
            return _CHATTER.fullmatch(entry) is not None
        return True

    def _complete(self) -> None:
        """Find what the log does not say: the blinds of the game, the button, and the sum of the pots."""
        deal = self._deal
        posted = {kind: (chips, is_short, name) for _, kind, name, chips, is_short in reversed(deal.posts)}
        usual_small, usual_big = map(parse_amount, (*self._text.context.split(), "0", "0")[:2])
        first = next(iter(deal.bets.values()), None)
        called = first.amount if first is not None and first.is_call else 0
        small, is_short, _ = posted.get("small blind", (usual_small or 0, False, ""))
        small = max(small, usual_small or 0) if is_short else small
        big, is_short, _ = posted.get("big blind", (0, True, ""))
        if is_short:
            others = [chips for _, kind, _, chips, _ in deal.posts if kind == "post"]
            big = max(big, usual_big or max(2 * small, called), *others)
        half = Decimal(big) / 2
        deal.header = small or (half if decimals_of(half) <= max(map(decimals_of, deal.amounts)) else 0), big
        if deal.game is not None and deal.game.betting is Betting.LIMIT:
            deal.header = big, 2 * big
        if not deal.button:  # dead: left of it sits whoever posts the first blind
            _, _, first_name = posted.get("small blind") or posted.get("big blind") or (0, False, "")
            deal.button = next((number for number, (name, _) in deal.seats.items() if name == first_name), 1) - 1
        deal.total = self._line, sum(chips for _, _, chips, _ in deal.collected), 0

    def _cards(self, text: str) -> list[str]:
        cards = [f"{rank.replace('10', 'T')}{_SUITS.get(suit, suit)}" for rank, suit in _CARD.findall(text)]
        if len(cards) != text.count(",") + 1:
            raise self.error(f"{quote(text)} are not cards")
        return cards
