"""Writes hand histories and proofs to disk.

A full or broken disk does not stop play: if a file cannot be written, the failure is only logged. Only the owner can
read the files and folders.

    FOLDER/NETWORK/CHANNEL or private/DEAL.phh           the deal, without the cards that nobody saw
    FOLDER/NETWORK/CHANNEL or private/DEAL.proof.json    its shuffle, as soon as it may be shown
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from datetime import UTC
from pathlib import Path
from urllib.parse import quote

from ircpoker.errors import LedgerError, ProofError
from ircpoker.fairness.proof import Proof
from ircpoker.fairness.proofs import read_proof
from ircpoker.ledger import HandFigures, Ledger
from ircpoker.lobby.hand import FinishedHand
from ircpoker.lobby.places import Place
from ircpoker.records.ledger_hands import hand_figures, read_hand, table_hand, table_name
from ircpoker.records.phh.normal_form import Value, format_history, time_fields
from ircpoker.records.played import PlayedHand, PlayedSeat
from ircpoker.runtime.clock import Clock
from ircpoker.runtime.private import make_private_folder, open_private
from ircpoker.table import Deal

_LONGEST_FILE_NAME = 100
MOST_LEFT_OUT = 500
"""The number of the ledger's last hands that are checked after a start."""

_logger = logging.getLogger(__name__)


class Archive:
    """Keeps finished hands: the `HandKeeper` of the tables."""

    def __init__(self, folder: Path | None, ledger: Ledger, clock: Clock) -> None:
        """Create the archive; nothing is written yet.

        Args:
            folder: the folder for the files; None to write none, as with a ledger in memory.
            ledger: the ledger, which has the proofs, and the hands that were left out.
            clock: the time.
        """
        self._folder = folder
        self._ledger = ledger
        self._clock = clock
        self._is_failing = False

    def figures(self, deal: Deal) -> tuple[HandFigures, ...]:
        """Return what the ledger stores of each seat of a finished deal."""
        return hand_figures(deal)

    def keep(self, place: Place, finished: FinishedHand) -> None:
        """Write the history of a hand that has just ended, and its proof if that may be shown. Never raises."""
        hand, players, is_revealed = finished
        try:
            if players:
                names = [table_name(who.nick, is_namesake=who.name != who.nick) for who in players]
                seats = [PlayedSeat(number + 1, name) for number, name in zip(hand.numbers, names, strict=True)]
                played = table_hand(hand.deal, hand.deal_id, place, seats, self._clock.now())
                self.write_history(place, hand.deal_id, played)
            if is_revealed and players:
                self._write_proof(place, hand.proof)
            elif is_revealed:
                # The hand was called off, which only the stored proof shows.
                self.keep_proofs(place, [hand.deal_id])
        except Exception:
            # A bad history must not stop the table.
            _logger.exception("deal %s is not kept", hand.deal_id)

    def keep_left_out(self, network: str) -> Iterator[None]:
        """Write the histories on a network that are missing among the last hands of the ledger. Never raises.

        Yields:
            None after each history: the caller lets others go on.
        """
        try:
            for ended in self._ledger.newest_deals(MOST_LEFT_OUT) if self._folder is not None else ():
                place = Place.parse(ended.place)
                if place.network == network and not self._path(place, f"{ended.deal_id}.phh").exists():
                    played = read_hand(self._ledger, ended.deal_id)
                    if played is not None:  # old ones, and those with missing data, stay left out
                        self.write_history(place, ended.deal_id, played.hand)
                        if ended.is_revealed:
                            self.keep_proofs(place, [ended.deal_id])
                    yield
        except Exception:
            # A bad history must not disturb the tables.
            _logger.exception("the histories that were left out on %s are not written", network)

    def keep_proofs(self, place: Place, deal_ids: Iterable[str]) -> None:
        """Write the proofs of hands that may be shown beside their histories."""
        for deal_id in deal_ids:
            try:
                shuffle = self._ledger.shuffle(deal_id)
                if shuffle is not None:
                    self._write_proof(place, read_proof(shuffle))
            except (LedgerError, ProofError):
                _logger.exception("the proof of deal %s is not written", deal_id)

    def write_history(self, place: Place, deal_id: str, hand: PlayedHand) -> None:
        """Write the history of a hand."""
        if self._folder is not None:
            self._write(self._path(place, f"{deal_id}.phh"), format_history(hand.deal, _facts(hand)))

    def _write_proof(self, place: Place, proof: Proof) -> None:
        if self._folder is not None:
            self._write(self._path(place, f"{proof.deal_id}.proof.json"), proof.to_json())

    def _path(self, place: Place, name: str) -> Path:
        if self._folder is None:
            raise ValueError("no files are written")
        where = quote(place.channel, safe="")[:_LONGEST_FILE_NAME] if place.channel else "private"
        return self._folder / quote(place.network, safe="") / where / name

    def _write(self, path: Path, text: str) -> None:
        part = path.with_name(f"{path.name}.part")
        try:
            make_private_folder(path.parent)
            with open_private(part, "w", encoding="utf-8") as file:
                file.write(text)
            # Whole or not at all: a file that a full disk or a kill has cut must not be found later.
            part.replace(path)
        except OSError as error:
            # Only the first failure is an error in the log: a full disk must not fill the log as well.
            level = logging.DEBUG if self._is_failing else logging.ERROR
            _logger.log(level, "histories are not kept: %s cannot be written: %s", path, error.strerror)
            self._is_failing = True
        else:
            self._is_failing = False


def _facts(hand: PlayedHand) -> dict[str, Value]:
    """Return the fields of a history that say when and where its deal was played."""
    facts = hand.facts
    fields: dict[str, Value] = {
        "players": list(hand.names),
        "hand": facts.number,
        "table": facts.table,
        "venue": facts.venue,
        "seats": list(facts.seats),
        "seat_count": facts.seat_count,
    }
    if facts.played_at is not None:
        fields |= time_fields(facts.played_at.astimezone(UTC), "UTC")
    return fields
