"""Columns for an account's age, its claim code, and whether a guest's chips came along; a table of called robots.

Gifts and winnings are not tracked separately any more, so postings that moved no chips are deleted.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

ROW_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")

_OPENED = """
UPDATE accounts SET opened_at = COALESCE((
    SELECT posted_at FROM entries
    WHERE id = (SELECT MIN(entry_id) FROM postings WHERE account_id = accounts.id)
), 0)
"""
"""An account was opened when its chips moved first."""


def upgrade() -> None:
    """Change the tables."""
    op.add_column("accounts", sa.Column("opened_at", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("accounts", sa.Column("code", sa.String(64), nullable=False, server_default=""))
    op.add_column("accounts", sa.Column("has_merged", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute(_OPENED)
    op.create_index("ix_accounts_opened", "accounts", ["opened_at"])
    op.execute("DELETE FROM postings WHERE amount = 0")
    if op.get_bind().dialect.name == "sqlite":
        _make_postings_anew()
    else:
        op.drop_constraint("ck_postings_moves_something", "postings", type_="check")
        op.drop_column("postings", "given")
        op.create_check_constraint(op.f("ck_postings_moves_something"), "postings", "amount <> 0")
    op.execute("ALTER TABLE accounts DROP COLUMN given")
    op.create_table(
        "robot_calls",
        sa.Column("session_id", ROW_ID, nullable=False),
        sa.Column("player_id", ROW_ID, nullable=False),
        sa.Column("day", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("session_id", name=op.f("pk_robot_calls")),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name=op.f("fk_robot_calls_session_id")),
        sa.ForeignKeyConstraint(["player_id"], ["accounts.id"], name=op.f("fk_robot_calls_player_id")),
    )
    op.create_index("ix_robot_calls_player", "robot_calls", ["player_id", "day"])


def _make_postings_anew() -> None:
    """Copy the postings: SQLite can neither change a constraint nor drop a column that a constraint names."""
    op.execute("ALTER TABLE postings RENAME TO old_postings")
    op.create_table(
        "postings",
        sa.Column("entry_id", ROW_ID, nullable=False),
        sa.Column("line", sa.Integer, nullable=False),
        sa.Column("account_id", ROW_ID, nullable=False),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.Column("balance", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("entry_id", "line", name=op.f("pk_postings")),
        sa.ForeignKeyConstraint(["entry_id"], ["entries.id"], name=op.f("fk_postings_entry_id")),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_postings_account_id")),
        sa.CheckConstraint("amount <> 0", name=op.f("ck_postings_moves_something")),
    )
    columns = "entry_id, line, account_id, amount, balance"
    op.execute(f"INSERT INTO postings ({columns}) SELECT {columns} FROM old_postings")  # noqa: S608 - no text of others
    op.execute("DROP TABLE old_postings")
    op.create_index("ix_postings_account", "postings", ["account_id", "entry_id"])
