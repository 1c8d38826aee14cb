"""`!stats` and `ircpoker stats` add up the same counters: for each player and game they have the same sums."""

from __future__ import annotations

from contextlib import closing
from random import Random

import pytest

from ircpoker.chat.statistics import counters_of, winnings_of
from ircpoker.ledger import PlayerId
from ircpoker.records.statistics.index import StatisticsIndex
from ircpoker.records.statistics.ledgers import ROBOT, LedgerIndex
from tests.lobby.hall import Hall, play_on, player


@pytest.mark.few(2)
@pytest.mark.parametrize("game", ["holdem", "limit", "omaha", "draw"])
def test_chat_and_command_count_the_same(game: str) -> None:
    with Hall(seed=11) as hall, closing(StatisticsIndex(None)) as index:
        hall.seat("alice", "bob", game=game, chips=300)
        hall.say("alice", "!addbot caller")
        play_on(hall, Random(7), 120)
        ledger = hall.services.ledger
        LedgerIndex(index, ledger, "ledger", lambda _deal: {}).update(10**15)
        index.choose(["ledger"])
        groups = {group.key: group for group in index.groups("player")}
        assert len(groups) == 3
        alice, bob = (person_key(groups, hall, player(nick)) for nick in ("alice", "bob"))
        assert alice != bob
        for who, key in ((player("alice"), alice), (player("bob"), bob), ("caller", f"{ROBOT}caller")):
            (figures,) = ledger.figures(who)
            _, counters, winnings, nets = groups[key]
            assert figures.game == game
            assert counters_of(figures).numbers == counters.numbers
            assert winnings_of(figures).hands == winnings.hands
            assert winnings_of(figures).bb == pytest.approx(winnings.bb)
            assert nets == {0: figures.net}


def person_key(groups: dict[str, object], hall: Hall, who: PlayerId) -> str:
    """Return the key of a person in the index, which knows accounts by number."""
    nicks = hall.services.ledger.account_nicks([int(key.partition(":")[2]) for key in groups if key[:7] == "account"])
    number = next(number for number, (nick, _) in nicks.items() if nick == who.name.partition("!")[0])
    return f"account:{number}"
