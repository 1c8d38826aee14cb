"""`ircpoker import` as users run it: each deal once, interrupted and gone on with, folders, refusals by reason."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
from pathlib import Path

import pytest

from ircpoker.records.reading import ImportedDeals, key_of
from ircpoker.records.sections import Form, HandText, cut_file
from tests.cli.conftest import Ircpoker
from tests.records.room_texts import gg_text, played_deal, winamax_text
from tests.records.test_kinds import CASES, CASH
from tests.records.test_rooms import ROOMS


def stars_texts(count: int) -> list[str]:
    return [CASH.replace("250000000001", str(250000000000 + number)) + "\n\n\n" for number in range(count)]


def histories(folder: Path) -> None:
    """Fill a folder with histories of all rooms, some deals twice."""
    rng = random.Random(1)
    deals = [played_deal(rng, 10**9 + number, ("holdem", "omaha")) for number in range(20)]
    (folder / "gg").mkdir(parents=True)
    (folder / "gg" / "a.txt").write_text("".join([gg_text(deal, rng) for deal in deals[:15]]))
    (folder / "gg" / "b.txt").write_text("".join([gg_text(deal, rng) for deal in deals[10:]]))
    (folder / "w.txt").write_text("".join([winamax_text(deal, rng) for deal in deals]))
    (folder / "stars.txt").write_text("".join(stars_texts(30)))
    shutil.copy(ROOMS / "poker_now_log_pglZ9.csv", folder)


def test_each_deal_is_taken_in_once_and_an_interruption_changes_nothing(ircpoker: Ircpoker, tmp_path: Path) -> None:
    histories(tmp_path / "h")
    first = ircpoker("import", "h", "-o", "whole.phhs")
    assert first.status == 0, first.err
    assert "left out 5 that were there before" in first.err
    whole = (tmp_path / "whole.phhs").read_bytes()
    assert (tmp_path / "whole.phhs").stat().st_mode & 0o077 == 0
    again = ircpoker("import", "h", "-o", "whole.phhs")
    assert (again.status, (tmp_path / "whole.phhs").read_bytes()) == (0, whole)
    assert "imported 0 deals of" in again.err
    rng = random.Random(2)
    for place in (0, 1, 20, *[rng.randrange(len(whole)) for _ in range(4)]):
        (tmp_path / "part.phhs").write_bytes(whole[:place])  # as if the computer had stopped there
        ran = ircpoker("import", "h", "-o", "part.phhs", "--jobs", "1")
        assert (ran.status, (tmp_path / "part.phhs").read_bytes()) == (0, whole), place
    assert ircpoker("import", "whole.phhs").out.encode() == whole
    replayed = ircpoker("replay", "whole.phhs")
    assert replayed.status == 0
    assert replayed.out.count("\n") == whole.count(b"\n\n")


def test_new_deals_are_added(ircpoker: Ircpoker, tmp_path: Path) -> None:
    texts = stars_texts(4)
    (tmp_path / "a.txt").write_text("".join(texts[:2]))
    assert ircpoker("import", "a.txt", "-o", "deals.phhs").status == 0
    assert ircpoker("import", "a.txt", "-o", os.devnull).err == "ircpoker: imported 2 deals of 1 file, refused 0\n"
    (tmp_path / "a.txt").write_text("".join(texts[1:]))
    added = ircpoker("import", "a.txt", "-o", "deals.phhs")
    assert added.err == "ircpoker: imported 2 deals of 1 file, refused 0\nircpoker: left out 1 that were there before\n"
    text = (tmp_path / "deals.phhs").read_text()
    assert re.findall(r"^\[(\d)\] # (.+)$", text, re.MULTILINE) == [
        (str(number + 1), f"PokerStars {250000000000 + number}") for number in range(4)
    ]


def test_a_whole_text_replaces_one_that_is_cut_off(ircpoker: Ircpoker, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(CASH[: CASH.index("*** SUMMARY")])
    (tmp_path / "b.txt").write_text(CASH)
    ran = ircpoker("import", ".", "-o", "deals.phhs")
    assert ran.status == 1
    assert "a.txt, line 16, deal 250000000001: the text ends before the summary is complete" in ran.err
    assert "imported 1 deal of 2 files, refused 1" in ran.err


def test_another_file_is_left_alone(ircpoker: Ircpoker, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(CASH)
    for text in ("my notes\n", "[1]\nvariant = 1\n\n", "\n"):
        (tmp_path / "notes").write_text(text)
        ran = ircpoker("import", "a.txt", "-o", "notes")
        assert ran.status == 2
        assert ran.err == "ircpoker: notes exists, and is not written by an import: expected the name of a new file\n"
        assert (tmp_path / "notes").read_text() == text


def test_deals_without_numbers_are_all_taken_in(ircpoker: Ircpoker, tmp_path: Path) -> None:
    """Sections of a collection have no comment in their headings: their texts say which deals they are."""
    collection = (Path(__file__).parent.parent / "data" / "phh" / "hands.phhs").read_text(encoding="utf-8")
    few, _, _ = collection.partition("[6]\n")
    (tmp_path / "deals.phhs").write_text(few, encoding="utf-8")
    done = ircpoker("import", "deals.phhs")
    assert done.out.count("\nactions = ") == 5
    assert "left out" not in done.err


def test_refusals_are_summarised_by_their_reason(ircpoker: Ircpoker, tmp_path: Path) -> None:
    texts = stars_texts(4)
    texts[0] = texts[0].replace("bob: checks", "bob: jumps")
    texts[1] = texts[1].replace("bob: checks", "ann: dances")
    texts[2] = texts[2].replace("2024/05/07", "2024/15/07")
    (tmp_path / "a.txt").write_text("".join(texts))
    (tmp_path / "notes.txt").write_text("nothing\n")
    ran = ircpoker("import", ".")
    assert ran.status == 1
    assert ran.err.splitlines()[-4:] == [
        "ircpoker: imported 1 deal of 2 files, refused 4",
        "ircpoker:      2 × an action is not understood here",
        "ircpoker:      1 × the time is not one",
        "ircpoker:      1 × no deal in it",
    ]


def test_other_commands_take_the_rooms(ircpoker: Ircpoker, tmp_path: Path) -> None:
    shutil.copytree(ROOMS, tmp_path / "rooms")
    counted = ircpoker("stats", "--json", "rooms", XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert counted.status == 0, counted.err
    hands = {row["player"]: (row["hands"], row["net"]) for row in map(json.loads, counted.out.splitlines())}
    assert (hands["Hero"], hands["x y z"], hands["cat"]) == ((2, -1240.9), (1, 0.2), (1, 30))
    exported = ircpoker("export", "--format", "pokerstars", "rooms", "-o", "stars.txt")
    assert exported.status == 0, exported.err
    back = ircpoker("import", "stars.txt")
    assert back.err == "ircpoker: imported 6 deals of 1 file, refused 0\n"


RANGES = ("AA,JJ,A5s,T8s", "KK,J9s,QTs")


def test_the_spot_of_a_hand(ircpoker: Ircpoker, tmp_path: Path) -> None:
    """The board of the first street with two players, the pot, the shorter stack and what was done."""
    (tmp_path / "a.txt").write_text(MULTIWAY)
    done = ircpoker("solve", "--hand", "a.txt#250000000017", *RANGES, "--accuracy", "1")
    assert done.status == 0, done.err
    first = done.out.splitlines()[0]
    # 140 in the pot on the river; ann has 240 left, cat 260: the bet of 90 is among the sizes.
    assert first == "2h 3h 4c 9d Jc | pot 470 | in position to act after check, bet 90, all-in 240"
    assert ircpoker("solve", "--hand", "a.txt#1", *RANGES, "--dry-run").status == 0


MULTIWAY = """\
PokerStars Hand #250000000017:  Hold'em No Limit (5/10) - 2026/11/23 7:46:43 ET
Table 'x' 6-max (Play Money) Seat #3 is the button
Seat 1: ann (300 in chips)
Seat 2: bob (300 in chips)
Seat 3: cat (320 in chips)
ann: posts small blind 5
bob: posts big blind 10
*** HOLE CARDS ***
cat: raises 10 to 20
ann: calls 15
bob: calls 10
*** FLOP *** [2h 3h 4c]
ann: checks
bob: checks
cat: checks
*** TURN *** [2h 3h 4c] [9d]
ann: bets 40
bob: folds
cat: calls 40
*** RIVER *** [2h 3h 4c 9d] [Jc]
ann: checks
cat: bets 90
ann: raises 150 to 240 and is all-in
cat: folds
Uncalled bet (150) returned to ann
ann collected 320 from pot
*** SUMMARY ***
Total pot 320 | Rake 0
Board [2h 3h 4c 9d Jc]
Seat 1: ann (small blind) collected (320)
Seat 2: bob (big blind) folded on the Turn
Seat 3: cat (button) folded on the River
"""


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("a.txt", *RANGES), "'a.txt': expected a file and the number of a deal, such as deals.phhs#7"),
        (("a.txt#2", *RANGES), "a.txt has no deal 2"),
        (("b.txt#1", *RANGES), "b.txt: No such file or directory"),
        (("a.txt#1", *RANGES, "--pot", "3"), "--hand: expected two ranges, and no board, --pot or --stack"),
        (("a.txt#1", "2h3h4c", *RANGES), "--hand: expected two ranges, and no board, --pot or --stack"),
        (("split.txt#1", *RANGES), "--hand: no two players with chips were left after the flop of this deal"),
        (("omaha.txt#1", *RANGES), "--hand: expected a deal of no-limit hold'em"),
    ],
)
def test_no_spot_of_a_hand(ircpoker: Ircpoker, tmp_path: Path, arguments: tuple[str, ...], error: str) -> None:
    (tmp_path / "a.txt").write_text(MULTIWAY)
    shutil.copy(CASES / "knockout.txt", tmp_path / "split.txt")
    (tmp_path / "omaha.txt").write_text(MULTIWAY.replace("Hold'em No", "Omaha Pot"))
    done = ircpoker("solve", "--hand", *arguments)
    assert done.status == 2
    assert done.err.endswith(f"ircpoker: {error}\n")


@pytest.mark.parametrize(
    ("form", "text", "key"),
    [
        (Form.POKERSTARS, "PokerStars Zoom Hand #250000000001:  Hold'em", "PokerStars 250000000001"),
        (Form.GGPOKER, "Poker Hand #RC1234567890: Hold'em", "GGPoker RC1234567890"),
        (Form.WINAMAX, "Winamax Poker - CashGame - HandId: #94019-6-1483 - Holdem", "Winamax 94019-6-1483"),
        (Form.POKERNOW, '"-- starting hand #1 (id: ufhrgt2tkrb6)  (No', "PokerNow ufhrgt2tkrb6"),
        (Form.OHH, '{"ohh": {"network_name": "iPoker", "game_number": "12345678"}}', "iPoker 12345678"),
    ],
)  # fmt: skip
def test_a_deal_is_known_by_room_and_number(form: Form, text: str, key: str) -> None:
    assert key_of(HandText(form, "a", 1, 0, text)) == key


def test_a_number_that_many_deals_have_is_no_key() -> None:
    """Numbers of one table, or of one bot, are those of other deals elsewhere."""
    first, other = (HandText(Form.POKERSTARS, "a", 1, 0, f"PokerStars Hand #17: {name}") for name in ("x", "y"))
    assert key_of(first) != key_of(other)
    assert key_of(first) == key_of(first._replace(file="b", line=7))


def test_a_file_of_an_import_knows_its_keys(tmp_path: Path) -> None:
    deals, path = ImportedDeals(), tmp_path / "a.phhs"
    text = deals.add("PokerStars 1", "variant = 1\n") + deals.add("GGPoker 2", "variant = 2\n")
    assert deals.add("GGPoker 2", "variant = 3\n") == ""
    path.write_text(f"{text}[3] # x")
    again = ImportedDeals()
    assert again.read(path) == len(text)
    assert (again.keys, again.count) == ({"PokerStars 1", "GGPoker 2"}, 2)
    assert [each.context for each in cut_file(path)][:2] == ["PokerStars 1", "GGPoker 2"]
