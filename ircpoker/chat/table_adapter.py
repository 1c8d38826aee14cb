"""Connects the lobby with people: its announcements become lines, and news of people become calls of the lobby.

The lobby knows players of the ledger, and transports know nicks; only this module knows both.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from typing import cast

from ircpoker.chat.chances import own_odds
from ircpoker.chat.channel_settings import ChannelSettingsBook
from ircpoker.chat.means import bring, out_of_chips
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.outgoing import reader_of
from ircpoker.chat.players import Welcome, open_account
from ircpoker.chat.preferences import NO_PREFERENCES
from ircpoker.chat.presence import ChannelPauses
from ircpoker.chat.segments import offered
from ircpoker.chat.services import Services, Upcoming
from ircpoker.chat.table_facts import facts, readings
from ircpoker.chat.table_text import hand_parts, news_replies
from ircpoker.chat.tournament_text import event_phrase
from ircpoker.config import Settings
from ircpoker.errors import LedgerError, NotAllowedError, UsageError
from ircpoker.ledger import PlayerId
from ircpoker.lobby import Announcement, Lobby, Place, Speaker, TableContext, turns_of
from ircpoker.lobby.draft import Draft, StepResult
from ircpoker.lobby.events import DealEnded, NextDeal, OutOfChips, Reminder
from ircpoker.lobby.hand import HandInProgress
from ircpoker.lobby.table_index import SeatAt
from ircpoker.lobby.tournament_events import TournamentEvent
from ircpoker.lobby.views import allows_odds, shown_chips
from ircpoker.people import Listener, Person
from ircpoker.records.archive import Archive
from ircpoker.records.deal_words import joined
from ircpoker.robots import RobotClass, find_robot, load_robots, shown_names
from ircpoker.runtime.delivery import Delivery
from ircpoker.runtime.foreign import is_interrupt
from ircpoker.table import DealSeat, TableSeat, make_view
from ircpoker.tournaments.tournaments import Tournaments
from ircpoker.words import Phrase

_MOST_REACHED = 10_000
"""Players of whom it is remembered that private lines reach them."""

_logger = logging.getLogger(__name__)


class TableAdapter(Listener):
    """The tables of a bot, as its plugins, people and transports use them.

    The lobby is created on first use, so that questions about cards do not wait for a database.

    Attributes:
        services: the bot's services.
        games: the games that can be played, keys of `ircpoker.table.GAMES`.
        channels: the settings of channels.
        welcome: explains more to new players.
        reviews: what the last reviews have said, by player and deal.
    """

    def __init__(self, services: Services) -> None:
        """Create the tables, and listen to the news of people.

        Args:
            services: the bot's services.
        """
        self.services = services
        self.games: list[str] = []
        self.channels = ChannelSettingsBook(services, self.games)
        self.welcome = Welcome(services)
        self.reviews: dict[tuple[PlayerId, str], tuple[str, ...]] = {}
        self._connected: set[str] = set()
        self._reached: set[tuple[PlayerId, str]] = set()
        services.outbox.most_lines = lambda network, channel: self.channels.rules(network, channel).lines
        self.services.presence.listen(self)

    @cached_property
    def robots(self) -> Mapping[str, RobotClass]:
        """The robots by name.

        Raises:
            RobotFileError: a robot in the user's folder cannot be used.
        """
        return load_robots(self.services.settings.bot.plugin_path)

    @cached_property
    def lobby(self) -> Lobby:
        """The lobby.

        Raises:
            LedgerError: the database cannot be opened.
        """
        services = self.services
        bot = services.settings.bot
        channels = {network.name: network.channels for network in services.settings.networks}
        context = TableContext(
            ledger=services.ledger,
            scheduler=services.scheduler,
            rng=services.rng,
            config=services.settings,
            robots=self.robots,
            archive=Archive(bot.history if self.outlives_bot else None, services.ledger, services.clock),
            open_account=partial(open_account, services),
            bring=partial(bring, services),
            chat=self._announce,
            delay=services.outbox.delay,
            show_typing=services.outbox.show_typing,
            channels={**channels, **dict.fromkeys(services.beside_irc, ())},
            entropy=services.entropy,
            client_text=services.client_text,
            activity=services.activity,
            is_terse=lambda player: services.preferences.of(player).terse == "on",
            channel_rules=self.channels,
            hour=self.channels.hour,
            has_arrived=services.presence.has_arrived,
        )
        lobby = Lobby(context, services.identities)
        self.__dict__["tournaments"] = tournaments = Tournaments(
            context, lobby, lambda: services.clock.now().timestamp()
        )
        services.identities.followers.append(tournaments.follow)
        for network in self._connected:
            lobby.connected(network)
        services.presence.listen(lobby)
        services.presence.listen(ChannelPauses(lobby, services.scheduler.now))
        return lobby

    @cached_property
    def tournaments(self) -> Tournaments:
        """The tournaments; they are made with the lobby.

        Raises:
            LedgerError: the database cannot be opened.
        """
        _ = self.lobby
        return cast("Tournaments", self.__dict__["tournaments"])

    def robot_called(self, name: str) -> RobotClass:
        """Return a robot by its name.

        Raises:
            UsageError: there is none.
        """
        if len(name.split()) != 1:
            raise UsageError(Phrase("errors.which_robot", known=", ".join(shown_names(self.robots))))
        return find_robot(name, self.robots)

    def use_settings(self, settings: Settings) -> None:
        """Play by a configuration that has changed, from the next hand on."""
        if self.is_open:
            self.lobby.use_config(settings)

    def hear(self, message: Message) -> Speaker:
        """Note that the author of a line is there; see `Lobby.hear`.

        Args:
            message: any line that people at the place can see.

        Returns:
            The author, with the seats that they have now.

        Raises:
            UsageError: the player's name cannot be stored in the ledger.
            LedgerError: the ledger failed.
        """
        person, channel = message.sender, message.channel
        own = message.table_place or Place.of_player(person.id)
        place = own if channel is None else Place.of_channel(message.place_network, channel)
        return self.lobby.hear(person, place)

    def speaker(self, message: Message) -> Speaker:
        """Return the author of a line; the router has heard them, unless this line opens the lobby."""
        return message.speaker or self.hear(message)

    def opener(self, message: Message) -> tuple[Place, Person]:
        """Return where somebody opens a table, and as whom: in private as who they are there, wherever they sit."""
        speaker = self.speaker(message)
        if message.channel is None:
            return Place.of_player(message.sender.id), message.sender
        return speaker.place, speaker.person

    def seat(self, message: Message) -> SeatAt:
        """Return the table that somebody means, and their seat there; see `Lobby.seat`."""
        return self.lobby.seat(self.speaker(message))

    def act(self, message: Message, step: Callable[[Draft, TableSeat], StepResult]) -> StepResult:
        """Let somebody do something at their table; see `Lobby.act`."""
        return self.lobby.act(self.speaker(message), step)

    def check_reach(self, place: Place, person: Person) -> None:
        """Find out, once while the bot is on a network, whether private lines reach somebody who sits in a channel.

        Their user modes may refuse them, and a game that only they cannot play stops everybody.
        """
        key = (person.id, person.address)
        if place.is_private or key in self._reached:
            return
        try:
            end = self.lobby.begin_reach_check(place, person)
        except LedgerError:
            return  # They have sat down, and the delivery of their cards is looked at anyway.

        def note_reach(delivery: Delivery) -> None:
            if delivery is Delivery.SENT and len(self._reached) < _MOST_REACHED:
                self._reached.add(key)
            end(delivery is not Delivery.REFUSED)

        self.services.outbox.check_reach(reader_of(person), note_reach)

    def games_at(self, message: Message) -> Sequence[str]:
        """Return the games that may be opened where a message was said, the default first."""
        if message.channel is None:
            return self.games
        return self.channels.rules(message.place_network, message.channel).games or self.games

    def language_at(self, network: str, channel: str) -> str:
        """Return the language that a channel has chosen; empty in private, and for the configured one."""
        return self.channels.rules(network, channel).language if channel and self.is_open else ""

    def number_of(self, place: Place) -> int:
        """Return the number of a table if its lines show it, as in a channel with several; else 0."""
        return self.lobby.choice.shown_number(place)

    def own_number(self, message: Message) -> int:
        """Return the number of the table in the channel of a message at which its author sits now. Never raises.

        It is 0 without a seat there, and where lines show no number.
        """
        if not self.is_open or message.channel is None:
            return 0
        with suppress(UsageError):
            person = message.sender
            return self.lobby.choice.own_number(person.id, Place.of_channel(message.place_network, message.channel))
        return 0

    def news_table(self, message: Message) -> str:
        """Return the ledger's name of the table that a command in a channel has changed; empty if it was none."""
        if not self.is_open or message.channel is None:
            return ""
        place = Place.of_channel(message.place_network, message.channel)
        seats = self.lobby.tables.seats_of_person(message.sender.id)
        own = next((table for table, _ in seats if place.is_beside(table.place)), None)
        table = own or self.lobby.tables.by_place.get(place)
        if table is not None:
            return table.id
        return next((each.id for each in self.tournaments.at(place)), "")

    def own_hand(self, message: Message) -> tuple[HandInProgress, DealSeat]:
        """Return the hand in which a person has cards at the place of their message, and their seat in it.

        Raises:
            NotAllowedError: they have none, or may not see them: their hand is dead.
        """
        table, number = self.seat(message)
        hand = table.state.hand
        seat = hand.seat_of(number) if hand else None
        if hand is None or seat is None:
            raise NotAllowedError(Phrase("errors.no_cards"))
        if seat in hand.deal.setup.dead:
            raise NotAllowedError(Phrase("errors.dead_hand"))
        return hand, seat

    def own_odds(self, message: Message) -> Reply | None:
        """Return the odds of a person's own hand on their turn; None for somebody without a seat.

        Raises:
            NotAllowedError: it is not their turn, other people play, or the game has no board.
        """
        try:
            table, number = self.seat(message)
        except NotAllowedError:
            return None
        hand, seat = self.own_hand(message)
        legal = hand.turn
        if legal is None or hand.actor != number:
            raise NotAllowedError(Phrase("errors.odds_turn"))
        if not allows_odds(table):
            raise NotAllowedError(Phrase("errors.odds_people"))
        view = make_view(hand.deal, seat)
        odds = own_odds(view, legal)
        if not odds:
            raise NotAllowedError(Phrase("errors.odds_draw"))
        return Reply(tuple(joined([hand_parts(view), odds])), private=True)

    def offers(self, person: Person) -> tuple[str, ...]:
        """Return the commands that a person may give on their turn now; none if it is not their turn."""
        seats = self.lobby.tables.seats_of_person(person.id) if self.is_open else ()
        return next((offered(turn.legal) for turn in turns_of(seats)), ())

    def chips_of_player(self, player: PlayerId) -> int:
        """Return the chips in front of a player at all tables."""
        seats = self.lobby.tables.seats_of_person(player) if self.is_open else ()
        return sum(
            shown_chips(table, number) + table.seats[number].added
            for table, number in seats
            if not table.state.policy.is_tournament
        )

    def upcoming(self, message: Message) -> Iterator[Upcoming]:
        """Yield the committed deal of the person's table here; without a seat that of each table in the channel.

        Args:
            message: names the person and the place.

        Yields:
            The deal in progress, or the next one.
        """
        for table in self.lobby.seen_by(self.speaker(message)):
            running = table.state.hand
            deal_id = running.deal_id if running else table.state.next_deal
            shuffle = self.services.ledger.shuffle(deal_id) if deal_id else None
            if shuffle is not None:
                number, subject = self.number_of(table.place), "running_deal" if running else "table_deal"
                named = Phrase(f"proof.{subject}_at", number=number) if number else Phrase(f"proof.{subject}")
                yield Upcoming(named, shuffle)

    # What it hears beside the lobby, which is a `Listener` as soon as it is open

    def disconnected(self, network: str) -> None:
        """The bot has lost a network."""
        self._connected.discard(network)
        self._reached = {key for key in self._reached if key[0].network != network}

    def connected(self, network: str) -> None:
        """The bot is on a network; stored tables are restored."""
        self._connected.add(network)
        self.channels.forget(network)
        if self.outlives_bot:
            _ = self.lobby  # A new lobby knows the networks that the bot is on.

    @property
    def is_open(self) -> bool:
        """Whether there is a lobby."""
        return "lobby" in self.__dict__

    def is_seated(self, person: Person) -> bool:
        """Return whether a person sits at any table."""
        return self.is_open and bool(self.lobby.tables.seats_of_person(person.id))

    @property
    def outlives_bot(self) -> bool:
        """Whether tables and chips are kept when the bot ends; else deals are numbered from 1 again."""
        return not self.services.settings.bot.is_in_memory

    def _announce(self, announcements: Sequence[Announcement]) -> list[list[str]]:
        """Say what a change of a table announces, and return the lines; a fault in one line loses no other."""
        spoken: list[list[str]] = []
        with self.services.outbox.held():
            for news in announcements:
                spoken.append([])
                try:
                    with self.services.speaking(self.language_at(news.place.network, news.place.channel)):
                        spoken[-1] = [reply.text for reply in self._say(news)]
                except BaseException as error:
                    if is_interrupt(error):
                        raise
                    _logger.exception("table %s: an announcement is lost", news.table)
                    if news.on_delivery is not None:
                        news.on_delivery(Delivery.UNKNOWN)
        return spoken

    def _say(self, news: Announcement) -> list[Reply]:
        """Say an announcement, and return its lines."""
        chosen = self.services.preferences.of(news.to.id) if news.to else NO_PREFERENCES
        table = self.lobby.tables.by_place.get(news.place) if chosen.odds == "on" else None
        with_odds = table is not None and allows_odds(table)
        if chosen.terse == "on" and isinstance(news.event, Reminder):
            return []
        event = news.event
        if isinstance(event, OutOfChips):
            event = out_of_chips(self.services, event)
        elif isinstance(event, TournamentEvent):
            event = event_phrase(event)
        replies = news_replies(news, event, self.services.words, with_odds=with_odds)
        if chosen is not NO_PREFERENCES:
            replies = [replace(reply, preferences=chosen) for reply in replies]
        place = news.place
        by_lines = place.is_by_lines
        if by_lines and news.to is None:
            for each in readings(news):
                self._say(each)
            return replies  # Nobody has read them so, but programs do.
        is_mixed = not place.channel or self.channels.rules(place.network, place.channel).is_mixed
        for line in facts(news, replies, self.services.words, is_mixed=is_mixed):
            self.services.outbox.post(line)
        if not by_lines and (table := self.lobby.tables.by_place.get(place)):
            if isinstance(event, DealEnded):
                self.welcome.deal_ended(table, event)
            elif isinstance(event, NextDeal):
                self.welcome.after_deal(table, news.number)
        return replies


class TableCommands:
    """Commands of the games at tables."""

    def __init__(self, tables: TableAdapter) -> None:
        self._tables = tables
