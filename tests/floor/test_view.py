"""A tournament as data for the feed."""

import json
from random import Random

from ircpoker.floor.view import tournament_data
from tests.floor.arena import Arena, open_sng


def test_it_shows_only_public_facts() -> None:
    with Arena() as arena:
        open_sng(arena, "3 turbo", "alice", "bob")
        waiting = tournament_data(arena.tournament)
        assert (waiting["phase"], waiting["tables"], waiting["open"]) == ("registering", [], True)
        arena.say("carol", "!sng")
        arena.play(Random(3), 8, boldness=0.03)
        shown = json.loads(json.dumps(tournament_data(arena.tournament)))
        assert (shown["phase"], shown["prizes"], shown["chips"]) == ("playing", [300], 4500)
        assert {player["nick"] for player in shown["players"]} == {"alice", "bob", "carol"}
        assert [table["place"] for table in shown["tables"]] == ["#poker"]
        (table,) = arena.lobby.tables
        listener = arena.listeners.add(table.id, lambda: None)
        arena.play(Random(4), 300, boldness=0.6)
        names = {type(each.announcement.event).__name__ for each in listener.take().heard}
        assert arena.is_over
        assert "PlayerOut" in names
