"""Reads PHH text as `HandHistory` records. It checks the form of a file; the replay checks whether its deals are legal.

The format is described at https://phh.readthedocs.io. Fields that a replay does not need are ignored.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable
from datetime import time
from decimal import Decimal
from pathlib import Path
from typing import NoReturn, TypeGuard

from msgspec import Struct

from ircpoker.errors import HistoryError, printable, quote
from ircpoker.records.amounts import (
    CENTS,
    MOST_DECIMALS,
    Number,
    ScaledAmount,
    decimals_of,
    parse_amount,
    parse_decimal,
    units_of,
)
from ircpoker.records.facts import MOST_NUMBER, NO_FACTS, HandFacts, read_facts
from ircpoker.records.phh.script import BETTING_FIELD, FULL_BLINDS_FIELD, VARIANTS, game_of, words_of
from ircpoker.table.games import FEWEST_SEATS, Betting, Game
from ircpoker.table.setup import MOST_CHIPS

Skip = Callable[[HistoryError], object]


MOST_BYTES = 64 * 2**20
"""A longer file is refused and not read into memory."""
_MOST_DOTS = 100
"""Dots in a line: `tomllib` takes minutes for a key of many thousand parts."""

_PLAIN_FIELD = re.compile(r"^(\w+) = (?:((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)|(.+))\n", re.ASCII | re.MULTILINE)
_PLAIN_TYPES = {int, Decimal, str, bool}
_UNKNOWN_STACK = Decimal("inf")
_AMOUNT_FIELDS = ("min_bet", "small_bet", "big_bet", FULL_BLINDS_FIELD)
_LIST_FIELDS = ("antes", "blinds_or_straddles", "starting_stacks")
_RECORDED_FIELDS = ("finishing_stacks", "winnings")
_MONEY_FIELDS = ("currency", "currency_symbol")
"""A deal with a currency was played for money, which has cents even if no amount shows them."""


class HandHistory(Struct, frozen=True):
    """One deal of a file, its players in PHH order: the first left of the button first, the button last.

    Attributes:
        file: the file's name, for messages.
        deal: the number of the deal's section, or its `hand` in a file with one deal.
        game: the rules.
        decimals: the decimals of the unit in which the amounts below are given; 0 for whole chips.
        chip: the units of the smallest chip that an amount of the file may need: an odd chip is not smaller.
        antes: the ante of each player.
        blinds: the blind or straddle of each player; negative for a post, which does not change who acts first.
        antes_are_dead: whether the antes belong to the main pot, such as one player's ante for all.
        small_bet: the least bet; in limit, the bet of the early streets.
        big_bet: in limit, the bet of the late streets; else 0.
        full_blinds: in pot-limit, the sum of all blinds if none were dead.
        stacks: the stack of each player before the deal; an unknown one is more than anybody can bet.
        unknown_stacks: the players with unknown stacks (`inf`).
        actions: the actions, as in the file.
        finishing_stacks: the final stacks as recorded in the file, in its own amounts; empty if they are missing.
        winnings: the winnings of each player after rake, as recorded; empty if they are missing.
        players: the players' names; empty if they are missing.
        facts: when and where the deal was played.
    """

    file: str
    deal: int
    game: Game
    decimals: int
    chip: int
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    antes_are_dead: bool
    small_bet: int
    big_bet: int
    full_blinds: int
    stacks: tuple[int, ...]
    unknown_stacks: frozenset[int]
    actions: tuple[str, ...]
    finishing_stacks: tuple[Number, ...] = ()
    winnings: tuple[Number, ...] = ()
    players: tuple[str, ...] = ()
    facts: HandFacts = NO_FACTS


def read_history_file(path: Path, skip: Skip | None = None) -> list[HandHistory]:
    """Read a `.phh` or `.phhs` file.

    Args:
        path: the file.
        skip: as for `read_histories`.

    Returns:
        The deals of the file.

    Raises:
        HistoryError: the file cannot be read, or is not PHH; the message has file, deal and field.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "cannot be read"
        raise HistoryError(reason, str(path)) from error
    if len(data) > MOST_BYTES:
        raise HistoryError(f"longer than {MOST_BYTES >> 20} MiB", str(path))
    try:
        return read_histories(data.decode("utf-8-sig"), str(path), skip)
    except UnicodeDecodeError as error:
        raise HistoryError(f"not UTF-8 at byte {error.start}", str(path)) from error


def read_histories(text: str, file: str = "history", skip: Skip | None = None) -> list[HandHistory]:
    """Read PHH text, one deal or many.

    Args:
        text: the contents of a `.phh` or `.phhs` file.
        file: the file's name, for messages.
        skip: is called with the error of a deal, after which the next deals are read; without it the error is raised.

    Returns:
        The deals.

    Raises:
        HistoryError: the text is not PHH.
    """
    fields = _load(text, file)
    if "variant" in fields:
        return [_FieldParser(file, _number(fields), fields).read()]
    if not fields:
        raise HistoryError("no deal in it", file)
    sections = {key: section for key, section in fields.items() if isinstance(section, dict)}
    if len(sections) < len(fields):
        raise HistoryError("missing: expected the code of a game", file, 0, "variant")
    histories = []
    for number, (key, section) in enumerate(sections.items(), 1):
        deal = int(key) if key.isascii() and key.isdecimal() and len(key) < 10 and int(key) else number
        try:
            histories.append(_FieldParser(file, deal, section).read())
        except HistoryError as error:
            if skip is None:
                raise
            skip(error)
    return histories


