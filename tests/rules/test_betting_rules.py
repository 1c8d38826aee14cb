"""Poker TDA rules, 2024: bets and raises (43 to 58), with the examples of their illustration addendum.

docs/rules.md lists rule → test. Players A, B, C … of an example are the seats in the order they act.
"""

import pytest

from ircpoker.cards import CARDS
from ircpoker.errors import IllegalActionError, NotYourTurnError
from ircpoker.table.actions import CALL, CHECK, FOLD, Bet, LegalActions, RaiseTo
from ircpoker.table.deal import Deal
from ircpoker.table.games import GAMES
from ircpoker.table.setup import Setup
from tests.table.play import act_all, holdem

DEEP = 100_000


def legal(deal: Deal) -> LegalActions:
    actions = deal.legal_actions()
    assert actions is not None
    return actions


def postflop(stacks: tuple[int, ...], blinds: tuple[int, int], game: str = "holdem") -> Deal:
    """Return a deal on the flop that everybody saw for one big blind; `stacks` are those after it."""
    deal = Deal(holdem(tuple(stack + blinds[1] for stack in stacks), blinds, game), CARDS)
    act_all(deal, *[CALL] * (len(stacks) - 1), CHECK)
    assert len(deal.board) == 3
    return deal


class TestRule43RaiseAmounts:
    def test_tda_43a_example_1_the_largest_raise_not_the_largest_bet(self) -> None:
        deal = act_all(postflop((DEEP,) * 4, (100, 200)), Bet(600), RaiseTo(1600), RaiseTo(3600))
        assert legal(deal).raise_to[0] == 5600

    def test_tda_43a_example_2_a_short_all_in_does_not_change_the_minimum_raise(self) -> None:
        deal = act_all(Deal(holdem((DEEP, DEEP, 150, DEEP), (50, 100)), CARDS), RaiseTo(150))
        assert legal(deal).raise_to[0] == 250

    def test_tda_43a_example_3_a_raise_larger_than_the_bet(self) -> None:
        deal = act_all(postflop((DEEP,) * 4, (100, 200)), Bet(300), RaiseTo(1000))
        assert legal(deal).raise_to[0] == 1700

    def test_tda_43a_example_4a_several_raises(self) -> None:
        deal = Deal(holdem((DEEP,) * 6, (25, 50)), CARDS)
        act_all(deal, RaiseTo(125))
        assert legal(deal).raise_to[0] == 200
        act_all(deal, RaiseTo(200), RaiseTo(500))
        assert legal(deal).raise_to[0] == 800

    def test_tda_43a_example_4b_one_large_raise(self) -> None:
        deal = act_all(Deal(holdem((DEEP,) * 6, (25, 50)), CARDS), RaiseTo(500), CALL, CALL)
        assert legal(deal).raise_to[0] == 950

    def test_tda_43a_the_minimum_bet_is_the_big_blind_on_each_street(self) -> None:
        deal = act_all(Deal(holdem((DEEP, DEEP), (50, 100)), CARDS), RaiseTo(500), CALL)
        assert legal(deal).bet == range(100, DEEP - 500 + 1)

    def test_tda_43b_a_raise_names_the_total(self) -> None:
        deal = act_all(postflop((DEEP,) * 3, (100, 200)), Bet(2000), RaiseTo(8000))
        assert deal.bets == (2000, 8000, 0)


