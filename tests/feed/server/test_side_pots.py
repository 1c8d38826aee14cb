"""Side pots in snapshots and events: they are there as soon as somebody is all-in, and not before."""

from __future__ import annotations

from tests.feed.server.visitors import FeedHall, Visitor


def watch_three(hall: FeedHall) -> Visitor:
    """Let three people sit down with 100, 400 and 400 chips, and return somebody who watches."""
    for nick, line in (("ann", "!open 100"), ("bob", "!sit 400"), ("cat", "!sit 400")):
        hall.say(nick, line)
    hall.wait(5)
    watcher = Visitor(hall)
    watcher.watch()
    return watcher


def pots(watcher: Visitor) -> tuple[int, list[int], list[str]]:
    """Return the chips in the middle, the pots, and who is all-in."""
    watcher.listen()
    state = watcher.state
    assert state is not None
    return state["pot"], state["pots"], [seat["name"] for seat in state["seats"] if seat["all_in"]]


def test_a_bet_is_no_side_pot(hall: FeedHall) -> None:
    watcher = watch_three(hall)
    assert pots(watcher) == (15, [15], [])
    hall.say(hall.actor(), "!raise 20")
    assert pots(watcher) == (35, [35], [])
    hall.say(hall.actor(), "!raise 60")
    pot, found, all_in = pots(watcher)
    assert (found, all_in) == ([pot], [])


def test_who_is_all_in_has_a_side_pot_above(hall: FeedHall) -> None:
    watcher = watch_three(hall)
    while hall.actor() != "ann":
        hall.say(hall.actor(), "!call")
    hall.say("ann", "!allin")
    assert pots(watcher)[1:] == ([pots(watcher)[0]], ["ann"])
    hall.say(hall.actor(), "!raise 200")
    pot, found, all_in = pots(watcher)
    assert (len(found), sum(found), all_in) == (2, pot, ["ann"])
    hall.say(hall.actor(), "!call")
    assert pots(watcher) == (500, [300, 200], ["ann"])


def test_an_all_in_that_is_shown_street_by_street_keeps_its_side_pots() -> None:
    with FeedHall(drama=True) as hall:
        watcher = watch_three(hall)
        while len(pots(watcher)[2]) < 3:
            hall.say(hall.actor(), "!allin")
        assert pots(watcher)[:2] == (900, [300, 600])
