"""Local best responses at no-limit hold'em, and the robots that they are played against."""

import random
from functools import partial
from math import comb

import numpy as np
import pytest

from ircpoker.cards import CARDS
from ircpoker.equity.preflop import preflop_counts
from ircpoker.equity.range_counts import COMBINATIONS, range_vs_range
from ircpoker.errors import UsageError
from ircpoker.lab.matches import MatchTable, Rules
from ircpoker.lab.matches.tally import nothing
from ircpoker.lab.responses import local_response
from ircpoker.lab.responses.local_response import (
    CALLS,
    FEW,
    FOLDS,
    FRACTIONS,
    MANY,
    SETTINGS,
    LineOfPlay,
    LocalResponse,
    _deck,
    _sizes,
    margins,
    play_deal,
)
from ircpoker.lab.responses.range_queries import ROBOTS, ask_blueprint, ask_hands_of, find_robot, fingerprint
from ircpoker.postflop.engine.solving import hand_pairs
from ircpoker.robots import ask_action
from ircpoker.robots.baselines import Caller
from ircpoker.robots.nolimit import BlueprintRobot, NolimitRobot, resolving
from ircpoker.robots.nolimit import robot as nolimit
from ircpoker.table.actions import CALL, CHECK, Bet, Fold
from ircpoker.table.deal import Deal
from ircpoker.table.view import make_view
from tests.lab.small import needs_solver
from tests.robots.nolimit.made import placed_blueprint
from tests.table.play import holdem, random_action
from tests.tiers import count, seed

pytestmark = needs_solver
EVERYTHING = [1] * 1326
BOARD = bytes([3, 17, 40, 41, 9])


@pytest.fixture(scope="module")
def blueprint(tmp_path_factory):
    return placed_blueprint(tmp_path_factory.mktemp("made"), 12)


@pytest.mark.parametrize("cards", [5, *[pytest.param(cards, marks=pytest.mark.slow(1)) for cards in (3, 4)]])
def test_margins_are_those_of_ranges(cards):
    board = BOARD[:cards]
    found = margins(board)
    win, _, lose = (np.array(part, float) for part in range_vs_range(EVERYTHING, EVERYTHING, board))
    assert found.sum(axis=1) * comb(48 - cards, 5 - cards) == pytest.approx(win - lose, abs=0.5)
    assert not (found + found.T).any()
    single = [int(hand == 700) for hand in range(1326)]
    win, _, lose = (np.array(part, float) for part in range_vs_range(EVERYTHING, single, board))
    assert found[:, 700] * comb(48 - cards, 5 - cards) == pytest.approx(win - lose, abs=0.01)


@pytest.mark.slow(1)
def test_margins_before_the_flop():
    found = margins(b"")
    assert not (found + found.T).any()
    for hand in (0, 5, 300, 1325):
        win, tie, lose = preflop_counts({hand: 1}, dict.fromkeys(range(1326), 1))
        assert found[hand].sum() / 1225 == pytest.approx((win - lose) / (win + tie + lose), abs=1e-6)
        assert not found[
            hand, [number for number, pair in enumerate(COMBINATIONS) if {*pair} & {*COMBINATIONS[hand]}]
        ].any()


@pytest.mark.slow(2)
@pytest.mark.parametrize(
    ("setting", "won"),
    [
        ("late", (500, 1000)),
        ("calls", (500, 0)),
        ("late-56", (500, 1000)),
        ("flop-56", (500, 1000)),
    ],
)
def test_always_folding_loses_the_published_amount(setting, won):
    """250 and 750: the small blind at once, and the big blind to the first bet."""
    assert play_deal(ask_hands_of("folder"), SETTINGS[setting], 50, 1, 0) == pytest.approx(won, abs=1e-3)


def caller_loses(board, stack):
    """The winnings of a late-betting responder from always calling: with more than half of the pot, all its chips.

    What the other hands win on the river is counted as what they would win on average, without the luck of that card.
    """
    before, after = (
        np.array(found.win, float) - np.array(found.lose, float)
        for found in (range_vs_range(EVERYTHING, EVERYTHING, board[:size]) for size in (4, 5))
    )
    bets = before > 0
    weights = [comb(52, size) / comb(48, size) for size in (4, 5)]
    on_turn = stack * before[bets].sum() / 44 * weights[0]
    luck = 2 * (after[~bets].sum() * weights[1] - before[~bets].sum() / 44 * weights[0])
    on_river = ((np.where(after > 0, stack, 2) * after)[~bets]).sum() * weights[1] - luck
    return (on_turn + on_river) / (1326 * 1225)


