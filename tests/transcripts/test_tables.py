"""Golden sessions at tables: what people say, how much time goes by, and every line that anybody reads.

    <alice #poker> !open 300         said in a channel; without a channel, in private
    (5 seconds)                      nobody says anything
    -> #poker: …                     read by everybody there
    -> alice: …                      read by alice alone
    = …                              a remark

The decks are those of a fixed secret, so that a changed word or a changed card is seen.
"""

import re
from pathlib import Path

import pytest

from tests.lobby.hall import Hall

FILES = [pytest.param(file, id=file.stem) for file in sorted((Path(__file__).parent / "tables").glob("*.txt"))]
SAID = re.compile(r"<(?P<nick>\S+?)(?: (?P<channel>#\S+))?> (?P<text>.*)")
WAITED = re.compile(r"\((\d+) seconds\)")


def played(lines: list[str]) -> list[str]:
    """Return the session again: what is done in it, and what the bot says to that now."""
    hall = Hall(seed=7)
    session = []
    for line in lines:
        if line.startswith("-> "):
            continue
        session.append(line)
        if said := SAID.fullmatch(line):
            hall.say(said["nick"], said["text"], said["channel"])
        elif waited := WAITED.fullmatch(line):
            hall.wait(int(waited[1]))
        new, hall.seen = hall.lines[hall.seen :], len(hall.lines)
        session += [f"-> {one.target}: {one.text}" for one in new]
    hall.check_ledger()
    hall.close()
    return session


@pytest.mark.parametrize("file", FILES)
def test_session(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    assert played(lines) == lines
