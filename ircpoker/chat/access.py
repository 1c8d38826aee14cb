"""What somebody may do, by the way in which their line came: the one table of rights.

What was lent for a time makes nothing that lasts: a seat on the page by a link, or a seat by an invitation, plays and
sees, but it gives no chips away, gets no codes and joins no accounts. Whoever asks for a right asks `check`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from ircpoker.chat.message import Message, Way
from ircpoker.errors import NotAllowedError
from ircpoker.words import Phrase


class Right(Enum):
    """What somebody may do."""

    PLAY = "play"
    """Sit down and act."""
    SEE = "see"
    """See their own cards and private games."""
    GIVE = "give"
    """Give chips away."""
    MAKE_CODES = "make codes"
    """Get a code, by which somebody becomes them elsewhere."""
    LINK = "link"
    """Join an account by a code, leave it, or claim one."""
    ORGANISE = "organise"
    """Create and end tournaments, and choose the settings of a channel, as far as their rank allows it."""
    STEER = "steer"
    """Give the orders of administrators, as far as `[admin]` allows it."""


_LENT = frozenset({Right.PLAY, Right.SEE})
_OWN = _LENT | {Right.GIVE, Right.MAKE_CODES, Right.LINK}
RIGHTS: Mapping[Way, frozenset[Right]] = {
    Way.GUEST: _OWN | {Right.ORGANISE},  # the server may say that a guest is an operator of a channel
    Way.ACCOUNT: _OWN | {Right.ORGANISE, Right.STEER},
    Way.PAGE_SESSION: _LENT,
    Way.PAGE_GUEST: _OWN,
    Way.INVITATION: _LENT,
    Way.SSH_KEY: _OWN,
    Way.PROGRAM: _OWN,
    Way.TERMINAL: _OWN | {Right.ORGANISE, Right.STEER},
}
"""The table. Somebody who has linked several names has the rights of the way by which they speak."""


def way_of(message: Message) -> Way:
    """Return how a line came."""
    if message.way is not None:
        return message.way
    if message.is_operator:
        return Way.TERMINAL
    return Way.ACCOUNT if message.account or message.sender.account else Way.GUEST


def may(message: Message, right: Right) -> bool:
    """Return whether the author of a line has a right."""
    return right in RIGHTS[way_of(message)]


def check(message: Message, right: Right) -> None:
    """Check that the author of a line has a right.

    Raises:
        NotAllowedError: they have not.
    """
    if not may(message, right):
        raise NotAllowedError(Phrase("errors.lent" if RIGHTS[way_of(message)] == _LENT else "errors.no_right"))
