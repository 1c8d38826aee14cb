"""The course of a deal: what is dealt to whom, whose turn it is, and how it ends."""

import pytest

from ircpoker.cards import CARDS, parse_cards
from ircpoker.errors import IllegalActionError, NotYourTurnError
from ircpoker.table.actions import CALL, CHECK, FOLD, MUCK, SHOW, Action, Bet, Discard, LegalActions, RaiseTo
from ircpoker.table.deal import Deal, replay
from ircpoker.table.events import (
    AntePosted,
    BetReturned,
    BlindPosted,
    CardsDrawn,
    HandMucked,
    HandShown,
    HoleCardsDealt,
    PlayerActed,
    PotWon,
    StreetBegan,
)
from ircpoker.table.games import GAMES, Street
from ircpoker.table.setup import Setup
from tests.table.play import act_all, deck_of, holdem


def draw_setup(*stacks: int, ante: int = 10, game: str = "draw") -> Setup:
    return Setup(GAMES[game], stacks, ante, 2 * ante, antes=(ante,) * len(stacks))


class TestHoldem:
    def test_a_whole_deal_event_by_event(self) -> None:
        deal = Deal(holdem((100, 100)), deck_of("As Ac", "Ks Kc", board="3h 4c 8d 9s Jd"))
        act_all(deal, CALL, CHECK, Bet(10), RaiseTo(30), CALL, CHECK, CHECK, CHECK, Bet(40), CALL)
        assert deal.events == [
            BlindPosted(0, 2),
            BlindPosted(1, 1),
            HoleCardsDealt(0, 2, parse_cards("As Ac")),
            HoleCardsDealt(1, 2, parse_cards("Ks Kc")),
            StreetBegan(Street.PREFLOP, ()),
            PlayerActed(1, CALL, 1),
            PlayerActed(0, CHECK, 0),
            StreetBegan(Street.FLOP, parse_cards("3h 4c 8d")),
            PlayerActed(0, Bet(10), 10),
            PlayerActed(1, RaiseTo(30), 30),
            PlayerActed(0, CALL, 20),
            StreetBegan(Street.TURN, parse_cards("9s")),
            PlayerActed(0, CHECK, 0),
            PlayerActed(1, CHECK, 0),
            StreetBegan(Street.RIVER, parse_cards("Jd")),
            PlayerActed(0, CHECK, 0),
            PlayerActed(1, Bet(40), 40),
            PlayerActed(0, CALL, 40),
            HandShown(1, parse_cards("Ks Kc")),
            HandShown(0, parse_cards("As Ac")),
            PotWon(0, 0, 144),
        ]
        assert deal.stacks == (172, 28)

    def test_cards_are_dealt_one_at_a_time_from_the_left_of_the_button(self) -> None:
        deal = Deal(holdem((9, 9, 9)), CARDS)
        assert deal.hole_cards == [(CARDS[0], CARDS[3]), (CARDS[1], CARDS[4]), (CARDS[2], CARDS[5])]

    def test_turns_before_and_after_the_flop(self) -> None:
        deal = Deal(holdem((50,) * 4), CARDS)
        turns = []
        while deal.street is not Street.TURN:
            assert deal.actor is not None
            turns.append(deal.actor)
            legal = deal.legal_actions()
            assert legal is not None
            deal.act(deal.actor, CHECK if legal.can_check else CALL)
        assert turns == [2, 3, 0, 1, 0, 1, 2, 3]

    def test_the_big_blind_has_the_option(self) -> None:
        deal = act_all(Deal(holdem((50, 50, 50)), CARDS), CALL, CALL)
        assert deal.actor == 1
        assert str(deal.legal_actions()) == "fold, check or raise to 4-50"
        act_all(deal, RaiseTo(10))
        assert deal.actor == 2

    def test_nobody_is_asked_without_a_choice(self) -> None:
        """Both blinds take all that one of them has."""
        deal = Deal(holdem((2, 50)), CARDS)
        assert deal.actor == 1  # one chip to call
        assert deal.legal_actions() == LegalActions(1, can_fold=True, call=1)
        assert Deal(holdem((50, 1)), CARDS).is_over

    def test_the_last_player_with_chips_cannot_raise(self) -> None:
        deal = act_all(Deal(holdem((500, 50)), CARDS), RaiseTo(50))
        assert deal.legal_actions() == LegalActions(0, can_fold=True, call=48)

    def test_three_all_ins_make_two_side_pots_and_return_the_rest(self) -> None:
        deal = Deal(holdem((10, 30, 80)), deck_of("As Ac", "Ks Kc", "Qs Qc", board="3h 4c 8d 9s Jd"))
        act_all(deal, RaiseTo(80), CALL, CALL)
        assert BetReturned(2, 50) in deal.events
        assert [event for event in deal.events if isinstance(event, PotWon)] == [PotWon(1, 1, 40), PotWon(0, 0, 30)]
        assert deal.stacks == (30, 40, 50)

    def test_antes_come_before_blinds(self) -> None:
        deal = Deal(holdem((5, 100, 100), (5, 10), antes=(3, 3, 3)), CARDS)
        posted = [event for event in deal.events if isinstance(event, AntePosted | BlindPosted)]
        assert posted == [AntePosted(0, 3), AntePosted(1, 3), AntePosted(2, 3), BlindPosted(0, 2), BlindPosted(1, 10)]

    def test_an_unmatched_ante_is_returned(self) -> None:
        deal = Deal(holdem((100, 4), (0, 1), antes=(10, 10)), CARDS)
        assert BetReturned(0, 6) in deal.events

    def test_one_players_ante_for_all_is_in_the_main_pot(self) -> None:
        """The short stack wins it although it never put in so much."""
        setup = holdem((1000, 1000, 20), (5, 10), antes=(0, 50, 0), antes_are_dead=True)
        deal = Deal(setup, deck_of("Qs Qc", "Ks Kc", "As Ac", board="3h 4c 8d 9s Jd"))
        act_all(deal, CALL, FOLD, CHECK, CHECK, Bet(10), CALL)
        assert deal.stacks[2] == 20 - 20 + 50 + 45

    def test_a_dead_ante_leaves_the_stack_once(self) -> None:
        deal = Deal(holdem((100, 100, 100), antes=(0, 6, 0), antes_are_dead=True), CARDS)
        assert deal.stacks == (99, 92, 100)
        assert sum(deal.stacks) + deal.pot == 300
        assert (deal.totals, deal.bets, deal.pot) == ((1, 2, 0), (1, 2, 0), 9)
        assert sum(pot.amount for pot in deal.pots) == 9

    def test_ten_seats(self) -> None:
        deal = act_all(Deal(holdem((50,) * 10), CARDS), *[FOLD] * 9)
        assert deal.stacks == (49, 51) + (50,) * 8


