"""The rules of telling, as data: what joins in one line, what is left out, and what comes first."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from types import MappingProxyType
from typing import NamedTuple


class Role(Enum):
    """What a fact is to its story."""

    NEWS = auto()
    """Something that stands alone."""
    SEATED = auto()
    """Somebody has sat down, or a table was opened."""
    SEAL = auto()
    """The deck of the next deal is sealed."""
    POSITIONS = auto()
    """A deal begins."""
    CARDS = auto()
    """The cards of one person."""
    STORY = auto()
    """Actions and streets."""
    DRAMA = auto()
    """The hands and the streets of an all-in."""
    ASIDE = auto()
    """Actions at a table without a channel, for one of its players: they are read with the next line."""
    TURN = auto()
    """Whose turn it is, for everybody, with the story since the last line."""
    OWN_TURN = auto()
    """The same for the person."""
    RESULT = auto()
    """The end of a deal."""
    OUT = auto()
    """Somebody leaves the table, or is out."""
    STANDING = auto()
    """How a tournament goes on."""
    REMARK = auto()
    """What a robot says about a deal."""
    STAKE = auto()
    """What a machine has done with somebody's stake."""
    ANSWER = auto()
    """The answer to a question."""


class Rule(NamedTuple):
    """How a fact of a role is told.

    Attributes:
        joins: the roles that it follows in one line, if the bot is behind.
        goes_with: the roles that it follows in one line wherever lines take time.
        always: the roles that it follows in one line at any time.
        after: the seconds that it must be late to join others: a drama has its beats.
        waits: the longest time that it waits for company while the bot is behind.
        waits_idle: the same while the bot is not behind, but lines take time.
        waits_always: the same everywhere.
        may_be_left_out: whether it is left out while the bot is behind, or if it has nothing new for its reader.
        older: the seconds that it counts older than it is, among what is told first.
    """

    joins: frozenset[Role] = frozenset()
    goes_with: frozenset[Role] = frozenset()
    always: frozenset[Role] = frozenset()
    after: float = 0.0
    waits: float = 0.0
    waits_idle: float = 0.0
    waits_always: float = 0.0
    may_be_left_out: bool = False
    older: float = 0.0


_LATE = 4.0
"""Seconds after which the beats of a drama are over."""
_UNREAD = 120.0
"""Seconds after which somebody reads of actions though no other line comes: more than a few turns."""
_TOLD_FIRST = 2.0
_TOLD_SOON = -1.0
_TOLD_LAST = -3.0
_ASIDE = frozenset({Role.ASIDE})
_BEGINS = frozenset({Role.POSITIONS})
_LED_TO = frozenset({Role.STORY, Role.DRAMA})
_ENDS = frozenset({Role.RESULT, Role.OUT})

RULES: Mapping[Role, Rule] = MappingProxyType(
    {
        Role.NEWS: Rule(always=_ASIDE),
        Role.SEATED: Rule(joins=frozenset({Role.SEATED})),
        # Never the positions: the seeds are frozen when they are told, and the seal must be read before.
        Role.SEAL: Rule(joins=_LED_TO | {Role.SEATED, Role.REMARK, Role.STANDING}, goes_with=_ENDS),
        # Those who only watch see by them that the deal has begun at its time.
        Role.POSITIONS: Rule(waits=8.0, waits_idle=1.5),
        Role.CARDS: Rule(older=_TOLD_FIRST),
        Role.STORY: Rule(goes_with=_BEGINS, always=_ASIDE | {Role.STORY}),
        Role.DRAMA: Rule(joins=frozenset({Role.STORY, Role.DRAMA}), always=_ASIDE, after=_LATE),
        Role.ASIDE: Rule(always=_ASIDE, waits=_UNREAD, waits_idle=_UNREAD, waits_always=_UNREAD),
        Role.TURN: Rule(goes_with=_BEGINS, always=_ASIDE | {Role.STORY}, older=_TOLD_FIRST),
        Role.OWN_TURN: Rule(may_be_left_out=True, older=_TOLD_FIRST),
        Role.RESULT: Rule(goes_with=_BEGINS | {Role.STORY}, always=_ASIDE),
        Role.OUT: Rule(joins=frozenset({Role.RESULT, Role.OUT})),
        Role.STANDING: Rule(joins=frozenset({Role.OUT, Role.STANDING}), older=_TOLD_LAST),
        Role.REMARK: Rule(joins=frozenset({Role.RESULT, Role.OUT}), older=_TOLD_LAST),
        Role.STAKE: Rule(joins=frozenset({Role.STAKE})),
        Role.ANSWER: Rule(older=_TOLD_SOON),
    }
)
"""Every role with its rule."""
