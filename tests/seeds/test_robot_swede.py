"""The Swedish bot: what document 003 says of throwing cards, of stakes and of decisions, sentence by sentence."""

import random

import pytest

from ircpoker.cards import CARDS
from ircpoker.draws import discards, mean_strength
from ircpoker.hands import evaluate
from ircpoker.robots.swede import Record, SwedeRobot
from ircpoker.robots.swede.opponents import Act
from ircpoker.robots.swede.rules import SwedeSituation, Threat, choose, scale_of, start_of
from ircpoker.table.actions import Discard
from ircpoker.table.view import make_view
from tests.robots.turns import draw_deal, play, stand_pat

ACES, NOTHING = "Ah Ad Kc 7s 2h", "3c 4c 6d 8s Td"


def test_strength_runs_from_0_to_1():
    """Istället för att räkna på rankvärden mellan 1 och 7462 normaliseras rankingvärdet mellan 1 och 0 genom
    följande beräkning där 1 är bäst och 0 sämst: 1 - r/7462.
    """
    now = SwedeRobot().read(stand_pat_view("Ah Ad Kc 7s 2h"))
    assert now.best == 1 - 3370 / 7462


def stand_pat_view(hand):
    """Return the view of seat 1 on its turn after a draw in which nobody changed a card."""
    deal = stand_pat(play(draw_deal("3c 4c 6d 8s Td", hand), "check, check"))
    return make_view(play(deal, "check"), 1)


def test_the_cards_that_give_the_best_mean_are_thrown():
    """Det sätt att kasta kort som sedan ger bäst genomsnittsrang utförs sedan."""
    rng = random.Random(2)
    for _ in range(20):
        hand = rng.sample(CARDS, 5)
        rest = [card for card in CARDS if card not in hand][:5]
        deal = play(draw_deal(" ".join(map(str, hand)), " ".join(map(str, rest))), "check, check")
        action = SwedeRobot().decide(make_view(deal, 0), rng).action
        best = min(discards(hand), key=lambda hold: hold.mean)
        assert action == Discard(tuple(card for card in hand if card not in best.cards))


def test_cards_are_thrown_only_if_that_is_better():
    """Skulle denna medelrank vara bättre än nuvarande hand … så sparas detta sätt att kasta kort undan."""
    deal = play(draw_deal("9h 8d 7c 6s 5h", NOTHING), "check, check")
    assert SwedeRobot().decide(make_view(deal, 0), random.Random(1)).action == Discard()


def test_the_31_ways_are_tried():
    """Att kasta ett till fem kort går att göra på 31 olika sätt."""
    holds = discards(ACES)
    assert len([hold for hold in holds if len(hold.cards) < 5]) == 31
    assert sum(hold.draws for hold in holds if len(hold.cards) < 5) == 2_598_959


@pytest.mark.parametrize(("chips", "pot", "one_opponent"), [(99, 100, 100), (799, 200, 400), (801, 300, 600)])
def test_the_pot_to_start_from(chips, pot, one_opponent):
    """Spelarens chips: < 100: 100, 100. < 800: 200, 400. > 800: 300, 600."""
    assert (start_of(chips, 3), start_of(chips, 2)) == (pot, one_opponent)


def test_one_opponent_makes_it_higher():
    """När endast en motståndare är kvar är chansen större att till exempel ett bra par kan vara en vinnande hand."""
    assert all(start_of(chips, 2) >= start_of(chips, players) for chips in range(0, 1000, 10) for players in (3, 4, 5))


def test_best_rank():
    """När en korthand delas ut till spelaren används handens rank. När vilka kort som ska kastas räknas fram används
    bästa medelrank om den är högre än nuvarande rank. Efter att kort kastas används ranken på den nya korthanden.
    """
    before = SwedeRobot().read(make_view(draw_deal(ACES, NOTHING), 0)).best
    assert before == mean_strength(discards(ACES)[0]) > evaluate(ACES).strength
    assert SwedeRobot().read(stand_pat_view(ACES)).best == evaluate(ACES).strength


