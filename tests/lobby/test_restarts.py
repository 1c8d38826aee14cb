"""The bot is killed at every step of a deal and started again: the same deal continues, and no chip is lost."""

import json
from random import Random
from typing import Any

import pytest

from ircpoker.errors import LedgerError
from ircpoker.ledger import HOUSE, CashOut, EndGame, Entry, GameAccount, SaveGame, transfer
from ircpoker.lobby.networks import PRIVATE_AT_ONCE, PRIVATE_LINES
from tests.chat.routers import FAILS
from tests.lobby.hall import CHANNEL, Hall, person, play_on, player, random_command


def facts(hall: Hall, where: str = CHANNEL):
    """Return everything about the deal in progress that must be the same afterwards."""
    hand = hall.table(where).hand
    if hand is None:
        return None
    deal = hand.deal
    events, actions, cards = list(deal.events), list(deal.actions), list(deal.hole_cards)
    return (hand.deal_id, deal.setup, events, actions, cards, deal.actor, deal.stacks)


@pytest.mark.few(1, 6)
@pytest.mark.parametrize("game", ["holdem", "limit", "omaha", "draw"])
@pytest.mark.parametrize("seed", [1, *[pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3)]])
def test_killed_after_every_step(game: str, seed: int) -> None:
    hall = Hall(seed=seed)
    hall.say("alice", f"!open {game} 300")
    hall.say("bob", "!sit 300")
    hall.say("alice", f"!addbot {'swede' if game == 'draw' else 'caller'}")
    hall.say("carol", "!sit 300")
    rng = Random(seed)
    killed = 0
    for _ in range(60):
        if not hall.has_table():
            break
        nick = hall.actor()
        if nick:
            hall.say(nick, random_command(hall, CHANNEL, rng))
        else:
            hall.wait(5)
        if not hall.has_table():
            break
        before = facts(hall)
        table = hall.table()
        hall = hall.restarted()
        killed += 1
        hall.check_ledger()
        assert facts(hall) == before
        assert hall.table().id == table.id
        assert hall.table().state.positions == table.state.positions
        assert [seat.stack for seat in hall.table().seats.values()] == [seat.stack for seat in table.seats.values()]
    assert killed >= 8
    total = sum(map(hall.chips, ("alice", "bob", "carol")))
    at_table = sum(table.seats.chips for table in hall.lobby.tables)  # It may wait for new chips.
    house = -hall.services.ledger.balance(HOUSE)
    assert total + at_table == house


def test_everybody_gets_the_cards_again() -> None:
    hall = Hall()
    hall.seat("alice", "bob")
    cards = hall.dealt("bob")
    hall.say("alice", "!call")
    hall = hall.restarted()
    assert hall.to(CHANNEL) == [
        "I am back: #1 goes on.",
        "#1 5/10 | BB bob 500, SB alice 500",
        "bob: check or raise (45 s)",
    ]
    assert hall.to("bob")[0] == cards
    hall.check_ledger()
    hall.close()


def test_a_duel_in_private_goes_on() -> None:
    hall = Hall()
    hall.tell("alice", "play caller 200")
    hall.wait(5)
    hall.tell("alice", "check" if "!check" in hall.to("alice")[-1] else "call")
    before = facts(hall, "alice")
    hall = hall.restarted()
    assert facts(hall, "alice") == before
    assert hall.to("alice")[0] == "I am back: #1 goes on."
    assert hall.actor("alice") == "alice"
    hall.close()


def test_robots_among_themselves_go_on_too() -> None:
    hall = Hall(robot_pause=3.0)
    hall.say("alice", "!open")
    for _ in range(2):
        hall.say("alice", "!addbot caller")
    hall.wait(5)
    while hall.actor() != "alice":
        hall.wait(1)
    hall.say("alice", "!fold")
    deal_id = hall.table().hand.deal_id
    hall = hall.restarted(robot_pause=3.0)
    assert hall.table().hand.deal_id == deal_id
    hall.wait(60)
    assert hall.table().state.last_deal >= deal_id
    hall.check_ledger()
    hall.close()


def test_a_restart_between_deals_begins_the_next() -> None:
    hall = Hall()
    hall.seat("alice", "bob")
    hall.say("alice", "!fold")
    hall = hall.restarted()
    assert hall.to(CHANNEL) == ["I am back: the table goes on. #1 is over: !replay 1 shows it."]
    hall.wait(5)
    assert hall.table().hand.deal_id == "2"
    hall.close()


def test_a_robot_knows_its_opponent_after_a_restart() -> None:
    hall = Hall()
    hall.say("alice", "!play swede draw")
    hall.wait(5)
    hall = hall.restarted()
    hall.say("alice", "!fold")
    hall.wait(5)
    memory = next(seat.memory for seat in hall.table().seats.values() if seat.robot)
    assert memory is not None
    assert list(memory) == [str(player("alice").without_address)]
    hall.check_ledger()
    hall.close()


