"""`[slot]` and `[videopoker]` of config.ini."""

from __future__ import annotations

from pathlib import Path

import pytest

from ircpoker.app import SECTIONS
from ircpoker.config import load_settings
from ircpoker.errors import InvalidConfigError
from ircpoker.machines.rules import MOST_PAID, SLOT_PAYS, VIDEO_POKER_PAYS
from ircpoker.machines.settings import MOST_STAKE, SLOT, VIDEO_POKER


def read(tmp_path: Path, text: str):
    file = tmp_path / "config.ini"
    file.write_text(text)
    return load_settings(file, sections=SECTIONS, connecting=False)


def problems(tmp_path: Path, text: str) -> list[str]:
    with pytest.raises(InvalidConfigError) as caught:
        read(tmp_path, text)
    return [str(problem) for problem in caught.value.problems]


def test_the_defaults_are_the_shipped_tables(tmp_path: Path) -> None:
    settings = read(tmp_path, "")
    assert settings.section(SLOT).pay_table() == SLOT_PAYS
    assert settings.section(VIDEO_POKER).pay_table() == VIDEO_POKER_PAYS
    assert settings.section(SLOT).stake == settings.section(VIDEO_POKER).stake == 10


def test_every_line_of_a_table_is_a_key(tmp_path: Path) -> None:
    slot = read(tmp_path, "[slot]\nallow_over_100 = on\nroyal_flush = 0\nnothing = 1\ntwo_pair=0\n").section(SLOT)
    assert slot.pay_table().pays == (0, 500, 150, 50, 30, 20, 9, 0, 2, 1)


@pytest.mark.parametrize("value", ["-1", "1.5", "x", "", str(MOST_PAID + 1)])
def test_impossible_payouts(tmp_path: Path, value: str) -> None:
    [problem] = problems(tmp_path, f"[slot]\nflush = {value}")
    assert problem == f"[slot] flush = '{value}': expected a whole number from 0 to {MOST_PAID}"


def test_a_table_above_100_percent_is_refused(tmp_path: Path) -> None:
    assert problems(tmp_path, "[slot]\nnothing = 1\n") == [
        "[slot]: the pay table returns 174.174 % (1131677/649740): expected at most 100 %, or allow_over_100 = yes"
    ]


@pytest.mark.slow(6)
def test_a_video_poker_table_is_judged_by_its_best_holds(tmp_path: Path) -> None:
    # One stake more for a flush makes 9/6 a 9/7, which the player beats.
    [problem] = problems(tmp_path, "[videopoker]\nflush = 7\n")
    assert problem.startswith("[videopoker]: the pay table returns 100.8")
    assert problem.endswith("): expected at most 100 %, or allow_over_100 = yes")


def test_a_losing_table_can_be_forced(tmp_path: Path) -> None:
    assert read(tmp_path, "[slot]\nnothing = 1\nallow_over_100 = yes\n").section(SLOT).nothing == 1


def test_a_return_of_exactly_100_percent_is_allowed(tmp_path: Path) -> None:
    nothing_but = "\n".join(f"{name} = 1" for name in list(SLOT.keys)[4:])
    assert read(tmp_path, f"[slot]\n{nothing_but}").section(SLOT).pay_table().pays == (1,) * 10


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("least_stake = 20", "stake"),
        ("stake = 1001", "stake"),
        ("least_stake = 7\nmost_stake = 6\nstake = 6", "least_stake"),
        ("stake = 0", "stake = '0'"),
        (f"most_stake = {MOST_STAKE + 1}", f"most_stake = '{MOST_STAKE + 1}'"),
    ],
)
def test_impossible_stakes(tmp_path: Path, text: str, key: str) -> None:
    [problem] = problems(tmp_path, f"[slot]\n{text}\n")
    assert problem.startswith(f"[slot] {key}: expected ")
