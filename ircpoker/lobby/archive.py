"""Hand histories on disk, proofs beside them, and everybody's last deals.

Play never waits for a disk: what cannot be written is logged and forgotten. Files and folders are made for their
owner alone.

    FOLDER/NETWORK/CHANNEL or private/DEAL.phh           the deal, without the cards that nobody saw
    FOLDER/NETWORK/CHANNEL or private/DEAL.proof.json    its shuffle, once it may be shown
    FOLDER/NETWORK/players/PLAYER.jsonl                  the deals of a player, one a line
"""

from __future__ import annotations

import json
import logging
import os
from collections import OrderedDict, deque
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from typing import TYPE_CHECKING
from urllib.parse import quote

from ircpoker.history import format_history
from ircpoker.private import make_private_folder, open_private
from ircpoker.table import Fold

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from ircpoker.clock import Clock
    from ircpoker.ledger import PlayerId
    from ircpoker.lobby.events import Outcome
    from ircpoker.lobby.places import Place
    from ircpoker.shuffle import Proof
    from ircpoker.table import Deal

MOST_KEPT = 50
"""Last deals of a player that are remembered."""
_MOST_PLAYERS = 2000
"""Players whose last deals are kept in memory; the others' are read again."""
_TAIL_BYTES = 16_384
_LONGEST_FILE_NAME = 100

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class DealRecord:
    """A finished deal.

    Attributes:
        place: where it was played.
        game: a key of `GAMES`.
        deal: the deal, over.
        deal_id: its number.
        players: of each seat, None for a robot.
        outcomes: of each seat.
    """

    place: Place
    game: str
    deal: Deal
    deal_id: str
    players: tuple[PlayerId | None, ...]
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class OwnDeal:
    """One of a player's last deals.

    Attributes:
        deal_id: its number.
        game: a key of `GAMES`.
        net: chips won or lost.
        result: what happened, in a few words without cards that were not shown.
    """

    deal_id: str
    game: str
    net: int
    result: str


class Archive:
    """Keeps finished deals."""

    def __init__(self, folder: Path | None, clock: Clock) -> None:
        """Set the archive up; nothing is written yet.

        Args:
            folder: where files go; None for nowhere, as on a ledger that is gone with the process.
            clock: the time.
        """
        self._folder = folder
        self._clock = clock
        self._last: OrderedDict[PlayerId, deque[OwnDeal]] = OrderedDict()
        self._is_failing = False

    def keep(self, record: DealRecord) -> None:
        """Keep a finished deal."""
        for seat, player in enumerate(record.players):
            if player is not None:
                self._keep_own(player, _own_deal(record, seat))
        if self._folder is not None:
            text = format_history(record.deal, _facts(record, self._clock.now()))
            self._write(_path(self._folder, record.place, f"{record.deal_id}.phh"), text)

    def prove(self, place: Place, proof: Proof) -> None:
        """Write the proof of a deal beside its history."""
        if self._folder is not None:
            self._write(_path(self._folder, place, f"{proof.deal_id}.proof.json"), proof.to_json())

    def last(self, player: PlayerId, most: int) -> list[OwnDeal]:
        """Return a player's last deals, the newest first."""
        return list(reversed(self._deals_of(player)))[:most]

    def _deals_of(self, player: PlayerId) -> deque[OwnDeal]:
        if player not in self._last:
            self._last[player] = deque(self._read_own(player), MOST_KEPT)
            if len(self._last) > _MOST_PLAYERS:
                self._last.popitem(last=False)
        self._last.move_to_end(player)
        return self._last[player]

    def _keep_own(self, player: PlayerId, deal: OwnDeal) -> None:
        self._deals_of(player).append(deal)
        if self._folder is not None:
            line = json.dumps(asdict(deal), ensure_ascii=False) + "\n"
            self._write(_own_path(self._folder, player), line, append=True)

    def _read_own(self, player: PlayerId) -> list[OwnDeal]:
        if self._folder is None:
            return []
        try:
            with _own_path(self._folder, player).open("rb") as file:
                file.seek(max(0, file.seek(0, os.SEEK_END) - _TAIL_BYTES))
                lines = file.read().splitlines()
        except OSError:
            return []
        deals = []
        for line in lines:
            try:
                deal = OwnDeal(**json.loads(line))
            except (ValueError, TypeError):
                # The first line is cut, and a crash may have cut the last.
                continue
            if all(type(getattr(deal, field.name)) is (int if field.name == "net" else str) for field in fields(deal)):
                deals.append(deal)
        return deals

    def _write(self, path: Path, text: str, *, append: bool = False) -> None:
        try:
            make_private_folder(path.parent)
            with open_private(path, "a" if append else "w", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            # Once is enough until it works again: a full disk must not fill the log as well.
            level = logging.DEBUG if self._is_failing else logging.ERROR
            _logger.log(level, "histories are not kept: %s cannot be written: %s", path, error.strerror)
            self._is_failing = True
        else:
            self._is_failing = False


def _path(folder: Path, place: Place, name: str) -> Path:
    where = "private" if place.is_private else quote(place.channel, safe="")[:_LONGEST_FILE_NAME]
    return folder / quote(place.network, safe="") / where / name


def _own_path(folder: Path, player: PlayerId) -> Path:
    name = quote(f"{player.identity}-{player.name}", safe="")
    if len(name) > _LONGEST_FILE_NAME:
        name = sha256(name.encode()).hexdigest()
    return folder / quote(player.network, safe="") / "players" / f"{name}.jsonl"


def _facts(record: DealRecord, now: datetime) -> dict[str, bool | int | str | list[int] | list[str]]:
    return {
        "players": [outcome.who.name for outcome in record.outcomes],
        "hand": int(record.deal_id) if record.deal_id.isdecimal() else 0,
        "table": record.place.channel or "private",
        "venue": record.place.network,
        "day": now.day,
        "month": now.month,
        "year": now.year,
    }


def _own_deal(record: DealRecord, seat: int) -> OwnDeal:
    own = record.outcomes[seat]
    winners = [outcome for outcome in record.outcomes if outcome.won]
    if winners:
        best = max(winners, key=lambda outcome: outcome.won)
        who = "you win" if own.won else f"{best.who.name} wins"
        shown = own if own.won else best
        words = f"{who} {shown.won}{f' with {shown.hand}' if shown.hand else ''}"
    else:
        # Behind a dead small blind all fold, and the big blind gets back what nobody has called.
        words = "nobody wins a chip"
    if any(acted == seat and isinstance(action, Fold) for acted, action in record.deal.actions):
        words += ", you folded"
    return OwnDeal(record.deal_id, record.game, own.net, words)
