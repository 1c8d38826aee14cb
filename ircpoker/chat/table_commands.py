"""The commands that all games at tables share; the first plugin with such a game adds them.

The concierge: `!start` and everybody who wants to play, in any words, get the one line that works here and now.
"""

from __future__ import annotations

from ircpoker.chat.action_commands import ActionCommands, ShowCommands
from ircpoker.chat.channel_commands import ChannelCommands
from ircpoker.chat.commands import Example, Line, check_nothing, command, commands_of
from ircpoker.chat.daily_hand import DailyHand
from ircpoker.chat.hand_history import HistoryCommands
from ircpoker.chat.identity_commands import InvitationCommands
from ircpoker.chat.lines import from_own_table
from ircpoker.chat.means import bring, next_step
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.players import open_account
from ircpoker.chat.proof import add_commitments
from ircpoker.chat.questions import Facts
from ircpoker.chat.robots import RobotCommands
from ircpoker.chat.router import Router
from ircpoker.chat.segments import chips, turn_options
from ircpoker.chat.study_commands import StudyCommands
from ircpoker.chat.table_adapter import TableAdapter, TableCommands
from ircpoker.chat.table_answers import DUEL, NO_SEAT, TableAnswers, read_chips, seated_reply
from ircpoker.chat.tournament_commands import TournamentCommands, place_of
from ircpoker.chat.tournament_text import standing
from ircpoker.errors import NoSeatError, UsageError
from ircpoker.lobby import Speaker, Table, least_buy_in
from ircpoker.lobby.next_hand import want_next
from ircpoker.lobby.seating import is_full, remove_robot, room_for, sit_out, top_up
from ircpoker.lobby.time_banks import use
from ircpoker.table import GAMES
from ircpoker.words import Phrase
from ircpoker.words.understood.typed import bare_words


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
        router.add_all(ChannelCommands(tables))
        answers = [*commands_of(TableAnswers(tables)), *commands_of(HistoryCommands(tables))]
        actions = [*ActionCommands(tables).commands(), *commands_of(ShowCommands(tables))]
        for command in (*answers, *actions, *commands_of(SeatCommands(tables))):
            is_of_seat = command.price == "seat"
            router.add(from_own_table(command, tables.own_number) if is_of_seat else command)
        router.add_all(RobotCommands(tables))
        router.add_all(Concierge(tables))
        router.add_all(InvitationCommands(tables))
        router.add_all(StudyCommands(tables, DailyHand(tables, router.say)))
        add_commitments(router, tables.upcoming)
    tables.games += [name for name, game in GAMES.items() if game.plugin == plugin]
    return tables


class Concierge(TableCommands):
    """The command."""

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


class SeatCommands(TableCommands):
    """The commands that change one's own seat."""

    @command(
        "topup",
        examples=(
            Example("300", "alice brings 300 chips and has 800 here.", ("open",), "channel"),
            Example("300", NO_SEAT.reply),
        ),
        price="seat",
    )
    def topup(self, message: Message, arguments: str) -> Line:
        """Return the player's chips at the table now.

        Raises:
            UsageError: the number is missing.
        """
        table, number = self._tables.seat(message)
        if not arguments:
            raise UsageError(Phrase("errors.how_many"))
        most = min(room_for(table.state, table.settings, number), table.context.ledger.balance(message.sender.id))
        return self._more_chips(message, read_chips(arguments, lambda: range(1, most + 1) or range(1)))

    @command(
        "rebuy",
        examples=(
            Example("", "alice brings 300 chips and has 500 here.", ("open 200",), "channel"),
            Example("", "there is no table here: …", where="channel"),
        ),
        price="seat",
    )
    def rebuy(self, message: Message, arguments: str) -> Line:
        """Return the player's chips at the table now; a player who has left without chips sits down again."""
        check_nothing(arguments)
        return TournamentCommands(self._tables).rebuy_here(message) or self._more_chips(message, None)

    @command(
        "sitout",
        examples=(
            Example("", "alice sits out after this deal: !sit deals you in again.", ("open", "<bob> sit"), "channel"),
            Example("", NO_SEAT.reply),
        ),
        aliases=("brb", "afk", "away"),
        price="seat",
    )
    def sitout(self, message: Message, arguments: str) -> Phrase:
        """Return that the player sits out, now or after the deal."""
        check_nothing(arguments)
        is_now = self._tables.act(message, sit_out)
        who = message.sender.nick
        return Phrase("table.sits_out", who=who) if is_now else Phrase("table.sits_out_later", who=who)

    @command(
        "removebot",
        examples=(
            Example("caller", "caller leaves as soon as the deal is over.", ("open", "addbot caller"), "channel"),
            Example("caller", NO_SEAT.reply),
        ),
        price="seat",
    )
    def removebot(self, message: Message, arguments: str) -> Phrase | None:
        """Return that the robot leaves after the hand; if it leaves at once, that is announced to everybody."""
        table, _ = self._tables.seat(message)
        if not arguments:
            known = ", ".join([seat.nick for _, seat in sorted(table.state.seats.items()) if seat.robot])
            raise UsageError(Phrase("errors.which_robot", known=known or Phrase("errors.no_robots_here")))
        is_gone = self._tables.act(message, lambda draft, _: remove_robot(draft, arguments))
        return None if is_gone else Phrase("table.robot_leaves_later", robot=arguments)

    @command(
        "n",
        examples=(Example("", "Waiting for a second player: …", ("open",), "channel"), NO_SEAT),
        aliases=("next",),
        guess=False,
        price="seat",
    )
    def next(self, message: Message, arguments: str) -> Line | None:
        """Note that somebody wants the next deal at once; return for what it waits if it is not planned."""
        check_nothing(arguments.removeprefix("hand").removeprefix("deal"))
        table, _ = self._tables.seat(message)
        if table.hand is None and table.state.next_hand_at is None:
            return Facts(self._tables).answer("turn", message)
        self._tables.act(message, want_next)
        return None

    @command(
        "time",
        examples=(Example("", "you take 30 s more: 65 s left", (DUEL,), "private"), NO_SEAT),
        aliases=("timebank", "tb"),
        guess=False,
    )
    def time(self, message: Message, arguments: str) -> None:
        """Use a time bank, which is announced to everybody."""
        check_nothing(" ".join([word for word in bare_words(arguments) if word != "bank"]))
        self._tables.act(message, use)

    def _more_chips(self, message: Message, added: int | None) -> Line:
        """Bring more chips to a seat; without a seat, or without chips there, this is a buy-in.

        Raises:
            NoSeatError: they have no seat in private, or none for which to bring a number of chips.
        """
        speaker = self._tables.speaker(message)
        place, person = speaker.place, speaker.person
        try:
            table, number = self._tables.lobby.seat(speaker)
        except NoSeatError:
            if place.is_private or added is not None:
                raise
        else:
            if not table.state.is_broke(number):
                return self._topped_up(message, added, bring(self._tables.services, person, 1, added or 1))
        return seated_reply(self._tables.lobby.sit(place, person, added))

    def _topped_up(self, message: Message, added: int | None, held: int) -> Phrase:
        topped = self._tables.act(message, lambda draft, number: top_up(draft, number, added, held))
        who, added_chips = topped.nick, chips(topped.chips)
        if topped.waits:  # How many they have then depends on the deal in progress.
            return Phrase("table.brings_later", who=who, chips=added_chips)
        return Phrase("table.brings", who=who, chips=added_chips, stack=topped.stack)
