"""The host of an address: one for all addresses of one customer."""

import pytest

from ircpoker.hosts import host_of


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("", ""),
        ("ann@example.org", "example.org"),
        ("~ann@192.0.2.7", "192.0.2.7"),
        ("a@b@192.0.2.7", "192.0.2.7"),
        ("192.0.2.7", "192.0.2.7"),
        # All of one /64, however it is written; another /64 is another host.
        ("ann@2001:db8::1", "2001:db8::/64"),
        ("~bob@2001:db8:0:0:ffff:ffff:ffff:ffff", "2001:db8::/64"),
        ("bob@2001:0DB8::", "2001:db8::/64"),
        ("bob@[2001:db8::2]", "2001:db8::/64"),
        ("bob@2001:db8::2%eth0", "2001:db8::/64"),
        ("bob@2001:db8:0:1::1", "2001:db8:0:1::/64"),
        # A server writes 0 before a leading colon.
        ("bob@0::1", "::/64"),
        # IPv4 on a socket for both.
        ("ann@::ffff:192.0.2.7", "192.0.2.7"),
        ("ann@::FFFF:c000:0207", "192.0.2.7"),
        # Cloaks stay as they are, those with colons too.
        ("ann@user/ann", "user/ann"),
        ("ann@3E5A:1B2C:9D8F:IP", "3E5A:1B2C:9D8F:IP"),
        ("ann@gateway/web/x-2001:db8::1", "gateway/web/x-2001:db8::1"),
    ],
)
def test_a_host(address: str, host: str) -> None:
    assert host_of(address) == host
