"""Deals of all games, written as text of PokerStars and read back, and read by readers that share no code with ours."""

from __future__ import annotations

import itertools
import json
import random
import re
import tomllib
import warnings
from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from operator import sub

import pytest
from pokerkit import HandHistory as PokerkitHistory
from pokerkit.notation import PokerStarsParser

from ircpoker.cards import CARDS
from ircpoker.errors import HistoryError
from ircpoker.records.forms import ExportOptions
from ircpoker.records.ohh.writing import write_ohh
from ircpoker.records.phh import format_history
from ircpoker.records.phh.normal_form import write_phh
from ircpoker.records.played import PlayedHand
from ircpoker.records.pokerstars.writing import write_pokerstars
from ircpoker.records.reading import normal_text
from ircpoker.records.sections import Form
from ircpoker.table import GAMES, Deal, DealSeat, Setup
from ircpoker.table.button import with_dead_hands
from ircpoker.table.events import BetReturned, PlayerActed
from ircpoker.table.games import FEWEST_SEATS
from tests import tiers
from tests.records.deals import (
    View,
    choose_action,
    random_facts,
    random_history,
    random_money_history,
    read_one,
    view_of,
)
from tests.records.own_reader import amounts_of_phh, amounts_of_text
from tests.records.strict import WORDS, StrictReader

CARD = re.compile(r"[2-9TJQKA][cdhs]")
SEVERAL = tuple(range(10))


def deals(first: int, count: int) -> list[tuple[int, random.Random, PlayedHand]]:
    """Return deals as the ledger has them, with everybody's cards."""
    found = []
    for number in range(first, first + count):
        rng = random.Random(tiers.seed(number))
        text, deal = random_history(rng, number + 1, open_seats=len(SEVERAL))
        hand = read_one(text)
        assert hand.deal.stacks == deal.stacks
        found.append((number + 1, rng, hand))
    return found


def views(number: int, rng: random.Random, hand: PlayedHand) -> list[View]:
    """Return a deal for the public, and for one of its players."""
    return [view_of(hand, number), view_of(hand, number, DealSeat(rng.randrange(len(hand.deal.stacks))))]


def check_round_trips(first: int, count: int) -> None:
    for number, rng, hand in deals(first, count):
        for view in views(number, rng, hand):
            normal = write_phh(*view)
            for currency in ("", "USD"):
                back = read_one(write_pokerstars(*view, ExportOptions(currency)), Form.POKERSTARS)
                assert write_phh(*view_of(back, number, shows_all=True)) == normal
            assert write_phh(*view_of(read_one(normal), number, shows_all=True)) == normal


@pytest.mark.slow(1)
def test_text_read_back_is_the_same_deal() -> None:
    """The strict counts are 10,000 with those of the deep tier, a twentieth of them in continuous integration."""
    check_round_trips(0, tiers.count(2_500, 40))


@pytest.mark.deep
@pytest.mark.parametrize("part", range(3))
def test_more_texts_read_back(part: int) -> None:
    check_round_trips(10_000 * (part + 1), 2_500)


def names_small_blind(hand: PlayedHand) -> bool:
    """Return whether Open Hand History says who the small blind is: not of one without chips after the ante."""
    setup = hand.deal.setup
    small = 0 if len(setup.stacks) > FEWEST_SEATS else 1
    return bool(setup.blinds[small]) or not setup.antes or setup.stacks[small] > setup.antes[small]


def test_dead_hands_read_back_are_the_same_deal() -> None:
    """Their folds stand before all actions, and need not be in turn."""
    for number in tiers.seeds(2_000, 10, first=500_000):
        rng = random.Random(number)
        game = rng.choice(list(GAMES))
        text, deal = random_history(rng, number + 1, game, open_seats=len(SEVERAL), dead=True)
        hand = read_one(text)
        assert hand.deal.stacks == deal.stacks
        folds = [event for event in hand.deal.events if isinstance(event, PlayerActed)][: len(deal.setup.dead)]
        assert tuple([fold.seat for fold in folds]) == deal.setup.dead
        for view in views(number, rng, hand):
            normal = write_phh(*view)
            back = read_one(write_pokerstars(*view), Form.POKERSTARS)
            assert write_phh(*view_of(back, number, shows_all=True)) == normal
            if "draw" not in game and names_small_blind(hand):
                assert normal_text(read_one(write_ohh(*view), Form.OHH)) == normal


