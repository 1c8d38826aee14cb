"""The tables. A change here needs a migration beside it; a test compares the two.

Integers only: chips as they are, times in milliseconds since 1970 UTC. `accounts.balance` is a cache of
the sum of its postings, kept in the same transaction; the audit adds the postings up again.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
)
from sqlalchemy.schema import SchemaItem

from ircpoker.ledger.accounts import LONGEST_NAME, LONGEST_OWNER
from ircpoker.ledger.entries import LONGEST_KEY

FIRST, HEAD = "0013", "0013"
"""The oldest migration, and the newest: a database at that one fits the tables below."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite numbers rows automatically only if the type is exactly INTEGER (64 bits there).
ROW_ID = BigInteger().with_variant(Integer, "sqlite")


def _table(name: str, *parts: SchemaItem) -> Table:
    return Table(name, metadata, *parts)


def _index_where(rows: ColumnElement[bool], name: str, *columns: Column[Any], unique: bool = False) -> None:
    """Index only some rows of a table."""
    Index(name, *columns, unique=unique, sqlite_where=rows, postgresql_where=rows)


accounts = _table(
    "accounts",
    Column("id", ROW_ID, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("owner", String(LONGEST_OWNER), nullable=False, unique=True),
    Column("network", String(LONGEST_OWNER), nullable=False, server_default=""),
    Column("nick", String(LONGEST_NAME), nullable=False, server_default=""),
    Column("nick_key", String(LONGEST_NAME), nullable=False, server_default=""),
    Column("nick_since", BigInteger, nullable=False, server_default="0"),
    Column("balance", BigInteger, nullable=False, server_default="0"),
    Column("gift_day", Integer, nullable=False, server_default="0"),
    Column("gifts", BigInteger, nullable=False, server_default="0"),
    Column("opened_at", BigInteger, nullable=False, server_default="0"),
    Column("code", String(LONGEST_NAME), nullable=False, server_default=""),  # the hash of a code for !claim
    Column("has_merged", Boolean, nullable=False, server_default=false()),  # a guest's chips came along
    Column("refill_day", Integer, nullable=False, server_default="0"),
    Column("refills", Integer, nullable=False, server_default="0"),  # on that day
    Column("refilled_at", BigInteger, nullable=False, server_default="0"),
    Column("refilled", BigInteger, nullable=False, server_default="0"),  # chips that cannot be given away
    CheckConstraint("kind = 'house' OR balance >= 0", name="balance_not_negative"),
)
Index("ix_accounts_richest", accounts.c.kind, accounts.c.balance.desc(), accounts.c.id)
Index("ix_accounts_richest_there", accounts.c.network, accounts.c.balance.desc(), accounts.c.id)
Index("ix_accounts_opened", accounts.c.opened_at)
Index("ix_accounts_nick", accounts.c.network, accounts.c.nick_key, accounts.c.nick_since)

identities = _table(
    "identities",
    Column("player", String(LONGEST_OWNER), primary_key=True),  # a further owner of the account
    Column("account_id", ROW_ID, ForeignKey(accounts.c.id), nullable=False),
    Column("closed_id", ROW_ID, ForeignKey(accounts.c.id), nullable=False, unique=True),  # owned before, without chips
    Column("network", String(LONGEST_OWNER), nullable=False),
    Column("nick", String(LONGEST_NAME), nullable=False),
    Column("nick_key", String(LONGEST_NAME), nullable=False),
    Column("nick_since", BigInteger, nullable=False),
    Column("linked_at", BigInteger, nullable=False),
)
Index("ix_identities_account", identities.c.account_id)
Index("ix_identities_nick", identities.c.network, identities.c.nick_key, identities.c.nick_since)

tokens = _table(
    "tokens",
    Column("hash", String(64), primary_key=True),
    Column("purpose", String(8), nullable=False),
    Column("player", String(LONGEST_OWNER), nullable=False),  # who asked for it
    Column("door", String(LONGEST_NAME), nullable=False),  # where alone it is valid; empty for everywhere
    Column("expires_at", BigInteger, nullable=False),
)
Index("ix_tokens_player", tokens.c.player, tokens.c.purpose)
Index("ix_tokens_expires_at", tokens.c.expires_at)

given = _table(
    "given",
    Column("network", String(LONGEST_OWNER), primary_key=True),
    Column("host", String(LONGEST_OWNER), primary_key=True),
    Column("day", Integer, nullable=False),
    Column("chips", BigInteger, nullable=False),  # given to guests of the host on that day
)

entries = _table(
    "entries",
    Column("id", ROW_ID, primary_key=True),
    Column("key", String(LONGEST_KEY), nullable=False, unique=True),
    Column("reason", String(LONGEST_NAME), nullable=False),
    Column("posted_at", BigInteger, nullable=False),
)

postings = _table(
    "postings",
    Column("entry_id", ROW_ID, ForeignKey(entries.c.id), primary_key=True),
    Column("line", Integer, primary_key=True),
    Column("account_id", ROW_ID, ForeignKey(accounts.c.id), nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("balance", BigInteger, nullable=False),  # of the account, right after this posting
    CheckConstraint("amount <> 0", name="moves_something"),
)
Index("ix_postings_account", postings.c.account_id, postings.c.entry_id)

games = _table(
    "games",
    Column("id", String(LONGEST_KEY), primary_key=True),
    Column("kind", String(LONGEST_NAME), nullable=False),
    Column("player_id", ROW_ID, ForeignKey(accounts.c.id)),
    Column("held", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("saved_at", BigInteger, nullable=False),
    CheckConstraint("held >= 0", name="held_not_negative"),
)
Index("ix_games_kind", games.c.kind, games.c.player_id)
Index("ix_games_player", games.c.player_id)

shuffles = _table(
    "shuffles",
    Column("id", ROW_ID, primary_key=True),
    Column("deal_id", String(LONGEST_KEY), nullable=False, unique=True),
    Column("kind", String(LONGEST_NAME), nullable=False),
    Column("player_id", ROW_ID, ForeignKey(accounts.c.id)),
    Column("place", String(LONGEST_OWNER), nullable=False),
    Column("commitment", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("proof", Text),
    Column("revealed", Boolean, nullable=False, server_default=false()),
    Column("committed_at", BigInteger, nullable=False),
)
Index("ix_shuffles_player", shuffles.c.player_id, shuffles.c.committed_at, shuffles.c.id)
Index("ix_shuffles_place", shuffles.c.place, shuffles.c.committed_at, shuffles.c.id)
_OF_OWNER = shuffles.c.player_id, shuffles.c.place
_index_where(shuffles.c.proof.is_(None), "ix_shuffles_unused", *_OF_OWNER, shuffles.c.kind)
HIDDEN = shuffles.c.proof.is_not(None) & shuffles.c.revealed.is_(false())
"""Shuffles that were used and not shown yet."""
_index_where(HIDDEN, "ix_shuffles_hidden", shuffles.c.kind, *_OF_OWNER)

sessions = _table(
    "sessions",
    Column("id", ROW_ID, primary_key=True),
    Column("game_id", String(LONGEST_KEY), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player_id", ROW_ID, ForeignKey(accounts.c.id)),
    Column("robot", String(LONGEST_NAME), nullable=False, server_default=""),
    Column("bought_in", BigInteger, nullable=False),
    Column("cashed_out", BigInteger),
)
_index_where(sessions.c.cashed_out.is_(None), "ix_sessions_running", sessions.c.game_id, sessions.c.seat, unique=True)
Index("ix_sessions_player", sessions.c.player_id)

robot_calls = _table(
    "robot_calls",
    Column("session_id", ROW_ID, ForeignKey(sessions.c.id), primary_key=True),  # of the robot
    Column("player_id", ROW_ID, ForeignKey(accounts.c.id), nullable=False),  # who called it
    Column("day", Integer, nullable=False),
)
Index("ix_robot_calls_player", robot_calls.c.player_id, robot_calls.c.day)

hands = _table(
    "hands",
    Column("id", ROW_ID, primary_key=True),
    Column("deal_id", String(LONGEST_KEY), nullable=False, unique=True),
    Column("kind", String(LONGEST_NAME), nullable=False),
    Column("game_id", String(LONGEST_KEY), nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Column("game", String(LONGEST_NAME), nullable=False, server_default=""),
    Column("big_blind", BigInteger, nullable=False, server_default="0"),
    Column("record", Text, nullable=False, server_default=""),
)
Index("ix_hands_ended_at", hands.c.ended_at)

hand_seats = _table(
    "hand_seats",
    Column("hand_id", ROW_ID, ForeignKey(hands.c.id), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("session_id", ROW_ID, ForeignKey(sessions.c.id)),
    Column("player_id", ROW_ID, ForeignKey(accounts.c.id)),
    Column("robot", String(LONGEST_NAME), nullable=False, server_default=""),
    Column("put_in", BigInteger, nullable=False),
    Column("won", BigInteger, nullable=False),
    Column("nick", String(LONGEST_KEY), nullable=False, server_default=""),
    Column("shown", String(LONGEST_NAME), nullable=False, server_default=""),
    Column("has_folded", Boolean, nullable=False, server_default=false()),
    Column("flags", BigInteger),  # null: the figures of the hand were not counted
    Column("bets", Integer, nullable=False, server_default="0"),
    Column("raises", Integer, nullable=False, server_default="0"),
    Column("calls", Integer, nullable=False, server_default="0"),
    Column("position", String(4), nullable=False, server_default=""),
    Column("stack", BigInteger, nullable=False, server_default="0"),
    Column("cards", String(10), nullable=False, server_default=""),  # shown
)
Index("ix_hand_seats_session", hand_seats.c.session_id)
Index("ix_hand_seats_player", hand_seats.c.player_id, hand_seats.c.hand_id)
Index("ix_hand_seats_robot", hand_seats.c.robot, hand_seats.c.hand_id)

seeds = _table(
    "seeds",
    Column("player_id", ROW_ID, ForeignKey(accounts.c.id), primary_key=True),
    Column("seed", Text, nullable=False),
    Column("set_at", BigInteger, nullable=False),
)

preferences = _table(
    "preferences",
    Column("player_id", ROW_ID, ForeignKey(accounts.c.id), primary_key=True),
    Column("name", String(16), primary_key=True),
    Column("value", String(16), nullable=False),
)

results = _table(
    "results",
    Column("account_id", ROW_ID, ForeignKey(accounts.c.id), primary_key=True),
    Column("game", String(LONGEST_NAME), primary_key=True),
    Column("played", BigInteger, nullable=False),
    Column("won", BigInteger, nullable=False),
    Column("staked", BigInteger, nullable=False),
    Column("paid", BigInteger, nullable=False),
    Column("best", BigInteger, nullable=False),
)

counters = _table(
    "counters",
    Column("name", String(LONGEST_NAME), primary_key=True),
    Column("value", BigInteger, nullable=False),
)

admin_log = _table(
    "admin_log",
    Column("id", ROW_ID, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("who", String(LONGEST_OWNER), nullable=False),
    Column("place", String(LONGEST_OWNER), nullable=False),  # where the order was given: a network, or a channel there
    Column("text", Text, nullable=False),
    Column("outcome", Text, nullable=False),
)

ignored = _table(
    "ignored",
    Column("network", String(LONGEST_OWNER), primary_key=True),
    Column("pattern", String(LONGEST_OWNER), primary_key=True),  # an account, or nick!user@host with * and ?
    Column("until", BigInteger),  # null: for good
    Column("reason", Text, nullable=False, server_default=""),
    Column("set_by", String(LONGEST_OWNER), nullable=False),
    Column("set_at", BigInteger, nullable=False),
)

channel_settings = _table(
    "channel_settings",
    Column("network", String(LONGEST_OWNER), primary_key=True),
    Column("channel", String(LONGEST_OWNER), primary_key=True),  # in small letters
    Column("name", String(LONGEST_NAME), primary_key=True),
    Column("value", Text, nullable=False),
    Column("set_by", String(LONGEST_OWNER), nullable=False),
    Column("set_at", BigInteger, nullable=False),
)

tournaments = _table(
    "tournaments",
    Column("id", String(LONGEST_KEY), primary_key=True),  # that of its game
    Column("name", String(LONGEST_NAME), nullable=False),
    Column("network", String(LONGEST_OWNER), nullable=False),
    Column("place", String(LONGEST_OWNER), nullable=False),
    Column("game", String(LONGEST_NAME), nullable=False),
    Column("begun_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),  # null: it is not over
    Column("is_cancelled", Boolean, nullable=False, server_default=false()),
    Column("note", Text, nullable=False, server_default=""),
)
Index("ix_tournaments_ended", tournaments.c.network, tournaments.c.ended_at)

tournament_entries = _table(
    "tournament_entries",
    Column("tournament_id", String(LONGEST_KEY), ForeignKey(tournaments.c.id), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("nick", String(LONGEST_KEY), nullable=False),
    Column("robot", String(LONGEST_NAME), nullable=False, server_default=""),
    Column("host", String(LONGEST_NAME), nullable=False, server_default=""),  # the same text for entrants of one host
    Column("player_id", ROW_ID, ForeignKey(accounts.c.id)),
    Column("caller_id", ROW_ID, ForeignKey(accounts.c.id)),  # who called the robot
    Column("day", Integer, nullable=False),
    Column("paid", BigInteger, nullable=False),
    Column("place", Integer),  # null until it is over
    Column("prize", BigInteger),
)
Index("ix_tournament_entries_player", tournament_entries.c.player_id)
Index("ix_tournament_entries_caller", tournament_entries.c.caller_id, tournament_entries.c.day)
