"""A conversation with the bot in lines: for pipes, screen readers, small windows, slow connections and scripts.

One program, on a connection of the feed: that of `ircpoker console` and `ircpoker play --plain`, alone or beside a bot,
of the terminal of `ircpoker run`, and of SSH. What is typed is said to the bot in private, or at the table that is
watched, if it begins with the prefix. `tables` lists the tables, `watch #poker`, or the place alone, watches one,
`screen` switches to the screen where there is one, `/nick NAME` changes who speaks, and `quit` leaves.

Lines of one's own table without a channel come as the bot says them in private; those of a table in a channel are the
words of its events.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from ircpoker.errors import TransportError, quote
from ircpoker.feed import FeedClient
from ircpoker.feed.connection import RefusedError
from ircpoker.feed.messages import Answer, Closed, Event, HandBegan, PlayerMoved, SeatChanged, TableSnapshot, YourTurn
from ircpoker.feed.requests import CommandFacts, Commands, ListCommands, Refusal, Reply
from ircpoker.screen.look import Look, ShownLines, Typist
from ircpoker.screen.speakers import LineSpeaker, LineSpeakers
from ircpoker.screen.speech import QUESTIONS, arrival, turn_words
from ircpoker.screen.standing import standing
from ircpoker.screen.typed import PRIVATE, addressed, complete, leaves, place_of
from ircpoker.words import Phrase
from ircpoker.words.catalogue import load_catalogue
from ircpoker.words.plain_text import LONGEST_NICK, is_nick

TO_SCREEN = "/screen"
LEAVING = "/quit"
GREETING = tuple([Phrase(f"console.greeting_{part}") for part in ("what", "play", "help")])
"""The first lines for somebody at a terminal."""


class LineTable:
    """A person who speaks with the bot in lines."""

    def __init__(
        self, client: FeedClient, typist: Typist, look: Look, *, people: Callable[[], int] = lambda: 0
    ) -> None:
        """Begin with an open connection.

        Args:
            client: the connection, on which the person has been introduced.
            typist: where lines come from and go to.
            look: how they look.
            people: how many people are with a bot that ends when the person leaves.
        """
        self._client = client
        self._typist = typist
        self._shown = ShownLines(typist, look)
        self._people = people
        self._speakers = LineSpeakers(client, self._flush_between)
        self._say, self._speaks = load_catalogue(client.bot.language, client.bot.prefix).text, look.say is not None
        self._commands: dict[str, CommandFacts] = {}
        self._watched = ""
        self._places: dict[str, str] = {}
        self._turn = ""
        self._asked = ""
        self._is_asking = False
        self._refreshing: asyncio.Task[None] | None = None

    async def run(self, begin: str = "", place: str = "", front: Iterable[Phrase] = ()) -> bool:
        """Talk until the person leaves, the input ends or the bot is gone.

        Args:
            begin: the command `play` to give first, unless a seat was kept.
            place: the place of a table to watch first.
            front: the first lines.

        Returns:
            Whether the person wants the screen.

        Raises:
            RefusedError: the bot refuses the first command.
            TransportError: the bot is gone.
        """
        wants_screen = False
        self._speakers.add(self._client, self.nick)
        try:
            if self._typist.columns:
                await self._learn_commands()
            for phrase in front:
                self._tell(phrase)
            for watched in tuple(self._client.tables):  # on the screen, until now
                await self._watch(watched, is_asked=False)
            await self._settle()
            if place:
                await self._watch(place)
            await self._tell_standing()
            if begin:
                await self._begin(begin)
            wants_screen = await self._converse()
            return wants_screen
        finally:
            if not wants_screen:
                self._client.end_bot()
            with suppress(TransportError):
                await self._settle()
            await self._speakers.close()

    async def _change_nick(self, nick: str) -> None:
        """Speak by another nick, on a connection of its own; whoever has an account keeps the one that they are."""
        await self._speakers.change_to(nick)
        await self._settle()
        self._tell(Phrase("console.nick_changed", nick=nick))

    @property
    def nick(self) -> str:
        """The nick of the person who speaks now."""
        return self._speakers.nick

    @property
    def prompt(self) -> str:
        """What stands before a line that is typed."""
        return self._speakers.prompt

    @property
    def _speaker(self) -> LineSpeaker:
        return self._speakers.now

    # What is typed

    async def _begin(self, command: str) -> None:
        """Give the first command; whoever has kept a seat goes on there, and reads so if they named opponents."""
        if not self._speaker.own_tables or not command.startswith("play"):
            await self._say_line(command, must_work=True)
        elif " " in command:
            self._tell(Phrase("console.kept_seat", game=command))

    async def _converse(self) -> bool:
        """Take lines until the end; return whether the person wants the screen."""
        while True:
            reading, gone = asyncio.ensure_future(self._typist.read()), self._speaker.listening
            try:
                await asyncio.wait({reading, gone}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                if not reading.done():
                    reading.cancel()
            if not reading.done():
                self._tell(Phrase("screen.gone"))
                return False
            line = reading.result()
            if line is None:
                return False
            if line.strip().lower() in {TO_SCREEN, TO_SCREEN[1:]}:
                return True
            for each in line.splitlines() or [""]:
                if leaves(each):
                    if await self._may_leave():
                        return False
                else:
                    await self._take(each)

    async def _may_leave(self) -> bool:
        """Say what becomes of the deal; if the bot ends, and people are in its channels, ask once before."""
        if self._people() and self._asked != LEAVING:
            self.say_how_to_leave()
            return False
        with suppress(TransportError):
            person = await self._speaker.client.refresh()
            if person is not None and person.tables:
                self._tell(Phrase("console.deal_kept" if self._client.bot.keeps_tables else "console.deal_lost"))
        return True

    async def _take(self, line: str) -> None:
        """Do what a line asks for; a refusal is printed like an answer."""
        words, asked = line.split(), self._asked
        first = words[0].lower() if words else ""
        table = self._speaker.client.tables.get(self._watched) if self._speaks and line.strip() in QUESTIONS else None
        try:
            if table is not None:
                self._print(QUESTIONS[line.strip()](table, self._say))
            elif first == "tables" and len(words) == 1:
                await self._list_tables()
            elif first in {"watch", "/watch"} and len(words) == 2:
                await self._watch(words[1])
            elif len(words) == 1 and "#" in line and not line.startswith(self._client.bot.prefix):
                await self._watch(words[0])
            elif first.startswith("/"):
                await self._obey(words[0].removeprefix("/"), line.strip().removeprefix("/"))
            elif self._folds_for_nothing(words) and asked != "fold":
                self._asked = "fold"
                self._tell(Phrase("console.before_fold"))
            else:
                await self._say_line(line)
        except TransportError as error:
            self._print(str(error))
        if self._asked == asked:
            self._asked = ""

    async def _obey(self, name: str, line: str) -> None:
        """Run a command with a slash, as in a chat client: one of the conversation's own, or of the bot."""
        rest = line[len(name) :].strip()
        if name.lower() != "nick":
            await self._learn_commands()
            if name.lower() in self._commands:
                await self._say_line(line)
            else:
                self._tell(Phrase("console.no_command", name=quote("/" + name)))
        elif not rest:
            self._tell(Phrase("console.nick", nick=self.nick))
        elif is_nick(rest):
            await self._change_nick(rest)
        else:
            self._tell(Phrase("console.no_nick", token=quote(rest), most=LONGEST_NICK))

    def _folds_for_nothing(self, words: Sequence[str]) -> bool:
        """Return whether somebody at a terminal folds where a check is free."""
        if len(words) != 1 or not self._typist.columns or "check" not in self.offers:
            return False
        command = self._commands.get(words[0].removeprefix(self._client.bot.prefix).lower())
        return command is not None and command.names[0] == "fold"

    async def _say_line(self, line: str, *, must_work: bool = False) -> None:
        """Say a line, and print the answers and all that follows from them at once.

        Raises:
            RefusedError: the bot has refused a line that must work.
        """
        client = self._speaker.client
        line, place = addressed(line, self._place, client.bot.prefix)
        self._is_asking = True
        try:
            answers = await client.say(line[: client.bot.longest_line], place)
            refused = next((answer for answer in answers if answer.kind == "error"), None)
            if must_work and refused is not None:
                raise RefusedError(Refusal(refused.text))
            for answer in answers:
                self._print_reply(self._speaker, answer)
            await self._settle()
            self._flush()
        finally:
            self._is_asking = False

    @property
    def _place(self) -> str:
        """Where the table is that is watched; empty for one's own without a channel, which is meant in private."""
        table = self._speaker.client.tables.get(self._watched)
        return place_of(table) if table is not None else ""

    # Tables

    async def _list_tables(self) -> None:
        tables = await self._speaker.client.list_tables()
        for table in tables:
            names = ", ".join([seat.name for seat in table.seats])
            facts = {"place": table.place, "title": table.title, "names": names}
            self._tell(Phrase("screen.line_table", n=table.most_seats - len(table.seats), **facts))
        if not tables:
            self._tell(Phrase("screen.lobby_no_tables"))

    async def _watch(self, table: str, *, is_asked: bool = True) -> None:
        """Watch a table from now on, and print what it has just said."""
        client = self._speaker.client
        snapshot = await client.watch(table)
        own = self._speaker.own_tables
        # Lines of one's own table without a channel come anyway.
        comes_anyway = snapshot.place == PRIVATE and snapshot.table in own and not self._speaks
        left, self._watched = self._watched, "" if comes_anyway else snapshot.table
        for unwatched in {left} - {self._watched, "", *own}:
            with suppress(RefusedError):  # It may have closed meanwhile.
                await client.unwatch(unwatched)
        self._print_log(snapshot)
        if is_asked:
            self._tell(Phrase("screen.line_watching", place=table, title=snapshot.title))

    async def _settle(self) -> None:
        """Take all that the bot has said by now, and watch the table in a channel at which the person has a seat."""
        await self._speakers.refresh()
        own = self._speaker.own_tables
        if self._watched not in own:
            await self._watch_own(own)
        self._flush_between()

    async def _watch_own(self, own: Sequence[str]) -> None:
        if any(table not in self._places for table in own):
            listed = await self._speaker.client.list_tables()
            self._places = dict.fromkeys(own, PRIVATE) | {each.table: each.place for each in listed}
        for table in own:
            if self._speaks or self._places[table] != PRIVATE:
                await self._watch(table, is_asked=False)
                return
            if self._typist.columns and table not in self._speaker.client.tables:  # The client counts what is won.
                with suppress(RefusedError):  # It may have closed meanwhile.
                    await self._speaker.client.watch(table)

    async def _tell_standing(self) -> None:
        """Say how the deals stand that the person plays or watches, unless the bot has just done so in private.

        The end of the deal before comes first: on the screen, until now, it may not have been seen.
        """
        client = self._client
        for table in {self._watched: None} | dict.fromkeys(self._speaker.own_tables):
            shown = client.tables.get(table)
            if shown is None and table:
                shown = await client.watch(table)
                await client.unwatch(table)
            if shown is None or (shown.place == PRIVATE and self._shown.has_printed(f"#{shown.deal} ")):
                continue
            before = shown.last.words.splitlines() if shown.last is not None else ()
            self._shown.print_missing(before, self._speaker.choices)
            for line in standing(shown, self._say) if shown.deal else ():
                self._print(line)

    # What is printed

    def _flush(self) -> None:
        """Print what has come."""
        for speaker, message in self._speakers.take_heard():
            self._hear(speaker, message)

    def _flush_between(self) -> None:
        """Print what has come, unless the bot is asked something: that comes after the answer."""
        if not self._is_asking:
            self._flush()

    def _hear(self, speaker: LineSpeaker, message: Answer | Event) -> None:
        match message:
            # The name of a table has that of its tournament, whose lines are the table's, too.
            case Reply() if not message.table or f":{message.table}:" not in f":{self._watched}:":
                self._print_reply(speaker, message)
                if message.table and not self._is_asking:
                    self._later()  # They may have lost their seat, or it is their turn.
            case Event() if message.table == self._watched:
                self._hear_event(speaker, message)
            case TableSnapshot():
                self._print_log(message)

    def _hear_event(self, speaker: LineSpeaker, event: Event) -> None:
        if isinstance(event, HandBegan):
            self._shown.leave_gap()
        state = speaker.client.tables.get(event.table)
        if self._is_asking and isinstance(event, SeatChanged) and self._shown.has_printed(event.words):
            return  # The answer has said so.
        is_own = self._speaks and isinstance(event, YourTurn)  # What led to it has been said.
        for line in [turn_words(state, self._say)] if is_own and state else event.words.splitlines():
            self._print(line)
        turn = state.you.turn if state is not None and state.you is not None else ""
        if turn and turn != self._turn:
            self._mark_turn()
            self._later()
        self._turn = turn
        if isinstance(event, PlayerMoved | Closed):
            self._watched = "" if isinstance(event, Closed) else self._watched
            self._later()

    def _print_log(self, snapshot: TableSnapshot) -> None:
        """Print what a table has said, as far as it is not printed yet."""
        if snapshot.table == self._watched:
            lines = [*snapshot.log, *(arrival(snapshot, self._say) if self._speaks else ())]
            self._shown.print_missing(lines, self._speaker.choices)

    def _print_reply(self, speaker: LineSpeaker, reply: Reply) -> None:
        front = "" if speaker is self._speaker else self._say(Phrase("console.to", nick=speaker.nick))
        self._shown.print_reply(reply, speaker.choices, front)
        if reply.moment == "turn":
            self._mark_turn()

    def _print(self, line: str) -> None:
        self._shown.print(line, self._speaker.choices)

    def _tell(self, phrase: Phrase) -> None:
        """Print a line of the conversation's own."""
        self._shown.print_own(self._say(phrase))

    def _mark_turn(self) -> None:
        """Ring for a turn that nobody has asked for."""
        if self._typist.columns and not self._is_asking:
            self._typist.ring()

    def _later(self) -> None:
        """Ask for the person and their seats once more."""
        if self._refreshing is None or self._refreshing.done():
            self._refreshing = asyncio.ensure_future(self._settle_safely())

    async def _settle_safely(self) -> None:
        with suppress(TransportError):
            await self._settle()

    def say_how_to_leave(self) -> None:
        """Print how to leave, after a first Ctrl-C, or before people lose the bot."""
        self._asked = LEAVING
        self._tell(Phrase("console.before_leaving" if self._people() else "console.how_to_leave", n=self._people()))

    # What Tab offers

    async def _learn_commands(self) -> None:
        if not self._commands:
            known = (await self._client.get(ListCommands(), Commands)).commands
            self._commands = {name: command for command in known for name in command.names}

    @property
    def offers(self) -> tuple[str, ...]:
        """The commands of the person's turn; none if it is not their turn."""
        person = self._speaker.client.person
        return person.offers if person is not None else ()

    def completions(self, typed: str) -> list[tuple[str, int]]:
        """Return what may stand in place of the last word that is typed, each with the length of that word."""
        return complete(typed, self._client.bot.prefix, self._commands, self.offers)
