"""The C code keeps the conventions of native/README.md, and that page names all of its files."""

import re
from pathlib import Path

import pytest

NATIVE = Path(__file__).parents[1] / "native"
SOURCES = sorted(path for path in NATIVE.rglob("*") if path.suffix in {".c", ".h", ".inc"})
COLUMNS = 109
SHORT = 6
"""Lines in the body of a function of a header."""
FUNCTION = re.compile(r"^(?P<head>[A-Za-z][^\n;]*\([^;{]*\))\n\{\n(?P<body>.*?)^\}", re.MULTILINE | re.DOTALL)


def kept(suffix: str) -> list[Path]:
    files = [path for path in SOURCES if path.suffix == suffix]
    assert len(files) >= 9
    return files


def test_lines_end_before_column_110():
    assert [
        f"{path.relative_to(NATIVE)}:{number}"
        for path in SOURCES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > COLUMNS or "\t" in line or line != line.rstrip()
    ] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("static inline int a(int b)\n{\n    return b;\n}\n", [("static inline int a(int b)", 1)]),
        ("int a(int b,\n      int c)\n{\n    b++;\n    return c;\n}\n", [("int a(int b,\n      int c)", 2)]),
        ("int a(int b);\n\ntypedef struct {\n    int c;\n} D;\n", []),
    ],
)
def test_functions_are_found(text, found):
    assert [(match["head"], match["body"].count("\n")) for match in FUNCTION.finditer(text)] == found


def test_headers_hold_only_short_inline_functions():
    found = [(path.name, match) for path in kept(".h") for match in FUNCTION.finditer(path.read_text(encoding="utf-8"))]
    assert len(found) > 15
    assert [
        f"{name}: {match['head']}"
        for name, match in found
        if not match["head"].startswith("static inline ") or match["body"].count("\n") > SHORT
    ] == []


def test_included_bodies_name_the_files_that_include_them():
    including: dict[Path, set[str]] = {path: set() for path in kept(".inc")}
    for path in SOURCES:
        for name in re.findall(r'^#include "([^"]+)"', path.read_text(encoding="utf-8"), re.MULTILINE):
            target = (path.parent / name).resolve()
            assert target.exists(), (path, name)
            if target in including:
                including[target].add(path.name)
    for path, names in including.items():
        first = re.match(r"/\* Included by (.*?):", path.read_text(encoding="utf-8"), re.DOTALL)
        assert first, path
        assert set(re.findall(r"\w+\.\w+", first[1])) == names, path


def test_the_map_names_every_file():
    page = (NATIVE / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:\w+/)*\w+\.(?:c|h|inc))`", re.sub(r"^(?!\|).*$", "", page, flags=re.MULTILINE))
    assert sorted(named) == sorted(str(path.relative_to(NATIVE)) for path in SOURCES)
