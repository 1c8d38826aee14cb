"""Texts as PokerStars really sends them: each kind is read with its right stacks, or refused by its reason."""

from __future__ import annotations

import random
import time
from fractions import Fraction
from pathlib import Path

import pytest

from ircpoker.records.played import PlayedHand
from ircpoker.records.reading import read_hands, read_text
from ircpoker.records.sections import LONGEST_LINE, Form, HandText, RefusedHand
from tests import tiers

CASES = Path(__file__).parents[1] / "data" / "cases"
KNOCKOUT = {"ann": 1925, "bob": 1475, "cat": 0}


def stacks(hand: PlayedHand) -> dict[str, Fraction]:
    after = hand.final_stacks
    return {name: Fraction(stack, 10**hand.decimals) for name, stack in zip(hand.names, after, strict=True)}


def read(path: Path, text: str | bytes) -> list[PlayedHand | RefusedHand]:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(read_hands([path]))


def only(found: list[PlayedHand | RefusedHand]) -> PlayedHand:
    [hand] = found
    assert isinstance(hand, PlayedHand), str(hand.error)
    return hand


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("knockout", KNOCKOUT),
        ("knockout-split", KNOCKOUT),
        ("zoom-tournament", KNOCKOUT),
        ("old-time", KNOCKOUT),
        ("dead-small-blind", {"ann": 2, "bob": Fraction("1.99"), "cat": Fraction("1.98"), "dan": Fraction("2.03")}),
        ("uncallable-raise", {"ann": 900, "bob": 50, "cat": 210}),
        ("cash-out-winner", {"ann": 0, "bob": 200}),
        ("absent-all-in-folds", {"ann": 970, "bob": 1050, "cat": 0}),
    ],
)
def test_each_kind_has_its_right_stacks(name: str, right: dict[str, Fraction]) -> None:
    assert stacks(only(list(read_hands([CASES / f"{name}.txt"])))) == right


def test_a_mailed_transcript_has_its_deals_at_their_lines() -> None:
    first, second = read_hands([CASES / "transcript.txt"])
    assert isinstance(first, PlayedHand)
    assert isinstance(second, PlayedHand)
    assert (first.source.line, first.facts.number, second.facts.number) == (4, 900000001, 900000002)
    assert stacks(first) == stacks(second) == KNOCKOUT


def test_the_old_time_is_that_of_new_york() -> None:
    hand = only(list(read_hands([CASES / "old-time.txt"])))
    assert str(hand.facts.played_at) == "2007-10-15 09:34:03+00:00"


TOURNAMENT = (CASES / "zoom-tournament.txt").read_text().replace("Zoom ", "")
CASH = """\
PokerStars Hand #250000000001:  Hold'em No Limit ($0.05/$0.10 USD) - 2024/05/07 0:17:07 ET
Table 'Halley' 6-max Seat #1 is the button
Seat 1: ann ($10 in chips)
Seat 2: bob ($10 in chips)
bob: posts big blind $0.10
ann: posts small blind $0.05
*** HOLE CARDS ***
ann: calls $0.05
bob: checks
*** FLOP *** [2h 3h 4c]
bob: bets $1
ann: folds
Uncalled bet ($1) returned to bob
bob collected $0.19 from pot
bob: doesn't show hand
*** SUMMARY ***
Total pot $0.20 | Rake $0.01
Board [2h 3h 4c]
Seat 1: ann (button) (small blind) folded on the Flop
Seat 2: bob (big blind) collected ($0.19)
"""
OTHER_GAMES = (
    "5 Card Omaha", "6 Card Omaha", "6+ Hold'em", "Split Hold'em", "Swap Hold'em", "Showtime Hold'em", "Fusion Hold'em",
    "Irish Omaha", "Omaha Hi/Lo", "Courchevel", "Triple Draw 2-7 Lowball", "Badugi", "Razz", "5 Card Stud Hold'em",
)  # fmt: skip


