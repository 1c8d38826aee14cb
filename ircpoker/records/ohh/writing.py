"""Writes a deal as Open Hand History 1.4.7, the JSON that trackers and replayers read (https://hh-specs.handhistory.org).

An amount is the chips that an action adds. An uncalled bet stays in its action and is in no pot, so all amounts less
the uncalled ones are the pots, which are the winnings and the rake.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ircpoker.errors import HistoryError
from ircpoker.records.phh.amounts import ScaledAmount
from ircpoker.records.phh.facts import from_eastern
from ircpoker.records.view import NO_TABLE, UNDATED
from ircpoker.runtime.json_text import to_json
from ircpoker.table import Bet, Betting, Call, Fold, RaiseTo
from ircpoker.table.events import (
    AntePosted,
    BetReturned,
    BlindPosted,
    HandMucked,
    HandShown,
    HoleCardsDealt,
    PlayerActed,
    StreetBegan,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ircpoker.cards import Card
    from ircpoker.records.view import HandView
    from ircpoker.table import DealSeat
    from ircpoker.table.events import Event

VERSION = "1.4.7"
UNKNOWN_SITE = "ircpoker"
"""The site of a deal that names none."""
PLAY_MONEY = "PLY"
"""PokerTracker's code for chips that are not money."""
GAME_TYPES = {"holdem": "Holdem", "omaha": "Omaha"}
BET_TYPES = {Betting.NO_LIMIT: "NL", Betting.POT_LIMIT: "PL", Betting.LIMIT: "FL"}


def write_ohh(view: HandView, currency: str = "") -> str:
    """Return a deal as a line of JSON.

    Args:
        view: the deal.
        currency: a code such as `USD`, to write play money as if it were this; the deal's own currency stays.

    Returns:
        The line, and an empty line, which stands between deals.

    Raises:
        HistoryError: the format cannot carry the deal.
    """
    history = view.history
    if history.game.name not in GAME_TYPES:
        raise HistoryError("Open Hand History has no five-card draw", history.file, history.deal, "variant")
    if history.unknown_stacks:
        raise HistoryError("a stack is unknown", history.file, history.deal, "starting_stacks")
    data = _OhhWriter(view, view.hand.facts.currency or currency or PLAY_MONEY).data()
    return to_json({"ohh": data}, ascii_only=False, compact=True) + "\n\n"


