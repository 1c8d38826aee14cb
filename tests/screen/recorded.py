"""A connection that answers from a script: recorded messages of the feed, for tests of what is drawn."""

from __future__ import annotations

import asyncio
from copy import deepcopy


def seat(number, name, stack, **more):
    usual = {
        "seat": number,
        "name": name,
        "kind": "robot",
        "stack": stack,
        "bet": 0,
        "status": "playing",
        "in_hand": True,
    }
    return {
        **usual,
        "position": "",
        "is_button": False,
        "card_count": 2,
        "cards": [],
        "hand": "",
        "last": "",
        "all_in": False,
        "drawn": None,
        **more,
    }


FLOP = {
    "is": "snapshot",
    "table": "t7",
    "seq": 412,
    "place": "#poker",
    "network": "libera",
    "number": 0,
    "game": "holdem",
    "betting": "no_limit",
    "title": "no-limit hold'em 5/10",
    "stakes": {"small_blind": 5, "big_blind": 10, "ante": 0},
    "most_seats": 5,
    "is_open": True,
    "policy": "cash game",
    "seats": [
        seat(1, "ann", 420, kind="person", cards=["Th", "8d"], hand="Pair of Tens"),
        seat(2, "hard", 710, is_button=True, last="checks"),
        seat(3, "caller", 505, in_hand=False, last="folds"),
        seat(4, "bob", 480, kind="person", bet=40, last="bets 40"),
    ],
    "deal": "19",
    "street": "turn",
    "board": ["9h", "3h", "Ts", "6d"],
    "pot": 210,
    "pots": [210],
    "turn": {"seat": 1, "id": "19:7", "seconds": 32.0, "of": 45.0},
    "next": None,
    "sealed": "70df" * 10,
    "you": {
        "seat": 1,
        "cards": ["Th", "8d"],
        "hand": "Pair of Tens",
        "turn": "19:7",
        "seconds": 32.0,
        "legal": {"fold": True, "check": False, "call": 40, "bet": None, "raise_to": [80, 420], "discard": 0},
    },
    "log": ["TURN 9♥ 3♥ T♠ [6♦] | pot 170", "bob bets 40", "hard thinks …"],
}
"""The table of the design."""


DRAW = {
    **FLOP,
    "game": "draw",
    "title": "no-limit five-card draw ante 10",
    "board": [],
    "street": "postdraw",
    "you": {
        **FLOP["you"],
        "cards": ["Th", "8d", "8c", "2s", "Ac"],
        "hand": "Pair of Eights",
        "legal": {"fold": False, "check": False, "call": 0, "bet": None, "raise_to": None, "discard": 5},
    },
}
"""A table of draw on the player's draw."""
VIDEO_POKER = {
    "machine": "videopoker",
    "stage": "deal",
    "cards": ["Th", "8d", "8c", "2s", "Ac"],
    "stake": 10,
    "chips": 990,
    "held": [],
    "hand": "",
    "payout": 0,
}
"""A game of video poker before its draw."""


class Script:
    """A link that answers each request with what `answers` has for it, else with `done`.

    Attributes:
        answers: answers by the name of the request.
        asked: the requests.
    """

    def __init__(self, snapshot=FLOP, **answers):
        person = {"nick": "ann", "chips": 1240, "tables": [snapshot["table"]]}
        listed = {"table": snapshot["table"], "place": snapshot["place"], "title": snapshot["title"], "seats": []}
        self.answers = {
            "hello": [{"is": "welcome", "person": person, "protocol": 1}],
            "me": [{"is": "welcome", "person": person, "protocol": 1}],
            "tables": [{"is": "tables", "tables": [listed], "more": False}],
            "watch": [snapshot],
            "robots": [{"is": "robots", "robots": []}],
            "tournaments": [{"is": "tournaments", "tournaments": []}],
            "figures": [{"is": "figures", "seats": []}],
            "why": [{"is": "why", "deal": "18", "lines": ["hard checks"], "ranges": []}],
            **answers,
        }
        self.asked = []
        self._messages = asyncio.Queue()

    def send(self, message):
        self.asked.append(message)
        answers = deepcopy(self.answers.get(message["do"], []))
        for answer in answers:
            self.tell({**answer, "id": message["id"]})
        if all(answer["is"] == "reply" for answer in answers):
            self.tell({"is": "done", "id": message["id"]})

    def tell(self, message):
        self._messages.put_nowait(message)

    async def receive(self):
        return await self._messages.get()

    def close(self):
        self._messages.put_nowait(None)
