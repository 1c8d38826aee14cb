"""A line on one connection until its outcome is known."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ircpoker.chat.outgoing import LineKind, Outgoing, Reader
from ircpoker.telling.facts import Fact, State
from ircpoker.telling.rules import Role
from ircpoker.telling.thread import joined

_NO_CTCP = "492"
"""The refusal of user mode +T of InspIRCd and UnrealIRCd: it lets all other lines through."""


class QueuedLine(Fact, eq=False, kw_only=True):
    """A fact as a line on a connection, with what is remembered of it until its outcome is known.

    Its place is the folded target.

    Attributes:
        outgoing: the line; its reader may have changed since.
        reader: the reader as known now.
        verb: PRIVMSG or NOTICE; empty for a line to the server itself.
        is_personal: whether it waits until it is certain that the nick belongs to somebody at the reader's address.
        tags: client-only message tags, for servers that take them.
        resent_as: the copy that was sent again; the outcome of the copy counts.
        joined: the lines that were sent in this one; they share its outcome.
    """

    outgoing: Outgoing
    reader: Reader
    verb: str = ""
    is_personal: bool = False
    tags: str = ""
    resent_as: QueuedLine | None = None
    joined: tuple[QueuedLine, ...] = ()

    @property
    def is_result(self) -> bool:
        """Whether it tells what a machine has done with somebody's stake: it is never too old, nor dropped."""
        return self.role is Role.STAKE

    @property
    def is_private(self) -> bool:
        """Whether one person reads it."""
        return self.verb != "" and not self.is_public

    @property
    def required_address(self) -> str:
        """The address that the owner of the nick must be known to have; empty for any."""
        return self.reader.address if self.is_personal else ""

    @property
    def is_open(self) -> bool:
        """Whether its own outcome, not that of its repetition, still counts."""
        return self.state is not State.DONE and self.resent_as is None

    @property
    def is_awaited(self) -> bool:
        """Whether somebody waits for its own outcome."""
        return self.is_open and any(line.telling.on_delivery is not None for line in (self, *self.joined))

    @property
    def latest_copy(self) -> QueuedLine:
        """The latest repetition of the line; itself if there is none."""
        return self if self.resent_as is None else self.resent_as.latest_copy

    def take_in(self, others: Sequence[QueuedLine]) -> None:
        """Become the line of further facts, too."""
        self.text, self.joined = joined([self, *others]), (*self.joined, *others)

    def send_again(self, target: str, key: str) -> QueuedLine:
        """Return a copy of the line, to be sent in full to a target; from now on the outcome of the copy counts."""
        again = replace(self, place=key, state=State.WAITING, rest="", number=0, resent_as=None, follows=())
        again.reader = self.reader._replace(target=target)
        self.resent_as = again
        return again

    def for_later(self, address: str) -> QueuedLine:
        """Return the line as it is said on another connection, to its reader at an address only."""
        later = self.send_again(self.reader.target, self.place)
        later.reader, later.is_personal = later.reader._replace(address=address or self.reader.address), True
        return later

    def readdress(self, address: str, account: str | None) -> None:
        """Follow the reader, who has another address or account; empty and None mean that it has not changed."""
        old = self.reader
        now = (address or old.address) if old.address or old.account else ""
        self.reader = old._replace(address=now, account=old.account if account is None else account)

    def is_refused_by(self, numeric: str) -> bool:
        """Return whether a server's refusal of a line to this target means this line, too."""
        return numeric != _NO_CTCP or self.outgoing.kind is not LineKind.REACH_CHECK
