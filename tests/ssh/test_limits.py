"""How many connections a host may have and make."""

from __future__ import annotations

from pathlib import Path

from ircpoker.ssh.settings import Address, HostLimits, SshSettings

_SETTINGS = SshSettings(Address("127.0.0.1", 2222), Path("key"), 1, True, None, 3, 10, 50, 60)


def test_three_connections_of_a_host_at_a_time() -> None:
    limits = HostLimits(_SETTINGS)
    assert [limits.refusal("192.0.2.7", 0.0) for _ in range(3)] == ["", "", ""]
    assert limits.refusal("192.0.2.7", 0.0) == "Only 3 connections at a time from one host."
    assert limits.refusal("192.0.2.8", 0.0) == ""
    limits.end("192.0.2.7")
    assert limits.refusal("192.0.2.7", 0.0) == ""


def test_a_network_of_ipv6_is_one_host() -> None:
    limits = HostLimits(_SETTINGS)
    assert [bool(limits.refusal(f"2001:db8::{number}", 0.0)) for number in range(4)] == [False, False, False, True]
    assert not limits.refusal("2001:db8:0:1::1", 0.0)


def test_a_mapped_address_is_that_of_ipv4() -> None:
    limits = HostLimits(_SETTINGS)
    for address in ("192.0.2.7", "::ffff:192.0.2.7", "192.0.2.7"):
        assert not limits.refusal(address, 0.0)
    assert limits.refusal("::ffff:192.0.2.7", 0.0)


def test_ten_new_connections_of_a_host_in_a_minute() -> None:
    limits = HostLimits(_SETTINGS)
    for second in range(10):
        assert not limits.refusal("192.0.2.7", float(second))
        limits.end("192.0.2.7")
    assert "10 new connections a minute" in limits.refusal("192.0.2.7", 59.0)
    assert not limits.refusal("192.0.2.7", 60.0)


def test_a_refused_connection_counts_for_nothing() -> None:
    limits = HostLimits(_SETTINGS)
    for _ in range(1000):
        limits.refusal("192.0.2.7", 0.0)
    for _ in range(3):
        limits.end("192.0.2.7")
    assert [bool(limits.refusal("192.0.2.7", 0.0)) for _ in range(4)] == [False, False, False, True]


def test_all_hosts_together() -> None:
    limits = HostLimits(_SETTINGS)
    for number in range(50):
        assert not limits.refusal(f"192.0.2.{number}", 0.0)
    assert limits.refusal("192.0.2.99", 0.0) == "All seats in the lobby are taken: try again later."
