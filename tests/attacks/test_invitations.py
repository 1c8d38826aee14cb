"""Invitations: a code for a seat at one table, by each way in, and its end."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

from ircpoker.config.web import WebSettings
from tests.attacks.sockets import PLUGINS, BotSockets, visit
from tests.lobby.hall import CHANNEL, Hall
from tests.web.web_hall import WebHall

NOT_VALID = (
    "this invitation is not valid: it ends with its table, after a day, or when the person who gave it takes it back"
)


def code_of(hall: Hall, nick: str = "ann") -> str:
    """Return the code of an invitation to somebody's table."""
    lines = hall.say(nick, "!invite")
    found = re.search(r"!join ([0-9a-f]+),", lines[0])
    assert found, lines
    assert not any(found[1] in line for line in hall.to(CHANNEL)), "it is given in private"
    return found[1]


def test_friends_come_from_anywhere_by_one_code(tmp_path: Path) -> None:
    async def use(bot: BotSockets) -> None:
        bot.hall.say("ann", "!open 100")
        code = code_of(bot.hall)
        assert len(code) * 4 >= 50, "bits"
        for number, name in enumerate(("ssh", "web", "program", "local")):
            friend = await bot.come(name, f"friend{number}", address=f"192.0.2.{number}")
            assert "sits down in seat" in (await friend.say(f"join {code}"))[0], name
        assert "sits down in seat 6" in bot.hall.tell("zoe", f"!join {code}")[0]
        assert len(bot.hall.table().seats) == 6
        assert any("zoe sits down in seat 6" in line for line in bot.hall.to(CHANNEL)), "everybody sees who comes"

    visit(tmp_path, use)


def test_a_code_ends_with_its_table_after_a_day_and_when_it_is_taken_back(tmp_path: Path) -> None:
    async def use(bot: BotSockets) -> None:
        hall = bot.hall
        friend = await bot.come("ssh", "friend")
        hall.say("ann", "!open 100")
        old = code_of(hall)
        code = code_of(hall)
        assert await friend.say(f"join {old}") == [NOT_VALID], "a new one ends the old one"
        assert hall.say("ann", "!invite off") == ["Your invitations are no longer valid."]
        assert await friend.say(f"join {code}") == [NOT_VALID]
        code = code_of(hall)
        hall.say("ann", "!leave")
        hall.wait(60)
        assert not hall.has_table()
        hall.say("bob", "!open 100")
        assert await friend.say(f"join {code}") == [NOT_VALID], "another table there is not meant"
        code = code_of(hall, "bob")
        hall.say("bob", "!addbot caller")
        hall.clock.advance(timedelta(hours=24))
        other = await bot.come("ssh", "other", address="192.0.2.99")
        assert await other.say(f"join {code}") == [NOT_VALID]

    visit(tmp_path, use, wait=0.0)


def test_each_table_of_a_person_has_its_code(tmp_path: Path) -> None:
    async def use(bot: BotSockets) -> None:
        ann, friend = await bot.come("ssh", "ann"), await bot.come("ssh", "friend", address="192.0.2.8")
        codes = [re.search(r"join (\w+)", (await ann.say("open private 100"))[0])[1] for _ in range(2)]
        for code in codes:
            assert "sits down in seat 2" in (await friend.say(f"join {code}"))[0]
        assert [len(table.seats) for table in bot.hall.lobby.tables] == [2, 2]

    visit(tmp_path, use)


def test_a_text_that_is_no_code_is_named_and_no_guess(tmp_path: Path) -> None:
    async def use(bot: BotSockets) -> None:
        ann, eve = await bot.come("ssh", "ann"), await bot.come("ssh", "eve", address="192.0.2.50")
        code = re.search(r"join (\w+)", (await ann.say("open private 100"))[0])[1]
        assert "16 digits and letters a to f" in " ".join(await eve.say("help join"))
        for text in ("zz", f"{code}0", f"9{code[:14]}", "my code", "#poker"):
            (answer,) = await eve.say(f"join {text}")
            assert answer.startswith(f"'{text}' is not the code of an invitation: expected 16 digits")
        assert "sits down" in (await eve.say(f"join {code}"))[0]

    visit(tmp_path, use)


def test_wrong_invitations_count_for_the_host(tmp_path: Path) -> None:
    async def use(bot: BotSockets) -> None:
        bot.hall.say("ann", "!open 100")
        code = code_of(bot.hall)
        for number in range(5):
            friend = await bot.come("ssh", f"g{number}", address="192.0.2.50")
            assert await friend.say(f"join {number:016x}") == [NOT_VALID]
        late = await bot.come("ssh", "late", address="192.0.2.50")
        assert "too many wrong codes" in (await late.say(f"join {code}"))[0]
        friend = await bot.come("ssh", "friend", address="192.0.2.51")
        assert "sits down" in (await friend.say(f"join {code}"))[0]

    visit(tmp_path, use)


