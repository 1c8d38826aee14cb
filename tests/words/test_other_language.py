"""A bot in another language: sessions are played with English's templates in letters that English does not have.

Text that is still in English letters is outside the catalogue, and must be common to every language:
commands and their arguments, names of hands, games and number systems, nicks, robots with their reasons,
cards, numbers.
"""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

import pytest

from ircpoker.chat.preferences import CHOICES
from ircpoker.lobby import Verb
from ircpoker.robots import LEVELS, load_robots
from ircpoker.runtime.delivery import Delivery
from ircpoker.systems import SYSTEMS
from ircpoker.table import GAMES
from ircpoker.words.catalogue import Catalogue
from ircpoker.words.languages import ENGLISH, compile_template, read_language
from tests.lobby.hall import Hall
from tests.pinned.play_router import play_on_router
from tests.pinned.script import BOT, CONFIG, FOLDER, read_session

LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "áḅçḍéḟģḥíĵķĺṁńóṕɋŕśţúṽẃẋýźÁḄÇḌÉḞĢḤÍĴĶĹṀŃÓṔɊŔŚŢÚṼẂẊÝŹ"
)
PLAYED = (
    "bad-amounts",
    "bank",
    "draw-with-robots",
    "duel-out-of-time",
    "gone-for-good",
    "help-and-topics",
    "history",
    "killed-with-robots",
    "leaving",
    "newcomer",
    "not-your-turn",
    "out-of-time",
    "parting",
    "seeds-and-proofs",
    "side-pots",
    "slot",
    "video-poker",
)
HANDS = re.findall(
    r"\w+",
    "Two Three Four Five Six Seven Eight Nine Ten Jack Queen King Ace Twos Threes Fours Fives Sixes Sevens Eights "
    "Nines Tens Jacks Queens Kings Aces High Low Kicker And Over Royal Straight Flush Of A Kind "
    "Full House One Pair Or Better",
)
SHARED = re.compile(
    r"'[^']*'"  # quoted input
    r"|!\w+|#\w+|(?<=:) [a-z]+(?: \d+)? \| .*"  # channels; a robot's action with its reason
    r"|[0-9a-f]{16,}|SHA-256|UTC|DATE TIME"
    r"|\b(?:10|[2-9TJQKA])[cdhs]\b"
)


def other_language() -> dict[str, str]:
    """Return the templates of English in other letters; placeholders, and the commands behind `{at}`, are kept."""
    templates = {}
    for key, template in read_language(ENGLISH).templates.items():
        parts, is_command = [], False
        for text, name, form in compile_template(template):
            command = re.match(r"\w*", text)[0] if is_command else ""
            parts.append(command + text[len(command) :].translate(LETTERS))
            if name:
                parts.append(f"{{{name}:{form}}}" if form else f"{{{name}}}")
            is_command = name == "at"
        templates[key] = "".join(parts)
    return templates


def shared_words() -> set[str]:
    words = {
        "SB",
        "BB",
        "UTG",
        "LJ",
        "HJ",
        "CO",
        "BTN",
        "of",
        "holdem",
        "slot",
        "videopoker",
        "none",
        "all",
        *HANDS,
        *LEVELS,
        *load_robots(None),
        *GAMES,
        *map(str, Verb),
        *SYSTEMS,
        *chain.from_iterable((name, *values) for name, values in CHOICES.items()),
        BOT,
        CONFIG["bot"]["owner"],
    }
    for game in GAMES.values():
        words |= set(re.findall(r"[A-Za-z]+", f"{game.title} {game.betting.value.replace('_', ' ')}"))
    return words


def english_in(line: str, allowed: set[str]) -> list[str]:
    return [word for word in re.findall(r"[A-Za-z]{2,}", SHARED.sub(" ", line)) if word not in allowed]


@pytest.fixture(autouse=True)
def speak_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    templates = other_language()
    monkeypatch.setattr("ircpoker.chat.services.load_catalogue", lambda _, prefix: Catalogue(templates, prefix, "xx"))


@pytest.mark.few(3)
@pytest.mark.parametrize("name", PLAYED)
def test_players_read_only_the_catalogue(name: str, tmp_path: Path) -> None:
    session = read_session(FOLDER / "sessions" / f"{name}.txt")
    read = [line for lines in play_on_router(session, tmp_path).values() for _, line in lines]
    assert len(read) > 5
    allowed = shared_words() | set(session.people)
    assert {line: own for line in read if (own := english_in(line, allowed))} == {}


def test_a_robot_with_the_nick_of_a_person(tmp_path: Path) -> None:
    hall = Hall(url=f"sqlite:///{tmp_path}/bot.db")
    hall.say("alice", "!open")
    hall.say("alice", "!addbot caller")
    hall.services.presence.renamed(hall.person("alice"), hall.person("Caller"))
    hall.wait(5)
    read = hall.new_lines()
    read += [*hall.say("Caller", "!table"), *hall.say("bob", "!play")]
    assert sum("caller (ŕóḅóţ)" in line for line in read) > 1
    assert {line: own for line in read if (own := english_in(line, shared_words() | {"alice", "Caller"}))} == {}
    hall.close()


def test_a_deal_that_is_called_off(tmp_path: Path) -> None:
    hall = Hall(url=f"sqlite:///{tmp_path}/bot.db")
    hall.refusals["alice"] = Delivery.REFUSED
    hall.say("alice", "!play caller 200")
    hall.wait(5)
    del hall.refusals["alice"]
    read = [*hall.new_lines("alice"), *hall.say("alice", "!proof 1")]
    assert any("called off".translate(LETTERS) in line for line in read)
    assert {line: own for line in read if (own := english_in(line, shared_words() | {"alice"}))} == {}
    hall.close()
