"""Further owners of accounts, codes and sessions with which people show who they are; tournaments and their entries."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Make the tables; those that are there already stay."""
    _make_identities()
    _make_tournaments()


def _make_identities() -> None:
    row_id = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "identities",
        sa.Column("player", sa.String(255), nullable=False),
        sa.Column("account_id", row_id, nullable=False),
        sa.Column("closed_id", row_id, nullable=False),
        sa.Column("network", sa.String(255), nullable=False),
        sa.Column("nick", sa.String(64), nullable=False),
        sa.Column("nick_key", sa.String(64), nullable=False),
        sa.Column("nick_since", sa.BigInteger, nullable=False),
        sa.Column("linked_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player", name=op.f("pk_identities")),
        sa.UniqueConstraint("closed_id", name=op.f("uq_identities_closed_id")),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_identities_account_id")),
        sa.ForeignKeyConstraint(["closed_id"], ["accounts.id"], name=op.f("fk_identities_closed_id")),
        if_not_exists=True,
    )
    op.create_index("ix_identities_account", "identities", ["account_id"], if_not_exists=True)
    op.create_index("ix_identities_nick", "identities", ["network", "nick_key", "nick_since"], if_not_exists=True)
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("purpose", sa.String(8), nullable=False),
        sa.Column("player", sa.String(255), nullable=False),
        sa.Column("door", sa.String(64), nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_tokens")),
        if_not_exists=True,
    )
    op.create_index("ix_tokens_player", "tokens", ["player", "purpose"], if_not_exists=True)
    op.create_index("ix_tokens_expires_at", "tokens", ["expires_at"], if_not_exists=True)


def _make_tournaments() -> None:
    row_id = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(255), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("network", sa.String(255), nullable=False),
        sa.Column("place", sa.String(255), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("begun_at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("is_cancelled", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("note", sa.Text, nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
        if_not_exists=True,
    )
    op.create_index("ix_tournaments_ended", "tournaments", ["network", "ended_at"], if_not_exists=True)
    op.create_table(
        "tournament_entries",
        sa.Column("tournament_id", sa.String(255), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("nick", sa.String(255), nullable=False),
        sa.Column("robot", sa.String(64), nullable=False, server_default=""),
        sa.Column("host", sa.String(64), nullable=False, server_default=""),
        sa.Column("player_id", row_id),
        sa.Column("caller_id", row_id),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("paid", sa.BigInteger, nullable=False),
        sa.Column("place", sa.Integer),
        sa.Column("prize", sa.BigInteger),
        sa.PrimaryKeyConstraint("tournament_id", "number", name=op.f("pk_tournament_entries")),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_tournament_entries_tournament_id")
        ),
        sa.ForeignKeyConstraint(["player_id"], ["accounts.id"], name=op.f("fk_tournament_entries_player_id")),
        sa.ForeignKeyConstraint(["caller_id"], ["accounts.id"], name=op.f("fk_tournament_entries_caller_id")),
        if_not_exists=True,
    )
    op.create_index("ix_tournament_entries_player", "tournament_entries", ["player_id"], if_not_exists=True)
    op.create_index("ix_tournament_entries_caller", "tournament_entries", ["caller_id", "day"], if_not_exists=True)
