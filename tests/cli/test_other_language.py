"""A command line whose configuration is in another language: replays, and tables that people read."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ircpoker.cli.main import main
from ircpoker.ledger import Ledger
from ircpoker.runtime.clock import ManualClock
from ircpoker.words.languages import FOLDER, read_language
from tests.words.test_other_language import LETTERS, english_in, other_language, shared_words

HISTORIES = Path(__file__).parents[1] / "data" / "ledgers" / "0.1.0" / "history" / "net" / "private"
ALLOWED = shared_words() | {"dora", "UTC", "net", "private", "unnamed"}


@pytest.fixture
def language_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a language as one file, and let the programs find it."""
    lines = [f"{key} = {json.dumps(text, ensure_ascii=False)}" for key, text in other_language().items()]
    lines += [f"{key}.by = {json.dumps(name)}" for key, name in read_language("en").numbers.items()]
    file = tmp_path / "xx.toml"
    file.write_text("\n".join([*lines, "[language]", 'name = "Other"', 'plural = "one-other"']), encoding="utf-8")

    def read(code: str, folder: Path = FOLDER) -> object:
        return read_language(code, tmp_path if code == "xx" else folder)

    monkeypatch.setattr("ircpoker.words.languages.read_language", read)
    monkeypatch.setattr("ircpoker.config.settings.read_language", read)
    monkeypatch.setattr("ircpoker.config.settings.languages", lambda: ("en", "xx"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.ini").write_text("[bot]\nlanguage = xx\n")
    return file


def text_of(markup: str) -> str:
    """Return what people read of a picture or a page."""
    seen = re.sub(r"(?s)<(style|script)\b.*?</\1>|<meta[^>]*>", " ", markup)
    labels = re.findall(r'(?:aria-label|data-play|data-pause)="([^"]*)"', seen)
    return "\n".join([re.sub(r"<[^>]*>", "\n", seen), *labels])


@pytest.mark.usefixtures("language_file")
def test_replays_have_no_english(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for history in sorted(HISTORIES.glob("*.phh")):
        name = history.stem
        assert main(["replay", "--text", str(history)]) == 0
        (title, *lines) = capsys.readouterr().out.splitlines()
        assert title.startswith(str(history))
        assert main(["replay", "--svg", str(tmp_path / f"{name}.svg"), str(history)]) == 0
        assert main(["replay", "--html", str(tmp_path / f"{name}.html"), str(history)]) == 0
        capsys.readouterr()
        drawn = [text_of((tmp_path / f"{name}.{form}").read_text(encoding="utf-8")) for form in ("svg", "html")]
        texts = [line for text in ["\n".join(lines), *drawn] for line in text.splitlines() if line.strip()]
        assert sum(any(ord(char) in LETTERS.values() for char in line) for line in texts) > 10
        assert {line: found for line in texts if (found := english_in(line, ALLOWED))} == {}


SAMPLED = "odds of ranges"
SPOT = [*["solve", "--pot", "20", "--stack", "60", "--iterations", "1"], "Qh7h2c9d3s", "QQ,77", "AQ"]
SLOW = {SAMPLED, "exploit", "lbr", "solve"}
TABLES = {
    "stats": ["stats", str(HISTORIES)],
    "stats of one": ["stats", str(HISTORIES), "--player", "dora"],
    "stats by position": ["stats", str(HISTORIES), "--by", "position"],
    "match": ["match", "caller", "folder", "--deals", "2", "--seed", "1", "--jobs", "1", "--profile"],
    "match of three": ["match", "caller", "folder", "raiser", "--deals", "3", "--stack", "50", "--jobs", "1"],
    "league": ["league", "caller", "folder", "--deals", "2", "--variance", "all-in", "--jobs", "1"],
    "odds": ["odds", "AhKh", "QsQd", "--board", "Qh 7h 2c", "--streets"],
    SAMPLED: ["odds", "any", "any", "any"],
    "chart": ["chart", "ring6-100/ffr"],
    "chart as a picture": ["chart", "ring6-100/BTN", "--svg"],
    "pushfold": ["chart", "pushfold", "--stack", "7.5"],
    "range": ["range", "QQ+,AQs:0.5", "--board", "2c 7d Qh"],
    "payback": ["payback", "videopoker"],
    "discards": ["discards", "Kh Jd 9c 5s 2h"],
    "audit": ["audit", "--database", "sqlite:///bot.db"],
    "exploit": ["exploit", "folder", "--flops", "2", "--jobs", "1"],
    "lbr": ["lbr", "folder", "--setting", "calls", "--deals", "2", "--jobs", "1"],
    "solve": SPOT,
    "solve, dry run": [*SPOT, "--dry-run"],
    "verify": ["verify", "--file", str(HISTORIES / "11.proof.json")],
}
"""Commands that print tables."""
NAMES = frozenset(
    {
        "Nothing",
        "any",
        "bb",
        "calls",
        "ffr",
        "folder",
        "ring",
        *["royal", "straight", "flush", "of", "kind", "full", "house", "two", "pair", "pairs"],
    }
)
"""A range, a unit, a setting, a robot, parts of names of charts, and the categories, English in every language."""


@pytest.mark.few(5)
@pytest.mark.usefixtures("language_file")
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in TABLES]
)
def test_tables_have_no_english(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    if name == "audit":
        Ledger("sqlite:///bot.db", ManualClock()).close()
    assert main(TABLES[name]) == 0
    found = capsys.readouterr().out
    lines = text_of(found).splitlines() if "<svg" in found else found.splitlines()
    assert any(char in LETTERS.values() for char in map(ord, "".join(lines)))
    kinds = re.compile(r"\b[2-9TJQKA]{2}[so]?\b|\b(?:[2-9TJQKA][cdhs])+\b")
    shown = [kinds.sub(" ", line) for line in lines]
    assert {line: own for line in shown if (own := english_in(line, ALLOWED | NAMES))} == {}