@pytest.mark.parametrize("text", [TOURNAMENT, CASH])
@pytest.mark.parametrize("game", OTHER_GAMES)
def test_another_game_is_refused(tmp_path: Path, text: str, game: str) -> None:
    [found] = read(tmp_path / "a.txt", text.replace("Hold'em", game, 1))
    assert isinstance(found, RefusedHand)
    assert found.reason == "the header names no game that is played here"


def test_no_changed_word_of_a_header_makes_another_game(tmp_path: Path) -> None:
    """Words are put in, taken out and put in place of others: what is read is hold'em without a limit, or refused."""
    words = sorted(
        {word for game in OTHER_GAMES for word in game.split()} | {"Pot", "No", "Fixed", "Limit", "-", "Cap"}
    )
    rng = random.Random(tiers.seed(1))
    for text in (TOURNAMENT, CASH):
        header, rest = text.split("\n", 1)
        for _ in range(tiers.count(20_000, 150)):
            parts = header.split(" ")
            place = rng.randrange(3, len(parts) + 1)
            parts[place : place + rng.randrange(2)] = [rng.choice(words)] if rng.random() < 0.9 else []
            for found in read(tmp_path / "a.txt", f"{' '.join(parts)}\n{rest}"):
                changed = " ".join(parts)
                is_same = "Hold'em No Limit" in changed and not any(
                    f"{game} No Limit" in changed for game in OTHER_GAMES
                )
                assert isinstance(found, RefusedHand) or (is_same and found.game.phh_code == "NT"), changed
                # Nothing may follow the time.
                assert isinstance(found, RefusedHand) or parts[-1] in header.split()[-2:], changed


def test_any_line_takes_time_in_its_length() -> None:
    """A line of 64 KB of any text takes milliseconds: with squared time it would be minutes."""
    nasty = (
        "{", " [", "(1", " said, \"", ": ", "Tournament #1, $1+", "Hold'em ", "Dealt to [", " collected 1", "$1+",
        " - Level I", " wins ", "1,", "*** ", " posts the ante 1", "x: folds", " splits the ", "Omaha - ",
    )  # fmt: skip
    starts = ("PokerStars Hand #1:  ", "PokerStars Hand #1: Tournament #2, ", "PokerStars Hand #1: {", "Seat 1: ", "",
              "Table '", "Dealt to ", "ann: ", "ann: shows [", "Total pot 1 ", "Poker Hand #TM1: Tournament #2, ",
              "Winamax Poker - Tournament \"")  # fmt: skip
    lines = [start + piece * ((LONGEST_LINE - 100) // len(piece)) for start in starts for piece in nasty]
    began = time.process_time()
    for line in random.Random(1).sample(lines, tiers.count(len(lines), 40)):
        for text in (line, CASH.replace("bob: checks", line), CASH.replace("Board [2h 3h 4c]", line)):
            for form in (Form.POKERSTARS, Form.GGPOKER, Form.WINAMAX):
                assert isinstance(read_text(HandText(form, "a", 1, 0, text)), RefusedHand)
    assert time.process_time() - began < 0.2 * len(lines)


@pytest.mark.parametrize(
    "line",
    [
        "bob wins $0.27 for eliminating ann and their own bounty increases by $0.26 to $1",
        "bob wins $1 for splitting the elimination of ann and their own bounty increases by $1 to $2",
        "ann, bob split the $20 bounty for eliminating cat",
        "ann splits the $20 bounty for eliminating cat",
        "bob wins the $5 bounty for eliminating cat",
        "ann takes the add-on and receives 3000 chips for $1.00",
        "ann re-buys and receives 1500 chips for $1.00",
        "The tournament is on a break",
        "ann has 15 seconds left to act",
        "You have 15 seconds left",
        "ann is disconnected",
        "ann has timed out while being disconnected",
        'ann said, "bob: folds"',
        "ann was removed from the table for failing to post",
        "Table leave user",
        "ann finished the tournament in 2nd place and received $141.51.",
    ],
)
def test_lines_that_say_nothing_of_the_deal(tmp_path: Path, line: str) -> None:
    hand = only(read(tmp_path / "a.txt", CASH.replace("bob: checks\n", f"bob: checks\n{line}\n")))
    assert stacks(hand) == {"ann": Fraction("9.90"), "bob": Fraction("10.09")}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("*** FLOP *** [2h 3h 4c]", "*** FIRST FLOP *** [2h 3h 4c]"), "the board is run twice"),
        (("bob: checks", "Hand cancelled"), "the hand was cancelled"),
        ((CASH[CASH.index("collected") :], ""), "the text is cut off"),
        ((CASH[CASH.index("*** SUMMARY") :], ""), "the text ends before the summary is complete"),
        (("($0.05/$0.10 USD)", "($0.05/$0.10 - $4 Cap -  USD)"), "a game with a cap is not played here"),
        (("bob: checks", "bob: jumps"), "'bob: jumps' is not understood here"),
    ],
)
def test_deals_that_stay_refused_have_their_reason(tmp_path: Path, change: tuple[str, str], reason: str) -> None:
    [found] = read(tmp_path / "a.txt", CASH.replace(*change))
    assert isinstance(found, RefusedHand)
    assert found.reason == reason


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    text = CASH.replace("ann", "Jörg").replace("$", "€").replace("USD", "EUR")
    hand = only(read(tmp_path / "a.txt", text.encode(encoding)))
    assert stacks(hand)["Jörg"] == Fraction("9.90")
    assert hand.facts.currency == "EUR"


