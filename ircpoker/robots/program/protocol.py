"""The messages between a table and a program: JSON objects, one per line. docs/own-robot.md lists each with its fields.

A program learns only what its seat sees: every message is made from a `PlayerView`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import NoReturn

from ircpoker.cards import Card, parse_cards
from ircpoker.errors import NotUnderstoodError, quote
from ircpoker.runtime.json_text import to_json
from ircpoker.table.actions import CALL, CHECK, FOLD, Action, Bet, Discard, LegalActions, RaiseTo
from ircpoker.table.events import (
    AntePosted,
    BetReturned,
    BlindPosted,
    CardsDrawn,
    Event,
    HandMucked,
    HandShown,
    HoleCardsDealt,
    PlayerActed,
    PotWon,
    StreetBegan,
)
from ircpoker.table.games import FEWEST_SEATS
from ircpoker.table.seat_numbers import DealSeat
from ircpoker.table.view import PlayerView

VERSION = 2
_SIMPLE: Mapping[str, Action] = {"fold": FOLD, "check": CHECK, "call": CALL}
_AMOUNTS: Mapping[str, type[Bet | RaiseTo]] = {"bet": Bet, "raise_to": RaiseTo}
ACTIONS = (*_SIMPLE, *_AMOUNTS, "discard")
_MOST_DISCARDS = 5

JsonMessage = dict[str, object]


class AnswerError(Exception):
    """An invalid answer of a program; the text names the mistake."""


def line_of(message: Mapping[str, object]) -> bytes:
    """Return a message as it is sent, without the end of the line."""
    return to_json(message, compact=True).encode()


def hello() -> JsonMessage:
    """Return the first message, which asks for the games."""
    return {"type": "hello", "protocol": VERSION}


def deal_message(number: int, game: str, players: Sequence[str], view: PlayerView) -> JsonMessage:
    """Return the message before a deal.

    Args:
        number: the deal's number, from 1.
        game: a key of `GAMES`.
        players: the names in the seats.
        view: the deal from the program's seat.
    """
    setup = view.setup
    return {
        "type": "deal",
        "deal": number,
        "game": game,
        "seat": None if view.seat is None else seat_number(view.seat),
        "players": list(players),
        "stacks": list(setup.stacks),
        "blinds": list(setup.blinds),
        "antes": list(setup.antes),
        "small_bet": setup.small_bet,
        "big_bet": setup.big_bet,
    }


def act_message(number: int, view: PlayerView, chance: int) -> JsonMessage:
    """Return the question for an action.

    Args:
        number: the deal's number.
        view: the deal from the program's seat, on its turn.
        chance: a random number, so that a program needs no source of its own.
    """
    return {
        "type": "act",
        "deal": number,
        **_state(view),
        "to_win": view.to_win,
        "legal": None if view.legal is None else _legal(view.legal),
        "chance": chance,
        "events": list(map(_event, view.events)),
    }


def end_message(number: int, view: PlayerView) -> JsonMessage:
    """Return the message after a deal."""
    won = 0 if view.seat is None else view.stacks[view.seat] - view.setup.stacks[view.seat]
    shown = list(map(_maybe, view.shown))
    events = list(map(_event, view.events))
    return {"type": "end", "deal": number, **_state(view), "shown": shown, "won": won, "events": events}


def bye() -> JsonMessage:
    """Return the last message."""
    return {"type": "bye"}


def read_answer(line: bytes) -> Mapping[str, object]:
    """Return the JSON object in a line.

    Raises:
        AnswerError: the line is not a JSON object.
    """
    try:
        answer = json.loads(line, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise AnswerError(f"{_shown(line)} is not JSON") from error
    if not isinstance(answer, dict):
        raise AnswerError(f"{_shown(line)} is not a JSON object")
    return answer


def _no_number(name: str) -> NoReturn:
    """Refuse NaN and Infinity, which Python would read."""
    raise ValueError(name)


def read_games(answer: Mapping[str, object]) -> dict[str, range]:
    """Return the games in an answer to hello, each with its numbers of players.

    Raises:
        AnswerError: the answer names no games, or impossible ones.
    """
    games = answer.get("games")
    if not isinstance(games, dict) or not games:
        raise AnswerError('"games" is missing: expected such as {"limit": [2, 2], "holdem": [2, 10]}')
    ranges = {}
    for game, seats in games.items():
        is_range = isinstance(seats, list) and len(seats) == 2 and all(type(count) is int for count in seats)
        if not is_range or not FEWEST_SEATS <= seats[0] <= seats[1]:
            raise AnswerError(
                f'"games" has {quote(str(seats))} for {quote(str(game))}: expected [fewest, most] players'
            )
        ranges[str(game)] = range(seats[0], seats[1] + 1)
    return ranges


def read_action(answer: Mapping[str, object]) -> tuple[Action, str]:
    """Return the action of an answer and its reason, legal or not.

    Raises:
        AnswerError: it names no action, or lacks the action's amount or cards.
    """
    name = answer.get("action")
    why = answer.get("why", "")
    if not isinstance(why, str):
        raise AnswerError('"why" is not text')
    if not isinstance(name, str) or name not in ACTIONS:
        raise AnswerError(f'"action" is {quote(to_json(name))}: expected {", ".join(ACTIONS)}')
    if name in _SIMPLE:
        return _SIMPLE[name], why
    if name in _AMOUNTS:
        amount = answer.get("amount")
        if type(amount) is not int:
            raise AnswerError(f'"amount" is {quote(to_json(amount))}: expected a whole number of chips')
        return _AMOUNTS[name](amount), why
    cards = answer.get("cards")
    if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
        raise AnswerError(f'"cards" is {quote(to_json(cards))}: expected a list such as ["Ah", "Kd"]')
    try:
        return Discard(parse_cards(" ".join(cards), most=_MOST_DISCARDS)), why
    except NotUnderstoodError as error:
        raise AnswerError(f'"cards": {error}') from error


def _shown(line: bytes) -> str:
    return quote(line.decode(errors="replace").strip())


def _state(view: PlayerView) -> JsonMessage:
    return {
        "seat": None if view.seat is None else seat_number(view.seat),
        "street": str(view.street),
        "hole_cards": _texts(view.hole_cards),
        "board": _texts(view.board),
        "stacks": list(view.stacks),
        "bets": list(view.bets),
        "totals": list(view.totals),
        "in_hand": list(view.in_hand),
        "pot": view.pot,
        "bet_to_match": view.bet_to_match,
    }


def _legal(legal: LegalActions) -> JsonMessage:
    return {
        "fold": legal.can_fold,
        "check": legal.can_check,
        "call": legal.call,
        "bet": _ends(legal.bet),
        "raise_to": _ends(legal.raise_to),
        "discard": _ends(legal.discard),
    }


def seat_number(seat: DealSeat) -> int:
    """Return a seat as messages name it: from 1."""
    return seat + 1


def _ends(amounts: range) -> list[int] | None:
    return [amounts[0], amounts[-1]] if amounts else None


def _texts(cards: Iterable[Card]) -> list[str]:
    return list(map(str, cards))


def _event(event: Event) -> JsonMessage:
    match event:
        case AntePosted(seat, amount):
            return {"event": "ante", "seat": seat_number(seat), "amount": amount}
        case BlindPosted(seat, amount):
            return {"event": "blind", "seat": seat_number(seat), "amount": amount}
        case HoleCardsDealt(seat, count, cards):
            return {"event": "hole_cards", "seat": seat_number(seat), "count": count, "cards": _maybe(cards)}
        case StreetBegan(street, board):
            return {"event": "street", "street": str(street), "board": _texts(board)}
        case PlayerActed(seat, action, paid):
            name = "raise_to" if isinstance(action, RaiseTo) else str(action).partition(" ")[0]
            message: JsonMessage = {"event": "acted", "seat": seat_number(seat), "action": name, "paid": paid}
            return message | {"amount": action.amount} if isinstance(action, Bet | RaiseTo) else message
        case CardsDrawn(seat, count, discarded, drawn):
            return {
                "event": "draw",
                "seat": seat_number(seat),
                "count": count,
                "discarded": _maybe(discarded),
                "drawn": _maybe(drawn),
            }
        case BetReturned(seat, amount):
            return {"event": "returned", "seat": seat_number(seat), "amount": amount}
        case HandShown(seat, cards):
            return {"event": "shown", "seat": seat_number(seat), "cards": _texts(cards)}
        case HandMucked(seat):
            return {"event": "mucked", "seat": seat_number(seat)}
        case PotWon(seat, pot, amount):
            return {"event": "won", "seat": seat_number(seat), "pot": pot, "amount": amount}


def _maybe(cards: Iterable[Card] | None) -> list[str] | None:
    return None if cards is None else _texts(cards)
