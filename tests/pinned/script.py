"""Reads pinned sessions: the people, their lines and actions, and the time that passes.

    # a remark
    people alice bob carol           who is connected from the start, in #poker
    alone alice bob                  who is connected from the start, in no channel
    on ngircd inspircd console       where it is played besides the router
    set holdem deal_pause 5          a key of the configuration
    seed 8                           other decks than those of the seed 7
    examples                         what is read here are examples, no facts
    <alice> !open 300                said in #poker
    <alice -> dealer> cards          said to the bot in private
    * 30 s pass                      nobody says anything
    * alice is now ally              another nick; in the script she stays alice
    * alice leaves, comes, quits, connects, is kicked
    * the bot is killed              and starts again on the same database

At the end everybody who is connected asks for their chips, and the bot is asked to leave.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parent / "data"
CHANNEL = "#poker"
BOT = "dealer"
CONFIG = {
    "bot": {"owner": "olga", "nick": BOT, "colour": "off", "cards": "ascii"},
    "limits": {"command_burst": "1000", "command_interval": "0.01", "accounts_per_hour": "1000"},
    "economy": {"gift_age": "0", "given_per_host": "0"},
    "holdem": {"deal_pause": "0", "robot_pause": "0", "drama": "off"},
    "omaha": {"deal_pause": "0", "robot_pause": "0", "drama": "off"},
    "draw": {"deal_pause": "0", "robot_pause": "0", "drama": "off"},
}
"""Settings of every session; a session may set more."""
_SPOKEN = re.compile(r"<(?P<who>\S+?)(?P<private> -> dealer)?> (?P<text>.*)")
_DONE = re.compile(r"\* (?P<who>\S+) (?P<kind>leaves|comes|quits|connects|is kicked|is now (?P<nick>\S+))")
_PASSED = re.compile(r"\* (?P<seconds>\d+) s pass")
_KILLED = "* the bot is killed"


@dataclass(frozen=True, slots=True)
class Step:
    """One step.

    Attributes:
        number: counts from 1.
        kind: says, tells (in private), leaves, comes, quits, connects, kicked, renames, passes, kills or stops.
        who: the person, by the name they have in the script.
        text: what is said; the new nick.
        seconds: how long nobody says anything.
    """

    number: int
    kind: str
    who: str = ""
    text: str = ""
    seconds: int = 0


@dataclass(slots=True)
class Session:
    """A session as it is written.

    Attributes:
        name: of its file.
        people: who is connected from the start.
        in_channel: whether they are in the channel.
        places: where it is played besides the router.
        config: the configuration, without database, folders and network.
        seed: what `--seed` is given.
        has_facts: whether the lines are facts and not examples.
        steps: what happens.
    """

    name: str
    people: list[str] = field(default_factory=list)
    in_channel: bool = True
    places: list[str] = field(default_factory=list)
    config: dict[str, dict[str, str]] = field(default_factory=dict)
    seed: int = 7
    has_facts: bool = True
    steps: list[Step] = field(default_factory=list)

    @property
    def everybody(self) -> list[str]:
        """Return all participants, in the order in which they come."""
        return list(dict.fromkeys([*self.people, *(step.who for step in self.steps if step.who)]))

    def config_text(self, network: dict[str, str]) -> str:
        """Return the file of the configuration, relative to its folder."""
        bot = {"database": "sqlite:///ircpoker.db", "history": "history"}
        sections = self.config | {"bot": self.config["bot"] | bot, "network:net": network}
        lines = []
        for name, keys in sections.items():
            lines += [f"[{name}]", *(f"{key} = {value}" for key, value in keys.items())]
        return "\n".join([*lines, ""])


def session_files() -> list[Path]:
    return sorted((FOLDER / "sessions").glob("*.txt"))


def read_session(file: Path) -> Session:
    session = Session(file.stem, config={name: dict(keys) for name, keys in CONFIG.items()})
    numbers = iter(range(1, 10_000))
    for line in file.read_text(encoding="utf-8").splitlines():
        words = line.split()
        match words[:1]:
            case [] | ["#"]:
                pass
            case ["people" | "alone" as word]:
                session.people, session.in_channel = words[1:], word == "people"
            case ["on"]:
                session.places = words[1:]
            case ["examples"]:
                session.has_facts = False
            case ["seed"]:
                session.seed = int(words[1])
            case ["set"]:
                session.config.setdefault(words[1], {})[words[2]] = " ".join(words[3:])
            case _:
                session.steps.append(_step(next(numbers), line))
    if not any(step.kind == "passes" for step in session.steps):
        # On a real server seconds pass: they must not matter.
        for game in ("holdem", "omaha", "draw"):
            session.config[game] = {"seconds_to_act": "3600", "reminder": "0"} | session.config[game]
    session.steps += [Step(next(numbers), "tells", who, "bank") for who in _left(session)]
    session.steps.append(Step(next(numbers), "stops"))
    return session


def _step(number: int, line: str) -> Step:
    if spoken := _SPOKEN.fullmatch(line):
        return Step(number, "tells" if spoken["private"] else "says", spoken["who"], spoken["text"])
    if passed := _PASSED.fullmatch(line):
        return Step(number, "passes", seconds=int(passed["seconds"]))
    if line == _KILLED:
        return Step(number, "kills")
    done = _DONE.fullmatch(line)
    if done is None:
        raise ValueError(f"{line!r} is nothing that can happen")
    if done["nick"]:
        return Step(number, "renames", done["who"], done["nick"])
    return Step(number, done["kind"].split()[-1], done["who"])


def _left(session: Session) -> Iterator[str]:
    """Yield who is connected at the end."""
    for who in session.everybody:
        comings = [step.kind for step in session.steps if step.who == who and step.kind in {"quits", "connects"}]
        if comings[-1:] != ["quits"]:
            yield who
