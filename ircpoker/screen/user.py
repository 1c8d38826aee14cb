"""The person at the screen: the table that they watch, the lines that they say, the actions that they take.

It speaks with the feed and keeps what the feed has said; it draws nothing, and knows no terminal.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from msgspec.structs import replace

from ircpoker.errors import TransportError
from ircpoker.feed import FeedClient, data, requests
from ircpoker.feed.connection import RefusedError
from ircpoker.feed.messages import Answer, Event, HandBegan, PlayerMoved, TableSnapshot, game_of
from ircpoker.feed.table_parts import Action
from ircpoker.screen.offers import Offer, legal_now, offers_of, own_seat
from ircpoker.screen.table_on_screen import TableOnScreen
from ircpoker.screen.typed import PRIVATE, place_of

TOURNAMENT = "tournament"
"""The policy of a table whose chips are those of a tournament."""
CASH_GAME = "cash game"
"""That of a table where anybody may take a free seat."""
MOST_LINES = 500
CHECK_FOLD, CALL_ANY = "check_fold", "call_any"
"""What a player may want to do when their turn comes."""


class FeedUser:
    """A person with a connection.

    Attributes:
        client: the connection.
        watched: the table that they watch; None for none.
        machine: the machine at which they play, as last said; None for none.
        lines: lines to them that belong to no table, since the last table.
        notice: the last refusal, until something else happens.
        before: what they want to do when their turn comes; empty for nothing.
        moves: the other tables to which players of this one were moved, until `follow` has looked there.
        tournament: the tournament of the table that was watched last, by its name for programs; empty for none.
        reader: takes the lines that belong to no table in place of the log, as long as somebody waits for them.
    """

    def __init__(self, client: FeedClient, now: Callable[[], float], on_change: Callable[[str], None]) -> None:
        """Begin without a table.

        Args:
            client: the connection, on which the person has been introduced.
            now: returns monotonic seconds.
            on_change: is called after each change, with the name of its event; empty for a small one.
        """
        self.client = client
        self._now = now
        self.on_change = on_change
        self.watched: TableOnScreen | None = None
        self.machine: requests.MachineFacts | None = None
        self.lines: list[str] = []
        self.notice = ""
        self.before = ""
        self.moves: set[str] = set()
        self.tournament = ""
        self.reader: Callable[[str], None] | None = None

    @property
    def who(self) -> requests.PersonFacts | None:
        """The person, as the bot has greeted them; None for nobody."""
        return self.client.person

    @property
    def prefix(self) -> str:
        """What stands before commands in channels, and may in private."""
        return self.client.bot.prefix

    @property
    def _log(self) -> Sequence[str]:
        return self.watched.latest.log if self.watched is not None else ()

    @property
    def nets(self) -> list[int]:
        """What each hand for chips has brought on this connection, on the screen or in lines."""
        return list(self.client.nets[""].values())

    @property
    def chips(self) -> int:
        """The chips in the person's bank, as last reported."""
        return self.who.chips if self.who is not None else 0

    @property
    def may_top_up(self) -> bool:
        """Whether the person sits at a table for chips and has more of them in the bank."""
        own = own_seat(self.watched.table) if self.watched is not None else None
        if self.watched is None or own is None or not self.chips:
            return False
        return bool(own.stack) and self.watched.table.policy != TOURNAMENT

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
        await self.client.refresh()

    async def podium(self) -> data.Tournament | None:
        """Return `tournament`, if it is over.

        Raises:
            TransportError: the bot has refused it, or is gone.
        """
        found = (
            await self.client.get(requests.GetTournament(self.tournament), data.Tournament) if self.tournament else None
        )
        return found if found is not None and found.phase == "ended" else None

    async def watch_tournament(self, name: str) -> None:
        """Watch the first table of a tournament.

        Args:
            name: its name for programs.

        Raises:
            TransportError: it is over, or the bot is gone.
        """
        found = await self.client.get(requests.GetTournament(name), data.Tournament)
        if found.tables:
            await self.watch(found.tables[0].table)

    @property
    def own_tables(self) -> set[str]:
        """The tables at which the person sits, as of the last `refresh`."""
        return set(self.who.tables) if self.who is not None else set()

    async def watch(self, table: str) -> None:
        """Watch another table, and no longer the one before.

        Args:
            table: its name, or its place.

        Raises:
            TransportError: there is no such table, or the bot is gone.
        """
        snapshot = await self.client.watch(table)
        before = self.watched
        if before is None or before.id != snapshot.table:
            if before is not None:
                await self._unwatch(before.id)
            self.watched = TableOnScreen(snapshot, self._now, self.client.nets[game_of(snapshot)])
            self.before = ""
            self.lines.clear()
        else:
            before.restart(snapshot)
        self.machine = None
        self.on_change("snapshot")

    async def _unwatch(self, table: str) -> None:
        with suppress(RefusedError):  # It may have closed meanwhile.
            await self.client.unwatch(table)

    async def leave_view(self) -> None:
        """Watch no table, and stand at no machine."""
        left = self.watched
        if left is not None:
            self.tournament = left.table.tournament.tournament if left.table.tournament is not None else ""
            self.lines += [line for line in left.latest.log[-1:] if line not in self.lines[-1:]]
            await self._unwatch(left.id)
        if self.watched is left:  # A seat may have been taken meanwhile.
            self.watched = self.machine = None
        self.on_change("snapshot")

    async def find_own_table(self) -> bool:
        """Watch the table at which the person sits; return whether there is one."""
        await self.refresh()
        for table in await self.client.list_tables():
            if table.table in self.own_tables:
                await self.watch(table.table)
                return True
        return False

    async def follow(self) -> bool:
        """Watch the table to which the player was moved; return whether they watch one of their own.

        Raises:
            TransportError: it is over, or the bot is gone.
        """
        moves = set(self.moves)
        if to := await self.client.moved_to(moves, self.watched.id if self.watched is not None else ""):
            await self.watch(to)
        self.moves -= moves
        return self.watched is not None and self.watched.id in self.own_tables

    @property
    def deals(self) -> Sequence[str]:
        """The numbers of the deals that have ended at the table, oldest first."""
        return self.watched.deals if self.watched is not None else ()

    async def deal(self, number: str) -> data.FinishedDeal:
        """Return a finished deal as data.

        Raises:
            TransportError: the bot is gone.
        """
        return await self.client.get(requests.GetDeal(number), data.FinishedDeal)

    async def why(self) -> data.Why | None:
        """Return the robots' reasons in the last finished deal of the table; None at no table.

        Raises:
            TransportError: there are none, or the bot is gone.
        """
        return None if self.watched is None else await self.client.get(requests.GetWhy(table=self.watched.id), data.Why)

    async def figures(self) -> tuple[data.SeatFigures, ...]:
        """Return the statistics of each seat of the table; none at no table.

        Raises:
            TransportError: the bot is gone.
        """
        if self.watched is None:
            return ()
        return (await self.client.get(requests.GetFigures(table=self.watched.id), data.Figures)).seats

    async def odds(self) -> str:
        """Return the bot's line about the chances of the person's hand; empty if it gives none."""
        answers = await self.client.say(f"{self.prefix}odds", self._place())
        return next((answer.text for answer in answers if answer.kind != "error"), "")

    async def say(self, text: str, *, is_private: bool = False) -> list[str]:
        """Say a line at the place of the table, or in private; keep the answers in the log.

        Whoever gets a seat by it watches that table.

        Returns:
            The answers.

        Raises:
            TransportError: the bot is gone.
        """
        return await self.say_at("" if is_private else self._place(), text)

    async def say_at(self, place: str, text: str) -> list[str]:
        """Say a line at a place, or in private if it is empty; see `say`."""
        before, log = self.own_tables, set(self._log)
        answers = await self.client.say(text, place)
        new = set(self._log) - log - {""}
        for answer in answers:
            if not any(answer.text.startswith(line) for line in new):  # An event has said it.
                self._hear(answer)
        await self.refresh()
        if seated := self.own_tables - before:
            with suppress(RefusedError):  # It may have closed meanwhile.
                await self.watch(min(seated))
                if self.watched is not None:
                    # A short log has no more room than for the code of a new table; its seal stands beside it.
                    seals = self.watched.seals.values()
                    texts = [answer.text for answer in answers if answer.text not in self.watched.latest.log]
                    self.watched.say([text for text in texts if not any(digits in text for digits in seals)])
        self.on_change("")
        return [answer.text for answer in answers]

    def note(self, text: str) -> None:
        """Put a line of the screen's own into the log."""
        self._note_reply(requests.Reply("answer", text))
        self.on_change("")

    @property
    def is_at_home(self) -> bool:
        """Whether the person watches no table and stands at no machine: below the lobby there is nothing."""
        return self.watched is None and self.machine is None

    @property
    def is_alone(self) -> bool:
        """Whether the table that is watched is one at which nobody else can sit down."""
        return self.watched is not None and not self.is_at_place and self.watched.table.policy != CASH_GAME

    @property
    def would_give_up(self) -> bool:
        """Whether another game costs the person a hand or a tournament, because they would leave the table for it."""
        own = own_seat(self.watched.table) if self.watched is not None else None
        if self.watched is None or own is None or not self.is_alone:
            return False
        return self.watched.table.policy == TOURNAMENT or (bool(self.watched.table.deal) and own.in_hand)

    @property
    def is_at_place(self) -> bool:
        """Whether the table that is watched is one of a channel."""
        return self.watched is not None and self.watched.table.place != PRIVATE

    def _place(self) -> str:
        """Return where the table is for `say`: its channel, or its own name without one; empty at no table."""
        return place_of(self.watched.table) if self.watched is not None else ""

    async def act(self, action: Action, amount: int | None = None, cards: Sequence[int] = ()) -> None:
        """Take an action on the person's turn; a refusal becomes the notice."""
        watched = self.watched
        if watched is None or not watched.turn:
            return
        self.notice = ""
        try:
            await self.client.act(watched.id, action, amount, cards=cards, turn=watched.turn)
        except RefusedError as error:
            self.notice = str(error)
        else:
            watched.chosen.clear()
        self.on_change("")

    async def take(self, offer: Offer) -> None:
        """Take an action of the bar."""
        if offer.action == "discard":
            await self.draw_cards()
            return
        await self.act(offer.action, offer.amount if offer.action in {"bet", "raise_to"} else None)

    async def draw_cards(self) -> None:
        """Change the marked cards; without any, stand pat."""
        if self.watched is None:
            return
        chosen = sorted(self.watched.chosen)
        if chosen:
            await self.act("discard", cards=chosen)
        else:
            await self.act("stand_pat")

    def want(self, before: str) -> None:
        """Note what the person wants to do when their turn comes, or no longer."""
        self.before = "" if self.before == before else before
        self.on_change("")

    async def keep_up(self) -> None:
        """Act as the person wanted to, if their turn has come."""
        watched = self.watched
        if watched is None or not self.before or not watched.turn:
            return
        wanted, self.before = self.before, ""
        legal = legal_now(watched.table)
        if legal is None:
            return
        if legal.check:
            await self.act("check")
        elif wanted == CHECK_FOLD and not legal.discard:
            await self.act("fold")
        elif wanted == CALL_ANY and any(offer.action == "call" for offer in offers_of(watched.table)):
            await self.act("call")

    def _take(self, message: Answer | Event) -> None:
        watched = self.watched
        match message:
            case Event() if watched is not None and message.table == watched.id:
                self._on_event(watched, message)
            case TableSnapshot() if watched is not None and message.table == watched.id:
                watched.restart(message)  # It comes in place of events that were too many.
                self.on_change("snapshot")
            case requests.Reply() if watched is None or message.table != watched.id:
                self._hear(message)
                self.on_change("")

    def _on_event(self, watched: TableOnScreen, event: Event) -> None:
        is_complete = watched.take(event)
        if isinstance(event, PlayerMoved) and self.who is not None and event.to not in {"", watched.id}:
            self.moves.add(event.to)
        if isinstance(event, HandBegan):  # Until then, or until a key, a refusal can be read.
            self.before = self.notice = ""
        if is_complete or isinstance(event, PlayerMoved):
            self.on_change(event.event)

    def _hear(self, reply: requests.Reply) -> None:
        if self.reader is not None:
            self.reader(reply.text)
        else:
            self._note_reply(reply)

    def _note_reply(self, reply: requests.Reply) -> None:
        if reply.machine is not None:
            self.machine = reply.machine
            if self.who is not None:
                self.client.person = replace(self.who, chips=reply.machine.chips)
        if reply.kind == "error":
            self.notice = reply.text
        if self.watched is None or self.machine:
            self.lines = [*self.lines, *reply.text.splitlines()][-MOST_LINES:]
        else:
            self.watched.say(reply.text.splitlines())

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
            self.on_change("")
            return False
        return True
