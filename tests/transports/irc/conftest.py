from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.transports.irc.stays import Stay
from tests.transports.virtual import VirtualLoop

MakeStay = Callable[..., Stay]


@pytest.fixture
def make_stay() -> Iterator[MakeStay]:
    """Make stays with given arguments; they end with the test."""
    loop = VirtualLoop()
    stays: list[Stay] = []

    def make(**arguments: Any) -> Stay:
        stays.append(Stay(loop, **arguments))
        return stays[-1]

    yield make
    for stay in stays:
        stay.end()
    loop.close()


@pytest.fixture
def stay(make_stay: MakeStay) -> Stay:
    """A bot in its channel, with alice and bob."""
    stay = make_stay()
    stay.join("PREFIX=(ov)@+", "CHANMODES=b,k,l,imnpstc", "CASEMAPPING=ascii", "BOT=B")
    return stay
