"""Further owners of accounts, and the codes and sessions with which people show who they are."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Make the tables; those that are there already stay."""
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
