"""The host behind a person's address, by which limits count people."""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network

_SITE_BITS = 64
"""One customer has at least a /64 of IPv6 addresses (RFC 6177), so any number of them is one host."""


def host_of(address: str) -> str:
    """Return the host of an address, in one form for all addresses of one customer.

    Args:
        address: `user@host`, or only the host: a name, a cloak, or an address of IPv4 or IPv6.

    Returns:
        The /64 of an IPv6 address; the IPv4 address of an IPv4-mapped one; any other host as it is. Empty for an empty
        address.

    Examples:
        >>> host_of("~ann@2001:DB8:0:1::7"), host_of("bob@2001:db8:0:1:ffff::1")
        ('2001:db8:0:1::/64', '2001:db8:0:1::/64')
        >>> host_of("ann@::ffff:192.0.2.7"), host_of("ann@example.org"), host_of("user/ann")
        ('192.0.2.7', 'example.org', 'user/ann')
    """
    host = address.rpartition("@")[2]
    if ":" not in host:
        return host
    try:
        # Some servers and clients write brackets; a zone names an interface of the server.
        number = IPv6Address(host.removeprefix("[").removesuffix("]").partition("%")[0])
    except ValueError:  # a cloak with colons
        return host
    if number.ipv4_mapped is not None:
        return str(number.ipv4_mapped)
    return str(IPv6Network((number, _SITE_BITS), strict=False))
