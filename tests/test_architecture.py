"""docs/architecture.md and docs/glossary.md: the places that they name exist, and old words stay gone."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
TASKS = 54
MOST_LINES = 450
MOST_PACKAGES, MOST_FILES = 27, 6
"""On the first level of `ircpoker/`."""
OLD_NAMES = frozenset(
    {
        "Agenda",
        "Ahead",
        "Bearers",
        "Deed",
        "House",
        "Intent",
        "Keep",
        "People",
        "Play",
        "Postbox",
        "Purse",
        "Receipt",
        "Surroundings",
        "Talk",
        "Ticker",
        "Timekeeper",
        "Voice",
        "Wagers",
        "Wish",
        "able",
        "bury_antes",
        "brought",
        "known_as",
        "most_bets",
        "one",
        "open_purse",
        "purse",
        "purse_called",
        "said",
        "sighting",
        "timekeeper",
        "told",
        "unproved",
        "what",
        "yardstick",
        "yardsticks",
    }
)
"""Names of the first version; docs/glossary.md has the words that took their place."""
OLD_PARTS = frozenset({"said", "told", "unproved", "what", "yardstick", "yardsticks"})
"""Words that no name contains."""
SHARED_NAMES = frozenset({"Cards", "Channel", "Codes", "Floats", "Hand", "Numbers"})
"""Arrays and tuples; a channel of IRC, seen by the client and by the server."""
PROTOCOL_MODULES = frozenset({f"ircpoker/feed/{name}.py" for name in ("data", "messages", "requests", "table_parts")})
"""Their types have the names of messages, some of which a room has for what it knows of the same."""
OLD_MODULES = frozenset({"surroundings", "databases", "yardsticks", "keeps"})
NAME_OF = {
    ast.Name: lambda node: node.id,
    ast.Attribute: lambda node: node.attr if isinstance(node.ctx, ast.Store) else "",
    ast.arg: lambda node: node.arg,
    ast.FunctionDef: lambda node: node.name,
    ast.ClassDef: lambda node: node.name,
    ast.alias: lambda node: (node.asname or node.name).rpartition(".")[2],
    ast.keyword: lambda node: node.arg,
    ast.MatchAs: lambda node: node.name,
}
"""The name in each kind of node that has one."""


def places_of(text: str) -> list[str]:
    """Return the files and folders of this repository that stand in backquotes."""
    return re.findall(r"`((?:ircpoker|plugins|docs|tests|tools)/[\w/.]*|config\.ini)`", text)


def rows_of(heading: str) -> list[str]:
    """Return the rows of the table below a heading."""
    table = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return [line for line in table.splitlines() if line.startswith("|")][2:]


def names_in(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield every name that a module gives or uses, with its line; not the attributes of libraries."""
    for node in ast.walk(tree):
        found = NAME_OF.get(type(node))
        if found is not None and (name := found(node)):
            yield name, getattr(node, "lineno", 0)


