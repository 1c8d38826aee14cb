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
from ircpoker.ledger.linking import LinkResult
from ircpoker.ledger.played import EndedDeal
from ircpoker.ledger.played_hands import RankedBy
from ircpoker.ledger.tokens import Purpose
from ircpoker.ledger.tournament_changes import EndTournament, NewTournament, SaveEntry, WithdrawEntry
from ircpoker.ledger.tournaments import Finish, TournamentResult
from ircpoker.ledger.transfers import Transfer

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
    "EndTournament",
    "EndedDeal",
    "Entry",
    "Finish",
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
    "LinkResult",
    "Means",
    "NewTournament",
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
    "SaveEntry",
    "SaveGame",
    "SavedGame",
    "SetChannelSetting",
    "SetPreference",
    "SetSeed",
    "Shuffle",
    "StopIgnoring",
    "TournamentResult",
    "Transfer",
    "UseShuffle",
    "WithdrawEntry",
    "check_chips",
    "parse_chips",
    "settlement",
    "transfer",
    "unique_key",
]
