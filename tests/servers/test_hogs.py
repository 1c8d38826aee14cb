"""People on ngIRCd who ask and play as much as they can, beside others who do not.

The bot's lines are counted, not timed: the shipped configuration sends one a second.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from tests import tiers
from tests.servers.company import CARD, Company, Player, passive, read_options
from tests.servers.human import as_typed
from tests.servers.ngircd import Ngircd
from tests.servers.process import BotProcess
from tests.servers.tables import CHIPS
from tests.waiting import wait_until

_MORE = """\
[economy]
given_per_host = 0
starting_chips = 10000
house_stake = 1000000
[holdem]
deal_pause = 0
robot_pause = 0
seconds_to_act = 600
"""
_USUAL = """\
command_burst = 100
command_interval = 0.01
"""

pytestmark = pytest.mark.slow


def busy_bot(folder: Path, port: int, interval: float) -> BotProcess:
    """Return a bot with the shipped limits; it is as much faster as it sends faster."""
    bot = BotProcess(folder, port, "#poker", "#table", plugins="parse, help, holdem", more=_MORE)
    text = bot.config.read_text().replace(_USUAL, f"command_interval = {2 * interval}\nhost_factor = 0\n")
    bot.config.write_text(
        text.replace("send_burst = 100", "send_burst = 4").replace(
            "send_interval = 0.01", f"send_interval = {interval}"
        )
    )
    return bot


@pytest.fixture(scope="module")
def server() -> Iterator[Ngircd]:
    with Ngircd() as server:
        yield server


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory, server: Ngircd) -> Iterator[BotProcess]:
    with busy_bot(tmp_path_factory.mktemp("quick"), server.port, 0.03) as bot:
        yield bot


def cards(rng: Random) -> list[str]:
    return rng.sample([f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs"], 5)


@pytest.mark.usefixtures("quick")
def test_whoever_asks_little_waits_for_few_lines_of_whoever_asks_much(server: Ngircd) -> None:
    """Attack 1: four nicks at their limit; an honest question waits for five lines at most, which take 5 s."""
    rng = Random(tiers.seed(1))
    questions = []
    with ExitStack() as people:
        alice, *eves = (
            people.enter_context(Player(server.port, nick, "#poker", user=nick))
            for nick in ("alice", "eve1", "eve2", "eve3", "eve4")
        )
        alice.wait_for_bot()

        def hear(lines: int) -> None:
            """Wait for so many lines of the bot; after each of them everybody else asks."""
            until = len(alice.heard) + lines
            while len(alice.heard) < until:
                if alice.listen():
                    for eve in eves:
                        eve.do(f"discards {' '.join(cards(rng))}")
                        eve.listen()

        for eve in eves:
            eve.do(f"discards {' '.join(cards(rng))}")
        for _ in range(tiers.count(40, 8)):
            hear(8)
            question = cards(rng)
            before = len(alice.heard)
            alice.do(f"parse {' '.join(question)}")
            while not any(heard.cards >= set(question) for heard in alice.heard[before:]):
                hear(1)
            questions.append(question)
        eves[0].lines_so_far()
    # In the server's order: a line that alice had not read yet when she asked came before her question.
    lines = [as_typed(line.decode(errors="replace")) for line in eves[0].received]
    assert max(waited(lines, question) for question in questions) <= 5


def waited(lines: Sequence[str], question: Sequence[str]) -> int:
    """Return how many lines of the bot to the channel came between a question and its answer."""
    words = " ".join(question)
    asked = next(at for at, line in enumerate(lines) if line.startswith(":alice!") and words in line)
    of_bot = [line for line in lines[asked:] if line.startswith(":dealer!") and " #poker :" in line]
    return next(at for at, line in enumerate(of_bot) if set(CARD.findall(line)) >= set(question))


@pytest.mark.usefixtures("quick")
def test_strangers_games_leave_a_table_most_of_the_lines(server: Ngircd) -> None:
    """Attack 2, where everybody acts at once: the table gets at least as many lines as all strangers together."""
    with Company(server.port, "#table", "alice", "bob", strategy=passive) as company:
        company.sit_down(chips=CHIPS)
        strangers = [company.visit(f"s{number}", user=f"s{number}") for number in range(3)]
        for stranger in strangers:
            stranger.do("play caller 1000")

        def lines(*people: Player) -> int:
            return sum(heard.target == person.nick for person in people for heard in person.heard)

        def all_play() -> bool:
            company.step()
            for stranger in strangers:
                for heard in stranger.listen():
                    for options in read_options(heard):
                        stranger.do(passive(options, Random(1)))
            return all(lines(stranger) > 6 for stranger in strangers)

        before = len(company.watcher.heard), lines(*company.players)
        wait_until(all_play)
        of_table = len(company.watcher.heard) - before[0] + lines(*company.players) - before[1]
        assert of_table >= lines(*strangers)
        assert not any("out of time" in heard.text for person in company.visitors for heard in person.heard)
        company.check_secrecy()
