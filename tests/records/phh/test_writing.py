"""Written histories are read again to the same stacks, and hold no unseen card."""

import random
import tomllib
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import HandHistory as PokerkitHistory

from ircpoker.cards import CARDS
from ircpoker.records.phh import format_histories, format_history, read_histories, replay_history
from ircpoker.table.actions import CALL, CHECK, FOLD, Bet, Discard, RaiseTo
from ircpoker.table.deal import Deal
from ircpoker.table.events import PlayerActed, PotWon
from ircpoker.table.games import GAMES, Betting
from ircpoker.table.setup import Setup
from tests import tiers
from tests.table.play import act_all, deck_of, holdem, random_deal


def test_a_deal_as_text() -> None:
    deal = Deal(holdem((50, 50, 50)), deck_of("As Ac", "Ks Kc", "Qs Qc", board="3h 4c 8d 9s Jd"))
    act_all(deal, RaiseTo(6), CALL, FOLD, *[CHECK] * 6)
    assert format_history(deal, {"hand": 7, "players": ["ann", "bob", "cy"]}).splitlines() == [
        'variant = "NT"',
        "ante_trimming_status = true",
        "antes = [0, 0, 0]",
        "blinds_or_straddles = [1, 2, 0]",
        "min_bet = 2",
        "starting_stacks = [50, 50, 50]",
        'actions = ["d dh p1 AsAc", "d dh p2 ????", "d dh p3 ????", "p3 cbr 6", "p1 cc", "p2 f", '
        '"d db 3h4c8d", "p1 cc", "p3 cc", "d db 9s", "p1 cc", "p3 cc", "d db Jd", "p1 cc", "p3 cc", '
        '"p1 sm AsAc", "p3 sm"]',
        "finishing_stacks = [58, 48, 44]",
        "hand = 7",
        'players = ["ann", "bob", "cy"]',
    ]


def test_own_cards_are_written_for_their_owner() -> None:
    deal = act_all(Deal(holdem((50, 50)), deck_of("As Ac", "Ks Kc")), FOLD)
    assert "AsAc" not in format_history(deal)
    assert "d dh p1 AsAc" in format_history(deal, open_seats=[0])
    assert "KsKc" not in format_history(deal, open_seats=[0])


def test_a_draw_shows_only_the_hand_that_was_tabled() -> None:
    deal = Deal(Setup(GAMES["draw"], (20, 20), 10, antes=(10, 10)), CARDS)
    kept, thrown = deal.hole_cards[1][2:], deal.hole_cards[1][:2]
    act_all(deal, CHECK, CHECK, Discard(), Discard(thrown), Bet(10), CALL)
    text = format_history(deal)
    assert "".join(map(str, kept)) in text
    assert not any(str(card) in text for card in thrown)
    assert "p2 sd ????" in text
    assert replay_history(read_histories(text)[0]).finishing_stacks == deal.stacks


def test_omaha_has_a_code_of_its_own_and_names_no_betting() -> None:
    setup = Setup(GAMES["omaha"], (50, 50), 2, blinds=(2, 1), full_blinds=3)
    fields = tomllib.loads(format_history(act_all(Deal(setup, CARDS), RaiseTo(6), FOLD)))
    assert (fields["variant"], fields["min_bet"], fields["_full_blinds"]) == ("PO", 2, 3)
    assert "_betting" not in fields
    assert fields["actions"][:2] == ["d dh p1 ????????", "d dh p2 ????????"]


def test_a_deal_in_progress_is_not_written() -> None:
    with pytest.raises(ValueError, match="not over"):
        format_history(Deal(holdem((50, 50)), CARDS))


@given(st.text())
def test_any_name_is_valid_toml(name: str) -> None:
    deal = act_all(Deal(holdem((50, 50)), CARDS), FOLD)
    fields = tomllib.loads(format_history(deal, {"players": [name, "b"], "table": name}))
    expected = "".join("?" if "\ud800" <= char <= "\udfff" else char for char in name)
    assert fields["players"] == [expected, "b"]
    assert fields["table"] == expected


def unseen_cards(deal: Deal, open_seats: set[int]) -> set[str]:
    seen = set(deal.board)
    for seat, hand in enumerate(deal.hole_cards):
        if deal.shown[seat] or seat in open_seats:
            seen |= set(hand)
    return {str(card) for card in CARDS if card not in seen}


@pytest.mark.slow(1)
def test_every_game_reads_back_to_the_same_stacks_without_unseen_cards() -> None:
    rng = random.Random(8)
    deals = [random_deal(rng) for _ in range(400)]
    texts = [format_history(deal, {"hand": number}) for number, deal in enumerate(deals, 1)]
    for deal, text, history in zip(deals, texts, read_histories(format_histories(texts)), strict=True):
        replay = replay_history(history)
        assert replay.finishing_stacks == deal.stacks == history.finishing_stacks
        assert history.game == deal.setup.game
        named = {text[at : at + 2] for at in range(len(text))}
        assert not named & unseen_cards(deal, set())


@pytest.mark.slow(1)
def test_open_seats_are_written_in_full() -> None:
    rng = random.Random(9)
    for _ in range(200):
        deal = random_deal(rng)
        everybody = range(len(deal.setup.stacks))
        replay = replay_history(read_histories(format_history(deal, open_seats=everybody))[0])
        assert replay.deal.hole_cards == deal.hole_cards
        assert replay.finishing_stacks == deal.stacks


# Through pokerkit


def has_short_wager(deal: Deal) -> bool:
    """Return whether a limit bet was not of the full size: pokerkit has no half-bet rule (TDA 47-B)."""
    setup = deal.setup
    return setup.game.betting is Betting.LIMIT and any(
        isinstance(event, PlayerActed) and hasattr(event.action, "amount") and event.action.amount % setup.small_bet
        for event in deal.events
    )


def stacks_in_pokerkit(text: str) -> tuple[int, ...]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of free folds
        *_, last = PokerkitHistory.loads(text)
    return tuple(last.stacks)


def count_equal_in_pokerkit(deals: int, seed: int) -> int:
    """Write random deals with full blinds; return how many pokerkit ends with the very same stacks."""
    rng = random.Random(seed)
    equal = 0
    for _ in range(deals):
        deal = random_deal(rng, ("holdem", "pot_limit", "limit", "omaha"), short_blinds=False)
        if has_short_wager(deal):
            continue
        theirs = stacks_in_pokerkit(format_history(deal))
        equal += theirs == deal.stacks
        if theirs != deal.stacks:  # an odd chip of a pot that was split (TDA 20-A, 21)
            pots = [event.pot for event in deal.events if isinstance(event, PotWon)]
            assert len(pots) > len(set(pots))
            assert max(abs(a - b) for a, b in zip(theirs, deal.stacks, strict=True)) <= len(pots)
    return equal


@pytest.mark.slow(1)
def test_pokerkit_reads_our_files() -> None:
    assert count_equal_in_pokerkit(100, seed=3) > 85


@pytest.mark.slow(15)
@pytest.mark.parametrize("seed", [31, 32])
def test_pokerkit_reads_three_thousand_deals(seed: int) -> None:
    deals = tiers.count(1_500)
    assert count_equal_in_pokerkit(deals, tiers.seed(seed)) > 0.85 * deals