def small_deals() -> Iterator[Setup]:
    """Yield deals of two and three players with short stacks, in each of which some hands are dead from the deal on."""
    blinds = {"draw": {2: [()], 3: [()]}, "holdem": {2: [(10, 5)], 3: [(5, 10, 0), (0, 10, 0)]}}
    for game, count, ante in itertools.product(blinds, (2, 3), (0, 1)):
        stacks = itertools.product((1, 4, 30), repeat=count)
        present = itertools.product((True, False), repeat=count)
        for held, posted, here in itertools.product(stacks, blinds[game][count], present):
            if any(here) and not all(here) and (ante or posted):
                antes = (ante,) * count if ante else ()
                setup = Setup(game=GAMES[game], stacks=held, small_bet=10, big_bet=0, blinds=posted, antes=antes)
                yield with_dead_hands(setup, here)


def test_dead_hands_of_small_stacks_are_read_back() -> None:
    """The last one who could call is dead, nobody has a turn, or who wins has posted nothing."""
    setups = list(small_deals())
    for number, setup in enumerate(random.Random(tiers.seed(0)).sample(setups, tiers.count(len(setups), 40))):
        rng = random.Random(tiers.seed(number))
        deal, seats = Deal(setup, rng.sample(CARDS, 52)), range(len(setup.stacks))
        while deal.actor is not None:
            deal.act(deal.actor, choose_action(deal, rng, 0.3, plain=True))
        facts = random_facts(rng, tuple([seat + 1 for seat in seats]), number, 5)
        hand = read_one(format_history(deal, facts, seats))
        assert hand.deal.stacks == deal.stacks, setup
        for view in views(number, rng, hand):
            back = read_one(write_pokerstars(*view), Form.POKERSTARS)
            assert write_phh(*view_of(back, number, shows_all=True)) == write_phh(*view), setup


def check_money(first: int, count: int) -> None:
    """Compare deals with posts, in 0 to 4 decimals, after import and export, and with a reader of their amounts."""
    for number in range(first, first + count):
        rng = random.Random(tiers.seed(number))
        hand = read_one(random_money_history(rng, number + 1, number % 5))
        view = view_of(hand, number + 1)
        normal, text = write_phh(*view), write_pokerstars(*view)
        imported = normal_text(read_one(text, Form.POKERSTARS))
        assert imported == normal
        back = view_of(read_one(imported), number + 1)
        assert write_phh(*back) == normal
        assert write_pokerstars(*back) == text
        ours, theirs = amounts_of_phh(imported), amounts_of_text(text)
        assert any(blind < 0 for blind in ours.blinds)
        # PHH has the straddle that was due, the text what a short stack posted.
        paid = list(map(min, ours.blinds, map(sub, ours.stacks, ours.antes)))
        assert ours._replace(blinds=paid) == theirs


def test_open_hand_history_read_back_is_the_same_deal() -> None:
    for number in tiers.seeds(1_000, 10, first=400_000):
        rng = random.Random(number)
        game = rng.choice(("holdem", "pot_limit", "limit", "omaha"))
        if number % 2:
            text = random_money_history(rng, number + 1, number % 5, game)
        else:
            text = random_history(rng, number + 1, game, open_seats=len(SEVERAL))[0]
        for view in views(number + 1, rng, read_one(text)):
            back = read_one(write_ohh(*view), Form.OHH)
            assert normal_text(back) == write_phh(*view) or not names_small_blind(view.hand)


def test_posts_in_cents_are_the_same_after_import_and_export() -> None:
    check_money(0, tiers.count(10_000, 12))


def test_a_strict_reader_knows_every_line_and_adds_all_up() -> None:
    for number, rng, hand in deals(50_000, tiers.count(2_500, 15)):
        for view in views(number, rng, hand):
            read = StrictReader(write_pokerstars(*view, ExportOptions(rng.choice(("", "USD")))))
            nets = [after - before for after, before in zip(hand.deal.stacks, hand.deal.setup.stacks, strict=True)]
            assert read.nets == dict(zip(view.names, map(Fraction, nets), strict=True))
            assert read.hero == ("" if view.reader.seat is None else view.names[view.reader.seat])


