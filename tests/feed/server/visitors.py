"""People who come by an endpoint of the feed into a hall, and what their connections have received, byte by byte."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

from ircpoker.cards import Card
from ircpoker.chat.outgoing import Outgoing
from ircpoker.feed import encode
from ircpoker.feed.lines import decode_answer
from ircpoker.feed.server.endpoints import FeedEndpoint
from ircpoker.lobby import Table
from tests.feed.wire import fields_of
from tests.lobby.hall import CHANNEL, NET, Hall, random_command

CARD = re.compile(r"(?<![0-9A-Za-z])([2-9TJQKA][cdhs])(?![0-9A-Za-z])")
"""A card anywhere, in a field or among words."""
UNKNOWN = "there is no such table"
"""The error of a table that there is not, or that one may not see."""
PLUGINS = ("holdem", "draw", "bank", "help", "admin")


class FeedHall(Hall):
    """A hall whose bot has the endpoints of the feed.

    Attributes:
        announced: the lines of tables in the channel, as IRC got them.
        endpoints: the endpoints by name.
    """

    def __init__(self, *args: Any, **rules: Any) -> None:
        self.announced: list[str] = []
        self.endpoints: dict[str, FeedEndpoint] = {}
        super().__init__(*args, **{"plugins": PLUGINS} | rules)
        self.services.presence.note_open(NET, CHANNEL, is_open=True)
        feeds = None
        for name in ("local", "ssh", "web", "program"):
            self.services.beside_irc.append(name)
            self.endpoints[name] = FeedEndpoint(name, name, self.router, feeds)
            feeds = self.endpoints[name].feeds
            self.endpoints[name].open()

    def _deliver(self, line: Outgoing) -> None:
        if line.reader.target == CHANNEL and line.table:
            self.announced.append(line.reply.text)
        super()._deliver(line)


class Visitor:
    """One connection.

    Attributes:
        received: all messages, in order.
        state: the table that is watched, as its snapshot and the events since have it; None without one.
        lines: the lines of the events, as IRC got them.
    """

    def __init__(self, hall: FeedHall, endpoint: str = "web", nick: str = "", **person: str) -> None:
        self.hall = hall
        self.nick = nick
        self.session = hall.endpoints[endpoint].connect(lambda: None)
        self.received: list[dict[str, Any]] = []
        self.state: dict[str, Any] | None = None
        self.lines: list[str] = []
        self.bytes = b""
        if nick:
            address = {} if hall.endpoints[endpoint].rules.is_operator else {"address": "192.0.2.7"}
            (answer,) = self.ask("hello", person={"nick": nick, **address, **person})
            assert answer["is"] == "welcome", answer

    def ask(self, do: str, **fields: Any) -> list[dict[str, Any]]:
        """Send a message, and return the answers."""
        self.listen()
        number = len(self.received) + 1
        self.session.receive({"do": do, "id": number, **fields})
        self.hall.run()
        return [message for message in self.listen() if message.get("id") == number]

    def say(self, text: str, place: str | None = CHANNEL) -> list[str]:
        """Say a line, and return the texts of the replies."""
        answers = self.ask("say", text=text, **({"place": place} if place else {}))
        return [answer["text"] for answer in answers if "text" in answer]

    def watch(self, **named: Any) -> dict[str, Any]:
        """Watch a table, and return the answer."""
        answers = self.ask("watch", **(named or {"place": CHANNEL}))
        return answers[-1]

    def listen(self) -> list[dict[str, Any]]:
        """Take what has come."""
        new = []
        for message in self.session.take():
            line = encode(message)
            self.bytes += line
            assert fields_of(decode_answer(line)) == json.loads(line), "a client has what was sent"
            new.append(json.loads(line))
            self._note(new[-1])
        self.received += new
        return new

    def _note(self, message: dict[str, Any]) -> None:
        if message["is"] == "snapshot":
            self.state = {name: value for name, value in message.items() if name not in {"is", "id"}}
        elif message["is"] == "event" and self.state is not None:
            assert message["seq"] in {self.state["seq"], self.state["seq"] + 1}, message
            self.state |= {"seq": message["seq"], **message.get("set", {})}
            if message["event"] != "your_turn" and message.get("words"):
                self.lines += message.get("lines") or ([] if _is_part(message) else [message["words"]])

    def act(self, rng: Random) -> dict[str, Any]:
        """Act at random on one's turn, and return the answer."""
        self.listen()
        assert self.state is not None
        you = self.state["you"]
        answer = self.ask("act", table=self.state["table"], turn=you["turn"], **random_action(you["legal"], rng))[-1]
        assert answer["is"] == "done", answer
        return answer

    def cards(self) -> set[str]:
        """Return all cards that it has received, in fields and among words."""
        return set(CARD.findall(self.bytes.decode()))


def _is_part(message: dict[str, Any]) -> bool:
    """Return whether an event is a part of an announcement, whose last event has the lines."""
    return message["event"] in {"acted", "street", "seat"} and "left" not in message


