"""Tournaments in the ledger: who has entered, what they have paid, and what came of it.

The buy-ins lie in the game of the tournament (`SaveGame`); the rows here say whose they are. As an account changes its
owner, its entries come along: payouts go to the account that has the entry now. Every function works within the
caller's transaction.

Chips that went from one person to another in a tournament: friends who lose to each other on purpose are seen here.

What somebody loses in a hand goes to those who win in it, in proportion to what they win.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, NamedTuple

from msgspec import Struct
from sqlalchemy import Connection, Row, Select, and_, case, delete, func, or_, select, update

from ircpoker.errors import NotAllowedError, StaleStateError
from ircpoker.ledger.accounts import AccountKind, PlayerId
from ircpoker.ledger.changes import EndTournament, NewTournament, SaveEntry, TournamentChange, WithdrawEntry
from ircpoker.ledger.entries import check_chips
from ircpoker.ledger.figures import NET, TOURNAMENT_TABLE
from ircpoker.ledger.posting import account_id, add, put, to_datetime, to_milliseconds
from ircpoker.ledger.queries import id_of
from ircpoker.ledger.schema import accounts, games, hand_seats, hands, tournament_entries, tournaments
from ircpoker.ledger.sessions import stake_left
from ircpoker.ledger.stored import Ranked
from ircpoker.words import Phrase

KIND = "tournament"
"""The kind of game whose account holds the buy-ins."""
_OF = tournament_entries.c


class Finish(NamedTuple):
    """How an entry of a tournament ended.

    Attributes:
        nick: the nick.
        player: the account to which the entry belongs now; None for a robot.
        robot: the robot's name; empty for a person.
        host: marks entrants of one host with the same text; empty for the others.
        paid: what was paid for it.
        place: the place; 0 if it was cancelled.
        prize: what was paid out.
    """

    nick: str
    player: PlayerId | None
    robot: str
    host: str
    paid: int
    place: int
    prize: int


class TournamentResult(Struct, frozen=True):
    """A tournament that is over.

    Attributes:
        tournament_id: the ledger's name of it.
        name: its name for people.
        network: the network.
        place: where it was created, as it was written.
        game: the game.
        ended_at: when it ended.
        is_cancelled: whether it was cancelled.
        note: further facts, such as a chop.
        finishes: the entries, the best place first.
    """

    tournament_id: str
    name: str
    network: str
    place: str
    game: str
    ended_at: datetime
    is_cancelled: bool
    note: str
    finishes: tuple[Finish, ...]


def apply_tournament_change(connection: Connection, change: TournamentChange, now: datetime) -> None:
    """Write a change.

    Raises:
        StaleStateError: the tournament is there already, or is over.
        UnknownPlayerError: a player has no account.
        NotAllowedError: the house would stake too much today on robots of the player who called one.
    """
    match change:
        case NewTournament():
            _begin(connection, change, now)
        case SaveEntry():
            _save_entry(connection, change, now)
        case WithdrawEntry():
            here = (_OF.tournament_id == change.tournament_id, _OF.number == change.number)
            connection.execute(delete(tournament_entries).where(*here))
        case EndTournament():
            _end(connection, change, now)


def _begin(connection: Connection, change: NewTournament, now: datetime) -> None:
    values = {name: getattr(change, name) for name in ("name", "network", "place", "game")}
    values |= {"id": change.tournament_id, "begun_at": to_milliseconds(now)}
    if add(connection, tournaments, **values) is None:
        raise StaleStateError(Phrase("stale.game"))


def _save_entry(connection: Connection, change: SaveEntry, now: datetime) -> None:
    check_chips(change.paid, least=0)
    if change.caller is not None and change.paid > (left := stake_left(connection, change.caller, change.stake, now)):
        raise NotAllowedError(Phrase("errors.house_stake", most=change.stake, left=left))
    key = {"tournament_id": change.tournament_id, "number": change.number}
    once = {
        "robot": change.robot,
        "host": change.host,
        "player_id": account_id(connection, change.player),
        "caller_id": account_id(connection, change.caller),
        "day": now.astimezone(UTC).toordinal(),
    }
    later = {"paid": change.paid, "nick": change.nick, "prize": change.prize or None}
    put(connection, tournament_entries, key, later, **once)


def _end(connection: Connection, change: EndTournament, now: datetime) -> None:
    here = (tournaments.c.id == change.tournament_id, tournaments.c.ended_at.is_(None))
    values = {"ended_at": to_milliseconds(now), "is_cancelled": change.is_cancelled, "note": change.note}
    if not connection.execute(update(tournaments).where(*here).values(values)).rowcount:
        raise StaleStateError(Phrase("stale.game"))
    for number, place, prize in change.results:
        check_chips(prize, least=0)
        of_entry = (_OF.tournament_id == change.tournament_id, _OF.number == number)
        connection.execute(update(tournament_entries).where(*of_entry).values(place=place, prize=prize))


def merge_entries(connection: Connection, old_id: int, new_id: int) -> None:
    """Move the entries of one account, and the robots that it has called, to another."""
    for column in (_OF.player_id, _OF.caller_id):
        connection.execute(update(tournament_entries).where(column == old_id).values({column.name: new_id}))


def wrong_tournaments() -> Select[Any]:
    """Count the tournaments whose prizes are not their buy-ins, and those that do not hold the rest while they run."""
    sums = (
        select(
            _OF.tournament_id,
            func.sum(_OF.paid).label("paid"),
            func.sum(func.coalesce(_OF.prize, 0)).label("prizes"),
        )
        .group_by(_OF.tournament_id)
        .subquery()
    )
    query = select(func.count()).select_from(
        tournaments.outerjoin(sums, sums.c.tournament_id == tournaments.c.id).outerjoin(
            games, games.c.id == tournaments.c.id
        )
    )
    paid, prizes = func.coalesce(sums.c.paid, 0), func.coalesce(sums.c.prizes, 0)
    ended = and_(tournaments.c.ended_at.is_not(None), or_(paid != prizes, games.c.id.is_not(None)))
    running = and_(tournaments.c.ended_at.is_(None), func.coalesce(games.c.held, -1) != paid - prizes)
    return query.where(or_(ended, running))


def entry_owners(connection: Connection, tournament_id: str) -> dict[int, PlayerId]:
    """Return the accounts to which the entries of people belong now, by the numbers of the entries."""
    query = select(_OF.number, accounts.c.owner).join_from(tournament_entries, accounts, accounts.c.id == _OF.player_id)
    rows = connection.execute(query.where(_OF.tournament_id == tournament_id))
    return {row.number: PlayerId.parse(row.owner) for row in rows}


def tournament_results(
    connection: Connection,
    network: str = "",
    name: str = "",
    most: int = 1,
    *,
    tournament_id: str = "",
    player: PlayerId | None = None,
) -> tuple[TournamentResult, ...]:
    """Return the last tournaments that are over, the newest first.

    Args:
        connection: the transaction.
        network: only those of this network; empty for all.
        name: only those of this name, in any case; empty for all.
        most: the most tournaments.
        tournament_id: only this one; empty for all.
        player: only those that this player has entered; None for all.
    """
    query = select(tournaments).where(tournaments.c.ended_at.is_not(None))
    if network:
        query = query.where(tournaments.c.network == network)
    if tournament_id:
        query = query.where(tournaments.c.id == tournament_id)
    if player is not None:
        entered = select(_OF.tournament_id).where(_OF.player_id == id_of(player))
        query = query.where(tournaments.c.id.in_(entered))
    if name:
        query = query.where(func.lower(tournaments.c.name) == name.lower())
    rows = connection.execute(query.order_by(tournaments.c.ended_at.desc(), tournaments.c.id).limit(most)).all()
    finishes = _finishes(connection, [row.id for row in rows])
    return tuple([_result(row, finishes.get(row.id, ())) for row in rows])


def tournament_winners(connection: Connection, most: int, network: str | None) -> list[Ranked]:
    """Return the players who have won the most tournaments, of a network or of all."""
    wins = func.sum(case((and_(_OF.place == 1, _OF.robot == ""), 1), else_=0))
    net = func.sum(_OF.prize - _OF.paid)
    query = (
        select(accounts.c.id, accounts.c.nick, wins.label("wins"))
        .join_from(tournament_entries, accounts, accounts.c.id == _OF.player_id)
        .where(accounts.c.kind == AccountKind.PLAYER, _OF.place > 0)
        .group_by(accounts.c.id, accounts.c.nick)
        .having(wins > 0)
        .order_by(wins.desc(), net.desc(), accounts.c.id)
        .limit(most)
    )
    if network is not None:
        query = query.where(accounts.c.network == network)
    return [Ranked(row.nick, int(row.wins)) for row in connection.execute(query)]


def _result(row: Row[Any], finishes: Iterable[Finish]) -> TournamentResult:
    kept = {name: getattr(row, name) for name in ("name", "network", "place", "game", "is_cancelled", "note")}
    return TournamentResult(row.id, **kept, ended_at=to_datetime(row.ended_at), finishes=tuple(finishes))


def _finishes(connection: Connection, tournament_ids: Sequence[str]) -> dict[str, list[Finish]]:
    """Return the entries of tournaments, the best place first."""
    query = (
        select(tournament_entries, accounts.c.owner)
        .join_from(tournament_entries, accounts, accounts.c.id == _OF.player_id, isouter=True)
        .where(_OF.tournament_id.in_(tournament_ids))
        .order_by(_OF.place, _OF.number)
    )
    finishes: dict[str, list[Finish]] = {}
    for row in connection.execute(query):
        player = PlayerId.parse(row.owner) if row.owner else None
        finish = Finish(row.nick, player, row.robot, row.host, row.paid, row.place or 0, row.prize or 0)
        finishes.setdefault(row.tournament_id, []).append(finish)
    return finishes


_CLOCK_MS = 3_600_000
"""Hands are looked for in the time of the tournament, and this much before and after it: a clock may have been set."""


class Transfer(NamedTuple):
    """Chips that went from one entrant to another.

    Attributes:
        loser: the nick of who lost them.
        winner: the nick of who won them.
        chips: the chips, without those that came back.
        hands: the hands in which the winner won from the loser.
    """

    loser: str
    winner: str
    chips: int
    hands: int


def table_name(tournament_id: str, number: int) -> str:
    """Return the ledger's name of a table of a tournament.

    Args:
        tournament_id: the ledger's name of the tournament, which begins with `tournament:`.
        number: the number of the table.

    Examples:
        >>> table_name("tournament:5b0e", 2)
        'table:tournament:5b0e:2'
    """
    return f"{TOURNAMENT_TABLE}{tournament_id.partition(':')[2]}:{number}"


def transfers(connection: Connection, tournament_id: str, most: int) -> tuple[Transfer, ...]:
    """Return the largest transfers between two people in a tournament that is over, the largest first."""
    time = connection.execute(
        select(tournaments.c.begun_at, tournaments.c.ended_at).where(tournaments.c.id == tournament_id)
    ).first()
    if time is None or time.ended_at is None:
        return ()
    query = (
        select(hand_seats.c.hand_id, hand_seats.c.player_id, NET.label("net"))
        .join_from(hands, hand_seats)
        .where(hands.c.ended_at.between(time.begun_at - _CLOCK_MS, time.ended_at + _CLOCK_MS))
        .where(hands.c.game_id.like(f"{table_name(tournament_id, 0)[:-1]}%"))
        .order_by(hand_seats.c.hand_id)
    )
    moved: dict[tuple[int, int], float] = {}
    times: dict[tuple[int, int], int] = {}
    for _, seats in groupby(connection.execute(query), lambda row: row.hand_id):
        rows = list(seats)
        pot = sum(row.net for row in rows if row.net > 0)
        for loser in [row for row in rows if row.net < 0 and row.player_id is not None]:
            for winner in [row for row in rows if row.net > 0 and row.player_id is not None]:
                pair = (loser.player_id, winner.player_id)
                moved[pair] = moved.get(pair, 0.0) - loser.net * winner.net / pot
                times[pair] = times.get(pair, 0) + 1
    entries = select(tournament_entries.c.player_id, tournament_entries.c.nick)
    rows_of_entries = connection.execute(entries.where(tournament_entries.c.tournament_id == tournament_id))
    nicks = {row.player_id: row.nick for row in rows_of_entries}
    pairs = [
        Transfer(nicks[loser], nicks[winner], round(chips - moved.get((winner, loser), 0.0)), times[loser, winner])
        for (loser, winner), chips in moved.items()
        if loser in nicks and winner in nicks
    ]
    net = sorted([each for each in pairs if each.chips > 0], key=lambda each: (-each.chips, each.loser, each.winner))
    return tuple(net[:most])
