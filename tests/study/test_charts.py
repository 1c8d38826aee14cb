"""Charts say what the robots do: the chances of their own decisions in real deals, kind by kind."""

import csv
import random
from collections import Counter
from xml.etree import ElementTree

import pytest

from ircpoker.cards import CARDS, parse_cards
from ircpoker.errors import UsageError
from ircpoker.hands.kinds import BEST_FIRST, COMBINATIONS_OF
from ircpoker.robots.nolimit import NolimitRobot
from ircpoker.robots.ring.chances import chances_of
from ircpoker.robots.ring.features import read_betting
from ircpoker.robots.ring.robot import RingRobot
from ircpoker.robots.ring.turn import amount_of, read_turn
from ircpoker.study.chart_output import chart_csv, chart_svg
from ircpoker.study.charts import ACTIONS, read_chart, read_range
from ircpoker.table.actions import CALL, CHECK, FOLD, Action, RaiseTo
from ircpoker.table.deal import Deal
from ircpoker.table.games import GAMES
from ircpoker.table.setup import Setup
from ircpoker.table.view import PlayerView, make_view
from tests.table.play import deck_of
from tests.tiers import count, seed

SPOTS = ("", "f", "ffr", "fffrf", "ccf", "fffrrf", "fra", "crrr")
BIG_BLIND = 100


def hand_of(kind: str) -> str:
    return f"{kind[0]}h {kind[1]}{'h' if kind.endswith('s') else 'd'}"


