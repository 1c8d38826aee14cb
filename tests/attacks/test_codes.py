"""What was lent: a link of the page, a code, a name of a common account; tried at real sockets, and after its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ircpoker.config.web import WebSettings
from ircpoker.errors import PokerError
from ircpoker.ledger import Economy, Ledger, PlayerId, Purpose
from ircpoker.ledger.posting import find_accounts
from ircpoker.runtime.clock import ManualClock
from tests import tiers
from tests.attacks.sockets import BotSockets, visit
from tests.attacks.test_rights import LENT

URL = "https://poker.example.org"
RULES = {"sections": {"web": WebSettings(URL)}}


def _code_of(bot: BotSockets, nick: str) -> str:
    (line,) = bot.hall.tell(nick, "!web")
    return line.split("/sit/")[1].split()[0]


def test_whoever_opens_a_link_gets_nothing_that_lasts(tmp_path: Path) -> None:
    """They play and see; they get no code, join nothing, and the owner hears of it."""

    async def use(bot: BotSockets) -> None:
        bot.hall.tell("ann", "!bank")
        thief = await bot.connect("web")
        (answer,) = await thief.ask("redeem", code=_code_of(bot, "ann"), address="198.51.100.9")
        assert answer["person"]["nick"] == "ann"
        for words in (
            "bank code",
            "chips code",
            "link",
            "link 0123456789abcdef",
            "unlink",
            "web",
            "claim 1-0",
            "give bob 1",
        ):
            assert await thief.say(words) == [LENT], words
        assert await thief.say("!channel pace turbo", "net/#poker") in ([LENT], ["there is no such place"])
        bot.hall.run()
        notice = "Your link has been opened: somebody is at your seat on the page. If that is not you, say !web logout."
        assert notice in bot.hall.to("ann")
        bot.hall.tell("ann", "!web logout")
        assert "hello" in (await thief.say("bank"))[0], "it speaks for nobody any more"

    visit(tmp_path, use, **RULES)


def test_a_link_is_for_the_page_alone(tmp_path: Path) -> None:
    async def use(bot: BotSockets) -> None:
        code = _code_of(bot, "ann")
        for name in ("program", "ssh", "local"):
            other = await bot.connect(name)
            for fields in ({"peek": True}, {}):
                (answer,) = await other.ask("redeem", code=code, **fields)
                assert (answer["is"], "not valid" in answer["text"]) == ("error", True), name
        page = await bot.connect("web")
        (answer,) = await page.ask("redeem", code=code)
        assert answer["is"] == "welcome", "nobody has used it up"

    visit(tmp_path, use, **RULES)


def test_the_owner_hears_that_a_code_was_used(tmp_path: Path) -> None:
    async def use(bot: BotSockets) -> None:
        hall = bot.hall
        (line,) = hall.tell("ann", "!bank code")
        code = line.split("claim ")[1].split()[0].rstrip(".:")
        hall.tell("eve", f"!claim {code}")
        assert "Your code has been used: eve has your account now, and you have theirs." in hall.to("ann")
        (line,) = hall.tell("bob", "!link")
        guest = await bot.come("ssh", "bo")
        await guest.say(f"link {line.split('link ')[1].split()[0]}")
        assert any(
            "Your code has been used: ssh/SHA256:bo and you have one account now." in text for text in hall.to("bob")
        )

    visit(tmp_path, use, **RULES)


def test_wrong_codes_count_for_the_host_by_whatever_way(tmp_path: Path) -> None:
    """Three keys of one address have five tries together."""

    async def use(bot: BotSockets) -> None:
        answers = []
        for number in range(6):
            guest = await bot.come("ssh", f"g{number % 3}", account=f"SHA256:{number % 3}", address="192.0.2.50")
            answers.append((await guest.say(f"link {number:016x}"))[0])
            guest.close()
        assert ["too many wrong codes" in answer for answer in answers] == [False] * 5 + [True]
        page = await bot.connect("web")
        (answer,) = await page.ask("redeem", code="0" * 16, address="192.0.2.50")
        assert "too many wrong codes" in answer["text"]

    visit(tmp_path, use, **RULES)


# A former holder: every sequence of commands


OWNER = PlayerId.of("net", nick_key="owner", address="o@home")
AWAY = PlayerId.of("net", nick_key="owner", address="o@away")
"""The owner at another address."""
KEY = PlayerId.of("ssh", nick_key="SHA256:h")
GUEST = PlayerId.of("net", nick_key="h", address="h@there")
"""The two names of the former holder."""


class World(NamedTuple):
    """A ledger, who owns the account, and what the former holder has noted: codes and tokens."""

    ledger: Ledger
    owner: PlayerId
    noted: dict[str, str]


def _begin() -> World:
    ledger = Ledger("sqlite://", ManualClock(), Economy())
    for player in (OWNER, KEY, GUEST):
        ledger.open_player(player)
    noted = {"old claim": ledger.new_code(OWNER), "old link": ledger.new_token(OWNER, Purpose.LINK)}
    noted["old web"] = ledger.new_token(OWNER, Purpose.WEB)
    return World(ledger, OWNER, noted)


def _redeem(world: World) -> None:
    redeemed = world.ledger.redeem(world.noted["old web"], "web")
    assert redeemed is not None
    world.noted["session"] = redeemed[1]


def after_logout() -> World:
    """They had the page, and codes that they saw there would be ended by the owner's own new ones."""
    world = _begin()
    _redeem(world)
    world.noted["old web"] = world.ledger.new_token(OWNER, Purpose.WEB)
    world.ledger.end_sessions(OWNER)
    world.ledger.new_code(OWNER)
    world.ledger.new_token(OWNER, Purpose.LINK)
    return world


