"""The other data written in the same transaction as an entry, and the data read back, as values.

A stake and the game it starts, a payout and the game it ends, a deal and the shuffle it uses up are one
transaction: after a crash either both are there or neither. The ledger knows nothing of what the texts
mean: a game's state, a shuffle's secret and its proof are opaque to it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from ircpoker.ledger.accounts import PlayerId


@dataclass(frozen=True, slots=True)
class SaveGame:
    """Store an unfinished game, new or gone on.

    Attributes:
        game_id: the game's own name, which never changes.
        kind: the kind of game: that of the `GameAccount` that holds its chips.
        state: the game itself, as text.
        held: all chips in it. The difference from before must be what the entry moves to or from the game's
            account.
        version: the version that this one follows; 0 for a new game.
        player: whose game it is; None for a table of several.
    """

    game_id: str
    kind: str
    state: str
    held: int
    version: int = 0
    player: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class EndGame:
    """Forget a game that is over; what it held must leave its account in the same entry.

    Attributes:
        game_id: the game.
        version: the version that was played to its end.
    """

    game_id: str
    version: int


@dataclass(frozen=True, slots=True)
class CommitShuffle:
    """Store the shuffle of a deal to come, before its commitment is shown to anybody.

    Attributes:
        deal_id: the deal it will be used for; empty for one that gets the next number with this.
        kind: the kind of game.
        commitment: the public part.
        secret: the hidden part; left out of the repr, so that no log has it.
        player: whose next deal it is; None for a table.
        place: the table, if it is one; empty otherwise.
    """

    deal_id: str
    kind: str
    commitment: str
    secret: str = field(repr=False)
    player: PlayerId | None = None
    place: str = ""


@dataclass(frozen=True, slots=True)
class UseShuffle:
    """Use a committed shuffle up; it works once.

    Attributes:
        deal_id: the deal.
        proof: the data needed besides the secret to check the deck later, for example the frozen seeds.
        reveal: the secret may be shown from now on.
    """

    deal_id: str
    proof: str
    reveal: bool = False


@dataclass(frozen=True, slots=True)
class RevealShuffle:
    """Let the secret of a used shuffle be shown; again is harmless.

    Attributes:
        deal_id: the deal.
    """

    deal_id: str


@dataclass(frozen=True, slots=True)
class CallOffShuffle:
    """Note that the deal of a used shuffle was called off.

    Attributes:
        deal_id: the deal.
        proof: takes the place of what was kept; says so.
    """

    deal_id: str
    proof: str


@dataclass(frozen=True, slots=True)
class RecordResult:
    """Add one finished game or spin to a player's results.

    Attributes:
        player: who played.
        game: the kind of game.
        staked: chips put in.
        paid: chips got out.
    """

    player: PlayerId
    game: str
    staked: int
    paid: int


@dataclass(frozen=True, slots=True)
class SetSeed:
    """Let a player's coming deals be shuffled with a seed, in place of the one before.

    Attributes:
        player: whose.
        seed: the text.
    """

    player: PlayerId
    seed: str


@dataclass(frozen=True, slots=True)
class SetPreference:
    """Store a player's choice in place of an earlier one.

    Attributes:
        player: who.
        name: what is chosen, at most 16 characters.
        value: the choice, at most 16 characters.
    """

    player: PlayerId
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class BuyIn:
    """Note that somebody sits down at a table, or that a seat gets more chips.

    Attributes:
        game_id: the table.
        seat: its number.
        chips: how many come to it with this.
        player: whose; None for a robot, whose chips are the house's.
        robot: the robot's name; empty for a player.
    """

    game_id: str
    seat: int
    chips: int
    player: PlayerId | None = None
    robot: str = ""


@dataclass(frozen=True, slots=True)
class CashOut:
    """Note that a seat is given up with all the chips in front of it.

    Attributes:
        game_id: the table.
        seat: its number.
        chips: how many leave the table with this.
    """

    game_id: str
    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class HandRow:
    """What one seat did in a finished hand.

    Attributes:
        seat: the table's number of it.
        put_in: all chips that went into the pot from it, an uncalled bet not counted.
        won: chips that came back out of the pot.
        player: whose account the chips are of; None for a robot.
        robot: the robot's name; empty for a player.
        nick: the name of the seat's player.
        shown: the name of the hand that it showed; empty if it showed none.
        has_folded: whether it has.
    """

    seat: int
    put_in: int
    won: int
    player: PlayerId | None = None
    robot: str = ""
    nick: str = ""
    shown: str = ""
    has_folded: bool = False

    @property
    def net(self) -> int:
        """Chips won or lost."""
        return self.won - self.put_in


@dataclass(frozen=True, slots=True)
class RecordHand:
    """Keep a finished hand: who put in and won how many chips.

    Comes before the `BuyIn` and `CashOut` of the same transaction: those who leave with the hand have played it.

    Attributes:
        deal_id: the hand.
        kind: the kind of game.
        game_id: the table.
        rows: of all seats that were dealt in; they add up to zero, robots included.
        game: the rules, a key of `ircpoker.table.GAMES`.
    """

    deal_id: str
    kind: str
    game_id: str
    rows: tuple[HandRow, ...]
    game: str = ""


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """One of a player's last hands.

    Attributes:
        deal_id: its number.
        game: the rules, a key of `ircpoker.table.GAMES`; of old hands empty.
        own: the player's part.
        rows: of all seats, that one too.
    """

    deal_id: str
    game: str
    own: HandRow
    rows: tuple[HandRow, ...]


Change = (
    SaveGame
    | EndGame
    | CommitShuffle
    | UseShuffle
    | RevealShuffle
    | CallOffShuffle
    | SetSeed
    | SetPreference
    | BuyIn
    | CashOut
    | RecordHand
    | RecordResult
)


@dataclass(frozen=True, slots=True)
class SavedGame:
    """An unfinished game as it was saved last; the attributes are those of `SaveGame`.

    Attributes:
        game_id: the game's own name.
        kind: the kind of game.
        state: the game itself, as text.
        held: the chips in it.
        version: to be named when it goes on.
        player: whose game it is now (a guest who logged in meanwhile takes it along); None for a table.
        saved_at: when.
    """

    game_id: str
    kind: str
    state: str
    held: int
    version: int
    player: PlayerId | None
    saved_at: datetime


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A committed shuffle as it is stored; the attributes are those of `CommitShuffle` and `UseShuffle`.

    Attributes:
        deal_id: the deal.
        kind: the kind of game.
        commitment: the commitment shown before.
        secret: not to be shown unless `revealed`; left out of the repr.
        proof: None until it was used.
        revealed: the secret may be shown.
        player: whose deal it was; None for a table.
        place: the table; empty otherwise.
        committed_at: when.
    """

    deal_id: str
    kind: str
    commitment: str
    secret: str = field(repr=False)
    proof: str | None
    revealed: bool
    player: PlayerId | None
    place: str
    committed_at: datetime


@dataclass(frozen=True, slots=True)
class GameResult:
    """All that a player did in one kind of game.

    Attributes:
        game: the kind of game.
        played: how often.
        won: how often more came out than was put in.
        staked: all chips put in.
        paid: all chips got out.
        best: the most that came out of one.
    """

    game: str
    played: int
    won: int
    staked: int
    paid: int
    best: int


@dataclass(frozen=True, slots=True)
class AccountInfo:
    """A player's chips, outside tables and unfinished games.

    Chips that were given (the first ones, the daily ones, gifts of others) can be played with but not given
    away: only what is held above them was won. So a hundred accounts opened for their first chips are worth
    nothing to the one behind them.

    Attributes:
        player: who.
        nick: as they were called last.
        balance: chips held.
        given: how many they got without winning them, ever.
    """

    player: PlayerId
    nick: str
    balance: int
    given: int

    @property
    def giftable(self) -> int:
        """The chips that were won: the chips held beyond all that were given."""
        return max(0, self.balance - self.given)
