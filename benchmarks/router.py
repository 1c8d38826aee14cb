"""Commands per second through the router and a plugin: `python -m benchmarks.router`.

Each message is created anew, as by a transport, and each answer is rendered for IRC. For comparison, the same hand is
read, valued and named without any chat.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from benchmarks.measure import best_seconds, describe_machine, parse_words, print_rates
from ircpoker.chat.loader import load_plugins
from ircpoker.chat.message import Message
from ircpoker.chat.router import Router
from ircpoker.chat.services import Services
from ircpoker.config import default_settings
from ircpoker.hands import best_hand
from ircpoker.people import Person
from ircpoker.transports.irc.rendering import Style, render

COUNT = 5000
HAND = "Ah Td 4c 3s Js 7h 2d"
STYLE = Style(has_colour=True)
REFERENCE = "best_hand(text).name"
LINES = {
    "!parse, 7 cards, in a channel": f"!parse {HAND}",
    "nick: parse, 7 cards": f"dealer: parse {HAND}",
    "!parse without cards": "!parse",
    "!parse with an error": "!parse Ah Zh",
    "!value kev, 7 cards": f"!value kev {HAND}",
    "!help": "!help",
    "chat that is not a command": "well played, I did not see that coming",
}


def main() -> None:
    """Print the rates."""
    settings = default_settings(Path.cwd())
    router = Router(Services(settings, random.Random(1)))
    load_plugins(router, ["parse", "help"])
    speaker = Person("net", "alice", "alice")

    def answer(text: str) -> Callable[[], None]:
        def run() -> None:
            for _ in range(COUNT):
                for reply in router.handle(Message(speaker, text, "#poker", "dealer")):
                    render(reply, STYLE)

        return run

    def plain() -> None:
        for _ in range(COUNT):
            best = best_hand(HAND)
            f"{best} {best.name}"

    contestants = {REFERENCE: plain} | {name: answer(text) for name, text in LINES.items()}
    print(describe_machine())
    print_rates("commands", best_seconds(contestants), dict.fromkeys(contestants, COUNT), REFERENCE)


if __name__ == "__main__":
    parse_words(__doc__)
    main()
