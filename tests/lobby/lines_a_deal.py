"""Reports how many lines, and bytes of text, a deal takes: two people and two robots in a channel.

    python -m tests.lobby.lines_a_deal            of 200 deals
    python -m tests.lobby.lines_a_deal 1000

The people play as the robot `regular` does, which folds about as often as people do. Bytes are those of the text as IRC
gets it, with the usual suit signs and colours, without the protocol's prefix; characters are those without codes.
"""

from __future__ import annotations

import re
import sys
from random import Random

from ircpoker.chat.message import Reply
from ircpoker.chat.presence import Presence
from ircpoker.config import BotSettings, NetworkSettings
from ircpoker.robots import ask_action, load_robots, make_robot
from ircpoker.table import make_view
from ircpoker.transports.irc.features import ServerFeatures
from ircpoker.transports.irc.people import UserTracker
from ircpoker.transports.irc.rendering import Rendering
from ircpoker.transports.irc.upkeep import OwnAttempts
from ircpoker.transports.irc.wanted import WantedChannels
from tests.lobby.hall import CHANNEL, NET, Hall

ROBOT_CLASSES = load_robots()
PEOPLE = ("ann", "bob")
ROBOTS = ("regular", "loose")


_END = re.compile(r"#\d+ .*(?:\bwins? | split |\bmain \d)")


class CountedHall(Hall):
    """A hall that counts what is read.

    Attributes:
        read: lines and bytes of deals: those in the channel, and of all people together.
        deals: deals that are over.
        longest: the characters of the longest public line.
    """

    def __init__(self, read: dict[str, list[int]], seed: int) -> None:
        self.read = read
        self.deals = self.longest = 0
        network = NetworkSettings(NET)
        wanted = WantedChannels([CHANNEL], OwnAttempts.of(network).channel)
        people = UserTracker(network, ServerFeatures(), Presence(), "dealer", wanted)
        people.enter(CHANNEL)
        for nick in PEOPLE:
            people.join(CHANNEL, nick)
        self._channel = people.channel(CHANNEL)
        self._rendering = Rendering(BotSettings(), people)
        super().__init__(seed=seed, drama=True, reminder=0.0)

    def hear(self, target: str, reply: Reply) -> None:
        """Count a line, except lines of people who sit down."""
        super().hear(target, reply)
        self.deals += bool(_END.match(reply.text))
        is_public = target == CHANNEL
        if not self.has_table() or not (self.deals or self.table().hand):
            return
        if is_public:
            self.longest = max(self.longest, len(reply.text))
        counts = self.read["channel" if is_public else "each person"]
        counts[0] += 1
        counts[1] += len(self._rendering.text(reply, self._channel if is_public else None).encode())


def main(arguments: list[str]) -> int:
    """Play, and print the means."""
    deals = int(arguments[0]) if arguments else 200
    rng, dealt, decisions, longest = Random(1), 0, 0, 0
    read = {"channel": [0, 0], "each person": [0, 0]}
    while dealt < deals:
        with CountedHall(read, rng.randrange(10**6)) as hall:
            sit_down(hall)
            # Somebody without chips leaves, and another table begins.
            while dealt + hall.deals < deals and hall.has_table() and len(hall.table().seats.people) == len(PEOPLE):
                if nick := hall.actor():
                    hall.say(nick, sensible_command(hall, rng))
                    decisions += 1
                else:
                    hall.wait(1)
            dealt, longest = dealt + hall.deals, max(longest, hall.longest)
    facts = (
        f"{dealt} deals, {len(PEOPLE)} people, {len(ROBOTS)} robots, {decisions / dealt:.1f} decisions of people a deal"
    )
    sys.stdout.write(f"{facts}, longest public line {longest} characters\n")
    for where, (lines, size) in read.items():
        share = dealt if where == "channel" else dealt * len(PEOPLE)
        means = f"{lines / share:.1f} lines and {size / share:.0f} bytes a deal, {size / lines:.0f} bytes a line"
        sys.stdout.write(f"{where}: {means}\n")
    return 0


def sensible_command(hall: Hall, rng: Random) -> str:
    """Return what `regular` would do in the actor's place, as a command."""
    hand = hall.table().hand
    assert hand is not None
    assert hand.deal.actor is not None
    view = make_view(hand.deal, hand.deal.actor)
    return f"!{ask_action(make_robot(ROBOT_CLASSES['regular']), view, rng)}"


def sit_down(hall: Hall) -> None:
    """Let everybody sit down."""
    for number, nick in enumerate(PEOPLE):
        hall.say(nick, "!sit 500" if number else "!open 500")
    for robot in ROBOTS:
        hall.say(PEOPLE[0], f"!addbot {robot}")
    hall.wait(5)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
