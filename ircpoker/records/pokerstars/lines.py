"""The lines of PokerStars' text: what each means, and which of them say nothing about the deal."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.records.phh.facts import from_eastern
from ircpoker.records.pokerstars.writing import BETTING_TITLES, GAME_TITLES
from ircpoker.records.view import NO_TABLE, UNDATED
from ircpoker.table import GAMES

if TYPE_CHECKING:
    from ircpoker.table import Game

SIGNS = "$€£"
AMOUNT = r"[$€£]?(\d[\d,]*(?:\.\d+)?)"
CARDS = r"\[([2-9TJQKAcdhs ]*)\]"
HEADER = re.compile(
    r"PokerStars (?:Zoom |Home Game )?(?:Hand|Game) #(?P<number>\d{1,18}): +(?:\{.*?\} +)?"
    r"(?:Tournament #\d+, .*?)?(?P<game>Hold'em|Omaha|5 Card Draw) (?P<betting>No Limit|Pot Limit|Limit)"
    rf"(?: - (?:Match Round \w+, )?Level \w+)? \({AMOUNT}/{AMOUNT}(?: (?P<currency>[A-Z]{{3}}))?\) - (?P<time>.*)"
)
OTHER_HEADER = re.compile(r"PokerStars (?:\w+ ){0,3}#\d+")
TABLE = re.compile(
    r"Table '(?P<name>.*)'(?: (?P<seats>\d{1,2})-max)?(?: \(Play Money\))? Seat #(?P<button>\d{1,2}) is the button"
)
SEAT = re.compile(
    rf"Seat (\d{{1,2}}): (.+) \({AMOUNT} in chips(?:, {AMOUNT} bounty)?\)(?: is sitting out| out of hand.*)?"
)
RETURNED = re.compile(rf"Uncalled bet \({AMOUNT}\) returned to (.+)")
DEALT = re.compile(rf"Dealt to (.+?)(?: {CARDS})? {CARDS}")
COLLECTED = re.compile(rf"(.+) collected {AMOUNT} from (pot|main pot|side pot(?:-\d+)?)")
TOTAL = re.compile(rf"Total pot {AMOUNT}(?P<parts>.*) \| Rake {AMOUNT}(?: \| .*)?")
PART = re.compile(rf"(?:Main|Side) pot(?:-\d+)? {AMOUNT}\.?")
BUTTON = "(button)"
BOARD = re.compile(rf"Board {CARDS}")
OUTCOME = re.compile(r"Seat (\d{1,2}): (.+)")
STREET = re.compile(rf"\*\*\* (FLOP|TURN|RIVER) \*\*\* {CARDS}(?: {CARDS})?")
MARK = re.compile(r"(?:\(button\) )?\((small|big) blind\)")
WON = re.compile(rf"(?:collected|won) \({AMOUNT}\)")
SHOWED = re.compile(rf"(showed|mucked) {CARDS}")
ACTION = re.compile(
    rf"(?:(?P<plain>folds|checks|stands pat|mucks hand|doesn't show hand)(?: on)?"
    rf"|(?P<paid>calls|bets) (?P<chips>{AMOUNT})|raises (?P<by>{AMOUNT}) to (?P<to>{AMOUNT})"
    rf"|posts (?P<post>small blind|big blind|the ante|straddle|small & big blinds) (?P<posted>{AMOUNT})"
    rf"|discards (?P<discards>\d) cards?|(?P<shows>shows))"
    rf"(?: (?P<cards>{CARDS}))?(?: \(.*\))?(?P<all_in> and is all-in)?"
)
CHATTER = re.compile(
    r'.* (?:said|observes|wrote), ".*'
    r"|.*(?: joins the table at seat #\d+| leaves the table| was removed from the table.*| has timed out.*"
    r"| is disconnected| is connected| has returned| is sitting out| sits out| re-buys.*| was moved from.*"
    r"| will be allowed to play after the button| is capped|finished the tournament.*|wins the tournament.*"
    r"|cashed out the hand.*|wins \S+ bounty.*|wins the \S+ bounty.*)"
    r"|Betting is capped|The deck is reshuffled"
)
_CARD = re.compile("[2-9TJQKA][cdhs]")
_TIME = re.compile(r"(\d{4})/(\d{1,2})/(\d{1,2}) (\d{1,2}):(\d{2}):(\d{2})(?: ([A-Z]+))?")
_GAMES = {
    (title, BETTING_TITLES[game.betting]): game
    for name, title in GAME_TITLES.items()
    for game in GAMES.values()
    if game.name == name
}


class NamedTable(NamedTuple):
    """The name of a table, divided."""

    venue: str
    table: str


def cards_of(text: str) -> list[str]:
    """Return the cards in a text, in its order."""
    return _CARD.findall(text)


def game_called(title: str, betting: str) -> Game | None:
    """Return the game of a header; None if it is not played here."""
    return _GAMES.get((title, betting))


def read_moment(text: str) -> tuple[datetime | None, bool]:
    """Return the time of a header, and whether it is one; None for the day of deals without one.

    Examples:
        >>> read_moment("2026/11/23 7:46:43 ET")[0]
        datetime.datetime(2026, 11, 23, 12, 46, 43, tzinfo=datetime.timezone.utc)
        >>> read_moment("2013/10/01 12:00:00 CET [2013/10/01 6:00:00 ET]")[0].hour, read_moment("today")
        (10, (None, False))
    """
    found = list(_TIME.finditer(text))
    if not found:
        return None, False
    eastern = next((each for each in found if each[7] in {"ET", None}), found[-1])
    try:
        year, month, day, hour, minute, second = map(int, eastern.groups()[:6])
        plain = datetime(year, month, day, hour, minute, second)  # noqa: DTZ001 - the zone follows
        moment = plain.replace(tzinfo=UTC) if eastern[7] in {"UTC", "GMT"} else from_eastern(plain)
    except (ValueError, OverflowError):
        return None, False
    return (None if (plain.year, plain.month, plain.day) == UNDATED else moment), True


def read_table(name: str) -> NamedTable:
    """Return venue and table of the name of a table.

    Examples:
        >>> read_table("libera/#poker"), read_table("Halley")
        (NamedTable(venue='libera', table='#poker'), NamedTable(venue='', table='Halley'))
    """
    venue, slash, table = name.partition("/")
    if not slash:
        venue, table = "", name
    return NamedTable(venue, "" if table == NO_TABLE else table)
