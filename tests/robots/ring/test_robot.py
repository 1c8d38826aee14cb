"""The robot `ring` at real tables: unequal stacks, limpers, sizes that it does not know."""

import random
from pathlib import Path

import pytest

from ircpoker.cards import CARDS
from ircpoker.errors import NotAllowedError, RobotError, StrategyError
from ircpoker.robots import check_plays, load_robots, make_robot, registry
from ircpoker.robots.ring import EasyRingRobot, RingRobot, file
from ircpoker.robots.ring.features import BB, MAY_ALL_IN, MAY_CALL, MAY_FOLD, SB, choices_of, read_betting, street_of
from ircpoker.robots.ring.strategy import RingStrategy, draw, is_same_kind
from ircpoker.robots.ring.turn import read_turn
from ircpoker.table.actions import CALL, CHECK, FOLD, RaiseTo
from ircpoker.table.deal import Deal
from ircpoker.table.games import GAMES
from ircpoker.table.setup import Setup
from ircpoker.table.view import make_view
from tests import tiers
from tests.robots.ring.odd_tables import OddTable
from tests.robots.ring.views import turn_of

TO_THE_TURN = ", ".join([*["call"] * 3, *["check"] * 5])
"""Four seats."""


@pytest.fixture(scope="module")
def robot():
    return make_robot(RingRobot)


def actions_of(robot, view, count=60):
    rng = random.Random(3)
    found = [robot.decide(view, rng) for _ in range(count)]
    assert all(view.legal.allows(decision.action) for decision in found)
    return [decision.action for decision in found]


@pytest.mark.parametrize(
    ("hole", "words", "never"),
    [
        ("Ah Ad", "", (FOLD,)),
        ("Ah Ad", "to 5, fold", (FOLD,)),
        ("Ah Ad", "fold, fold, fold, call, to 8", (FOLD,)),
        ("Ah Ad", "to 5, to 16, to 100", (FOLD,)),
        ("7h 2c", "", (CALL,)),
        ("7h 2c", "to 100", (CALL,)),
        ("7h 2c", "to 5, to 9", (CALL,)),
    ],
)
def test_aces_and_trash(robot, hole, words, never):
    assert not set(actions_of(robot, turn_of(hole, words))) & set(never)


def test_it_opens_more_hands_later(robot):
    def opens(words):
        rng = random.Random(5)
        hands = [" ".join([str(card) for card in rng.sample(CARDS[12:], 2)]) for _ in range(60)]
        found = [action for hand in hands for action in actions_of(robot, turn_of(hand, words), 5)]
        return sum(isinstance(action, RaiseTo) for action in found)

    assert opens("fold, fold, fold") > 1.5 * opens("")


def test_the_nuts_raise_and_do_not_fold(robot):
    words = "fold, fold, fold, to 5, fold, call, check, check, check, check, bet 11"
    actions = actions_of(robot, turn_of("Ah Kh", words, board="Qh Jh Th 2s 9c"))
    assert FOLD not in actions
    assert any(isinstance(action, RaiseTo) for action in actions)


def test_whoever_bets_less_is_called_more(robot):
    def folds(bet):
        words = f"fold, fold, fold, to 5, fold, call, bet {bet}"
        view = turn_of("9c 8d", words, board="Ah Kd 4s 2s 3c", stacks=(200,) * 6)
        return sum(action == FOLD for action in actions_of(robot, view, 300))

    assert folds(2) < folds(8) <= folds(60)


def test_a_smaller_raise_before_the_flop_is_called_more(robot):
    def folds(first):
        views = [turn_of(hand, f"fold, fold, fold, to {first}, fold") for hand in ("Qh 9h", "Qh 8d", "Ah 4d")]
        return sum(actions_of(robot, view, 100).count(FOLD) for view in views)

    assert folds(4) < folds(5) < folds(9) < folds(30)


@pytest.mark.parametrize("words", ["fold, fold, fold, fold, call", "fold, fold, fold, call, fold"])
def test_the_big_blind_knows_who_limped(words):
    view = turn_of("Ah 4d", words)
    turn = read_turn(read_betting(view), view.seat)
    limper = SB if words.endswith("call") else 5
    assert turn.key >> 8 & 7 == limper + 1
    assert all(turn.key in RingStrategy.open(path).starts for path in file.SHIPPED.values())


def test_short_stacks_go_all_in(robot):
    view = turn_of("Ah Kd", "fold, fold", stacks=(12,) * 6)
    assert {action.amount for action in actions_of(robot, view) if isinstance(action, RaiseTo)} == {12}


def test_the_reason_names_spot_chances_and_action(robot):
    decision = robot.decide(turn_of("Ah Ad", "call, call"), random.Random(1))
    assert decision.why.startswith("preflop, 50 big blinds, 2 limped, 3 to act: with such hands ")
    assert decision.why.endswith(f"%, so {decision.action}")
    assert "raise" in decision.why
    late = robot.decide(turn_of("Ah Ad", "to 5, call, fold, fold, fold, fold", board="As 7d 2c"), random.Random(1))
    assert late.why.startswith("flop, 50 big blinds, 2 players, nobody has bet: with such hands ")


def test_missing_spots_are_played_as_the_nearest():
    strategy = RingStrategy.open(file.SHIPPED[50])
    view = turn_of("Ah Ad", "call, to 100, call, call, fold, call", stacks=(100, 30, 100, 100, 100, 100))
    betting = read_betting(view)
    key = betting.key(view.seat, MAY_FOLD | MAY_CALL | MAY_ALL_IN)
    found = strategy.nearest(key)
    assert found in strategy.starts
    assert street_of(found) == street_of(key)
    assert choices_of(found) & MAY_FOLD
    for known in [*strategy.starts][:50]:
        assert strategy.nearest(known) == known


