"""The moments of a table: what is shown of events that come fast, late or in groups, and for how long."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from ircpoker.feed.messages import Event, TableSnapshot
from ircpoker.feed.moments import END_SECONDS, RIVER_SECONDS, SHOWDOWN_SECONDS, STREET_SECONDS, TableMoments
from tests.feed.wire import TABLE, YOU, message_of, table_of


class Clock:
    def __init__(self) -> None:
        self.seconds = 100.0

    def now(self) -> float:
        return self.seconds


class FedTable:
    """A table that gets events with what they change."""

    def __init__(self, **fields: Any) -> None:
        self.clock = Clock()
        self.first: TableSnapshot = table_of({**TABLE, "seq": 1, "deal": "19", "log": [], **fields})
        self.moments = TableMoments(self.first, self.clock.now)
        self._seq = 1

    def event(self, event: str, words: str = "", **fields: Any) -> Event:
        self._seq += 1
        message: Event = message_of(
            {"is": "event", "table": "t", "seq": self._seq, "event": event, "words": words, **fields}
        )
        return message

    def tell(self, event: str, words: str = "", **fields: Any) -> None:
        self.moments.take(self.event(event, words, **fields))

    def pay(self, deal: str = "19", cards: tuple[str, ...] = ("Th", "8d"), **fields: Any) -> None:
        results = [{"seat": 1, "won": 210, "net": 100, "cards": cards, "hand": "Pair of Tens" if cards else ""}]
        paid = {"deal": deal, "board": ["9h", "3h", "Ts", "6d", "2c"], "results": results, "pots": []}
        last = {"is": "event", "event": "paid", "words": f"#{deal} is over", **paid}
        changed = {"deal": "", "board": paid["board"], "last": last}
        self.tell("paid", f"#{deal} is over", **paid, set=changed, **fields)

    def begin(self, deal: str) -> None:
        self.tell(
            "hand_began", f"#{deal} begins", deal=deal, street="preflop", board=[], seats=[],
            set={"deal": deal, "board": []},
        )  # fmt: skip

    def shown(self) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
        moment = self.moments.shown()
        return moment.table.deal, moment.table.board, moment.log

    def after(self, seconds: float) -> str:
        """Return the deal that is shown after a time; empty for the end of one."""
        self.clock.seconds += seconds
        return self.moments.shown().table.deal


BOARD = ("9h", "3h", "Ts", "6d", "2c")


@pytest.mark.parametrize(("cards", "seconds"), [(("Th", "8d"), SHOWDOWN_SECONDS), ((), END_SECONDS)])
def test_the_end_of_a_deal_stays_although_the_next_one_has_begun(cards: tuple[str, ...], seconds: float) -> None:
    feed = FedTable()
    feed.pay(cards=cards)
    feed.begin("20")
    feed.tell("acted", "bob folds", seat=2, action="fold", amount=0, set={"pot": 15})
    assert feed.shown() == ("", BOARD, ("#19 is over",))
    assert feed.moments.is_held
    assert feed.moments.due == feed.clock.seconds + seconds
    assert feed.after(seconds - 0.1) == ""
    feed.clock.seconds += 0.1
    assert feed.moments.due == feed.clock.seconds
    assert feed.after(0) == "20"
    assert feed.shown() == ("20", (), ("#19 is over", "#20 begins", "bob folds"))
    assert feed.moments.due is None


def test_news_after_a_deal_are_shown_at_once_and_end_nothing() -> None:
    feed = FedTable()
    feed.pay()
    feed.tell("words", "bob: nice hand")
    assert feed.shown()[2] == ("#19 is over", "bob: nice hand")
    feed.begin("20")
    feed.clock.seconds += 1
    feed.moments.say(["an answer"])
    assert feed.shown() == ("", BOARD, ("#19 is over", "bob: nice hand", "an answer"))
    assert feed.after(SHOWDOWN_SECONDS - 1) == "20"
    assert feed.shown()[2] == ("#19 is over", "bob: nice hand", "#20 begins", "an answer")


def test_a_key_goes_on_at_once() -> None:
    feed = FedTable()
    feed.moments.let_go()
    feed.pay()
    feed.begin("20")
    feed.moments.let_go()
    assert feed.shown()[0] == "20"
    assert not feed.moments.is_held


def test_nobody_falls_further_and_further_behind() -> None:
    feed = FedTable()
    for number in range(20, 24):
        feed.pay(str(number - 1))
        assert feed.shown()[2][-1] == f"#{number - 1} is over"
        feed.begin(str(number))
        assert feed.after(SHOWDOWN_SECONDS / 2) == ""
    assert feed.after(SHOWDOWN_SECONDS / 2) == "23"


def test_who_wants_no_pauses_sees_the_table_as_it_is() -> None:
    feed = FedTable()
    feed.pay()
    feed.begin("20")
    assert feed.moments.shown(holds=False).table.deal == "20"
    assert not feed.moments.is_held


def test_an_message_a_change_is_not_shown_before_the_others() -> None:
    feed = FedTable()
    feed.tell("acted", "bob bets 40", seat=2, action="bet", amount=40, more=True)
    assert feed.shown()[2] == ()
    assert feed.moments.table.pot == feed.first.pot
    feed.tell("turn", "it is your turn", seat=1, seconds=None, set={"pot": 4321})
    assert feed.shown()[2] == ("bob bets 40",)
    assert feed.moments.shown().table.pot == 4321


def test_each_street_of_an_all_in_is_seen() -> None:
    feed = FedTable(board=[])
    boards = (BOARD[:3], BOARD[:4], BOARD)
    for board in boards:
        feed.tell("shown", board=board, hands=[], set={"board": board})
    feed.pay()
    for board, seconds in zip(boards, (STREET_SECONDS, STREET_SECONDS, RIVER_SECONDS), strict=True):
        assert feed.shown()[1] == board
        feed.clock.seconds += seconds / 2
        assert feed.moments.shown().table.deal == "19"
        feed.clock.seconds += seconds / 2
    assert feed.shown()[0] == ""


def test_an_event_older_than_a_snapshot_changes_nothing() -> None:
    feed = FedTable()
    late = feed.event("words", "late", set={"pot": 7})
    feed.moments.restart(table_of({**TABLE, "seq": 500, "deal": "20", "log": []}))
    assert not feed.moments.take(late)
    assert feed.shown() == ("20", tuple(TABLE["board"]), ())


def test_one_wins_and_loses_chips_only_in_ones_own_seat() -> None:
    for own, nets in ((YOU, (100,)), (YOU | {"seat": 2}, ()), (None, ())):
        feed = FedTable(you=own)
        feed.pay()
        assert feed.moments.latest.nets == nets


def test_a_deal_that_ended_while_nobody_listened_counts_once() -> None:
    feed = FedTable(you=YOU)
    lost = FedTable(you=YOU)
    lost.pay()
    for table in (lost.moments.table, lost.moments.table, lost.first):
        feed.moments.restart(table)
        assert feed.moments.latest.nets == (100,)


def test_winnings_in_the_seat_before_are_not_ones_own() -> None:
    feed = FedTable(you=None)
    feed.pay()
    taken = replace(feed.moments.table, you=table_of({**TABLE, "you": YOU}).you)
    for _ in range(2):
        feed.moments.restart(taken)
        assert feed.moments.latest.nets == ()
