"""How many connections a host may have and make."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from ircpoker.runtime.shares import SHARES
from ircpoker.ssh.settings import Address, HostLimits, SshSettings

_SETTINGS = SshSettings(Address("127.0.0.1", 2222), Path("key"), 1, True, None, 3, 10, 50, 60)


class Gate(HostLimits):
    """Limits for connections that log in at once."""

    def __init__(self) -> None:
        self.closed: list[int] = []
        self.numbers = count()
        self.last = -1
        super().__init__(_SETTINGS, self.closed.append)

    def come(self, address: str, now: float = 0.0, *, is_silent: bool = False) -> str:
        """Return why a new connection is refused, if it is."""
        self.last = next(self.numbers)
        refusal = self.refusal(self.last, address, now)
        if not refusal and not is_silent:
            self.log_in(self.last)
        return refusal


@pytest.fixture
def limits() -> Gate:
    return Gate()


def test_three_connections_of_a_host_at_a_time(limits: Gate) -> None:
    assert [limits.come("192.0.2.7") for _ in range(3)] == ["", "", ""]
    assert limits.come("192.0.2.7") == "Only 3 connections at a time from one host."
    assert limits.come("192.0.2.8") == ""
    limits.end(0)
    assert limits.come("192.0.2.7") == ""


def test_a_network_of_ipv6_is_one_host(limits: Gate) -> None:
    assert [bool(limits.come(f"2001:db8::{number}")) for number in range(4)] == [False, False, False, True]
    assert not limits.come("2001:db8:0:1::1")


def test_a_mapped_address_is_that_of_ipv4(limits: Gate) -> None:
    for address in ("192.0.2.7", "::ffff:192.0.2.7", "192.0.2.7"):
        assert not limits.come(address)
    assert limits.come("::ffff:192.0.2.7")


def test_ten_new_connections_of_a_host_in_a_minute(limits: Gate) -> None:
    for second in range(10):
        assert not limits.come("192.0.2.7", float(second))
        limits.end(limits.last)
    assert "10 new connections a minute" in limits.come("192.0.2.7", 59.0)
    assert not limits.come("192.0.2.7", 60.0)


def test_a_refused_connection_counts_for_nothing(limits: Gate) -> None:
    for _ in range(1000):
        limits.come("192.0.2.7")
    for number in range(3):
        limits.end(number)
    assert [bool(limits.come("192.0.2.7")) for _ in range(4)] == [False, False, False, True]


def test_all_hosts_together(limits: Gate) -> None:
    for number in range(50):
        assert not limits.come(f"192.0.2.{number}")
    assert limits.come("192.0.2.99") == "All seats in the lobby are taken: try again later."


def test_silent_connections_give_way_to_whoever_comes(limits: Gate) -> None:
    """However many never log in: each newcomer gets in, and the oldest of the host with most silent ones is closed."""
    total = SHARES["logins"].total
    for number in range(300):
        assert limits.come(f"192.0.2.{number % 100}", is_silent=True) == ""
        assert limits.come(f"198.51.100.{number}") == ""
        limits.end(limits.last)
    assert len(limits.closed) >= 300 - total
    assert limits.closed == sorted(limits.closed), "the oldest goes first where all hosts have as many"


def test_a_host_with_silent_connections_gives_way_itself(limits: Gate) -> None:
    assert limits.come("198.51.100.1", is_silent=True) == ""
    for _ in range(9):
        assert limits.come("192.0.2.7", is_silent=True) == ""
    assert len(limits.closed) == 9 - SHARES["logins"].of_host(SHARES["logins"].total)
    assert 0 not in limits.closed


def test_of_many_that_log_in_at_once_those_beyond_the_part_are_closed(limits: Gate) -> None:
    numbers = []
    for _ in range(4):
        assert limits.come("192.0.2.7", is_silent=True) == ""
        numbers.append(limits.last)
    for number in numbers:
        limits.log_in(number)
    assert limits.closed == numbers[3:]
