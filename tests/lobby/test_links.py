"""People with several identities at tables: one seat, one account, and what each of their names may see."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from ircpoker.chat.message import Message
from ircpoker.errors import NotAllowedError
from ircpoker.lobby import Place
from ircpoker.people import Person
from tests.lobby.hall import CHANNEL, Hall

WEB = "web"
SEATED = "leave your tables and finish your games on both sides first"


@pytest.fixture
def hall() -> Iterator[Hall]:
    with Hall(seed=3, plugins=("holdem", "bank", "videopoker")) as hall:
        hall.services.outbox.open(WEB, hall.paced.take)
        hall.services.presence.connected(WEB)
        yield hall


def ann_of(network: str) -> Person:
    return Person(network, "ann", "ann", is_known_by_nick=True, connection=f"{network} 1")


def tell(hall: Hall, person: Person, text: str) -> list[str]:
    """Say something in private on another network; return the answers, and the lines that follow to that nick."""
    replies = hall.router.handle(Message(person, text, None, "dealer", limits=hall.limits))
    hall.run()
    texts = [reply.text for reply in replies]
    assert not any("something went wrong" in text for text in texts)
    return texts


def code_in(lines: list[str]) -> str:
    found = re.search(r"Your code is ([0-9a-f]+)", " ".join(lines))
    assert found, lines
    return found[1]


def link(hall: Hall, nick: str, person: Person) -> None:
    """Let somebody of the channel's network be the same as a person of another one."""
    code = code_in(hall.tell(nick, "!link"))
    assert "have one account now" in " ".join(tell(hall, person, f"link {code}"))


def test_both_names_have_one_account(hall: Hall) -> None:
    web = ann_of(WEB)
    hall.tell("ann", "bank")
    link(hall, "ann", web)
    assert tell(hall, web, "bank") == hall.tell("ann", "bank") == ["you have 1000 chips"]
    assert "Your account has these names, too: web/ann." in hall.tell("ann", "link")
    assert tell(hall, web, "daily") == ["100 chips for today: you have 1100 chips"]
    assert "come back in" in " ".join(hall.tell("ann", "daily"))


def test_a_seat_is_the_persons_by_either_name(hall: Hall) -> None:
    web = ann_of(WEB)
    link(hall, "ann", web)
    hall.seat("ann", "bob")
    cards = hall.dealt("ann").split("you hold ")[1].split(" |")[0]
    assert cards in " ".join(tell(hall, web, "cards"))
    assert hall.actor() == "ann"
    tell(hall, web, "raise 30")
    assert "ann raises to 30" in " ".join(hall.to(CHANNEL))
    assert hall.table().seats[0].player == hall.player("ann"), "the seat stays that of the name who sat down"
    assert re.fullmatch("you have 500 chips; 470 more are in front of you at tables", tell(hall, web, "bank")[0])


def test_without_a_link_the_same_nick_elsewhere_is_somebody_else(hall: Hall) -> None:
    hall.seat("ann", "bob")
    assert "you hold" not in " ".join(tell(hall, ann_of(WEB), "cards"))
    assert not hall.lobby.tables.links.are_one(hall.player("ann"), ann_of(WEB).id)


def test_one_seat_for_an_account_at_a_table(hall: Hall) -> None:
    web = ann_of(WEB)
    link(hall, "ann", web)
    hall.seat("ann", "bob")
    place = Place.of_channel("net", CHANNEL)
    seats = len(hall.table().seats)
    with pytest.raises(NotAllowedError, match="you sit here already"):
        hall.lobby.sit(place, web, 100)
    assert len(hall.table().seats) == seats


def test_one_private_game_for_an_account(hall: Hall) -> None:
    web = ann_of(WEB)
    link(hall, "ann", web)
    hall.tell("ann", "play folder")
    assert tell(hall, web, "play caller")
    assert len(hall.lobby.tables) == 1
    hall.wait(5)
    assert "you hold" in " ".join(tell(hall, web, "cards"))
    tell(hall, web, "fold")
    tell(hall, web, "leave")
    assert len(hall.lobby.tables) == 0


def test_somebody_who_sits_in_a_channel_may_play_in_private_elsewhere(hall: Hall) -> None:
    web = ann_of(WEB)
    link(hall, "ann", web)
    hall.seat("ann", "bob")
    tell(hall, web, "play folder")
    assert Place.of_player(web.id) in hall.lobby.tables.by_place
    assert Place.of_player(hall.player("ann")) not in hall.lobby.tables.by_place
    hall.wait(5)
    tell(hall, web, "leave")