def test_long_numbers_and_files_put_together(tmp_path: Path) -> None:
    long = CASH.replace("250000000001", "9000000000000000001")
    first, second = read(tmp_path / "a.txt", f"{long}\n\n\n\ufeff{CASH}".encode())
    assert isinstance(first, PlayedHand)
    assert isinstance(second, PlayedHand)
    assert (first.facts.number, second.facts.number) == (9000000000000000001, 250000000001)


def test_as_many_players_as_the_deck_allows(tmp_path: Path) -> None:
    """Six at five-card draw, and ten at Omaha."""
    for game, count in (("5 Card Draw No Limit", 6), ("Omaha Pot Limit", 10)):
        names = [f"p{number}" for number in range(1, count + 1)]
        lines = [
            f"PokerStars Hand #250000000001:  {game} (5/10) - 2024/05/07 0:17:07 ET",
            "Table 'x' 10-max Seat #1 is the button",
            *[f"Seat {number}: {name} (100 in chips)" for number, name in enumerate(names, 1)],
            "p2: posts small blind 5",
            "p3: posts big blind 10",
            "*** HOLE CARDS ***",
            *[f"{name}: folds" for name in (*names[3:], *names[:2])],
            "Uncalled bet (5) returned to p3",
            "p3 collected 10 from pot",
            "*** SUMMARY ***",
            "Total pot 10 | Rake 0",
            *[
                f"Seat {number}: {name} {'(button) ' if number == 1 else ''}folded"
                for number, name in enumerate(names, 1)
            ],
        ]
        hand = only(read(tmp_path / "a.txt", "\n".join(lines)))
        assert stacks(hand)["p3"] == 105


def test_a_bet_that_is_not_returned_in_texts_of_2005(tmp_path: Path) -> None:
    old = CASH.replace("2024/05/07", "2005/12/16").replace("Uncalled bet ($1) returned to bob\n", "")
    assert stacks(only(read(tmp_path / "a.txt", old)))["bob"] == Fraction("10.09")
    [found] = read(tmp_path / "a.txt", CASH.replace("Uncalled bet ($1) returned to bob\n", ""))
    assert isinstance(found, RefusedHand)
    assert found.reason == "an uncalled bet is not returned"


def test_a_folder_names_every_text_that_it_leaves_out(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(CASH)
    (tmp_path / "summary.txt").write_text("PokerStars Tournament #77, No Limit Hold'em\n9 players\n")
    (tmp_path / "b.TXT").write_bytes((CASES / "transcript.txt").read_bytes())
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    found = list(read_hands([tmp_path]))
    assert [str(each.error) for each in found if isinstance(each, RefusedHand)] == [
        f"{tmp_path / 'summary.txt'}: no deal in it"
    ]
    assert len(found) == 4
