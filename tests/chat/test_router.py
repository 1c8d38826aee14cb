import asyncio
import logging
import signal
from collections.abc import Iterator
from datetime import timedelta

import pytest

from ircpoker.cards import parse_cards
from ircpoker.chat.commands import Answer, Command, Handler
from ircpoker.chat.lines import LONGEST_LINE
from ircpoker.chat.message import Message, Reply, TransportLimits
from ircpoker.chat.router import Router
from ircpoker.config import LimitSettings
from ircpoker.errors import ConfigError, IllegalActionError, LedgerError, NotAllowedError, TransportError, UsageError
from ircpoker.runtime.clock import ManualClock
from ircpoker.table import LegalActions
from ircpoker.words import Phrase
from tests.chat.routers import CHANNEL, FAILS, lines, make_router, message, say

HAND = "Ah Td 4c 3s Js 7h"
ANSWER = ["Ah Js Td 7h 4c | Ace High, Jack Kicker | 10 1 4 5 8 11"]


@pytest.fixture
def router() -> Router:
    return make_router()


def add(router: Router, handler: Handler, name: str = "test", **more: object) -> None:
    router.add(Command(name, summary="", handler=handler, examples=(), **more))


def answering(*replies: Reply | str) -> Handler:
    return lambda *_: [reply if isinstance(reply, Reply) else Reply((reply,)) for reply in replies]


class TestAddressing:
    @pytest.mark.parametrize(
        "text",
        [
            f"!parse {HAND}",
            f"!PARSE {HAND}",
            f"  !parse   {HAND}  ",
            f"!parse\t{HAND}",
            f"dealer: parse {HAND}",
            f"dealer, parse {HAND}",
            f"DEALER:parse {HAND}",
            f"dealer: !parse {HAND}",
            "\x02!parse\x02 \x0304Ah\x03 Td 4c 3s \x1dJs\x0f 7h",
        ],
    )
    def test_lines_for_the_bot(self, router: Router, text: str) -> None:
        for channel in (CHANNEL, None):
            assert lines(router, text, channel) == ANSWER

    @pytest.mark.parametrize(
        "text",
        [
            f"parse {HAND}",
            f"dealer parse {HAND}",
            f"dealers: parse {HAND}",
            f"deale: parse {HAND}",
            f"! parse {HAND}",
            f"say !parse {HAND}",
            f"alice: !parse {HAND}",
            "!",
            "!!",
            "",
            " ",
            "!nothing like it",
        ],
    )
    def test_channel_lines_not_for_the_bot(self, router: Router, text: str) -> None:
        assert say(router, text, CHANNEL) == []

    @pytest.mark.parametrize(
        ("text", "begins"),
        [
            ("dealer:", "say !help for what I can do"),
            ("dealer: !", "say !help for what I can do"),
            ("dealer: how are you", "!play begins a game"),
            ("dealer: xyzzy", "'xyzzy' is not a command"),
        ],
    )
    def test_a_line_with_the_bots_nick_is_always_answered_in_private(
        self, router: Router, text: str, begins: str
    ) -> None:
        [reply] = say(router, text, CHANNEL)
        assert reply.private
        assert reply.text.startswith(f"[{CHANNEL}] {begins}")

    def test_no_prefix_is_needed_in_private(self, router: Router) -> None:
        assert lines(router, f"parse {HAND}") == ANSWER
        assert lines(router, f"! parse {HAND}") == ANSWER

    @pytest.mark.parametrize("text", ["", "  ", "!", "dealer:", "\x02\x0304"])
    def test_an_empty_private_line_gets_a_hint(self, router: Router, text: str) -> None:
        assert lines(router, text) == ["say !help for what I can do"]

    @pytest.mark.parametrize(
        ("text", "answer"),
        [
            ("pase Ah", "'pase' is not a command: did you mean !parse? !help lists them all"),
            ("!hlep", "'hlep' is not a command: did you mean !help? !help lists them all"),
            ("great morning", "'great' is not a command: !help lists them all"),
            ("a\x00\x07b" + "x" * 5000, "'a??bxxxxxxxxxxxxxxxxxxxx…' is not a command: !help lists them all"),
        ],
    )
    def test_unknown_in_private_points_to_help(self, router: Router, text: str, answer: str) -> None:
        assert lines(router, text) == [answer]

    def test_another_prefix(self) -> None:
        router = make_router(prefix="..")
        assert lines(router, f"..parse {HAND}", CHANNEL) == ANSWER
        assert lines(router, f"!parse {HAND}", CHANNEL) == []
        assert lines(router, f".parse {HAND}", CHANNEL) == []

    def test_without_a_nick_of_its_own_only_the_prefix_counts(self, router: Router) -> None:
        line = Message(message("").sender, ": !parse", CHANNEL, "")
        assert router.handle(line) == []


