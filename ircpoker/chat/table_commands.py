"""The commands that all games at tables share; the first plugin with such a game adds them.

The concierge: `!start` and everybody who wants to play, in any words, get the one line that works here and now.
"""

from __future__ import annotations

from ircpoker.chat.action_commands import ActionCommands, ShowCommands
from ircpoker.chat.channel_commands import ChannelCommands
from ircpoker.chat.commands import Example, command, commands_of
from ircpoker.chat.daily_hand import DailyHand
from ircpoker.chat.hand_history import HistoryCommands
from ircpoker.chat.invitation_commands import InvitationCommands
from ircpoker.chat.lines import from_own_table
from ircpoker.chat.means import next_step
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.players import open_account
from ircpoker.chat.proof import add_commitments
from ircpoker.chat.questions import Facts
from ircpoker.chat.robots import RobotCommands
from ircpoker.chat.router import Router
from ircpoker.chat.seat_commands import SeatCommands
from ircpoker.chat.segments import chips, turn_options
from ircpoker.chat.study_commands import StudyCommands
from ircpoker.chat.table_adapter import TableAdapter
from ircpoker.chat.table_answers import TableAnswers
from ircpoker.chat.tournament_commands import place_of
from ircpoker.chat.tournament_text import standing
from ircpoker.lobby import Speaker, Table, least_buy_in
from ircpoker.lobby.seating import is_full
from ircpoker.table import GAMES
from ircpoker.words import Phrase


def add_games(router: Router, plugin: str) -> TableAdapter:
    """Add games that are played at tables.

    Args:
        router: gets the commands, if these are its first games at tables.
        plugin: the plugin that brings the games; the first of them is the default.

    Returns:
        The tables.
    """
    tables = router.tables
    if tables is None:
        tables = router.tables = router.services.tables = TableAdapter(router.services)
        answers, seats = TableAnswers(tables), SeatCommands(tables)
        router.add_all(ChannelCommands(tables))
        for commands in (answers, HistoryCommands(tables), ActionCommands(tables), ShowCommands(tables), seats):
            for command in commands_of(commands):
                is_of_seat = command.price == "seat"
                router.add(from_own_table(command, tables.own_number) if is_of_seat else command)
        router.add_all(RobotCommands(tables))
        router.add_all(Concierge(tables))
        router.add_all(InvitationCommands(tables))
        router.add_all(StudyCommands(tables, DailyHand(tables, router.say)))
        add_commitments(router, tables.upcoming)
    tables.games += [name for name, game in GAMES.items() if game.plugin == plugin]
    return tables


class Concierge:
    """The command."""

    def __init__(self, tables: TableAdapter) -> None:
        self._tables = tables

    @command(
        "start",
        examples=(
            Example("", "!play begins a game against a robot, !play easy against an easy one. …", where="private"),
            Example("", "!open begins a table here; !addbot easy brings an opponent, …", where="channel"),
        ),
        aliases=("deal", "j", "go", "poker", "begin"),
        guess=False,
    )
    def start(self, message: Message, _arguments: str) -> Reply:
        """Return how the author of a line gets cards, here and now; for them only."""
        if any(chooser(message) for _, chooser in self._tables.services.choosers):
            return Reply((Phrase("typed.choose"),), private=True)
        speaker = self._tables.speaker(message)
        if speaker.turns_here:
            return Reply((Phrase("typed.turn", options=turn_options(speaker.turns_here[0])),), private=True)
        fact = Facts(self._tables).answer("turn", message) if self._sits(speaker) else None
        return fact or Reply((self._way_in(message, speaker),), private=True)

    @staticmethod
    def _sits(speaker: Speaker) -> bool:
        return speaker.is_seated_here or (speaker.place.is_private and bool(speaker.seats))

    def _way_in(self, message: Message, speaker: Speaker) -> Phrase:
        """Return how somebody without a seat here gets one.

        Raises:
            NotAllowedError: nothing is played in this channel now.
        """
        tables, place = self._tables, speaker.place
        entered = tables.tournaments.of_player(speaker.person.id)
        if entered:
            return next(standing(entered[0], tables.services.scheduler.now()))
        tables.lobby.check_open(place)
        there = [] if message.channel is None else tables.lobby.tables.in_channel(place)
        free = next((table for table in there if not is_full(table.state, tables.robots)), None)
        if (broke := self._without_chips(message, free)) is not None:
            return broke
        if free is not None:
            return Phrase("start.sit", chips=chips(free.settings.least_buy_in))
        tournaments = tables.tournaments.at(place_of(message))
        if any(each.state.plan.is_sit_and_go and each.state.is_open for each in tournaments):
            return Phrase("start.sng")
        if message.channel is None:
            return Phrase("start.play")
        return Phrase("start.full" if there else "start.open")

    def _without_chips(self, message: Message, table: Table | None) -> Phrase | None:
        """Return the next step of somebody who has not the chips for a table here, or for any; None if they have."""
        services, person = self._tables.services, message.sender
        open_account(services, person)
        means = services.ledger.means(person.id, source=person.where)
        least = table.settings.least_buy_in if table else least_buy_in(services.settings, self._tables.games)
        if means.balance + means.refill >= least:
            return None
        return Phrase("broke.out", held=means.balance, next=next_step(services, person, means))
