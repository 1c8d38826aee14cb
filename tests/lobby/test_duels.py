"""`!play`: heads-up against a robot, in private and in a channel."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ircpoker.fairness.proof import verify
from ircpoker.fairness.proofs import read_proof
from ircpoker.ledger import HOUSE, Entry, transfer, unique_key
from ircpoker.lobby import table_index
from ircpoker.robots.limit import file
from tests import tiers
from tests.lobby.hall import CHANNEL, Hall, player, random_command


@pytest.fixture
def hall() -> Iterator[Hall]:
    with Hall(deal_pause=0.0) as hall:
        yield hall


def play_private(hall: Hall, rng: Random, deals: int, opening: str) -> int:
    """Let alice play so many deals in private; return how many reasons the robots gave."""
    reasons = 0
    is_baseline = not {"manual", "swede", "limit", "nolimit", "pushfold"} & set(opening.split()[1:2])
    hall.tell("alice", opening)
    last, done = "", 0
    while done < deals:
        if not hall.has_table("alice"):
            if hall.chips("alice") < 100:
                hall.say("alice", "!table")
                _refill(hall)
            hall.tell("alice", opening)
        elif hall.actor("alice"):
            assert hall.tell("alice", random_command(hall, "alice", rng)) == []
        else:
            hall.wait(0.1)
        now = hall.table("alice").state.last_deal if hall.has_table("alice") else ""
        if now and now != last:
            last = now
            done += 1
            explained = [reason for reason in hall.table("alice").state.last_reasons if reason.why]
            assert is_baseline or explained == list(hall.table("alice").state.last_reasons)
            if done % 10 == 0:
                answers = hall.tell("alice", "why")
                # A robot may win or lose without a decision.
                reasons += not answers[0].startswith("no robot")
    return reasons


def _refill(hall: Hall) -> None:
    hall.services.ledger.post(Entry(unique_key("test"), "test", transfer(HOUSE, player("alice"), 50_000)))


def test_the_first_lines_of_a_duel(hall: Hall) -> None:
    first, deck = hall.tell("alice", "play manual")
    assert first == (
        "Heads-up no-limit hold'em against manual, blinds 5/10, 500 chips each. "
        "!leave ends it, !why shows the robots' reasons after a deal."
    )
    assert deck.startswith("The deck of hand #1 is sealed: ")
    cards, turn = hall.to("alice")[2:4]
    assert cards.startswith("#1 you hold ")
    assert cards.endswith(" | 5/10 | BB manual 500, SB you 500")
    assert turn.endswith(
        "5 to win 15, 495 left, manual has 490 left | your turn: !call 5, !raise 20-500, !allin, !fold"
    )


@pytest.mark.parametrize(
    ("arguments", "ways"),
    [
        ("swede", "!leave ends it, !why shows the robots' reasons after a deal."),
        ("caller", "!leave ends it."),
        ("random draw", "!leave ends it."),
    ],
)
def test_only_robots_with_reasons_promise_them(hall: Hall, arguments: str, ways: str) -> None:
    assert hall.tell("alice", f"play {arguments}")[0].endswith(f" each. {ways}")


def test_why_gives_the_reasons(hall: Hall) -> None:
    assert hall.tell("alice", "why")[0].startswith("there is no table here: ")
    hall.tell("alice", "play caller")
    hall.wait(0.1)
    assert hall.tell("alice", "why") == ["no deal has finished here yet"]
    hall.tell("alice", "fold")
    assert hall.tell("alice", "why") == ["no robot acted in the last finished deal here"]
    hall.wait(0.1)
    while hall.table("alice").state.last_deal == "1":
        hall.tell("alice", "check")
        hall.tell("alice", "call")
        hall.wait(0.1)
    assert len(hall.table("alice").state.last_reasons) > 1
    assert hall.tell("alice", "why") == ["#2 caller: Calls every bet and never makes one."]


def test_why_outlives_the_table(hall: Hall, monkeypatch: Any) -> None:
    monkeypatch.setattr(table_index, "MOST_LAST_DEALS", 2)
    answers = {}
    for nick in ("alice", "bob", "carol"):
        hall.tell(nick, "play caller")
        hall.tell(nick, "call")
        while not hall.table(nick).state.last_reasons:
            hall.tell(nick, "check")
            hall.wait(0.1)
        hall.tell(nick, "leave")
        answers[nick] = hall.tell(nick, "why")
        assert answers[nick][0].endswith(("and never makes one.", "no robot acted in the last finished deal here"))
    for nick in ("bob", "carol"):
        assert hall.tell(nick, "why") == answers[nick]
    for nick in ("alice", "dave"):
        assert hall.tell(nick, "why")[0].startswith("there is no table here: ")
    hall.tell("bob", "play caller")
    assert hall.tell("bob", "why") == answers["bob"]


@pytest.mark.parametrize(
    ("game", "strongest"), [("limit", "limit"), ("holdem", "hard"), ("pot_limit", "manual"), ("draw", "swede")]
)
def test_the_default_robot_is_the_strongest(hall: Hall, game: str, strongest: str) -> None:
    assert f" against {strongest}, " in hall.tell("alice", f"play {game}")[0]


def test_why_shows_the_chances_of_limit_after_the_deal(hall: Hall) -> None:
    hall.tell("alice", "play limit 500")
    while not hall.has_table("alice") or not hall.table("alice").state.last_reasons:
        # Reasons stay hidden during the deal.
        assert not any("limit: " in line and "%" in line for line in hall.to("alice"))
        if hall.actor("alice"):
            hall.tell("alice", "check")
            hall.tell("alice", "call")
        hall.wait(0.1)
    in_words = hall.tell("alice", "why")
    assert re.fullmatch(r"#\d+ limit, before the flop(, .*)?: (folds|checks|calls|raises)\b.*\d+ %.*", in_words[0])
    answers = hall.tell("alice", "why range")
    assert re.fullmatch(
        r"#\d+ limit: .* \| preflop: with such hands ((fold|check|call|bet|raise) \d+ %(, )?)+, so .*", answers[0]
    )


def test_a_missing_strategy_file_removes_only_limit(tmp_path: Path, monkeypatch: Any) -> None:
    damaged = tmp_path / "strategy.bin"
    damaged.write_bytes(file.SHIPPED.read_bytes()[:-1])
    monkeypatch.setattr(file, "SHIPPED", damaged)
    with Hall(deal_pause=0.0) as hall:
        assert " against manual, " in hall.tell("alice", "play limit")[0]
        hall.tell("alice", "leave")
        robots = hall.tell("alice", "play nobody")[0].partition("a robot (")[2].split(") or a game")[0].split(", ")
        assert "pushfold" in robots
        assert "limit" not in robots


@pytest.mark.slow
def test_a_thousand_deals_against_the_manual(hall: Hall) -> None:
    deals = tiers.count(1000)
    assert play_private(hall, Random(tiers.seed(1)), deals, "play manual 200") > deals / 50


@pytest.mark.few(3)
@pytest.mark.parametrize("robot", ["manual", "caller", "folder", "raiser", "random"])
@pytest.mark.parametrize("game", ["holdem", "limit", "pot_limit"])
def test_every_robot_at_every_holdem(hall: Hall, robot: str, game: str) -> None:
    play_private(hall, Random(2), 12, f"play {robot} {game} 100")


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "opening",
    [
        "play pushfold 200",
        "play pushfold 500",
        "play limit 500",
        pytest.param("play nolimit 500", marks=pytest.mark.deep),
    ],
)
def test_robots_of_one_game(hall: Hall, opening: str) -> None:
    play_private(hall, Random(4), 12, opening)


@pytest.mark.few(3)
@pytest.mark.parametrize("robot", ["swede", "caller", "folder", "raiser", "random"])
@pytest.mark.parametrize("game", ["draw", "limit_draw"])
def test_every_robot_at_every_draw(hall: Hall, robot: str, game: str) -> None:
    play_private(hall, Random(3), 12, f"play {robot} {game} 100")


@pytest.mark.parametrize(
    "ending",
    [
        r"Out of chips at this table \((\d+) in your bank\): !sit goes on with (\1|500) chips\.",
        "The table is closed: caller is out of chips and leaves; you leave with 200 chips.",
    ],
)
def test_the_duel_is_over_when_either_has_no_chips(hall: Hall, ending: str) -> None:
    hall.services.ledger.open_player(player("alice"))
    for _ in range(40):
        before = hall.chips("alice")
        hall.tell("alice", "play caller 100")
        while hall.has_table("alice"):
            hall.tell("alice", "allin")
        last = hall.to("alice")[-1]
        assert hall.chips("alice") - before == (-100 if "Out of chips" in last else 100)
        if re.fullmatch(ending, last):
            return
    pytest.fail(last)


class TestHouseStake:
    """The house stakes so many chips a day on the robots that one person calls."""

    REFUSED = "the house stakes 2000 chips a day on robots that you call: {} are left today, more after 00:00 UTC"

    def test_chips_won_back_may_be_staked_again(self, hall: Hall) -> None:
        for _ in range(10):
            hall.tell("alice", "play folder 500")
            hall.tell("alice", "leave")
        assert hall.tell("alice", "play folder 500")[0].startswith("Heads-up")

    @pytest.mark.slow(1)
    def test_lost_chips_may_not_be_staked_again(self, hall: Hall) -> None:
        left = 2000
        while left >= 100:
            hall.tell("alice", f"play folder {min(left, 500)}")
            for _ in range(40):
                hall.tell("alice", "raise min")
                hall.wait(5)
            hall.tell("alice", "fold")
            hall.tell("alice", "leave")
            hall.wait(5)
            # That robot wins nothing: everything beyond alice's first chips came from the house.
            assert 2000 - (hall.chips("alice") - 1000) < left
            left = 2000 - (hall.chips("alice") - 1000)
        for robots in ("folder 100", "folder folder folder"):
            [refused] = hall.tell("alice", f"play {robots}")
            assert refused == f"{self.REFUSED.format(left)}; until then !open begins a table for people in a channel"
        assert hall.tell("bob", "play folder 100")[0].startswith("Heads-up")
        hall.wait(24 * 3600)
        assert hall.tell("alice", "play folder 100")[0].startswith("Heads-up")
        hall.check_ledger()

    def test_many_robots_at_once_bring_less(self, hall: Hall) -> None:
        assert "400 chips each" in hall.tell("alice", "play omaha 6")[0]

    def test_a_robot_is_charged_to_its_caller(self, hall: Hall) -> None:
        hall.say("alice", "!open 200")
        hall.say("bob", "!sit 200")
        for _ in range(4):
            hall.say("alice", "!addbot caller")
        assert hall.say("alice", "!addbot caller") == [f"{self.REFUSED.format(0)}; people can !sit here"]
        assert "sits down" in hall.say("bob", "!addbot caller")[0]
        hall.check_ledger()

    def test_a_robot_that_has_lost_leaves_a_table_that_goes_on(self, hall: Hall) -> None:
        hall.say("alice", "!open 500")
        hall.say("alice", "!addbot caller")
        while not any("caller is out of chips" in line for line in hall.to(CHANNEL)):
            if hall.actor():
                hall.say("alice", "!allin")
            elif not hall.has_table():
                hall.say("alice", "!open 500")
                hall.say("alice", "!addbot caller")
            hall.wait(5)
        assert [seat.nick for seat in hall.table().seats.values()] == ["alice"]
        hall.check_ledger()


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("play swede", "Heads-up no-limit five-card draw against swede, ante 10, 200 chips each. …"),
        ("play draw", "Heads-up no-limit five-card draw against swede, ante 10, 200 chips each. …"),
        ("play LIMIT Caller 300", "Heads-up limit hold'em against caller, blinds 5/10, 300 chips each. …"),
        ("play 300 caller", "Heads-up no-limit hold'em against caller, blinds 5/10, 300 chips each. …"),
        (
            "play manual draw",
            "manual does not play draw: swede, regular, tight, loose, wild, folder, caller, raiser, random do",
        ),
        ("play manul", "'manul' is neither a robot nor a game: did you mean manual? …"),
        ("play xyz", "'xyz' is neither a robot nor a game: expected easy, medium, hard, a robot (manual, swede, …"),
        ("play 300 400", "'400' is a second number of chips: expected one …"),
        ("play -5", "'-5' is not a buy-in: expected a whole number of chips (usage: …"),
        ("play 1e9", "'1e9' is not a buy-in: expected a whole number of chips (usage: …"),
        ("play caller 0", "'0' is not a buy-in here: expected 100 to 1000 chips"),
        ("play 9999999999999999", "'9999999999999999' is not a buy-in here: expected 100 to 1000 chips"),
        (f"play {'9' * 500}", "'999999999999999999999999…' is not a buy-in here: expected 100 to 1000 chips"),
        ("play 99", "'99' is not a buy-in here: expected 100 to 1000 chips"),
        ("play 2000", "not enough chips: 2000 needed, you have 1000: 100 to 1000 is possible"),
    ],
)
def test_requests_for_a_duel(hall: Hall, text: str, answer: str) -> None:
    reply = hall.tell("alice", text)[0]
    assert reply.startswith(answer.removesuffix("…"))
    assert answer.endswith("…") or reply == answer


def test_others_watch_in_a_channel(hall: Hall) -> None:
    hall.say("alice", "!play caller")
    assert hall.say("bob", "!sit") == ["somebody plays against robots here: !play begins a game of your own in private"]
    assert hall.say("bob", "!play") == [
        "there is a table here already, of alice and caller: !play in private begins another"
    ]
    assert hall.say("bob", "!call")[0].startswith("you have no seat at a table here")
    hall.wait(0.1)
    assert "#1 5/10 | BB caller 500, SB alice 500" in hall.to(CHANNEL)
    assert hall.dealt("alice").startswith("[#poker] #1 you hold ")
    hall.say("alice", "!leave")
    assert hall.to(CHANNEL)[-1].startswith("The table is closed: alice leaves with ")


@pytest.mark.slow(1)
def test_a_hundred_in_private_at_once() -> None:
    with Hall(deal_pause=0.0, most_seconds_a_hand=3600) as hall:
        for number in range(100):
            hall.tell(f"player{number}", "play caller 100")
        assert len(hall.lobby.tables) == 100
        for number in range(100):
            assert hall.actor(f"player{number}") == f"player{number}"
            hall.tell(f"player{number}", "leave")
        assert not hall.lobby.tables


def test_a_private_duel_does_not_disturb_the_channel(hall: Hall) -> None:
    hall.tell("alice", "play caller 100")
    hall.tell("alice", "call")
    assert hall.to(CHANNEL) == []


def test_robots_pause_in_public() -> None:
    hall = Hall(robot_pause=2.0, deal_pause=0.0)
    hall.tell("alice", "play caller")
    hall.wait(0.1)
    hall.tell("alice", "call")
    assert hall.actor("alice") == "caller"
    assert hall.tell("alice", "bet 20") == ["Queued: bet 20. It is caller's turn."]
    hall.wait(2.1)
    assert hall.actor("alice") == "caller"
    hall.wait(2)
    assert hall.actor("alice") == "alice"
    # It was said before the flop.
    assert any("Cancelled: bet 20. The price or the street has changed." in text for text in hall.to("alice"))
    hall.check_ledger()
    hall.close()


def test_an_action_typed_differently_is_confirmed() -> None:
    with Hall(robot_pause=2.0, deal_pause=0.0) as hall:
        hall.tell("alice", "play caller 200")
        hall.wait(0.1)
        hall.tell("alice", "raise half")
        hall.wait(4.1)  # caller calls, and checks the flop
        assert hall.to("alice")[-1].startswith("you raise to 20, caller calls 10 | FLOP ")
        hall.tell("alice", "bet 30")
        hall.wait(4.1)
        assert hall.to("alice")[-1].startswith("caller calls 30 | TURN ")
        hall.tell("alice", "check")
        assert hall.tell("alice", "fold") == ["Queued: fold. It is caller's turn."]
        hall.wait(2.1)
        assert any(re.match(r"#1 caller wins 100 \(\+50\)", line) for line in hall.to("alice"))


def test_no_action_is_queued_for_a_card_that_the_player_has_not_seen() -> None:
    with Hall(robot_pause=2.0, deal_pause=0.0) as hall:
        hall.tell("alice", "play caller")
        hall.wait(0.1)
        hall.tell("alice", "call")
        hall.wait(2.1)  # caller checks
        hall.wait(2.1)  # and checks the flop
        assert hall.actor("alice") == "alice"
        # Her check ends the flop; caller acts after the turn card, which has not been announced to her.
        hall.tell("alice", "check")
        assert hall.tell("alice", "bet 20") == ["Queued: bet 20. It is caller's turn."]
        hall.wait(2.1)
        assert hall.actor("alice") == "alice"
        assert "Cancelled: bet 20. The price or the street has changed." in hall.to("alice")


def test_two_time_outs_end_the_duel() -> None:
    hall = Hall()
    hall.tell("alice", "play folder 100")
    hall.wait(600)
    assert not hall.has_table("alice")
    assert "You ran out of time twice: the game ends with this deal." in hall.to("alice")
    hall.check_ledger()
    hall.close()


def test_the_history_of_ones_own_deals(hall: Hall) -> None:
    assert hall.tell("alice", "history") == [
        "you have not finished a deal yet: !play begins a game against a robot, !open one for several in a channel"
    ]
    hall.tell("alice", "play raiser 200")
    for _ in range(4):
        hall.tell("alice", "fold")
        hall.wait(0.1)
    deals = hall.tell("alice", "history 3")
    assert len(deals) == 3
    assert deals[0].startswith("#4 no-limit hold'em: -")
    assert ", you folded" in deals[0]
    assert hall.tell("bob", "history") == [
        "you have not finished a deal yet: !play begins a game against a robot, !open one for several in a channel"
    ]
    for bad in ("0000000059", "0" * 50 + "5", "0", "21", "x", "9" * 100, "-1"):
        assert "is not a number of deals: expected 1 to 20" in hall.tell("alice", f"history {bad}")[0]


def test_results_count(hall: Hall) -> None:
    hall.tell("alice", "play folder 200")
    for _ in range(3):
        hall.tell("alice", "raise 20" if "!raise" in hall.to("alice")[-1] else "check")
        hall.wait(0.1)
    [result] = hall.services.ledger.stats(player("alice"))
    assert result.game == "holdem"
    assert result.played >= 3
    state = hall.table("alice").state
    assert result.paid - result.staked == state.seats[0].stack - 200


def test_a_proof_is_there_at_once(hall: Hall) -> None:
    hall.tell("alice", "play folder 200")
    commitment = hall.to("alice")[1].split("sealed: ")[1].split()[0]
    hall.tell("alice", "fold")
    shuffle = hall.services.ledger.shuffle("1")
    assert shuffle is not None
    assert shuffle.revealed
    assert shuffle.commitment.startswith(commitment)
    verify(read_proof(shuffle), commitment=shuffle.commitment, deal_id="1", seeds=["", ""])


def test_proof_before_the_first_deal(hall: Hall) -> None:
    hall.say("alice", "!open")
    assert hall.say("alice", "!call") == ["no deal is in progress here: !table shows who sits here"]


def test_the_number_of_tables_is_limited() -> None:
    with Hall(most_tables=2) as hall:
        hall.tell("alice", "play caller 200")
        hall.say("bob", "!open limit 200")
        refusal = ["all 2 tables are taken: try again later"]
        assert hall.tell("carol", "play caller 200") == refusal
        assert hall.tell("carol", "play swede draw 200")[0].startswith("Heads-up no-limit five-card draw ")
        hall.tell("alice", "leave")
        hall.wait(60)
        assert hall.tell("dave", "play caller 200")[0].startswith("Heads-up no-limit hold'em ")