class TestArguments:
    def test_the_handler_gets_the_rest_of_the_line_stripped(self, router: Router) -> None:
        heard = []

        def handler(_message: Message, arguments: str) -> list[Reply]:
            heard.append(arguments)
            return []

        add(router, handler)
        for text in ("!test", "!test  ", "!test  a  b ", "dealer: test a  b", "!TEST A\tB"):
            router.handle(message(text, CHANNEL))
        assert heard == ["", "", "a  b", "a  b", "A\tB"]

    def test_aliases(self, router: Router) -> None:
        add(router, answering("here"), aliases=("t", "try"))
        assert lines(router, "!t", CHANNEL) == lines(router, "!TRY x", CHANNEL) == ["here"]
        assert "t" not in router.commands
        assert router.find("!T") is router.find("test") is router.commands["test"]

    @pytest.mark.parametrize("channel", [CHANNEL, None])
    def test_a_line_that_is_too_long_is_refused_whole(self, router: Router, channel: str | None) -> None:
        text = f"!parse {HAND}" + " " * LONGEST_LINE + "2c"
        assert lines(router, text, channel) == [
            "the line is too long: expected at most 1000 characters (usage: !parse [cards [/ cards…]])"
        ]
        assert lines(router, f"!parse {HAND}".ljust(LONGEST_LINE), channel) == ANSWER

    def test_a_megabyte_costs_no_more_than_a_line(self, router: Router) -> None:
        for text in ("x" * 10**6, "\x03" * 10**6, "!parse " + "\x0304" * 10**6, "é" * 10**6, " " * 10**6):
            for channel in (CHANNEL, None):
                assert all(len(line) < 400 for line in lines(router, text, channel))


class TestPlace:
    def test_a_command_for_channels(self, router: Router) -> None:
        add(router, answering("here"), where="channel")
        assert lines(router, "!test", CHANNEL) == ["here"]
        assert lines(router, "test") == ["!test works only in a channel"]

    def test_a_command_for_private(self, router: Router) -> None:
        add(router, answering("here"), where="private")
        assert lines(router, "test") == ["here"]
        assert lines(router, "!test", CHANNEL) == [
            f"[{CHANNEL}] !test works only in private: send it to me as a private message"
        ]


class TestLimits:
    def test_a_warning_in_private_then_silence_then_one_more(self) -> None:
        clock = ManualClock()
        router = make_router(clock=clock)
        limits = TransportLimits(commands=LimitSettings(command_burst=1, command_interval=2.0))

        def answers(text: str, channel: str | None = CHANNEL) -> list[tuple[str, bool]]:
            replies = router.handle(message(text, channel)._replace(limits=limits))
            return [(reply.text[:17], reply.private) for reply in replies]

        # Neither lines for others nor unknown commands count.
        for text in ("hello", "!nothing like it", "!"):
            assert answers(text) == []
        assert answers(f"!parse {HAND}") == [(ANSWER[0][:17], False)]
        assert answers(f"!parse {HAND}") == [("[#poker] Too many", True)]
        assert answers("nothing like it", None) == answers("", None) == []
        clock.advance(timedelta(seconds=2))
        assert answers("nothing like it", None) == [("'nothing' is not ", False)]
        assert answers(f"!parse {HAND}") == [("[#poker] Too many", True)]  # The bucket has been full in between.

    def test_no_limit_unless_configured(self, router: Router) -> None:
        assert all(lines(router, f"!parse {HAND}") == ANSWER for _ in range(1000))


