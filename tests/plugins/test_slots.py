import re
from datetime import timedelta
from hashlib import sha256

import pytest

from ircpoker.cards import parse_cards
from ircpoker.chat.router import Router
from ircpoker.hands import evaluate
from ircpoker.hands.short_names import short_name
from ircpoker.ledger import CommitShuffle, UseShuffle
from ircpoker.machines.rules import spin
from tests.chat.routers import message
from tests.plugins.conftest import Say

SECRET = re.compile("secret ([0-9a-f]{64}), ")


def test_the_chain_begins_once_and_each_spin_seals_the_next(bot: Router, say: Say) -> None:
    [head, shown] = say("slot")
    assert head.startswith("Spins are sealed: ")
    assert re.fullmatch(r"(?:.. ){5}\| [A-Z][^|]* \| -10 \| 990 chips", shown)
    sealed = head.split()[3]
    for number in range(1, 5):
        [last] = bot.services.ledger.last_shuffles(message("slot").sender.id, 1)
        _, secret_line, _, place = say(f"proof {last.deal_id}")
        [secret] = SECRET.findall(secret_line)
        assert sha256(bytes.fromhex(secret)).hexdigest().startswith(sealed)
        assert place.startswith(f"number {number} of a chain: ")
        assert say("proof")[0].endswith(f", committed to SHA-256 {secret}")
        sealed = secret
        assert len(say("slot")) == 1


def test_a_spin_outside_the_chain_fails(bot: Router, say: Say) -> None:
    say("slot")
    other = bytes(range(32))
    player = message("slot").sender.id
    bot.services.clock.advance(timedelta(seconds=5))
    bot.services.ledger.save(CommitShuffle("77", "slot", sha256(other).hexdigest(), other.hex(), player))
    bot.services.ledger.save(UseShuffle("77", '{"seeds": [""]}', True))
    assert say("proof 77") == ["deal 77 is not in the chain of its player"]


@pytest.mark.slow(1)
@pytest.mark.few(1)
def test_only_the_player_reads_a_spin_in_a_channel_and_all_of_a_jackpot(bot: Router) -> None:
    public = [reply for _ in range(200) for reply in bot.handle(message("!slot 1", "#poker")) if not reply.private]
    assert all(
        re.fullmatch(r"alice hits the jackpot: (?:.. ){5}\| [^|]+ \| \+(?:19|29|49|149|499|4999)", reply.text)
        for reply in public
    )
    assert len(public) < 10


def test_again_and_max(say: Say) -> None:
    say("spin 7")
    assert " | -7 | " in say("slot again")[-1] or " | +" in say("slot again")[-1]
    before = int(re.search(r"(\d+) chips", say("bank")[0])[1])
    shown = say("slots max")[-1]
    assert int(re.search(r"\| ([+-]\d+) \|", shown)[1]) % before == 0


@pytest.mark.few(1)
def test_every_answer_has_the_net_and_the_balance(bot: Router, say: Say) -> None:
    balance = 1000
    say("proof")
    nets = set()
    for _ in range(60):
        [line] = say("slot 3")
        cards, name, net, left = line.split(" | ")
        result = spin(parse_cards(cards), 3)
        assert name == short_name(evaluate(cards))
        assert net == f"{result.payout - 3:+}"
        balance += result.payout - 3
        assert left == f"{balance} chips"
        assert len(line) <= 80
        nets.add(net)
    assert len(nets) >= 3
    assert bot.services.ledger.top(1)[0].number == balance


def test_the_usual_stake_is_ten(say: Say) -> None:
    say("seed my lucky cat")
    assert say("slot") == ["Ks Ac 3d Js Ad | Pair of Aces | +10 | 1010 chips"]


def test_pays_shows_the_table_and_the_exact_return(say: Say) -> None:
    assert say("slot PAYS", in_channel=True) == [
        "[#poker] Pays, times the stake: Royal Flush 5000, Straight Flush 500, Four Of A Kind 150, Full House 50, "
        "Flush 30, Straight 20, Three Of A Kind 9, Two Pair 5, Jacks Or Better 2",
        "[#poker] Stakes: 1 to 1000, 10 by default",
        "[#poker] In the long run it returns 94.801 % (307981/324870), hit rate 20.627 % (8935/43316)",
    ]


def test_the_chips_of_several_people_are_their_own(say: Say) -> None:
    say("slot 10")
    say("slot 500", "bob")
    assert say("bank bob", "carol") != say("bank alice", "carol")
    assert "1000 chips" in say("bank", "carol")[0]
