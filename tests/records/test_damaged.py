"""Files that are cut, doubled, wrong or in other encodings: a reason by line for each deal, and never a traceback."""

from __future__ import annotations

import json
import random
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ircpoker.records.ohh.writing import write_ohh
from ircpoker.records.phh.normal_form import write_phh
from ircpoker.records.played import PlayedHand
from ircpoker.records.pokerstars.writing import write_pokerstars
from ircpoker.records.reading import read_hands, read_text
from ircpoker.records.sections import LONGEST_DEAL, LONGEST_LINE, Form, HandText, RefusedHand, count_deals, cut_file
from ircpoker.table import DealSeat
from tests import tiers
from tests.records.deals import random_history, read_one, view_of

Text = str | bytes


FORMS = (Form.POKERSTARS, Form.PHH, Form.OHH)


def good_text(rng: random.Random, form: Form) -> str:
    """Return two deals; Open Hand History has no draw."""
    text, game = "", "holdem" if form is Form.OHH else ""
    for number in (1, 2):
        view = view_of(read_one(random_history(rng, number, game, open_seats=9)[0]), number, None)
        if form is Form.POKERSTARS:
            text += write_pokerstars(*view)
        elif form is Form.PHH:
            text += f"[{number}]\n{write_phh(*view)}\n"
        else:
            text += write_ohh(*view_of(view.hand, number, DealSeat(0)))
    return text


