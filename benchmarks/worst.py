"""The longest time for which a command stops the bot, by command: `python -m benchmarks.worst [COMMAND]`.

Each command gets the inputs that take it longest, hostile ones among them, after one run that loads the tables. Nothing
is sent. Some commands read a ledger with many accounts and one player's deals. The limit is 20 ms.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from benchmarks.lobby import NETWORK, Hall
from benchmarks.measure import describe_machine, parse_words
from ircpoker.chat.message import Message
from ircpoker.people import Person

PLUGINS = ("parse", "slots", "videopoker", "holdem", "draw", "bank", "help")
ACCOUNTS, TURNS, ROUNDS = 2000, 300, 5
WIDE = "22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32+"
ANY_TEN = " ".join(["any"] * 10)
TEN = "Ah Kd Qc Js 9h 8d 7c 5s 4h 2d"
INPUTS = (
    f"parse {TEN}",
    "parse " + "Ah" * 400,
    f"value openholdem Ah Kd / {TEN[6:20]}",
    f"value manual {TEN[:20]}",
    "discards Ah Kd Qc Js 9h",
    "discards videopoker Ah Kd Qc Js 9h",
    "vp 10",
    "slot 10",
    "odds " + " ".join(f"{99 - number}%" for number in range(10)),
    "odds " + " ".join([f"{WIDE}:0.5"] * 10),
    "odds " + " ".join([",".join(["any"] * 60)] * 4),
    "odds " + " ".join([",".join(f"{99 - number / 100:.2f}%" for number in range(60))] * 2),
    "odds " + " ".join(["QQ+,AK"] * 10),
    "odds AK QQ JT / 2c 7d 8h 5s 3d",
    "odds 99% 98% / 2c 7d 9h",
    "odds AsAh any / 2c 3c 4d",
    f"odds {ANY_TEN}",
    f"odds omaha {ANY_TEN}",
    "help",
    "x" * 1000,
    "bank nobody",
    "top",
    "top won",
    "top hands",
    "top week",
    "stats",
    "stats holdem",
    "history 20",
    "replay 1",
    "replay 20",
    "proof",
    "proof 1",
    "seed " + "x" * 900,
    "play caller caller caller caller caller caller caller caller caller",
)


def play(hall: Hall, nick: str) -> None:
    """Play deals against callers and a raiser, with checks and calls only."""
    for _ in range(TURNS):
        if not hall.tables:
            hall.say(nick, "play caller caller caller caller 2000", None)
        hall.wait(6)
        hall.say(nick, "call", None)
        hall.say(nick, "check", None)


def main(only: str = "") -> None:
    """Print the best of some rounds for each input."""
    print(describe_machine())
    with tempfile.TemporaryDirectory() as folder:
        hall = Hall(Path(folder), (), PLUGINS)
        for number in range(ACCOUNTS):
            hall.say(f"nick{number}", "bank", None)
        play(hall, "ann")
        hall.say("ann", "leave", None)
        hall.wait(60)
        for text in INPUTS:
            if not text.startswith(only):
                continue
            spent = []
            for number in range(ROUNDS):
                nick = f"nick{number}" if text.startswith("play") else "ann"
                message = Message(Person(NETWORK, nick, nick), text, None, "dealer")
                start = time.thread_time()
                replies = hall.router.handle(message)
                spent.append(time.thread_time() - start)
                answer = replies[0].text[:50] if replies else ""
            print(f"{1000 * min(spent[1:]):6.1f} ms  {text[:50]:50}  {answer}", flush=True)


if __name__ == "__main__":
    main(*parse_words(__doc__, only=""))
