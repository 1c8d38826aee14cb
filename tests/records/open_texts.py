"""Random deals in the two open formats, written from their documentation; it shares no code with our readers.

Open Hand History: https://hh-specs.handhistory.org; PHH: https://phh.readthedocs.io.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from ircpoker.table import Bet, Betting, Fold, RaiseTo
from ircpoker.table.events import (
    AntePosted,
    BetReturned,
    BlindPosted,
    HandMucked,
    HandShown,
    PlayerActed,
    StreetBegan,
)
from ircpoker.table.games import FEWEST_SEATS
from tests.records.room_texts import TIME, PlayedDeal

BETS = {Betting.NO_LIMIT: "NL", Betting.POT_LIMIT: "PL", Betting.LIMIT: "FL"}
VARIANTS = {"NL": "NT", "PL": "PO", "FL": "FT"}


class _OpenDeal:
    """A deal as an object of Open Hand History."""

    def __init__(self, played: PlayedDeal, rng: random.Random) -> None:
        self.played = played
        self.hero = rng.randrange(len(played.names))
        self.left = list(played.deal.setup.stacks)
        self.rounds: list[dict[str, Any]] = []
        self.count = 0
        self._round("Preflop", [])
        # What may be left out is left out in half of the deals.
        self.is_short = rng.random() < 0.5

    def _round(self, street: str, cards: list[str]) -> None:
        self.rounds.append({"id": len(self.rounds), "street": street, "cards": cards, "actions": []})

    def _act(self, seat: int, action: str, paid: int = 0, cards: str = "") -> None:
        self.count += 1
        self.left[seat] -= paid
        done: dict[str, Any] = {"action_number": self.count, "player_id": seat + 7, "action": action}
        if paid or not self.is_short:
            done |= {"amount": self.chips(paid), "is_allin": bool(paid and not self.left[seat])}
        self.rounds[-1]["actions"].append(done | ({"cards": cards.split()} if cards else {}))

    def chips(self, units: int) -> float:
        return units / 10**self.played.decimals if self.played.decimals else units

    def cards(self, seat: int) -> str:
        return " ".join(map(str, self.played.deal.hole_cards[seat]))

    def _post(self, event: AntePosted | BlindPosted) -> None:
        played, blind = self.played, self.played.deal.setup.blinds[event.seat]
        if isinstance(event, AntePosted):
            kind = "Post Dead" if blind < 0 else "Post Ante"
        elif blind < 0:
            kind = "Post Extra Blind"
        else:
            kind = {played.small: "Post SB", played.big: "Post BB"}.get(blind, "Straddle")
        self._act(event.seat, kind, event.amount)

    def _play(self) -> None:
        deal = self.played.deal
        has_begun, shown = False, list[tuple[int, str]]()
        for event in deal.events:
            if isinstance(event, AntePosted | BlindPosted):
                self._post(event)
            elif isinstance(event, StreetBegan) and event.board:
                self._round(event.street.capitalize(), [str(card) for card in event.board])
            elif isinstance(event, StreetBegan) and not has_begun:
                has_begun = True
                self._act(self.hero, "Dealt Cards", cards=self.cards(self.hero))
            elif isinstance(event, PlayerActed):
                names: dict[type, str] = {Fold: "Fold", Bet: "Bet", RaiseTo: "Raise"}
                usual = "Call" if event.paid else "Check"
                self._act(event.seat, names.get(type(event.action), usual), event.paid)
            elif isinstance(event, BetReturned):
                self.left[event.seat] += event.amount
            elif isinstance(event, HandShown | HandMucked):
                # Hands of an all-in are tabled before the rest of the board.
                shown.append((event.seat, self.cards(event.seat) if isinstance(event, HandShown) else ""))
        if shown:
            self._round("Showdown", [])
        for seat, cards in shown:
            self._act(seat, "Shows Cards" if cards else "Mucks Cards", cards=cards)

    def data(self) -> dict[str, Any]:
        """Return the object."""
        played, setup = self.played, self.played.deal.setup
        self._play()
        pots: list[dict[str, Any]] = []
        wins = played.wins()
        for number in sorted({win.pot for win in wins}):
            shares = [(win.seat, win.amount) for win in wins if win.pot == number]
            rake = 0 if pots else played.rake
            pots.append({
                "number": number, "amount": self.chips(sum(won for _, won in shares) + rake), "rake": self.chips(rake),
                "player_wins": [{"player_id": seat + 7, "win_amount": self.chips(won)} for seat, won in shares],
            })  # fmt: skip
        dead = [ante for ante, blind in zip(setup.antes, setup.blinds, strict=False) if blind >= 0]
        return {
            "spec_version": "1.4.7", "site_name": "Club", "network_name": "Club", "internal_version": "2.0",
            "game_number": str(played.number), "start_date_utc": f"{TIME:%Y-%m-%dT%H:%M:%SZ}", "table_name": "Nine",
            "game_type": {"holdem": "Holdem", "omaha": "Omaha"}[setup.game.name], "table_size": 10,
            "bet_limit": {"bet_type": BETS[setup.game.betting], "bet_cap": 0}, "tournament": not played.is_money,
            "currency": "EUR" if played.is_money else "", "dealer_seat": played.seats[-1],
            "small_blind_amount": self.chips(played.small), "big_blind_amount": self.chips(played.big),
            "ante_amount": self.chips(max(dead, default=0)), "hero_player_id": self.hero + 7,
            "players": [
                {"id": seat + 7, "seat": played.seats[seat], "name": name, "starting_stack": self.chips(stack)}
                for seat, (name, stack) in enumerate(zip(played.names, setup.stacks, strict=True))
            ],
            "rounds": self.rounds, "pots": pots,
        }  # fmt: skip


def ohh_text(played: PlayedDeal, rng: random.Random) -> str:
    """Return a deal as a file of Open Hand History has it."""
    return json.dumps({"ohh": _OpenDeal(played, rng).data()}, ensure_ascii=False) + "\n\n"


def _actions(played: PlayedDeal, hero: int) -> Iterator[str]:
    deal = played.deal
    shown = {event.seat for event in deal.events if isinstance(event, HandShown)}
    for seat, cards in enumerate(deal.hole_cards):
        known = "".join(map(str, cards)) if seat in {hero, *shown} else "??" * len(cards)
        yield f"d dh p{seat + 1} {known}"
    for event in deal.events:
        if isinstance(event, StreetBegan) and event.board:
            yield f"d db {''.join(map(str, event.board))}"
        elif isinstance(event, PlayerActed):
            player, action = f"p{event.seat + 1}", event.action
            if isinstance(action, Bet | RaiseTo):
                yield f"{player} cbr {_number(action.amount, played.decimals)}"
            else:
                yield f"{player} {'f' if isinstance(action, Fold) else 'cc'}"
        elif isinstance(event, HandShown):
            yield f"p{event.seat + 1} sm {''.join(map(str, deal.hole_cards[event.seat]))}"
        elif isinstance(event, HandMucked):
            yield f"p{event.seat + 1} sm"


def _number(units: int, decimals: int) -> str:
    return f"{units / 10**decimals:.{decimals}f}"


def phh_text(played: PlayedDeal, rng: random.Random) -> str:
    """Return a deal as a section of a PHH file."""
    setup, deal = played.deal.setup, played.deal

    def numbers(units: tuple[int, ...] | list[int]) -> str:
        return f"[{', '.join(_number(each, played.decimals) for each in units)}]"

    # Heads-up the first ante and blind are those of the second player.
    turned = -1 if len(setup.stacks) == FEWEST_SEATS else 1
    betting = BETS[setup.game.betting]
    bets = {"small_bet": setup.small_bet, "big_bet": setup.big_bet} if betting == "FL" else {"min_bet": setup.small_bet}
    lines = [
        f"[{played.number}]",
        f"variant = '{VARIANTS[betting]}'",
        f"ante_trimming_status = {str(not setup.antes_are_dead).lower()}",
        f"antes = {numbers((setup.antes or (0,) * len(setup.stacks))[::turned])}",
        f"blinds_or_straddles = {numbers(setup.blinds[::turned])}",
        *[f"{name} = {_number(amount, played.decimals)}" for name, amount in bets.items()],
        f"starting_stacks = {numbers(setup.stacks)}",
        f"actions = {json.dumps([*_actions(played, rng.randrange(len(setup.stacks)))])}",
        f"finishing_stacks = {numbers(deal.stacks)}",
        f"players = {json.dumps(played.names, ensure_ascii=False)}",
        f"hand = {played.number}",
    ]
    return "\n".join(lines) + "\n\n"
