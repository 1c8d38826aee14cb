"""All of a table that must outlive the process, and its form on disk.

A deal is stored as its setup, the frozen seeds and the actions so far: with the committed secret they give the
same deal again. Clocks, who is away and what was said early are not stored: they begin anew.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from ircpoker.errors import PokerError, SavedGameError
from ircpoker.ledger import Identity, PlayerId
from ircpoker.lobby.places import Place, Player
from ircpoker.table import GAMES, Action, Game, Positions, Setup, Stakes, dump_setup, load_setup, parse_action

if TYPE_CHECKING:
    from collections.abc import Mapping

VERSION = 1


@dataclass(slots=True)
class Seat:
    """One occupied seat.

    Attributes:
        nick: how its player is called.
        stack: chips there; during a deal those before it.
        brought: chips it sat down with; a robot that has lost them brings as many again.
        player: who; None for a robot.
        robot: the robot's name; empty for a person.
        sits_out: is not dealt in.
        leaves: goes as soon as the deal is over.
        missed: how many times in a row time ran out.
        memory: what the robot remembers, None for one that does not learn.
        address: where its player came from last, as far as the network tells; a guest is known again by it.
        purse: whose account its chips came from and go back to: the player's, but for one who has taken a nick
            that has an account of its own.
        known_as: what robots call it, from sitting down to leaving; no other seat is called so.
    """

    nick: str
    stack: int
    brought: int
    player: PlayerId | None = None
    robot: str = ""
    sits_out: bool = False
    leaves: bool = False
    missed: int = 0
    memory: dict[str, object] | None = None
    address: str = ""
    purse: PlayerId | None = None
    known_as: str = ""

    def __post_init__(self) -> None:
        """Let a person's chips be from their own purse, and robots know them by who they are."""
        self.purse = self.purse or self.player
        self.known_as = self.known_as or self.usual_name

    @property
    def person(self) -> Player | None:
        """The person who sits here, None for a robot."""
        return Player(self.player, self.nick, address=self.address) if self.player else None

    @property
    def usual_name(self) -> str:
        """What robots call somebody who sits down now."""
        return str(self.player) if self.player else f"robot:{self.nick}"

    def is_of(self, player: Player) -> bool:
        """Return whether a person is the one who sits here: a guest is one who has the nick at the same address."""
        is_known = player.id.identity is not Identity.GUEST or player.address == self.address
        return player.id == self.player and (is_known or not self.address or not player.address)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a robot acted as it did.

    Attributes:
        nick: the robot's.
        action: what it did, in the words of `str(action)`; cards that were discarded are only counted.
        why: its reason.
    """

    nick: str
    action: str
    why: str


@dataclass(slots=True)
class Hand:
    """One deal in progress.

    Attributes:
        deal_id: its number, as text.
        setup: as it began.
        seats: the table's seat of each seat of the setup.
        seeds: the frozen seeds, of the same seats.
        actions: so far, with the setup's seats.
        reasons: the robots', in the order of acting.
    """

    deal_id: str
    setup: Setup
    seats: tuple[int, ...]
    seeds: tuple[str, ...]
    actions: list[tuple[int, Action]] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)


@dataclass(slots=True)
class TableState:
    """One table.

    Attributes:
        place: where it stands.
        game_name: what is played, a key of `GAMES`.
        stakes: what for.
        is_duel: one person against one robot; nobody else can sit down.
        seats: those that are taken, by number from 0.
        positions: of the last deal; None before the first.
        next_deal: the number of the next deal, whose shuffle is committed to.
        hand: the deal in progress.
        last_deal: the number of the last finished deal; empty before the first.
        last_reasons: the robots' reasons in it.
    """

    place: Place
    game_name: str
    stakes: Stakes
    is_duel: bool = False
    seats: dict[int, Seat] = field(default_factory=dict)
    positions: Positions | None = None
    next_deal: str = ""
    hand: Hand | None = None
    last_deal: str = ""
    last_reasons: list[Reason] = field(default_factory=list)

    @property
    def game(self) -> Game:
        """The rules."""
        return GAMES[self.game_name]

    @property
    def kind(self) -> str:
        """The ledger's name of the kind of game."""
        return self.game.name

    @property
    def held(self) -> int:
        """All chips at the table."""
        return sum(seat.stack for seat in self.seats.values())

    def number_of(self, player: PlayerId) -> int | None:
        """Return a player's seat, None if they do not sit here."""
        return next((number for number, seat in self.seats.items() if seat.player == player), None)

    @property
    def people(self) -> list[Seat]:
        """The seats of people, in order."""
        return [self.seats[number] for number in sorted(self.seats) if self.seats[number].player]


