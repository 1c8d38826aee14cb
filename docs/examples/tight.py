"""An example of a robot that is a program: it plays pairs and high cards, by JSON lines (see ../own-robot.md).

ircpoker match ./docs/examples/tight.py caller --game limit --deals 1000
"""

import json
import sys

RANKS = "23456789TJQKA"
GAMES = {"holdem": [2, 10], "pot_limit": [2, 10], "limit": [2, 10]}


def is_good(cards, board):
    """Return whether a hand has a pair with the board, or two cards from the ten on."""
    ranks = [card[0] for card in cards]
    if ranks[0] == ranks[1] or any(card[0] in ranks for card in board):
        return True
    return not board and all(RANKS.index(rank) >= 8 for rank in ranks)


def choose(message):
    """Return the answer to an `act` message."""
    legal = message["legal"]
    if is_good(message["hole_cards"], message["board"]):
        for action in ("bet", "raise_to"):
            if legal[action]:
                return {"action": action, "amount": legal[action][0], "why": "a good hand"}
        if legal["call"]:
            return {"action": "call"}
    return {"action": "check" if legal["check"] else "fold"}


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"protocol": 2, "games": GAMES}), flush=True)
    elif message["type"] == "act":
        print(json.dumps(choose(message)), flush=True)
