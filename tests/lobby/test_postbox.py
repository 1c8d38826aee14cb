"""News for networks that are away."""

from ircpoker.lobby.events import GoingDown, TableEvent
from ircpoker.lobby.places import Place
from ircpoker.lobby.postbox import MOST_KEPT, Postbox

HERE, THERE = Place("net", "#poker"), Place("other", "#poker")


def test_news_is_kept_for_the_network_that_is_away() -> None:
    said: list[TableEvent] = []
    box = Postbox(said.append)
    box.close("net")
    first, second, elsewhere = (
        TableEvent(HERE, GoingDown()),
        TableEvent(HERE, GoingDown()),
        TableEvent(THERE, GoingDown()),
    )
    for news in (first, elsewhere, second):
        box.emit(news)
    assert said == [elsewhere]
    box.open("net")
    assert list(map(id, said)) == [id(elsewhere), id(first), id(second)]
    box.open("net")
    assert len(said) == 3


def test_what_somebody_waits_for_is_not_kept() -> None:
    said: list[TableEvent] = []
    box = Postbox(said.append)
    box.close("net")
    box.emit(TableEvent(HERE, GoingDown(), receipt=lambda _: None))
    assert len(said) == 1


def test_what_is_kept_does_not_fill_the_memory() -> None:
    said: list[TableEvent] = []
    box = Postbox(said.append)
    box.close("net")
    for _ in range(MOST_KEPT + 10):
        box.emit(TableEvent(HERE, GoingDown()))
    box.open("net")
    assert len(said) == MOST_KEPT