def types_in(tree: ast.Module) -> Iterator[str]:
    """Yield the names of a module's classes and of its names for types."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield from re.findall(r"^_?[A-Z][A-Za-z]*[a-z]$", node.targets[0].id)


def test_each_task_names_existing_files():
    rows = rows_of("Where to change what")
    assert len(rows) == TASKS
    for row in rows:
        places = places_of(row)
        assert places, row
        for place in places:
            assert (ROOT / place).exists(), place


def test_each_task_names_words_of_its_files():
    for row in rows_of("Where to change what"):
        sources = [ROOT / place for place in places_of(row) if (ROOT / place).is_file()]
        texts = "".join(file.read_text(encoding="utf-8") for file in sources)
        names = re.findall(r"`([A-Za-z_][\w.]*)`", row)
        for name in names:
            if name.endswith((".py", ".css", ".ini", ".toml")):
                continue
            for part in name.split("."):
                assert re.search(rf"\b{part}\b", texts), (row, name)


@pytest.mark.parametrize(
    "task",
    [
        ("rake", "ircpoker/lobby/hand_end.py", "finish"),
        ("straddle", "ircpoker/table/button.py", "make_setup"),
        ("listener", "ircpoker/lobby/listeners.py", "Listeners"),
        ("timer", "ircpoker/lobby/deadlines.py", "deadlines"),
        ("spectators", "ircpoker/feed/server/table_feed.py", "_release"),
        ("remarks", "ircpoker/lobby/play.py", "remind"),
        ("twelve", "ircpoker/table/button.py", ""),
        ("grace", "ircpoker/lobby/presence.py", "give_up_seats"),
        ("cents", "ircpoker/ledger/entries.py", "parse_chips"),
        ("pause", "ircpoker/lobby/presence.py", "prepare_to_resume"),
    ],
)
def test_ten_given_changes_have_a_row_with_their_function(task: tuple[str, str, str]):
    word, file, function = task
    (row,) = [row for row in rows_of("Where to change what") if re.search(rf"\b{word}\b", row.split("|")[1])]
    assert f"`{function}`" in row or not function
    source = ROOT / file
    nodes = ast.walk(ast.parse(source.read_text(encoding="utf-8")))
    defined = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    assert function in defined | {""}


def test_each_module_of_the_middle_has_its_row():
    for folder in ("chat", "tournaments", "lobby", "transports/irc"):
        files = sorted((ROOT / "ircpoker" / folder).glob("[!_]*.py"))
        assert files
        assert [file.name for file in files if f"`{file.name}`" not in PAGE] == []


def test_the_first_level_can_be_known():
    packages = {file.parent.name for file in (ROOT / "ircpoker").glob("*/__init__.py")}
    files = {file.name for file in (ROOT / "ircpoker").glob("*.py")}
    assert len(packages) <= MOST_PACKAGES
    assert len(files) <= MOST_FILES
    table = PAGE.partition("| room | holds")[2].partition("\n\n")[0]
    rooms = {name for row in table.splitlines() for name in re.findall(r"`(\w+(?:\.py)?)`", row.split("|")[1])}
    assert packages | {name for name in files if name[0] != "_"} == rooms - {"plugins"}


def modules() -> list[Path]:
    """Return all modules of the project."""
    folders = ("ircpoker", "plugins", "tests", "tools", "benchmarks")
    files = [file for folder in folders for file in sorted((ROOT / folder).rglob("*.py"))]
    assert len(files) > 400
    return files


def test_no_module_is_too_long():
    lengths = {str(file.relative_to(ROOT)): len(file.read_bytes().splitlines()) for file in modules()}
    assert {file: length for file, length in lengths.items() if length > MOST_LINES} == {}


@pytest.mark.slow(6)
def test_no_old_word_is_a_name():
    files = modules()
    found = [
        f"{file.relative_to(ROOT)}:{line}: {name}"
        for file in files
        for name, line in names_in(ast.parse(file.read_text(encoding="utf-8")))
        if name.strip("_") in OLD_NAMES or not OLD_PARTS.isdisjoint(name.split("_"))
    ]
    found += [str(file) for file in files if file.stem in OLD_MODULES]
    assert not found


@pytest.mark.slow(1)
def test_questions_are_answered_by_a_bool():
    """No function whose name asks something does something instead."""
    asked = [
        (f"{file.relative_to(ROOT)}:{node.lineno}: {node.name}", ast.unparse(node.returns or ast.Name("nothing")))
        for folder in ("ircpoker", "plugins")
        for file in sorted((ROOT / folder).rglob("*.py"))
        if re.search(r"def _*(?:is|has|can)_", text := file.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef) and re.match(r"_*(?:is|has|can)_", node.name)
    ]
    assert len(asked) > 90
    assert [name for name, answer in asked if answer != "bool" and not answer.startswith("TypeGuard[")] == []


@pytest.mark.slow(2)
def test_no_two_classes_and_types_have_the_same_name():
    """One word has one meaning: no name is defined twice."""
    found: dict[tuple[str, bool], set[str]] = {}
    for folder in ("ircpoker", "plugins"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            path = str(file.relative_to(ROOT))
            for name in types_in(ast.parse(file.read_text(encoding="utf-8"))):
                found.setdefault((name.strip("_"), path in PROTOCOL_MODULES), set()).add(path)
    assert len(found) > 350
    assert {name: files for (name, _), files in found.items() if len(files) > 1 and name not in SHARED_NAMES} == {}


@pytest.mark.slow(1)
def test_no_two_functions_of_the_middle_have_the_same_name():
    found = Counter(
        node.name.strip("_") if node.name[0] != "_" else f"{file.stem}.{node.name}"
        for folder in ("lobby", "chat", "transports")
        for file in sorted((ROOT / "ircpoker" / folder).rglob("*.py"))
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    assert len(found) > 400
    assert [name for name, times in found.items() if times > 1] == []


def test_the_glossary_is_linked_and_its_code_names_exist():
    glossary = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    assert "glossary.md" in PAGE
    assert "docs/glossary.md" in (ROOT / "README.md").read_text(encoding="utf-8")
    words = re.findall(r"^\| ([^|]+) \|", glossary, re.MULTILINE)
    assert len(words) == len(set(words)) + words.count("word") - 1
