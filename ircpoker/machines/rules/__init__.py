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
    spin,
)
from ircpoker.machines.rules.payback import Payback, check_return, format_percent, payback, payback_phrase
from ircpoker.machines.rules.videopoker import VideoPokerGame, deal, format_hold, parse_hold, read_game