class TestRule47Reopening:
    def example_1(self) -> Deal:
        deal = postflop((1000, 125, 1000, 200, 1000), (50, 100))
        return act_all(deal, Bet(100), RaiseTo(125), CALL, RaiseTo(200), CALL)

    def test_tda_47a_example_1_short_all_ins_add_up_to_a_full_raise(self) -> None:
        deal = self.example_1()
        assert (deal.actor, legal(deal).call, legal(deal).raise_to[0]) == (0, 100, 300)

    def test_tda_47a_example_1a_but_not_for_a_player_who_faces_less(self) -> None:
        deal = act_all(self.example_1(), CALL)
        assert deal.actor == 2
        assert legal(deal) == LegalActions(2, can_fold=True, call=75)

    def test_tda_47a_example_1b_a_full_raise_reopens_for_him_too(self) -> None:
        deal = act_all(self.example_1(), RaiseTo(300))
        assert (deal.actor, legal(deal).call, legal(deal).raise_to[0]) == (2, 175, 400)

    def test_tda_47a_example_2_the_minimum_raise_stays_the_last_full_raise(self) -> None:
        deal = postflop((DEEP, 500, 650, 800, DEEP, DEEP), (50, 100))
        act_all(deal, Bet(300), RaiseTo(500), RaiseTo(650), RaiseTo(800), CALL)
        assert (deal.actor, legal(deal).call, legal(deal).raise_to[0]) == (5, 800, 1100)

    def example_3(self) -> Deal:
        """A limps, B folds, C is all-in for 7500, the small blind folds: on the big blind."""
        deal = Deal(holdem((DEEP, DEEP, DEEP, DEEP, 7500), (2000, 4000)), CARDS)
        return act_all(deal, CALL, FOLD, RaiseTo(7500), FOLD)

    def test_tda_47a_example_3a_a_short_all_in_over_a_limp_does_not_reopen(self) -> None:
        deal = self.example_3()
        assert (deal.actor, legal(deal).call, legal(deal).raise_to[0]) == (1, 3500, 11_500)
        act_all(deal, CALL)
        assert legal(deal) == LegalActions(2, can_fold=True, call=3500)

    def test_tda_47a_example_3b_the_big_blind_reopens(self) -> None:
        deal = act_all(self.example_3(), RaiseTo(11_500))
        assert (deal.actor, legal(deal).call, legal(deal).raise_to[0]) == (2, 7500, 15_500)

    def test_tda_47a_a_short_all_in_does_not_reopen_after_a_check(self) -> None:
        deal = act_all(postflop((1000, 1000, 20), (50, 100)), CHECK, CHECK, Bet(20))
        assert legal(deal) == LegalActions(0, can_fold=True, call=20)

    def test_tda_47a_a_player_who_has_not_acted_may_raise_a_short_bet(self) -> None:
        """At least to the all-in and a full bet more (Robert's Rules, no-limit and pot-limit, 2)."""
        deal = act_all(postflop((20, 1000, 1000), (50, 100)), Bet(20))
        assert (legal(deal).call, legal(deal).raise_to[0]) == (20, 120)

    def test_wsop_96_a_short_reraise_does_not_reopen_for_the_raiser(self) -> None:
        """The two situations that pokerkit's own tests give for rule 96 of 2024."""
        deal = act_all(Deal(holdem((650, 20_000, 20_000), (100, 200)), CARDS), RaiseTo(600), RaiseTo(650), CALL)
        assert legal(deal) == LegalActions(2, can_fold=True, call=50)

    def test_wsop_96a_two_short_reraises_together_reopen(self) -> None:
        setup = Setup(GAMES["holdem"], (20_001, 20_001, 20_001, 1301, 1701), 1, antes=(1,) * 5)
        deal = act_all(Deal(setup, CARDS), Bet(500), RaiseTo(1000), CALL, RaiseTo(1300), RaiseTo(1700))
        assert legal(deal).raise_to == range(2200, 20_001)
        act_all(deal, FOLD)
        assert legal(deal).raise_to == range(2200, 20_001)
        act_all(deal, CALL)
        assert legal(deal).raise_to == range(2200, 20_001)


class TestRule47LimitHalfBet:
    """Bets of 20 on the flop, 40 later."""

    def deal(self, *stacks: int) -> Deal:
        return postflop(stacks, (10, 20), "limit")

    def test_tda_47b_less_than_half_a_bet_does_not_reopen(self) -> None:
        deal = act_all(self.deal(500, 29, 500), Bet(20), RaiseTo(29), CALL)
        assert legal(deal) == LegalActions(0, can_fold=True, call=9)

    def test_tda_47b_half_a_bet_reopens(self) -> None:
        deal = act_all(self.deal(500, 30, 500), Bet(20), RaiseTo(30), CALL)
        assert legal(deal) == LegalActions(0, can_fold=True, call=10, raise_to=range(50, 51))

    def test_tda_47b_short_all_ins_add_up(self) -> None:
        deal = act_all(self.deal(500, 25, 500, 32), Bet(20), RaiseTo(25), CALL, RaiseTo(32))
        assert legal(deal).raise_to == range(52, 53)
        act_all(deal, CALL)
        assert legal(deal) == LegalActions(2, can_fold=True, call=7)

    def test_robert_limit_less_than_half_is_completed(self) -> None:
        """A player who has not acted may complete the bet, which is not a raise."""
        deal = act_all(self.deal(5, 500, 500), Bet(5))
        assert legal(deal).raise_to == range(20, 21)
        act_all(deal, RaiseTo(20))
        assert legal(deal).raise_to == range(40, 41)

    def test_robert_limit_half_or_more_counts_as_a_full_bet(self) -> None:
        """ "Raising a $15 all-in bet to $35" is the example of Robert's Rules."""
        deal = act_all(self.deal(15, 500, 500), Bet(15))
        assert legal(deal).raise_to == range(35, 36)


class TestRule48NumberOfRaises:
    def test_tda_48_no_cap_in_no_limit(self) -> None:
        deal = postflop((DEEP, DEEP), (50, 100))
        act_all(deal, Bet(100), *[RaiseTo(amount) for amount in range(200, 5000, 100)])
        assert legal(deal).raise_to[0] == 5000

    def test_tda_48_four_bets_also_heads_up(self) -> None:
        deal = postflop((500, 500), (10, 20), "limit")
        act_all(deal, Bet(20), RaiseTo(40), RaiseTo(60), RaiseTo(80))
        assert legal(deal) == LegalActions(0, can_fold=True, call=20)

    def test_tda_48_before_the_flop_the_big_blind_is_the_first_bet(self) -> None:
        deal = Deal(holdem((500, 500, 500), (10, 20), "limit"), CARDS)
        act_all(deal, RaiseTo(40), RaiseTo(60), RaiseTo(80))
        assert legal(deal) == LegalActions(2, can_fold=True, call=40)

    def test_tda_48_late_streets_have_the_big_bet(self) -> None:
        deal = act_all(postflop((500, 500), (10, 20), "limit"), CHECK, CHECK)
        assert legal(deal).bet == range(40, 41)

    def test_tda_48_an_all_in_of_less_than_half_is_no_bet_of_the_four(self) -> None:
        deal = postflop((500, 500, 500, 25), (10, 20), "limit")
        act_all(deal, CHECK, CHECK, Bet(20), RaiseTo(25), RaiseTo(40), RaiseTo(60))
        assert legal(deal).raise_to == range(80, 81)