def view_after(letters: str, hole: str, seats: int = 6, depth: int = 100) -> PlayerView:
    """Return the view of who acts next, with these cards, after what `ring` does by these letters."""
    blinds = (BIG_BLIND // 2, BIG_BLIND, *[0] * (seats - 2))
    setup = Setup(GAMES["holdem"], (depth * BIG_BLIND,) * seats, BIG_BLIND, blinds=blinds)
    rest = [str(card) for card in CARDS if card not in parse_cards(hole)]

    def played(place: int | None) -> Deal:
        hands = [hole if seat == place else " ".join(rest[2 * seat : 2 * seat + 2]) for seat in range(seats)]
        deal = Deal(setup, deck_of(*hands))
        for letter in letters:
            deal.act(deal.actor, action_of(letter, make_view(deal, deal.actor)))
        return deal

    actor = played(None).actor
    assert actor is not None
    return make_view(played(actor), actor)


def action_of(letter: str, view: PlayerView) -> Action:
    turn = read_turn(read_betting(view), view.seat)
    if letter == "f":
        return FOLD
    if letter == "c":
        return CALL if turn.betting.owed(view.seat) else CHECK
    return RaiseTo(amount_of(4 if letter == "r" else 8, turn))


def shares_of(view: PlayerView) -> dict[str, float]:
    """Return the chances with which `ring` acts, by letter."""
    robot, turn = RingRobot(), read_turn(read_betting(view), view.seat)
    strategy = robot.strategy_for(turn)
    chances = chances_of(strategy, turn, strategy.bucket([card.code for card in view.hole_cards], []))
    return {"fcra"[choice.bit_length() - 1]: share for choice, share in chances.items()}


@pytest.mark.parametrize("letters", SPOTS)
def test_a_chart_has_the_chances_of_the_robot(letters):
    """In a real deal, for every kind in the deep tier and some of them before."""
    chart = read_chart(f"ring6-100/{letters or 'UTG'}")
    kinds = random.Random(seed(1)).sample(BEST_FIRST, count(169, 8))
    for kind in kinds:
        expected = shares_of(view_after(letters, hand_of(kind)))
        assert {letter: chart.kinds(letter)[kind] for letter in chart.shares} == pytest.approx(expected), kind


@pytest.mark.parametrize(("seats", "depth"), [(3, 20), (4, 50), (5, 100)])
def test_fewer_seats_and_other_stacks(seats, depth):
    chart = read_chart(f"ring{seats}-{depth}/r")
    for kind in ("AA", "KQo", "T9s", "72o"):
        expected = shares_of(view_after("r", hand_of(kind), seats, depth))
        assert {letter: chart.kinds(letter)[kind] for letter in chart.shares} == pytest.approx(expected), kind


def test_decisions_of_the_robot_have_the_shares_of_the_chart():
    """A million of them within half a point in the deep tier."""
    decisions, rng, robot = count(1_000_000, 1500), random.Random(seed(2)), RingRobot()
    chart, hands, done = read_chart("ring6-100/BTN"), Counter(), Counter()
    for _ in range(decisions):
        hands[rng.choices(BEST_FIRST, COMBINATIONS_OF.values())[0]] += 1
    for kind, times in hands.items():
        view = view_after("fff", hand_of(kind))
        for _ in range(times):
            done[type(robot.decide(view, rng).action).__name__] += 1
    tolerance = max(0.005, 4 * 0.5 / decisions**0.5)
    for letter, action in (("f", "Fold"), ("c", "Call"), ("r", "RaiseTo")):
        assert done[action] / decisions == pytest.approx(chart.share(letter), abs=tolerance)


def test_the_chart_of_nolimit_is_its_play():
    robot, rng = NolimitRobot(), random.Random(seed(3))
    chart = read_chart("nolimit2-100/BTN")
    assert (chart.position, list(chart.shares)) == ("BTN", list("fchpa"))
    for kind in ("AA", "K9s", "72o"):
        deck = deck_of("2c 3c", hand_of(kind))
        setup = Setup(GAMES["holdem"], (200, 200), 2, blinds=(2, 1))
        view = make_view(Deal(setup, deck), 1)
        folds = sum(robot.decide(view, rng).action == FOLD for _ in range(400))
        assert folds / 400 == pytest.approx(chart.kinds("f")[kind], abs=0.1)


@pytest.mark.parametrize("name", ["ring6-100/BTN", "ring6-50/ffr", "ring3-20/ra", "nolimit2-20/p", "nolimit2-50/ch"])
def test_the_shares_of_a_kind_add_up(name):
    chart = read_chart(name)
    for kind in BEST_FIRST:
        assert sum(chart.kinds(letter)[kind] for letter in chart.shares) == pytest.approx(1), kind
    assert sum(map(chart.share, chart.shares)) == pytest.approx(1)
    assert chart.share("f") < 1


def test_names_and_positions():
    assert read_chart("ring6-100/btn") == read_chart("RING6-100/fff") == read_chart("ring6-100/BTN")
    chart = read_chart("ring6-100/ffr")
    assert (chart.name, chart.position) == ("ring6-100/ffr", "BTN")
    assert chart.before == (("UTG", "f"), ("HJ", "f"), ("CO", "r"))
    assert read_chart("ring3-100/SB").position == "SB"
    assert read_chart("nolimit2-50/p").position == "BB"


def test_ranges_are_weighted_by_how_often():
    opened, chart = read_range("ring6-100/BTN/open"), read_chart("ring6-100/BTN")
    hands = {kind: share for kind, share in chart.kinds("r").items() if share >= 0.00005}
    assert len(opened.weights) == sum(COMBINATIONS_OF[kind] for kind in hands)
    shares = {hand: float(weight * opened.unit) for hand, weight in opened.weights.items()}
    assert sum(shares.values()) / 1326 == pytest.approx(chart.share("r"), abs=0.0001)
    assert read_range("ring6-100/ffr/play").weights.keys() >= read_range("ring6-100/ffr/call").weights.keys()
    assert len(read_range("ring6-100/ffr/f").weights) > 1000


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("ring6-100", "the name of a chart, such as ring6-100/BTN or ring6-100/ffr"),
        ("easy6-100/BTN", "the name of a chart"),
        ("ring7-100/BTN", "ring with 3, 4, 5, 6 seats and 20, 50, 100 big blinds"),
        ("ring6-99/BTN", "20, 50, 100 big blinds"),
        ("nolimit3-50/BTN", "nolimit with 2 seats"),
        ("ring6-100/BB", "betting that goes on before the flop: after fffff it has ended"),
        ("ring6-100/cccccc", "after cccccc it has ended"),
        ("ring6-100/BTX", "for UTG one of f (fold), c (call), r (raise), a (all-in)"),
        ("ring6-100/BTN/x", "an action of BTN behind the chart: open, play, fold, call, raise"),
        ("ring6-100/ffr/open", "an action of BTN behind the chart: play, fold, call, raise"),
        ("ring6-100/" + "f" * 41, "the name of a chart"),
        ("ring6-100/../../etc/passwd", "the name of a chart"),
        ("@/etc/passwd", "the name of a chart"),
    ],
)
def test_other_names_are_refused(name, problem):
    with pytest.raises(UsageError) as refused:
        read_range(name)
    assert problem in str(refused.value)


def test_the_picture_and_the_table_have_every_kind():
    chart = read_chart("ring6-100/fffrf")
    rows = list(csv.DictReader(chart_csv(chart).splitlines()))
    assert [row["kind"] for row in rows] == list(BEST_FIRST)
    for row in rows:
        assert sum(float(row[ACTIONS[letter]]) for letter in chart.shares) == pytest.approx(1, abs=0.001)
    picture = ElementTree.fromstring(chart_svg(chart))
    texts = [each.text for each in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert set(BEST_FIRST) <= set(texts)
    assert f"call {chart.share('c'):.1%}" in texts
    width = sum(
        float(each.get("width"))
        for each in picture.iter("{http://www.w3.org/2000/svg}rect")
        if each.get("height") == "37"
    )
    assert width == pytest.approx(169 * 37, abs=10)
