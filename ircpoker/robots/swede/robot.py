"""The Swedish robot: five-card draw with an exact search of all discards and a memory of its opponents."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from ircpoker.draws import CLASSES, ValueFunction, mean_strength
from ircpoker.hands import evaluate_unchecked
from ircpoker.robots.asking import make_legal
from ircpoker.robots.features import best_hold, least_wager, owed, street_actions
from ircpoker.robots.opponents import RemembersOpponents
from ircpoker.robots.robot import ALL_GAMES, Decision
from ircpoker.robots.swede.opponents import Act, Record, count_acts, read_record
from ircpoker.robots.swede.rules import Choice, SwedeSituation, Threat, choose
from ircpoker.table.actions import CALL, CHECK, FOLD, Action, Bet, Call, Discard, RaiseTo
from ircpoker.table.games import Street
from ircpoker.table.view import PlayerView


class SwedeRobot(RemembersOpponents[Record]):
    """Plays five-card draw; see docs/robot-rules.md."""

    name = "swede"
    gives_reasons = True
    games: Mapping[str, range] = {name: ALL_GAMES[name] for name in ("draw", "limit_draw")}
    _read = staticmethod(read_record)

    def __init__(self, values: ValueFunction = CLASSES) -> None:
        """Create the robot, with an empty memory.

        Args:
            values: the value function for the draw; the original used the class.
        """
        super().__init__(Record())
        self._values = values
        # The tables are made now and not during the first decision.
        values.warm_up()
        CLASSES.warm_up()

    def _adder(self, view: PlayerView) -> Callable[[int, Record], Record]:
        return lambda seat, known: known.plus(count_acts(view, seat))

    def decide(self, view: PlayerView, _rng: Random, /) -> Decision:
        """Return the rules' choice, with the rule and its numbers.

        Args:
            view: the view of the seat whose turn it is, at five-card draw.

        Returns:
            A legal action.

        Raises:
            ValueError: it is not this seat's turn.
        """
        if view.legal is None or view.seat is None:
            raise ValueError("it is not this seat's turn")
        if view.legal.discard:
            return self._draw(view)
        now = self.read(view)
        choice = choose(now)
        action, word = _carry_out(choice, view)
        return Decision(action, f"{choice.rule}: strength {now.best:.3f}, {choice.numbers}, so {word}")

    def read(self, view: PlayerView) -> SwedeSituation:
        """Return the situation that the rules use.

        Args:
            view: the view of the seat whose turn it is to bet.

        Returns:
            The situation, in numbers.
        """
        seat = view.seat or 0
        wager = least_wager(view)
        antes = view.setup.antes
        return SwedeSituation(
            best=_best(view),
            remaining=view.stacks[seat],
            current=view.totals[seat],
            players=len(view.stacks),
            left=_left(view),
            to_call=owed(view),
            to_raise=None if wager is None else wager - view.bets[seat],
            threat=self._threat(view),
            has_drawn=view.street is Street.POSTDRAW,
            ante=max(antes) if antes else view.setup.small_bet,
        )

    def _draw(self, view: PlayerView) -> Decision:
        """Return the draw; its reason names no card, as the hand may be mucked."""
        hold = best_hold(view, self._values)
        thrown = tuple([card for card in view.hole_cards if card not in hold.cards])
        strength = f"draw: strength {evaluate_unchecked(view.hole_cards).strength:.3f}"
        if not thrown:
            return Decision(Discard(), f"{strength}, no change is better, so stand pat")
        after = f"{mean_strength(hold):.3f} on average after it" if self._values is CLASSES else "better after it"
        cards = "1 card" if len(thrown) == 1 else f"{len(thrown)} cards"
        return Decision(Discard(thrown), f"{strength}, {after}, so change {cards}")

    def _threat(self, view: PlayerView) -> Threat | None:
        """Return who set the highest bet of this round, all-ins included."""
        seat = view.aggressor
        if seat is None:
            return None
        record = self._record(view, seat)
        wager = [acted.action for acted in street_actions(view) if acted.seat == seat][-1]
        act = Act.ALL_IN if not view.stacks[seat] else Act.OPEN if isinstance(wager, Bet) else Act.RAISE
        factor = record.open_check if act is Act.OPEN else record.raise_call
        return Threat(act, factor, record.play_mode, view.drawn[seat] or 0)

    def _record(self, view: PlayerView, seat: int) -> Record:
        """Return the record of a seat's player, with this deal so far."""
        player = self._players[seat] if seat < len(self._players) else ""
        return self._of(player).plus(count_acts(view, seat))


def _best(view: PlayerView) -> float:
    """Return the strength of the hand; before the draw, that of the best hand that it draws to if this is higher."""
    strength = evaluate_unchecked(view.hole_cards).strength
    if view.street is Street.POSTDRAW:
        return strength
    return max(strength, mean_strength(best_hold(view)))


def _left(view: PlayerView) -> int:
    """Return how many players are still to act in this round if nobody raises, the viewer included."""
    waiting = {seat for seat, stack in enumerate(view.stacks) if stack and view.in_hand[seat]}
    for acted in reversed(street_actions(view)):
        waiting.discard(acted.seat)
        if isinstance(acted.action, Bet | RaiseTo):
            break
    return len(waiting | {view.seat})


def _carry_out(choice: Choice, view: PlayerView) -> tuple[Action, str]:
    """Return the legal action for a choice, and its word."""
    legal, seat = view.legal, view.seat
    if legal is None or seat is None:
        return CHECK, str(CHECK)
    all_in = view.bets[seat] + view.stacks[seat]
    amount = all_in if choice.stake is None or choice.act is Act.ALL_IN else view.bets[seat] + choice.stake
    meant = {Act.FOLD: FOLD, Act.CHECK: CHECK, Act.CALL: CALL}.get(choice.act, RaiseTo(amount))
    action = make_legal(meant, legal)
    if isinstance(action, Bet | RaiseTo):
        word = "open" if isinstance(action, Bet) else "raise"
        return action, "all-in" if action.amount == all_in else word
    return action, "all-in" if isinstance(action, Call) and choice.act is Act.ALL_IN else str(action)
