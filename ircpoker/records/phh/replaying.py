"""Replays a recorded deal through the rules engine.

Cards that the file does not show are replaced by any remaining cards; the replay never shows them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from msgspec import structs

from ircpoker.cards import CARDS, Card
from ircpoker.errors import HistoryError, IllegalActionError, NotYourTurnError, SetupError, quote
from ircpoker.records.amounts import ScaledAmount, units_of
from ircpoker.records.phh.parser import HandHistory
from ircpoker.records.phh.recorded import recorded_winnings
from ircpoker.records.phh.script import PHH_BET_CAP, KnownCards, ScriptBet, begin_deal, read_script
from ircpoker.records.played import HandSource, PlayedHand
from ircpoker.records.winnings import won_by_rules
from ircpoker.table.actions import CALL, CHECK, FOLD, MUCK, SHOW, Bet, Discard, Muck, RaiseTo, Show
from ircpoker.table.games import Phase
from ircpoker.table.setup import BET_CAP, Setup

if TYPE_CHECKING:
    from ircpoker.table.actions import Action, LegalActions
    from ircpoker.table.deal import Deal
    from ircpoker.table.seat_numbers import DealSeat


def replay_history(history: HandHistory, line: int = 0) -> PlayedHand:
    """Play a recorded deal again.

    Args:
        history: as read from a file.
        line: the line where it begins there.

    Returns:
        The finished deal.

    Raises:
        HistoryError: the deal is not legal, does not end, or ends otherwise than the file says; names file, deal and
            field.
    """
    return with_recorded_winnings(play_history(history, line), history)


def play_history(history: HandHistory, line: int) -> PlayedHand:
    """Play a recorded deal again, without a look at the outcome that its file records; `line` is where it begins.

    Raises:
        HistoryError: the deal is not legal, or does not end; names file, deal and field.
    """
    return _Replayer(history).run(line)


def with_recorded_winnings(hand: PlayedHand, history: HandHistory) -> PlayedHand:
    """Return a hand with the winnings that its file records.

    Raises:
        HistoryError: they cannot be those of the deal.
    """
    won = recorded_winnings(history, hand.deal)
    return hand if won == hand.winnings else replace(hand, winnings=won)


def is_played_alike(history: HandHistory, hand: PlayedHand) -> bool:
    """Return whether a history has setup, actions and outcome of a hand that was played.

    So it need not be played once more; if False, it may still be the same hand.

    Raises:
        HistoryError: an action is not one of the format, or the recorded outcome is another one.
    """
    deal, played = hand.deal, hand.history
    units = (history.decimals, history.chip, history.unknown_stacks)
    if units != (hand.decimals, hand.chip, hand.unknown_stacks):
        return False
    if played is None or history != _with_outcome(played, history):
        replayer = _Replayer(history)
        if replayer.script != hand.script or not _is_same_setup(replayer.setup(), deal.setup):
            return False
    return recorded_winnings(history, deal) == hand.winnings


def _with_outcome(played: HandHistory, other: HandHistory) -> HandHistory:
    """Return a history with all of another one's that does not matter to the play, and its recorded winnings."""
    return structs.replace(
        played, file=other.file, deal=other.deal, players=other.players, facts=other.facts,
        finishing_stacks=other.finishing_stacks, winnings=other.winnings,
    )  # fmt: skip


