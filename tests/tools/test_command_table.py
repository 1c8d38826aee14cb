import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ircpoker.chat.commands import Command, Example
from ircpoker.config import default_settings
from ircpoker.errors import ConfigError
from ircpoker.words.catalogue import load_catalogue
from ircpoker.words.languages import ENGLISH
from tests.chat.routers import make_router
from tools.command_table import END, PAGE, START, command_table, with_table

ROOT = Path(__file__).parents[2]
BAR = Command(
    "cut", usage="a|b", summary="one | other", handler=lambda *_: [], examples=[Example("a", "x | y"), Example("", "z")]
)


def test_bars_do_not_end_a_cell() -> None:
    assert command_table([BAR]).splitlines()[2:] == [r"| `!cut a\|b` | one \| other | `!cut a` |"]


def test_only_the_table_between_the_markers_changes() -> None:
    page = f"before\n{START}\nold\n{END}\nafter\n"
    assert with_table(page, "new\n") == f"before\n{START}\nnew\n{END}\nafter\n"
    assert with_table(with_table(page, "new\n"), "new\n") == with_table(page, "new\n")


@pytest.mark.parametrize(
    "page", ["", START, f"{END}\n{START}\n", f"{START}\n{START}\n{END}", f"{START}\n{END}{END}", f"{START}{END}"]
)
def test_wrong_markers(page: str) -> None:
    with pytest.raises(ConfigError, match="once each"):
        with_table(page, "new\n")


def run_tool(page: Path) -> str:
    subprocess.run([sys.executable, ROOT / "tools" / "command_table.py", page], check=True)
    return page.read_text(encoding="utf-8")


@pytest.mark.slow(1)
def test_the_page_lists_the_current_commands(tmp_path: Path) -> None:
    """`python tools/command_table.py` makes it so."""
    copy = Path(shutil.copy(PAGE, tmp_path))
    assert run_tool(copy) == PAGE.read_text(encoding="utf-8")


@pytest.mark.slow(1)
def test_the_tool_writes_a_row_for_every_command(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# Title\n{START}\n{END}\n", encoding="utf-8")
    rows = run_tool(page).splitlines()
    commands = make_router(default_settings(Path("/")).bot.plugins).commands.values()
    written = [row.partition("` | ")[0].removeprefix("| `") for row in rows if row.startswith("| `")]
    assert written == [command.form(load_catalogue(ENGLISH, "!")).replace("|", r"\|") for command in commands]
    assert "!parse [cards [/ cards…]]" in written
