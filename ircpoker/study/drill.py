"""Drill: decisions before and on the flop, of deals that robots play, in which it is clear what the judge does.

An answer is graded as a review grades it (`review.py`): what the judge does often enough is right, an error has a cost.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.cards import CARDS
from ircpoker.errors import UsageError, quote
from ircpoker.hands.kinds import BEST_FIRST, kind_of
from ircpoker.records.deal_words import board_parts, joined, spaced
from ircpoker.records.played import PlayedHand
from ircpoker.robots import shown_name
from ircpoker.robots.nolimit import BlueprintRobot
from ircpoker.study.review import USUAL, Judged, Reviewer, Silence, name_and_units, review
from ircpoker.table.actions import CHECK, FOLD
from ircpoker.table.amounts import parse_amount
from ircpoker.table.button import position_names
from ircpoker.table.deal import Deal
from ircpoker.table.events import PlayerActed, StreetBegan
from ircpoker.table.games import GAMES
from ircpoker.table.requests import RequestedAction, Verb, resolve
from ircpoker.table.setup import Setup
from ircpoker.table.view import make_view
from ircpoker.words import Phrase
from ircpoker.words.understood.requests import WAGERS, read_action

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ircpoker.records.deal_words import Segments
    from ircpoker.table import DealSeat
    from ircpoker.table.actions import Action, LegalActions

TABLES = ((1, 2, 0, 0, 0, 0), (2, 1))
"""The blinds of its tables, of six and of two."""
DEPTH = 100
CLEAR = 1 - USUAL
"""The judge takes one action at least so often in each spot: all others are less than usual."""
LEAST_SHARE = 0.005
"""What the judge does less often is not told."""
_PARTS = {"fold": 0.2, "check": 0.2}
"""So many of the decisions are asked in which the judge does so: most are dull."""
_STREETS = 2
"""Before the flop and on it: later the solver would have the last word, and take seconds."""
_WORTH_ASKING = frozenset(BEST_FIRST[: len(BEST_FIRST) // 2])
"""A fold before the flop is asked about with these kinds of hands alone."""


class DrillSpot(NamedTuple):
    """A decision.

    Attributes:
        deal: the deal as it stands.
        seat: whose turn it is.
        legal: what they can do.
        chances: how often the judge takes each action with this hand, by name.
    """

    deal: Deal
    seat: DealSeat
    legal: LegalActions
    chances: Mapping[str, float]


class _Shares(Reviewer):
    """Says what the judge does, and computes no cost."""

    def judge(self, event: PlayerActed, place: int) -> Judged:
        del place
        alternatives = self._judge.alternatives(event, self._board, self._hand)
        return self._unjudged(event, Silence.UNKNOWN, self._named(alternatives.own) if alternatives else {})


def make_spot(rng: Random) -> DrillSpot:
    """Return a decision of a deal that robots play.

    Args:
        rng: the source of chance: the same gives the same decision.
    """
    while True:
        blinds = rng.choice(TABLES)
        setup = Setup(GAMES["holdem"], (DEPTH * max(blinds),) * len(blinds), max(blinds), blinds=blinds)
        deal = Deal(setup, rng.sample(CARDS, len(CARDS)))
        while (legal := deal.legal_actions()) and len(deal.board) < _STREETS + 2:
            seat = legal.seat
            spot = DrillSpot(deal, seat, legal, _chances(deal, seat))
            if _is_asked(spot, rng):
                return spot
            deal.act(seat, _robot().decide(make_view(deal, seat), rng).action)


def spot_of(secret: str) -> DrillSpot:
    """Return the decision that follows from a secret."""
    return make_spot(Random(secret))


def read_answer(spot: DrillSpot, text: str) -> Action:
    """Return the action that somebody has typed; a wager without an amount is one of the pot.

    Raises:
        UsageError: it is no action.
        NotAllowedError, IllegalActionError: it is none that is possible now.
    """
    typed = read_action(text)
    meant = [each for each in typed.commands if each in {*Verb, "allin"}] if typed else []
    if typed is None or not meant:
        raise UsageError(Phrase("errors.drill_answer", token=quote(text)))
    command = next((each for each in meant if each != "fold" or spot.legal.call), "check")
    amount = parse_amount(typed.amount or "pot") if command in WAGERS else None
    return resolve(RequestedAction(Verb("all-in" if command == "allin" else command), amount), spot.deal, spot.legal)


def grade(spot: DrillSpot, action: Action) -> Judged:
    """Return an answer as a review judges it: `Silence.USUAL` if the judge does so, too."""
    deal = spot.deal.copy()
    deal.act(spot.seat, action)
    return review(_hand(deal), spot.seat)[-1]


def question(spot: DrillSpot) -> Segments:
    """Return a decision in words, without those who have folded."""
    deal, setup, price = spot.deal, spot.deal.setup, spot.legal.call
    names = position_names(setup)
    cards, blinds = spaced(deal.hole_cards[spot.seat]), "/".join(map(str, sorted(filter(None, setup.blinds))))
    lines: list[Segments] = [
        [
            Phrase(
                "drill.hand",
                position=names[spot.seat],
                cards=cards,
                blinds=blinds,
                n=len(names),
                chips=setup.stacks[spot.seat],
            )
        ]
    ]
    for event in deal.events:
        if isinstance(event, PlayerActed) and event.action != FOLD:
            verb, amount = name_and_units(event)
            lines.append([Phrase(f"acts.{verb}.other", who=names[event.seat], amount=amount)])
        elif isinstance(event, StreetBegan) and event.board:
            lines.append(board_parts(deal.street, deal.board))
    lines.append([Phrase("drill.pot", pot=deal.pot)] if deal.board else [])
    lines.append([Phrase("drill.call", price=price) if price else Phrase("drill.check")])
    return joined(lines)


def plays(chances: Mapping[str, float], wager: str = "") -> Segments:
    """Return what the judge does in words, the likeliest first; `wager` is the bet that its bet or raise makes."""
    shares = sorted(chances.items(), key=lambda each: -each[1])
    named: list[Segments] = [
        [
            Phrase(f"review.better.{name.replace('-', '_')}"),
            f" {share:.0%}",
            Phrase(f"drill.{name}", amount=wager) if wager and name in {"bet", "raise"} else "",
        ]
        for name, share in shares
        if share >= LEAST_SHARE
    ]
    return joined(named, ", ")


def verdict(answer: Judged, days: int = 0) -> Segments:
    """Return a graded answer in words; `days` says when the decision comes again, 0 for never."""
    form = {Silence.NONE: "error", Silence.USUAL: "right"}.get(answer.silence, "unclear")
    cost, error = f"{answer.cost:.1f}", f"{answer.error:.1f}"
    again: Segments = [" ", Phrase("drill.again", n=days)] if days else []
    judge, done = shown_name(answer.judge), plays(answer.chances, answer.wager)
    return [
        Phrase(f"drill.{form}", judge=judge, plays=done, cost=cost, error=error),
        *again,
    ]


def _chances(deal: Deal, seat: DealSeat) -> Mapping[str, float]:
    tried = deal.copy()
    tried.act(seat, FOLD if tried.bet_to_match > tried.bets[seat] else CHECK)
    return tuple(_Shares(_hand(tried), seat).decisions())[-1].chances


def _is_asked(spot: DrillSpot, rng: Random) -> bool:
    best = max(spot.chances, key=lambda action: spot.chances[action], default="")
    if not best or spot.chances[best] < CLEAR:
        return False
    is_dull = best == "fold" and not spot.deal.board and kind_of(*spot.deal.hole_cards[spot.seat]) not in _WORTH_ASKING
    return not is_dull and rng.random() < _PARTS.get(best, 1)


def _hand(deal: Deal) -> PlayedHand:
    return PlayedHand(deal, position_names(deal.setup))


@cache
def _robot() -> BlueprintRobot:
    """Plays both sizes of tables, as `ring` the larger one."""
    return BlueprintRobot()
