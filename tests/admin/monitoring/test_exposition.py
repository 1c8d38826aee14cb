"""The metrics as Prometheus reads them, and all that names them: docs/monitoring.md, the alerts, the dashboard."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families as read_openmetrics
from prometheus_client.parser import text_string_to_metric_families as read_text

from ircpoker.admin.monitoring.exposition import MetricsText
from ircpoker.errors import RobotError
from ircpoker.robots import baselines
from ircpoker.telling.referee import RULES_KEPT
from tests.admin.monitoring.halls import Client, reader_of
from tests.lobby.hall import NET, Hall

ROOT = Path(__file__).parents[3]
ALERTS = ROOT / "packaging" / "prometheus-alerts.yml"
HOSTILE = ('al"ice', "bob\\", "{carol}")


@pytest.fixture(scope="module")
def hall() -> Iterator[Hall]:
    with Hall() as hall:
        yield hall


@pytest.fixture(scope="module")
def text(hall: Hall) -> MetricsText:
    """The metrics after people with strange names have played, with a robot that failed."""
    hall.seat(*HOSTILE)
    for nick in HOSTILE:
        hall.tell(nick, '!nothing{such}="x"')
    for nick in ("dave", "{erin}"):
        hall.tell(nick, "!play caller")
        hall.wait(5)
        hall.tell(nick, "!allin")

    def fail(*_: object) -> None:
        raise RobotError("raiser", "nothing")

    hall.tell("frank", "!play raiser")
    hall.wait(5)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(baselines.Raiser, "decide", fail)
        hall.tell("frank", "!call")
    hall.services.activity.lines_sent[NET] = 12
    hall.services.activity.lines_to_people[NET, "private"] = 5
    return MetricsText(reader_of(hall, Client(lines_waiting=3, longest_wait=1.5)))


def samples_of(text: str) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in read_text(text)
        for sample in family.samples
    }


def test_the_values(text: MetricsText, hall: Hall) -> None:
    samples = samples_of(text.format().decode())

    def value(name: str, **labels: str) -> float:
        return samples[f"ircpoker_{name}", frozenset(labels.items())]

    assert value("connected", network=NET) == value("ledger_up") == value("channels", network=NET) == 1
    assert value("lines_waiting", network=NET) == 3
    assert value("line_wait_seconds", network=NET) == 1.5
    assert value("lines_sent_total", network=NET) == 12
    assert value("lines_to_people_total", network=NET, place="private") == 5
    assert {value("story_faults_total", rule=rule) for rule in RULES_KEPT} == {0}
    assert value("commands_total", network=NET) == hall.services.activity.commands[NET] > 10
    assert value("commands_failed_total", network=NET) == hall.services.activity.failed[NET]
    assert (value("tables", game="holdem"), value("tables", game="omaha")) == (len(hall.lobby.tables), 0)
    assert value("people_seated") == sum(len(table.seats.people) for table in hall.lobby.tables) > 3
    assert value("deals_total", game="holdem") == hall.services.activity.deals["holdem"] > 1
    assert value("robot_failures_total", robot="raiser") == hall.services.activity.robot_failures["raiser"] > 0
    assert value("robot_timeouts_total", robot="raiser") == value("robot_timeouts_total", robot="caller") == 0
    decisions = len(hall.services.activity.decisions["caller"])
    assert value("robot_decision_seconds_count", robot="caller") == decisions > 1
    assert value("robot_decision_seconds_bucket", robot="caller", le="+Inf") == decisions
    assert value("ledger_commit_seconds_count") == len(hall.services.activity.commits) > 10
    assert value("ledger_commit_seconds_sum") == pytest.approx(hall.services.activity.commits.total)


def test_nobody_adds_a_label(text: MetricsText, hall: Hall) -> None:
    labels = {
        (name, value)
        for family in read_text(text.format().decode())
        if family.name.startswith("ircpoker_")
        for sample in family.samples
        for name, value in sample.labels.items()
        if name not in {"le", "version", "python"}
    }
    games = {("game", game) for game in hall.router.tables.games}
    rules = {("rule", rule) for rule in RULES_KEPT}
    assert labels == {("network", NET), ("robot", "caller"), ("robot", "raiser"), ("place", "private")} | games | rules


def test_both_formats_have_the_same_metrics(text: MetricsText) -> None:
    plain, kind = text.negotiated("")
    openmetrics, other = text.negotiated("application/openmetrics-text; version=1.0.0")
    assert kind.startswith("text/plain; version=")
    assert other.startswith("application/openmetrics-text")
    names = {family.name for family in read_text(plain.decode())}
    # The one names counters without their end.
    assert {family.name for family in read_openmetrics(openmetrics.decode())} == names


def test_classes_of_durations_add_up(text: MetricsText) -> None:
    for family in read_text(text.format().decode()):
        if family.type == "histogram" and family.samples:
            buckets = [sample for sample in family.samples if sample.name.endswith("_bucket")]
            for before, after in pairwise(buckets):
                is_first = after.labels["le"] == buckets[0].labels["le"]
                assert is_first or before.value <= after.value, family.name


def exposed(text: MetricsText) -> dict[str, tuple[str, frozenset[str]]]:
    """Return the type and the labels of each of our metrics, by the name that queries use."""
    return {
        f"{family.name}{'_total' if family.type == 'counter' else ''}": (
            family.type,
            frozenset(name for sample in family.samples for name in sample.labels) - {"le"},
        )
        for family in read_text(text.format().decode())
        if family.name.startswith("ircpoker_")
    }


def test_the_page_has_every_metric_with_its_labels(text: MetricsText) -> None:
    page = (ROOT / "docs" / "monitoring.md").read_text()
    rows = re.findall(r"^\| `(ircpoker_\w+)` \| (\w+) \| ([\w, ]*)\| .{1,} \|$", page, re.MULTILINE)
    written = {name: (kind, frozenset(labels.replace(",", " ").split())) for name, kind, labels in rows}
    assert written == exposed(text)


UNASKED = {
    "ircpoker_build_info",
    "ircpoker_channels",
    "ircpoker_channels_wanted",
    "ircpoker_channels_missing_seconds",  # There is an alert.
}


def names_in(text: str) -> set[str]:
    """Return the metrics of a query, histograms without their ends."""
    return {re.sub("_(bucket|sum|count)$", "", name) for name in re.findall(r"ircpoker_\w+", text)}


def test_alerts_and_dashboard_ask_for_known_metrics(text: MetricsText) -> None:
    dashboard = json.loads((ROOT / "packaging" / "grafana-dashboard.json").read_text())
    queries = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    rules = ALERTS.read_text()
    known = exposed(text).keys()
    assert names_in(rules) <= known
    assert set().union(*map(names_in, queries)) == known - UNASKED
    names = [*re.findall(r"alert: (\w+)", rules)]
    assert len(names) == len(set(names)) > 10
    for query in queries:
        assert query.count("(") == query.count(")")
    places = [tuple(panel["gridPos"].values()) for panel in dashboard["panels"]]
    assert len(places) == len(set(places))


def test_promtool_finds_no_fault(text: MetricsText) -> None:
    for arguments, given in (["metrics"], text.format()), (["rules", str(ALERTS)], b""):
        done = subprocess.run(["promtool", "check", *arguments], input=given, capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b""), done.stdout
