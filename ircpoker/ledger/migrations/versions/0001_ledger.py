"""The first tables: accounts, entries and postings; games, shuffles, results, counters."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the tables in an empty database."""
    _create_accounts()
    _create_entries()
    _create_games()
    _create_shuffles()
    _create_results_and_counters()


def _create_accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("owner", sa.String(255), nullable=False),
        sa.Column("network", sa.String(255), nullable=False, server_default=""),
        sa.Column("nick", sa.String(64), nullable=False, server_default=""),
        sa.Column("nick_key", sa.String(64), nullable=False, server_default=""),
        sa.Column("nick_since", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("balance", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("given", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("gift_day", sa.Integer, nullable=False, server_default="0"),
        sa.Column("gifts", sa.BigInteger, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
        sa.UniqueConstraint("owner", name=op.f("uq_accounts_owner")),
        sa.CheckConstraint("kind = 'house' OR balance >= 0", name=op.f("ck_accounts_balance_not_negative")),
    )
    op.create_index("ix_accounts_richest", "accounts", ["kind", sa.text("balance DESC"), "id"])
    op.create_index("ix_accounts_richest_there", "accounts", ["network", sa.text("balance DESC"), "id"])
    op.create_index("ix_accounts_nick", "accounts", ["network", "nick_key", "nick_since"])


def _create_entries() -> None:
    op.create_table(
        "entries",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("key", sa.String(255), nullable=False),
        sa.Column("reason", sa.String(64), nullable=False),
        sa.Column("posted_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entries")),
        sa.UniqueConstraint("key", name=op.f("uq_entries_key")),
    )
    op.create_table(
        "postings",
        sa.Column("entry_id", ROW_ID, nullable=False),
        sa.Column("line", sa.Integer, nullable=False),
        sa.Column("account_id", ROW_ID, nullable=False),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.Column("given", sa.BigInteger, nullable=False),
        sa.Column("balance", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("entry_id", "line", name=op.f("pk_postings")),
        sa.ForeignKeyConstraint(["entry_id"], ["entries.id"], name=op.f("fk_postings_entry_id")),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_postings_account_id")),
        sa.CheckConstraint("amount <> 0 OR given <> 0", name=op.f("ck_postings_moves_something")),
    )
    op.create_index("ix_postings_account", "postings", ["account_id", "entry_id"])


def _create_games() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(255), nullable=False),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("player_id", ROW_ID),
        sa.Column("held", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("saved_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.ForeignKeyConstraint(["player_id"], ["accounts.id"], name=op.f("fk_games_player_id")),
        sa.CheckConstraint("held >= 0", name=op.f("ck_games_held_not_negative")),
    )
    op.create_index("ix_games_kind", "games", ["kind", "player_id"])
    op.create_index("ix_games_player", "games", ["player_id"])


def _create_shuffles() -> None:
    op.create_table(
        "shuffles",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("deal_id", sa.String(255), nullable=False),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("player_id", ROW_ID),
        sa.Column("place", sa.String(255), nullable=False),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("proof", sa.Text),
        sa.Column("revealed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("committed_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_shuffles")),
        sa.UniqueConstraint("deal_id", name=op.f("uq_shuffles_deal_id")),
        sa.ForeignKeyConstraint(["player_id"], ["accounts.id"], name=op.f("fk_shuffles_player_id")),
    )
    op.create_index("ix_shuffles_player", "shuffles", ["player_id", "committed_at", "id"])
    op.create_index("ix_shuffles_place", "shuffles", ["place", "committed_at", "id"])
    unused = sa.text("proof IS NULL")
    columns = ["player_id", "place", "kind"]
    op.create_index("ix_shuffles_unused", "shuffles", columns, sqlite_where=unused, postgresql_where=unused)


def _create_results_and_counters() -> None:
    op.create_table(
        "results",
        sa.Column("account_id", ROW_ID, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("played", sa.BigInteger, nullable=False),
        sa.Column("won", sa.BigInteger, nullable=False),
        sa.Column("staked", sa.BigInteger, nullable=False),
        sa.Column("paid", sa.BigInteger, nullable=False),
        sa.Column("best", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("account_id", "game", name=op.f("pk_results")),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_results_account_id")),
    )
    op.create_table(
        "counters",
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("value", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_counters")),
    )
