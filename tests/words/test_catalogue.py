"""The catalogue: every phrase in the source has its template, with the same placeholders in each language."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from jinja2 import Environment, nodes

import ircpoker
import plugins
from ircpoker.cards import parse_cards
from ircpoker.chat.message import Highlighted
from ircpoker.words import Bold, Phrase
from ircpoker.words.catalogue import Catalogue, load_catalogue
from ircpoker.words.languages import ENGLISH, Language, languages, placeholders, read_language

FOLDERS = [Path(folder) for package in (ircpoker, plugins) for folder in package.__path__]
SOURCES = [file for folder in FOLDERS for file in sorted(folder.rglob("*.py"))]
ROOT = Path(__file__).parents[2]
TEMPLATES_OF_PAGES = ROOT / "ircpoker" / "web" / "templates"
STILTED = re.compile(
    r"\bwhoever\b|(?<!there )\bis no (?:number|card|command|game|robot|deal|nick)\b|\bsaid early\b|\bkept in mind\b"
    r"|\bsee to it\b|\bfor (?:you|him|her|them|one person) alone\b|\btells? what\b",
    re.IGNORECASE,
)
"""Turns of phrase that the first version had, and that had to be read twice."""
ALWAYS = {"at"}


class Use(NamedTuple):
    """A phrase in the source: which keys it may have, and the names of its values; None where they are from a file."""

    where: str
    keys: re.Pattern[str]
    values: frozenset[str] | None


def find_uses() -> Iterator[Use]:
    for file in SOURCES:
        if "Phrase(" not in (source := file.read_text(encoding="utf-8")):
            continue
        for call in ast.walk(ast.parse(source)):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Phrase":
                names = [keyword.arg for keyword in call.keywords]
                if names == [None] and isinstance(call.args[0], ast.Name):
                    continue  # Read from a file, and checked there.
                values = None if None in names else frozenset(map(str, names))
                yield Use(f"{file.name}:{call.lineno}", re.compile(_pattern(call.args[0], file)), values)


def find_uses_on_pages() -> Iterator[Use]:
    """Yield the phrases of templates, and of the script that checks proofs."""
    for file in sorted(TEMPLATES_OF_PAGES.glob("*.html")):
        page = Environment().parse(file.read_text(encoding="utf-8"))
        for text in page.find_all(nodes.Const):
            if isinstance(text.value, str) and re.fullmatch(r"web\.\w*[a-z0-9]", text.value):
                yield Use(file.name, re.compile(re.escape(text.value)), None)
        for call in page.find_all(nodes.Call):
            if (
                isinstance(call.node, nodes.Name)
                and call.node.name == "say"
                and not isinstance(call.args[0], nodes.Name)
            ):
                names = frozenset(keyword.key for keyword in call.kwargs)
                yield Use(f"{file.name}:{call.lineno}", re.compile(_pattern_on_page(call.args[0])), names)
    script = (TEMPLATES_OF_PAGES.parent / "static" / "proof.js").read_text(encoding="utf-8")
    for arguments in re.findall(r"\bsay\(([^,)]*)", script):
        for key in re.findall(r'"(\w+)"', arguments):
            yield Use("proof.js", re.compile(rf"web\.script_{key}"), None)


def _pattern_on_page(key: nodes.Expr) -> str:
    match key:
        case nodes.Const():
            return re.escape(key.value)
        case nodes.CondExpr():
            assert key.expr2 is not None
            return f"(?:{_pattern_on_page(key.expr1)}|{_pattern_on_page(key.expr2)})"
        case nodes.Concat():
            return "".join(re.escape(each.value) if isinstance(each, nodes.Const) else r"\w+" for each in key.nodes)
        case _:
            raise AssertionError(f"a key that nobody can find: {key}")


def _pattern(key: ast.expr, file: Path) -> str:
    match key:
        case ast.Constant(value=str(text)):
            return re.escape(text)
        case ast.JoinedStr(values=parts):
            return "".join(re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"\w+" for part in parts)
        case ast.IfExp(body=body, orelse=orelse):
            return f"(?:{_pattern(body, file)}|{_pattern(orelse, file)})"
        case _:
            raise AssertionError(f"{file}: a key that nobody can find: {ast.unparse(key)}")


def keys_of(language: Language) -> dict[str, set[str]]:
    """Return the keys as phrases name them, with the placeholders of all their forms."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for whole, template in language.templates.items():
        found[language.keys[whole]] |= placeholders(template) - ALWAYS
    return dict(found)


TEMPLATES = read_language(ENGLISH).templates
KEYS = keys_of(read_language(ENGLISH))


@pytest.fixture(scope="module")
def uses() -> list[Use]:
    return [*find_uses(), *find_uses_on_pages()]


