"""The machines: the poker slot machine and video poker, their pay tables and exact returns.

These are pure functions from a deck to a result; chips are moved and lines are worded elsewhere.
"""

from ircpoker.machines.rules.pay_table import (
    MOST_PAID,
    SLOT_PAYS,
    VIDEO_POKER_PAYS,
    Machine,
    PayTable,
    Result,
    make_pay_table,
    parse_stake,
    payout_values,
    settle,
)
from ircpoker.machines.rules.payback import Payback, check_return, format_payback, format_percent, payback
from ircpoker.machines.rules.slot import spin
from ircpoker.machines.rules.videopoker import VideoPokerGame, deal, format_hold, parse_hold, read_game

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