def after_unlink() -> World:
    """They had one account with the owner."""
    world = _begin()
    assert world.ledger.link(world.noted["old link"], KEY)
    for name, purpose in (("link", Purpose.LINK), ("web", Purpose.WEB)):
        world.noted[name] = world.ledger.new_token(KEY, purpose)
    world.ledger.unlink(OWNER, KEY)
    world.ledger.end_sessions(OWNER)
    return world


def after_claim() -> World:
    """The owner has taken the account along to another address."""
    world = _begin()
    _redeem(world)
    world.ledger.open_player(AWAY)
    world.ledger.claim_account(world.noted["old claim"], AWAY, nick="owner", nick_key="owner")
    return world._replace(owner=AWAY)


def _link(world: World, name: str, player: PlayerId) -> None:
    world.ledger.link(world.noted[name], player)


def _claim(world: World, name: str) -> None:
    world.ledger.claim_account(world.noted[name], GUEST, nick="h", nick_key="h")


def _web(world: World, name: str) -> None:
    redeemed = world.ledger.redeem(world.noted[name], "web")
    if redeemed is not None:
        world.noted["session"] = redeemed[1]


def _note(world: World, name: str, code: str) -> None:
    world.noted[name] = code


COMMANDS: Mapping[str, Callable[[World], object]] = {
    "redeem the old link of the page": lambda world: _web(world, "old web"),
    "redeem an own link of the page": lambda world: _web(world, "web"),
    "link with the owner's code": lambda world: _link(world, "old link", KEY),
    "link with the owner's code as a guest": lambda world: _link(world, "old link", GUEST),
    "link with an own code": lambda world: _link(world, "link", GUEST),
    "claim by the owner's code": lambda world: _claim(world, "old claim"),
    "claim by an own code": lambda world: _claim(world, "claim"),
    "get a code to link": lambda world: _note(world, "link", world.ledger.new_token(KEY, Purpose.LINK)),
    "get a link of the page": lambda world: _note(world, "web", world.ledger.new_token(KEY, Purpose.WEB)),
    "get a code to claim": lambda world: _note(world, "claim", world.ledger.new_code(GUEST)),
    "unlink": lambda world: world.ledger.unlink(KEY),
    "unlink the guest": lambda world: world.ledger.unlink(KEY, GUEST),
    "unlink the owner": lambda world: world.ledger.unlink(KEY, OWNER),
    "unlink the owner elsewhere": lambda world: world.ledger.unlink(GUEST, AWAY),
}


