"""A connection to the bot's feed that comes back by itself: what is asked, what is read, tables kept up to date."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from contextlib import suppress
from typing import TYPE_CHECKING, Self, TypeVar

from msgspec.structs import replace

from ircpoker.errors import FeedError
from ircpoker.feed import requests
from ircpoker.feed.messages import Closed, Event, TableSnapshot, game_of, nets_between, table_after
from ircpoker.feed.requests import Done, PersonGiven, Refusal, Reply, Welcome

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Sequence

    from ircpoker.feed.lines import Link
    from ircpoker.feed.messages import Answer
    from ircpoker.feed.requests import BotFacts, PersonFacts, Request

MOST_UNREAD = 5000
"""Messages that wait for their reader; the oldest of more are lost, but not their changes of the tables."""
TRIES, TRY_SECONDS = 120, 0.5
"""How often, and how many seconds apart, after a loss a person is greeted or a table watched that the bot refuses."""
FIRST_WAIT, LONGEST_WAIT = 0.2, 5.0
"""Seconds between attempts to come back to a bot that is gone: doubled each time."""

A = TypeVar("A", bound="Answer")


class RefusedError(FeedError):
    """The bot has refused a message.

    Attributes:
        answer: its answer: `legal` has the legal actions after a refused `act`.
    """

    def __init__(self, answer: Refusal) -> None:
        self.answer = answer
        super().__init__(answer.text)


class BotConnection:
    """A connection for one person, without requests of its own; see `FeedClient` for its attributes."""

    def __init__(self, open_link: Callable[[], Awaitable[Link]], introduction: requests.Hello, *, stays: bool) -> None:
        """Prepare a client; `start` connects it.

        Args:
            open_link: opens a connection.
            introduction: who it speaks for.
            stays: whether it comes back when the bot is gone.
        """
        self.bot: BotFacts
        self.tables: dict[str, TableSnapshot] = {}
        self.nets: defaultdict[str, dict[str, int]] = defaultdict(dict)
        self.person: PersonFacts | None = None
        self.is_connected = False
        self.on_lost: Callable[[], None] = lambda: None
        self.end_bot: Callable[[], None] = lambda: None
        self._open_link = open_link
        self._introduction = introduction
        self._stays = stays
        self._link: Link | None = None
        self._last_id = 0
        self._asked: dict[int | str, tuple[list[Answer], asyncio.Future[list[Answer]]]] = {}
        self._unread: deque[Answer | Event] = deque(maxlen=MOST_UNREAD)
        self._has_more = asyncio.Event()
        self._reading: asyncio.Task[None] | None = None
        self._catching_up: set[asyncio.Task[None]] = set()
        self._behind: set[str] = set()
        self._why_gone = "the bot is gone"

    @classmethod
    async def start(
        cls,
        open_link: Callable[[], Awaitable[Link]],
        *,
        person: PersonGiven | None = None,
        session: str = "",
        invitation: str = "",
        stays: bool = False,
    ) -> Self:
        """Connect by any link, and introduce a person.

        Args:
            open_link: opens a connection; is called again when it is lost, if the client stays.
            person: who it is; None for a spectator.
            session: the session that `redeem` has given, which says who the person is.
            invitation: the code by which alone the person is there.
            stays: whether to come back when the bot is gone.

        Raises:
            FeedError: there is no bot, or it refuses the person.
        """
        introduction = requests.Hello(person=person, session=session or None, invitation=invitation or None)
        client = cls(open_link, introduction, stays=stays)
        client._link = await open_link()
        client._reading = asyncio.create_task(client._read())
        try:
            await client.greet()
        except BaseException:
            await client.close()
            raise
        return client

    async def as_nick(self, nick: str) -> Self:
        """Connect once more in the same way, with another nick; somebody with an account stays who they are.

        Raises:
            FeedError: there is no bot, or it refuses the person.
        """
        renamed = replace(self._introduction.person or PersonGiven(nick), nick=nick)
        return await self.start(self._open_link, person=renamed, stays=self._stays)

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

    async def ask(self, request: Request) -> list[Answer]:
        """Send a request, and return all answers to it.

        Args:
            request: the request, without a number.

        Returns:
            The messages with its number, without the `done` after several.

        Raises:
            RefusedError: the bot refused it.
            FeedError: the bot is gone.
        """
        if self._link is None or not (self.is_connected or isinstance(request, requests.Hello)):
            raise FeedError(self._why_gone)
        self._last_id = number = self._last_id + 1
        future: asyncio.Future[list[Answer]] = asyncio.get_running_loop().create_future()
        self._asked[number] = ([], future)
        try:
            self._link.send(replace(request, id=number))
            return await future
        finally:
            self._asked.pop(number, None)

    async def get(self, request: Request, kind: type[A]) -> A:
        """Send a request that has one answer, of a type, and return it.

        Raises:
            RefusedError: the bot refused it.
            FeedError: the bot is gone, or has answered something else.
        """
        for answer in await self.ask(request):
            if isinstance(answer, kind):
                return answer
        raise FeedError("the bot has not answered what was asked")

    # Reading

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Answer | Event:
        try:
            return await self.next_message()
        except FeedError:
            raise StopAsyncIteration from None

    async def next_message(self) -> Answer | Event:
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

    def take_unread(self) -> list[Answer | Event]:
        """Return the messages that are no answer and have come already."""
        taken = list(self._unread)
        self._unread.clear()
        return taken

    # Coming back

    async def greet(self) -> PersonFacts | None:
        """Introduce the person once more, and return them as they are now; FeedError if the bot refuses them."""
        return (await self.get(self._introduction, Welcome)).person

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
                self._take(message)

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
                await self._insist(self._introduction)
            except RefusedError as error:
                if self._link is not None:
                    self._stays, self._why_gone = False, f"the bot refuses the connection: {error}"
                    self._link.close()
                return
            await asyncio.gather(*[self._watch_again(table, state.seq) for table, state in self.tables.items()])

    async def _watch_again(self, table: str, since: int) -> None:
        """Watch a table after a loss; what the bot answers in place of events is for the reader, too."""
        if table in self._behind:
            return
        self._behind.add(table)
        try:
            answers: Sequence[Answer | Event] = await self._insist(requests.Watch(table=table, since=since))
        except RefusedError:
            self.tables.pop(table, None)
            answers = [Closed(table=table)]
        except FeedError:
            return
        finally:
            self._behind.discard(table)
        for answer in answers:
            if not isinstance(answer, Done):
                self._keep(answer)

    async def _insist(self, request: Request) -> list[Answer]:
        """Ask again as long as the bot refuses: just started, it knows a table only when it is on its network again."""
        link = self._link
        for _ in range(TRIES - 1):
            with suppress(RefusedError):
                return await self.ask(request)
            await asyncio.sleep(TRY_SECONDS)
            if self._link is not link:  # Whoever has connected again asks there.
                raise FeedError(self._why_gone)
        return await self.ask(request)

    def _meanwhile(self, work: Coroutine[None, None, None]) -> None:
        """Ask the bot something while its messages are read."""
        task = asyncio.create_task(work)
        self._catching_up.add(task)
        task.add_done_callback(self._catching_up.discard)

    def _keep(self, message: Answer | Event) -> None:
        self._unread.append(message)
        self._has_more.set()

    def _take(self, message: Answer | Event) -> None:
        """Sort a message: an answer, or one for the reader."""
        if isinstance(message, Welcome):
            self.bot, self.person, self.is_connected = message.bot, message.person, True
        elif isinstance(message, TableSnapshot):
            self._change(message)
        elif isinstance(message, Event) and not self._apply(message):
            return
        if isinstance(message, Event) or message.id is None:
            self._keep(message)
        elif message.id in self._asked:
            answers, future = self._asked[message.id]
            if isinstance(message, Refusal) and not future.done():
                future.set_exception(RefusedError(message))
            elif not isinstance(message, Done) or message.table:
                answers.append(message)
            if not isinstance(message, Reply) and not future.done():
                future.set_result(answers)

    def _apply(self, event: Event) -> bool:
        """Change the table of an event; return whether the reader gets it."""
        table = self.tables.get(event.table)
        if isinstance(event, Closed) or table is None:
            if table is not None:
                self._change(table_after(table, event))
                del self.tables[event.table]
            return isinstance(event, Closed)
        if event.seq != table.seq + 1:
            if event.seq > table.seq:  # Some are missing: the answer has them, or the state.
                self._meanwhile(self._watch_again(event.table, table.seq))
            if event.seq != table.seq:  # That is an event for one person; what is older is in the table already.
                return False
        self._change(table_after(table, event))
        return True

    def _change(self, table: TableSnapshot) -> None:
        """Go on with a table as it is now."""
        before, self.tables[table.table] = self.tables.get(table.table), table
        if before is not None:
            self.nets[game_of(table)] |= nets_between(before, table)
