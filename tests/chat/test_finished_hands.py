"""Finished deals of the ledger as data: who may see which, and with which cards."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from ircpoker.chat.hand_history import find_hand, finished_deal
from ircpoker.errors import NotAllowedError, UsageError
from ircpoker.fairness.proof import parse_proof, verify
from ircpoker.ledger import EndedDeal, PlayerId
from ircpoker.lobby.places import Place
from ircpoker.lobby.settings import BlindsSettings
from tests.feed.wire import fields_of
from tests.lobby.hall import CHANNEL, Hall, play_on, player

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


@pytest.fixture
def hall() -> Iterator[Hall]:
    with Hall(seed=3) as hall:
        yield hall


def deal_of(hall: Hall, number: str, reader: PlayerId | None, **more: Any) -> dict[str, Any]:
    ledger, rules = hall.services.ledger, {"unshown": (), "sees_table": is_in_a_channel} | more
    return fields_of(finished_deal(find_hand(ledger, number, reader, **rules)))


def is_in_a_channel(ended: EndedDeal) -> bool:
    return not Place.parse(ended.place).is_private


def play_to_the_river(hall: Hall) -> None:
    while hall.table().hand is not None:
        hall.say(hall.actor(), "!call" if hall.table().hand.deal.legal_actions().call else "!check")


def test_a_deal_of_a_channel(hall: Hall) -> None:
    hall.seat("alice", "bob")
    hall.say("alice", "!raise 30")
    hall.say("bob", "!fold")
    data = deal_of(hall, "1", player("alice"))
    assert (data["deal"], data["network"], data["place"], data["number"]) == ("1", "net", CHANNEL, 0)
    assert (data["title"], data["button"], data["reader"]) == ("no-limit hold'em 5/10", 1, 1)
    assert [(seat["name"], seat["kind"], seat["stack"]) for seat in data["table"]["seats"]] == [
        ("alice", "person", 495),
        ("bob", "person", 490),
    ]
    words = [moment["event"]["words"] for moment in data["moments"] if moment["event"]["event"] != "cards"]
    assert words == ["alice posts 5, bob posts 10", "alice raises to 30", "bob folds", "alice wins 20"]
    results = data["moments"][-1]["event"]["results"]
    assert {result["seat"]: result["net"] for result in results} == {1: 10, 2: -10}


@pytest.mark.few(1)
@pytest.mark.parametrize("game", ["holdem", "omaha", "draw"])
def test_nobody_sees_more_than_the_table_showed_and_their_own_cards(hall: Hall, game: str) -> None:
    hall.seat("alice", "bob", "carol", game=game, chips=300)
    hall.say("alice", "!addbot caller")
    play_on(hall, Random(4), 80)
    ledger, public = hall.services.ledger, set(CARD.findall(" ".join(hall.to(CHANNEL))))
    deals = ledger.last_hands(player("alice"), 20)
    assert len(deals) > 5
    for hand in deals:
        seen = set(CARD.findall(json.dumps(deal_of(hall, hand.deal_id, None))))
        assert seen <= public
        for nick in ("alice", "bob", "carol"):
            own = set(CARD.findall(" ".join(hall.to(nick))))
            assert set(CARD.findall(json.dumps(deal_of(hall, hand.deal_id, player(nick))))) <= public | own


def test_a_private_game_is_its_players_only(hall: Hall) -> None:
    hall.tell("alice", "play folder")
    hall.tell("alice", "raise min")
    assert hall.table("alice").state.last_deal == "1"
    data = deal_of(hall, "1", player("alice"))
    assert (data["place"], data["number"]) == ("private", 0)
    assert [seat["kind"] for seat in data["table"]["seats"]] == ["person", "robot"]
    for nobody in (None, player("bob"), player("alice", "alice@elsewhere")):
        with pytest.raises(UsageError, match="there is no deal '1' that you may see"):
            deal_of(hall, "1", nobody)


def test_a_channel_that_is_not_open_is_its_players_only(hall: Hall) -> None:
    hall.seat("alice", "bob")
    play_to_the_river(hall)
    assert deal_of(hall, "1", player("bob"), sees_table=lambda _ended: False)["reader"] == 2
    with pytest.raises(UsageError, match="no deal '1'"):
        deal_of(hall, "1", player("carol"), sees_table=lambda _ended: False)


@pytest.mark.few(3)
@pytest.mark.parametrize("number", ["", "0", "99", "-1", "1e3", "one", "٣", "9" * 19, "9" * 100_000, "1\n2"])
def test_numbers_of_no_deal(hall: Hall, number: str) -> None:
    hall.seat("alice", "bob")
    play_to_the_river(hall)
    with pytest.raises(UsageError, match="there is no deal"):
        deal_of(hall, number, player("alice"))


def test_the_end_of_an_all_in_is_not_shown_before_the_table_does(hall: Hall) -> None:
    hall.seat("alice", "bob")
    play_to_the_river(hall)
    with pytest.raises(NotAllowedError, match="#1"):
        deal_of(hall, "1", player("alice"), unshown={"1"})


def test_the_proof_comes_when_it_is_due(hall: Hall) -> None:
    hall.seat("alice", "bob")
    play_to_the_river(hall)
    before = deal_of(hall, "1", player("alice"))["proof"]
    assert (len(before["commitment"]), before["is_due"]) == (64, False)
    hall.wait(60 * BlindsSettings().reveal_after + 10)
    proof = deal_of(hall, "1", None)["proof"]
    assert proof["is_due"]
    shown = parse_proof(json.dumps(proof["shown"]))
    verify(shown)
    assert shown.commitment == before["commitment"]
