"""The events of tournaments, as data; the chat words them.

They are announced at a table of the tournament, or where it was created.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct


class LevelBegan(Struct, frozen=True):
    """A level of a tournament begins at a table.

    Attributes:
        number: its number, from 1.
        blinds: its blinds and ante, as `10/20 ante 2`.
        left: the players who still play.
        entries: the number of entries.
        average: the average of their chips.
        leader: who had most chips after the last hands; empty before the first.
        leader_chips: their chips.
    """

    number: int
    blinds: str
    left: int
    entries: int
    average: int
    leader: str = ""
    leader_chips: int = 0


class TournamentStands(Struct, frozen=True):
    """How a tournament with several tables stands, for the channel where it was created.

    Attributes:
        name: its name.
        left: the players who still play.
        entries: the number of entries.
        paid: the paid places; 0 while further players may register.
        big_blind: the big blind; in games with antes, the ante.
        average: the average of their chips.
        leader: who had most chips after the last hands.
        leader_chips: their chips.
    """

    name: str
    left: int
    entries: int
    paid: int
    big_blind: int
    average: int
    leader: str
    leader_chips: int


class PlayerOut(Struct, frozen=True):
    """A player is out of a tournament.

    Attributes:
        nick: the nick.
        place: the place; 0 while further players may register.
        shared: how many share it.
        prize: the prize; 0 for none.
        left: how many players are left.
        is_last: whether it is the last one of those who are out at the same time and table.
    """

    nick: str
    place: int
    shared: int
    prize: int
    left: int
    is_last: bool = True


class PlayerMoved(Struct, frozen=True):
    """A player of a tournament sits down at another table.

    Attributes:
        nick: the nick.
        table: the number of the table in the tournament, from 1.
        title: the channel of the table, with its number; empty in private.
        seat: the seat, from 0.
        chips: the chips.
        why: `drawn`, `moved`, `broken` or `final`.
        table_id: the ledger's name of the table.
    """

    nick: str
    table: int
    title: str
    seat: int
    chips: int
    why: str
    table_id: str


class HeadWon(Struct, frozen=True):
    """The price of a head was paid, in a knock-out.

    Attributes:
        nick: who has lost all chips.
        winners: the nick and the chips of each who has won them; those of a robot go to the house.
    """

    nick: str
    winners: tuple[tuple[str, int], ...]


class EarlyEnd(Enum):
    """Why a tournament ends before it is played to its end."""

    DESERTED = "deserted"
    """Nobody is there any more: the prizes are divided by the exact value of the chips."""
    BLINDED = "blinded"
    """Only robots are there: the others have paid blinds until they had no chips."""
    ENDED = "ended"
    """An operator has ended it: the prizes are divided by the exact value of the chips."""


class TournamentEnded(Struct, frozen=True):
    """A tournament is over.

    Attributes:
        name: its name.
        paid: nick, place and prize of those who are paid, the best first.
        winner: the nick of the winner; empty if the prizes were divided.
        is_free: whether nothing was paid.
        has_heads: whether what they are paid is for heads, too.
        why: why it ends before it is played to its end; None if it was.
    """

    name: str
    paid: tuple[tuple[str, int, int], ...]
    winner: str
    is_free: bool
    has_heads: bool = False
    why: EarlyEnd | None = None


TournamentEvent = LevelBegan | TournamentStands | PlayerOut | PlayerMoved | HeadWon | TournamentEnded
"""An event of a tournament, at one of its tables or where it was created."""