class TestDraw:
    def test_a_whole_deal(self) -> None:
        deal = Deal(draw_setup(200, 200), CARDS)
        first, second = deal.hole_cards
        act_all(deal, CHECK, Bet(10), CALL)
        assert deal.legal_actions() == LegalActions(0, discard=range(6))
        events = deal.act(0, Discard(first[:2]))
        assert events == [CardsDrawn(0, 2, first[:2], CARDS[10:12])]
        assert deal.hole_cards[0] == (*first[2:], *CARDS[10:12])
        assert deal.drawn == [2, None]
        act_all(deal, Discard())
        assert deal.hole_cards[1] == second
        assert deal.street is Street.POSTDRAW
        act_all(deal, CHECK, CHECK)
        assert sorted(deal.stacks) == [180, 220]

    def test_discards_never_come_back(self) -> None:
        deal = Deal(draw_setup(50, 50, 50, 50, 50), CARDS)
        thrown = [card for hand in deal.hole_cards for card in hand]
        act_all(deal, *[CHECK] * 5)
        act_all(deal, *[Discard(hand) for hand in list(deal.hole_cards)])
        assert not {card for hand in deal.hole_cards for card in hand} & set(thrown)

    def test_the_minimum_opening_is_the_ante(self) -> None:
        deal = Deal(draw_setup(200, 200, 200), CARDS)
        assert str(deal.legal_actions()) == "fold, check or bet 10-190"
        act_all(deal, Bet(30))
        assert str(deal.legal_actions()) == "fold, call 30 or raise to 60-190"

    def test_the_deal_goes_on_if_nobody_opens(self) -> None:
        deal = act_all(Deal(draw_setup(200, 200, 200), CARDS), CHECK, CHECK, CHECK)
        assert deal.street is Street.POSTDRAW
        assert deal.actor == 0

    def test_a_player_short_of_the_ante_is_all_in_and_draws(self) -> None:
        deal = Deal(draw_setup(200, 4, 200), CARDS)
        assert deal.actor == 0
        act_all(deal, CHECK, CHECK)
        assert deal.actor == 0
        act_all(deal, Discard())
        assert deal.actor == 1
        assert str(deal.legal_actions()) == "discard 0-5 cards"

    def test_hands_stay_down_until_the_draw_is_over(self) -> None:
        deal = act_all(Deal(draw_setup(50, 50), CARDS), Bet(40), CALL)
        assert deal.actor == 0
        assert not any(deal.shown)
        act_all(deal, Discard(), Discard())
        assert deal.is_over
        assert all(deal.shown)

    def test_limit_bets_double_after_the_draw(self) -> None:
        deal = Deal(draw_setup(200, 200, game="limit_draw"), CARDS)
        assert str(deal.legal_actions()) == "fold, check or bet 10"
        act_all(deal, CHECK, CHECK, Discard(), Discard())
        assert str(deal.legal_actions()) == "fold, check or bet 20"

    def test_a_folded_seat_does_not_draw(self) -> None:
        deal = act_all(Deal(draw_setup(200, 200, 200), CARDS), CHECK, Bet(10), FOLD, CALL)
        act_all(deal, Discard(), Discard())
        assert deal.drawn == [0, 0, None]

    @pytest.mark.parametrize(
        ("actions", "order"),
        [
            ((Bet(10), FOLD, CALL), [0, 2]),
            ((FOLD, Bet(10), CALL), [1, 2]),
            ((CHECK, Bet(10), CALL, FOLD), [1, 2]),
            ((CHECK, CHECK, CHECK), [0, 1, 2]),
        ],
        ids=["the middle seat folded", "the first folded", "the first folded to a bet", "nobody folded"],
    )
    def test_each_player_in_the_hand_draws_once_in_order(self, actions: tuple[Action, ...], order: list[int]) -> None:
        deal = act_all(Deal(draw_setup(200, 200, 200), CARDS), *actions)
        asked = []
        while deal.street is Street.POSTDRAW and (legal := deal.legal_actions()) and legal.discard:
            asked.append(legal.seat)
            deal.act(legal.seat, Discard(deal.hole_cards[legal.seat][:1]))
        assert asked == order
        assert deal.drawn == [1 if seat in order else None for seat in range(3)]
        assert deal.actor == order[0]
        assert deal.legal_actions() == LegalActions(
            order[0], can_fold=True, can_check=True, bet=range(10, deal.stacks[order[0]] + 1)
        )

    def test_a_folded_seat_cannot_draw(self) -> None:
        deal = act_all(Deal(draw_setup(200, 200, 200), CARDS), Bet(10), FOLD, CALL, Discard())
        with pytest.raises(NotYourTurnError):
            deal.act(1, Discard())

    @pytest.mark.parametrize("count", [1, 2])
    def test_only_own_cards_can_be_discarded(self, count: int) -> None:
        deal = act_all(Deal(draw_setup(200, 200), CARDS), CHECK, CHECK)
        other = deal.hole_cards[1][:1]
        twice = deal.hole_cards[0][:1] * count
        with pytest.raises(IllegalActionError, match="different cards of your own hand") as caught:
            deal.act(0, Discard(other if count == 1 else twice))
        assert not any(str(card) in str(caught.value) for card in CARDS)
        assert deal.actor == 0
        assert deal.drawn == [None, None]


