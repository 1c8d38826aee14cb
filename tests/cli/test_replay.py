"""`ircpoker replay`: every recorded deal to its final stacks, and bad files."""

import json
import os
import pty
import subprocess
import sys
import threading
from decimal import Decimal
from pathlib import Path

import pytest

PHH = Path(__file__).parents[1] / "data" / "phh"


@pytest.fixture
def replay(ircpoker):
    return lambda *arguments: ircpoker("replay", *map(str, arguments))


def test_recorded_deals_as_json(replay):
    ran = replay("--json", PHH / "hands.phhs")
    assert (ran.status, ran.err) == (0, "")
    answers = [json.loads(line) for line in ran.out.splitlines()]
    expected = [json.loads(line) for line in (PHH / "expected.jsonl").read_text().splitlines()]
    assert [answer["deal"] for answer in answers] == [deal["deal"] for deal in expected]
    for answer, deal in zip(answers, expected, strict=True):
        assert answer.keys() == {"file", "deal", "finishing_stacks", "rake"}
        assert answer["file"] == str(PHH / "hands.phhs")
        assert answer["finishing_stacks"] == deal["finishing_stacks"]


def test_text_and_bad_files(replay, tmp_path):
    good = PHH / "hands.phhs"
    [bad, missing] = [tmp_path / "bad.phh", tmp_path / "missing.phh"]
    bad.write_text("variant = 'XX'\n")
    ran = replay(bad, missing, good)
    assert (ran.status, ran.out) == (2, "")  # before anything is read
    assert ran.err == f"ircpoker: {missing}: No such file or directory\n"
    ran = replay(bad, good)
    assert ran.status == 1
    assert len(ran.out.splitlines()) == 481
    assert ran.out.startswith(f"{good}: deal 1: ")
    complaints = ran.err.splitlines()
    assert complaints[1] == "ircpoker: replayed 481 deals of 2 files, refused 1"
    assert len(complaints) == 3
    assert "bad.phh" in complaints[0]


def test_a_page_shows_the_deal_of_a_file_that_is_chosen(replay, tmp_path):
    page, many = tmp_path / "deal.html", PHH / "hands.phhs"
    ran = replay("--html", page, many)
    assert (ran.status, page.exists()) == (2, False)
    assert ran.err == "ircpoker: --html shows at most one deal, such as deals.phhs#7\n"
    ran = replay("--html", page, f"{many}#3")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == replay(many).out.splitlines(keepends=True)[2]
    assert "<html" in page.read_text()
    ran = replay(f"{many}#9999")
    assert (ran.status, ran.err) == (2, f"ircpoker: {many} has no deal 9999\n")


def test_without_files_it_is_wrong_usage(replay):
    assert replay().status == 2


GOOD = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [50, 50]
actions = ["p2 f"]
"""


RAKED = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [50, 50]
actions = ["d dh p1 AsAd", "d dh p2 KsKd", "p2 cbr 50", "p1 cc", "d db 2c3c4d", "d db 9h", "d db Tc", "p1 sm AsAd"]
winnings = [97.5, 0]
"""


def test_each_replay_tells_the_rake(replay, tmp_path):
    """What is won is the pot less the rake."""
    file, page, drawing = tmp_path / "raked.phh", tmp_path / "page.html", tmp_path / "drawing.svg"
    file.write_text(RAKED)
    assert replay(file).out == f"{file}: deal 1: 97.5 0, rake 2.5\n"
    answer = json.loads(replay("--json", file).out)
    assert (answer["finishing_stacks"], answer["rake"]) == ([97.5, 0], 2.5)
    words = replay("--text", file).out
    assert words.endswith("p1 wins 97.5, rake 2.5\n  result    p1 +47.5, p2 -50\n")
    assert replay("--html", page, file).status == replay("--svg", drawing, file).status == 0
    assert "rake 2.5" in page.read_text()
    assert "rake 2.5" in drawing.read_text()


def test_a_bad_deal_among_others(replay, tmp_path):
    file = tmp_path / "three.phhs"
    file.write_text(f"[1]\n{GOOD}\n[2]\n{GOOD.replace('NT', 'FR')}\n[3]\n{GOOD}")
    ran = replay(file)
    assert (ran.status, ran.out) == (1, f"{file}: deal 1: 51 49\n{file}: deal 3: 51 49\n")
    assert ran.err.startswith(f"ircpoker: {file}, line 10, deal 2, variant: 'FR' is not played here")


def test_a_file_of_any_name_has_one_line(replay, tmp_path):
    file = tmp_path / "a\nb"
    file.write_text(GOOD)
    assert replay(file).out.splitlines()[1:] == []
    assert json.loads(replay("--json", file).out)["file"] == str(file)


def test_many_files_without_standard_error(tmp_path):
    file = tmp_path / "1.phh"
    file.write_text(GOOD)
    command = f'exec "$0" -m ircpoker replay {"1.phh " * 10} 2>&-'
    ran = subprocess.run(
        ["sh", "-c", command, sys.executable], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout) == (0, "1.phh: deal 1: 51 49\n" * 10)


