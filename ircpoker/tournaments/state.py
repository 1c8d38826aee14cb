"""The state of a tournament and its stored form."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import copy
from enum import Enum
from typing import Any

from msgspec import Struct, convert, field, to_builtins
from msgspec.structs import asdict, replace

from ircpoker.errors import PokerError, SavedGameError
from ircpoker.ledger import PlayerId
from ircpoker.lobby.places import Place
from ircpoker.lobby.seats import APART
from ircpoker.people import Person
from ircpoker.runtime.shares import Holder
from ircpoker.table import GAMES, ForcedBets, Stakes
from ircpoker.table.games import Betting
from ircpoker.tournaments.rules.levels import Level, Structure
from ircpoker.tournaments.rules.payouts import PayoutPolicy

VERSION = 1
SIT_AND_GO = "sng"
"""The name of every sit-and-go; no other tournament has it."""
IN_DOUBT = -1
"""The number of the group of somebody who is out in a round of hand for hand that is not over."""


class TournamentPhase(Enum):
    """The phases of a tournament."""

    REGISTERING = "registering"
    PLAYING = "playing"


class TournamentPlan(Struct, frozen=True):
    """What is fixed when a tournament is created.

    Attributes:
        name: its name for people.
        game: a key of `GAMES`.
        buy_in: the chips that an entry costs; 0 if nothing is paid.
        seats: the seats of a table.
        structure: the levels and the chips of an entry.
        payouts: which places are paid.
        entries: a sit-and-go begins with this many entries; 0 for a scheduled tournament.
        starts_at: when a scheduled tournament begins, in seconds since 1970 UTC; 0 for a sit-and-go.
        minutes: the length by which its levels are chosen when it begins; 0 for levels that are fixed.
        late_levels: late registration ends with this level; 0 for none.
        rebuys: the most re-buys of an entry while late registration is open.
        addon: the chips of an add-on at the end of late registration; 0 for none.
        created_by: who created it, as text.
        is_knockout: whether half of each buy-in is the price of a head.
    """

    name: str
    game: str
    buy_in: int
    seats: int
    structure: Structure
    payouts: PayoutPolicy = field(default_factory=PayoutPolicy)
    entries: int = 0
    starts_at: float = 0.0
    minutes: float = 0.0
    late_levels: int = 0
    rebuys: int = 0
    addon: int = 0
    created_by: str = ""
    is_knockout: bool = False

    @property
    def head(self) -> int:
        """The price of a person's head; 0 if it is no knock-out."""
        return self.buy_in // 2 if self.is_knockout else 0

    @property
    def is_sit_and_go(self) -> bool:
        """Whether it begins when the seats are taken."""
        return bool(self.entries)


class TournamentEntry(Struct, frozen=True):
    """One entry.

    Attributes:
        number: its number, from 1 in the order of registration.
        nick: the nick; with their network if another person has it, see `registering.tell_apart`.
        paid: the chips paid for it.
        player: the player; None for a robot.
        robot: the robot's name; empty for a person.
        address: a person's last known `user@host`.
        host: marks a person's host.
        caller: who called the robot.
        table: the number of their table; -1 for none.
        seat: their seat there.
        out: 0 while they play; then the number of the group with which they went out, or `IN_DOUBT`.
        rebuys: how often they have bought in again.
        has_addon: whether they have taken the add-on.
        won_heads: the chips that they have won for heads, which are paid at once.
    """

    number: int
    nick: str
    paid: int
    player: PlayerId | None = None
    robot: str = ""
    address: str = ""
    host: str = ""
    caller: PlayerId | None = None
    table: int = -1
    seat: int = -1
    out: int = 0
    rebuys: int = 0
    has_addon: bool = False
    won_heads: int = 0

    @property
    def own_nick(self) -> str:
        """The nick without the network."""
        return self.nick.partition(APART)[0]

    @property
    def is_in(self) -> bool:
        """Whether they still play."""
        return not self.out


class Chop(Struct, frozen=True):
    """An offer to divide the prizes that are left.

    Attributes:
        kind: `icm`, `chips` or `even`.
        shares: the prize of each entry that plays.
        agreed: the entries that have agreed.
        until: when it lapses, in seconds of the scheduler.
        by: the entry that has offered it.
        since: since when play waits for it, in seconds of the scheduler; None before its shares are shown.
    """

    kind: str
    shares: Mapping[int, int]
    agreed: frozenset[int]
    until: float
    by: int = 0
    since: float | None = None


