"""The rules of every story, looked at in each line that goes: what is broken is counted, and must stay 0.

The tests have a machine of rules that knows no more than what people read (tests/story/rules.py); this one knows the
facts, whatever language they are told in.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from msgspec import Struct, field

from ircpoker.runtime.activity import Activity
from ircpoker.telling.facts import STALE_AFTER, Fact, State
from ircpoker.telling.rules import Role

MOST_BYTES = 400
"""The longest line of several facts."""
LONGEST_SILENCE = 60.0
"""Seconds after which everything about a game is told or given up."""
LATEST_RESULT = 180.0
"""The same for the result of a stake, even in a crowd."""
RULES_KEPT = ("seal", "order", "untrue", "spoiler", "stake", "length", "card", "silence")
"""The rules, by the names that the machine of the tests gives them."""
OTHERS, PRIVATE = "others", "private"


class _SoFar(Struct):
    """What was told of a story.

    Attributes:
        last: by place, the number of the last fact.
        is_sealed: whether the deck of the next deal is sealed, as far as readers know.
        has_ended: whether a deal has ended, and no other has begun.
    """

    last: dict[str, int] = field(default_factory=dict)
    is_sealed: bool = False
    has_ended: bool = False


class Referee:
    """Counts the lines of a connection by their places, and what breaks a rule."""

    def __init__(self, network: str, listed: Container[str], channels: Container[str], activity: Activity) -> None:
        """Begin before the first line.

        Args:
            network: the network's name.
            listed: the channels of the configuration; lines in others count together.
            channels: the channels in which the bot is.
            activity: has the counters.
        """
        self._network = network
        self._listed = listed
        self._channels = channels
        self._activity = activity
        self._stories: dict[str, _SoFar] = {}

    def read(self, facts: Sequence[Fact], now: float) -> None:
        """Read the facts of a line that goes now."""
        first = facts[0]
        place = PRIVATE if not first.is_public else first.place if first.place in self._listed else OTHERS
        self._activity.lines_to_people[self._network, place] += 1
        if len(facts) > 1 and len(first.text.encode()) > MOST_BYTES:
            self._activity.story_faults["length"] += 1
        for fact in facts if first.telling.table else ():
            self._activity.story_faults.update(self._broken(fact, now))

    def give_up(self, fact: Fact) -> None:
        """Note that a fact is not told: nobody waits for it."""
        if fact.role is Role.SEAL and fact.thread in self._stories:
            self._stories[fact.thread].is_sealed = True

    def _broken(self, fact: Fact, now: float) -> Iterator[str]:
        """Yield the rules that a fact breaks if it is told now."""
        so_far, role, still = self._stories.setdefault(fact.thread, _SoFar()), fact.role, fact.telling.still
        if fact.number and fact.number < so_far.last.get(fact.place, 0):
            yield "order"
        so_far.last[fact.place] = max(fact.number, so_far.last.get(fact.place, 0))
        if any(each.state is State.WAITING and self._is_heard(each) for each in fact.follows):
            yield "spoiler"
        if still is not None and not fact.rest and not still():
            yield "untrue"
        if role is Role.CARDS and fact.is_public:
            yield "card"
        # It may have waited for its reader's next line, or behind another one for a channel without the bot.
        latest = LATEST_RESULT if role is Role.STAKE else LONGEST_SILENCE + fact.rule.waits_always + STALE_AFTER
        if now - fact.since > latest:
            yield "stake" if role is Role.STAKE else "silence"
        if role in {Role.POSITIONS, Role.CARDS}:
            if so_far.has_ended and not so_far.is_sealed:
                yield "seal"
            so_far.has_ended = so_far.is_sealed = False
        elif role is Role.RESULT:
            so_far.has_ended, so_far.is_sealed = True, False
        elif role is Role.SEAL:
            so_far.is_sealed = True

    def _is_heard(self, fact: Fact) -> bool:
        return not fact.is_public or fact.place in self._channels