def read_deal(text: str, file: str = "history", deal: int = 0, first: int = 1) -> HandHistory:
    """Read the PHH text of one deal: a whole `.phh` file, or a section of a `.phhs` file without its heading.

    Args:
        text: the fields.
        file: the file's name, for messages.
        deal: the number of the section; 0 for the deal's own `hand`, or 1.
        first: the number of the first line in the file; 0 without a file.

    Returns:
        The deal.

    Raises:
        HistoryError: the text is not PHH.
    """
    fields = _load(text, file, first)
    if not fields:
        raise HistoryError("no deal in it", file, deal)
    return _FieldParser(file, deal or _number(fields), fields).read()


def _load(text: str, file: str, first: int = 1) -> dict[str, object]:
    """Return the fields of a text.

    Raises:
        HistoryError: it is not TOML.
    """
    plain = _load_plain(text)
    if plain is not None:
        return plain
    _check_dots(text, file, first)
    try:
        return tomllib.loads(text, parse_float=parse_decimal)
    except (ValueError, RecursionError) as error:
        reason, _, place = ("nested too deeply" if isinstance(error, RecursionError) else str(error)).partition(" (at ")
        number = re.match(r"line (\d+)", place)
        line = first + int(number[1]) - 1 if first and number else 0
        raise HistoryError(f"not TOML: {printable(reason)[:200]}", file, line=line) from error


def _load_plain(text: str) -> dict[str, object] | None:
    """Return the fields of a text that has one on each line, as this program writes it; None for any other TOML.

    Texts, numbers and lists of them are the same in JSON, whose parser takes a tenth of the time.
    """
    if "\\" in text or "\x7f" in text:  # escapes differ
        return None
    lines = _PLAIN_FIELD.findall(text)
    try:
        found = _JSON.decode("{" + ",".join([f'"{key}": {value or 0}' for key, _, value in lines]) + "}")
    except (ValueError, RecursionError):
        return None
    fields = dict(found) | {key: time.fromisoformat(clock) for key, clock, _ in lines if clock}
    if len(lines) != len(text.rstrip("\n").split("\n")) or len(lines) != len(fields):
        return None
    if [key for key, _ in found] != [key for key, _, _ in lines]:
        return None  # a line with more than one value
    lists = [value if type(value) is list else [value] for _, value in found]
    return fields if all(_PLAIN_TYPES.issuperset(map(type, values)) for values in lists) else None


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _number(fields: dict[str, object]) -> int:
    hand = fields.get("hand")
    return hand if type(hand) is int and 0 < hand <= MOST_NUMBER else 1


def _check_dots(text: str, file: str, first: int) -> None:
    """Refuse keys that would take too long.

    Raises:
        HistoryError: a line that is not a comment has too many dots.
    """
    for number, line in enumerate(text.split("\n"), first):
        if line.count(".") > _MOST_DOTS and not line.lstrip().startswith("#"):
            raise HistoryError(f"more than {_MOST_DOTS} dots", file, line=number)


_JSON = json.JSONDecoder(parse_float=parse_decimal, parse_constant=_refuse, object_pairs_hook=tuple)
"""Of an object the pairs remain, as a tuple, which no value of a plain field is."""


