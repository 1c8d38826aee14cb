"""Reads Open Hand History as the lines of a deal, which the rules then play again.

Every number that the format has twice is compared: here, or with the deal as the rules play it.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from datetime import UTC, datetime
from decimal import Decimal
from typing import NoReturn

from ircpoker.errors import HistoryError, printable, quote
from ircpoker.records.amounts import MOST_DECIMALS, Number, decimals_of, parse_decimal
from ircpoker.records.facts import to_eastern
from ircpoker.records.ohh.writing import BET_TYPES, PLAY_MONEY, UNKNOWN_SITE
from ircpoker.records.phh import HandFacts
from ircpoker.records.played import NO_TABLE, UNDATED
from ircpoker.records.pokerstars.lines import cards_of
from ircpoker.records.pokerstars.reading import StarsBet, StarsDeal
from ircpoker.records.sections import HandText
from ircpoker.table import GAMES, Betting, Game
from ircpoker.table.setup import MOST_CHIPS

_STREETS = ("Preflop", "Flop", "Turn", "River", "Showdown")
_POSTS = {
    "Post Ante": "the ante",
    "Post Dead": "the ante",
    "Post SB": "small blind",
    "Post BB": "big blind",
    "Straddle": "straddle",
    "Post Extra Blind": "post",
}
_ACTS = {"Fold": "f", "Check": "cc", "Call": "cc", "Bet": "cbr", "Raise": "cbr"}
_WITHOUT_AMOUNT = frozenset({"Fold", "Check", "Dealt Cards", "Shows Cards", "Mucks Cards"})
_CURRENCY = re.compile(r"[A-Z]{3}")
_MOST_SEAT = 99
_MOST_NUMBER = 18
"""Digits of the number of a deal."""


class OhhReader:
    """Reads the object of one deal."""

    def __init__(self, text: HandText) -> None:
        self._text = text
        self._deal = StarsDeal(text.file, names_uncalled=False, lists_seats=False)
        self._names: dict[int, str] = {}
        self._bets: Counter[str] = Counter()
        self._due: dict[str, Number] = {}
        self._number = -1
        self._done: set[tuple[str, str]] = set()

    def read(self) -> StarsDeal:
        """Return the deal.

        Raises:
            HistoryError: the text is no deal that is played here, or contradicts itself.
        """
        data = self._load()
        self._read_game(data)
        self._read_players(data)
        rounds = self._list(data, "rounds")
        for number, each in enumerate(rounds):
            self._read_round(number, each)
        self._read_pots(data)
        hero = data.get("hero_player_id")
        if hero is not None and self._deal.dealt and self._name(hero) not in self._deal.dealt:
            raise self.error("the cards are not dealt to hero_player_id")
        return self._deal

    def error(self, problem: str, below: int = 0) -> HistoryError:
        """Return an error of this deal, so many lines below its first."""
        return HistoryError(problem, self._text.file, self._deal.number, line=self._text.line + below)

    def _load(self) -> dict[str, object]:
        try:
            loaded = json.loads(self._text.text, parse_float=parse_decimal, parse_constant=_refuse)
        except json.JSONDecodeError as error:
            raise self.error(f"not JSON: {error.msg}", error.lineno - 1) from error
        except (ValueError, RecursionError) as error:
            reason = "nested too deeply" if isinstance(error, RecursionError) else printable(str(error))[:100]
            raise self.error(f"not JSON: {reason}") from error
        data = loaded.get("ohh") if isinstance(loaded, dict) else None
        if not isinstance(data, dict):
            raise self.error("no object `ohh` in it")
        return data

    # The fields of JSON

    def _list(self, data: dict[str, object], field: str) -> list[dict[str, object]]:
        values = data.get(field)
        if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
            raise self.error(f"{field}: expected a list of objects")
        return values

    def _whole(self, data: dict[str, object], field: str, most: int = _MOST_SEAT) -> int:
        value = data.get(field)
        if type(value) is not int or not 0 <= value <= most:
            raise self.error(f"{field}: expected a number from 0 to {most}")
        return value

    def _amount(self, data: dict[str, object], field: str) -> Number:
        value = data.get(field)
        is_number = isinstance(value, Decimal) and value.is_finite() and decimals_of(value) <= MOST_DECIMALS
        if (
            not isinstance(value, int | Decimal)
            or not (is_number or type(value) is int)
            or not 0 <= value <= MOST_CHIPS
        ):
            raise self.error(f"{field}: expected an amount of chips")
        self._deal.amounts.append(value)
        return value

    def _words(self, data: dict[str, object], field: str) -> str:
        value = data.get(field, "")
        if not isinstance(value, str):
            return ""
        if not value.isprintable():  # Half of a surrogate pair is no character, either.
            raise self.error(f"{field}: {quote(printable(value)[:40])} has characters that cannot be shown")
        return value

    def _cards(self, data: dict[str, object]) -> list[str]:
        values = data.get("cards", [])
        if not isinstance(values, list) or not all(
            isinstance(card, str) and cards_of(card) == [card] for card in values
        ):
            raise self.error("cards: expected a list of cards")
        return values

    def _name(self, player: object) -> str:
        if type(player) is not int or player not in self._names:
            raise self.error(f"player {quote(str(player)[:20])} is not one of the players")
        return self._names[player]

    # The table

    def _read_game(self, data: dict[str, object]) -> None:
        deal, number = self._deal, self._words(data, "game_number")
        if number.isascii() and number.isdecimal() and len(number) <= _MOST_NUMBER:
            deal.number = int(number)
        deal.game = self._game(data)
        low, high = self._amount(data, "small_blind_amount"), self._amount(data, "big_blind_amount")
        self._due = {"Post SB": low, "Post BB": high, "Post Ante": self._amount(data, "ante_amount")}
        is_limit = deal.game.betting is Betting.LIMIT
        deal.header = (high, 2 * high) if is_limit else (low, high)
        currency = self._words(data, "currency")
        if currency and _CURRENCY.fullmatch(currency) is None:
            raise self.error(f"currency: {quote(currency[:40])} is not a currency: expected three letters")
        is_play = currency == PLAY_MONEY or data.get("tournament") is True
        deal.currency = "" if is_play else currency
        deal.button = self._whole(data, "dealer_seat")
        deal.facts = HandFacts(
            number=deal.number,
            venue=self._words(data, "network_name").replace(UNKNOWN_SITE, ""),
            table=self._words(data, "table_name").removeprefix(NO_TABLE),
            played_at=self._moment(data),
            seat_count=self._whole(data, "table_size"),
        )

    def _game(self, data: dict[str, object]) -> Game:
        limit = data.get("bet_limit")
        bets = limit.get("bet_type") if isinstance(limit, dict) else None
        title = self._words(data, "game_type")
        for game in GAMES.values():
            if title and game.ohh_type == title and BET_TYPES[game.betting] == bets:
                return game
        raise self.error(f"{quote(title)} {quote(str(bets))} is not played here")

    def _moment(self, data: dict[str, object]) -> datetime | None:
        given = self._words(data, "start_date_utc")
        try:
            moment = datetime.fromisoformat(given.replace("Z", "+00:00"))
            moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
            to_eastern(moment)  # as the time is written, which no year from 1 to 9999 may have
        except (ValueError, OverflowError):
            raise self.error(f"{quote(given)} is not a time") from None
        return None if (moment.year, moment.month, moment.day) == UNDATED else moment

    def _read_players(self, data: dict[str, object]) -> None:
        for player in self._list(data, "players"):
            number, seat = self._whole(player, "id"), self._whole(player, "seat")
            name = self._words(player, "name") or f"p{number}"
            if number in self._names or name in self._names.values() or seat in self._deal.seats or not seat:
                raise self.error(f"player {number} or the seat is there twice")
            self._names[number] = name
            self._deal.seats[seat] = name, self._amount(player, "starting_stack")
        if self._deal.button not in self._deal.seats and self._deal.button > self._deal.facts.seat_count:
            raise self.error("dealer_seat is not at the table")
        if max(self._deal.seats, default=0) > self._deal.facts.seat_count:
            raise self.error("table_size: a player sits at a seat that is not there")

    # The play

    def _read_round(self, number: int, data: dict[str, object]) -> None:
        street, cards = self._words(data, "street"), self._cards(data)
        if self._whole(data, "id") != number or (
            street != _STREETS[-1] and street != "".join(_STREETS[number : number + 1])
        ):
            raise self.error(f"{quote(street)} comes at the wrong time")
        if cards:
            self._deal.acts.append((self._text.line, "", f"d db {''.join(cards)}"))
            self._deal.board += cards
        if number:
            self._bets.clear()
        for action in self._list(data, "actions"):
            self._read_action(action)

    def _read_action(self, data: dict[str, object]) -> None:
        deal, line = self._deal, self._text.line
        name, kind, amount = (
            self._name(data.get("player_id")),
            self._words(data, "action"),
            self._amount(data, "amount") if "amount" in data or data.get("action") not in _WITHOUT_AMOUNT else 0,
        )
        number = self._whole(data, "action_number", 10**6)
        if number <= self._number:
            raise self.error(f"action {number} comes after action {self._number}")
        self._number = number
        if kind not in _ACTS and (name, kind) in self._done:
            raise self.error(f"{quote(name)} has {quote(kind)} twice")
        self._done.add((name, kind))
        all_in = data.get("is_allin")
        if kind in _POSTS:
            if all_in is not True and self._due.get(kind, amount) != amount:
                raise self.error(f"{quote(kind)} is not the amount that is due")
            deal.posts.append((line, _POSTS[kind], name, amount, all_in is True))
            self._bets[name] += 0 if _POSTS[kind] == "the ante" else amount  # type: ignore[assignment] # may be Decimal
        elif kind in _ACTS:
            self._bets[name] += amount  # type: ignore[assignment] # may be Decimal
            self._act(name, kind, amount, all_in if isinstance(all_in, bool) else None)
        elif amount:
            raise self.error(f"{quote(kind)} has no amount")
        elif kind == "Dealt Cards":
            deal.dealt.setdefault(name, self._cards(data))
        elif kind == "Shows Cards":
            deal.shown[name] = line, "".join(self._cards(data))
        elif kind == "Mucks Cards":
            deal.shown[name] = line, None
        else:
            raise self.error(f"{quote(kind)} is not understood here")

    def _act(self, name: str, kind: str, amount: Number, all_in: bool | None) -> None:
        deal, verb = self._deal, _ACTS[kind]
        if verb == "cbr":
            total = self._bets[name]
            deal.bets[len(deal.acts)] = StarsBet(False, total, None, all_in)
            verb = f"cbr {Decimal(total):f}"
        elif kind == "Call":
            deal.bets[len(deal.acts)] = StarsBet(True, amount, None, all_in)
        elif amount or (all_in and kind in {"Fold", "Check"}):
            raise self.error(f"{quote(kind)} has no amount")
        deal.acts.append((self._text.line, name, verb))

    # The end

    def _read_pots(self, data: dict[str, object]) -> None:
        deal, line = self._deal, self._text.line
        total: Number = 0
        rake: Number = 0
        for number, pot in enumerate(self._list(data, "pots")):
            amount, taken = self._amount(pot, "amount"), self._amount(pot, "rake")
            if "jackpot" in pot:
                taken += self._amount(pot, "jackpot")
            won: Number = 0
            if self._whole(pot, "number") != number:
                raise self.error("the pots are not in order")
            for win in self._list(pot, "player_wins"):
                name, mine = self._name(win.get("player_id")), self._amount(win, "win_amount")
                deal.collected.append((line, name, mine, "pot"))
                won += mine
            if amount != won + taken:
                raise self.error(f"pot {number} is not what is won of it and its rake")
            total, rake = total + amount, rake + taken
        deal.total = line, total, rake
        winners = {name for _, name, amount, _ in deal.collected if amount}
        for name, (_, cards) in deal.shown.items():
            if cards is None and name in winners:
                deal.shown[name] = line, ""  # it won unseen


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a number")