class TournamentCourse(Struct):
    """What changes in the course of a tournament, as it is stored.

    Attributes:
        tables: the ledger's names of its tables, by their numbers.
        break_order: the order in which tables are broken, drawn at the start.
        draw: the number of the committed shuffle of the next draw.
        level: the number of the level, from 0.
        elapsed: the seconds of the level that have been played, up to `since`.
        hands: the hands of the level at each table.
        pause: the seconds of the break that are left, up to `since`; 0 while there is none.
        groups: how many groups have gone out.
        round: hand for hand, who is out: the table, the entry, and the chips at the start of the hand.
        is_hand_for_hand: whether tables wait for each other.
        is_open: whether people may register.
        prizes: the prizes, the best first; empty until registration closes.
        issued: all chips of the tournament.
        next_number: the number of the next entry.
        is_ending: whether it ends as soon as no hand is in progress.
    """

    tables: dict[int, str] = field(default_factory=dict)
    break_order: tuple[int, ...] = ()
    draw: str = ""
    level: int = 0
    elapsed: float = 0.0
    hands: dict[int, int] = field(default_factory=dict)
    pause: float = 0.0
    groups: int = 0
    round: tuple[tuple[int, int, int], ...] = ()
    is_hand_for_hand: bool = False
    is_open: bool = True
    prizes: tuple[int, ...] = ()
    issued: int = 0
    next_number: int = 1
    is_ending: bool = False


class TournamentState(TournamentCourse, kw_only=True):
    """The state of a tournament.

    Attributes:
        plan: what is fixed.
        place: where it was created, and where its news go.
        structure: the levels; those of the plan, unless they follow from the length.
        phase: the phase.
        entries: the entries by number; somebody who withdraws leaves a gap.
        since: since when the clock of the level or the break runs, in seconds of the scheduler; None while it stands;
            not stored, nor is what follows.
        rebuy_until: by entry, until when somebody without chips may buy in again.
        lost_with: by entry, the chips at the start of the hand in which they lost the last of them.
        check_at: when the tournament looks what is to be done.
        chop: the offer to divide the prizes.
        offered: the offers so far: the entry, the level and the kind.
        hands_to_chop: the hands until the next offer, after one that came to nothing.
        reported: the players left and the level, as its channel has read last.
        reported_at: when that was, in seconds of the scheduler.
        deserted_since: since when nobody is there who plays, in seconds of the scheduler; None if somebody is.
    """

    plan: TournamentPlan
    place: Place
    structure: Structure
    phase: TournamentPhase = TournamentPhase.REGISTERING
    entries: dict[int, TournamentEntry] = field(default_factory=dict)
    since: float | None = None
    rebuy_until: dict[int, float] = field(default_factory=dict)
    lost_with: dict[int, int] = field(default_factory=dict)
    check_at: float | None = None
    chop: Chop | None = None
    offered: frozenset[tuple[int, int, str]] = frozenset()
    hands_to_chop: int = 0
    reported: tuple[int, int] = (0, 0)
    reported_at: float = 0.0
    deserted_since: float | None = None

    @property
    def holder(self) -> Holder:
        """For whom it counts among the tournaments that all share: the host of a private one's player, or nobody's."""
        hosts = [entry.host for entry in self.entries.values() if entry.player] if self.place.is_private else []
        return Holder(hosts[0] if hosts else "", self.place.network)

    @property
    def is_playing(self) -> bool:
        """Whether it has begun."""
        return self.phase is TournamentPhase.PLAYING

    @property
    def playing(self) -> list[TournamentEntry]:
        """The entries that still play."""
        return [entry for entry in self.entries.values() if entry.is_in]

    @property
    def pool(self) -> int:
        """All chips that were paid."""
        return sum(entry.paid for entry in self.entries.values())

    @property
    def held(self) -> int:
        """The chips that it holds: those that were paid, without the heads that were won."""
        return self.pool - sum(entry.won_heads for entry in self.entries.values())

    @property
    def prize_pool(self) -> int:
        """The chips for the places: those that were paid, without the prices of heads."""
        heads = sum(1 + entry.rebuys for entry in self.entries.values() if entry.player)
        return self.pool - self.plan.head * heads

    @property
    def current(self) -> Level:
        """The level."""
        return self.structure.level(self.level)

    @property
    def places_paid(self) -> int:
        """How many places are paid, with the entries of now."""
        return len(self.prizes) or self.plan.payouts.places(max(1, len(self.entries)))

    def entry_of(self, player: PlayerId) -> TournamentEntry | None:
        """Return a player's entry; None if they have none."""
        return next((entry for entry in self.entries.values() if entry.player == player), None)

    def is_only_for(self, player: PlayerId) -> bool:
        """Return whether a player alone is left against robots, and nothing is paid: nobody else minds its end."""
        return not self.pool and [entry.player for entry in self.playing if entry.player] == [player]

    def at(self, table: int, seat: int) -> TournamentEntry | None:
        """Return the entry in a seat."""
        here = (table, seat)
        return next((each for each in self.entries.values() if (each.table, each.seat) == here and each.is_in), None)

    def put(self, entry: TournamentEntry) -> None:
        """Store an entry, new or changed."""
        self.entries[entry.number] = entry

    def give_to(self, number: int, player: PlayerId) -> None:
        """Let a person's entry be another player's."""
        entry = self.entries.get(number)
        if entry is not None and entry.player is not None:
            self.put(replace(entry, player=player))

    def stakes(self) -> Stakes:
        """Return the stakes of the level for the game."""
        return stakes_of(self.plan.game, self.current, has_big_blind_ante=self.structure.has_big_blind_ante)

    def copy(self) -> TournamentState:
        """Return an independent copy."""
        other = copy(self)
        other.entries, other.tables, other.hands = self.entries.copy(), self.tables.copy(), self.hands.copy()
        other.rebuy_until, other.lost_with = self.rebuy_until.copy(), self.lost_with.copy()
        return other


