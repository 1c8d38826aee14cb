"""The tables of one bot: seats, buy-ins and cash-outs, clocks, robots' turns, and recovery after a crash.

`Lobby` takes commands and news of people, and hands `Announcement`s to its listeners. It knows no networks and no
wording.
"""

from ircpoker.lobby.context import TableContext
from ircpoker.lobby.hand import RobotReason
from ircpoker.lobby.listeners import Announcement
from ircpoker.lobby.lobby import Lobby
from ircpoker.lobby.opening import TableRequest, parse_table_request
from ircpoker.lobby.places import Place
from ircpoker.lobby.seating import Seated
from ircpoker.lobby.settings import TABLE_SECTIONS, least_buy_in
from ircpoker.lobby.table import Table
from ircpoker.lobby.table_choice import OwnTurn, Speaker, turns_of
from ircpoker.table.requests import RequestedAction, Verb