def test_cents_are_exact_numbers(replay):
    ran = replay("--json", PHH / "cents.phhs")
    assert (ran.status, ran.err) == (0, "")

    def stacks_in(lines):
        return [json.loads(line, parse_float=Decimal)["finishing_stacks"] for line in lines.splitlines()]

    assert stacks_in(ran.out) == stacks_in((PHH / "cents_expected.jsonl").read_text())
    assert '"finishing_stacks": [2059.9, 1975, 1198.5,' in ran.out
    assert "deal 1: 2059.9 1975 1198.5 " in replay(PHH / "cents.phhs").out


@pytest.fixture
def folder(tmp_path):
    """1,000 histories in nested folders: 997 good, one of another game, one illegal, one that is not a history."""
    for number in range(1000):
        below = tmp_path / "h" / f"{number % 7}" / "%23deep"
        below.mkdir(parents=True, exist_ok=True)
        text = {500: "nonsense\n", 501: GOOD.replace("NT", "FR"), 502: GOOD.replace("p2 f", "p2 cbr 3")}.get(
            number, GOOD
        )
        (below / f"{number:04}.phh").write_text(text + f"hand = {number + 1}\n")
        (below / f"{number:04}.proof.json").write_text("{}")
    return tmp_path / "h"


SUMMARY = """ircpoker: replayed 997 deals of 1000 files, refused 3
ircpoker:      1 × variant: 'FR' is not played here: expected one of NT, FT, PO, N5D, F5D
ircpoker:      1 × actions: an action is not legal
ircpoker:      1 × no deal in it"""


def test_a_folder_of_a_thousand_histories(replay, folder):
    ran = replay("--json", folder)
    assert ran.status == 1
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert sorted(answer["deal"] for answer in answers) == sorted(set(range(1, 1001)) - {501, 502, 503})
    assert {tuple(answer["finishing_stacks"]) for answer in answers} == {(51, 49)}
    assert [answer["file"] for answer in answers] == sorted(answer["file"] for answer in answers)
    complaints = ran.err.splitlines()
    assert len(complaints) == 3 + 4
    for line in SUMMARY.splitlines():
        assert any(complaint.startswith(line) for complaint in complaints[3:]), line
    assert "\x1b" not in ran.err


def test_folder_without_histories(replay, tmp_path):
    (tmp_path / "notes.md").write_text("none")
    ran = replay(tmp_path, PHH / "cents.phhs")
    assert (ran.status, len(ran.out.splitlines())) == (1, 7)
    assert f"ircpoker: {tmp_path}: no .phh, .phhs, .ohh, .txt, .csv file in this folder\n" in ran.err
    assert "replayed 7 deals of 1 file, refused 1" in ran.err


def replay_on_terminal(folder, *, answers_too):
    """Return the exit status, what went to standard output and what the terminal got."""
    command = [sys.executable, "-m", "ircpoker", "replay", str(folder)]
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "200"}
    output = theirs if answers_too else subprocess.PIPE
    with subprocess.Popen(command, stdout=output, stderr=theirs, stdin=subprocess.DEVNULL, env=environment) as process:
        os.close(theirs)
        shown = []
        reader = threading.Thread(target=lambda: shown.extend(iter(lambda: read_terminal(ours), b"")))
        reader.start()
        answers = b"" if answers_too else process.stdout.read()
        status = process.wait()
        reader.join()
    os.close(ours)
    return status, answers.decode(), b"".join(shown).decode()


def read_terminal(terminal):
    try:
        return os.read(terminal, 65536)
    except OSError:  # the other end is closed
        return b""


@pytest.mark.few(1)
@pytest.mark.parametrize("answers_too", [False, True])
def test_a_terminal_sees_a_bar_and_the_summary(folder, answers_too):
    status, answers, shown = replay_on_terminal(folder, answers_too=answers_too)
    assert status == 1
    assert "Replaying" in shown
    assert "/1000" in shown
    assert (answers or shown).count(": deal ") >= 997
    assert (": deal 1: 51 49" in shown) is answers_too
    assert "replayed 997 deals of 1000 files, refused 3" in shown


def test_a_deal_in_words(replay, tmp_path):
    history = tmp_path / "19.phh"
    history.write_text(
        "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [5, 10]\nmin_bet = 10\nstarting_stacks = [200, 150.5]\n"
        "players = ['ann', 'bob']\nhand = 19\n"
        "actions = ['d dh p1 ????', 'd dh p2 AhKd', 'p2 cbr 30', 'p1 cc', 'd db 2c7d9h', 'p1 cc', 'p2 cbr 20.5', "
        "'p1 f']\n"
    )
    ran = replay("--text", history)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == (
        f"{history}: deal 19\n"
        "  seats     BB ann 200 (?? ??) posts 10, BTN bob 150.5 (Ah Kd) posts 5\n"
        "  preflop   bob raises to 30, ann calls 20\n"
        "  flop      [2c 7d 9h], ann checks, bob bets 20.5, ann folds, bob gets 20.5 back, bob wins 60\n"
        "  result    ann -30, bob +30\n"
    )


def test_every_recorded_deal_in_words(replay):
    ran = replay("--text", PHH / "hands.phhs")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.count("  result ") == len((PHH / "expected.jsonl").read_text().splitlines())
