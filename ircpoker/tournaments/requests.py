"""Reads what people ask for: `!sng free 6 turbo omaha`, `!tournament new friday at 20:30 buy-in 200 late 4`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from ircpoker.errors import UsageError, quote
from ircpoker.table import GAMES
from ircpoker.table.games import FEWEST_SEATS
from ircpoker.tournaments.rules.levels import PRESETS, Structure, parse_levels
from ircpoker.tournaments.rules.payouts import parse_payouts
from ircpoker.tournaments.settings import TournamentSettings
from ircpoker.tournaments.state import SIT_AND_GO, TournamentPlan
from ircpoker.words import Phrase
from ircpoker.words.understood.requests import plain_words, split_options

USUAL_SEATS = 6
MOST_SEATS = 10
LONGEST_NAME = 32
MOST_DAYS_AHEAD = 60
_NAME = re.compile(rf"[A-Za-z0-9][\w-]{{0,{LONGEST_NAME - 1}}}")
_SWITCHES = {
    "free": "free",
    **dict.fromkeys(("bba", "big-blind-ante"), "bba"),
    **dict.fromkeys(("knockout", "knock-out", "ko"), "knockout"),
}
"""Words that switch something on."""
_LEVEL_WORD = re.compile(r"\d+/\d+.*|break@.*")


def _sort(text: str, games: Sequence[str]) -> Mapping[str, list[str]]:
    """Return words by their kind: `game`, `preset` (a structure), `level`, the values of `_SWITCHES`, or `rest`.

    Raises:
        UsageError: there are two games or two structures.
    """
    by_kind = defaultdict[str, list[str]](list)
    for word in map(str.lower, plain_words(text)):
        if word in games or word in PRESETS:
            kind = "game" if word in games else "preset"
        else:
            kind = "level" if _LEVEL_WORD.fullmatch(word) else _SWITCHES.get(word, "rest")
        by_kind[kind].append(word)
    for kind in ("game", "preset"):
        if len(by_kind[kind]) > 1:
            raise UsageError(Phrase("errors.too_much", token=quote(by_kind[kind][1])))
    return by_kind


def parse_sit_and_go(
    text: str, games: Sequence[str], settings: TournamentSettings, *, by_hands: bool, is_free: bool = False
) -> TournamentPlan:
    """Read the words after `!sng`, in any order: free, seats, buy-in, turbo or deep, knockout, game.

    Args:
        text: the words; a number up to 10 is the number of seats, a larger one the buy-in.
        games: the games that can be played, the usual one first.
        settings: has the usual buy-in.
        by_hands: whether levels last a number of hands, if no structure is named: on the console, which has no clocks.
        is_free: whether nothing is paid in any case.

    Returns:
        The plan.

    Raises:
        UsageError: a word is not known, or a number is out of bounds.
    """
    words = _sort(text, games)
    (game,) = words["game"] or games[:1]
    seats, buy_in = 0, None
    for word in words["rest"]:
        if not (word.isascii() and word.isdigit()):
            raise UsageError(Phrase("tournament.sng_word", word=quote(word), games=", ".join(games)))
        if not seats and len(word) < 3 and int(word) <= MOST_SEATS:
            seats = int(word)
        elif buy_in is None:
            buy_in = int(word[:12])
        else:
            raise UsageError(Phrase("errors.chips_too_many", word=quote(word)))
    is_free = is_free or bool(words["free"]) or buy_in == 0
    seats = _check_seats(seats or min(USUAL_SEATS, GAMES[game].most_seats), game)
    structure = _structure(words, "hands" if by_hands else "standard", 0)
    cost = 0 if is_free else _check_buy_in(settings.buy_in if buy_in is None else buy_in, settings)
    plan = TournamentPlan(SIT_AND_GO, game, cost, seats, structure, settings.payouts, entries=seats)
    return _as_knockout(plan) if words["knockout"] else plan


def _as_knockout(plan: TournamentPlan) -> TournamentPlan:
    """Return a plan as that of a knock-out.

    Raises:
        UsageError: there is no buy-in of which half would be for a head.
    """
    if plan.buy_in < 2:
        raise UsageError(Phrase("tournament.knockout_free"))
    return replace(plan, is_knockout=True)


def parse_tournament(text: str, games: Sequence[str], settings: TournamentSettings, now: datetime) -> TournamentPlan:
    """Read the words after `!tournament new`: a name, when it begins, and what differs from the usual.

    Args:
        text: the words.
        games: the games that can be played, the usual one first.
        settings: has the usual buy-in and payouts.
        now: the time; times of day are UTC.

    Returns:
        The plan.

    Raises:
        UsageError: a word is not known, there is no time, or a number is out of bounds.
    """
    name, _, rest = text.strip().partition(" ")
    if not _NAME.fullmatch(name) or name.lower() == SIT_AND_GO:
        raise UsageError(Phrase("tournament.bad_name", name=quote(name), most=LONGEST_NAME))
    options, others = split_options(rest)
    words = _sort(others, games)
    if words["rest"]:
        raise UsageError(Phrase("tournament.new_word", word=quote(words["rest"][0])))
    (game,) = words["game"] or games[:1]
    most = GAMES[game].most_seats
    seats = _check_seats(int(options.get("seats", min(9, most))), game)
    structure = _structure(words, "standard", int(options.get("stack", 0)))
    wanted = int(options["buy_in"]) if "buy_in" in options else settings.buy_in
    is_free = words["free"] or not wanted
    rebuys, addon, late = (int(options.get(each, 0)) for each in ("rebuys", "addon", "late"))
    if (rebuys or addon) and not late:
        raise UsageError(Phrase("tournament.rebuys_need_late"))
    plan = TournamentPlan(
        name,
        game,
        0 if is_free else _check_buy_in(wanted, settings),
        seats,
        structure,
        parse_payouts(options["payouts"]) if "payouts" in options else settings.payouts,
        starts_at=_starts_at(options, now).timestamp(),
        minutes=_minutes(options["length"], options["length_unit"]) if "length" in options else 0.0,
        late_levels=late,
        rebuys=rebuys,
        addon=addon,
    )
    return _as_knockout(plan) if words["knockout"] else plan


def _structure(words: Mapping[str, list[str]], usual_preset: str, stack: int) -> Structure:
    (preset,) = words["preset"] or [usual_preset]
    usual = PRESETS[preset]
    structure = parse_levels(words["level"], stack or usual.stack) if words["level"] else usual
    if stack and not 10 <= stack // structure.levels[0].big <= 10_000:
        raise UsageError(Phrase("tournament.bad_stack", stack=stack))
    return replace(structure, stack=stack or structure.stack, has_big_blind_ante=bool(words["bba"]))


def _check_seats(seats: int, game: str) -> int:
    most = min(MOST_SEATS, GAMES[game].most_seats)
    if not FEWEST_SEATS <= seats <= most:
        raise UsageError(Phrase("errors.seats", game=game, least=FEWEST_SEATS, most=most))
    return seats


def _check_buy_in(chips: int, settings: TournamentSettings) -> int:
    if not 1 <= chips <= settings.most_buy_in:
        raise UsageError(Phrase("tournament.bad_buy_in", chips=chips, most=settings.most_buy_in))
    return chips


def _minutes(number: str, unit: str) -> float:
    return float(number) * (60 if unit.lower().startswith("h") else 1)


def _starts_at(options: dict[str, str], now: datetime) -> datetime:
    """Return when it begins: the next time of day, or so much later.

    Raises:
        UsageError: there is no time, or it is not one.
    """
    if "wait" in options:
        wait = timedelta(minutes=_minutes(options["wait"], options["wait_unit"]))
        if not timedelta(0) < wait <= timedelta(days=MOST_DAYS_AHEAD):
            raise UsageError(Phrase("tournament.bad_time"))
        return now + wait
    if "hour" not in options or int(options["hour"]) > 23 or int(options["minute"]) > 59:
        raise UsageError(Phrase("tournament.bad_time"))
    day = now.astimezone(UTC).replace(hour=int(options["hour"]), minute=int(options["minute"]), second=0, microsecond=0)
    return day if day > now else day + timedelta(days=1)
