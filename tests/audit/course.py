"""A deal moment by moment, worked out from its record with the rules of `tools.naive_rules`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tests.audit.naive_cards import CARDS, Cards, codes, rank_of
from tests.audit.record import DealRecord
from tools.naive_rules import NaiveDeal

STREETS = {"draw": ("predraw", "postdraw"), "board": ("preflop", "flop", "turn", "river")}
_BOARD_CARDS = (0, 3, 4, 5)


class Moment(NamedTuple):
    """A deal between two actions, by the seats of the deal.

    Attributes:
        street: its number.
        bets, stacks, totals: the chips on this street, behind, and in the pot for which the seat competes.
        dead: chips in the pot that are nobody's bet.
        in_hand: the seats that have not folded.
        actor: whose turn it is; None at the end.
        is_draw: whether it is a draw.
        call: the price.
        wagers: the totals to which the actor may bet or raise.
        is_raise: whether that would be a raise.
        pot: all chips in the middle.
        hands: the cards of each seat.
    """

    street: int
    bets: tuple[int, ...]
    stacks: tuple[int, ...]
    totals: tuple[int, ...]
    dead: int
    in_hand: tuple[int, ...]
    actor: int | None
    is_draw: bool
    call: int
    wagers: range
    is_raise: bool
    pot: int
    hands: tuple[Cards, ...]

    def to_win(self) -> int:
        """Return what the actor can win by a call."""
        return self.prize(self.call)

    def prize(self, price: int) -> int:
        """Return what the actor can win by paying a price: nobody's chips above the actor's own total."""
        assert self.actor is not None
        own = self.totals[self.actor] + price
        others = self.totals[: self.actor] + self.totals[self.actor + 1 :]
        return sum(min(total, own) for total in others) + own + self.dead - price

    def needed(self) -> int:
        """Return how often a call must win, in whole percent."""
        return min(99, max(1, round(100 * self.call / (self.to_win() + self.call))))

    def pots(self) -> list[tuple[int, tuple[int, ...]]]:
        """Return main pot and side pots: chips, and who competes for them.

        A side pot begins above the chips of a seat that is all-in; at the end all others have put in the same.
        """
        all_ins = {self.totals[seat] for seat in self.in_hand if not self.stacks[seat]}
        most = max(self.totals[seat] for seat in self.in_hand)
        tops = sorted(all_ins | {most})
        found: list[tuple[int, tuple[int, ...]]] = []
        below, extra = 0, self.dead
        for top in tops:
            reach = max(self.totals) if top == tops[-1] else top
            chips = extra + sum(max(0, min(total, reach) - below) for total in self.totals)
            if chips:
                found.append((chips, tuple(seat for seat in self.in_hand if self.totals[seat] >= top)))
                extra = 0
            below = top
        return found


class Course:
    """A deal from its first to its last moment.

    Attributes:
        record: its record.
        game: `holdem`, `omaha` or `draw`, for the value of hands.
        moments: one before each action and one after the last.
        paid: what each action cost.
        all_ins: whether an action put in the seat's last chip.
        board: all board cards of the deck.
        returned: for each seat what came back uncalled at the end of the betting.
    """

    def __init__(self, record: DealRecord) -> None:
        self.record = record
        self.setup = record.setup
        name = self.setup["game"]
        self.is_draw_game = name in {"draw", "limit_draw"}
        self.game = "draw" if self.is_draw_game else "omaha" if name == "omaha" else "holdem"
        self.seats = len(record.nicks)
        self._hands, self._next = self._deal_hands()
        at = self._next
        deck = record.deck
        self.board: Cards = () if self.is_draw_game else (*deck[at + 1 : at + 4], deck[at + 5], deck[at + 7])
        self.moments: list[Moment] = []
        self.paid: list[int] = []
        self.all_ins: list[bool] = []
        self._gross = [0] * self.seats
        self._play()
        last = self.moments[-1]
        self.returned = [gross - total for gross, total in zip(self._gross, last.totals, strict=True)]

    def _deal_hands(self) -> tuple[list[Cards], int]:
        size = {"holdem": 2, "omaha": 4, "draw": 5}[self.game]
        deck, seats = self.record.deck, self.seats
        hands = [tuple(deck[seat + turn * seats] for turn in range(size)) for seat in range(seats)]
        return hands, size * seats

    def _play(self) -> None:
        deal = NaiveDeal(self.setup)
        is_dead = self.setup["antes_are_dead"]
        antes = [min(ante, stack) for ante, stack in zip(self.setup["antes"], self.setup["stacks"], strict=False)]
        self._dead = sum(antes) if is_dead else 0
        self._dead_of = antes if is_dead and antes else [0] * self.seats
        blinds = self.setup["blinds"] or [0] * self.seats
        live = [0] * self.seats if is_dead or not antes else antes
        for seat in range(self.seats):
            left = self.setup["stacks"][seat] - (antes[seat] if antes else 0)
            self._gross[seat] = live[seat] + min(blinds[seat], left)
        self.moments.append(self._moment(deal))
        for seat in self.setup.get("dead", ()):  # They fold before anybody acts.
            self.moments.insert(-1, self.moments[-1]._replace(actor=seat, call=0, wagers=range(0)))
            self.paid.append(0)
            self.all_ins.append(False)
        for seat, action in self.record.actions[len(self.paid) :]:
            moment = self.moments[-1]
            assert moment.actor == seat, (self.record.deal_id, seat, action, moment)
            self._act(deal, moment, seat, action)
            self.moments.append(self._moment(deal))
        assert self.moments[-1].actor is None, self.record.deal_id

    def _act(self, deal: NaiveDeal, moment: Moment, seat: int, action: str) -> None:
        verb, _, rest = action.partition(" ")
        cost = 0
        if verb == "discard":
            self._draw(seat, codes(rest))
            action = f"discard {len(codes(rest))}"
        elif verb == "call":
            cost = moment.call
        elif verb in {"bet", "raise"}:
            assert int(rest) in moment.wagers, (self.record.deal_id, action, moment)
            cost = int(rest) - moment.bets[seat]
        deal.play(action)
        self._gross[seat] += cost
        self.paid.append(cost)
        self.all_ins.append(bool(cost) and cost == moment.stacks[seat])

    def _draw(self, seat: int, discarded: Cards) -> None:
        drawn = self.record.deck[self._next : self._next + len(discarded)]
        self._next += len(discarded)
        kept = [card for card in self._hands[seat] if card not in discarded]
        self._hands[seat] = (*kept, *drawn)

    def _moment(self, deal: NaiveDeal) -> Moment:
        actor = deal.actor()
        stacks = tuple(deal.stacks)
        betting = actor is not None and deal.phase == "betting"
        totals = tuple(
            start - left - dead for start, left, dead in zip(self.setup["stacks"], stacks, self._dead_of, strict=True)
        )
        return Moment(
            min(deal.street, (2 if self.is_draw_game else 4) - 1),
            tuple(deal.bets),
            stacks,
            totals,
            self._dead,
            tuple(deal.in_hand()),
            actor,
            deal.phase == "drawing",
            deal.call(actor) if betting and actor is not None else 0,
            deal.wagers(actor) if betting and actor is not None else range(0),
            deal.bet_to_match > 0,
            deal.pot(),
            tuple(self._hands),
        )

    # What others ask for

    def seat_of(self, nick: str) -> int | None:
        """Return the seat of somebody in the deal."""
        return self.record.nicks.index(nick) if nick in self.record.nicks else None

    def moment_of(self, turn: int) -> Moment:
        """Return the moment of a turn, which are counted from 0; a dead hand has none."""
        return self.moments[turn + len(self.setup.get("dead", ()))]

    def board_at(self, moment: Moment) -> Cards:
        """Return the board of a moment."""
        return () if self.is_draw_game else self.board[: _BOARD_CARDS[moment.street]]

    def shares(self) -> list[dict[int, int]]:
        """Return what each seat gets of each pot, the main pot first."""
        last = self.moments[-1]
        found = []
        for chips, seats in last.pots():
            ranks = {seat: rank_of(self.game, last.hands[seat], self.board) for seat in seats} if len(seats) > 1 else {}
            winners = [seat for seat in seats if not ranks or ranks[seat] == min(ranks.values())]
            share, odd = divmod(chips, len(winners))
            found.append({seat: share + (at < odd) for at, seat in enumerate(winners)})
        return found

    def won(self) -> list[int]:
        """Return what each seat wins."""
        won = [0] * self.seats
        for pot in self.shares():
            for seat, chips in pot.items():
                won[seat] += chips
        return won

    def put_in(self) -> list[int]:
        """Return what each seat has put in, without what came back."""
        last = self.moments[-1]
        return [start - left for start, left in zip(self.setup["stacks"], last.stacks, strict=True)]

    def final_stacks(self) -> dict[int, int]:
        """Return the chips of each seat of the table after the deal."""
        last, won = self.moments[-1], self.won()
        return {number: last.stacks[at] + won[at] for at, number in enumerate(self.record.numbers)}


def names(cards: Sequence[int]) -> list[str]:
    """Return cards as they are written."""
    return [CARDS[card] for card in cards]
