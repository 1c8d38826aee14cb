"""Which story goes on: the choice of the next line of a network.

Two classes share what the network takes: games in channels, and those who ask, in public or alone, among them people at
machines and in games of their own. While both wait, one line in five is for those who ask. Of the games what is oldest
goes first; of those who ask, who has caused the fewest lines in the last minute, so that neither a person who asks much
nor a crowd keeps the bot from answering others. Commands to the server go before all: they are few, and nothing goes on
without them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Container, Iterator, Sequence
from itertools import chain, count
from math import inf
from typing import Generic

from ircpoker.runtime.recent import SECONDS as MINUTE
from ircpoker.runtime.recent import LastMinute
from ircpoker.runtime.shares import SHARES
from ircpoker.telling.bucket import LineBucket
from ircpoker.telling.facts import Fact, FactT, LineRoom, NextLine, State
from ircpoker.telling.rules import Role
from ircpoker.telling.thread import Thread, size_of

MOST_OF_PLAY = SHARES["play"].total
"""Facts of games that may wait: a server may take none for a long time."""
MOST_OF_ASKS = SHARES["answers"].total
"""Answers that may wait: even for a crowd that asks at once, more would take too long."""
MOST_TO_ONE = SHARES["answers"].of_host(MOST_OF_ASKS)
"""Answers that may wait for one person."""
MOST_COMMANDS = 64
"""Lines to the server itself that may wait."""
ASKS = 5
"""While games and those who ask both wait, every fifth line is for those who ask."""
IN_CHANNELS = 2
"""Lines in channels, of those who ask, to one in private, while both wait."""
CHANNEL_BURST = 2
"""Lines that may go at once to a channel that wants fewer than the network takes."""
_COLUMNS = 80
"""The longest text that is told in full where lines take time, if there is a shorter one."""
_MOST_IDLE = 160
"""The most bytes of a line of several facts."""
_MOST_BEHIND = 380
"""The same while more is to be told than the network takes."""
_BEHIND = 2.0
"""The bot is behind when it may send fewer lines at once."""
_OF_PEOPLE = (Role.STAKE, Role.ANSWER)
"""Roles in the threads of those who ask."""
_OF_DEALS = (Role.CARDS, Role.TURN)
"""Roles that show that a table is in a deal."""
_EARLY = 1e-6
"""A timer may fire slightly early: without this it would be set again for nothing."""
_RESERVED = 2
"""Lines of a burst that are kept for a game in a channel: those of a turn, one for everybody and one for the player."""
_LITTLE = 12
"""Lines within a minute up to which an answer in a channel may use what is kept for games, too."""


class Untold(Generic[FactT]):
    """All that is untold on a network."""

    def __init__(
        self, bucket: LineBucket, channels: Container[str] = (), most_lines: Callable[[str], int] = lambda _: 0
    ) -> None:
        """Begin with nothing to tell.

        Args:
            bucket: how many lines the network takes.
            channels: the channels in which the bot is; what others are to be told waits.
            most_lines: returns the most lines a minute that a channel wants; 0 for all that the network takes.
        """
        self._most_lines = most_lines
        self._buckets: dict[str, tuple[int, LineBucket]] = {}
        self._bucket = bucket
        self._channels = channels
        self._commands: deque[FactT] = deque()
        self._threads: dict[str, Thread[FactT]] = {}
        self._caused = LastMinute()
        self._numbers = count(1)
        self._gists: dict[tuple[str, str], str] = {}
        self._answered = ""
        self._in_channels = 0
        self._since_asks = 0
        self._played_at = -inf
        self._dealt: dict[str, float] = {}
        self._is_paced = True

    def __iter__(self) -> Iterator[FactT]:
        return chain(self._commands, *self._threads.values())

    def put(self, fact: FactT, now: float) -> FactT | None:
        """Add a fact; return the one to give up if too many wait.

        Args:
            fact: the fact.
            now: the time.
        """
        fact.since, fact.number = max(now, fact.telling.due or now), next(self._numbers)
        if not fact.place:
            return self._command(fact)
        story = self._threads.get(fact.thread, Thread())
        if fact.role is Role.ANSWER and not fact.telling.confirm and any(_is_same(fact, each) for each in story):
            return None
        if story.facts:
            # It is not late because another one of its story must not come before its time.
            fact.since = max(fact.since, story.facts[-1].since)
        fact.follows = tuple(self._before(fact))
        self._threads.setdefault(fact.thread, story).facts.append(fact)
        if fact.is_play:
            self._played_at = now
            if fact.role in _OF_DEALS:
                self._dealt = {each: at for each, at in self._dealt.items() if now - at < MINUTE} | {fact.thread: now}
        else:
            self._caused.forget(now)
            self._caused.add(fact.thread, now)
        surplus = self._surplus(fact, story)
        if surplus is not None:
            self.remove(surplus)
        return surplus

    def put_first(self, fact: FactT) -> None:
        """Add what is told again, before all others of its story."""
        if fact.place:
            self._threads.setdefault(fact.thread, Thread()).facts.appendleft(fact)
        else:
            self._commands.appendleft(fact)

    def remove(self, fact: FactT) -> None:
        """Forget a fact if it still waits."""
        if not fact.place and fact in self._commands:
            self._commands.remove(fact)
        story = self._threads.get(fact.thread)
        if story is not None and fact in story.facts:
            story.facts.remove(fact)
            if not story.facts:
                del self._threads[fact.thread]

    def release(self) -> None:
        """Let facts go before their time from now on: the bot is about to leave."""
        self._is_paced = False

    def thread_of(self, fact: FactT) -> Collection[FactT]:
        """Return the untold facts of the same thread, in order."""
        return self._threads.get(fact.thread, Thread()).facts

    def count(self, thread_end: str, role: Role) -> int:
        """Return how many facts of a role wait in the threads of somebody."""
        return sum(each.role is role and each.thread.endswith(thread_end) for each in self)

    def pick(self, now: float) -> NextLine[FactT] | None:
        """Return the next line, if it can go; its facts stay until they are removed. `note` it if it goes."""
        tokens = self._bucket.level(now) + _EARLY
        if self._commands:
            return NextLine((self._commands[0],)) if tokens >= 1 else None
        room = self._room(now)
        lines = self._lines(room)
        for line in lines.values():
            if not line.facts:
                return line
        key = self._choice(lines, room)
        if key is None or tokens < self._needed(key, lines[key], room):
            return None
        line = lines[key]
        if room.is_behind and line.facts[0].is_public:
            line = self._with_others(key, lines, room)
        for fact in line.facts if room.takes_time else ():
            if fact.brief and (room.is_behind or len(fact.text) > _COLUMNS or self._is_beside_others(fact, now)):
                fact.text = fact.brief
        return line

    def may_go(self, fact: FactT, now: float) -> bool:
        """Return whether nothing must be told before a fact, nor its time come."""
        return self._room(now).may_go(fact)

    def longest_wait(self, now: float) -> float:
        """Return for how many seconds the oldest fact that could be told waits."""
        room = self._room(now)
        return max([now - each.since for each in self if room.may_go(each)], default=0.0)

    def wait(self, now: float) -> float:
        """Return the seconds until a line can go or something is given up; infinity if time changes nothing."""
        self._bucket.level(now)
        if self._commands:
            return self._bucket.wait(1.0)
        room = self._room(now)
        lines = self._lines(room)
        if not all(line.facts for line in lines.values()):
            return 0.0
        key = self._choice(lines, room)
        silent = [thread for each, thread in self._threads.items() if each not in lines]
        needed = inf if key is None else self._needed(key, lines[key], room)
        if room.is_behind and any(room.may_go(thread.facts[0]) for thread in silent):
            needed = min(needed, _BEHIND)  # Then nothing waits long for company.
        later = min([thread.ready_at(room) - now for thread in silent], default=inf)
        return min(self._bucket.wait(needed), max(0.0, later))

    def delay(self, now: float) -> float:
        """Return the seconds that a line of another private game would wait if it came now."""
        tokens, room = self._bucket.level(now), self._room(now)
        lines = self._lines(room).values()
        asks = 1 + sum(not line.facts[0].is_play for line in lines if line.facts)
        play = sum(fact.is_play and room.may_go(fact) for fact in self)
        return self._bucket.seconds(asks + min(play, asks * (ASKS - 1)) - tokens)

    def take_spare(self, now: float) -> bool:
        """Take the room of a line that need not be sent, if nothing waits."""
        return not (self._commands or self._threads) and self._bucket.take_spare(now)

    def groups(self, now: float) -> Iterator[tuple[FactT, ...]]:
        """Yield the facts that could be told next of each game."""
        for line in self._lines(self._room(now)).values():
            if line.facts and line.facts[0].role is not Role.ANSWER:
                yield line.facts

    def is_playing(self, now: float) -> bool:
        """Return whether a game in a channel has told something within the last minute."""
        return now - self._played_at < MINUTE

    def _is_beside_others(self, fact: Fact, now: float) -> bool:
        """Return whether a fact promises the time of a deal, and lines of another one may come between."""
        others = (at for thread, at in self._dealt.items() if thread != fact.thread)
        return fact.role is Role.SEAL and any(now - at < MINUTE for at in others)

    def _room(self, now: float) -> LineRoom:
        burst = self._bucket.burst
        is_behind = self._bucket.tokens + _EARLY < min(_BEHIND, burst)
        most = _MOST_BEHIND if is_behind else _MOST_IDLE
        places = {thread.facts[0].place for thread in self._threads.values() if thread.facts[0].is_public}
        held = {
            place: now + bucket.wait(1.0) for place in places if (bucket := self._bucket_of(place, now)) is not None
        }
        takes_time, is_paced = self._bucket.takes_time, self._is_paced
        return LineRoom(now, is_behind, most, burst, self._channels, takes_time, is_paced, held, self._gists)

    def _bucket_of(self, place: str, now: float) -> LineBucket | None:
        """Return the bucket of a channel that wants at most so many lines a minute; None of others."""
        most = self._most_lines(place)
        known, bucket = self._buckets.get(place, (0, None))
        if known != most:
            self._buckets.pop(place, None)
            bucket = LineBucket(CHANNEL_BURST, MINUTE / (most - CHANNEL_BURST)) if most else None
            if bucket is not None:
                self._buckets[place] = (most, bucket)
        if bucket is not None:
            bucket.level(now)
        return bucket

    def _lines(self, room: LineRoom) -> dict[str, NextLine[FactT]]:
        """Return the next line of each story that has one."""
        behind = room._replace(is_behind=True, most=_MOST_BEHIND)
        lines = {
            key: story.next_line(behind if story.facts[0].place in room.held else room)
            for key, story in self._threads.items()
        }
        return {key: line for key, line in lines.items() if line is not None}

    def _choice(self, lines: dict[str, NextLine[FactT]], room: LineRoom) -> str | None:
        """Return the story whose line goes next."""
        play = [key for key, line in lines.items() if line.facts and line.facts[0].is_play]
        asks = [key for key, line in lines.items() if line.facts and not line.facts[0].is_play]
        if play and not (asks and self._since_asks >= ASKS - 1):
            return min(play, key=lambda key: lines[key].age)
        if self._answered in asks and lines[self._answered].facts[0].continues:
            return self._answered
        # A full channel is one target, and a crowd in private many.
        public = [key for key in asks if lines[key].facts[0].is_public]
        if public and (len(public) == len(asks) or self._in_channels < IN_CHANNELS):
            asks = public
        elif public:
            asks = [key for key in asks if key not in public]
        self._caused.forget(room.now)
        return min(asks, key=lambda key: (self._caused.counts[key], lines[key].age), default=None)

    def _needed(self, key: str, line: NextLine[FactT], room: LineRoom) -> float:
        """Return the tokens that must be there: those who ask leave some to games in channels."""
        is_kept = not line.facts[0].is_play and self.is_playing(room.now) and self._since_asks < ASKS - 1
        if is_kept and not (line.facts[0].is_public and self._caused.counts[key] <= _LITTLE):
            return 1 + max(0, min(_RESERVED, self._bucket.burst - 2))
        return 1

    def note(self, facts: Sequence[FactT]) -> None:
        """Note that the line of these facts goes: it is the turn of others, in its class and in all."""
        if not facts:
            return
        fact = facts[0]
        if fact.is_public and fact.place in self._buckets:
            self._buckets[fact.place][1].tokens -= 1
        if fact.thread in self._threads:
            self._threads[fact.thread] = self._threads.pop(fact.thread)
        if fact.rule.may_be_left_out:
            before = self._gists.pop((fact.thread, fact.place), "")
            self._gists[fact.thread, fact.place] = fact.telling.gist or before
            if len(self._gists) > MOST_OF_PLAY:
                del self._gists[next(iter(self._gists))]
        if fact.is_play:
            self._since_asks += 1
        elif fact.place:
            self._since_asks, self._answered = 0, fact.thread
            self._in_channels = self._in_channels + 1 if fact.is_public else 0

    def _with_others(self, key: str, lines: dict[str, NextLine[FactT]], room: LineRoom) -> NextLine[FactT]:
        """Return a line with those of other tables of its channel that have room in it; half-told facts go alone."""
        facts, left_out = lines[key]
        if facts[0].rest:
            return lines[key]
        for other, line in lines.items():
            is_beside = other != key and line.facts and not line.facts[0].rest and _is_beside(facts[0], line.facts[0])
            if is_beside and size_of([*facts, *line.facts]) <= room.most:
                facts, left_out = (*facts, *line.facts), (*left_out, *line.left_out)
        return NextLine(facts, left_out)

    def _before(self, fact: Fact) -> Iterator[FactT]:
        """Yield the last facts of the threads from which a new one follows, and of games that follow from its own."""
        for key, thread in self._threads.items() if fact.role not in _OF_PEOPLE else ():
            # Nothing follows from what its reader reads with the next line.
            last = next((each for each in reversed(thread.facts) if not each.rule.waits_always), None)
            if (
                last is not None
                and key != fact.thread
                and (key in fact.telling.follows or (last.telling.table and fact.thread in last.telling.follows))
            ):
                yield last

    def _command(self, fact: FactT) -> FactT | None:
        if any(_is_same(fact, each) for each in self._commands):
            return None
        if len(self._commands) >= MOST_COMMANDS:
            return fact
        self._commands.append(fact)
        return None

    def _surplus(self, fact: FactT, story: Thread[FactT]) -> FactT | None:
        """Return what to give up after a fact came, or None if there is room for all.

        First come, first served: in a crowd nobody would get an answer if each newcomer replaced the longest waiting
        one. But a person with more waiting answers than others makes room for them. Answers in channels and in private
        have room of their own.
        """
        if fact.role is Role.STAKE:
            return None
        if fact.is_play or fact.role is not Role.ANSWER:
            return fact if sum(each.is_play is fact.is_play for each in self) > MOST_OF_PLAY else None
        if sum(each.place == fact.place for each in story) > MOST_TO_ONE:  # a gateway's people may count as one
            return fact
        if sum(each.role is Role.ANSWER and each.is_public is fact.is_public for each in self) <= MOST_OF_ASKS:
            return None
        answers = [each for each in self._threads.values() if each.facts[0].role is Role.ANSWER]
        loudest = max(answers, key=len)
        return loudest.facts[-1] if len(loudest) > len(story) + 1 and loudest.facts[-1].role is Role.ANSWER else fact


def _is_same(fact: Fact, other: Fact) -> bool:
    return (fact.place, fact.text) == (other.place, other.text) and other.state is State.WAITING


def _is_beside(fact: Fact, other: Fact) -> bool:
    """Return whether two facts are of tables whose lines may be one."""
    tellings = (fact.telling, other.telling)
    return fact.place == other.place and all(each.front and each.is_mixed for each in tellings)
