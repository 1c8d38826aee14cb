"""The commands of all tables: sitting down, leaving, and looking."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from ircpoker.chat.commands import Example, command
from ircpoker.chat.message import Reply
from ircpoker.chat.robots import reason_lines
from ircpoker.chat.segments import chips, joined, published
from ircpoker.chat.table_text import board_parts, game_words, hand_parts, stakes_phrase
from ircpoker.chat.table_view import table_facts, table_line, table_lines
from ircpoker.chat.tournament_commands import TournamentCommands
from ircpoker.equity.grid import format_rows, unpack_shares
from ircpoker.errors import NO_TABLE, InvalidAmountError, NotAllowedError, UsageError, quote
from ircpoker.ledger import parse_chips
from ircpoker.lobby import parse_table_request
from ircpoker.lobby.hand_record import replay_hand
from ircpoker.lobby.leaving import leave
from ircpoker.lobby.seating import add_robot
from ircpoker.robots import BUILT_IN_NAMES, LEVELS, gives_reasons, shown_name, shown_names
from ircpoker.table import make_view
from ircpoker.words import Phrase
from ircpoker.words.understood.typed import bare_words, is_around

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ircpoker.chat.commands import Line
    from ircpoker.chat.message import Message
    from ircpoker.chat.table_adapter import TableAdapter
    from ircpoker.lobby import Place, RobotReason, Seated, Speaker, Table


_TABLE = re.compile(r"(?P<table>(?:at )?table )?#?(?P<number>[1-9])(?: +(?P<rest>.*))?", re.IGNORECASE)
DUEL = "play caller 200"
"""The beginning of most examples: a robot whose play is predictable."""
NO_SEAT = Example("", "you have no seat at a table here: …")


class _Opponents:
    """The words that may follow `play`, for completion; games and robots are loaded after the commands."""

    def __init__(self, tables: TableAdapter) -> None:
        self._tables = tables

    def __iter__(self) -> Iterator[str]:
        names = shown_names(self._tables.robots)
        others = [name for name in names if name not in LEVELS]
        return chain([name for name in names if name in LEVELS], self._tables.games, others)


class TableAnswers:
    """The commands."""

    def __init__(self, tables: TableAdapter) -> None:
        self._tables = tables
        self.opponents = _Opponents(tables)

    @command(
        "play",
        examples=(
            Example("caller 200", "Heads-up no-limit hold'em against caller, …"),
            Example("caller random raiser", "4-handed no-limit hold'em against caller, random and raiser, …"),
            Example("easy", "Heads-up no-limit hold'em against easy, …"),
            Example("draw 4", "4-handed no-limit five-card draw against swede, swede2 and swede3, …"),
            Example("nobody", "'nobody' is neither a robot nor a game: …"),
        ),
        words=lambda answers: answers.opponents,
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
        if first.lower() == "sng":
            yield from map(_as_reply, TournamentCommands(self._tables).open_sng(message, rest))
            return
        request = parse_table_request(arguments, self._tables.robots, self._tables.games_at(message), takes_robots=True)
        speaker = self._tables.speaker(message)
        table, commitment = self._tables.lobby.open(*self._tables.opener(message), request)
        own, *robots = table.state.seats.values()
        gives = any(gives_reasons(self._tables.robots[seat.robot]) for seat in robots)
        how = Phrase("table.duel_ways_with_why" if gives else "table.duel_ways")
        *others, last = [seat.nick for seat in robots]
        against = Phrase("names.several", others=", ".join(others), last=last) if others else last
        game, stakes = game_words(table.state.game), stakes_phrase(table.state.stakes)
        known = Phrase("table.facts_against", game=game, robot=against, stakes=stakes)
        facts = {"facts": known, "chips": chips(own.stack), "how": how}
        seats = len(table.state.seats)
        yield Reply((Phrase("table.handed", seats=seats, **facts) if others else Phrase("table.duel", **facts),))
        yield from self._begin(speaker, table, commitment)

    @command(
        "open",
        examples=(
            Example("300", "A table of no-limit hold'em, blinds 5/10: …"),
            Example("25/50 turbo 1000", "A table of no-limit hold'em, blinds 25/50, turbo: …"),
        ),
        where="channel",
        words=lambda answers: answers.words(),
        price="seat",
    )
    def open(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!open [game] [stakes] [turbo | slow] [buy-in]`.

        Args:
            message: the player's message.
            arguments: game, stakes, pace and chips in any order.

        Yields:
            The stakes, and how others sit down.
        """
        request = parse_table_request(
            arguments, self._tables.robots, self._tables.games_at(message), takes_robots=False
        )
        speaker = self._tables.speaker(message)
        table, commitment = self._tables.lobby.open(*self._tables.opener(message), request)
        facts, stack = table_facts(table), chips(table.state.seats.people[0].stack)
        opened = {"facts": facts, "who": message.sender.nick, "chips": stack}
        number = table.place.number
        yield Reply(
            (Phrase("table.opened_at", number=number, **opened) if number > 1 else Phrase("table.opened", **opened),)
        )
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
        """Answer `!sit [table N] [buy-in]`.

        Yields:
            The seat and the chips.

        Raises:
            UsageError: `sitout` is meant.
            NotAllowedError: it is said in private, and there is no table.
        """
        speaker = self._tables.speaker(message)
        place, person = speaker.place, speaker.person
        if message.channel is None and not self._tables.lobby.find(speaker):
            raise NotAllowedError(Phrase("router.channel_only_table", command="sit"))
        if arguments.lower() == "out":
            raise UsageError(Phrase("errors.meant_sitout"))
        lobby = self._tables.lobby
        number, amount = self._table_number(place, arguments)
        allowed = partial(lobby.buy_ins, place, person, number)
        buy_in = read_chips(amount, allowed, is_buy_in=True) if amount else None
        yield seated_reply(lobby.sit(place, person, buy_in, number))
        self._tables.check_reach(place, person)
        self._tables.welcome.note(speaker)

    def _table_number(self, place: Place, arguments: str, *, takes_digit: bool = False) -> tuple[int, str]:
        """Return the number of a table at the beginning of arguments and the rest; 0 where tables have no numbers."""
        has_number = self._tables.number_of(place)
        return read_table_number(arguments, takes_digit=takes_digit) if has_number else (0, arguments)

    def _begin(self, speaker: Speaker, table: Table, commitment: str) -> Iterator[Reply]:
        """Yield what follows the facts of a new table."""
        yield Reply((Phrase("table.first_deck", deal=table.state.next_deal, sealed=published(commitment)),))
        self._tables.check_reach(speaker.place, speaker.person)
        self._tables.welcome.note(speaker)

    @command(
        "leave",
        examples=(Example("", "The table is closed: alice leaves with 200 chips.", ("open 200",)), NO_SEAT),
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
            yield Reply((entered,))
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
            NotAllowedError: no deal has finished, or no robot acted in it.
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
        if not reasons:
            raise NotAllowedError(Phrase("errors.no_robot_decided"))
        ledger = self._tables.services.ledger
        hand = ledger.hand(deal)
        replayed = replay_hand(ledger, hand) if hand and not wants_ranges else None
        if replayed is not None:
            for line in reason_lines(deal, replayed, reasons):
                yield Reply((line,), private=True)
            return
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


def _as_reply(line: Line) -> Reply:
    return line if isinstance(line, Reply) else Reply((line,))


def seated_reply(seated: Seated) -> Reply:
    """Return the seat and the chips of somebody who has sat down."""
    who, seat, taken = seated.nick, seated.label, chips(seated.chips)
    if seated.is_back:
        return Reply((Phrase("table.sits_again", who=who, chips=taken),))
    return Reply((Phrase("table.sits_later" if seated.waits else "table.sits", who=who, seat=seat, chips=taken),))


def read_chips(text: str, allowed: Callable[[], range], *, is_buy_in: bool = False) -> int:
    """Return a number of chips, which may be 0; the error for other text names the numbers allowed here."""
    try:
        return parse_chips(text, least=0)
    except InvalidAmountError:
        amounts = allowed()
        raise InvalidAmountError(text, amounts[0], amounts[-1], is_buy_in=is_buy_in) from None


def read_table_number(text: str, *, takes_digit: bool = False) -> tuple[int, str]:
    """Return the number of a table, 0 if none is named, and the rest of a text: `table 2 500` or `2`.

    Args:
        text: the words after a command.
        takes_digit: whether a number without `table` in front of it is that of a table.

    Examples:
        >>> read_table_number("table 2 500"), read_table_number("500"), read_table_number("2", takes_digit=True)
        ((2, '500'), (0, '500'), (2, ''))
    """
    match = _TABLE.fullmatch(text)
    if match is None or not (match["table"] or takes_digit):
        return 0, text
    return int(match["number"]), match["rest"] or ""


def check_nothing(arguments: str) -> None:
    """Raise UsageError if a command without arguments has some; `fold please` is allowed."""
    if not all(map(is_around, bare_words(arguments))):
        raise UsageError(Phrase("errors.too_much", token=quote(arguments)))
