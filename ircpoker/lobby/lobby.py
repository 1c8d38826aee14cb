"""All tables of one bot.

The lobby is synchronous and has no loop: commands and news of people come in as calls, later actions are planned with
the scheduler, and `Listeners` get what happens at the tables.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from ircpoker.config import Settings
from ircpoker.errors import NO_TABLE, WAYS_TO_A_TABLE, LedgerError, NoSeatError, NotAllowedError, PokerError
from ircpoker.lobby import presence, seating
from ircpoker.lobby.admission import check_pace, expected
from ircpoker.lobby.cashier import buy_ins, close, leave
from ircpoker.lobby.context import TableContext
from ircpoker.lobby.draft import Draft, StepResult
from ircpoker.lobby.events import Departure
from ircpoker.lobby.hand_end import call_off
from ircpoker.lobby.identities import Identities
from ircpoker.lobby.networks import Networks
from ircpoker.lobby.opening import TableRequest, make_table
from ircpoker.lobby.places import Place
from ircpoker.lobby.seating import Seated, check_vacant, ways_to_a_seat
from ircpoker.lobby.shuffles import commit_first
from ircpoker.lobby.table import Table
from ircpoker.lobby.table_choice import Speaker, TableChoice, make_speaker
from ircpoker.lobby.table_index import LastDeal, SeatAt
from ircpoker.people import Listener, Person
from ircpoker.table import TableSeat
from ircpoker.words import Phrase

MOST_DELAY = 10.0
"""A private table can only be opened if lines wait for fewer seconds on its network."""


class Lobby(Listener):
    """All tables.

    Attributes:
        tables: the tables, their places and their players.
        choice: chooses among the tables of a channel.
        listeners: those who listen to them.
        networks: its networks, whose tables are restored when they are connected.
    """

    def __init__(self, context: TableContext, identities: Identities) -> None:
        """Open a lobby.

        Args:
            context: the objects that all tables share.
            identities: the owners of accounts and seats.
        """
        self.tables = identities.tables
        self.choice = TableChoice(self.tables, context)
        self.listeners = context.listeners
        context.shown_number = self.choice.shown_number
        context.held_tables = lambda kind: [
            (table.state.holder, table.weight) for table in self.tables if table.state.kind == kind
        ]
        context.thinking = lambda: [table.state.holder for table in self.tables if table.is_thinking]
        self._context = context
        self.threads = context.threads
        self.networks = Networks(context, identities)
        self._calls = context.scheduler.calls("lobby")
        self._identities = identities
        context.scheduler.on_standstill(self._stood_still)

    # Sitting down

    def open(self, place: Place, person: Person, request: TableRequest) -> tuple[Table, str]:
        """Open a table for a person and robots, or a table for several people at which the person sits down.

        Args:
            place: the place; in a channel the table gets the least free number.
            person: who opens it.
            request: robots, game and buy-in.

        Returns:
            The table, and the commitment to the shuffle of its first deal.

        Raises:
            NotAllowedError: there is a table at this place, and no room for another, or there are too many tables.
            InsufficientChipsError: the person does not have the chips.
            NotAllowedError: the house stakes no more on the person's robots today.
            LedgerError: the ledger failed; the table may be open nevertheless.
        """
        self._check_dealing()
        self._context.check_open(place)
        person, place = self._identities.seated_as(person, place, is_opening=True)
        place = self.choice.to_open(place, person)
        there = self.tables.at(place)
        if there is not None:
            check_vacant(there.state, self._context.robots, person)
        if place.is_private and self._context.delay(place.network) > MOST_DELAY:
            # Each new table makes the others wait longer.
            raise NotAllowedError(Phrase("errors.busy"))
        holder = self._context.holder(place, person)
        check_pace(self._context, place, self.tables.on(place.network), expected(place, len(request.robots)), holder)
        # A table that was only kept for somebody who has lost all chips makes way.
        self._context.check_room(request.game, holder, more=int(there is None))
        self._context.open_account(person)
        # The house gets back what it has staked on this person's own robots.
        own = there is not None and there.state.place == Place.of_player(person.id)
        staked = there.state.house_chips if there is not None and own else 0
        table = make_table(self._context, place, person, request, freed=staked)
        if there is not None:
            # It was only kept for somebody who has lost all chips there.
            there.change(lambda draft: close(draft, Departure.BROKE))
        table.on_people_changed = self.tables.note

        def begin(draft: Draft) -> str:
            # The person pays for their own seat, and the house for those of the robots.
            buy_ins(draft, draft.state.seats, person.id)
            return commit_first(draft)

        try:
            return table, table.change(begin)
        except LedgerError:
            if table.stored.unconfirmed is not None:
                self.tables.note_half_open(table)
            raise

    def sit(self, place: Place, person: Person, chips: int | None, number: int = 0) -> Seated:
        """Seat a person at a table, or deal them in again; see `seating.sit`.

        Args:
            place: the place.
            person: the person.
            chips: the buy-in; None for the usual one.
            number: the number of a table in the channel; 0 for the one that `TableChoice.to_sit_at` chooses.

        Raises:
            NotAllowedError: there is no table here.
        """
        self._check_dealing()
        self._context.check_open(place)
        person, place = self._identities.seated_as(person, place)
        table = self.choice.to_sit_at(place, person, chips, number)
        if table is None:
            raise NotAllowedError(NO_TABLE)
        self._context.open_account(person)
        # A refill is a movement of its own: it stays, even if the seat cannot be taken.
        is_buying = seating.buys_in(table.state, self._context.robots, person)
        held = self._context.bring(person, table.settings.least_buy_in) if is_buying else 0
        return table.change(lambda draft: seating.sit(draft, person, chips, held))

    def check_open(self, place: Place) -> None:
        """Raise NotAllowedError if the channel of a place has chosen that nothing is played there now."""
        self._context.check_open(place)

    def _check_dealing(self) -> None:
        if self._context.is_finishing:
            raise NotAllowedError(Phrase("errors.finishing"))

    def begin_reach_check(self, place: Place, person: Person) -> Callable[[bool], None]:
        """Deal a person in only when it is known whether private lines reach them; the result takes whether they do."""
        table = self.tables.at(self.tables.meant(person.id, place))
        number = table.seats.number_of(person.id) if table else None
        return (lambda _: None) if table is None or number is None else table.begin_reach_check(number)

    def buy_ins(self, place: Place, person: Person, number: int = 0) -> range:
        """Return the buy-ins that are allowed at the table where a person would sit down; see `sit`."""
        table = self.choice.to_sit_at(place, person, None, number)
        if table is None:
            raise NotAllowedError(NO_TABLE)
        least, most = table.settings.least_buy_in, table.settings.most_buy_in
        # Somebody without chips may get some.
        held = self._context.ledger.balance(person.id) or most
        return range(least, max(least, min(most, held)) + 1)

    # Playing

    def seat(self, speaker: Speaker) -> SeatAt:
        """Return the table that a person means, and their seat there.

        Returns:
            The table where they spoke; in private also a table in a channel, if it is the only one where they sit.

        Raises:
            NoSeatError: they have no seat.
            NotAllowedError: they have several seats.
        """
        own, place = speaker.seats, speaker.place
        meant = [seat for seat in own if seat[0].state.place == place] or (own if place.is_private else [])
        if len(meant) == 1:
            return meant[0]
        if meant:
            raise NotAllowedError(Phrase("errors.several_seats"))
        there = self.tables.in_channel(place)
        if not there:
            raise NoSeatError(WAYS_TO_A_TABLE)
        raise NoSeatError(ways_to_a_seat(self.choice.roomiest(there).state, self._context.robots))

    def act(self, speaker: Speaker, step: Callable[[Draft, TableSeat], StepResult]) -> StepResult:
        """Let a person do something at the table that they mean; see `seat` and `Table.change`.

        Args:
            speaker: the person.
            step: takes the draft of the table, and the number of their seat.
        """
        table, _ = self.seat(speaker)
        return table.change(lambda draft: step(draft, draft.number_of(speaker.person.id)))

    def find(self, speaker: Speaker) -> Table | None:
        """Return the table that a person means where they spoke, in private also one where they sit; None for none."""
        table = self.tables.by_place.get(speaker.place)
        if not speaker.place.is_private or (table and table.seats.number_of(speaker.person.id) is not None):
            return table
        return speaker.seats[0][0] if speaker.seats else None

    def find_left(self, speaker: Speaker) -> Table | None:
        """Return the table that `find` returns; without a seat the one that they left last, if it is open."""
        table, player = self.find(speaker), speaker.person.id
        if table is None or table.seats.number_of(player) is not None:
            return table
        return self.tables.by_place.get(self.tables.left_last(player, table.place))

    def last_deal(self, speaker: Speaker) -> LastDeal | None:
        """Return the last finished deal at the table that `find` returns, or at one here that has closed since.

        For somebody without a seat it is that of the table that they left last.
        """
        table, player = self.find(speaker), speaker.person.id
        if table is not None and table.seats.number_of(player) is not None:
            return self.tables.last_deal(table.place)
        return self.tables.last_deal(self.tables.left_last(player, table.place if table else speaker.place))

    def seen_by(self, speaker: Speaker) -> list[Table]:
        """Return the table that `find` returns; for somebody in a channel who sits at none there, all of its tables."""
        table = self.find(speaker)
        if table is None or speaker.place.is_private or speaker.is_seated_here:
            return [] if table is None else [table]
        return self.tables.in_channel(speaker.place)

    def unshown_deals(self) -> set[str]:
        """Return the numbers of the finished deals whose streets are still shown: their ends are not known yet."""
        return self.tables.unshown_deals(self._context.scheduler.now())

    # Who is there

    def hear(self, person: Person, place: Place) -> Speaker:
        """Note that a person has said something, so that they and their network are there.

        Args:
            person: who they are.
            place: where they spoke. A line elsewhere does not count as a return to a table's channel.

        Returns:
            The person, with the seats that they have now; as the identity by which they sit there, if they have others.

        Raises:
            LedgerError: the tables cannot be read from the ledger.
        """
        self.networks.note_line(person.network)
        person, place = self._identities.seated_as(person, place)
        for table, number in self.tables.seats_of(person.id):
            here = table.state.place.player
            if here not in {None, person.id} and Place.of_player(person.id) not in self.tables.places:
                # The ledger failed when the person took this name.
                self._identities.rename_seat(table, number, person)
            if presence.is_news(table.state, number, person, place):
                table.mark_present(number, person)
        place = self.tables.meant(person.id, place)
        return make_speaker(place, person, self.tables.seats_of(person.id), self.choice.shown_number(place))

    def arrived(self, person: Person) -> None:
        """Note that a person who came by a socket is there, at all tables where they sit."""
        for table, number in self.tables.seats_of(person.id):
            table.resume_now()
            if presence.is_news(table.state, number, person, table.place):
                table.mark_present(number, person)

    def joined(self, person: Person, channel: str) -> None:
        """Note that a person is in a channel."""
        by_lines = [table for table, _ in self.tables.seats_of(person.id) if table.place.is_by_lines]
        for table in [*self.tables.in_channel(Place.of_channel(person.network, channel)), *by_lines]:
            number = table.seats.number_of(person.id)
            if number is not None or not table.stored.failures:
                # A stranger who joins again and again must not have a failing ledger tried each time.
                table.resume_now()
            if number is not None:
                table.mark_present(number, person)

    def parted(self, person: Person, channel: str) -> None:
        """Note that a person has left a channel, or was kicked."""
        place = Place.of_channel(person.network, channel)
        for table, number in [*self.tables.seats_of(person.id), *self.tables.in_doubt(person.id)]:
            if table.place.is_beside(place):
                table.mark_away(number)

    def quit(self, person: Person) -> None:
        """Note that a person has left the network."""
        for table, number in [*self.tables.seats_of(person.id), *self.tables.in_doubt(person.id)]:
            table.mark_away(number)

    def disconnected(self, network: str) -> None:
        """Note that the bot has lost a network; its tables are paused."""
        self.networks.lose(network)

    def connected(self, network: str) -> None:
        """Note that the bot is on a network; its tables resume, those of channels when somebody is seen there."""
        self.networks.regain(network)

    def closing(self) -> None:
        """Tell everybody that the bot is about to leave; everything is stored, and all clocks are stopped."""
        for table in self.tables:
            if table.state.has_clocks and not table.calls.is_paused:
                table.say_goodbye()

    def finish_hands(self, done: Callable[[], None]) -> None:
        """Deal no further hand, and call `done` as soon as each hand has ended and its end has been shown.

        Hands on a network that is away stay as they are.
        """
        self._context.is_finishing = True
        here = [table for table in self.tables if not table.calls.is_paused]
        if any(table.hand is not None or table.now < table.state.lines_until for table in here):
            self._calls.call_after(1.0, "finish", lambda: self.finish_hands(done))
        else:
            done()

    def call_off_hands(self, reason: Phrase) -> int:
        """Call all hands in progress off, deal no further one, and return how many they were."""
        self._context.is_finishing = True
        running = [table for table in self.tables if table.hand is not None]
        for table in running:
            with suppress(PokerError):  # It stays as it is stored.
                table.change(lambda draft: call_off(draft, reason))
        return sum(table.hand is None for table in running)

    def use_config(self, config: Settings) -> None:
        """Use a configuration that has changed: running tables from their next hand on."""
        usual = {game: self._context.stakes(game) for game in {table.state.game_name for table in self.tables}}
        self._context.use_config(config)
        for table in self.tables:
            table.use_settings(usual[table.state.game_name])

    def remove_people(self, is_meant: Callable[[Person], bool]) -> int:
        """Let people leave their tables, at once or after the hand; return how many seats that were."""
        seats = [
            (table, number)
            for table in self.tables
            for number, seat in table.seats.items()
            if (person := seat.person) is not None and is_meant(person)
        ]
        for table, number in seats:
            with suppress(PokerError):  # The next time that they are banned.
                table.change(partial(leave, number=number))
        return len(seats)

    # Time

    def _stood_still(self, seconds: float) -> None:
        """Put the clocks of people forward by the seconds of a standstill, in which nobody could act or be seen."""
        for table in self.tables:
            table.put_forward(seconds)
