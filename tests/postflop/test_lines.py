import numpy as np
import pytest

from ircpoker.errors import PokerError
from ircpoker.postflop.lines import split_line
from tests.lab.small import needs_solver
from tests.postflop.spots import opened

pytestmark = needs_solver


@pytest.fixture(scope="module")
def turn():
    solution = opened("Qs Jh 2h 8d")
    solution.run(iterations=10)
    return solution


def test_steps():
    assert list(split_line("check, bet 94,call 7c / k")) == ["check", "bet 94", "call", "7c", "k"]
    assert list(split_line("  ")) == []
    with pytest.raises(PokerError, match="a line of 2001 characters"):
        list(split_line("k" * 2001))


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("", ""),
        ("check", "check"),
        ("k b c 7c", "check, bet 50, call, 7c"),
        ("BET 50 CALL Ts", "bet 50, call, Ts"),
        ("k,k,7c,b", "check, check, 7c, bet 50"),
    ],
)
def test_lines(turn, line, text):
    assert turn.place(line).text == text


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("fold", "'fold': expected check or bet 50"),
        ("bet 51", "'bet 51': expected check or bet 50"),
        ("jump", "'jump': expected check or bet 50"),
        ("bet fold call", "after bet 50, fold there is no decision any more"),
        ("check check check", "'check': expected the next card, such as 7c"),
        ("check check Qs", "Qs"),
        ("check check 7c 7d", "'7d': expected check or bet 50"),
        ("check check 7c7d", "'7c7d': expected the next card"),
    ],
)
def test_wrong_lines(turn, line, message):
    with pytest.raises(PokerError) as caught:
        turn.place(line)
    assert message in str(caught.value)


def test_hands_that_could_get_there():
    """Who never takes an action is shown with the hands that could; cards are taken from these, too."""
    policy = np.zeros((2, 1326), np.float32)
    policy[0] = 1
    solution = opened("Qs Jh 2h 8d")
    solution.lock("", policy)  # out of position never bets
    solution.run(iterations=10)
    place = solution.place("bet")
    assert place.absent == [0]
    assert not place.reach[0].any()
    assert np.array_equal(place.shown, solution.spot.weights)
    later = solution.place("bet call Ah")
    assert later.absent == [0]
    assert later.shown[0].sum() == solution.spot.weights[0].sum() - 3
    assert np.array_equal(later.shown[1], later.reach[1])
    both = [solution.mean(player, solution.ev(player, "bet"), "bet") for player in (0, 1)]
    assert sum(both) == pytest.approx(150, abs=0.01)
    assert solution.place("check").absent == []


def test_decisions_need_cards(turn):
    with pytest.raises(PokerError, match="after check, check comes a card"):
        turn.decision("check check")
    with pytest.raises(PokerError, match="there is no decision any more"):
        turn.actions("bet fold")


def test_reaches_are_products(turn):
    strategy = turn.strategy("")
    place = turn.place("bet")
    assert np.allclose(place.reach[0], turn.spot.weights[0] * strategy[1])
    assert np.array_equal(place.reach[1], turn.spot.weights[1])
    card = turn.place("check check 7c")
    assert card.reach[:, 51 * 50 // 2].max() <= 1
    assert (turn.place("check check").reach >= card.reach).all()
