"""The shuffles of a table: the committed one for the next hand, and those of finished hands.

The shuffle of a hand with several people is revealed later, so that mucked hands stay hidden for a while.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from math import inf

from ircpoker.errors import LedgerError, ProofError
from ircpoker.fairness.proof import PendingShuffle, Proof
from ircpoker.fairness.proofs import freeze
from ircpoker.fairness.shuffle import make_secret
from ircpoker.ledger import CommitShuffle, Ledger, PlayerId, Shuffle
from ircpoker.lobby.draft import Draft
from ircpoker.lobby.state import TableState

_logger = logging.getLogger(__name__)


# The next hand


def find_proof(ledger: Ledger, deal_id: str, seeds: Sequence[str]) -> Proof:
    """Return the shuffle of a stored hand.

    Raises:
        ProofError: the shuffle does not exist, or cannot be read.
    """
    shuffle = ledger.shuffle(deal_id)
    if shuffle is None:
        raise ProofError(f"the shuffle of deal {deal_id} is not there")
    return freeze(shuffle, seeds)


def freeze_next(draft: Draft, players: Sequence[PlayerId | None]) -> Proof:
    """Return the deck of the next hand; a stored secret that cannot be read is replaced by a new one.

    Args:
        draft: the draft of the table.
        players: the players in the order of the seats; None for a robot, which gives no seed.
    """
    ledger, context = draft.context.ledger, draft.context
    given = ledger.seeds([player for player in players if player is not None])
    seeds = [given.get(player) or context.client_text(player) if player else "" for player in players]
    try:
        proof = freeze(_next_shuffle(draft), seeds)
    except ProofError:
        _logger.exception("%s: the committed deck is lost and is replaced by another one", draft)
        draft.state.next_deal = ""
        proof = freeze(_next_shuffle(draft), seeds)
    draft.state.next_deal = ""
    return proof


def _next_shuffle(draft: Draft) -> Shuffle:
    """Return the committed shuffle of the next hand.

    Raises:
        LedgerError: it cannot be read back.
    """
    ledger, state = draft.context.ledger, draft.state
    shuffle = ledger.shuffle(state.next_deal) if state.next_deal else None
    if shuffle is None or shuffle.proof is not None:
        ledger.save(_make_commit(draft))
        shuffle = ledger.shuffle(state.next_deal)
    if shuffle is None:
        raise LedgerError(f"the shuffle of deal {state.next_deal} is not there")
    return shuffle


def commit_first(draft: Draft) -> str:
    """Commit to the shuffle of the first hand, one left over at this place or a new one; return its commitment."""
    place = draft.state.place
    left_over = draft.context.ledger.next_shuffle(draft.state.kind, place.player or str(place))
    if left_over is not None:
        draft.state.next_deal = left_over.deal_id
        return left_over.commitment
    return commit_next(draft).commitment


def commit_next(draft: Draft) -> CommitShuffle:
    """Give the next hand a number, and commit to its shuffle."""
    commit = _make_commit(draft)
    draft.write(commit)
    return commit


def _make_commit(draft: Draft) -> CommitShuffle:
    deal_id = str(draft.context.ledger.new_deal_number())
    draft.state.next_deal = deal_id
    pending = PendingShuffle(deal_id, make_secret(draft.context.entropy))
    player, place = draft.state.place.player, draft.state.place
    where = "" if player else str(place)
    return CommitShuffle(deal_id, draft.state.kind, pending.commitment, pending.secret.hex(), player, where)


# Finished hands


def hide(state: TableState, deal_id: str, now: float, minutes: float) -> None:
    """Plan to reveal the shuffle of a finished hand after these minutes; after 0 only when the table closes."""
    state.hidden = (*state.hidden, (deal_id, now + 60 * minutes if minutes else inf))


def hide_longer(state: TableState, until: float) -> None:
    """Keep shuffles that are due hidden until a later time."""
    state.hidden = tuple([(deal_id, max(at, until)) for deal_id, at in state.hidden])


def note_revealed(state: TableState, deal_ids: Sequence[str]) -> None:
    """Note that the shuffles of some hands are hidden no more."""
    state.hidden = tuple([(deal_id, at) for deal_id, at in state.hidden if deal_id not in deal_ids])


def hidden_deals(state: TableState) -> list[str]:
    """Return the finished hands with shuffles that are not revealed yet, the oldest first."""
    return [deal_id for deal_id, _ in state.hidden]


def find_hidden(ledger: Ledger, state: TableState) -> Iterator[str]:
    """Yield the finished hands with unrevealed shuffles of a table that was just read from the ledger."""
    running = state.hand.deal_id if state.hand else ""
    for shuffle in ledger.hidden_shuffles(state.place.player or str(state.place), state.kind):
        if shuffle.deal_id != running:
            yield shuffle.deal_id
