"""Those who listen to the tables beside the chat: none of them can hold up a table, or see others' cards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from datetime import timedelta
from random import Random

import pytest

from ircpoker.ledger import PlayerId
from ircpoker.lobby.events import Announcement, DealEnded, OwnCards, Progress, YourTurn
from ircpoker.lobby.listeners import MOST_WAITING, TableListener
from tests.lobby.hall import CHANNEL, Hall, play_on
from tests.tiers import count


@pytest.fixture
def hall() -> Iterator[Hall]:
    with Hall() as opened:
        yield opened


def listen(hall: Hall, player: PlayerId | None = None, on_more: Callable[[], None] = lambda: None) -> TableListener:
    _ = hall.lobby
    return hall.listeners.add("screen", on_more, player)


def events(announcements: list[Announcement], kind: type) -> list[object]:
    return [each.event for each in announcements if isinstance(each.event, kind)]


def call_on(hall: Hall, turns: int) -> None:
    """Let everybody check and call."""
    for _ in range(turns):
        if nick := hall.actor():
            hall.say(nick, "!call")
        else:
            hall.wait(5)


def test_a_spectator_hears_public_lines_and_no_cards(hall: Hall) -> None:
    screen = listen(hall)
    hall.seat("alice", "bob")
    hall.say(hall.actor(), "!fold")
    announcements, has_missed = screen.take()
    assert not has_missed
    assert events(announcements, Progress)
    assert events(announcements, DealEnded)
    assert not events(announcements, OwnCards)
    assert {each.to for each in announcements} == {None}
    assert screen.take() == ([], False)


def test_a_player_also_hears_the_lines_for_their_seat(hall: Hall) -> None:
    screen = listen(hall, hall.player("alice"))
    hall.seat("alice", "bob")
    announcements, _ = screen.take()
    (cards,) = events(announcements, OwnCards)
    assert isinstance(cards, OwnCards)
    assert hall.dealt("alice").endswith(" ".join(map(str, cards.view.hole_cards)))
    own_turn = hall.actor() == "alice"
    assert bool(events(announcements, YourTurn)) == own_turn


def test_a_listener_follows_its_person_to_another_name(hall: Hall) -> None:
    screen, other = listen(hall, hall.player("alice")), listen(hall, hall.player("bob"))
    hall.seat("alice", "bob")
    hall.services.presence.renamed(hall.person("alice"), hall.person("ally"))
    hall.say(hall.actor(), "!fold")
    screen.take()
    hall.wait(6)
    (cards,) = events(screen.take().announcements, OwnCards)
    assert isinstance(cards, OwnCards)
    assert hall.dealt("ally").endswith(" ".join(map(str, cards.view.hole_cards)))
    assert (screen.player, other.player) == (hall.player("ally"), hall.player("bob"))


def test_a_listener_that_falls_behind_gets_the_state_anew(hall: Hall) -> None:
    screen = listen(hall, hall.player("alice"))
    hall.seat("alice", "bob")
    call_on(hall, MOST_WAITING)
    announcements, has_missed = screen.take()
    assert has_missed
    assert len(announcements) <= MOST_WAITING
    (view,) = hall.lobby.views(hall.player("alice"))
    table = hall.table()
    assert (view.table, view.place, view.deal_id) == (
        table.id,
        table.place,
        table.state.hand and table.state.hand.deal_id,
    )
    assert [(sitter.nick, chips) for sitter, chips in view.seats] == [
        (table.seats[number].nick, table.state.chips(number)) for number in sorted(table.seats)
    ]
    assert screen.take() == ([], False)


@pytest.mark.parametrize("game", ["holdem", "draw"])
def test_no_view_shows_the_cards_of_another_seat(game: str) -> None:
    with Hall() as hall:
        hall.seat("alice", "bob", "carol", game=game)
        viewers = {nick: hall.player(nick) for nick in ("alice", "bob", "carol", "dave")}
        rng = Random(5)
        for _ in range(count(60, 10)):
            play_on(hall, rng, 1)
            hand = hall.table().hand if hall.has_table() else None
            if hand is None or len(hand.numbers) < 3:
                continue
            shown = {
                card for seat, is_shown in enumerate(hand.deal.shown) if is_shown for card in hand.deal.hole_cards[seat]
            }
            for nick, player in viewers.items():
                (view,) = hall.lobby.views(player)
                assert view.hand is not None
                own = set(view.hand.hole_cards)
                number = hall.table().seats.number_of(player)
                seat = hand.seat_of(number) if number is not None else None
                assert own == (set(hand.deal.hole_cards[seat]) if seat is not None else set()), nick
                others = {card for cards in hand.deal.hole_cards for card in cards} - own - shown
                assert not others & {card for cards in view.hand.shown if cards for card in cards}


def test_a_private_table_is_only_its_owners(hall: Hall) -> None:
    screen, own = listen(hall), listen(hall, hall.player("alice"))
    hall.tell("alice", "!play caller")
    hall.wait(5)
    assert screen.take() == ([], False)
    assert own.take().announcements
    assert hall.lobby.views(None) == hall.lobby.views(hall.player("bob")) == []
    assert len(hall.lobby.views(hall.player("alice"))) == 1


def test_a_listener_that_raises_disturbs_nobody(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> None:
        raise RuntimeError("broken screen")

    broken, whole = listen(hall, on_more=fail), listen(hall)
    hall.seat("alice", "bob")
    hall.say(hall.actor(), "!call")
    assert "listener screen failed" in caplog.text
    assert broken.take() == ([], True)
    assert events(whole.take().announcements, Progress)
    assert hall.actor()


def test_a_listener_that_blocks_the_loop_is_named(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    listen(hall, on_more=lambda: hall.clock.advance(timedelta(milliseconds=150)))
    hall.seat("alice", "bob")
    assert "listener screen held up the bot for 150 ms" in caplog.text


def test_a_listener_that_waits_for_ever_disturbs_nobody(hall: Hall) -> None:
    """Its task never gets to the second batch; the tables go on, and it would get the state anew."""

    async def play() -> None:
        more, taken = asyncio.Event(), []
        screen = listen(hall, on_more=more.set)

        async def show() -> None:
            await more.wait()
            taken.append(screen.take())
            await asyncio.Event().wait()

        task = asyncio.create_task(show())
        hall.seat("alice", "bob")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        call_on(hall, MOST_WAITING)
        await asyncio.sleep(0)
        assert len(taken) == 1
        assert screen.take().has_missed
        task.cancel()

    asyncio.run(play())
    assert hall.to(CHANNEL)


def test_a_removed_listener_hears_nothing(hall: Hall) -> None:
    screen = listen(hall)
    hall.listeners.remove(screen)
    hall.seat("alice", "bob")
    assert screen.take() == ([], False)
