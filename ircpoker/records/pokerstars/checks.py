"""Compares a deal of PokerStars' text with the same deal as the rules play it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from msgspec.structs import replace

from ircpoker.errors import HistoryError, quote
from ircpoker.records.amounts import Number, ScaledAmount, parse_amount
from ircpoker.records.phh.replaying import play_history, with_recorded_winnings
from ircpoker.records.played import PlayedHand
from ircpoker.records.pokerstars import lines
from ircpoker.records.pokerstars.histories import StarsHistory
from ircpoker.records.pokerstars.lines import Room
from ircpoker.records.pokerstars.reading import StarsDeal, StarsReader
from ircpoker.records.sections import HandText
from ircpoker.table import WAGERS, Betting, Call, Setup, Street, events

_FIRST_STREETS = {Street.PREFLOP, Street.PREDRAW}
_POSTS = (events.AntePosted, events.BlindPosted)
_INDEX = re.compile(r"actions\[(\d+)\]")


def replay_stars(text: HandText, room: Room = lines.POKERSTARS) -> PlayedHand:
    """Read the text of a deal, and play it again.

    Args:
        text: the text of one deal.
        room: the room whose text it is.

    Returns:
        The deal as the rules play it; it agrees with the text to the chip, but for rake.

    Raises:
        HistoryError: a line is not understood, is illegal, or contradicts the rest; names the line.
    """
    return replay_lines(StarsReader(text, room).read(), text.line)


def replay_lines(deal: StarsDeal, first: int) -> PlayedHand:
    """Play the lines of a deal again, as `replay_stars` does.

    Args:
        deal: the lines.
        first: the number of the first line.

    Raises:
        HistoryError: a line is illegal, or contradicts the rest.
    """
    made = StarsHistory(deal, first)
    try:
        history = made.make()
        hand = play_history(history, first)
    except HistoryError as error:
        if error.line:
            raise
        found = _INDEX.fullmatch(error.field)
        line = made.lines[int(found[1])] if found and int(found[1]) < len(made.lines) else first
        raise HistoryError(error.problem, error.file, error.deal, line=line) from error
    winnings = _Checks(deal, made, hand, first).run()
    if winnings:
        history = replace(history, winnings=winnings)
    try:
        return with_recorded_winnings(hand, history)
    except HistoryError as error:
        line = deal.collected[0][0] if deal.collected else first
        raise HistoryError(error.problem, error.file, error.deal, line=line) from error


class _Checks:
    """The comparison of one deal."""

    def __init__(self, deal: StarsDeal, made: StarsHistory, hand: PlayedHand, line: int) -> None:
        self._deal = deal
        self._made = made
        self._hand = hand
        self._events = hand.deal.events
        self._line = line

    def run(self) -> tuple[Number, ...]:
        """Compare.

        Returns:
            What each player won of the pots, if uncalled bets are among what was collected; else nothing.

        Raises:
            HistoryError: text and rules disagree.
        """
        self._posts()
        self._header()
        self._play()
        self._draws()
        winnings = self._pots()
        self._outcomes()
        return winnings

    def _error(self, problem: str, line: int = 0) -> HistoryError:
        return HistoryError(problem, self._deal.file, self._deal.number, line=line or self._line)

    def _posts(self) -> None:
        paid: defaultdict[str, int] = defaultdict(int)
        for _, _, name, amount, _ in self._deal.posts:
            paid[name] += self._made.units(amount)
        for event in self._events:
            if type(event) is events.HoleCardsDealt:
                break  # whoever posts does it before
            if isinstance(event, _POSTS):
                paid[self._made.names[event.seat]] -= event.amount
        if any(paid.values()):
            raise self._error("the posts are not those of the stacks")

    def _header(self) -> None:
        """Compare the blinds of the header with those that were posted in full."""
        game, (low, high) = self._deal.game, self._deal.header
        if game is not None and game.betting is Betting.LIMIT:
            due = {"big blind": low}  # it names the bets, and houses have different small blinds
        else:
            due = {"small blind": low, "big blind": high}
        for line, kind, _, amount, is_all_in in self._deal.posts:
            if due.get(kind, amount) != amount and not is_all_in:
                raise self._error(f"the {kind} is not that of the header", line)

    def _play(self) -> None:
        """Compare the order of streets and actions, what calls and raises cost, and who is all-in."""
        chips, names = _Chips(self._hand.deal.setup), self._made.names
        acts = self._decisions(chips)
        for event in self._events:
            if type(event) is events.PlayerActed:
                self._bet(event, self._next(acts, names[event.seat]), chips)
                chips.act(event)
                continue
            if type(event) is events.HoleCardsDealt:
                continue
            chips.move(event)
            if isinstance(event, events.CardsDrawn):
                self._next(acts, names[event.seat])
            elif isinstance(event, events.StreetBegan) and event.board:
                self._next(acts, "")

    def _decisions(self, chips: _Chips) -> Iterator[tuple[int, int, str]]:
        """Yield place, line and name of each action of the text, but for cards of a draw and folds without chips."""
        seats = {name: seat for seat, name in enumerate(self._made.names)}
        dead = self._hand.deal.setup.dead
        for number, (line, name, action) in enumerate(self._deal.acts):
            # An absent player who is all-in folds without a decision, if the hand was not dead from the deal on.
            is_absent = action == "f" and not chips.left[seats[name]] and seats[name] not in dead
            if not (is_absent or action.startswith("d dh")):
                yield number, line, name
        raise self._error("the text ends before the deal")

    def _next(self, acts: Iterator[tuple[int, int, str]], name: str) -> int:
        """Return the place of the next action, which is that of a player, or of the dealer without a name."""
        number, line, actor = next(acts)
        if actor != name:
            raise self._error("the action is on another street", line)
        return number

    def _bet(self, event: events.PlayerActed, number: int, chips: _Chips) -> None:
        """Compare what a bet says with its chips.

        Args:
            event: what was done.
            number: its place among the actions of the text.
            chips: the chips before it.
        """
        line, bet = self._deal.acts[number][0], self._deal.bets.get(number)
        is_call = isinstance(event.action, Call)
        if bet is None:
            if is_call:
                raise self._error("the call is not the price", line)
            return
        amount, paid = self._made.units(bet.amount), event.paid
        if bet.is_call:
            if not is_call:
                raise self._error("there is nothing to call", line)
            if amount != paid:
                raise self._error("the call is not the price", line)
        elif is_call:
            paid += self._hand.uncallable[event.seat]
        if bet.by is not None:
            # Most texts say what is above the bet before, which a short blind makes lower; some say all that is paid.
            befores = {chips.to_match, max(chips.bets), amount - paid, 0}
            if amount - self._made.units(bet.by) not in befores:
                raise self._error("the raise is not that much above the bet before", line)
        left = chips.left[event.seat] - paid
        if bet.is_all_in is not None and bet.is_all_in != (left == 0):
            problem = "is all-in with chips left" if left else "has no chips left, but is not all-in"
            raise self._error(f"{quote(self._made.names[event.seat])} {problem}", line)

    def _draws(self) -> None:
        """Compare the cards that a player is said to have kept in a draw."""
        for line, name, held in self._deal.kept:
            thrown = next(action for _, who, action in self._deal.acts if who == name and action.startswith("sd "))
            if sorted([*held, *lines.cards_of(thrown)]) != sorted(self._deal.dealt[name]):
                raise self._error("the cards kept are not those dealt less the discarded ones", line)

    def _pots(self) -> tuple[Number, ...]:
        """Compare what each player gets: uncalled bets, which some texts count as won, and shares of the pots."""
        if self._deal.total is None:
            raise self._error("the total is missing")
        line, total, rake = self._deal.total
        units = self._made.units
        won: defaultdict[str, int] = defaultdict(int)
        pots = set()
        for event in reversed(self._events):
            if not isinstance(event, events.PotWon):
                break
            won[self._made.names[event.seat]] += event.amount
            pots.add(event.pot)
        collected: defaultdict[str, int] = defaultdict(int)
        for _, name, amount, _ in self._deal.collected:
            collected[name] += units(amount)
        whole = sum(won.values())
        moved = self._moved(sum(collected.values()) + units(rake) == whole)
        for name, chips in moved.items():
            collected[name] += chips
        # Some texts have the total after the rake.
        if whole - units(total) - sum(moved.values()) not in {0, units(rake)}:
            raise self._wrong_return(moved) or self._error("the total is not the sum of the bets", line)
        if self._deal.parts and sum(map(units, self._deal.parts)) not in {units(total), units(total) - units(rake)}:
            raise self._error("the pots are not the total", line)
        # Where odd chips go differs from house to house.
        odd = len(pots) * self._made.chip
        for line_of_win, name, _, _ in self._deal.collected:
            if collected[name] > won[name] + (odd if won[name] else 0):
                raise self._wrong_return(moved) or self._error("more is collected than was won", line_of_win)
        if sum(collected.values()) + units(rake) != whole or any(chips < 0 for chips in collected.values()):
            raise self._wrong_return(moved) or self._error("what is collected is not the total", line)
        if not rake and any(abs(won[name] - collected[name]) > odd for name in won):
            raise self._wrong_return(moved) or self._error("the pots are won by others", line)
        if not any(moved.values()):
            return ()
        return tuple([ScaledAmount(collected[name], self._made.decimals).number for name in self._made.names])

    def _moved(self, is_without: bool) -> defaultdict[str, int]:
        """Return what each player is returned beyond the uncalled bet; below 0 if it is among what was collected.

        Args:
            is_without: whether the text is complete without what it does not return.
        """
        moved: defaultdict[str, int] = defaultdict(int)
        for _, name, amount in self._deal.returned:
            moved[name] += self._made.units(amount)
        if not moved and is_without and not self._deal.names_uncalled:
            return moved
        for name, uncallable in zip(self._made.names, self._hand.uncallable, strict=True):
            moved[name] -= uncallable
        for event in self._events:
            if type(event) is events.BetReturned:
                moved[self._made.names[event.seat]] -= event.amount
        return moved

    def _wrong_return(self, moved: defaultdict[str, int]) -> HistoryError | None:
        """Return the error of an uncalled bet that is not what came back; None if all are right."""
        for line, name, _ in self._deal.returned:
            if moved[name] > 0:
                return self._error("more is returned than was not called", line)
        is_missing = self._deal.names_uncalled and any(moved.values())
        return self._error("an uncalled bet is not returned") if is_missing else None

    def _outcomes(self) -> None:
        collected: defaultdict[str, int] = defaultdict(int)
        for _, name, amount, _ in self._deal.collected:
            collected[name] += self._made.units(amount)
        for number in self._made.order:
            if self._deal.lists_seats and number not in self._deal.outcomes:
                raise self._error(f"seat {number} is missing in the summary")
        for number, (line, outcome) in self._deal.outcomes.items():
            name = self._deal.seats[number][0]
            is_won = "won" in outcome or "collected" in outcome
            amounts = [parse_amount(text) or 0 for text in lines.WON.findall(outcome)] if is_won else []
            if amounts and sum(map(self._made.units, amounts)) != collected[name]:
                raise self._error("the summary has other winnings", line)
            if self._deal.lists_seats and outcome.startswith(lines.BUTTON) != (number == self._deal.button):
                raise self._error("the button is at another seat", line)
            cards = lines.SHOWED.search(outcome) if "[" in outcome else None
            if cards and not self._holds(name, cards[2].replace(lines.HIDDEN, "").split()):
                raise self._error("the summary has other cards", line)

    def _holds(self, name: str, cards: list[str]) -> bool:
        """Return whether cards are those of a player, as far as the text names them elsewhere."""
        if name not in self._made.names:
            return True
        _, shown = self._deal.shown.get(name, (0, None))
        if shown:
            return sorted(cards) == sorted(lines.cards_of(shown))
        if name not in self._deal.dealt:
            return True
        held = self._hand.deal.hole_cards[self._made.names.index(name)]
        return sorted(cards) == sorted(map(str, held))


class _Chips:
    """The chips of a deal as it goes on.

    Attributes:
        left: the chips in front of each seat.
        bets: what each seat has bet on this street.
        to_match: the bet to be matched.
    """

    def __init__(self, setup: Setup) -> None:
        self.left = list(setup.stacks)
        self.bets = [0] * len(self.left)
        self.to_match = max(map(abs, setup.blinds), default=0)

    def move(self, event: events.Event) -> None:
        """Take a step that is no action of a player."""
        if isinstance(event, events.StreetBegan):
            if event.street not in _FIRST_STREETS:
                self.bets, self.to_match = [0] * len(self.left), 0
        elif isinstance(event, events.BlindPosted):
            self.bets[event.seat] += event.amount
            self.left[event.seat] -= event.amount
        elif isinstance(event, events.AntePosted):
            self.left[event.seat] -= event.amount
        elif isinstance(event, events.BetReturned):
            self.left[event.seat] += event.amount

    def act(self, event: events.PlayerActed) -> None:
        """Take an action."""
        self.left[event.seat] -= event.paid
        self.bets[event.seat] += event.paid
        if isinstance(event.action, WAGERS):
            self.to_match = event.action.amount
