"""`ircpoker export` and `ircpoker import`: files, the ledger, and what is refused."""

from __future__ import annotations

import json
import random
import re
import stat
from pathlib import Path
from random import Random

import pytest

from ircpoker.records.phh.normal_form import write_phh
from ircpoker.records.played import PlayedHand
from ircpoker.records.pokerstars.writing import write_pokerstars
from ircpoker.records.reading import read_hands
from tests.cli.conftest import Ircpoker
from tests.lobby.hall import Hall, play_on, player
from tests.records.deals import random_history, read_one, view_of


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a ledger with its histories: alice and bob have played."""
    folder = tmp_path_factory.mktemp("ledger")
    with Hall(url=f"sqlite:///{folder / 'ledger.db'}", history=folder / "history", deal_pause=0.1) as hall:
        hall.seat("alice", "bob", chips=300)
        rng = Random(4)
        play_on(hall, rng, 12)
        hall.tell("carol", "play folder 200")
        hall.wait(5)
        hall.tell("carol", "fold")
    return folder


def numbers_in(text: str) -> list[str]:
    return re.findall(r"^PokerStars Hand #(\d+):", text, re.MULTILINE)


def test_deals_of_the_ledger_for_a_player(ircpoker: Ircpoker, ledger: Path) -> None:
    database = f"sqlite:///{ledger / 'ledger.db'}"
    export = ("export", "--format", "pokerstars", "--database", database)
    everybody, own = ircpoker(*export), ircpoker(*export, "--player", "Alice")
    assert (everybody.status, own.status) == (0, 0), everybody.err + own.err
    assert "Dealt to" not in everybody.out
    assert len(numbers_in(own.out)) >= 2
    assert set(numbers_in(own.out)) < set(numbers_in(everybody.out))
    assert own.out.count("Dealt to alice [") == len(numbers_in(own.out))
    assert "Table 'net/#poker' 10-max (Play Money) Seat #" in own.out
    assert "carol" not in own.out
    assert own.err == f"ircpoker: exported {len(numbers_in(own.out))} deals, refused 0\n"
    in_full = ircpoker(*export, "--player", str(player("alice")))
    assert in_full.out == own.out
    assert ircpoker(*export).out == everybody.out


def test_nobody_of_that_name(ircpoker: Ircpoker, ledger: Path) -> None:
    database = f"sqlite:///{ledger / 'ledger.db'}"
    ran = ircpoker("export", "--format", "phh", "--database", database, "--player", "dan")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "ircpoker: no player in the ledger is called 'dan'\n"


def test_ledger_and_history_folder_give_the_same_deals(ircpoker: Ircpoker, ledger: Path) -> None:
    database = f"sqlite:///{ledger / 'ledger.db'}"
    of_ledger = ircpoker("export", "--format", "pokerstars", "--database", database)
    of_files = ircpoker("export", "--format", "pokerstars", str(ledger / "history"))
    assert of_files.status == 0, of_files.err
    assert sorted(of_files.out.split("\n\n\n\n")) == sorted(of_ledger.out.split("\n\n\n\n"))


def test_a_configuration_names_ledger_and_folder(ircpoker: Ircpoker, ledger: Path, tmp_path: Path) -> None:
    (tmp_path / "config.ini").write_text(
        f"[bot]\ndatabase = sqlite:///{ledger / 'ledger.db'}\nhistory = {ledger / 'history'}\n"
    )
    everything = ircpoker("export", "--format", "pokerstars")
    of_ledger = ircpoker("export", "--format", "pokerstars", "--database", f"sqlite:///{ledger / 'ledger.db'}")
    assert (everything.status, everything.out) == (0, of_ledger.out), everything.err
    # A deal that only the folder has is added.
    folder = tmp_path / "history"
    folder.mkdir()
    (folder / "900.phh").write_text(random_history(Random(1), 900, "holdem")[0])
    (tmp_path / "config.ini").write_text(f"[bot]\ndatabase = sqlite:///{ledger / 'ledger.db'}\nhistory = {folder}\n")
    more = ircpoker("export", "--format", "pokerstars")
    assert numbers_in(more.out) == [*numbers_in(of_ledger.out), "900"]


@pytest.fixture
def deals(tmp_path: Path) -> Path:
    """Return a file with deals of all games."""
    texts = [random_history(random.Random(number), number, open_seats=9, plain=True)[0] for number in range(1, 31)]
    file = tmp_path / "deals.phhs"
    file.write_text("".join(f"[{number}]\n{text}\n" for number, text in enumerate(texts, 1)))
    return file


def test_a_file_is_made_whole_and_never_replaced(ircpoker: Ircpoker, deals: Path, tmp_path: Path) -> None:
    made = tmp_path / "made.txt"
    ran = ircpoker("export", "--format", "pokerstars", "-o", "made.txt", str(deals))
    assert (ran.status, ran.out, ran.err) == (0, "", "ircpoker: exported 30 deals, refused 0\n")
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    before = made.read_text()
    again = ircpoker("export", "--format", "pokerstars", "-o", "made.txt", str(deals))
    assert (again.status, again.err) == (2, "ircpoker: made.txt exists: expected the name of a new file\n")
    assert made.read_text() == before
    assert [path.name for path in tmp_path.glob("made*")] == ["made.txt"]


@pytest.mark.slow
def test_export_and_import_are_inverse(ircpoker: Ircpoker, deals: Path) -> None:
    phh = ircpoker("export", "--format", "phh", str(deals))
    for options in ((), ("--currency", "USD")):
        name = f"stars{len(options)}.txt"
        assert ircpoker("export", "--format", "pokerstars", *options, "-o", name, str(deals)).status == 0
        back = ircpoker("import", "--jobs", "1", name)
        assert (back.status, back.err) == (0, "ircpoker: imported 30 deals of 1 file, refused 0\n")
        assert re.sub(r"^(\[\d+\]) # PokerStars \w+$", r"\1", back.out, flags=re.MULTILINE) == phh.out
        # Text of PokerStars is replayed and exported, too.
        assert ircpoker("export", "--format", "phh", name).out == phh.out
        assert ircpoker("replay", "--json", name).out.count("finishing_stacks") == 30


def test_choosing_deals(ircpoker: Ircpoker, deals: Path) -> None:
    hands = [hand for hand in read_hands([deals]) if isinstance(hand, PlayedHand)]
    export = ("export", "--format", "pokerstars", str(deals))
    omaha = ircpoker(*export, "--game", "omaha")
    expected = [str(hand.facts.number) for hand in hands if hand.game.name == "omaha"]
    assert numbers_in(omaha.out) == expected != []
    late = ircpoker(*export, "--since", "2028-01-01")
    expected = [str(hand.facts.number) for hand in hands if hand.facts.played_at.year >= 2028]
    assert numbers_in(late.out) == expected != []
    own = ircpoker(*export, "--player", "JÖRG")
    expected = [str(hand.facts.number) for hand in hands if "Jörg" in hand.names]
    assert numbers_in(own.out) == expected != []
    assert ircpoker(*export, "--game", "razz").status == 2
    assert "is not a day" in ircpoker(*export, "--since", "yesterday").err
    assert ircpoker(*export, "--database", "sqlite:///a.db").status == 2


def test_draw_is_left_out_of_open_hand_history(ircpoker: Ircpoker, deals: Path) -> None:
    hands = [hand for hand in read_hands([deals]) if isinstance(hand, PlayedHand)]
    draws = sum(hand.game.name == "draw" for hand in hands)
    ran = ircpoker("export", "--format", "ohh", str(deals))
    assert ran.status == 1
    assert ran.err.count("Open Hand History has no five-card draw") == 2
    assert f"exported {30 - draws} deals, refused {draws}" in ran.err
    lines = ran.out.split("\n\n")
    assert [json.loads(line)["ohh"]["spec_version"] for line in lines[:-1]] == ["1.4.7"] * (30 - draws)


def test_deals_that_were_there_before_and_numbers(ircpoker: Ircpoker, tmp_path: Path) -> None:
    first, second = (random_history(random.Random(seed), 5, "holdem")[0] for seed in (1, 2))
    without = re.sub(r"^hand = .*\n", "", random_history(random.Random(3), 5, "holdem")[0], flags=re.MULTILINE)
    for name, text in {"a": first, "b": first, "c": second, "d": without}.items():
        (tmp_path / f"{name}.phh").write_text(text)
    ran = ircpoker("export", "--format", "pokerstars", ".")
    assert ran.err == "ircpoker: exported 3 deals, refused 0\nircpoker: left out 1 that were there before\n"
    numbers = numbers_in(ran.out)
    assert numbers[0] == "5"
    assert len(set(numbers)) == 3
    assert all(0 < int(number) < 10**12 for number in numbers)
    assert numbers_in(ircpoker("export", "--format", "pokerstars", ".").out) == numbers


@pytest.mark.slow
def test_import_in_several_processes_with_refusals(ircpoker: Ircpoker, tmp_path: Path) -> None:
    text = ""
    for number in range(1, 4):
        view = view_of(read_one(random_history(random.Random(number), number, "holdem", plain=True)[0]), number)
        text += write_pokerstars(*view)
    bad = text.replace("*** SUMMARY ***\nTotal pot ", "*** SUMMARY ***\nTotal pot 9", 1)
    many = "".join([re.sub(r"#(\d):", rf"#{each}\1:", text) for each in range(10, 80)])
    (tmp_path / "a.txt").write_text(many + bad)
    ran = ircpoker("import", "--jobs", "2", "-o", "out.phhs", "a.txt")
    line = many.count("\n") + bad[: bad.index("Total pot 9")].count("\n") + 1
    assert ran.status == 1
    assert ran.err.splitlines() == [
        f"ircpoker: a.txt, line {line}, deal 1: the total is not the sum of the bets",
        "ircpoker: imported 212 deals of 1 file, refused 1",
        "ircpoker:      1 × the total is not the sum of the bets",
    ]
    made = (tmp_path / "out.phhs").read_text()
    numbers = [f"{each}{number}" for each in range(10, 80) for number in "123"]
    assert re.findall(r"^hand = (\d+)", made, re.MULTILINE) == [*numbers, "2", "3"]
    assert made.startswith("[1] # PokerStars ")


def test_import_of_a_missing_file(ircpoker: Ircpoker) -> None:
    ran = ircpoker("import", "no.txt")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "ircpoker: no.txt: No such file or directory\n"


def test_pictures_of_deals(ircpoker: Ircpoker, tmp_path: Path) -> None:
    from xml.etree import ElementTree as ET

    for number, game in enumerate(("holdem", "draw"), 1):
        text, _ = random_history(random.Random(number + 4), number, game, open_seats=0)
        (tmp_path / f"{number}.phh").write_text(text)
    ran = ircpoker("replay", "--svg", "deals.svg", "1.phh", "2.phh")
    assert ran.status == 0, ran.err
    text = (tmp_path / "deals.svg").read_text()
    picture = ET.fromstring(text)
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert not re.search(r"(?<!use )href|url\(|<script|<image", text)
    titles = [each.text for each in picture.iter("{http://www.w3.org/2000/svg}text") if each.get("class") == "title"]
    hold, draw = (read_one((tmp_path / f"{number}.phh").read_text()) for number in (1, 2))
    assert titles[0] is not None
    assert titles[0].startswith("#1 no-limit hold'em ")
    assert titles[0].endswith(f" · {hold.facts.table.replace(chr(39), ' ')}")
    assert titles.count("end") == 2
    assert titles.count("preflop") == titles.count("predraw") == 1
    drawn = set(re.findall(r'href="#([2-9TJQKA][cdhs])"', text))
    known = {str(card) for hand in (hold, draw) for card in hand.known}
    assert drawn
    assert drawn <= known
    assert ircpoker("replay", "--svg", "deals.svg", "1.phh").status == 2


def test_a_picture_of_nothing(ircpoker: Ircpoker, tmp_path: Path) -> None:
    assert ircpoker("replay", "--svg", "a.svg", "no.phh").status == 2
    assert not (tmp_path / "a.svg").exists()


def test_normal_form_is_its_own_normal_form() -> None:
    hand = read_one(random_history(random.Random(9), 9, "omaha")[0])
    text = write_phh(*view_of(hand, 9, shows_all=True))
    assert write_phh(*view_of(read_one(text), 9, shows_all=True)) == text


def test_a_deal_as_a_page(ircpoker: Ircpoker, tmp_path: Path) -> None:
    text, _ = random_history(random.Random(5), 1, "holdem")
    (tmp_path / "1.phh").write_text(text)
    ran = ircpoker("replay", "--html", "deal.html", "1.phh")
    assert ran.status == 0, ran.err
    page = (tmp_path / "deal.html").read_text()
    assert page.count("<svg") > 2
    assert not re.search(r"(?:src|href)=\"(?![#\"])", page)
    assert ircpoker("replay", "--html", "deal.html", "1.phh").status == 2
    assert ircpoker("replay", "--html", "two.html", "1.phh", "1.phh").status == 2
    assert not (tmp_path / "two.html").exists()


CENTS = """\
PokerStars Hand #19:  Hold'em No Limit ($0.05/$0.10 USD) - 2026/11/23 7:46:43 ET
Table 'cents' 6-max Seat #4 is the button
Seat 1: ann ($3 in chips)
Seat 2: bob ($3.50 in chips)
Seat 3: cat ($10 in chips)
Seat 4: dan ($10 in chips)
ann: posts small blind $0.05
bob: posts big blind $0.10
cat: posts big blind $0.10
*** HOLE CARDS ***
cat: checks
dan: folds
ann: folds
bob: checks
*** FLOP *** [2h 3h 4c]
bob: bets $0.10
cat: folds
Uncalled bet ($0.10) returned to bob
bob collected $0.24 from pot
bob: doesn't show hand
*** SUMMARY ***
Total pot $0.25 | Rake $0.01
Board [2h 3h 4c]
Seat 1: ann (small blind) folded before Flop
Seat 2: bob (big blind) collected ($0.24)
Seat 3: cat folded on the Flop
Seat 4: dan (button) folded before Flop (didn't bet)
"""


def test_a_post_in_cents(ircpoker: Ircpoker, tmp_path: Path) -> None:
    """Seat 3 posts to come in; -0.10 was once written as -1.9."""
    text, phh = tmp_path / "cents.txt", tmp_path / "cents.phhs"
    text.write_text(CENTS)
    imported = ircpoker("import", "cents.txt", "-o", "cents.phhs")
    assert (imported.status, imported.err) == (0, "ircpoker: imported 1 deal of 1 file, refused 0\n")
    assert "blinds_or_straddles = [0.05, 0.1, -0.1, 0]\n" in phh.read_text()
    assert "finishing_stacks = [2.95, 3.64, 9.9, 10]\nwinnings = [0, 0.24, 0, 0]\n" in phh.read_text()
    replayed = ircpoker("replay", "cents.phhs")
    assert (replayed.status, replayed.out) == (0, "cents.phhs: deal 1: 2.95 3.64 9.9 10, rake 0.01\n")
    assert ircpoker("export", "--format", "phh", "cents.txt").out == re.sub(r"^\[1\] # .*", "[1]", phh.read_text())
    back = ircpoker("export", "--format", "pokerstars", "cents.phhs")
    assert (
        back.out.rstrip().splitlines()
        == CENTS.replace("$10 ", "$10.00 ").replace("$3 ", "$3.00 ").rstrip().splitlines()
    )
