"""The stored part of a table, and its form on disk.

A hand is stored as its setup, the frozen seeds and the actions so far: with the committed secret they give the same
hand again. Clocks, presence and queued actions are not stored.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any, NamedTuple, cast

from ircpoker.cards import Card
from ircpoker.config.settings import CONSOLE_NETWORK
from ircpoker.errors import PokerError, SavedGameError
from ircpoker.ledger import GameAccount, PlayerId
from ircpoker.lobby.events import SeatFact, StreetDealt
from ircpoker.lobby.hand import HandInProgress, HandRecord, RobotReason
from ircpoker.lobby.places import Place
from ircpoker.lobby.seats import FIRST_TIME_BANKS, Seat, Seats, SeatStatus, TablePolicy
from ircpoker.lobby.settings import Pace
from ircpoker.runtime.shares import Holder
from ircpoker.table import GAMES, DealSeat, Game, Positions, Stakes, TableSeat, load_setup, parse_action

EVENTS_AHEAD = 1000
"""At least so many numbers of events are kept free by each stored state."""
VERSION = 2
"""The version of the stored form; a change of it needs a migration, which converts the tables of older ledgers."""


class UnshownEnd(NamedTuple):
    """The end of an all-in that is settled but not shown yet, and the table as people see it until then.

    Attributes:
        deal_id: the number of the hand.
        pots: its main pot, then its side pots.
        boards: the board before the first street to be shown, and after each of them but the last.
        hands: the cards that are shown, by the numbers of their seats.
        seats: the seats with the chips in front of them, without those in the pot.
        before: the chips at the start of the hand, by the numbers of the seats.
    """

    deal_id: str
    pots: tuple[int, ...]
    boards: tuple[tuple[Card, ...], ...]
    hands: Mapping[TableSeat, tuple[Card, ...]]
    seats: Seats
    before: Mapping[TableSeat, int]

    @property
    def pot(self) -> int:
        """All its chips."""
        return sum(self.pots)


@dataclass(frozen=True, slots=True)
class DealtCards:
    """The cards that a person held at the end of a hand.

    Attributes:
        number: the seat.
        player: the player, under the name that they have now.
        cards: the cards.
        shown: those that everybody has seen.
        is_hidden: whether the player has chosen to keep the others hidden.
    """

    number: TableSeat
    player: PlayerId
    cards: tuple[Card, ...] = field(repr=False)
    shown: frozenset[Card]
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class ShowableHand:
    """The last hand that is over, for as long as its players may show cards of it. Nobody may see it as a whole.

    Attributes:
        deal_id: the number of the hand.
        game: the rules.
        board: the cards on the board at its end.
        shown_at: when people see its end, in seconds of the scheduler.
        dealt: the cards of the people in it.
        to_come: the streets that would have followed; none if they may not be shown.
        is_called_off: whether it was called off.
        has_shown_board: whether everybody has seen the streets that would have followed.
    """

    deal_id: str
    game: Game
    board: tuple[Card, ...]
    shown_at: float
    dealt: tuple[DealtCards, ...] = field(repr=False)
    to_come: tuple[StreetDealt, ...] = field(repr=False)
    is_called_off: bool
    has_shown_board: bool = False

    def dealt_to(self, player: PlayerId) -> DealtCards | None:
        """Return the cards of a player; None if they were not dealt in."""
        return next((own for own in self.dealt if own.player == player), None)

    def with_cards(self, own: DealtCards) -> ShowableHand:
        """Return the hand with a seat's cards as they are known now."""
        return replace(self, dealt=tuple([own if own.number == each.number else each for each in self.dealt]))

    def renamed(self, number: TableSeat, old: PlayerId, player: PlayerId) -> ShowableHand:
        """Return the hand after the player in a seat has become another one, who shows no cards of another seat."""
        kept = [each for each in self.dealt if each.player != player or each.number == number]
        was = (number, old)
        named = [replace(each, player=player) if (each.number, each.player) == was else each for each in kept]
        return replace(self, dealt=tuple(named))


@dataclass(frozen=True, slots=True)
class DealPause:
    """The pause before the next hand.

    Attributes:
        is_short: whether nobody has shown cards in the last hand, so that there is nothing to look at.
        ready: the players who want the next hand at once.
        is_over: whether all who play it do.
        given_time: the players whose new seat or seed has left others time for a seed of their own.
    """

    is_short: bool = False
    ready: frozenset[PlayerId] = frozenset()
    is_over: bool = False
    given_time: frozenset[PlayerId | str] = frozenset()


