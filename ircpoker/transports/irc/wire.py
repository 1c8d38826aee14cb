"""Lines of IRC: from bytes to lines, from a line to its parts, and text into pieces that no server cuts.

Pure functions and one buffer: nothing here knows a connection or the meaning of a command.
"""

from __future__ import annotations

import re
import unicodedata
from collections import deque
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

LONGEST_INCOMING = 16_384
"""Bytes kept of an incoming line: more than the 8,191 for tags and 512 for the message that IRCv3 allows."""
LONGEST_OUTGOING = 510
"""Bytes of an outgoing line without its CR LF (RFC 2812, section 2.3)."""

_LINE_ENDS = str.maketrans({"\r": " ", "\n": " ", "\t": " ", "\0": None})
_INCOMING_NOISE = str.maketrans({"\r": None, "\n": None, "\0": None})
# The only control codes kept are those that format text: bold, colour, hex colour, reset, monospace, reverse,
# italic, strike-through and underline. \x01 would make a line a CTCP request, \x10 a quoted line end.
_UNWANTED = re.compile(r"[\x01\x05-\x0e\x10\x12-\x15\x17-\x1c\x7f]")
_MESSAGE_ID = re.compile(r"[!-:<-~]{1,255}")
_TAG_ESCAPES = str.maketrans({";": "\\:", " ": "\\s", "\\": "\\\\"})
_COMMAND = re.compile(r"[A-Za-z]+|[0-9]{3}")


class LineBuffer:
    r"""Collects received bytes and hands out whole lines, in UTF-8 or else Latin-1.

    A line longer than `LONGEST_INCOMING` bytes is dropped up to its end, so that an endless one costs little memory.

    Examples:
        >>> buffer = LineBuffer()
        >>> buffer.feed(b"PING :a\r\nPRIVMSG #poker :caf\xe9\nJOI")
        >>> list(buffer)
        ['PING :a', 'PRIVMSG #poker :café']
    """

    def __init__(self) -> None:
        self._part = bytearray()
        self._too_long = False
        self._lines: deque[bytes] = deque()

    def __iter__(self) -> Iterator[str]:
        while self._lines:
            yield decode(self._lines.popleft())

    def feed(self, data: bytes) -> None:
        """Add received bytes."""
        *ended, rest = data.split(b"\n")
        for piece in ended:
            self._append(piece)
            if not self._too_long:
                self._lines.append(bytes(self._part.rstrip(b"\r")))
            self._part.clear()
            self._too_long = False
        self._append(rest)

    def __len__(self) -> int:
        """Bytes held of a line that has not ended yet."""
        return len(self._part)

    def _append(self, piece: bytes) -> None:
        if len(self._part) + len(piece) > LONGEST_INCOMING:
            self._too_long = True
            self._part.clear()
        elif not self._too_long:
            self._part += piece


class Source(NamedTuple):
    """The sender of a line: a person has all three parts, a server only the first."""

    nick: str
    user: str = ""
    host: str = ""

    @property
    def address(self) -> str:
        """`user@host`; empty where the line lacks it."""
        return f"{self.user}@{self.host}" if self.host else ""


class IrcLine(NamedTuple):
    """One received line.

    Attributes:
        source: the sender; empty if the line lacks it.
        command: in capitals, or three digits.
        params: without the colon of the last one.
        tags: IRCv3 message tags as they stand; of two with one name the last counts, as the specification wants.
    """

    source: Source
    command: str
    params: tuple[str, ...]
    tags: Mapping[str, str] = MappingProxyType({})

    def param(self, index: int) -> str:
        """Return a parameter, empty if there are not so many; a negative index counts from the end."""
        try:
            return self.params[index]
        except IndexError:
            return ""

    def tag(self, name: str) -> str:
        """Return the value of a message tag, escaped as it came; empty if there is none."""
        return self.tags.get(name, "")


