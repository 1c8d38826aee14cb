"""`!topup`, `!rebuy`, `!sitout`, `!removebot` and `!time`: changes at one's own table."""

from __future__ import annotations

from ircpoker.chat.commands import Example, Line, check_nothing, command
from ircpoker.chat.message import Message
from ircpoker.chat.questions import Facts
from ircpoker.chat.segments import chips
from ircpoker.chat.table_adapter import TableAdapter
from ircpoker.chat.table_answers import DUEL, NO_SEAT, read_chips, seated_reply
from ircpoker.chat.tournament_commands import TournamentCommands
from ircpoker.errors import NoSeatError, UsageError
from ircpoker.lobby.next_hand import want_next
from ircpoker.lobby.seating import remove_robot, room_for, sit_out, top_up
from ircpoker.lobby.time_banks import use
from ircpoker.words import Phrase
from ircpoker.words.understood.typed import bare_words


class SeatCommands:
    """The commands for all tables."""

    def __init__(self, tables: TableAdapter) -> None:
        self._tables = tables

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
        again = TournamentCommands(self._tables).rebuy_here(message)
        if again is not None:
            return again
        return self._more_chips(message, None)

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
                return self._topped_up(message, added, self._tables.bring_chips(person, added))
        return seated_reply(self._tables.lobby.sit(place, person, added))

    def _topped_up(self, message: Message, added: int | None, held: int) -> Phrase:
        topped = self._tables.act(message, lambda draft, number: top_up(draft, number, added, held))
        who, added_chips = topped.nick, chips(topped.chips)
        if topped.waits:  # How many they have then depends on the deal in progress.
            return Phrase("table.brings_later", who=who, chips=added_chips)
        return Phrase("table.brings", who=who, chips=added_chips, stack=topped.stack)