@pytest.mark.parametrize(
    ("key", "other", "same"),
    [
        (0, 0b1110 << 23, True),  # other actions
        (0, 1 << 23, False),  # something to fold to
        (2 << 5, 2 << 5 | 3 << 17, True),  # another opener
        (2 << 5, 3 << 5, False),  # another raise
        (0, 1 << 2, False),  # another seat
        (1 | 2 << 8, 1 | 4 << 8, True),  # stack to pot
        (1 | 2 << 8, 1 | 5 << 8, False),
        (1, 1 | 1 << 16, True),  # of two, the betting of an earlier street
        (1, 1 | 1 << 14, False),  # of two, a bet
        (1 | 1 << 2, 1 | 1 << 2 | 3 << 21, True),  # of more, the price
        (1 | 1 << 2, 1 | 1 << 2 | 1 << 15, False),  # of more, the own role
        (1, 2, False),  # another street
    ],
)
def test_kinds_of_spots(key, other, same):
    assert is_same_kind(key, other) == is_same_kind(other, key) == same


def test_who_has_posted_plays_as_the_big_blind():
    setup = Setup(GAMES["holdem"], (100,) * 5, small_bet=2, blinds=(1, 2, 0, -2, 0))
    deal = Deal(setup, CARDS)
    deal.act(deal.actor, FOLD)
    view = make_view(deal, deal.actor)
    assert view.legal.allows(CHECK)
    turn = read_turn(read_betting(view), view.seat)
    assert choices_of(turn.key) & (MAY_FOLD | MAY_CALL) == MAY_CALL
    assert RingStrategy.open(file.SHIPPED[50]).knows(turn.key)
    assert turn.key >> 2 & 7 == BB


def test_tables_of_people_who_do_odd_things(robot):
    table = OddTable(robot, random.Random(tiers.seed(7)))
    for _ in range(tiers.count(10_000, 60)):
        table.play_deal()
    assert table.decisions > 60
    assert table.unknown <= max(0.01 * table.decisions, 5)


def test_all_others_are_all_in_by_their_antes(robot):
    setup = Setup(GAMES["holdem"], (1, 1, 50), small_bet=2, blinds=(1, 2, 0), antes=(1, 1, 1))
    deal = Deal(setup, CARDS)
    while not deal.is_over:
        view = make_view(deal, deal.actor)
        decision = robot.decide(view, random.Random(1))
        assert view.legal.allows(decision.action)
        deal.act(deal.actor, decision.action)


def test_nobody_goes_all_in_for_many_pots(robot):
    """After many small raises the training has no size but all-in: 578 chips into 50 were bet."""
    words = "fold, fold, to 5, fold, fold, call, bet 2, to 4, to 6, to 8"
    view = turn_of("Ah Ad", words, board="As 7d 2c", stacks=(600,) * 6)
    amounts = [action.amount for action in actions_of(robot, view, 200) if isinstance(action, RaiseTo)]
    assert amounts
    assert max(amounts) < 100


def test_it_plays_at_tables_of_three_to_six():
    robots = load_robots()
    for seats in range(3, 7):
        check_plays(robots["ring"], "holdem", seats, robots)
    for seats in (2, 7):
        with pytest.raises(NotAllowedError, match="ring plays holdem with 3 to 6 players only"):
            check_plays(robots["ring"], "holdem", seats, robots)


@pytest.mark.parametrize(("name", "as_ring"), [("hard", RingRobot), ("medium", RingRobot), ("easy", EasyRingRobot)])
def test_the_levels_play_as_ring_against_several(name, as_ring):
    level = make_robot(registry.find_robot(name, load_robots()))
    for words in ("", "to 5, call"):
        view = turn_of("Ah 9d", words, stacks=(100,) * 4)
        found = [each.decide(view, random.Random(2)) for each in (level, make_robot(as_ring))]
        assert found[0] == found[1]
    assert not getattr(level, "thinks", lambda _view: False)(turn_of("Ah 9d", TO_THE_TURN, (100,) * 4))


def test_a_missing_file_removes_ring_only(tmp_path, monkeypatch, caplog):
    broken = tmp_path / "50.bin"
    broken.write_bytes(file.SHIPPED[50].read_bytes()[:-1])
    monkeypatch.setattr(RingRobot, "files", {**file.SHIPPED, 50: broken})
    with pytest.raises(StrategyError):
        RingRobot.fingerprint()
    with pytest.raises(RobotError, match=r"ring failed.*'50\.bin' is refused: it has "):
        make_robot(RingRobot)
    assert "ring" not in load_robots()
    assert "; going on without the robot ring" in "".join(caplog.messages)


@pytest.mark.parametrize("place", [0, 9, 40, -1, -100])
def test_a_damaged_file_is_refused(tmp_path, place):
    content = bytearray(Path(file.SHIPPED[20]).read_bytes())
    content[place] ^= 0x40
    (tmp_path / "20.bin").write_bytes(content)
    with pytest.raises(StrategyError):
        RingStrategy.open(tmp_path / "20.bin")


def test_draws_by_weight():
    assert [draw([1, 0, 3], chance) for chance in (0, 0.2, 0.26, 0.99)] == [0, 0, 2, 2]
    assert draw([2.0, 0.0], 0.9999999999999999) == 0


def test_a_check_is_a_check(robot):
    view = turn_of("7h 2c", "call, call, call, call, call")
    assert set(actions_of(robot, view)) <= {CHECK, *[action for action in actions_of(robot, view) if action != CALL]}