def test_who_has_only_a_lent_seat_invites_nobody(tmp_path: Path) -> None:
    async def use(bot: BotSockets) -> None:
        bot.hall.say("ann", "!open 100")
        (line,) = bot.hall.tell("ann", "!web")
        page = await bot.connect("web")
        await page.ask("redeem", code=line.split("/sit/")[1].split()[0])
        code = code_of(bot.hall)
        for words in ("invite", "invite off"):
            assert await page.say(words) == [
                "a link lends you a seat, nothing that lasts: say it where you have your name"
            ]
        friend = await bot.come("ssh", "friend")
        assert "sits down" in (await friend.say(f"join {code}"))[0], "nobody has taken it back"

    visit(tmp_path, use, sections={"web": WebSettings("https://poker.example.org")})


def test_the_page_shows_an_invitation_and_seats_by_its_button_alone(tmp_path: Path) -> None:
    with WebHall(tmp_path, plugins=PLUGINS) as house:
        house.call(lambda hall: hall.say("ann", "!open 100"))
        (line,) = house.call(lambda hall: hall.say("ann", "!invite"))
        path = "/join/" + line.split("/join/")[1].split()[0]
        shown = house.get(path)
        assert (shown.status, shown.headers["location"], shown.headers["referrer-policy"]) == (
            303,
            "/join",
            "no-referrer",
        )
        kept = shown.headers["set-cookie"].partition(";")[0]
        assert "HttpOnly" in shown.headers["set-cookie"]
        assert "!join" in house.get("/join", Cookie=kept).text
        (link,) = house.call(lambda hall: hall.tell("zoe", "!web"))
        form = {"Origin": house.address, "Content_Type": "application/x-www-form-urlencoded"}
        signed = house.get("/sit/" + link.split("/sit/")[1].split()[0], method="POST", body="x=1", **form)
        cookies = f"{kept}; {signed.headers['set-cookie'].partition(';')[0]}"
        assert "Sit down as zoe" in house.get("/join", Cookie=cookies).text
        assert house.get("/join", method="POST", body="x=1", Cookie=cookies).status == 403, "another site's form"
        assert len(house.call(lambda hall: hall.table().seats)) == 1, "to look at it takes no seat"
        assert "zoe sits down in seat 2" in house.get("/join", method="POST", body="x=1", Cookie=cookies, **form).text
        assert len(house.call(lambda hall: hall.table().seats)) == 2
        assert house.get("/join/nonsense").status == 404


def test_a_friend_without_a_name_sits_down_by_the_link_and_has_nothing_that_lasts(tmp_path: Path) -> None:
    """GET shows a form, POST seats; the guest plays and sees."""
    with WebHall(tmp_path, plugins=PLUGINS) as house:
        house.call(lambda hall: hall.say("ann", "!open 100"))
        (line,) = house.call(lambda hall: hall.say("ann", "!invite"))
        kept = house.get("/join/" + line.split("/join/")[1].split()[0]).headers["set-cookie"].partition(";")[0]
        form = {"Origin": house.address, "Content_Type": "application/x-www-form-urlencoded"}
        assert "Sit down as a guest" in house.get("/join", Cookie=kept).text
        assert len(house.call(lambda hall: hall.table().seats)) == 1, "to look at it takes no seat"
        seated = house.get("/join", method="POST", body="nick=friend", Cookie=kept, **form)
        assert "friend sits down in seat 2" in seated.text
        token = seated.headers["set-cookie"]
        assert "HttpOnly" in token
        guest = token.partition(";")[0]
        house.call(lambda hall: hall.wait(6))
        assert "friend" in house.get("/", Cookie=guest).text
        for words in ("!give ann 1", "!bank code", "!invite"):
            answer = house.get("/say", method="POST", body=f"place=net/%23poker&text={words}", Cookie=guest, **form)
            assert "nothing that lasts" in answer.text, words
        wrong = f"{kept[:-4]}0000"
        assert house.get("/join", method="POST", body="nick=eve", Cookie=wrong, **form).status == 403
        assert house.get("/join", method="POST", body="nick=two+words", Cookie=kept, **form).status == 403


def test_a_guest_by_an_invitation_is_nobody_when_it_ends(tmp_path: Path) -> None:
    async def use(bot: BotSockets) -> None:
        bot.hall.say("ann", "!open 100")
        guest = {"nick": "friend", "account": "guest-1", "address": "192.0.2.7"}
        hello = {"protocol": 2, "person": guest, "invitation": code_of(bot.hall)}
        page = await bot.connect("web")
        assert (await page.ask("hello", **hello))[0]["is"] == "welcome"
        bot.hall.say("ann", "!invite off")
        later = await bot.connect("web")
        (answer,) = await later.ask("hello", **hello)
        assert (answer["is"], answer["text"]) == ("error", NOT_VALID)
        assert "hello" in (await later.say("bank"))[0], "it speaks for nobody"

    visit(tmp_path, use)