def open_cards(view: View) -> set[str]:
    """Return the cards that the reader of a view may see."""
    deal = view.deal
    cards = set(deal.board)
    for seat, hand in enumerate(deal.hole_cards):
        cards.update(hand if deal.shown[seat] else ())
    for event in deal.events if view.reader.seat is not None else ():
        if getattr(event, "seat", None) == view.reader.seat:
            for part in ("cards", "discarded", "drawn"):
                cards.update(getattr(event, part, None) or ())
    return set(map(str, cards))


def test_no_export_has_hidden_cards_of_others() -> None:
    for number, rng, hand in deals(90_000, tiers.count(2_500, 15)):
        for view in views(number, rng, hand):
            allowed = open_cards(view)
            texts = [write_phh(*view), write_pokerstars(*view)]
            if hand.game.name != "draw":
                texts.append(write_ohh(*view))
            for text in texts:
                names = "|".join(map(re.escape, view.names))
                assert set(CARD.findall(re.sub(names, "", WORDS.sub("", text)))) <= allowed


def plain_hand(number: int, game: str) -> tuple[View, dict[str, int]]:
    """Return a deal that others can read, and the chips that each player won."""
    hand = read_one(random_history(random.Random(tiers.seed(number)), number + 1, game, plain=True)[0])
    view = view_of(hand, number + 1)
    stacks = zip(view.names, hand.deal.stacks, hand.deal.setup.stacks, strict=True)
    return view, {name: after - before for name, after, before in stacks}


def test_pokerkit_reads_the_text() -> None:
    for number in range(tiers.count(100, 3)):
        view, nets = plain_hand(700_000 + number, "holdem")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns of fields of its own
            [read] = PokerStarsParser()(write_pokerstars(*view), error_status=True)
            *_, state = read
        theirs = zip(read.players, state.stacks, read.starting_stacks, strict=True)
        for name, after, before in theirs:
            # It splits the odd chips of each pot otherwise, which are fewer than its winners.
            assert abs(after - before - nets[name]) < len(nets)


def test_pokerkit_reads_the_phh() -> None:
    for number in range(tiers.count(100, 3)):
        view, _ = plain_hand(800_000 + number, ("holdem", "omaha")[number % 2])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            *_, state = PokerkitHistory.loads(write_phh(*view))
        assert all(abs(a - b) <= 1 for a, b in zip(state.stacks, view.deal.stacks, strict=True))


def test_open_hand_history_adds_up() -> None:
    for number, rng, hand in deals(120_000, tiers.count(1_000, 15)):
        for view in views(number, rng, hand):
            if hand.game.name == "draw":
                with pytest.raises(HistoryError, match="no five-card draw"):
                    write_ohh(*view)
                continue
            line, empty, nothing = write_ohh(*view).split("\n")
            assert (empty, nothing) == ("", "")
            data = json.loads(line, parse_float=Decimal)["ohh"]
            paid: defaultdict[int, Decimal | int] = defaultdict(int)
            actions = [action for street in data["rounds"] for action in street["actions"]]
            for action in actions:
                paid[action["player_id"]] += action["amount"]
            for event in hand.deal.events:
                if isinstance(event, BetReturned):
                    paid[event.seat] -= event.amount
            won: defaultdict[int, Decimal | int] = defaultdict(int)
            for pot in data["pots"]:
                assert pot["amount"] == sum(win["win_amount"] for win in pot["player_wins"]) + pot["rake"]
                for win in pot["player_wins"]:
                    won[win["player_id"]] += win["win_amount"]
            for player in data["players"]:
                seat = player["id"]
                assert player["starting_stack"] - paid[seat] + won[seat] == hand.deal.stacks[seat]
            assert [action["action_number"] for action in actions] == list(range(len(actions)))
            assert ("hero_player_id" in data) is (view.reader.seat is not None)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_among_the_deals(game: str) -> None:
    for number in range(3):
        text, _ = random_history(random.Random(number), number + 1, game)
        view = view_of(read_one(text), number + 1)
        back = read_one(write_pokerstars(*view), Form.POKERSTARS)
        assert back.game == GAMES[game]
        assert tomllib.loads(write_phh(*view))["hand"] == number + 1
