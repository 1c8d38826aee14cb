"""The commands of all tables: sitting down, leaving, and looking."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from ircpoker.chat import access
from ircpoker.chat.commands import Example, check_nothing, command, replies
from ircpoker.chat.identity_commands import invitation, is_code, join
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.outgoing import Outgoing, Reader, reader_of
from ircpoker.chat.robots import reason_lines
from ircpoker.chat.seen import check_seen, shows
from ircpoker.chat.segments import chips, published
from ircpoker.chat.table_adapter import TableCommands
from ircpoker.chat.table_text import hand_parts, stakes_phrase
from ircpoker.chat.table_view import table_facts, table_line, table_lines
from ircpoker.chat.tournament_commands import TournamentCommands
from ircpoker.equity.grid import format_rows, unpack_shares
from ircpoker.errors import NO_TABLE, InvalidAmountError, NotAllowedError, UsageError, quote
from ircpoker.ledger import parse_chips
from ircpoker.lobby import Place, RobotReason, Seated, Speaker, Table, parse_table_request
from ircpoker.lobby.admission import cost_phrase, expected
from ircpoker.lobby.cashier import leave
from ircpoker.lobby.seating import add_robot
from ircpoker.records.deal_words import board_parts, joined
from ircpoker.records.ledger_hands import read_hand
from ircpoker.robots import BUILT_IN_NAMES, LEVELS, gives_reasons, shown_name, shown_names
from ircpoker.table import make_view
from ircpoker.words import Phrase
from ircpoker.words.understood.requests import read_table_number

DUEL = "play caller 200"
"""The beginning of most examples: a robot whose play is predictable."""
NO_SEAT = Example("", "you have no seat at a table here: …")


class TableAnswers(TableCommands):
    """The commands."""

    def opponents(self) -> list[str]:
        """Return the words that may follow `play`, for completion."""
        names = shown_names(self._tables.robots)
        levels, others = ([name for name in names if (name in LEVELS) is is_level] for is_level in (True, False))
        return [*levels, *self._tables.games, *others]

    @command(
        "play",
        examples=(
            Example("caller 200", "Heads-up no-limit hold'em against caller, …"),
            Example("caller random raiser", "4-handed no-limit hold'em against caller, random and raiser, …"),
            Example("easy", "Heads-up no-limit hold'em against easy, …"),
            Example("draw 4", "4-handed no-limit five-card draw against swede, swede2 and swede3, …"),
            Example("nobody", "'nobody' is neither a robot nor a game: …"),
        ),
        words=lambda answers: answers.opponents(),
        price="seat",
    )
    def play(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!play [robots] [game] [seats] [buy-in]`.

        Args:
            message: the player's message.
            arguments: robots, game, seats and chips in any order.

        Yields:
            The stakes, and what the player can do next.
        """
        first, _, rest = arguments.strip().partition(" ")
        if first.lower() in {"sng", "free"}:
            terms = rest if first.lower() == "sng" else arguments
            yield from replies(TournamentCommands(self._tables).open_sng(message, terms))
            return
        request = parse_table_request(arguments, self._tables.robots, self._tables.games_at(message), takes_robots=True)
        speaker = self._tables.speaker(message)
        table, commitment = self._tables.lobby.open(*self._tables.opener(message), request)
        own, *robots = table.state.seats.values()
        gives = any(gives_reasons(self._tables.robots[seat.robot]) for seat in robots)
        how = Phrase("table.duel_ways_with_why" if gives else "table.duel_ways")
        *others, last = [seat.nick for seat in robots]
        against = Phrase("names.several", others=", ".join(others), last=last) if others else last
        game, stakes = table.state.game.full_title, stakes_phrase(table.state.stakes)
        known = Phrase("table.facts_against", game=game, robot=against, stakes=stakes)
        facts = {"facts": known, "chips": chips(own.stack), "how": how}
        seats = len(table.state.seats)
        yield Reply((Phrase("table.handed", seats=seats, **facts) if others else Phrase("table.duel", **facts),))
        yield from self._begin(speaker, table, commitment)

    @command(
        "open",
        examples=(
            Example("300", "A table of no-limit hold'em, blinds 5/10: …", where="channel"),
            Example("25/50 turbo 1000", "A table of no-limit hold'em, blinds 25/50, turbo: …", where="channel"),
            Example("public", "A table of no-limit hold'em, blinds 5/10, that everybody sees: …", where="private"),
        ),
        words=lambda answers: answers.words(),
        price="seat",
    )
    def open(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!open [private | public] [game] [stakes] [turbo | slow] [buy-in]`.

        Args:
            message: the player's message. In private it opens a table without a channel.
            arguments: who may see the table, game, stakes, pace and chips in any order.

        Yields:
            The stakes, and how others sit down; without a channel by a code of the table, in the first line.

        Raises:
            NotAllowedError: a table in a channel cannot be more private than the channel.
        """
        request = parse_table_request(
            arguments, self._tables.robots, self._tables.games_at(message), takes_robots=False
        )
        if message.channel is not None and request.sight:
            raise NotAllowedError(Phrase("errors.open_in_private", command=f"open {request.sight}"))
        speaker = self._tables.speaker(message)
        place, person = self._tables.opener(message)
        place = Place.of_lines(person.network, 1) if message.channel is None else place
        table, commitment = self._tables.lobby.open(place, person, request)
        facts, stack = table_facts(table), chips(table.state.seats.people[0].stack)
        opened = {"facts": facts, "who": message.sender.nick, "chips": stack}
        number, sight = table.place.number, "public" if table.state.is_public else "private"
        if table.place.is_by_lines:
            may_invite = access.may(message, access.Right.MAKE_CODES)
            code = invitation(self._tables, message.sender.id, table, phrase="opened").parts if may_invite else ()
            yield Reply((Phrase(f"table.opened_{sight}", **opened), *(" " * may_invite), *code), private=True)
        elif number > 1:
            yield Reply((Phrase("table.opened_at", number=number, **opened),))
        else:
            yield Reply((Phrase("table.opened", **opened),))
        yield from self._begin(speaker, table, commitment)

    @command(
        "sit",
        examples=(
            Example("", "alice sits down in seat 2 with 500 chips.", ("<bob> open",), "channel"),
            Example("", "there is no table here: …", where="channel"),
        ),
        aliases=("join", "back"),
        price="seat",
    )
    def sit(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!sit [table N] [buy-in]`, and `!join CODE` of an invitation.

        Yields:
            The seat and the chips.

        Raises:
            UsageError: `sitout` is meant, or something that is no code.
            NotAllowedError: it is said in private, and there is no table.
        """
        if is_code(arguments):
            yield self._join(message, arguments)
            return
        speaker = self._tables.speaker(message)
        place, person = speaker.place, speaker.person
        if arguments.lower() == "out":
            raise UsageError(Phrase("errors.meant_sitout"))
        if message.channel is None and not self._tables.lobby.find(speaker):
            if arguments and not arguments.isdecimal():
                # It can be no code, so it counts as no guess at one.
                raise UsageError(Phrase("errors.not_a_code", token=quote(arguments)))
            raise NotAllowedError(Phrase("router.channel_only_table", command="sit"))
        lobby = self._tables.lobby
        number, amount = self._table_number(place, arguments)
        allowed = partial(lobby.buy_ins, place, person, number)
        buy_in = read_chips(amount, allowed, is_buy_in=True) if amount else None
        seated = lobby.sit(place, person, buy_in, number)
        self._tell_others(place, seated)
        yield seated_reply(seated)
        self._tables.check_reach(place, person)
        self._tables.welcome.note(speaker)

    def _join(self, message: Message, code: str) -> Reply:
        """Take the seat of an invitation, which everybody reads at that table."""
        place, seated = join(self._tables, message, code)
        services, reply = self._tables.services, seated_reply(seated)
        if message.channel is None and place.channel:
            services.outbox.post(Outgoing(Reader(place.network, place.channel), reply.worded(services.words)))
        self._tell_others(place, seated)
        return reply

    def _tell_others(self, place: Place, seated: Seated) -> None:
        """Let the others at a table without a channel read who has taken a seat there; who comes back says nothing."""
        table, services = self._tables.lobby.tables.by_place.get(place), self._tables.services
        if table is None or not place.is_by_lines or seated.is_back:
            return
        line = replace(seated_reply(seated), private=True).worded(services.words)
        for seat in table.seats.people:
            if seat.person is not None and seat.nick != seated.nick:
                services.outbox.post(Outgoing(reader_of(seat.person), line, table=table.id))

    def _table_number(self, place: Place, arguments: str, *, takes_digit: bool = False) -> tuple[int, str]:
        """Return the number of a table at the beginning of arguments and the rest; 0 where tables have no numbers."""
        has_number = self._tables.number_of(place)
        return read_table_number(arguments, takes_digit=takes_digit) if has_number else (0, arguments)

    def _begin(self, speaker: Speaker, table: Table, commitment: str) -> Iterator[Reply]:
        """Yield what follows the facts of a new table."""
        there = self._tables.lobby.tables.on(table.place.network)
        crowd = expected(table.place, len(table.seats) - len(table.seats.people))
        cost = cost_phrase(table.context, table.place, [each for each in there if each is not table], crowd)
        yield from replies(cost)
        yield Reply((Phrase("table.first_deck", deal=table.state.next_deal, sealed=published(commitment)),))
        self._tables.check_reach(speaker.place, speaker.person)
        self._tables.welcome.note(speaker)

    @command(
        "leave",
        examples=(Example("", "The table is closed: alice leaves with 200 chips.", ("open 200",), "channel"), NO_SEAT),
        aliases=("quit", "exit", "cashout"),
        guess=False,
        price="seat",
    )
    def leave(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!leave`.

        Yields:
            A line if the player leaves after the deal; leaving at once is announced to everybody.
        """
        check_nothing(arguments)
        table, _ = self._tables.seat(message)
        commands = TournamentCommands(self._tables)
        if (alone := commands.alone_at(message, table)) is not None:
            yield from replies(commands.give_up(message, alone))
            return
        self._tables.act(message, leave)
        if table.state.policy.is_tournament:
            yield Reply((Phrase("tournament.stays"),), private=True)
        elif not table.is_over and table.seats.number_of(self._tables.speaker(message).person.id) is not None:
            yield Reply((Phrase("table.leaves_later"),), private=True)

    @command(
        "addbot",
        examples=(
            Example("caller", "caller sits down in seat 2 with 500 chips. Calls …", ("open",)),
            Example("caller", NO_SEAT.reply),
        ),
        price="seat",
    )
    def add_robot(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!addbot robot`.

        Yields:
            The robot's seat and chips.

        Raises:
            UsageError: there is no such robot.
        """
        entered = TournamentCommands(self._tables).add_robot(message, arguments)
        if entered is not None:
            yield entered
            return
        robot, caller = self._tables.robot_called(arguments), message.sender.id
        seated = seated_reply(self._tables.act(message, lambda draft, _: add_robot(draft, robot, caller)))
        if robot.name not in BUILT_IN_NAMES:
            yield seated
            return
        character = Phrase(f"robots.{shown_name(robot.name)}.character")
        yield Reply((Phrase("table.robot_sits", sits=list(seated.parts), character=character),))

    def words(self) -> list[str]:
        """Return the words that may follow `open`, for completion."""
        return self._tables.games

    @command(
        "cards",
        examples=(Example("", "#1 you hold 3d 7h", (DUEL,)), NO_SEAT),
        aliases=("hand", "hole"),
    )
    def cards(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!cards`.

        Yields:
            The person's own cards, in private.
        """
        check_nothing(arguments)
        hand, seat = self._tables.own_hand(message)
        view = make_view(hand.deal, seat)
        dealt = Phrase("table.dealt", deal=hand.deal_id, cards=hand_parts(view))
        yield Reply(tuple(joined([[dealt], board_parts(view.street, view.board)])), private=True)

    @command(
        "table",
        examples=(
            Example("", "no-limit hold'em, blinds 5/10 | #1 | pot 15 | …", (DUEL,)),
            Example("", "there is no table here: …"),
        ),
        aliases=("status", "board", "stacks"),
    )
    def table(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!table [N]`.

        Yields:
            The seats with their chips, and the state of the deal; where there are several tables, to somebody who sits
            at none of them, a line for each.

        Raises:
            NotAllowedError: there is no table here.
            NotAllowedError: there is no table with this number.
        """
        lobby, speaker = self._tables.lobby, self._tables.speaker(message)
        number, rest = self._table_number(speaker.place, arguments, takes_digit=True)
        check_nothing(rest)
        tables = [lobby.choice.numbered(speaker.place, number)] if number else lobby.seen_by(speaker)
        if not tables:
            raise NotAllowedError(NO_TABLE)
        shown = table_lines if len(tables) == 1 else partial(table_line, words=self._tables.services.words)
        for table in tables:
            check_seen(self._tables, message, table)
            for reply in shown(table):
                yield replace(reply, table=self._tables.number_of(table.place))

    @command(
        "why",
        examples=(
            Example("", "#1 manual, before the flop: raises to 20 …", ("play manual 200", "call", "fold")),
            Example("", "there is no table here: …"),
        ),
        words=("range",),
        price="help",
    )
    def why(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!why [range]`, in private.

        Yields:
            The robots' decisions in the last finished deal in players' words. With `range` their own reasons; on the
            console also the ranges at the last decision that has some.

        Raises:
            NotAllowedError: there is no table here, and none has closed lately.
            NotAllowedError: no deal has finished, or no robot acted in it; or with `range`, its proof still waits.
        """
        wants_ranges = arguments.lower() in {"range", "ranges"}
        if not wants_ranges:
            check_nothing(arguments)
        speaker = self._tables.speaker(message)
        last = self._tables.lobby.last_deal(speaker)
        if last is None:
            if self._tables.lobby.find(speaker) is None:
                raise NotAllowedError(NO_TABLE)
            raise NotAllowedError(Phrase("errors.no_deal_finished"))
        deal, reasons, _ = last
        ledger = self._tables.services.ledger
        ended, hand = ledger.ended_deal(deal), read_hand(ledger, deal, speaker.person.id)
        if ended and not (hand and hand.own is not None) and not shows(self._tables, message, ended):
            raise NotAllowedError(Phrase("errors.no_deal_finished"))
        if not reasons:
            raise NotAllowedError(Phrase("errors.no_robot_decided"))
        is_revealed = ended is not None and ended.is_revealed
        if hand is not None and not wants_ranges:
            for line in reason_lines(deal, hand, reasons, is_revealed=is_revealed):
                yield Reply((line,), private=True)
            return
        if not is_revealed:
            raise NotAllowedError(Phrase("errors.why_hidden", deal=deal))
        yield from _own_reasons(deal, reasons)
        seen = [reason for reason in reasons if reason.ranges]
        if seen and wants_ranges and message.limits.public_lines is None:
            yield from _range_grids(seen[-1])


def _own_reasons(deal: str, reasons: Sequence[RobotReason]) -> Iterator[Reply]:
    """Yield the reasons as the robots give them."""
    with_reasons = {reason.nick for reason in reasons if reason.why}
    for reason in reasons:
        if reason.nick in with_reasons:
            why = reason.why or Phrase("table.no_reason")
            line = Phrase("table.reason", deal=deal, who=reason.nick, action=reason.action, why=why)
            yield Reply((line,), private=True)
    for nick in dict.fromkeys(reason.nick for reason in reasons if reason.nick not in with_reasons):
        yield Reply((Phrase("table.no_reasons", deal=deal, who=nick),), private=True)


def _range_grids(reason: RobotReason) -> Iterator[Reply]:
    """Yield a robot's own range and its opponent's as grids: 28 lines, too many for IRC."""
    middle = len(reason.ranges) // 2
    for owner, shares in (("own", reason.ranges[:middle]), ("opponents", reason.ranges[middle:])):
        yield Reply((Phrase(f"table.range_{owner}", who=reason.nick, action=reason.action),), private=True)
        for line in format_rows(unpack_shares(shares)):
            yield Reply((line,), private=True)


def seated_reply(seated: Seated) -> Reply:
    """Return the seat and the chips of somebody who has sat down."""
    who, seat, taken = seated.nick, seated.label, chips(seated.chips)
    if seated.is_back:
        return Reply((Phrase("table.sits_again", who=who, chips=taken),))
    line = Phrase("table.sits_later" if seated.waits else "table.sits", who=who, seat=seat, chips=taken)
    if seated.next_deal is None:
        return Reply((line,))
    deal, seconds = seated.next_deal
    whole = Phrase("table.sits_before", who=who, seat=seat, chips=taken, deal=deal, seconds=f"{seconds:g}")
    return Reply((whole,), brief=(line,))


def read_chips(text: str, allowed: Callable[[], range], *, is_buy_in: bool = False) -> int:
    """Return a number of chips, which may be 0; the error for other text names the numbers allowed here."""
    try:
        return parse_chips(text, least=0)
    except InvalidAmountError:
        amounts = allowed()
        raise InvalidAmountError(text, amounts[0], amounts[-1], is_buy_in=is_buy_in) from None
