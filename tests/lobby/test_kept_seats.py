"""A guest's nick is free when they leave: a stranger who takes it gets no cards, seat or chips."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from ircpoker.chat.message import Message
from ircpoker.ledger import HOUSE, Entry, PlayerId, transfer
from tests.lobby.hall import CHANNEL, NET, Hall, person, player

COMMANDS = ("!cards", "!fold", "!call", "!leave")
NO_SEAT = "you have no seat at a table here: "
NAMESAKE = "A guest is a nick at an address, so you are a new guest here. To get your old chips back: "


def dealt(hall: Hall) -> str:
    """Seat alice and bob, deal, and return who acts first."""
    hall.seat("alice", "bob")
    return hall.actor()


def cards_of(hall: Hall, nick: str) -> list[str]:
    """Return the cards that somebody was given first."""
    found = re.search("you hold (.. ..)", " ".join(hall.to(nick)))
    assert found is not None
    return found[1].split()


def taken(hall: Hall, nick: str) -> None:
    """Give a nick to somebody at another address."""
    hall.nick_owners[nick] = "thief@elsewhere"


def quits(hall: Hall, nick: str) -> None:
    hall.services.presence.quit(person(nick))


def parts(hall: Hall, nick: str) -> None:
    hall.services.presence.parted(person(nick), CHANNEL)


def is_not_seen(hall: Hall, nick: str) -> None:
    """Leave while the bot cannot see it."""


@pytest.mark.parametrize("leave", [quits, parts, is_not_seen])
def test_a_stranger_with_the_nick_gets_nothing(hall: Hall, leave: Callable[[Hall, str], None]) -> None:
    victim = dealt(hall)
    leave(hall, victim)
    taken(hall, victim)
    before = len(hall.new_lines(victim))
    for command in COMMANDS:
        assert hall.say(victim, command)[0].startswith(NO_SEAT)
        assert not any("hold" in line for line in hall.say(victim, command, None))
    hall.wait(60)
    assert not any("hold" in line for line in hall.new_lines(victim)[before:])
    hall.check_ledger()


def test_a_guest_with_a_known_nick_gets_one_hint(hall: Hall) -> None:
    hall.say("alice", "!open 300")
    taken(hall, "alice")
    hall.new_lines()
    hall.say("alice", "!sit 300")
    assert f"[{CHANNEL}] {NAMESAKE}log in to services, or !claim CODE" in hall.new_lines("alice")
    hall.say("alice", "!leave")
    hall.say("alice", "!sit 300")
    assert not any(NAMESAKE in line for line in hall.new_lines())
    assert (hall.chips("alice"), hall.services.ledger.balance(player("alice"))) == (700, 700)


def test_a_code_brings_seat_cards_and_chips_to_another_address() -> None:
    hall = Hall(plugins=("bank", "holdem"))
    victim = dealt(hall)
    [line] = hall.tell(victim, "bank code")
    code = line.split()[3].rstrip(".")
    cards = re.search("you hold (.. ..)", " ".join(hall.to(victim)))
    quits(hall, victim)
    hall.nick_owners[victim] = "phone@train"
    assert hall.tell(victim, f"claim {code}")[-1] == "welcome back: you have 500 chips"
    assert not hall.away()
    assert cards is not None
    assert cards[1] in hall.say(victim, "!cards")[0]
    assert hall.say(victim, "!fold") == []
    hall.say(victim, "!leave")
    hall.wait(5)
    assert hall.chips(victim) in {990, 995}
    assert hall.services.ledger.balance(player(victim)) == 1000, "the other address has what the new guest had"
    hall.check_ledger()
    hall.close()


def test_a_seated_player_takes_no_second_seat() -> None:
    hall = Hall(plugins=("bank", "holdem"))
    hall.seat("alice", "bob")
    [line] = hall.tell("alice", "bank code")
    code = line.split()[3].rstrip(".")
    assert hall.tell("bob", f"claim {code}")[0].startswith("leave your table first")
    assert {seat.nick for seat in hall.table().seats.people} == {"alice", "bob"}
    hall.check_ledger()
    hall.close()


def test_accounts_need_no_code() -> None:
    hall = Hall(plugins=("bank", "holdem"))
    assert hall.say("alice", "bank code", None, account="alice") == [
        "you are logged in: your chips are yours wherever you log in, so you need no code"
    ]
    assert hall.say("alice", "claim 1-2", None, account="alice")[0].startswith("you are logged in: a guest's chips")
    hall.close()


@pytest.mark.parametrize("seated", [True, False])
def test_a_guest_who_logs_in_takes_seat_and_chips_along(hall: Hall, *, seated: bool) -> None:
    hall.seat("alice", "bob")
    if not seated:
        hall.say("alice", "!leave")
    account = PlayerId.of(NET, nick_key="alice", account="al")
    hall.services.presence.renamed(person("alice"), person("alice", "al"))
    assert [table.seats.number_of(account) for table in hall.lobby.tables if seated] == [0] * seated
    if seated:
        hall.say("alice", "!leave", account="al")
    assert hall.services.ledger.balance(account) in range(990, 1000)
    assert hall.chips("alice") == 0
    hall.check_ledger()


def test_seen_changes_carry_the_account_over(hall: Hall) -> None:
    hall.say("alice", "!open 300")
    hall.say("alice", "!leave")
    hall.nick_owners["ally"] = "alice@cloak"
    hall.services.presence.renamed(person("alice"), hall.person("ally"))
    ally = PlayerId.of(NET, nick_key="ally", address="alice@cloak")
    assert (hall.services.ledger.balance(ally), hall.chips("alice")) == (1000, 0)
    assert hall.services.ledger.find_player(NET, "ally") == ally
    hall.check_ledger()


def test_an_old_seat_belongs_to_its_address() -> None:
    hall = Hall()
    old = PlayerId.of(NET, nick_key="alice")
    hall.services.ledger.open_player(old, nick="alice", nick_key="alice")
    before = replace(person("alice"), is_known_by_nick=True)  # as that version identified players
    hall.services.presence.joined(before, CHANNEL)
    with hall.services.outbox.held():
        hall.router.handle(Message(before, "!open 300", CHANNEL, "dealer"))
    assert hall.table().seats.number_of(old) == 0
    bot = hall.restarted()
    assert bot.table().seats.number_of(player("alice")) == 0
    assert bot.say("alice", "!leave") == []
    assert (bot.chips("alice"), bot.services.ledger.balance(old)) == (1000, 0)
    bot.check_ledger()


def test_an_old_seat_and_its_account_keep_their_nick() -> None:
    hall = Hall()
    hall.services.ledger.open_player(PlayerId.of(NET, nick_key="alice"), nick="Alice", nick_key="alice")
    with hall.services.outbox.held():
        hall.router.handle(Message(replace(person("Alice"), is_known_by_nick=True), "!open 300", CHANNEL, "dealer"))
    ledger = hall.services.ledger
    bot = Hall(clock=hall.clock, ledger=ledger)
    assert [seat.nick for seat in bot.table().seats.people] == ["Alice"]
    assert ledger.account_info(player("Alice")).nick == "Alice"
    assert list(ledger.players_called(NET, "alice", 2)) == [player("Alice")]
    assert not ledger.players_called(NET, person("Alice").address, 2)


def test_the_opponent_with_the_nick_gets_nothing(hall: Hall) -> None:
    victim = dealt(hall)
    thief = "bob" if victim == "alice" else "alice"
    hall.services.presence.quit(person(victim))
    hall.nick_owners[victim] = person(thief).address
    hall.services.presence.renamed(person(thief), hall.person(victim))
    assert hall.say(victim, "!cards") == [f"#1 you hold {' '.join(cards_of(hall, thief))}"]
    hall.services.presence.renamed(hall.person(victim), person(thief))
    assert {seat.nick for seat in hall.table().seats.people} == {"alice", "bob"}
    assert hall.actor() == victim
    hall.check_ledger()


def test_the_same_address_comes_back(hall: Hall) -> None:
    victim = dealt(hall)
    hall.services.presence.quit(person(victim))
    hall.services.presence.joined(person(victim), CHANNEL)
    assert hall.say(victim, "!fold") == []
    assert not hall.away()


def test_a_person_may_have_two_addresses(hall: Hall) -> None:
    actor = dealt(hall)
    hall.nick_owners[actor] = "cloaked@hidden.example"
    hall.services.presence.renamed(person(actor), hall.person(actor))
    assert hall.say(actor, "!call") == []


class TestAfterARestart:
    """The bot was away and did not see anybody leave."""

    def test_a_stranger_with_the_nick_gets_nothing(self, hall: Hall) -> None:
        victim = dealt(hall)
        other = "bob" if victim == "alice" else "alice"
        taken(hall, victim)
        bot = hall.restarted()
        assert bot.new_lines(other) != []
        for command in COMMANDS:
            assert bot.say(victim, command)[0].startswith(NO_SEAT)
        bot.wait(60)
        assert not any("hold" in line for line in bot.to(victim))
        bot.check_ledger()

    def test_a_newcomer_with_the_nick_gets_nothing(self, hall: Hall) -> None:
        victim = dealt(hall)
        taken(hall, victim)
        bot = hall.restarted()
        bot.services.presence.joined(bot.person(victim), CHANNEL)
        bot.run()
        assert bot.to(victim) == []
        assert bot.away()

    def test_the_player_comes_back(self, hall: Hall) -> None:
        hall.say(dealt(hall), "!call")
        victim = hall.actor()
        taken(hall, victim)
        bot = hall.restarted()
        assert bot.to(victim) == []
        del bot.nick_owners[victim]
        bot.services.presence.joined(person(victim), CHANNEL)
        bot.run()
        welcome, turn = bot.to(victim)
        assert welcome == "[#poker] Welcome back: your seat and 490 chips are kept. It is your turn: 45 s left."
        cards = re.search("you hold (.. ..)", " ".join(hall.to(victim)))
        assert cards is not None
        assert cards[1] in turn
        assert cards[1] in bot.say(victim, "!cards")[0]

    def test_a_private_table_stays_private(self, hall: Hall) -> None:
        hall.tell("alice", "play caller 200")
        hall.wait(5)
        hall.tell("alice", "call")
        assert hall.actor("alice") == "alice"
        taken(hall, "alice")
        bot = hall.restarted()
        assert bot.to("alice") == []
        assert bot.tell("alice", "cards")[0].startswith(NO_SEAT)
        assert bot.tell("alice", "table")[0].startswith("there is no table here")
        assert bot.tell("alice", "play caller 200")
        players = {table.place.player for table in bot.lobby.tables}
        assert players == {player("alice"), player("alice", "thief@elsewhere")}
        bot.tell("alice", "leave")
        bot.wait(5)
        bot.check_ledger()


class TestAccounts:
    """The chips of a seat come from an account and go back to it, even if their owner's nick has changed."""

    def test_lines_stay_in_order_when_a_private_table_goes_along(self, hall: Hall) -> None:
        hall.tell("alice", "play caller 200")
        hall.wait(5)
        self.renames(hall, "alice", "ally")
        hall.tell("ally", "fold")
        hall.wait(5)
        assert hall.has_table("ally")
        assert len(hall.streams) == 1

    def renames(self, hall: Hall, old: str, new: str) -> None:
        before = hall.person(old)
        hall.nick_owners[new] = before.address
        hall.services.presence.renamed(before, hall.person(new))

    def test_seats_follow_a_new_nick(self, hall: Hall) -> None:
        hall.say("alice", "!open 300")
        self.renames(hall, "alice", "ally")
        hall.say("ally", "!leave")
        assert hall.chips("ally") == 1000

    def test_seats_of_others_stay(self, hall: Hall) -> None:
        ledger, rich = hall.services.ledger, player("rich")
        ledger.open_player(rich, nick="rich", nick_key="rich")
        ledger.post(Entry("win", "slot", transfer(HOUSE, rich, 1700)))
        hall.say("thief", "!open 300")
        self.renames(hall, "thief", "rich")
        assert (hall.chips("rich"), ledger.balance(rich)) == (700, 2700)
        self.renames(hall, "rich", "thief")
        hall.say("thief", "!leave")
        assert (hall.chips("thief"), ledger.balance(rich)) == (1000, 2700)

    def test_chips_come_back_under_a_borrowed_nick(self) -> None:
        hall = Hall()
        hall.services.ledger.open_player(player("main", person("farm").address), nick="main", nick_key="main")
        hall.say("farm", "!open 1000")
        self.renames(hall, "farm", "main")
        with hall.restarted() as bot:
            bot.say("main", "!leave")
            assert bot.to(CHANNEL)[-1] == "The table is closed: main leaves with 1000 chips, which go back to farm."
            assert (bot.chips("farm"), bot.chips("main")) == (1000, 1000)

    def test_the_chips_of_two_seats_come_back(self, hall: Hall) -> None:
        hall.services.ledger.open_player(player("bob", person("alice").address), nick="bob", nick_key="bob")
        hall.say("alice", "!open 300")
        self.renames(hall, "alice", "bob")
        hall.say("alice", "!sit 200")
        assert hall.chips("alice") == 500
        hall.wait(5)
        hall.say(hall.actor(), "!fold")
        for nick in ("alice", "bob"):
            hall.services.presence.parted(hall.person(nick), CHANNEL)
        hall.wait(400)
        assert not hall.has_table()
        assert (hall.chips("alice"), hall.chips("bob")) == (1000, 1000)

    def test_a_login_takes_no_seat_of_others(self, hall: Hall) -> None:
        rich = player("rich", person("thief").address)
        hall.services.ledger.open_player(rich, nick="rich", nick_key="rich")
        hall.say("thief", "!open 300")
        self.renames(hall, "thief", "rich")
        account = PlayerId.of(NET, nick_key="rich", account="thief")
        hall.services.presence.renamed(hall.person("rich"), hall.person("rich", "thief"))
        assert hall.services.ledger.balance(rich) == 1000
        hall.say("rich", "!leave", account="thief")
        assert (hall.chips("thief"), hall.services.ledger.balance(account)) == (1000, 1000)


