"""What the bot answers about anything but live tables, as types (docs/feed-data.md)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ircpoker.feed.messages import Answer, AnyEvent, TableSnapshot, table_after
from ircpoker.feed.table_parts import Kind, Leader, Offer, Span

# A finished deal


class DealMoment(Struct, frozen=True, omit_defaults=True):
    """An event of a finished deal; in an all-in, by the numbers of the seats, the chances by the cards seen then."""

    event: AnyEvent
    chances: dict[int, str] = {}


class DealProof(Struct, frozen=True, omit_defaults=True):
    """The commitment to the deck of a deal; the proof, as docs/verify.md has it, as soon as it is due."""

    commitment: str
    is_due: bool
    shown: dict[str, object] | None = None


class FinishedDeal(Answer, frozen=True, tag="deal"):
    """A finished deal, as far as its reader may see it.

    Attributes:
        ended: when it was over, in UTC; empty if a file does not say.
        button: the number of the seat with the button, or of the last before a dead one.
        reader: the seat whose cards are told; 0 for none.
        table: the table after the first of the moments.
        moments: what happened, as a live table tells it.
        rake: the chips that nobody won.
        decimals: of money, whose amounts are in units of so many decimals.
        unknown_stacks: the seats whose stacks a file does not know.
        review: what `!review` has said to the reader, once the proof is due.
    """

    deal: str
    network: str
    place: str
    number: int
    ended: str
    title: str
    button: int
    reader: int
    table: TableSnapshot
    moments: tuple[DealMoment, ...]
    rake: int
    proof: DealProof | None
    decimals: int = 0
    unknown_stacks: tuple[int, ...] = ()
    review: tuple[str, ...] = ()


class DealText(Answer, frozen=True, tag="deal_text"):
    """A finished deal as a text for other programs, with the cards that its reader may see."""

    deal: str
    text: str


class ShuffleFacts(Answer, frozen=True, tag="shuffle"):
    """A number that is no finished deal: of which kind of game, and what proves it."""

    deal: str
    kind: str
    proof: DealProof


class ListedDeal(Struct, frozen=True, omit_defaults=True):
    """A finished deal in a list; `net` is what it has brought to the reader, who has played it."""

    deal: str
    network: str
    place: str
    number: int
    ended: str
    net: int | None = None


class Deals(Answer, frozen=True, tag="deals"):
    """The last finished deals of open tables, and the reader's own, the newest first."""

    deals: tuple[ListedDeal, ...]
    own: tuple[ListedDeal, ...]


def tables_of(deal: FinishedDeal) -> list[TableSnapshot]:
    """Return the table after each moment of a finished deal."""
    tables = [deal.table]
    for moment in deal.moments[1:]:
        tables.append(table_after(tables[-1], moment.event))
    return tables


def chips_of(deal: FinishedDeal, units: int) -> float:
    """Return an amount of a finished deal as people count it: chips, or money with decimals."""
    unit: int = 10**deal.decimals
    whole, rest = divmod(units, unit)
    return whole if not rest else units / unit


# Figures


class Statistic(Struct, frozen=True):
    """A figure of docs/statistics.md; a share is from 0 to 1."""

    key: str
    title: str
    value: float
    is_share: bool


class PositionStats(Struct, frozen=True):
    """Somebody's results in a game at one position, such as `BTN`."""

    position: str
    hands: int
    net: int
    bb_per_100: float | None


class GameStats(Struct, frozen=True):
    """Somebody's results in a game."""

    game: str
    title: str
    hands: int
    won: int
    put_in: int
    net: int
    biggest: int
    bb_per_100: float | None
    ci95: float | None
    statistics: tuple[Statistic, ...]
    positions: tuple[PositionStats, ...]


class PlayedTournament(Struct, frozen=True):
    """How an entry of somebody ended, in a tournament that is over."""

    tournament: str
    name: str
    ended: str
    entries: int
    place: int
    paid: int
    prize: int


class Stats(Answer, frozen=True, tag="stats"):
    """The figures of a person or a robot; `shared`: only of the deals that the asker has played with them."""

    who: str
    kind: Kind
    shared: bool
    games: tuple[GameStats, ...]
    machines: tuple[dict[str, object], ...]
    nets: tuple[int, ...]
    tournaments: tuple[PlayedTournament, ...]


class RankedPlace(Struct, frozen=True, omit_defaults=True):
    """A place of the standings, by chips or by hands."""

    place: int
    name: str
    chips: int | None = None
    hands: int | None = None


class Standings(Answer, frozen=True, tag="standings"):
    """The best players of a network."""

    by: str
    of: str
    places: tuple[RankedPlace, ...]
    more: bool


