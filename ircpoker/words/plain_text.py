"""Plain text: without formatting codes, without invisible characters, on one line; names, numbers and hosts as read."""

from __future__ import annotations

import re
from ipaddress import IPv6Address, IPv6Network

# Bold, colour, hex colour, reset, monospace, reverse, italic, strike-through and underline of IRC, and a terminal's
# colour codes. After a colour code one or two digits belong to it, then perhaps a background.
_FORMATTING = re.compile(
    r"\x03(?:[0-9]{1,2}(?:,[0-9]{1,2})?)?"
    r"|\x04(?:[0-9A-Fa-f]{6}(?:,[0-9A-Fa-f]{6})?)?"
    r"|[\x02\x0f\x11\x16\x1d\x1e\x1f]"
    r"|\x1b\[[0-9;]*m"
)
LONGEST_NICK = 30
"""Characters of a nick outside IRC, where each server has its own limit."""
DEAL_DIGITS = 15
"""The most of a deal's number; there will never be that many deals."""
_CODE = re.compile("(?<![0-9a-f])[0-9a-f]{16}(?![0-9a-f])", re.IGNORECASE)
_JOINERS = dict.fromkeys(map(ord, "\u2060\u200b\u200d"))

_SITE_BITS = 64
"""One customer has at least a /64 of IPv6 addresses (RFC 6177), so any number of them is one host."""


def hide_codes(text: str) -> str:
    """Return a text for the log, without the codes by which somebody becomes somebody else or takes a seat.

    Examples:
        >>> hide_codes("!join 0123456789abcdef, or !claim 7-0123456789ABCDEF")
        '!join (code), or !claim 7-(code)'
    """
    return _CODE.sub("(code)", text)


def strip_formatting(text: str) -> str:
    r"""Return `text` without the formatting codes of IRC clients and terminals.

    Args:
        text: any text.

    Returns:
        The text without the codes; control characters that format nothing are left.

    Examples:
        >>> strip_formatting("\x02Ah\x02 \x0304,01Td\x0f")
        'Ah Td'
    """
    return _FORMATTING.sub("", text)


def without_joiners(text: str) -> str:
    r"""Return `text` without zero-width characters, which come with nicks that are copied from a line.

    Args:
        text: any text.

    Returns:
        The visible characters.

    Examples:
        >>> without_joiners("bank b\u2060ob")
        'bank bob'
    """
    return text.translate(_JOINERS)


def printable(text: str) -> str:
    r"""Return `text` with spaces for tabs and line ends, and `?` for all else that is not printable.

    Args:
        text: any text.

    Returns:
        The same number of characters, all printable.

    Examples:
        >>> printable("two\nlines\x00")
        'two lines?'
    """
    if text.isprintable():
        return text
    return "".join([char if char.isprintable() else " " if char.isspace() else "?" for char in text])


def one_line(text: str, longest: int) -> str:
    r"""Return `text` as one printable line.

    Args:
        text: any text.
        longest: the most characters of the line.

    Returns:
        The line with one space for each run of them, cut with an ellipsis.

    Examples:
        >>> one_line("two\r\n  lines", 40)
        'two lines'
        >>> one_line("too long", 5)
        'too …'
    """
    text = printable(" ".join(text.split()))
    return text if len(text) <= longest else text[: longest - 1] + "…"


def fold_account(account: str) -> str:
    """Return a services account with the letters A to Z made small, as services compare accounts.

    Examples:
        >>> fold_account("Al-STRAßE")
        'al-straße'
    """
    return "".join(char.lower() if char.isascii() else char for char in account)


def is_nick(text: str) -> bool:
    """Return whether this can be the nick of somebody who is not on IRC.

    Examples:
        >>> is_nick("ann"), is_nick("two words"), is_nick("ann@ssh"), is_nick("")
        (True, False, False, False)
    """
    return is_word(text, LONGEST_NICK) and "@" not in text


def is_word(text: str, most: int) -> bool:
    """Return whether a text is one printable word of at most so many characters."""
    return len(text) <= most and len(text.split()) == 1 and text.isprintable() and text == text.strip()


def parse_deal_number(text: str) -> str:
    """Return the id of the deal that somebody means in any ledger; empty if the text is not a deal's number.

    Examples:
        >>> parse_deal_number("#0017"), parse_deal_number("abc")
        ('17', '')
    """
    number = text.strip().removeprefix("#")
    return str(int(number)) if number.isascii() and number.isdigit() and len(number) <= DEAL_DIGITS else ""


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
