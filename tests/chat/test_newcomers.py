"""Lines that newcomers typed: each does what it means, or gets the one line that helps."""

from datetime import timedelta
from pathlib import Path

import pytest

from ircpoker.chat.news import Notice
from ircpoker.clock import ManualClock
from ircpoker.config import default_settings
from ircpoker.delivery import Delivery
from ircpoker.lobby import Table
from tests.chat.routers import make_router, message

PLUGINS = default_settings(Path("/")).bot.plugins
BEFORE = {
    "outside": (),
    "turn": ("play caller 200",),
    "flop": ("play caller 200", "call"),
    "draw": ("play caller draw 200", "check"),
    "vp": ("proof", "vp 10"),
}
ACTIONS = ("fold", "check", "call", "bet", "raise", "discard")
LINES = (Path(__file__).parent / "newcomers.tsv").read_text(encoding="utf-8").splitlines()
TYPED = [tuple(line.split("\t")) for line in LINES if not line.startswith("#")]


class Newcomer:
    """Alice, who talks to her own bot in private."""

    def __init__(self) -> None:
        self.router = make_router(PLUGINS)
        self.tables: list[Table] = []
        self.router.services.outbox.open("net", self._take)

    def _take(self, notice: Notice) -> None:
        if notice.on_delivery:
            notice.on_delivery(Delivery.SENT)

    def say(self, text: str) -> list[str]:
        services = self.router.services
        with services.outbox.held():
            answer = [reply.text for reply in self.router.handle(message(text))]
        self.actions = self._actions()
        clock = services.clock
        assert isinstance(clock, ManualClock)
        for _ in range(20):
            services.scheduler.run_all_due()
            clock.advance(timedelta(seconds=0.5))
        return answer

    def _actions(self) -> list[str]:
        """Return what was done in the deal so far."""
        tables = self.router.services.tables
        assert tables is not None
        return [str(action) for table in tables.lobby.tables if table.hand for _, action in table.hand.deal.actions]


@pytest.mark.parametrize(("where", "text", "expected"), TYPED, ids=[f"{where}: {text}" for where, text, _ in TYPED])
def test_a_newcomers_line(where: str, text: str, expected: str) -> None:
    newcomer = Newcomer()
    for line in BEFORE[where]:
        newcomer.say(line)
    done = newcomer._actions()
    answer = newcomer.say(text)
    if expected.split(maxsplit=1)[0] in ACTIONS and where != "outside":
        assert answer == []
        # A fold ends the deal at once.
        new = newcomer.actions[len(done) :] or ["fold"]
        assert new[0].startswith(expected)
    else:
        assert newcomer.actions == done or where in {"outside", "vp"}
        assert any(answer[0].startswith(begins) for begins in expected.split("|"))


def test_there_are_enough_lines() -> None:
    assert len(TYPED) >= 60
    assert len({text for _, text, _ in TYPED}) >= 60
