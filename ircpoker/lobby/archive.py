"""Finished hands: their histories and proofs on disk, and a deal of the ledger as data (docs/feed-data.md).

A full or broken disk does not stop play: if a file cannot be written, the failure is only logged. Only the owner can
read the files and folders.

    FOLDER/NETWORK/CHANNEL or private/DEAL.phh           the deal, without the cards that nobody saw
    FOLDER/NETWORK/CHANNEL or private/DEAL.proof.json    its shuffle, as soon as it may be shown

As data, deals of open channels show to everybody what was shown at the table; all others are their players' only. A
deal that somebody may not see is refused like one that does not exist.
"""

from __future__ import annotations

import logging
from datetime import UTC
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote as quote_url

from ircpoker.errors import LedgerError, NotAllowedError, ProofError, UsageError, quote
from ircpoker.fairness.proofs import read_proof
from ircpoker.lobby.hand_record import replay_hand
from ircpoker.lobby.places import Place
from ircpoker.records.deal_data import DealFacts, deal_data
from ircpoker.records.phh import format_history
from ircpoker.records.reading import read_text
from ircpoker.records.sections import Form, HandText, RefusedHand
from ircpoker.records.view import HandView
from ircpoker.runtime.private import make_private_folder, open_private
from ircpoker.table import TableSeat
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from datetime import datetime
    from pathlib import Path

    from ircpoker.fairness.shuffle import Proof
    from ircpoker.ledger import EndedDeal, Ledger, PlayerId
    from ircpoker.lobby.hand import FinishedHand
    from ircpoker.lobby.hand_record import ReplayedHand
    from ircpoker.records.deal_data import Data
    from ircpoker.records.phh.writing import Value
    from ircpoker.runtime.clock import Clock
    from ircpoker.table import Deal, DealSeat
    from ircpoker.words.catalogue import Catalogue

_LONGEST_FILE_NAME = 100
MOST_LEFT_OUT = 500
"""The number of the ledger's last hands that are checked after a start."""

_logger = logging.getLogger(__name__)


class Sitting(NamedTuple):
    """Who played a hand, in the order of the deal.

    Attributes:
        names: the names; `robot:` is in front of a robot with the nick of a person.
        numbers: the numbers of the seats at the table.
    """

    names: Sequence[str]
    numbers: Sequence[TableSeat]


class KeptHand(NamedTuple):
    """A hand of the ledger as a history.

    Attributes:
        text: PHH.
        own: the seat of the player who asks; None for somebody who did not play it.
        kinds: `person` or `robot` for each seat of the deal.
    """

    text: str
    own: DealSeat | None
    kinds: tuple[str, ...]


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

    @property
    def is_on(self) -> bool:
        """Whether files are written."""
        return self._folder is not None

    def has(self, place: Place, deal_id: str) -> bool:
        """Return whether the history of a hand is there."""
        return self._folder is not None and _path(self._folder, place, f"{deal_id}.phh").exists()

    def write_history(
        self, place: Place, deal_id: str, deal: Deal, sitting: Sitting, ended_at: datetime | None = None
    ) -> None:
        """Write the history of a finished hand, which has ended now or at another time.

        Args:
            place: the place of the table.
            deal_id: the number of the deal.
            deal: the deal.
            sitting: who played, and where they sat.
            ended_at: when it ended; None for now.
        """
        if self._folder is not None:
            text = format_history(deal, facts_of(place, deal_id, deal, sitting, ended_at or self._clock.now()))
            self._write(_path(self._folder, place, f"{deal_id}.phh"), text)

    def write_proof(self, place: Place, proof: Proof) -> None:
        """Write the proof of a deal beside its history."""
        if self._folder is not None:
            self._write(_path(self._folder, place, f"{proof.deal_id}.proof.json"), proof.to_json())

    def _write(self, path: Path, text: str) -> None:
        part = path.with_name(f"{path.name}.part")
        try:
            make_private_folder(path.parent)
            with open_private(part, "w", encoding="utf-8") as file:
                file.write(text)
            # Whole or not at all: `has` must not find a file that a full disk or a kill has cut.
            part.replace(path)
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
            names = [_name(who.nick, is_namesake=who.name != who.nick) for who in players]
            archive.write_history(place, hand.deal_id, hand.deal, Sitting(names, hand.numbers))
        if is_revealed and players:
            archive.write_proof(place, hand.proof)
        elif is_revealed:
            # The hand was called off, which only the stored proof shows.
            archive_proofs(archive, ledger, place, [hand.deal_id])
    except Exception:
        # A bad history must not stop the table.
        _logger.exception("deal %s is not kept", hand.deal_id)


