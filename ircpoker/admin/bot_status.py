"""The figures of a running bot at one moment, as data without names of people."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from ircpoker.runtime.activity import Durations


class MissingState(Struct, frozen=True):
    """A state that the bot wants on a network and has not reached.

    Attributes:
        name: `connection`, `login`, `nick` or the name of a channel.
        seconds: for how long it has been missing.
        words: why, as the server says; empty until it has refused it or has not answered.
    """

    name: str
    seconds: float
    words: str


class NetworkStatus(Struct, frozen=True):
    """How the bot fares on one network.

    Attributes:
        name: the network's name in the configuration.
        is_connected: whether the bot is there, and logged in if that is configured.
        nick: the bot's nick there.
        channels: the channels that it is in, in order.
        wanted_channels: the channels in which it wants to be.
        missing: what else it wants there and has not reached.
        lines_waiting: the lines that wait until the server takes them.
        longest_wait: for how many seconds the oldest line that could go waits.
        lines_sent: the lines sent since the start, those of the protocol too.
        reconnects: the attempts to connect again since the start.
    """

    name: str
    is_connected: bool
    nick: str
    channels: tuple[str, ...]
    lines_waiting: int
    lines_sent: int
    reconnects: int
    longest_wait: float = 0.0
    wanted_channels: tuple[str, ...] = ()
    missing: tuple[MissingState, ...] = ()

    @property
    def channels_missing_for(self) -> float:
        """For how many seconds the bot has not been in all its channels."""
        return max((each.seconds for each in self.missing if each.name not in {"login", "nick"}), default=0.0)


class Latency(Struct, frozen=True):
    """How long something takes.

    Attributes:
        count: how often it was done since the start.
        p50: the seconds that half of the last 500 times did not exceed.
        p99: the same for 99 of 100.
    """

    count: int
    p50: float
    p99: float

    @classmethod
    def of(cls, durations: Durations) -> Latency:
        """Return the latency of durations."""
        return cls(len(durations), durations.percentile(50), durations.percentile(99))


class BotStatus(Struct, frozen=True):
    """The figures of a bot at one moment.

    Attributes:
        version: the version of ircpoker.
        uptime: seconds since the start.
        networks: the networks, in the order of the configuration.
        tables: the open tables by game.
        people_seated: the people at all tables; somebody at two tables counts twice.
        deals: the deals finished at tables since the start, by game.
        commands: the commands since the start, on all networks and the console.
        refused: those of them that were over a limit.
        incidents: the bugs that commands met since the start.
        ledger: the writing transactions of the ledger.
        ledger_problem: why the ledger does not answer or write; empty if it does.
        robots: the decisions of each robot that has played.
        robot_timeouts: the decisions that robots did not make in time.
        loop_delay: how late the loop calls functions.
    """

    version: str
    uptime: float
    networks: tuple[NetworkStatus, ...]
    tables: Mapping[str, int]
    people_seated: int
    deals: Mapping[str, int]
    commands: int
    refused: int
    incidents: int
    ledger: Latency
    ledger_problem: str
    robots: Mapping[str, Latency]
    robot_timeouts: int
    loop_delay: Latency

    @property
    def problems(self) -> tuple[str, ...]:
        """Why the bot is not well, a line for each reason, without details of the database; none if it is."""
        problems = ["the ledger does not answer"] if self.ledger_problem else []
        if not any(network.is_connected for network in self.networks):
            problems.append("the bot is on no network")
        return tuple(problems)