class TestReplies:
    def test_three_public_lines_stay_public(self, router: Router) -> None:
        add(router, answering("1", "2", "3"))
        assert [reply.private for reply in say(router, "!test", CHANNEL)] == [False] * 3

    def test_four_public_lines_become_private(self, router: Router) -> None:
        add(router, answering("1", "2", "3", "4"))
        replies = say(router, "!test", CHANNEL)
        assert [reply.text for reply in replies] == ["[#poker] 1", "[#poker] 2", "[#poker] 3", "[#poker] 4"]
        assert all(reply.private for reply in replies)

    def test_private_replies_do_not_count(self, router: Router) -> None:
        own = Reply(("own cards",), private=True)
        add(router, answering("1", own, "2", own, "3"))
        assert [reply.private for reply in say(router, "!test", CHANNEL)] == [False, True, False, True, False]

    def test_a_long_line_counts_as_its_irc_lines(self, router: Router) -> None:
        add(router, answering("♥" * 400))
        add(router, answering("♥" * 401), name="longer")
        assert [reply.private for reply in say(router, "!test", CHANNEL)] == [False]
        assert [reply.private for reply in say(router, "!longer", CHANNEL)] == [True]

    def test_the_transport_limits_public_lines(self, router: Router) -> None:
        add(router, answering("x" * 10))
        add(router, answering(*"12345"), name="many")
        for limits, private in [
            (TransportLimits(line_bytes=5, public_lines=5), [False, False]),
            (TransportLimits(line_bytes=3, public_lines=2), [True, True]),
            (TransportLimits(public_lines=4), [False, True]),
            (TransportLimits(), [False, False]),
        ]:
            commands = [message(text, CHANNEL)._replace(limits=limits) for text in ("!test", "!many")]
            assert [router.handle(each)[0].private for each in commands] == private

    def test_cards_stay_cards(self, router: Router) -> None:
        [reply] = say(router, f"!parse {HAND}", CHANNEL)
        assert [part for part in reply.parts if not isinstance(part, str)] == list(parse_cards("Ah Js Td 7h 4c"))

    def test_unprintable_characters_are_removed(self, router: Router) -> None:
        card = parse_cards("Ah")[0]
        add(router, answering(Reply(("a\r\nQUIT\x00", card, "\x01b\ud800\u2028")), "\r\n", "", " "))
        [reply] = say(router, "!test", CHANNEL)
        assert reply.parts == ("a  QUIT?", card, "?b? ")


