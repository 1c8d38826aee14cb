"""Channels that the bot enters and leaves while it runs, and their operators, on real servers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ircpoker.config import Secret
from ircpoker.errors import TransportError
from ircpoker.transports.irc import UnaskedLines
from tests.lobby.hall import Hall
from tests.servers.conftest import MakeHuman, StartBot
from tests.servers.human import Human
from tests.servers.inspircd import Inspircd
from tests.servers.ngircd import Ngircd
from tests.servers.test_ngircd import assert_answers


class TestWantedChannels:
    def test_a_channel_is_joined_and_left(
        self, ngircd: Ngircd, channel: str, start_bot: StartBot, human: MakeHuman
    ) -> None:
        bot = start_bot(ngircd.port, channel)
        alice = human(ngircd.port, "alice", channel, f"{channel}b")
        bot.call(lambda: bot.client.join(f"{channel}B"))
        bot.wait_joined(2)
        assert_answers(alice, f"{channel}b")
        assert bot.call(lambda: bot.client.part(channel, "over to the other one"))
        assert alice.expect(" PART ").endswith(f"PART {channel} :over to the other one")
        bot.wait_joined(1)
        assert bot.call(lambda: bot.client.wanted_channels) == (f"{channel}B",)
        assert not bot.call(lambda: bot.client.part(channel))

    def test_changes_outlive_the_connection(self, own_ngircd: Ngircd, start_bot: StartBot, human: MakeHuman) -> None:
        bot = start_bot(own_ngircd.port, "#poker", "#left")
        own_ngircd.stop()
        bot.wait_gone()
        bot.call(lambda: bot.client.part("#Left"))
        bot.call(lambda: bot.client.join("#later"))
        own_ngircd.start()
        bot.wait_joined(2)
        assert set(bot.call(lambda: dict(bot.client.channels))) == {"#poker", "#later"}
        assert_answers(human(own_ngircd.port, "alice", "#later"), "#later")

    def test_a_key_opens_a_channel(
        self,
        ngircd: Ngircd,
        channel: str,
        start_bot: StartBot,
        human: MakeHuman,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        alice = human(ngircd.port, "alice", f"{channel}b")
        alice.send(f"MODE {channel}b +k s3cret")
        alice.expect("MODE")
        bot = start_bot(ngircd.port, channel)
        bot.call(lambda: bot.client.join(f"{channel}b"))
        bot.wait_for(lambda _: "cannot be joined" in caplog.text)
        bot.call(lambda: bot.client.join(f"{channel}b", "s3cret"))
        bot.wait_joined(2)
        bot.stop()
        # From the file of keys:
        start_bot(ngircd.port, f"{channel}b", channel_keys={f"{channel}B": Secret("s3cret")})
        assert_answers(alice, f"{channel}b")
        assert "s3cret" not in caplog.text

    @pytest.mark.parametrize(("name", "key"), [("poker", ""), ("#a,#b", ""), ("#a b", ""), ("#a", "b\r\nQUIT")])
    def test_a_name_that_cannot_be_sent(
        self, ngircd: Ngircd, channel: str, start_bot: StartBot, name: str, key: str
    ) -> None:
        bot = start_bot(ngircd.port, channel)
        with pytest.raises(TransportError):
            bot.call(lambda: bot.client.join(name, key))
        assert bot.call(lambda: bot.client.wanted_channels) == (channel,)


BLINDS = "#poker: blinds 10/20, for tables that are opened from now on."
REFUSED = "[#poker] only an operator of #poker or an administrator of this bot can do that"


@pytest.fixture(params=["ngircd", pytest.param("inspircd", marks=pytest.mark.slow)])
def port(request: pytest.FixtureRequest) -> Iterator[int]:
    """A server without people, so that the first one in the channel is its operator."""
    with Ngircd() if request.param == "ngircd" else Inspircd() as server:
        yield server.port


@pytest.fixture
def hall() -> Iterator[Hall]:
    with Hall() as hall:
        yield hall


def test_operators_choose_the_settings(port: int, hall: Hall, start_bot: StartBot, human: MakeHuman) -> None:
    alice, bob = (human(port, nick, "#poker", user=nick) for nick in ("alice", "bob"))
    games = UnaskedLines(hall.services.outbox, hall.services.presence)
    bot = start_bot(port, "#poker", router=hall.router, games=games, answer=60.0)
    bot.wait_for(lambda client: len(client.channels["#poker"].members) == 3)

    def choose(person: Human, answer: str) -> None:
        person.say("#poker", "!channel blinds 10/20")
        assert person.hear("dealer", person.nick if answer is REFUSED else "#poker") == answer

    choose(alice, BLINDS)
    choose(bob, REFUSED)
    alice.send("MODE #poker +v bob")
    choose(bob, REFUSED)
    alice.send("MODE #poker +o-v bob bob")
    alice.lines_so_far()
    choose(bob, BLINDS)
    bob.send("MODE #poker -o alice")
    bob.lines_so_far()
    choose(alice, REFUSED)
    # Somebody who takes over the nick of an operator has nothing of their rank.
    bob.send("NICK rob")
    alice.expect(" NICK ")
    alice.send("NICK bob")
    alice.nick = "bob"
    choose(alice, REFUSED)
    bob.nick = "rob"
    choose(bob, BLINDS)
    bob.send("PART #poker")
    bob.lines_so_far()
    bob.send("JOIN #poker")
    choose(bob, REFUSED)


@pytest.mark.slow(5)
def test_an_invitation_into_a_closed_channel(
    ngircd: Ngircd, channel: str, start_bot: StartBot, human: MakeHuman, caplog: pytest.LogCaptureFixture
) -> None:
    alice = human(ngircd.port, "alice", channel)
    alice.send(f"MODE {channel} +i")
    bot = start_bot(ngircd.port, channel, wait=False, join_retry=60.0)
    bot.wait_for(lambda _: "cannot be joined" in caplog.text)
    alice.send(f"INVITE dealer {channel}")
    bot.wait_joined()
    assert_answers(alice, channel)
    alice.send(f"JOIN {channel}b")
    alice.send(f"INVITE dealer {channel}b")
    bot.wait_for(lambda _: "where nobody wants it" in caplog.text)
    assert bot.call(lambda: list(bot.client.channels)) == [channel]
