"""The client of the feed, against a bot that loses messages and refuses people as a test wants it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from ircpoker.errors import TransportError
from ircpoker.feed import FeedClient
from ircpoker.feed import connection as connection_module
from ircpoker.feed.messages import Answer, Closed, Event
from ircpoker.feed.requests import Done, Request, Watch
from tests.feed.wire import ACTED, WELCOME, YOU, fields_of, message_of
from tests.feed.wire import TABLE as SNAPSHOT
from tests.waiting import PATIENCE

Message = dict[str, Any]
TABLE = "table:1"
REPLY = {"is": "reply", "kind": "private", "text": "hello"}
LISTED = {
    "place": "#poker", "network": "net", "number": 0, "game": "holdem", "title": "", "most_seats": 10, "is_open": True,
    "seats": [],
}  # fmt: skip


class ScriptedBot:
    """A bot, one connection after the other.

    Attributes:
        asked: all requests.
        answer: returns the answers to a request, without its number.
    """

    def __init__(self) -> None:
        self.asked: list[Message] = []
        self.answer: Callable[[Message], list[Message]] = welcome
        self._queue: asyncio.Queue[Message | None] = asyncio.Queue()

    async def open(self) -> ScriptedBot:
        self._queue = asyncio.Queue()
        return self

    def send(self, request: Request) -> None:
        fields = fields_of(request)
        self.asked.append(fields)
        self.tell(*[{**answer, "id": fields["id"]} for answer in self.answer(fields)])

    def tell(self, *messages: Message | None) -> None:
        for message in messages:
            self._queue.put_nowait(message)

    async def receive(self) -> Answer | Event | None:
        fields = await self._queue.get()
        return fields and message_of(fields)

    def close(self) -> None:
        self.tell(None)


def welcome(_request: Message) -> list[Message]:
    return [WELCOME]


def refuse(_request: Message) -> list[Message]:
    return [{"is": "error", "text": "too many from there"}]


def event(seq: int, **fields: Any) -> Message:
    return {**ACTED, "table": TABLE, "seq": seq, "words": f"act {seq}", **fields}


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TRY_SECONDS", "FIRST_WAIT", "LONGEST_WAIT"):
        monkeypatch.setattr(connection_module, name, 0.0)
    monkeypatch.setattr(connection_module, "TRIES", 3)


def with_bot(visit: Callable[[ScriptedBot, FeedClient], Any]) -> None:
    async def run() -> None:
        bot = ScriptedBot()
        async with asyncio.timeout(PATIENCE), await FeedClient.start(bot.open, stays=True) as feed:
            await visit(bot, feed)

    asyncio.run(run())


def test_a_greeting_that_is_refused_for_a_while_is_repeated() -> None:
    async def visit(bot: ScriptedBot, feed: FeedClient) -> None:
        answers = [refuse({}), welcome({})]
        bot.answer = lambda _: answers.pop(0)
        bot.tell(None)
        while answers or not feed.is_connected:
            await asyncio.sleep(0)
        assert [request["do"] for request in bot.asked] == ["hello"] * 3

    with_bot(visit)


def test_a_greeting_that_is_always_refused_ends_the_client_with_the_reason() -> None:
    async def visit(bot: ScriptedBot, feed: FeedClient) -> None:
        lost: list[bool] = []
        feed.on_lost = lambda: lost.append(feed.is_connected)
        bot.answer = refuse
        bot.tell(None)
        with pytest.raises(TransportError, match="the bot refuses the connection: too many from there"):
            await feed.next_message()
        assert lost == [False, False], "when it was lost, and when it was given up"
        with pytest.raises(TransportError, match="refuses the connection"):
            await feed.say("bank")

    with_bot(visit)


def test_a_gap_is_asked_for_once_and_older_events_change_nothing() -> None:
    async def visit(bot: ScriptedBot, feed: FeedClient) -> None:
        bot.answer = lambda _: [{**SNAPSHOT, "seq": 5}]
        await feed.watch(TABLE)
        bot.answer = lambda _: []
        bot.tell(event(8, set={"pot": 80}), event(9), event(10))
        while len(bot.asked) < 3:
            await asyncio.sleep(0)
        for _ in range(20):
            await asyncio.sleep(0)
        (asked,) = bot.asked[2:]
        assert (asked["do"], asked["since"]) == ("watch", 5)
        bot.tell(*[event(number, set={"pot": 10 * number}) for number in range(6, 11)])
        bot.tell({"is": "done", "id": asked["id"], "table": TABLE, "seq": 10})
        bot.tell(event(7, set={"pot": 70}), event(10, event="your_turn", words=""), event(11))
        heard = [(await feed.next_message()).seq for _ in range(7)]
        assert heard == [6, 7, 8, 9, 10, 10, 11]
        assert (feed.tables[TABLE].seq, feed.tables[TABLE].pot) == (11, 100)
        assert feed.tables[TABLE].log == tuple([f"act {number}" for number in range(6, 12)])
        bot.tell(event(13))
        while len(bot.asked) < 4:
            await asyncio.sleep(0)
        assert bot.asked[3]["since"] == 11, "the next gap is asked for, too"

    with_bot(visit)


def test_it_is_read_in_a_loop_until_the_bot_is_gone() -> None:
    async def run() -> None:
        bot = ScriptedBot()
        async with asyncio.timeout(PATIENCE), await FeedClient.start(bot.open) as feed:
            bot.tell(REPLY, event(3), event(4, event="closed"), None)
            heard = [message async for message in feed]
        assert heard == [message_of(REPLY), Closed(table=TABLE, seq=4, words="act 4")]

    asyncio.run(run())


def test_each_method_sends_its_arguments() -> None:
    async def visit(bot: ScriptedBot, feed: FeedClient) -> None:
        snapshot = {**SNAPSHOT, "seq": 5, "you": {**YOU, "turn": "7"}}
        bot.answer = lambda request: [snapshot] if request["do"] == "watch" else [{"is": "done"}]
        await feed.watch(TABLE)
        await feed.act(TABLE, "raise_to", 40)
        await feed.act(TABLE, "discard", cards=(1, 3), turn="8")
        await feed.unwatch(TABLE)
        assert [{name: value for name, value in request.items() if name != "id"} for request in bot.asked[1:]] == [
            {"do": "watch", "table": TABLE},
            {"do": "act", "table": TABLE, "turn": "7", "action": "raise_to", "amount": 40},
            {"do": "act", "table": TABLE, "turn": "8", "action": "discard", "cards": [1, 3]},
            {"do": "unwatch", "table": TABLE},
        ]
        assert feed.tables == {}

    with_bot(visit)


def test_a_long_list_of_tables_comes_in_pages() -> None:
    def page(request: Message) -> list[Message]:
        first = int(request.get("after", "table:0").split(":")[1])
        tables = [{**LISTED, "table": f"table:{number}"} for number in (first + 1, first + 2)]
        return [{"is": "tables", "tables": tables, "more": first < 4}]

    async def visit(bot: ScriptedBot, feed: FeedClient) -> None:
        bot.answer = page
        found = await feed.list_tables()
        assert [table.table for table in found] == [f"table:{number}" for number in range(1, 7)]

    with_bot(visit)


def test_the_end_of_several_answers_is_left_out() -> None:
    async def visit(bot: ScriptedBot, feed: FeedClient) -> None:
        bot.answer = lambda _: [REPLY, {**REPLY, "text": "b"}, {"is": "done"}]
        assert [answer.text for answer in await feed.say("bank")] == ["hello", "b"]
        bot.answer = lambda _: [{"is": "done", "table": TABLE, "seq": 7}]
        assert await feed.ask(Watch(table=TABLE, since=5)) == [Done(TABLE, 7, id=3)]
        with pytest.raises(TransportError, match="not answered what was asked"):
            await feed.watch(TABLE)

    with_bot(visit)


def test_a_table_that_has_closed_meanwhile_is_reported_so() -> None:
    async def visit(bot: ScriptedBot, feed: FeedClient) -> None:
        bot.answer = lambda _: [{**SNAPSHOT, "seq": 5}]
        await feed.watch(TABLE)
        bot.answer = refuse
        bot.tell(event(8))
        assert await feed.next_message() == Closed(table=TABLE)
        assert feed.tables == {}

    with_bot(visit)


def test_a_deal_that_ended_while_the_bot_was_away_counts_for_the_session() -> None:
    results = [{"seat": 1, "won": 0, "net": -40, "cards": [], "hand": ""}]
    last = {"is": "event", "event": "paid", "deal": "7", "board": [], "results": results, "pots": []}

    async def visit(bot: ScriptedBot, feed: FeedClient) -> None:
        bot.answer = lambda _: [{**SNAPSHOT, "seq": 5, "deal": "7", "you": YOU}]
        await feed.watch(TABLE)
        bot.answer = lambda _: [{**SNAPSHOT, "seq": 9, "last": last, "you": YOU}]
        bot.tell(event(9))
        await feed.next_message()
        assert feed.nets[""] == {"7": -40}

    with_bot(visit)


def test_a_client_that_was_closed_does_not_come_back() -> None:
    async def run() -> None:
        bot = ScriptedBot()
        async with asyncio.timeout(PATIENCE), await FeedClient.start(bot.open, stays=True) as feed:
            await feed.close()
            with pytest.raises(TransportError):
                await feed.next_message()

    asyncio.run(run())
