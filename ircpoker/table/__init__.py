"""The rules of one deal: legal actions, betting, draw, showdown and pots, as a deterministic state machine.

`Deal` plays one deal; `PlayerView` is the part of it that one seat may know; `ircpoker.table.button` moves button and
blinds between deals. docs/rules.md lists the card-room rules that are followed.
"""

from ircpoker.table.actions import (
    CALL,
    CHECK,
    FOLD,
    MUCK,
    SHOW,
    WAGERS,
    Action,
    Bet,
    Call,
    Check,
    Discard,
    Fold,
    LegalActions,
    Muck,
    RaiseTo,
    Show,
    parse_action,
)
from ircpoker.table.button import Positions, Stakes, first_positions, make_setup, next_positions
from ircpoker.table.deal import Deal, replay
from ircpoker.table.events import Event, seen_by
from ircpoker.table.games import GAMES, Betting, ForcedBets, Game, Street
from ircpoker.table.pots import Pot
from ircpoker.table.seat_numbers import DealSeat, TableSeat, deal_seats
from ircpoker.table.setup import Setup, dump_setup, load_setup
from ircpoker.table.view import PlayerView, make_view

__all__ = [
    "CALL",
    "CHECK",
    "FOLD",
    "GAMES",
    "MUCK",
    "SHOW",
    "WAGERS",
    "Action",
    "Bet",
    "Betting",
    "Call",
    "Check",
    "Deal",
    "DealSeat",
    "Discard",
    "Event",
    "Fold",
    "ForcedBets",
    "Game",
    "LegalActions",
    "Muck",
    "PlayerView",
    "Positions",
    "Pot",
    "RaiseTo",
    "Setup",
    "Show",
    "Stakes",
    "Street",
    "TableSeat",
    "deal_seats",
    "dump_setup",
    "first_positions",
    "load_setup",
    "make_setup",
    "make_view",
    "next_positions",
    "parse_action",
    "replay",
    "seen_by",
]
