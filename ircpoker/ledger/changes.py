"""The other data that are written in the transaction of an entry, as values; `stored.py` has what is read back.

A stake and the game it starts, a payout and the game it ends, a deal and the shuffle it uses are written in one
transaction: after a crash either both are there or neither. Texts such as a game's state, a shuffle's secret and its
proof are opaque to the ledger.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec import Struct

from ircpoker.ledger.accounts import PlayerId
from ircpoker.ledger.administration import AdminChange


class SaveGame(Struct, frozen=True):
    """Store an unfinished game, new or changed.

    Attributes:
        game_id: the game's own name, which never changes.
        kind: the kind of game, which is that of the `GameAccount` with its chips.
        state: the game itself, as text.
        held: all chips in it. Their change must be what the entry moves to or from the game's account.
        version: the version that this one replaces; 0 for a new game.
        player: the player; None for a table.
    """

    game_id: str
    kind: str
    state: str
    held: int
    version: int = 0
    player: PlayerId | None = None


class EndGame(Struct, frozen=True):
    """Delete a finished game; its chips must leave its account in the same entry.

    Attributes:
        game_id: the game.
        version: its last version.
    """

    game_id: str
    version: int


@dataclass(frozen=True, slots=True)
class CommitShuffle:
    """Store the shuffle of a future deal, before its commitment is shown to anybody.

    Attributes:
        deal_id: the deal; empty for a deal that gets its number now.
        kind: the kind of game.
        commitment: the public part.
        secret: the hidden part; left out of the repr, so that it is not logged.
        player: the player whose next deal it is; None for a table.
        place: the place of the table; empty for a single player.
    """

    deal_id: str
    kind: str
    commitment: str
    secret: str = field(repr=False)
    player: PlayerId | None = None
    place: str = ""


class UseShuffle(Struct, frozen=True):
    """Mark a committed shuffle as used, which is possible only once.

    Attributes:
        deal_id: the deal.
        proof: the data that are needed besides the secret to check the deck later, such as the frozen seeds.
        reveal: whether the secret may be shown from now on.
    """

    deal_id: str
    proof: str
    reveal: bool = False


class RevealShuffle(Struct, frozen=True):
    """Allow the secret of a used shuffle to be shown; doing so twice is harmless.

    Attributes:
        deal_id: the deal.
    """

    deal_id: str


class CallOffShuffle(Struct, frozen=True):
    """Record that the deal of a used shuffle was called off.

    Attributes:
        deal_id: the deal.
        proof: the proof with the call-off, which replaces the stored one.
    """

    deal_id: str
    proof: str


class RecordResult(Struct, frozen=True):
    """Add one finished game or spin to a player's results.

    Attributes:
        player: the player.
        game: the kind of game.
        staked: the chips put in.
        paid: the chips paid out.
    """

    player: PlayerId
    game: str
    staked: int
    paid: int


class SetSeed(Struct, frozen=True):
    """Store a player's seed for the next shuffles, in place of an earlier one.

    Attributes:
        player: the player.
        seed: the text.
    """

    player: PlayerId
    seed: str


class SetPreference(Struct, frozen=True):
    """Store a player's choice in place of an earlier one.

    Attributes:
        player: the player.
        name: the name of the setting, at most 16 characters.
        value: the choice, at most 16 characters.
    """

    player: PlayerId
    name: str
    value: str


class BuyIn(Struct, frozen=True):
    """Record that somebody sits down at a table, or that a seat gets more chips.

    Attributes:
        game_id: the table.
        seat: the number of the seat.
        chips: the chips that come to the seat.
        player: the player; None for a robot, which plays with chips of the house.
        robot: the robot's name; empty for a player.
        caller: the player who called the robot, if its chips count towards the house's stake; else None.
        house_stake: the most chips that the house stakes in a day for the caller's robots.
    """

    game_id: str
    seat: int
    chips: int
    player: PlayerId | None = None
    robot: str = ""
    caller: PlayerId | None = None
    house_stake: int = 0


class CashOut(Struct, frozen=True):
    """Record that a player or robot leaves a seat with all the chips in front of it.

    Attributes:
        game_id: the table.
        seat: the number of the seat.
        chips: the chips that leave the table.
    """

    game_id: str
    seat: int
    chips: int


class HandFigures(Struct, frozen=True):
    """The figures of one seat in one hand; docs/statistics.md defines them. To the ledger they are only numbers.

    Attributes:
        flags: what it did and could have done, as bits.
        bets: its bets on later streets.
        raises: its raises on later streets.
        calls: its calls on later streets.
        position: the name of its position.
        stack: its chips before the hand.
        cards: the cards that it showed; empty for none.
    """

    flags: int
    bets: int = 0
    raises: int = 0
    calls: int = 0
    position: str = ""
    stack: int = 0
    cards: str = ""


class HandRow(Struct, frozen=True):
    """The result of one seat in a finished hand.

    Attributes:
        seat: the number of the seat at the table.
        put_in: the chips that the seat put into the pot, without an uncalled bet.
        won: the chips that it won from the pot.
        player: the player with whose account's chips it played; None for a robot.
        robot: the robot's name; empty for a player.
        nick: the nick of the player or robot.
        shown: the name of the hand that it showed; empty if it showed none.
        has_folded: whether it folded.
        figures: the figures of the seat in this hand; None for a hand that is not counted.
    """

    seat: int
    put_in: int
    won: int
    player: PlayerId | None = None
    robot: str = ""
    nick: str = ""
    shown: str = ""
    has_folded: bool = False
    figures: HandFigures | None = None

    @property
    def net(self) -> int:
        """The chips won; negative if chips were lost."""
        return self.won - self.put_in


OF_ROW = ("seat", "put_in", "won", "robot", "nick", "shown", "has_folded")
"""What is stored of a row as it is."""


class RecordHand(Struct, frozen=True):
    """Record a finished hand: who put in and won how many chips.

    It comes before the `BuyIn` and `CashOut` of the same transaction, because players who leave now have played the
    hand.

    Attributes:
        deal_id: the hand.
        kind: the kind of game.
        game_id: the table.
        rows: the results of all seats that were dealt in, robots included; they add up to zero.
        game: the rules, a key of `ircpoker.table.GAMES`.
        big_blind: the big blind, or where there is none the smallest bet.
        record: setup and actions as text; with the deck they are the whole hand.
    """

    deal_id: str
    kind: str
    game_id: str
    rows: tuple[HandRow, ...]
    game: str = ""
    big_blind: int = 0
    record: str = ""


class NewTournament(Struct, frozen=True):
    """Record a new tournament.

    Attributes:
        tournament_id: the name of its game.
        name: its name for people.
        network: the network.
        place: where it was created.
        game: the game.
    """

    tournament_id: str
    name: str
    network: str
    place: str
    game: str


class SaveEntry(Struct, frozen=True):
    """Record an entry, or that more was paid for one.

    Attributes:
        tournament_id: the tournament.
        number: the number of the entry.
        nick: the nick.
        paid: all chips paid for it, which the same transaction moves.
        player: the player; None for a robot.
        robot: the robot's name; empty for a player.
        host: marks entrants of one host with the same text; empty for the others.
        caller: who called the robot, if its buy-in counts towards the house's stake; else None.
        stake: the most chips that the house stakes in a day on the caller's robots.
        prize: what was paid out for it while the tournament is played.
    """

    tournament_id: str
    number: int
    nick: str
    paid: int
    player: PlayerId | None = None
    robot: str = ""
    host: str = ""
    caller: PlayerId | None = None
    stake: int = 0
    prize: int = 0


class WithdrawEntry(Struct, frozen=True):
    """Delete an entry whose buy-in is paid back.

    Attributes:
        tournament_id: the tournament.
        number: the number of the entry.
    """

    tournament_id: str
    number: int


class EndTournament(Struct, frozen=True):
    """Record the end of a tournament; its prizes are paid in the same transaction.

    Attributes:
        tournament_id: the tournament.
        results: the number, the place and the prize of each entry; if it was cancelled, place 0 and what was paid.
        is_cancelled: whether it was cancelled.
        note: further facts, such as a chop.
    """

    tournament_id: str
    results: tuple[tuple[int, int, int], ...]
    is_cancelled: bool = False
    note: str = ""


TournamentChange = NewTournament | SaveEntry | WithdrawEntry | EndTournament

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
    | AdminChange
    | TournamentChange
)
