"""What the bot is asked, and its answers about people and tables, as types (docs/feed.md)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ircpoker.feed.messages import Answer
from ircpoker.feed.table_parts import Action, Cards, Kind, LegalActions, Offer, Street

PROTOCOL = 2
"""The version of the protocol, and the oldest one that is served."""

LONGEST_TEXT = 1000
Text = Annotated[str, Meta(max_length=LONGEST_TEXT)]
Name = Annotated[str, Meta(max_length=100)]
Token = Annotated[str, Meta(max_length=128)]
Whole = Annotated[int, Meta(gt=-(1 << 53), lt=1 << 53)]
Count = Annotated[int, Meta(ge=0, lt=1 << 53)]
Order = Literal["chips", "won", "week", "hands"]
"""By what the standings are ordered."""
Number = Annotated[int, Meta(ge=-(1 << 63), le=(1 << 63) - 1)] | Annotated[str, Meta(max_length=64)]


class Request(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="do"):
    """A message to the bot; the number that its answers repeat."""

    id: Number | None = None


class PersonGiven(Struct, frozen=True, omit_defaults=True):
    """A person as a front-end names them."""

    nick: str = ""
    account: str | None = None
    address: str | None = None


class Hello(Request, frozen=True, tag="hello"):
    """Let the connection speak for a person, who may be there by an invitation alone; by a session; or for nobody."""

    protocol: int = PROTOCOL
    person: PersonGiven | None = None
    session: Token | None = None
    invitation: Token | None = None


class Redeem(Request, frozen=True, tag="redeem"):
    """Let the connection speak for the person who got a code by `!web`; with `peek` only say whose it is."""

    code: Token
    address: Text | None = None
    peek: bool = False


class Me(Request, frozen=True, tag="me"):
    """Greet the person once more."""


class Say(Request, frozen=True, tag="say"):
    """Say a line: in private, or where `place` is."""

    text: Text
    place: Text | None = None


class ListCommands(Request, frozen=True, tag="commands"):
    """List the commands, for completion."""


class GetStatus(Request, frozen=True, tag="status"):
    """What the bot does; for its operator."""


class ListTables(Request, frozen=True, tag="tables"):
    """List the tables after one of the list before."""

    after: Text = ""


class AtTable(Request, frozen=True, kw_only=True):
    """A request about a table, by its name or its place."""

    table: Text | None = None
    place: Text | None = None


class Watch(AtTable, frozen=True, tag="watch"):
    """Watch a table from now on, or from the event after a number on."""

    since: Whole | None = None


class Unwatch(Request, frozen=True, tag="unwatch"):
    """Watch a table no more."""

    table: Text


class Act(AtTable, frozen=True, kw_only=True, tag="act"):
    """Act on one's turn; `cards` are the ones to change, or their positions from 1."""

    turn: Text
    action: Action
    amount: Count | None = None
    cards: tuple[int | str, ...] = ()


class GetDeal(Request, frozen=True, tag="deal"):
    """A finished deal."""

    deal: Whole | Name


class GetDealText(Request, frozen=True, tag="deal_text"):
    """A finished deal as a text for other programs."""

    deal: Whole | Name
    form: Literal["phh", "pokerstars", "ohh"]


class GetShuffle(Request, frozen=True, tag="shuffle"):
    """What proves a number that is no finished deal: a draw of seats, a spin, or a deal that is still to come."""

    deal: Whole


class ListDeals(Request, frozen=True, tag="deals"):
    """The last finished deals that the person may see, of all open tables or of those of a place."""

    place: Text | None = None


class GetStats(Request, frozen=True, tag="stats"):
    """Somebody's figures; one's own without a name."""

    who: Name | None = None


class GetStandings(Request, frozen=True, tag="standings"):
    """The best players of a network after a place."""

    by: Order = "chips"
    of: Name | None = None
    after: Annotated[int, Meta(ge=0, lt=100)] = 0


class ListRobots(Request, frozen=True, tag="robots"):
    """The robots."""


class GetPays(Request, frozen=True, tag="pays"):
    """The pay tables."""


class GetWhy(AtTable, frozen=True, tag="why"):
    """The robots' reasons in the last finished deal of a table."""


class GetFigures(AtTable, frozen=True, tag="figures"):
    """The statistics of those who sit at a table."""


class ListTournaments(Request, frozen=True, tag="tournaments"):
    """The tournaments."""


