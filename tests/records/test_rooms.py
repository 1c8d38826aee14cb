"""Other rooms and formats: deals of our own generator and small files, whole and damaged."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from ircpoker.errors import HistoryError
from ircpoker.records.phh import read_deal, replay_history
from ircpoker.records.phh.normal_form import write_phh
from ircpoker.records.phh.replaying import is_played_alike
from ircpoker.records.played import OWNER, PlayedHand
from ircpoker.records.reading import normal_text, read_file
from ircpoker.records.sections import RefusedHand
from tests import tiers
from tests.records.open_texts import ohh_text, phh_text
from tests.records.room_texts import STAKES, PlayedDeal, gg_text, played_deal, pokernow_log, winamax_text
from tests.records.test_damaged import damage

ROOMS = Path(__file__).parents[1] / "data" / "rooms"
GAMES = ("holdem", "pot_limit", "omaha", "limit")
Write = Callable[[list[PlayedDeal], random.Random], str]


def _texts_of(write: Callable[[PlayedDeal, random.Random], str]) -> Write:
    return lambda deals, rng: "".join([write(deal, rng) for deal in deals])


WRITERS: dict[str, tuple[str, Write]] = {
    "ggpoker": ("gg.txt", _texts_of(gg_text)),
    "winamax": ("winamax.txt", _texts_of(winamax_text)),
    "pokernow": ("poker_now_log_x.csv", pokernow_log),
    "ohh": ("hands.ohh", _texts_of(ohh_text)),
    "phh": ("hands.phhs", _texts_of(phh_text)),
}


def nets_of(hand: PlayedHand) -> dict[str, Fraction]:
    after, before = hand.final_stacks, hand.deal.setup.stacks
    unit = 10**hand.decimals
    return {name: Fraction(new - old, unit) for name, new, old in zip(hand.names, after, before, strict=True)}


def some_deals(rng: random.Random, room: str, count: int) -> list[PlayedDeal]:
    """Return deals; those of a log have the same blinds, so that it can be known how large a short one was."""
    blinds, decimals = (rng.choice(STAKES), rng.choice((0, 2))) if room == "pokernow" else ((0, 0), -1)
    games = GAMES[:3] if room == "pokernow" else GAMES[:1] + GAMES[2:] if room == "phh" else GAMES
    deals = [played_deal(rng, number, games, blinds, decimals=decimals) for number in range(1, count + 1)]
    return [deal._replace(rake=0) for deal in deals] if room in {"pokernow", "phh"} else deals


@pytest.mark.few(2)
@pytest.mark.parametrize("room", WRITERS)
def test_all_deals_of_a_room_are_read_with_their_nets(room: str, tmp_path: Path) -> None:
    """Side pots, uncalled bets, short blinds, run-outs, walks, time-outs, antes, straddles, posts, dead blinds."""
    name, write = WRITERS[room]
    for seed in tiers.seeds(10, 2):
        rng = random.Random(seed)
        deals = some_deals(rng, room, 30)
        (tmp_path / name).write_text(write(deals, rng), encoding="utf-8")
        hands = list(read_file(tmp_path / name))
        for deal, hand in zip(deals, hands[::-1] if room == "pokernow" else hands, strict=True):
            assert isinstance(hand, PlayedHand), str(hand.error)
            assert nets_of(hand) == deal.nets(), f"seed {seed}, line {hand.source.line}"
            assert normal_text(hand)


@pytest.mark.parametrize("room", list(WRITERS)[:4])
def test_only_the_same_deal_is_alike(room: str, tmp_path: Path) -> None:
    """What is written is read back without playing it again; with another character it is another deal, or the same."""
    name, write = WRITERS[room]
    rng = random.Random(tiers.seed(3))
    (tmp_path / name).write_text(write(some_deals(rng, room, tiers.count(200, 5)), rng), encoding="utf-8")
    for hand in read_file(tmp_path / name):
        assert isinstance(hand, PlayedHand), str(hand.error)
        text = write_phh(hand, OWNER)
        assert is_played_alike(read_deal(text), hand)
        for _ in range(20):
            place = rng.randrange(len(text))
            changed = text[:place] + rng.choice("0123456789AKsdhc.?p fbr") + text[place + 1 :]
            try:
                if not is_played_alike(history := read_deal(changed), hand):
                    continue
            except HistoryError:
                continue
            again = replay_history(history)
            assert (again.deal.events, again.finishing_stacks) == (hand.deal.events, hand.finishing_stacks), changed


def test_a_log_whose_oldest_line_is_the_first(tmp_path: Path) -> None:
    rng = random.Random(tiers.seed(1))
    deals = some_deals(rng, "pokernow", 20)
    (tmp_path / "log.csv").write_text(pokernow_log(deals, rng, is_backwards=False), encoding="utf-8")
    for deal, hand in zip(deals, read_file(tmp_path / "log.csv"), strict=True):
        assert isinstance(hand, PlayedHand), str(hand.error)
        assert nets_of(hand) == deal.nets()


@pytest.mark.parametrize("room", list(WRITERS)[:3])  # test_damaged.py damages the open formats
def test_damaged_files_have_reasons_and_lines(room: str, tmp_path: Path) -> None:
    name, write = WRITERS[room]
    refused, began = 0, time.process_time()
    seeds = list(tiers.seeds(1000, 10))
    for seed in seeds:
        rng = random.Random(seed)
        spoiled = damage(write(some_deals(rng, room, 2), rng), rng)
        file = tmp_path / name
        file.write_bytes(spoiled if isinstance(spoiled, bytes) else spoiled.encode())
        lines = file.read_bytes().count(b"\n") + 1
        for found in read_file(file):
            if isinstance(found, RefusedHand):
                refused += 1
                assert 0 <= found.line <= lines
                assert found.reason
                assert str(found.error).isprintable()
    assert refused
    assert time.process_time() - began < len(seeds)  # a second for each, where milliseconds are right


@pytest.mark.parametrize(
    ("name", "nets"),
    [
        (
            "ggpoker.txt",
            [{"Hero": "9.1", "3fa9c1d2": "-0.1", "77b0aa1e": "-10"}, {"Hero": "-1250", "3fa9c1d2": "1250"}],
        ),
        ("winamax.txt", [{"ann": "-0.01", "x y z": "0.20", "Moronar": "-0.21"}, {"ann": "500", "bob": "-500"}]),
        (
            "poker_now_log_pglZ9.csv",
            [{"ann": "580", "bob": "-580"}, {"ann": "-10", "bob": "-20", "cat": "30"}],
        ),
    ],
)
def test_the_file_of_a_room(name: str, nets: list[dict[str, str]]) -> None:
    hands = [hand for hand in read_file(ROOMS / name) if isinstance(hand, PlayedHand)]
    right = [{name: Fraction(net) for name, net in each.items()} for each in nets]
    assert [nets_of(hand) for hand in hands] == right


def test_time_and_place_in_the_files_of_rooms() -> None:
    facts = [hand.facts for name in ("ggpoker.txt", "winamax.txt", "poker_now_log_pglZ9.csv")
             for hand in read_file(ROOMS / name) if isinstance(hand, PlayedHand)]  # fmt: skip
    assert [(fact.venue, fact.table, str(fact.played_at), fact.currency) for fact in facts] == [
        ("GGPoker", "RushAndCash77", "2024-05-07 10:17:07+00:00", "USD"),
        ("GGPoker", "12", "2024-05-07 10:18:07+00:00", ""),
        ("Winamax", "Nice 09", "2024-01-08 04:56:12+00:00", "EUR"),
        ("Winamax", "Kill The Fish(655531954)#013", "2024-01-08 04:57:12+00:00", ""),
        ("PokerNow", "pglZ9", "2024-03-10 20:00:55+00:00", ""),
        ("PokerNow", "pglZ9", "2024-03-10 20:00:10+00:00", ""),
    ]


@pytest.mark.parametrize(
    ("name", "change", "line", "reason"),
    [
        ("ggpoker.txt", ("collected $19.1", "collected $19.2"), 28, "what is collected is not the total"),
        ("ggpoker.txt", ("*** FLOP ***", "*** FIRST FLOP ***"), 19, "the board is run twice"),
        ("ggpoker.txt", ("King [Day 1] Hold'em", "King 5 Card Omaha"), 35, "Omaha No Limit is not played here"),
        ("ggpoker.txt", ("Hold'em No Limit ($", "PLO-5 ($"), 1, "the header names no game that is played here"),
        ("ggpoker.txt", ("*** HOLE CARDS ***", "Cash Drop to Pot : total $5\n*** HOLE CARDS ***"), 9,
         "the house adds chips to the pot"),
        ("winamax.txt", ("CashGame", 'HOLD-UP "Colorado"'), 1, "the header names no game that is played here"),
        ("winamax.txt", ("Holdem no limit", "Omaha5 pot limit"), 1, "the header names no game that is played here"),
        ("winamax.txt", ("collected 0.65€", "collected 0.64€"), 23, "what is collected is not the total"),
        ("winamax.txt", ("Moronar folds\n", ""), 1, "the actions end where p3 has to act"),
        ("poker_now_log_pglZ9.csv", ("Turn: ", "Turn (second run): "), 5, "the board is run twice"),
        ("poker_now_log_pglZ9.csv", ("(No Limit Texas Hold'em)", "(Pot Limit Omaha Hi/Lo 8 or Better)"), 16,
         "Pot Limit Omaha Hi/Lo 8 or Better is not played here"),
        ("poker_now_log_pglZ9.csv", ("Uncalled bet of 1420", "Uncalled bet of 1400"), 2,
         "an uncalled bet is not returned"),
        ("poker_now_log_pglZ9.csv", ('"-- ending hand #2 --"', '"The admin paused the game."'), 2,
         "the log has not the whole deal"),
    ],
)  # fmt: skip
def test_a_contradiction_is_refused_by_line(
    name: str, change: tuple[str, str], line: int, reason: str, tmp_path: Path
) -> None:
    text = (ROOMS / name).read_text(encoding="utf-8")
    assert change[0] in text
    (tmp_path / name).write_text(text.replace(*change, 1), encoding="utf-8")
    refused = [found for found in read_file(tmp_path / name) if isinstance(found, RefusedHand)]
    assert [(found.line, found.reason) for found in refused] == [(line, reason)]