@dataclass(slots=True)
class TableState:
    """The state of a table; its hand in progress also has a part that is not stored.

    Attributes:
        place: the place of the table.
        game_name: the game, a key of `GAMES`.
        stakes: the stakes.
        pace: how much time people have.
        policy: the policy.
        seats: the taken seats.
        positions: the positions of the last hand; None before the first.
        next_deal: the number of the next hand, whose shuffle is committed.
        hand: the hand in progress.
        last_deal: the number of the last finished hand; empty before the first.
        last_reasons: the robots' reasons in the last hand.
        idle: the seats of robots that were announced as not dealt in, because of the table's size; not stored.
        has_announced_wait: whether it was announced that there are too few players; not stored.
        hidden: the finished hands whose shuffles are not revealed yet, each with the time for that; not stored.
        next_hand_at: when the next hand begins; None if it is not planned; not stored.
        seal_since: since when it is unknown who has read the seal of the next deck; infinity for nobody; not stored.
        announced_begin: when the next hand begins as people were told; infinity if they were told no time; not stored.
        alone_since: since when there are too few players; not stored.
        resume_at: when the table resumes after the network or the ledger was away; None if it is in play; not stored.
        lines_until: when the last line of an all-in goes out, which is shown street by street; not stored.
        unshown: the last all-in that is shown street by street; its end is not shown before `lines_until`; not stored.
        settle_at: when the table is settled again, after a check of private lines or before it closes; not stored.
        showable: the last hand that is over, whose players may show their cards for a moment; not stored.
        events: the number of the last event that programs have got, see `count_event`. A later number is stored.
        deal_pause: what is known of the pause before the next hand; not stored.
        ends: whether it closes as soon as no hand is in progress, as an operator of its channel wants.
        is_public: whether everybody may see it, although it has no channel.
        is_held: whether a tournament's table waits until the tournament lets the next hand begin; not stored.
    """

    place: Place
    game_name: str
    stakes: Stakes
    policy: TablePolicy = TablePolicy.CASH_GAME
    pace: Pace = Pace.NORMAL
    seats: Seats = field(default_factory=Seats)
    positions: Positions | None = None
    next_deal: str = ""
    hand: HandInProgress | None = None
    last_deal: str = ""
    last_reasons: tuple[RobotReason, ...] = ()
    idle: frozenset[TableSeat] = frozenset()
    has_announced_wait: bool = False
    hidden: tuple[tuple[str, float], ...] = ()
    next_hand_at: float | None = None
    seal_since: float | None = None
    announced_begin: float = inf
    alone_since: float | None = None
    resume_at: float | None = None
    lines_until: float = 0.0
    unshown: UnshownEnd | None = None
    settle_at: float | None = None
    showable: ShowableHand | None = field(default=None, repr=False)
    events: int = 0
    deal_pause: DealPause = DealPause()
    ends: bool = False
    is_public: bool = False
    is_held: bool = False

    @property
    def game(self) -> Game:
        """The rules."""
        return GAMES[self.game_name]

    @property
    def kind(self) -> str:
        """The ledger's name of the kind of game."""
        return GAMES[self.game_name].name

    @property
    def holder(self) -> Holder:
        """For whom it counts among the tables that all share: the host of who opened one beside channels, or nobody."""
        is_own = self.place.is_private or (self.place.is_by_lines and not self.policy.is_tournament)
        hosts = (seat.host for seat in self.seats.values() if seat.player) if is_own else ()
        return Holder(next(iter(hosts), ""), self.place.network)

    @property
    def account(self) -> GameAccount:
        """The account of the chips on all tables of this kind."""
        return GameAccount(self.kind)

    @property
    def has_clocks(self) -> bool:
        """Whether people have a time limit: not on the console, where nobody else waits."""
        return self.place.network != CONSOLE_NETWORK

    @property
    def held(self) -> int:
        """The chips of the ledger on the table; those of a tournament are points."""
        return 0 if self.policy.is_tournament else self.seats.chips

    def chips(self, number: TableSeat) -> int:
        """Return the chips in front of a seat, without those in the pot."""
        if self.hand is None or number not in self.hand.numbers:
            return self.seats[number].stack
        return self.hand.deal.stacks[self.hand.numbers.index(number)]

    def has_cards(self, number: TableSeat) -> bool:
        """Return whether a seat plays in the hand in progress."""
        return self.hand is not None and number in self.hand.numbers

    def is_broke(self, number: TableSeat) -> bool:
        """Return whether a seat is kept for a person who has lost all chips."""
        return not self.seats[number].stack and not self.has_cards(number)

    @property
    def is_deserted(self) -> bool:
        """Whether it is in a channel and none of its people is there: nothing is told before its hand is over."""
        return bool(self.place.channel) and not self.policy.is_tournament and not self.seats.present

    @property
    def waits_for_chips(self) -> bool:
        """Whether all people at the table have lost their chips."""
        return not self.policy.is_tournament and all(map(self.is_broke, self.seats.people_numbers))

    @property
    def house_chips(self) -> int:
        """The chips of the house that robots have not lost; they come back to it when the table closes."""
        return sum(min(seat.stack, seat.buy_in) for seat in self.seats.values() if seat.robot)

    def has_button(self, number: TableSeat) -> bool:
        """Return whether a seat had the button in the last hand; nobody has it if its player has left."""
        return self.positions is not None and self.positions.button == number

    def seat_facts(self, hand: HandInProgress) -> tuple[SeatFact, ...]:
        """Return the players of the hand with their positions and their chips before it."""
        return hand.seat_facts(self.seats, has_button=self.has_button(hand.numbers[-1]))

    def is_of_others_than(self, before: TableState) -> bool:
        """Return whether the people or the place have changed."""
        players = [seat.player for seat in self.seats.values()]
        return before.place != self.place or players != [seat.player for seat in before.seats.values()]

    def has_played_since(self, before: TableState) -> bool:
        """Return whether a hand was begun, continued or ended, so that robots have seen it."""
        hands = [state.hand and (state.hand.deal_id, len(state.hand.deal.actions)) for state in (before, self)]
        return hands[0] != hands[1]

    def copy(self) -> TableState:
        """Return an independent copy."""
        other = copy(self)
        other.seats = self.seats.copy()
        other.hand = self.hand and self.hand.copy()
        return other


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
