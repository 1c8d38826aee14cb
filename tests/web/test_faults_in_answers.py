"""No line and no page has an address, a path or SQL, whatever fails: the reason is the owner's, in the log."""

from __future__ import annotations

import os
import pwd
import re
import sys
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest
from sqlalchemy import event

from ircpoker.errors import LedgerError
from ircpoker.ledger import SaveGame
from ircpoker.web import server as page_server
from tests.ledger.faults import Faults
from tests.lobby.hall import CHANNEL, random_command
from tests.servers.postgres import Postgres
from tests.tiers import count, seed
from tests.waiting import wait_until
from tests.web.test_pages import PAGES
from tests.web.test_player import post, sign_in
from tests.web.web_hall import WebHall

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import Engine

    from tests.lobby.hall import Hall

PLUGINS = ("holdem", "draw", "bank", "help", "slots", "videopoker", "tournaments")
ARGUMENTS = ("", "", "", "1", "50", "200", "ann", "caller", "Ah Kd", "holdem 200", "caller 100", "off", "sng 3")
SQL = re.compile(r"\b(?:SELECT|INSERT|UPDATE|DELETE|PRAGMA|COMMIT|BEGIN)\b")
OF_THE_MACHINE = re.compile(
    r"/(?:tmp|var|home|usr|nonexistent)/|\d+\.\d+\.\d+\.\d+|localhost|5432|psycopg|sqlalchemy|sqlite|postgres|errno|"
    r"traceback|no such file|permission|readonly|unable to open|disk|server closed|connection to|\.py\b|\.db\b",
    re.IGNORECASE,
)


FAILURE = re.compile("this fails now|the ledger is not answering|it is not known yet")


def engine_of(hall: Hall) -> Engine:
    return hall.services.ledger._database.engine


def answers(hall: Hall) -> bool:
    with suppress(LedgerError):
        hall.services.ledger.audit()
        return True
    return False


@contextmanager
def full_disk(house: WebHall) -> Iterator[None]:
    """Let no page be added to the database's file."""

    def limit(connection: object, *_: object) -> None:
        connection.execute("PRAGMA max_page_count = 1")  # SQLite takes the pages that are there

    engine = house.call(engine_of)
    event.listen(engine, "connect", limit)
    house.call(lambda _: engine.dispose())
    with suppress(LedgerError):
        for number in range(1000):  # until what is left of the last page is used
            house.call(lambda hall, number=number: hall.services.ledger.save(SaveGame(f"x{number}", "x", "x" * 99, 0)))
    yield
    event.remove(engine, "connect", limit)
    house.call(lambda _: engine.dispose())


@contextmanager
def no_rights(house: WebHall) -> Iterator[None]:
    """Let the bot and its page be somebody to whom their files are closed."""
    if os.geteuid() != 0:
        pytest.skip("only root can take its own rights away")
    house.call(lambda hall: engine_of(hall).dispose())
    os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        yield
    finally:
        os.seteuid(0)


@contextmanager
def lost_steps(house: WebHall, rng: Random) -> Iterator[Callable[[], None]]:
    """Yield what lets some statement soon fail."""
    faults = house.call(lambda hall: Faults(hall.services.ledger))
    yield lambda: faults.arm(rng.randrange(12))
    faults.disarm()


def somebody_acts(house: WebHall, rng: Random) -> None:
    """Let somebody do anything on IRC."""
    nick = rng.choice(("ann", "bob", "eve"))
    names = house.call(lambda hall: sorted(hall.router.commands))

    def act(hall: Hall) -> None:
        if rng.random() < 0.4 and hall.actor():
            hall.say(hall.actor(), random_command(hall, CHANNEL, rng))
        else:
            hall.say(nick, f"!{rng.choice(names)} {rng.choice(ARGUMENTS)}".strip(), rng.choice((CHANNEL, None)))
        hall.wait(rng.choice((0, 0, 1, 10)))

    house.call(act)


def texts_of(house: WebHall, rng: Random, cookies: tuple[str, ...]) -> Iterator[str]:
    """Yield pages, answers of the page, and the lines that the bot has said since."""
    somebody_acts(house, rng)
    yield from house.call(lambda hall: hall.new_lines())
    cookie = {"Cookie": rng.choice(cookies)}
    path = rng.choice([each for each in PAGES if each.startswith("/")])
    yield house.get(path, **cookie).text
    fields = urlencode({"place": rng.choice(("", "net/#poker")), "text": f"bank {rng.choice(ARGUMENTS)}"})
    yield post(house, "/say", fields, Accept=rng.choice(("application/json", "text/html")), **cookie).text


def check(house: WebHall, rng: Random, cookies: tuple[str, ...], most: int, fail: Callable[[], None]) -> None:
    """Read so many texts while things fail; some of them say so."""
    ours = (sys.prefix, str(Path(__file__).parents[2]))
    read = refusals = 0
    while read < most:
        fail()
        for text in texts_of(house, rng, cookies):
            shown = text.replace(house.address, "").replace(house.host, "")
            assert not OF_THE_MACHINE.search(shown), text
            assert not SQL.search(shown), text
            assert not any(own in shown for own in ours), text
            read += 1
            refusals += bool(FAILURE.search(text))
    assert refusals, "nothing has failed"


FAULTS = ("full disk", "no rights", "lost statements", "PostgreSQL stopped", "PostgreSQL's connections lost")


@pytest.mark.slow(20)
@pytest.mark.parametrize("fault", FAULTS)
def test_no_text_names_the_machine(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_server, "PER_SECOND", 1e6)
    rng, most = Random(seed(9)), count(10_000 // len(FAULTS), 20)
    with Postgres() if "PostgreSQL" in fault else nullcontext() as server:
        url = server.new_ledger() if server else f"sqlite:///{tmp_path}/ledger.db"
        with WebHall(tmp_path, url=url, seed=3, plugins=PLUGINS, command_burst=10**6) as house:
            house.call(lambda hall: hall.seat("ann", "bob"))
            cookies = "", sign_in(house), sign_in(house, "eve")
            if fault in {"full disk", "no rights"}:
                with full_disk(house) if fault == "full disk" else no_rights(house):
                    check(house, rng, cookies, most, lambda: None)
            elif fault == "PostgreSQL stopped":
                server.stop()
                check(house, rng, cookies, most, lambda: None)
                server.start()
            else:
                with lost_steps(house, rng) as fail:
                    check(house, rng, cookies, most, fail)
            wait_until(lambda: house.call(answers), "the ledger stays away")
            house.call(lambda hall: hall.wait(600))
            wait_until(lambda: house.call(answers), "the ledger stays away")
