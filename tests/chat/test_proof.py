"""`!seed` and `!proof`."""

from __future__ import annotations

import re

import pytest

from ircpoker.cards import parse_cards
from ircpoker.chat.router import Router
from ircpoker.fairness.shuffle import commit, make_deck
from tests.chat.routers import lines, make_router, say

HEX = re.compile(r"[0-9a-f]{64}")


@pytest.fixture
def bot() -> Router:
    return make_router(("slots", "videopoker"))


def test_proof_commits_and_shows_the_commitments(bot: Router) -> None:
    spin, game, how = lines(bot, "proof")
    assert spin.startswith("next spin: #1, committed to SHA-256 ")
    assert game.startswith("next video poker: #2, committed to SHA-256 ")
    assert how == "after a deal, !proof with its number shows its secret; !help fairness explains how to check it"
    assert lines(bot, "proof") == [spin, game, how]


def test_the_shown_proof_makes_the_deck_again(bot: Router) -> None:
    [committed] = HEX.findall(lines(bot, "proof")[0])
    lines(bot, "seed my lucky socks")
    [spin] = lines(bot, "slot")
    first, second, third, fourth = lines(bot, "proof 1")
    assert HEX.findall(first) == [committed]
    [secret] = HEX.findall(second)
    assert second.endswith(", seeds 'my lucky socks'")
    assert commit(bytes.fromhex(secret)) == committed
    deck = make_deck(bytes.fromhex(secret), "1", ["my lucky socks"])
    assert parse_cards(third.removeprefix("deck "), fewest=52, most=52) == deck
    assert (
        fourth
        == f"number 1 of a chain: the SHA-256 of its secret is the secret before it, down to the head {committed}"
    )
    assert parse_cards(spin.partition(" | ")[0]) == deck[:5]


def test_a_channel_is_not_filled_with_hashes(bot: Router) -> None:
    lines(bot, "!slot", "#poker")
    for number, count in (("1", 4), ("2", 1)):
        answer = say(bot, f"!proof {number}", "#poker")
        assert [reply.private for reply in answer] == [True] * count
        assert all(reply.text.startswith("[#poker] ") for reply in answer)


def test_another_seed_another_deck() -> None:
    spins = set()
    for seed in ("", "seed a", "seed b", "seed a"):
        bot = make_router(("slots",))
        lines(bot, seed or "proof")
        spins.add(lines(bot, "slot")[0].partition(" | ")[0])
    assert len(spins) == 3


def test_a_secret_stays_hidden_until_its_deal_is_over(bot: Router) -> None:
    texts = lines(bot, "proof") + lines(bot, "proof 1") + lines(bot, "proof 2") + lines(bot, "vp")
    texts += lines(bot, "proof") + lines(bot, "proof 2")
    ledger = bot.services.ledger
    for deal in ("1", "2"):
        shuffle = ledger.shuffle(deal)
        assert shuffle is not None
        assert not any(shuffle.secret in line for line in texts)
    assert "#1 slot: committed to SHA-256 " in texts[3]
    assert texts[3].endswith("; its cards are not dealt yet")
    assert texts[-1].endswith("; its secret is shown when the deal is over")
    lines(bot, "hold none")
    assert "secret " in lines(bot, "proof 2")[1]
    assert (
        lines(bot, "proof")[-1]
        == "your last deal was #2: !proof 2 shows its secret, !help fairness explains how to check it"
    )


def test_a_deal_in_progress_keeps_its_commitment(bot: Router) -> None:
    [commitment] = HEX.findall(lines(bot, "proof")[1])
    lines(bot, "vp")
    assert lines(bot, "proof")[1] == f"video poker in progress: #2, committed to SHA-256 {commitment}"


def test_a_seed_names_earlier_commitments(bot: Router) -> None:
    first, second = lines(bot, "seed  my\x02 lucky   socks ")
    assert first == "your seed is 'my lucky socks': it goes into all your next shuffles until you give another"
    digests = [HEX.findall(line)[0] for line in lines(bot, "proof")[:2]]
    assert second == f"committed to before your seed: next spin #1: {digests[0]}, next video poker #2: {digests[1]}"
    assert lines(bot, "seed") == ["your seed is 'my lucky socks'"]


@pytest.mark.parametrize("seed", ["\x01\x01", "x" * 65, "\u200b"])
def test_invalid_seeds(bot: Router, seed: str) -> None:
    [answer] = lines(bot, f"seed {seed}")
    assert "seed" in answer
    assert answer.isprintable()
    assert lines(bot, "seed")[0].startswith("you have no seed")


def test_hostile_seeds_stay_on_their_line(bot: Router) -> None:
    for seed in ("a\r\nQUIT", "\x0304red\x0f", "' || '", "{}", "%s %n", "\ud800"):
        for answer in lines(bot, f"seed {seed}"):
            assert answer.isprintable()
        assert all(answer.isprintable() for answer in lines(bot, "slot") + lines(bot, "proof"))


@pytest.mark.parametrize("deal", ["99", "0", "-1", "x", "1.5", "٣", "9" * 200, "1 2"])
def test_unknown_deal_numbers(bot: Router, deal: str) -> None:
    [answer] = lines(bot, f"proof {deal}")
    assert answer.startswith("there is no deal '")
    assert answer.endswith("(usage: !proof [deal])")


def test_a_number_may_have_its_sign(bot: Router) -> None:
    lines(bot, "slot")
    assert lines(bot, "proof #1") == lines(bot, "proof 01") == lines(bot, "proof 1")
