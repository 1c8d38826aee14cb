"""docs/feed-data.md: the examples have the members of real answers, no more and no fewer."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ircpoker.feed.server.endpoints import HANDLERS, FeedEndpoint
from tests.feed.server.test_identities import Visit
from tests.lobby.hall import CHANNEL, Hall, play_on

PAGE = (Path(__file__).parents[3] / "docs" / "feed-data.md").read_text(encoding="utf-8")
EXAMPLES = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]
EVENTS = ("hand_began", "cards", "acted", "street", "all_in", "shown", "paid", "cards_shown")


@pytest.fixture(scope="module")
def answers() -> dict[str, Any]:
    """Real answers by the names of their requests; of deals all that were played."""
    with Hall(seed=3, plugins=("holdem", "draw", "bank", "slots", "videopoker"), services=False) as hall:
        hall.services.presence.note_open("net", CHANNEL, is_open=True)
        visit = Visit(FeedEndpoint("web", "web", hall.router), hall)
        for game in ("holdem", "draw"):
            hall.seat("alice", "bob", game=game, chips=300)
            play_on(hall, Random(7), 60)
            for nick in ("alice", "bob", "alice"):
                hall.say(nick, "!leave")
                hall.say(hall.actor() or nick, "!fold")
                hall.wait(10)
        last = int(hall.services.ledger.newest_deals(1)[0].deal_id)
        found: dict[str, Any] = {"deals": [visit.ask(do="deal", deal=number) for number in range(1, last + 1)]}
        for name, fields in (("stats", {"who": "caller"}), ("standings", {"of": "net"}), ("robots", {}), ("pays", {})):
            found[name] = visit.ask(do=name, **fields)
        return found


def members(example: Any, found: Any, path: str = "") -> None:
    """Check that two values have the same members, and values of the same kinds where both have some."""
    if found is None and path.endswith(".you"):
        return  # a spectator has no seat
    if isinstance(example, dict) and path.rsplit(".", 1)[-1] != "plays":
        assert set(example) == set(found), path
        for name, value in example.items():
            members(value, found[name], f"{path}.{name}")
    elif isinstance(example, list) and example and found and path.rsplit(".", 1)[-1] != "moments":
        members(example[0], found[0], f"{path}[0]")


@pytest.mark.parametrize("name", ["stats", "standings", "robots", "pays"])
def test_the_example_of_an_answer(name: str, answers: dict[str, Any]) -> None:
    [example] = [each for each in EXAMPLES if each.get("is") == name]
    found = answers[name]
    assert found.pop("id", 7) == 7
    members(example, found)


def test_the_example_of_a_deal(answers: dict[str, Any]) -> None:
    example = EXAMPLES[0]
    deals = [each for each in answers["deals"] if each["is"] == "deal"]
    assert len(deals) > 3
    for found in deals:
        assert ("shown" in found["proof"]) is found["proof"]["is_due"]
        found["proof"].pop("shown", None)
        members(example, {name: value for name, value in found.items() if name not in {"is", "id"}})
    events = {moment["event"]["event"] for deal in deals for moment in deal["moments"]}
    assert events >= {"hand_began", "acted", "paid", "shown", "all_in", "street"}
    assert events <= set(EVENTS)


def test_the_page_names_every_event_and_request() -> None:
    for name in EVENTS:
        assert f"`{name}`" in PAGE
    for name in ("deal", "stats", "standings", "robots", "pays", "redeem"):
        assert f'{{"do":"{name}"' in PAGE
        assert name in HANDLERS