class TestTurns:
    def test_tda_50a_action_in_turn_is_binding(self) -> None:
        deal = act_all(Deal(holdem((100, 100)), CARDS), CALL)
        with pytest.raises(NotYourTurnError):
            deal.act(1, FOLD)
        assert deal.in_hand == (True, True)

    def test_tda_53a_action_out_of_turn_changes_nothing(self) -> None:
        deal = Deal(holdem((100, 100, 100)), CARDS)
        before = list(deal.events)
        with pytest.raises(NotYourTurnError) as caught:
            deal.act(0, RaiseTo(6))
        assert (caught.value.seat, caught.value.actor) == (0, 2)
        assert (deal.events, deal.actor) == (before, 2)

    def test_tda_52a_an_underraise_is_refused_with_the_legal_amounts(self) -> None:
        """Nobody has to correct it later: it never stands."""
        deal = act_all(postflop((5000,) * 3, (100, 200)), Bet(600))
        with pytest.raises(IllegalActionError, match=r"fold, call 600 or raise to 1200-5000$") as caught:
            deal.act(1, RaiseTo(1000))
        assert caught.value.legal_actions == deal.legal_actions()
        assert deal.bets == (600, 0, 0)

    def test_tda_55_invalid_declarations_are_refused(self) -> None:
        deal = postflop((5000,) * 2, (100, 200))
        for action in (CALL, RaiseTo(400)):
            with pytest.raises(IllegalActionError, match=r"you may fold, check or bet 200-5000$"):
                deal.act(0, action)
        act_all(deal, Bet(200))
        with pytest.raises(IllegalActionError, match=r"you may fold, call 200 or raise to 400-5000$"):
            deal.act(1, CHECK)

    def test_tda_58_a_fold_with_nothing_to_call_is_binding(self) -> None:
        deal = act_all(postflop((100,) * 3, (1, 2)), FOLD, FOLD)
        assert deal.is_over
        assert deal.stacks == (100, 100, 106)


class TestRule54PotLimit:
    def test_tda_54b_example_1_a_dead_small_blind(self) -> None:
        setup = Setup(GAMES["pot_limit"], (DEEP,) * 3, 200, blinds=(200, 0, 0), full_blinds=300)
        assert legal(Deal(setup, CARDS)).raise_to == range(400, 701)

    def test_tda_54b_example_2_a_short_big_blind(self) -> None:
        setup = Setup(GAMES["pot_limit"], (DEEP, 100, DEEP), 200, blinds=(100, 200, 0), full_blinds=300)
        assert legal(Deal(setup, CARDS)).raise_to == range(400, 701)

    def test_tda_54_full_blinds(self) -> None:
        deal = Deal(holdem((DEEP,) * 3, (100, 200), "pot_limit"), CARDS)
        assert legal(deal).raise_to == range(400, 701)
        act_all(deal, RaiseTo(700))  # call 600, the pot is 1600 then
        assert legal(deal).raise_to == range(1200, 2301)

    def test_tda_54c_after_the_flop_the_actual_pot(self) -> None:
        deal = postflop((DEEP,) * 3, (100, 200), "pot_limit")
        assert legal(deal).bet == range(200, 601)


class TestShortBlinds:
    """Robert's Rules of Poker, no-limit and pot-limit, 2."""

    def test_robert_a_short_big_blind_does_not_make_it_cheaper(self) -> None:
        deal = Deal(holdem((500, 30, 500, 500), (50, 100)), CARDS)
        assert (legal(deal).call, legal(deal).raise_to[0]) == (100, 200)
        act_all(deal, CALL, FOLD)
        assert legal(deal).call == 50

    def test_robert_nobody_pays_an_unmatchable_blind(self) -> None:
        """Heads-up the small blind has called already; three-handed it calls what the others have."""
        assert Deal(holdem((30, 500), (50, 100)), CARDS).is_over
        deal = act_all(Deal(holdem((500, 30, 60), (50, 100)), CARDS), CALL)
        assert legal(deal) == LegalActions(0, can_fold=True, call=10)


def test_tda_rp17_limping_is_allowed_in_draw() -> None:
    setup = Setup(GAMES["draw"], (200,) * 3, 10, antes=(10,) * 3)
    deal = act_all(Deal(setup, CARDS), CHECK, Bet(10))
    assert legal(deal).call == 10
