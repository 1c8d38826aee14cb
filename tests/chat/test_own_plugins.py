"""docs/plugins.md: its plugins work as printed."""

import re
from datetime import timedelta
from pathlib import Path

import pytest

from ircpoker.app import find_sections
from ircpoker.chat.loader import load_plugins
from ircpoker.chat.outgoing import Outgoing
from ircpoker.chat.router import Router
from ircpoker.chat.services import Services
from ircpoker.config import default_settings, load_settings
from ircpoker.errors import ConfigError
from ircpoker.runtime.clock import ManualClock
from tests.chat.routers import CHANNEL, lines, make_router, say
from tests.outbox import each

PAGE = (Path(__file__).parents[2] / "docs" / "plugins.md").read_text(encoding="utf-8")
HELLO, CUT, EGG = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def load(folder: Path, text: str) -> Router:
    (folder / "mine.py").write_text(text, encoding="utf-8")
    router = make_router(("help",))
    load_plugins(router, ["mine"], folder)
    return router


def test_hello(tmp_path: Path) -> None:
    assert len([line for line in HELLO.splitlines() if line]) <= 5
    router = load(tmp_path, HELLO)
    assert lines(router, "hello") == ["Hello, alice!"]
    assert lines(router, "help hello") == ["!hello: says hello"]


def test_cut(tmp_path: Path) -> None:
    router = load(tmp_path, CUT)
    assert lines(router, "cut") == ["You cut the deck at 3d"]
    assert lines(router, "!cut bob", CHANNEL) == ["bob cuts the deck at 3d"]
    [refused] = say(router, "!cut bob carol", CHANNEL)
    assert (refused.private, refused.text) == (True, f"[{CHANNEL}] expected one nick or nothing (usage: !cut [who])")
    assert lines(router, "help cut")[1] == "Example: !cut answers: You cut the deck at …"


def test_a_plain_summary_is_not_replaced_by_the_catalogue(tmp_path: Path) -> None:
    router = load(tmp_path, HELLO.replace('"hello"', '"parse"'))
    assert lines(router, "help parse") == ["!parse: says hello"]


def test_a_command_without_a_summary_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="command 'hello' of plugin 'mine' has no summary"):
        load(tmp_path, HELLO.replace(', summary="says hello"', ""))


class TestEggTimer:
    @pytest.fixture
    def clock(self) -> ManualClock:
        return ManualClock()

    @pytest.fixture
    def notices(self) -> list[tuple[str, str]]:
        return []

    @pytest.fixture
    def router(self, tmp_path: Path, clock: ManualClock, notices: list[tuple[str, str]]) -> Router:
        router = make_router((), clock=clock)
        (tmp_path / "mine.py").write_text(EGG, encoding="utf-8")
        load_plugins(router, ["mine"], tmp_path)

        def hear(line: Outgoing) -> None:
            notices.append((line.reader.target, line.reply.text))

        router.services.outbox.open("net", each(hear))
        return router

    def pass_by(self, router: Router, clock: ManualClock, minutes: int) -> None:
        clock.advance(timedelta(minutes=minutes))
        router.services.scheduler.run_all_due()

    def test_a_plugin_sends_notices(self, router: Router, clock: ManualClock, notices: list[tuple[str, str]]) -> None:
        assert lines(router, "!egg", CHANNEL) == ["Ready in 4 minutes."]
        assert lines(router, "egg") == ["One egg at a time."]
        self.pass_by(router, clock, 3)
        assert notices == []
        self.pass_by(router, clock, 1)
        assert notices == [(CHANNEL, "alice: your egg is ready.")]
        assert lines(router, "egg") == ["Ready in 4 minutes."]
        self.pass_by(router, clock, 4)
        assert notices[1:] == [("alice", "alice: your egg is ready.")]

    def test_a_timer_can_be_cancelled(self, router: Router, clock: ManualClock, notices: list[tuple[str, str]]) -> None:
        assert lines(router, "raw") == ["There is no egg."]
        lines(router, "egg")
        assert lines(router, "raw") == ["It is still soft."]
        self.pass_by(router, clock, 10)
        assert notices == []

    def test_its_section_is_read(self, tmp_path: Path) -> None:
        (tmp_path / "mine.py").write_text(EGG, encoding="utf-8")
        config = tmp_path / "config.ini"
        config.write_text("[bot]\nplugins = mine\nplugin_path = .\n[egg]\nminutes = 7\n", encoding="utf-8")
        sections, problems = find_sections(config)
        assert problems == []
        settings = load_settings(config, sections=sections, connecting=False)
        router = Router(Services(settings, make_router(()).services.rng, ManualClock()))
        load_plugins(router, ["mine"], tmp_path)
        assert lines(router, "egg") == ["Ready in 7 minutes."]
        assert default_settings(tmp_path, sections=sections).section(sections[-1]).minutes == 4


def test_a_plugin_that_only_listens(tmp_path: Path) -> None:
    router = load(tmp_path, "def register(bot):\n    bot.say('net', '#poker', 'I am here')\n")
    assert router.plugins["mine"] == []


def test_the_page_names_existing_things_only() -> None:
    router = make_router()
    table = PAGE.partition("| member of the bot | does |")[2].partition("\n\n")[0]
    names = re.findall(r"`bot\.(\w+)", table)
    assert len(names) == 6
    assert [name for name in names if not hasattr(router, name)] == []
    assert [name for name in re.findall(r"`\.(\w+)`", table) if not hasattr(Services, name)] == [
        "rng",
        "clock",
        "presence",
    ]
    assert [name for name in ("rng", "clock", "presence") if not hasattr(router.services, name)] == []
