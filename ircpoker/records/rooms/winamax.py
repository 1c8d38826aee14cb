"""The lines of Winamax's text.

It has no lines for uncalled bets, which are among what is collected, and its total is what is left after the rake. The
summary has only the seats that won or showed.
"""

import re

from msgspec.structs import replace

from ircpoker.records.pokerstars.lines import CARDS, POKERSTARS, SIGNS, amount
from ircpoker.table import GAMES, Betting

_TITLES = {"holdem": "Holdem", "omaha": "Omaha"}
_BETTINGS = {Betting.NO_LIMIT: "no limit", Betting.POT_LIMIT: "pot limit", Betting.LIMIT: "fixed limit"}
WINAMAX = replace(
    POKERSTARS,
    name="Winamax",
    header=re.compile(
        r'Winamax Poker - (?:CashGame|Go Fast "[^"]*"|Tournament ".*" buyIn: [^"]* level: \d+)'
        r" - HandId: #\d+-(?P<place>\d{1,12})-(?P<number>\d{1,12}) - (?P<game>Holdem|Omaha)"
        rf" (?P<betting>no limit|pot limit|fixed limit) \((?:[\d.,]+€?/)?(?P<low>\d[\d.,]*)(?P<sign>€?)"
        rf"/{amount('high')}\) - (?P<time>.*)"
    ),
    games={
        (title, _BETTINGS[game.betting]): game
        for name, title in _TITLES.items()
        for game in GAMES.values()
        if game.name == name
    },
    table=re.compile(
        r"Table:? '(?P<name>.*)' (?P<seats>\d{1,2})-max \((?:real|play) money\) Seat #(?P<button>\d{1,2}) is the button"
    ),
    seat=re.compile(
        rf"Seat (?P<seat>\d{{1,2}}): (?P<name>.+) \({amount('stack')}(?:, {amount('bounty')} bounty)?\)"
        r"(?: is sitting out)?"
    ),
    action=re.compile(
        r"(?:(?P<plain>folds|checks)"
        rf"|(?P<paid>calls|bets) {amount('chips')}|raises {amount('by')} to {amount('to')}"
        rf"|posts (?P<post>small blind|big blind|ante|straddle|dead blind) {amount('posted')}(?: out of position)?"
        r"|(?P<discards>(?!))|(?P<shows>shows))"
        rf"(?: (?P<cards>{CARDS}))?(?: \(.*\))?(?P<all_in> and is all-in)?"
    ),
    posts={"ante": "the ante", "dead blind": "dead"},
    collected=re.compile(rf"(?P<name>.+) collected {amount('chips')} from (?P<pot>pot|main pot|side pot ?\d*)"),
    total=re.compile(rf"Total pot {amount('total')} \| (?:No rake|Rake (?P<rake>[{SIGNS}]?\d.*))"),
    chatter=re.compile(rf"{POKERSTARS.chatter.pattern}|.* (?:deny SB|mucks|is sitting in)"),
    headings={
        "*** ANTE/BLINDS ***": "seats",
        "*** PRE-FLOP ***": "play",
        "*** SHOW DOWN ***": "showdown",
        "*** SUMMARY ***": "summary",
    },
    after_name=" ",
    zone="UTC",
    names_uncalled=False,
    total_has_rake=False,
    lists_seats=False,
)
