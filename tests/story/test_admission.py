"""What a table costs is said before it is opened, and refused where it is too much."""

from __future__ import annotations

import pytest

from ircpoker.config.loader import load_settings
from ircpoker.config.settings import SECTIONS
from ircpoker.errors import InvalidConfigError
from ircpoker.lobby.admission import Crowd, seconds_a_deal
from ircpoker.tournaments.settings import TOURNAMENTS
from tests.lobby.hall import Hall
from tests.story.figures import measure
from tests.story.scene import Plan

SAYS = r"A deal takes about {} s here now, as all tables share the bot's lines."
REFUSES = "a deal would take {} s here, as all tables share the bot's lines: try again when fewer play"


PLUGINS = ("holdem", "tournaments")


def channels(count: int) -> tuple[str, ...]:
    return tuple(f"#c{number}" for number in range(count))


@pytest.mark.slow(1)
def test_a_table_names_its_cost_and_is_refused_where_it_is_too_much() -> None:
    with Hall(channels=channels(12), plugins=PLUGINS, most_seconds_a_hand=100) as hall:
        all_answers: list[list[str]] = []
        for number, channel in enumerate(channels(12)):
            answers = hall.say(f"p{number}", "!open 300", channel)
            all_answers.append(answers)
            for other in "abc":
                hall.say(f"{other}{number}", "!sit 300", channel)
            if len(answers) == 1:
                break
        first, *others, last = all_answers
        assert not [line for line in first if "share" in line]
        costs = [line for answers in others for line in answers if "share" in line]
        seconds = [int(line.split()[4]) for line in costs]
        assert costs == [SAYS.format(each) for each in seconds]
        assert len(seconds) >= 2
        assert seconds == sorted(seconds)
        assert all(60 < each <= 100 for each in seconds)
        refused = int(last[0].split()[4])
        assert last == [REFUSES.format(refused)]
        assert refused > 100
        # So are games in private, but the first of each host, and tournaments.
        private = [hall.tell(f"z{number}", "play caller 200")[0] for number in range(12)]
        assert all(answer.startswith("Heads-up ") for answer in private)
        hall.nick_owners["another"] = "another@z0.home"
        assert hall.tell("another", "play caller 200")[0].startswith("a deal would take ")
        assert hall.say("zoe", "!sng", "#c11")[0].startswith("a deal would take ")


@pytest.mark.slow(1)
def test_tables_where_one_person_waits_alone_cost_nothing() -> None:
    with Hall(channels=channels(12), plugins=PLUGINS, most_seconds_a_hand=100) as hall:
        for number, channel in enumerate(channels(12)):
            lines = [*hall.say(f"p{number}", "!open 300", channel), *hall.tell(f"q{number}", "open private 300")]
            assert not [line for line in lines if "share" in line]
        assert len(hall.lobby.tables) == 24


def test_the_first_table_of_a_host_without_a_channel_begins_however_slow_the_network_is() -> None:
    with Hall(plugins=PLUGINS, most_seconds_a_hand=46) as hall:
        for words in ("play caller 200", "open private 300"):
            assert "a deal would take" not in hall.tell(words[:4], words)[0]
        assert hall.say("zoe", "!open 300")[0].startswith("a deal would take ")


def test_where_lines_do_not_wait_a_table_costs_nothing() -> None:
    with Hall() as hall:
        assert seconds_a_deal([], Crowd(1, 4, 6), 0.0) == 45.0
        assert not [line for line in hall.tell("alice", "play caller 200") if "share" in line]


def test_the_old_place_of_the_limit_names_the_new_one(tmp_path) -> None:
    path = tmp_path / "config.ini"
    path.write_text("[network:net]\n[tournaments]\nmost_seconds_a_hand = 60\n")
    with pytest.raises(InvalidConfigError) as caught:
        load_settings(path, sections=[*SECTIONS, TOURNAMENTS], environment={})
    wanted = "[tournaments] most_seconds_a_hand is not a key here: it belongs into [limits]"
    assert str(caught.value).endswith(wanted)


@pytest.mark.slow(15)
@pytest.mark.few(1, 2)
@pytest.mark.parametrize(("tables", "together"), [(1, 1), (4, 1), (8, 2)])
def test_the_estimate_is_right_to_a_fifth(tables: int, together: int) -> None:
    measured = measure(Plan(tables, together=together), 1, 15)
    crowd = Crowd(tables, 4 * tables, 6 * tables, are_together=together > 1)
    assert seconds_a_deal([], crowd, 1.0) == pytest.approx(measured.deal, rel=0.2)
