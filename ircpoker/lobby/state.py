"""The state of a table, most of which is stored."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from math import inf
from typing import NamedTuple

from ircpoker.cards import Card
from ircpoker.config.networks import CONSOLE_NETWORK
from ircpoker.ledger import GameAccount, PlayerId
from ircpoker.lobby.events import SeatFact, StreetDealt
from ircpoker.lobby.hand import HandInProgress, RobotReason
from ircpoker.lobby.places import Place
from ircpoker.lobby.seats import Seats, TablePolicy
from ircpoker.lobby.settings import Pace
from ircpoker.runtime.shares import Holder
from ircpoker.table import GAMES, Game, Positions, Stakes, TableSeat


class UnshownEnd(NamedTuple):
    """The end of an all-in that is settled but not shown yet, and the table as people see it until then.

    Attributes:
        deal_id: the number of the hand.
        pots: its main pot, then its side pots.
        boards: the board before the first street to be shown, and after each of them but the last.
        hands: the cards that are shown, by the numbers of their seats.
        seats: the seats with the chips in front of them, without those in the pot.
        before: the chips at the start of the hand, by the numbers of the seats.
    """

    deal_id: str
    pots: tuple[int, ...]
    boards: tuple[tuple[Card, ...], ...]
    hands: Mapping[TableSeat, tuple[Card, ...]]
    seats: Seats
    before: Mapping[TableSeat, int]

    @property
    def pot(self) -> int:
        """All its chips."""
        return sum(self.pots)


@dataclass(frozen=True, slots=True)
class DealtCards:
    """The cards that a person held at the end of a hand.

    Attributes:
        number: the seat.
        player: the player, under the name that they have now.
        cards: the cards.
        shown: those that everybody has seen.
        is_hidden: whether the player has chosen to keep the others hidden.
    """

    number: TableSeat
    player: PlayerId
    cards: tuple[Card, ...] = field(repr=False)
    shown: frozenset[Card]
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class ShowableHand:
    """The last hand that is over, for as long as its players may show cards of it. Nobody may see it as a whole.

    Attributes:
        deal_id: the number of the hand.
        game: the rules.
        board: the cards on the board at its end.
        shown_at: when people see its end, in seconds of the scheduler.
        dealt: the cards of the people in it.
        to_come: the streets that would have followed; none if they may not be shown.
        is_called_off: whether it was called off.
        has_shown_board: whether everybody has seen the streets that would have followed.
    """

    deal_id: str
    game: Game
    board: tuple[Card, ...]
    shown_at: float
    dealt: tuple[DealtCards, ...] = field(repr=False)
    to_come: tuple[StreetDealt, ...] = field(repr=False)
    is_called_off: bool
    has_shown_board: bool = False

    def dealt_to(self, player: PlayerId) -> DealtCards | None:
        """Return the cards of a player; None if they were not dealt in."""
        return next((own for own in self.dealt if own.player == player), None)

    def with_cards(self, own: DealtCards) -> ShowableHand:
        """Return the hand with a seat's cards as they are known now."""
        return replace(self, dealt=tuple([own if own.number == each.number else each for each in self.dealt]))

    def renamed(self, number: TableSeat, old: PlayerId, player: PlayerId) -> ShowableHand:
        """Return the hand after the player in a seat has become another one, who shows no cards of another seat."""
        kept = [each for each in self.dealt if each.player != player or each.number == number]
        was = (number, old)
        named = [replace(each, player=player) if (each.number, each.player) == was else each for each in kept]
        return replace(self, dealt=tuple(named))


@dataclass(frozen=True, slots=True)
class DealPause:
    """The pause before the next hand.

    Attributes:
        is_short: whether nobody has shown cards in the last hand, so that there is nothing to look at.
        ready: the players who want the next hand at once.
        is_over: whether all who play it do.
        given_time: the players whose new seat or seed has left others time for a seed of their own.
    """

    is_short: bool = False
    ready: frozenset[PlayerId] = frozenset()
    is_over: bool = False
    given_time: frozenset[PlayerId | str] = frozenset()


