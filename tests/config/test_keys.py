"""Declarations of keys, the reference made of them, and the shipped config.ini."""

import pickle
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from ircpoker.app import SECTIONS as ALL_SECTIONS
from ircpoker.config import (
    SECTIONS,
    NetworkSettings,
    Section,
    Settings,
    default_settings,
    format_reference,
    key,
    load_settings,
)
from ircpoker.config.kinds import BadValueError, Kind, choice, number, whole
from ircpoker.config.networks import NETWORK
from ircpoker.config.settings import BOT
from ircpoker.lobby.settings import TABLE_SECTIONS
from tests.config.conftest import LOCAL, Load, Problems

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class SlotSettings:
    """A section as a plugin declares it."""

    stake: int = key("1", whole(1, 1000), unit="chips", doc="what a pull costs")
    speed: str = key("slow", choice("slow", "fast"), doc="how fast it turns")


SLOT = Section(
    "slot",
    SlotSettings,
    "the slot machine",
    check=lambda slot: [("stake", "too much for fast")] if slot.speed == "fast" and slot.stake > 10 else [],
)


def test_a_plugin_declares_a_section_as_data(load: Load, problems: Problems) -> None:
    sections = (*SECTIONS, SLOT)
    settings = load(f"{LOCAL}[slot]\nstake = 5\n", sections=sections)
    assert settings.section(SLOT) == SlotSettings(stake=5, speed="slow")
    assert load(LOCAL, sections=sections).section(SLOT) == SlotSettings()
    assert Settings().section(SLOT) == SlotSettings()
    assert problems(f"{LOCAL}[slot]\nstake = 0", sections=sections) == [
        "[slot] stake = '0': expected a whole number from 1 to 1000"
    ]
    assert problems(f"{LOCAL}[slot]\nstake = 11\nspeed = fast", sections=sections) == [
        "[slot] stake: too much for fast"
    ]
    assert problems(f"{LOCAL}[slot]\n")[0].startswith("[slot] is not a section")
    assert "; what a pull costs; a whole number from 1 to 1000, in chips\nstake = 1\n" in format_reference(sections)


def test_every_default_is_a_value_of_its_kind_and_every_key_is_explained() -> None:
    for section in ALL_SECTIONS:
        for declared in section.keys.values():
            declared.kind.read(declared.default, Path())
            assert declared.doc
            assert declared.kind.expected
            assert declared.doc in format_reference([section])


def test_numbers_name_their_unit() -> None:
    units = {declared.name: declared.unit for section in ALL_SECTIONS for declared in section.keys.values()}
    assert units["send_interval"] == units["command_interval"] == "seconds"
    assert units["starting_chips"] == "chips"


def test_settings_can_be_pickled() -> None:
    assert pickle.loads(pickle.dumps(Settings())) == Settings()


def test_the_reference_is_a_valid_configuration(load: Load, tmp_path: Path) -> None:
    settings = load(format_reference())
    assert settings == replace(load("[network:NAME]\n"), path=tmp_path / "config.ini")


@pytest.mark.parametrize("text", ["1e3", "", "-", ".", "inf", "1_0", "½", "1" * 19])
def test_numbers_in_other_forms_are_refused(text: str) -> None:
    kinds: list[Kind[float]] = [number(0, 10**9), whole(0, 10**9)]
    for kind in kinds:
        with pytest.raises(BadValueError):
            kind.read(text, Path())


# The shipped file


def test_the_shipped_file_has_the_defaults_except_for_its_examples() -> None:
    settings = load_settings(ROOT / "config.ini", sections=ALL_SECTIONS, environment={})
    defaults = default_settings(ROOT, sections=ALL_SECTIONS)
    assert settings == replace(
        defaults,
        networks=(NetworkSettings("local", nick="dealer", channels=("#poker",), password_env="IRCPOKER_PASSWORD"),),
        path=ROOT / "config.ini",
    )


def test_the_shipped_file_mentions_every_key_and_no_other() -> None:
    text = (ROOT / "config.ini").read_text()
    headings = {"[network:local]" if section is NETWORK else section.heading: section for section in ALL_SECTIONS}
    written: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.startswith("["):
            heading = line.partition("]")[0] + "]"
            written[heading] = []
        elif line and not line.startswith(";"):
            written[heading].append(line.partition("=")[0].strip())
    assert written == {heading: list(section.keys) for heading, section in headings.items()}
    assert next(iter(BOT.keys)) == "owner"


def test_the_shipped_file_quotes_the_reference() -> None:
    headings = {"[network:local]" if section is NETWORK else section.heading: section for section in ALL_SECTIONS}
    section, compared = BOT, 0
    for line in (ROOT / "config.ini").read_text().splitlines():
        section = headings.get(line.partition("]")[0] + "]", section)
        name, _, comment = line.partition(" ; ")
        key = section.keys.get(name.partition("=")[0].strip())
        # The rows of a pay table need no explanation.
        if comment and key is not None and not key.doc.startswith("what "):
            compared += 1
            assert comment in {key.doc, f"{key.doc} ({key.unit})"}, line
    assert compared > 50


@pytest.mark.parametrize(
    ("name", "least", "most", "expected"),
    [
        ("seconds_to_act", "1", "3600", "a number from 1 to 3600"),
        ("most_buy_in", "500", "1000000000", "a whole number from 1 to 1000000000"),
    ],
)
def test_the_limits_of_a_table(load: Load, problems: Problems, name: str, least: str, most: str, expected: str) -> None:
    section = TABLE_SECTIONS["holdem"]
    sections = (*SECTIONS, section)
    for value in (least, most):
        text = f"{LOCAL}[holdem]\nreminder = 0\n{name} = {value}\n"
        assert getattr(load(text, sections=sections).section(section), name) == float(value)
    for value in ("0", f"{int(most) + 1}"):
        refused = problems(f"{LOCAL}[holdem]\nreminder = 0\n{name} = {value}\n", sections=sections)
        assert refused[0] == f"[holdem] {name} = '{value}': expected {expected}"


def test_a_table_may_deal_and_act_without_pauses(load: Load) -> None:
    section = TABLE_SECTIONS["holdem"]
    text = f"{LOCAL}[holdem]\ndeal_pause = 0\nrobot_pause = 0\n"
    holdem = load(text, sections=(*SECTIONS, section)).section(section)
    assert (holdem.deal_pause, holdem.robot_pause) == (0, 0)
