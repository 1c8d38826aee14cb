"""Facts, each told at one place, and the lines that are made of them."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from enum import Enum, auto
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from ircpoker.runtime.delivery import OnDelivery
from ircpoker.telling.rules import RULES, Role, Rule

STALE_AFTER = 60.0
"""Seconds after which what cannot be told to a channel without the bot is given up."""


class State(Enum):
    """How far a fact has come."""

    WAITING = auto()
    """It waits for its turn, for its time, or for the bot to be in the channel."""
    ASKING = auto()
    """The server was asked who has the nick."""
    SENT = auto()
    """It was sent and is not confirmed yet."""
    DONE = auto()


class Telling(Struct, frozen=True, kw_only=True):
    """How something is told, from the change of a table until it is known what became of its line.

    Attributes:
        table: the name of the table or tournament that says it: what it says is told in order, and tables take turns.
        role: what it is to the story of its table.
        on_delivery: is called with the `Delivery` of its line; None if nobody needs to know.
        confirm: whether it is a line of its own, sent together with those behind it that are, too, and `SENT` only
            when the server has shown that it took them, as for cards.
        due: the time before which it is not told, in seconds of the scheduler's clock, which is that of asyncio's
            loops; None for at once.
        still: whether it is true, asked right before it is told; None if it always is.
        follows: other tables from which it follows: what is known of them now is told before it.
        front: how its text begins where several tables are told of; it is not repeated within a line.
        is_kept: whether it is told however late it is, and although its reader reads the same elsewhere.
        gist: what it has that its reader does not read elsewhere: without anything new it may be left out.
        is_mixed: whether it may go on in the line of another table of its place.
    """

    table: str = ""
    role: Role = Role.NEWS
    on_delivery: OnDelivery | None = None
    confirm: bool = False
    due: float | None = None
    still: Callable[[], bool] | None = None
    follows: tuple[str, ...] = ()
    front: str = ""
    is_kept: bool = False
    gist: str = ""
    is_mixed: bool = True


class Fact(Struct, eq=False, kw_only=True):
    """Something that one place is to be told.

    Attributes:
        place: the channel, or the person in private; empty for the server.
        thread: the table, the tournament, or the person who has asked: its facts are told in order, whoever reads them.
        telling: how it is told.
        text: what is told.
        brief: what is told in its place while the bot is behind, or if it is longer than 80 columns; the same if empty.
        remainder: what is told in its place when it is no longer true; nothing if empty.
        is_public: whether a channel reads it.
        is_play: whether a game in a channel waits for it; others ask, or play alone.
        continues: whether it is the rest of the answer before it.
        follows: the facts of other threads that are told before it.
        since: when it began to wait.
        number: its place among all facts of the network; 0 if it is told again.
        state: how far it has come.
        rest: the text that is left after a part of it was told.
    """

    place: str
    thread: str
    telling: Telling = field(default_factory=Telling)
    text: str = ""
    brief: str = ""
    remainder: str = ""
    is_public: bool = False
    is_play: bool = False
    continues: bool = False
    follows: tuple[Fact, ...] = ()
    since: float = 0.0
    number: int = 0
    state: State = State.WAITING
    rest: str = ""

    @property
    def role(self) -> Role:
        """What it is to its story."""
        return self.telling.role

    @property
    def rule(self) -> Rule:
        """The rule of its role."""
        return RULES[self.role]

    def look(self) -> bool:
        """Look whether it is still true, or become what is left of it; return whether anything is left to tell."""
        if self.telling.still is not None and not self.rest and not self.telling.still():
            # From now on: another turn of the same player does not make it true again.
            self.telling = replace(self.telling, role=Role.STORY, still=None)
            self.text = self.remainder
        return self.text != ""

    def joins(self, before: Fact, room: LineRoom) -> bool:
        """Return whether it goes on in the line of another fact of its story and place."""
        rule = self.rule
        joins = rule.always | (rule.goes_with if room.takes_time else frozenset())
        if room.is_behind and room.now - self.since >= rule.after:
            joins |= rule.joins
        return before.role in joins


FactT = TypeVar("FactT", bound=Fact)


class NextLine(NamedTuple, Generic[FactT]):
    """What is sent at once.

    Attributes:
        facts: the facts of one line, or such as need a line each.
        left_out: the facts before them that are not told.
    """

    facts: tuple[FactT, ...] = ()
    left_out: tuple[FactT, ...] = ()

    @property
    def age(self) -> float:
        """Since when it waits, as it counts: the oldest goes first."""
        first, last = self.facts[0], self.facts[-1]
        return first.since - last.rule.older


class LineRoom(NamedTuple):
    """What can be told at a time.

    Attributes:
        now: the time.
        is_behind: whether more is to be told than the network takes.
        most: the most bytes of a line of several facts.
        together: the most lines that can be sent at once.
        channels: the channels in which the bot is.
        takes_time: whether the network takes only so many lines.
        is_paced: whether what is not due waits.
        held: when the next line may go to the channels that want fewer lines than the network takes.
        gists: the last one that was told, by thread and place.
    """

    now: float
    is_behind: bool
    most: int
    together: int
    channels: Container[str]
    takes_time: bool = True
    is_paced: bool = True
    held: Mapping[str, float] = MappingProxyType({})
    gists: Mapping[tuple[str, str], str] = MappingProxyType({})

    def ready_at(self, fact: Fact) -> float:
        """Return from when on a fact can go, or is given up; infinity while it waits for another one."""
        if fact.state is not State.WAITING or self.awaited_by(fact) is not None:
            return float("inf")
        if fact.is_public and fact.place not in self.channels:
            return fact.since + STALE_AFTER
        return max(fact.telling.due or 0.0, self.held.get(fact.place, 0.0)) if self.is_paced else 0.0

    def company_until(self, fact: Fact) -> float:
        """Return until when a fact waits for others that go on in its line."""
        rule = fact.rule
        waits = rule.waits if self.is_behind else rule.waits_idle if self.takes_time else rule.waits_always
        return fact.since + waits if self.is_paced and waits else 0.0

    def leaves_out(self, fact: Fact) -> bool:
        """Return whether a fact is left out, because its reader reads the same elsewhere or has read it."""
        if not self.takes_time or not fact.rule.may_be_left_out or fact.telling.is_kept:
            return False
        known = self.gists.get((fact.thread, fact.place))
        return self.is_behind or (known is not None and fact.telling.gist in {"", known})

    def may_go(self, fact: Fact) -> bool:
        """Return whether a fact can go now."""
        return self.ready_at(fact) <= self.now

    def awaited_by(self, fact: Fact) -> Fact | None:
        """Return a fact that must be told first.

        Nobody waits for a channel without the bot, nor for the server's answer about a nick.
        """
        for each in fact.follows:
            if each.state is State.WAITING and not (each.is_public and each.place not in self.channels):
                return each
        return None
