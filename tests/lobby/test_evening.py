"""Every movement of chips of one whole evening, by its reason."""

from __future__ import annotations

from itertools import groupby

from sqlalchemy import text

from tests.lobby.hall import Hall, person, player

FIRST_TABLE = ["start", "buy-in", "start", "buy-in", "cash-out"]
MACHINES = ["start", "gift", "slot", "videopoker", "daily"]
DUELS = ["start", "buy-in", "cash-out", "buy-in", "cash-out"]
LOGIN = ["start", "buy-in", "merge", "cash-out"]
PLUGINS = ("holdem", "draw", "slots", "videopoker", "bank")


def reasons(hall: Hall) -> list[str]:
    """Return why chips moved, in order; the same thing several times in a row once."""
    with hall.services.ledger._database.reading() as connection:
        rows = connection.execute(text("SELECT reason FROM entries ORDER BY id"))
        return [reason for reason, _ in groupby(row.reason for row in rows)]


def test_the_reasons_of_an_evening() -> None:
    with Hall(plugins=PLUGINS) as hall:
        hall.say("alice", "!open 500")
        hall.say("bob", "!sit 500")
        hall.wait(5)
        loser = hall.actor()
        winner = {"alice": "bob", "bob": "alice"}[loser]
        hall.say(loser, "!fold")
        hall.say(winner, "!leave")
        hall.say("carol", "!bank")
        hall.services.ledger.gift(player(winner), player("carol"), 1, "gift", any_age=True)
        hall.say("carol", "!slot")
        hall.say("carol", "!vp")
        hall.say("carol", "!hold none")
        hall.say("carol", "!daily")
        hall.say(loser, "!leave")
        hall.tell("dora", "play caller 200")
        hall.wait(5)
        while not any("caller is out of chips" in line for line in hall.to("dora")):
            hall.tell("dora", "allin" if hall.has_table("dora") else "play caller 200")
            hall.wait(5)
        hall.tell("dora", "leave")
        hall.wait(5)
        hall.say("erin", "!bank", account="erin")
        hall.say("erin", "!open")
        hall.services.presence.renamed(person("erin"), person("erin", "erin"))
        hall.run()
        hall.say("erin", "!leave", account="erin")
        assert not hall.lobby.tables
        assert reasons(hall) == [*FIRST_TABLE, *MACHINES, "cash-out", *DUELS, *LOGIN]
