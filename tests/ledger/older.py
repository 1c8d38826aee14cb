"""A ledger in the oldest tables, and code with one more migration than there is, to which each ledger is older.

python -m tests.ledger.older FOLDER ARGUMENTS…      `ircpoker ARGUMENTS…`, with that code in a folder
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from ircpoker.cli.main import main
from ircpoker.ledger import migrations, upgrading
from ircpoker.ledger.schema import FIRST, HEAD

MIGRATIONS = Path(migrations.__file__).parent
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
    scripts = ScriptDirectory(str(MIGRATIONS))
    engine = create_engine(url)
    with (
        engine.begin() as connection,
        EnvironmentContext(Config(), scripts, fn=lambda at, _: scripts._upgrade_revs(FIRST, at)) as steps,
    ):
        steps.configure(connection=connection)
        steps.run_migrations()
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
