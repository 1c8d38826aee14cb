import time
from random import Random

import pytest

from ircpoker import app
from ircpoker.app import SECTIONS
from ircpoker.cards import parse_cards
from ircpoker.chat.router import Router
from ircpoker.config import load_settings
from ircpoker.draws import discards
from ircpoker.machines.rules import VIDEO_POKER_PAYS, format_hold, payout_values
from tests.chat.routers import make_router, message
from tests.plugins.conftest import PLUGINS, Say

DEALT = "1) 3d 2) 2c 3) 2s 4) 4c 5) 8c | -10 | 990 chips | !hold 1 3, !hint"


def cards_of(line: str):
    return parse_cards(" ".join(line.partition(" | ")[0].removeprefix("you are in this game already: ").split()[1::2]))


def test_a_whole_game(say: Say) -> None:
    say("seed my lucky cat")
    assert say("vp") == [DEALT]
    assert say("vp 500") == [f"you are in this game already: {DEALT}"]
    assert say("hint") == ["Keep 2c 2s (!hold 2 3): it pays 8.24 chips on average"]
    assert say("hold 3,2") == ["4h 2c 2s 2d Kd | Three Twos | +20 | 1020 chips"]
    assert say("hold 1 5") == [
        "you have no cards to choose from now: !vp starts video poker, !play draw starts five-card draw"
    ]
    assert say("hint") == [
        "!hint is for the draw and for video poker; in hold'em and Omaha !odds shows how often your hand wins"
    ]


def test_a_first_game_shows_its_commitment(say: Say) -> None:
    first, second = say("vp")
    assert first.startswith("Hands are sealed: ")
    assert second.startswith("1) ")


def test_a_game_goes_on_after_a_restart(tmp_path) -> None:
    database = f"sqlite:///{tmp_path}/ledger.db"

    def restart() -> Router:
        return make_router(PLUGINS, database=database)

    router = restart()
    router.handle(message("seed my lucky cat"))
    [before] = router.handle(message("vp"))
    router.services.close()
    router = restart()
    [again] = router.handle(message("vp"))
    assert again.text == f"you are in this game already: {before.text}"
    router.services.close()
    router = restart()
    [held] = router.handle(message("hold pair"))
    assert held.text.startswith("4h 2c 2s 2d Kd | ")
    router.services.close()


@pytest.mark.few(1)
def test_the_hint_is_the_best_hold_and_the_held_cards_stay(say: Say) -> None:
    rng = Random(3)
    values = payout_values(VIDEO_POKER_PAYS)
    say("proof")
    for _ in range(25):
        stake = rng.randint(1, 20)
        dealt = cards_of(say(f"vp {stake}")[0])
        best = discards(dealt, values)[0]
        [hint] = say("hint")
        assert f" (!hold {format_hold(best.mask)}): " in hint
        assert hint.endswith(f": it pays {best.mean * stake:.2f} chips on average")
        mask = rng.randrange(32)
        after = parse_cards(say(f"hold {format_hold(mask)}")[0].partition(" | ")[0])
        assert [after[index] is dealt[index] for index in range(5)] == [bool(mask >> index & 1) for index in range(5)]


def test_card_numbers_need_no_spaces(say: Say) -> None:
    say("proof")
    for typed, kept in (("12345", "12345"), ("135", "135"), ("1 3 5", "135"), ("5,3,1", "135"), ("12 5", "125")):
        dealt = cards_of(say("vp 1")[0])
        [line] = say(f"hold {typed}")
        after = parse_cards(line.partition(" | ")[0])
        assert "".join(str(number) for number in range(1, 6) if after[number - 1] is dealt[number - 1]) == kept


def test_an_invalid_hold_keeps_the_game(say: Say) -> None:
    say("seed my lucky cat")
    say("vp")
    usage = " (usage: !keep numbers | cards | kings | pair | all | none)"
    assert say("hold 123456") == [f"'123456' is not a card number: expected 1 to 5, all or none{usage}"]
    assert say("hold 11") == [f"card 1 is named twice: expected each card once{usage}"]
    assert say("hold") == [f"which cards? Expected their numbers, 1 to 5, all or none{usage}"]
    assert say("vp") == [f"you are in this game already: {DEALT}"]


def test_pays_shows_the_table_and_the_exact_return(say: Say) -> None:
    table, stakes, returns = say("vp pays")
    assert "Royal Flush 800" in table
    assert "Jacks Or Better 1" in table
    assert stakes == "Stakes: 1 to 1000, 10 by default"
    assert returns.startswith("With the best holds it returns 99.544 % (1653526326983/1661102543100) in the long run")


def test_nobody_holds_in_anothers_game(say: Say) -> None:
    say("vp")
    assert say("hold all", "bob") == [
        "you have no cards to choose from now: !vp starts video poker, !play draw starts five-card draw"
    ]
    assert len(say("hold all")) == 1


@pytest.mark.slow(2)
def test_a_custom_pay_table_is_computed_at_the_start(tmp_path) -> None:
    file = tmp_path / "config.ini"
    file.write_text("[bot]\nplugins = videopoker\ndatabase = sqlite://\n[videopoker]\nfull_house = 8\nflush = 5\n")
    settings = load_settings(file, sections=SECTIONS, connecting=False)
    router = app.make_router(settings, seed=1)
    start = time.process_time()
    *_, returns = router.handle(message("vp pays"))
    assert time.process_time() - start < 0.05
    assert "97.298 %" in returns.text
