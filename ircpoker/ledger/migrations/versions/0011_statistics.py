"""The figures of a seat become the flags of docs/statistics.md; hands of before have none, as they lack the chances."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

OLD_FIGURES = ("walk", "vpip", "pfr", "three_bet_chance", "three_bet", "saw_flop", "showdown")


def upgrade() -> None:
    """Change the columns; those that are there already stay."""
    there = {column["name"] for column in sa.inspect(op.get_bind()).get_columns("hand_seats")}
    for figure in OLD_FIGURES:
        if figure in there:
            op.drop_column("hand_seats", figure)
    for column in (
        sa.Column("flags", sa.BigInteger),
        sa.Column("raises", sa.Integer, nullable=False, server_default="0"),
        sa.Column("position", sa.String(4), nullable=False, server_default=""),
        sa.Column("stack", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("cards", sa.String(10), nullable=False, server_default=""),
    ):
        if column.name not in there:
            op.add_column("hand_seats", column)