def test_a_robot_knows_its_opponent_under_a_new_nick() -> None:
    hall = Hall()
    hall.say("alice", "!open draw")
    hall.say("alice", "!addbot swede")
    play_on(hall, Random(1), 12)
    assert set(hall.table().seats[1].memory) == {"guest:net/alice"}
    hall.services.presence.renamed(person("alice"), person("ally"))
    hall.say("alice", "!sit")
    hall = hall.restarted()
    play_on(hall, Random(1), 12)
    assert set(hall.table().seats[1].memory) == {"guest:net/alice", "guest:net/alice'"}
    hall.close()


def test_a_robots_memory_and_reasons_outlive_the_bot() -> None:
    hall = Hall()
    hall.say("alice", "!play swede draw")
    hall.wait(5)
    for _ in range(12):
        if hall.actor():
            hall.say("alice", random_command(hall, CHANNEL, Random(1)))
        else:
            hall.wait(5)
    memory = hall.table().seats[1].memory
    assert memory
    why = hall.say("alice", "!why")
    hall = hall.restarted()
    assert hall.table().seats[1].memory == memory
    assert hall.table().robots.get(hall.table().seats, 1).memory() == memory
    assert hall.say("alice", "!why") == why
    hall.close()


def with_state(hall: Hall, change, place: str = CHANNEL) -> None:
    """Change the stored table of a place behind the bot's back."""
    ledger = hall.services.ledger
    [saved] = [saved for saved in ledger.games("holdem") if place in json.loads(saved.state)["place"]]
    data = json.loads(saved.state)
    state = change(data)
    text = state if isinstance(state, str) else json.dumps(data)
    ledger.save(SaveGame(saved.game_id, saved.kind, text, saved.held, saved.version))


def in_mid_deal() -> Hall:
    hall = Hall()
    hall.say("alice", "!open 300")
    hall.say("bob", "!sit 400")
    hall.wait(5)
    hall.say("alice", "!raise 100")
    return hall


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["hand"].update(actions=["0 fly"]),
        lambda data: data["hand"].update(actions=["1 raise 9999"]),
        lambda data: data["hand"].update(setup={}),
        lambda data: data["hand"].update(deal_id="777"),
        lambda data: data["hand"].update(seeds=[]),
        lambda data: data["hand"].update(seats=[0, 5]),
        lambda data: data.update(hand={"deal": "1"}),
        lambda data: data.update(hand=[1]),
    ],
)
def test_a_deal_that_cannot_be_read_is_returned(change) -> None:
    hall = in_mid_deal()
    with_state(hall, change)
    hall = hall.restarted()
    assert not hall.has_table()
    assert (hall.chips("alice"), hall.chips("bob")) == (1000, 1000)
    assert hall.services.ledger.games("holdem") == ()
    assert "is called off, all bets are returned" in hall.to("alice")[0]
    assert hall.to("bob")[-1] == "[#poker] The table is closed: bob leaves with 400 chips."
    assert hall.services.ledger.shuffle("1").revealed
    hall.check_ledger()
    hall.close()


def test_a_private_deal_that_cannot_be_read_is_returned() -> None:
    hall = Hall()
    hall.tell("bob", "play caller 200")
    hall.seat("alice", "carol")
    with_state(hall, lambda data: data.update(hand=[1]), "private:")
    hall = hall.restarted()
    assert hall.chips("bob") == 1000
    assert any("is called off, all bets are returned" in line for line in hall.to("bob"))
    assert hall.table().hand is not None
    hall.check_ledger()
    hall.close()


def test_a_table_in_a_channel_of_another_bot_is_left_alone(caplog: pytest.LogCaptureFixture) -> None:
    hall = in_mid_deal()
    [before] = hall.services.ledger.games("holdem")
    hall = hall.restarted(channels=("#elsewhere",))
    assert not hall.has_table()
    assert hall.new_lines() == []
    assert hall.services.ledger.games("holdem") == (before,)
    assert [record.getMessage() for record in caplog.records] == [
        f"table {before.game_id} at channel:net/#poker is left as it is: the bot is not in its channel"
    ]
    hall = hall.restarted(channels=(CHANNEL,))
    hall.services.presence.joined(person("alice"), CHANNEL)
    hall.run()
    assert hall.table().hand is not None
    hall.check_ledger()
    hall.close()


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", "null", "{" * 5000, '{"version": 2}', '{"version": 1, "place": "nowhere"}'],
)
def test_an_unreadable_table_is_left_for_the_owner(text: str, caplog) -> None:
    hall = in_mid_deal()
    with_state(hall, lambda _data: text or " ")
    hall = hall.restarted()
    assert not hall.has_table()
    assert "is left as it is, with 700 chips on it" in caplog.text
    assert hall.services.ledger.audit().is_clean
    assert hall.say("carol", "!open")[0].startswith("A table of")
    hall.close()


