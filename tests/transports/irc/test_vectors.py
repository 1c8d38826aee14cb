"""The test vectors that IRC parsers share, on ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ircpoker.transports.irc.wire import parse_line, parse_source

VECTORS = json.loads((Path(__file__).parents[2] / "data" / "irc" / "parser_vectors.json").read_text(encoding="utf-8"))


def vectors(name: str) -> list[Any]:
    return [
        pytest.param(vector["input"] if "input" in vector else vector["source"], vector["atoms"])
        for vector in VECTORS[name]
    ]


@pytest.mark.parametrize(("text", "atoms"), vectors("msg_split"))
def test_lines(text: str, atoms: dict[str, Any]) -> None:
    line = parse_line(text)
    assert line is not None
    assert line.source == parse_source(atoms.get("source", ""))
    assert line.command == atoms["verb"].upper()
    assert list(line.params) == atoms.get("params", [])
    # Values stay as they were sent: nothing here reads one that would have to be unescaped.
    assert set(line.tags) == set(atoms.get("tags", {}))


@pytest.mark.parametrize(("text", "atoms"), vectors("userhost_split"))
def test_sources(text: str, atoms: dict[str, str]) -> None:
    assert parse_source(text)._asdict() == {"nick": "", "user": "", "host": ""} | atoms
