"""Machines on every kind of ledger."""

from __future__ import annotations

from random import Random

import pytest

from ircpoker.ledger import Ledger
from ircpoker.machines.rules import SLOT_PAYS, VIDEO_POKER_PAYS
from ircpoker.machines.slot import SlotMachine
from ircpoker.machines.videopoker import VideoPoker
from tests.ledger.conftest import clock, ledger, player, url

__all__ = ["clock", "ledger", "player", "url"]


@pytest.fixture
def slot(ledger: Ledger) -> SlotMachine:
    return SlotMachine(ledger, SLOT_PAYS, Random(1).randbytes)


@pytest.fixture
def videopoker(ledger: Ledger) -> VideoPoker:
    return VideoPoker(ledger, VIDEO_POKER_PAYS, Random(1).randbytes)
