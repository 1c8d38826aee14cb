"""The Swedish robot's betting rules: open or check, and A, B and C against a bet.

They are pure functions of a situation's numbers, taken from the original with eight corrections. docs/robot-rules.md
lists these, and tests/robots/swede shows the original's decisions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ircpoker.robots.swede.opponents import Act

USUAL_ANTE = 10
"""The ante for which the amounts below are meant; for others they are in proportion."""
_FEW, _MANY = 100, 800


def start_of(chips: int, players: int, ante: int = USUAL_ANTE) -> int:
    """Return the stake that the factors are applied to.

    Args:
        chips: the robot's chips that are not in the pot.
        players: the players dealt in.
        ante: each player's ante.

    Returns:
        100 with fewer than 100 chips, 200 with fewer than 800, else 300; against a single opponent, where a good pair
        often wins, the last two are doubled.

    Examples:
        >>> start_of(99, 2), start_of(799, 3), start_of(799, 2), start_of(800, 2), start_of(1999, 2, ante=25)
        (100, 200, 400, 600, 1000)
    """
    if chips * USUAL_ANTE < _FEW * ante:
        amount = 100
    else:
        amount = 200 if chips * USUAL_ANTE < _MANY * ante else 300
        if players == 2:
            amount *= 2
    return amount * ante // USUAL_ANTE


def scale_of(left: int, players: int) -> float:
    """Return the factor for the players who act after the robot.

    Args:
        left: players still to act in this round of betting if nobody raises, the robot included; at least 1.
        players: the players dealt in.

    Returns:
        1 if the robot is the last to act, less the more players come after it.

    Examples:
        >>> scale_of(1, 5), scale_of(2, 2)
        (1.0, 0.8)
    """
    return 1 - (max(left, 1) - 1) * 0.4 / players


SURE = 0.9
"""Strength above which the robot never folds: a good flush."""


@dataclass(frozen=True, slots=True)
class Threat:
    """The opponent who set the highest bet of this round of betting.

    Attributes:
        act: `OPEN`, `RAISE` or `ALL_IN`.
        factor: its `open_check` for an open, `raise_call` for a raise.
        play_mode: its play mode.
        drew: the number of cards that it has changed.
    """

    act: Act
    factor: float = 1.0
    play_mode: float = 0.5
    drew: int = 0


@dataclass(frozen=True, slots=True)
class SwedeSituation:
    """Everything that the rules use; chips are the robot's.

    Attributes:
        best: the strength of the hand, or of the hand that it draws to if that is stronger, 0 to 1.
        remaining: chips not in the pot.
        current: chips put into the pot in this deal.
        players: dealt into this deal.
        left: players still to act if nobody raises, the robot included.
        to_call: chips to add for a call, even if it has fewer.
        to_raise: chips to add for the least bet or raise; None if it is not allowed.
        threat: the opponent whose bet it faces.
        has_drawn: whether the draw is over.
        ante: each player's ante.
    """

    best: float
    remaining: int
    current: int
    players: int
    left: int
    to_call: int = 0
    to_raise: int | None = None
    threat: Threat | None = None
    has_drawn: bool = False
    ante: int = USUAL_ANTE

    @property
    def start(self) -> int:
        """The stake before any factor."""
        return start_of(self.remaining, self.players, self.ante)

    @property
    def scale(self) -> float:
        """The factor for the players who act later."""
        return scale_of(self.left, self.players)

    @property
    def against_one(self) -> bool:
        """Whether the deal has only one opponent: then weaker hands are enough."""
        return self.players == 2


class Choice(NamedTuple):
    """The choice of a rule.

    Attributes:
        act: the action; `OPEN` and `RAISE` put in `stake` more chips.
        rule: the rule's name.
        numbers: the numbers that it compared, in words.
        stake: the chips that the hand is worth; None where the rule did not need it.
    """

    act: Act
    rule: str
    numbers: str
    stake: int | None = None


def choose(now: SwedeSituation) -> Choice:
    """Return the robot's choice on its turn to bet.

    Args:
        now: the situation.

    Returns:
        The choice, not yet made legal.
    """
    if now.threat is None:
        return open_or_check(now) if not now.to_call else Choice(Act.FOLD, "none", "no bet to answer")
    if now.to_call > now.remaining:
        return rule_a(now, now.threat)
    if now.to_raise is None or now.to_raise > now.remaining:
        return rule_b(now, now.threat)
    return rule_c(now, now.threat)


def open_or_check(now: SwedeSituation) -> Choice:
    """Return the choice when nobody has bet; `to_raise` is the least opening."""
    rule = "open"
    if now.to_raise is None:
        return Choice(Act.CHECK, rule, "nobody left to bet against")
    if now.to_raise > now.remaining:
        return Choice(Act.ALL_IN if now.best > 0.6 else Act.CHECK, rule, f"{now.remaining} chips left")
    stake = int(now.start * now.best**3 * now.scale)
    act = Act.OPEN
    # A stake below the least opening is not raised to it: that would be more than the hand is worth.
    if now.best < 0.3 or stake < now.to_raise:
        act = Act.CHECK
    elif stake >= now.remaining:
        act = Act.ALL_IN
    return Choice(act, rule, f"stake {stake}", stake)


def rule_a(now: SwedeSituation, threat: Threat) -> Choice:
    """Return the choice when the bet cannot be matched: all-in or fold."""
    if now.has_drawn:
        numbers = f"opponent drew {threat.drew}"
        few = 2 * now.remaining <= now.current
        bold = (threat.drew >= 3 and now.best >= 0.5) or (threat.drew == 2 and now.best >= 0.75)
    else:
        numbers = f"play mode {threat.play_mode:.3f}"
        few = 2 * now.remaining < now.current
        bold = threat.play_mode > 0.6 and now.best > 0.4
    return Choice(Act.ALL_IN if now.best > SURE or bold or few else Act.FOLD, "A", numbers)


def rule_b(now: SwedeSituation, threat: Threat) -> Choice:
    """Return the choice when the bet can be matched but not raised: call or fold."""
    best = now.best
    if threat.act is Act.ALL_IN:
        too_dear = now.remaining > 2 * now.current and best < 0.5
        calls = not too_dear and threat.play_mode > 0.7 and best > 0.55
        return Choice(_call_if(calls or best > SURE), "B", f"play mode {threat.play_mode:.3f}")
    stake = int(now.start * now.scale * best * threat.factor)
    calls = (
        best > SURE
        or (stake >= now.to_call and best > (0.3 if now.against_one else 0.4))
        or (threat.play_mode > 0.6 and best > 0.4)
        or (best >= 0.6 and threat.factor > 1)
    )
    return Choice(_call_if(calls), "B", f"stake {stake}", stake)


def rule_c(now: SwedeSituation, threat: Threat) -> Choice:
    """Return the choice when the bet can be raised."""
    best = now.best
    if threat.act is Act.ALL_IN:
        calls = best > SURE or (threat.play_mode > 0.6 and best > 0.4)
        return Choice(_call_if(calls), "C", f"play mode {threat.play_mode:.3f}")
    if threat.act is Act.OPEN:
        stake = int(now.start * now.scale * best**2 * threat.factor)
    else:
        stake = int(now.start * best * threat.factor)
    if now.to_raise is not None and stake >= now.to_raise and best > (0.3 if now.against_one else 0.45):
        act = _raise_with(stake, now)
    else:
        act = _call_if((stake >= now.to_call and best > (0.3 if now.against_one else 0.4)) or best > 0.7)
    return Choice(act, "C", f"stake {stake}", stake)


def _raise_with(stake: int, now: SwedeSituation) -> Act:
    """Return the choice for a hand that is worth a raise."""
    if stake <= now.remaining:
        return Act.RAISE
    # Worth more than the robot has: with little put in so far, a call is enough.
    return Act.CALL if now.remaining > 2 * now.current else Act.ALL_IN


def _call_if(calls: bool) -> Act:
    return Act.CALL if calls else Act.FOLD
