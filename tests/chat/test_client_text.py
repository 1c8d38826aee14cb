"""For players without a seed, the id or the text of their last line in a game goes into the shuffle."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ircpoker.chat.router import Router
from ircpoker.fairness.proof import verify
from ircpoker.fairness.proofs import read_proof
from tests.chat.routers import lines, make_router, message
from tests.lobby.hall import Hall

ALICE = message("").sender.id


@pytest.fixture
def hall() -> Iterator[Hall]:
    with Hall() as hall:
        hall.services.mixes_lines = True
        yield hall


@pytest.fixture
def bot() -> Router:
    bot = make_router(("slots", "holdem", "bank"))
    bot.services.mixes_lines = True
    return bot


def seeds(hall: Hall, deal: str) -> tuple[str, ...]:
    shuffle = hall.services.ledger.shuffle(deal)
    assert shuffle is not None
    proof = read_proof(shuffle)
    verify(proof, commitment=shuffle.commitment)
    return proof.seeds


def test_the_last_line_at_a_table_goes_into_the_shuffle(hall: Hall) -> None:
    hall.say("alice", "!open 300")
    hall.say("bob", "!sit")
    hall.wait(5)
    assert sorted(seeds(hall, "1")) == ["!open 300", "!sit"]
    folder = hall.actor()
    hall.say(folder, "!fold")
    hall.say(folder, "good luck everybody!")
    hall.wait(5)
    assert sorted(seeds(hall, "2")) == sorted(["!fold", "!sit" if folder == "alice" else "!open 300"])


def test_a_given_seed_comes_before_the_line(hall: Hall) -> None:
    hall.tell("alice", "seed my lucky socks")
    hall.tell("alice", "play caller")
    hall.wait(5)
    assert sorted(seeds(hall, "1")) == ["", "my lucky socks"]


def test_the_seed_of_a_line_is_in_the_proof(bot: Router) -> None:
    lines(bot, "proof")
    lines(bot, "slot 10")
    assert lines(bot, "proof 1")[1].endswith(", seeds 'slot 10'")
    assert lines(bot, "seed") == [
        "you have given no text of your own: now 'slot 10', from your last line in a game, goes into the next shuffle; "
        "!seed and any text replaces it"
    ]


def test_the_line_id_comes_before_the_text(bot: Router) -> None:
    lines(bot, "proof")
    bot.handle(message("slot 10")._replace(msgid="Nz9xW" * 20))
    assert lines(bot, "proof 1")[1].endswith(f", seeds '{('Nz9xW' * 20)[:64]}'")


def test_only_lines_of_games_are_taken(bot: Router) -> None:
    lines(bot, "slot 10")
    for text in ("bank", "give bob 7", "my password is 1234", "nickserv identify 1234"):
        lines(bot, text)
        assert bot.services.client_text(ALICE) == "slot 10"


def test_each_player_has_a_separate_text(bot: Router) -> None:
    lines(bot, "slot 10")
    bot.handle(message("slot 20", nick="bob"))
    assert bot.services.client_text(ALICE) == "slot 10"


def test_repeatable_cards_ignore_chat() -> None:
    bot = make_router(("slots",))
    assert not bot.services.mixes_lines
    lines(bot, "slot 10")
    assert bot.services.client_text(ALICE) == ""
    assert lines(bot, "proof 1")[1].endswith(", seeds (none)")
