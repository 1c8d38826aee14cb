"""Another form of an export is one file, this one, and one row of `FORMS`."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ircpoker.records.exporting import Exporter
from ircpoker.records.forms import FORMS, ExportOptions
from ircpoker.records.played import HandReader, PlayedHand
from ircpoker.records.reading import read_hands
from ircpoker.records.visiting import HandVisitor
from ircpoker.table import DealSeat
from ircpoker.table.events import PlayerActed, PotWon
from tests.records.deals import random_history


class PotLog(HandVisitor):
    """Writes how the pot grows: a form that needs stacks, pots and streets, and counts none of them."""

    def __init__(self, hand: PlayedHand, reader: HandReader) -> None:
        super().__init__(hand, reader)
        self.lines = [f"hand {hand.facts.number}"]

    def posted(self) -> None:
        self.lines.append(f"pot {self.amount(self.pot)}")

    def acted(self, event: PlayerActed) -> None:
        seat = event.seat
        self.lines.append(f"{self.street} {self.name(seat)} left {self.amount(self.left[seat])} pot {self.pot}")

    def won(self, win: PotWon) -> None:
        self.lines.append(f"{self.name(win.seat)} wins, pot {self.pot}")


def write_pot_log(hand: PlayedHand, reader: HandReader, options: ExportOptions) -> str:
    """Write a hand."""
    writer = PotLog(hand, reader)
    writer.visit()
    return "\n".join([f"-- {options.place}", *writer.lines, ""])


def test_a_form_is_a_file_and_a_row(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(FORMS, "pot-log", f"{__name__}:write_pot_log")
    rng, deals = Random(5), []
    for number in range(1, 30):
        text, deal = random_history(rng, number, "holdem")
        (tmp_path / f"{number:02}.phh").write_text(text, encoding="utf-8")
        deals.append(deal)
    exporter = Exporter("pot-log")
    hands = [hand for hand in read_hands([tmp_path]) if isinstance(hand, PlayedHand)]
    for hand, deal in zip(hands, deals, strict=True):
        place, title, first, *acts = exporter.text(hand).splitlines()
        assert (place, title) == (f"-- {hand.facts.number}", f"hand {hand.facts.number}")
        assert first.startswith("pot ")
        # With a dead small blind all may fold, and the big blind gets its chips back.
        assert not acts or acts[-1].endswith(" wins, pot 0") or not any(isinstance(e, PotWon) for e in deal.events)
        played = [event for event in deal.events if isinstance(event, PlayerActed)]
        assert len([line for line in acts if " left " in line]) == len(played)
    assert exporter.written == len(deals)
    assert DealSeat(0) in hands[0].by_deal
