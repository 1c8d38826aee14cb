"""Reading players, games and shuffles; each query finds its rows by an index, however many there are."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import BindParameter, ColumnElement, Integer, Row, Select, String, bindparam, func, select, union_all

from ircpoker.ledger.accounts import GameAccount, PlayerId
from ircpoker.ledger.posting import find_accounts, insert, to_datetime
from ircpoker.ledger.schema import HIDDEN, accounts, counters, games, identities, preferences, results, seeds, shuffles
from ircpoker.ledger.stored import GameResult, SavedGame, Shuffle

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection, CursorResult
    from sqlalchemy.sql.dml import ReturningInsert

_GAMES = select(games, accounts.c.owner).outerjoin_from(games, accounts)
_SHUFFLES = select(shuffles, accounts.c.owner).outerjoin_from(shuffles, accounts)
_NETWORK, _NICK = bindparam("network", type_=String), bindparam("nick_key", type_=String)
MOST: BindParameter[int] = bindparam("most", type_=Integer)
"""How many rows a statement may have; its parameter is `most`."""
_CALLED = union_all(
    *[
        select(
            select(table.c.nick_since, player)
            .where(table.c.network == _NETWORK, table.c.nick_key == _NICK)
            .order_by(table.c.nick_since.desc())
            .limit(MOST)
            .subquery()
        )
        for table, player in ((accounts, accounts.c.owner), (identities, identities.c.player))
    ]
)
"""The latest players of a nick among the first owners of accounts, and among the others."""
_AGE = (shuffles.c.committed_at, shuffles.c.id)
"""The order by age. Ordered by number only, PostgreSQL would scan the whole primary key for one player's shuffles."""


def _account_of(player: str | BindParameter[str]) -> ColumnElement[int]:
    own = select(accounts.c.id).where(accounts.c.owner == player).scalar_subquery()
    linked = select(identities.c.account_id).where(identities.c.player == player).scalar_subquery()
    return func.coalesce(own, linked)


# Each command about a game runs some of these: to build such a statement takes as long as to run it.
ACCOUNT = _account_of(bindparam("player", type_=String))
"""The number of an account; its parameter is `player`."""
_KIND = bindparam("kind", type_=String)
_PREFERENCES = select(preferences.c.name, preferences.c.value).where(preferences.c.player_id == ACCOUNT)
_SEED = select(seeds.c.seed).where(seeds.c.player_id == ACCOUNT)
_ACCOUNTS: BindParameter[int] = bindparam("accounts", expanding=True)
_SEEDS = select(seeds.c.player_id, seeds.c.seed).where(seeds.c.player_id.in_(_ACCOUNTS))
_GAME = _GAMES.where(games.c.id == bindparam("game", type_=String))
_SHUFFLE = _SHUFFLES.where(shuffles.c.deal_id == bindparam("deal", type_=String))
_OWNED = {
    True: _SHUFFLES.where(shuffles.c.player_id == ACCOUNT),
    False: _SHUFFLES.where(shuffles.c.place == bindparam("place", type_=String), shuffles.c.player_id.is_(None)),
}
"""The shuffles of a player, and those of a table."""
_NEXT_SHUFFLE = {
    is_own: query.where(shuffles.c.kind == _KIND, shuffles.c.proof.is_(None)).order_by(*_AGE).limit(MOST)
    for is_own, query in _OWNED.items()
}
_LAST_SHUFFLES = {
    is_own: query.where(shuffles.c.proof.is_not(None)).order_by(*[column.desc() for column in _AGE]).limit(MOST)
    for is_own, query in _OWNED.items()
}
_HIDDEN_SHUFFLES = {is_own: query.where(shuffles.c.kind == _KIND, HIDDEN) for is_own, query in _OWNED.items()}


def probe(connection: Connection) -> None:
    """Read a single row."""
    connection.execute(select(accounts.c.id).limit(1)).first()


def rewrite(connection: Connection) -> None:
    """Write something that changes nothing: a full disk shows itself only then."""
    connection.execute(counters.update().values(value=counters.c.value))


def find_player(connection: Connection, network: str, nick_key: str) -> PlayerId | None:
    """Return the player who has, or had last, a nick on a network; None if nobody ever had it."""
    return next(iter(players_called(connection, network, nick_key, 1)), None)


def players_called(connection: Connection, network: str, nick_key: str, most: int) -> tuple[PlayerId, ...]:
    """Return the players whose last known nick on a network is this one, the latest to take it first."""
    # Sorted here: an ordered union would read all who ever had the nick.
    rows = connection.execute(_CALLED, {"network": network, "nick_key": nick_key, "most": most})
    return tuple([PlayerId.parse(player) for _, player in sorted(map(tuple, rows), reverse=True)[:most]])


def stats(connection: Connection, player: PlayerId) -> tuple[GameResult, ...]:
    """Return a player's results by kind of game, the ones played most first."""
    columns = [results.c[name] for name in ("game", "played", "won", "staked", "paid", "best")]
    query = select(*columns).where(results.c.account_id == id_of(player))
    query = query.order_by(results.c.played.desc(), results.c.game)
    return tuple(GameResult(**row) for row in connection.execute(query).mappings())


def game(connection: Connection, game_id: str) -> SavedGame | None:
    """Return an unfinished game; None if it does not exist or is over."""
    row = connection.execute(_GAME, {"game": game_id}).first()
    return None if row is None else _saved_game(row)


