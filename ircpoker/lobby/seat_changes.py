"""Changes by people at their table: bringing more chips, sitting out, sending a robot away.

Chips move at once, but do not change a hand in progress: they join the stack when the hand is over. Sitting out, and
sending a robot away, take effect then as well.
"""

from __future__ import annotations

from dataclasses import dataclass

from ircpoker.errors import InvalidAmountError, NotAllowedError, UsageError, quote
from ircpoker.ledger import BuyIn, transfer
from ircpoker.lobby.events import Departure
from ircpoker.lobby.seated_table import SeatedTable
from ircpoker.lobby.seats import SeatStatus
from ircpoker.words import Phrase


@dataclass(frozen=True, slots=True)
class ToppedUp:
    """The result of bringing more chips.

    Attributes:
        nick: the player's nick.
        chips: the new chips.
        stack: the player's chips at the table now, without those in a pot.
        waits: whether the new chips count only from the next hand on.
    """

    nick: str
    chips: int
    stack: int
    waits: bool


class SeatChanges(SeatedTable):
    """A table where people may bring chips, sit out, and send robots away."""

    def room_for(self, number: int) -> int:
        """Return how many more chips a seat may get."""
        most = self.settings.most_buy_in
        return max(0, most - self.chips(number) - self.state.seats[number].added)

    def top_up(self, number: int, chips: int | None) -> ToppedUp:
        """Let a person bring more chips.

        Args:
            number: their seat.
            chips: the number of chips; None to fill up to the usual buy-in.

        Returns:
            The chips that they have now.

        Raises:
            NotAllowedError: they have the most chips that are allowed, or the usual buy-in.
            InvalidAmountError: the number is below 1 or larger than allowed.
            InsufficientChipsError: they do not have the chips.
        """
        seat, room = self.state.seats[number], self.room_for(number)
        here = self.chips(number) + seat.added
        missing = min(room, self.settings.buy_in - here)
        if not room or (chips is None and missing <= 0):
            raise NotAllowedError(Phrase("errors.most_here", here=here, most=here + room))
        chips = missing if chips is None else chips
        if not 1 <= chips <= room:
            raise InvalidAmountError(str(chips), 1, room)
        has_cards = self.has_cards(number)
        if has_cards:
            seat.added += chips
        else:
            seat.stack += chips
        moves = transfer(seat.account, self.account, chips) if seat.account else ()
        self.store(BuyIn(self.id, number, chips, seat.account), moves=moves, reason="buy-in")
        self.plan_next()
        return ToppedUp(seat.nick, chips, self.chips(number) + seat.added, waits=has_cards)

    def sit_out(self, number: int) -> bool:
        """Let a person sit out; return True if they do at once, False if after the hand.

        Raises:
            NotAllowedError: nobody would be left to play.
        """
        seat = self.state.seats[number]
        if not any(other.status is SeatStatus.PLAYING for other in self.state.seats.people if other is not seat):
            raise NotAllowedError(Phrase("errors.nobody_else"))
        has_cards = self.has_cards(number)
        if not seat.sits_out:
            seat.status = SeatStatus.PAUSING if has_cards else SeatStatus.SITTING_OUT
        self.store()
        self.plan_next()
        return not has_cards

    def remove_robot(self, name: str) -> bool:
        """Send a robot away; return True if it has left, False if it will after the hand.

        Args:
            name: its nick at the table.

        Raises:
            UsageError: no such robot sits here.
            NotAllowedError: it is the last opponent of somebody who plays against robots.
        """
        robots = {seat.nick.lower(): number for number, seat in sorted(self.state.seats.items()) if seat.robot}
        number = robots.get(name.lower())
        if number is None:
            raise UsageError(
                Phrase(
                    "errors.no_such_robot",
                    name=quote(name),
                    robots=", ".join(robots) or Phrase("errors.no_robots_here"),
                )
            )
        staying = [other for other in robots.values() if other != number and not self.state.seats[other].leaves]
        if not staying and not self.state.policy.takes_newcomers:
            raise NotAllowedError(Phrase("errors.last_opponent", robot=self.state.seats[number].nick))
        if self.has_cards(number):
            self.state.seats[number].status = SeatStatus.LEAVING
            self.store()
            return False
        self.let_go({number: Departure.ASKED})
        self.plan_next()
        return True

    def has_cards(self, number: int) -> bool:
        """Return whether a seat plays in the hand in progress."""
        return self.state.hand is not None and number in self.state.hand.numbers
