"""`!why` in players' words: golden lines, and no card that nobody has seen."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from random import Random

import pytest

from ircpoker.cards import CARDS
from ircpoker.chat.robots import reason_lines
from ircpoker.fairness.proof import PendingShuffle
from ircpoker.lab.matches.lineup import make_match_setup
from ircpoker.ledger import EndedDeal, HandRow
from ircpoker.lobby import RobotReason
from ircpoker.records.ledger_hands import LedgerHand
from ircpoker.records.played import PlayedHand
from ircpoker.robots import ask, load_robots, make_robot
from ircpoker.table import CALL, CHECK, FOLD, Action, Bet, Deal, Discard, make_view
from ircpoker.table.actions import SHOW
from ircpoker.table.events import HandShown
from ircpoker.words.catalogue import load_catalogue
from tests import tiers
from tests.robots.turns import draw_deal, play
from tests.table.play import act_all, deck_of, holdem

WORDS = load_catalogue()
PROOF = PendingShuffle("7", bytes(32)).freeze(["", ""])
ENDED = EndedDeal("7", "channel:net/#poker", datetime(2026, 1, 2, tzinfo=UTC), is_revealed=False)
ROBOTS = load_robots()
BOARD = "6c 7s 2h Kd Qs"


def lines(
    deal: Deal, *reasons: RobotReason, robots: tuple[str, ...] = ("nolimit", ""), is_revealed: bool = True
) -> list[str]:
    """Return the lines of `!why`; the first seats are robots, with the nicks hard, caller and so on."""
    nicks = ["hard" if robot == "nolimit" else robot or "ann" for robot in robots]
    rows = tuple(HandRow(seat, 0, 0, None, robots[seat], nicks[seat]) for seat in range(len(robots)))
    return [
        WORDS.text(line)
        for line in reason_lines(
            "7", LedgerHand(PlayedHand(deal, tuple(nicks)), rows, None, ENDED, PROOF), reasons, is_revealed=is_revealed
        )
    ]


def reason(action: str, why: str = "solved", nick: str = "hard", **more: str) -> RobotReason:
    return RobotReason(nick, action, why, **more)


def bluff(*end: Action) -> Deal:
    deal = Deal(holdem((500, 500), (5, 10)), deck_of("6d Th", "Ah Kh", board=BOARD))
    play(deal, "call, check, check, check, bet 10, call, bet 110")
    return act_all(deal, *end)


def test_a_bluff_that_was_shown() -> None:
    found = lines(
        bluff(CALL),
        reason("check"),
        reason("check"),
        reason("bet 10"),
        reason("bet 110", "a bluff with 12% to win"),
    )
    assert found == [
        "#7 hard, before the flop, 6d Th: checks; the pot was 20",
        "#7 hard, flop, 6d Th Pair of Sixes: checks; the pot was 20",
        "#7 hard, turn, 6d Th Pair of Sixes: bets 10 for value; the next call needed 25 % to win",
        "#7 hard, river, 6d Th Pair of Sixes: bets 110 as a bluff that breaks even if it is called 27 % of the time",
    ]
    assert all(len(line) <= 160 for line in found)


def test_a_hand_that_was_not_shown_stays_hidden() -> None:
    """The price of each action is what everybody saw; its chances, and whether it bluffs, depend on its cards."""
    reasons = reason("check", chance="41"), reason("check", share="80"), reason("bet 10"), reason("bet 110", "a bluff")
    assert lines(bluff(FOLD), *reasons, is_revealed=False) == [
        "#7 hard, before the flop: checks; the pot was 20",
        "#7 hard, flop: checks; the pot was 20",
        "#7 hard, turn: bets 10; the next call needed 25 % to win",
        "#7 hard, river: bets 110; the next call needed 42 % to win",
    ]
    found = lines(bluff(FOLD), reason("bet 110", "a bluff"))
    assert found == ["#7 hard, river: bets 110 as a bluff that breaks even if it is called 27 % of the time"]


def test_the_lines_of_a_hidden_hand_are_the_same_for_any_cards() -> None:
    def lines_for(hole: str) -> list[str]:
        deal = Deal(holdem((500, 500), (5, 10)), deck_of(hole, "Ah Kh", board=BOARD))
        play(deal, "call, check, check, check, bet 10, call, bet 110, fold")
        known = ask_of(hole)
        return lines(deal, *known, is_revealed=False)

    def ask_of(hole: str) -> list[RobotReason]:
        chance = str(len(hole) + ord(hole[0]))
        actions = ("check", "check", "bet 10", "bet 110")
        return [reason(action, f"with {hole}", chance=chance, share=chance) for action in actions]

    assert lines_for("6d Th") == lines_for("As Ac") == lines_for("2c 7d")


def test_calls_and_folds_with_the_number_that_is_known() -> None:
    deal = Deal(holdem((500, 500), (5, 10)), deck_of("6d Th", "Ah Kh", board=BOARD))
    play(deal, "to 30, call, check, bet 60, call, check, bet 180, fold")
    found = lines(
        deal, reason("call"), reason("check"), reason("call", chance="41"), reason("check"), reason("fold", share="80")
    )
    assert [line.partition(": ")[2] for line in found] == [
        "calls 20; 33 % to win was enough",
        "checks; the pot was 60",
        "calls 60 with 41 % against the hands that it expected",
        "checks; the pot was 180",
        "folds, as it does 80 % of the time with such hands",
    ]


def test_the_part_of_a_bet_that_cannot_be_called_is_no_part_of_the_price() -> None:
    deal = Deal(holdem((100, 900), (5, 10)), deck_of("6d Th", "Ah Kh", board=BOARD))
    play(deal, "to 900, call")
    found = lines(deal, reason("raise 900", nick="manual"), reason("call"), robots=("nolimit", "manual"))
    assert [line.partition(": ")[2] for line in found] == [
        "raises to 900 for value; the next call needed 45 % to win",
        "calls 90; 45 % to win was enough",
    ]
    deal = Deal(holdem((100, 900), (5, 10)), deck_of("6d Th", "Ah Kh", board=BOARD))
    play(deal, "to 900, fold")
    found = lines(deal, reason("raise 900", "a bluff", nick="manual"), robots=("", "manual"))
    assert found == [
        "#7 manual, before the flop: raises to 900 as a bluff that breaks even if it is called 14 % of the time"
    ]


def test_an_action_of_the_table_has_no_reason() -> None:
    """A robot that was sent away folds; its earlier reasons stand with its own actions."""
    deal = Deal(holdem((500, 500), (5, 10)), deck_of("6d Th", "Ah Kh", board=BOARD))
    play(deal, "to 30, call, check, bet 60, fold")
    assert len(lines(deal, reason("call"), reason("check"))) == 2


def test_robots_with_one_rule_and_foreign_robots() -> None:
    deal = Deal(holdem((500, 500, 500), (5, 10)), deck_of("6d Th", "Ah Kh", "2c 3c", board=BOARD))
    play(deal, "call, call, check, check, check, check, check, check, check, check, check, check")
    given = [RobotReason("caller", "call", ""), RobotReason("mine", "check", "a good hand", ""), reason("call", "")]
    assert lines(deal, *given, robots=("caller", "mine", "")) == [
        "#7 mine, before the flop, Ah Kh: checks; a good hand",
        "#7 caller: Calls every bet and never makes one.",
    ]
    silent = [RobotReason("mine", "check", "")]
    assert lines(deal, *silent, robots=("caller", "mine", "")) == ["#7 mine gives no reasons"]


def test_discarded_cards_stay_hidden() -> None:
    deal = draw_deal("Ah Ad Kc 7s 2h", "Qc Qd 9h 5s 3c")
    act_all(deal, CHECK, CHECK, Discard(deal.hole_cards[0][2:]), Discard(), Bet(20), CALL)
    while deal.actor is not None:
        deal.act(deal.actor, SHOW)
    found = lines(deal, reason("check"), reason("discard 3"), reason("bet 20"), robots=("swede", ""))
    assert found == []
    given = [RobotReason("swede", each, "stake") for each in ("check", "discard 3", "bet 20")]
    found = lines(deal, *given, robots=("swede", ""))
    assert found[:2] == ["#7 swede, before the draw: checks; the pot was 20", "#7 swede, at the draw: draws 3 cards"]
    assert found[2].startswith("#7 swede, after the draw, Ah Ad ")
    assert not re.search("Kc|7s|2h", " ".join(found))


@pytest.mark.parametrize("game", ["holdem", "limit", "omaha", "draw"])
def test_no_deal_shows_a_hidden_card(game: str) -> None:
    seen = 0
    for seed in tiers.seeds(200, 3):
        rng = Random(seed)
        names = ("regular", "wild", "loose") if game != "limit" else ("limit", "manual")
        robots = [make_robot(ROBOTS[name]) for name in names]
        deal = Deal(make_match_setup(game, len(names)), rng.sample(CARDS, 52))
        given = []
        while deal.actor is not None:
            seat = deal.actor
            decision = ask(robots[seat], make_view(deal, seat), rng)
            action = decision.action
            shown = f"discard {len(action.cards)}" if isinstance(action, Discard) else str(action)
            given.append(RobotReason(names[seat], shown, decision.why))
            deal.act(seat, action)
        found = lines(deal, *given, robots=names)
        seen += len(found)
        public = {str(card) for event in deal.events if isinstance(event, HandShown) for card in event.cards}
        assert set(re.findall(r"\b[2-9TJQKA][cdhs]\b", " ".join(found))) <= public
        assert all(len(line) <= 160 for line in found)
    assert seen