def decode(data: bytes) -> str:
    """Return the bytes as UTF-8, or as Latin-1 (which every byte sequence is) where they are not."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def parse_line(text: str) -> IrcLine | None:
    """Parse a received line.

    Args:
        text: the line without its end; anything may be in it.

    Returns:
        Its parts, or None if it has no command.

    Examples:
        >>> line = parse_line(":bob!b@host PRIVMSG #poker :!parse Ah Kd")
        >>> line.source.nick, line.command, line.params
        ('bob', 'PRIVMSG', ('#poker', '!parse Ah Kd'))
        >>> parse_line(":irc.example.org") is None
        True
    """
    text = text.lstrip(" ")
    tags = source = ""
    if text.startswith("@"):
        tags, _, text = text[1:].partition(" ")
        text = text.lstrip(" ")
    if text.startswith(":"):
        source, _, text = text[1:].partition(" ")
    # A source keeps odd characters: without them it might become somebody else's nick.
    # Only the space separates: other white space may be part of names.
    middle, colon, last = (" " + text.translate(_INCOMING_NOISE)).partition(" :")
    words = [word for word in middle.split(" ") if word]
    if not words or not _COMMAND.fullmatch(words[0]):
        return None
    params = (*words[1:], last) if colon else tuple(words[1:])
    return IrcLine(parse_source(source), words[0].upper(), params, _parse_tags(tags))


def _parse_tags(text: str) -> dict[str, str]:
    """Return the names and values of tags.

    Examples:
        >>> _parse_tags("account=eve;bot;account=ann")
        {'account': 'ann', 'bot': ''}
    """
    return {name: value for name, _, value in (tag.partition("=") for tag in text.split(";") if tag)}


def parse_source(text: str) -> Source:
    """Parse `nick!user@host`; missing parts are empty.

    Examples:
        >>> parse_source("bob!~b@example.org")
        Source(nick='bob', user='~b', host='example.org')
        >>> parse_source("irc.example.org")
        Source(nick='irc.example.org', user='', host='')
    """
    before, at, host = text.rpartition("@")
    nick, _, user = (before if at else text).partition("!")
    return Source(nick, user, host if at else "")


def parse_addresses(text: str) -> dict[str, str]:
    """Return the nicks and addresses in the answer to a USERHOST (302); `*` marks operators, `-` who is away.

    Examples:
        >>> parse_addresses("alice=+a@host bob*=-~b@host carol=")
        {'alice': 'a@host', 'bob': '~b@host'}
    """
    entries = (entry.partition("=") for entry in text.split())
    return {nick.removesuffix("*"): address[1:] for nick, _, address in entries if nick and "@" in address}


def clean_text(text: str) -> str:
    r"""Return text that is safe to send: no line ends, no CTCP, no control codes but those that format.

    Examples:
        >>> clean_text("a\r\nQUIT :\x01PING\x01")
        'a  QUIT :PING'
        >>> clean_text("\x0304Ah\x0f, \x10nQUIT")
        '\x0304Ah\x0f, nQUIT'
    """
    return _UNWANTED.sub("", text.translate(_LINE_ENDS))


def encode_line(line: str) -> bytes:
    r"""Return a line ready to be sent, whatever its content: line ends become spaces, and the excess is cut off.

    Examples:
        >>> encode_line("PRIVMSG #poker :a\nQUIT")
        b'PRIVMSG #poker :a QUIT\r\n'
    """
    tags, space, rest = line.translate(_LINE_ENDS).partition(" ") if line.startswith("@") else ("", "", line)
    data = rest.translate(_LINE_ENDS).encode("utf-8", "replace")
    if len(data) > LONGEST_OUTGOING:
        data = data[: _char_border(data, LONGEST_OUTGOING)]
    # Tags have room of their own: 4,094 bytes (IRCv3 message tags).
    return (tags + space).encode("utf-8", "replace") + data + b"\r\n"


def make_tags(*, msgid: str = "", channel: str = "") -> str:
    r"""Return the client-only tags of a line, such as `+reply=63E1033A`; what cannot be sent is left out.

    Args:
        msgid: the server's id of the line that is answered.
        channel: for a private line, the channel to which it belongs.

    Examples:
        >>> make_tags(msgid="63E1033A")
        '+reply=63E1033A;+draft/reply=63E1033A'
        >>> make_tags(msgid="a b", channel="#a;b")
        '+channel-context=#a\\:b;+draft/channel-context=#a\\:b'
    """
    values = {"reply": msgid if _MESSAGE_ID.fullmatch(msgid) else ""}
    values["channel-context"] = channel.translate(_TAG_ESCAPES) if channel.isprintable() else ""
    # Older clients know both tags by their draft names.
    return ";".join([f"+{draft}{name}={value}" for name, value in values.items() if value for draft in ("", "draft/")])


def cut_text(text: str, most_bytes: int) -> tuple[str, str]:
    """Cut off as much text as fits into so many bytes of UTF-8, between words where possible.

    Args:
        text: without line ends.
        most_bytes: the room in one line, at least four, the longest character.

    Returns:
        The first piece and the rest, without the spaces at which they were cut; a word that is longer than a line is
        cut between characters, not before a combining one.

    Examples:
        >>> cut_text("two pair, kings", 10)
        ('two pair,', 'kings')
    """
    data = text.encode("utf-8", "replace")
    if len(data) > most_bytes:
        data = data.lstrip(b" ")
    if len(data) <= most_bytes:
        return data.decode("utf-8"), ""
    end = data.rfind(b" ", 0, most_bytes + 1)
    if end <= 0:
        end = _char_border(data, most_bytes)
    return data[:end].decode("utf-8"), data[end:].decode("utf-8").lstrip(" ")


def _char_border(data: bytes, most: int) -> int:
    """Return the last border between characters at or before byte `most` of a longer text in UTF-8."""
    best = border = _previous_char(data, most + 1)
    # A pile of combining marks may fill the line: then it is cut at any border between code points.
    while border > 0 and _joins(data, border):
        border = _previous_char(data, border)
    return border or best


def _joins(data: bytes, at: int) -> bool:
    """Return whether the character at `at` belongs to the one before: a mark, a variation sign or a joiner."""
    following = data[at : at + 4].decode("utf-8", "ignore")[:1]
    return bool(following) and (unicodedata.category(following) in {"Mn", "Me", "Mc"} or following == "\u200d")


def _previous_char(data: bytes, at: int) -> int:
    at -= 1
    while data[at] & 0xC0 == 0x80:
        at -= 1
    return at
