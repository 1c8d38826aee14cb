"""A finished deal as the feed answers it (docs/feed-data.md): its course, each table as what has changed.

It has the cards that its reader may see and no others; what was folded or mucked stands nowhere but in the proof.
"""

from __future__ import annotations

import json
from datetime import UTC
from itertools import pairwise

from msgspec.structs import replace

from ircpoker.fairness.proof import Proof
from ircpoker.feed.data import DealMoment, DealProof, FinishedDeal
from ircpoker.feed.messages import CHANGING, AnyEvent, TableChanges, TableSnapshot
from ircpoker.records.course import Moment, course
from ircpoker.records.played import HandReader, PlayedHand
from ircpoker.words.catalogue import Catalogue, load_catalogue


def deal_data(
    hand: PlayedHand,
    reader: HandReader,
    words: Catalogue | None = None,
    *,
    commitment: str = "",
    proof: Proof | None = None,
) -> FinishedDeal:
    """Return a finished deal as the feed answers it.

    Args:
        hand: the hand.
        reader: for whom.
        words: the catalogue of the reader; None for English.
        commitment: the commitment of its deck; empty if there is none.
        proof: the proof of its deck, as soon as it may be shown.
    """
    words, played_at = words or load_catalogue(), hand.facts.played_at
    moments = course(hand, reader, words)
    first = moments[0].table
    answers = [_as_answer(moments[0], moments[0].event, words)]
    answers += [_as_answer(after, _changed(before.table, after), words) for before, after in pairwise(moments)]
    return FinishedDeal(
        first.deal,
        first.network,
        first.place,
        0,
        played_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if played_at else "",
        first.title,
        hand.button,
        0 if reader.seat is None else hand.seats[reader.seat].number,
        first,
        tuple(answers),
        hand.rake,
        deal_proof(commitment, proof) if commitment or proof else None,
        hand.decimals,
        tuple([hand.seats[seat].number for seat in hand.by_number if seat in hand.unknown_stacks]),
    )


def _as_answer(moment: Moment, event: AnyEvent, words: Catalogue) -> DealMoment:
    return DealMoment(replace(event, words=words.text(moment.phrase)), dict(moment.chances))


def _changed(before: TableSnapshot, moment: Moment) -> AnyEvent:
    """Return the event of a moment with the fields of the table that it has changed."""
    after = moment.table
    values = {name: getattr(after, name) for name in CHANGING if getattr(after, name) != getattr(before, name)}
    return replace(moment.event, seq=after.seq, set=TableChanges(**values) if values else None)


def deal_proof(commitment: str, proof: Proof | None) -> DealProof:
    """Return what proves a deck: its commitment, and the proof if it may be shown."""
    if proof is None:
        return DealProof(commitment, is_due=False)
    return DealProof(proof.commitment, is_due=True, shown=json.loads(proof.to_json()))
