"""A ledger in the oldest tables, and code with one more migration than there is, to which each ledger is older.

python -m tests.ledger.older FOLDER ARGUMENTS…      `ircpoker ARGUMENTS…`, with that code in a folder
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import create_engine, text

from ircpoker.cli.main import main
from ircpoker.ledger import migrations, upgrading
from ircpoker.ledger.schema import FIRST, HEAD

MIGRATIONS = Path(migrations.__file__).parent
_FIRST_TABLES = (Path(__file__).parent / "first_tables.sql").read_text(encoding="utf-8")
_KINDS = {
    "sqlite": {"serial": "INTEGER", "row_id": "INTEGER", "false": "0"},
    "postgresql": {"serial": "BIGSERIAL", "row_id": "BIGINT", "false": "false"},
}
"""What each database calls the number of a row, a reference to it, and false."""
NEXT = f"{int(HEAD) + 1:04}"
"""A made-up migration: a new column, with something in old rows, and changed rows."""
_NEXT = f"""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "{NEXT}", "{HEAD}"

def upgrade():
    op.add_column("accounts", sa.Column("mood", sa.Text, nullable=False, server_default="calm"))
    op.execute("UPDATE accounts SET mood = 'rich' WHERE balance > 1000")
    op.execute("UPDATE games SET version = version + 1 WHERE id LIKE 'table:%'")
"""


def make_oldest(url: str) -> None:
    """Make an empty database in the tables of the oldest migration."""
    engine = create_engine(url)
    with engine.begin() as connection:
        for statement in _FIRST_TABLES.format(**_KINDS[engine.dialect.name]).split(";\n"):
            if statement:
                connection.execute(text(statement))
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
        connection.execute(text("INSERT INTO alembic_version VALUES (:first)"), {"first": FIRST})
    engine.dispose()


def become_next(folder: Path, change: Callable[[object, str, object], None] = setattr, more: str = "") -> None:
    """Make this code that of the next version.

    Args:
        folder: for its migrations.
        change: `monkeypatch.setattr`, unless it is for the whole process.
        more: further statements of the migration.
    """
    copied = shutil.copytree(MIGRATIONS, folder / "migrations", dirs_exist_ok=True)
    (copied / "versions" / f"{NEXT}_next.py").write_text(_NEXT + more)
    change(upgrading, "_FOLDER", copied)
    change(upgrading, "HEAD", NEXT)


if __name__ == "__main__":
    become_next(Path(sys.argv.pop(1)))
    sys.exit(main())