def dump_state(state: TableState) -> str:
    """Return a table as text that `load_state` reads."""
    data = {
        "version": VERSION,
        "place": str(state.place),
        "game": state.game_name,
        "stakes": _plain(state.stakes),
        "duel": state.is_duel,
        "seats": {str(number): _dump_seat(seat) for number, seat in state.seats.items()},
        "positions": _plain(state.positions) if state.positions else None,
        "next": state.next_deal,
        "hand": _dump_hand(state.hand) if state.hand else None,
        "last": [state.last_deal, [_plain_list(reason) for reason in state.last_reasons]],
    }
    return json.dumps(data, separators=(",", ":"))


def load_state(text: str) -> tuple[TableState, str]:
    """Read a stored table.

    Args:
        text: what `dump_state` wrote, or anything.

    Returns:
        The table, and why its deal cannot be gone on with: then the state has none, so that all bets are back
        where they came from. Empty if all is well.

    Raises:
        SavedGameError: not even who sits there with how many chips can be read.
    """
    try:
        data = json.loads(text)
        if data["version"] != VERSION:
            raise SavedGameError(f"the table was stored by another version: {data['version']}, expected {VERSION}")
        state = _load_table(data)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, PokerError) as error:
        raise SavedGameError(f"a stored table cannot be read: {type(error).__name__} {error}") from error
    if data.get("hand") is None:
        return state, ""
    try:
        state.hand = _load_hand(data["hand"], state)
    except (ValueError, KeyError, TypeError, AttributeError, PokerError) as error:
        return state, f"its deal cannot be read: {type(error).__name__} {error}"
    return state, ""


def _plain(value: Stakes | Positions) -> dict[str, object]:
    return {name: getattr(value, name) for name in type(value).__slots__}


def _plain_list(reason: Reason) -> list[str]:
    return [reason.nick, reason.action, reason.why]


def _dump_seat(seat: Seat) -> dict[str, object]:
    data: dict[str, object] = {"nick": seat.nick, "stack": seat.stack, "brought": seat.brought}
    if seat.player:
        data["player"] = str(seat.player)
        if seat.purse != seat.player:
            data["purse"] = str(seat.purse)
    else:
        data["robot"] = seat.robot
    for name in ("sits_out", "leaves", "missed", "memory", "address"):
        if getattr(seat, name):
            data[name] = getattr(seat, name)
    if seat.known_as != seat.usual_name:
        data["known_as"] = seat.known_as
    return data


def _load_seat(data: Mapping[str, Any]) -> Seat:
    player = PlayerId.parse(data["player"]) if "player" in data else None
    seat = Seat(str(data["nick"]), data["stack"], int(data["brought"]), player, str(data.get("robot", "")))
    if type(seat.stack) is not int or seat.stack < 0 or bool(player) == bool(seat.robot):
        raise SavedGameError("a seat with impossible chips or player")
    seat.sits_out, seat.leaves = bool(data.get("sits_out")), bool(data.get("leaves"))
    seat.missed = int(data.get("missed", 0))
    seat.memory = data.get("memory")
    seat.address = str(data.get("address", ""))
    seat.purse = PlayerId.parse(data["purse"]) if "purse" in data else player
    seat.known_as = str(data.get("known_as", seat.known_as))
    return seat


def _load_table(data: Mapping[str, Any]) -> TableState:
    last_deal, reasons = data["last"]
    positions = data["positions"]
    if data["game"] not in GAMES:
        raise SavedGameError("a game that is not played here")
    return TableState(
        place=Place.parse(data["place"]),
        game_name=data["game"],
        stakes=Stakes(**data["stakes"]),
        is_duel=bool(data["duel"]),
        seats={int(number): _load_seat(seat) for number, seat in data["seats"].items()},
        positions=positions and Positions(**{**positions, "players": tuple(positions["players"])}),
        next_deal=str(data["next"]),
        last_deal=str(last_deal),
        last_reasons=[Reason(*map(str, reason)) for reason in reasons],
    )


def _dump_hand(hand: Hand) -> dict[str, object]:
    return {
        "deal": hand.deal_id,
        "setup": dump_setup(hand.setup),
        "seats": hand.seats,
        "seeds": hand.seeds,
        "actions": [f"{seat} {action}" for seat, action in hand.actions],
        "reasons": [_plain_list(reason) for reason in hand.reasons],
    }


def _load_hand(data: Mapping[str, Any], state: TableState) -> Hand:
    actions = []
    for text in data["actions"]:
        seat, _, action = cast("str", text).partition(" ")
        actions.append((int(seat), parse_action(action)))
    hand = Hand(
        deal_id=str(data["deal"]),
        setup=load_setup(data["setup"]),
        seats=tuple(data["seats"]),
        seeds=tuple(map(str, data["seeds"])),
        actions=actions,
        reasons=[Reason(*map(str, reason)) for reason in data["reasons"]],
    )
    stacks = tuple([state.seats[number].stack for number in hand.seats])
    if stacks != hand.setup.stacks or len(hand.seeds) != len(hand.seats):
        raise SavedGameError("its stacks or seeds are not those of its players")
    return hand