def test_a_kicked_player_stays_away(hall: Hall) -> None:
    dealt(hall)
    hall.services.presence.parted(person("alice"), CHANNEL)
    hall.tell("alice", "table")
    hall.tell("alice", "fold")
    assert hall.away()
    hall.services.presence.joined(person("alice"), CHANNEL)
    assert not hall.away()


def test_a_person_called_like_the_robot_sees_it_act(hall: Hall) -> None:
    hall.say("Manual", "play manual 200", None)
    hall.wait(30)
    assert {seat.nick for table in hall.lobby.tables for seat in table.seats.values()} == {
        "Manual",
        "manual2",
    }


def test_a_person_with_a_robots_nick_sees_who_acts(hall: Hall) -> None:
    hall.tell("alice", "play caller 200")
    hall.wait(30)
    hall.services.presence.renamed(hall.person("alice"), hall.person("Caller"))
    hall.new_lines()
    hall.tell("Caller", "raise 40")
    first, *_ = hall.new_lines("Caller")
    assert first.startswith("caller (robot) calls 30 | FLOP ")
    assert hall.tell("Caller", "table")[1] == "1. SB Caller 160, button | 2. BB caller 160, robot"
    hall.tell("Caller", "allin")
    texts = hall.new_lines("Caller")
    assert any("caller (robot) calls 160, all-in" in text for text in texts)
    ended = next(text for text in texts if " win" in text)
    assert ("you win 400 (" in ended) != ("caller (robot) wins 400 (" in ended)
    closed = next(text for text in texts if text.startswith("The table is closed"))
    assert ("caller (robot) is out of chips" in closed) == ("you win" in ended)