@dataclass(slots=True)
class TableState:
    """The state of a table; its hand in progress also has a part that is not stored.

    Attributes:
        place: the place of the table.
        game_name: the game, a key of `GAMES`.
        stakes: the stakes.
        pace: how much time people have.
        policy: the policy.
        seats: the taken seats.
        positions: the positions of the last hand; None before the first.
        next_deal: the number of the next hand, whose shuffle is committed.
        hand: the hand in progress.
        last_deal: the number of the last finished hand; empty before the first.
        last_reasons: the robots' reasons in the last hand.
        idle: the seats of robots that were announced as not dealt in, because of the table's size; not stored.
        has_announced_wait: whether it was announced that there are too few players; not stored.
        hidden: the finished hands whose shuffles are not revealed yet, each with the time for that; not stored.
        next_hand_at: when the next hand begins; None if it is not planned; not stored.
        seal_since: since when it is unknown who has read the seal of the next deck; infinity for nobody; not stored.
        announced_begin: when the next hand begins as people were told; infinity if they were told no time; not stored.
        alone_since: since when there are too few players; not stored.
        resume_at: when the table resumes after the network or the ledger was away; None if it is in play; not stored.
        lines_until: when the last line of an all-in goes out, which is shown street by street; not stored.
        unshown: the last all-in that is shown street by street; its end is not shown before `lines_until`; not stored.
        settle_at: when the table is settled again, after a check of private lines or before it closes; not stored.
        showable: the last hand that is over, whose players may show their cards for a moment; not stored.
        events: the number of the last event that programs have got, see `count_event`. A later number is stored.
        deal_pause: what is known of the pause before the next hand; not stored.
        ends: whether it closes as soon as no hand is in progress, as an operator of its channel wants.
        is_public: whether everybody may see it, although it has no channel.
        is_held: whether a tournament's table waits until the tournament lets the next hand begin; not stored.
    """

    place: Place
    game_name: str
    stakes: Stakes
    policy: TablePolicy = TablePolicy.CASH_GAME
    pace: Pace = Pace.NORMAL
    seats: Seats = field(default_factory=Seats)
    positions: Positions | None = None
    next_deal: str = ""
    hand: HandInProgress | None = None
    last_deal: str = ""
    last_reasons: tuple[RobotReason, ...] = ()
    idle: frozenset[TableSeat] = frozenset()
    has_announced_wait: bool = False
    hidden: tuple[tuple[str, float], ...] = ()
    next_hand_at: float | None = None
    seal_since: float | None = None
    announced_begin: float = inf
    alone_since: float | None = None
    resume_at: float | None = None
    lines_until: float = 0.0
    unshown: UnshownEnd | None = None
    settle_at: float | None = None
    showable: ShowableHand | None = field(default=None, repr=False)
    events: int = 0
    deal_pause: DealPause = DealPause()
    ends: bool = False
    is_public: bool = False
    is_held: bool = False

    @property
    def game(self) -> Game:
        """The rules."""
        return GAMES[self.game_name]

    @property
    def kind(self) -> str:
        """The ledger's name of the kind of game."""
        return GAMES[self.game_name].name

    @property
    def holder(self) -> Holder:
        """For whom it counts among the tables that all share: the host of who opened one beside channels, or nobody."""
        is_own = self.place.is_private or (self.place.is_by_lines and not self.policy.is_tournament)
        hosts = (seat.host for seat in self.seats.values() if seat.player) if is_own else ()
        return Holder(next(iter(hosts), ""), self.place.network)

    @property
    def account(self) -> GameAccount:
        """The account of the chips on all tables of this kind."""
        return GameAccount(self.kind)

    @property
    def has_clocks(self) -> bool:
        """Whether people have a time limit: not on the console, where nobody else waits."""
        return self.place.network != CONSOLE_NETWORK

    @property
    def held(self) -> int:
        """The chips of the ledger on the table; those of a tournament are points."""
        return 0 if self.policy.is_tournament else self.seats.chips

    def chips(self, number: TableSeat) -> int:
        """Return the chips in front of a seat, without those in the pot."""
        if self.hand is None or number not in self.hand.numbers:
            return self.seats[number].stack
        return self.hand.deal.stacks[self.hand.numbers.index(number)]

    def has_cards(self, number: TableSeat) -> bool:
        """Return whether a seat plays in the hand in progress."""
        return self.hand is not None and number in self.hand.numbers

    def is_broke(self, number: TableSeat) -> bool:
        """Return whether a seat is kept for a person who has lost all chips."""
        return not self.seats[number].stack and not self.has_cards(number)

    @property
    def is_deserted(self) -> bool:
        """Whether it is in a channel and none of its people is there: nothing is told before its hand is over."""
        return bool(self.place.channel) and not self.policy.is_tournament and not self.seats.present

    @property
    def waits_for_chips(self) -> bool:
        """Whether all people at the table have lost their chips."""
        return not self.policy.is_tournament and all(map(self.is_broke, self.seats.people_numbers))

    @property
    def house_chips(self) -> int:
        """The chips of the house that robots have not lost; they come back to it when the table closes."""
        return sum(min(seat.stack, seat.buy_in) for seat in self.seats.values() if seat.robot)

    def has_button(self, number: TableSeat) -> bool:
        """Return whether a seat had the button in the last hand; nobody has it if its player has left."""
        return self.positions is not None and self.positions.button == number

    def seat_facts(self, hand: HandInProgress) -> tuple[SeatFact, ...]:
        """Return the players of the hand with their positions and their chips before it."""
        return hand.seat_facts(self.seats, has_button=self.has_button(hand.numbers[-1]))

    def is_of_others_than(self, before: TableState) -> bool:
        """Return whether the people or the place have changed."""
        players = [seat.player for seat in self.seats.values()]
        return before.place != self.place or players != [seat.player for seat in before.seats.values()]

    def has_played_since(self, before: TableState) -> bool:
        """Return whether a hand was begun, continued or ended, so that robots have seen it."""
        hands = [state.hand and (state.hand.deal_id, len(state.hand.deal.actions)) for state in (before, self)]
        return hands[0] != hands[1]

    def copy(self) -> TableState:
        """Return an independent copy."""
        other = copy(self)
        other.seats = self.seats.copy()
        other.hand = self.hand and self.hand.copy()
        return other
