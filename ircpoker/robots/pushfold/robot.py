"""The play of `pushfold`: by the charts for its stack before the flop, otherwise as `manual`."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from ircpoker.robots.features import owed
from ircpoker.robots.manual import decide_instead
from ircpoker.robots.pushfold import charts
from ircpoker.robots.pushfold.charts import TENTHS, WHOLE, kind_name, kind_of, read_charts
from ircpoker.robots.robot import Decision
from ircpoker.table.actions import CALL, CHECK, FOLD, Action, Bet, RaiseTo
from ircpoker.table.view import PlayerView


class PushfoldRobot:
    """Plays all-in or fold in equilibrium with stacks of up to 20 big blinds; see docs/robot-rules.md."""

    name = "pushfold"
    games: Mapping[str, range] = MappingProxyType({"holdem": range(2, 3)})
    gives_reasons = True

    def __init__(self) -> None:
        """Create the robot.

        Raises:
            StrategyError: the file of its charts is missing or damaged.
        """
        charts.verify(charts.SHIPPED)

    def decide(self, view: PlayerView, rng: Random, /) -> Decision:
        """Return an action drawn with the chart's probability, and that probability as the reason."""
        tenths, refusal = read_stack(view)
        if refusal:
            return decide_instead(view, refusal)
        of_stack = read_charts(tenths)
        kind = kind_of(view.hole_cards)
        begins = view.aggressor is None and not (view.legal and view.legal.can_check)
        share = (of_stack.all_in if begins else of_stack.calls)[kind]
        goes_in = rng.randrange(WHOLE) < share
        action, word = _go_in(view) if goes_in else _give_up(view)
        verb = "goes all-in" if begins else "calls"
        chance = f"{kind_name(kind)} {verb} {round(100 * share / WHOLE)} %"
        why = f"{tenths / 10:g} big blinds{_describe_bet(view, begins=begins)}: {chance}, so {word}"
        return Decision(action, why, share=(share if goes_in else WHOLE - share) / WHOLE)


def read_stack(view: PlayerView) -> tuple[int, str]:
    """Return the shorter stack in tenths of a big blind, and the reason if the charts do not cover this turn."""
    setup = view.setup
    big_blind = max(setup.blinds)
    tenths = round(10 * min(setup.stacks) / big_blind)
    if sorted(setup.blinds) != [big_blind / 2, big_blind] or any(setup.antes):
        return tenths, "not its blinds"
    if view.board:
        return tenths, "after the flop"
    if tenths > TENTHS[-1]:
        return tenths, f"{tenths / 10:g} big blinds are more than {TENTHS[-1] // 10}"
    return max(tenths, TENTHS[0]), ""


def _is_all_in(view: PlayerView) -> bool:
    """Return whether a call would end the betting."""
    return 0 in view.stacks or (view.seat is not None and owed(view) >= view.stacks[view.seat])


def _describe_bet(view: PlayerView, *, begins: bool) -> str:
    if begins:
        return ""
    if _is_all_in(view):
        return " against all-in"
    return f" against a {'raise' if owed(view) else 'call'}, as if it were all-in"


def _go_in(view: PlayerView) -> tuple[Action, str]:
    """Return the all-in bet, or the call of one."""
    legal = view.legal
    if legal is not None and legal.raise_to:
        return RaiseTo(legal.raise_to[-1]), "all-in"
    if legal is not None and legal.bet:
        return Bet(legal.bet[-1]), "all-in"
    return CALL, "call"


def _give_up(view: PlayerView) -> tuple[Action, str]:
    return (CHECK, "check") if view.legal is not None and view.legal.can_check else (FOLD, "fold")
