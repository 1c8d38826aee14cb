"""The 481 recorded deals replay to the recorded stacks."""

import json
import re
from decimal import Decimal
from pathlib import Path

import pytest

from ircpoker.errors import HistoryError
from ircpoker.records.phh import read_histories, read_history_file, replay_history
from ircpoker.table.events import PotWon

DATA = Path(__file__).parents[2] / "data" / "phh"
EXPECTED = [json.loads(line) for line in (DATA / "expected.jsonl").read_text().splitlines()]
HISTORIES = read_history_file(DATA / "hands.phhs")
SECTIONS = re.split(r"^\[\d+\]\n", (DATA / "hands.phhs").read_text(), flags=re.MULTILINE)[1:]


def test_all_files_are_there() -> None:
    assert len(HISTORIES) == len(EXPECTED) == 481


def test_recorded_stacks() -> None:
    for history, expected in zip(HISTORIES, EXPECTED, strict=True):
        replay = replay_history(history)
        assert history.deal == expected["deal"]
        assert history.finishing_stacks == tuple(expected["finishing_stacks"]), history.deal
        assert replay.finishing_stacks == history.finishing_stacks, history.deal


@pytest.mark.parametrize("deal", [deal["deal"] for deal in EXPECTED if deal["half_chip_split"]])
def test_a_half_chip_goes_to_the_first_seat_left_of_the_button(deal: int) -> None:
    """Where the recorded stacks have halves, so has the deal; without them a chip stays whole."""
    history = HISTORIES[deal - 1]
    assert history.decimals == 2
    text = re.sub(r"finishing_stacks.*\n", "", SECTIONS[deal - 1])
    replay = replay_history(read_histories(text)[0])
    recorded = history.finishing_stacks
    winners = [event.seat for event in replay.deal.events if isinstance(event, PotWon)]
    assert replay.finishing_stacks[winners[0]] == recorded[winners[0]] + Decimal("0.5")
    assert replay.finishing_stacks[winners[1]] == recorded[winners[1]] - Decimal("0.5")


def test_json_of_a_replay() -> None:
    replay = replay_history(HISTORIES[1])
    assert json.loads(replay.json) == {
        "file": str(DATA / "hands.phhs"),
        "deal": 2,
        "finishing_stacks": [2850000, 4200000, 1475000, 13725000, 7450000],
        "rake": 0,
    }


def test_recorded_deals_with_cents_to_the_cent() -> None:
    lines = (DATA / "cents_expected.jsonl").read_text().splitlines()
    expected = [json.loads(line, parse_float=Decimal) for line in lines]
    histories = read_history_file(DATA / "cents.phhs")
    assert [history.deal for history in histories] == [deal["deal"] for deal in expected]
    for history, deal in zip(histories, expected, strict=True):
        replay = replay_history(history)
        assert list(replay.finishing_stacks) == deal["finishing_stacks"]
        assert json.loads(replay.json, parse_float=Decimal)["finishing_stacks"] == deal["finishing_stacks"]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(HistoryError, match=r"^nowhere\.phh: No such file or directory$"):
        read_history_file(Path("nowhere.phh"))
    with pytest.raises(HistoryError, match="Is a directory"):
        read_history_file(tmp_path)


def test_file_that_is_not_text(tmp_path: Path) -> None:
    path = tmp_path / "a.phh"
    path.write_bytes(b"variant = '\xff'")
    with pytest.raises(HistoryError, match="not UTF-8 at byte 11"):
        read_history_file(path)


def test_a_byte_order_mark_is_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "a.phhs"
    path.write_bytes(b"\xef\xbb\xbf" + (DATA / "hands.phhs").read_bytes()[:2000].rpartition(b"# source")[0])
    assert read_history_file(path)[0].stacks == HISTORIES[0].stacks


def test_windows_line_ends() -> None:
    text = (DATA / "hands.phhs").read_text().partition("# source: pluribus")[0]
    assert [history.stacks for history in read_histories(text.replace("\n", "\r\n"))] == [
        history.stacks for history in HISTORIES[:3]
    ]
