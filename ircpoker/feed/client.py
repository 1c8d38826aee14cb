"""A client of the bot's feed: for front-ends, and for programs that watch or play."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Self

from ircpoker.errors import FeedError
from ircpoker.feed.lines import PROTOCOL, FeedMessage
from ircpoker.feed.link import SocketLink

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Sequence
    from pathlib import Path

    from ircpoker.feed.link import Link

MOST_UNREAD = 5000
"""Messages that wait for their reader; the oldest of more are lost, but not their changes of the tables."""
TRIES, TRY_SECONDS = 120, 0.5
"""How often, and how many seconds apart, after a loss a person is greeted or a table watched that the bot refuses."""
FIRST_WAIT, LONGEST_WAIT = 0.2, 5.0
"""Seconds between attempts to come back to a bot that is gone: doubled each time."""

_logger = logging.getLogger(__name__)


class RefusedError(FeedError):
    """The bot has refused a message.

    Attributes:
        answer: its answer: `legal` has the legal actions after a refused `act`.
    """

    def __init__(self, answer: FeedMessage) -> None:
        self.answer = answer
        super().__init__(str(answer.get("text", "")))


class FeedClient:
    """A connection to a running bot, which comes back by itself when the bot or the connection was gone.

    Messages that are no answer are read by `async for message in feed`, or `next_message`: events, snapshots in place
    of events that were lost, and lines for the person. Before a message is read, its changes are in `tables`.

    Attributes:
        tables: the tables that are watched, each as its snapshot with all changes since.
        person: the person as the bot has greeted them; empty for spectators.
        is_connected: whether the bot is there.
        on_lost: is called when the bot is gone.

    Examples:
        Inside a coroutine::

            async with await FeedClient.connect(Path("feed/local.sock"), nick="ann") as feed:
                for line in await feed.say("bank"):
                    print(line["text"])
                table = await feed.watch("#poker")
                async for message in feed:
                    print(message["is"], feed.tables[table["table"]]["pot"])
    """

    def __init__(self, open_link: Callable[[], Awaitable[Link]], introduction: FeedMessage, *, stays: bool) -> None:
        """Prepare a client; `start` connects it.

        Args:
            open_link: opens a connection.
            introduction: the fields of `hello`.
            stays: whether it comes back when the bot is gone.
        """
        self.tables: dict[str, FeedMessage] = {}
        self.person: FeedMessage = {}
        self.is_connected = False
        self.on_lost: Callable[[], None] = lambda: None
        self._open_link = open_link
        self._introduction = introduction
        self._stays = stays
        self._link: Link | None = None
        self._last_id = 0
        self._asked: dict[int, tuple[list[FeedMessage], asyncio.Future[list[FeedMessage]]]] = {}
        self._unread: deque[FeedMessage] = deque(maxlen=MOST_UNREAD)
        self._has_more = asyncio.Event()
        self._reading: asyncio.Task[None] | None = None
        self._catching_up: set[asyncio.Task[None]] = set()
        self._behind: set[str] = set()
        self._why_gone = "the bot is gone"

    @classmethod
    async def connect(cls, path: Path, *, stays: bool = False, **person: str | int | None) -> Self:
        """Connect to a socket of the bot, and introduce a person.

        Args:
            path: the socket.
            stays: whether to come back when the bot is gone.
            person: `nick`, and what the door wants to know besides: `account`, `address`; nothing for a spectator.

        Returns:
            The connection.

        Raises:
            FeedError: no bot listens there, or it refuses the person.
        """
        return await cls.start(partial(SocketLink.open, path), person=person, stays=stays)

    @classmethod
    async def start(
        cls,
        open_link: Callable[[], Awaitable[Link]],
        *,
        person: FeedMessage | None = None,
        session: str = "",
        stays: bool = False,
    ) -> Self:
        """Connect by any link, and introduce a person.

        Args:
            open_link: opens a connection; is called again when it is lost, if the client stays.
            person: as for `connect`; None for a spectator.
            session: the session that `redeem` has given, which says who the person is.
            stays: whether to come back when the bot is gone.

        Returns:
            The connection.

        Raises:
            FeedError: there is no bot, or it refuses the person.
        """
        introduction: FeedMessage = {"person": person} if person else {}
        introduction |= {"session": session} if session else {}
        client = cls(open_link, introduction, stays=stays)
        client._link = await open_link()
        client._reading = asyncio.create_task(client._read())
        try:
            await client.greet()
        except BaseException:  # Whoever gives up waiting leaves no connection behind.
            await client.close()
            raise
        return client

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """End the connection."""
        self._stays = False
        if self._reading is not None:
            self._reading.cancel()
            with suppress(asyncio.CancelledError):
                await self._reading
        for task in tuple(self._catching_up):
            task.cancel()
        self._lost()

    # Asking

    async def ask(self, do: str, **fields: object) -> list[FeedMessage]:
        """Send a message, and return all answers to it.

        Args:
            do: what the bot is asked to do.
            fields: the other fields of the message.

        Returns:
            The messages with its number, without the `done` after several.

        Raises:
            RefusedError: the bot refused it.
            FeedError: the bot is gone.
        """
        if self._link is None:
            raise FeedError(self._why_gone)
        self._last_id = number = self._last_id + 1
        future: asyncio.Future[list[FeedMessage]] = asyncio.get_running_loop().create_future()
        self._asked[number] = ([], future)
        try:
            self._link.send({"do": do, "id": number, **fields})
            return await future
        finally:
            self._asked.pop(number, None)

    async def say(self, text: str, place: str = "") -> list[FeedMessage]:
        """Say a line, and return the replies.

        Args:
            text: the line.
            place: where: `#poker`, `libera/#poker`; in private if it is left out.

        Raises:
            FeedError: the bot refused the message, or is gone.
        """
        return await self.ask("say", text=text, **({"place": place} if place else {}))

    async def refresh(self) -> FeedMessage:
        """Return the person with their chips and tables as they are now.

        Raises:
            FeedError: the bot is gone.
        """
        (welcome,) = await self.ask("me")
        self.person = welcome["person"]
        return self.person

    async def list_tables(self) -> list[FeedMessage]:
        """Return all tables that may be watched.

        Raises:
            FeedError: the bot is gone.
        """
        found: list[FeedMessage] = []
        while True:
            (page,) = await self.ask("tables", **({"after": found[-1]["table"]} if found else {}))
            found += page["tables"]
            if not page["more"]:
                return found

    async def watch(self, table: str) -> FeedMessage:
        """Watch a table from now on, and return its snapshot.

        Args:
            table: its name, or its place: `#poker`, `libera/#poker`.

        Raises:
            FeedError: there is no such table, or the bot is gone.
        """
        named = "place" if "#" in table or table == "private" else "table"
        (snapshot,) = await self.ask("watch", **{named: table})
        return snapshot

    async def unwatch(self, table: str) -> None:
        """Watch a table no more.

        Raises:
            FeedError: it was not watched, or the bot is gone.
        """
        self.tables.pop(table, None)  # Whoever watches it again at once asks after this.
        await self.ask("unwatch", table=table)

    async def act(
        self,
        table: str,
        action: str,
        amount: int | None = None,
        *,
        cards: Sequence[str | int] = (),
        turn: str | None = None,
    ) -> None:
        """Act on one's turn.

        Args:
            table: the table's name.
            action: `fold`, `check`, `call`, `bet`, `raise_to`, `discard` or `stand_pat`.
            amount: the whole amount of a bet or raise.
            cards: the cards to change, or their positions from 1.
            turn: the turn that is meant; that of `tables` if it is left out.

        Raises:
            RefusedError: the action is not legal, or the turn has passed.
            FeedError: the bot is gone.
        """
        you = self.tables.get(table, {}).get("you") or {}
        fields: FeedMessage = {"table": table, "turn": you.get("turn", "") if turn is None else turn, "action": action}
        if amount is not None:
            fields["amount"] = amount
        if cards:
            fields["cards"] = list(cards)
        await self.ask("act", **fields)

    # Reading

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> FeedMessage:
        try:
            return await self.next_message()
        except FeedError:
            raise StopAsyncIteration from None

    async def next_message(self) -> FeedMessage:
        """Wait for the next message that is no answer.

        Raises:
            FeedError: the bot is gone.
        """
        while not self._unread:
            if self._link is None and not self._stays:
                raise FeedError(self._why_gone)
            self._has_more.clear()
            await self._has_more.wait()
        return self._unread.popleft()

    async def next_line(self) -> FeedMessage:
        """Wait for the next line for the person, such as one of a game.

        Raises:
            FeedError: the bot is gone.
        """
        while (message := await self.next_message()).get("is") != "reply":
            pass
        return message

    # Inside

    async def greet(self) -> FeedMessage:
        """Introduce the person once more, and return them with their chips and tables as they are now.

        Raises:
            FeedError: the bot refuses the person, or is gone.
        """
        self._welcomed(await self.ask("hello", protocol=PROTOCOL, **self._introduction))
        return self.person

    def _welcomed(self, answers: Sequence[FeedMessage]) -> None:
        (welcome,) = answers
        self.person, self.is_connected = welcome.get("person") or {}, True

    async def _read(self) -> None:
        """Take messages, from one connection after the other."""
        while self._link is not None:
            message = await self._link.receive()
            if message is None:
                self._lost()
                if not self._stays:
                    return
                await self._come_back()
            else:
                try:
                    self._take(message)
                except Exception:
                    # One message that is not as it should be must not end all others.
                    _logger.exception("a message of the bot was not understood: %s", message.get("is"))

    def _lost(self) -> None:
        """Note that the bot is gone."""
        link, self.is_connected, self._link = self._link, False, None
        if link is not None:
            link.close()
        for _, future in self._asked.values():
            if not future.done():
                future.set_exception(FeedError(self._why_gone))
        self._has_more.set()
        self.on_lost()

    async def _come_back(self) -> None:
        """Connect again, and watch the same tables from where they were."""
        wait = FIRST_WAIT
        while self._link is None:
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)
            with suppress(FeedError):
                self._link = await self._open_link()
        self._meanwhile(self._resume())

    async def _resume(self) -> None:
        """Greet the bot that is there again, and watch the same tables; end if it refuses the person for long."""
        with suppress(FeedError):
            try:
                self._welcomed(await self._insist("hello", protocol=PROTOCOL, **self._introduction))
            except RefusedError as error:
                if self._link is not None:
                    self._stays, self._why_gone = False, f"the bot refuses the connection: {error}"
                    self._link.close()
                return
            await asyncio.gather(*[self._watch_again(table, state["seq"]) for table, state in self.tables.items()])

    async def _watch_again(self, table: str, since: int) -> None:
        """Watch a table after a loss; what the bot answers in place of events is for the reader, too."""
        if table in self._behind:
            return
        self._behind.add(table)
        try:
            answers = await self._insist("watch", table=table, since=since)
        except RefusedError:
            self.tables.pop(table, None)
            answers = [{"is": "event", "table": table, "event": "closed"}]
        except FeedError:
            return
        finally:
            self._behind.discard(table)
        for answer in answers:
            if answer.get("is") != "done":
                self._keep(answer)

    async def _insist(self, do: str, **fields: object) -> list[FeedMessage]:
        """Ask again as long as the bot refuses: just started, it knows a table only when it is on its network again."""
        link = self._link
        for _ in range(TRIES - 1):
            with suppress(RefusedError):
                return await self.ask(do, **fields)
            await asyncio.sleep(TRY_SECONDS)
            if self._link is not link:  # Whoever has connected again asks there.
                raise FeedError(self._why_gone)
        return await self.ask(do, **fields)

    def _meanwhile(self, work: Coroutine[None, None, None]) -> None:
        """Ask the bot something while its messages are read."""
        task = asyncio.create_task(work)
        self._catching_up.add(task)
        task.add_done_callback(self._catching_up.discard)

    def _keep(self, message: FeedMessage) -> None:
        self._unread.append(message)
        self._has_more.set()

    def _take(self, message: FeedMessage) -> None:
        """Sort a message: an answer, or one for the reader."""
        kind, number = message.get("is"), message.get("id")
        if kind == "snapshot":
            # The same dictionary as before: whoever follows the table has it.
            table = self.tables.setdefault(message["table"], {})
            table.clear()
            table |= {name: value for name, value in message.items() if name not in {"is", "id"}}
        elif kind == "event" and not self._apply(message):
            return
        if number is None:
            self._keep(message)
        elif number in self._asked:
            answers, future = self._asked[number]
            if kind == "error" and not future.done():
                future.set_exception(RefusedError(message))
            elif kind != "done" or len(message) > 2:
                answers.append(message)
            if kind != "reply" and not future.done():
                future.set_result(answers)

    def _apply(self, event: FeedMessage) -> bool:
        """Change the table of an event; return whether the reader gets it."""
        table = self.tables.get(event["table"])
        if table is None:
            return event.get("event") == "closed"
        if event.get("event") != "closed" and event["seq"] != table["seq"] + 1:
            if event["seq"] > table["seq"]:  # Some are missing: the answer has them, or the state.
                self._meanwhile(self._watch_again(event["table"], table["seq"]))
            # An event for one person has the number of the one before it; what is older is in the table already.
            if event["seq"] != table["seq"]:
                return False
        table |= {"seq": event["seq"], **event.get("set", {})}
        if event.get("words"):
            table["log"] = [*table.get("log", []), event["words"]][-20:]
        if event.get("event") == "closed":
            del self.tables[event["table"]]
        return True