def random_action(legal: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Return a random action with its amount; folds seldom."""
    if legal["discard"]:
        return {"action": "discard", "cards": rng.sample(range(1, 6), rng.randint(0, min(3, legal["discard"])))}
    choices: list[dict[str, Any]] = [{"action": "check"}] * 4 if legal["check"] else [{"action": "fold"}]
    if legal["call"]:
        choices += [{"action": "call"}] * 4
    for name in ("bet", "raise_to"):
        if legal[name]:
            least, most = legal[name]
            choices += [{"action": name, "amount": least}, {"action": name, "amount": rng.randint(least, most)}]
            if rng.random() < 0.2:
                choices.append({"action": name, "amount": most})
    return rng.choice(choices)


def play_a_turn(hall: FeedHall, visitors: dict[str, Visitor], rng: Random) -> None:
    """Let somebody act, wherever they are; between deals time passes, and broke players bring chips."""
    nick = hall.actor()
    if not nick:
        for seat in hall.table().seats.people if hall.has_table() else ():
            if not seat.stack and hall.table().hand is None:
                _speak(hall, visitors, seat.nick, "!rebuy")
        hall.wait(rng.choice((0.5, 1.0, 5.0)))
    elif nick in visitors and rng.random() < 0.8:
        visitors[nick].act(rng)
    else:
        _speak(hall, visitors, nick, random_command(hall, CHANNEL, rng))


def _speak(hall: FeedHall, visitors: dict[str, Visitor], nick: str, text: str) -> None:
    if nick in visitors:
        visitors[nick].say(text)
    else:
        hall.say(nick, text)


def truth(table: Table) -> dict[str, Any]:
    """Return the facts of a table as the lobby has them, outside of an all-in that is shown street by street."""
    state, hand = table.state, table.state.hand
    deal = hand.deal if hand is not None else None

    def bet(number: int) -> int:
        return deal.bets[hand.numbers.index(number)] if hand and deal and number in hand.numbers else 0

    over = state.showable if hand is None else None
    after = list(map(str, over.board)) if over is not None and not over.is_called_off else []
    return {
        "stacks": {number + 1: state.chips(number) for number in sorted(state.seats)},
        "names": {number + 1: seat.nick for number, seat in sorted(state.seats.items())},
        "bets": {number + 1: bet(number) for number in sorted(state.seats)},
        "in_hand": {number + 1: hand.is_in(number) for number in sorted(state.seats)} if hand else {},
        "board": list(map(str, deal.board)) if deal else after,
        "pot": deal.pot if deal else 0,
        "deal": hand.deal_id if hand else "",
        "turn": hand.actor + 1 if hand and hand.turn and hand.actor is not None else None,
    }


def seen(state: dict[str, Any]) -> dict[str, Any]:
    """Return the same facts of a table from a connection; after a deal without the seats that it has emptied."""
    seats = [seat for seat in state["seats"] if state["deal"] or seat["status"] != "leaving"]
    return {
        "stacks": {seat["seat"]: seat["stack"] for seat in seats},
        "names": {seat["seat"]: seat["name"] for seat in seats},
        "bets": {seat["seat"]: seat["bet"] for seat in seats},
        "in_hand": {seat["seat"]: seat["in_hand"] for seat in seats if state["deal"]},
        "board": state["board"],
        "pot": state["pot"],
        "deal": state["deal"],
        "turn": state["turn"] and state["turn"]["seat"],
    }


def without_seconds(value: Any) -> Any:
    """Return a message without times that pass."""
    if isinstance(value, dict):
        return {name: without_seconds(each) for name, each in value.items() if name not in {"seconds", "id"}}
    return [without_seconds(each) for each in value] if isinstance(value, list) else value


def held_cards(hall: FeedHall) -> dict[str, set[Card]]:
    """Return the hole cards of everybody in the hand in progress, by nick."""
    table = hall.table() if hall.has_table() else None
    hand = table.hand if table is not None else None
    if table is None or hand is None:
        return {}
    return {table.seats[number].nick: set(hand.deal.hole_cards[at]) for at, number in enumerate(hand.numbers)}


def error(answers: list[dict[str, Any]]) -> str:
    (answer,) = answers
    assert answer["is"] == "error", answer
    return answer["text"]


def turn_of(hall: FeedHall, visitor: Visitor) -> dict[str, Any]:
    """Let the others check and call until it is somebody's turn, and return `you`."""
    for _ in range(100):
        if hall.actor() == visitor.nick:
            break
        hall.say(hall.actor(), "!call") if hall.actor() else hall.wait(5)
    assert hall.actor() == visitor.nick
    visitor.listen()
    assert visitor.state is not None
    return visitor.state["you"]


def pass_on(hall: FeedHall, visitor: Visitor) -> None:
    """Let somebody check or call on their turn."""
    you = turn_of(hall, visitor)
    action = "check" if you["legal"]["check"] else "call"
    assert visitor.ask("act", table=hall.table().id, turn=you["turn"], action=action)[-1]["is"] == "done"
