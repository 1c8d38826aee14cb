"""A connection that answers from a script: recorded messages of the feed, for tests of what is drawn."""

from __future__ import annotations

import asyncio

from msgspec import convert

from ircpoker.feed.requests import MachineFacts
from tests.feed.wire import BOT, WELCOME, YOU, fields_of, message_of


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
    "tournament": None,
    "last": None,
    "you": {
        **YOU,
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


LISTED = ("table", "place", "network", "number", "game", "title", "most_seats", "is_open")
"""What the list of tables says of one."""


def machine(**changes):
    """Return a machine as the screen has it: video poker before its draw, with changes."""
    return convert({**VIDEO_POKER, **changes}, MachineFacts)


class Script:
    """A link that answers each request with what `answers` has for it, else with `done`.

    Attributes:
        answers: answers by the name of the request.
        welcome: the greeting among them.
        asked: the requests.
    """

    def __init__(self, snapshot=FLOP, bot=None, **answers):
        person = {
            "id": "libera/ann", "network": "libera", "nick": "ann", "chips": 1240, "at_tables": 0, "preferences": {},
            "tables": [snapshot["table"]],
        }  # fmt: skip
        listed = {name: snapshot[name] for name in LISTED}
        self.welcome = {**WELCOME, "person": person, "bot": {**BOT, **(bot or {})}}
        self.answers = {
            "hello": [self.welcome],
            "me": [self.welcome],
            "tables": [{"is": "tables", "tables": [{**listed, "seats": []}], "more": False}],
            "watch": [snapshot],
            "robots": [{"is": "robots", "robots": []}],
            "tournaments": [{"is": "tournaments", "tournaments": []}],
            "figures": [{"is": "figures", "table": snapshot["table"], "game": "holdem", "seats": []}],
            "why": [{"is": "why", "deal": "18", "lines": ["hard checks"], "ranges": []}],
            **answers,
        }
        self.asked = []
        self._messages = asyncio.Queue()

    def send(self, request):
        fields = fields_of(request)
        self.asked.append(fields)
        answers = self.answers.get(fields["do"], [])
        for answer in answers:
            self.tell({**answer, "id": fields["id"]})
        if all(answer["is"] == "reply" for answer in answers):
            self.tell({"is": "done", "id": fields["id"]})

    def welcome_at(self, *tables):
        """Return the greeting of the person with seats at tables."""
        return {**self.welcome, "person": {**self.welcome["person"], "tables": list(tables)}}

    def tell(self, message):
        self._messages.put_nowait(message_of(message))

    async def receive(self):
        return await self._messages.get()

    def close(self):
        self._messages.put_nowait(None)
