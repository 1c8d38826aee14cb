"""Random deals with people on IRC and by the feed: what each connection has is the truth, and nobody else's cards."""

from __future__ import annotations

from random import Random

import pytest

from ircpoker.records.ledger_hands import read_hand
from ircpoker.table.events import HandShown
from tests.feed.server.visitors import (
    FeedHall,
    Visitor,
    held_cards,
    play_a_turn,
    seen,
    truth,
    without_seconds,
)
from tests.tiers import count, seed

TURNS = 60


def check_truth(hall: FeedHall, watcher: Visitor) -> None:
    """Check that a connection's table is the lobby's, and the same as a new snapshot."""
    watcher.listen()
    if not hall.has_table():
        return
    table = hall.table()
    assert watcher.state is not None
    assert sum(watcher.state["pots"]) == watcher.state["pot"]
    assert len(watcher.state["pots"]) <= 1 + sum(seat["all_in"] for seat in watcher.state["seats"])
    assert not any(seat["in_hand"] and seat["status"] == "waiting" for seat in watcher.state["seats"] if seat["all_in"])
    if table.now >= table.state.lines_until:
        assert seen(watcher.state) == truth(table)
    fresh = Visitor(hall, watcher.session.endpoint.name)
    fresh.session.person = watcher.session.person
    snapshot = fresh.watch(table=table.id)
    fresh.session.person = None  # it never was theirs: nobody leaves with it
    fresh.session.close()
    assert without_seconds(snapshot) == {"is": "snapshot", **without_seconds(watcher.state | {"log": snapshot["log"]})}


@pytest.mark.few(1)
@pytest.mark.parametrize("game", ["holdem", "draw", "omaha"])
@pytest.mark.parametrize("drama", [False, True], ids=["plain", "drama"])
def test_any_session(game: str, drama: bool) -> None:
    for number in range(count(40)):
        play_session(game, drama=drama, number=seed(number))


def play_session(game: str, *, drama: bool, number: int) -> None:
    rng = Random(f"{game} {drama} {number}")
    with FeedHall(drama=drama, seed=number, robot_pause=rng.choice((0.0, 1.5))) as hall:
        hall.say("alice", f"!open {game} 300")
        hall.say("bob", "!sit 500")
        visitors = {nick: Visitor(hall, endpoint, nick) for nick, endpoint in (("wendy", "web"), ("pat", "program"))}
        for visitor in visitors.values():
            visitor.say("!sit 400")
        hall.say("alice", "!addbot caller")
        spectator = Visitor(hall)
        before = len(hall.announced)
        for watcher in (*visitors.values(), spectator):
            assert watcher.watch()["is"] == "snapshot"
        seen_cards: dict[str, set[str]] = {}
        for _ in range(TURNS):
            for nick, cards in held_cards(hall).items():
                seen_cards.setdefault(nick, set()).update(map(str, cards))
            play_a_turn(hall, visitors, rng)
            for watcher in (*visitors.values(), spectator):
                check_truth(hall, watcher)
            assert spectator.lines == hall.announced[before:]


@pytest.mark.parametrize("game", ["holdem", "draw", "omaha"])
def test_no_connection_ever_holds_the_hidden_cards_of_another_seat(game: str) -> None:
    for number in range(count(100)):
        search_every_byte(game, seed(number))


def search_every_byte(game: str, number: int) -> None:
    """Within each deal a card that a connection has is its own, on the board, shown, or not in anybody's hand."""
    rng = Random(f"bytes {game} {number}")
    with FeedHall(seed=number) as hall:
        hall.say("alice", f"!open {game} 300")
        visitors = {"wendy": Visitor(hall, "web", "wendy"), "sam": Visitor(hall, "ssh", "sam", account="SHA256:abc")}
        for visitor in visitors.values():
            visitor.say("!sit 400")
        spectator = Visitor(hall)
        watchers = {**visitors, "": spectator}
        for watcher in watchers.values():
            watcher.watch()
        for _ in range(30):
            for watcher in watchers.values():
                watcher.listen()
                watcher.bytes = b""
            hand = hall.table().hand if hall.has_table() else None
            own = held_cards(hall)
            play_a_turn(hall, visitors, rng)
            if hand is None:
                continue
            shown = shown_cards(hall, hand.deal_id)
            for nick, watcher in watchers.items():
                watcher.listen()
                others = {str(card) for other, cards in own.items() if other != nick for card in cards}
                now_own = set(map(str, held_cards(hall).get(nick, set())))
                assert not (others - shown - now_own) & watcher.cards(), nick


def shown_cards(hall: FeedHall, number: str) -> set[str]:
    """Return the cards of a deal that everybody has seen by now, and if it is over those of the next one."""
    now = hall.table().hand if hall.has_table() else None
    deals = [now.deal] if now is not None else []
    if now is None or now.deal_id != number:
        ended = read_hand(hall.services.ledger, number)
        deals += [ended.hand.deal] if ended is not None else []
    events = [event for deal in deals for event in deal.events]
    seen = [card for deal in deals for card in deal.board]
    return set(map(str, seen + [card for event in events if isinstance(event, HandShown) for card in event.cards]))
