"""Writes a deal as Open Hand History 1.4.7, the JSON that trackers and replayers read (https://hh-specs.handhistory.org).

An amount is the chips that an action adds. An uncalled bet stays in its action and is in no pot, so all amounts less
the uncalled ones are the pots, which are the winnings and the rake.
"""

from __future__ import annotations

from datetime import UTC, datetime

from ircpoker.cards import Card
from ircpoker.errors import HistoryError
from ircpoker.records.facts import from_eastern
from ircpoker.records.forms import USUAL, ExportOptions
from ircpoker.records.played import NO_TABLE, PUBLIC, UNDATED, HandReader, PlayedHand
from ircpoker.records.visiting import HandVisitor
from ircpoker.runtime.json_text import to_json
from ircpoker.table import Bet, Betting, Call, Check, DealSeat, Fold, RaiseTo
from ircpoker.table.events import PlayerActed

VERSION = "1.4.7"
UNKNOWN_SITE = "ircpoker"
"""The site of a deal that names none."""
PLAY_MONEY = "PLY"
"""PokerTracker's code for chips that are not money."""
_ACTIONS: dict[type, str] = {Fold: "Fold", Check: "Check", Call: "Call", Bet: "Bet", RaiseTo: "Raise"}
BET_TYPES = {Betting.NO_LIMIT: "NL", Betting.POT_LIMIT: "PL", Betting.LIMIT: "FL"}


def write_ohh(hand: PlayedHand, reader: HandReader = PUBLIC, options: ExportOptions = USUAL) -> str:
    """Return a hand as a line of JSON.

    Args:
        hand: the hand.
        reader: for whom it is written.
        options: what the export asks.

    Returns:
        The line, and an empty line, which stands between deals.

    Raises:
        HistoryError: the format cannot carry the deal.
    """
    file, section, _ = hand.source
    if not hand.game.ohh_type:
        raise HistoryError(f"Open Hand History has no {hand.game.title}", file, section, "variant")
    if hand.unknown_stacks:
        raise HistoryError("a stack is unknown", file, section, "starting_stacks")
    writer = _OhhWriter(hand, reader)
    writer.visit()
    data = writer.data(hand.facts.currency or options.currency or PLAY_MONEY)
    return to_json({"ohh": data}, ascii_only=False, compact=True) + "\n\n"


class _OhhWriter(HandVisitor):
    """Writes one deal."""

    def __init__(self, hand: PlayedHand, reader: HandReader) -> None:
        super().__init__(hand, reader)
        self._rounds: list[dict[str, object]] = []
        self._actions: list[dict[str, object]] = []
        self._count = 0
        self._open_round("Preflop", ())

    def data(self, currency: str) -> dict[str, object]:
        """Return the object of the deal, after the visit."""
        hand, own = self.hand, self.reader.seat
        moment = hand.facts.played_at or from_eastern(datetime(*UNDATED))  # noqa: DTZ001 - as in other forms
        own_id = {} if own is None else {"hero_player_id": own}
        return {
            "spec_version": VERSION,
            "site_name": hand.venue or UNKNOWN_SITE,
            "network_name": hand.venue or UNKNOWN_SITE,
            "internal_version": VERSION,
            "tournament": False,
            "game_number": str(hand.facts.number),
            "start_date_utc": moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "table_name": hand.table or NO_TABLE,
            "game_type": hand.game.ohh_type,
            "bet_limit": {"bet_type": BET_TYPES[hand.game.betting], "bet_cap": 0},
            "table_size": hand.seat_count,
            "currency": currency,
            "dealer_seat": hand.button,
            "small_blind_amount": self.chips(hand.small_blind),
            "big_blind_amount": self.chips(hand.small_bet),
            "ante_amount": self.chips(max(hand.antes)),
            **own_id,
            "flags": [] if own_id else ["Observed"],
            "players": [
                {"id": seat, "seat": number, "name": name, "display": name, "starting_stack": self.chips(stack)}
                for seat, ((number, name, _), stack) in enumerate(zip(hand.seats, hand.deal.setup.stacks, strict=True))
            ],
            "rounds": self._rounds,
            "pots": self._pots(),
        }

    def _open_round(self, street: str, cards: tuple[Card, ...]) -> None:
        self._actions = []
        shown = {"cards": list(map(str, cards))} if cards else {}
        self._rounds.append({"id": len(self._rounds), "street": street, **shown, "actions": self._actions})
        self._street = street

    def _act(self, seat: DealSeat, action: str, paid: int = 0, cards: tuple[Card, ...] = ()) -> None:
        done = {
            "action_number": self._count,
            "player_id": seat,
            "action": action,
            "amount": self.chips(paid),
            "is_allin": paid > 0 and not self.left[seat],
        }
        self._actions.append({**done, "cards": list(map(str, cards))} if cards else done)
        self._count += 1

    def post(self, seat: DealSeat, amount: int, kind: str) -> None:
        """Write a forced bet."""
        names = {"ante": "Post Ante", "small blind": "Post SB", "big blind": "Post BB"}
        is_extra = kind != "ante" and self.hand.posted[seat] < 0
        self._act(seat, "Post Extra Blind" if is_extra else names.get(kind, "Straddle"), amount)

    def dealt(self, seat: DealSeat, count: int, cards: tuple[Card, ...] | None) -> None:
        """Write the reader's cards."""
        del count
        if seat == self.reader.seat and cards:
            self._act(seat, "Dealt Cards", cards=cards)

    def began(self, before: tuple[Card, ...], new: tuple[Card, ...]) -> None:
        """Begin a round."""
        del before
        if new:
            self._open_round(self.street.capitalize(), new)

    def acted(self, event: PlayerActed) -> None:
        """Write an action."""
        self._act(event.seat, _ACTIONS[type(event.action)], event.paid)

    def showdown(self) -> None:
        """Begin the last round."""
        self._open_round("Showdown", ())

    def shown(self, seat: DealSeat, cards: tuple[Card, ...]) -> None:
        """Write a hand that is shown."""
        self._act(seat, "Shows Cards", cards=cards)

    def mucked(self, seat: DealSeat, *, is_shown: bool) -> None:
        """Write that nobody has seen a hand."""
        del is_shown
        self._act(seat, "Mucks Cards")

    def volunteered(self, seat: DealSeat) -> None:
        """Write a hand that is shown after the end."""
        if self._street != "Showdown":
            self.showdown()
        self.shown(seat, self.hand.deal.hole_cards[seat])

    def _pots(self) -> list[dict[str, object]]:
        pots: list[dict[str, object]] = []
        for number in sorted({win.pot for win in self.hand.wins}):
            wins = [win for win in self.hand.wins if win.pot == number]
            rake = self.hand.rake if not pots else 0
            pots.append(
                {
                    "number": number,
                    "amount": self.chips(sum(win.amount for win in wins) + rake),
                    "rake": self.chips(rake),
                    "jackpot": 0,
                    "player_wins": [
                        {"player_id": win.seat, "win_amount": self.chips(win.amount), "contributed_rake": 0}
                        for win in wins
                    ],
                }
            )
        return pots or [{"number": 0, "amount": 0, "rake": 0, "jackpot": 0, "player_wins": []}]