class _FieldParser:
    """Reads the fields of one deal."""

    def __init__(self, file: str, deal: int, fields: dict[str, object]) -> None:
        self._file = file
        self._deal = deal
        self._fields = fields
        self._decimals = 0
        self._chip = 1

    def read(self) -> HandHistory:
        """Return the deal."""
        game = self._game()
        stacks = self._list("starting_stacks")
        if not FEWEST_SEATS <= len(stacks) <= game.most_players:
            raise self._error(
                "starting_stacks", f"{len(stacks)} players: expected {FEWEST_SEATS} to {game.most_players}"
            )
        is_limit = game.betting is Betting.LIMIT
        actions = self._texts("actions")
        self._find_unit(actions)
        return HandHistory(
            file=self._file,
            deal=self._deal,
            game=game,
            decimals=self._decimals,
            chip=self._chip,
            antes=self._by_seat("antes", len(stacks)),
            blinds=self._by_seat("blinds_or_straddles", len(stacks), least=-MOST_CHIPS),
            antes_are_dead=not self._fields.get("ante_trimming_status", False),
            small_bet=self._amount("small_bet" if is_limit else "min_bet", least=1),
            big_bet=self._amount("big_bet") if is_limit else 0,
            full_blinds=self._amount(FULL_BLINDS_FIELD) if FULL_BLINDS_FIELD in self._fields else 0,
            stacks=tuple([self._stack(stack) for stack in stacks]),
            unknown_stacks=frozenset(seat for seat, stack in enumerate(stacks) if stack == _UNKNOWN_STACK),
            actions=actions,
            finishing_stacks=self._recorded("finishing_stacks", stacks),
            winnings=self._recorded("winnings", stacks),
            players=self._texts("players") if "players" in self._fields else (),
            facts=read_facts(self._fields, len(stacks)),
        )

    def _error(self, field: str, problem: str) -> HistoryError:
        return HistoryError(problem, self._file, self._deal, field)

    def _game(self) -> Game:
        variant = self._fields.get("variant")
        if not isinstance(variant, str):
            raise self._error("variant", "missing: expected the code of a game")
        betting = self._fields.get(BETTING_FIELD)
        game = game_of(variant, betting if isinstance(betting, str) else "")
        if game is None:
            raise self._error("variant", f"{quote(variant)} is not played here: expected one of {', '.join(VARIANTS)}")
        return game

    def _list(self, field: str) -> list[object]:
        values = self._fields.get(field)
        if values is None:
            raise self._error(field, "missing")
        if not isinstance(values, list):
            raise self._error(field, "expected a list")
        return values

    def _texts(self, field: str) -> tuple[str, ...]:
        values = self._list(field)
        texts = tuple([value for value in values if isinstance(value, str)])
        if len(texts) != len(values):
            raise self._error(field, "expected a list of texts")
        return texts

    # Amounts

    def _find_unit(self, actions: tuple[str, ...]) -> None:
        """Find the decimals that the amounts of the deal need; at least cents if any amount has decimals."""
        amounts: list[object] = [self._fields.get(field) for field in _AMOUNT_FIELDS]
        for field in _LIST_FIELDS:
            amounts += self._list(field)
        wagers = [words_of(action) for action in actions if "cbr" in action]
        amounts += [parse_amount(words[2]) for words in wagers if words[1:2] == ["cbr"] and words[2:]]
        needed = max(_decimals_in(amounts), default=0)
        if needed > MOST_DECIMALS:
            raise self._error("", f"amounts with {needed} digits after the point: expected at most {MOST_DECIMALS}")
        # A pot that was split into thirds of a chip is recorded with more decimals than there are units.
        recorded = [value for field in _RECORDED_FIELDS if field in self._fields for value in self._list(field)]
        needed = max([needed, *[decimals for decimals in _decimals_in(recorded) if decimals <= MOST_DECIMALS]])
        has_cents = needed or any(isinstance(self._fields.get(field), str) for field in _MONEY_FIELDS)
        self._decimals = max(needed, CENTS) if has_cents else 0
        self._chip = 10 ** (self._decimals - needed)

    def _amount(self, field: str, least: int = 0) -> int:
        if field not in self._fields:
            raise self._error(field, "missing")
        return self._units(field, self._fields[field], least)

    def _stack(self, value: object) -> int:
        return MOST_CHIPS if value == _UNKNOWN_STACK else self._units("starting_stacks", value, least=1)

    def _units(self, field: str, value: object, least: int = 0) -> int:
        """Return an amount in units, at least `least` of them."""
        if _is_number(value) and -MOST_CHIPS <= value <= MOST_CHIPS:
            units = units_of(value, self._decimals)
            if least <= units <= MOST_CHIPS:
                return units
        most = ScaledAmount(MOST_CHIPS, self._decimals).number
        # Lists are not shown, nor very long numbers, which Python refuses to format.
        is_endless = isinstance(value, int) and abs(value) > MOST_NUMBER
        shown = "a longer number" if is_endless else "a list" if isinstance(value, list | dict) else quote(str(value))
        lowest = ScaledAmount(least, self._decimals)
        raise self._error(field, f"{shown} is not an amount of chips: expected a number from {lowest} to {most}")

    def _by_seat(self, field: str, players: int, least: int = 0) -> tuple[int, ...]:
        amounts = tuple([self._units(field, value, least) for value in self._list(field)])
        if len(amounts) != players:
            raise self._error(field, f"{len(amounts)} amounts for {players} players")
        # Heads-up the format has the small blind first, though this player has the button and is our last seat.
        return amounts[::-1] if players == 2 else amounts

    def _recorded(self, field: str, stacks: list[object]) -> tuple[Number, ...]:
        """Return recorded amounts; an unknown stack may be recorded as an unknown one."""
        if field not in self._fields:
            return ()
        values, most = self._list(field), MOST_CHIPS * len(stacks)
        if len(values) != len(stacks):
            raise self._error(field, f"{len(values)} amounts for {len(stacks)} players")
        numbers: list[Number] = []
        for value, before in zip(values, stacks, strict=True):
            is_right = (_is_number(value) and 0 <= value <= most) or value == before == _UNKNOWN_STACK
            if not is_right or not isinstance(value, int | Decimal):
                raise self._error(field, "expected a list of amounts of chips")
            numbers.append(value)
        return tuple(numbers)


def _is_number(value: object) -> TypeGuard[Number]:
    return type(value) is int or (isinstance(value, Decimal) and value.is_finite())


def _decimals_in(values: Iterable[object]) -> list[int]:
    """Return the decimals of the numbers that are not whole by their form."""
    return [decimals_of(value) for value in values if isinstance(value, Decimal) and value.is_finite()]
