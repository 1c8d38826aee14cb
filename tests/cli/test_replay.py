"""`ircpoker replay`: every recorded deal to its final stacks, and files that are none."""

import json
import subprocess
import sys
from pathlib import Path

PHH = Path(__file__).parents[1] / "data" / "phh"


def replay(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "ircpoker", "replay", *map(str, arguments)], capture_output=True, text=True, check=False
    )


def test_recorded_deals_as_json():
    ran = replay("--json", PHH / "hands.phhs")
    assert (ran.returncode, ran.stderr) == (0, "")
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    expected = [json.loads(line) for line in (PHH / "expected.jsonl").read_text().splitlines()]
    assert [answer["deal"] for answer in answers] == [deal["deal"] for deal in expected]
    for answer, deal in zip(answers, expected, strict=True):
        assert answer.keys() == {"file", "deal", "finishing_stacks"}
        assert answer["file"] == str(PHH / "hands.phhs")
        difference = [a - b for a, b in zip(answer["finishing_stacks"], deal["finishing_stacks"], strict=True)]
        assert sum(difference) == 0
        assert max(map(abs, difference)) == (0.5 if deal["half_chip_split"] else 0)


def test_text_and_bad_files(tmp_path):
    good = PHH / "hands.phhs"
    [bad, missing] = [tmp_path / "bad.phh", tmp_path / "missing.phh"]
    bad.write_text("variant = 'XX'\n")
    ran = replay(bad, missing, good)
    assert ran.returncode == 1
    assert len(ran.stdout.splitlines()) == 481
    assert ran.stdout.startswith(f"{good}: deal 1: ")
    complaints = ran.stderr.splitlines()
    assert len(complaints) == 2
    assert "bad.phh" in complaints[0]
    assert "missing.phh" in complaints[1]


def test_no_files_is_wrong_usage():
    assert replay().returncode == 2


GOOD = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [50, 50]
actions = ["p2 f"]
"""


def test_a_bad_deal_among_others(tmp_path):
    file = tmp_path / "three.phhs"
    file.write_text(f"[1]\n{GOOD}\n[2]\n{GOOD.replace('NT', 'PO')}\n[3]\n{GOOD}")
    ran = replay(file)
    assert (ran.returncode, ran.stdout) == (1, f"{file}: deal 1: 51 49\n{file}: deal 3: 51 49\n")
    assert ran.stderr.startswith(f"ircpoker: {file}, deal 2, variant: 'PO' is not played here")


def test_a_file_of_any_name_has_one_line(tmp_path):
    file = tmp_path / "a\nb"
    file.write_text(GOOD)
    assert replay(file).stdout.splitlines()[1:] == []
    assert json.loads(replay("--json", file).stdout)["file"] == str(file)


def test_many_files_and_nobody_to_complain_to(tmp_path):
    file = tmp_path / "1.phh"
    file.write_text(GOOD)
    command = f'exec "$0" -m ircpoker replay {"1.phh " * 10} 2>&-'
    ran = subprocess.run(
        ["sh", "-c", command, sys.executable], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout) == (0, "1.phh: deal 1: 51 49\n" * 10)
