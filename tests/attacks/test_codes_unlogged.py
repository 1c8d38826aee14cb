"""A code is in no log, at whatever level, and in no metrics or event: whoever reads them becomes nobody else."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest

from ircpoker.admin.monitoring.exposition import MetricsText
from ircpoker.admin.monitoring.logs import JsonFormatter, TextFormatter
from ircpoker.config.web import WebSettings
from tests.admin.monitoring.halls import reader_of
from tests.attacks.sockets import PLUGINS, BotSockets, visit
from tests.lobby.hall import CHANNEL, NET
from tests.transports.irc.stays import Stay
from tests.transports.virtual import VirtualLoop
from tests.web.web_hall import WebHall

_CODE = re.compile(r"(?<![0-9a-f])[0-9a-f]{16}(?![0-9a-f])")
ALL = ("!web", "!link", "!bank code", "!invite")
"""Asked in private."""


def _shown(caplog: pytest.LogCaptureFixture) -> str:
    """Return the log as both forms write it."""
    forms = (TextFormatter(()), JsonFormatter(()))
    return "\n".join(form.format(record) for record in caplog.records for form in forms)


def test_codes_that_people_get_and_use(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Right ones, wrong ones, and one that meets a bug; somebody else watches the table meanwhile."""

    async def use(bot: BotSockets) -> None:
        hall = bot.hall
        hall.services.presence.note_open(NET, CHANNEL, is_open=True)
        hall.say("ann", "!open 100")
        watcher = await bot.come("ssh", "eve", address="192.0.2.66")
        await watcher.ask("watch", place=f"{NET}/{CHANNEL}")
        given = {text: _CODE.findall("".join(hall.tell("ann", text)))[0] for text in ALL}
        codes.update(given.values())
        page = await bot.connect("web")
        await page.ask("redeem", code=given["!web"], address="192.0.2.7")
        friend = await bot.come("program", "friend")
        for words in (f"join {given['!invite']}", f"link {given['!link']}", "link 0123456789abcdef", "join 0" * 16):
            await friend.say(words)
        hall.tell("zoe", f"!claim {given['!bank code']}")
        with monkeypatch.context() as patch:
            for name in ("invited_to", "link"):
                patch.setattr(hall.services.ledger, name, lambda *_: 1 // 0)
            await friend.say(f"join {given['!invite']}")
            hall.tell("bob", f"!link {given['!link']}")
        await watcher.ask("tables")
        await watcher.ask("watch", place=f"{NET}/{CHANNEL}")
        shown.append(str(watcher.heard))
        shown.append(MetricsText(reader_of(hall)).format().decode())
        shown.append(str(reader_of(hall).read()))
        shown.extend(hall.to(CHANNEL))

    codes: set[str] = set()
    shown: list[str] = []
    with caplog.at_level(logging.DEBUG):
        visit(tmp_path, use, sections={"web": WebSettings("https://poker.example.org")})
    log = _shown(caplog)
    assert "incident" in log
    assert "the line was 'join (code)'" in log, "it is hidden, not left out"
    assert len(codes) == len(ALL)
    assert not [code for code in codes for text in (log, *shown) if code in text]


def test_codes_in_addresses_of_the_page(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG), WebHall(tmp_path, plugins=PLUGINS) as house:
        house.call(lambda hall: hall.say("ann", "!open 100"))
        (invited,) = house.call(lambda hall: hall.say("ann", "!invite"))
        (link,) = house.call(lambda hall: hall.tell("zoe", "!web"))
        codes = _CODE.findall(invited)[:1] + _CODE.findall(link)[:1]
        form = {"Origin": house.address, "Content_Type": "application/x-www-form-urlencoded"}
        kept = house.get(f"/join/{codes[0]}").headers["set-cookie"].partition(";")[0]
        house.get("/join", Cookie=kept)
        house.get("/join", method="POST", body="nick=friend", Cookie=kept, **form)
        for method in ("GET", "POST"):
            house.get(f"/sit/{codes[1]}", method=method, body="x=1" if method == "POST" else "", **form)
            house.get(f"/sit/{codes[1][::-1]}", method=method, **form)
        house.call(lambda hall: hall.lobby)
    assert len(codes) == 2
    log = _shown(caplog)
    assert not [code for code in (*codes, codes[1][::-1]) if code in log]


def test_a_code_in_a_line_of_irc_that_cannot_be_handled(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, code = VirtualLoop(), "0123456789abcdef"
    caplog.set_level(logging.INFO, logger="irc")  # as `ircpoker run` does at any level
    with caplog.at_level(logging.DEBUG):
        stay = Stay(loop)
        monkeypatch.setattr(stay.session, "_handlers", {"PRIVMSG": lambda _: 1 // 0})
        stay.receive(f":alice!a@home PRIVMSG dealer :!join {code}", f":alice!a@home PRIVMSG dealer :!claim 1-{code}")
    stay.end()
    loop.close()
    assert "could not be handled" in _shown(caplog)
    assert code not in _shown(caplog)