class TestShowdown:
    def test_the_engine_decides_showdowns(self) -> None:
        deal = Deal(holdem((50, 50)), deck_of("As Ac", "Ks Kc", board="3h 4c 8d 9s Jd"))
        act_all(deal, CALL, *[CHECK] * 7)
        assert deal.events[-3:] == [HandShown(0, parse_cards("As Ac")), HandMucked(1), PotWon(0, 0, 4)]

    def test_advice_is_the_same_where_players_are_asked(self) -> None:
        setup = holdem((50, 50), asks_showdown=True)
        deal = Deal(setup, deck_of("As Ac", "Ks Kc", board="3h 4c 8d 9s Jd"))
        act_all(deal, CALL, *[CHECK] * 7)
        assert deal.advised(0) is SHOW
        act_all(deal, SHOW)
        assert deal.advised(1) is MUCK
        act_all(deal, SHOW)
        assert deal.shown == [True, True]

    def test_all_in_hands_may_be_mucked_if_allowed(self) -> None:
        setup = holdem((20, 20), asks_showdown=True, all_in_may_muck=True)
        deal = Deal(setup, deck_of("As Ac", "Ks Kc", board="3h 4c 8d 9s Jd"))
        act_all(deal, RaiseTo(20), CALL, MUCK)
        assert deal.stacks == (0, 40)


class TestErrors:
    def test_an_illegal_action_changes_nothing(self) -> None:
        deal = Deal(holdem((50, 50, 50)), CARDS)
        before = (list(deal.events), deal.actor, deal.stacks, deal.actions.copy())
        for action in (CHECK, Bet(10), RaiseTo(3), RaiseTo(51), Discard(), SHOW, MUCK):
            with pytest.raises(IllegalActionError, match=r"^not legal now: you may fold, call 2 or raise to 4-50$"):
                deal.act(2, action)
        assert (deal.events, deal.actor, deal.stacks, deal.actions) == before

    def test_nobody_acts_when_the_deal_is_over(self) -> None:
        deal = act_all(Deal(holdem((50, 50)), CARDS), FOLD)
        with pytest.raises(NotYourTurnError, match="the deal is over") as caught:
            deal.act(0, CHECK)
        assert caught.value.actor is None
        assert deal.legal_actions() is None

    def test_replay_refuses_illegal_actions(self) -> None:
        with pytest.raises(IllegalActionError):
            replay(holdem((50, 50)), CARDS, [(1, CHECK)])
