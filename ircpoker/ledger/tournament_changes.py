"""The changes of tournaments that are written with their chips; see `ircpoker.ledger.tournaments`."""

from __future__ import annotations

from msgspec import Struct

from ircpoker.ledger.accounts import PlayerId


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
