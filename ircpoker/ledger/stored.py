"""The data that are read back from the ledger, as values: accounts, saved games, shuffles, finished hands, results."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from msgspec import Struct

from ircpoker.ledger.accounts import PlayerId
from ircpoker.ledger.changes import HandRow


@dataclass(frozen=True, slots=True)
class AccountInfo:
    """A player's chips, outside tables and unfinished games.

    Attributes:
        player: the player.
        nick: their last known nick.
        balance: the chips that they have.
        has_namesake: this account has just been opened, and another player on this network had that nick before.
        is_short: this account has just been opened, without all first chips: the guests of its host have had the chips
            of the day.
    """

    player: PlayerId
    nick: str
    balance: int
    has_namesake: bool = field(default=False, compare=False)
    is_short: bool = field(default=False, compare=False)


class SavedGame(Struct, frozen=True):
    """An unfinished game as it was last saved; see `SaveGame`.

    Attributes:
        game_id: the game's own name.
        kind: the kind of game.
        state: the game itself, as text.
        held: the chips in it.
        version: its version, which the next `SaveGame` or `EndGame` must give.
        player: the player, who may have logged in since it was saved; None for a table.
        saved_at: the time of saving.
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
    """A stored shuffle; see `CommitShuffle` and `UseShuffle`.

    Attributes:
        deal_id: the deal.
        kind: the kind of game.
        commitment: the public commitment.
        secret: the secret, not to be shown unless `revealed`; left out of the repr.
        proof: the data to check the deck; None until the shuffle is used.
        revealed: whether the secret may be shown.
        player: the player whose deal it is; None for a table.
        place: the place of the table; empty for a single player.
        committed_at: the time of the commitment.
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


class EndedDeal(NamedTuple):
    """When and where a hand ended.

    Attributes:
        deal_id: the number of the deal.
        place: the place of the table as text; `private:` and the player for a private one; empty for an old hand
            without a shuffle.
        ended_at: when it ended.
        is_revealed: whether its shuffle may be shown.
    """

    deal_id: str
    place: str
    ended_at: datetime
    is_revealed: bool


class StoredHand(Struct, frozen=True):
    """A finished hand as the ledger has it.

    Attributes:
        ended: its number, when and where it ended.
        game: the rules, a key of `ircpoker.table.GAMES`; empty for old hands.
        rows: the rows of all seats.
        own: the row of the player who asks; None if that player did not play the hand.
        record: setup and actions as text; empty for old hands.
        shuffle: its shuffle; None for old hands.
    """

    ended: EndedDeal
    game: str
    rows: tuple[HandRow, ...]
    own: HandRow | None
    record: str = ""
    shuffle: Shuffle | None = None

    @property
    def deal_id(self) -> str:
        """The number of the deal."""
        return self.ended.deal_id


class GameResult(Struct, frozen=True):
    """A player's results in one kind of game.

    Attributes:
        game: the kind of game.
        played: the number of games played.
        won: the number of games that paid more than was put in.
        staked: all chips put in.
        paid: all chips paid out.
        best: the highest payout.
    """

    game: str
    played: int
    won: int
    staked: int
    paid: int
    best: int


class Ranked(Struct, frozen=True):
    """A place in a list of players.

    Attributes:
        nick: the player's nick.
        number: the chips or hands by which the list is ordered.
    """

    nick: str
    number: int
