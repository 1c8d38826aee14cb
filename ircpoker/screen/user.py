"""The person at the screen: the table that they watch, the lines that they say, the actions that they take.

It speaks with the feed and keeps what the feed has said; it draws nothing, and knows no terminal.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ircpoker.errors import TransportError
from ircpoker.feed.client import RefusedError
from ircpoker.screen.offers import legal_now, offers_of, own_seat
from ircpoker.screen.watched_table import WatchedTable

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from ircpoker.feed import FeedClient
    from ircpoker.feed.lines import FeedMessage
    from ircpoker.screen.offers import Offer

PREFIX = "!"
"""Stands before commands in channels, and may in private."""
PRIVATE = "private"
"""The place of a person's own tables."""
TOURNAMENT = "tournament"
"""The policy of a table whose chips are those of a tournament."""
MOST_LINES = 500
CHECK_FOLD, CALL_ANY = "check_fold", "call_any"
"""What a player may want to do when their turn comes."""


class FeedUser:
    """A person with a connection.

    Attributes:
        client: the connection.
        who: the person, as the bot has greeted them.
        watched: the table that they watch; None for none.
        machine: the machine at which they play, as last said; None for none.
        lines: lines to them that belong to no table, since the last table.
        notice: the last refusal, until something else happens.
        before: what they want to do when their turn comes; empty for nothing.
        moves: the other tables to which players of this one were moved, until `follow` has looked there.
    """

    def __init__(
        self,
        client: FeedClient,
        now: Callable[[], float],
        on_change: Callable[[str], None],
        on_line: Callable[[str], None] | None = None,
    ) -> None:
        """Begin without a table.

        Args:
            client: the connection, on which the person has been introduced.
            now: returns monotonic seconds.
            on_change: is called after each change, with the name of its event; empty for a small one.
            on_line: is called with each line that the person would read in a chat; None if nobody reads them there.
        """
        self._on_line = on_line or _ignore
        self.client = client
        self._now = now
        self.on_change = on_change
        self.who: dict[str, Any] = client.person
        self.watched: WatchedTable | None = None
        self.machine: dict[str, Any] | None = None
        self.lines: list[str] = []
        self.notice = ""
        self.before = ""
        self.moves: set[str] = set()

    @property
    def chips(self) -> int:
        """The chips in the person's bank, as last reported."""
        return int(self.who.get("chips") or 0)

    @property
    def may_top_up(self) -> bool:
        """Whether the person sits at a table for chips and has more of them in the bank."""
        watched = self.watched
        if watched is None or watched.seat is None or not self.chips:
            return False
        return bool(own_seat(watched.table).get("stack")) and watched.table.get("policy") != TOURNAMENT

    @property
    def is_gone(self) -> bool:
        """Whether the connection is lost."""
        return not self.client.is_connected

    async def listen(self) -> None:
        """Take what the bot says until it is gone for good."""
        try:
            while True:
                self._take(await self.client.next_message())
        except TransportError:
            self.on_change("gone")

    async def refresh(self) -> None:
        """Ask anew for the person's chips and seats.

        Raises:
            TransportError: the bot is gone.
        """
        self.who = await self.client.refresh()

    async def tables(self) -> list[dict[str, Any]]:
        """Return the tables that the person may see.

        Raises:
            TransportError: the bot has refused it, or is gone.
        """
        return await self.client.list_tables()

    async def tournaments(self) -> list[dict[str, Any]]:
        """Return the tournaments that are open, run or are lately over.

        Raises:
            TransportError: the bot has refused it, or is gone.
        """
        (answer,) = await self.client.ask("tournaments")
        return list(answer["tournaments"])

    async def watch_tournament(self, name: str) -> None:
        """Watch the first table of a tournament.

        Args:
            name: its name for programs.

        Raises:
            TransportError: it is over, or the bot is gone.
        """
        (found,) = await self.client.ask("tournament", tournament=name)
        if found["tables"]:
            await self.watch(found["tables"][0]["table"])

    def is_own(self, table: dict[str, Any]) -> bool:
        """Return whether the person sits at a table of the list, as of the last `refresh`."""
        return table["table"] in self._own_tables()

    def _own_tables(self) -> set[str]:
        return set(self.who.get("tables") or ())

    async def watch(self, table: str) -> None:
        """Watch another table, and no longer the one before.

        Args:
            table: its name, or its place.

        Raises:
            TransportError: there is no such table, or the bot is gone.
        """
        snapshot = await self.client.watch(table)
        before = self.watched
        if before is None or before.id != snapshot["table"]:
            if before is not None:
                await self._unwatch(before.id)
            self.watched = WatchedTable(self.client, snapshot["table"], self._now)
            self.before = ""
            self.lines.clear()
        else:
            before.renew()
        self.machine = None
        self._changed("snapshot")

    async def _unwatch(self, table: str) -> None:
        with suppress(RefusedError):  # It may have closed meanwhile.
            await self.client.unwatch(table)

    async def leave_view(self) -> None:
        """Watch no table, and stand at no machine."""
        left = self.watched
        if left is not None:
            self.lines += [line for line in left.lines[-1:] if line not in self.lines[-1:]]
            await self._unwatch(left.id)
        if self.watched is left:  # A seat may have been taken meanwhile.
            self.watched = self.machine = None
        self._changed("snapshot")

    async def find_own_table(self) -> bool:
        """Watch the table at which the person sits; return whether there is one."""
        await self.refresh()
        for table in await self.tables():
            if self.is_own(table):
                await self.watch(table["table"])
                return True
        return False

    async def follow(self) -> bool:
        """Watch the table to which the player was moved; return whether they watch one of their own.

        Nicks say nothing of who was moved: those of several networks may be the same.

        Raises:
            TransportError: it is over, or the bot is gone.
        """
        moves = set(self.moves)
        await self.refresh()
        own = self._own_tables()
        if moves & own and (self.watched is None or self.watched.id not in own):
            await self.watch(min(moves & own))
        self.moves -= moves
        return self.watched is not None and self.watched.id in own

    async def finished_deals(self) -> list[str]:
        """Return the numbers of deals that have ended at the table, oldest first."""
        return list(self.watched.deals) if self.watched is not None else []

    async def deal(self, number: str) -> dict[str, Any]:
        """Return a finished deal as data.

        Raises:
            TransportError: the bot is gone.
        """
        (answer,) = await self.client.ask("deal", deal=number)
        return answer

    async def why(self) -> dict[str, Any] | None:
        """Return the robots' reasons in the last finished deal of the table; None at no table.

        Raises:
            TransportError: there are none, or the bot is gone.
        """
        if self.watched is None:
            return None
        (answer,) = await self.client.ask("why", table=self.watched.id)
        return answer

    async def figures(self) -> list[dict[str, Any]]:
        """Return the statistics of each seat of the table; none at no table.

        Raises:
            TransportError: the bot is gone.
        """
        if self.watched is None:
            return []
        (answer,) = await self.client.ask("figures", table=self.watched.id)
        return list(answer["seats"])

    async def odds(self) -> str:
        """Return the bot's line about the chances of the person's hand; empty if it gives none."""
        answers = await self.client.say(f"{PREFIX}odds", self._place())
        return next((str(answer["text"]) for answer in answers if answer.get("kind") != "error"), "")

    async def say(self, text: str, *, is_private: bool = False) -> list[str]:
        """Say a line at the place of the table, or in private; keep the answers in the log.

        Whoever gets a seat by it watches that table.

        Returns:
            The answers.

        Raises:
            TransportError: the bot is gone.
        """
        before = self._own_tables()
        answers = await self.client.say(text, "" if is_private else self._place())
        for answer in answers:
            self._note_reply(answer)
        await self.refresh()
        if seated := self._own_tables() - before:
            with suppress(RefusedError):  # It may have closed meanwhile.
                await self.watch(min(seated))
        self._changed("")
        return [str(answer.get("text") or "") for answer in answers]

    def note(self, text: str) -> None:
        """Put a line of the screen's own into the log."""
        self._note_reply({"text": text})
        self._changed("")

    @property
    def is_at_place(self) -> bool:
        """Whether the table that is watched is one of a channel."""
        return bool(self._place())

    def _place(self) -> str:
        """Return the channel of the table; empty for a private one."""
        table = self.watched.table if self.watched is not None else {"place": PRIVATE}
        return "" if table["place"] == PRIVATE else f"{table['network']}/{table['place']}"

    async def act(self, action: str, **fields: object) -> None:
        """Take an action on the person's turn; a refusal becomes the notice."""
        watched = self.watched
        if watched is None or not watched.turn:
            return
        self.notice = ""
        try:
            await self.client.ask("act", table=watched.id, turn=watched.turn, action=action, **fields)
        except RefusedError as error:
            self.notice = str(error)
        watched.chosen.clear()
        self._changed("")

    async def take(self, offer: Offer) -> None:
        """Take an action of the bar."""
        if offer.action == "discard":
            await self.draw_cards()
            return
        await self.act(offer.action, **({"amount": offer.amount} if offer.action in {"bet", "raise_to"} else {}))

    async def draw_cards(self) -> None:
        """Change the marked cards; without any, stand pat."""
        if self.watched is None:
            return
        chosen = sorted(self.watched.chosen)
        if chosen:
            await self.act("discard", cards=[str(number) for number in chosen])
        else:
            await self.act("stand_pat")

    def want(self, before: str) -> None:
        """Note what the person wants to do when their turn comes, or no longer."""
        self.before = "" if self.before == before else before
        self._changed("")

    async def keep_up(self) -> None:
        """Act as the person wanted to, if their turn has come."""
        watched = self.watched
        if watched is None or not self.before or not watched.turn:
            return
        wanted, self.before = self.before, ""
        legal = legal_now(watched.table) or {}
        if legal.get("check"):
            await self.act("check")
        elif wanted == CHECK_FOLD and not legal.get("discard"):
            await self.act("fold")
        elif wanted == CALL_ANY and any(offer.action == "call" for offer in offers_of(watched.table)):
            await self.act("call")

    def _take(self, message: FeedMessage) -> None:
        match message.get("is"):
            case "event":
                self._on_event(message)
            case "snapshot":
                self._on_snapshot(message)
            case "reply" if self.watched is None or message.get("table") != self.watched.id:
                self._note_reply(message)
                self._changed("")

    def _on_snapshot(self, message: FeedMessage) -> None:
        """Take a snapshot that comes in place of events that were too many."""
        if self.watched is not None and message["table"] == self.watched.id:
            self.watched.renew()
            self._changed("snapshot")

    def _on_event(self, event: FeedMessage) -> None:
        watched = self.watched
        if watched is None or event["table"] != watched.id:
            return
        self._print(str(event.get("words") or ""))
        watched.take(event)
        if event["event"] == "player_moved" and self.who and event.get("to") not in {None, "", watched.id}:
            self.moves.add(str(event["to"]))
        if event["event"] == "hand_began":
            self.before = ""
        self.notice = ""
        self._changed(str(event["event"]))

    def _note_reply(self, reply: FeedMessage) -> None:
        text = str(reply.get("text") or "")
        self._print(text)
        machine = reply.get("machine")
        if machine:
            self.machine = machine
            self.who["chips"] = machine.get("chips", self.chips)
        if reply.get("kind") == "error":
            self.notice = text
        lines = self.lines if self.watched is None or self.machine else self.watched.lines
        lines += text.splitlines()
        del lines[:-MOST_LINES]

    def _print(self, words: str) -> None:
        for line in words.splitlines():
            self._on_line(line)

    def _changed(self, event: str) -> None:
        self.on_change(event)

    async def try_to(self, doing: Awaitable[object]) -> bool:
        """Await a request; a refusal or a lost connection becomes the notice.

        Args:
            doing: the request, as a coroutine.

        Returns:
            Whether it was done.
        """
        try:
            await doing
        except TransportError as error:
            self.notice = str(error)
            self._changed("")
            return False
        return True


def _ignore(_line: str) -> None:
    """Nobody reads lines here: the screen shows a log of its own."""
