"""Every command and every example in README.md is true."""

import doctest
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from ircpoker.app import SECTIONS, make_router
from ircpoker.chat.loader import load_plugins
from ircpoker.chat.message import Message
from ircpoker.chat.router import Router
from ircpoker.chat.services import Services
from ircpoker.config import NetworkSettings, default_settings, load_settings
from ircpoker.people import Person
from ircpoker.runtime.clock import ManualClock
from ircpoker.runtime.delivery import Delivery
from ircpoker.transports.irc.rendering import Style, render
from ircpoker.words.plain_text import strip_formatting
from tests.outbox import each

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


@pytest.mark.slow(1)
def test_the_commands_print_the_console_sessions():
    sessions = "".join(blocks("console"))
    commands = re.findall(r"^\$ scripts/run (.*)\n((?:(?!\$ ).*\n)*)", sessions, re.MULTILINE)
    assert len(commands) >= 4
    for command, answer in commands:
        ran = subprocess.run(
            [sys.executable, "-m", "ircpoker", *shlex.split(command)], capture_output=True, text=True, check=True
        )
        assert ran.stdout == answer


@pytest.mark.slow(1)
def test_the_console_prints_the_game():
    session = text_block("> play ")
    lines = session.splitlines(keepends=True)
    command = [sys.executable, "-m", "ircpoker", "console", "--seed", "3"]
    typed = "".join(line.removeprefix("> ") for line in lines if line.startswith("> "))
    ran = subprocess.run(command, input=typed, capture_output=True, text=True, check=True)
    assert ran.stdout == "".join(line for line in lines if not line.startswith("> "))


def text_block(start):
    [block] = [block for block in blocks("text") if block.startswith(start)]
    return block


def typed_in(session):
    return re.findall(r"^<ann> (.*)$", session, re.MULTILINE)


def read_by_ann(typed):
    """Return what ann types in #poker and all that she reads, as text; she waits each time until nothing follows."""
    settings = default_settings(ROOT, sections=SECTIONS)
    bot = replace(settings.bot, database="sqlite://", plugins=("holdem",))
    clock = ManualClock()
    router = make_router(
        replace(settings, bot=bot, networks=(NetworkSettings("local", channels=("#poker",)),)), seed=37, clock=clock
    )
    read = []

    def show(target, reply):
        mark = "<dealer>" if target == "#poker" else "-dealer-"
        read.append(f"{mark} {strip_formatting(render(reply, Style(has_signs=True)))}")

    def take(line):
        show(line.reader.target, line.reply)
        if line.on_delivery is not None:
            line.on_delivery(Delivery.SENT)

    services = router.services
    services.outbox.open("local", each(take))
    services.presence.connected("local")
    for text in typed:
        read.append(f"<ann> {text}")
        with services.outbox.held():
            for reply in router.handle(Message(Person("local", "ann", "ann"), text, "#poker", "dealer")):
                show("ann" if reply.private else "#poker", reply)
        services.scheduler.run_all_due()
        # Until only the clock of somebody's turn is left.
        while (wait := services.scheduler.wait()) is not None and wait < 10:
            clock.advance(timedelta(seconds=wait + 0.001))
            services.scheduler.run_all_due()
    services.close()
    return "".join(f"{line}\n" for line in read)


def test_the_game_on_irc():
    session = text_block("<dealer> #2 ")
    assert session in read_by_ann(["!open 500", "!addbot caller", "!addbot raiser", "!fold", *typed_in(session)])


def test_the_first_answers_on_irc():
    session = text_block("<ann> !open\n")
    assert session == read_by_ann(typed_in(session))


def test_the_bot_answers_the_irc_session():
    settings = default_settings(ROOT)
    router = Router(Services(settings, Random(0)))
    load_plugins(router, ["parse"])
    ann = Person("local", "ann", "ann")
    spoken = iter(re.findall(r"^<(\w+)> (.*)$", "".join(blocks("irc")), re.MULTILINE))
    for nick, text in spoken:
        assert nick == "ann"
        replies = router.handle(Message(ann, text, "#poker", "dealer"))
        answers = [("dealer", render(reply, Style(has_signs=True))) for reply in replies]
        assert answers == [next(spoken) for _ in replies]
        assert replies


def test_the_python_session():
    [session] = blocks("python")
    test = doctest.DocTestParser().get_doctest(session, {}, "README.md", "README.md", 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_configuration_works(tmp_path):
    [text] = blocks("ini")
    path = tmp_path / "config.ini"
    path.write_text(text, encoding="utf-8")
    settings = load_settings(path, environment={"IRCPOKER_PASSWORD": "secret"})
    assert [network.name for network in settings.networks] == ["libera"]
    assert settings.bot.database == f"sqlite:///{tmp_path / 'ircpoker.db'}"


def test_the_files_it_names_exist():
    """As do those that the pages in docs name."""
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
        assert [link for link in links if not (page.parent / link).exists()] == [], page
    assert {"docs/commands.md", "docs/network.md", "docs/speed.md"} <= set(re.findall(r"\]\(([^)#:]+)\)", README))
    assert {path for path in re.findall(r"scripts/\w+", README) if not (ROOT / path).exists()} == set()


def test_the_headings_that_pages_link_to_exist():
    pages = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
    links = [
        (page, name, heading)
        for page in pages
        for name, heading in re.findall(r"\]\(([^)#:]*)#([^)]*)\)", page.read_text(encoding="utf-8"))
    ]
    assert len(links) > 5
    assert [link for link in links if link[2] not in headings(link[0].parent / link[1] if link[1] else link[0])] == []


def headings(page):
    """Return the headings of a page as links name them."""
    found = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in found}
