"""Lines in a channel highlight only the actor, with any notation of cards."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircpoker.chat.message import Highlighted, Reply
from ircpoker.chat.presence import Presence
from ircpoker.config import BotSettings, NetworkSettings
from ircpoker.transports.irc.features import ServerFeatures
from ircpoker.transports.irc.people import UserTracker
from ircpoker.transports.irc.rendering import HYPHEN, WORD_JOINER, Rendering, split_nicks, without_highlights
from ircpoker.transports.irc.upkeep import OwnAttempts
from ircpoker.transports.irc.wanted import WantedChannels
from ircpoker.words import Bold
from ircpoker.words.plain_text import strip_formatting
from tests.chat.routers import lines, make_router, message
from tests.lobby.hall import CHANNEL, NET, Hall, play_on
from tests.transports.irc.stays import Stay

SIGNS = {"unicode": WORD_JOINER, "ascii": HYPHEN}
NICKS = ("ann", "Bob", "c_d", "[eve]", "pot", "caller", "ann-marie", "x", "x-", "_", "_-", "nn", "ob")
ASIDES = (
    *("!top", "!bank {}", "!bank", "!give {} 1", "!seed hello {} and ann", "!seed", "!table", "!stats {}", "!sit"),
    *("!rebuy", "!topup 50", "!sitout", "!proof", "!addbot {}", "!why", "!history", "!leave"),
)
"""Lines that people type between deals; some answers quote them."""
TURN = re.compile(r"(?:^| )(?P<nick>\S+): [^|]+\([0-9.]+ s\)$")


def is_highlighted(text: str, nick: str) -> bool:
    """Say whether WeeChat highlights a line for somebody: their nick is in it, and no part of a word."""
    return bool(re.search(rf"(?<![\w|-]){re.escape(nick)}(?![\w|-])", text, re.IGNORECASE))


@given(
    st.lists(st.sampled_from([*NICKS, "20", "wins", ":", "(", " ", ",", "'", "-", "_", "ah"])),
    st.sampled_from(["unicode", "ascii"]),
)
def test_no_nick_is_left_in_any_text(pieces: list[str], cards: str) -> None:
    features = ServerFeatures()
    members = {features.fold(nick): nick for nick in NICKS}
    text = "".join(pieces)
    split = split_nicks(text, members, features.fold, SIGNS[cards])
    assert not [nick for nick in NICKS if is_highlighted(split, nick)]
    assert split.replace(WORD_JOINER, "").replace(HYPHEN, "") == text.replace(HYPHEN, "")


def test_nicks_made_by_signs_are_split_too() -> None:
    assert split_nicks("a plays", {"a", "a-"}, str, WORD_JOINER) == "a-- plays"
    endless = {"a" + HYPHEN * count for count in range(100)}
    assert split_nicks("a a-", endless, str, WORD_JOINER)


@pytest.mark.slow(1)
def test_a_long_word_full_of_nicks() -> None:
    split = split_nicks(".a" * 1000, {"a"}, str, WORD_JOINER)
    assert split == ".a-" * 1000


def test_other_words_stay() -> None:
    text = "annie calls 20 | Bobby: p0t 40, 9957ad3bc784b9c9"
    assert split_nicks(text, NICKS, str, HYPHEN) == text


def test_a_letter_that_folds_to_several() -> None:
    assert split_nicks("Straße wins, STRASSE: ok", {"strasse"}, str.casefold, HYPHEN) == "S-traße wins, S-TRASSE: ok"


def test_only_the_actors_nick_stays_whole() -> None:
    parts = (Bold("bob"), " wins, ann: ", Highlighted("ann"), ": check")
    assert without_highlights(parts, {"ann", "bob"}, str.lower, HYPHEN) == (
        Bold("b-ob"),
        " wins, a-nn: ",
        "ann",
        ": check",
    )
    assert [type(part) for part in without_highlights(parts, (), str.lower, HYPHEN)] == [Bold, str, Highlighted, str]


class ShownHall(Hall):
    """A hall that records the channel's lines as the transport writes them."""

    def __init__(self, cards: str, **rules: Any) -> None:
        self.shown: list[str] = []
        network = NetworkSettings(NET)
        wanted = WantedChannels([CHANNEL], OwnAttempts.of(network).channel)
        people = UserTracker(network, ServerFeatures(), Presence(), "dealer", wanted)
        people.enter(CHANNEL)
        for nick in NICKS:
            people.join(CHANNEL, nick)
        self._channel = people.channel(CHANNEL)
        self._rendering = Rendering(BotSettings(cards=cards), people)
        super().__init__(**rules)

    def hear(self, target: str, reply: Reply) -> None:
        super().hear(target, reply)
        if target == CHANNEL:
            self.shown.append(strip_formatting(self._rendering.text(reply, self._channel)))


@pytest.mark.slow(1)
@pytest.mark.few(1)
@pytest.mark.parametrize("cards", ["unicode", "ascii"])
def test_many_deals_highlight_only_the_actor(cards: str) -> None:
    turns, rng = 0, Random(1)
    with ShownHall(cards, seed=5, plugins=("holdem", "draw", "bank"), reminder=0.0) as hall:
        for number in range(60):
            if not hall.has_table():
                hall.seat(*NICKS[:5], chips=300)
                hall.say("ann", "!addbot caller")
            play_on(hall, rng, 10)
            hall.say(rng.choice(NICKS), rng.choice(ASIDES).format(rng.choice(NICKS), number))
            hall.wait(5)
    for line in hall.shown:
        turn = TURN.search(line)
        wrong = [nick for nick in NICKS if is_highlighted(line, nick) and (turn is None or turn["nick"] != nick)]
        assert not wrong, line
        turns += turn is not None and is_highlighted(line, turn["nick"])
    deals = sum("wins" in line for line in hall.shown)
    assert (deals > 40, len(hall.shown) > 300, turns > 100) == (True, True, True)


def test_a_line_for_the_channel_and_one_for_a_person(stay: Stay) -> None:
    assert stay.say("!echo hello bob") == [f"PRIVMSG {CHANNEL} :hello b-ob"]
    assert stay.say("!echo hello bob", target="dealer") == ["PRIVMSG alice :hello bob"]


def test_a_copied_nick_is_understood() -> None:
    router = make_router(("bank",))
    router.handle(message("bank", nick="bob"))
    assert lines(router, "bank b\u2060o\u200bb\u200d") == ["bob has 1000 chips"]
