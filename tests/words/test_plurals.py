"""The plural rules, with the samples of whole numbers that CLDR gives for each form of a language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ircpoker.words.languages import FORMS, RULES

ROUND = "100, 1000, 10000, 100000, 1000000"
SLAVIC_ONES = "1, 21, 31, 41, 51, 61, 71, 81, 101, 1001"
SLAVIC_FEW = "2~4, 22~24, 32~34, 42~44, 52~54, 62, 102, 1002"
ARABIC = {
    "zero": "0",
    "one": "1",
    "two": "2",
    "few": "3~10, 103~110, 1003",
    "many": "11~26, 111, 1011",
    "other": "100~102, 200~202, 300~302, 400~402, 500~502, 600, 1000, 10000, 100000, 1000000",
}
SAMPLES: dict[str, tuple[str, dict[str, str]]] = {
    "ar": ("arabic", ARABIC),
    "cs": ("czech", {"one": "1", "few": "2~4", "other": f"0, 5~19, {ROUND}"}),
    "sk": ("czech", {"one": "1", "few": "2~4", "other": f"0, 5~19, {ROUND}"}),
    "de": ("one-other", {"one": "1", "other": f"0, 2~16, {ROUND}"}),
    "en": ("one-other", {"one": "1", "other": f"0, 2~16, {ROUND}"}),
    "sv": ("one-other", {"one": "1", "other": f"0, 2~16, {ROUND}"}),
    "tr": ("one-other", {"one": "1", "other": f"0, 2~16, {ROUND}"}),
    # Besides these, CLDR has `many` for 1000000 in French and Portuguese.
    "fr": ("one-with-zero", {"one": "0, 1", "other": "2~17, 100, 1000, 10000, 100000"}),
    "pt": ("one-with-zero", {"one": "0, 1", "other": "2~17, 100, 1000, 10000, 100000"}),
    "ja": ("none", {"other": f"0~15, {ROUND}"}),
    "ko": ("none", {"other": f"0~15, {ROUND}"}),
    "zh": ("none", {"other": f"0~15, {ROUND}"}),
    "pl": ("polish", {"one": "1", "few": SLAVIC_FEW, "many": f"0, 5~19, {ROUND}"}),
    "ru": ("east-slavic", {"one": SLAVIC_ONES, "few": SLAVIC_FEW, "many": f"0, 5~19, {ROUND}"}),
    "uk": ("east-slavic", {"one": SLAVIC_ONES, "few": SLAVIC_FEW, "many": f"0, 5~19, {ROUND}"}),
}


def numbers(samples: str) -> Iterator[int]:
    for span in samples.split(", "):
        first, _, last = span.partition("~")
        yield from range(int(first), int(last or first) + 1)


@pytest.mark.parametrize("language", SAMPLES)
def test_samples_of_cldr(language: str) -> None:
    name, samples = SAMPLES[language]
    rule = RULES[name]
    assert set(samples) == set(rule.forms)
    for form, listed in samples.items():
        assert {number: rule.form(number) for number in numbers(listed)} == dict.fromkeys(numbers(listed), form)


@pytest.mark.parametrize("name", RULES)
def test_a_rule_gives_exactly_its_forms(name: str) -> None:
    rule = RULES[name]
    assert {rule.form(number) for number in range(1000)} == set(rule.forms)
    assert set(rule.forms) <= FORMS


def test_polish_and_russian_differ_from_21_on() -> None:
    differing = [number for number in range(60) if RULES["polish"].form(number) != RULES["east-slavic"].form(number)]
    assert differing == [21, 31, 41, 51]
