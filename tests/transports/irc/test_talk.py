from __future__ import annotations

import pytest

from ircpoker.cards import parse_cards
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.outgoing import LineKind, Outgoing, Reader
from ircpoker.chat.preferences import NO_PREFERENCES, Preferences
from ircpoker.config import BotSettings, LimitSettings
from ircpoker.transports.irc.composer import MOST_TALKS
from ircpoker.transports.irc.wire import Source
from tests.servers.bots import EchoRouter, make_echo_router
from tests.transports.irc.conftest import MakeStay
from tests.transports.irc.stays import Stay

COLOURED = "PRIVMSG #poker :\x0304Ah\x0f\x0310Kd\x0f"
NO_NICKS = [
    "#poker",
    "&poker",
    "+#poker",
    "@#poker",
    "@alice",
    ":alice",
    "ali\0ce",
    "alice\r",
    "a" * 65,
    "*",
    "a*",
    "$$*",
    "",
]
PLAIN = "PRIVMSG #poker :AhKd"


class Listener(EchoRouter):
    def __init__(self) -> None:
        super().__init__()
        self.heard: list[Message] = []

    def handle(self, message: Message) -> list[Reply]:
        self.heard.append(message)
        return []


class Chatter:
    """Answers everything with two lines."""

    def __init__(self, preferences: Preferences = NO_PREFERENCES) -> None:
        self.preferences = preferences

    def handle(self, _message: Message) -> list[Reply]:
        return [Reply((text,), preferences=self.preferences) for text in ("one", "two")]


def post(stay: Stay, target: str, reply: Reply) -> None:
    stay.games.outbox.post(Outgoing(Reader("net", target), reply))


class TestWhoIsAnswered:
    def test_answers_go_where_they_belong(self, stay: Stay) -> None:
        assert stay.say("!echo hi") == ["PRIVMSG #poker :hi"]
        assert stay.say("!echo hi", target="dealer") == ["PRIVMSG alice :hi"]
        assert stay.say("!secret") == ["NOTICE alice :for you: \x0304Ah\x0f\x0310Kd\x0f"]

    @pytest.mark.parametrize(
        "line",
        [
            ":alice!a@h NOTICE #poker :!echo hi",
            ":alice!a@h NOTICE dealer :echo hi",
            ":dealer!d@host PRIVMSG #poker :!echo hi",
            ":DEALER!d@host PRIVMSG dealer :echo hi",
            "@bot :robot!r@h PRIVMSG #poker :!echo hi",
            "@time=1;bot :robot!r@h PRIVMSG #poker :!echo hi",
            ":irc.test PRIVMSG dealer :echo hi",
            "PRIVMSG dealer :echo hi",
            ":alice!a@h PRIVMSG #elsewhere :!echo hi",
            ":alice!a@h PRIVMSG @#poker :!echo hi",
            ":alice!a@h PRIVMSG $$* :echo hi",
            ":alice!a@h PRIVMSG #poker :\x01ACTION !echo hi\x01",
            ":alice!a@h PRIVMSG #poker",
            ":alice!a@h PRIVMSG",
            ":a,b!a@h PRIVMSG dealer :echo hi",
            *(f":{nick}!a@h PRIVMSG {target} :!echo hi" for nick in NO_NICKS for target in ("dealer", "#poker")),
        ],
    )
    def test_other_lines_get_no_answer(self, stay: Stay, line: str) -> None:
        assert stay.receive(line) == []

    def test_formatting_is_read_through(self, make_stay: MakeStay) -> None:
        stay = make_stay(router=make_echo_router())
        stay.join()
        assert stay.say("\x0304,01!echo\x0f \x02hi\x02") == ["PRIVMSG #poker :hi"]


class TestTheWindowOfATalk:
    """Clients open a window for a PRIVMSG, and show NOTICEs in it as long as it is there."""

    def test_only_the_first_private_answer_begins_with_a_privmsg(self, make_stay: MakeStay) -> None:
        stay = make_stay(router=Chatter())
        stay.join()
        first, after = ["PRIVMSG alice :one", "NOTICE alice :two"], ["NOTICE alice :one", "NOTICE alice :two"]
        assert [stay.say("hello", target="dealer") for _ in range(3)] == [first, after, after]
        assert stay.say("hello", nick="bob", target="dealer")[0] == "PRIVMSG bob :one"

    def test_a_private_answer_in_a_channel_begins_no_talk(self, stay: Stay) -> None:
        assert stay.say("!secret")[0].startswith("NOTICE alice :")
        assert stay.say("echo hi", target="dealer") == ["PRIVMSG alice :hi"]

    def test_somebody_who_comes_again_has_no_window(self, stay: Stay) -> None:
        assert stay.say("echo hi", target="dealer") == ["PRIVMSG alice :hi"]
        stay.receive(":alice!user@host QUIT :bye", ":alice!user@host JOIN #poker")
        assert stay.say("echo hi", target="dealer") == ["PRIVMSG alice :hi"]

    def test_somebody_else_with_the_nick(self, stay: Stay) -> None:
        for address in ("z@here", "z@there"):
            assert stay.receive(f":zoe!{address} PRIVMSG dealer :echo hi") == ["PRIVMSG zoe :hi"]

    def test_somebody_who_has_chosen_notices(self, make_stay: MakeStay) -> None:
        stay = make_stay(router=Chatter(Preferences(private="notice")))
        stay.join()
        assert stay.say("hello", target="dealer")[0] == "NOTICE alice :one"

    def test_so_many_are_remembered(self, stay: Stay) -> None:
        begins = stay.session.sender._composer.begins_talk
        for number in range(MOST_TALKS + 1):
            assert begins(f"nick{number}", "u@h")
        assert not begins(f"nick{MOST_TALKS}", "u@h")
        assert begins("nick0", "u@h")


