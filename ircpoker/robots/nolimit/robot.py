"""What `nolimit` does at the table: the blueprint's probabilities for its hand and the betting so far."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from ircpoker.robots.asking import make_legal
from ircpoker.robots.manual import decide as decide_as_manual
from ircpoker.robots.nolimit import file
from ircpoker.robots.nolimit.betting import ALL_IN, CALL, FOLD, HALF, POT
from ircpoker.robots.nolimit.translation import amount_of, depth_for, read_deal
from ircpoker.robots.pushfold import PushfoldRobot
from ircpoker.robots.robot import Decision
from ircpoker.table import actions
from ircpoker.table.actions import Bet, RaiseTo

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from ircpoker.robots.nolimit.strategy import ActionChances, Blueprint
    from ircpoker.table.actions import Action
    from ircpoker.table.view import PlayerView

HEADS_UP = 2
SHORT = 10
"""Big blinds below which it is all-in or fold."""
_NAMES = MappingProxyType({FOLD: "fold", CALL: "call", HALF: "half the pot", POT: "the pot", ALL_IN: "all-in"})
_HUNDRED = 100
_STREETS_BY_CARDS = {0: 0, 3: 1, 4: 2, 5: 3}


class NolimitRobot:
    """Plays a blueprint that was trained by self-play; how strong it is: docs/robots.md."""

    name = "nolimit"
    games: Mapping[str, range] = MappingProxyType({"holdem": range(2, 3)})
    gives_reasons = True

    def __init__(self, blueprints: Mapping[int, Blueprint] | None = None) -> None:
        """Set the robot up.

        Args:
            blueprints: what it plays by, by depth; those that are shipped if not given.

        Raises:
            StrategyError: a file that is shipped is not there or damaged.
        """
        # Of the robots only this one and `limit` need NumPy.
        from ircpoker.robots.nolimit.strategy import open_blueprint  # noqa: PLC0415 - see above

        self._blueprints = blueprints or {depth: open_blueprint(path) for depth, path in file.SHIPPED.items()}
        self._depths = sorted(self._blueprints)
        self._short = PushfoldRobot()

    @staticmethod
    def fingerprint() -> str:
        """Return the SHA-256 of the shipped files, in hexadecimal, with spaces between them.

        Raises:
            StrategyError: one of them is not there or damaged.
        """
        return " ".join(file.verify(path).fingerprint for path in file.SHIPPED.values())

    def decide(self, view: PlayerView, rng: Random, /) -> Decision:
        """Return an action as often as the strategy takes it, and all that it might have done."""
        setup = view.setup
        if len(setup.stacks) != HEADS_UP:
            return _as_manual(view, f"{len(setup.stacks)} players")
        stack = min(setup.stacks) / max(setup.small_bet, *setup.blinds)
        if stack < SHORT:
            return self._short.decide(view, rng)
        blueprint = self._blueprints[depth_for(stack, self._depths)]
        tree = blueprint.tree
        reading = read_deal(tree, view)
        node, history = reading.node, reading.history or "first"
        if node < 0 or tree.street[node] != _STREETS_BY_CARDS[len(view.board)] or tree.actor[node] != view.seat:
            return _as_manual(view, f"{history}: not in its tree")
        hole = [card.code for card in view.hole_cards]
        board = [card.code for card in view.board]
        chances = blueprint.chances(node, hole, board)
        letter = _draw(chances, rng)
        action = _action(letter, view, 0 if letter in {FOLD, CALL} else amount_of(letter, view, tree, node))
        note = " (a bet read as the nearest size)" if reading.changed else ""
        return Decision(action, f"{tree.stack // 2} BB {history}{note}: {_describe(chances)}, so {action}")


def _as_manual(view: PlayerView, why: str) -> Decision:
    as_manual = decide_as_manual(view)
    return Decision(as_manual.action, f"{why}, so as manual: {as_manual.why}")


def _draw(chances: ActionChances, rng: Random) -> str:
    drawn = rng.randrange(sum(chances.parts))
    for letter, parts in zip(chances.letters, chances.parts, strict=True):
        drawn -= parts
        if drawn < 0:
            return letter
    raise AssertionError("the parts add up to more than what was drawn")


def _action(letter: str, view: PlayerView, amount: int) -> Action:
    """Return the legal action that a letter is."""
    legal = view.legal
    assert legal is not None  # noqa: S101 - it is this robot's turn
    if letter == FOLD:
        wanted: Action = actions.FOLD
    elif letter == CALL:
        wanted = actions.CHECK if legal.can_check else actions.CALL
    else:
        wanted = Bet(amount) if legal.bet else RaiseTo(amount)
    return make_legal(wanted, legal)


def _describe(chances: ActionChances) -> str:
    total = sum(chances.parts)
    shown = [
        f"{_NAMES[letter]} {round(_HUNDRED * parts / total)} %"
        for letter, parts in zip(chances.letters, chances.parts, strict=True)
        if parts
    ]
    return f"bucket {chances.bucket} {', '.join(shown)}"