def damage(text: str, rng: random.Random) -> Text:
    """Return a text with a damage."""
    lines = text.split("\n")
    where = rng.randrange(len(lines))
    match rng.randrange(9):
        case 0:
            return text[: rng.randrange(len(text))]
        case 1:
            lines.insert(where, lines[where])
        case 2:
            del lines[where]
        case 3:
            digits = [index for index, char in enumerate(text) if char.isdigit()]
            index = rng.choice(digits)
            return text[:index] + str((int(text[index]) + rng.randint(1, 8)) % 10) + text[index + 1 :]
        case 4:
            return text.encode("utf-16")
        case 5:
            return f"{text[: rng.randrange(len(text))]}\xe9 {text}".encode("latin-1", "replace")
        case 6:
            other = rng.randrange(len(lines))
            lines[where], lines[other] = lines[other], lines[where]
        case 7:
            return text.encode()[: len(text) // 2] + bytes(rng.randrange(256) for _ in range(50)) + text.encode()
        case 8:
            lines[where] = lines[where] + "9" * rng.choice((3, 30, 5_000, LONGEST_LINE))
    return "\n".join(lines)


@pytest.mark.parametrize("form", FORMS)
def test_damaged_files_have_reasons_and_no_tracebacks(form: Form, tmp_path: Path) -> None:
    refused = 0
    for number in tiers.seeds(1_000, 4):
        rng = random.Random(number)
        spoiled = damage(good_text(rng, form), rng)
        file = tmp_path / f"{number}.phhs"
        file.write_bytes(spoiled if isinstance(spoiled, bytes) else spoiled.encode())
        lines = file.read_bytes().count(b"\n") + 1
        for found in read_hands([file]):
            if isinstance(found, RefusedHand):
                refused += 1
                assert 0 <= found.line <= lines
                assert found.reason
                assert str(found.error).isprintable()
                assert str(file) in str(found.error)
            else:
                assert isinstance(found, PlayedHand)
    assert refused


ODD_VALUES = (None, True, -1, 0, 7, 10**25, 0.5, -0.5, "x", "", [], [3], {}, {"a": 1})


def places_in(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each object and list in a value of JSON, with each of its keys."""
    for key, value in list(data.items() if isinstance(data, dict) else enumerate(data)):
        yield data, key
        if isinstance(value, dict | list):
            yield from places_in(value)


def test_a_field_of_another_type_is_no_traceback() -> None:
    rng = random.Random(5)
    text = good_text(rng, Form.OHH).splitlines()[0]
    for _ in range(tiers.count(20_000, 100)):
        data = json.loads(text)
        holder, key = rng.choice(list(places_in(data)))
        holder[key] = rng.choice(ODD_VALUES)
        found = read_text(HandText(Form.OHH, "a.ohh", 1, 0, json.dumps(data)))
        assert isinstance(found, PlayedHand) or (found.line == 1 and found.reason)


@pytest.mark.parametrize(
    "text", ["{", "[1]", "{}", '{"ohh": 1}', '{"ohh": NaN}', "{" * 50_000, '{"ohh": ' + "9" * 5_000 + "}"]
)
def test_text_that_only_begins_like_open_hand_history(text: str) -> None:
    found = read_text(HandText(Form.OHH, "a.ohh", 1, 0, text))
    assert isinstance(found, RefusedHand)
    assert found.line == 1
    assert str(found.error).isprintable()


DEAL = """\
PokerStars Hand #17:  Hold'em No Limit (5/10) - 2026/11/23 7:46:43 ET
Table 'libera/#poker' 6-max (Play Money) Seat #3 is the button
Seat 1: ann (300 in chips)
Seat 2: bob (300 in chips)
Seat 3: cat (120 in chips)
ann: posts small blind 5
bob: posts big blind 10
*** HOLE CARDS ***
Dealt to ann [Ah Kh]
cat: raises 110 to 120 and is all-in
ann: calls 115
bob: calls 110
*** FLOP *** [2h 3h 4c]
ann: bets 20
bob: calls 20
*** TURN *** [2h 3h 4c] [9d]
ann: checks
bob: checks
*** RIVER *** [2h 3h 4c 9d] [Jc]
ann: bets 160 and is all-in
bob: folds
Uncalled bet (160) returned to ann
*** SHOW DOWN ***
ann: shows [Ah Kh] (high card Ace)
ann collected 40 from side pot
cat: shows [Qd Qs] (a pair of Queens)
cat collected 360 from main pot
*** SUMMARY ***
Total pot 400 Main pot 360. Side pot 40. | Rake 0
Board [2h 3h 4c 9d Jc]
Seat 1: ann (small blind) showed [Ah Kh] and won (40) with high card Ace
Seat 2: bob (big blind) folded on the River
Seat 3: cat (button) showed [Qd Qs] and won (360) with a pair of Queens
"""


def read(tmp_path: Path, text: Text) -> list[PlayedHand | RefusedHand]:
    file = tmp_path / "a.txt"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(read_hands([file]))


def test_the_worked_deal(tmp_path: Path) -> None:
    [hand] = read(tmp_path, DEAL)
    assert isinstance(hand, PlayedHand)
    assert hand.names == ("ann", "bob", "cat")
    assert hand.deal.stacks == (200, 160, 360)
    assert (hand.facts.number, hand.facts.venue, hand.facts.table) == (17, "libera", "#poker")
    assert (hand.facts.seats, hand.facts.seat_count, str(hand.facts.played_at)) == (
        (1, 2, 3),
        6,
        "2026-11-23 12:46:43+00:00",
    )


FAULTS = {
    ("Total pot 400", "Total pot 410"): (29, "the total is not the sum of the bets"),
    ("Side pot 40. |", "Side pot 50. |"): (29, "the pots are not the total"),
    ("collected 360", "collected 460"): (27, "more is collected than was won"),
    ("collected 360", "collected 300"): (29, "what is collected is not the total"),
    ("won (360)", "won (350)"): (33, "the summary has other winnings"),
    ("ann: calls 115", "ann: calls 110"): (11, "the call is not the price"),
    ("ann: calls 115\n", ""): (11, "'p2 cc' is not legal: it is the turn of p1"),
    ("returned to ann", "returned to dan"): (22, "'dan' does not sit at the table"),
    ("Uncalled bet (160) returned to ann\n", ""): (1, "an uncalled bet is not returned"),
    ("bob: posts big blind 10", "bob: posts big blind 9"): (7, "the big blind is not that of the header"),
    ("*** TURN *** [2h 3h 4c] [9d]", "*** TURN *** [2h 3h 4d] [9d]"): (
        16,
        "the board is not that of the street before",
    ),
    ("*** TURN *** [2h 3h 4c] [9d]\n", ""): (18, "the river comes at the wrong time"),
    ("Board [2h 3h 4c 9d Jc]", "Board [2h 3h 4c 9d Js]"): (30, "the board is another one than in the play"),
    ("showed [Qd Qs]", "showed [Qd Qh]"): (33, "the summary has other cards"),
    ("cat: shows [Qd Qs]", "cat: shows [Qd Ah]"): (1, "Ah is dealt twice"),
    ("bob: folds", "bob: jumps"): (21, "'bob: jumps' is not understood here"),
    ("Hold'em No Limit", "Razz Limit"): (1, "the header names no game that is played here"),
    ("2026/11/23", "2026/13/23"): (1, "'2026/13/23 7:46:43 ET' is not a time"),
    ("Seat 2: bob (300 in chips)\n", "Seat 2: bob (300 in chips)\n" * 2): (5, "seat 2 or its player is there twice"),
    ("Seat 2: bob (big blind) folded on the River\n", ""): (1, "seat 2 is missing in the summary"),
    ("(5/10)", "(6/10)"): (6, "the small blind is not that of the header"),
    ("raises 110 to 120", "raises 100 to 120"): (10, "the raise is not that much above the bet before"),
    ("cat (120 in chips)", "cat (130 in chips)"): (17, "'p1 cc' is not legal: it is the turn of p3"),
    ("ann: bets 160 and is all-in", "ann: bets 160"): (20, "'ann' has no chips left, but is not all-in"),
    ("Seat #3 is the button", "Seat #2 is the button"): (32, "the button is at another seat"),
    ("Seat 1: ann (small blind)", "Seat 1: ann (button) (small blind)"): (31, "the button is at another seat"),
    ("Seat 1: ann (small blind) showed [Ah Kh]", "Seat 1: ann (small blind) mucked [Ah Ks]"): (
        31,
        "the summary has other cards",
    ),
}


@pytest.mark.parametrize(("change", "refusal"), FAULTS.items())
def test_a_contradiction_is_refused_by_line(tmp_path: Path, change: tuple[str, str], refusal: tuple[int, str]) -> None:
    assert change[0] in DEAL
    [found] = read(tmp_path, DEAL.replace(*change))
    assert isinstance(found, RefusedHand), found
    assert found.line == refusal[0], found
    assert refusal[1] in found.reason


@pytest.mark.parametrize(
    "line",
    [
        'bob said, "ann: folds"',
        "dan joins the table at seat #5",
        "cat has timed out",
        "bob is disconnected",
        "dan will be allowed to play after the button",
    ],
)
def test_talk_says_nothing_of_the_deal(tmp_path: Path, line: str) -> None:
    [hand] = read(tmp_path, DEAL.replace("ann: checks\n", f"ann: checks\n{line}\n"))
    assert isinstance(hand, PlayedHand)
    assert hand.deal.stacks == (200, 160, 360)


def test_rake_and_an_odd_chip_elsewhere_are_kept(tmp_path: Path) -> None:
    raked = DEAL.replace("collected 360", "collected 350").replace("Main pot 360.", "Main pot 350.")
    raked = raked.replace("Rake 0", "Rake 10").replace("won (360)", "won (350)")
    [hand] = read(tmp_path, raked)
    assert isinstance(hand, PlayedHand), str(hand)
    view = view_of(hand, 17, shows_all=True)
    assert (view.hand.rake, view.hand.final_stacks) == (10, [200, 160, 350])
    assert "winnings = [40, 0, 350]" in write_phh(*view)
    [again] = read(tmp_path, write_pokerstars(*view))
    assert isinstance(again, PlayedHand), str(again)
    assert write_phh(*view_of(again, 17, shows_all=True)) == write_phh(*view_of(hand, 17))


def test_the_part_of_a_raise_that_nobody_can_match_comes_back(tmp_path: Path) -> None:
    text = (Path(__file__).parents[1] / "data" / "cases" / "uncallable-raise.txt").read_text()
    [hand] = read(tmp_path, text)
    assert isinstance(hand, PlayedHand), str(hand)
    assert hand.finishing_stacks == (900, 50, 210)
    assert hand.final_stacks == list(hand.deal.stacks)
    [found] = read(tmp_path, text.replace("Uncalled bet ($100)", "Uncalled bet ($90)"))
    assert isinstance(found, RefusedHand)
    assert found.reason == "an uncalled bet is not returned"


DRAW = """\
PokerStars Hand #18:  5 Card Draw No Limit (5/10) - 2026/11/23 7:46:43 ET
Table 'draw' 2-max (Play Money) Seat #2 is the button
Seat 1: ann (300 in chips)
Seat 2: bob (300 in chips)
bob: posts small blind 5
ann: posts big blind 10
*** DEALING HANDS ***
Dealt to ann [Ah Kh Qs 2c 3d]
bob: calls 5
ann: checks
ann: discards 2 cards [2c 3d]
Dealt to ann [Ah Kh Qs] [Jc Td]
bob: stands pat
ann: bets 10
bob: folds
Uncalled bet (10) returned to ann
ann collected 20 from pot
ann: doesn't show hand
*** SUMMARY ***
Total pot 20 | Rake 0
Seat 1: ann (big blind) collected (20)
Seat 2: bob (button) (small blind) folded after the Draw
"""


@pytest.mark.parametrize(
    ("change", "line"),
    [((" [2c 3d]\n", " [2c 4d]\n"), 11), (("[Ah Kh Qs] [", "[Ah Ks Qs] ["), 12), (("[2c 3d]\n", "\n"), 0)],
)
def test_cards_kept_in_a_draw(tmp_path: Path, change: tuple[str, str], line: int) -> None:
    [found] = read(tmp_path, DRAW)
    assert isinstance(found, PlayedHand), str(found)
    [found] = read(tmp_path, DRAW.replace(*change))
    assert isinstance(found, RefusedHand), str(found)
    assert not line or found.line == line, str(found)


def test_good_deals_around_a_bad_one_are_read(tmp_path: Path) -> None:
    found = read(tmp_path, f"{DEAL}\n\n\n{DEAL.replace('bob: folds', 'bob: jumps')}\n\n\n{DEAL}")
    assert [isinstance(each, PlayedHand) for each in found] == [True, False, True]
    lines = [each.source.line if isinstance(each, PlayedHand) else each.line for each in found]
    assert lines == [1, 57, 73]


def test_a_long_line_is_not_read_whole(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    with file.open("wb") as opened:
        opened.write(DEAL.encode())
        opened.truncate(2**32)  # a line of 4 GB that takes no place on the disk
    tracemalloc.start()
    found = list(read_hands([file]))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [type(each) for each in found] == [PlayedHand, RefusedHand]
    assert found[1].line == DEAL.count("\n") + 1
    assert "longer than 64 KB" in str(found[1])
    assert peak < 10 * 2**20


def test_a_large_file_takes_little_memory(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text(f"{DEAL}\n\n\n" * 40)
    assert count_deals(file) == 40
    tracemalloc.start()
    assert sum(isinstance(each, PlayedHand) for each in read_hands([file])) == 40
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 3 * 2**20


def test_a_deal_without_end_is_refused(tmp_path: Path) -> None:
    line = "# " + "x" * 1000 + "\n"
    text = f"[1]\n{line * (LONGEST_DEAL // len(line) + 2)}[2]\nvariant = 1\n"
    long, bad = read(tmp_path, text)
    assert isinstance(long, RefusedHand)
    assert (long.line, long.reason) == (1, "a deal of more than 1 MB")
    assert isinstance(bad, RefusedHand)
    assert bad.error.deal == 2


def test_folders_have_both_forms(tmp_path: Path) -> None:
    below = tmp_path / "below"
    below.mkdir()
    (below / "a.txt").write_text(DEAL)
    (below / "notes.txt").write_text("no deal")
    (tmp_path / "b.phh").write_text(write_phh(*view_of(read(tmp_path, DEAL)[0], 1)))
    (tmp_path / "a.txt").unlink()
    hands = [each for each in read_hands([tmp_path]) if isinstance(each, PlayedHand)]
    assert [Path(hand.source.file).name for hand in hands] == ["b.phh", "a.txt"]


def test_missing_and_empty_files(tmp_path: Path) -> None:
    empty = tmp_path / "empty.phh"
    empty.write_text("# nothing\n\n")
    other, page = tmp_path / "log.jsonl", tmp_path / "page.md"
    other.write_text('{"level": "info"}\n' * 3)
    page.write_text("# A page\n\n[bot]\nowner = alice\n")
    missing, nothing, no_ohh, no_toml = read_hands([tmp_path / "no.phh", empty, other, page])
    assert str(missing.error) == f"{tmp_path / 'no.phh'}: No such file or directory"
    assert str(nothing.error) == f"{empty}: no deal in it"
    assert str(no_ohh.error) == f"{other}: no deal in it"
    assert str(no_toml.error) == f"{page}, line 4: not TOML: Invalid value"
    assert [str(each.error) for each in cut_file(Path("a\0b")) if isinstance(each, RefusedHand)] == [
        "a?b: cannot be read"
    ]