class TestErrors:
    def test_an_error_of_the_person_is_one_line(self, router: Router) -> None:
        [line] = lines(router, "!parse Ah Zh", CHANNEL)
        assert line.startswith("'Zh' is not a card: expected ")

    def test_a_usage_error_shows_the_usage(self, router: Router) -> None:
        assert lines(router, "!value ken", CHANNEL) == [
            "'ken' is not a number system: did you mean kev? (usage: !value system cards [/ cards… or board])"
        ]

    def test_an_error_after_the_first_reply_leaves_only_the_error(self, router: Router) -> None:
        def handler(*_: object) -> Iterator[Reply]:
            yield Reply(("dealt",))
            raise UsageError("no", usage="test like this")

        add(router, handler)
        assert lines(router, "!test", CHANNEL) == [f"[{CHANNEL}] no (usage: !test like this)"]

    def test_an_error_names_commands_as_they_are_typed(self, router: Router) -> None:
        def handler(_: object, arguments: str) -> list[Reply]:
            if arguments:
                raise IllegalActionError(
                    "not legal now", LegalActions(0, can_fold=True, call=5, raise_to=range(20, 501))
                )
            raise NotAllowedError(Phrase("errors.draw_first"))

        add(router, handler)
        assert lines(router, "test") == ["the draw comes first: !keep, !discard, !pat"]
        assert lines(router, "test now") == ["not legal now: you may !call 5, !raise 20-500, !fold"]
        router = make_router(prefix="dealer,")
        add(router, handler)
        assert lines(router, "test") == ["the draw comes first: dealer,keep, dealer,discard, dealer,pat"]

    def test_an_error_is_private_unless_the_command_says_otherwise(self, router: Router) -> None:
        def handler(_: object, arguments: str) -> list[Reply]:
            if arguments:
                raise NotAllowedError("you may not")
            return [Reply((str(1 // 0),))]

        add(router, handler)
        add(router, handler, name="loud", errors="public")
        for arguments in ("", " now", " " + "x" * LONGEST_LINE):
            assert [reply.private for reply in say(router, f"!test{arguments}", CHANNEL)] == [True]
            assert [reply.private for reply in say(router, f"!loud{arguments}", CHANNEL)] == [False]

    def test_plugin_errors_are_printable_and_short(self, router: Router) -> None:
        def handler(*_: object) -> list[Reply]:
            raise NotAllowedError("a\r\nQUIT\x00" + "x" * 10_000)

        add(router, handler)
        [line] = lines(router, "test")
        assert line.startswith("a QUIT?xxx")
        assert len(line) == 300

    def test_a_lasting_failure_is_logged_once_a_minute(self, router: Router, caplog: pytest.LogCaptureFixture) -> None:
        def handler(_: object, arguments: str) -> list[Reply]:
            raise LedgerError(f"the disk is {arguments}")

        add(router, handler)
        for state in ("full", "full", "gone", "full"):
            assert lines(router, f"test {state}") == [FAILS]
        assert caplog.messages == [f"test cannot be answered: the disk is {state}" for state in ("full", "gone")]
        assert "Traceback" not in caplog.text

    def test_failures_for_the_owner_are_answered_and_logged(
        self, router: Router, caplog: pytest.LogCaptureFixture
    ) -> None:
        def handler(*_: object) -> list[Reply]:
            raise TransportError("the database is away")

        add(router, handler)
        assert lines(router, "test") == [FAILS]
        assert "test cannot be answered: the database is away" in caplog.text
        assert "Traceback" in caplog.text
        caplog.clear()
        assert lines(router, "!parse Ah", CHANNEL) == ["1 card given: expected 5 to 10"]
        assert not caplog.text

    def test_a_fault_gets_an_incident_number_and_a_logged_traceback(
        self, router: Router, caplog: pytest.LogCaptureFixture
    ) -> None:
        add(router, lambda *_: [Reply((str(1 // 0),))])
        for number in (1, 2):
            caplog.clear()
            with caplog.at_level(logging.ERROR):
                [line] = lines(router, "test secret\x1b[2J")
            incident = f"20260101-000000-{number}"
            assert line == f"something went wrong in !test: the owner finds it in the log as {incident}"
            assert incident in caplog.text
            assert "ZeroDivisionError" in caplog.text
            assert "\x1b" not in caplog.text
        assert lines(router, f"!parse {HAND}", CHANNEL) == ANSWER

    def test_a_fault_while_answering_an_unknown_command(self, router: Router, caplog: pytest.LogCaptureFixture) -> None:
        router.services.choosers.append((0, lambda _: 1 // 0))
        assert lines(router, "3")[0].startswith("something went wrong in !3: the owner finds it in the log as ")
        assert "ZeroDivisionError" in caplog.text

    @pytest.mark.parametrize(
        "raised", [SystemExit(0), KeyboardInterrupt(), GeneratorExit(), asyncio.CancelledError(), BaseException("all")]
    )
    def test_no_plugin_exception_ends_the_bot(
        self, router: Router, raised: BaseException, caplog: pytest.LogCaptureFixture
    ) -> None:
        def handler(*_: object) -> list[Reply]:
            raise raised

        add(router, handler)
        assert lines(router, "test")[0].startswith("something went wrong in !test: the owner finds it")
        assert type(raised).__name__ in caplog.text
        assert lines(router, f"!parse {HAND}", CHANNEL) == ANSWER

    def test_a_keyboard_interrupt_passes(self, router: Router) -> None:
        def handler(*_: object) -> list[Reply]:
            signal.raise_signal(signal.SIGINT)
            return []

        add(router, handler)
        # A process in the background of a shell ignores the signal.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            with pytest.raises(KeyboardInterrupt):
                lines(router, "!test")
        finally:
            signal.signal(signal.SIGINT, before)

    @pytest.mark.parametrize(
        ("answer", "texts"),
        [(None, []), ("text", ["text"]), (["one", Reply(("two",))], ["one", "two"]), (Reply(("x",)), ["x"]), ("", [])],
    )
    def test_valid_results_of_a_handler(self, router: Router, answer: Answer, texts: list[str]) -> None:
        add(router, lambda *_: answer)
        assert lines(router, "!test", CHANNEL) == texts

    @pytest.mark.parametrize("wrong", [5, [5], [None], ["text", 5], 5.0])
    def test_a_handler_that_returns_nonsense_is_a_fault(
        self, router: Router, wrong: object, caplog: pytest.LogCaptureFixture
    ) -> None:
        add(router, lambda *_: wrong)
        assert lines(router, "test")[0].startswith("something went wrong in !test")
        assert "incident" in caplog.text

    def test_a_fault_in_a_line_for_nobody_is_only_logged(
        self, router: Router, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        class Broken:
            def overhear(self, _message: Message) -> list[Reply]:
                raise RuntimeError("broken")

        monkeypatch.setattr(router, "newcomers", Broken())
        assert lines(router, "hello all", CHANNEL) == []
        assert "incident" in caplog.text

    def test_endless_recursion_is_a_fault(self, router: Router, caplog: pytest.LogCaptureFixture) -> None:
        def handler(*arguments: object) -> list[Reply]:
            return handler(*arguments)

        add(router, handler)
        assert lines(router, "test")[0].startswith("something went wrong in !test")
        assert "RecursionError" in caplog.text


class TestAdding:
    def test_a_command_name_taken_twice_names_both_plugins(self, router: Router) -> None:
        with pytest.raises(ConfigError) as caught:
            router.add_plugin("mine", lambda router: add(router, answering(), name="parse"))
        assert str(caught.value) == "command 'parse' of plugin 'mine' exists already, from plugin 'parse'"
        assert (caught.value.section, caught.value.key) == ("bot", "plugins")

    def test_a_refused_alias_adds_nothing(self, router: Router) -> None:
        with pytest.raises(ConfigError, match="'bots'"):
            router.add_plugin("mine", lambda router: add(router, answering(), aliases=("bots",)))
        assert router.find("test") is None

    @pytest.mark.parametrize("name", ["", "Parse", "two words", "a\nb", "!x"])
    def test_a_name_with_a_space(self, router: Router, name: str) -> None:
        with pytest.raises(ConfigError, match="expected small letters and digits"):
            add(router, answering(), name=name)

    def test_the_commands_of_each_plugin(self, router: Router) -> None:
        names = {plugin: [command.name for command in commands] for plugin, commands in router.plugins.items()}
        assert names == {
            "parse": ["parse", "value", "discards", "odds"],
            "help": ["help", "rules", "ranks", "about", "botlist"],
        }
        assert list(router.commands) == [
            "parse",
            "value",
            "discards",
            "odds",
            "help",
            "rules",
            "ranks",
            "about",
            "botlist",
        ]