@dataclass
class _OhhWriter:
    """Writes one deal."""

    view: HandView
    currency: str
    _rounds: list[dict[str, object]] = field(default_factory=list)
    _actions: list[dict[str, object]] = field(default_factory=list)
    _left: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self._left = list(self.view.deal.setup.stacks)

    def data(self) -> dict[str, object]:
        """Return the object of the deal."""
        view, history = self.view, self.view.history
        moment = view.hand.facts.played_at or from_eastern(datetime(*UNDATED))  # noqa: DTZ001 - as in other forms
        data: dict[str, object] = {
            "spec_version": VERSION,
            "site_name": view.venue or UNKNOWN_SITE,
            "network_name": view.venue or UNKNOWN_SITE,
            "internal_version": VERSION,
            "tournament": False,
            "game_number": str(view.number),
            "start_date_utc": moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "table_name": view.table or NO_TABLE,
            "game_type": GAME_TYPES[history.game.name],
            "bet_limit": {"bet_type": BET_TYPES[history.game.betting], "bet_cap": 0},
            "table_size": view.seat_count,
            "currency": self.currency,
            "dealer_seat": view.seats[-1],
            "small_blind_amount": self._amount(view.small_blind),
            "big_blind_amount": self._amount(history.small_bet),
            "ante_amount": self._amount(max(view.antes)),
        }
        if view.reader is not None:
            data["hero_player_id"] = view.reader
        data["flags"] = [] if view.reader is not None else ["Observed"]
        data["players"] = [
            {"id": seat, "seat": number, "name": name, "display": name, "starting_stack": self._amount(stack)}
            for seat, (number, name, stack) in enumerate(
                zip(view.seats, view.names, view.deal.setup.stacks, strict=True)
            )
        ]
        data["rounds"] = self._all_rounds()
        data["pots"] = self._pots()
        return data

    def _amount(self, units: int) -> int | float:
        amount = ScaledAmount(units, self.view.history.decimals).number
        return amount if isinstance(amount, int) else float(amount)

    def _all_rounds(self) -> list[dict[str, object]]:
        self._begin("Preflop", ())
        forced, events = self.view.events
        showing = [event for event in events if isinstance(event, HandShown | HandMucked)]
        for event in (*forced, *events):
            self._add(event)
        if showing or self.view.volunteers:
            self._begin("Showdown", ())
        for event in showing:
            if isinstance(event, HandShown) and self.view.is_open(event.seat):
                self._act(event.seat, "Shows Cards", cards=self.view.deal.hole_cards[event.seat])
            else:
                self._act(event.seat, "Mucks Cards")
        for seat in self.view.volunteers:
            self._act(seat, "Shows Cards", cards=self.view.deal.hole_cards[seat])
        return self._rounds

    def _begin(self, street: str, cards: Iterable[Card]) -> None:
        self._actions = []
        shown: dict[str, object] = {"id": len(self._rounds), "street": street}
        if cards:
            shown["cards"] = list(map(str, cards))
        self._rounds.append(shown | {"actions": self._actions})

    def _act(self, seat: DealSeat, action: str, paid: int = 0, cards: Sequence[Card] = ()) -> None:
        self._left[seat] -= paid
        done: dict[str, object] = {
            "action_number": sum(len(each["actions"]) for each in self._rounds),  # type: ignore[arg-type, misc]  # lists, which JSON hides
            "player_id": seat,
            "action": action,
            "amount": self._amount(paid),
            "is_allin": paid > 0 and not self._left[seat],
        }
        if cards:
            done["cards"] = list(map(str, cards))
        self._actions.append(done)

    def _add(self, event: Event) -> None:
        match event:
            case AntePosted(seat=seat, amount=amount):
                self._act(seat, "Post Ante", amount)
            case BlindPosted(seat=seat, amount=amount):
                self._act(seat, self._kind(seat), amount)
            case HoleCardsDealt(seat=seat) if seat == self.view.reader:
                cards = self.view.dealt(event)
                if cards:
                    self._act(seat, "Dealt Cards", cards=cards)
            case StreetBegan(street=street, board=board) if board:
                self._begin(street.capitalize(), board)
            case BetReturned(seat=seat, amount=amount):
                self._left[seat] += amount
            case PlayerActed():
                self._played(event)

    def _played(self, event: PlayerActed) -> None:
        match event.action:
            case Fold():
                action = "Fold"
            case Call():
                action = "Call"
            case Bet():
                action = "Bet"
            case RaiseTo():
                action = "Raise"
            case _:
                action = "Check"
        self._act(event.seat, action, event.paid)

    def _kind(self, seat: DealSeat) -> str:
        kind = self.view.blind_kinds[seat]
        if self.view.history.blinds[seat] < 0:
            return "Post Extra Blind"
        return {"small blind": "Post SB", "big blind": "Post BB"}.get(kind, "Straddle")

    def _pots(self) -> list[dict[str, object]]:
        view = self.view
        amounts: dict[int, int] = {}
        wins: dict[int, list[dict[str, object]]] = {}
        for win in view.wins:
            amounts[win.pot] = amounts.get(win.pot, 0) + win.amount
            wins.setdefault(win.pot, []).append(
                {"player_id": win.seat, "win_amount": self._amount(win.amount), "contributed_rake": 0}
            )
        pots: list[dict[str, object]] = []
        for number in sorted(amounts):
            rake = view.rake if not pots else 0
            pots.append(
                {
                    "number": number,
                    "amount": self._amount(amounts[number] + rake),
                    "rake": self._amount(rake),
                    "jackpot": 0,
                    "player_wins": wins[number],
                }
            )
        return pots or [{"number": 0, "amount": 0, "rake": 0, "jackpot": 0, "player_wins": []}]