def stakes_of(game_name: str, level: Level, *, has_big_blind_ante: bool = False) -> Stakes:
    """Return the stakes of a level; in games with antes, the small blind is the ante."""
    game = GAMES[game_name]
    if game.forced_bets is ForcedBets.ANTES:
        return Stakes(level.small, 2 * level.small if game.betting is Betting.LIMIT else 0, ante=level.small)
    return Stakes(level.big, 2 * level.big, level.small, level.big, level.ante, has_big_blind_ante and bool(level.ante))


def standings(state: TournamentState) -> list[list[int]]:
    """Return the entries that share a place, the best place first; those who play share the first."""
    groups: dict[int, list[int]] = {}
    for entry in state.entries.values():
        groups.setdefault(entry.out, []).append(entry.number)
    playing = groups.pop(0, [])
    # Somebody who is out in a round that is not over is better than all who went out before.
    undecided = groups.pop(IN_DOUBT, [])
    return [group for group in (playing, undecided, *[groups[out] for out in sorted(groups, reverse=True)]) if group]


def new_entry(number: int, person: Person, paid: int) -> TournamentEntry:
    """Return the entry of a person."""
    return TournamentEntry(number, person.nick, paid, person.id, address=person.address, host=person.mark)


def dump_tournament(state: TournamentState) -> str:
    """Return a tournament as text for `load_tournament`."""
    course = {name: getattr(state, name) for name in TournamentCourse.__struct_fields__}
    return json.dumps(
        course
        | {
            "version": VERSION,
            "plan": to_builtins(state.plan),
            "place": str(state.place),
            "structure": None if state.structure == state.plan.structure else to_builtins(state.structure),
            "phase": state.phase.value,
            "entries": [_dump_entry(entry) for entry in state.entries.values()],
        },
        separators=(",", ":"),
    )


def load_tournament(text: str) -> TournamentState:
    """Read a stored tournament.

    Raises:
        SavedGameError: it cannot be read.
    """
    try:
        data = json.loads(text)
        if data["version"] != VERSION:
            raise SavedGameError(f"the tournament was stored by another version: {data['version']}")
        return _load(data)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, PokerError) as error:
        raise SavedGameError(f"a stored tournament cannot be read: {type(error).__name__} {error}") from error


def _load(data: Mapping[str, Any]) -> TournamentState:
    course = convert(data, TournamentCourse, str_keys=True)
    entries = [_load_entry(entry) for entry in data["entries"]]
    plan, structure = convert(data["plan"], TournamentPlan), data["structure"]
    if plan.game not in GAMES:
        raise SavedGameError("a game that is not played here")
    return TournamentState(
        **asdict(course),
        plan=plan,
        place=Place.parse(data["place"]),
        structure=plan.structure if structure is None else convert(structure, Structure),
        phase=TournamentPhase(data["phase"]),
        entries={entry.number: entry for entry in entries},
    )


def _dump_entry(entry: TournamentEntry) -> dict[str, object]:
    plain = asdict(entry)
    usual = TournamentEntry(0, "", 0)
    texts = {name: str(value) for name, value in plain.items() if name in {"player", "caller"} and value is not None}
    # What is usual is left out: there may be hundreds of entries.
    return {name: value for name, value in (plain | texts).items() if value != getattr(usual, name) or name == "number"}


def _load_entry(data: Mapping[str, Any]) -> TournamentEntry:
    people = {name: PlayerId.parse(data[name]) for name in ("player", "caller") if name in data}
    entry = TournamentEntry(**{"nick": "", "paid": 0, **data, **people})
    if (entry.player is None) == (not entry.robot):
        raise SavedGameError(f"entry {entry.number} is neither a person's nor a robot's")
    return entry
