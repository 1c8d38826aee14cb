"""Levels: presets, levels for a length, and levels as people write them."""

from itertools import pairwise

import pytest

from ircpoker.errors import UsageError
from ircpoker.tournaments.rules.levels import PRESETS, Level, Structure, for_length, nice, parse_levels


@pytest.mark.parametrize("name", PRESETS)
def test_the_blinds_of_a_preset_always_grow(name: str) -> None:
    levels = [PRESETS[name].level(number) for number in range(40)]
    assert all(after.big > before.big for before, after in pairwise(levels))
    assert all(after.big <= 2 * before.big for before, after in pairwise(levels))
    assert all(level.small * 2 == level.big for level in levels)
    assert all(bool(level.minutes) is not bool(level.hands) for level in levels)


@pytest.mark.parametrize("entries", [2, 6, 10, 23, 200])
@pytest.mark.parametrize("minutes", [40, 60, 120, 240])
def test_house_all_chips_are_twenty_big_blinds_at_the_end(entries: int, minutes: int) -> None:
    structure = for_length(minutes, entries, 1500)
    *before, last = structure.levels
    assert sum(level.minutes for level in before) == pytest.approx(minutes)
    assert entries * 1500 / last.big == pytest.approx(20, rel=0.06)
    assert all(after.big > level.big for level, after in pairwise(structure.levels))


@pytest.mark.parametrize("minutes", [1, 24 * 60 + 1])
def test_a_length_that_no_levels_fill_is_refused(minutes: float) -> None:
    with pytest.raises(UsageError):
        for_length(minutes, 200, 1500)


def test_levels_are_read_as_they_are_written() -> None:
    structure = parse_levels(["10/20@10", "break@5", "25/50/5@12h"], 900)
    assert structure == Structure(900, (Level(10, 20, minutes=10, pause=5), Level(25, 50, 5, hands=12)))
    again = parse_levels([str(level) for level in structure.levels], 900)
    assert again.levels[1] == structure.levels[1]


@pytest.mark.parametrize(
    "words", [[], ["10/20"], ["0/20@5"], ["30/20@5"], ["10/20@0"], ["break@5"], ["20/40@5", "10/20@5"], ["1/2/3@5"]]
)
def test_other_words_are_refused(words: list[str]) -> None:
    with pytest.raises(UsageError):
        parse_levels(words, 1500)


def test_nice_blinds_are_even() -> None:
    assert all(nice(size) % 2 == 0 and 0.65 < nice(size) / size < 1.4 for size in range(4, 5000))
