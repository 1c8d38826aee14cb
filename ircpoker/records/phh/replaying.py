"""Replays a recorded deal through the rules engine.

Cards that the file does not show are replaced by any remaining cards; the replay never shows them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.cards import CARDS, MOST_CARDS, parse_cards
from ircpoker.errors import HistoryError, IllegalActionError, NotUnderstoodError, NotYourTurnError, SetupError, quote
from ircpoker.records.phh.amounts import ScaledAmount, parse_amount
from ircpoker.records.phh.recorded import recorded_winnings, won_by_rules
from ircpoker.records.phh.variants import PHH_BET_CAP
from ircpoker.runtime.json_text import to_json
from ircpoker.table.actions import CALL, CHECK, FOLD, MUCK, SHOW, Bet, Discard, RaiseTo
from ircpoker.table.deal import Deal
from ircpoker.table.seat_numbers import DealSeat
from ircpoker.table.setup import BET_CAP, MOST_CHIPS, Setup

if TYPE_CHECKING:
    from ircpoker.cards import Card
    from ircpoker.records.phh.amounts import Number
    from ircpoker.records.phh.parser import HandHistory
    from ircpoker.table.actions import Action, LegalActions

UNKNOWN = "??"
_Known = list["Card | None"]
_Bets = Iterator[tuple[int, DealSeat, str, str]]
_CARDS: dict[str, Card | None] = {str(card): card for card in CARDS} | {UNKNOWN: None}
"""The cards as they are usually written; `parse_cards` knows other ways."""
_PLAYERS = {f"p{number:0{width}}": number - 1 for width in (1, 2) for number in range(1, 100)}
_LONGEST_CARDS = 2 * MOST_CARDS
"""Characters of the cards in one action: at most a whole deck."""


class Replay(NamedTuple):
    """A deal replayed; `finishing_stacks` in PHH order of the players, in the amounts of the file.

    None stands for a stack that is unknown because it was unknown before the deal.

    Attributes:
        history: the history.
        deal: the finished deal.
        finishing_stacks: the stacks by the rules, before rake.
        winnings: the chips that each seat won as the file records it, in units; by the rules if it does not.
        uncallable: the chips by which each seat raised above what anybody could match, in units: they came back.
    """

    history: HandHistory
    deal: Deal
    finishing_stacks: tuple[Number | None, ...]
    winnings: tuple[int, ...]
    uncallable: tuple[int, ...]

    @property
    def stack_texts(self) -> tuple[str, ...]:
        """The finishing stacks in plain digits, never with an exponent; an unknown one is empty."""
        return tuple(["" if stack is None else f"{Decimal(stack):f}" for stack in self.finishing_stacks])

    @property
    def json(self) -> str:
        """The line that `ircpoker replay --json` prints; `json` has no way to write decimals exactly."""
        stacks = ", ".join([stack or "null" for stack in self.stack_texts])
        head = to_json({"file": self.history.file, "deal": self.history.deal})
        return f'{head[:-1]}, "finishing_stacks": [{stacks}]}}'


def replay_history(history: HandHistory) -> Replay:
    """Play a recorded deal again.

    Args:
        history: as read from a file.

    Returns:
        The finished deal and its stacks.

    Raises:
        HistoryError: the deal is not legal, does not end, or ends otherwise than the file says; names file, deal and
            field.
    """
    return with_recorded_winnings(play_history(history))


def play_history(history: HandHistory) -> Replay:
    """Play a recorded deal again, without a look at the outcome that its file records.

    Raises:
        HistoryError: the deal is not legal, or does not end; names file, deal and field.
    """
    return _Replayer(history).run()


def with_recorded_winnings(replay: Replay) -> Replay:
    """Return a replay with the winnings that its file records.

    Raises:
        HistoryError: they cannot be those of the deal.
    """
    return replay._replace(winnings=recorded_winnings(replay.history, replay.deal))


@dataclass
class _Script:
    """The parsed actions of a file."""

    holes: list[_Known]
    drawn: list[_Known]
    discarded: list[_Known | None]
    board: _Known = field(default_factory=list)
    shown: dict[DealSeat, _Known | None] = field(default_factory=dict)
    """The cards that a seat tabled, None for a muck."""
    bets: list[tuple[int, DealSeat, str, str]] = field(default_factory=list)
    """Index in the file, seat, verb and amount."""

    def names(self, seat: DealSeat) -> set[Card]:
        """Return the cards of a seat that the file names."""
        return {card for card in self.holes[seat] + self.drawn[seat] if card is not None}


class _Replayer:
    """Replays one deal."""

    def __init__(self, history: HandHistory) -> None:
        self._history = history
        players = len(history.stacks)
        self._script = _Script([[] for _ in range(players)], [[] for _ in range(players)], [None] * players)
        streets = history.game.streets
        self._most_board = sum(plan.board_cards for plan in streets)
        self._most_held = sum(plan.hole_cards for plan in streets)
        self._most_drawn = sum(plan.most_discards for plan in streets)
        self._index = 0
        self._is_settled = False
        self._uncallable = [0] * players
        self._wagers = int(any(blind > 0 for blind in history.blinds))
        self._most_wagers = 0
        self._unseen: set[int] = set()
        """Seats that win a pot at the showdown without having shown their cards."""

    def run(self) -> Replay:
        """Return the finished deal."""
        for index, text in enumerate(self._history.actions):
            self._index = index
            self._read(text)
        self._learn_from_showdown()
        deal = self._begin()
        bets = iter(self._script.bets)
        while deal.actor is not None:
            legal = deal.legal_actions()
            if legal is not None:
                self._step(deal, legal, bets)
        self._refuse_more(self._next(deal, bets))
        self._check_board(deal)
        self._check_shown()
        return Replay(self._history, deal, self._stacks(deal), won_by_rules(deal), tuple(self._uncallable))

    def _stacks(self, deal: Deal) -> tuple[Number | None, ...]:
        unknown, decimals = self._history.unknown_stacks, self._history.decimals
        return tuple(
            [
                None if seat in unknown else ScaledAmount(stack, decimals).number
                for seat, stack in enumerate(deal.stacks)
            ]
        )

    def _error(self, problem: str, field_name: str = "") -> HistoryError:
        where = field_name or f"actions[{self._index}]"
        return HistoryError(problem, self._history.file, self._history.deal, where)

    # Reading

    def _read(self, text: str) -> None:
        """Parse one action."""
        words = text.partition("#")[0].split()
        match words:
            case []:
                pass
            case ["d", "db", cards]:
                self._wagers = 0
                self._deal_to(self._script.board, self._cards(cards), self._most_board, "the board")
            case ["d", "dh", player, cards]:
                seat = self._seat(player)
                if self._script.discarded[seat] is None:
                    self._deal_to(self._script.holes[seat], self._cards(cards), self._most_held, "one player")
                else:
                    self._deal_to(self._script.drawn[seat], self._cards(cards), self._most_drawn, "one player")
            case [player, "sd", *cards] if len(cards) < 2:
                self._wagers = 0
                self._script.discarded[self._seat(player)] = self._cards("".join(cards))
                self._script.bets.append((self._index, self._seat(player), "sd", ""))
            case [player, "sm", *cards] if len(cards) < 2:
                self._read_showing(self._seat(player), "".join(cards))
            case [player, ("f" | "cc") as verb]:
                self._script.bets.append((self._index, self._seat(player), verb, ""))
            case [player, "cbr", amount]:
                self._wagers += 1
                self._most_wagers = max(self._most_wagers, self._wagers)
                self._script.bets.append((self._index, self._seat(player), "cbr", amount))
            case _:
                raise self._error(f"{quote(text)} is not an action of the format")

    def _deal_to(self, hand: _Known, cards: _Known, most: int, whom: str) -> None:
        """Add cards to those dealt before; refuse too many at once, so that a long list takes no time."""
        hand += cards
        if len(hand) > most:
            raise self._error(f"{len(hand)} cards dealt to {whom}: expected {most}")

    def _read_showing(self, seat: DealSeat, cards: str) -> None:
        before = self._script.shown.get(seat, ())
        known = self._script.holes[seat] if cards == "-" else self._cards(cards)
        self._script.shown[seat] = known if cards else None
        if before not in ((), self._script.shown[seat]):
            raise self._error(f"p{seat + 1} shows another hand than before")

    def _seat(self, player: str) -> DealSeat:
        seat = _PLAYERS.get(player, len(self._history.stacks))
        if seat < len(self._history.stacks):
            return DealSeat(seat)
        raise self._error(f"{quote(player)} is not a player: expected p1 to p{len(self._history.stacks)}")

    def _cards(self, text: str) -> _Known:
        if len(text) > _LONGEST_CARDS:
            raise self._error(f"{len(text) // 2} cards at once: expected at most {MOST_CARDS}")
        cards: _Known = []
        for start in range(0, len(text), 2):
            name = text[start : start + 2]
            if name in _CARDS:
                cards.append(_CARDS[name])
                continue
            try:
                cards.append(parse_cards(name, fewest=1, most=1)[0])
            except NotUnderstoodError as error:
                raise self._error(str(error)) from error
        return cards

    # Cards

    def _learn_from_showdown(self) -> None:
        """Fill in cards that were shown at the end and were unknown before; those drawn stand last in a hand."""
        script = self._script
        for seat, shown in script.shown.items():
            hidden = [card for card in shown or () if card is not None and card not in script.names(seat)]
            discarded = script.discarded[seat] or []
            if len(script.drawn[seat]) < len(discarded):
                script.drawn[seat] += [None] * (len(discarded) - len(script.drawn[seat]))
            for hand in (script.drawn[seat], script.holes[seat]):
                for index in reversed(range(len(hand))):
                    if hand[index] is None and hidden:
                        hand[index] = hidden.pop()
            if hidden:
                raise self._error(f"p{seat + 1} shows cards that it does not hold", "actions")

    def _begin(self) -> Deal:
        history = self._history
        try:
            setup = Setup(
                game=history.game,
                stacks=history.stacks,
                small_bet=history.small_bet,
                big_bet=history.big_bet,
                blinds=history.blinds if any(history.blinds) else (),
                antes=history.antes if any(history.antes) else (),
                full_blinds=history.full_blinds,
                antes_are_dead=history.antes_are_dead,
                bet_cap=self._bet_cap(),
                asks_showdown=True,
                all_in_may_muck=True,
            )
            return Deal(setup, self._deck())
        except SetupError as error:
            raise self._error(error.problem, error.field) from error

    def _bet_cap(self) -> int:
        """Return the bet cap of our tables, or a higher one if the file shows that its house has it."""
        return PHH_BET_CAP if self._most_wagers > BET_CAP else BET_CAP

    def _deck(self) -> list[Card]:
        """Return a deck from which the engine deals the known cards as in the file."""
        script = self._script
        seats = len(self._history.stacks)
        order: _Known = []
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
        known: set[Card] = set()
        for card in order:
            if card in known:
                raise self._error(f"{card} is dealt twice", "actions")
            if card is not None:
                known.add(card)
        spare = [card for card in CARDS if card not in known]
        return [card or spare.pop() for card in order] + spare

    # Playing

    def _step(self, deal: Deal, legal: LegalActions, bets: _Bets) -> None:
        """Play the file's next action for the actor."""
        seat = legal.seat
        if legal.can_show:
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
        self._index, actor, verb, amount = following
        text = quote(self._history.actions[self._index])
        try:
            deal.act(actor, self._action(deal, legal, actor, verb, amount))
        except NotYourTurnError as error:
            raise self._error(f"{text} is not legal: it is the turn of p{seat + 1}") from error
        except IllegalActionError as error:
            raise self._error(f"{text} is not legal: p{seat + 1} may {self._in_amounts(legal)}") from error

    def _next(self, deal: Deal, bets: _Bets) -> tuple[int, DealSeat, str, str] | None:
        """Return the next bet of the file, without needless ones."""
        return next((bet for bet in bets if not self._is_needless(deal, bet[1], bet[2])), None)

    def _is_needless(self, deal: Deal, seat: DealSeat, verb: str) -> bool:
        """Return whether a check or call changes nothing, because everybody else in the hand is all-in.

        Some programs ask the last player with chips, even if there is nothing to call.
        """
        legal = deal.legal_actions()
        if verb != "cc" or (legal is not None and legal.can_fold and legal.seat == seat):
            return False
        others = [stack for other, stack in enumerate(deal.stacks) if deal.in_hand[other] and other != seat]
        return bool(others and deal.in_hand[seat] and deal.stacks[seat]) and not any(others)

    def _refuse_more(self, left: tuple[int, DealSeat, str, str] | None) -> None:
        if left is not None:
            self._index = left[0]
            raise self._error("the deal was over before this action")

    def _in_amounts(self, legal: LegalActions) -> str:
        """Return the legal actions, with the amounts in the form of the file."""
        if legal.discard:
            return str(legal)
        return re.sub(r"\d+", lambda units: str(ScaledAmount(int(units[0]), self._history.decimals)), str(legal))

    # Showing

    def _check_board(self, deal: Deal) -> None:
        if tuple(self._script.board) != deal.board:
            raise self._error("the board has unknown, missing or extra cards", "actions")

    def _check_shown(self) -> None:
        """Refuse that somebody shows a folded hand, and somebody who went to the showdown is not named there."""
        folded = {seat for _, seat, verb, _ in self._script.bets if verb == "f"}
        live, shown = set(range(len(self._history.stacks))) - folded, self._script.shown.keys()
        strange = next(iter(shown & folded), None)
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
        return self._script.shown.get(seat, ()) is None

    def _is_hidden(self, deal: Deal, seat: DealSeat) -> bool:
        """Return whether a hand that was not mucked explicitly has an unknown card."""
        shown = self._script.shown.get(seat, ())
        if shown is None:
            return False
        return None in shown if shown else not self._script.names(seat).issuperset(deal.hole_cards[seat])

    def _showing(self, deal: Deal, seat: DealSeat) -> Action:
        if self._is_mucked(seat):
            return MUCK
        if self._is_hidden(deal, seat):
            return SHOW if seat in self._unseen else MUCK
        shown = self._script.shown.get(seat)
        if shown is None:
            return deal.advised(seat)
        if set(shown) != set(deal.hole_cards[seat]):
            raise self._error(f"p{seat + 1} shows cards that it does not hold", "actions")
        return SHOW

    def _action(self, deal: Deal, legal: LegalActions, actor: DealSeat, verb: str, amount: str) -> Action:
        if verb == "f":
            return FOLD
        if verb == "cc":
            return CHECK if legal.can_check else CALL
        if verb == "sd":
            return Discard(self._discards(deal, actor))
        number = parse_amount(amount)
        if number is None or number > MOST_CHIPS:
            raise self._error(f"{quote(amount)} is not an amount of chips")
        units = ScaledAmount.of(number, self._history.decimals).units
        if self._is_uncallable(deal, legal, units):
            self._uncallable[actor] += units - deal.bets[actor] - legal.call
            return CALL
        return RaiseTo(units) if deal.bet_to_match else Bet(units)

    def _is_uncallable(self, deal: Deal, legal: LegalActions, units: int) -> bool:
        """Return whether a raise is above all that anybody else could put in: then it is a call."""
        totals = list(map(sum, zip(deal.bets, deal.stacks, strict=True)))
        others = [total for seat, total in enumerate(totals) if deal.in_hand[seat] and seat != legal.seat]
        return legal.call > 0 and max(others) <= deal.bet_to_match < units <= totals[legal.seat]

    def _discards(self, deal: Deal, seat: DealSeat) -> tuple[Card, ...]:
        """Return the discarded cards; unknown ones are taken from cards that nobody saw."""
        named = self._script.discarded[seat] or []
        known = [card for card in named if card is not None]
        seen = set(self._script.shown.get(seat) or ()) | set(known)
        unseen = [card for card in deal.hole_cards[seat] if card not in seen]
        # Cards that stand for unknown ones come first, because a known card may have been kept.
        unseen.sort(key=lambda card: card in self._script.holes[seat])
        return (*known, *unseen[: len(named) - len(known)])


def _card_at(hand: _Known, index: int) -> Card | None:
    return hand[index] if index < len(hand) else None
