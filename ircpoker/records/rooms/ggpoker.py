"""The lines of GGPoker's text, and of the rooms of its network.

The text does not say how the rake was found, or what an insurance ("EV cashout") paid: chips of the pot are those of
the rules, and what the house took for itself, its jackpots and its prizes is one sum. Times have no zone: they are
taken for UTC.
"""

import re

from msgspec.structs import replace

from ircpoker.records.pokerstars.lines import CARDS, POKERSTARS, SIGNS, amount
from ircpoker.table import GAMES

_GAME = r"(?P<game>Hold'em|Omaha|PLO)(?: (?P<betting>No Limit|Pot Limit|Fixed Limit|Limit))?"
_STAKES = rf"\((?P<sign>[{SIGNS}]?){amount('low')}/{amount('high')} ?(?:\([{SIGNS}]?[\d.,]+\))?\)"
GGPOKER = replace(
    POKERSTARS,
    name="GGPoker",
    header=re.compile(
        r"Poker Hand #[A-Z]{0,4}(?P<number>\d{1,19}): {0,9}"
        rf"(?:Tournament #\d+, (?P<title>.*) )?{_GAME}(?: - Level ?\w+)? ?{_STAKES} - (?P<time>.*)"
    ),
    games={
        **POKERSTARS.games,
        ("PLO", "Pot Limit"): GAMES["omaha"],
        ("PLO", ""): GAMES["omaha"],
        ("Omaha", ""): GAMES["omaha"],
    },
    action=re.compile(
        r"(?:(?P<plain>folds|checks|stands pat|mucks hand|doesn't show hand)"
        rf"|(?P<paid>calls|bets) {amount('chips')}|raises {amount('by')} to {amount('to')}"
        r"|(?:posts )?(?P<post>small blind|big blind|the ante|(?:the )?straddle|missed blind)"
        rf" {amount('posted')}|discards (?P<discards>\d) cards?|(?P<shows>shows))"
        rf"(?: (?P<cards>{CARDS}))?(?: \(.*\))?(?P<all_in> and is all-in)?"
    ),
    posts={"the straddle": "straddle", "missed blind": "post"},
    total=re.compile(rf"Total pot {amount('total')}(?P<parts>.*?) \| Rake (?P<rake>[{SIGNS}]?\d.*)"),
    chatter=re.compile(
        rf"{POKERSTARS.chatter.pattern}|Dealt to .*"
        r"|.*: (?:Chooses to EV Cashout|(?:Receives|Pays) Cashout.*)"
    ),
    headings={**POKERSTARS.headings, "*** SHOWDOWN ***": "showdown"},
    zone="UTC",
)