class RobotFacts(Struct, frozen=True, omit_defaults=True):
    """A robot, with its least and most seats in each game, what `!robots` says of it, and the person's score with it.

    The score is what the person has won in the last hands in which it sat, and how many they were.

    Attributes:
        grade: of its strength, from 1; 0 if nobody has measured it.
    """

    name: str
    plays: dict[str, Span]
    style: str = ""
    strength: str = ""
    grade: int = 0
    games: str = ""
    character: str = ""
    net: int = 0
    hands: int = 0


class Robots(Answer, frozen=True, tag="robots"):
    """The robots, and the best of the grades of their strength."""

    robots: tuple[RobotFacts, ...]
    grades: int = 0


class PayRow(Struct, frozen=True):
    """A row of a pay table; `count` of all outcomes."""

    hand: str
    pays: int
    count: int


class PayTable(Struct, frozen=True, rename={"return_": "return"}):
    """A machine with its pay table and its exact return."""

    machine: str
    stake: int
    least_stake: int
    most_stake: int
    table: tuple[PayRow, ...]
    return_: float
    hit_rate: float
    exact_return: str
    exact_hit_rate: str


class Pays(Answer, frozen=True, tag="pays"):
    """The pay tables in force."""

    machines: tuple[PayTable, ...]


class RobotRanges(Struct, frozen=True):
    """The ranges that a robot has noted for a decision: 169 shares in per cent."""

    who: str
    action: str
    own: tuple[int, ...]
    opponents: tuple[int, ...]


class Why(Answer, frozen=True, tag="why"):
    """The robots' reasons in the last finished deal of a table."""

    deal: str
    lines: tuple[str, ...]
    ranges: tuple[RobotRanges, ...]


class SeatFigures(Struct, frozen=True, omit_defaults=True):
    """The statistics of a seat; without deals only its number and name."""

    seat: int
    name: str
    hands: int | None = None
    net: int | None = None
    rate: str = ""
    vpip: str = ""
    pfr: str = ""
    three_bet: str = ""
    af: str = ""
    wtsd: str = ""


class Figures(Answer, frozen=True, tag="figures"):
    """The statistics of those who sit at a table, in its game."""

    table: str
    game: str
    seats: tuple[SeatFigures, ...]


# Tournaments


class ListedTournament(Answer, frozen=True, tag=False):
    """A tournament in the list."""

    tournament: str
    name: str
    kind: Literal["sit_and_go", "scheduled"]
    game: str
    title: str
    network: str
    place: str
    phase: Literal["registering", "playing", "ended", "cancelled"]
    is_open: bool
    buy_in: int
    pool: int
    starts: int | None
    entries: int
    wanted: int
    left: int
    level: int
    blinds: str
    winner: str
    ended: str


class Tournaments(Answer, frozen=True, tag="tournaments"):
    """The tournaments that are open, run, or have ended lately."""

    tournaments: tuple[ListedTournament, ...]


class NextLevel(Struct, frozen=True):
    """The next level, in so many seconds or hands."""

    blinds: str
    small: int
    big: int
    ante: int
    seconds: int | None
    hands: int | None


class TournamentTable(Struct, frozen=True):
    """A table of a tournament."""

    number: int
    table: str
    place: str


class Entrant(Struct, frozen=True):
    """An entry; table and seat are 0 without a seat."""

    place: int
    name: str
    kind: Kind
    is_out: bool
    table: int = 0
    seat: int = 0
    chips: int = 0
    prize: int = 0
    one_host: int = 0


class Transfer(Struct, frozen=True):
    """Chips that went from one person to another."""

    loser: str
    winner: str
    chips: int
    hands: int


class Tournament(ListedTournament, frozen=True, tag="tournament", tag_field="is", omit_defaults=False):
    """A tournament with everything about it, some entrants at a time."""

    stack: int = 0
    seats: int = 0
    small: int = 0
    big: int = 0
    ante: int = 0
    next: NextLevel | None = None
    levels: tuple[str, ...] = ()
    pause: int | None = None
    late_levels: int = 0
    rebuys: int = 0
    addon: int = 0
    chips: int = 0
    average: int = 0
    leader: Leader | None = None
    hand_for_hand: bool = False
    prizes: tuple[int, ...] = ()
    entrants: tuple[Entrant, ...] = ()
    tables: tuple[TournamentTable, ...] = ()
    note: str = ""
    transfers: tuple[Transfer, ...] = ()
    more: bool = False
    offers: tuple[Offer, ...] = ()


AnyData = (
    FinishedDeal
    | DealText
    | ShuffleFacts
    | Deals
    | Stats
    | Standings
    | Robots
    | Pays
    | Why
    | Figures
    | Tournaments
    | Tournament
)
