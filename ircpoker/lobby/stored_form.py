"""A table as text, for the ledger.

A hand is stored as its setup, the frozen seeds and the actions so far: with the committed secret they give the same
hand again. Clocks, presence and queued actions are not stored.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import inf
from typing import Any, cast

from ircpoker.errors import PokerError, SavedGameError
from ircpoker.ledger import PlayerId
from ircpoker.lobby.hand import HandInProgress, HandRecord, RobotReason
from ircpoker.lobby.places import Place
from ircpoker.lobby.seats import FIRST_TIME_BANKS, Seat, Seats, SeatStatus, TablePolicy
from ircpoker.lobby.settings import Pace
from ircpoker.lobby.state import TableState
from ircpoker.table import GAMES, DealSeat, Positions, Stakes, TableSeat, load_setup, parse_action

EVENTS_AHEAD = 1000
"""At least so many numbers of events are kept free by each stored state."""
VERSION = 2
"""The version of the stored form; a change of it needs a migration, which converts the tables of older ledgers."""


def dump_state(state: TableState) -> str:
    """Return a table as text for `load_state`."""
    data = {
        "version": VERSION,
        "place": str(state.place),
        "game": state.game_name,
        "stakes": _dump_stakes(state.stakes),
        "policy": state.policy.value,
        "seats": {str(number): _dump_seat(seat) for number, seat in state.seats.items()},
        "positions": _plain(state.positions) if state.positions else None,
        "next_deal": state.next_deal,
        "hand": _dump_hand(state.hand) if state.hand else None,
        "last_deal": state.last_deal,
        "last_reasons": [_plain_list(reason) for reason in state.last_reasons],
    }
    # Events after this change are not stored before the next one, and their numbers must not be used again.
    events = (state.events // EVENTS_AHEAD + 2) * EVENTS_AHEAD if state.events else 0
    optional = {"ends": state.ends, "is_public": state.is_public, "pace": state.pace.value, "events": events}
    return json.dumps(data | {name: value for name, value in optional.items() if value}, separators=(",", ":"))


def load_state(text: str) -> tuple[TableState, HandRecord | None, str]:
    """Read a stored table.

    Args:
        text: text of `dump_state`, or any other text.

    Returns:
        The table without its hand, so that all bets are in the stacks; the hand in progress; and the reason why it
        cannot be continued, or nothing.

    Raises:
        SavedGameError: not even the seats and their chips can be read.
    """
    try:
        data = json.loads(text)
        if data["version"] != VERSION:
            raise SavedGameError(f"the table was stored by another version: {data['version']}, expected {VERSION}")
        state = _load_table(data)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, PokerError) as error:
        raise SavedGameError(f"a stored table cannot be read: {type(error).__name__} {error}") from error
    if data.get("hand") is None:
        return state, None, ""
    try:
        return state, _load_hand(data["hand"], state), ""
    except (ValueError, KeyError, TypeError, AttributeError, PokerError) as error:
        return state, None, f"its deal cannot be read: {type(error).__name__} {error}"


def _dump_stakes(stakes: Stakes) -> dict[str, object]:
    plain = _plain(stakes)
    return plain if stakes.has_big_blind_ante else {name: size for name, size in plain.items() if name[:3] != "has"}


def _plain(value: Stakes | Positions) -> dict[str, object]:
    return {name: getattr(value, name) for name in type(value).__slots__}


def _plain_list(reason: RobotReason) -> list[str]:
    optional = [reason.ranges, reason.chance, reason.share]
    while optional and not optional[-1]:
        optional.pop()
    return [reason.nick, reason.action, reason.why, *optional]


def _dump_seat(seat: Seat) -> dict[str, object]:
    data: dict[str, object] = {"nick": seat.nick, "stack": seat.stack, "buy_in": seat.buy_in}
    if seat.player:
        data["player"] = seat.player.text
        if seat.account is not None and seat.account != seat.player:
            data["account"] = seat.account.text
    else:
        data["robot"] = seat.robot
    usual_key = seat.player.text if seat.player else seat.usual_opponent_key
    optional = {
        "status": "" if seat.status is SeatStatus.PLAYING else seat.status.value,
        "added": seat.added,
        "time_outs": seat.time_outs,
        "memory": seat.memory,
        "address": seat.address,
        "host": seat.host,
        "opponent_key": seat.opponent_key if seat.opponent_key != usual_key else "",
    }
    if seat.time_banks != FIRST_TIME_BANKS:
        data["time_banks"] = seat.time_banks
    return data | {name: value for name, value in optional.items() if value}


def _load_seat(data: Mapping[str, Any]) -> Seat:
    player = PlayerId.parse(data["player"]) if "player" in data else None
    seat = Seat(str(data["nick"]), data["stack"], int(data["buy_in"]), player, str(data.get("robot", "")))
    seat.added = data.get("added", 0)
    seat.time_banks = data.get("time_banks", FIRST_TIME_BANKS)
    numbers = (seat.stack, seat.added, seat.time_banks)
    if any(type(each) is not int or each < 0 for each in numbers) or bool(player) == bool(seat.robot):
        raise SavedGameError("a seat with impossible chips, time banks or player")
    seat.status = SeatStatus(data.get("status", SeatStatus.PLAYING))
    seat.time_outs = int(data.get("time_outs", 0))
    seat.memory = data.get("memory")
    seat.address, seat.host = str(data.get("address", "")), str(data.get("host", ""))
    seat.account = PlayerId.parse(data["account"]) if "account" in data else player
    seat.opponent_key = str(data.get("opponent_key", seat.opponent_key))
    return seat


def _load_table(data: Mapping[str, Any]) -> TableState:
    positions, policy = data["positions"], TablePolicy(data["policy"])
    if data["game"] not in GAMES:
        raise SavedGameError("a game that is not played here")
    return TableState(
        place=Place.parse(data["place"]),
        game_name=data["game"],
        stakes=Stakes(**data["stakes"]),
        policy=policy,
        is_held=policy.is_tournament,
        pace=Pace(data.get("pace", "")),
        seats=Seats({TableSeat(int(number)): _load_seat(seat) for number, seat in data["seats"].items()}),
        positions=positions and Positions(**{**positions, "players": tuple(positions["players"])}),
        next_deal=str(data["next_deal"]),
        last_deal=str(data["last_deal"]),
        last_reasons=tuple([RobotReason(*map(str, reason)) for reason in data["last_reasons"]]),
        events=int(data.get("events", 0)),
        ends=bool(data.get("ends")),
        is_public=bool(data.get("is_public")),
    )


def _dump_hand(hand: HandInProgress) -> dict[str, object]:
    optional = {"added_seconds": hand.added_seconds} if hand.added_seconds else {}
    return optional | {
        "deal_id": hand.deal_id,
        "setup": hand.stored_setup,
        "seats": hand.numbers,
        "seeds": hand.proof.seeds,
        "actions": hand.stored_actions,
        "reasons": [_plain_list(reason) for reason in hand.reasons],
    }


def _load_hand(data: Mapping[str, Any], state: TableState) -> HandRecord:
    actions = []
    for text in data["actions"]:
        seat, _, action = cast("str", text).partition(" ")
        actions.append((DealSeat(int(seat)), parse_action(action)))
    hand = HandRecord(
        deal_id=str(data["deal_id"]),
        setup=load_setup(data["setup"]),
        numbers=tuple(data["seats"]),
        seeds=tuple(map(str, data["seeds"])),
        actions=tuple(actions),
        reasons=tuple([RobotReason(*map(str, reason)) for reason in data["reasons"]]),
        added_seconds=float(data.get("added_seconds", 0)),
    )
    stacks = tuple([state.seats[number].stack for number in hand.numbers])
    if stacks != hand.setup.stacks or len(hand.seeds) != len(hand.numbers):
        raise SavedGameError("its stacks or seeds are not those of its players")
    if not 0 <= hand.added_seconds < inf:
        raise SavedGameError("a decision with impossible time")
    return hand
