"""A finished deal of the ledger as data, as far as somebody may see it: docs/feed-data.md.

Deals of open channels show to everybody what was shown at the table; all others are their players' only. A deal that
somebody may not see is refused like one that does not exist.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.errors import NotAllowedError, UsageError, quote
from ircpoker.fairness.proofs import read_proof
from ircpoker.lobby.archive import format_kept_hand
from ircpoker.lobby.places import Place
from ircpoker.records.deal_data import DealFacts, deal_data
from ircpoker.records.reading import read_text
from ircpoker.records.sections import Form, HandText, RefusedHand
from ircpoker.records.view import HandView
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from ircpoker.ledger import EndedDeal, Ledger, PlayerId
    from ircpoker.records.deal_data import Data
    from ircpoker.words.catalogue import Catalogue

_LONGEST_NUMBER = 18
"""Digits of a deal's number; there will never be that many deals."""


def finished_deal(
    ledger: Ledger,
    asked: str,
    reader: PlayerId | None,
    *,
    unshown: Collection[str] = (),
    is_open: Callable[[EndedDeal], bool] = lambda ended: not Place.parse(ended.place).is_private,
    words: Catalogue | None = None,
) -> Data:
    """Return a finished deal as data.

    Args:
        ledger: the ledger.
        asked: the number of the deal, from anybody.
        reader: who asks; None for a spectator.
        unshown: the deals whose all-ins are still being shown.
        is_open: whether those who did not play a deal may see what was shown.
        words: the catalogue of the reader; None for English.

    Returns:
        The data.

    Raises:
        UsageError: there is no such deal, or they may not see it.
        NotAllowedError: its end is not shown yet, or it was played before whole deals were stored.
    """
    is_number = asked.isascii() and asked.isdigit() and len(asked) <= _LONGEST_NUMBER
    ended = ledger.ended_deal(str(int(asked))) if is_number else None
    place = Place.parse(ended.place) if ended is not None else None
    kept = format_kept_hand(ledger, ended, reader) if ended is not None else None
    own = kept.own if kept is not None else None
    if ended is None or place is None or (own is None and not (place.channel and is_open(ended))):
        raise UsageError(Phrase("errors.no_such_hand", token=quote(asked)))
    if ended.deal_id in unshown:
        raise NotAllowedError(Phrase("errors.still_shown", deal=ended.deal_id))
    number = int(ended.deal_id) if ended.deal_id.isdecimal() else 0
    hand = read_text(HandText(Form.PHH, "ledger", 0, number, kept.text)) if kept is not None else None
    shuffle = ledger.shuffle(ended.deal_id)
    if kept is None or hand is None or isinstance(hand, RefusedHand) or shuffle is None:
        raise NotAllowedError(Phrase("errors.no_replay", deal=ended.deal_id))
    proof = read_proof(shuffle) if ended.is_revealed else None
    facts = DealFacts(kept.kinds, shuffle.commitment, proof, words)
    where: Data = {
        "network": place.network,
        "place": place.channel or "private",
        "number": place.number if place.number > 1 else 0,
    }
    return deal_data(HandView(hand, number, own), facts) | where