class TestTheIdOfALine:
    @pytest.mark.parametrize(
        ("acknowledged", "msgid"), [("message-tags", "Nz9xW"), ("multi-prefix", "")], ids=["asked for", "not asked for"]
    )
    def test_the_line_id_is_handed_on(self, make_stay: MakeStay, acknowledged: str, msgid: str) -> None:
        router = Listener()
        stay = make_stay(router=router)
        stay.receive(f":irc.test CAP dealer ACK :{acknowledged}")
        stay.join()
        stay.receive("@time=1;msgid=Nz9xW :alice!a@h PRIVMSG #poker :!echo hi")
        assert [message.msgid for message in router.heard] == [msgid]

    @pytest.mark.parametrize("msgid", ["Nz9xW", "", "a\rQUIT", "x" * 300, "é"])
    def test_the_answer_names_the_line_id(self, make_stay: MakeStay, msgid: str) -> None:
        stay = make_stay()
        stay.receive(":irc.test CAP dealer ACK :message-tags")
        stay.join()
        tags = f"@+reply={msgid};+draft/reply={msgid} " if msgid == "Nz9xW" else ""
        for text, target in (("!echo hi", "#poker"), ("echo hi", "dealer")):
            verb = f"PRIVMSG {'#poker' if target == '#poker' else 'alice'}"
            sent = stay.receive(f"@msgid={msgid} :alice!a@h PRIVMSG {target} :{text}")
            assert sent == [f"{tags}{verb} :hi"]

    def test_a_private_line_of_a_channels_table_names_the_channel(self, make_stay: MakeStay) -> None:
        stay = make_stay()
        stay.receive(":irc.test CAP dealer ACK :message-tags")
        stay.join()
        for channel in ("#poker", "", "#a;b\\"):
            stay.games.outbox.post(Outgoing(Reader("net", "alice", channel=channel), Reply(("hi",), private=True)))
        assert [line.partition("NOTICE")[0] for line in stay.sent if "NOTICE" in line] == [
            "@+channel-context=#poker;+draft/channel-context=#poker ",
            "",
            "@+channel-context=#a\\:b\\\\;+draft/channel-context=#a\\:b\\\\ ",
        ]


class TestHistory:
    """Lines that a server or a bouncer replays are old."""

    LINE = "PRIVMSG #poker :!echo hi"

    @pytest.mark.parametrize(
        ("lines", "answers"),
        [
            (["BATCH +1 chathistory #poker", f"@batch=1 :alice!a@h {LINE}", "BATCH -1"], 0),
            (["BATCH +1 znc.in/playback #poker", f"@time=x;batch=1 :alice!a@h {LINE}"], 0),
            (["BATCH +1 netsplit a b", f"@batch=1 :alice!a@h {LINE}"], 1),
            (["BATCH +1 chathistory #poker", f":alice!a@h {LINE}"], 1),
            (["BATCH +1 chathistory #poker", "BATCH -1", f"@batch=1 :alice!a@h {LINE}"], 1),
        ],
    )
    def test_history_is_not_answered(self, make_stay: MakeStay, lines: list[str], answers: int) -> None:
        stay = make_stay()
        stay.join()
        assert stay.receive(*(line if line[0] in "@:" else f":irc.test {line}" for line in lines)) == (
            ["PRIVMSG #poker :hi"] * answers
        )

    def test_endless_history_takes_no_memory(self, stay: Stay) -> None:
        stay.receive(*(f":irc.test BATCH +{number} chathistory #poker" for number in range(10_000)))
        assert len(stay.session.messages._histories) <= 100