def _rights_left(world: World) -> list[str]:
    """Return by what the former holder still reaches the owner's account."""
    account = world.noted["account"]
    found = [f"as {player}" for player in (KEY, GUEST) if _account(world.ledger, player) == account]
    session = world.ledger.session(world.noted.get("session", ""), "web")
    return found + (["by the page"] if session is not None and _account(world.ledger, session) == account else [])


def _account(ledger: Ledger, player: PlayerId) -> str:
    """Return the number of the account that a player owns, alone or with others."""
    with ledger._database.reading() as connection:
        rows = find_accounts(connection, [player], lock=False)
    return str(rows[player].id) if player in rows else ""


def _state(world: World) -> object:
    """Return what the next commands depend on: who owns what, and which codes are valid for whom."""
    ledger, noted = world.ledger, world.noted
    owners = [frozenset(ledger.identities_of(player)) for player in (OWNER, AWAY, KEY, GUEST)]
    balances = [ledger.balance(player) for player in (OWNER, AWAY, KEY, GUEST)]
    with ledger._database.reading() as connection:
        rows = connection.exec_driver_sql("SELECT purpose, player, door FROM tokens ORDER BY 1, 2, 3").all()
        codes = connection.exec_driver_sql("SELECT owner, code <> '' FROM accounts ORDER BY 1").all()
    return repr((owners, balances, rows, codes, sorted(noted), ledger.session(noted.get("session", ""), "web")))


def sequences(begin: Callable[[], World], most: int) -> Iterator[tuple[tuple[str, ...], World]]:
    """Yield sequences of commands, all that lead to different states, the shortest first, with what they lead to."""
    world = begin()
    world.noted["account"] = _account(world.ledger, world.owner)
    yield (), world
    seen = {_state(world)}
    level = [((), _saved(world.ledger), world.noted)]
    for _ in range(most):
        following = []
        for names, saved, noted in level:
            for name, command in COMMANDS.items():
                _restore(world.ledger, saved)
                there = world._replace(noted=dict(noted))
                with suppress(PokerError, KeyError):
                    command(there)
                yield (*names, name), there
                if (state := _state(there)) not in seen:
                    seen.add(state)
                    following.append(((*names, name), _saved(world.ledger), there.noted))
        level = following
    world.ledger.close()


def _saved(ledger: Ledger) -> bytes:
    with ledger._database.engine.connect() as connection:
        return connection.connection.dbapi_connection.serialize()


def _restore(ledger: Ledger, saved: bytes) -> None:
    with ledger._database.engine.connect() as connection:
        connection.connection.dbapi_connection.deserialize(saved)


@pytest.mark.slow(10)
@pytest.mark.parametrize("begin", [after_logout, after_unlink, after_claim])
def test_no_sequence_of_commands_gives_a_former_holder_anything_back(begin: Callable[[], World]) -> None:
    for names, world in sequences(begin, tiers.count(6, 2)):
        assert not _rights_left(world), names


@pytest.mark.parametrize("begin", [after_logout, after_unlink, after_claim])
def test_no_short_sequence_does(begin: Callable[[], World]) -> None:
    for names, world in sequences(begin, 1):
        assert not _rights_left(world), names


def test_the_search_finds_a_right_that_is_left() -> None:
    """With a session that nobody ended, and with a code that nobody used."""

    def careless() -> World:
        world = _begin()
        _redeem(world)
        return world

    found: dict[Any, list[str]] = {names: _rights_left(world) for names, world in sequences(careless, 1)}
    assert found[()] == ["by the page"]
    assert f"as {KEY}" in found["link with the owner's code",]
    assert f"as {GUEST}" in found["claim by the owner's code",]
