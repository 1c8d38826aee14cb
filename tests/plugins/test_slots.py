from ircpoker.cards import parse_cards
from ircpoker.chat.router import Router
from ircpoker.hands import best_hand
from ircpoker.machines.rules import SLOT_PAYS, spin
from tests.plugins.conftest import Say


def test_a_first_pull_shows_its_commitment(say: Say) -> None:
    first, second = say("slot")
    assert first.startswith("your first spin: #1, committed to SHA-256 ")
    shown = say("proof 1")[0]
    assert shown.removeprefix("#1 slot: ").split()[:4] == first.rpartition("#1, ")[2].split()
    assert second == (
        "Qs 7c Qh Js Th | One Pair, Queens, Jack Kicker | pays 2 x 10 = 20, you have 1010 chips "
        f"(!proof 1 checks it; next #2, sealed {say('proof')[0].split()[-1][:40]})"
    )


def test_every_answer_shows_payout_and_balance(bot: Router, say: Say) -> None:
    balance = 1000
    say("proof")
    kinds = set()
    for _ in range(60):
        [line] = say("slot 3")
        cards, name, rest = line.split(" | ")
        result = spin(parse_cards(cards), 3)
        assert name == best_hand(cards).name
        balance += result.payout - 3
        if result.payout:
            assert rest.startswith(f"pays {SLOT_PAYS.pay(result.outcome)} x 3 = {result.payout}, ")
        elif "Pair" in name:
            assert rest.startswith("pays nothing (only pairs of jacks or better pay), ")
        else:
            assert rest.startswith("pays nothing, ")
        assert f"you have {balance} chips (!proof " in rest
        kinds.add(rest[:14])
    assert len(kinds) >= 3
    assert bot.services.ledger.top(1)[0].number == balance


def test_the_usual_stake_is_ten(say: Say) -> None:
    assert " x 10 = 20" in say("slot")[1]


def test_pays_shows_the_table_and_the_exact_return(say: Say) -> None:
    assert say("slot PAYS", in_channel=True) == [
        "Pays, times the stake: Royal Flush 5000, Straight Flush 500, Four Of A Kind 150, Full House 50, Flush 30, "
        "Straight 20, Three Of A Kind 9, Two Pair 5, Jacks Or Better 2",
        "Stakes: 1 to 1000, 10 by default",
        "In the long run it returns 94.801 % (307981/324870), hit rate 20.627 % (8935/43316)",
    ]


def test_the_chips_of_several_people_are_their_own(say: Say) -> None:
    say("slot 10")
    say("slot 500", "bob")
    assert say("bank bob", "carol") != say("bank alice", "carol")
    assert "1000 chips" in say("bank", "carol")[0]