@pytest.mark.parametrize("command", ["link", "unlink"])
@pytest.mark.parametrize("game", ["!sit 200", "vp 5"])
def test_nobody_links_or_parts_while_one_of_them_plays(hall: Hall, command: str, game: str) -> None:
    web = ann_of(WEB)
    hall.tell("ann", "bank")
    if command == "unlink":
        link(hall, "ann", web)
        order = "unlink"
    else:
        order = f"link {code_in(tell(hall, web, 'link'))}"
    if game.startswith("!"):
        hall.say("bob", "!open 200")
        hall.say("ann", game)
    else:
        hall.tell("ann", game)
    for _ in range(2):
        assert hall.tell("ann", order) == [SEATED]
    if command == "unlink":
        assert tell(hall, web, order) == [SEATED]
    if game.startswith("!"):
        hall.wait(5)
        hall.say("ann", "!leave")
        hall.say(hall.actor() or "bob", "!fold")
        hall.wait(10)
        hall.say("ann", "!fold") if hall.actor() == "ann" else None
        hall.wait(5)
    else:
        hall.tell("ann", "hold none")
    assert hall.tell("ann", order) != [SEATED]


def test_after_parting_the_cards_are_hidden_again(hall: Hall) -> None:
    web = ann_of(WEB)
    link(hall, "ann", web)
    assert "chips stay: net/ann" in " ".join(tell(hall, web, "unlink"))
    hall.seat("ann", "bob")
    assert "you hold" not in " ".join(tell(hall, web, "cards"))
    assert tell(hall, web, "bank")[0].startswith("you have 0 chips")


def test_somebody_who_was_talked_into_a_code_takes_the_other_name_off(hall: Hall) -> None:
    mallory = Person(WEB, "mallory", "mallory", is_known_by_nick=True, connection="web 9")
    hall.tell("ann", "bank")
    hall.wait(1)
    code = code_in(tell(hall, mallory, "link"))
    assert "If that is not you, say !unlink and that name." in " ".join(hall.tell("ann", f"link {code}"))
    assert "not a name of yours: expected one of net/ann, web/mallory" in " ".join(hall.tell("ann", "unlink bob"))
    assert hall.tell("ann", "!unlink WEB/Mallory") == ["web/mallory has left your account; its chips stay with you."]
    assert hall.tell("ann", "bank") == ["you have 1000 chips"]
    assert tell(hall, mallory, "bank")[0].startswith("you have 0 chips")


def test_who_is_one_person_is_known_after_a_restart(hall: Hall) -> None:
    web = ann_of(WEB)
    link(hall, "ann", web)
    hall.seat("ann", "bob")
    again = hall.restarted()
    again.wait(1)
    assert again.lobby.tables.links.are_one(again.player("ann"), web.id)
    assert "you hold" in " ".join(tell(again, web, "cards"))
    again.check_ledger()


# The commands


def test_a_code_is_given_in_private_only(hall: Hall) -> None:
    assert "works only in private" in " ".join(hall.say("ann", "!link"))
    assert not any("Your code" in line for line in hall.to(CHANNEL))


def test_wrong_codes_are_limited_by_host(hall: Hall) -> None:
    web = ann_of(WEB)
    code = code_in(tell(hall, web, "link"))
    for number in range(5):
        assert "this code is not valid" in " ".join(hall.tell("ann", f"link {number:016x}"))
        hall.wait(3)
    for nick in ("ann", "ann2"):  # another nick of the same host
        hall.nick_owners["ann2"] = hall.person("ann").address
        assert "too many wrong codes" in " ".join(hall.tell(nick, f"link {code}"))
    assert "have one account now" in " ".join(hall.tell("bob", f"link {code}"))


def test_a_code_works_once_and_for_ten_minutes(hall: Hall) -> None:
    web = ann_of(WEB)
    code = code_in(tell(hall, web, "link"))
    assert "your own" in " ".join(tell(hall, web, f"link {code}"))
    hall.wait(600)
    assert "not valid" in " ".join(hall.tell("ann", f"link {code}"))
    code = code_in(tell(hall, web, "link"))
    assert "one account now" in " ".join(hall.tell("ann", f"link {code}"))
    assert "not valid" in " ".join(hall.tell("bob", f"link {code}"))


def test_choices_are_those_of_the_account(hall: Hall) -> None:
    web = ann_of(WEB)
    tell(hall, web, "set cards ascii")
    hall.tell("ann", "set colour off")
    link(hall, "ann", web)
    for player in (web.id, hall.player("ann")):
        chosen = hall.services.preferences.of(player)
        assert (chosen.cards, chosen.colour) == ("ascii", "off")
    tell(hall, web, "set cards unicode")
    assert hall.services.preferences.of(hall.player("ann")).cards == "unicode"


def test_a_guest_takes_the_account_to_a_new_nick(hall: Hall) -> None:
    web = ann_of(WEB)
    tell(hall, web, "bank")
    hall.wait(1)
    link(hall, "ann", web)
    hall.nick_owners["annie"] = hall.person("ann").address
    hall.services.presence.renamed(hall.person("ann"), hall.person("annie"))
    hall.run()
    assert tell(hall, web, "daily") == ["100 chips for today: you have 1100 chips"]
    assert hall.tell("annie", "bank") == ["you have 1100 chips"]
    assert hall.services.ledger.identities_of(web.id) == (web.id, hall.player("annie"))