def write_left_out(archive: Archive, ledger: Ledger, network: str) -> Iterator[None]:
    """Write the histories on a network that are missing among the last hands of the ledger. Never raises.

    Yields:
        None after each history: the caller lets others go on.
    """
    try:
        for ended in ledger.newest_deals(MOST_LEFT_OUT) if archive.is_on else ():
            place = Place.parse(ended.place)
            if place.network == network and not archive.has(place, ended.deal_id):
                _write_again(archive, ledger, place, ended)
                yield
    except Exception:
        # A bad history must not disturb the tables.
        _logger.exception("the histories that were left out on %s are not written", network)


def _write_again(archive: Archive, ledger: Ledger, place: Place, ended: EndedDeal) -> None:
    """Write a hand as the ledger has it; nothing for an old one, or one with missing data."""
    hand = ledger.hand(ended.deal_id)
    replayed = replay_hand(ledger, hand) if hand is not None else None
    if replayed is None:
        return
    archive.write_history(place, ended.deal_id, replayed.deal, sitting_of(replayed), ended.ended_at)
    if ended.is_revealed:
        archive_proofs(archive, ledger, place, [ended.deal_id])


def format_kept_hand(ledger: Ledger, ended: EndedDeal, player: PlayerId | None = None) -> KeptHand | None:
    """Return a hand of the ledger as a history with the cards of a player, and all cards that were shown.

    Args:
        ledger: the ledger.
        ended: the hand.
        player: whose cards are written although they were not shown; None for nobody's.

    Returns:
        The history; None for an old hand, or one with missing data.
    """
    hand = ledger.hand(ended.deal_id, player)
    replayed = replay_hand(ledger, hand) if hand is not None else None
    if replayed is None:
        return None
    place, own = Place.parse(ended.place), replayed.own
    facts = facts_of(place, ended.deal_id, replayed.deal, sitting_of(replayed), ended.ended_at)
    kinds = tuple(["robot" if row.robot else "person" for row in replayed.rows])
    return KeptHand(format_history(replayed.deal, facts, () if own is None else (own,)), own, kinds)


def sitting_of(replayed: ReplayedHand) -> Sitting:
    """Return who played a hand of the ledger."""
    people = {row.nick.casefold() for row in replayed.rows if not row.robot}
    names = [_name(row.nick, is_namesake=bool(row.robot) and row.nick.casefold() in people) for row in replayed.rows]
    return Sitting(names, [TableSeat(row.seat) for row in replayed.rows])


def archive_proofs(archive: Archive, ledger: Ledger, place: Place, deal_ids: Iterable[str]) -> None:
    """Write the proofs of hands that may be shown beside their histories."""
    for deal_id in deal_ids:
        try:
            shuffle = ledger.shuffle(deal_id)
            if shuffle is not None:
                archive.write_proof(place, read_proof(shuffle))
        except (LedgerError, ProofError):
            _logger.exception("the proof of deal %s is not written", deal_id)


def _name(nick: str, *, is_namesake: bool) -> str:
    """Return a player's name in a history; a robot with the nick of a person at the table is marked."""
    return f"robot:{nick}" if is_namesake else nick


def _path(folder: Path, place: Place, name: str) -> Path:
    where = quote_url(place.channel, safe="")[:_LONGEST_FILE_NAME] if place.channel else "private"
    return folder / quote_url(place.network, safe="") / where / name


def facts_of(place: Place, deal_id: str, deal: Deal, sitting: Sitting, now: datetime) -> dict[str, Value]:
    """Return the fields of a history that say when and where its deal was played."""
    moment = now.astimezone(UTC)
    return {
        "players": list(sitting.names),
        "hand": int(deal_id) if deal_id.isdecimal() else 0,
        "table": place.title or "private",
        "venue": place.network,
        "seats": [number + 1 for number in sitting.numbers],
        "seat_count": deal.setup.game.most_seats,
        "day": moment.day,
        "month": moment.month,
        "year": moment.year,
        "time": moment.time().replace(microsecond=0),
        "time_zone": "UTC",
    }


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