@pytest.mark.parametrize("how", ["sits down", "changes the nick"])
def test_a_robot_is_marked_where_a_person_has_its_nick(hall: Hall, how: str) -> None:
    hall.say("alice", "!open")
    hall.say("alice", "!addbot caller")
    if how == "sits down":
        hall.say("Caller", "!sit")
    else:
        hall.services.presence.renamed(hall.person("alice"), hall.person("Caller"))
    hall.wait(5)
    text = " ".join(hall.new_lines(CHANNEL))
    assert "caller (robot) 500" in text
    assert "Caller 500" in text
    assert re.search(r"\bcaller \d+, .*, robot", " ".join(hall.say("bob", "!table")))
    assert "caller (robot)" in hall.say("bob", "!play")[0]


def test_a_borrower_who_changes_the_nick_leaves_the_owners_chips(hall: Hall) -> None:
    hall.seat("alice", "bob", chips=300)
    hall.services.presence.quit(person("alice"))
    taken(hall, "alice")
    hall.tell("alice", "play caller 200")
    borrower = hall.person("alice")
    hall.nick_owners["mallory"] = borrower.address
    hall.services.presence.renamed(borrower, hall.person("mallory"))
    hall.wait(300)
    assert hall.table().seats.number_of(player("alice")) is None
    assert hall.services.ledger.balance(player("alice")) > 0
    hall.tell("mallory", "leave")
    hall.wait(300)
    hall.check_ledger()


@pytest.mark.parametrize("where", [CHANNEL, None])
def test_a_table_against_one_robot_waits_for_its_person(hall: Hall, where: str | None) -> None:
    hall.say("alice", "!play caller 200", where)
    hall.wait(6)
    hall.say("alice", "!fold", where)
    hall.services.presence.quit(hall.person("alice"))
    hall.new_lines()
    hall.wait(20)
    assert hall.new_lines() == []
    hall.say("alice", "!table", where)
    hall.wait(6)
    assert any("#2 you hold" in line for line in hall.new_lines("alice"))
    hall.services.presence.quit(hall.person("alice"))
    hall.wait(600)
    assert not hall.has_table(where or "alice")
