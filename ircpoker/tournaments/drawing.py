"""Draws: of the seats at the start, of those of a broken table, and of the final table.

Each draw uses a committed shuffle of its own, mixed with the seeds of the people who play. It is revealed at once,
because nothing that it decides stays hidden; docs/verify.md shows how to check it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.errors import LedgerError
from ircpoker.fairness.proofs import freeze, use
from ircpoker.fairness.shuffle import PendingShuffle, make_numbers, make_secret
from ircpoker.ledger import CommitShuffle
from ircpoker.ledger.tournaments import KIND

if TYPE_CHECKING:
    from ircpoker.tournaments.draft import TournamentDraft


def commit_draw(draft: TournamentDraft) -> CommitShuffle:
    """Commit to the next draw."""
    deal_id = str(draft.context.ledger.new_deal_number())
    pending = PendingShuffle(deal_id, make_secret(draft.context.entropy))
    commit = CommitShuffle(deal_id, KIND, pending.commitment, pending.secret.hex(), None, draft.table_id)
    draft.state.draw = deal_id
    draft.write(commit)
    return commit


def draw_numbers(draft: TournamentDraft, count: int) -> tuple[int, ...]:
    """Return numbers of the draw that was committed to, and commit to the next one.

    Args:
        draft: the draft of the tournament.
        count: how many.

    Raises:
        LedgerError: the draw cannot be read.
    """
    ledger, state = draft.context.ledger, draft.state
    shuffle = ledger.shuffle(state.draw) if state.draw else None
    if shuffle is None:
        raise LedgerError(f"the draw {state.draw} of {draft.table_id} is not there")
    people = [entry.player for entry in state.playing if entry.player is not None]
    given = ledger.seeds(people)
    proof = freeze(shuffle, [given.get(player) or draft.context.client_text(player) for player in people])
    draft.write(use(proof, reveal=True))
    numbers = make_numbers(proof.secret, proof.deal_id, proof.seeds, count)
    commit_draw(draft)
    return numbers


def draw_order(draft: TournamentDraft, count: int) -> list[int]:
    """Return the numbers from 0 to `count` - 1 in a fair order."""
    numbers = draw_numbers(draft, count)
    return sorted(range(count), key=lambda index: (numbers[index], index))