@pytest.mark.slow(2)
def test_always_calling_loses_all_in_to_better_hands(monkeypatch):
    monkeypatch.setattr(local_response, "_board", lambda _seed, _number: BOARD)
    stack = 20
    expected = caller_loses(BOARD, 2 * stack) * 500
    assert play_deal(ask_hands_of("caller"), SETTINGS["late"], stack, 1, 0) == pytest.approx(expected, rel=1e-5)


def responder(rng, setting="late"):
    return LocalResponse(None, SETTINGS[setting], 0, rng)


def random_line(rng, board, *actions):
    """A line of play that goes over a board, with random ranges of both players."""
    deal = Deal(holdem((40, 40)), _deck(board))
    for action in actions:
        deal.act(deal.actor, action)
    live = ~np.isin(hand_pairs(), list(board[: len(deal.board)])).any(axis=1)
    return LineOfPlay(deal, rng.random(1326) * live, (rng.random(1326) < 0.4) * live, 1.5)


TO_THE_TURN = (CALL, CHECK, CHECK, CHECK)


@pytest.mark.slow(2)
def test_corrections_for_a_card_are_0_on_average(monkeypatch):
    monkeypatch.setattr(LocalResponse, "_go_on", lambda *_: 0.0)
    found = []
    for river in set(range(52)) - {*BOARD[:4]}:
        line = random_line(np.random.default_rng(seed(1)), BOARD[:4] + bytes([river]), *TO_THE_TURN, CHECK)
        found.append(responder(None)._act(line, CHECK))
    assert min(found) < -1 < 1 < max(found)
    assert np.mean(found) == pytest.approx(0, abs=1e-3 * np.std(found))


class Drawn:
    """Draws a chosen one of a robot's actions, and keeps the chances."""

    def __init__(self, place):
        self.place = place

    def choice(self, _number, p):
        self.chances = p
        return self.place


@pytest.mark.few(1)
@pytest.mark.parametrize("setting", ["late", "flop-56"])
def test_corrections_for_an_action_are_0_on_average(setting, monkeypatch):
    """Weighed with the chances of the actions, the results are the same with and without the corrections."""
    line = random_line(np.random.default_rng(seed(1)), BOARD, *TO_THE_TURN, CHECK, CHECK, CHECK)
    rng = np.random.default_rng(seed(2))
    chances = dict(zip((CHECK, Bet(2), Bet(12), Bet(36)), rng.dirichlet([3, 2, 1, 1], 1326).T, strict=True))
    monkeypatch.setattr(
        LocalResponse, "_act", lambda _, line, action: line.weight * (line.range @ line.mine) * len(str(action))
    )
    drawn = [Drawn(place) for place in range(4)]
    corrected = [responder(draw, setting)._draw(line, chances) for draw in drawn]
    monkeypatch.setattr(LocalResponse, "_check_down", lambda *_: 0.0)
    plain = [responder(draw, setting)._draw(line, chances) for draw in drawn]
    assert np.dot(corrected, drawn[0].chances) == pytest.approx(np.dot(plain, drawn[0].chances))
    assert np.std(np.subtract(corrected, plain)) > 1


@pytest.mark.slow(2)
def test_the_same_seed_gives_the_same_deal():
    ask = ask_hands_of("nolimit-easy")
    first, same, other = (play_deal(ask, SETTINGS["late"], 12, 1, number) for number in (3, 3, 4))
    assert first.tolist() == same.tolist() != other.tolist()


