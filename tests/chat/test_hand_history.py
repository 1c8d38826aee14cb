"""`!history` and `!replay`: finished deals, each with the cards that the person who asks may see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from ircpoker.cards import parse_cards
from tests.lobby.hall import CHANNEL, Hall, play_on, player

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


@pytest.fixture
def hall() -> Iterator[Hall]:
    with Hall(seed=3) as hall:
        yield hall


def own_cards(hall: Hall, nick: str, deal: str) -> set[str]:
    """Return the cards that somebody was given in a deal."""
    lines = [line for line in hall.to(nick) if f"#{deal} you hold " in line]
    return set(CARD.findall(lines[0].split(" | ")[0]))


def play_to_the_river(hall: Hall) -> None:
    while hall.table().hand is not None:
        hall.say(hall.actor(), "!call" if hall.table().hand.deal.legal_actions().call else "!check")


def test_history_shows_own_cards_board_and_result_in_private(hall: Hall) -> None:
    hall.seat("alice", "bob")
    own = own_cards(hall, "alice", "1")
    play_to_the_river(hall)
    public = len(hall.to(CHANNEL))
    [line] = hall.say("alice", "!history")
    assert len(hall.to(CHANNEL)) == public
    result, cards, board = line.split(" | ")
    assert re.fullmatch(r"#1 no-limit hold'em: [+-]10, (you win|bob wins) 20 with .*", result)
    assert set(cards.split()) == own
    assert len(parse_cards(board, fewest=5, most=5)) == 5


def test_many_deals_share_lines_without_cards(hall: Hall) -> None:
    hall.tell("alice", "play folder")
    while hall.table("alice").state.last_deal != "8":
        if hall.actor("alice") == "alice":
            hall.tell("alice", "raise min")
            hall.tell("alice", "fold")
        else:
            hall.wait(5)
    lines = hall.tell("alice", "history 8")
    assert len(lines) < 8
    assert sum(line.count(" no-limit hold") for line in lines) == 8
    assert not any(map(CARD.search, lines))


def test_a_deal_in_words(hall: Hall) -> None:
    hall.seat("alice", "bob")
    own = own_cards(hall, "bob", "1")
    assert hall.actor() == "alice"
    hall.say("alice", "!raise 30")
    hall.say("bob", "!call")
    hall.say("bob", "!bet 40")
    hall.say("alice", "!fold")
    seats, preflop, flop, result = hall.say("bob", "!replay 1")
    assert seats == "#1 no-limit hold'em | 5/10 | BB you 500, SB alice 500"
    hold, acts = preflop.split(" | ")
    assert set(hold.removeprefix("you hold ").split()) == own
    assert acts == "alice raises to 30, you call 20"
    assert re.fullmatch(r"FLOP (\w\w ?){3}\| you bet 40, alice folds, you get 40 back", flop)
    assert result == "you +30, alice -30"


def test_the_showdown_in_words(hall: Hall) -> None:
    hall.seat("alice", "bob")
    play_to_the_river(hall)
    river = hall.say("alice", "!replay 1")[-2]
    assert river.startswith("RIVER ")
    assert "you check" in river
    assert re.search(r"(you show|bob shows) \w\w \w\w [A-Z]", river)


def test_the_draw_in_words(hall: Hall) -> None:
    hall.tell("alice", "play folder draw")
    hall.wait(5)
    while hall.actor("alice") == "alice":
        drawing = hall.table("alice").hand.deal.legal_actions().discard
        hall.tell("alice", "discard 1 2" if drawing else "check")
        hall.wait(0.1)
    lines = hall.tell("alice", "replay 1")
    assert any(re.search(r"you draw 2: (\w\w ?){2}", line) for line in lines)
    assert not any(re.search(r"folder draws \d: ", line) for line in lines)


@pytest.mark.few(2)
@pytest.mark.parametrize("game", ["holdem", "omaha", "draw"])
def test_hidden_cards_stay_hidden(hall: Hall, game: str) -> None:
    hall.seat("alice", "bob", "carol", game=game, chips=300)
    hall.say("alice", "!addbot caller")
    play_on(hall, Random(4), 80)
    deals = [hand.deal_id for hand in hall.services.ledger.last_hands(player("alice"), 20)]
    public = " ".join(hall.to(CHANNEL))
    assert len(deals) > 5
    for deal in deals:
        for nick in ("alice", "bob", "watcher"):
            seen = set(CARD.findall(" ".join([public, *hall.to(nick)])))
            lines = hall.say(nick, f"!replay {deal}")
            assert len(lines) > 1
            assert set(CARD.findall(" ".join(lines))) <= seen


def test_others_see_a_deal_only_in_its_channel(hall: Hall) -> None:
    hall.seat("alice", "bob")
    play_to_the_river(hall)
    refused = (
        "there is no deal '1' that you may see: expected the number of a deal that you played, or of one in this "
        "channel (usage: !replay [number])"
    )
    assert hall.tell("carol", "replay 1") == [refused]
    assert hall.say("carol", "!replay #1")[0].startswith("#1 no-limit hold'em | ")
    assert not any("you hold" in line for line in hall.say("carol", "!replay 1"))
    assert hall.tell("alice", "replay 1")[0].startswith("#1 no-limit hold'em | ")


@pytest.mark.parametrize("text", ["2", "x", "-1", "9" * 40, "١"])
def test_unknown_deal_numbers(hall: Hall, text: str) -> None:
    hall.seat("alice", "bob")
    assert hall.say("alice", f"!replay {text}")[0].startswith("there is no deal ")


def test_the_last_deal_is_the_default(hall: Hall) -> None:
    hall.seat("alice", "bob")
    assert hall.say("alice", "!replay")[0].startswith("you have not finished a deal yet")
    play_to_the_river(hall)
    assert hall.say("alice", "!replay") == hall.say("alice", "!replay 1")


def test_a_deal_in_progress_is_not_shown(hall: Hall) -> None:
    hall.seat("alice", "bob")
    assert hall.say("alice", "!replay 1")[0].startswith("there is no deal ")


def test_old_deals_without_a_record(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ircpoker.lobby.cashier.record_text", lambda *_, **__: "")
    hall.seat("alice", "bob")
    hall.say("alice", "!fold")
    assert hall.say("alice", "!replay 1") == ["#1 is too old: only its result was stored"]
    assert hall.say("alice", "!history") == ["#1 no-limit hold'em: -5, bob wins 10, you folded"]


def test_export_says_in_private_how_to_get_own_deals(hall: Hall) -> None:
    assert hall.tell("alice", "export")[0].startswith("you have not finished a deal yet")
    hall.seat("alice", "bob")
    hall.say(hall.actor(), "!fold")
    public = len(hall.to(CHANNEL))
    [line] = hall.say("alice", "!export")
    assert len(hall.to(CHANNEL)) == public
    assert line.endswith(f"ircpoker export --format pokerstars --player '{player('alice')}'")
