"""The figures of a bot as Prometheus reads them; they are put together when somebody asks, and cost nothing before.

The values of labels are names of networks, games and robots in the configuration: their number is bounded, and nobody
who talks to the bot can add one.
"""

from __future__ import annotations

import platform
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import choose_encoder, generate_latest
from prometheus_client.registry import Collector

from ircpoker.admin.bot_status import BotStatus
from ircpoker.admin.monitoring.status import StatusReader
from ircpoker.runtime.activity import BOUNDS, Activity, Durations
from ircpoker.telling.referee import RULES_KEPT

_PREFIX = "ircpoker_"


class MetricsText(Collector):
    """All metrics of a bot, and of its process, as text."""

    def __init__(self, reader: StatusReader) -> None:
        """Begin; nothing is read yet.

        Args:
            reader: reads the figures.
        """
        self._reader = reader
        self._registry = CollectorRegistry()
        self._registry.register(self)
        ProcessCollector(registry=self._registry)

    def format(self) -> bytes:
        """Return the metrics in Prometheus' own format, as files have it."""
        return generate_latest(self._registry)

    def negotiated(self, accept: str) -> tuple[bytes, str]:
        """Return the metrics in the format that a client wants, and its content type.

        Args:
            accept: the client's header `Accept`; empty for any.
        """
        encode, kind = choose_encoder(accept)
        return encode(self._registry), kind

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics of this moment."""
        status, activity = self._reader.read(), self._reader.activity
        yield _gauge(
            "build_info", "1, with the version", [((status.version, platform.python_version()), 1)], "version", "python"
        )
        yield _gauge("uptime_seconds", "Seconds since the start", [((), status.uptime)])
        yield from _of_networks(status, activity)
        yield from _of_tables(status, self._reader.games())
        yield from _of_robots(activity)
        yield from _of_machinery(status, activity)


def _of_networks(status: BotStatus, activity: Activity) -> Iterator[Metric]:
    networks = status.networks
    names = [network.name for network in networks]
    facts = (
        ("connected", "1 while the bot is on the network, else 0", [network.is_connected for network in networks]),
        ("channels", "Channels that the bot is in", [len(network.channels) for network in networks]),
        ("channels_wanted", "Channels that the bot wants to be in", [len(each.wanted_channels) for each in networks]),
        (
            "channels_missing_seconds",
            "Seconds since when the bot is not in all of them; 0 while it is",
            [each.channels_missing_for for each in networks],
        ),
        ("lines_waiting", "Lines that wait until the server takes them", [each.lines_waiting for each in networks]),
        (
            "line_wait_seconds",
            "For how long the oldest line waits that could go",
            [each.longest_wait for each in networks],
        ),
    )
    for name, doc, values in facts:
        yield _gauge(name, doc, [((network,), value) for network, value in zip(names, values, strict=True)], "network")
    counters = (
        ("lines_sent", "Lines sent to the server, those of the protocol too", activity.lines_sent),
        ("reconnects", "Attempts to connect again", activity.reconnects),
        ("refused_logins", "Connections given up as services refused the login", activity.refused_logins),
        ("commands", "Commands that people gave", activity.commands),
        ("commands_refused", "Commands over a limit", activity.refused),
        ("commands_failed", "Commands answered with an error", activity.failed),
    )
    for name, doc, counts in counters:
        yield _counter(name, doc, counts, "network", names)
    places = CounterMetricFamily(f"{_PREFIX}lines_to_people", "Lines to people", labels=["network", "place"])
    for (network, place), count in sorted(activity.lines_to_people.items()):
        places.add_metric([network, place], float(count))
    yield places
    yield _counter("story_faults", "What broke a rule of lines", activity.story_faults, "rule", RULES_KEPT)
    yield _counter("incidents", "Bugs that commands met", {"": activity.incidents})


def _of_tables(status: BotStatus, games: Sequence[str]) -> Iterator[Metric]:
    open_tables = dict.fromkeys(games, 0) | dict(status.tables)
    yield _gauge("tables", "Open tables", [((game,), count) for game, count in open_tables.items()], "game")
    yield _gauge("people_seated", "People at all tables", [((), status.people_seated)])
    yield _counter("deals", "Deals finished at tables", status.deals, "game", games)


def _of_robots(activity: Activity) -> Iterator[Metric]:
    robots = sorted(activity.decisions.keys() | activity.robot_failures.keys())
    doc = "Time from a robot's turn to its decision, with the wait for a thread"
    yield _histogram(
        "robot_decision_seconds", doc, {(name,): times for name, times in activity.decisions.items()}, "robot"
    )
    yield _counter(
        "robot_timeouts", "Decisions that a robot did not make in time", activity.robot_timeouts, "robot", robots
    )
    yield _counter("robot_failures", "Decisions that a robot could not make", activity.robot_failures, "robot", robots)


def _of_machinery(status: BotStatus, activity: Activity) -> Iterator[Metric]:
    yield _gauge("ledger_up", "1 while the ledger answers, else 0", [((), not status.ledger_problem)])
    yield _histogram("ledger_commit_seconds", "Time of a writing transaction of the ledger", {(): activity.commits})
    yield _counter("ledger_commit_failures", "Writing transactions that failed", {"": activity.commit_failures})
    doc = "How late the loop called a function, measured once a second"
    yield _histogram("loop_delay_seconds", doc, {(): activity.loop_delays})


def _gauge(name: str, doc: str, values: Iterable[tuple[Sequence[str], float]], *labels: str) -> Metric:
    metric = GaugeMetricFamily(_PREFIX + name, doc, labels=labels)
    for names, value in values:
        metric.add_metric(names, float(value))
    return metric


def _counter(name: str, doc: str, counts: Mapping[str, int], label: str = "", names: Iterable[str] = ()) -> Metric:
    """Return a counter; without a label `counts` has one number, with one all `names` are there from the start."""
    metric = CounterMetricFamily(_PREFIX + name, doc, labels=[label] if label else [])
    for key, count in (dict.fromkeys(names, 0) | dict(counts)).items():
        metric.add_metric([key] if label else [], float(count))
    return metric


def _histogram(name: str, doc: str, times: Mapping[tuple[str, ...], Durations], *labels: str) -> Metric:
    metric = HistogramMetricFamily(_PREFIX + name, doc, labels=labels)
    bounds = [*map(str, BOUNDS), "+Inf"]
    for names, durations in times.items():
        counts = accumulate(durations.classes)
        metric.add_metric(names, list(zip(bounds, map(float, counts), strict=True)), durations.total)
    return metric
