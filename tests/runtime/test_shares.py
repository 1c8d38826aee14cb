"""What people share: the laws of `SharedPlaces`, whoever comes and goes."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircpoker.runtime.shares import SHARES, Holder, Share, SharedPlaces, refusal
from tests import tiers

_SHARE = Share(40, 1 / 10, 2, 3 / 4, 1 / 4)


def test_the_page_has_the_numbers_of_the_table() -> None:
    page = (Path(__file__).parents[2] / "docs" / "tables.md").read_text().partition("## What people share")[2]
    rows = re.findall(r"^\|[^|]+\|([^|]+)\|([^|]*)\|[^|]+\|$", page.partition("\n## ")[0], re.MULTILINE)[2:]
    shown = sorted((_number(total), _number(host)) for total, host in rows)
    names = SHARES.keys() - {"watched", "log"}  # nobody is refused there
    parts = [(share, share.of_host(share.total)) for share in map(SHARES.__getitem__, names)]
    assert shown == sorted((share.total, 0 if share.host == 1 else host) for share, host in parts)


def _number(text: str) -> int:
    return int((re.findall(r"[\d,]+$", text.strip()) or ["0"])[0].replace(",", ""))


def test_each_part_is_named_when_it_is_full() -> None:
    seats: SharedPlaces[int] = SharedPlaces(_SHARE)
    assert [seats.take(number, Holder("home", "net")) for number in range(5)] == [None] * 4 + ["host"]
    for number in range(4, 20):
        assert seats.take(number, Holder(f"host {number // 4}", "net")) is None
    assert seats.take(20, Holder("home", "net")) == "host"
    seats.give_back(0)
    assert seats.take(20, Holder("home", "net")) is None
    seats.give_back(4)
    assert seats.take(21, Holder("host 2", "net")) == "host"
    assert seats.take(22, Holder("host 3", "net")) == "host"


def test_the_kept_part_is_for_newcomers_then_for_regulars_then_for_channels() -> None:
    seats: SharedPlaces[str] = SharedPlaces(_SHARE)
    for host in range(5):
        for number in range(4):
            seats.take(f"{host} {number}", Holder(f"host {host}", "net"))
    assert len(seats) == 20
    assert seats.take("one more", Holder("host 0", "net")) == "host"
    # Hosts that have nothing find room, one each, until only the part of regulars is left.
    assert [seats.take(f"new {host}", Holder(f"new {host}", "net")) for host in range(11)] == [None] * 10 + ["all"]
    assert seats.take("second", Holder("new 1", "net")) == "network"
    assert seats.take("regular", Holder("new 1", "net", is_kept_for=True)) is None
    assert [seats.take(f"channel {number}", Holder("", "net")) for number in range(10)] == [None] * 9 + ["all"]


def test_a_network_has_its_part() -> None:
    seats: SharedPlaces[int] = SharedPlaces(_SHARE._replace(kept=0.0))
    assert [seats.take(number, Holder(f"host {number % 15}", "net")) for number in range(31)] == [None] * 30 + [
        "network"
    ]
    assert seats.take(31, Holder("host 1", "another")) is None


@pytest.mark.slow(1)
@given(st.randoms(use_true_random=False), st.integers(1, 60))
def test_no_part_is_ever_exceeded(rng: Random, total: int) -> None:
    seats: SharedPlaces[int] = SharedPlaces(_SHARE, total=total)
    held: dict[int, Holder] = {}
    for number in range(tiers.count(300, 100)):
        if held and rng.random() < 0.4:
            gone = rng.choice(list(held))
            seats.give_back(gone)
            del held[gone]
        holder = Holder(rng.choice(["a", "b", "c", "d", ""]), rng.choice(["x", "y"]), rng.random() < 0.2)
        full = refusal(_SHARE, total, [(each, 1) for each in held.values()], holder)
        assert seats.take(number, holder) == full
        if full is None:
            held[number] = holder
        assert len(seats) == len(held) <= total
        assert set(seats) == held.keys()
        for host in "abcd":
            assert sum(each.host == host for each in held.values()) <= _SHARE.of_host(total)


def test_a_newcomer_always_finds_room() -> None:
    """A hundred hosts of one network take and give back whatever they can, and nothing is refused to somebody else."""
    rng = Random(tiers.seed(1))
    for name in ("tables", "tournaments"):
        share = SHARES[name]
        places: SharedPlaces[int] = SharedPlaces(share)
        for number in range(tiers.count(20_000, 500)):
            places.take(number, Holder(f"bad {rng.randrange(100)}", "net"))
            if rng.random() < 0.05:
                places.give_back(rng.choice(list(places)))
            if number % 100 == 0:
                for network in ("net", "ssh"):
                    assert places.take(-1, Holder("home", network)) is None, (name, len(places))
                    places.give_back(-1)


def test_who_gives_way_is_the_oldest_of_the_host_that_has_most() -> None:
    seats: SharedPlaces[int] = SharedPlaces(Share(6, 0.5))
    for number, host in enumerate(["a", "b", "b", "c", "b", "c"]):
        assert seats.take(number, Holder(host)) is None
    assert seats.take(6, Holder("d")) == "all"
    assert seats.make_room(Holder("d")) == 1
    assert seats.make_room(Holder("b")) == 1, "a host over its part gives way itself"
    seats.give_back(1)
    seats.give_back(1)
    assert len(seats) == 5
