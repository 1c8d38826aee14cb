"""Writes hand histories and proofs to disk.

Play never waits for a disk: if a file cannot be written, the failure is only logged. Only the owner can read the files
and folders.

    FOLDER/NETWORK/CHANNEL or private/DEAL.phh           the deal, without the cards that nobody saw
    FOLDER/NETWORK/CHANNEL or private/DEAL.proof.json    its shuffle, as soon as it may be shown
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING
from urllib.parse import quote

from ircpoker.errors import LedgerError, ProofError
from ircpoker.history import format_history
from ircpoker.private import make_private_folder, open_private
from ircpoker.proofs import read_proof

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime
    from pathlib import Path

    from ircpoker.clock import Clock
    from ircpoker.ledger import Ledger
    from ircpoker.lobby.events import Sitter
    from ircpoker.lobby.hand import FinishedHand, HandInProgress
    from ircpoker.lobby.places import Place
    from ircpoker.shuffle import Proof

_LONGEST_FILE_NAME = 100

_logger = logging.getLogger(__name__)


class Archive:
    """Stores finished deals."""

    def __init__(self, folder: Path | None, clock: Clock) -> None:
        """Create the archive; nothing is written yet.

        Args:
            folder: the folder for the files; None to write none, as with a ledger in memory.
            clock: the time.
        """
        self._folder = folder
        self._clock = clock
        self._is_failing = False

    def keep(self, place: Place, hand: HandInProgress, players: Sequence[Sitter]) -> None:
        """Write the history of a finished hand."""
        if self._folder is not None:
            text = format_history(hand.deal, _facts(place, hand.deal_id, players, self._clock.now()))
            self._write(_path(self._folder, place, f"{hand.deal_id}.phh"), text)

    def prove(self, place: Place, proof: Proof) -> None:
        """Write the proof of a deal beside its history."""
        if self._folder is not None:
            self._write(_path(self._folder, place, f"{proof.deal_id}.proof.json"), proof.to_json())

    def _write(self, path: Path, text: str) -> None:
        try:
            make_private_folder(path.parent)
            with open_private(path, "w", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            # Only the first failure is an error in the log: a full disk must not fill the log as well.
            level = logging.DEBUG if self._is_failing else logging.ERROR
            _logger.log(level, "histories are not kept: %s cannot be written: %s", path, error.strerror)
            self._is_failing = True
        else:
            self._is_failing = False


def archive_hand(archive: Archive, ledger: Ledger, place: Place, finished: FinishedHand) -> None:
    """Write the history of a finished hand, and its proof if that may be shown. Never raises."""
    hand, players, is_revealed = finished
    try:
        if players:
            archive.keep(place, hand, players)
        if is_revealed and players:
            archive.prove(place, hand.proof)
        elif is_revealed:
            # The hand was called off, which only the stored proof shows.
            archive_proofs(archive, ledger, place, [hand.deal_id])
    except Exception:
        # The next hand must not wait for a history.
        _logger.exception("deal %s is not kept", hand.deal_id)


def archive_proofs(archive: Archive, ledger: Ledger, place: Place, deal_ids: Iterable[str]) -> None:
    """Write the proofs of hands that may be shown beside their histories."""
    for deal_id in deal_ids:
        try:
            shuffle = ledger.shuffle(deal_id)
            if shuffle is not None:
                archive.prove(place, read_proof(shuffle))
        except (LedgerError, ProofError):
            _logger.exception("the proof of deal %s is not written", deal_id)


def _path(folder: Path, place: Place, name: str) -> Path:
    where = "private" if place.is_private else quote(place.channel, safe="")[:_LONGEST_FILE_NAME]
    return folder / quote(place.network, safe="") / where / name


def _facts(
    place: Place, deal_id: str, players: Sequence[Sitter], now: datetime
) -> dict[str, bool | int | str | list[int] | list[str]]:
    return {
        "players": [who.nick if who.name == who.nick else f"robot:{who.nick}" for who in players],
        "hand": int(deal_id) if deal_id.isdecimal() else 0,
        "table": place.channel or "private",
        "venue": place.network,
        "day": now.day,
        "month": now.month,
        "year": now.year,
    }