class ListOffers(Request, frozen=True, tag="offers"):
    """The tables and tournaments that the person may begin."""


class GetTournament(Request, frozen=True, tag="tournament"):
    """All about a tournament, its entrants after so many."""

    tournament: Name
    after: Count = 0


# Answers


class PersonFacts(Struct, frozen=True):
    """A person as the bot greets them: who they are, their chips and choices, where they sit, and what they may do.

    `offers` are the commands that they may give on their turn now.
    """

    id: str
    network: str
    nick: str
    chips: int
    at_tables: int
    preferences: dict[str, str]
    tables: tuple[str, ...]
    offers: tuple[str, ...] = ()


class BotFacts(Struct, frozen=True):
    """What a front-end must know of the bot to speak with it, and must not have of its own.

    Attributes:
        name: its nick.
        prefix: what stands before commands in channels.
        language: the language of its words.
        cards: `unicode` if it shows suits as signs, `ascii` if as letters.
        longest_request: the bytes of a request.
        longest_line: the characters of a line that is said.
        colour: whether it shows colours.
        keeps_tables: whether a table goes on after the bot was stopped.
    """

    name: str
    prefix: str
    language: str
    cards: str
    longest_request: int
    longest_line: int
    colour: bool = True
    keeps_tables: bool = True


class Welcome(Answer, frozen=True, tag="welcome"):
    """The greeting; with the token of a session after `redeem`."""

    protocol: int
    bot: BotFacts
    person: PersonFacts | None
    session: str = ""


class MachineFacts(Struct, frozen=True):
    """What a machine shows; `held` are numbers from 1."""

    machine: Literal["slot", "videopoker"]
    stage: Literal["deal", "end"]
    cards: Cards
    stake: int
    chips: int
    held: tuple[int, ...]
    hand: str
    payout: int


class Reply(Answer, frozen=True, tag="reply"):
    """A line for the person; the table that says it, and what a machine shows with it.

    Attributes:
        cards: where in the text each card begins.
        bold: where words in bold begin and end.
        moment: `deal` if a deal begins with this line, `turn` if it is the person's turn.
    """

    kind: Literal["answer", "error", "private"]
    text: str
    table: str = ""
    machine: MachineFacts | None = None
    cards: tuple[int, ...] = ()
    bold: tuple[tuple[int, int], ...] = ()
    moment: Literal["", "deal", "turn"] = ""


class Done(Answer, frozen=True, tag="done"):
    """All is answered; after `watch` up to this event of the table."""

    table: str = ""
    seq: int = -1


class Refusal(Answer, frozen=True, tag="error"):
    """Why a request was refused; after `act` with the legal actions."""

    text: str
    legal: LegalActions | None = None


class ListedSeat(Struct, frozen=True):
    """A seat in the list of tables; its stack where it is told."""

    seat: int
    name: str
    kind: Kind
    stack: int | None


class ListedTable(Struct, frozen=True, omit_defaults=True):
    """A table in the list; of a deal in progress its number, street and pot, and whether it is the person's turn."""

    table: str
    place: str
    network: str
    number: int
    game: str
    title: str
    most_seats: int
    is_open: bool
    seats: tuple[ListedSeat, ...]
    deal: str = ""
    street: Street = ""
    pot: int = 0
    your_turn: bool = False
    is_public: bool = False


class Tables(Answer, frozen=True, tag="tables"):
    """The tables that may be watched, some at a time."""

    tables: tuple[ListedTable, ...]
    more: bool


class Offers(Answer, frozen=True, tag="offers"):
    """The tables and tournaments that the person may begin, as commands."""

    offers: tuple[Offer, ...]


class CommandFacts(Struct, frozen=True):
    """A command: its names, the first of them its own, the words that may follow it, and what help says of it."""

    names: tuple[str, ...]
    words: tuple[str, ...]
    usage: str = ""
    summary: str = ""


class Commands(Answer, frozen=True, tag="commands"):
    """The commands of the bot."""

    commands: tuple[CommandFacts, ...]


class CodeOwner(Answer, frozen=True, tag="code"):
    """Whose code it is."""

    nick: str


class LoggedOut(Answer, frozen=True, tag="logged_out"):
    """The connection speaks for nobody any more."""


class Status(Answer, frozen=True, tag="status"):
    """The figures of the bot."""

    status: dict[str, object]


AnyAnswer = Welcome | Reply | Done | Refusal | Tables | Offers | Commands | CodeOwner | LoggedOut | Status