def test_players_left_in_the_round():
    """Ger ett värde mellan 1 och 0.6 där 1 betyder att man är sista spelare att tillfrågas denna rundan."""
    factors = [scale_of(left, players) for players in range(2, 6) for left in range(1, players + 1)]
    assert max(factors) == scale_of(1, 5) == 1
    assert min(factors) == scale_of(5, 5) == pytest.approx(0.68)


def test_open_check():
    """Räknar fram hur ofta motståndaren öppnar en runda i förhållande till hur ofta han checkar."""
    assert Record(4, open=3, check=1).open_check > Record(4, open=1, check=3).open_check


def test_raise_call():
    """Förhållandet mellan antalet gånger motståndaren har höjt jämfört med att syna."""
    assert Record(4, raises=3, call=1).raise_call > Record(4, raises=1, call=3).raise_call


def test_uncertain_in_the_first_four_rounds():
    """Dessa förhållanden använder sig också av en osäkerhetsfaktor de första 4 rundorna."""
    factors = [Record(deals, open=3, check=1).open_check for deals in range(1, 8)]
    assert factors == sorted(factors)
    assert len(set(factors)) == 4


def test_without_the_chips_it_is_fold_or_all_in():
    """Skulle inte detta vara fallet kan spelaren antingen dra sig ur eller gå all-in."""
    rng = random.Random(3)
    for _ in range(200):
        now = SwedeSituation(rng.random(), 60, rng.randint(10, 200), 3, 1, 80, None, has_drawn=rng.random() < 0.5)
        threat = Threat(rng.choice([Act.OPEN, Act.RAISE, Act.ALL_IN]), 1.0, rng.random(), rng.randrange(6))
        choice = choose(SwedeSituation(now.best, 60, now.current, 3, 1, 80, None, threat, now.has_drawn))
        assert choice.act in {Act.FOLD, Act.ALL_IN}


def test_the_choice_depends_on_style_hand_and_discards():
    """Vilket val spelaren gör beror på … motståndarens spelstil, rank på spelarens korthand eller antalet kort
    motståndaren har kastat.
    """

    def act(best=0.6, play_mode=0.5, drew=0, *, has_drawn=False):
        return choose(
            SwedeSituation(best, 60, 40, 3, 1, 80, None, Threat(Act.RAISE, 1.0, play_mode, drew), has_drawn)
        ).act

    assert [act(play_mode=mode) for mode in (0.5, 0.7)] == [Act.FOLD, Act.ALL_IN]
    assert [act(best=best) for best in (0.6, 0.95)] == [Act.FOLD, Act.ALL_IN]
    assert [act(drew=drew, has_drawn=True) for drew in (0, 3)] == [Act.FOLD, Act.ALL_IN]


def test_a_call_despite_a_higher_stake():
    """… ett par spärrar som kan göra att spelaren synar motståndaren istället för att höja, fastän potten som är
    beräknad att satsa är högre än vad motståndaren har satsat.
    """
    choice = choose(SwedeSituation(0.60, 200, 10, 3, 2, 30, 60, Threat(Act.OPEN, 0.75)))
    assert (choice.act, choice.stake) == (Act.CALL, 46)


def test_a_bold_opponent_is_followed_further():
    """En våghalsig motståndare som höjer vågar man följa med längre eller till och med höja mot med en sämre hand."""
    order = [Act.FOLD, Act.CALL, Act.RAISE]
    for best in (0.46, 0.5, 0.6, 0.7):
        acts = [
            order.index(choose(SwedeSituation(best, 250, 60, 3, 2, 60, 120, Threat(Act.RAISE, factor))).act)
            for factor in (0.5, 0.8, 1.1, 1.5)
        ]
        assert acts == sorted(acts)
        assert acts[0] < acts[-1]
