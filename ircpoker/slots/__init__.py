"""The machines: the poker slot machine and video poker, their pay tables and exact returns.

These are pure functions from a deck to a result; chips are moved and lines are worded elsewhere.
"""

from ircpoker.slots.pay_table import (
    MOST_PAID,
    SLOT_PAYS,
    VIDEO_POKER_PAYS,
    Machine,
    PayTable,
    make_pay_table,
    payout_values,
)
from ircpoker.slots.payback import Payback, check_return, format_payback, format_percent, payback
from ircpoker.slots.slot import spin
from ircpoker.slots.stakes import Result, parse_stake, settle
from ircpoker.slots.videopoker import VideoPokerGame, deal, format_hold, parse_hold, read_game

__all__ = [
    "MOST_PAID",
    "SLOT_PAYS",
    "VIDEO_POKER_PAYS",
    "Machine",
    "PayTable",
    "Payback",
    "Result",
    "VideoPokerGame",
    "check_return",
    "deal",
    "format_hold",
    "format_payback",
    "format_percent",
    "make_pay_table",
    "parse_hold",
    "parse_stake",
    "payback",
    "payout_values",
    "read_game",
    "settle",
    "spin",
]