@pytest.mark.slow(1)
def test_every_phrase_has_a_template(uses: list[Use]) -> None:
    assert len(uses) > 150
    missing = [use for use in uses if not any(use.keys.fullmatch(key) for key in KEYS)]
    assert not missing


@pytest.mark.slow(1)
def test_every_phrase_has_exactly_the_values_of_its_template(uses: list[Use]) -> None:
    for use in uses:
        if use.values is None:
            continue
        found = {key: KEYS[key] for key in KEYS if use.keys.fullmatch(key)}
        is_exact = len(found) == 1
        wanted = set.union(*found.values())
        assert use.values - {"n", "who"} <= wanted, use
        if is_exact:
            assert use.values | {"n"} >= wanted, use


@pytest.mark.slow(1)
def test_every_template_is_used(uses: list[Use]) -> None:
    unused = [key for key in KEYS if not any(use.keys.fullmatch(key) for use in uses)]
    assert not unused


@pytest.mark.parametrize("language", languages())
def test_every_language_has_the_same_keys_and_placeholders(language: str) -> None:
    assert keys_of(read_language(language)) == KEYS


def test_forms_of_a_key_differ_in_words_alone() -> None:
    forms: defaultdict[str, dict[str, set[str]]] = defaultdict(dict)
    for whole, template in TEMPLATES.items():
        key, _, form = whole.rpartition(".")
        if form in {"you", "other", "one"}:
            forms[key][form] = set(placeholders(template))
    for key, found in forms.items():
        assert set(found) in ({"you", "other"}, {"one", "other"}), key
        if "you" in found:
            assert found["you"] - {"who"} == found["other"] - {"who"}, key


def test_values_of_every_kind() -> None:
    words = Catalogue({"a.b": "{at}x {cards}, {inner}: {n:+}", "c.d": "<{who}>"}, "!")
    ah, kd = parse_cards("Ah Kd")
    assert words.parts([Phrase("a.b", cards=[ah, " ", kd], inner=Phrase("c.d", who=Highlighted("bob")), n=3)]) == [
        "!x ",
        ah,
        " ",
        kd,
        ", <",
        Highlighted("bob"),
        ">: +3",
    ]


def test_bold_text_is_marked_and_a_highlighted_name_stays_highlighted() -> None:
    words = Catalogue({"pot": "pot {pot:bold}", "turn": "{who:bold}: {pot}", "and": "{a:bold}", "two": "{x} and {y}"})
    both = Phrase("two", x="ann", y=Phrase("pot", pot=3))
    assert words.parts([Phrase("pot", pot=160)]) == ["pot ", Bold("160")]
    assert [type(part) for part in words.parts([Phrase("pot", pot=160)])] == [str, Bold]
    [name, rest] = words.parts([Phrase("turn", who=Highlighted("ann"), pot=Phrase("pot", pot=1))])[:2]
    assert (type(name), name, rest) == (Highlighted, "ann", ": pot ")
    assert words.parts([Phrase("and", a=[both, "!"])]) == [Bold("ann and pot 3!")]
    assert words.text(Phrase("pot", pot=160)) == "pot 160"


def test_a_number_decides_between_one_and_other() -> None:
    words = load_catalogue()
    assert [words.text(Phrase("chips", n=number)) for number in (0, 1, 2)] == ["0 chips", "1 chip", "2 chips"]


def test_typed_text_is_not_a_template() -> None:
    assert load_catalogue().text(Phrase("proof.seed", seed="{at} {who!r} {")) == "your seed is '{at} {who!r} {'"


def test_a_missing_value_fails() -> None:
    with pytest.raises(KeyError, match="seed"):
        load_catalogue().parts([Phrase("proof.seed")])


def test_pages_and_phrases_are_in_plain_english() -> None:
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    texts = {page.name: page.read_text(encoding="utf-8") for page in pages}
    texts["en.toml"] = "\n".join(TEMPLATES.values())
    found = {name: STILTED.findall(" ".join(text.split())) for name, text in texts.items()}
    assert {name: words for name, words in found.items() if words} == {}


def test_segments_are_joined_to_lines_that_are_not_too_long() -> None:
    words = load_catalogue()
    segments = [["one"], [], [Phrase("chips", n=60)], [Highlighted("ann"), " acts"], ["nine chars"]]
    assert words.lines(segments, "[2] ") == [["[2] one | 60 chips | ", "ann", " acts | nine chars"]]
    assert type(words.lines(segments)[0][1]) is Highlighted
    lines = ["".join(map(str, line)) for line in words.lines(segments, "[2] ", 18)]
    assert lines == ["[2] one | 60 chips", "[2] ann acts", "[2] nine chars"]
    assert words.lines(segments, longest=15)[0] == ["one | 60 chips"]
    # A segment is never cut, and a line without any is still a line.
    assert words.lines([["far too long"]], "[2] ", 9) == [["[2] far too long"]]
    assert words.lines([[]], "[2] ") == [["[2] "]]
