"""Every pinned session, wherever it can be played: the lines that everybody reads equal the golden texts, and the
facts equal the stored facts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.pinned.doorway import run_command
from tests.pinned.facts import find_facts, read_facts
from tests.pinned.heard import Heard, lines_of, read_texts
from tests.pinned.play_console import can_play, play_on_console
from tests.pinned.play_irc import play_on_irc
from tests.pinned.play_router import play_on_router
from tests.pinned.script import Session, read_session, session_files
from tests.servers.inspircd import Inspircd
from tests.servers.ngircd import Ngircd

SESSIONS = [read_session(file) for file in session_files()]
SERVERS: dict[str, Callable[[], Ngircd | Inspircd]] = {"ngircd": Ngircd, "inspircd": Inspircd}
QUICK = {
    "console": {"killed-in-private"},
    "ngircd": {"heads-up"},
    "inspircd": set(),
}
"""The sessions played by a process in every run; the others are slow."""


def marks(place: str, session: Session) -> list[pytest.MarkDecorator]:
    servers = [pytest.mark.servers] if place in SERVERS else []
    if session.name in QUICK[place]:
        return servers
    # The servers differ only in the transport: each has another part of the sessions; ngIRCd has all that kill the bot.
    turn = SESSIONS.index(session) % 8
    is_deep = place in SERVERS and turn != {"ngircd": 1, "inspircd": 5}[place]
    is_deep = is_deep and not (place == "ngircd" and "killed" in session.name)
    return [*servers, pytest.mark.deep if is_deep else pytest.mark.slow]


def check(session: Session, heard: Heard, folder: Path, audited: str) -> None:
    """Check texts and facts of each reader."""
    golden, lines = lines_of(read_texts(session.name)), lines_of(heard)
    facts, kept = find_facts(lines if session.has_facts else {}, folder, audited), read_facts(session.name)
    for reader in sorted(kept["read"].keys() | facts["read"].keys()):
        assert facts["read"].get(reader) == kept["read"].get(reader), f"the facts that {reader} read"
    assert facts == kept
    for reader in sorted(golden.keys() | lines.keys()):
        assert lines.get(reader) == golden.get(reader), f"the texts that {reader} read"


def audit(folder: Path) -> str:
    return run_command("audit", "--json", "--database", f"sqlite:///{folder}/ircpoker.db")


def check_histories(session: Session, folder: Path) -> None:
    """Check that the stored histories replay to the same stacks, and that the stored proofs are right."""
    files = sorted(folder.glob("history/**/*.phh"), key=lambda file: int(file.stem))
    if files:
        replayed = [json.loads(line) for line in run_command("replay", "--json", *map(str, files)).splitlines()]
        stacks = [deal["finishing_stacks"] for deal in read_facts(session.name)["deals"]]
        assert [deal["finishing_stacks"] for deal in replayed] == stacks
    for file in folder.glob("history/**/*.proof.json"):
        run_command("verify", "--file", str(file))


@pytest.mark.few(3)
@pytest.mark.parametrize("session", [pytest.param(session, id=session.name) for session in SESSIONS])
def test_in_process(session: Session, tmp_path: Path) -> None:
    heard = play_on_router(session, tmp_path)
    check(session, heard, tmp_path, audit(tmp_path))
    check_histories(session, tmp_path)


@pytest.mark.parametrize(
    "session",
    [
        pytest.param(session, id=session.name, marks=marks("console", session))
        for session in SESSIONS
        if "console" in session.places
    ],
)
def test_on_the_console(session: Session, tmp_path: Path) -> None:
    assert can_play(session)
    check(session, play_on_console(session, read_texts(session.name), tmp_path), tmp_path, audit(tmp_path))


@pytest.fixture
def port(request: pytest.FixtureRequest) -> Iterator[int]:
    with SERVERS[request.param]() as server:
        yield server.port


@pytest.mark.parametrize(
    ("port", "session"),
    [
        pytest.param(place, session, id=f"{place}-{session.name}", marks=marks(place, session))
        for place in SERVERS
        for session in SESSIONS
        if place in session.places
    ],
    indirect=["port"],
)
def test_on_irc(session: Session, tmp_path: Path, port: int) -> None:
    check(session, play_on_irc(session, read_texts(session.name), tmp_path, port), tmp_path, audit(tmp_path))