class TestTooManyCommands:
    def test_one_private_warning(self, make_stay: MakeStay) -> None:
        stay = make_stay(router=make_echo_router(), commands=LimitSettings(command_burst=2, command_interval=1000))
        stay.join()
        answers = [stay.say("!echo hi") for _ in range(5)]
        warning = ["NOTICE alice :[#poker] Too many commands at once: try again in 1000 s."]
        assert answers == [["PRIVMSG #poker :hi"], ["PRIVMSG #poker :hi"], warning, [], []]
        assert stay.receive(":bob!b@h PRIVMSG #poker :!echo hi") == ["PRIVMSG #poker :hi"]

    def test_a_new_nick_gets_no_new_warning(self, make_stay: MakeStay) -> None:
        stay = make_stay(router=make_echo_router(), commands=LimitSettings(command_burst=1, command_interval=1000))
        stay.join()
        stay.say("!echo hi")
        stay.receive(":alice!user@host NICK alicia")
        [warning] = stay.receive(":alicia!user@host PRIVMSG #poker :!echo hi")
        assert warning.startswith("NOTICE alicia :[#poker] Too many commands at once")


class TestColours:
    def test_colours_by_configuration(self, make_stay: MakeStay) -> None:
        stay = make_stay(bot=BotSettings(colour=False, cards="unicode"))
        stay.join()
        assert stay.say("!cards") == ["PRIVMSG #poker :A♥K♦"]

    def test_a_channel_that_forbids_colours(self, stay: Stay) -> None:
        assert stay.say("!cards") == [COLOURED]
        stay.receive(":op!o@h MODE #poker +lmc 5")
        assert stay.say("!cards") == [PLAIN]
        assert stay.say("!cards", target="dealer") == ["PRIVMSG alice :\x0304Ah\x0f\x0310Kd\x0f"]
        stay.receive(":op!o@h MODE #poker -c")
        assert stay.say("!cards") == [COLOURED]
        stay.receive(":s 324 dealer #poker +ntc")
        assert stay.say("!cards") == [PLAIN]

    def test_a_refused_line_is_repeated_without_colours(self, stay: Stay) -> None:
        assert stay.say("!cards") == [COLOURED]
        assert stay.receive(":s 404 dealer #poker :Cannot send to channel (+c is set)") == [PLAIN]
        assert stay.say("!cards") == [PLAIN]
        assert stay.receive(":s 404 dealer #poker :Cannot send to channel (+m)") == ["MODE #poker", "NAMES #poker"]

    def test_a_refused_plain_line_is_not_repeated(self, stay: Stay) -> None:
        stay.say("!echo hi")
        assert stay.receive(":s 404 dealer #poker :Cannot send to channel (+m)") == ["MODE #poker", "NAMES #poker"]
        assert stay.say("!cards") == [COLOURED]


class TestUnasked:
    def test_notices(self, stay: Stay) -> None:
        stay.receive()
        post(stay, "#poker", Reply(("your turn",)))
        post(stay, "alice", Reply(("your cards",), private=True))
        post(stay, "#poker", Reply(("secret",), private=True))
        assert stay.sent == ["PRIVMSG #poker :your turn", "NOTICE alice :your cards"]

    @pytest.mark.parametrize("target", ["", " ", "a b", "a,b", ":a", "a\r", "a\x00b", "#" + "x" * 500])
    def test_impossible_targets(self, stay: Stay, target: str) -> None:
        stay.receive()
        post(stay, target, Reply(("hello",)))
        assert stay.sent == []


class TestCourtesy:
    def test_courtesy_goes_only_to_visible_people(self, stay: Stay) -> None:
        for nick in ("alice", "carol", "dealer,#poker"):
            stay.games.outbox.post(Outgoing(Reader("net", nick), Reply(("a gift",), private=True), LineKind.COURTESY))
        assert stay.sent[-1:] == ["NOTICE alice :a gift"]
        assert not [line for line in stay.sent if "carol" in line]

    def test_courtesy_waits_like_an_answer(self, make_stay: MakeStay) -> None:
        stay = make_stay(interval=1.0)
        stay.join()
        stay.say("!many 4")
        stay.games.outbox.post(Outgoing(Reader("net", "alice"), Reply(("a gift",), private=True), LineKind.COURTESY))
        stay.games.outbox.post(Outgoing(Reader("net", "bob"), Reply(("your turn",), private=True)))
        notices = [line for line in stay.run(30) if line.startswith("NOTICE")]
        assert notices == ["NOTICE bob :your turn", "NOTICE alice :a gift"]


def test_the_program_of_the_bot_is_named_to_those_who_ask_in_private(stay: Stay) -> None:
    (answer,) = stay.say("\x01VERSION\x01", target="dealer")
    assert answer.startswith("NOTICE alice :\x01VERSION ircpoker")
    assert stay.say("\x01VERSION\x01") == [], "in a channel nobody asks the bot"


def test_only_answers_with_cards_are_for_nobody_but_their_reader(stay: Stay) -> None:
    """Others with that nick may read the rest: somebody who has just asked is hardly gone."""
    composer, (card,) = stay.session.sender._composer, parse_cards("Ah")
    replies = [Reply(("fine",), private=True), Reply((card,), private=True), Reply((card,))]
    lines = composer.answers(replies, Source("carol", "c", "h"), stay.session.people.channel("#poker"), "carol", "")
    assert [line.is_personal for line in lines] == [False, True, False]