def settled_game(connection: Connection, game_id: str, kind: str) -> SavedGame | None:
    """Return an unfinished game as soon as no other transaction is changing it; needs a writing transaction."""
    # A new game of another transaction has no row to wait for yet, but the account of its chips has one.
    find_accounts(connection, [GameAccount(kind)], lock=True)
    connection.execute(select(games.c.id).where(games.c.id == game_id).with_for_update())
    return game(connection, game_id)


def games_of(
    connection: Connection, kind: str | None = None, *, player: PlayerId | None = None
) -> tuple[SavedGame, ...]:
    """Return unfinished games, those saved longest ago first: all, or those of a kind and of a player."""
    query = _games_of(of_kind=kind is not None, of_player=player is not None)
    return tuple(map(_saved_game, connection.execute(query, {"kind": kind, "player": str(player)})))


@cache
def _games_of(*, of_kind: bool, of_player: bool) -> Select[Any]:
    query = _GAMES.order_by(games.c.saved_at, games.c.id)
    if of_kind:
        query = query.where(games.c.kind == _KIND)
    if of_player:
        query = query.where(games.c.player_id == ACCOUNT)
    return query


def shuffle(connection: Connection, deal_id: str) -> Shuffle | None:
    """Return the shuffle of a deal; None if there is none."""
    row = connection.execute(_SHUFFLE, {"deal": deal_id}).first()
    return None if row is None else to_shuffle(row)


def next_shuffles(connection: Connection, kind: str, owner: PlayerId | str, most: int = 100) -> tuple[Shuffle, ...]:
    """Return the committed and unused shuffles, the oldest first: of accounts that have become one, several.

    Args:
        connection: the connection.
        kind: the kind of game.
        owner: the player whose next deals they are, or the place of a table.
        most: the most shuffles to return.
    """
    return tuple(map(to_shuffle, _rows_of(connection, _NEXT_SHUFFLE, owner, kind=kind, most=most)))


def last_shuffles(connection: Connection, owner: PlayerId | str, most: int = 1) -> tuple[Shuffle, ...]:
    """Return the shuffles of a player, or of the place of a table, that were used last, newest first."""
    return tuple(map(to_shuffle, _rows_of(connection, _LAST_SHUFFLES, owner, most=most)))


def hidden_shuffles(connection: Connection, owner: PlayerId | str, kind: str) -> tuple[Shuffle, ...]:
    """Return a player's or a place's shuffles of a kind that were used and not shown yet, the oldest first."""
    # The rows are sorted here, because for an ordered query SQLite would scan an index of all the owner's shuffles.
    rows = _rows_of(connection, _HIDDEN_SHUFFLES, owner, kind=kind)
    return tuple(map(to_shuffle, sorted(rows, key=lambda row: (row.committed_at, row.id))))


def preferences_of(connection: Connection, player: PlayerId) -> dict[str, str]:
    """Return a player's choices by name (see `SetPreference`)."""
    return {row.name: row.value for row in connection.execute(_PREFERENCES, {"player": str(player)})}


def chosen(connection: Connection, name: str) -> dict[str, int]:
    """Return how many players have made each choice of a name."""
    counted = select(preferences.c.value, func.count()).where(preferences.c.name == name)
    return {row[0]: row[1] for row in connection.execute(counted.group_by(preferences.c.value))}


def seed(connection: Connection, player: PlayerId) -> str:
    """Return the seed that a player gave last (see `SetSeed`); empty for one who gave none."""
    return connection.execute(_SEED, {"player": str(player)}).scalar() or ""


def seeds_of(connection: Connection, players: Sequence[PlayerId]) -> dict[PlayerId, str]:
    """Return the seeds that players gave last, of those who gave one."""
    rows = find_accounts(connection, players, lock=False)
    of = {"accounts": [row.id for row in rows.values()]}
    given = {row.player_id: row.seed for row in connection.execute(_SEEDS, of)}
    return {player: given[rows[player].id] for player in players if player in rows and rows[player].id in given}


def new_deal_number(connection: Connection) -> int:
    """Return the number of a new deal."""
    return count(connection, "deal")


def count(connection: Connection, name: str) -> int:
    """Add one to a number that the ledger counts, and return it."""
    return int(connection.execute(_counting(connection.dialect.name), {"name": name, "value": 1}).scalar_one())


@cache
def _counting(dialect: str) -> ReturningInsert[Any]:
    more = {"value": counters.c.value + 1}
    adding = insert(dialect, counters).on_conflict_do_update(index_elements=["name"], set_=more)
    return adding.returning(counters.c.value)


def id_of(player: PlayerId) -> ColumnElement[int]:
    """Return the number of a player's account, as a part of a query."""
    return _account_of(str(player))


def _rows_of(
    connection: Connection, queries: Mapping[bool, Select[Any]], owner: PlayerId | str, **values: object
) -> CursorResult[Any]:
    """Return the rows of a query for a player (True) or for the place of a table."""
    is_own = isinstance(owner, PlayerId)
    return connection.execute(queries[is_own], {"player" if is_own else "place": str(owner), **values})


def _player(owner: str | None) -> PlayerId | None:
    return None if owner is None else PlayerId.parse(owner)


def _saved_game(row: Row[Any]) -> SavedGame:
    return SavedGame(row.id, row.kind, row.state, row.held, row.version, _player(row.owner), to_datetime(row.saved_at))


def to_shuffle(row: Row[Any]) -> Shuffle:
    """Return a row with the columns of `shuffles`, and the owner of the account, as a shuffle."""
    names = ("deal_id", "kind", "commitment", "secret", "proof", "revealed", "place")
    kept = {name: getattr(row, name) for name in names}
    return Shuffle(**kept, player=_player(row.owner), committed_at=to_datetime(row.committed_at))
