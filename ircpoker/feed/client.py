"""A client of the bot's feed: for front-ends, and for programs that watch or play."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Self

from ircpoker.feed import requests
from ircpoker.feed.connection import BotConnection
from ircpoker.feed.lines import SocketLink
from ircpoker.feed.messages import TableSnapshot
from ircpoker.feed.requests import PersonGiven, Reply, Welcome

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from ircpoker.feed.requests import ListedTable, PersonFacts
    from ircpoker.feed.table_parts import Action


class FeedClient(BotConnection):
    """A connection to a running bot, which comes back by itself when the bot or the connection was gone.

    Messages that are no answer are read by `async for message in feed`, or `next_message`: events, snapshots in place
    of events that were lost, and lines for the person. Before a message is read, its changes are in `tables`.

    Attributes:
        tables: the tables that are watched, each as its snapshot with all changes since.
        bot: what the bot has said of itself, when it greeted somebody first.
        person: the person as the bot has greeted them; None for spectators.
        nets: what the person has won or lost at watched tables, by tournament (empty: for chips of the bank), by deal.
        is_connected: whether the bot is there.
        on_lost: is called when the bot is gone.
        end_bot: ends a bot that plays for this person alone, with its last lines; does nothing for others.

    Examples:
        Inside a coroutine::

            async with await FeedClient.connect(Path("feed/local.sock"), nick="ann") as feed:
                for line in await feed.say("bank"):
                    print(line.text)
                table = await feed.watch("#poker")
                async for message in feed:
                    print(message, feed.tables[table.table].pot)
    """

    @classmethod
    async def connect(cls, path: Path, *, stays: bool = False, **person: str) -> Self:
        """Connect to a socket of the bot, and introduce a person.

        Args:
            path: the socket.
            stays: whether to come back when the bot is gone.
            person: `nick`, and what the endpoint wants to know besides: `account`, `address`; nothing for a spectator.

        Returns:
            The connection.

        Raises:
            FeedError: no bot listens there, or it refuses the person.
        """
        who = PersonGiven(**person) if person else None
        return await cls.start(partial(SocketLink.open, path), person=who, stays=stays)

    async def say(self, text: str, place: str = "") -> list[Reply]:
        """Say a line, and return the replies.

        Args:
            text: the line.
            place: where: `#poker`, `libera/#poker`; in private if it is left out.

        Raises:
            FeedError: the bot refused the message, or is gone.
        """
        return [answer for answer in await self.ask(requests.Say(text, place or None)) if isinstance(answer, Reply)]

    async def refresh(self) -> PersonFacts | None:
        """Return the person with their chips and tables as they are now.

        Raises:
            FeedError: the bot is gone.
        """
        return (await self.get(requests.Me(), Welcome)).person

    async def moved_to(self, moves: Collection[str], table: str) -> str:
        """Return to which table the person was moved; empty if they were not.

        Nicks say nothing of who was moved: those of several networks may be the same.

        Args:
            moves: the tables to which players were moved.
            table: the table from which they were.

        Raises:
            FeedError: the bot is gone.
        """
        person = await self.refresh()
        own = set(person.tables) if person is not None else set()
        return min(own.intersection(moves), default="") if table not in own else ""

    async def list_tables(self) -> list[ListedTable]:
        """Return all tables that may be watched.

        Raises:
            FeedError: the bot is gone.
        """
        found: list[ListedTable] = []
        while True:
            page = await self.get(requests.ListTables(found[-1].table if found else ""), requests.Tables)
            found += page.tables
            if not page.more:
                return found

    async def watch(self, table: str) -> TableSnapshot:
        """Watch a table from now on, and return its snapshot.

        Args:
            table: its name, or its place: `#poker`, `libera/#poker`.

        Raises:
            FeedError: there is no such table, or the bot is gone.
        """
        is_place = "#" in table or table == "private"
        return await self.get(requests.Watch(place=table) if is_place else requests.Watch(table=table), TableSnapshot)

    async def unwatch(self, table: str) -> None:
        """Watch a table no more; FeedError if it was not watched."""
        self.tables.pop(table, None)  # Whoever watches it again at once asks after this.
        await self.ask(requests.Unwatch(table))

    async def act(
        self,
        table: str,
        action: Action,
        amount: int | None = None,
        *,
        cards: Sequence[str | int] = (),
        turn: str | None = None,
    ) -> None:
        """Act on one's turn.

        Args:
            table: the table's name.
            action: the action.
            amount: the whole amount of a bet or raise.
            cards: the cards to change, or their positions from 1.
            turn: the turn that is meant; that of `tables` if it is left out.

        Raises:
            RefusedError: the action is not legal, or the turn has passed.
            FeedError: the bot is gone.
        """
        if turn is None:
            you = self.tables[table].you if table in self.tables else None
            turn = you.turn if you is not None else ""
        await self.ask(requests.Act(table=table, turn=turn, action=action, amount=amount, cards=tuple(cards)))
