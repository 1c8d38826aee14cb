"""The stored chips: accounts, balanced entries, and the data stored in the same transaction.

`Ledger` is the object; the other names are the values that it takes and returns. See `ircpoker.ledger.ledger`.
"""

from __future__ import annotations

from ircpoker.ledger.accounts import HOUSE, Account, GameAccount, Identity, PlayerId
from ircpoker.ledger.administration import GivenOrder, Ignore, NoteOrder, StopIgnoring
from ircpoker.ledger.audit import Audit
from ircpoker.ledger.bank import Economy
from ircpoker.ledger.changes import (
    AccountInfo,
    BuyIn,
    CallOffShuffle,
    CashOut,
    Change,
    CommitShuffle,
    EndGame,
    GameResult,
    HandFigures,
    HandRow,
    PlayedHand,
    Ranked,
    RecordHand,
    RecordResult,
    RevealShuffle,
    SavedGame,
    SaveGame,
    SetPreference,
    SetSeed,
    Shuffle,
    UseShuffle,
)
from ircpoker.ledger.channels import SetChannelSetting
from ircpoker.ledger.chips import MOST_CHIPS, check_chips, parse_chips
from ircpoker.ledger.entries import Entry, LedgerReceipt, Posting, settlement, transfer, unique_key
from ircpoker.ledger.figures import CountedRow, FlagPattern, GameFigures
from ircpoker.ledger.grants import Means, Refill
from ircpoker.ledger.ledger import Ledger
from ircpoker.ledger.linking import Link
from ircpoker.ledger.played import EndedDeal
from ircpoker.ledger.played_hands import RankedBy
from ircpoker.ledger.tokens import Purpose

__all__ = [
    "HOUSE",
    "MOST_CHIPS",
    "Account",
    "AccountInfo",
    "Audit",
    "BuyIn",
    "CallOffShuffle",
    "CashOut",
    "Change",
    "CommitShuffle",
    "CountedRow",
    "Economy",
    "EndGame",
    "EndedDeal",
    "Entry",
    "FlagPattern",
    "GameAccount",
    "GameFigures",
    "GameResult",
    "GivenOrder",
    "HandFigures",
    "HandRow",
    "Identity",
    "Ignore",
    "Ledger",
    "LedgerReceipt",
    "Link",
    "Means",
    "NoteOrder",
    "PlayedHand",
    "PlayerId",
    "Posting",
    "Purpose",
    "Ranked",
    "RankedBy",
    "RecordHand",
    "RecordResult",
    "Refill",
    "RevealShuffle",
    "SaveGame",
    "SavedGame",
    "SetChannelSetting",
    "SetPreference",
    "SetSeed",
    "Shuffle",
    "StopIgnoring",
    "UseShuffle",
    "check_chips",
    "parse_chips",
    "settlement",
    "transfer",
    "unique_key",
]
