"""Leagues: each pair is a match, and a stopped league continues."""

import json
from math import hypot

import pytest

from ircpoker.errors import MatchError, NotAllowedError, UsageError
from ircpoker.lab.matches import Lineup, Rules, match, play_matches
from ircpoker.lab.matches.league import make_league, read_league
from ircpoker.robots import load_robots

NAMES = ("raiser", "random", "folder", "caller")
RULES = Rules("limit", 150, 7)
ROBOTS = load_robots()


def league(names=NAMES, rules=RULES, file=None, on_deck=lambda: None):
    matches = make_league(Lineup(names), rules)
    return read_league(matches, play_matches(matches, 1, file, on_deck))


@pytest.mark.slow(1)
def test_each_pair_is_a_match():
    found = league()
    assert [result.robots for result in found.results] == [
        ("raiser", "random"), ("raiser", "folder"), ("raiser", "caller"),
        ("random", "folder"), ("random", "caller"), ("folder", "caller"),
    ]  # fmt: skip
    for number, result in enumerate(found.results):
        alone = match(*result.robots, game="limit", deals=150, seed=7 + number)
        assert (alone.mbb_per_deal, alone.ci95) == (result.mbb_per_deal, result.ci95)
    assert found.against(1, 0) == (-found.against(0, 1)[0], found.against(0, 1)[1])
    assert found.against(3, 1)[0] == -found.results[4].mbb_per_deal


def test_standings():
    found = league()
    mean, interval = found.standing(2)
    cells = [found.against(2, other) for other in (0, 1, 3)]
    assert mean == pytest.approx(sum(mean for mean, _ in cells) / 3)
    assert interval == pytest.approx(hypot(*[interval for _, interval in cells]) / 3)
    means = [found.standing(robot)[0] for robot in found.ranking]
    assert means == sorted(means, reverse=True)
    assert sum(means) == pytest.approx(0)
    assert league(rules=Rules("limit", 1, 1)).standing(0)[1] is None


TORN = b'{"match": 0, "first": 1, "blo'


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("kept", "torn"),
    [
        (1, b""),
        (9, TORN),
        *[pytest.param(kept, torn, marks=pytest.mark.slow(1)) for kept, torn in [(4, b""), (12, TORN)]],
    ],
)
def test_a_stopped_league_continues(tmp_path, kept, torn):
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    expected = league(file=whole)
    lines = whole.read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + 12
    part.write_bytes(b"".join(lines[:kept]) + torn)
    decks = []
    assert league(file=part, on_deck=lambda: decks.append(1)) == expected
    assert len(decks) == 6 * 150
    assert part.read_bytes() == whole.read_bytes()


@pytest.mark.slow(1)
def test_stored_results_are_not_played_again(tmp_path):
    file = tmp_path / "league.jsonl"
    league(file=file)
    lines = file.read_text().splitlines(keepends=True)
    changed = json.loads(lines[1])
    changed["tally"]["chips"] = [1000, -1000]
    file.write_text(lines[0] + json.dumps(changed) + "\n" + "".join(lines[2:]))
    assert league(file=file) != league()


@pytest.mark.slow(1)
def test_more_deals_continue_from_fewer(tmp_path):
    file = tmp_path / "league.jsonl"
    league(file=file)
    before = len(file.read_text().splitlines())
    longer = Rules("limit", 250, 7)
    assert league(rules=longer, file=file) == league(rules=longer)
    # Complete blocks are kept; half ones are played again.
    assert len(file.read_text().splitlines()) - before == 6 * 2


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"hello\n", "holds no results of matches"),
        (b"\xff\xfe\n", "holds no results of matches"),
        (b"{}\n", "holds results of other matches"),
        (None, r"is damaged: line 3 is not a result"),
    ],
)
def test_other_files_are_refused(tmp_path, content, message):
    file = tmp_path / "league.jsonl"
    if content is None:
        league(file=file)
        lines = file.read_text().splitlines(keepends=True)
        content = "".join([*lines[:2], '{"match": 99}\n', *lines[3:]]).encode()
    file.write_bytes(content)
    with pytest.raises(MatchError, match=message):
        league(file=file)
    assert file.read_bytes() == content


def test_results_of_another_strategy_file_are_refused(tmp_path, monkeypatch):
    file = tmp_path / "league.jsonl"
    names, rules = ("limit", "folder"), Rules("limit", 2, 1)
    league(names, rules, file)
    monkeypatch.setattr(ROBOTS["limit"], "fingerprint", staticmethod(lambda: "another"))
    with pytest.raises(MatchError, match="or of robots that have changed since"):
        league(names, rules, file)


def test_robots_that_cannot_play():
    with pytest.raises(UsageError, match="'folder' is given twice: expected two different robots or more"):
        make_league(Lineup(("folder", "random", "folder")), RULES)
    with pytest.raises(UsageError, match="one robot has nobody to play with"):
        make_league(Lineup(("folder",)), RULES)
    with pytest.raises(NotAllowedError, match="swede does not play limit"):
        make_league(Lineup(("folder", "swede")), RULES)