@pytest.mark.deep
def test_a_calling_responder_equals_caller(blueprint):
    robot = BlueprintRobot({12: blueprint})
    ask, setting = partial(ask_blueprint, robot), (CALLS,) * 4
    found = np.array([play_deal(ask, setting, 12, seed(1), number).mean() for number in range(count(500))])
    rules = Rules("holdem", count(20_000), seed(1), all_in=True, stack=12)
    table = MatchTable(rules, [Caller(), robot])
    tally = sum((table.play_block(block) for block in rules.blocks), nothing(2, profiled=False))
    error = (found.var() / len(found) + (tally.interval(0, 2) / 1.96) ** 2) ** 0.5
    assert abs(found.mean() - tally.mean(0, 2)) < 4 * error
    assert error < 150


def call(deal):
    return CALL if deal.legal_actions().call else CHECK


def turns(robot, numbers):
    """Views of a robot's turns in random deals with odd bets."""
    for number in numbers:
        rng = random.Random(seed(number))
        deal = Deal(holdem((24, 24)), rng.sample(CARDS, len(CARDS)))
        while deal.actor is not None:
            view = make_view(deal, deal.actor)
            if deal.actor == 1:
                yield view
            action = ask_action(robot, view, rng) if deal.actor == 1 else random_action(deal, rng)
            # Folds would end most deals early.
            deal.act(deal.actor, call(deal) if isinstance(action, Fold) and rng.random() < 0.8 else action)


def chances_of(robot, view, monkeypatch):
    """The chance of each action of the hand that the robot holds, by letting it draw each number in turn."""
    drawn = []
    monkeypatch.setattr(nolimit, "_draw", lambda parts, _rng: drawn.append(parts) or place)
    place, found = 0, {}
    while place == 0 or place < len(drawn[-1]):
        action = robot.decide(view, random.Random(1)).action
        if not drawn:
            return {action: 1.0}
        found[action] = found.get(action, 0) + drawn[-1][place] / sum(drawn[-1])
        place += 1
    return found


@pytest.mark.slow(1)
@pytest.mark.few(1)
@pytest.mark.parametrize("kind", [BlueprintRobot, NolimitRobot])
def test_a_robot_asked_for_all_hands_plays_each_as_it_would(kind, blueprint, monkeypatch):
    for name, value in (("EFFORT", {2: 0, 3: 0}), ("FEWEST", 6)):
        monkeypatch.setattr(resolving, name, value)
    robot, streets = kind({12: blueprint}), set()
    for view in turns(robot, range(count(200, 30))):
        streets.add(len(view.board))
        own = sorted(card.code for card in view.hole_cards)
        hand = own[1] * (own[1] - 1) // 2 + own[0]
        dead = {card.code for card in view.board}
        live = [number for number, pair in enumerate(COMBINATIONS) if not {*pair} & dead]
        hands = [*(number for number in live[::7] if number != hand), hand]
        asked = ask_blueprint(robot, view, hands)
        assert sum(asked.values())[hands] == pytest.approx(1, abs=1e-4)
        for number in (hand, hands[len(hands) // 2]):
            held = view._replace(hole_cards=tuple(CARDS[code] for code in COMBINATIONS[number]))
            with monkeypatch.context() as patch:
                expected = chances_of(robot, held, patch)
            for action, chances in asked.items():
                assert chances[number] == pytest.approx(expected.get(action, 0), abs=2e-4)
    assert {0, 3, 4, 5} <= streets


def test_sizes_of_a_bet():
    deal = Deal(holdem((100, 100)), CARDS)
    for action in (CALL, CHECK):
        deal.act(deal.actor, action)
    legal = deal.legal_actions().bet
    assert _sizes(deal, legal, FRACTIONS[FEW]) == [4, 98]
    many = _sizes(deal, legal, FRACTIONS[MANY])
    assert many[:9] == [2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert many[-4:] == [71, 81, 94, 98]
    assert len(many) == len(set(many)) == 26
    assert len(FRACTIONS[MANY]) == 56


def test_robots_that_can_be_asked():
    assert find_robot("NoLimit") == "nolimit"
    assert fingerprint("nolimit") != fingerprint("nolimit-easy") != fingerprint("caller") == ""
    for name in ("swede", "random", "x"):
        with pytest.raises(UsageError, match=r"cannot be measured: (expected folder, caller|did you mean)"):
            find_robot(name)
    assert set(SETTINGS["calls"]) == {FOLDS}
    assert all(setting[0] == CALLS for name, setting in SETTINGS.items() if name != "calls")
    assert "random" not in ROBOTS
