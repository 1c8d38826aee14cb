"""What a command imports before the first thing that can fail: a refusal should not take a second.

The process that forks here has imported nothing, so that each command imports what it needs itself.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from ircpoker.cli.main import COMMANDS
from tests.cli.forkserver import SHOW_IMPORTS, ForkServer

HEAVY = frozenset(
    {
        *("alembic", "asyncio", "asyncssh", "distributed", "httptools", "irc", "jinja2", "multiprocessing", "numpy"),
        *("plugins", "prometheus_client", "prompt_toolkit", "psycopg", "rich", "scramp", "sqlalchemy", "starlette"),
        *("textual", "uvicorn"),
    }
)
MAY_IMPORT = {
    "admin": ("asyncio",),
    "audit --database sqlite:///none.db": (),
    "backup copy.db": (),
    "chart pushfold --stack 0": (),
    "check --config none.ini": (),
    "conformance ./none": ("multiprocessing",),
    "console --nick 'a b'": ("asyncio",),
    "discards Xx": (),
    "drill --n 0": (),
    "exploit none": ("numpy",),
    "export --format ohh none.phh": (),
    "feed tables": ("asyncio",),
    "import none.txt": ("multiprocessing",),
    "init --config none/bot.ini": ("asyncio",),
    "lbr none": ("numpy",),
    "league caller": ("multiprocessing",),
    "match caller none": ("multiprocessing",),
    "odds Xx QQ": (),
    "parse Xx": (),
    "payback slot --config none.ini": (),
    "play --config none.ini": ("asyncio",),
    "range XX": (),
    "replay none.phh": (),
    "restore none.db": (),
    "review none.phh": (),
    "run --config none.ini": ("asyncio",),
    "solve AhKdQs QQ": (),
    "ssh --config none.ini": ("asyncio",),
    "stats none.phh": (),
    "status": ("asyncio",),
    "tournament friday": ("asyncio",),
    "train ring file --play 1": (),
    "value kev Xx": (),
    "verify 17": (),
    "web --config none.ini": (),
}
"""For each command a line that is refused at once, and the heavy packages that it may have imported by then."""
_HALF = frozenset({"multiprocessing", "numpy"})
"""With these comes half of the program."""
LINES = [
    pytest.param(line, marks=[pytest.mark.slow] * bool(_HALF & set(allowed))) for line, allowed in MAY_IMPORT.items()
]


@pytest.fixture(scope="module")
def cold() -> Iterator[ForkServer]:
    with ForkServer(is_warm=False) as server:
        yield server


def test_every_command_has_a_line() -> None:
    assert {line.partition(" ")[0] for line in MAY_IMPORT} == set(COMMANDS)


@pytest.mark.few(4)
@pytest.mark.no_cover  # a tracer imports more
@pytest.mark.parametrize("line", LINES)
def test_a_refusal_imports_little(cold: ForkServer, tmp_path: Path, line: str) -> None:
    environment = os.environ | {"HOME": str(tmp_path), SHOW_IMPORTS: "1"}
    status, out, err = cold.run(shlex.split(line), b"", tmp_path, environment)
    *_, refusal, imported = err.decode().splitlines()
    assert (status in {1, 2}, out, refusal.startswith("ircpoker: ")) == (True, b"", True)
    assert HEAVY & set(imported.split()) <= set(MAY_IMPORT[line])
    assert not list(tmp_path.iterdir())
