"""Tournaments in the ledger: who has entered, what they have paid, and what came of it.

The buy-ins lie in the game of the tournament (`SaveGame`); the rows here say whose they are. As an account changes its
owner, its entries come along: payouts go to the account that has the entry now. Every function works within the
caller's transaction.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Select, and_, case, delete, func, or_, select, update

from ircpoker.errors import NotAllowedError, StaleStateError
from ircpoker.ledger.accounts import AccountKind, PlayerId
from ircpoker.ledger.changes import Ranked
from ircpoker.ledger.chips import check_chips
from ircpoker.ledger.posting import account_id, insert, to_datetime, to_milliseconds
from ircpoker.ledger.schema import accounts, games, tournament_entries, tournaments
from ircpoker.ledger.sessions import stake_left
from ircpoker.ledger.transfers import Transfer, transfers
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy import Connection

    from ircpoker.ledger.database import Database
    from ircpoker.ledger.tournament_changes import EndTournament, NewTournament, SaveEntry, TournamentChange

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


@dataclass(frozen=True, slots=True)
class TournamentResult:
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
    match change.action:
        case "new":
            _begin(connection, change, now)
        case "entry":
            _save_entry(connection, change, now)
        case "withdraw":
            here = (_OF.tournament_id == change.tournament_id, _OF.number == change.number)
            connection.execute(delete(tournament_entries).where(*here))
        case "end":
            _end(connection, change, now)


def _begin(connection: Connection, change: NewTournament, now: datetime) -> None:
    values = {name: getattr(change, name) for name in ("name", "network", "place", "game")}
    adding = insert(connection, tournaments).values(id=change.tournament_id, begun_at=to_milliseconds(now), **values)
    if connection.execute(adding.on_conflict_do_nothing().returning(tournaments.c.id)).first() is None:
        raise StaleStateError(Phrase("stale.game"))


def _save_entry(connection: Connection, change: SaveEntry, now: datetime) -> None:
    check_chips(change.paid, least=0)
    if change.caller is not None and change.paid > (left := stake_left(connection, change.caller, change.stake, now)):
        raise NotAllowedError(Phrase("errors.house_stake", most=change.stake, left=left))
    key = {"tournament_id": change.tournament_id, "number": change.number}
    values = {
        "nick": change.nick,
        "robot": change.robot,
        "host": change.host,
        "paid": change.paid,
        "player_id": account_id(connection, change.player),
        "caller_id": account_id(connection, change.caller),
        "day": now.astimezone(UTC).toordinal(),
    }
    adding = insert(connection, tournament_entries).values(**key, **values)
    later = {"paid": change.paid, "nick": change.nick}
    connection.execute(adding.on_conflict_do_update(index_elements=list(key), set_=later))


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
    """Count the tournaments whose prizes are not their buy-ins, and those that do not hold them while they run."""
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
    running = and_(tournaments.c.ended_at.is_(None), func.coalesce(games.c.held, -1) != paid)
    return query.where(or_(ended, running))


class TournamentRecords:
    """The methods of `Ledger` for tournaments."""

    _database: Database

    def entry_owners(self, tournament_id: str) -> dict[int, PlayerId]:
        """Return the accounts to which the entries of people belong now, by the numbers of the entries."""
        query = select(_OF.number, accounts.c.owner).join_from(
            tournament_entries, accounts, accounts.c.id == _OF.player_id
        )
        with self._database.reading() as connection:
            rows = connection.execute(query.where(_OF.tournament_id == tournament_id))
            return {row.number: PlayerId.parse(row.owner) for row in rows}

    def tournament_results(
        self, network: str = "", name: str = "", most: int = 1, *, tournament_id: str = ""
    ) -> tuple[TournamentResult, ...]:
        """Return the last tournaments that are over, the newest first.

        Args:
            network: only those of this network; empty for all.
            name: only those of this name, in any case; empty for all.
            most: the most tournaments.
            tournament_id: only this one; empty for all.
        """
        query = select(tournaments).where(tournaments.c.ended_at.is_not(None))
        if network:
            query = query.where(tournaments.c.network == network)
        if tournament_id:
            query = query.where(tournaments.c.id == tournament_id)
        if name:
            query = query.where(func.lower(tournaments.c.name) == name.lower())
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(tournaments.c.ended_at.desc(), tournaments.c.id).limit(most)).all()
            finishes = _finishes(connection, [row.id for row in rows])
            return tuple(
                [
                    TournamentResult(
                        row.id,
                        row.name,
                        row.network,
                        row.place,
                        row.game,
                        to_datetime(row.ended_at),
                        row.is_cancelled,
                        row.note,
                        tuple(finishes.get(row.id, ())),
                    )
                    for row in rows
                ]
            )

    def transfers(self, tournament_id: str, most: int) -> tuple[Transfer, ...]:
        """Return the largest transfers of chips between two people in a tournament that is over; see `transfers`."""
        with self._database.reading() as connection:
            return transfers(connection, tournament_id, most)

    def tournament_winners(self, most: int, network: str | None) -> Sequence[Ranked]:
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
        with self._database.reading() as connection:
            return [Ranked(row.nick, int(row.wins)) for row in connection.execute(query)]


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