class _Replayer:
    """Replays one deal.

    Attributes:
        script: its actions.
    """

    def __init__(self, history: HandHistory) -> None:
        self._history = history
        self.script = read_script(history)
        self._as_read = len(self.script.bets), self.script.shown.copy()
        self._index = 0
        self._is_settled = False
        self._uncallable = [0] * len(history.stacks)
        self._unseen: set[int] = set()
        """Seats that win a pot at the showdown without having shown their cards."""

    def run(self, line: int) -> PlayedHand:
        """Return the finished deal."""
        deal = self._begin()
        bets = iter(self.script.bets)
        while deal.actor is not None:
            self._step(deal, deal.actor, bets)
        self._refuse_more(self._next(deal, bets))
        self._check_board(deal)
        self._check_shown()
        return self._played(deal, line)

    def _played(self, deal: Deal, line: int) -> PlayedHand:
        history, script = self._history, self.script
        count = len(history.stacks)
        known = script.known()
        # The seats that showed their cards without having to.
        showed = [seat for seat in sorted(script.shown) if script.shown[seat] and not deal.shown[seat]]
        for seat, action in deal.actions:  # what the rules decided where the file says nothing
            if isinstance(action, (Show, Muck)):
                script.shown.setdefault(seat, None if isinstance(action, Muck) else [*deal.hole_cards[seat]])
        return PlayedHand(
            deal,
            history.players if len(history.players) == count else tuple([f"p{seat}" for seat in range(1, count + 1)]),
            history.facts,
            known,
            showed=tuple([seat for seat in showed if known.issuperset(deal.hole_cards[seat])]),
            decimals=history.decimals,
            chip=history.chip,
            unknown_stacks=history.unknown_stacks,
            winnings=won_by_rules(deal),
            uncallable=tuple(self._uncallable),
            script=script,
            history=history if self._as_read == (len(script.bets), script.shown) else None,
            source=HandSource(history.file, history.deal, line),
        )

    def _error(self, problem: str, field_name: str = "") -> HistoryError:
        where = field_name or f"actions[{self._index}]"
        return HistoryError(problem, self._history.file, self._history.deal, where)

    # Cards

    def _begin(self) -> Deal:
        try:
            return begin_deal(self.setup(), self._deck(), self.script.bets)
        except SetupError as error:
            raise self._error(error.problem, error.field) from error

    def setup(self) -> Setup:
        """Return the setup of the deal."""
        history = self._history
        return Setup(
            game=history.game,
            stacks=history.stacks,
            small_bet=history.small_bet,
            big_bet=history.big_bet,
            blinds=history.blinds if any(history.blinds) else (),
            antes=history.antes if any(history.antes) else (),
            full_blinds=history.full_blinds,
            antes_are_dead=history.antes_are_dead,
            bet_cap=PHH_BET_CAP if self.script.most_wagers > BET_CAP else BET_CAP,
            asks_showdown=True,
            all_in_may_muck=True,
        )

    def _deck(self) -> list[Card]:
        """Return a deck from which the engine deals the known cards as in the file."""
        script = self.script
        seats = len(self._history.stacks)
        order: KnownCards = []
        board = iter(script.board)
        for plan in self._history.game.streets:
            for index in range(plan.hole_cards):
                order += [_card_at(script.holes[seat], index) for seat in range(seats)]
            if plan.most_discards:
                for seat in range(seats):
                    count = min(len(script.discarded[seat] or ()), plan.most_discards)
                    order += (script.drawn[seat] + [None] * count)[:count]
            order += [None] * plan.burns
            order += [next(board, None) for _ in range(plan.board_cards)]
        spare: KnownCards = [*CARDS]
        for card in order:
            if card is not None:
                if spare[card.code] is None:
                    raise self._error(f"{card} is dealt twice", "actions")
                spare[card.code] = None
        unknown = [card for card in spare if card is not None]
        if order.count(None) > len(unknown):
            raise self._error("more cards are dealt than a deck has", "actions")
        return [card or unknown.pop() for card in order] + unknown

    # Playing

    def _step(self, deal: Deal, seat: DealSeat, bets: Iterator[ScriptBet]) -> None:
        """Play the file's next action for the actor."""
        if deal.phase is Phase.SHOWDOWN:
            if not self._is_settled:
                self._refuse_more(self._next(deal, bets))
                self._check_board(deal)
                self._settle(deal)
                self._is_settled = True
            deal.act(seat, self._showing(deal, seat))
            return
        following = self._next(deal, bets)
        if following is None:
            raise self._error(f"the actions end where p{seat + 1} has to act", "actions")
        self._index = following.place
        try:
            deal.act(following.seat, self._action(deal, following))
        except NotYourTurnError as error:
            text = quote(self._history.actions[self._index])
            raise self._error(f"{text} is not legal: it is the turn of p{seat + 1}") from error
        except IllegalActionError as error:
            text, legal = quote(self._history.actions[self._index]), self._in_amounts(deal.legal_actions())
            raise self._error(f"{text} is not legal: p{seat + 1} may {legal}") from error

    def _next(self, deal: Deal, bets: Iterator[ScriptBet]) -> ScriptBet | None:
        """Return the next bet of the file, without needless ones."""
        for bet in bets:
            is_decision = bet.seat == deal.actor and deal.phase is Phase.BETTING
            if is_decision or bet.verb == "cbr" or not self._is_needless(deal, bet.seat, bet.verb):
                return bet
        return None

    def _is_needless(self, deal: Deal, seat: DealSeat, verb: str) -> bool:
        """Return whether an action is no decision: a check or call when all others are all-in, a fold without chips.

        Some programs ask the last player with chips, even if there is nothing to call, and let the absent fold.
        """
        if verb == "f" and deal.in_hand[seat] and not deal.stacks[seat]:
            # The hand of an absent player who is all-in is dead (TDA 30), but no decision: it wins nothing.
            self.script.shown[seat] = None
            return True
        if verb != "cc":
            return False
        others = [stack for other, stack in enumerate(deal.stacks) if deal.in_hand[other] and other != seat]
        return bool(others and deal.in_hand[seat] and deal.stacks[seat]) and not any(others)

    def _refuse_more(self, left: ScriptBet | None) -> None:
        if left is not None:
            self._index = left.place
            raise self._error("the deal was over before this action")

    def _in_amounts(self, legal: LegalActions | None) -> str:
        """Return the legal actions, with the amounts in the form of the file."""
        if legal is None or legal.discard:
            return str(legal)
        return re.sub(r"\d+", lambda units: str(ScaledAmount(int(units[0]), self._history.decimals)), str(legal))

    # Showing

    def _check_board(self, deal: Deal) -> None:
        if tuple(self.script.board) != deal.board:
            raise self._error("the board has unknown, missing or extra cards", "actions")

    def _check_shown(self) -> None:
        """Refuse that somebody shows a folded hand, and somebody who went to the showdown is not named there."""
        shown = self.script.shown.keys()
        if not shown:
            return
        folded = {bet.seat for bet in self.script.bets if bet.verb == "f"}
        live = set(range(len(self._history.stacks))) - folded
        strange = next((seat for seat in folded if self.script.shown.get(seat)), None)
        if strange is not None and len(live) > 1 and live - shown:
            raise self._error(f"p{strange + 1} shows a folded hand, and p{min(live - shown) + 1} none", "actions")

    def _settle(self, deal: Deal) -> None:
        """Find the winner of each pot for which no cards are shown.

        A hidden hand lost to any hand that is shown.

        Raises:
            HistoryError: the file does not determine the winner.
        """
        contested: set[int] = set()
        for pot in deal.pots:
            hidden = [seat for seat in pot.seats if self._is_hidden(deal, seat)]
            if any(seat not in hidden and not self._is_mucked(seat) for seat in pot.seats):
                contested.update(hidden)
                continue
            if len(hidden) > 1:
                names = " and ".join([f"p{seat + 1}" for seat in hidden])
                hidden = [seat for seat in hidden if self._history.winnings[seat : seat + 1] > (0,)]
                if len(hidden) != 1:
                    raise self._error(f"nobody knows who wins: the cards of {names} are unknown", "actions")
            self._unseen.update(hidden)
        for seat in self._unseen & contested:
            raise self._error(f"p{seat + 1} wins a pot with cards that are unknown", "actions")

    def _is_mucked(self, seat: DealSeat) -> bool:
        return self.script.shown.get(seat, ()) is None

    def _is_hidden(self, deal: Deal, seat: DealSeat) -> bool:
        """Return whether a hand that was not mucked explicitly has an unknown card."""
        shown = self.script.shown.get(seat, ())
        if shown is None:
            return False
        return None in shown if shown else not self.script.names(seat).issuperset(deal.hole_cards[seat])

    def _showing(self, deal: Deal, seat: DealSeat) -> Action:
        if self._is_mucked(seat):
            return MUCK
        if self._is_hidden(deal, seat):
            return SHOW if seat in self._unseen else MUCK
        shown = self.script.shown.get(seat)
        if shown is None:
            return deal.advised(seat)
        if set(shown) != set(deal.hole_cards[seat]):
            raise self._error(f"p{seat + 1} shows cards that it does not hold", "actions")
        return SHOW

    def _action(self, deal: Deal, bet: ScriptBet) -> Action:
        if bet.verb == "f":
            return FOLD
        if bet.verb == "cc":
            return CALL if deal.price else CHECK
        if bet.verb == "sd":
            return Discard(self._discards(deal, bet.seat))
        units = units_of(bet.amount, self._history.decimals)
        legal = deal.legal_actions()
        if legal is not None and self._is_uncallable(deal, legal, units):
            self._uncallable[bet.seat] += units - deal.bets[bet.seat] - legal.call
            return CALL
        return RaiseTo(units) if deal.bet_to_match else Bet(units)

    def _is_uncallable(self, deal: Deal, legal: LegalActions, units: int) -> bool:
        """Return whether a raise is above all that anybody else could put in: then it is a call."""
        if not legal.call or units in legal.raise_to:
            return False
        totals = list(map(sum, zip(deal.bets, deal.stacks, strict=True)))
        others = [total for seat, total in enumerate(totals) if deal.in_hand[seat] and seat != legal.seat]
        return max(others) <= deal.bet_to_match < units <= totals[legal.seat]

    def _discards(self, deal: Deal, seat: DealSeat) -> tuple[Card, ...]:
        """Return the discarded cards; unknown ones are taken from cards that nobody saw."""
        named = self.script.discarded[seat] or []
        known = [card for card in named if card is not None]
        seen = set(self.script.shown.get(seat) or ()) | set(known)
        unseen = [card for card in deal.hole_cards[seat] if card not in seen]
        # Cards that stand for unknown ones come first, because a known card may have been kept.
        unseen.sort(key=lambda card: card in self.script.holes[seat])
        return (*known, *unseen[: len(named) - len(known)])


def _is_same_setup(setup: Setup, other: Setup) -> bool:
    """Return whether two setups are the same, as the rules take them: full blinds count with those that were posted."""
    if setup.full_blinds != other.full_blinds:
        full = max(other.full_blinds, sum(map(abs, other.blinds)))
        if not other.full_blinds or setup.full_blinds != full:
            return False
        other = replace(other, full_blinds=full)
    return setup == other


def _card_at(hand: KnownCards, index: int) -> Card | None:
    return hand[index] if index < len(hand) else None
