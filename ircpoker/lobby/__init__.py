"""The tables of one bot: who sits where, chips in and out, clocks, robots' turns, and going on after a crash.

`Lobby` is the object; commands and news of people go in, `News` comes out. Knows no network and no wording.
"""

from ircpoker.lobby.archive import Archive, OwnDeal
from ircpoker.lobby.house import Surroundings
from ircpoker.lobby.intents import Intent, Verb
from ircpoker.lobby.lobby import Lobby
from ircpoker.lobby.news import News
from ircpoker.lobby.opening import Opened, Wish, parse_wish
from ircpoker.lobby.places import Place, Player
from ircpoker.lobby.seating import Seated
from ircpoker.lobby.settings import DRAW, HOLDEM, DrawSettings, HoldemSettings
from ircpoker.lobby.state import Reason
from ircpoker.lobby.table import Table

__all__ = [
    "DRAW",
    "HOLDEM",
    "Archive",
    "DrawSettings",
    "HoldemSettings",
    "Intent",
    "Lobby",
    "News",
    "Opened",
    "OwnDeal",
    "Place",
    "Player",
    "Reason",
    "Seated",
    "Surroundings",
    "Table",
    "Verb",
    "Wish",
    "parse_wish",
]
