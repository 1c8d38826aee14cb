"""The stored chips: accounts, balanced entries, and the data stored in the same transaction.

`Ledger` is the object; the other names are the values that it takes and returns. See `ircpoker.ledger.ledger`.
"""

from ircpoker.ledger.accounts import HOUSE, Account, GameAccount, Identity, PlayerId
from ircpoker.ledger.administration import GivenOrder, Ignore, NoteOrder, SetChannelSetting, StopIgnoring
from ircpoker.ledger.audit import Audit
from ircpoker.ledger.changes import (
    BuyIn,
    CallOffShuffle,
    CashOut,
    Change,
    CommitShuffle,
    EndGame,
    EndTournament,
    HandFigures,
    HandRow,
    NewTournament,
    RecordHand,
    RecordResult,
    RevealShuffle,
    SaveEntry,
    SaveGame,
    SetPreference,
    SetSeed,
    UseShuffle,
    WithdrawEntry,
)
from ircpoker.ledger.entries import (
    MOST_CHIPS,
    Entry,
    LedgerReceipt,
    Posting,
    check_chips,
    parse_chips,
    settlement,
    transfer,
    unique_key,
)
from ircpoker.ledger.figures import CountedRow, FlagPattern, GameFigures
from ircpoker.ledger.grants import Economy, Means, Refill
from ircpoker.ledger.ledger import Ledger
from ircpoker.ledger.linking import LinkResult
from ircpoker.ledger.played import RankedBy
from ircpoker.ledger.stored import AccountInfo, EndedDeal, GameResult, Ranked, SavedGame, Shuffle, StoredHand
from ircpoker.ledger.tokens import Purpose
from ircpoker.ledger.tournaments import Finish, TournamentResult, Transfer
