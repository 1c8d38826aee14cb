"""The lines of PokerStars' text: what each means, and which of them say nothing about the deal."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from types import MappingProxyType

from msgspec import Struct

from ircpoker.records.facts import from_eastern
from ircpoker.records.played import NO_TABLE, UNDATED
from ircpoker.records.pokerstars.writing import BETTING_TITLES
from ircpoker.table import GAMES, Betting, Game

SIGNS = "$€£¥"
CARDS = r"\[([2-9TJQKAcdhsX ]*)\]"
HIDDEN = "XX"
"""A card that a text does not name, among others of the same hand."""
BUTTON = "(button)"
OUTCOME = re.compile(r"Seat (\d{1,2}): (.+)")
MARK = re.compile(r"(?:\(button\) )?\((small|big) blind\)")
SHOWED = re.compile(rf"(showed|mucked) {CARDS}")
_REMEMBERED = 1024
CASHED_OUT = "pot not awarded as player cashed out"


def amount(name: str) -> str:
    """Return the pattern of an amount, whose digits are in a group."""
    return rf"[{SIGNS}]?(?P<{name}>\d[\d,]*(?:\.\d+)?)€?"


WON = re.compile(rf"(?:collected|won) \(?{amount('won')}\)?")


class Room(Struct, frozen=True, dict=True):
    """The lines of one room's texts, and what they leave out.

    Attributes:
        name: the room.
        header: the first line: the groups `number`, `game`, `betting`, `low`, `high` and `time`; `sign` or `currency`,
            if there is money, `cap` and `title`, if the room has them.
        games: the games by the words of the header.
        table: the line of the table: `name`, `seats`, `button`.
        seat: the line of a seat: `seat`, `name`, `stack`.
        action: what a player does: `plain`, `paid` and `chips`, `by` and `to`, `post` and `posted`, `discards`,
            `shows`; with `cards` and `all_in`.
        posts: the kinds of blinds by their words, where these are others.
        collected: who gets how much of which pot: `name`, `chips`, `pot`.
        total: the sum of the pots: `total`, and what the house took; `parts` are the pots.
        chatter: what says nothing about the deal.
        headings: the part of the text that a heading begins.
        after_name: what stands between a player's name and the action.
        zone: of times that name none.
        names_uncalled: whether there is a line for each uncalled bet.
        total_has_rake: whether the total is the sum before the house took its part.
        lists_seats: whether the summary has a line for each seat.
    """

    name: str
    header: re.Pattern[str]
    games: Mapping[tuple[str, str], Game]
    table: re.Pattern[str]
    seat: re.Pattern[str]
    action: re.Pattern[str]
    collected: re.Pattern[str]
    total: re.Pattern[str]
    chatter: re.Pattern[str]
    headings: Mapping[str, str]
    posts: Mapping[str, str] = MappingProxyType({})
    after_name: str = ": "
    zone: str = "ET"
    names_uncalled: bool = True
    total_has_rake: bool = True
    lists_seats: bool = True

    @cached_property
    def read_action(self) -> Callable[[str], dict[str, str] | None]:
        """Return the groups of an action, remembered: most are those of other deals, too."""
        match = self.action.fullmatch
        return lru_cache(_REMEMBERED)(lambda text: found.groupdict("") if (found := match(text)) else None)


CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "CNY"}
TAKEN = re.compile(rf"(?:^|\| \w+ ){amount('taken')}")
RETURNED = re.compile(rf"Uncalled bet \({amount('chips')}\) returned to (?P<name>.+)")
DEALT = re.compile(rf"Dealt to (.+?)(?: {CARDS})? {CARDS}")
PART = re.compile(rf"(?:Main|Side) pot(?:-\d+)? {amount('chips')}\.?")
BOARD = re.compile(rf"Board:? {CARDS}")
STREET = re.compile(rf"\*\*\* (FLOP|TURN|RIVER) \*\*\* {CARDS}(?: ?{CARDS})?")
REFUSED = re.compile(
    r"(?P<twice>\*\*\* (?:FIRST|SECOND|THIRD) (?:FLOP|TURN|RIVER|SHOW ?DOWN).*|Hand was run .*)"
    r"|(?P<cancelled>Hand cancelled.*)"
    r"|(?P<cap>.* has reached the .* cap)"
    r"|(?P<house>(?:Cash Drop|Hold-up|Escape) to Pot ?: .*)"
)
"""Lines of deals that are not played here."""
REASONS = {
    "twice": "the board is run twice",
    "cancelled": "the hand was cancelled",
    "cap": "a game with a cap is not played here",
    "house": "the house adds chips to the pot",
}
_CENTS = r"(?P<currency>[A-Z]{3})"
_ROUND = "[IVXLC0-9]{1,9}"
_BUY_IN = rf"(?:(?:[{SIGNS}]?[\d.,]+(?:FPP)?(?:\+[{SIGNS}]?[\d.,]+){{0,3}}(?: (?:[A-Z]{{3}}|SC))?|Freeroll) (?:- )?)?"
_MIXED = r"(?:(?:Mixed (?:Hold'em|Omaha|Omaha H/L|NLH/PLO|PLH/PLO)|HORSE|HOSE|8-Game) ?\()?"
_GAMES = {
    (title, betting): game
    for game in GAMES.values()
    for title in (game.stars_title, game.stars_title.upper())
    for betting in ((BETTING_TITLES[game.betting], "Fixed Limit")[: 1 + (game.betting is Betting.LIMIT)])
}
_CHATTER = (
    r'[^"]* (?:said|observes|wrote), ".*"'
    r"|.*(?: joins the table at seat #\d+| leaves the table| was removed from the table.*| has timed out.*"
    r"| is disconnected.*| is connected.*| has returned| is sitting out|:? sits out| re-buys.*| was moved from.*"
    r"| will be allowed to play after the button| is capped|finished the tournament.*|wins the tournament.*"
    r"| cashed out the hand.*| wins \S+ bounty.*| wins the \S+ bounty.*| (?:takes|purchases) the add-on.*"
    r"| (?:\S+ )?splits? the \S+ bounty .*| wins \S+ for (?:splitting the elimination of|eliminating) .*"
    r"| wins an entry .*| has (?:\d+ seconds|\d+ minutes?) left.*| has been (?:disconnected|moved).*"
    r"| (?:is|will be) on break.*| received? .* (?:entry|ticket).*)"
    r"|Betting is capped|The deck is reshuffled|Table leave user|[^:]*\d+ seconds left[^:]*"
    r"|(?:The |This )?[Tt](?:ournament|able) (?:is|will|has|was) [^:]*|Hand-for-hand [^:]*"
    r"|\*{3,} # \d+ \*{3,}|Hand #\d+:?|Transcript for .*"
)
POKERSTARS = Room(
    name="PokerStars",
    header=re.compile(
        r"PokerStars (?:Zoom |Home Game )?(?:Hand|Game) #(?P<number>\d{1,19}): {0,9}(?:\{[^{}]*\} {1,9})?"
        rf"(?:(?:Zoom )?(?:Tournament|TOURNAMENT) #\d+,? {{1,9}}{_BUY_IN})?{_MIXED}"
        r"(?P<game>Hold'em|HOLD'EM|Omaha|OMAHA|5 Card Draw|5 CARD DRAW)"
        r" (?P<betting>No Limit|Pot Limit|(?:Fixed )?Limit)"
        rf"\)?,?(?: - (?:Match Round {_ROUND},? )?Level {_ROUND})? \(?{amount('low')}/{amount('high')}"
        rf"(?: - (?P<cap>[{SIGNS}]?[\d.,]+) Cap -)?(?: {{1,2}}{_CENTS})?\)(?: \[(?:ADM|AAMS) ID: \w+\])? - (?P<time>.*)"
    ),
    games=_GAMES,
    table=re.compile(
        r"Table '(?P<name>.*)'(?: (?P<seats>\d{1,2})-max)?(?: \(Play Money\))? Seat #(?P<button>\d{1,2}) is the button"
    ),
    seat=re.compile(
        rf"Seat (?P<seat>\d{{1,2}}): (?P<name>.+) \({amount('stack')} in chips(?:, {amount('bounty')} bounty)?\)"
        r"(?: is sitting out| out of hand.*)?"
    ),
    action=re.compile(
        r"(?:(?P<plain>folds|checks|stands pat|mucks hand|doesn't show hand)(?: on)?"
        rf"|(?P<paid>calls|bets) {amount('chips')}|raises {amount('by')} to {amount('to')}"
        rf"|posts (?P<post>small blind|big blind|the ante|straddle|small & big blinds) {amount('posted')}"
        r"|discards (?P<discards>\d) cards?|(?P<shows>shows))"
        rf"(?: (?P<cards>{CARDS}))?(?: \(.*\))?(?P<all_in> and is all-in)?"
    ),
    collected=re.compile(rf"(?P<name>.+) collected {amount('chips')} from (?P<pot>pot|main pot|side pot(?:-\d+)?)"),
    total=re.compile(rf"Total pot {amount('total')}(?P<parts>.*) \| Rake (?P<rake>[{SIGNS}]?\d.*)"),
    chatter=re.compile(_CHATTER),
    headings={
        "*** HOLE CARDS ***": "play",
        "*** DEALING HANDS ***": "play",
        "*** SHOW DOWN ***": "showdown",
        "*** SUMMARY ***": "summary",
    },
)
_OTHERS = {"card", "6+", "short", "deck", "split", "swap", "showtime", "fusion", "irish", "lo", "hi", "hi/lo", "5", "6",
           "five", "six", "tempest", "unfold", "pineapple", "courchevel", "badugi"}  # fmt: skip
"""Words that make another game of the one after them."""
_CARD = re.compile("[2-9TJQKA][cdhs]")
_TIME = re.compile(r"(\d{4})/(\d{1,2})/(\d{1,2}) (?:- )?(\d{1,2}):(\d{2}):(\d{2})(?: \(?([A-Z]{2,4})\)?)?")


def cards_of(text: str) -> list[str]:
    """Return the cards in a text, in its order."""
    return _CARD.findall(text)


def is_other_game(title: str) -> bool:
    """Return whether the words before the name of a game, which may be the title of a tournament, make it another."""
    return title.rpartition(" ")[2].strip("()-").casefold() in _OTHERS


def read_moment(text: str, zone: str = "ET") -> tuple[datetime | None, bool]:
    """Return the time of a header, and whether it is one; None for the day of deals without one.

    Args:
        text: the time, once or more in different zones.
        zone: of a time that names none.

    Examples:
        >>> read_moment("2026/11/23 7:46:43 ET")[0]
        datetime.datetime(2026, 11, 23, 12, 46, 43, tzinfo=datetime.timezone.utc)
        >>> read_moment("2013/10/01 12:00:00 CET [2013/10/01 6:00:00 ET]")[0].hour, read_moment("today")
        (10, (None, False))
        >>> str(read_moment("2007/10/15 - 10:49:07 (ET)")[0])
        '2007-10-15 14:49:07+00:00'
    """
    eastern = _TIME.fullmatch(text)
    if eastern is None:
        found = list(_TIME.finditer(text))
        if not found or _TIME.sub("", text).strip(" []"):
            return None, False
        eastern = next((each for each in found if each[7] in {"ET", None}), found[-1])
    given = eastern[7] or zone
    try:
        year, month, day, hour, minute, second = map(int, eastern.groups()[:6])
        plain = datetime(year, month, day, hour, minute, second)  # noqa: DTZ001 - the zone follows
        moment = plain.replace(tzinfo=UTC) if given in {"UTC", "GMT"} else from_eastern(plain)
    except (ValueError, OverflowError):
        return None, False
    return (None if (plain.year, plain.month, plain.day) == UNDATED else moment), True


def read_table(name: str) -> tuple[str, str]:
    """Return venue and table of the name of a table.

    Examples:
        >>> read_table("libera/#poker"), read_table("Halley")
        (('libera', '#poker'), ('', 'Halley'))
    """
    venue, slash, table = name.partition("/")
    if not slash:
        venue, table = "", name
    return venue, "" if table == NO_TABLE else table