@pytest.mark.parametrize("chips", [0, 299, 301, 10_300])
@pytest.mark.parametrize("is_dealt", [True, False])
def test_a_table_whose_chips_are_not_the_stored_ones_is_left_for_the_owner(
    chips: int, is_dealt: bool, caplog: pytest.LogCaptureFixture
) -> None:
    hall = in_mid_deal()

    def change(data: dict[str, Any]) -> None:
        data["seats"]["0"].update(stack=chips)
        if not is_dealt:
            data["hand"] = None

    with_state(hall, change)
    for _ in range(2):
        caplog.clear()
        hall = hall.restarted()
        assert not hall.has_table()
        assert f"is left as it is: {chips + 400} chips, but 700 are stored" in caplog.text
        assert (hall.chips("alice"), hall.chips("bob")) == (700, 600)
        audit = hall.services.ledger.audit()
        assert (audit.is_clean, audit.at_tables) == (True, 700)
    assert hall.say("carol", "!open")[0].startswith("A table of")
    hall.close()


def test_tables_of_other_networks_are_left_alone() -> None:
    hall = in_mid_deal()
    with_state(hall, lambda data: data.update(place="channel:elsewhere/#poker"))
    hall = hall.restarted()
    assert not hall.has_table()
    assert len(hall.services.ledger.games("holdem")) == 1
    hall.close()


@pytest.mark.parametrize("notices", ["bob", "the clock"])
def test_another_bot_on_the_same_table_is_noticed_in_one_line(notices: str, caplog: pytest.LogCaptureFixture) -> None:
    hall = in_mid_deal()
    ledger = hall.services.ledger
    [saved] = ledger.games("holdem")
    chips = {player("alice"): 300, player("bob"): 400}
    moves = [posting for who, amount in chips.items() for posting in transfer(GameAccount("holdem"), who, amount)]
    left = [CashOut(saved.game_id, number, amount) for number, amount in enumerate(chips.values())]
    ledger.post(Entry("elsewhere", "cash-out", tuple(moves)), EndGame(saved.game_id, saved.version), *left)
    if notices == "bob":
        assert hall.say("bob", "!call") == ["the game has changed or ended in the meantime: nothing was done"]
    else:
        hall.wait(60)
    [record] = caplog.records
    assert "Two bots are on the same network with the same database: stop one of them" in record.getMessage()
    assert record.exc_info is None
    assert not hall.has_table()
    assert ledger.audit().is_clean
    hall.close()


def test_a_failing_ledger_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = in_mid_deal()
    before = facts(hall)
    lines_before = len(hall.lines)

    def fail(*_: object, **__: object) -> None:
        raise LedgerError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(hall.services.ledger, "save", fail)
        assert hall.say("bob", "!call") == [FAILS]
        assert len(hall.lines) == lines_before + 1
        hall.wait(4)
    assert facts(hall) == before
    hall.wait(2)
    assert "I am back: #1 goes on." in hall.to(CHANNEL)
    hall.say("bob", "!call")
    assert "bob calls" in hall.to(CHANNEL)[-1]
    hall.check_ledger()
    hall.close()


def test_the_stored_state_is_small() -> None:
    hall = Hall()
    hall.say("p0", "!open")
    for number in range(1, 10):
        hall.say(f"p{number}", "!sit")
    hall.wait(5)
    for _ in range(10):
        hall.say(hall.actor(), "!call" if hall.table().hand.deal.legal_actions().call else "!check")
    [saved] = hall.services.ledger.games("holdem")
    assert len(saved.state) < 4000
    hall.close()


@pytest.mark.slow(1)
def test_private_tables_resume_at_the_send_rate() -> None:
    hall = Hall()
    nicks = [f"p{number}" for number in range(20)]
    for nick in nicks:
        hall.tell(nick, "play caller 100")
    hall.wait(5)
    bot = hall.restarted()

    def back() -> list[str]:
        return [nick for nick in nicks if bot.to(nick)]

    assert len(back()) == PRIVATE_AT_ONCE
    bot.wait(PRIVATE_LINES)
    assert len(back()) == PRIVATE_AT_ONCE + 1
    waiting = next(nick for nick in nicks if nick not in back())
    assert "you hold" in bot.tell(waiting, "cards")[0]
    assert "I am back: #" in bot.to(waiting)[1]
    bot.wait(20 * PRIVATE_LINES)
    assert back() == nicks
    assert not any("called off" in line.text for line in bot.lines)
    bot.close()
